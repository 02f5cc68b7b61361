"""Where a contract leads, by which way and why."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from partybots.solvers.route.circle import DEFAULT_CIRCLE, Circle, Direction, Facing
from partybots.solvers.route.contract import Contract, Side

SEEN = {"front": "from the front", "back": "from behind"}


class Step(NamedTuple):
    """One movement: from one agent to another."""

    start: str  # landmark
    facing: Facing  # of the agent there
    side: Side
    count: int  # type: ignore[assignment]  # steps
    direction: Direction  # as seen from above
    to: str  # landmark

    def __str__(self) -> str:
        steps = "1 step" if self.count == 1 else f"{self.count} steps"
        return (
            f"{self.start} is seen {SEEN[self.facing]}, so {self.side} is "
            f"{self.direction}: {steps} to {self.to}"
        )

    def as_json(self) -> dict[str, str | int]:
        return {("from" if k == "start" else k): v for k, v in self._asdict().items()}


@dataclass(frozen=True)
class Solution:
    """Made by solve()."""

    contract: Contract
    circle: Circle
    positions: tuple[int, ...]  # of the start, then of where each movement ends

    @property
    def answer(self) -> str:
        """The landmark where the contract ends."""
        return self.circle.landmarks[self.positions[-1]]

    @cached_property
    def path(self) -> tuple[str, ...]:
        """The start, then the landmark where each movement ends."""
        return tuple(self.circle.landmarks[at] for at in self.positions)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """One a movement, with its reason as text: str(step)."""
        taken = zip(
            self.positions, self.contract.movements, self.path[1:], strict=False
        )
        return tuple(
            explain(self.circle, at, count, side, to) for at, (count, side), to in taken
        )

    def as_json(self) -> dict[str, object]:
        steps = [step.as_json() for step in self.steps]
        return {"answer": self.answer, "path": list(self.path), "steps": steps}


def explain(circle: Circle, at: int, count: int, side: Side, to: str) -> Step:
    name, facing = circle.agents[at]
    clockwise = (circle.turns[at] == 1) == (side == "left")
    direction: Direction = "clockwise" if clockwise else "counter-clockwise"
    return Step(name, facing, side, count, direction, to)


def solve(
    contract: Contract | str,
    circle: Circle = DEFAULT_CIRCLE,
    depth: int | None = None,
) -> Solution:
    """Follow `contract`, or its first `depth` movements, round `circle`.

    Text is read as circle.contract() does. BadValue or NotationError if it is no
    contract on this circle.
    """
    if isinstance(contract, str):
        contract = circle.contract(contract)
    contract = contract.first(depth)
    if contract.start not in circle.places:
        raise circle.stranger(contract)
    reached, n = circle.reached, len(circle)
    at = [circle.places[contract.start]]
    for count, side in contract.movements:
        at.append(reached[side][count % n][at[-1]])
    return Solution(contract, circle, tuple(at))
