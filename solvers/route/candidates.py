"""The contracts that a new deck may take, and how well each shows wrong ideas."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from partybots.core.rng import Rng
from partybots.solvers.route.circle import Circle, reached
from partybots.solvers.route.contract import SIDES, Contract, Movement
from partybots.solvers.route.slips import BEHIND, FRONT, SIDES_SWAPPED, START, slip_ends

DEPTH, MOST = 3, 4  # movements in a contract, steps in a movement
FACED = 128  # ways to face that stand for all circles: those that seven agents have
IDEAS = (SIDES_SWAPPED, FRONT, BEHIND, START)  # slips that someone makes throughout
Turns = tuple[int, ...]  # Circle.turns


@dataclass(frozen=True)
class Level:
    """How hard a contract is."""

    changes: range  # of facing, from one agent that a movement starts from to the next
    steps: range  # of each movement
    total: range  # of all movements


ANY = range(100)
LEVELS = {
    0: Level(ANY, range(1, MOST + 1), ANY),
    1: Level(range(1), range(1, MOST), range(9)),
    2: Level(range(1, 2), range(1, MOST + 1), range(5, 11)),
    3: Level(range(2, 3), range(2, MOST + 1), range(8, 13)),
}


@dataclass(frozen=True)
class Candidate:
    """A contract that a deck may take."""

    contract: Contract
    answer: str  # landmark; "" if the deck is for every circle
    telling: int  # percent of its slips, by their odds, that lead elsewhere
    ideas: tuple[int, ...]  # for each of IDEAS 100 if it leads elsewhere, else 0; on
    # every circle the mean


def candidates(circle: Circle, level: Level, every_circle: bool) -> list[Candidate]:
    """All of DEPTH movements and that level that never end where they start.

    With `every_circle` they do so on no circle of as many agents; a level then is
    about steps only, since facings differ.
    """
    moves = [Movement(count, side) for count in level.steps for side in SIDES]
    found: list[Candidate] = []
    for movements in product(moves, repeat=DEPTH):
        if sum(count for count, _ in movements) not in level.total:
            continue
        if every_circle:
            found += for_every_circle(circle, movements)
        else:
            found += on_circle(circle, movements, level)
    return found


def on_circle(
    circle: Circle, movements: tuple[Movement, ...], level: Level
) -> Iterator[Candidate]:
    for start, at in circle.places.items():
        path = path_of(circle.turns, at, movements)
        facings = [circle.turns[place] for place in path[:-1]]
        changes = sum(a != b for a, b in pairwise(facings))
        if path[-1] != at and changes in level.changes:
            told = tells(circle.turns, at, movements, path[-1])
            yield Candidate(
                Contract(start, movements), circle.landmarks[path[-1]], *told
            )


def for_every_circle(
    circle: Circle, movements: tuple[Movement, ...]
) -> Iterator[Candidate]:
    """By the means over ways to face; where the landmarks stand makes no difference."""
    if may_return([count for count, _ in movements], len(circle)):
        return
    told = [
        tells(turns, 0, movements, path_of(turns, 0, movements)[-1])
        for turns in ways_to_face(len(circle))
    ]
    telling = sum(each for each, _ in told) // len(told)
    ideas = [sum(each) // len(told) for each in zip(*(i for _, i in told), strict=True)]
    for start in circle.names:
        yield Candidate(Contract(start, movements), "", telling, tuple(ideas))


def may_return(counts: Sequence[int], n: int) -> bool:
    """Whether steps this way and that can end where they began, among `n` agents."""
    signs = product((1, -1), repeat=len(counts))
    return any(
        sum(sign * count for sign, count in zip(each, counts, strict=True)) % n == 0
        for each in signs
    )


def ways_to_face(n: int) -> list[Turns]:
    """All if they are at most FACED, else so many of them, always the same."""
    if 2**n <= FACED:
        return list(product((1, -1), repeat=n))
    rng = Rng("faced", n)
    return [tuple(rng.choice((1, -1)) for _ in range(n)) for _ in range(FACED)]


def path_of(turns: Turns, at: int, movements: Sequence[Movement]) -> list[int]:
    """The positions where it starts and where each movement ends."""
    path, table, n = [at], reached(turns), len(turns)
    for count, side in movements:
        path.append(table[side][count % n][path[-1]])
    return path


def tells(
    turns: Turns, at: int, movements: tuple[Movement, ...], right: int
) -> tuple[int, tuple[int, ...]]:
    """(Candidate.telling, Candidate.ideas) on one circle."""
    shown = every = 0
    ideas = [0] * len(IDEAS)
    for kind, _, _, position, odds in slip_ends(turns, at, movements):
        every += odds
        if position != right:
            shown += odds
            if kind in IDEAS:
                ideas[IDEAS.index(kind)] = 100
    return 100 * shown // every, tuple(ideas)
