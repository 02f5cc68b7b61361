"""Figures against tables and formulas, and intervals against what they promise."""

from dataclasses import replace
from itertools import pairwise
from math import log10, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partybots.core.arena.ratings import (
    FEWEST,
    bradley_terry,
    mean_interval,
    rating_intervals,
    share_interval,
    spread,
    student,
)
from partybots.core.arena.referee import Fault
from partybots.core.arena.schedule import Schedule, Spec
from partybots.core.arena.standings import Table, as_json, tabled
from partybots.core.arena.store import Row

TABLE = {  # 97.5 % quantiles of Student's t, as printed in any table
    4: 2.776,
    5: 2.571,
    6: 2.447,
    7: 2.365,
    8: 2.306,
    9: 2.262,
    10: 2.228,
    12: 2.179,
    15: 2.131,
    20: 2.086,
    30: 2.042,
    40: 2.021,
    60: 2.000,
    120: 1.980,
    10**9: 1.960,
}


@pytest.mark.parametrize("df", TABLE)
def test_students_quantile_is_that_of_the_tables(df):
    assert student(df) == pytest.approx(TABLE[df], abs=0.01 if df < 6 else 0.0015)


def test_the_spread_of_a_mean_is_the_usual_one_when_groups_are_alike():
    sums = np.array([4.0, 6.0, 5.0, 9.0, 1.0])
    mean, error, groups = spread(sums, np.full(5, 2.0))
    assert (mean, groups) == (2.5, 5)
    assert error == pytest.approx((sums / 2).std(ddof=1) / sqrt(5))


# Coverage: of many simulated tournaments, in how many the truth lies inside.


def simulated(rng, deals, matches, share, luck):
    """[deal]: how often a bot of this true share won; a deal favours or hampers it."""
    favoured = np.where(rng.random(deals) < 0.5, luck, -luck)
    return rng.binomial(matches, share + favoured).astype(float)


def coverage(inside):
    """Of 1000 or more, so that two standard errors of it are below 1.4 %."""
    return np.mean([*inside])


@pytest.mark.parametrize("deals", [5, 20, 400])
@pytest.mark.parametrize(
    ("share", "luck"), [(0.5, 0.0), (0.5, 0.3), (0.25, 0.2), (0.9, 0.05)]
)
def test_the_interval_of_a_share_holds_the_truth(deals, share, luck):
    rng, counts = np.random.default_rng(deals), np.full(deals, 4.0)
    found = [
        share_interval(simulated(rng, deals, 4, share, luck), counts)
        for _ in range(1000)
    ]
    covered = coverage(i.low <= share <= i.high for i in found)
    assert 0.92 <= covered <= (0.98 if deals > 5 else 1)  # of few deals it is careful
    assert all(0 <= i.low <= i.value <= i.high <= 1 for i in found)


@pytest.mark.parametrize("deals", [5, 20, 400])
@pytest.mark.parametrize("luck", [0.0, 5.0])
def test_the_interval_of_a_mean_holds_the_truth(deals, luck):
    rng, counts, inside = np.random.default_rng(deals), np.full(deals, 3.0), []
    for _ in range(1000):
        sums = rng.normal(3 * 7, 2, deals) + 3 * luck * rng.normal(size=deals)
        low, high = mean_interval(sums, counts)[1:]
        inside.append(low <= 7 <= high)
    assert 0.92 <= coverage(inside) <= 0.98


def test_an_interval_from_deals_is_wider_than_one_from_matches():
    """All matches of a deal come out alike: there are 10 facts, not 40."""
    won = np.array([4.0, 0.0] * 5)
    one, many = share_interval(won, np.full(10, 4.0)), np.repeat(won / 4, 4)
    apart = share_interval(many, np.ones(40))
    assert one.value == apart.value == 0.5
    assert one.high - one.low > 1.5 * (apart.high - apart.low)


def test_a_bot_that_always_won_is_not_sure_to():
    always = share_interval(np.full(10, 4.0), np.full(10, 4.0))
    never = share_interval(np.zeros(10), np.full(10, 4.0))
    assert always.value == always.high == 1
    assert 0.6 < always.low < 0.8
    assert never.low == 0
    assert never.high == pytest.approx(1 - always.low)


