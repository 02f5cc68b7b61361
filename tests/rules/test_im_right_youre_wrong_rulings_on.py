"""I'm Right You're Wrong: rulings on cards, on who is out, and on the table."""

import re

import pytest
from im_right_kit import (
    GAME,
    at,
    dealt,
    front,
    hand,
    legal,
    lost,
    piled,
    play,
    scores,
    traps,
    under,
    won,
)

from partybots.core.chance import below, stream
from partybots.core.errors import BadValue
from partybots.plugins.im_right_youre_wrong import rules, text

# The card.


def test_ir_s51_an_ignored_highroad_was_the_card_of_the_turn():
    after = play(at("H4 A1", "A2", traps=("", "T2"), deck="A6"), "play H4")
    assert (after.turn, hand(after, 0)) == (1, "A1")


def test_ir_s11_any_card_may_be_returned():
    asked = play(at("A1 A4 H1 T5", "A2", deck="A6"), "play A1")
    assert legal(asked) == ["return A4", "return H1", "return T5"]


def test_ir_s9_who_has_fewer_returns_these():
    after = play(at("A2 H1", "A3", "A4", deck="A6"), "play A2")
    assert (under(after), lost(after, 0)) == (["H1"], ("out of cards", 0))


def test_ir_s10_the_second_is_lowest():
    table = at("A2 A1 H1 T5", "A3 A6", deck="A4")
    assert under(play(table, "play A2", "return T5", "return A1")) == ["T5", "A1"]


def test_ir_s12_a_swap_may_give_back_the_card_it_took():
    ends = {
        hand(play(at("A3 A1", "H1", deck="A6"), "play A3", seed=seed), 0)
        for seed in range(20)
    }
    assert ends == {"A1", "H1"}


def test_ir_s13_a_swap_with_no_card_left():
    after = play(at("A3", "H1 H1", "A2", deck="A6"), "play A3", "name 1")
    assert (lost(after, 0), hand(after, 1)) == (("out of cards", 0), "A6 H1 H1")


@pytest.mark.parametrize("card", ["A6", "A7"])
def test_ir_s15_an_opponent_is_named(card):
    hands = f"{card} A1", "A2", "A3"
    assert legal(play(at(*hands, deck="A4 A5"), f"play {card}")) == ["name 1", "name 2"]


@pytest.mark.parametrize(("card", "own"), [("A6", True), ("A7", True), ("H3", False)])
def test_ir_s15_or_oneself_if_that_is_agreed(card, own):
    hands = f"{card} A1", "A2", "A3"
    table = at(*hands, deck="A4 A5", allow_self_target="true")
    assert ("name 0" in legal(play(table, f"play {card}"))) == own


def test_ir_s16_the_new_card_may_go_back():
    asked = play(at("A7 A1", "A2 A3", deck="H1 A6"), "play A7")
    assert legal(asked) == ["return A2", "return A3", "return H1"]


def test_ir_s60_who_is_named_may_decline():
    table = at("A7 A1", "A2 A3", deck="H1 A6", a7_optional="true")
    asked = play(table, "play A7")
    assert (asked.asked, legal(asked)) == (1, ["no", "yes"])
    assert hand(play(asked, "no"), 1) == "A2 A3 H1"  # the draw of the turn
    assert legal(play(asked, "yes"))[0] == "return A2"


def test_ir_s19_a8_may_draw_a8():
    before = at("A8 A1", "A2", deck="A8 H1 A6")
    assert piled(before, play(before, "play A8")) == "A8x2,H1"


def test_ir_s21_each_card_triggers_traps():
    table = at("A8 A1 A4 H1", "A2", traps=("", "T1 T1 T3"), deck="H4 A6 A7")
    asked = play(table, "play A8", "return A1", "return A4")
    assert hand(asked, 0) == "A6 H1"  # T3 drew for the Highroad that A8 drew


def test_ir_s56_a8_is_in_the_pile_before_the_traps_of_its_card():
    before = at("A8 A1", "A2", traps=("T2",), deck="H4 A6")
    asked = play(before, "play A8", "no")
    assert (legal(asked), piled(before, asked)) == (["no", "yes"], "A8")


def test_ir_s56_no_hand_is_looked_at_in_between():
    after = play(at("A8", "A2 A2", "A3", deck="H4 A6"), "play A8")
    assert lost(after, 0) == ("out of cards", 0)
    assert front(after) == ["H4"]  # it was carried out


# Out.


def test_ir_s8_only_cards_in_hand_count():
    after = play(at("A5", "A2", "A3", traps=("T5 T3",)), "play A5", "no")
    assert lost(after, 0) == ("out of cards", 0)


def test_ir_s7_the_active_player_goes_first():
    after = play(at("A9", "A2", "A3 A4"), "play A9", "name 1")
    assert (scores(after), won(after)) == ([0, 1, 2], [2])


@pytest.mark.parametrize(("rule", "winners"), [("actor_first", [1]), ("draw", [0, 1])])
def test_ir_s65_nobody_left_has_a_card(rule, winners):
    after = play(at("A9", "A2", simultaneous=rule), "play A9")
    assert won(after) == winners
    assert scores(after) == ([0, 1] if len(winners) == 1 else [0, 0])


def test_ir_s65_by_agreement_only_if_all_are_empty():
    after = play(at("A9", "A2", "A3 A4", simultaneous="draw"), "play A9", "name 1")
    assert scores(after) == [0, 1, 2]


def test_ir_s48_hand_and_traps_go_to_the_pile():
    before = at("A1 A2", "A3", "A4", traps=("T3 T5",), more="front A5>0:0")
    after = play(before, "no")
    assert piled(before, after) == "A1,A2,A5,T3,T5"


