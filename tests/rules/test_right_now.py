"""Right Now, rule by rule: RN-1 to RN-19 stand in plugins/right_now/rules.py."""

from collections import Counter

import numpy as np
import pytest
from right_now_kit import (
    DECK,
    GAME,
    H,
    actions,
    dealt,
    hand,
    legal,
    play,
    plays,
    position,
    top,
    two,
    winners,
)

from partybots.core import BadValue
from partybots.plugins.right_now import text

# RN-1  A card has two halves in two different of seven colours; 70 cards.


def test_rn_1_seventy_cards_of_two_different_colours():
    cards = list(map(int, dealt(2).deck[:DECK]))
    assert len(cards) == DECK
    assert all(card & 7 != card >> 3 & 7 for card in cards)
    assert {card & 7 for card in cards} | {card >> 3 & 7 for card in cards} == {
        *range(1, 8)
    }


def test_the_default_deck_is_balanced():
    cards = list(map(int, dealt(2).deck[:DECK]))
    colours = Counter(c for card in cards for c in (card & 7, card >> 3 & 7))
    assert set(colours.values()) == {20}
    assert Counter(card >> 6 for card in cards) == {0: 49, 1: 7, 2: 7, 3: 7}
    for effect in (1, 2, 3):
        halves = Counter(
            c
            for card in cards
            if card >> 6 == effect
            for c in (card & 7, card >> 3 & 7)
        )
        assert set(halves.values()) == {2}


# RN-2  The first dealer is drawn at random. Nine cards each.


def test_rn_2_nine_cards_each_and_any_dealer():
    deals = [dealt(4, seed) for seed in range(40)]
    assert all(list(state.held[:5]) == [9, 9, 9, 9, 0] for state in deals)
    assert {int(state.dealer) for state in deals} == {0, 1, 2, 3}


# RN-3  Nobody changes the order of a hand, nor which way up a card is.


def test_rn_3_a_play_leaves_the_order_of_the_rest():
    assert hand(play(two(H, "YW"), "play 4")) == "YG BW GY NY PN GW OB OP"


# RN-4  The rest is the draw pile; its top card begins the discards.


@pytest.mark.parametrize("seats", range(2, 8))
def test_rn_4_one_card_begins_the_discards_the_rest_is_the_pile(seats):
    state = dealt(seats)
    assert (state.discarded, state.piled) == (1, DECK - 9 * seats - 1)


# RN-5  The dealer's left begins, clockwise. A turn is one play, one draw, or an exit.


def test_rn_5_the_dealers_left_begins_and_it_goes_clockwise():
    state = dealt(3, first_dealer="1")
    turns = []
    for _ in range(6):
        turns.append(int(state.turn))
        play(state, "draw", "keep")
    assert turns == [2, 0, 1, 2, 0, 1]


# RN-6  A single card that shares a colour with the top discard.


@pytest.mark.parametrize("card", ["YB", "BY", "NY", "YG", "GY", "GB"])
def test_rn_6_one_colour_in_common_is_enough(card):
    assert "play 1" in actions(two(f"{card} PN", "YG"))


@pytest.mark.parametrize("card", ["BN", "WP"])
def test_rn_6_without_a_colour_in_common_a_card_stays(card):
    assert "play 1" not in actions(two(f"{card} YG", "YG"))


# RN-7  A combo: neighbours with one colour on the same half of all of them.


def test_rn_7_a_combo_is_of_neighbours_with_the_same_half():
    assert plays(two("YG YB PW YN", "YO")) == {"play 1", "play 2", "play 1-2", "play 4"}


# RN-8  A combo may be played if its colour is on the top discard.


def test_rn_8_the_colour_of_the_combo_must_be_on_the_top_discard():
    assert "play 1-2" in actions(two("YG YB PW", "PY"))
    assert "play 1-2" not in actions(two("YG YB PW", "GB"))


# RN-9  A combo keeps its order; its front-most card becomes the top discard.


def test_rn_9_the_front_most_card_ends_on_top():
    state = play(two("YG YB YN PW", "PY"), "play 1-3")
    assert text.write_cards(state.discards[:4]) == "PY YN YB YG"


# RN-10  A combo of exactly four may be played on any card.


@pytest.mark.parametrize(
    ("cards", "allowed"),
    [
        ("YG YB YN", set()),
        ("YG YB YN YO", {"play 1-4"}),
        ("YG YB YN YO YP", {"play 1-4", "play 2-5"}),
    ],
)
def test_rn_10_exactly_four_match_anything(cards, allowed):
    combos = {a for a in actions(two(f"{cards} GB", "WW"[0] + "P")) if "-" in a}
    assert combos == allowed


# RN-11  Draw: the next card becomes the rear card, either way up.


@pytest.mark.parametrize(("how", "rear"), [("keep", "OB"), ("turn", "BO")])
def test_rn_11_a_drawn_card_goes_to_the_rear_either_way_up(how, rear):
    state = play(two("YG YB", "PW", pile="OB WN"), "draw", how)
    assert hand(state) == f"YG YB {rear}"
    assert state.to_act == 1


