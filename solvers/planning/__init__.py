"""Plans for hands of Right Now by CP-SAT, and the checks that they hold."""

from partybots.solvers.planning.checking import check
from partybots.solvers.planning.fewest import fewest_turns
from partybots.solvers.planning.hands import (
    DRAWS,
    LEAVES,
    Card,
    Course,
    Future,
    Slice,
    WrongPlan,
    fits,
    replay,
    slices,
)
from partybots.solvers.planning.plans import Plan, plan

__all__ = [
    "DRAWS",
    "LEAVES",
    "Card",
    "Course",
    "Future",
    "Plan",
    "Slice",
    "WrongPlan",
    "check",
    "fewest_turns",
    "fits",
    "plan",
    "replay",
    "slices",
]
