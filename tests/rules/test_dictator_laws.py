"""Dictator: laws of every position, what is seen and not, matches played whole."""

from collections import Counter
from hashlib import blake2b

import numpy as np
import pytest
from voters import GAME, action, opened

from partybots.core.chance import below, stream
from partybots.core.testing import LONGEST, Laws, law
from partybots.plugins.dictator import rules, text
from partybots.plugins.dictator.possible import impossible


class TestLaws(Laws):
    game = GAME
    matches = 4

    def cards(self, state):
        """Double Downs wherever they are, voting cards, and who asks what."""
        used = state.doubles_won * (1 - state.double_down_reuse)
        drawn = state.completed + (state.to_act >= 0) - 1
        left = (drawn - (state.asked.sum(dtype=np.int64) - 1)) % state.questions
        cards = state.doubles + state.doubles_lost + used
        return cards.tolist(), int(left)

    @law
    def test_a_position_that_can_be_played_can_be(self, seed, n):
        state = self.game.record(self.position(seed, n))
        assert not [*filter(None, map(impossible, [state, *every_view(state)]))]

    @law
    def test_nobody_sees_what_the_dictator_votes(self, seed, n):
        state = self.position(seed, n)
        if GAME.kernels.actor(state) != rules.dictator(GAME.record(state)):
            return
        ends = [self.after(state, voted, 1) for voted in self.legal(state)]
        assert len({end.tobytes() for end in ends}) == len(ends)
        for seat, views in enumerate(zip(*map(self.views, ends), strict=True)):
            if seat != GAME.kernels.actor(state):
                assert len({view.tobytes() for view in views}) == 1

    @law
    def test_what_happens_hangs_on_no_order_of_asking(self, seed, n):
        state, ends = self.position(seed, n), set()
        for order in range(3):
            ends.add(ask_round(GAME.record(state.copy()), seed, order))
        assert len(ends) == 1

    @law
    def test_what_was_counted_is_what_happened(self, seed, n):
        matched, fallback = np.zeros((2, rules.TABLE), np.int64)
        gone = np.zeros(rules.TABLE, np.int64)
        before, played = None, self.match(seed, n)
        for state in map(GAME.record, played):
            if before is not None and state.completed > before.completed:
                points = state.points - before.points
                ruler = rules.last_dictator(state)
                match = (state.last[: state.seats] % rules.DOUBLE) == state.last[ruler]
                matched[ruler] += match.sum() > 1
                fallback[ruler] += match.sum() == 1 and points.any()
                gone += before.doubles - state.doubles
            before = state.copy()
        used = before.doubles_won * (1 - before.double_down_reuse)
        assert (matched == before.matched_rounds).all()
        assert (fallback == before.fallback_rounds).all()
        assert (gone == before.doubles_lost + used).all()


def every_view(state):
    for seat in range(state.seats):
        view = state.copy()
        rules.hide(view, seat)
        yield view


def ask_round(state, seed, order):
    """Play a round to its end, the guesses asked in some order; the end's bytes.

    Each vote hangs on all that the seat sees when it is asked, and on nothing else.
    """
    if state.to_act < 0:
        return state.tobytes()
    ruler, completed = rules.dictator(state), state.completed
    while state.completed == completed:
        waiting = [s for s in range(state.seats) if state.votes[s] == rules.NONE]
        if ruler not in waiting:
            state.to_act = waiting[
                below(stream(seed, order, len(waiting)), len(waiting))
            ]
        actions, view = np.zeros(rules.ACTIONS, np.int64), state.copy()
        rules.hide(view, state.to_act)
        digest = int.from_bytes(blake2b(view.tobytes(), digest_size=4).digest(), "big")
        voted = actions[digest % rules.legal(view, actions)]
        rules.apply(state, voted, stream(seed))
    return state.tobytes()


# What is seen.


def seen(taste, deals=60):
    """Of rounds at a full table: fits, what is seen, leanings."""
    for deal in range(deals):
        state = GAME.new(10, {"taste": taste})
        GAME.kernels.deal(state, stream(deal))
        record = GAME.record(state)
        yield record.fit, record.sees, record.leaning


