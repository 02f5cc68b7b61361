"""A game small enough to know what is best: a row, a column, and a card unseen.

T1  A card is dealt face down. Nobody sees it.
T2  Seat 0 picks a row, then seat 1 a column; if `secret`, without having seen the row.
T3  The card is shown. Seat 0 gains, and seat 1 loses, pay[card, row, column].
T4  Before that the card counts for seat 0, so that a score at the root is no constant.

The rule of thumb picks the first row and the first column.
"""

import numpy as np

from partybots.core.chance import below
from partybots.core.jit import kernel

VERSION = 1
SEATS = range(2, 3)
CARDS, ACTIONS = 4, 3
SPAN = 40  # pay is -20 to 20

STATE = np.dtype(
    (
        np.record,
        [
            ("seats", np.int64),
            ("secret", np.int64),  # 0 or 1
            ("pay", np.int64, (CARDS, ACTIONS, ACTIONS)),
            ("turn", np.int64),  # the seat to act; 2 is over
            ("card", np.int64),  # 1 to CARDS; 0 is hidden
            ("row", np.int64),  # 1 to ACTIONS; 0 is none yet, or hidden
            ("column", np.int64),  # likewise
        ],
    )
)


@kernel
def deal(state, rng):
    state.card = 1 + below(rng, CARDS)


@kernel
def actor(state):
    return state.turn if state.turn < 2 else -1


@kernel
def legal(state, actions):
    for action in range(ACTIONS):
        actions[action] = action
    return ACTIONS


@kernel
def apply(state, action, rng):
    if state.turn == 0:
        state.row = 1 + action
    else:
        state.column = 1 + action
    state.turn += 1


@kernel
def scores(state, out):
    out[0], out[1] = state.card, 0
    if state.turn == 2:
        gain = state.pay[state.card - 1, state.row - 1, state.column - 1]
        out[0], out[1] = state.card + gain, -gain


@kernel
def rounds(state):
    return np.int64(state.turn == 2)


@kernel
def greedy(state, actions, n, rng):
    return actions[0]


@kernel
def sealed(state):
    return np.int64(state.secret == 1 and state.turn < 2)


@kernel
def hide(state, seat):
    if state.turn < 2:
        state.card = 0
        if state.secret == 1 and seat == 1:
            state.row = 0


@kernel
def guess(state, seat, rng):
    if state.turn < 2:
        state.card = 1 + below(rng, CARDS)
        if state.turn == 1 and state.row == 0:
            state.row = 1 + below(rng, ACTIONS)
