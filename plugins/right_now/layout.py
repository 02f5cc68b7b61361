"""Right Now's state, the numbers of its actions, and tables of its cards."""

import numpy as np

from partybots.core.house import fields
from partybots.plugins.right_now.house import COLOURS, DECK, EFFECTS, HOUSE, pack

SEATS = range(2, 8)
WIN = 10  # points for winning a round
SPAN = WIN  # nobody with an aim exits for less than nothing
SUPER = 4  # cards of a Super Combo
LONGEST = 1000  # turns that a round has at most where no house rule says (RN-S28)
HOLD = DECK - 2  # cards in a hand: one lies on the discards, another is elsewhere

DRAW, EXIT, DECLINE, KEEP, TURN = range(5)
MOVE = 5  # + place in the hand; so are those below
ROTATE = MOVE + HOLD
PLAY = ROTATE + HOLD  # slices by start, then by length
ACTIONS = PLAY + HOLD * (HOLD + 1) // 2
STARTS = np.repeat(np.arange(HOLD), np.arange(HOLD, 0, -1))  # of the slice PLAY + i
FIRST = PLAY + np.append(0, np.cumsum(np.arange(HOLD, 1, -1)))  # action of length 1

PLAYING, DRAWN, CHOOSING = range(3)  # what is decided: `doing`
TO_DRAW, TO_MOVE, TO_ROTATE = 1, 2, 3  # effects
ACTIVE_FIRST = NO_MINUS = DISCARD_BOTTOM = NO_MEMORY = 1  # of house rules

# Of a card: its colours as bits 0-6 for those on top, 7-13 for those at the bottom.
SIDES = np.zeros(256, np.int64)
MATCHES = np.zeros(256, np.int64)  # the bits of its two colours, each on both sides
TURNED = np.zeros(256, np.uint8)  # the card turned by 180 degrees
PRINTED = np.zeros(256, np.uint8)  # the lower colour on top
for top in range(1, len(COLOURS) + 1):
    for bottom in range(1, len(COLOURS) + 1):
        for effect in range(len(EFFECTS)):
            card = pack(top, bottom, effect)
            SIDES[card] = 1 << top - 1 | 1 << bottom + 6
            MATCHES[card] = (1 << top - 1 | 1 << bottom - 1) * 129
            TURNED[card] = pack(bottom, top, effect)
            PRINTED[card] = pack(min(top, bottom), max(top, bottom), effect)
EITHER = np.stack([np.arange(256), TURNED]).astype(np.uint8)  # as it is, or turned

kinds = sorted(set(PRINTED.tolist()) - {0})
KIND = np.zeros(256, np.int64)  # the place of a card, printed, among all that can be
for card in range(256):
    KIND[card] = kinds.index(PRINTED[card]) if PRINTED[card] else -1

STATE = np.dtype(
    (
        np.record,
        [
            ("seats", np.int64),
            *fields(HOUSE),
            ("deck", np.uint8, DECK),  # cards as printed, ascending; 0 beyond
            ("cards", np.int64),  # in the deck
            ("totals", np.int64, SEATS[-1]),  # points of the rounds and the exits
            ("rounds", np.int64),  # completed
            ("dealer", np.int64),  # seat
            ("turns", np.int64),  # completed in this round
            ("turn", np.int64),  # seat whose turn it is; -1 when the match is over
            ("to_act", np.int64),  # seat; -1 when the match is over
            ("doing", np.int64),  # what `to_act` decides
            ("effect", np.int64),  # that is being resolved; 0 is none
            ("gone", np.int64, SEATS[-1]),  # 1 for a seat that has exited
            ("held", np.int64, SEATS[-1]),  # cards in hand, or set aside
            ("hands", np.uint8, (SEATS[-1], DECK)),  # from the front; 0 is not known
            ("pile", np.uint8, DECK),  # the last is drawn next; 0 is not known
            ("piled", np.int64),  # cards in the pile
            ("discards", np.uint8, DECK),  # the last is the top; 0 is not known
            ("discarded", np.int64),  # cards in there
        ],
    )
)
