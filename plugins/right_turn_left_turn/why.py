"""Why an action is not legal and why a position cannot be, for people."""

import numpy as np

from partybots.plugins.right_turn_left_turn.rules import (
    ACTIONS,
    BOXED,
    RECYCLE_BOX,
    SOMETHING_ELSE,
    UNSEEN,
    WRONG,
)


def why_illegal(state: np.record, action: int) -> str:
    """The rule that forbids `action`, in words; "" if none does.

    Says again, slowly, what legal() says fast; a law holds the two together.
    """
    if not 0 <= action < ACTIONS:
        return f"there is no action {action}"
    if not state.open:
        return "RTLT-S32: the match is over, no Contract is open"
    if action == SOMETHING_ELSE and state.unknown_answer != WRONG:
        return "RTLT-S8: an answer names one of the seven landmarks (unknown_answer)"
    return ""


def why_impossible(state: np.record) -> str:
    """What would have to hold for this to be a position; "" if it may be one."""
    return misplaced(state) or misjudged(state)


def misplaced(state: np.record) -> str:
    """Contracts that are nowhere, or more of them than seats can have."""
    unseen = sorted(state.pile[state.in_pile - state.unseen : state.in_pile])
    missing = [
        card for card in range(1, state.cards + 1) if state.lies[card - 1] == UNSEEN
    ]
    if any(state.lies[state.cards :]):
        return f"Contracts from 1 to {state.cards}"
    if len(missing) != state.unseen or (any(unseen) and unseen != missing):
        return f"each of the {state.cards} Contracts in one place"
    if max(state.held) > state.target or sum(state.held) > state.rounds:
        return f"one Contract a round, and nobody with more than {state.target}"
    return ""


def misjudged(state: np.record) -> str:
    """A match that should be over, or not, or that asks the wrong seats."""
    ended = state.rounds == state.max_rounds or state.target in state.held
    if not state.open:
        boxed = state.on_empty_pile == RECYCLE_BOX and BOXED in state.lies
        empty = state.in_pile == 0 and not boxed
        return "" if ended or empty else "a reason for the match to be over"
    if ended or state.rounds > state.max_rounds or state.ties >= state.max_ties:
        return "a match that goes on to be within its rules"
    every, asked = (1 << int(state.seats)) - 1, int(state.may)
    if asked != every and (state.ties == 0 or asked.bit_count() < 2):
        return "everyone to be asked, or in a tie-break two or more"
    if (state.last > 0) != (state.rounds + state.ties > 0) or state.last > state.cards:
        return "the Contract before this one, if there was one"
    if state.turner >= state.seats:
        return f"seats from 0 to {state.seats - 1}"
    refused = state.unknown_answer != WRONG and SOMETHING_ELSE + 1 in state.said
    return "answers that may be given" if refused else ""
