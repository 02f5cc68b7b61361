"""Which mix gives the others least, by linear programming: one against several.

One chooses, at random by a mix, and each of several sides answers, knowing the mix but
not the choice, for itself alone. The least that they can be held to together is a
linear program, and its dual is how they answer. With one side this is a matrix game.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from partybots.core.errors import BadValue

Numbers = npt.NDArray[np.float64]


class Solution(NamedTuple):
    value: float  # what the sides get together, each times its weight
    mix: Numbers  # [choice] chances
    answers: list[Numbers]  # [side][answer] chances


def least(payoffs: Sequence[Numbers], weights: Sequence[float] = ()) -> Solution:
    """The mix that gives least, and the answers that get as much against any mix.

    payoffs[side][choice, answer] is what a side gets. `weights`, above 0, say how much
    each side's points count; 1 if nothing is said.
    """
    sides = [np.asarray(side, np.float64) for side in payoffs]
    weighing = np.asarray(weights if len(weights) else [1.0] * len(sides), np.float64)
    check(sides, weighing)
    return program(sides, weighing)


def matrix_game(payoffs: Numbers) -> tuple[float, Numbers, Numbers]:
    """The value to the row player, who gets payoffs[row, column], and both mixes."""
    solved = least([np.asarray(payoffs, np.float64).T])
    return solved.value, solved.answers[0], solved.mix


def regret(
    payoffs: Sequence[Numbers], solved: Solution, weights: Sequence[float] = ()
) -> float:
    """The most that either the mix or one of the answers could still gain."""
    weighing = np.asarray(weights if len(weights) else [1.0] * len(payoffs))
    given = sum(  # [choice]: to the sides together
        weight * (np.asarray(side) @ answer)
        for weight, side, answer in zip(weighing, payoffs, solved.answers, strict=True)
    )
    gains = [float(solved.mix @ given - np.min(given))]
    for side, answer in zip(payoffs, solved.answers, strict=True):
        got = solved.mix @ np.asarray(side)  # [answer]
        gains.append(float(got.max() - got @ answer))
    return max(gains)


def check(sides: list[Numbers], weights: Numbers) -> None:
    """BadValue unless these are payoffs of one game."""
    if not sides or any(side.ndim != 2 or not side.size for side in sides):
        raise BadValue("each side's payoffs are a table of choices by answers")
    if len({len(side) for side in sides}) > 1:
        raise BadValue("all sides answer the same choices")
    if not all(np.isfinite(side).all() for side in sides):
        raise BadValue("a payoff is a finite number")
    if weights.shape != (len(sides),) or not (weights > 0).all():
        raise BadValue("there is one weight a side, above 0")


def program(sides: list[Numbers], weights: Numbers) -> Solution:
    """Solve: choose chances so that the sum of what the sides get is least."""
    builder = import_module("ortools.linear_solver.python.model_builder")  # slow

    model = builder.Model()
    chances = [model.new_num_var(0, 1, f"chance_{c}") for c in range(len(sides[0]))]
    gets = [model.new_num_var(-np.inf, np.inf, f"gets_{s}") for s in range(len(sides))]
    model.add(sum(chances) == 1)
    answers = [
        each_answer_gets_at_most(model, get, chances, side)
        for get, side in zip(gets, sides, strict=True)
    ]
    model.minimize(weighted(weights, gets))

    solver = builder.Solver("glop")
    status = solver.solve(model)
    if status != builder.SolveStatus.OPTIMAL:  # every such game has a solution
        raise ArithmeticError(f"GLOP found no equilibrium: {status.name}")
    duals = [np.array([solver.dual_value(a) for a in side]) for side in answers]
    mix = np.array([solver.value(chance) for chance in chances])
    return Solution(solver.objective_value, share(mix), [share(dual) for dual in duals])


def each_answer_gets_at_most(
    model: Any, get: Any, chances: list[Any], side: Numbers
) -> list[Any]:
    """No answer of a side brings more than what it is said to get; [answer]."""
    return [model.add(get - weighted(answer, chances) >= 0) for answer in side.T]


def weighted(weights: Numbers, variables: list[Any]) -> Any:
    return sum(w * v for w, v in zip(weights.tolist(), variables, strict=True))


def share(numbers: Numbers) -> Numbers:
    """Chances: none below 0 for rounding, and in sum 1."""
    positive = np.maximum(numbers, 0)
    return np.asarray(positive / positive.sum())
