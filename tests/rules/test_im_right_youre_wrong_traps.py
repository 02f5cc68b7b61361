"""I'm Right You're Wrong: rulings on Traps."""

import pytest
from im_right_kit import (
    at,
    front,
    hand,
    idle,
    legal,
    lost,
    piled,
    play,
    traps,
    under,
    view,
)

from partybots.plugins.im_right_youre_wrong import text

# Traps.


def test_ir_s33_an_opponents_trap_has_to_trigger():
    after = play(at("A5 A1", "A2", traps=("", "T1"), deck="A6"), "play A5")
    assert (traps(after, 1), under(after)) == ([], ["A1"])


@pytest.mark.parametrize(("said", "left"), [("no", ["T1"]), ("yes", [])])
def test_ir_s33_or_its_owner_may_let_it_pass(said, left):
    hands = "A5 A1 A4", "A2"
    table = at(*hands, traps=("", "T1"), deck="A6", trap_trigger="owner_choice")
    asked = play(table, "play A5")
    assert (asked.asked, legal(asked)) == (1, ["no", "yes"])
    assert traps(play(asked, said), 1) == left


def test_ir_s34_ones_own_trap_is_declined_by_whoever_is_idle():
    asked = play(at("A5 A1 A4", "A2", traps=("T1",), deck="A6"), "play A5")
    assert legal(asked)[0] == idle(asked) == "no"


@pytest.mark.parametrize("trap", ["T1", "T2", "T5", "T6"])
def test_ir_s72_it_is_asked_of_every_trap_face_down(trap):
    asked = play(at("A5 A1 A4", "A2", traps=(trap,), deck="A6"), "play A5")
    assert (asked.asked, "yes" in legal(asked)) == (0, trap == "T1")
    hidden = view(asked, 1)
    assert (hidden.asked, traps(hidden, 0)) == (0, ["?"])


def test_ir_s72_but_not_of_one_that_cannot_react_as_all_know():
    table = at("A5 A1 A4", "A2", traps=("T5!a",), deck="A6")
    assert play(table, "play A5").turn == 1
    table = at("H1 A1 A4", "A2", traps=("T5",), deck="A6")
    assert play(table, "play H1").turn == 1


def test_ir_s62_an_own_trap_is_asked_after_the_opponents():
    table = at("A5 A1 A4 H1", "A2", traps=("T1", "T1"), deck="A6")
    first = play(table, "play A5")
    assert (legal(first)[0], traps(first, 1)) == ("return A1", [])
    second = play(first, "return A1")
    assert (legal(second), traps(second, 0)) == (["no", "yes"], ["T1"])


def test_ir_s62_never_once_the_card_is_ignored():
    table = at("H4 A1", "A2", traps=("T2", "T2"), deck="A6")
    after = play(table, "play H4")
    assert (after.turn, traps(after, 0)) == (1, ["T2"])


def test_ir_s62_own_is_whose_turn_it_is():
    table = at(
        *("A4", "A5 A5"),
        traps=("T1", "T1"),
        deck="A5 A6",
        turn=1,
        asks="1 draw",
        step=1,
        more="front A11>0:1",
        auto_draw="false",
    )
    picked = play(table, "draw")  # seat 0 picks, and its T1 acts by itself
    assert (picked.asked, legal(picked), traps(picked, 0)) == (1, ["return A5"], [])
    own = play(picked, "return A5")
    assert (own.asked, legal(own)) == (1, ["no", "yes"])


def test_ir_s35_against_the_turns_the_active_one_last():
    asks = []
    table = at(
        "A5 A1 A4",
        *("A2", "A3", "A6"),
        traps=("T5", "T2", "T5", "T2"),
        deck="A7",
        trap_trigger="owner_choice",
    )
    state = play(table, "play A5")
    while state.question == 6:
        asks.append(int(state.asked))
        state = play(state, "no")
    assert asks == [3, 2, 1, 0]


def test_ir_s35_of_one_owner_the_oldest_first():
    after = play(at("H4 A1", "A2", traps=("", "T3 T2"), deck="A6 A7"), "play H4")
    assert (hand(after, 0), traps(after, 1)) == ("A1 A6", [])
    after = play(at("H4 A1", "A2", traps=("", "T2 T3"), deck="A6 A7"), "play H4")
    assert (hand(after, 0), traps(after, 1)) == ("A1", ["T3"])


def test_ir_s67_or_as_the_owner_says():
    owner = {"same_owner_order": "owner"}
    table = at("H4 A1", "A2", traps=("", "T2 T3"), deck="A6 A7", **owner)
    asked = play(table, "play H4")
    assert (asked.asked, legal(asked)) == (1, ["trap 1.0", "trap 1.1"])
    after = play(asked, "trap 1.1")  # one is left, so nobody is asked again
    assert (hand(after, 0), traps(after, 1)) == ("A1 A6", [])


