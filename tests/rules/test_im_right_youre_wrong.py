"""I'm Right You're Wrong: its rules IR-1 to IR-18 and the examples IR-E1 to IR-E22.

The rulings are tested in test_im_right_youre_wrong_rulings.py, and so on.
"""

import re
from pathlib import Path

import numpy as np
import pytest
from im_right_kit import (
    GAME,
    all_cards,
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
    view,
    won,
)

from partybots.core.chance import stream
from partybots.core.errors import BadValue
from partybots.plugins.im_right_youre_wrong import rules, text

# IR-1  Shuffle and deal the hands; the rest is the deck.


@pytest.mark.parametrize("size", [3, 5, 7])
def test_ir_1_the_hands_are_of_the_size_agreed_on(size):
    state = dealt(4, hand_size=size, auto_draw="false")
    assert state.held.tolist() == [size] * 4 + [0]
    assert state.decked == 60 - 4 * size


def test_ir_1_the_cards_are_shuffled():
    assert len({dealt(2, seed).deck.tobytes() for seed in range(20)}) == 20


# IR-2  Somebody starts.


@pytest.mark.parametrize("seat", range(5))
def test_ir_2_the_seat_agreed_on_starts(seat):
    assert dealt(5, first_player=seat).turn == seat


# IR-3  Turns go round the table.


@pytest.mark.parametrize(("way", "then"), [("clockwise", 1), ("counterclockwise", 2)])
def test_ir_3_the_turn_passes_in_the_direction_agreed_on(way, then):
    assert (
        play(at("A6 A6", "A6", "A7", direction=way), "play A6", "name 1").turn == then
    )


# IR-4  A turn begins with a draw.


def test_ir_4_the_next_player_has_drawn():
    after = play(at("A6 A1", "A2", deck="A3 H1 H2"), "play A6")
    assert hand(after, 1) == "A2 A3 H1"  # one of A6, one of the turn
    assert after.decked == 1


# IR-5  Exactly one card is played; earlier cards do not matter.


def test_ir_5_any_card_of_the_hand_can_be_played():
    assert legal(at("A1 H1 T1 T3", "A2")) == [
        "play A1",
        "play H1",
        "play T1",
        "play T3",
    ]


def test_ir_5_the_turn_passes_after_one_card():
    after = play(at("A5 A1", "A2", deck="A3"), "play A5")
    assert (after.turn, after.asked, hand(after, 0)) == (1, 1, "A1")


# IR-6  Attacks and Highroads are played face up; Traps as they say.


def test_ir_6_the_effect_is_for_you_who_play_it():
    after = play(at("A1 A4 H1", "A2", deck="A6"), "play A1", "return H1")
    assert (hand(after, 0), under(after)) == ("A4", ["H1"])


@pytest.mark.parametrize(
    ("trap", "known_to"),
    [
        ("T1", [0]),
        ("T2", [0]),
        ("T3", [0, 1]),
        ("T4", [0, 1]),
        ("T5", [0]),
        ("T6", [0]),
    ],
)
def test_ir_6_a_trap_lies_as_it_says(trap, known_to):
    after = play(at(f"{trap} A1", "A2", deck="A6"), f"play {trap}")
    seen = [seat for seat in (0, 1) if traps(view(after, seat), 0) == [trap]]
    assert (traps(after, 0), seen) == ([trap], known_to)


# IR-7  Finished cards go to the pile; what still works stays in front.


def test_ir_7_a_finished_card_goes_to_the_pile():
    before = at("H1 A1", "A2", deck="A6")
    assert piled(before, play(before, "play H1")) == "H1"


@pytest.mark.parametrize("card", ["A4", "A5", "A10", "A11", "H4"])
def test_ir_7_a_card_that_still_works_stays_in_front(card):
    before = at(f"{card} A1 H1", "A2 A3", auto_draw="false", deck="A6")
    after = play(before, f"play {card}")
    assert (front(after), piled(before, after)) == ([card], "-")


# IR-8  Then comes the next player.


def test_ir_8_the_turn_passes_over_seats_that_are_out():
    assert play(at("A5 A1", "out0:cards:0", "A2"), "play A5").turn == 2


# IR-9  With nothing to draw one plays on from the hand.


