"""Right Turn, Left Turn: what the rulebook leaves open, RTLT-S1 to S17.

They stand in plugins/right_turn_left_turn/rules.py with their options.
"""

import re

import numpy as np
import pytest

from partybots.core.chance import stream
from partybots.core.errors import BadValue
from partybots.core.registry import Registry
from partybots.plugins.right_turn_left_turn import rules, text, why

GAME = Registry().game("right-turn-left-turn")
SIX = (
    "deck house 3L 1R 4L, tree 2L 3R 2R, bicycle 3R 2L 4L, "
    "house 4R 4R 4R, stop-sign 1R 1L 2L, ambulance 4R 3L 4R"
)
RIGHT = ["bicycle", "traffic-light", "house", "tree", "tree", "stop-sign"]


def small(parts, house_rules=""):
    """A position with the small deck."""
    return " / ".join(part for part in (house_rules, SIX, parts) if part)


def full(won, asked="* * *", house_rules=""):
    """A position with our deck and its first Contract open."""
    used = {1, *map(int, re.findall(r"\d+", won))}
    pile = " ".join(str(card) for card in range(1, 44) if card not in used)
    rounds, seats = len(used) - 1, won.count(",") + 1
    before = f"rounds {rounds} / last 43 street-lamp:{' silent' * seats}"
    parts = [house_rules, f"won {won}", f"pile {pile} |", before if rounds else ""]
    return " / ".join([*filter(None, parts), f"open 1 by 0: {asked}"])


def after(written, *answers, luck=1):
    state, rng = GAME.state(text.read(written).tobytes()), stream(luck)
    for answer in answers:
        word, _, ms = answer.partition("@")
        action = text.read_action(word)
        assert not why.why_illegal(GAME.record(state), action)
        GAME.kernels.stamp(state, int(ms or 0))
        GAME.kernels.apply(state, action, rng)
    return GAME.record(state)


def actor(state):
    return GAME.kernels.actor(GAME.state(state.tobytes()))


def asked(state):
    return [seat for seat in range(state.seats) if state.may >> seat & 1]


def held(state):
    return state.held[: state.seats].tolist()


def boxed(state):
    return text.lying(state, rules.BOXED)


def under(state):
    """The Contracts under the pile that everyone has seen, the lowest first."""
    return state.pile[: state.in_pile - state.unseen].tolist()


def winners(state):
    won = np.zeros(state.seats, np.int64)
    GAME.kernels.winners(GAME.state(state.tobytes()), won)
    return won.tolist()


# RTLT-S1  Nobody right: the Contract goes under the pile (unsolved_card).


@pytest.mark.parametrize(
    ("option", "pile", "box"), [("under_pile", [1], []), ("box", [], [1])]
)
def test_rtlt_s1_a_contract_nobody_solved(option, pile, box):
    table = full("-, -, -", house_rules=f"unsolved_card={option}")
    state = after(table, "tree@9", "house@9", "tree@9")
    assert (under(state), boxed(state)) == (pile, box)


# RTLT-S2  A Contract given back goes into the box (penalty_card).


@pytest.mark.parametrize(
    ("option", "pile", "box"), [("under_pile", [7], []), ("box", [], [7])]
)
def test_rtlt_s2_a_contract_given_back(option, pile, box):
    table = full("4 7, -, -", house_rules=f"penalty_card={option}")
    state = after(table, "tree@900", "bicycle@1200", "silent")
    assert (under(state), boxed(state)) == (pile, box)


# RTLT-S3  It is the one won last.


def test_rtlt_s3_the_one_won_last_is_given_back():
    state = after(full("9 4 7, -, -"), "tree@900", "bicycle@1200", "silent")
    assert state.won[0, :3].tolist() == [9, 4, 0]


# RTLT-S4  An empty pile ends the match, most Contracts win (on_empty_pile).

LAST = "won 2, 3, - / pile | / box 4 5 6 / rounds 2 / last 2 tree: - - - / "
LAST += "open 1 by 0: * * *"


def test_rtlt_s4_the_match_ends_with_the_pile():
    state = after(small(LAST), "bicycle@900", "silent", "silent")
    assert (actor(state), held(state), winners(state)) == (-1, [2, 1, 0], [1, 0, 0])


def test_rtlt_s4_ties_share():
    state = after(small(LAST, "unsolved_card=box"), "silent", "silent", "house@500")
    assert (actor(state), winners(state)) == (-1, [1, 1, 0])


def test_rtlt_s4_the_box_makes_a_new_pile():
    table = small(LAST, "on_empty_pile=recycle_box")
    state = after(table, "bicycle@900", "silent", "silent")
    assert (state.in_pile, state.unseen, boxed(state)) == (2, 2, [])
    assert {state.open, *state.pile[:2].tolist()} == {4, 5, 6}


def test_rtlt_s4_after_the_match_the_box_stays_a_box():
    table = small(LAST, "target=2 on_empty_pile=recycle_box")
    state = after(table, "bicycle@900", "silent", "silent")
    assert (actor(state), boxed(state)) == (-1, [4, 5, 6])


def test_rtlt_s4_nobody_knows_the_order_of_the_new_pile():
    table = small(LAST, "on_empty_pile=recycle_box")
    orders = {
        after(table, "bicycle@900", "silent", "silent", luck=luck).open
        for luck in range(30)
    }
    assert orders == {4, 5, 6}


def test_rtlt_s4_with_nothing_in_the_box_the_match_ends_all_the_same():
    table = small(LAST.replace("box", "gone"), "on_empty_pile=recycle_box")
    assert actor(after(table, "bicycle@900", "silent", "silent")) == -1


# RTLT-S5  Wrong at the same time as someone is right: out, and it costs.