@pytest.mark.parametrize("taste", ["0.3", "0.8", "1"])
def test_a_seat_sees_the_truth_as_often_as_taste_says(taste):
    same = [(sees[1:] == fit).mean() for fit, sees, _ in seen(taste)]
    assert np.mean(same) == pytest.approx(float(taste), abs=0.02)


def test_fits_are_spread_evenly():
    fits = np.concatenate([fit for fit, _, _ in seen("1", 200)])
    assert fits.min() >= 0
    assert fits.max() < rules.FITS
    assert np.histogram(fits, 4, (0, rules.FITS))[0] == pytest.approx(500, abs=80)


def test_a_dictator_sees_more_of_whom_it_leans_to():
    for fit, sees, leaning in seen("1"):
        raised = np.arange(10) == leaning[0]
        assert (sees[0] == fit + rules.LEAN * raised).all()
        assert (sees[1:] == fit).all()
    few = [sees[0].max() for _, sees, _ in seen("0.1")]
    assert max(few) <= rules.FITS - 1 + rules.LEAN // 10


def test_everyone_leans_to_another_each_as_likely():
    towards = Counter((s, int(to[s])) for *_, to in seen("1", 300) for s in range(10))
    assert {pair for pair in towards if pair[0] == pair[1]} == set()
    assert len(towards) == 90


def test_a_leaning_lasts_the_whole_match():
    state, rng = GAME.new(4), stream(1)
    GAME.kernels.deal(state, rng)
    leaning, fits = GAME.record(state).leaning.tolist(), set()
    while GAME.kernels.actor(state) >= 0:
        assert GAME.record(state).leaning.tolist() == leaning
        fits.add(tuple(GAME.record(state).fit.tolist()))
        GAME.kernels.apply(state, GAME.kernels.idle(state), rng)
    assert len(fits) == GAME.record(state).completed
    assert GAME.record(state).leaning.tolist() == leaning


def test_without_taste_there_is_nothing_to_see():
    for fit, sees, leaning in seen("0", 5):
        assert not fit.any()
        assert not sees.any()
        assert not leaning.any()


@pytest.mark.parametrize("taste", [30, 80, 100])
def test_a_guess_takes_what_a_seat_sees_for_true_as_often_as_it_is(taste):
    state = opened(10, taste=f"{taste / 100}")
    same = []
    for seat in range(10):
        rules.hide(view := state.copy(), seat)
        for luck in range(20):
            rules.guess(world := view.copy(), seat, stream(luck, seat))
            lean = (np.arange(10) == world.leaning[0]) * (seat == 0)
            same.append(
                world.sees[seat] - lean * rules.LEAN * taste // 100 == world.fit
            )
            assert (world.sees[seat] == state.sees[seat]).all()
            assert world.leaning[seat] == state.leaning[seat]
    assert np.mean(same) == pytest.approx(taste / 100, abs=0.02)


def test_a_guess_lets_the_others_vote_mostly_for_what_fits_best():
    state = opened(5, taste="1")
    for _ in range(3):
        rules.apply(state, action("Bob"), stream(1))
    rules.hide(state, 3)
    votes = Counter()
    for luck in range(400):
        rules.guess(world := state.copy(), 3, stream(luck))
        best = 1 + int(world.sees[0, 1:5].argmax())
        votes[world.votes[0] == best] += 1
        assert world.votes[3] == world.votes[4] == rules.NONE
    others = 1 / rules.OTHERWISE * 3 / 4  # any vote, and not the best fit
    assert votes[False] / 400 == pytest.approx(others, abs=0.06)


def test_a_guess_keeps_the_vote_that_a_seat_has_placed():
    state = opened()
    for said in ("Bob", "Cy+", "Dee"):
        rules.apply(state, action(said), stream(1))
    rules.hide(state, 1)
    rules.guess(state, 1, stream(1))
    assert state.votes[1] == action("Cy+")
    assert state.votes[0] in (1, 2, 3, 4)
    assert state.votes[2] in (1, 2, 3, 4)


