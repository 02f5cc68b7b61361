"""Right or wrong, and what was misunderstood."""

from dataclasses import dataclass

from partybots.solvers.route.circle import DEFAULT_CIRCLE, Circle
from partybots.solvers.route.contract import Contract
from partybots.solvers.route.landmarks import landmark
from partybots.solvers.route.slips import Slip, slips


@dataclass(frozen=True)
class Verdict:
    """Made by check()."""

    correct: bool
    answer: str  # landmark, as given
    expected: str  # landmark
    diagnosis: tuple[Slip, ...]  # every single slip that explains it, likeliest first

    def as_json(self) -> dict[str, object]:
        return {
            "correct": self.correct,
            "answer": self.answer,
            "expected": self.expected,
            "diagnosis": [slip.as_json() for slip in self.diagnosis],
        }


def check(
    contract: Contract | str,
    answer: str,
    circle: Circle = DEFAULT_CIRCLE,
    depth: int | None = None,
) -> Verdict:
    """Judge `answer` to `contract`, or to its first `depth` movements.

    A wrong answer with an empty diagnosis is one that no single slip explains.
    NotationError if `answer` names no landmark of `circle`, and as solve() raises.
    """
    if isinstance(contract, str):
        contract = circle.contract(contract)
    contract = contract.first(depth)
    said, expected = landmark(answer, circle.names), circle.answer(contract)
    found: list[Slip] = []
    if said != expected:
        found = [slip for slip in slips(contract, circle) if slip.answer == said]
    return Verdict(said == expected, said, expected, tuple(found))