@pytest.mark.parametrize("deals", [0, 1, FEWEST - 1, FEWEST])
def test_few_deals_make_no_interval(deals):
    sums, counts = np.arange(deals) % 2.0, np.ones(deals)
    sure = deals >= FEWEST
    for interval in (share_interval(sums, counts), mean_interval(sums, counts)):
        assert (interval.low is not None) == (interval.high is not None) == sure
    wins = np.zeros((deals, 2, 2))
    wins[:, 0, 1] = 1
    assert all((i.low is not None) == sure for i in rating_intervals(wins, 1))


def test_deals_without_a_match_do_not_count():
    sums, counts = np.zeros(400), np.zeros(400)
    sums[:4], counts[:4] = 1, 2
    wins = np.zeros((400, 2, 2))
    wins[:4, 0, 1] = 1
    assert share_interval(sums, counts) == (0.5, None, None)
    assert mean_interval(sums, counts) == (0.5, None, None)
    assert all(interval.low is None for interval in rating_intervals(wins, 1))


# Ratings


@pytest.mark.parametrize(("won", "lost"), [(1, 0), (3, 1), (10, 10), (700, 300)])
def test_the_rating_of_two_is_the_closed_form(won, lost):
    """With the one tie between all who met: 400 log10 of the odds."""
    one, two = bradley_terry(np.array([[0.0, won], [lost, 0.0]]))
    assert one - two == pytest.approx(400 * log10((won + 0.5) / (lost + 0.5)), abs=1e-6)
    assert (one + two) / 2 == pytest.approx(1500)


def play_all(strengths, matches):
    """[i, j]: what each is expected to win of so many matches with each other."""
    strengths = np.array(strengths)
    wins = matches * strengths[:, None] / (strengths[:, None] + strengths)
    np.fill_diagonal(wins, 0)
    return wins


def test_ratings_find_the_strengths_that_made_the_results():
    strengths = [1.0, 2.0, 4.0, 8.0, 100.0]
    found = bradley_terry(play_all(strengths, 1e6))
    apart = [400 * log10(b / a) for a, b in pairwise(strengths)]
    assert np.diff(found) == pytest.approx(apart, abs=0.1)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 8))
def test_ratings_do_not_hang_on_the_order_of_the_bots(seed, bots):
    rng = np.random.default_rng(seed)
    wins = rng.integers(0, 6, (bots, bots)).astype(float)
    np.fill_diagonal(wins, 0)
    order = rng.permutation(bots)
    shuffled = bradley_terry(wins[np.ix_(order, order)])
    assert shuffled == pytest.approx(bradley_terry(wins)[order], abs=1e-6)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 6))
def test_ratings_are_what_no_small_change_makes_likelier(seed, bots):
    rng = np.random.default_rng(seed)
    wins = rng.integers(0, 6, (bots, bots)) + 0.0
    np.fill_diagonal(wins, 0)
    found = bradley_terry(wins)
    tied = wins + 0.5 * ((wins + wins.T) > 0)
    likely = log_likelihood(found, tied)
    for bot in range(bots):
        for step in (-2, 2):
            moved = found + step * (np.arange(bots) == bot)
            assert log_likelihood(moved, tied) <= likely + 1e-9


def log_likelihood(ratings, wins):
    strength = 10 ** (ratings / 400)
    odds = np.log(strength[:, None] / (strength[:, None] + strength))
    return (wins * odds).sum()


def test_equal_bots_have_equal_ratings():
    found = bradley_terry(play_all([1.0] * 5, 12))
    assert found == pytest.approx(np.full(5, 1500.0))
    halves = np.full((5, 5), 0.5) - 0.5 * np.eye(5)
    assert bradley_terry(halves) == pytest.approx(np.full(5, 1500.0))


def test_a_tie_is_half_a_win_to_either():
    ties, split = np.array([[0, 3.0], [3.0, 0]]), np.array([[0, 6.0], [6.0, 0]]) / 2
    assert bradley_terry(ties).tolist() == bradley_terry(split).tolist()
    better = np.array([[0, 4.5], [1.5, 0]])
    one, two = bradley_terry(better)
    other, another = bradley_terry(better.T)
    assert (one, two) == pytest.approx((another, other))


def test_who_never_won_or_never_played_has_a_rating_too():
    wins = np.zeros((4, 4))
    wins[0, 1] = wins[1, 2] = 5  # the last one met nobody
    found = bradley_terry(wins)
    assert np.isfinite(found).all()
    assert found[0] > found[1] > found[2]


