"""Plans that keep a seat in play, whatever of several futures comes (CP-SAT)."""

from partybots.solvers.surviving.checking import faults
from partybots.solvers.surviving.planning import EFFORT, ready, survive
from partybots.solvers.surviving.position import (
    DRAWN,
    FREE,
    TURN,
    UNSEEN,
    Card,
    Impossible,
    OutOfEffort,
    Plan,
    Position,
    Scenario,
    Snare,
    Step,
    Turn,
)

__all__ = [
    "DRAWN",
    "EFFORT",
    "FREE",
    "TURN",
    "UNSEEN",
    "Card",
    "Impossible",
    "OutOfEffort",
    "Plan",
    "Position",
    "Scenario",
    "Snare",
    "Step",
    "Turn",
    "faults",
    "ready",
    "survive",
]
