"""Leduc poker for two players.

L1  The cards are two jacks, two queens and two kings. Each player puts in 1 chip and
    is dealt one card, which only they see.
L2  There are two betting rounds, and seat 0 opens both. After the first, one of the
    cards that are left is laid open.
L3  In turn a player folds, calls or raises. To call is to put in as much as the other
    has. To raise is to put in 2 more than that, in the second round 4.
L4  A round has at most two raises. Only a player who has put in less may fold.
L5  A round ends when a raise is called, or when both have called without one.
L6  Who folds loses. Otherwise both cards are shown: the rank of the open card wins,
    then the higher rank; equal ranks win and lose nothing.
L7  The winner gains what the loser has put in.

Source: Southey et al. 2005, "Bayes' Bluff", arXiv:1207.1411; L4 as OpenSpiel has it.
"""

import numpy as np

from partybots.core.chance import below
from partybots.core.jit import kernel

VERSION = 1  # raised when play or numbering changes

SEATS = range(2, 3)
CARDS = 6  # numbered from 1, two of a rank one after the other
JACK, KING, PAIR = 0, 2, 3  # what a hand is worth; a queen is 1
ANTE, RAISES, MOST_RAISES = 1, (2, 4), 2  # RAISES by betting round
SPAN = 2 * (ANTE + MOST_RAISES * sum(RAISES))  # one gains what the other loses
FOLD, CALL, RAISE = 0, 1, 2
ACTIONS = 3

STATE = np.dtype(
    (
        np.record,
        [
            ("seats", np.int64),
            ("cards", np.int64, 2),  # [seat]: 1 to CARDS; 0 is not seen
            ("open", np.int64),  # card on the table; 0 is none
            ("stake", np.int64),  # chips that both have put in
            ("owed", np.int64),  # chips that the other has put in beyond that
            ("to_act", np.int64),  # seat; -1 when it is over
            ("raises", np.int64),  # in this betting round
            ("winner", np.int64),  # 1 + seat, once the other has folded; else 0
            ("said", np.int64),  # all actions, the last one lowest: two bits, 1 to 3
        ],
    )
)


@kernel
def deal(state, rng):
    """One card each, and a chip from each (L1)."""
    state.cards[0] = unseen(state, below(rng, CARDS))
    state.cards[1] = unseen(state, below(rng, CARDS - 1))
    state.stake = ANTE


@kernel
def actor(state):
    return state.to_act


@kernel
def legal(state, actions):
    """Write into `actions` what may be done, return how many (L3 L4)."""
    n = 0
    if state.owed > 0:
        actions[n] = FOLD
        n += 1
    actions[n] = CALL
    n += 1
    if state.raises < MOST_RAISES:
        actions[n] = RAISE
        n += 1
    return n


@kernel
def apply(state, action, rng):
    """Play a legal action, in place (L2-L6)."""
    other, answers = 1 - state.to_act, state.to_act == 1 or state.raises > 0
    state.said = state.said << 2 | action + 1
    if action == FOLD:
        state.winner, state.to_act = 1 + other, -1
        return

    state.stake, state.owed, state.to_act = state.stake + state.owed, 0, other
    if action == RAISE:
        state.owed = RAISES[min(state.open, 1)]
        state.raises += 1
    elif answers and state.open > 0:
        state.to_act = -1
    elif answers:
        state.open = unseen(state, below(rng, CARDS - 2))
        state.to_act, state.raises = 0, 0


@kernel
def scores(state, out):
    """Chips gained, once it is over (L6 L7)."""
    out[:] = 0
    if state.to_act < 0:
        better = 3 - 2 * state.winner  # for seat 0: 1 if it wins, -1 if it does not
        if state.winner == 0:
            better = np.sign(worth(state, 0) - worth(state, 1))
        out[0], out[1] = better * state.stake, -better * state.stake


@kernel
def greedy(state, actions, n, rng):
    """Raise on a king or a pair, fold a jack to a raise, else call."""
    value = worth(state, state.to_act)
    if value >= KING:
        return actions[n - 1]
    return actions[0] if value == JACK else CALL


@kernel
def hide(state, seat):
    """Blank the other's card, unless both were shown (L1 L6)."""
    if state.to_act >= 0 or state.winner > 0:
        state.cards[1 - seat] = 0


@kernel
def guess(state, seat, rng):
    """Any card that is not seen, each as likely (L1)."""
    if state.cards[1 - seat] == 0:
        left = CARDS - 1 - min(state.open, 1)
        state.cards[1 - seat] = unseen(state, below(rng, left))


@kernel
def unseen(state, k):
    """The card that has `k` lower ones among those that lie nowhere."""
    for card in range(1, CARDS + 1):
        if card not in (state.cards[0], state.cards[1], state.open):
            if k == 0:
                return card
            k -= 1
    return 0


@kernel
def worth(state, seat):
    """The higher wins (L6)."""
    rank, laid = (state.cards[seat] - 1) // 2, (state.open - 1) // 2
    return PAIR if state.open > 0 and laid == rank else rank