# RN-12  Exit: nine points less one for every card held.


def test_rn_12_an_exit_scores_at_once_and_the_others_play_on():
    state = play(position(["YG YB", "BN", "BN"], "PW"), "exit")
    assert list(state.totals[:3]) == [7, 0, 0]
    assert (state.rounds, state.to_act) == (0, 1)


# RN-13  Draw effect: all others must draw one, the player may.


def test_rn_13_the_others_must_draw_and_the_player_may():
    state = position(["YG+ YB", "BN", "PW"], "YW", pile="OB WN GP YN")
    play(state, "play 1")
    for seat in (1, 2):
        assert (state.to_act, actions(state)) == (seat, {"keep", "turn"})
        play(state, "keep")
    assert (state.to_act, actions(state)) == (0, {"draw", "decline"})
    play(state, "decline")
    assert list(state.held[:3]) == [1, 2, 2]
    assert state.to_act == 1


# RN-14  Move effect: any card but the rear one goes to the rear.


def test_rn_14_any_card_but_the_rear_one_moves_to_the_rear():
    state = play(position(["YG> YB", "BN PW GO", "PW"], "YW"), "play 1")
    assert actions(state) == {"move 1", "move 2"}
    play(state, "move 1")
    assert hand(state, 1) == "PW GO BN"


# RN-15  Rotate effect: turn one card of the hand where it is.


def test_rn_15_one_card_is_turned_where_it_is():
    state = play(position(["YG@ YB", "BN PW GO"], "YW"), "play 1")
    assert actions(state) == {"rotate 1", "rotate 2", "rotate 3"}
    play(state, "rotate 2")
    assert hand(state, 1) == "BN WP GO"


# RN-16  Who has no cards left wins the round: 10 points; all others in it get 0.


def test_rn_16_an_empty_hand_wins_the_round():
    state = play(
        position(["YG YB", "BN PW GO", "x YN"], "YW", totals="3 4 5"), "play 1-2"
    )
    assert list(state.totals[:3]) == [13, 4, 5]
    assert state.rounds == 1


# RN-17  So does who is left alone in it.


def test_rn_17_who_is_left_alone_wins_the_round():
    state = play(position(["YG YB", "BN PW GO", "x YN"], "YW"), "exit")
    assert list(state.totals[:3]) == [7, 10, 0]


# RN-18  The winner of a round deals the next, with all cards shuffled anew.


def test_rn_18_the_winner_deals_and_all_cards_are_shuffled_anew():
    state = play(position(["BN YG", "YB", "x YN"], "YW", "1 plays"), "play 1")
    assert (state.dealer, state.to_act) == (1, 2)
    assert list(state.held[:3]) == [9, 9, 9]
    assert (state.discarded, state.piled) == (1, DECK - 28)


# RN-19  Once a round has ended with 25 points at any seat, most points win.


def test_rn_19_twenty_five_points_end_the_game():
    state = play(two("YG", "YW", totals="15 24"), "play 1")
    assert (state.to_act, GAME.kernels.actor(state.reshape(1).view(np.uint8))) == (
        -1,
        -1,
    )
    assert list(state.totals[:2]) == [25, 24]


# Acceptance examples.


def test_rn_e1_singles():
    assert plays(two("GB NW YP", "GN")) == {"play 1", "play 2"}


@pytest.mark.parametrize(
    ("top_card", "combos"),
    [("YP", {"play 3-5", "play 3-4", "play 4-5"}), ("OP", {"play 8-9"})],
)
def test_rn_e2_all_combos_of_the_figure(top_card, combos):
    assert {a for a in plays(two(H, top_card)) if "-" in a} == combos


def test_rn_e3_the_figure_on_yellow_white():
    state = two(H, "YW")
    singles = {f"play {n}" for n in (1, 2, 3, 4, 5, 7)}
    combos = {"play 3-5", "play 3-4", "play 4-5"}
    assert actions(state) == singles | combos | {"draw", "exit"}
    assert len(legal(state)) == 11


def test_rn_e4_playing_the_combo_of_three():
    state = play(two(H, "YW"), "play 3-5")
    assert text.write_cards(state.discards[:4]) == "YW NY WY GY"
    assert (top(state), hand(state)) == ("GY", "YG BW PN GW OB OP")
    state.to_act = state.turn = 0
    state.discards[state.discarded - 1] = text.read_card("OP")
    assert {a for a in plays(state) if "-" in a} == {"play 5-6"}


FIVE = "YG YO YG YO YG"


def test_rn_e5_only_super_combos_match():
    assert actions(two(FIVE, "WN")) == {"play 1-4", "play 2-5", "draw", "exit"}


def test_rn_e6_all_fifteen_plays():
    state = two(FIVE, "YN")
    assert (len(plays(state)), len(legal(state))) == (15, 17)
    assert play(state, "play 1-5").totals[0] == 10


