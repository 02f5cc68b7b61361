"""Why a vote is not legal, for people."""

import numpy as np

from partybots.plugins.dictator.rules import ACTIONS, DOUBLE, dictator


def why_illegal(state: np.record, action: int) -> str:
    """The rule that forbids `action`, in words; "" if none does.

    Says again, slowly, what legal() says fast; a law holds the two together.
    """
    if not 0 <= action < ACTIONS:
        return f"there is no action {action}"
    voter = int(state.to_act)
    if voter < 0:
        return "DV-14: the match is over"
    if wrong := wrong_vote(state, dictator(state), voter, action):
        return wrong
    if action >= DOUBLE and not state.doubles[voter]:
        return f"DV-12: seat {voter} has lost its Double Down card"
    return ""


def wrong_vote(state: np.record, ruler: int, voter: int, action: int) -> str:
    """What `voter` may not do while `ruler` is Dictator, whoever holds a card."""
    seat = action % DOUBLE
    if seat >= state.seats:
        return f"DV-3: nobody holds a voting card of seat {seat}"
    if voter == ruler and seat == ruler:
        return "DV-6: a Dictator does not vote for themselves"
    if voter == ruler and action >= DOUBLE:
        return "DV-S6: a Dictator cannot score, so lays no Double Down"
    if seat == ruler and not state.allow_vote_for_dictator:
        return "DV-S8: at this table no guess may name the Dictator"
    return ""
