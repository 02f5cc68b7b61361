"""What a round is worth to one who guesses, whatever the Dictator chose.

It takes everyone else's guess to be any seat but the Dictator's, each as likely, since
a table that learns nothing has nothing else to go by. Seats are counted from the
Dictator's left, from 0; the Dictator is the last.
"""

from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from partybots.plugins.dictator.rules import KEPT, TIE_NONE

Numbers = npt.NDArray[np.float64]


class Round(NamedTuple):
    """All that the points of a round hang on."""

    guessers: int
    tie_none: bool  # house rule popular_tie
    min_votes: int
    reuse: bool  # house rule double_down_reuse
    kept: bool  # house rule double_down_fallback
    dictator_too: bool  # house rule allow_vote_for_dictator
    after: int  # rounds that are sure to come after this one


def round_of(state: np.record) -> Round:
    n, best = int(state.seats), int(state.points.max())
    missing = max(int(state.target) - best, 1)  # a playoff has none missing
    return Round(
        n - 1,
        bool(state.popular_tie == TIE_NONE),
        int(state.popular_min_votes),
        bool(state.double_down_reuse),
        bool(state.double_down_fallback == KEPT),
        bool(state.allow_vote_for_dictator),
        (missing + 1) // 2 - 1,  # a round gives 2 points at most
    )


def ways(votes: int, seats: int, most: int) -> int:
    """In how many ways `votes` voters vote for `seats`, none more than `most` times."""
    if seats == 0:
        return int(votes == 0)
    return sum(
        comb(votes, here) * ways(votes - here, seats - 1, most)
        for here in range(min(votes, most) + 1)
    )


@lru_cache(maxsize=1024)
def fallback(game: Round, named: bool) -> float:
    """The chance to score with the most popular answer, by a vote that is wrong.

    The vote is for the Dictator, or `named` some other seat. Nobody may match, so the
    others' votes fall on the seats that the Dictator did not choose.
    """
    others, seats = game.guessers - 1, game.guessers - 1
    total = 0
    for joined in range(others + 1 if named else 1):  # who votes the same
        rivals = joined + 1 - game.tie_none  # votes that another seat may have
        if joined + 1 >= game.min_votes:
            rest = ways(others - joined, seats - named, rivals)
            total += comb(others, joined) * rest
    return float(total / game.guessers**others)


@lru_cache(maxsize=1024)
def worth(game: Round) -> float:
    """Points that a Double Down card may still bring after this round."""
    chance, value = 1 / game.guessers, 0.0
    stays = game.reuse * chance + game.kept * (1 - chance) * fallback(game, True)
    for _ in range(game.after):
        value = max(value, chance + stays * value)
    return value


@lru_cache(maxsize=1024)
def payoffs(game: Round, card: bool) -> Numbers:
    """[choice, answer] points of one guesser; those with a Double Down come last."""
    n, named = game.guessers, fallback(game, True)
    points = np.where(np.eye(n) > 0, 1.0, named)
    if game.dictator_too:
        never = np.full((n, 1), fallback(game, False))
        points = np.hstack([points, never])
    return np.hstack([points, doubled(game, points)]) if card else points


def doubled(game: Round, points: Numbers) -> Numbers:
    """The same with a Double Down: 2 for a match, less the worth of a card if lost."""
    loses = worth(game) * (1 - game.kept * points)  # by a wrong vote
    right = np.eye(*points.shape) > 0
    lost = 0 if game.reuse else worth(game)
    return np.asarray(np.where(right, 2.0 - lost, points - loses))
