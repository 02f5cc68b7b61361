"""Why an action is not legal, for people."""

import numpy as np

from liars_dice.rules import ACTIONS, CHALLENGE, count_and_face


def why_illegal(state: np.record, action: int) -> str:
    """The rule that forbids `action`, in words; "" if none does.

    Says again, slowly, what legal() says fast; a law holds the two together.
    """
    if not 0 <= action < ACTIONS:
        return f"there is no action {action}"
    if action == CHALLENGE:
        return "" if state.bid else "R2: there is no bid to challenge"
    (count, face), in_play = count_and_face(action), int(state.left.sum())
    if count > in_play:
        return f"R4: {count} dice bid, {in_play} in play"
    if state.bid and (count, face) <= count_and_face(state.bid):
        return "R3: a raise has a higher count, or the same count and a higher face"
    return ""
