"""The rule of thumb of I'm Right You're Wrong, which is the bot greedy."""

import numpy as np

from partybots.core.jit import kernel
from partybots.plugins.im_right_youre_wrong.layout import (
    A1,
    A2,
    A4,
    A5,
    A6,
    A7,
    ATTACK,
    CARD,
    CARD_BACK,
    FOLLOW,
    H4,
    HIGHROAD,
    NAME_SEAT,
    NAME_TRAP,
    NO,
    OPPONENT,
    ORDER,
    PLACES,
    PLAY,
    RETURN,
    T4,
    TO_DRAW,
    TRAP,
    TRIGGER,
    UNSEEN,
)
from partybots.plugins.im_right_youre_wrong.unseen import (
    effect_of,
    part,
    trap_at,
    who_passive,
)

# The rule of thumb: in units of about a card, times 10.

# [effect]: what it is worth to have played the card, and to have it in hand.
PLAYED_WORTH = np.array(
    [
        *(-20, -40, 5, 2, 0, 4, 3, -3, 12, 9, 9),  # A1 to A11
        *(0, 0, 12, 5),  # H1 to H4
        *(8, 5, 0, 2, 4, 4),  # T1 to T6
    ]
)
HELD_WORTH = np.array(
    [
        *(0, -2, 4, 3, 2, 4, 4, 1, 6, 5, 5),
        *(7, 7, 8, 6),
        *(8, 8, 8, 7, 8, 8),
    ]
)
FATAL = -1000


@kernel
def greedy(state, actions, n, rng):
    """Go on without harm to oneself, with a Trap and a Highroad in reserve; press who
    has the fewest cards, help who has the most; no own Trap acts on oneself.
    """
    question = state.question
    if n == 1 or question in (TO_DRAW, UNSEEN):
        return actions[0]
    if question in (FOLLOW, TRIGGER, ORDER):
        spared = state.asked == state.turn and question != FOLLOW
        return actions[n - 1] if spared != (actions[n - 1] != NO) else actions[0]
    best, most = actions[0], 100 * FATAL
    count = np.zeros(3, np.int64)
    for kind in range(state.kinds):
        count[state.kind_type[kind]] += np.int64(state.hands[state.asked, kind])
    for place in range(n):
        worth = worth_of(state, actions[place], count)
        if worth > most:
            best, most = actions[place], worth
    return best


@part
def worth_of(state, action, count):
    """Of a card to play or to put away, an opponent, a Trap to disarm."""
    if state.question == CARD:
        return worth_playing(state, action - PLAY, count) if action != NO else 0
    if state.question == CARD_BACK:
        return -HELD_WORTH[state.kind_effect[action - RETURN]]
    if state.question == OPPONENT:
        seat = action - NAME_SEAT
        helps = effect_of(state, state.card) in (A6, A7)
        return state.held[seat] if helps else -state.held[seat]
    owner = (action - NAME_TRAP) // PLACES
    trap = effect_of(state, trap_at(state, owner, (action - NAME_TRAP) % PLACES))
    if trap == T4:
        return 10 * count[TRAP] - 5
    return -10 if owner == state.turn else 0


@part
def worth_playing(state, kind, count):
    """`count` are the cards in hand by type, with this one."""
    effect, what = np.int64(state.kind_effect[kind]), np.int64(state.kind_type[kind])
    left = state.held[state.asked] - 1
    worth = PLAYED_WORTH[effect] - HELD_WORTH[effect]
    if what != ATTACK and count[what] == 1:
        worth -= 6  # the last in reserve
    if effect <= A2 and left <= effect - A1 + 1:
        worth += FATAL
    traps = count[TRAP] if who_passive(state) < 0 and effect != T4 else 0
    others = count[ATTACK] - 1 if effect == A4 else count[HIGHROAD] - (what == HIGHROAD)
    if effect in (A4, A5, H4) and others + traps == 0:
        worth -= 30  # nothing to play next turn but what it draws
    return worth
