"""Random matches of I'm Right You're Wrong, all cards counted after every action."""

import numba
import numpy as np
from numba import int64, types, uint8

from partybots.core.chance import below
from partybots.core.kernels import POINTERS, RNG, STATE
from partybots.plugins.im_right_youre_wrong import layout
from partybots.plugins.im_right_youre_wrong.house import KINDS

# What can be wrong with a position.
NOTHING, CARDS, HELD, STALE, ENDLESS = range(5)
WORDS = (
    "",
    "cards were lost or made",
    "a hand is miscounted",
    "a blank is not",
    "endless",
)
LONGEST = 5000  # actions; far more than a match can take
COUNTED = types.UniTuple(int64, 3)
RULES = (POINTERS.actor, POINTERS.deal, POINTERS.legal, POINTERS.apply)
SIGNATURE = COUNTED(*RULES, uint8[:, ::1], int64, RNG, STATE)


@numba.njit
def what_is_wrong(state):
    found = np.zeros(KINDS, np.int64)
    for kind in range(KINDS):
        found[kind] = state.pile[kind]
        for seat in range(state.seats):
            found[kind] += state.hands[seat, kind]
    if not tally(found, state.deck, state.decked):
        return STALE
    if not tally(found, state.under, state.unders):
        return STALE
    if not tally(found, state.front, state.fronts):
        return STALE
    for seat in range(len(state.laid)):
        if not tally(found, state.traps[seat], state.laid[seat]):
            return STALE
        if state.hands[seat].sum() != state.held[seat]:
            return HELD
        if state.known[seat, state.knows[seat] :].any():
            return STALE
    if state.card > 0:
        found[(state.card & 127) - 1] += 1
    for kind in range(KINDS):
        if found[kind] != state.kind_count[kind]:
            return CARDS
    return NOTHING


@numba.njit
def tally(found, row, n):
    """Count the first n cards of a row; whether there are so many, and no others."""
    for place in range(len(row)):
        kind = np.int64(row[place]) & 127
        if (kind > 0) != (place < n) or (place >= n and row[place] != 0):
            return False
        if kind > 0:
            found[kind - 1] += 1
    return True


@numba.njit(SIGNATURE)
def soak(actor, deal, legal, apply, tables, matches, rng, position):
    """(what is wrong, matches played, actions): in turn on [table, byte], till one is
    wrong; `position` is the last one.
    """
    actions, played = np.zeros(layout.ACTIONS, np.int64), 0
    state = position.view(layout.STATE)[0]
    for match in range(matches):
        position[:] = tables[match % len(tables)]
        deal(position, rng)
        n = 0
        while actor(position) >= 0:
            choices = legal(position, actions)
            apply(position, actions[below(rng, choices)], rng)
            n += 1
            wrong = what_is_wrong(state)
            if n > LONGEST or choices == 0:
                wrong = ENDLESS
            if wrong != NOTHING:
                return wrong, match, played + n
        played += n
    return NOTHING, matches, played