def test_ir_9_a_turn_without_a_draw():
    before = at("A5 A1", "A2 A3")
    after = play(before, "play A5")
    assert (after.asked, hand(after, 1)) == (1, "A2 A3")
    assert piled(before, after) == "-"


# IR-10  An opponent's matching card reveals a Trap, which acts first.


def test_ir_10_the_trap_acts_before_the_card():
    before = at("A5 A1 H2", "A2", traps=("", "T1"), deck="A6")
    asked = play(before, "play A5")
    assert (asked.asked, legal(asked)) == (0, ["return A1", "return H2"])
    assert (front(asked), piled(before, asked)) == ([], "T1")
    assert front(play(asked, "return A1")) == ["A5"]


@pytest.mark.parametrize(
    ("trap", "card", "reacts"),
    [
        *[("T1", "A5", True), ("T1", "H4", False), ("T1", "T5", False)],
        *[("T2", "A5", False), ("T2", "H4", True), ("T2", "T5", False)],
        *[("T3", "A5", False), ("T3", "H4", True), ("T3", "T5", False)],
        *[("T5", "A5", False), ("T5", "H4", False), ("T5", "T1", False)],
        *[("T6", "A5", False), ("T6", "H4", False), ("T6", "T5", True)],
    ],
)
def test_ir_10_what_triggers_a_trap(trap, card, reacts):
    after = play(at(f"{card} A1 A1", "A2", traps=("", trap), deck="A6"), f"play {card}")
    assert (traps(after, 1) == []) == reacts


# IR-11  A Trap that was let pass waits for the next time.


def test_ir_11_a_trap_let_pass_stays_in_play():
    table = at(
        "A5 A1 A3", "A2", traps=("", "T1"), deck="A6", trap_trigger="owner_choice"
    )
    after = play(table, "play A5", "no")
    assert (traps(after, 1), hand(after, 0)) == (["T1"], "A1 A3")


# IR-12  One may look at one's own face-down Traps.


def test_ir_12_only_the_owner_sees_a_trap_face_down():
    table = at("A5 A1", "A2", "A3", traps=("", "T5"))
    assert [traps(view(table, seat), 1) for seat in range(3)] == [["?"], ["T5"], ["?"]]


# IR-13  One's own Trap need not trigger on oneself.


@pytest.mark.parametrize(("said", "left"), [("yes", []), ("no", ["T2"])])
def test_ir_13_ones_own_trap_is_ones_own_choice(said, left):
    table = at("H4 A1", "A2", traps=("T2",), deck="A6")
    after = play(table, "play H4", said)
    assert (traps(after, 0), front(after)) == (left, ["H4"] if left else [])


# IR-14  Any number of Traps may be in play, and trigger.


def test_ir_14_several_traps_trigger_on_one_card():
    table = at("H3 A1 A4", "A2", "A3", traps=("", "T3", "T3"), deck="A6 A7 A8")
    after = play(table, "play H3")
    assert hand(after, 0) == "A1 A4 A6 A7"


# IR-15  Priority runs against the turns.


@pytest.mark.parametrize(
    ("way", "first"), [("clockwise", "3"), ("counterclockwise", "1")]
)
def test_ir_15_the_seat_before_is_first(way, first):
    table = at(
        "H4 A1", "A2", "A3", "A6", traps=("", "T2", "", "T2"), deck="A7", direction=way
    )
    after = play(table, "play H4")
    assert [traps(after, seat) for seat in (1, 3)].index([]) == "13".index(first)


# IR-16  T4 stays until it is disarmed; T5 has no trigger.


def test_ir_16_t4_stays_and_is_disarmed():
    table = at("A6 H1 T5", "A2", traps=("", "T4"), deck="A3 A4 A5")
    assert legal(table) == ["play A6", "play H1"]
    assert traps(play(table, "play A6"), 1) == ["T4"]
    assert traps(play(table, "play H1"), 1) == []


# IR-17  Out of cards, out of plays, a rule broken: out.


def test_ir_17_out_of_cards():
    after = play(at("A5", "A2", "A3"), "play A5")
    assert lost(after, 0) == ("out of cards", 0)


def test_ir_17_out_of_plays():
    after = play(at("A1 A2", "A2", "A3", more="front A5>0:0"), "no")
    assert lost(after, 0) == ("out of plays", 0)


