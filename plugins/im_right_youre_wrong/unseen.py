"""Cards that a seat does not see: blank in its view, guessed for a search.

What a seat has seen of them it keeps in mind. It knows some cards on the table; and it
keeps track of a card that it saw go into another hand (`known`): of the hands that it
may be in since, and that one of these may have put it away unseen, until it is seen.
"""

import numpy as np

from partybots.core.chance import below
from partybots.core.jit import kernel
from partybots.plugins.im_right_youre_wrong.house import (
    CARDS,
    KINDS,
)
from partybots.plugins.im_right_youre_wrong.layout import (
    ATTACK,
    HAND_OF,
    HIGHROAD,
    KNOWN_TO,
    PASSED,
    PLACES,
    SINCE,
    T1,
    T2,
    T3,
    T4,
    T5,
    T6,
    TABLE,
    TRAP,
)

# What only kernels call needs no way in from Python, which is half of the compiling.
part = kernel(no_cpython_wrapper=True, no_cfunc_wrapper=True)


# A card on the table


@part
def kind_of(card):
    """Its place in the deck in force; -1 if that is not known."""
    return (card & 127) - 1


@part
def effect_of(state, card):
    kind = kind_of(card)
    return np.int64(state.kind_effect[kind]) if kind >= 0 else -1


@part
def card_type(state):
    """Of the card being played; one that cannot be seen is a Trap."""
    kind = kind_of(state.card)
    return np.int64(state.kind_type[kind]) if kind >= 0 else TRAP


@part
def face_down(state, kind):
    """Whether it is laid face down: all Traps are but T3 and T4."""
    effect = np.int64(state.kind_effect[kind])
    return effect >= T1 and effect != T3 and effect != T4


@part
def trap_at(state, owner, place):
    return np.int64(state.traps[owner, place])


@part
def who_passive(state):
    """The first seat with a T4 in play, or -1."""
    for owner in range(state.seats):
        for place in range(state.laid[owner]):
            if effect_of(state, trap_at(state, owner, place)) == T4:
                return owner
    return -1


# What seats keep track of


@part
def show(state, card):
    """Everyone sees it, who had lost sight of it too; returned as known to all."""
    everyone = (1 << state.seats) - 1
    for seat in range(state.seats):
        if (card >> KNOWN_TO >> seat) & 1 == 0:
            forget(state, seat, card)
    return (card & 127) | everyone << KNOWN_TO


@part
def follow(state, seat, card):
    """It goes into the hand of `seat`, who sees it; others know more or less of it."""
    for other in range(state.seats):
        known = (card >> KNOWN_TO >> other) & 1 == 1
        if other != seat and known:
            learn(state, other, kind_of(card), seat)
        elif other != seat:
            lose_sight(state, other, card, seat)
        elif not known:
            forget(state, seat, card)


@part
def learn(state, seat, kind, hand):
    """`seat` has seen a card of this kind go into that hand."""
    if state.knows[seat] == CARDS:
        return  # as only a position that was made up can have it
    state.known[seat, state.knows[seat]] = (
        state.unseen << 12 | (kind + 1) << 5 | 1 << hand
    )
    state.knows[seat] += 1
    put_in_order(state.known[seat], state.knows[seat])


@part
def lose_sight(state, seat, card, hand):
    """What may have been that card may now be in `hand` too."""
    for n in range(state.knows[seat]):
        known = np.int64(state.known[seat, n])
        if may_be(known, card):
            state.known[seat, n] = known | 1 << hand
    put_in_order(state.known[seat], state.knows[seat])


@part
def forget(state, seat, card):
    """`seat` sees a card. If it may be several that it kept track of, the others may be
    wherever these were.
    """
    other, last = 0, state.knows[seat]
    for n in range(last - 1, -1, -1):  # the earlier, the more places
        known = np.int64(state.known[seat, n])
        if (known >> 5 & 127) == (card & 127) and may_be(known, card):
            if other == 0:
                state.knows[seat] -= 1
                remove(state.known[seat], state.knows[seat], n)
            else:
                state.known[seat, n] = known | (other & 31)
            other = known
    if state.knows[seat] < last:
        put_in_order(state.known[seat], state.knows[seat])


@kernel
def may_be(known, card):
    """Whether the card left, unseen since, a hand that the known one may be in."""
    return (known >> (card >> HAND_OF & 7)) & 1 == 1 and known >> 12 < card >> SINCE


@part
def put_in_order(cards, n):
    """Ascending; few are out of order."""
    for last in range(1, n):
        card, place = cards[last], last
        while place > 0 and cards[place - 1] > card:
            cards[place] = cards[place - 1]
            place -= 1
        cards[place] = card


