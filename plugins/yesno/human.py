"""A YesNo bot that is as slow as people, and errs as they do."""

from typing import NamedTuple

from partybots.core import Bot, Rng, Timed, UnknownName, View
from partybots.plugins.yesno.eyes import is_near, right_answer
from partybots.plugins.yesno.layout import HOLD, NO, SILENT, SLAP, YES
from partybots.plugins.yesno.rules import flipped

RECOGNISE = 384  # ms to see something and know it
COMPARE = 38  # ms for each card that has to be looked at


class Level(NamedTuple):
    pace: float  # times as slow as in the laboratory
    spread: float  # of the logarithm of a time
    lapse: float  # chance to overlook one other player's card at the usual speed
    jump: float  # chance to slap at the usual speed what is one word from being met


LEVELS = {
    "novice": Level(1.5, 0.32, 0.030, 0.20),
    "player": Level(1.2, 0.26, 0.012, 0.08),
    "expert": Level(1.0, 0.20, 0.004, 0.03),
}


class Human(Bot):
    """Reacts and errs as people do; `level` is novice, player or expert.

    Time: to recognise what was flipped, 384 ms (Laming, Information Theory of
    Choice-Reaction Times, 1968), and to compare it with each card on the table, 38 ms a
    card (Sternberg, Science 153, 1966), times the level's pace. It varies log-normally.

    Errors: a call to join in and a challenge that is met are missed the likelier, the
    more other players there are to look at; a challenge one word from being met may be
    slapped, a word not one's own be said, and one's own flip be misread. All of it is
    the likelier the faster this answer is, by the square of its speed: the trade-off of
    speed and accuracy (Seli and others, Behavior Research Methods 45, 2013). Where one
    has to hold back, people far more often do what they should not than miss what they
    should do (as summed up in doi 10.1007/s00221-016-4701-x). How fast and how prone to
    err a level is, is our choice.
    """

    def __init__(self, level: str = "player") -> None:
        if level not in LEVELS:
            raise UnknownName("level", level, LEVELS)
        self.level = LEVELS[level]

    def choose(self, view: View, rng: Rng) -> Timed:
        right, seats = right_answer(view), int(view.state.seats)
        slowness = varied(rng, self.level.spread)
        usual = self.level.pace * (RECOGNISE + COMPARE * seats)
        answer = self.slap if right >= HOLD else self.speak
        luck = rng.random() * slowness * slowness  # that the answer comes to be right
        return Timed(answer(view, right, luck), int(usual * slowness))

    def speak(self, view: View, right: int, luck: float) -> int:
        """What it says; errors (a), (b) and (c) where luck is short."""
        word, others = int(flipped(view.state)), int(view.state.seats) - 1
        if right == SILENT:
            return word if luck < self.level.lapse else SILENT
        if view.state.turn == view.seat:
            return YES + NO - right if luck < self.level.lapse else right
        return SILENT if luck < self.level.lapse * others else right

    def slap(self, view: View, right: int, luck: float) -> int:
        """Whether it slaps; error (d), or too few looks, where luck is short."""
        others = int(view.state.seats) - 1
        if right == SLAP:
            return HOLD if luck < self.level.lapse * others else SLAP
        return SLAP if luck < self.level.jump and is_near(view.state) else HOLD


def varied(rng: Rng, spread: float) -> float:
    """About 1, its logarithm normal with this spread; by sums and products alone, so
    that it is the same number on every machine.
    """
    normal = sum(rng.random() for _ in range(12)) - 6
    root = 1 + spread * normal / 8
    for _ in range(3):  # (1 + x / 8) ** 8 is nearly exp(x)
        root *= root
    return root
