"""A Dictator bot that learns whom each Dictator prefers.

Of each Dictator it holds these to be possible: it votes by chance; or, for each other
seat k, it votes for what fits best and leans to k. It begins with the chance `doubt`
for the first and the rest in equal parts. Every vote that is shown multiplies each by
the chance that it gave to that vote (Bayes).

That chance follows from how fits are drawn (see Taste in rules.py). Dictator and bot
see the same number of a person if both see the true one, so with chance taste * taste;
otherwise the Dictator's number is any, each as likely. The highest of such numbers, one
of them raised by the leaning, is the vote.
"""

import numpy as np
import numpy.typing as npt

from partybots.core import BadValue, Bot, Rng, View
from partybots.plugins.dictator import rules

Numbers = npt.NDArray[np.float64]
STEP = 10  # thousandths to which numbers are rounded here


class Learner(Bot):
    """Guesses the likeliest vote; as Dictator it votes for what fits best.

    It lays its Double Down if it is right with chance `sure`.
    """

    def __init__(self, doubt: float = 0.2, sure: float = 0.5) -> None:
        if not 0 < doubt <= 1:  # at 0, one vote by chance could refute everything
            raise BadValue(f"doubt is a chance above 0, not {doubt:g}")
        self.doubt, self.sure = doubt, sure
        self.beliefs: dict[int, Numbers] = {}  # of each Dictator, see belief()
        self.completed = 0  # rounds
        self.expects: Numbers | None = None  # of this round: see vote_chances()

    def choose(self, view: View, rng: Rng) -> int:
        self.watch(view)
        state, ruler = view.state, rules.dictator(view.state)
        if self.expects is None:  # it is the Dictator
            sees = state.sees[view.seat].tolist()
            return max(view.legal, key=lambda seat: (sees[seat], rng.random()))
        chances = (self.belief(state, ruler) @ self.expects).tolist()
        chance, _, vote = max(zip(chances, *tied(state, ruler, rng), strict=True))
        double = vote + rules.DOUBLE
        return double if chance >= self.sure and double in view.legal else vote

    def watch(self, view: View) -> None:
        """Learn from votes that were shown; look at a question that is new."""
        state = view.state
        if state.completed > self.completed and self.expects is not None:
            self.learn(state, rules.last_dictator(state), self.expects)
        if state.completed > self.completed:
            self.completed, self.expects = int(state.completed), None
        ruler = rules.dictator(state)
        if self.expects is None and state.to_act >= 0 and view.seat != ruler:
            sees = state.sees[view.seat, others(state, ruler)]
            self.expects = vote_chances(sees, int(state.taste))

    def learn(self, state: np.record, ruler: int, expected: Numbers) -> None:
        vote = others(state, ruler).index(int(state.last[ruler]))
        likely = self.belief(state, ruler) * expected[:, vote]
        self.beliefs[ruler] = likely / likely.sum()

    def belief(self, state: np.record, ruler: int) -> Numbers:
        """Of a Dictator: [k] that it leans to the k-th other, at last by chance."""
        n = int(state.seats) - 1
        prior = np.append(np.full(n, (1 - self.doubt) / n), self.doubt)
        return self.beliefs.get(ruler, prior)


def others(state: np.record, ruler: int) -> list[int]:
    return [seat for seat in range(state.seats) if seat != ruler]


def tied(state: np.record, ruler: int, rng: Rng) -> tuple[list[float], list[int]]:
    """What decides between equals, and the seats."""
    seats = others(state, ruler)
    return [rng.random() for _ in seats], seats


def vote_chances(sees: npt.NDArray[np.int16], taste: int) -> Numbers:
    """[k, j] the chance of a vote for j if the Dictator leans to k, or votes by chance.

    `sees` are the bot's own numbers of those who can be voted for; taste is in percent.
    """
    n = len(sees)
    plain = numbers(sees, taste, 0)
    raised = numbers(sees, taste, rules.LEAN * taste // 100)
    chances = np.full((n + 1, n), 1 / n)
    for k in range(n):
        exactly = plain.copy()
        exactly[k] = raised[k]
        below = exactly.cumsum(axis=1) - exactly / 2  # equal numbers: one of two wins
        for j in range(n):
            rest = np.delete(below, j, axis=0)
            chances[k, j] = exactly[j] @ rest.prod(axis=0)
    return np.asarray(chances / chances.sum(axis=1, keepdims=True))


def numbers(sees: npt.NDArray[np.int16], taste: int, raised: int) -> Numbers:
    """[j, z] the chance that the Dictator sees z steps of j, raised by so much."""
    same, steps = (taste / 100) ** 2, rules.FITS // STEP
    chances = np.zeros((len(sees), (rules.FITS + rules.LEAN) // STEP))
    start = raised // STEP
    chances[:, start : start + steps] = (1 - same) / steps
    chances[np.arange(len(sees)), start + sees // STEP] += same
    return chances