STAYS = {"out_traps": "stay"}


def test_ir_s64_or_the_traps_stay():
    table = at("A1 A2", "A3", "A4", traps=("T3 T5",), more="front A5>0:0", **STAYS)
    assert traps(play(table, "no"), 0) == ["T3", "T5"]


def test_ir_s64_they_trigger_on_all_and_nobody_is_asked():
    rule = {"trap_trigger": "owner_choice", "same_owner_order": "owner"}
    table = at(
        *("A5 A1 A4", "A3", "out0:cards:0"),
        traps=("", "", "T1 T5"),
        deck="A6",
        **STAYS,
        **rule,
    )
    asked = play(table, "play A5")
    assert (asked.asked, legal(asked)) == (0, ["return A1", "return A4"])
    assert text.write(play(asked, "return A1")).count("(T5)!a") == 1


def test_ir_s64_t4_stays_in_force():
    table = at("A5 T1", "A3", "out0:cards:0", traps=("", "", "T4"), deck="A6", **STAYS)
    assert legal(table) == ["play A5"]


def test_ir_s4_every_match_ends():
    for seed in range(12):
        state, rng, turns = dealt(2 + seed % 4, seed, t6="deck_bottom"), stream(seed), 0
        while rules.actor(state) >= 0:
            actions = legal(state)
            turn = int(state.turn)
            state = play(state, actions[below(rng, len(actions))], seed=seed)
            turns += state.turn != turn
        assert turns <= 60 + 2  # a card a turn, and one more for each T6


# Reminders.


@pytest.mark.parametrize("card", ["A4", "A5"])
def test_ir_s55_own_restrictions_lie_until_the_own_next_turn_is_over(card):
    table = at(f"{card} A6 H2", "A6 A3", deck="A1 T5 A7 A2")
    theirs = play(table, f"play {card}")
    assert front(theirs) == [card]
    mine = play(theirs, "play A6")
    assert front(mine) == [card]
    play_on = "play A6" if card == "A4" else "play T5"
    assert front(play(mine, play_on)) == []


@pytest.mark.parametrize("card", ["A10", "A11"])
def test_ir_s55_listen_and_empathize_lie_until_the_next_turn_is_over(card):
    table = at(f"{card} A1", "H3", "A2", deck="H3 A6")
    during = play(table, f"play {card}")
    assert (legal(during), front(during)) == (["name 0", "name 2"], [card])
    assert front(play(during, "name 0")) == []


def test_ir_s55_negotiate_lies_until_all_it_binds_have_had_their_turn():
    table = at("H4 H1", "H2 A2", "H2 A3", deck="A4 A5 A6 A7", negotiate_self="false")
    one = play(table, "play H4")
    two = play(one, "play H2")
    assert (front(one), front(two), front(play(two, "play H2"))) == (["H4"], ["H4"], [])


def test_ir_s55_or_are_out():
    more = "front H4>1:0"
    table = at("A1", "A2", "A3", more=more)
    assert front(play(table, "no")) == []


def test_ir_s55_whose_player_is_out_at_once():
    stay = {"A10": ["A10"], "H4": ["H4"]}
    for card in ("A4", "A5", "A11", "A10", "H4"):
        lies = stay.get(card, [])
        after = play(at(card, "A2 A3", "A6 A7"), f"play {card}")
        assert (lost(after, 0), front(after)) == (("out of cards", 0), lies)


def test_ir_s55_an_ignored_one_goes_to_the_pile():
    before = at("H4 A1", "A2", traps=("", "T2"), deck="A6")
    assert piled(before, play(before, "play H4")) == "H4,T2"


def test_ir_s55_reminders_are_no_traps():
    before = at("H1 A1", "A2", more="front A5>1:1", deck="A6")
    assert front(play(before, "play H1")) == ["A5"]


# The table.


def test_ir_s50_two_to_five_play():
    assert [*rules.SEATS] == [2, 3, 4, 5]
    with pytest.raises(BadValue, match="IR-S50: 4 seats, and max_players is 3"):
        GAME.new(4, {"max_players": "3"})


def test_ir_s50_hands_have_to_leave_a_deck():
    GAME.new(5, {"hand_size": "11"})
    with pytest.raises(
        BadValue, match="IR-S50: 5 hands of 12 leave no deck of 60 cards"
    ):
        GAME.new(5, {"hand_size": "12"})


def test_ir_s71_cards_are_dealt_one_at_a_time():
    deck = "name,type,effect,count,text\n" + "".join(
        f"{name},attack,A6,1,\n" for name in "abcdefgh"
    )
    table = GAME.record(GAME.new(2, {"hand_size": "3", "auto_draw": "false"}, deck))
    shuffled = table.copy()
    rules.deal(shuffled, stream(1))
    top = re.findall(r"deck (\S+)", text.write(shuffled))[0].split(",")
    assert shuffled.held[:2].tolist() == [3, 3]
    assert len(top) == 2
    order = undealt(deck)
    assert [hand(shuffled, seat).split() for seat in (0, 1)] == [
        sorted(order[seat:6:2], key=text.read_kind) for seat in (0, 1)
    ]
    assert top == order[6:]


def undealt(deck):
    """The same shuffle with hands of one card: the deck from the top, dealt or not."""
    options = {"hand_size": "1", "auto_draw": "false"}
    table = GAME.record(GAME.new(2, options, deck))
    rules.deal(table, stream(1))
    top = re.findall(r"deck (\S+)", text.write(table))[0].split(",")
    return [hand(table, 0), hand(table, 1), *top]