@part
def remove(cards, n, place):
    """Take a card out of a row of n + 1."""
    card = np.int64(cards[place])
    for later in range(place, n):
        cards[later] = cards[later + 1]
    cards[n] = 0
    return card


# Views and worlds


@kernel
def hide(state, seat):
    """Blank what `seat` has not seen."""
    for other in range(state.seats):
        if other != seat:
            for kind in range(state.kinds):
                state.hands[other, kind] = 0
            for n in range(state.knows[other]):
                state.known[other, n] = 0
            state.knows[other] = 0
        for place in range(state.laid[other]):
            state.traps[other, place] = veiled(trap_at(state, other, place), seat)
    for place in range(state.unders):
        state.under[place] = veiled(np.int64(state.under[place]), seat)
    for place in range(state.decked):
        state.deck[place] = 0
    state.card = veiled(state.card, seat)


@part
def veiled(card, seat):
    return card if (card >> KNOWN_TO >> seat) & 1 == 1 else card & ~127


# A world that a seat cannot rule out. A card face down, or one the seat keeps track of,
# must not lie just anywhere; so where these lie is settled first. Spots are numbered:
# hands by seat, then unknown cards face down on the table, then those under the deck.

FACE_DOWN = TABLE  # the first of them
UNDER = TABLE * PLACES  # as a place: + place under the deck; below it those of Traps
BEING_PLAYED = -1  # as a place


@kernel
def guess(state, seat, rng):
    """Fill the blanks. What others keep track of is left out: no rule asks for it."""
    places = np.zeros(TABLE + CARDS, np.int64)  # [spot]: where that is
    under, n = list_spots(state, places)
    spots = np.zeros(n, np.int64)  # [spot]: what is known of the card there
    free = np.zeros(KINDS, np.int64)  # [kind]: cards that may be anywhere
    at = np.zeros(state.knows[seat], np.int64)  # [card kept track of]: its spot, or -1
    lies = np.zeros(n, np.int64)  # [spot]: kind + 1 of another card that lies there
    tried = np.zeros(n, np.int64)  # [spot]: the search that was there last
    count_free(state, seat, free)
    for spot in range(FACE_DOWN, n):
        spots[spot] = card_at(state, places[spot])
    for known in range(len(at)):
        at[known] = -1
    for known in range(len(at)):
        find_spot(state, seat, known, spots, under, at, tried, known + 1, rng)
    for spot in range(FACE_DOWN, under):
        if tracked_at(at, spot) < 0 and lies[spot] == 0:
            search = len(at) + spot
            fill_spot(
                state, seat, spot, spots, under, at, lies, free, tried, search, rng
            )
    for known in range(len(at)):
        kind = (np.int64(state.known[seat, known]) >> 5 & 127) - 1
        if at[known] >= FACE_DOWN:
            lay(state, places[at[known]], kind)
        elif at[known] >= 0:
            state.hands[at[known], kind] += 1
        else:
            free[kind] += 1
    for spot in range(FACE_DOWN, under):
        if lies[spot] > 0:
            lay(state, places[spot], lies[spot] - 1)
    deal_free(state, free, places[FACE_DOWN:n], rng)


@part
def list_spots(state, places):
    """Where unknown cards lie; returns the first spot under the deck, and how many."""
    n = FACE_DOWN
    if unknown(state.card):
        places[n] = BEING_PLAYED
        n += 1
    for owner in range(state.seats):
        for place in range(state.laid[owner]):
            if unknown(trap_at(state, owner, place)):
                places[n] = owner * PLACES + place
                n += 1
    under = n
    for place in range(state.unders):
        if unknown(np.int64(state.under[place])):
            places[n] = UNDER + place
            n += 1
    return under, n


@part
def unknown(card):
    return card != 0 and card & 127 == 0