def test_many_ratings_at_once_are_the_same_as_one_by_one():
    wins = np.random.default_rng(1).integers(0, 9, (7, 4, 4)).astype(float)
    each = np.array([bradley_terry(one) for one in wins])
    assert bradley_terry(wins) == pytest.approx(each)


def test_the_interval_of_a_rating_holds_the_truth():
    rng, truth, inside = np.random.default_rng(1), 400 * log10(0.7 / 0.3), 0
    for _ in range(60):
        won = rng.binomial(2, 0.7, 25).astype(float)
        wins = np.zeros((25, 2, 2))
        wins[:, 0, 1], wins[:, 1, 0] = won, 2 - won
        one, two = rating_intervals(wins, 1)
        assert one.low - 1500 == pytest.approx(1500 - two.high)
        inside += one.low - 1500 <= truth / 2 <= one.high - 1500
    assert 54 <= inside <= 59


def test_an_interval_of_a_rating_is_the_same_for_the_same_seed():
    wins = np.random.default_rng(1).integers(0, 9, (30, 3, 3)).astype(float)
    assert rating_intervals(wins, 1) == rating_intervals(wins, 1)
    assert rating_intervals(wins, 1) != rating_intervals(wins, 2)


# Standings


def row(number, bots, scores, winners, lost=(), faults=(), **more):
    said = {"moves": [3] * len(bots), "seconds": [0.3] * len(bots), "tally": {}} | more
    faults = [Fault(seat, kind, "who", "why", "where") for seat, kind in faults]
    seats = [bots, scores, winners, [*lost]]
    return Row(0, number, b"", b"", *seats, faults, **said)


def standings(bots, seats, rows, blocks=20):
    spec = Spec("any", tuple(bots), seats, blocks)
    return {one.bot: one for one in tabled(Schedule(spec), rows).standings()}


def test_k_winners_share_a_win():
    found = standings("abc", 3, [row(0, [0, 1, 2], [5, 5, 1], [0, 1])])
    assert [found[bot].wins for bot in "abc"] == [0.5, 0.5, 0]
    assert [found[bot].points for bot in "abc"] == [0.75, 0.75, 0]
    assert [found[bot].rank for bot in "abc"] == [1, 1, 3]


def test_a_seat_lost_by_faults_counts_as_the_lowest_of_its_match():
    faulty = row(0, [0, 1, 2], [9, 4, 6], [2], lost=[0], faults=[(0, "crash")])
    found = standings("abc", 3, [faulty])
    assert [found[bot].mean_score.value for bot in "abc"] == [4, 4, 6]
    assert [found[bot].points for bot in "abc"] == [0, 0.5, 1]
    assert found["a"].faults == {"crash": 1}


def test_a_fault_that_lost_nothing_leaves_the_score():
    found = standings("ab", 2, [row(0, [0, 1], [9, 4], [0], faults=[(0, "crash")])])
    assert found["a"].mean_score.value == 9
    assert found["a"].wins == 1


def test_two_seats_that_lost_by_faults_are_level():
    found = standings("abc", 3, [row(0, [0, 1, 2], [9, 4, 6], [2], lost=[0, 1])])
    assert [found[bot].points for bot in "abc"] == [0.25, 0.25, 1]
    assert [found[bot].mean_score.value for bot in "abc"] == [4, 4, 6]


def test_if_nobody_won_nobody_has_a_win():
    found = standings("ab", 2, [row(0, [0, 1], [9, 4], [], lost=[0, 1])])
    assert [found[bot].wins for bot in "ab"] == [0, 0]
    assert [found[bot].points for bot in "ab"] == [0.5, 0.5]


def test_a_win_stands_before_a_score():
    """A game may name another winner than the best score."""
    found = standings("ab", 2, [row(0, [0, 1], [3, 9], [0])])
    assert [found[bot].points for bot in "ab"] == [1, 0]
    assert [found[bot].rank for bot in "ab"] == [1, 2]


def test_equal_figures_have_equal_rank():
    rows = [
        row(2 * n + turn, [turn, 1 - turn], [5, 4], [0])
        for n in range(9)
        for turn in (0, 1)
    ]
    found = standings("ab", 2, rows)
    assert [found[bot].rank for bot in "ab"] == [1, 1]
    assert found["a"].rating.value == pytest.approx(found["b"].rating.value)
    assert found["a"].win_share.value == found["b"].win_share.value == 0.5