# The rule of thumb, and those who no longer play.


@pytest.mark.parametrize(
    ("sees", "card", "points", "does"),
    [
        ("0 500 799 100", 1, 0, "vote 2"),  # 299 ahead
        ("0 500 800 100", 1, 0, "double 2"),  # 300 ahead
        ("0 500 800 100", 0, 0, "vote 2"),
        ("999 500 501 500", 1, 5, "double 2"),  # two points short
        ("999 500 501 500", 1, 4, "vote 2"),
        ("999 900 100 100", 1, 0, "double 1"),  # the Dictator fits best
    ],
)
def test_greedy_guesses_the_best_fit(sees, card, points, does):
    state = opened(4, taste="1")
    rules.apply(state, 1, stream(1))
    state.sees[1, :4] = [int(number) for number in sees.split()]
    state.doubles[1], state.points[1] = card, points
    actions = np.zeros(rules.ACTIONS, np.int64)
    n = rules.legal(state, actions)
    assert text.write_action(rules.greedy(state, actions, n, stream(1))) == does


def test_greedy_as_dictator_takes_anyone():
    state, actions = opened(4, taste="1"), np.zeros(rules.ACTIONS, np.int64)
    n, votes = rules.legal(state, actions), Counter()
    for luck in range(300):
        votes[rules.greedy(state, actions, n, stream(luck))] += 1
    assert set(votes) == {1, 2, 3}
    assert min(votes.values()) > 70


def test_greedy_lays_no_double_down_on_one_of_two_that_fit_as_well():
    state, actions = opened(4, taste="1"), np.zeros(rules.ACTIONS, np.int64)
    rules.apply(state, 1, stream(1))
    state.sees[1, :4] = [0, 900, 900, 100]
    n = rules.legal(state, actions)
    votes = {int(rules.greedy(state, actions, n, stream(k))) for k in range(50)}
    assert votes == {1, 2}


def test_greedy_breaks_ties_by_chance():
    state, actions = opened(4), np.zeros(rules.ACTIONS, np.int64)
    rules.apply(state, 1, stream(1))
    n = rules.legal(state, actions)
    votes = Counter(rules.greedy(state, actions, n, stream(k)) for k in range(300))
    assert set(votes) == {1, 2, 3}
    assert min(votes.values()) > 70


def test_who_no_longer_plays_votes_left_as_dictator_and_else_for_themselves():
    state, votes = opened(4, first_dictator="3"), []
    for _ in range(4):
        votes.append(int(rules.idle(state)))
        rules.apply(state, votes[-1], stream(1))
    assert votes == [0, 0, 1, 2]


# Matches, replayed whole: how they began, all votes, where they ended.