def test_rn_e7_after_the_super_combo():
    state = play(two(FIVE, "WN"), "play 1-4")
    assert (top(state), hand(state)) == ("YG", "YG")


def test_rn_e8_both_colours_the_same_way_up():
    for matching in ("YB", "GB"):
        assert "play 1-2" in actions(two("YG YG GY", matching))
    assert "play 1-3" not in actions(two("YG YG GY", "YG"))
    assert "play 1-2" not in actions(two("YG YG GY", "BN"))


@pytest.mark.parametrize(
    ("cards", "points", "floored"),
    [(1, 8, 8), (2, 7, 7), (5, 4, 4), (9, 0, 0), (11, -2, 0)],
)
def test_rn_e9_exit_points(cards, points, floored):
    held = f"YGx{cards}"
    for floor, expected in (("none", points), ("0", floored)):
        state = position([held, "BN", "BN"], "PW", rest=[f"exit_floor={floor}"])
        assert play(state, "exit").totals[0] == expected


def test_rn_e10_move():
    state = position(["YG> WN", "YB BO NO", "PW"], "YW")
    assert hand(play(state.copy(), "play 1", "move 1"), 1) == "BO NO YB"
    assert hand(play(state.copy(), "play 1", "move 2"), 1) == "YB NO BO"
    short = position(["YG> WN", "YB BO", "PW"], "YW")
    assert actions(play(short, "play 1")) == {"move 1"}
    assert hand(play(short, "move 1"), 1) == "BO YB"
    assert hand(short, 2) == "PW"


def test_rn_e11_rotate():
    state = play(position(["YG@ WN", "YG PW"], "YW"), "play 1", "rotate 1")
    assert hand(state, 1) == "GY PW"


def test_rn_e12_only_the_new_top_has_an_effect():
    covered = play(position(["YG YB+ WN", "BN", "PW"], "YW"), "play 1-2")
    assert (covered.effect, covered.to_act) == (0, 1)
    state = play(position(["YG+ YB WN", "BN", "PW"], "YW"), "play 1-2")
    play(state, "keep", "keep", "decline")
    assert list(state.held[:3]) == [1, 2, 2]


def test_rn_e13_who_has_exited_does_not_draw():
    state = position(["YG+ WN", "BN", "x PW", "OB"], "YW")
    play(state, "play 1", "keep", "keep", "decline")
    assert list(state.held[:4]) == [1, 2, 1, 2]


def test_rn_e14_two_exits_and_one_who_plays_out():
    state = position(["BNx3", "BN", "YG", "PWx4"], "YW")
    play(state, "exit", "exit", "play 1")
    assert list(state.totals[:4]) == [6, 8, 10, 0]
    assert (state.dealer, state.to_act) == (2, 3)


def test_rn_e15_the_last_one_wins_whatever_they_hold():
    state = play(position(["BNx2", "BNx6", "PWx9"], "YW"), "exit", "exit")
    assert list(state.totals[:3]) == [7, 3, 10]


def test_rn_e16_an_exit_of_two():
    assert list(play(two("BNx4", "YW"), "exit").totals[:2]) == [5, 10]


def test_rn_e17_a_game_of_three_rounds():
    state = position(["x WB", "YG", "WB"], "YW", "1 plays", totals="18 17 0")
    assert list(state.totals[:3]) == [18, 17, 0]
    state = position(["WB", "YG", "WB"], "YW", totals="17 18 0")
    play(state, "exit", "play 1")
    assert list(state.totals[:3]) == [25, 28, 0]
    assert (state.to_act, winners(state)) == (-1, [1])


def test_rn_e18_a_shared_win():
    state = position(["YG", "WB", "WB"], "YW", totals="17 27 12")
    assert winners(play(state, "play 1")) == [0, 1]


def test_rn_e19_below_twenty_five_the_game_goes_on():
    state = position(["YG", "WB", "WB"], "YW", totals="14 23 20")
    assert play(state, "play 1").to_act >= 0


def test_rn_e20_a_new_pile_of_the_discards():
    state = position(["YG WB", "WB"], "YW GB NB PO OW", pile="")
    play(state, "draw")
    assert (state.piled, state.discarded, top(state)) == (3, 1, "YW")


def test_rn_e21_nothing_to_draw():
    assert "draw" not in actions(position(["YG WB", "WB"], "YW", pile=""))


def test_rn_e22_all_seventy_cards_stay():
    state = dealt(5)
    zones = state.piled + state.discarded + state.held.sum()
    assert zones == DECK  # and in every position: test_cards_are_conserved


@pytest.mark.parametrize(("seats", "pile"), [(6, 15), (7, 6), (2, 51)])
def test_rn_e23_the_pile_at_the_start(seats, pile):
    assert dealt(seats).piled == pile
    with pytest.raises(BadValue, match="right-now seats 2 to 7, not 8"):
        GAME.new(8)
