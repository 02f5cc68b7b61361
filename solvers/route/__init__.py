"""The circle of agents: answers, checking, grading, decks, inference and drawing."""

from partybots.solvers.route.checking import Verdict, check
from partybots.solvers.route.circle import DEFAULT_CIRCLE, Agent, Circle
from partybots.solvers.route.contract import Contract, Movement
from partybots.solvers.route.decks import DEFAULT_DECK
from partybots.solvers.route.landmarks import LANDMARKS
from partybots.solvers.route.slips import SLIPS, Slip, slips
from partybots.solvers.route.solving import Solution, Step, solve

__all__ = [
    "DEFAULT_CIRCLE",
    "DEFAULT_DECK",
    "LANDMARKS",
    "SLIPS",
    "Agent",
    "Circle",
    "Contract",
    "Movement",
    "Slip",
    "Solution",
    "Step",
    "Verdict",
    "check",
    "slips",
    "solve",
]
