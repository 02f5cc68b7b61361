"""Right Now's rulings, RN-S1 to RN-S37, each with the house rule that changes it."""

import re
from pathlib import Path

import numpy as np
import pytest
from right_now_kit import (
    DECK,
    GAME,
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

from partybots.core import BadValue, UnknownName
from partybots.core.chance import shuffle, stream
from partybots.plugins.right_now import house, layout, rules, text


def hidden(state, seat):
    view = state.copy()
    rules.hide(view, seat)
    return text.write(view)


def test_rn_s1_the_top_discard_stays_when_a_pile_is_made():
    state = two("YG WB", "YW GB NB", pile="")
    play(state, "draw", "keep")
    assert (state.piled, state.discarded, top(state)) == (1, 1, "YW")
    never = two("YG WB", "YW GB NB", pile="", rest=["reshuffle=false"])
    assert "draw" not in actions(never)


def test_rn_s2_who_cannot_draw_skips_the_effect():
    state = position(["YG+ WB", "BN", "PW"], "YW", pile="OB")
    play(state, "play 1")
    assert (state.to_act, state.held[1]) == (1, 2)
    play(state, "keep")  # the old top discard is drawn next, then nothing is left
    assert (state.to_act, state.held[2]) == (2, 2)
    play(state, "keep")
    assert (state.effect, state.to_act, state.held[0]) == (0, 1, 1)


@pytest.mark.parametrize(
    ("order", "seats"), [("others_first", [2, 3, 0, 1]), ("active_first", [1, 2, 3, 0])]
)
def test_rn_s3_the_order_of_an_effect(order, seats):
    state = position(
        ["BN OP", "YG@ WN", "BN OP", "BN OP"],
        "YW",
        "1 plays",
        [f"effect_order={order}"],
    )
    play(state, "play 1")
    asked = []
    while state.effect:
        asked.append(int(state.to_act))
        play(state, "decline" if state.to_act == 1 else "rotate 1")
    assert asked == seats
    assert state.to_act == 2


def test_rn_s4_the_effect_of_a_last_card_is_not_followed():
    state = play(position(["YG+", "BN", "PW"], "YW"), "play 1")
    assert (state.rounds, state.effect) == (1, 0)


def test_rn_s5_an_effect_on_the_first_discard_does_nothing():
    state = next(s for s in (dealt(3, n) for n in range(99)) if top(s)[2:])
    assert (state.doing, state.effect) == (layout.PLAYING, 0)


def test_rn_s6_a_covered_effect_does_nothing():
    state = play(position(["YG YB@ YN> WB", "BN", "PW"], "YW"), "play 1-3")
    assert (state.effect, state.to_act) == (0, 1)


def test_rn_s7_an_exit_with_many_cards_costs():
    assert play(position(["YGx12", "BN", "BN"], "PW"), "exit").totals[0] == -3
    floor = position(["YGx12", "BN", "BN"], "PW", rest=["exit_floor=0"])
    assert play(floor, "exit").totals[0] == 0


def test_rn_s8_an_exit_at_once_scores_nothing():
    state = play(dealt(3), "exit")
    assert (state.totals[:3] == 0).all()
    assert state.gone[:3].sum() == 1


def test_rn_s9_cards_of_who_exits_lie_aside_or_come_back():
    for where, piled in (("aside", 1), ("discard_bottom", 3)):
        rest = [f"exited_cards={where}"]
        state = position(["WB", "x OP PB", "WN"], "YW GB NB", pile="", rest=rest)
        play(state, "draw", "keep")
        assert state.piled == piled


def test_rn_s10_effects_pass_over_who_has_exited():
    state = play(position(["YG@ WN", "x BN", "PW"], "YW"), "play 1")
    assert state.to_act == 2


def test_rn_s11_the_first_of_two_exits_ends_the_round():
    state = play(two("BN", "YW"), "exit")
    assert (state.rounds, list(state.totals[:2])) == (1, [8, 10])


def test_rn_s12_nobody_is_asked_when_alone():
    state = play(two("BN", "YW"), "exit")
    assert state.gone[:2].sum() == 0  # the next round has begun
    assert list(state.held[:2]) == [9, 9]


def test_rn_s13_drawing_is_free():
    assert {"draw", "play 1"} <= actions(two("YG WN", "YW"))


def test_rn_s14_a_draw_is_the_whole_turn():
    assert play(two("YG WN", "YW"), "draw", "keep").to_act == 1


def test_rn_s15_the_drawn_card_is_seen_before_it_is_oriented():
    state = play(two("PN", "YW", pile="OB"), "draw")
    assert "OB" in hidden(state, 0).split("|")[0]
    assert "OB" not in hidden(state, 1)


def test_rn_s16_any_part_of_a_combo():
    assert plays(two("YG YB YN PW", "YO")) == {
        "play 1",
        "play 2",
        "play 3",
        "play 1-2",
        "play 2-3",
        "play 1-3",
    }


def test_rn_s17_either_of_two_shared_colours_matches():
    for matching in ("YB", "GB"):
        assert "play 1-2" in actions(two("YG YG PW", matching))


def test_rn_s18_top_and_bottom_make_no_combo():
    assert "play 1-2" not in actions(two("YG BY PW", "YG"))


def test_rn_s19_four_that_match_are_one_action():
    written = [text.write_action(a) for a in legal(two("YG YB YN YO PW", "YP"))]
    assert written.count("play 1-4") == 1


def test_rn_s20_moving_one_of_two_cards_is_forced():
    state = play(position(["YG> WN", "BN PW"], "YW"), "play 1")
    assert actions(state) == {"move 1"}


def test_rn_s21_one_card_must_be_rotated():
    state = play(position(["YG@ WN", "BN"], "YW"), "play 1")
    assert actions(state) == {"rotate 1"}


def test_rn_s22_who_has_one_card_left_is_not_asked_to_move():
    state = play(position(["YG> WN", "BN PW"], "YW"), "play 1", "move 1")
    assert (state.effect, state.to_act) == (0, 1)


def test_rn_s23_two_to_seven_seats():
    for seats in range(2, 8):
        assert dealt(seats).held[:seats].sum() == 9 * seats
    with pytest.raises(BadValue, match="RN-S23: 5 seats, and max_players is 4"):
        GAME.new(5, {"max_players": "4"})


def test_rn_s24_which_way_up_is_a_fair_coin():
    turned = [
        int(layout.TURNED[card] == layout.PRINTED[card])
        for seed in range(60)
        for hand in dealt(5, seed).hands[:5]
        for card in hand[:9]
    ]
    assert abs(np.mean(turned) - 0.5) < 0.03  # 2700 coins: three standard errors


def in_order(seats, dealer, seed=3):
    """A deal, and its cards as they lay, from the top of the shuffled deck down."""
    state = dealt(seats, seed, first_dealer=str(dealer))
    cards = state.deck[: state.cards].copy()
    shuffle(stream(seed), cards)
    return state, cards[::-1].tolist()  # the last one is on top


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_rn_s25_the_first_card_dealt_is_the_rear_one(seats):
    state, cards = in_order(seats, dealer=0)
    printed = layout.PRINTED[state.hands[1, :9]].tolist()
    assert printed == cards[: 9 * seats : seats][::-1]


def test_rn_s26_an_exit_to_twenty_five_does_not_end_the_round():
    state = play(position(["BN", "PW", "GO"], "YW", totals="20 0 0"), "exit")
    assert (state.totals[0], state.to_act, state.rounds) == (28, 1, 0)


def test_rn_s27_most_points_win_not_who_reaches_the_target_first():
    state = play(position(["BN", "YG", "GO"], "YW", totals="20 24 0"), "exit", "play 1")
    assert (state.to_act, winners(state)) == (-1, [1])
    other = play(two("YG", "YW", totals="0 0", rest=["target=10"]), "play 1")
    assert other.to_act == -1


def test_rn_s28_a_round_without_end_is_ended():
    state = position(["BN GO", "PN GO"], "YW", rest=["max_turns=2"])
    play(state, "draw", "keep", "draw", "keep")
    assert (state.rounds, list(state.totals[:2])) == (1, [0, 0])
    endless = position(["BN GO", "PN GO"], "YW", pile="YG")
    endless.turns = layout.LONGEST - 1
    play(endless, "draw", "keep")
    assert (endless.rounds, list(endless.totals[:2])) == (1, [0, 0])


def test_rn_s29_counts_top_and_totals_are_public_hands_are_not():
    state = position(["YG WB", "BN OP GW"], "YW NB", totals="3 4", pile="OB PB")
    seen = hidden(state, 0)
    assert seen.startswith("YG WB | ?x3; top YW NB; pile ?x2; totals 3 4")


def test_rn_s30_the_first_dealer_may_be_given():
    assert {int(dealt(4, seed, first_dealer="2").dealer) for seed in range(9)} == {2}
    with pytest.raises(BadValue, match="RN-S30: first_dealer is 3"):
        GAME.new(3, {"first_dealer": "3"})


def test_rn_s31_what_one_rotates_changes_nothing_for_another():
    state = play(position(["YG@ WN", "BN PW", "OP GO"], "YW"), "play 1")
    one, two_ = (play(state.copy(), action) for action in ("rotate 1", "rotate 2"))
    assert hidden(one, 2) == hidden(two_, 2)


def test_rn_s32_orienting_is_a_decision_of_its_own():
    state = play(two("PN", "YW"), "draw")
    assert (state.to_act, actions(state)) == (0, {"keep", "turn"})


def test_rn_s33_at_max_turns_the_rest_get_nothing_and_the_dealer_deals_again():
    state = position(["BN GO", "PN", "GO"], "YW", rest=["max_turns=1"], dealer=2)
    play(state, "exit")
    assert list(state.totals[:3]) == [7, 0, 0]
    assert (state.rounds, state.dealer, state.to_act) == (1, 2, 0)


@pytest.mark.parametrize(("seats", "dealer"), [(2, 0), (4, 2), (7, 6)])
def test_rn_s34_cards_are_dealt_one_by_one_from_the_dealers_left(seats, dealer):
    state, cards = in_order(seats, dealer)
    for turn in range(9 * seats):
        seat, place = (dealer + 1 + turn) % seats, 8 - turn // seats
        assert layout.PRINTED[state.hands[seat, place]] == cards[turn]
    rest = [*state.discards[:1], *state.pile[: state.piled][::-1]]
    assert rest == cards[9 * seats :]


def test_rn_s35_more_than_seven_cannot_be_allowed():
    with pytest.raises(BadValue, match="max_players is a whole number from 2 to 7"):
        GAME.new(7, {"max_players": "8"})


def test_rn_s36_what_a_seat_remembers():
    state = position(["YG WB", "BN OP"], "YW NB OG", pile="OB PB")
    assert "top YW NB OG" in hidden(state, 0)
    state.memory = layout.NO_MEMORY
    assert "top YW ?x2" in hidden(state, 0)


def test_rn_s37_the_game_ends_after_max_rounds():
    state = two("YG", "YW", totals="3 12", rest=["max_rounds=1"])
    play(state, "play 1")
    assert (state.to_act, winners(state)) == (-1, [0])


def test_every_rule_and_ruling_has_a_test_of_its_own():
    stated = set(re.findall(r"^(RN-S?\d+) ", rules.__doc__, re.MULTILINE))
    assert len(stated) == 19 + 37
    here = Path(__file__).parent
    written = "".join(path.read_text() for path in here.glob("test_right_now*.py"))
    tested = {
        f"RN-{name.upper()}" for name in re.findall(r"def test_rn_(s?\d+)_", written)
    }
    assert tested == stated
    examples = {int(n) for n in re.findall(r"def test_rn_e(\d+)_", written)}
    assert examples == {*range(1, 24)}


# Decks are data.


@pytest.mark.parametrize(
    ("deck", "said"),
    [
        ("", "line 1: the header must be top,bottom,effect"),
        ("up,down\n", "line 1: the header must be top,bottom,effect"),
        ("top,bottom,effect\nyellow,yellow,\n", "line 2: yellow twice; RN-1"),
        ("top,bottom,effect\nyellow,green\n", "line 2: 2 columns, not 3"),
        ("top,bottom,effect\n\nyellow,mauve,\n", 'line 3: no colour "mauve"'),
        ("top,bottom,effect\nyellow,green,swap\n", 'line 2: no effect "swap"'),
        ("top,bottom,effect\n" + "yellow,green,\n" * 129, "at most 128 cards"),
        (
            "top,bottom,effect\n" + "yellow,green,\n" * 18,
            "line 19 is its last: RN-4: 2 seats need 19 cards, the deck has 18",
        ),
        ('top,bottom,effect\nyellow,"gre"en,\n', "line 2: ',' expected after"),
        ("top,bottom,effect\nyellow,green,,\n", "line 2: 4 columns, not 3"),
    ],
)
def test_a_wrong_deck_is_refused_with_its_line(deck, said):
    with pytest.raises(BadValue, match=re.escape(said)):
        GAME.new(2, deck=deck)


def test_a_deck_of_ones_own_is_played_and_written():
    deck = "top,bottom,effect\n" + "yellow,green,draw\nnavy,pink,\n" * 15
    state = GAME.new(2, deck=deck)
    GAME.kernels.deal(state, stream(1))
    written = text.write(GAME.record(state))
    assert "; deck PNx15 YG+x15" in written
    assert text.read(written).tobytes() == state.tobytes()
    assert GAME.record(state).cards == 30
    assert "deck" not in text.write(dealt(2))


def test_a_house_rule_is_written_if_it_is_not_the_default():
    assert text.write(dealt(2, target="30")).endswith("; target=30")
    assert "=" not in text.write(dealt(2))
    with pytest.raises(UnknownName, match='did you mean "target"'):
        GAME.new(2, {"tarjet": "3"})
    assert len(house.HOUSE) == len({rule.name for rule in house.HOUSE}) == 10
    assert DECK == 70


def test_hands_are_written_front_to_rear():
    assert hand(position(["YG BW+ ? ?", "BN"], "YW")) == "YG BW+ ?x2"
