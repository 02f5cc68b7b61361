"""Right Now's cards that a seat does not see: blank in its view, guessed for a search.

A hidden row has as many cards as before, each 0.
"""

from partybots.core.chance import below
from partybots.core.jit import kernel
from partybots.plugins.right_now.layout import (
    DRAWN,
    EITHER,
    KIND,
    NO_MEMORY,
    PRINTED,
)


@kernel
def hide(state, seat):
    """Blank what `seat` does not know: others' hands, the pile (RN-S29 RN-S36)."""
    for other in range(state.seats):
        if other != seat:
            blank(state.hands[other], state.held[other])
    blank(state.pile, state.piled)
    if state.memory == NO_MEMORY:
        blank(state.discards, state.discarded - 1)


@kernel
def blank(zone, size):
    for place in range(size):
        zone[place] = 0


@kernel
def mix(zone, size, rng):
    """As chance.shuffle does."""
    for last in range(size - 1, 0, -1):
        other = below(rng, last + 1)
        zone[last], zone[other] = zone[other], zone[last]


@kernel
def guess(state, seat, rng):
    """Put the cards that `seat` does not see where it knows none, in hands either way
    up; so in its own, if the position came without it.
    """
    other = 1 if seat == 0 else 0
    pool = state.hands[other]  # blank, and large enough to hold them on the way
    left = gather_unseen(state, seat, pool)
    left = fill(state.pile, state.piled, 0, pool, left, rng)
    left = fill(state.discards, state.discarded, 0, pool, left, rng)
    for owner in range(state.seats):
        if owner != other:
            held = state.held[owner]
            left = fill(state.hands[owner], held, 1, pool, left, rng)
    mix(pool, left, rng)
    for place in range(left):
        pool[place] = EITHER[below(rng, 2), pool[place]]
    if state.doing == DRAWN and state.to_act != seat:
        hand, rear = state.hands[state.to_act], state.held[state.to_act] - 1
        hand[rear] = PRINTED[hand[rear]]


@kernel
def gather_unseen(state, seat, pool):
    """Put into `pool` the cards of the deck that `seat` does not see; how many."""
    seen = state.pile  # [kind]: how many; blank as well, and again in the end
    count_kinds(state.hands[seat], state.held[seat], seen)
    count_kinds(state.discards, state.discarded, seen)
    left = 0
    for place in range(state.cards):
        pool[left] = state.deck[place]
        again = 1 if seen[KIND[state.deck[place]]] > 0 else 0
        seen[KIND[state.deck[place]]] -= again
        left += 1 - again
    pool[left] = 0
    return left


@kernel
def count_kinds(zone, size, seen):
    for place in range(size):
        if zone[place] != 0:
            seen[KIND[zone[place]]] += 1


@kernel
def fill(zone, size, turns, pool, left, rng):
    """Move random cards of the `left` in `pool` to where `zone` has none, as printed or
    (turns 1) either way up; how many are left.
    """
    for place in range(size):
        if zone[place] == 0:
            pick = below(rng, left << turns)  # a card, and which way up it lies
            left -= 1
            zone[place] = EITHER[pick & turns, pool[pick >> turns]]
            pool[pick >> turns] = pool[left]
            pool[left] = 0
    return left
