"""Contracts: a landmark to start from and the movements that follow."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple, TypeAlias

from partybots.core.errors import BadValue, NotationError
from partybots.solvers.route.landmarks import LANDMARKS, brief, landmark, own_name

Side: TypeAlias = Literal["left", "right"]  # of the agent a movement starts from
SIDES: tuple[Side, Side] = ("left", "right")
MOST_STEPS = 9999  # in one movement
MOST_MOVEMENTS = 1000  # in one contract
SIDE_SPELLINGS: dict[str, Side] = {
    **dict.fromkeys(["l", "left", "g", "gauche"], SIDES[0]),
    **dict.fromkeys(["r", "right", "d", "droite"], SIDES[1]),
}
APART = re.compile(rf"\b([0-9]+)\s+({'|'.join(SIDE_SPELLINGS)})\b", re.IGNORECASE)
MOVEMENT = re.compile(r"([0-9]+)([a-z]+)", re.IGNORECASE)
EXAMPLE = "a landmark and its movements, such as house 3L 1R 4L"


class Movement(NamedTuple):
    """`count` steps to `side` of the agent it starts from, whoever is passed."""

    count: int  # type: ignore[assignment]  # 1 to 9999; all agents is once round
    side: Side

    def __str__(self) -> str:
        return f"{self.count}{self.side[0].upper()}"


@dataclass(frozen=True)
class Contract:
    """Made from a landmark and 1 to 1000 pairs (count, side).

    BadValue for a count that is not 1 to 9999, a side that is neither "left" nor
    "right", or no movement; NotationError for a landmark that cannot be.
    """

    start: str
    movements: tuple[Movement, ...]

    def __init__(self, start: str, movements: Iterable[tuple[int, Side]]) -> None:
        made = tuple(Movement(count, side) for count, side in movements)
        object.__setattr__(self, "start", own_name(start))
        object.__setattr__(self, "movements", made)
        refuse_wrong(made)

    @classmethod
    def read(cls, text: str, landmarks: Sequence[str] = LANDMARKS) -> "Contract":
        """From text such as `house 3L 1R 4L`; it starts at one of `landmarks`."""
        reading = read_contract if len(text) <= 200 else read_contract.__wrapped__
        return reading(text, tuple(landmarks))

    def __str__(self) -> str:
        return self.text

    @cached_property
    def text(self) -> str:
        return " ".join([self.start, *map(str, self.movements)])

    def as_json(self) -> dict[str, object]:
        """{start, movements: [{count, side}]}."""
        movements = [movement._asdict() for movement in self.movements]
        return {"start": self.start, "movements": movements}

    def first(self, depth: int | None) -> "Contract":
        """Only the first `depth` movements (RTLT-18); all of them if None."""
        if depth is None or depth == len(self.movements):
            return self
        if not 1 <= depth <= len(self.movements):
            raise BadValue(
                f"depth is 1 to {len(self.movements)} for {self}, not {depth}"
            )
        return Contract(self.start, self.movements[:depth])


def refuse_wrong(movements: tuple[Movement, ...]) -> None:
    if not 1 <= len(movements) <= MOST_MOVEMENTS:
        raise BadValue(
            f"a contract has 1 to {MOST_MOVEMENTS} movements, not {len(movements)}"
        )
    for count, side in movements:
        if not is_count(count):
            raise BadValue(
                f"a movement has 1 to {MOST_STEPS} steps, a whole number, "
                f"not {brief(repr(count))}"
            )
        if side not in SIDES:
            raise BadValue(f"a movement goes left or right, not {brief(repr(side))}")


def is_count(count: object) -> bool:
    return type(count) is int and 1 <= count <= MOST_STEPS


@lru_cache(8192)  # of short texts
def read_contract(text: str, landmarks: tuple[str, ...]) -> Contract:
    words = re.split(r"[\s,;]+", APART.sub(r"\1\2", text).strip(" \t\r\n,;"))
    first = next(
        (i for i, word in enumerate(words) if i and word[0] in "+-0123456789"),
        len(words),
    )
    start = landmark(" ".join(words[:first]), landmarks) if words[0] else ""
    if first == len(words):
        raise NotationError("a contract", brief(text), EXAMPLE)
    return Contract(start, [read_movement(word) for word in words[first:]])


def read_movement(word: str) -> Movement:
    """From text such as `3L`, `3left` or `3g` (gauche)."""
    found = MOVEMENT.fullmatch(word)
    if not found or found[2].lower() not in SIDE_SPELLINGS:
        raise NotationError(
            "a movement", brief(word), "steps and a side, such as 3L or 1R"
        )
    steps = found[1].lstrip("0")
    if not steps or len(steps) > len(str(MOST_STEPS)):
        raise NotationError("a movement", brief(word), f"1 to {MOST_STEPS} steps")
    return Movement(int(steps), SIDE_SPELLINGS[found[2].lower()])
