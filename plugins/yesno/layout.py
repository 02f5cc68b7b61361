"""YesNo's state, the numbers of its answers, and what stands for what in it."""

import numpy as np

from partybots.core.house import fields
from partybots.plugins.yesno.house import CARDS, HOUSE, KINDS, PILE

SEATS = range(2, 7)
SPAN = CARDS // 2 + 9  # a whole deck taken, and a challenge for the most it can count

SILENT, YES, NO, HOLD, SLAP = range(5)  # a word or none; then a slap or none
ACTIONS = 5

FACE_UP, ALL, TOP_ONLY = range(3)  # collect
VOID = 1  # slap_tie
FIRST_IN_TIME = 1  # error_start
END = 1  # deck_out
IGNORED = 1  # stray_word

# Why the match is over: S23, S37, S36, S21, S22, S38.
PLAYING, PILE_OUT, TARGET, DECK_OUT, NO_CARDS, ALL_PASS, TURNS = range(7)

SLOWEST = 3000  # ms; a missing time is less
UNSTAMPED = -1
NEVER = 2**62  # ms
NOBODY = -1

MOST = SEATS[-1]
STATE = np.dtype(
    (
        np.record,
        [
            ("seats", np.int64),
            *fields(HOUSE),
            # The deck in force. A kind of challenge is a place in these three.
            ("yes_cards", np.int64),
            ("no_cards", np.int64),
            ("challenges", np.int64),  # in all
            ("kinds", np.int64),
            ("kind", np.int64, KINDS),  # its code, see solvers/yesno.py
            ("copies", np.int64, KINDS),
            ("meets", np.int64, KINDS),  # bit k: k YES shown, all others NO, meet it
            # Challenges, in the order they are turned up.
            ("pile", np.uint8, PILE),  # 1 + kind; 0: none, or not seen
            ("turned", np.int64),  # how many were; the last is open unless it was won
            ("won", np.int64, MOST),  # [seat] challenges
            # [seat] cards as bits, YES is 1, the lowest is the top or the first played.
            ("deck", np.int64, MOST),
            ("deck_size", np.int64, MOST),
            ("known", np.int64, MOST),  # of these, those at the bottom: seen by all
            ("front", np.int64, MOST),
            ("front_up", np.int64, MOST),  # bit k: card k of front is face up
            ("front_size", np.int64, MOST),
            ("taken", np.int64, (MOST, 2)),  # [seat, NO or YES] cards
            ("aside", np.int64),  # bits of the cards not dealt (S1)
            ("aside_size", np.int64),
            ("veiled", np.int64),  # 1: cards that nobody has seen are blanked to NO
            # The turn.
            ("turn", np.int64),  # seat whose turn it is; it has flipped, or it passes
            ("flipper", np.int64),  # seat that flipped last
            ("foreseen", np.int64),  # 1: all knew that card before; 0 on a pass
            ("passes", np.int64),  # in a row, this one counted
            ("flips", np.int64),  # in the match
            ("over", np.int64),  # PLAYING, or why it is over
            # Answers: [0] to this turn, [1] to the one before.
            ("asked", np.int64),  # 0 to 2 * seats - 1, how many are given
            ("said", np.int64, (2, MOST)),  # 1 + SILENT, YES or NO; 0: none, or hidden
            ("said_ms", np.int64, (2, MOST)),  # 0 if silent
            ("slapped", np.int64, (2, MOST)),  # 1 no, 2 yes; 0: none, or hidden
            ("slapped_ms", np.int64, (2, MOST)),  # 0 if not
            # The turn before.
            ("last_turn", np.int64),  # seat; NOBODY: there was none
            ("last_word", np.int64),  # flipped: YES, NO or, when it passed, SILENT
            ("last_erred", np.int64),  # bit s: seat s was in error
            ("last_winner", np.int64),  # seat, or NOBODY
            ("ms", np.int64),  # that the next answer takes, or UNSTAMPED
        ],
    )
)
