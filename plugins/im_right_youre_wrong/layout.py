"""The state of a match of I'm Right You're Wrong, and how its actions are numbered."""

import numpy as np

from partybots.core.house import fields
from partybots.plugins.im_right_youre_wrong.house import CARDS, HOUSE, KINDS, NAME, TEXT

SEATS = range(2, 6)
TABLE = SEATS[-1]
SPAN = TABLE - 1  # a match counts who went out before

PLACES = 64  # Traps before one seat: a turn of its own each, and half of all turns
PLAY = 0  # + kind; so RETURN
RETURN = PLAY + KINDS
NAME_SEAT = RETURN + KINDS  # + seat
NAME_TRAP = NAME_SEAT + TABLE  # + owner * PLACES + place
DRAW = NAME_TRAP + TABLE * PLACES
NO = DRAW + 1
YES = NO + 1
PICK = YES + 1  # + place in a shuffled hand
ACTIONS = PICK + CARDS

ATTACK, HIGHROAD, TRAP = range(3)
A1, A2, A3, A4, A5, A6, A7, A8, A9, A10, A11, H1, H2, H3, H4 = range(15)
T1, T2, T3, T4, T5, T6 = range(15, 21)
LOSSES = ("out of cards", "out of plays", "broke a rule", "no draw")
OUT_OF_CARDS, OUT_OF_PLAYS, BROKE_A_RULE, NO_DRAW = range(len(LOSSES))

# What `asked` decides: the card to play, whether to draw, a card to put under the deck,
# an opponent, the Trap to disarm, whether the Trap at `place` acts, which of one's own
# does, whether to follow A7, the place of a card in a shuffled hand.
NOTHING, CARD, TO_DRAW, CARD_BACK, OPPONENT, DISARM, TRIGGER, ORDER, FOLLOW, UNSEEN = (
    range(10)
)
OVER = 0  # `step` when the match is

# Steps within one of those; nobody is asked before them.
DRAWS, PLAYS_TOP, PICKS, LEAVES, SPRINGS, DRAWS_BY_CARD = range(9, 15)
TAKES, TAKES_BACK, FALLS = range(15, 18)

PERMANENT, OUT_AT_ONCE, SHARED, POSITION, OWNER_CHOICE, OWNER, ALL = (1,) * 7  # house
DECK_BOTTOM, STAY, ACTION_FIRST = 1, 1, 1  # rules that are not the default

# A card on the table, as bits: 0-6 its kind + 1 (0 is not known), 7-11 the seats that
# know it, 12-14 the seat whose hand it came from, 15-17 what a face-down Trap is not,
# since it let an Attack, a Highroad, a Trap pass, 18- when it left that hand, counted
# by `unseen` (0: it came from the deck, and 12-14 mean nothing). Of a reminder 7-11 are
# the seats that it still binds, 12-14 its player.
KNOWN_TO, HAND_OF, PASSED, SINCE = 7, 12, 15, 18

STATE = np.dtype(
    (
        np.record,
        [
            ("seats", np.int64),
            *fields(HOUSE),
            # The deck in force, each entry at the place that house.places() gives it.
            ("kinds", np.int64),  # places in use, and unused ones before them
            ("kind_effect", np.uint8, KINDS),  # A1 to T6
            ("kind_type", np.uint8, KINDS),  # ATTACK, HIGHROAD or TRAP
            ("kind_count", np.uint8, KINDS),  # cards; 0 is no entry
            ("kind_name", np.uint8, (KINDS, NAME)),  # UTF-8, as are texts
            ("kind_text", np.uint8, (KINDS, TEXT)),
            # Where the cards are.
            ("hands", np.uint8, (TABLE, KINDS)),  # how many of each kind
            ("held", np.int64, TABLE),  # cards in hand
            ("deck", np.uint8, CARDS),  # kind + 1, the top last; 0 is not known
            ("decked", np.int64),  # cards in there, which nobody has had
            ("under", np.uint32, CARDS),  # put under the deck, the first is drawn first
            ("unders", np.int64),
            ("traps", np.uint32, (TABLE, PLACES)),  # in play, the oldest first
            ("laid", np.int64, TABLE),
            ("front", np.uint32, 2 * TABLE),  # reminders, the oldest first
            ("fronts", np.int64),
            ("pile", np.uint8, KINDS),  # how many of each kind
            ("card", np.int64),  # the one being played; 0 is none
            # Cards a seat keeps track of, ascending. Bits 0-4: the hands that one may
            # be in, unless it left one unseen since; 5-11 its kind + 1; 12- since when,
            # as `unseen` counts.
            ("known", np.uint32, (TABLE, CARDS)),
            ("knows", np.int64, TABLE),
            ("unseen", np.int64),  # cards so far that left a hand face down
            # The turn.
            ("turn", np.int64),  # seat
            ("step", np.int64),  # the next one, when what is asked is answered; or OVER
            ("asked", np.int64),  # seat; -1 when the match is over
            ("question", np.int64),  # NOTHING to UNSEEN
            ("target", np.int64),  # seat that the card names; -1 is none yet
            ("forced_by", np.int64),  # seat whose A10 or A11 plays the card; -1 is none
            (
                "aim",
                np.int64,
            ),  # owner * PLACES + place of the Trap it names; -1 is none
            ("due", np.int64),  # whose Traps are due: nth by priority; 0 is none yet
            ("place", np.int64),  # of the Trap that is due
            ("ignored", np.int64),  # 1 if a Trap made the card so
            ("returns", np.int64),  # cards that `asked` has to put under the deck
            ("dry", np.int64),  # 1 when nobody draws any more (IR-S58)
            # How it went for each seat; -1 while it is in.
            ("gone", np.int64, TABLE),  # seats that went out before it
            ("lost_by", np.int64, TABLE),  # its place in LOSSES
            ("lost_to", np.int64, TABLE),  # seat whose card did it, perhaps its own
        ],
    )
)
