"""Which circles are possible, from questions and their right answers.

The circle's order and facings are unknown; where it starts to be read is not: the first
landmark stands at position 0. Seven agents have 720 orders and 128 ways to face.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import factorial

from partybots.core.errors import BadValue
from partybots.solvers.route import columns
from partybots.solvers.route.circle import FACINGS, Circle, reached
from partybots.solvers.route.contract import SIDES, Contract
from partybots.solvers.route.landmarks import LANDMARKS, landmark
from partybots.solvers.route.notation import (
    at,
    contract_from_json,
    parse_json,
    read_csv,
    wrong_json,
)

MOST_CIRCLES = 1_000_000  # that are tried: up to seven landmarks
LISTED = 20  # circles that are named, if there are no more
TRIED = 300  # circles by which questions are compared
Clue = tuple[Contract, str]


@dataclass(frozen=True)
class Inference:
    """Made by infer()."""

    count: int  # circles that fit every clue
    circles: tuple[Circle, ...]  # all of them if at most LISTED, else none
    facings: dict[str, str]  # of the landmarks whose facing is certain
    ask: Contract | None  # the question that tells the rest apart best
    left: float  # circles that are left after its answer, on average

    def as_json(self) -> dict[str, object]:
        return {
            "count": self.count,
            "circles": [str(circle) for circle in self.circles],
            "facings": self.facings,
            "ask": None if self.ask is None else str(self.ask),
            "left": round(self.left, 3),
        }


def infer(clues: Iterable[Clue], landmarks: Sequence[str] = LANDMARKS) -> Inference:
    """Every circle of `landmarks` on which each contract ends at its answer.

    Circles that fit and how to tell them apart; none fit if the clues contradict each
    other. BadValue for more landmarks than can be tried, or an answer that is none.
    """
    names = tuple(landmarks)
    tries = factorial(len(names) - 1) * 2 ** len(names)
    if tries > MOST_CIRCLES:
        raise BadValue(f"{len(names)} landmarks have {tries} circles: too many to try")
    known = [(contract, landmark(answer, names)) for contract, answer in clues]
    fitting = [*fits(known, names)]
    ask, left = best_question(fitting, names)
    return Inference(
        count=len(fitting),
        circles=tuple(map(circle_of, fitting)) if len(fitting) <= LISTED else (),
        facings=certain(fitting),
        ask=ask,
        left=left,
    )


Order = tuple[str, ...]
Turns = tuple[int, ...]  # [position] 1 is front, -1 is back
Possible = tuple[Order, Turns]


def fits(clues: Sequence[Clue], names: Order) -> Iterable[Possible]:
    """Every order and facing on which all clues hold."""
    for turns in product((1, -1), repeat=len(names)):
        table = reached(turns)
        for rest in permutations(names[1:]):
            order = (names[0], *rest)
            if all(ends(order, table, contract) == said for contract, said in clues):
                yield order, turns


def ends(order: Order, table: object, contract: Contract) -> str:
    n, place = len(order), order.index(contract.start)
    for count, side in contract.movements:
        place = table[side][count % n][place]  # type: ignore[index]
    return order[place]


def circle_of(possible: Possible) -> Circle:
    order, turns = possible
    return Circle(
        (name, FACINGS[turn < 0]) for name, turn in zip(order, turns, strict=True)
    )


def certain(fitting: Sequence[Possible]) -> dict[str, str]:
    """The facing of every landmark that all these circles agree on."""
    seen: dict[str, set[str]] = {}
    for order, turns in fitting:
        for name, turn in zip(order, turns, strict=True):
            seen.setdefault(name, set()).add(FACINGS[turn < 0])
    return {name: min(faces) for name, faces in seen.items() if len(faces) == 1}


def best_question(
    fitting: Sequence[Possible], names: Order
) -> tuple[Contract | None, float]:
    """The contract of one or two movements after whose answer fewest are left.

    By the mean over the circles that fit, of which about TRIED are looked at, spread
    evenly. None if no question tells any of them apart: a circle and its mirror image
    with everyone turned round answer alike.
    """
    if len(fitting) < 2:
        return None, float(len(fitting))
    some = fitting[:: max(1, len(fitting) // TRIED)]
    tables = [(order, reached(turns)) for order, turns in some]
    best: tuple[float, str, Contract | None] = (float("inf"), "", None)
    for question in questions(names):
        told = Counter(ends(order, table, question) for order, table in tables)
        left = sum(n * n for n in told.values()) / len(some) ** 2 * len(fitting)
        best = min(best, (left, str(question), question), key=lambda found: found[:2])
    if best[0] >= len(fitting):
        return None, float(len(fitting))
    return best[2], best[0]


def questions(names: Order) -> Iterable[Contract]:
    """All with one movement of 1 to 3 steps, then all with two."""
    moves = [(count, side) for count in (1, 2, 3) for side in SIDES]
    for start in names:
        for first in moves:
            yield Contract(start, [first])
            yield from (Contract(start, [first, second]) for second in moves)


def read_clues(text: str, landmarks: Sequence[str] = LANDMARKS) -> list[Clue]:
    """From CSV with the columns contract and answer, or JSON [{contract, answer}].

    BadValue names the line, or the clue, and what is wrong with it.
    """
    if text.lstrip()[:1] in ("[", "{"):
        value = parse_json(text)
        value = value.get("clues") if isinstance(value, dict) else value
        if not isinstance(value, list):
            raise wrong_json("a list of clues", value, "[{contract, answer}]")
        return [
            at(f"clue {k}", lambda clue: clue_from_json(clue, landmarks), each)
            for k, each in enumerate(value, 1)
        ]
    rows = read_csv(text.splitlines())
    places = columns.needed(rows[0][1] if rows else [], "contract", "answer")
    return [
        at(f"line {line}", lambda row: clue_from_row(row, places, landmarks), row)
        for line, row in rows[1:]
    ]


def clue_from_json(value: object, landmarks: Sequence[str]) -> Clue:
    if not isinstance(value, dict) or not isinstance(value.get("answer"), str):
        raise wrong_json("a clue", value, '{"contract": "house 3L", "answer": "tree"}')
    said = landmark(value["answer"], landmarks)
    return contract_from_json(value, landmarks), said


def clue_from_row(row: object, places: Sequence[int], landmarks: Sequence[str]) -> Clue:
    contract, answer = (row[place] for place in places)  # type: ignore[index]
    return Contract.read(contract, landmarks), landmark(answer, landmarks)