def test_rtlt_s5_wrong_in_the_same_moment_pays():
    state = after(full("4 7, -, -"), "tree@900", "bicycle@900", "silent")
    assert held(state) == [1, 1, 0]


# RTLT-S6  Wrong after someone was right: nothing happens.


def test_rtlt_s6_wrong_too_late_is_not_heard():
    state = after(full("4 7, -, -"), "tree@901", "bicycle@900", "silent")
    assert held(state) == [2, 1, 0]


# RTLT-S7  Nobody answers a Contract twice.


def test_rtlt_s7_the_next_to_be_asked_is_another_seat():
    state = after(full("-, -, -"), "tree@900")
    assert actor(state) == 1
    assert actor(after(full("-, -, -"), "tree@900", "tree@950")) == 2


# RTLT-S8  A word that is no landmark is wrong (unknown_answer).


def test_rtlt_s8_another_word_costs_a_contract():
    state = after(full("4, -, -"), "something-else@9", "bicycle@10", "silent")
    assert held(state) == [0, 1, 0]


def test_rtlt_s8_another_word_may_be_refused():
    state = text.read(full("4, -, -", house_rules="unknown_answer=reject"))
    legal = np.zeros(rules.ACTIONS, np.int64)
    n = GAME.kernels.legal(GAME.state(state.tobytes()), legal)
    assert legal[:n].tolist() == [0, 1, 2, 3, 4, 5, 6, rules.SILENT]
    assert why.why_illegal(state, rules.SOMETHING_ELSE).startswith("RTLT-S8")


# RTLT-S9  Nor does anyone who is out answer.


def test_rtlt_s9_who_was_wrong_has_no_part_in_the_tie_break():
    state = after(full("-, -, -"), "tree@900", "bicycle@950", "bicycle@950")
    assert asked(state) == [1, 2]


# RTLT-S10  The last one in still has to be right.


def test_rtlt_s10_the_last_one_in_wins_nothing_by_being_last():
    state = after(full("-, -, -"), "tree@900", "house@950", "stop-sign@999")
    assert held(state) == [0, 0, 0]


# RTLT-S11  Nobody says anything: as S1.


@pytest.mark.parametrize(
    ("option", "pile", "box"), [("under_pile", [1], []), ("box", [], [1])]
)
def test_rtlt_s11_nobody_says_anything(option, pile, box):
    table = full("-, -, -", house_rules=f"unsolved_card={option}")
    state = after(table, *["silent"] * 3)
    assert (under(state), boxed(state)) == (pile, box)


# RTLT-S12  A tie-break belongs to its round and to whoever turned its first Contract.

TIE = ["bicycle@900", "silent", "bicycle@900"]


def test_rtlt_s12_a_tie_break_is_turned_by_the_same_player():
    state = after(full("-, -, -"), *TIE)
    assert (state.turner, state.rounds, state.ties) == (0, 0, 1)


def test_rtlt_s12_then_the_next_seat_turns():
    state = after(full("-, -, -"), *TIE, "stop-sign@900", "silent")
    assert (state.turner, state.rounds, state.ties) == (1, 1, 0)
    assert held(state) == [1, 0, 0]


# RTLT-S13  In a tie-break wrong answers cost the same; one who is left must be right.


def test_rtlt_s13_wrong_in_a_tie_break_pays():
    state = after(full("9, -, -"), *TIE, "tree@1", "stop-sign@900")
    assert held(state) == [0, 0, 1]


def test_rtlt_s13_everyone_wrong_in_a_tie_break():
    state = after(full("-, -, -"), *TIE, "tree@1", "house@2")
    assert (held(state), under(state), asked(state)) == ([0] * 3, [2, 1], [0, 1, 2])


# RTLT-S14  Tied again: again, among those tied now.


def test_rtlt_s14_tied_again():
    state = after(full("-, -, -"), *["bicycle@900"] * 3, *["stop-sign@7"] * 2, "silent")
    assert (state.ties, asked(state), under(state)) == (2, [0, 1], [2, 1])


# RTLT-S15  Tied with no pile left: the Contract goes into the box, the round ends.

TIED_LAST = ["bicycle@900", "bicycle@900", "silent"]


def test_rtlt_s15_a_tie_over_the_last_contract():
    state = after(small(LAST), *TIED_LAST)
    assert (actor(state), boxed(state), held(state)) == (-1, [1, 4, 5, 6], [1, 1, 0])


# RTLT-S16  The next player is the next seat (revealer).


@pytest.mark.parametrize(
    ("option", "turner"), [("rotate", 1), ("winner", 2), ("oldest", 0)]
)
def test_rtlt_s16_who_turns_the_next_contract(option, turner):
    table = full("-, -, -", house_rules=f"revealer={option}")
    assert after(table, "silent", "silent", "bicycle@5").turner == turner


def test_rtlt_s16_after_the_last_seat_the_first():
    table = full("-, -, -").replace("open 1 by 0", "open 1 by 2")
    assert after(table, *["silent"] * 3).turner == 0


# RTLT-S17  The oldest player is seat 0 (first_revealer).


def test_rtlt_s17_the_oldest_may_sit_elsewhere():
    state = GAME.new(3, {"first_revealer": "2"})
    GAME.kernels.deal(state, stream(1))
    assert GAME.record(state).turner == 2


def test_rtlt_s17_the_oldest_has_a_seat():
    with pytest.raises(BadValue, match="RTLT-S17: there is no seat 3"):
        GAME.new(3, {"first_revealer": "3"})


def test_the_small_deck_leads_where_its_table_says():
    for card, right in enumerate(RIGHT, 1):
        rest = " ".join(str(other) for other in range(1, 7) if other != card)
        table = small(f"won -, - / pile {rest} | / open {card} by 0: * *")
        assert after(table, f"{right}@5", "silent").held[0] == 1