@part
def card_at(state, place):
    if place == BEING_PLAYED:
        return state.card
    if place >= UNDER:
        return np.int64(state.under[place - UNDER])
    return np.int64(state.traps[place // PLACES, place % PLACES])


@part
def lay(state, place, kind):
    if place == BEING_PLAYED:
        state.card |= kind + 1
    elif place >= UNDER:
        state.under[place - UNDER] |= kind + 1
    else:
        state.traps[place // PLACES, place % PLACES] |= kind + 1


@part
def count_free(state, seat, free):
    """All cards but those that are seen, or kept track of."""
    for kind in range(state.kinds):
        free[kind] = np.int64(state.kind_count[kind]) - np.int64(state.pile[kind])
        free[kind] -= np.int64(state.hands[seat, kind])
    leave_out(state.card, free)
    for place in range(state.fronts):
        leave_out(np.int64(state.front[place]), free)
    for place in range(state.unders):
        leave_out(np.int64(state.under[place]), free)
    for owner in range(state.seats):
        for place in range(state.laid[owner]):
            leave_out(trap_at(state, owner, place), free)
    for n in range(state.knows[seat]):
        free[(np.int64(state.known[seat, n]) >> 5 & 127) - 1] -= 1


@part
def leave_out(card, free):
    if card & 127 != 0:
        free[kind_of(card)] -= 1


@part
def fits(state, known, spot, spots, under):
    """Whether a card kept track of may be there."""
    if spot < FACE_DOWN:
        return known >> spot & 1 == 1 and state.held[spot] > 0
    if not may_be(known, spots[spot]):
        return False
    return spot >= under or can_lie(state, spots[spot], (known >> 5 & 127) - 1)


@kernel
def can_lie(state, card, kind):
    """Whether a face-down Trap of this kind would not have reacted so far."""
    effect = np.int64(state.kind_effect[kind])
    if effect == T1:
        return card >> PASSED >> ATTACK & 1 == 0
    if effect == T2:
        return card >> PASSED >> HIGHROAD & 1 == 0
    if effect == T6:
        return card >> PASSED >> TRAP & 1 == 0
    return effect == T5


@part
def tracked_at(at, spot):
    """Which of the cards kept track of is there, or -1."""
    for n in range(len(at)):
        if at[n] == spot:
            return n
    return -1


@part
def find_spot(state, seat, n, spots, under, at, tried, search, rng):
    """Whether there is a spot for a card kept track of, others perhaps giving way."""
    known, room, chosen = np.int64(state.known[seat, n]), 0, -1
    for spot in range(len(spots)):  # but those that are being cleared for others
        if tried[spot] != search and fits(state, known, spot, spots, under):
            more = state.held[spot] if spot < FACE_DOWN else 1
            for other in range(len(at)):
                more -= at[other] == spot
            room += more
            if more > 0 and below(rng, room) < more:
                chosen = spot
    at[n] = chosen
    for spot in range(len(spots) if chosen < 0 else 0):
        if tried[spot] != search and fits(state, known, spot, spots, under):
            tried[spot] = search
            for other in range(len(at)):
                if at[other] == spot:
                    if find_spot(
                        state, seat, other, spots, under, at, tried, search, rng
                    ):
                        at[n] = spot
                        return True
                    at[other] = spot
    return chosen >= 0


@part
def fill_spot(state, seat, spot, spots, under, at, lies, free, tried, search, rng):
    """Whether there is a Trap for a spot face down, another spot perhaps giving its."""
    tried[spot] = search
    left, chosen = 0, -1
    for kind in range(state.kinds):
        if free[kind] > 0 and can_lie(state, spots[spot], kind):
            left += free[kind]
            if below(rng, left) < free[kind]:
                chosen = kind
    if chosen >= 0:
        free[chosen] -= 1
        lies[spot] = chosen + 1
        return True
    for n in range(len(at) + under):  # a card kept track of, then one in another spot
        tracked = n < len(at)
        other = at[n] if tracked else n - len(at)
        gives = tracked and fits(
            state, np.int64(state.known[seat, n]), spot, spots, under
        )
        moved = 0 if tracked else lies[other]
        gives = gives or (moved > 0 and can_lie(state, spots[spot], moved - 1))
        if not gives or (FACE_DOWN <= other < under and tried[other] == search):
            continue
        if tracked:
            at[n] = spot
        else:
            lies[spot], lies[other] = moved, 0
        if not FACE_DOWN <= other < under or fill_spot(
            state, seat, other, spots, under, at, lies, free, tried, search, rng
        ):
            return True
        if tracked:
            at[n] = other
        else:
            lies[spot], lies[other] = 0, moved
    return False


@part
def deal_free(state, free, places, rng):
    """The cards that may be anywhere, at random to wherever one is missing."""
    bag, n = np.zeros(CARDS, np.int64), 0
    for kind in range(state.kinds):
        for _ in range(free[kind]):
            other = below(rng, n + 1)
            bag[n] = bag[other]
            bag[other] = kind
            n += 1
    for place in places:
        if n > 0 and unknown(card_at(state, place)):
            n -= 1
            lay(state, place, bag[n])
    for seat in range(state.seats):
        missing = state.held[seat]
        for kind in range(state.kinds):
            missing -= np.int64(state.hands[seat, kind])
        for _ in range(min(missing, n)):
            n -= 1
            state.hands[seat, bag[n]] += 1
    for place in range(min(state.decked, n)):
        n -= 1
        state.deck[place] = bag[n] + 1
