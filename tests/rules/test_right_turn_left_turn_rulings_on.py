"""Right Turn, Left Turn: what the rulebook leaves open, RTLT-S18 to S34.

They stand in plugins/right_turn_left_turn/rules.py with their options.
"""

import re

import numpy as np
import pytest

from partybots.core.chance import stream
from partybots.core.errors import BadValue
from partybots.core.registry import Registry
from partybots.plugins.right_turn_left_turn import house, rules, text, why

GAME = Registry().game("right-turn-left-turn")
SIX = (
    "deck house 3L 1R 4L, tree 2L 3R 2R, bicycle 3R 2L 4L, "
    "house 4R 4R 4R, stop-sign 1R 1L 2L, ambulance 4R 3L 4R"
)
LAST = "won 2, 3, - / pile | / box 4 5 6 / rounds 2 / last 2 tree: - - - / "
LAST += "open 1 by 0: * * *"
TIED_LAST = ["bicycle@900", "bicycle@900", "silent"]


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


# RTLT-S18  Two players cannot reach the target at once.


def test_rtlt_s18_of_two_with_five_one_wins():
    won = "2 3 4 5 6, 7 8 9 10 11, -"
    state = after(full(won), "bicycle@900", "bicycle@900", "silent")
    assert (held(state), asked(state)) == ([5, 5, 0], [0, 1])  # Contract 12 is open
    state = after(
        full(won), "bicycle@900", "bicycle@900", "silent", "house@8", "house@9"
    )
    assert winners(state) == [1, 0, 0]


# RTLT-S19  The target is at most the number of Contracts.


def test_rtlt_s19_a_target_nobody_can_reach():
    with pytest.raises(BadValue, match="RTLT-S19: 43 Contracts"):
        GAME.new(3, {"target": "44"})
    GAME.new(3, {"target": "43"})


# RTLT-S20  More than 8 players need a house rule (max_players).


def test_rtlt_s20_nine_players_need_a_house_rule():
    with pytest.raises(BadValue, match="RTLT-S20: 8 players at most"):
        GAME.new(9)
    GAME.new(9, {"max_players": "9"})


# RTLT-S21  A Contract may end where it starts.


def test_rtlt_s21_back_at_the_start():
    table = "deck house 1L 1R 7L / target=1 / won -, - / pile | / open 1 by 0: * *"
    assert after(table, "house@9", "silent").held[0] == 1


# RTLT-S22  A movement is 1 step or more; 7 go all the way round.


def test_rtlt_s22_ten_steps_are_three():
    table = "deck house 10L 8R 4L / target=1 / won -, - / pile | / open 1 by 0: * *"
    assert after(table, "bicycle@9", "silent").held[0] == 1


def test_rtlt_s22_no_steps_are_no_movement():
    with pytest.raises(BadValue, match="line 1 of the deck"):
        GAME.new(2, {}, "house 0L 1R 4L")


# RTLT-S23  Nobody has fewer than no Contracts.


def test_rtlt_s23_with_none_a_wrong_answer_costs_nothing():
    assert held(after(full("-, -, -"), "tree@1", "silent", "silent")) == [0, 0, 0]


# RTLT-S24  The circle stays as it lies, or is laid out anew for each match (relayout).


def circles(**house_rules):
    found = set()
    for seed in range(10):
        state = GAME.new(2, house_rules)
        GAME.kernels.deal(state, stream(seed))
        found.add(str(house.get_circle(GAME.record(state))))
    return found


def test_rtlt_s24_the_circle_stays():
    assert len(circles()) == 1


def test_rtlt_s24_a_new_circle_each_match():
    laid = circles(relayout="each_game")
    assert len(laid) == 10
    assert all(circle.startswith("house:front") for circle in laid)


# RTLT-S25  The number of movements grows between rounds only (deeper_every).


def test_rtlt_s25_one_more_movement_counts_after_two_rounds():
    table = full("-, -, -", house_rules="depth=1 deeper_every=2")
    states = [after(table, *["silent"] * 3 * played) for played in (0, 1, 2, 4, 6)]
    depths = [rules.movements(state) for state in states]
    assert depths == [1, 1, 2, 3, 3]


def test_rtlt_s25_a_tie_break_is_as_deep_as_its_round():
    table = full("-, -, -", house_rules="depth=1 deeper_every=1")
    state = after(table, "street-lamp@9", "street-lamp@9", "silent")
    assert (state.ties, rules.movements(state)) == (1, 1)


# RTLT-S26  Contracts in the box are gone, so the pile can run out before the target.


@pytest.mark.parametrize(
    ("seats", "house_rules", "said"),
    [
        (2, {}, "penalty_card"),
        (8, {"penalty_card": "under_pile"}, ""),
        (8, {"penalty_card": "under_pile", "target": "7"}, "8 players can win 48"),
        (2, {"on_empty_pile": "recycle_box"}, ""),
    ],
)
def test_rtlt_s26_a_pile_that_may_run_out(seats, house_rules, said):
    warning = house.warn(GAME.record(GAME.new(seats, house_rules)))
    assert said in warning
    assert bool(said) == bool(warning)


