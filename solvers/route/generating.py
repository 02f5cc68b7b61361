"""New decks of contracts by constraint programming (CP-SAT).

Every contract that there could be is a yes or no. A deck takes so many of them, with
starts, destinations, steps and sides as even as can be. Of such decks it is one on
which wrong ideas show, or near it.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from partybots.core.errors import BadValue, PartybotsError
from partybots.core.rng import Rng
from partybots.solvers.route.candidates import (
    DEPTH,
    IDEAS,
    LEVELS,
    Candidate,
    Level,
    candidates,
)
from partybots.solvers.route.circle import DEFAULT_CIRCLE, Circle
from partybots.solvers.route.contract import SIDES, Contract, Movement
from partybots.solvers.route.judging import faults

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

T = TypeVar("T")
Pool: TypeAlias = Sequence[Candidate]
Takes: TypeAlias = "Sequence[IntVar]"  # for each of the pool, whether it is in the deck
MOST_CARDS = 400
POOL = 15  # candidates for each card that are drawn at first
EFFORT = 4.0  # of CP-SAT's deterministic time, about as many seconds at most
BACKSTOP = 15  # times so many seconds, if the machine is that slow
IDEA = 3  # how much more the idea that shows least counts than all slips together


class Impossible(BadValue):
    """It is proved that there is no such deck."""


class OutOfTime(PartybotsError):
    """No deck was found with this effort; there may be one."""


def generate(
    cards: int = 43,
    circle: Circle = DEFAULT_CIRCLE,
    seed: int = 1,
    level: int = 0,
    effort: float = EFFORT,
    every_circle: bool = False,
) -> list[Contract]:
    """A deck of so many different contracts for `circle`, none ending at its start.

    `level` 1 to 3 takes contracts that meet 0, 1 or 2 changes of facing and have few,
    more or many steps; 0 takes any. With `every_circle` the deck is good on all circles
    of these landmarks; then destinations cannot be even, and a level is about steps.

    The same arguments give the same deck with one version of OR-Tools. Raises BadValue
    for what cannot be asked, Impossible if it is proved that there is no such deck,
    OutOfTime if none was found with that effort, about seconds.
    """
    refuse_wrong(cards, level, effort)
    found = candidates(circle, LEVELS[level], every_circle)
    rng = Rng(seed, "deck", str(circle), cards, level, every_circle)
    rng.shuffle(found)
    few = len(found)
    if cards > few:
        raise Impossible(f"there are only {few} such contracts, not {cards}: proved")
    try:
        deck = chosen(found[: POOL * cards], circle, cards, LEVELS[level], rng, effort)
    except Impossible:
        deck = chosen(found, circle, cards, LEVELS[level], rng, effort)
    wrong = faults(deck, circle, cards, LEVELS[level], every_circle)
    if wrong:  # the model and the judge disagree: a bug of ours, never a deck
        raise AssertionError(wrong)
    return deck


def refuse_wrong(cards: int, level: int, effort: float) -> None:
    if not 1 <= cards <= MOST_CARDS:
        raise BadValue(f"a deck has 1 to {MOST_CARDS} cards, not {cards}")
    if level not in LEVELS:
        raise BadValue(f"level is one of {', '.join(map(str, LEVELS))}, not {level}")
    if not 0 < effort <= 3600:
        raise BadValue(f"effort is over 0 and at most 3600, not {effort:g}")


def chosen(
    pool: Pool, circle: Circle, cards: int, level: Level, rng: Rng, effort: float
) -> list[Contract]:
    """The contracts of a good deck, in random order."""
    from ortools.sat.python import cp_model  # takes half a second to import

    model = cp_model.CpModel()
    takes = [model.new_bool_var(f"take {each.contract}") for each in pool]
    take_so_many(model, takes, cards)
    for even in (starts_even, answers_even, steps_even, sides_even):
        even(model, takes, pool, circle, level)
    show_wrong_ideas(model, takes, pool, cards)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1  # so that it is repeatable
    solver.parameters.random_seed = rng.below(2**31)
    solver.parameters.max_deterministic_time = effort
    solver.parameters.max_time_in_seconds = BACKSTOP * effort
    solver.parameters.relative_gap_limit = 0.02
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        raise Impossible(f"no even deck of {cards} such contracts can be: proved")
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise OutOfTime(f"no deck of {cards} found with effort {effort:g}; try more")
    taken = zip(pool, takes, strict=True)
    deck = [each.contract for each, take in taken if solver.value(take)]
    rng.shuffle(deck)
    return deck


def take_so_many(model: "CpModel", takes: Takes, cards: int) -> None:
    model.add(sum(takes) == cards)


def starts_even(
    model: "CpModel", takes: Takes, pool: Pool, circle: Circle, level: Level
) -> None:
    """Every landmark begins as many contracts as any other, or one more."""
    even(model, takes, pool, circle.names, lambda each: [each.contract.start])


def answers_even(
    model: "CpModel", takes: Takes, pool: Pool, circle: Circle, level: Level
) -> None:
    """So does every landmark end them, where the circle is known."""
    if all(each.answer for each in pool):
        even(model, takes, pool, circle.names, lambda each: [each.answer])


def steps_even(
    model: "CpModel", takes: Takes, pool: Pool, circle: Circle, level: Level
) -> None:
    """Movements of 1, 2, ... steps are as many as any other, or one more."""
    even(model, takes, pool, level.steps, lambda each: [m.count for m in moves(each)])


def sides_even(
    model: "CpModel", takes: Takes, pool: Pool, circle: Circle, level: Level
) -> None:
    """Lefts and rights are as many, or one more."""
    even(model, takes, pool, SIDES, lambda each: [m.side for m in moves(each)])


def moves(each: Candidate) -> tuple[Movement, ...]:
    return each.contract.movements


def even(
    model: "CpModel",
    takes: Takes,
    pool: Pool,
    kinds: Iterable[T],
    has: Callable[[Candidate], Sequence[T]],  # the kinds that it counts for
) -> None:
    """The deck has as many of each kind as of any other, or one more."""
    sums = []
    for kind in kinds:
        counts = [has(each).count(kind) for each in pool]
        sums.append(
            sum(take * count for take, count in zip(takes, counts, strict=True))
        )
    least = model.new_int_var(0, DEPTH * MOST_CARDS, "least")
    for each in sums:
        model.add(each >= least)
        model.add(each <= least + 1)


def show_wrong_ideas(model: "CpModel", takes: Takes, pool: Pool, cards: int) -> None:
    """Slips lead elsewhere, above all the idea that shows least often.

    An idea that no contract at all can show, such as taking everyone as seen from the
    front where all are, is not waited for.
    """
    least = model.new_int_var(0, 100 * cards, "percent of the idea that shows least")
    for place in range(len(IDEAS)):
        shows = [each.ideas[place] for each in pool]
        if any(shows):
            shown = zip(takes, shows, strict=True)
            model.add(sum(take * percent for take, percent in shown) >= least)
    telling = zip(takes, pool, strict=True)
    model.maximize(IDEA * least + sum(take * each.telling for take, each in telling))
