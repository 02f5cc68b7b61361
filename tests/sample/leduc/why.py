"""Why an action is not legal, for people."""

import numpy as np

from leduc.rules import ACTIONS, FOLD, MOST_RAISES, RAISE


def why_illegal(state: np.record, action: int) -> str:
    """The rule that forbids `action`, in words; "" if none does."""
    if not 0 <= action < ACTIONS:
        return f"there is no action {action}"
    if action == FOLD and not state.owed:
        return "L4: nobody has put in more, so there is nothing to fold to"
    if action == RAISE and state.raises == MOST_RAISES:
        return f"L4: there were {MOST_RAISES} raises in this round"
    return ""
