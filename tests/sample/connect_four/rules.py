"""Connect four on a board of seven columns and six rows.

C1  Two players take turns; seat 0 begins. Everything is seen by both.
C2  A turn is a stone of one's own dropped into a column that is not full. It falls to
    the lowest free place.
C3  Four stones of one's own in a line, upright, level or slanting, win at once.
C4  A full board without four in a line is a draw.

Source: https://en.wikipedia.org/wiki/Connect_Four.
"""

import numpy as np

from partybots.core.chance import below
from partybots.core.jit import kernel

VERSION = 1  # raised when play or numbering changes

SEATS = range(2, 3)
SPAN = 1  # one wins, the other does not
PERFECT_INFORMATION = True  # C1
COLUMNS, ROWS = 7, 6
PLACES = COLUMNS * ROWS
ACTIONS = COLUMNS  # an action is a column

# A board is one number: the place in row r of column c is bit 7 * c + r. The seventh
# bit of a column stays 0, so that no line runs over the top into the next.
HIGH = ROWS + 1
UPRIGHT, FALLING, LEVEL, RISING = 1, HIGH - 1, HIGH, HIGH + 1  # from stone to stone

STATE = np.dtype(
    (
        np.record,
        [
            ("seats", np.int64),
            ("stones", np.int64),  # of both, as a board
            ("own", np.int64),  # those of the seat that is next in turn
            ("placed", np.int64),  # how many; the parity says who is next in turn
            ("four", np.int64),  # 1 if the last stone made four in a line
        ],
    )
)


@kernel
def deal(state, rng):
    """The board is empty as it is (C1)."""


@kernel
def actor(state):
    """The seat to act, or -1 after four in a line or on a full board (C1 C3 C4)."""
    over = state.four > 0 or state.placed == PLACES
    return -1 if over else state.placed % 2


@kernel
def legal(state, actions):
    """Write the columns that are not full into `actions`, return how many (C2)."""
    n, top = 0, ~state.stones >> ROWS - 1
    for column in range(COLUMNS):
        if top >> HIGH * column & 1:
            actions[n] = column
            n += 1
    return n


@kernel
def apply(state, action, rng):
    """Drop a stone, in place (C2 C3)."""
    others, place = state.stones ^ state.own, lands(state.stones, action)
    state.four = has_four(state.own | place)
    state.stones |= place
    state.own = others
    state.placed += 1


@kernel
def scores(state, out):
    """1 for four in a line, else 0 (C3 C4)."""
    out[:] = 0
    if state.four > 0:
        out[(state.placed - 1) % 2] = 1


@kernel
def greedy(state, actions, n, rng):
    """Win; if that cannot be, stop a four; if there is none to stop, any column."""
    for board in (state.own, state.stones ^ state.own):
        for i in range(n):
            if has_four(board | lands(state.stones, actions[i])):
                return actions[i]
    return actions[below(rng, n)]


@kernel
def hide(state, seat):
    """Nothing is hidden (C1)."""


@kernel
def guess(state, seat, rng):
    """There is but one world (C1)."""


@kernel
def lands(stones, column):
    """The place, as a board, that a stone dropped into a column falls to (C2)."""
    bottom = 1 << HIGH * column
    return (stones + bottom) & ((1 << ROWS) - 1) * bottom


@kernel
def has_four(board):
    """1 if four stones stand in a line, else 0 (C3)."""
    for step in (UPRIGHT, FALLING, LEVEL, RISING):
        pairs = board & board >> step
        if pairs & pairs >> 2 * step:
            return 1
    return 0