def test_seats_of_one_bot_are_rows_of_their_own():
    found = standings(["x", "x"], 2, [row(0, [0, 1], [5, 4], [0])])
    assert [*found] == ["x", "x#2"]
    assert found["x"].rank == 1
    assert found["x#2"].rank == 2


def test_a_bot_that_meets_itself_has_one_row_and_no_rating_from_that():
    found = standings(["x"], 2, [row(n, [0, 0], [5, 4], [0]) for n in range(12)], 6)
    assert found["x"].matches == 24
    assert found["x"].win_share.value == found["x"].points == 0.5
    assert found["x"].rating.value == pytest.approx(1500)


def test_thinking_time_and_what_the_game_counts_are_added_up():
    tally = {"losses": {"cheer": [1, 0], "clap": [0, 2]}}
    rows = [row(n, [0, 1], [5, 4], [0], tally=tally, seconds=[0.6, 0]) for n in (0, 1)]
    found = standings("ab", 2, rows)
    assert found["a"].seconds_per_move == pytest.approx(0.2)
    assert found["a"].tally == {"losses": {"cheer": 2, "clap": 0}}
    assert as_json(found["b"])["losses"] == {"cheer": 0, "clap": 4}
    assert as_json(found["b"])["win_share_low"] is None


PLAYED = row(3, [0, 1], [5, 4], [0], lost=[1], faults=[(1, "crash")])
FAULT = PLAYED.faults[0]


def digest(row, **more):
    spec = Spec("any", ("a", "b"), 2, 3, **more)
    return tabled(Schedule(spec), [row]).hash.hexdigest()


@pytest.mark.parametrize(
    "other",
    [
        {"number": 2},
        {"bots": [1, 0]},
        {"actions": b"\1\0"},
        {"times": b"\1\0\0\0"},
        {"scores": [5, 3]},
        {"winners": [0, 1]},
        {"lost": []},
        {"faults": []},
        {"faults": [replace(FAULT, kind="illegal")]},
        {"faults": [replace(FAULT, seat=0)]},
        {"faults": [replace(FAULT, step=2)]},
    ],
)
def test_the_digest_is_of_all_that_came_of_a_match(other):
    assert digest(PLAYED._replace(**other)) != digest(PLAYED)


def test_the_digest_is_of_what_was_to_be_played():
    assert digest(PLAYED, seed=2) != digest(PLAYED)
    assert digest(PLAYED, rules={"a": "1"}) != digest(PLAYED)


@pytest.mark.parametrize(
    "other",
    [
        {"seconds": [9.0, 9.0]},
        {"faults": [replace(FAULT, reason="at 0x7f5", stderr="/tmp/mine.py")]},
        {"tally": {"losses": {"cheer": [1, 0]}}},
    ],
)
def test_the_digest_is_not_of_times_that_passed_nor_of_where(other):
    assert digest(PLAYED._replace(**other)) == digest(PLAYED)


def test_the_first_fault_of_each_kind_and_bot_is_an_example():
    faults = [(0, "crash"), (0, "crash"), (1, "illegal")]
    rows = [row(n, [0, 1], [5, 4], [], lost=[0, 1], faults=faults) for n in (0, 1)]
    table = tabled(Schedule(Spec("any", ("a", "b"), 2, 3)), rows)
    shown = [(number, fault.kind) for number, fault in table.examples.values()]
    assert shown == [(0, "crash"), (0, "illegal")]


def test_the_most_lopsided_match_is_the_first_of_the_widest():
    rows = [row(n, [0, 1], [n % 3, 0], [0]) for n in range(6)]
    table = tabled(Schedule(Spec("any", ("a", "b"), 2, 3)), rows)
    assert (table.lopsided.number, table.lopsided.gap) == (2, 2)


def test_many_deals_take_no_more_room_than_some():
    sizes = {
        blocks: sum(
            thing.nbytes
            for thing in vars(
                Table(Schedule(Spec("any", ("a", "b"), 2, blocks)))
            ).values()
            if isinstance(thing, np.ndarray)
        )
        for blocks in (400, 10**7)
    }
    assert sizes[400] == sizes[10**7]
