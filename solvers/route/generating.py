"""New decks of contracts by constraint programming (CP-SAT).

Every contract that there could be is a yes or no. A deck takes so many of them, with
starts, destinations, steps and sides as even as can be; of all such decks it is one in
which wrong ideas show: whose contracts have few slips that end where they should.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any, NamedTuple

from partybots.core.errors import BadValue, PartybotsError
from partybots.core.rng import Rng
from partybots.solvers.route.circle import DEFAULT_CIRCLE, Circle
from partybots.solvers.route.contract import SIDES, Contract
from partybots.solvers.route.slips import slips
from partybots.solvers.route.solving import solve

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

MOST_CARDS = 400
DEPTH, MOST = 3, 4  # movements in a contract, steps in a movement
LEVELS = (0, 1, 2, 3)  # any, then no, one and two changes of facing on the way
POOL = 30  # candidates for each card that are drawn at first
EFFORT = 8.0  # of CP-SAT's deterministic time, about as many seconds at most
TELLING = 100  # what a slip that shows is worth, against 0 to 99 for chance


class Impossible(BadValue):
    """It is proved that there is no such deck."""


class OutOfTime(PartybotsError):
    """No deck was found with this effort; there may be one."""


class Candidate(NamedTuple):
    """A contract that a deck may take."""

    contract: Contract
    answer: str  # landmark; "" if it must be good on every circle
    changes: int  # of facing, from one agent that a movement starts from to the next
    telling: int  # slips that lead elsewhere, so that they show


def generate(
    cards: int = 43,
    circle: Circle | None = DEFAULT_CIRCLE,
    seed: int = 1,
    level: int = 0,
    effort: float = EFFORT,
) -> list[Contract]:
    """A deck of so many contracts on `circle`; None is a deck for every circle.

    `level` 1 to 3 takes contracts with 0 to 2 changes of facing, 0 any. The same
    arguments give the same deck with one version of OR-Tools. Raises BadValue for what
    cannot be asked, Impossible if there is no such deck, OutOfTime if none was found.
    """
    refuse_wrong(cards, circle, level, effort)
    found = [c for c in candidates(circle) if not level or c.changes == level - 1]
    rng = Rng(seed, "deck", str(circle), cards, level)
    rng.shuffle(found)
    if cards > len(found):
        raise Impossible(f"there are only {len(found)} such contracts, not {cards}")
    for pool in (found[: POOL * cards], found):
        try:
            deck = chosen(pool, cards, rng, effort)
        except Impossible:
            if len(pool) == len(found):
                raise
            continue
        wrong = faults(deck, cards, circle, level)
        if wrong:  # the model and the check disagree: a bug of ours, never a deck
            raise AssertionError(wrong)
        return deck
    raise AssertionError("the last pool is all there is")


def refuse_wrong(cards: int, circle: Circle | None, level: int, effort: float) -> None:
    if not 1 <= cards <= MOST_CARDS:
        raise BadValue(f"a deck has 1 to {MOST_CARDS} cards, not {cards}")
    if level not in LEVELS:
        raise BadValue(f"level is one of {', '.join(map(str, LEVELS))}, not {level}")
    if level and circle is None:
        raise BadValue("a level needs a circle: it counts how the agents there face")
    if not 0 < effort <= 3600:
        raise BadValue(f"effort is over 0 and at most 3600, not {effort:g}")


def candidates(circle: Circle | None) -> list[Candidate]:
    """Every contract of DEPTH movements that does not end where it starts."""
    names = (circle or DEFAULT_CIRCLE).names
    moves = [(count, side) for count in range(1, MOST + 1) for side in SIDES]
    found = [
        Contract(start, movements)
        for start in names
        for movements in product(moves, repeat=DEPTH)
    ]
    if circle is None:
        return [Candidate(contract, "", 0, 0) for contract in found]
    rated = (rate(contract, circle) for contract in found)
    return [each for each in rated if each.answer != each.contract.start]


def rate(contract: Contract, circle: Circle) -> Candidate:
    solution = solve(contract, circle)
    facings = [step.facing for step in solution.steps]
    changes = sum(a != b for a, b in pairwise(facings))
    telling = {s.slip for s in slips(contract, circle) if s.answer != solution.answer}
    return Candidate(contract, solution.answer, changes, len(telling))


def chosen(
    pool: Sequence[Candidate], cards: int, rng: Rng, effort: float
) -> list[Contract]:
    """The contracts of a best deck, in random order."""
    from ortools.sat.python import cp_model  # takes half a second to import

    model = cp_model.CpModel()
    takes = [model.new_bool_var(f"take {each.contract}") for each in pool]
    take_so_many(model, takes, cards)
    for even in (starts_even, answers_even, steps_even, sides_even):
        even(model, takes, pool, cards)
    show_wrong_ideas(model, takes, pool, rng)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1  # so that it is repeatable
    solver.parameters.random_seed = rng.below(2**31)
    solver.parameters.max_deterministic_time = effort
    solver.parameters.relative_gap_limit = 0.01
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        raise Impossible(f"no even deck of {cards} such contracts can be: proved")
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise OutOfTime(f"no deck of {cards} found with effort {effort:g}; try more")
    deck = [
        c.contract for c, take in zip(pool, takes, strict=True) if solver.value(take)
    ]
    rng.shuffle(deck)
    return deck


def take_so_many(model: "CpModel", takes: Sequence["IntVar"], cards: int) -> None:
    model.add(sum(takes) == cards)


def spread_evenly(
    model: "CpModel", sums: Iterable[Any], total: int, kinds: int
) -> None:
    """Each of these sums, which make up `total`, is its share rounded down or up."""
    for each in sums:
        model.add_linear_constraint(each, total // kinds, -(-total // kinds))


def starts_even(
    model: "CpModel", takes: Sequence["IntVar"], pool: Sequence[Candidate], cards: int
) -> None:
    """Every landmark begins as many contracts as any other, or one more."""
    kinds = sorted({each.contract.start for each in pool})
    sums = [
        sum(t for t, c in zip(takes, pool, strict=True) if c.contract.start == kind)
        for kind in kinds
    ]
    spread_evenly(model, sums, cards, len(kinds))


def answers_even(
    model: "CpModel", takes: Sequence["IntVar"], pool: Sequence[Candidate], cards: int
) -> None:
    """So does every landmark end them, where the circle is known."""
    kinds = sorted({each.answer for each in pool})
    sums = [
        sum(t for t, c in zip(takes, pool, strict=True) if c.answer == kind)
        for kind in kinds
    ]
    spread_evenly(model, sums, cards, len(kinds))


def steps_even(
    model: "CpModel", takes: Sequence["IntVar"], pool: Sequence[Candidate], cards: int
) -> None:
    """Movements of 1, 2, ... steps are as many as any other, or one more."""
    sums = [
        sum(
            take * sum(movement.count == count for movement in each.contract.movements)
            for take, each in zip(takes, pool, strict=True)
        )
        for count in range(1, MOST + 1)
    ]
    spread_evenly(model, sums, DEPTH * cards, MOST)


def sides_even(
    model: "CpModel", takes: Sequence["IntVar"], pool: Sequence[Candidate], cards: int
) -> None:
    """Lefts and rights are as many, or one more."""
    sums = [
        sum(
            take * sum(movement.side == side for movement in each.contract.movements)
            for take, each in zip(takes, pool, strict=True)
        )
        for side in SIDES
    ]
    spread_evenly(model, sums, DEPTH * cards, len(SIDES))


def show_wrong_ideas(
    model: "CpModel", takes: Sequence["IntVar"], pool: Sequence[Candidate], rng: Rng
) -> None:
    """Prefer contracts on which slips lead elsewhere; among equals, chance decides."""
    model.maximize(
        sum(
            (TELLING * each.telling + rng.below(TELLING)) * take
            for take, each in zip(takes, pool, strict=True)
        )
    )


def faults(
    deck: Sequence[Contract], cards: int, circle: Circle | None, level: int = 0
) -> list[str]:
    """What is wrong with a deck, in words; knows nothing of the model."""
    wrong = []
    if len(set(deck)) != cards or len(deck) != cards:
        wrong.append(f"{len(set(deck))} different contracts, not {cards}")
    counts: dict[str, Counter[Any]] = {
        "starts": Counter(contract.start for contract in deck),
        "steps": Counter(m.count for contract in deck for m in contract.movements),
        "sides": Counter(m.side for contract in deck for m in contract.movements),
    }
    kinds = {"starts": len((circle or DEFAULT_CIRCLE).names), "steps": MOST, "sides": 2}
    if circle is not None:
        paths = [solve(contract, circle) for contract in deck]
        counts["answers"] = Counter(path.answer for path in paths)
        kinds["answers"] = len(circle)
        wrong += [
            f"{p.contract} ends where it starts" for p in paths if p.path[0] == p.answer
        ]
        if level:
            wrong += [
                str(p.contract) for p in paths if changes_met(p.steps) != level - 1
            ]
    for what, found in counts.items():
        least = min(found.values()) if len(found) == kinds[what] else 0
        if max(found.values()) - least > 1:
            wrong.append(f"{what} are uneven: {dict(found)}")
    return wrong


def changes_met(steps: Sequence[Any]) -> int:
    """How often the facing changes from one step's agent to the next one's."""
    return len([1 for a, b in pairwise(steps) if a.facing != b.facing])