# RTLT-S27  The answers to a Contract are judged together, in the order of their times.


def test_rtlt_s27_the_order_of_asking_decides_nothing():
    assert held(after(full("-, -, -"), *["bicycle@9", "bicycle@8", "bicycle@7"])) == [
        0,
        0,
        1,
    ]


def test_rtlt_s27_nothing_happens_before_the_last_answer():
    state = after(full("-, -, -"), "bicycle@9", "tree@8")
    assert (state.rounds, held(state), state.open) == (0, [0, 0, 0], 1)
    assert GAME.kernels.sealed(GAME.state(state.tobytes()))


# RTLT-S28  Times at most tie_window_ms after the first right one are the same time.


def test_rtlt_s28_the_window_is_counted_from_the_first_and_not_chained():
    table = full("-, -, -", house_rules="tie_window_ms=100")
    state = after(table, "bicycle@900", "bicycle@1000", "bicycle@1001")
    assert asked(state) == [0, 1]


@pytest.mark.parametrize(("ms", "has"), [(1000, 0), (1001, 1)])
def test_rtlt_s28_wrong_inside_the_window_pays(ms, has):
    table = full("4, -, -", house_rules="tie_window_ms=100")
    assert after(table, f"tree@{ms}", "bicycle@900", "silent").held[0] == has


# RTLT-S29  Contracts given back go under the pile in order of answers, the open last.


@pytest.mark.parametrize(
    ("answers", "pile"),
    [
        (["tree@30", "house@20", "tree@10"], [1, 2, 3, 4]),
        (["tree@10", "house@10", "tree@10"], [1, 4, 3, 2]),  # equal: by seat
    ],
)
def test_rtlt_s29_the_order_under_the_pile(answers, pile):
    table = full("2, 3, 4", house_rules="penalty_card=under_pile")
    assert under(after(table, *answers)) == pile


def test_rtlt_s29_a_contract_given_back_makes_room_for_a_tie_break():
    table = small(LAST, "penalty_card=under_pile")
    state = after(table, "tree@1", "bicycle@900", "bicycle@900")
    assert (state.open, under(state), asked(state)) == (2, [1], [1, 2])


# RTLT-S30  After S15 everyone may answer the next, if the box makes a new pile.


def test_rtlt_s30_everyone_may_answer_from_the_new_pile():
    state = after(small(LAST, "on_empty_pile=recycle_box"), *TIED_LAST)
    assert (asked(state), state.rounds, state.in_pile) == ([0, 1, 2], 3, 3)


# RTLT-S31  revealer is winner and nobody won: the same player turns the next.


def test_rtlt_s31_nobody_won():
    table = full("-, -, -", house_rules="revealer=winner")
    assert after(table.replace("by 0", "by 2"), *["silent"] * 3).turner == 2


# RTLT-S32  With no Contract open there is nothing to answer.


def test_rtlt_s32_after_the_match_nobody_answers():
    state = after(small(LAST), "bicycle@900", "silent", "silent")
    assert why.why_illegal(state, 0).startswith("RTLT-S32")


# RTLT-S33  At max_ties ties in one round the Contract leaves the match for good.


def test_rtlt_s33_the_second_tie_of_two():
    table = small(
        "won -, - / pile 2 3 4 5 6 | / open 1 by 0: * *",
        "max_ties=2 on_empty_pile=recycle_box",
    )
    state = after(table, *["bicycle@5"] * 2, *["traffic-light@5"] * 2)
    assert (text.lying(state, rules.GONE), under(state)) == ([2], [1])
    assert (state.rounds, state.ties, asked(state)) == (1, 0, [0, 1])


def test_rtlt_s33_perfect_players_who_always_tie_come_to_an_end():
    state, rng, legal = GAME.new(2), stream(1), np.zeros(rules.ACTIONS, np.int64)
    GAME.kernels.deal(state, rng)
    answers = 0
    while GAME.kernels.actor(state) >= 0:
        n = GAME.kernels.legal(state, legal)
        GAME.kernels.stamp(state, 0)
        GAME.kernels.apply(state, GAME.kernels.greedy(state, legal, n, rng), rng)
        answers += 1
    record = GAME.record(state)
    assert (held(record), record.rounds) == ([0, 0], 43)
    assert len(text.lying(record, rules.GONE)) == 42
    assert len(boxed(record)) == 1  # the last, with no other to turn (S15)
    assert answers <= 43 * 10 * 2


# RTLT-S34  After max_rounds the match ends, most Contracts win.


def test_rtlt_s34_the_last_round():
    table = full("2, -, -", house_rules="max_rounds=2")
    state = after(table, *["silent"] * 3)
    assert (actor(state), winners(state)) == (-1, [1, 0, 0])
