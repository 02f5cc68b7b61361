"""Plans for Right Now: against brute force, and against one who knows no model."""

from functools import lru_cache

import numpy as np
import pytest

from partybots.core import BadValue, Rng, View
from partybots.core.arena.match import Player, play
from partybots.core.registry import Registry
from partybots.plugins.right_now.futures import imagine
from partybots.plugins.right_now.layout import PLAYING
from partybots.plugins.right_now.planner import Planner
from partybots.solvers.planning import (
    DRAWS,
    LEAVES,
    Card,
    Future,
    Slice,
    WrongPlan,
    check,
    fewest_turns,
    fits,
    plan,
    replay,
    slices,
)

REGISTRY = Registry()
GAME = REGISTRY.game("right-now")


def a_card(rng):
    top = 1 + rng.below(7)
    return Card(top, 1 + (top + rng.below(6)) % 7)


def some_cards(rng, n):
    return [a_card(rng) for _ in range(n)]


def brute_force(hand, tops):
    """The fewest turns, by trying all there is; None if it cannot be done."""
    limit = len(hand) if tops is None else len(tops)

    @lru_cache(None)
    def left(hand, turn):
        if not hand:
            return 0
        if turn >= limit:
            return None
        top = tops[turn] if tops else None
        after = [
            hand[: s.start] + hand[s.start + s.length :] for s in slices(hand, top)
        ]
        rest = [left(cards, turn + 1) for cards in [*after, hand]]
        return min((1 + n for n in rest if n is not None), default=None)

    return left(tuple(hand), 0)


@pytest.mark.parametrize("seed", range(60))
def test_no_plan_is_shorter_than_the_fewest_turns(seed):
    rng = Rng("fewest", seed)
    hand = some_cards(rng, 1 + rng.below(6))
    tops = some_cards(rng, 1 + rng.below(8)) if seed % 2 else None
    found = fewest_turns(hand, tops)
    fewest = brute_force(hand, tops)
    assert (None if found is None else len(found)) == fewest
    if found is not None:
        assert replay(hand, found, tops) == []


def test_cards_meet_when_those_between_them_are_gone():
    hand = [Card(1, 2), Card(3, 4), Card(1, 5)]
    assert fewest_turns(hand) == [Slice(1, 1), Slice(0, 2)]
    assert fewest_turns([]) == []


def test_a_super_combo_goes_on_any_card():
    hand = [Card(1, n) for n in (2, 3, 4, 5)]
    assert fewest_turns(hand, [Card(6, 7)]) == [Slice(0, 4)]
    assert fewest_turns(hand[:3], [Card(6, 7)]) is None


@pytest.mark.parametrize("seed", range(40))
def test_what_fits_is_what_the_game_allows(seed):
    rng = Rng("fits", seed)
    state = GAME.new(3)
    GAME.kernels.deal(state, rng.array)
    record = GAME.record(state)
    hand = [Card(int(c) & 7, int(c) >> 3 & 7) for c in record.hands[record.to_act, :9]]
    top = int(record.discards[0])
    actions = np.empty(GAME.rules.ACTIONS, np.int64)
    n = GAME.kernels.legal(state, actions)
    legal = {GAME.text.write_action(action) for action in actions[:n].tolist()}
    ours = slices(hand, Card(top & 7, top >> 3 & 7))
    spans = {
        f"play {s.start + 1}" + (f"-{s.start + s.length}" if s.length > 1 else "")
        for s in ours
    }
    assert spans == legal - {"draw", "exit"}


@pytest.mark.parametrize(
    ("piece", "said"),
    [
        (Slice(0, 3), "have no"),
        (Slice(-1, 1), "have no"),
        (Slice(0, 0), "have no"),
        (Slice(0, 2), "cannot go on"),
        (Slice(1, 1), "cannot go on"),
    ],
)
def test_a_wrong_piece_is_refused(piece, said):
    with pytest.raises(WrongPlan, match=said):
        replay([Card(1, 2), Card(3, 4)], [piece], [Card(1, 5)])


def a_future(rng, top, turns):
    ends = turns < 4 or rng.below(3) == 0
    return Future(
        tops=[top, *some_cards(rng, turns - 1)],
        draws=some_cards(rng, turns),
        forced=[some_cards(rng, rng.below(5) == 0) for _ in range(turns)],
        rotates=[rng.below(4) == 0 for _ in range(turns)],
        won=rng.below(2) == 0 if ends else None,
        others=rng.random() * 9,
    )


def a_plan(seed):
    rng = Rng("plan", seed)
    hand, top = some_cards(rng, 1 + rng.below(9)), a_card(rng)
    futures = [a_future(rng, top, 1 + rng.below(4)) for _ in range(3)]
    firsts = dict.fromkeys([*slices(hand, top), DRAWS, LEAVES], 0.0)
    return hand, futures, plan(hand, firsts, futures, 2, 0.1)


@pytest.mark.parametrize("seed", range(40))
def test_a_plan_can_be_played_and_is_worth_what_it_says(seed):
    hand, futures, found = a_plan(seed)
    check(hand, futures, 2, found)
    assert found.worth == pytest.approx(np.mean([c.worth for c in found.courses]))


