"""What nobody has seen at a YesNo table: blanked in a view, dealt anew in a guess."""

import numpy as np

from partybots.core.chance import below, shuffle
from partybots.core.jit import kernel
from partybots.plugins.yesno.layout import SLOWEST


@kernel
def hide(state, seat):
    """Blank what no one has seen, and what the others answer in this turn."""
    for owner in range(state.seats):
        unseen = state.deck_size[owner] - state.known[owner]
        state.deck[owner] = state.deck[owner] >> unseen << unseen
        if unseen > 0:
            state.veiled = 1
        if owner != seat:
            state.said[0, owner], state.said_ms[0, owner] = 0, 0
            state.slapped[0, owner], state.slapped_ms[0, owner] = 0, 0
    if state.aside_size > 0 or state.turned < state.challenges:
        state.veiled = 1
    state.aside = 0
    state.pile[state.turned :] = 0


@kernel
def guess(state, seat, rng):
    """Deal anew what no one has seen; let the others answer anything."""
    deal_unseen(state, rng)
    stack_unseen(state, rng)
    state.veiled = 0
    for asked in range(state.asked):
        owner = asked >> 1
        if owner != seat and asked & 1:
            state.slapped[0, owner] = 1 + below(rng, 2)
            if state.slapped[0, owner] == 2:
                state.slapped_ms[0, owner] = below(rng, SLOWEST)
        elif owner != seat:
            state.said[0, owner] = 1 + below(rng, 3)
            if state.said[0, owner] > 1:
                state.said_ms[0, owner] = below(rng, SLOWEST)


@kernel
def deal_unseen(state, rng):
    """Fill all places of such cards, each order as likely (YN-1)."""
    left, yes = unseen_cards(state)
    for seat in range(state.seats):
        for place in range(state.deck_size[seat] - state.known[seat]):
            if below(rng, left) < yes:
                state.deck[seat] |= 1 << place
                yes -= 1
            left -= 1
    for place in range(state.aside_size):
        if below(rng, left) < yes:
            state.aside |= 1 << place
            yes -= 1
        left -= 1


@kernel
def stack_unseen(state, rng):
    """Shuffle the challenges that are still face down (YN-1)."""
    place = state.turned
    for kind in range(state.kinds):
        left = state.copies[kind]
        for seen in range(state.turned):
            left -= np.int64(state.pile[seen]) == kind + 1
        for _ in range(left):
            state.pile[place] = kind + 1
            place += 1
    shuffle(rng, state.pile[state.turned : state.challenges])


@kernel
def unseen_cards(state):
    """How many there are, and how many of these are YES."""
    cards, yes = state.aside_size, state.yes_cards
    for seat in range(state.seats):
        unseen = state.deck_size[seat] - state.known[seat]
        cards += unseen
        yes -= ones(state.deck[seat] >> unseen) + ones(state.front[seat])
        yes -= state.taken[seat, 1]
    return cards, yes


@kernel
def ones(bits):
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count