def test_ir_s67_asked_again_before_each():
    hands = "A5 A1 A4 H1 H2", "A2"
    table = at(*hands, traps=("", "T1 T1 T1"), deck="A6", same_owner_order="owner")
    asked = play(table, "play A5", "trap 1.1", "return A1")
    assert (asked.asked, legal(asked)) == (1, ["trap 1.0", "trap 1.1"])


def test_ir_s67_asked_whatever_lies_face_down():
    table = at("A5 A1", "A2", traps=("", "T5 T2"), deck="A6", same_owner_order="owner")
    asked = play(table, "play A5")
    assert (asked.asked, legal(asked)) == (1, ["no"])
    assert text.write(play(asked, "no")).count("!a") == 2  # so all know they are no T1


def test_ir_s67_of_own_traps_any_or_none():
    table = at("A5 A1 A4", "A2", traps=("T1 T5",), deck="A6", same_owner_order="owner")
    asked = play(table, "play A5")
    assert legal(asked) == ["trap 0.0", "no"]
    assert traps(play(asked, "no"), 0) == ["T1", "T5"]


def test_ir_s47_a_trap_does_not_watch_the_turn_it_is_laid():
    after = play(at("T6 A1", "A2", deck="A6"), "play T6")
    assert traps(after, 0) == ["T6"]


def test_ir_s36_the_second_t2_stays():
    after = play(at("H4 A1", "A2", traps=("", "T2 T2"), deck="A6"), "play H4")
    assert traps(after, 1) == ["T2"]


def test_ir_s66_or_everything_still_triggers():
    rule = {"after_ignored": "trigger_all"}
    table = at("H4 A1", "A2", traps=("", "T2 T2 T3"), deck="A6 A7", **rule)
    after = play(table, "play H4")
    assert (traps(after, 1), hand(after, 0), front(after)) == ([], "A1 A6", [])


def test_ir_s66_own_traps_by_choice():
    rule = {"after_ignored": "trigger_all"}
    table = at("H4 A1", "A2", traps=("T3", "T2"), deck="A6 A7", **rule)
    asked = play(table, "play H4")
    assert (asked.asked, legal(asked)) == (0, ["no", "yes"])
    assert hand(play(asked, "yes"), 0) == "A1 A6"


@pytest.mark.parametrize(("row", "drawn"), [("T3 T2", "A1 A6"), ("T2 T3", "A1")])
def test_ir_s37_t3_draws_if_it_comes_before_t2(row, drawn):
    after = play(at("H4 A1", "A2", traps=("", row), deck="A6 A7"), "play H4")
    assert hand(after, 0) == drawn


def test_ir_s38_two_t1_take_two_cards():
    table = at("A5 A1 A4 H1", "A2", traps=("", "T1 T1"), deck="A6")
    after = play(table, "play A5", "return A1", "return A4")
    assert (hand(after, 0), under(after)) == ("H1", ["A1", "A4"])


def test_ir_s38_the_hand_is_looked_at_after_each():
    table = at("A5 A1", "A2", "A3", traps=("", "T1 T1"), deck="A6")
    after = play(table, "play A5")
    assert (lost(after, 0), traps(after, 1)) == (("out of cards", 1), ["T1"])


@pytest.mark.parametrize("trap", ["T2", "T3"])
def test_ir_s39_h1_triggers_neither(trap):
    after = play(at("H1 A1", "A2", traps=("", trap), deck="A6 A7"), "play H1")
    assert (hand(after, 0), traps(after, 1)) == ("A1", [])


def test_ir_s69_h1_draws_by_t3_if_that_is_agreed():
    table = at("H1 A1", "A2", traps=("", "T3"), deck="A6 A7", h1_triggers_t3="true")
    assert hand(play(table, "play H1"), 0) == "A1 A6"


def test_ir_s40_h2_is_not_ignored():
    table = at("H2 A1", "A2", traps=("", "T2 T5"), deck="A6")
    after = play(table, "play H2", "trap 1.1")
    assert traps(after, 1) == ["T2"]


@pytest.mark.parametrize(
    ("named", "left", "drawn"), [("1.0", ["T5"], "A1"), ("1.1", [], "A1 A6")]
)
def test_ir_s41_the_named_trap_does_not_trigger(named, left, drawn):
    table = at("H2 A1", "A2", traps=("", "T3 T5"), deck="A6 A7")
    after = play(table, "play H2", f"trap {named}")
    assert (traps(after, 1), hand(after, 0)) == (left, drawn)


