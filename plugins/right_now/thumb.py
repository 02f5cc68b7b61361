"""Right Now's rule of thumb, which the bot `greedy` and every rollout play."""

import numpy as np

from partybots.core.jit import kernel
from partybots.plugins.right_now.house import DEALT
from partybots.plugins.right_now.layout import (
    CHOOSING,
    DECLINE,
    DRAWN,
    EXIT,
    FIRST,
    KEEP,
    MOVE,
    PLAY,
    ROTATE,
    SIDES,
    STARTS,
    TO_DRAW,
    TURN,
    TURNED,
)

# What things are worth, in hundredths of a card or a point; tuned in play against
# itself with other numbers.
LINK, LEFT, FORCE = 60, 15, 60  # a combo of two kept; a half of the colour; a draw
PLAYED, DREW = 220, 200  # hope beside the cards held, after a play and after a draw
HAZARD = np.array([0, 45, 20, 5])  # % that a seat with 1, 2, more cards ends the round
TOP_TALLY = np.zeros(256, np.int64)  # where tally() counts the colours of a card
BOTTOM_TALLY = np.zeros(256, np.int64)
for card in range(256):
    TOP_TALLY[card] = 8 * max((card & 7) - 1, 0)
    BOTTOM_TALLY[card] = 8 * max((card >> 3 & 7) - 1, 0)


@kernel
def greedy(state, actions, n, rng):
    """A rule of thumb from what the seat to act knows.

    Play the slice that is worth most: long, leaving neighbours that combine, forcing
    the others to draw, in colours of which little is left in the hand. Without one,
    draw. Exit instead if that scores more than what is likely to come of staying.
    Turn and move cards so that neighbours combine.
    """
    if n == 1:
        return actions[0]
    if state.doing == DRAWN:
        return orient(state)
    if state.doing == CHOOSING:
        return follow(state, actions, n)
    held = state.held[state.to_act]
    best, most, length = EXIT, np.int64(0), 0
    colours = tally(state.hands[state.to_act], held)
    for i in range(n):
        if actions[i] >= PLAY:
            start = STARTS[actions[i] - PLAY]
            cards = actions[i] - FIRST[start] + 1
            if cards == held:
                return actions[i]
            worth = slice_worth(state, colours, start, cards)
            if best == EXIT or worth > most:
                best, most, length = actions[i], worth, cards
    hope = 100 * (DEALT - held + length) + PLAYED
    if best == EXIT:
        hope = 100 * (DEALT - held - 1) + DREW
        best = actions[0]
    now = 100 * (DEALT - held)
    if held <= DEALT and 100 * now > max(hope * (100 - hazard(state)), 0):
        return EXIT
    return best


@kernel
def slice_worth(state, colours, start, length):
    """What playing a slice is worth, in hundredths of a card; `colours` of the hand."""
    hand, held = state.hands[state.to_act], state.held[state.to_act]
    end, front = start + length, hand[start]
    links = 0
    if start > 0:
        links -= combine(hand[start - 1], front)
    if end < held:
        links -= combine(hand[end - 1], hand[end])
        if start > 0:
            links += combine(hand[start - 1], hand[end])
    left = (colours >> TOP_TALLY[front] & 255) + (colours >> BOTTOM_TALLY[front] & 255)
    worth = 100 * length + LINK * links - LEFT * left
    return worth + FORCE * (front >> 6 == TO_DRAW)


@kernel
def hazard(state):
    """How likely, in percent, the round ends before this seat's next turn."""
    percent = 0
    for seat in range(state.seats):
        if seat != state.to_act and state.gone[seat] == 0:
            percent += HAZARD[min(state.held[seat], len(HAZARD) - 1)]
    return min(percent, 100)


@kernel
def orient(state):
    """Turn the card just drawn if only then it combines with the one before it."""
    hand, rear = state.hands[state.to_act], state.held[state.to_act] - 1
    if rear > 0 and combine(hand[rear - 1], TURNED[hand[rear]]):
        return TURN
    return KEEP


@kernel
def follow(state, actions, n):
    """Move or rotate what makes most neighbours combine; decline what makes none."""
    best, most = actions[0], -9
    if state.to_act == state.turn:
        best, most = DECLINE, 0
    for i in range(n):
        if actions[i] >= MOVE:
            links = links_made(state, actions[i])
            if links > most:
                best, most = actions[i], links
    return best


@kernel
def links_made(state, action):
    """How many more neighbours combine after moving or rotating a card."""
    hand, held = state.hands[state.to_act], state.held[state.to_act]
    links = 0
    if action < ROTATE:
        place = action - MOVE
        links = combine(hand[held - 1], hand[place])
        links -= combine(hand[place], hand[place + 1])
        if place > 0:
            links += combine(hand[place - 1], hand[place + 1])
            links -= combine(hand[place - 1], hand[place])
        return links
    place = action - ROTATE
    for beside in (place - 1, place + 1):
        if 0 <= beside < held:
            links += combine(hand[beside], TURNED[hand[place]])
            links -= combine(hand[beside], hand[place])
    return links


@kernel
def combine(card, other):
    """Whether two neighbours are a combo (RN-7)."""
    return np.int64(SIDES[card] & SIDES[other] != 0)


@kernel
def tally(hand, held):
    """How many halves of a hand have each colour, eight bits a colour."""
    counts = np.int64(0)
    for place in range(held):
        counts += 1 << TOP_TALLY[hand[place]]
        counts += 1 << BOTTOM_TALLY[hand[place]]
    return counts