def test_ir_17_a_rule_broken():
    table = at("A4 A1", "A2", "A3", more="front A5>0:0", allow_rule_breaking="true")
    assert lost(play(table, "play A1"), 0) == ("broke a rule", 0)


# IR-18  The last one in wins.


def test_ir_18_the_last_one_in_wins():
    after = play(at("A5", "A2", "out0:rule:1"), "play A5")
    assert (rules.actor(after), won(after), scores(after)) == (-1, [1], [1, 2, 0])


def test_ir_18_nobody_has_won_before():
    assert won(at("A5", "A2", "out0:rule:1")) == []


# The examples.


def test_ir_e1_the_first_draw():
    state = GAME.new(2)
    GAME.kernels.deal(state, stream(1))
    record = GAME.record(state)
    assert record.held.sum() == 11
    assert record.decked == 49


def test_ir_e2_two_cards_are_returned():
    before = at("A1 A2 A4 A5 A6 H1", "A3", deck="A7 A8 H2")
    after = play(before, "play A2", "return A1", "return H1")
    assert hand(after, 0) == "A4 A5 A6"
    assert under(after) == ["A1", "H1"]
    assert piled(before, after) == "A2"


def test_ir_e3_a_trap_takes_the_last_card():
    after = play(at("A1 A6", "A2", traps=("", "T1")), "play A1")
    assert (hand(after, 0), lost(after, 0)) == ("", ("out of cards", 1))
    assert (under(after), won(after)) == (["A6"], [1])


def test_ir_e4_all_traps_are_disarmed():
    before = at("H1 A1", "A2", traps=("", "T2 T3 T4"), deck="A6")
    after = play(before, "play H1")
    assert piled(before, after) == "H1,T2,T3,T4"
    assert hand(after, 0) == "A1"


def test_ir_e5_a_highroad_is_ignored():
    before = at("H3 A1", "A2 A4", traps=("", "T2"), deck="A6")
    after = play(before, "play H3")
    assert piled(before, after) == "H3,T2"
    assert hand(after, 1) == "A2 A4 A6"  # the last is the draw of the turn


def test_ir_e6_the_trap_that_would_ignore_is_disarmed():
    before = at("H2 A1", "A2", traps=("", "T2"), deck="A6")
    assert piled(before, play(before, "play H2")) == "H2,T2"


def test_ir_e7_another_trap_acts_before_the_disarming():
    before = at("H2 A1", "A2", traps=("", "T2 T3"), deck="A6 A7")
    after = play(before, "play H2", "trap 1.0")
    assert (hand(after, 0), traps(after, 1)) == ("A1 A6", [])
    assert piled(before, after) == "H2,T2,T3"


def test_ir_e8_ignored_before_the_draw():
    table = at("H4 A1", "A2", "A3", "A4", traps=("", "T3", "", "T2"), deck="A6 A7")
    after = play(table, "play H4")
    assert (hand(after, 0), traps(after, 1), traps(after, 3)) == ("A1", ["T3"], [])
    assert front(after) == []


def test_ir_e9_the_draw_before_it_is_ignored():
    table = at("H4 A1", "A2", "A3", "A4", traps=("", "T2", "", "T3"), deck="A6 A7")
    after = play(table, "play H4")
    assert (hand(after, 0), traps(after, 1), traps(after, 3)) == ("A1 A6", [], [])
    assert front(after) == []


def test_ir_e10_a_forced_highroad_breaks_a_rule():
    table = at("H1 H1", "A11 A2", more="front A4>0:0", deck="H2", turn=1)
    assert lost(play(table, "play A11"), 0) == ("broke a rule", 1)


def test_ir_e11_a_forced_trap_breaks_a_rule():
    table = at("A10 A1", "A2", traps=("T4",), deck="T5")
    assert lost(play(table, "play A10"), 1) == ("broke a rule", 0)


def test_ir_e12_nothing_can_be_played():
    after = play(at("A1 A6", "A2", traps=("", "T4"), more="front A4>1:1"), "play A6")
    assert lost(after, 1) is None
    hands = ("A1 H1 T1", "A2")
    table = at(*hands, traps=("", "T4"), more="front A4>0:0 H4>1:0")
    assert legal(table) == ["no"]
    assert lost(play(table, "no"), 0) == ("out of plays", 1)