def test_ir_s41_the_named_trap_is_still_that_when_others_have_gone():
    table = at("H2 A1", "A2", traps=("", "T3 T1 T5"), deck="A6 A7")
    assert traps(play(table, "play H2", "trap 1.1"), 1) == ["T5"]


def test_ir_s44_t6_sends_a_new_trap_to_the_pile():
    before = at("T5 A1", "A2", traps=("", "T6"), deck="A6")
    after = play(before, "play T5")
    assert (piled(before, after), traps(after, 0)) == ("T5,T6", [])


def test_ir_s63_or_under_the_deck():
    before = at("T5 A1", "A2", traps=("", "T6"), deck="A6", t6="deck_bottom")
    after = play(before, "play T5")
    assert (piled(before, after), under(after)) == ("T6", ["T5"])
    assert [under(view(after, seat)) for seat in (0, 1)] == [["T5"], ["?"]]


def test_ir_s63_what_lay_face_up_is_known_there():
    before = at("T3 A1", "A2", traps=("", "T6"), deck="A6", t6="deck_bottom")
    assert under(view(play(before, "play T3"), 1)) == ["T3"]


@pytest.mark.parametrize("trap", ["T4", "T6"])
def test_ir_s45_t4_and_t6_are_new_traps_too(trap):
    before = at(f"{trap} A1", "A2 T5", traps=("", "T6"), deck="A6")
    after = play(before, f"play {trap}")
    assert (traps(after, 0), traps(after, 1)) == ([], [])
    assert "play T5" in legal(after)


def test_ir_s31_the_attacker_chooses():
    asked = play(at("A5 A1 A4", "A2", traps=("", "T1"), deck="A6"), "play A5")
    assert (asked.asked, legal(asked)) == (0, ["return A1", "return A4"])


def test_ir_s31_an_empty_hand_returns_nothing():
    after = play(at("A5", "A2", "A3", traps=("", "T1"), deck="A6 A7"), "play A5")
    assert (lost(after, 0), under(after)) == (("out of cards", 0), [])


def test_ir_s5_the_hand_is_not_looked_at_within_a_card():
    table = at("A3", "A2 A2", "A4")  # empty when it takes a card
    after = play(table, "play A3", "name 1")
    assert lost(after, 0) == ("out of cards", 0)
    assert hand(after, 1) == "A2 A2"


def test_ir_s32_who_is_emptied_by_t1_is_out_before_the_attack():
    after = play(at("A9 A1", "A2", "A3", traps=("", "T1"), deck="A6 A7"), "play A9")
    assert (lost(after, 0), hand(after, 1)) == (("out of cards", 1), "A2 A6")


@pytest.mark.parametrize("option", ["out_first", "action_first"])
def test_ir_s32_whatever_is_agreed_on_last_cards(option):
    hands = "A9 A1", "A2", "A3"
    table = at(*hands, traps=("", "T1"), deck="A6 A7", last_card_trap=option)
    assert lost(play(table, "play A9"), 0) == ("out of cards", 1)


LAST = [("A9", "T1"), ("H3", "T2"), ("T5", "T6")]


@pytest.mark.parametrize(("card", "trap"), LAST)
def test_ir_s53_a_last_card_that_springs_a_trap(card, trap):
    after = play(at(card, "A2", "A3", traps=("", trap), deck="A6 A7"), f"play {card}")
    assert (lost(after, 0), hand(after, 1)) == (("out of cards", 0), "A2 A6")


def test_ir_s53_t3_may_save_who_has_no_card():
    table = at("H3", "A2", "A3", traps=("", "T3"), deck="A6")
    assert legal(play(table, "play H3")) == ["name 1", "name 2"]
    dry = at("H3", "A2", "A3", traps=("", "T3"))
    assert lost(play(dry, "play H3"), 0) == ("out of cards", 0)


def test_ir_s53_the_trap_that_h2_named_stays():
    table = at("H2", "A2", "A3", traps=("", "T3 T5"))
    after = play(table, "play H2", "trap 1.1")
    assert (lost(after, 0), traps(after, 1)) == (("out of cards", 0), ["T5"])


def test_ir_s53_or_the_card_is_carried_out_first():
    table = at("A9", "A2 A2", "A3", traps=("", "T1"), last_card_trap="action_first")
    after = play(table, "play A9", "name 1")
    assert (lost(after, 0), hand(after, 1)) == (("out of cards", 0), "A2 A2")


def test_ir_s54_the_other_traps_stay():
    table = at("A5 A1", "A2", "A3", traps=("", "T1", "T1"), deck="A6 A7")
    after = play(table, "play A5")
    assert (traps(after, 2), traps(after, 1), front(after)) == ([], ["T1"], [])
