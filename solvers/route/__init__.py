"""The circle of agents: answers, checking, grading, decks, inference and drawing.

What needs NumPy (Batch, grade) is imported when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from partybots.solvers.route.checking import Verdict, check
from partybots.solvers.route.circle import DEFAULT_CIRCLE, Agent, Circle
from partybots.solvers.route.contract import Contract, Movement
from partybots.solvers.route.decks import DEFAULT_DECK, read_deck, write_deck
from partybots.solvers.route.landmarks import LANDMARKS
from partybots.solvers.route.slips import SLIPS, Slip, slips
from partybots.solvers.route.solving import Solution, Step, solve

if TYPE_CHECKING:
    from partybots.solvers.route.batch import Batch
    from partybots.solvers.route.drawing import draw, svg
    from partybots.solvers.route.generating import Impossible, OutOfTime, generate
    from partybots.solvers.route.grading import Report, grade
    from partybots.solvers.route.inferring import Inference, infer

LATER = {  # name: the module that is imported when it is used
    "Batch": "batch",
    "Impossible": "generating",
    "Inference": "inferring",
    "OutOfTime": "generating",
    "Report": "grading",
    "draw": "drawing",
    "generate": "generating",
    "grade": "grading",
    "infer": "inferring",
    "svg": "drawing",
}

__all__ = [
    "DEFAULT_CIRCLE",
    "DEFAULT_DECK",
    "LANDMARKS",
    "SLIPS",
    "Agent",
    "Batch",
    "Circle",
    "Contract",
    "Impossible",
    "Inference",
    "Movement",
    "OutOfTime",
    "Report",
    "Slip",
    "Solution",
    "Step",
    "Verdict",
    "check",
    "draw",
    "generate",
    "grade",
    "infer",
    "read_deck",
    "slips",
    "solve",
    "svg",
    "write_deck",
]


def __getattr__(name: str) -> object:
    if name not in LATER:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    return getattr(import_module(f"{__name__}.{LATER[name]}"), name)