GOLDEN = [
    (
        5,
        {
            "target": "4",
        },
        1,
        """
        vote 4, double 4, vote 3, vote 2, vote 0, vote 4, double 2, double 0,
        vote 0, vote 2, vote 1, vote 1, double 2, double 2, vote 0, vote 0, vote
        1, vote 2, vote 4, vote 1, vote 0, vote 3, vote 2, vote 4, vote 2, vote
        1, vote 4, vote 0, vote 3, vote 0, vote 4, vote 1, vote 3, vote 1, vote
        1
        """,
        """
        2 3+ 4 3 4 / over / asked 13 18 20 34 39 56 67 / round 7 / last 67: 1 4
        1 3 1 / matched 1 0 1 0 0 / fallback 1 2 0 1 1 / won 0 1 0 0 0 / lost 1
        0 1 1 1 / leans 1 0 0 2 3 / target=4
        """,
        [2, 3, 4, 3, 4],
    ),
    (
        3,
        {
            "taste": "0",
            "double_down_fallback": "one_and_kept",
            "target_tie": "playoff",
            "first_dictator": "1",
            "target": "3",
        },
        2,
        """
        vote 0, double 2, double 2, vote 0, double 0, double 1
        """,
        """
        3+ 0 1+ / over / asked 43 62 / round 2 / last 62: 0+ 1+ 0 / matched 0 0
        1 / fallback 0 1 0 / won 1 0 0 / lost 0 1 0 / first_dictator=1 /
        double_down_fallback=one_and_kept / target_tie=playoff / target=3 /
        taste=0
        """,
        [3, 0, 1],
    ),
    (
        4,
        {
            "taste": "1",
            "popular_tie": "none",
            "double_down_reuse": "false",
            "allow_vote_for_dictator": "false",
        },
        3,
        """
        vote 1, double 2, double 2, double 2, vote 3, vote 2, vote 2, vote 2,
        vote 3, vote 0, vote 0, vote 0, vote 2, vote 2, vote 2, vote 2, vote 2,
        vote 2, vote 2, vote 2, vote 3, vote 0, vote 0, vote 0, vote 1, vote 0,
        vote 0, vote 0, vote 0, double 2, vote 2, vote 2, vote 2, vote 1, vote
        1, vote 1
        """,
        """
        6 7 7 7 / over / asked 6 20 23 27 34 40 48 53 58 / round 9 / last 20: 2
        1 1 1 / matched 1 0 0 1 / fallback 2 2 2 1 / lost 1 1 1 1 / leans 3 0 3
        1 / popular_tie=none / double_down_reuse=false /
        allow_vote_for_dictator=false / taste=1
        """,
        [6, 7, 7, 7],
    ),
    (
        10,
        {
            "popular_min_votes": "3",
            "target": "2",
            "target_tie": "all_share",
        },
        4,
        """
        vote 6, double 4, double 1, double 4, double 7, double 4, double 4,
        double 4, double 2, double 3, vote 4, vote 5, vote 0, vote 5, vote 9,
        vote 5, vote 7, vote 5, vote 7, double 5
        """,
        """
        1 1 1 1 1 1 2 1 1 0 / over / asked 25 26 / round 2 / last 26: 5+ 4 5 0 5
        9 5 7 5 7 / fallback 1 1 0 0 0 0 0 0 0 0 / lost 1 1 1 1 1 1 1 1 1 1 /
        leans 4 9 9 9 7 2 1 9 9 7 / popular_min_votes=3 / target_tie=all_share /
        target=2
        """,
        [1, 1, 1, 1, 1, 1, 2, 1, 1, 0],
    ),
]


def replayed(seats, house, seed, votes):
    state, rng = GAME.new(seats, house), stream(seed)
    GAME.kernels.deal(state, rng)
    for voted in " ".join(votes.split()).split(", "):
        GAME.kernels.apply(state, text.read_action(voted), rng)
    return state


@pytest.mark.parametrize(("seats", "house", "seed", "votes", "end", "scores"), GOLDEN)
def test_the_golden_matches(seats, house, seed, votes, end, scores):
    state, out = replayed(seats, house, seed, votes), np.zeros(seats, np.int64)
    GAME.kernels.scores(state, out)
    assert text.write(GAME.record(state)).split() == end.split()
    assert out.tolist() == scores


def test_golden_matches_are_over():
    assert GOLDEN
    for seats, house, seed, votes, *_ in GOLDEN:
        assert GAME.kernels.actor(replayed(seats, house, seed, votes)) == -1


def test_a_match_among_random_seats_is_as_short_as_the_rulebook_lets_it():
    for seed in range(3):
        state, rng = GAME.new(5), stream(seed)
        GAME.kernels.deal(state, rng)
        actions = np.zeros(rules.ACTIONS, np.int64)
        for _ in range(LONGEST):
            if GAME.kernels.actor(state) < 0:
                break
            n = GAME.kernels.legal(state, actions)
            GAME.kernels.apply(state, actions[below(rng, n)], rng)
        assert GAME.record(state).completed <= 5 * (7 - 1) + 1  # DV-S20