@pytest.mark.parametrize("seed", range(20))
def test_the_check_finds_what_is_wrong_with_a_plan(seed):
    hand, futures, found = a_plan(seed)
    course = found.courses[0]
    better = found._replace(courses=[course._replace(worth=course.worth + 1)])
    with pytest.raises(WrongPlan, match="is worth"):
        check(hand, futures[:1], 2, better)
    other = DRAWS if found.first != DRAWS else LEAVES
    with pytest.raises(WrongPlan, match="begins with"):
        check(hand, futures, 2, found._replace(first=other))


def only(future, hand, allowed, effort=1.0):
    return plan(hand, dict.fromkeys(allowed, 0.0), [future], 2, effort)


def test_a_plan_wins_if_it_can():
    hand = [Card(1, 2), Card(3, 4), Card(1, 5)]
    future = Future(
        [Card(3, 6), Card(1, 7)], [Card(7, 7)] * 2, [[], []], [False] * 2, None, 5
    )
    allowed = [*slices(hand, future.tops[0]), DRAWS, LEAVES]
    found = only(future, hand, allowed)
    assert (found.first, found.courses[0].turns) == (
        Slice(1, 1),
        [Slice(1, 1), Slice(0, 2)],
    )


def test_a_plan_leaves_before_others_end_the_round():
    hand = [Card(1, 2), Card(3, 4)]
    future = Future([Card(6, 7)], [Card(5, 5)], [[]], [False], False)
    assert only(future, hand, [DRAWS, LEAVES]).first == LEAVES


def test_a_plan_turns_the_card_it_may_turn():
    hand = [Card(1, 2), Card(3, 1)]
    tops = [Card(6, 7), Card(1, 4)]
    future = Future(tops, [Card(5, 5)] * 2, [[], []], [True, False], None, 5)
    # Of what was drawn and these two, all with a 1 on top, three can go at once.
    future = future._replace(draws=[Card(1, 6), Card(5, 5)])
    found = only(future, hand, [DRAWS])
    assert found.courses[0].turns == [DRAWS, Slice(0, 3)]
    assert found.courses[0].rotated in (0, 1)


def test_a_plan_keeps_to_its_effort_and_repeats():
    for seed in range(10):
        rng = Rng("effort", seed)
        hand, top = some_cards(rng, 12), a_card(rng)
        futures = [a_future(rng, top, 4) for _ in range(6)]
        firsts = dict.fromkeys([*slices(hand, top), DRAWS, LEAVES], 0.0)
        one, two = (plan(hand, firsts, futures, 3, 0.01) for _ in range(2))
        assert one == two
        assert one is None or one.effort <= 0.012


# The bot.


def views(seats, seed):
    """What the seats to act see, all through a match that random bots play."""
    rng = Rng("views", seats, seed)
    state = GAME.new(seats)
    GAME.kernels.deal(state, rng.array)
    actions = np.empty(GAME.rules.ACTIONS, np.int64)
    while (seat := GAME.kernels.actor(state)) >= 0:
        n = GAME.kernels.legal(state, actions)
        hidden = state.copy()
        GAME.kernels.hide(hidden, seat)
        yield View(seat, actions[:n].tolist(), hidden.tobytes(), lambda: GAME)
        GAME.kernels.apply(state, actions[rng.below(n)], rng.array)


@pytest.mark.parametrize("seats", [2, 5, 7])
def test_a_future_begins_as_things_are(seats):
    rng = Rng("futures", seats)
    turns = [view for view in views(seats, 1) if view.state.doing == PLAYING]
    for view in turns[:8]:
        state, future = view.state, imagine(view, 3, rng)
        top = int(state.discards[state.discarded - 1])
        assert future.tops[0] == Card(top & 7, top >> 3 & 7)
        n = len(future.tops)
        assert {len(future.draws), len(future.forced), len(future.rotates)} == {n}
        assert 1 <= n <= 3


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_the_planner_plays_what_is_legal_and_the_same_again(seats):
    bot = Planner(futures=2, horizon=2)
    for view in list(views(seats, 2))[:120:7]:
        one, two = (bot.choose(view, Rng("planner")) for _ in range(2))
        assert one == two
        assert one in view.legal
        assert bot.weigh(view, Rng("planner"))[0].action in view.legal


def test_a_match_of_planners_has_no_fault_and_a_seed_replays_it():
    player = Player("planner", lambda: Planner(futures=2, horizon=2))
    table = GAME.new(3, {"max_rounds": "1"})
    one, two = (play(GAME, table, [player] * 3, 1, 0) for _ in range(2))
    assert not one.faults
    assert one.actions == two.actions


@pytest.mark.parametrize("options", [{"futures": 0}, {"horizon": 21}, {"effort": 0.0}])
def test_options_out_of_range_are_refused(options):
    with pytest.raises(BadValue, match=r"planner \w+ is from"):
        Planner(**options)


def test_a_fit_needs_a_colour_in_common():
    assert fits([Card(1, 2)], Card(2, 7))
    assert not fits([Card(1, 2), Card(3, 1)], None)
