"""The search finds what is certain, as far as it looks, and is compiled once."""

import subprocess
import sys
from time import perf_counter
from types import ModuleType
from typing import Any

import numba
import numpy as np
import pytest
import rows
from does import dice

from partybots.core.chance import below, stream
from partybots.core.game import Bytes
from partybots.core.kernels import Kernels, compile_rules
from partybots.solvers import search
from partybots.solvers.search import MATCH, ROUND, Found, Plan, analyse

KERNELS = compile_rules("rows", rows)
SLOW = numba.config.DISABLE_JIT
MANY, SEEDS = (1000, range(12)) if SLOW else (3000, range(30))  # simulations, games

TIMED = """
from time import process_time
start = process_time()
from partybots.solvers.search import grow, simulate
took = process_time() - start
print(sum(k.stats.cache_hits.total() for k in (grow, simulate)), took)
"""


def plain(rules: ModuleType) -> Kernels:
    """The same rules as a game in plain Python has them."""
    copy = ModuleType(rules.__name__)
    copy.__file__ = rules.__file__
    for name, thing in vars(rules).items():
        setattr(copy, name, getattr(thing, "py_func", thing))
    return compile_rules("rows", copy)


def rows_to_choose(seed: int, secret: int = 0) -> Bytes:
    """A view at the start, the payoffs drawn at random."""
    state, rng = np.zeros(rows.STATE.itemsize, np.uint8), stream(seed)
    record = state.view(rows.STATE)[0]
    record.seats, record.secret = 2, secret
    for place in np.ndindex(record.pay.shape):
        record.pay[place] = below(rng, 41) - 20
    return state


def look(view: Bytes, seed: int = 1, kernels: Kernels = KERNELS, **plan: Any) -> Found:
    """What a search finds in the game of rows."""
    plan = {"simulations": MANY, **plan}
    facts = 2, rows.ACTIONS, rows.SPAN
    return analyse(kernels, view, *facts, Plan(**plan), stream(seed))


def worth(view: Bytes) -> np.ndarray:
    """[row, column]: what seat 0 gains on average, the card being unknown."""
    mean: np.ndarray = view.view(rows.STATE)[0].pay.mean(axis=0)
    return mean


def clear(by_row: np.ndarray) -> bool:
    """Whether one row is best by enough for any fair search to see."""
    second, first = np.sort(by_row)[-2:]
    return bool(first - second > 3)


def test_against_a_seat_that_seeks_its_own_good_it_finds_the_safest_row():
    tried = 0
    for view in map(rows_to_choose, SEEDS):
        if clear(safest := worth(view).min(axis=1)):
            assert look(view, thumb=False).best() == safest.argmax()
            tried += 1
    assert tried > len(SEEDS) / 6


def test_against_a_seat_that_plays_by_the_rule_of_thumb_it_finds_what_beats_that():
    tried = 0
    for view in map(rows_to_choose, SEEDS):
        if clear(first := worth(view)[:, 0]):
            assert look(view, epsilon=0.0).best() == first.argmax()
            tried += 1
    assert tried > len(SEEDS) / 6


@pytest.mark.parametrize("epsilon", [0.0, 1.0])
def test_what_is_sealed_is_not_answered_in_the_tree(epsilon):
    for seed in SEEDS:
        view = rows_to_choose(seed, secret=1)
        mean = worth(view).mean(axis=1) if epsilon else worth(view)[:, 0]
        if clear(mean):
            found = look(view, epsilon=epsilon, thumb=False)
            assert found.best() == mean.argmax()


def test_the_value_is_the_mean_reward_from_each_worlds_own_root():
    for seed in range(4):
        view = rows_to_choose(seed)
        found = look(view, epsilon=0.0, c=3.0, simulations=3 * MANY)
        expected = 0.5 + 2 * worth(view)[:, 0] / (2 * rows.SPAN)
        error = 20 / rows.SPAN / np.sqrt(found.visits)  # of the mean, at most
        assert (np.abs(found.value - expected) < 4 * error).all()


def test_the_share_epsilon_is_random_beyond_the_tree():
    view = rows_to_choose(3, secret=1)
    found = look(view, epsilon=1.0, c=3.0, simulations=3 * MANY)
    expected = 0.5 + worth(view).mean(axis=1) / rows.SPAN
    error = 20 / rows.SPAN / np.sqrt(found.visits)
    assert (np.abs(found.value - expected) < 4 * error).all()


def test_every_simulation_is_counted_and_the_view_stays_as_it_is():
    view = rows_to_choose(1)
    before = view.tobytes()
    assert look(view, simulations=77).visits.sum() == 77
    assert view.tobytes() == before


def test_a_seed_says_what_is_found():
    view = rows_to_choose(1)
    one, two, other = look(view), look(view), look(view, seed=2)
    assert one.visits.tolist() == two.visits.tolist()
    assert one.value.tolist() == two.value.tolist()
    assert one.value.tolist() != other.value.tolist()


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_share_the_simulations_and_a_seed_says_what_they_find(threads):
    view = rows_to_choose(1)
    one, two = (look(view, simulations=77, threads=threads) for _ in range(2))
    assert one.visits.sum() == 77
    assert one.visits.tolist() == two.visits.tolist()
    assert one.value.tolist() == two.value.tolist()
    alone = look(view, simulations=77)
    assert one.value.tolist() != alone.value.tolist()


