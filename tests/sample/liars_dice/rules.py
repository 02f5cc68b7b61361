"""Liar's Dice for 2 to 6 players: common hand, no wild faces.

R1  Everyone starts with five dice. A round opens with all dice rolled in secret.
R2  The player to act raises the standing bid or challenges it; with none standing,
    they must bid.
R3  A bid is a count and a face. A raise has a higher count, or the same count and a
    higher face.
R4  A bid may not count more dice than are in play.
R5  A challenge shows all dice. The bid holds if at least that many show the face;
    then the challenger loses a die, otherwise the bidder does.
R6  Whoever lost the die opens the next round, or, if it was their last, the next
    player still in.
R7  A player without dice is out. The last one in wins.

Source: https://en.wikipedia.org/wiki/Liar%27s_dice, "common hand". It leaves open what
counts as a raise and who opens next: R3 and R6 are our choice.
Left out: wild ones, exact calls, passing.
"""

import numpy as np

from partybots.core.chance import below
from partybots.core.jit import kernel

VERSION = 1  # raised when play or numbering changes

SEATS = range(2, 7)
SPAN = 1  # a round ends with one die lost
FACES = 6
START_DICE = 5

CHALLENGE = 0  # every other action is a bid, numbered by bid()
ACTIONS = 1 + SEATS[-1] * START_DICE * FACES

STATE = np.dtype(
    (
        np.record,
        [
            ("seats", np.int64),
            ("left", np.int64, SEATS[-1]),  # dice a seat still has; 0 is out
            ("dice", np.int64, (SEATS[-1], FACES)),  # [s, f]: of seat s showing f + 1
            ("to_act", np.int64),  # seat
            ("bid", np.int64),  # action number of the standing bid; 0 is none
            ("bidder", np.int64),  # seat; 0 while bid is 0
        ],
    )
)


@kernel
def deal(state, rng):
    """Give everyone their dice and open the first round; seat 0 begins (R1)."""
    state.left[: state.seats] = START_DICE
    roll(state, rng)


@kernel
def actor(state):
    """The seat to act, or -1 when one player is left (R7)."""
    return state.to_act if state.left.max() < state.left.sum() else -1


@kernel
def legal(state, actions):
    """Write into `actions` what the player to act may do, return how many (R2-R4)."""
    n = 0
    if state.bid > 0:
        actions[n] = CHALLENGE
        n += 1
    for higher in range(state.bid + 1, state.left.sum() * FACES + 1):
        actions[n] = higher
        n += 1
    return n


@kernel
def apply(state, action, rng):
    """Play a legal action, in place (R2 R5 R6)."""
    if action != CHALLENGE:
        state.bid = action
        state.bidder = state.to_act
        state.to_act = next_in(state, state.to_act)
        return

    loser = state.to_act if bid_holds(state) else state.bidder
    state.left[loser] -= 1
    state.to_act = loser if state.left[loser] > 0 else next_in(state, loser)
    state.bid, state.bidder = 0, 0
    roll(state, rng)


@kernel
def scores(state, out):
    """The dice a seat has left: at the end, only the last one in has any (R7)."""
    out[:] = state.left[: state.seats]


@kernel
def rounds(state):
    """A round ends when a die is lost (R5)."""
    return state.seats * START_DICE - state.left.sum()


@kernel
def greedy(state, actions, n, rng):
    """Raise by the least a bid that is likely to hold; challenge any other."""
    if state.bid > 0 and n > 1 and chance_bid_holds(state) >= 0.5:
        return actions[1]
    return actions[0]


@kernel
def hide(state, seat):
    """Blank what `seat` cannot see: everyone else's dice (R1)."""
    for other in range(state.seats):
        if other != seat:
            state.dice[other, :] = 0


@kernel
def guess(state, seat, rng):
    """Roll for everyone else, as each roll is as likely as it ever was."""
    for other in range(state.seats):
        if other != seat:
            throw(state, other, rng)


@kernel
def bid(count, face):
    """The action number of a bid. Numbered in the order of R3: a raise is larger."""
    return (count - 1) * FACES + face


@kernel
def count_and_face(action):
    return (action - 1) // FACES + 1, (action - 1) % FACES + 1


@kernel
def bid_holds(state):
    """Whether at least as many dice as were bid show the face (R5)."""
    count, face = count_and_face(state.bid)
    return state.dice[:, face - 1].sum() >= count


@kernel
def chance_bid_holds(state):
    """In [0, 1], to the player to act, every die they cannot see being fair (R5)."""
    count, face = count_and_face(state.bid)
    needed = count - state.dice[state.to_act, face - 1]
    unseen = state.left.sum() - state.left[state.to_act]
    exactly, fewer = (1 - 1 / FACES) ** unseen, 0.0  # chance of k, of less than needed
    for k in range(needed):
        fewer += exactly
        exactly *= (unseen - k) / (k + 1) / (FACES - 1)
    return 1 - fewer


@kernel
def next_in(state, seat):
    """The next seat round the table that has dice (R6 R7)."""
    seat = (seat + 1) % state.seats
    while state.left[seat] == 0:
        seat = (seat + 1) % state.seats
    return seat


@kernel
def roll(state, rng):
    for seat in range(state.seats):
        throw(state, seat, rng)


@kernel
def throw(state, seat, rng):
    """Roll the dice that a seat has left."""
    state.dice[seat, :] = 0
    for _ in range(state.left[seat]):
        state.dice[seat, below(rng, FACES)] += 1
