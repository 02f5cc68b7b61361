"""A Dictator bot that says what it thinks."""

from partybots.core import Bot, Rng, View
from partybots.plugins.dictator.rules import DOUBLE, dictator


class Crowd(Bot):
    """Votes for whom the question fits best, as Dictator too; ties by chance.

    It lays its Double Down if the best fit leads the next by `clear` thousandths.
    """

    def __init__(self, clear: int = 300) -> None:
        self.clear = clear

    def choose(self, view: View, rng: Rng) -> int:
        ruler = dictator(view.state)
        sees = view.state.sees[view.seat].tolist()
        votes = [vote for vote in view.legal if vote < DOUBLE and vote != ruler]
        rng.shuffle(votes)
        best, second = sorted(votes, key=lambda seat: -sees[seat])[:2]
        sure = sees[best] - sees[second] >= self.clear
        return best + DOUBLE * (sure and best + DOUBLE in view.legal)
