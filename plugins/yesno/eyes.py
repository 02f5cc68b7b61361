"""What perfect eyes see: the right answer, and how likely a flip was to meet."""

from fractions import Fraction

import numpy as np

from partybots.core import View
from partybots.plugins.yesno import layout, rules
from partybots.plugins.yesno.unseen import unseen_cards
from partybots.solvers.yesno import Challenge, chance_to_meet, decode, words_that_meet

WORDS = {layout.SILENT: None, layout.YES: "YES", layout.NO: "NO"}


def right_answer(view: View) -> int:
    """What is right to say, or to slap if and only if the challenge is met."""
    hidden, legal = view.game.state(view.hidden), np.array(view.legal)
    unused = np.zeros(1, np.uint64)
    return view.game.kernels.greedy(hidden, legal, len(legal), unused)


def open_challenge(state: np.record) -> Challenge:
    return decode(int(state.kind[state.pile[state.turned - 1] - 1]))


def words(state: np.record) -> list[str | None]:
    """[seat]: the word it shows."""
    return [WORDS[rules.shows(state, seat)] for seat in range(state.seats)]


def chance_of_flip(state: np.record) -> Fraction:
    """How likely this turn's flip was to meet the challenge, before it was seen.

    A turn that passes shows nothing new: 1 or 0.
    """
    if state.passes:
        return Fraction(int(rules.is_met(state)))
    shown, turn = words(state), int(state.turn)
    flipped = shown[turn]
    cards, yes = unseen_cards(state)  # the one just flipped no longer counted
    unseen = yes + (flipped == "YES"), cards - yes + (flipped == "NO")
    known = flipped if state.foreseen else None
    return chance_to_meet(open_challenge(state), shown, turn, unseen, known)


def is_near(state: np.record) -> bool:
    """Whether one other word in front of one player would meet the challenge."""
    shown, challenge = words(state), open_challenge(state)
    if None in shown:
        return False
    seats = range(len(shown))
    return any(words_that_meet(challenge, shown, seat) for seat in seats)
