"""Which circles are possible, from questions and their right answers.

The circle's order and facings are unknown; where it begins to be read is not: the first
landmark stands at position 0. Seven agents have 720 orders and 128 ways to face, which
are tried all at once.

A circle and its mirror image with every agent turned round answer every question alike.
So answers alone never leave fewer than two; one facing that was seen does.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations, product
from math import factorial

import numpy as np
import numpy.typing as npt

from partybots.core.errors import BadValue
from partybots.solvers.route import columns
from partybots.solvers.route.circle import FACINGS, HANDS, Circle, Facing
from partybots.solvers.route.contract import SIDES, Contract, Movement
from partybots.solvers.route.landmarks import LANDMARKS, landmark
from partybots.solvers.route.notation import (
    at,
    contract_from_json,
    parse_json,
    read_csv,
    wrong_json,
)

MOST_CIRCLES = 2_000_000  # that are tried: those of eight landmarks
LISTED = 100  # circles that are named, if there are no more
TRIED = 1000  # circles by which questions are compared, spread evenly
DEPTH, MOST = 3, 4  # movements of a question, steps of a movement
Clue = tuple[Contract, str]
Moves = tuple[Movement, ...]
Places = npt.NDArray[np.intp]  # [circle]: a landmark as place in names
Bytes = npt.NDArray[np.int8]


@dataclass(frozen=True)
class Inference:
    """Made by infer()."""

    count: int  # circles that fit every clue
    circles: tuple[Circle, ...]  # all of them if at most LISTED, else none
    facings: dict[str, str]  # of the landmarks whose facing is certain
    ask: Contract | None  # the question that tells the rest apart best
    left: float  # circles that are left after its answer, on average
    contradicts: int | None = None  # the clue, from 1, that no circle before it fits

    def as_json(self) -> dict[str, object]:
        return {
            "count": self.count,
            "circles": [str(circle) for circle in self.circles],
            "facings": self.facings,
            "ask": None if self.ask is None else str(self.ask),
            "left": round(self.left, 3),
            "contradicts": self.contradicts,
        }


@dataclass(frozen=True)
class Possible:
    """Circles; each array is [circle, ...]."""

    names: tuple[str, ...]
    at: Bytes  # [position]: place in names of the landmark there
    turns: Bytes  # [place in names]: 1 if that agent is seen from the front, else -1
    places: Bytes = field(init=False)  # [place in names]: the position of the landmark

    def __post_init__(self) -> None:
        places = np.argsort(self.at, axis=1).astype(np.int8)
        object.__setattr__(self, "places", places)

    def __len__(self) -> int:
        return len(self.at)

    def only(self, kept: npt.NDArray[np.generic]) -> "Possible":
        """Those of a mask, or of numbers."""
        return Possible(self.names, self.at[kept], self.turns[kept])

    def move(self, here: Places, movement: Movement) -> Places:
        """[circle]: the landmark, as place in names, that it leads to from `here`."""
        each, n = np.arange(len(self)), len(self.names)
        steps = HANDS[movement.side] * (movement.count % n)
        to = (self.places[each, here] + self.turns[each, here] * steps) % n
        there: Places = self.at[each, to].astype(np.intp)
        return there

    def ends(self, contract: Contract) -> Places:
        here = np.full(len(self), self.names.index(contract.start))
        for movement in contract.movements:
            here = self.move(here, movement)
        return here

    def circle(self, number: int) -> Circle:
        order = self.at[number].tolist()
        turns = self.turns[number].tolist()
        return Circle((self.names[k], FACINGS[turns[k] < 0]) for k in order)


def infer(
    clues: Iterable[Clue],
    landmarks: Sequence[str] = LANDMARKS,
    seen: Mapping[str, Facing] | None = None,
) -> Inference:
    """Every circle of `landmarks` on which each contract ends at its answer.

    `seen` has facings that are known besides. BadValue for more than eight landmarks,
    NotationError for an answer or something seen that is none of them.
    """
    names = tuple(landmarks)
    known = [(contract, landmark(answer, names)) for contract, answer in clues]
    fitting, contradicts = every_circle(names), None
    for name, facing in (seen or {}).items():
        faces = fitting.turns[:, names.index(landmark(name, names))]
        fitting = fitting.only(faces == (1 if facing == "front" else -1))
    for number, (contract, answer) in enumerate(known, 1):
        fits = fitting.only(fitting.ends(contract) == names.index(answer))
        if not len(fits) and contradicts is None:
            contradicts = number
        fitting = fits
    ask, left = best_question(fitting)
    few = len(fitting) <= LISTED
    return Inference(
        count=len(fitting),
        circles=tuple(map(fitting.circle, range(len(fitting)))) if few else (),
        facings=certain(fitting),
        ask=ask,
        left=left,
        contradicts=contradicts,
    )


def every_circle(names: tuple[str, ...]) -> Possible:
    """All orders, all ways to face."""
    n = len(names)
    tries = factorial(n - 1) * 2**n
    if tries > MOST_CIRCLES:
        raise BadValue(f"{n} landmarks have {tries} circles: too many to try")
    orders = np.array([(0, *rest) for rest in permutations(range(1, n))], np.int8)
    faced = np.array(list(product((1, -1), repeat=n)), np.int8)
    at = np.repeat(orders, len(faced), axis=0)
    return Possible(names, at, np.tile(faced, (len(orders), 1)))


def certain(fitting: Possible) -> dict[str, str]:
    """The facing of every landmark that all these circles agree on."""
    if not len(fitting):
        return {}
    same = (fitting.turns == fitting.turns[0]).all(axis=0)
    return {
        name: FACINGS[turn < 0]
        for name, turn, sure in zip(
            fitting.names, fitting.turns[0].tolist(), same.tolist(), strict=True
        )
        if sure
    }


def best_question(fitting: Possible) -> tuple[Contract | None, float]:
    """The contract after whose answer fewest circles are left, the shortest of equals.

    By the mean over the circles that fit, of which about TRIED are looked at. None if
    no question tells any of them apart.
    """
    every = len(fitting)
    if every < 2:
        return None, float(every)
    some = fitting.only(np.arange(0, every, max(1, every // TRIED)))
    least, best = (len(some) ** 2, 0), None
    for start in range(len(some.names)):
        for movements, here in questions(some, start):
            told = np.bincount(here)  # circles by answer
            pairs = int((told * told).sum())  # of circles that answer alike
            if (pairs, len(movements)) < least:
                least = pairs, len(movements)
                best = Contract(some.names[start], movements)
    return best, least[0] / len(some) ** 2 * every


def questions(some: Possible, start: int) -> Iterator[tuple[Moves, Places]]:
    """All of 1 to DEPTH movements, the shortest first, and where they end."""
    moves = [Movement(count, side) for count in range(1, MOST + 1) for side in SIDES]
    asked: list[tuple[Moves, Places]] = [((), np.full(len(some), start))]
    for _ in range(DEPTH):
        asked = [
            ((*before, movement), some.move(here, movement))
            for before, here in asked
            for movement in moves
        ]
        yield from asked


def read_clues(text: str, landmarks: Sequence[str] = LANDMARKS) -> list[Clue]:
    """From CSV with the columns contract and answer, JSON [{contract, answer}], the
    same under "clues" or "contracts", or JSON lines.

    BadValue names the line, or the clue, and what is wrong with it.
    """
    if text.lstrip()[:1] in ("[", "{"):
        read = json_lines if in_lines(text) else json_list
        return [
            at(place, lambda clue: clue_from_json(clue, landmarks), clue)
            for place, clue in read(text)
        ]
    rows = read_csv(text.splitlines())
    places = columns.needed(rows[0][1] if rows else [], "contract", "answer")
    said = [(line, [row[place] for place in places]) for line, row in rows[1:]]
    return [
        at(f"line {line}", lambda both: clue_from_row(both, landmarks), both)
        for line, both in said
    ]


def in_lines(text: str) -> bool:
    """Whether it is JSON lines: the first is a clue of its own."""
    try:
        first = json.loads(text.strip().partition("\n")[0])
    except (ValueError, RecursionError):
        return False
    return isinstance(first, dict) and not {"clues", "contracts"} & {*first}


def json_list(text: str) -> Iterator[tuple[str, object]]:
    """(place, what stands there)."""
    value = parse_json(text)
    if isinstance(value, dict):
        value = value.get("clues", value.get("contracts"))
    if not isinstance(value, list):
        raise wrong_json("a list of clues", value, "[{contract, answer}]")
    yield from ((f"clue {k}", clue) for k, clue in enumerate(value, 1))


def json_lines(text: str) -> Iterator[tuple[str, object]]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield f"line {number}", at(f"line {number}", parse_json, line)


def clue_from_json(value: object, landmarks: Sequence[str]) -> Clue:
    if not isinstance(value, dict) or not isinstance(value.get("answer"), str):
        raise wrong_json("a clue", value, '{"contract": "house 3L", "answer": "tree"}')
    said = landmark(value["answer"], landmarks)
    return contract_from_json(value, landmarks), said


def clue_from_row(row: Sequence[str], landmarks: Sequence[str]) -> Clue:
    contract, answer = row
    return Contract.read(contract, landmarks), landmark(answer, landmarks)