def test_ir_e13_the_last_card():
    after = play(at("A6", "A2"), "play A6")
    assert (lost(after, 0), won(after)) == (("out of cards", 0), [1])


def test_ir_e14_both_hands_are_empty():
    after = play(at("A9", "A2"), "play A9")
    assert (under(after), won(after), scores(after)) == (["A2"], [1], [0, 1])


def test_ir_e15_attacks_are_forbidden_for_one_turn():
    table = at("A5 A1 A2", "A6 H1", deck="H2 T5 A3 A4")
    next_turn = play(table, "play A5", "play H1")
    assert legal(next_turn) == ["play T5"]
    assert legal(play(next_turn, "play T5", "play H2")) == [
        "play A1",
        "play A2",
        "play A4",
    ]


def test_ir_e16_a_new_trap_is_ignored():
    before = at("T4 A1", "A2 T5", traps=("", "T6"), deck="A6")
    after = play(before, "play T4")
    assert piled(before, after) == "T4,T6"
    assert "play T5" in legal(after)


def test_ir_e17_two_traps_take_two_cards():
    table = at("A6 A1 A2 H1 H2", "A3", traps=("", "T1 T1"), deck="A7 A8")
    after = play(table, "play A6", "return A1", "return A2")
    assert hand(after, 0) == "H1 H2"
    assert hand(after, 1) == "A3 A7 A8"


def test_ir_e18_a_card_is_drawn_and_played():
    before = at("A8 A2 H1", "A3", deck="A1 A7")
    after = play(before, "play A8", "return A2")
    assert (hand(after, 0), piled(before, after)) == ("H1", "A1,A8")


def test_ir_e19_nothing_to_draw_and_play():
    before = at("A8 A2", "A3")
    after = play(before, "play A8")
    assert (hand(after, 0), piled(before, after), after.asked) == ("A2", "A8", 1)


@pytest.mark.parametrize(("said", "left"), [("no", ["T1"]), ("yes", [])])
def test_ir_e20_ones_own_trap(said, left):
    asked = play(at("A5 A1 A2", "A3", traps=("T1",), deck="A6"), "play A5")
    assert legal(asked) == ["no", "yes"]
    after = play(asked, said, *(["return A1"] if said == "yes" else []))
    assert traps(after, 0) == left


def test_ir_e21_one_is_drawn_and_one_returned():
    asked = play(at("A7 A1", "A2 A3 A4", deck="H1 A6"), "play A7")
    assert (asked.asked, hand(asked, 1)) == (1, "A2 A3 A4 H1")
    after = play(asked, "return A2")
    assert (hand(after, 1), under(after)) == ("A3 A4 A6 H1", ["A2"])  # A6 is the turn's


def test_ir_e22_the_cards_are_conserved():
    whole = dealt(2).kind_count.tolist()
    for seed in range(6):
        state, rng = dealt(2 + seed % 4, seed), stream(seed, "cards")
        actions = np.zeros(rules.ACTIONS, np.int64)
        while rules.actor(state) >= 0:
            n = rules.legal(state, actions)
            rules.apply(state, actions[(7 * n + seed) % n], rng)
            assert all_cards(state) == whole


# Nothing stated without a test, and none without a statement.

NO_TEST = {"IR-S29", "IR-S49", "IR-S52"}  # cannot come up, or is not modelled


def test_every_rule_has_a_test_of_its_own():
    stated = set(re.findall(r"^(IR-S?\d+) ", rules.__doc__, re.MULTILINE))
    here = Path(__file__).parent.glob("test_im_right_youre_wrong*.py")
    names = " ".join(
        re.findall(r"^def (test_ir_\w+)", "\n".join(map(Path.read_text, here)), re.M)
    )
    tested = {
        f"IR-{rule.upper()}" for rule in re.findall(r"test_ir_([se]?\d+)_", names)
    }
    examples = {f"IR-E{number}" for number in range(1, 23)}
    assert stated - NO_TEST == tested - examples
    assert tested >= examples
    rulings = {f"IR-S{number}" for number in range(1, 73)}
    assert stated == rulings | {f"IR-{number}" for number in range(1, 19)}


def test_an_unknown_table_is_refused():
    with pytest.raises(BadValue, match="seats 2 to 5, not 6"):
        GAME.new(6)
    assert text.write_action(rules.ACTIONS - 1) == "pick 127"
