"""Marks for one answer after another, fast enough for a million of them.

How a circle answers and what explains a wrong answer depend only on how the agents
face, counted from the start: that is what is remembered, and no more than a set number
of each thing.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import log
from typing import NamedTuple

from partybots.core.errors import PartybotsError
from partybots.solvers.route.circle import FACINGS, Circle, reached
from partybots.solvers.route.contract import Contract, Movement
from partybots.solvers.route.landmarks import LANDMARKS, landmark
from partybots.solvers.route.notation import contract_from_json, parse_json
from partybots.solvers.route.slips import (
    BEHIND,
    FRONT,
    NO_SLIP,
    ODDS,
    PASSED,
    SIDES,
    SLIPS,
    START,
    SWAPPED,
    slip_ends,
)

BY_CHANCE = (
    0.1  # of wrong answers by someone with a misconception, those of other kinds
)
KEPT = 65_536  # 128 ways to face times 512 contracts of three movements, 1 to 4 steps
LONG = 400  # characters of a row, or more: not remembered
WHOLE = (SIDES, FRONT, BEHIND, START)  # slips made at every movement
TURNS = dict(zip(FACINGS, (1, -1), strict=True))
USUAL = {f"{name}:{f}": (name, turn) for name in LANDMARKS for f, turn in TURNS.items()}


class Blame(NamedTuple):
    """What a wrong answer says, the right one being known."""

    label: str  # the likeliest slip and its movement, or that none explains it
    evidence: tuple[tuple[int, float], ...]  # (place in SLIPS, log of how much likelier
    # one who makes only that slip gives this answer than one who guesses)


class Mark(NamedTuple):
    contract: str  # as we write it
    expected: str  # landmark
    blame: Blame | None  # None if the answer is right


class Ring(NamedTuple):
    """A circle as marking needs it."""

    landmarks: tuple[str, ...]  # clockwise
    turns: tuple[int, ...]  # Circle.turns
    names: tuple[str, ...]  # Circle.names


class Marker:
    """Marks answers on `circle`, or on the circle that a row names."""

    def __init__(
        self,
        circle: Circle,
        landmarks: tuple[str, ...] | None = None,
        depth: int | None = None,
    ) -> None:
        self.ring = Ring(circle.landmarks, circle.turns, circle.names)
        self.landmarks, self.depth = landmarks, depth
        self.known: dict[tuple[str, str, str], Mark | PartybotsError] = {}
        self.read_ring = lru_cache(4096)(self.ring_of)

    def mark(self, contract: str, answer: str, circle: str) -> Mark:
        """Judge one answer; PartybotsError if it, or the question, cannot be read."""
        key = (contract, answer, circle)
        mark = self.known.get(key)
        if mark is None:
            try:
                mark = self.judge(*key)
            except PartybotsError as error:
                mark = error
            if len(self.known) >= KEPT:
                self.known.clear()
            if len(contract) + len(answer) + len(circle) < LONG:
                self.known[key] = mark
        if isinstance(mark, PartybotsError):
            raise mark
        return mark

    def judge(self, contract_text: str, answer: str, circle: str) -> Mark:
        names, turns, usual = self.read_ring(circle) if circle else self.ring
        contract = read_contract(contract_text, usual).first(self.depth)
        start, said = names.index(contract.start), names.index(landmark(answer, usual))
        n, turns = len(names), turns[start:] + turns[:start]
        end = (start + path_end(turns, contract.movements)) % n
        if said == end:
            return Mark(contract.text, names[end], None)
        find = blames if len(contract.movements) <= 8 else blames.__wrapped__
        blame = find(turns, contract.movements)[(said - start) % n]
        return Mark(contract.text, names[end], blame)

    def ring_of(self, text: str) -> Ring:
        if self.landmarks is None:
            agents = [USUAL.get(word) for word in text.split()]
            found = [agent for agent in agents if agent]
            if len(found) == len(agents) == len(LANDMARKS) == len(dict(found)):
                names, turns = zip(*found, strict=True)
                return Ring(names, turns, LANDMARKS)
        circle = Circle.read(text, self.landmarks)
        return Ring(circle.landmarks, circle.turns, circle.names)


def read_contract(text: str, landmarks: tuple[str, ...]) -> Contract:
    if text[:1] == "{":
        return contract_from_json(parse_json(text), landmarks)
    return Contract.read(text, landmarks)


@lru_cache(KEPT)
def blames(
    turns: tuple[int, ...], movements: tuple[Movement, ...]
) -> tuple[Blame, ...]:
    """[position]: what that wrong answer says. Positions count from the start."""
    n, depth = len(turns), len(movements)
    best, labels, kinds = [0] * n, [NO_SLIP] * n, [0] * n  # [position]
    for kind, movement, _, position, odds in slip_ends(turns, 0, movements):
        kinds[position] |= 1 << kind
        if odds > best[position]:
            best[position], labels[position] = odds, label(kind, movement)
    return tuple([shared(labels[at], kinds[at], depth, n) for at in range(n)])


def path_end(turns: tuple[int, ...], movements: tuple[Movement, ...]) -> int:
    """The position where `movements` end that start at position 0."""
    table, n, at = reached(turns), len(turns), 0
    for count, side in movements:
        at = table[side][count % n][at]
    return at


@lru_cache(4096)
def label(kind: int, movement: int | None) -> str:
    return SLIPS[kind] if movement is None else f"{SLIPS[kind]} {movement + 1}"


@lru_cache(4096)
def shared(label: str, kinds: int, depth: int, n: int) -> Blame:
    """The same object for what is equal: there are far fewer than answers.

    `kinds` are bits by place in SLIPS; `depth` movements; `n` agents.
    """
    gains = [
        (kind, log((1 - BY_CHANCE) / ways(kind, depth) * (n - 1) + BY_CHANCE))
        for kind in range(len(SLIPS))
        if kinds >> kind & 1
    ]
    return Blame(label, tuple(gains))


def ways(kind: int, depth: int) -> float:
    """In about how many ways a slip is made in a contract of `depth` movements."""
    if kind in WHOLE:
        return 1
    pairs = depth * (depth - 1) / 2
    return pairs if kind == SWAPPED else 2 * depth if kind == PASSED else depth


def likeliest(
    evidence: Sequence[float], explained: Sequence[int], wrong: int
) -> str | None:
    """The slip with most evidence and odds together, None if guessing has more.

    By place in SLIPS: the sum of the evidence over those of the `wrong` answers that
    the slip explains, and how many they are.
    """
    weighed = [
        gains + (wrong - count) * log(BY_CHANCE) + log(odds)
        for gains, count, odds in zip(evidence, explained, ODDS, strict=True)
    ]
    best = max(weighed)
    return SLIPS[weighed.index(best)] if wrong and best > 0 else None
