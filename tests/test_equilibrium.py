"""The least that others can be held to: closed forms, and no side can gain."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partybots.core import BadValue
from partybots.solvers.equilibrium import least, matrix_game, regret

EXACT = 1e-6


def test_rock_paper_scissors():
    value, rows, columns = matrix_game([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert value == pytest.approx(0, abs=EXACT)
    assert rows == pytest.approx([1 / 3] * 3, abs=EXACT)
    assert columns == pytest.approx([1 / 3] * 3, abs=EXACT)


def test_matching_pennies():
    value, rows, columns = matrix_game([[1, -1], [-1, 1]])
    assert value == pytest.approx(0, abs=EXACT)
    assert [*rows, *columns] == pytest.approx([1 / 2] * 4, abs=EXACT)


@pytest.mark.parametrize("heads", [0.1, 0.5, 1, 3, 40])
def test_pennies_where_one_side_of_the_coin_is_worth_more(heads):
    value, rows, columns = matrix_game([[heads, 0], [0, 1]])
    assert value == pytest.approx(heads / (1 + heads), abs=EXACT)
    assert rows[0] == pytest.approx(1 / (1 + heads), abs=EXACT)
    assert columns[0] == pytest.approx(1 / (1 + heads), abs=EXACT)


@pytest.mark.parametrize("size", range(1, 10))
def test_whoever_names_the_same_of_so_many_gets_a_point(size):
    value, rows, columns = matrix_game(np.eye(size))
    assert value == pytest.approx(1 / size, abs=EXACT)
    assert rows == pytest.approx([1 / size] * size, abs=EXACT)
    assert columns == pytest.approx([1 / size] * size, abs=EXACT)


def test_a_saddle_point_is_played_for_certain():
    value, rows, columns = matrix_game([[4, 2, 5], [1, 0, 9]])
    assert value == pytest.approx(2, abs=EXACT)
    assert rows.tolist() == [1, 0]
    assert columns.tolist() == [0, 1, 0]


def two_by_two(a, b, c, d):
    """The value of [[a, b], [c, d]]: a saddle point's, else by the mixing formula."""
    low, high = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    return low if low == high else (a * d - b * c) / (a + d - b - c)


@settings(deadline=None)
@given(st.tuples(*[st.integers(-20, 20)] * 4))
def test_any_game_of_two_by_two(payoffs):
    value, rows, columns = matrix_game(np.reshape(payoffs, (2, 2)))
    assert value == pytest.approx(two_by_two(*payoffs), abs=EXACT)
    assert rows @ np.reshape(payoffs, (2, 2)) @ columns == pytest.approx(value)


@settings(deadline=None, max_examples=200)
@given(st.integers(0, 2**32), st.integers(1, 9), st.integers(1, 4))
def test_no_side_can_gain(seed, choices, sides):
    chance = np.random.default_rng(seed)
    payoffs = [
        chance.uniform(-5, 5, (choices, chance.integers(1, 20))) for _ in range(sides)
    ]
    weights = chance.uniform(0.1, 3, sides)
    solved = least(payoffs, weights)
    assert regret(payoffs, solved, weights) < EXACT
    assert solved.mix.sum() == pytest.approx(1)
    assert min(map(np.min, [solved.mix, *solved.answers])) >= 0
    assert [answer.sum() for answer in solved.answers] == pytest.approx([1] * sides)
    got = [
        weight * (solved.mix @ side @ answer)
        for weight, side, answer in zip(weights, payoffs, solved.answers, strict=True)
    ]
    assert sum(got) == pytest.approx(solved.value, abs=EXACT)


def test_regret_sees_a_mix_and_an_answer_that_can_be_bettered():
    payoffs = [np.array([[1.0, -1.0], [-1.0, 1.0]])]
    solved = least(payoffs)
    one_sided = np.array([1.0, 0.0])
    assert regret(payoffs, solved._replace(mix=one_sided)) == pytest.approx(1)
    assert regret(payoffs, solved._replace(answers=[one_sided])) == pytest.approx(1)


def test_a_side_that_weighs_more_is_given_less():
    mine, yours = np.array([[1.0], [0.0]]), np.array([[0.0], [1.0]])
    assert least([mine, yours], [3, 1]).mix.tolist() == [0, 1]
    assert least([mine, yours], [1, 3]).mix.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("payoffs", "weights", "wrong"),
    [
        ([], [], "a table"),
        ([[1.0, 2.0]], [], "a table"),
        ([np.zeros((0, 2))], [], "a table"),
        ([np.zeros((2, 2)), np.zeros((3, 2))], [], "the same choices"),
        ([np.array([[np.nan]])], [], "finite"),
        ([np.array([[np.inf]])], [], "finite"),
        ([np.eye(2)], [1, 1], "one weight"),
        ([np.eye(2)], [0], "above 0"),
    ],
)
def test_what_is_no_game_is_refused(payoffs, weights, wrong):
    with pytest.raises(BadValue, match=wrong):
        least(payoffs, weights)


def test_or_tools_is_loaded_when_something_is_solved_and_not_before():
    see = (
        "import sys; assert not any(name.startswith('ortools') for name in sys.modules)"
    )
    load = (
        "import partybots.solvers.equilibrium, partybots.plugins.dictator.equilibrium"
    )
    subprocess.run([sys.executable, "-c", f"{load}; {see}"], check=True)
