"""A YesNo bot with perfect eyes."""

from partybots.core import BadValue, Bot, Rng, Timed, View
from partybots.plugins.yesno.eyes import right_answer


class Reflex(Bot):
    """Never errs; speaks and slaps `ms` after the flip, always."""

    def __init__(self, ms: int = 250) -> None:
        if ms < 0:
            raise BadValue(f"a reaction takes 0 ms or more, not {ms}")
        self.ms = ms

    def choose(self, view: View, rng: Rng) -> Timed:
        return Timed(right_answer(view), self.ms)
