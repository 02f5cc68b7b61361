"""Why an action is not legal, for people."""

import numpy as np

from connect_four.rules import ACTIONS, HIGH, ROWS


def why_illegal(state: np.record, action: int) -> str:
    """The rule that forbids `action`, in words; "" if none does."""
    if not 0 <= action < ACTIONS:
        return f"there is no column {action + 1}"
    column = int(state.stones) >> HIGH * action & (1 << ROWS) - 1
    if column.bit_count() == ROWS:
        return f"C2: column {action + 1} is full"
    return ""