def test_threads_add_up_to_means_by_visits():
    one = Found(np.array([3, 0, 1]), np.array([0.5, np.nan, 1.0]))
    two = Found(np.array([1, 0, 0]), np.array([0.9, np.nan, np.nan]))
    both = search.add_up([one, two])
    assert both.visits.tolist() == [4, 0, 1]
    np.testing.assert_allclose(both.value, [0.6, np.nan, 1.0])


def test_more_threads_than_simulations_are_not_used():
    assert look(rows_to_choose(1), simulations=2, threads=5).visits.sum() == 2


def test_by_the_clock_all_threads_search_whatever_the_simulations(monkeypatch):
    trees, grow_tree = [], search.grow_tree
    grown = lambda *of: trees.append(0) or grow_tree(*of)  # noqa: E731
    monkeypatch.setattr(search, "grow_tree", grown)
    look(rows_to_choose(1), simulations=1, seconds=0.01, threads=3)
    assert len(trees) == 3


def test_what_is_never_tried_has_no_value():
    found = look(rows_to_choose(1), simulations=1)
    assert sorted(found.visits.tolist()) == [0, 0, 1]
    assert np.isnan(found.value).sum() == 2


def test_of_equal_visits_the_better_then_the_lower_is_best():
    nan = float("nan")
    assert Found(np.array([0, 4, 4]), np.array([nan, 0.2, 0.3])).best() == 2
    assert Found(np.array([0, 4, 4]), np.array([nan, 0.3, 0.3])).best() == 1
    assert Found(np.array([0, 3, 4]), np.array([nan, 0.9, 0.3])).best() == 2


def test_a_full_tree_is_searched_on(monkeypatch):
    monkeypatch.setattr(search, "NODES", 8)  # of the 13 that there are
    assert look(rows_to_choose(1), thumb=False).visits.sum() == MANY


def test_the_tree_takes_what_is_said_and_no_more():
    assert search.NODE.itemsize == 32
    assert search.nodes_of(Plan(simulations=5), n_actions=9) == 6
    assert search.nodes_of(Plan(simulations=50), n_actions=9) == 10
    assert search.nodes_of(Plan(simulations=50, thumb=False), n_actions=9) == 51
    assert search.nodes_of(Plan(seconds=1), n_actions=9) == 10
    assert search.nodes_of(Plan(seconds=1, thumb=False), 9) > search.NODES


def test_every_action_meets_the_same_worlds_with_the_same_luck():
    view = rows_to_choose(1)
    record = view.view(rows.STATE)[0]
    record.pay[:] = record.pay[:, :1]  # all rows alike
    found = look(view, simulations=90, epsilon=0.5, c=100.0)
    assert found.visits.tolist() == [30, 30, 30]
    assert len({*found.value.tolist()}) == 1


def test_by_the_clock_it_takes_about_so_long():
    start = perf_counter()
    found = look(rows_to_choose(1), seconds=0.1)
    assert 0.1 <= perf_counter() - start < 3
    assert found.visits.sum() > 10


@pytest.mark.parametrize("plan", [Plan(simulations=5), Plan(seconds=0.01)])
def test_portions_end(plan):
    done = list(search.portions(plan))
    assert min(done) >= 1
    assert plan.seconds or sum(done) == 5


def test_rules_in_plain_python_are_searched_alike():
    for seed in range(3):
        view = rows_to_choose(seed)
        for thumb in (False, True):
            fast = look(view, simulations=200, thumb=thumb)
            slow = look(view, simulations=200, thumb=thumb, kernels=plain(rows))
            assert fast.visits.tolist() == slow.visits.tolist()
            assert fast.value.tolist() == pytest.approx(slow.value.tolist())


@pytest.mark.parametrize("thumb", [False, True])
@pytest.mark.parametrize("horizon", [ROUND, MATCH, 10])
@pytest.mark.parametrize(
    ("position", "best"),
    [
        ("1 ? / 2x6 by 1 / 0", "challenge"),  # one die at most shows a six
        ("1 ? / 1x6 by 1 / 0", "challenge"),  # one chance in six that it holds
        ("6 ? / 1x6 by 1 / 0", "2x6"),  # the bid holds, and this may
    ],
)
def test_endgames_of_liars_dice(position, best, horizon, thumb):
    game = dice()
    view = game.state(game.text.read(position).tobytes())
    plan = Plan(simulations=MANY, horizon=horizon, thumb=thumb)
    facts = 2, game.rules.ACTIONS, game.rules.SPAN
    found = analyse(game.kernels, view, *facts, plan, stream(1))
    assert game.text.write_action(found.best()) == best


@pytest.mark.skipif(SLOW, reason="nothing is compiled")
def test_a_second_process_compiles_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    command = [sys.executable, "-c", TIMED]
    runs = [
        subprocess.run(command, text=True, capture_output=True, check=True)
        for _ in range(2)
    ]
    hits = tuple(run.stdout.split()[0] for run in runs)
    assert hits == ("0", "2")
    assert [run.stderr for run in runs] == ["compiling the search, once\n", ""]
