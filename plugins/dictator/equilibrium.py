"""A Dictator bot that gives nothing away, and guesses against one who does the same."""

from functools import lru_cache

import numpy as np

from partybots.core import Bot, Rng, View
from partybots.plugins.dictator.payoffs import Numbers, Round, payoffs, round_of
from partybots.plugins.dictator.rules import DOUBLE, dictator
from partybots.solvers.equilibrium import least

EQUAL = 1e-6  # points that are no difference


class Equilibrium(Bot):
    """Solves the round as a game of the Dictator against the leaders.

    Leaders are those who guess and have most points. As Dictator it draws from the mix
    that gives them least. As guesser it answers that mix; of equal answers it takes
    what fits best, without taste the seat nearest to the Dictator's left. Who thinks
    alike votes alike, and the most popular answer scores whatever the Dictator does.
    The habit can be read: a Dictator who knows it can make these Double Downs lose.
    """

    def choose(self, view: View, rng: Rng) -> int:
        state, seat = view.state, view.seat
        game, cards = round_of(state), leaders(state)
        mix = solved(game, cards)
        if seat == dictator(state):
            return seat_at(state, draw(mix, rng))
        worth = mix @ payoffs(game, bool(state.doubles[seat]))  # [answer]
        return focal(state, seat, np.flatnonzero(worth > worth.max() - EQUAL).tolist())


def leaders(state: np.record) -> tuple[bool, ...]:
    """Of each guesser with most points, whether it has its Double Down card."""
    guessers = [s for s in range(state.seats) if s != dictator(state)]
    most = max(state.points[seat] for seat in guessers)
    cards = (bool(state.doubles[s]) for s in guessers if state.points[s] == most)
    return tuple(sorted(cards))


@lru_cache(maxsize=1024)
def solved(game: Round, cards: tuple[bool, ...]) -> Numbers:
    """[choice] chances, from the Dictator's left, that give these leaders least."""
    return least([payoffs(game, card) for card in cards]).mix


def draw(mix: Numbers, rng: Rng) -> int:
    below, chance = np.cumsum(mix), rng.random()
    return min(int(np.searchsorted(below, chance, side="right")), len(mix) - 1)


def focal(state: np.record, seat: int, answers: list[int]) -> int:
    """Of equal answers the one that others would think of as well, as an action."""
    width = int(state.seats - 1 + state.allow_vote_for_dictator)  # without Double Downs
    places = sorted({answer % width for answer in answers})
    best = max(places, key=lambda place: state.sees[seat, seat_at(state, place)])
    return seat_at(state, best) + DOUBLE * (best + width in answers)


def seat_at(state: np.record, place: int) -> int:
    """The seat so many places from the Dictator's left."""
    return int((dictator(state) + 1 + place) % state.seats)
