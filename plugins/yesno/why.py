"""Why an answer cannot be given, for people."""

import numpy as np

from partybots.plugins.yesno.layout import ACTIONS, HOLD, PLAYING


def why_illegal(state: np.record, action: int) -> str:
    """The rule that forbids `action`, in words; "" if none does.

    Says again, slowly, what legal() says fast; a law holds the two together. What is
    wrong to say may still be said: that is an error (YN-10), not against the rules.
    """
    if not 0 <= action < ACTIONS:
        return f"there is no action {action}"
    if state.over != PLAYING:
        return "the match is over"
    asked_for_a_word = state.asked % 2 == 0
    if asked_for_a_word and action >= HOLD:
        return "YN-3: first comes what you say: YES, NO or nothing"
    if not asked_for_a_word and action < HOLD:
        return "YN-7: you have said what you say; now slap, or do not"
    return ""
