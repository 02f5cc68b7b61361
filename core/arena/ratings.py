"""How good, and how sure: shares, means and ratings with 95 % intervals.

Matches of one deal are not independent, so what is resampled is deals. Deals are kept
in at most GROUPS groups, each one deal until there are more than that.
"""

from math import sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from partybots.core.chance import below, stream

GROUPS = 400
FEWEST = 5  # groups that an interval is made from
RESAMPLES = 300
SCALE = 400 / np.log(10)  # 400 points of rating are ten to one

Floats = npt.NDArray[np.float64]


class Interval(NamedTuple):
    """A figure and where it lies with 95 %; None where there are too few deals."""

    value: float
    low: float | None
    high: float | None


def student(df: int) -> float:
    """The 97.5 % quantile of Student's t, by its expansion in 1/df about the normal.

    Abramowitz and Stegun 26.7.5; within 0.01 from df = 4 on.
    """
    x = 1.959963984540054
    terms = (
        (x**3 + x) / 4,
        (5 * x**5 + 16 * x**3 + 3 * x) / 96,
        (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384,
        (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / 92160,
    )
    return x + sum(float(term / df**k) for k, term in enumerate(terms, 1))


def spread(sums: Floats, counts: Floats) -> tuple[float, float, int]:
    """Mean, its standard error by groups, and the groups: sums[g] of counts[g] each."""
    sums, counts = sums[counts > 0], counts[counts > 0]
    groups, n = len(counts), counts.sum()
    mean = float(sums.sum() / n) if groups else 0.0
    if groups < FEWEST:
        return mean, 0.0, groups
    squares = float(((sums - mean * counts) ** 2).sum())
    return mean, sqrt(squares * groups / (groups - 1)) / float(n), groups


def mean_interval(sums: Floats, counts: Floats) -> Interval:
    """Of a mean: Student's t over the groups."""
    mean, error, groups = spread(sums, counts)
    if groups < FEWEST:
        return Interval(mean, None, None)
    half = student(groups - 1) * error
    return Interval(mean, mean - half, mean + half)


def share_interval(sums: Floats, counts: Floats) -> Interval:
    """Of a share: Wilson's score interval (1927), for as many independent matches as
    would spread like these deals do; at least as many as there are deals.
    """
    share, error, groups = spread(sums, counts)
    if groups < FEWEST:
        return Interval(share, None, None)
    most = float(counts.sum())
    like = share * (1 - share) / error**2 if error else groups
    n, t = min(max(like, groups), most), student(groups - 1)
    middle = (share + t * t / (2 * n)) / (1 + t * t / n)
    half = t / (1 + t * t / n) * sqrt(share * (1 - share) / n + t * t / (4 * n * n))
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def bradley_terry(wins: Floats, rounds: int = 200) -> Floats:
    """[..., bot] ratings about 1500 from wins[..., i, j] of i over j, a tie half a win.

    Hunter's minorisation (2004), with one tie between all who met, so that one who
    never lost has a rating too.
    """
    met = (wins + np.swapaxes(wins, -1, -2)) > 0
    wins = wins + 0.5 * met
    games, won = wins + np.swapaxes(wins, -1, -2), wins.sum(-1)
    strength = np.ones(won.shape)
    for _ in range(rounds):
        pairs = games / (strength[..., :, None] + strength[..., None, :])
        strength = np.maximum(won, 1e-12) / np.maximum(pairs.sum(-1), 1e-12)
        strength /= np.exp(np.log(strength).mean(-1, keepdims=True))
    ratings: Floats = 1500 + SCALE * np.log(strength)
    return ratings


def rating_intervals(wins: Floats, seed: int) -> list[Interval]:
    """[bot] from wins[g, i, j]; the groups are resampled."""
    wins = wins[wins.any((1, 2))]
    groups = len(wins)
    ratings = bradley_terry(wins.sum(0))
    if groups < FEWEST:
        return [Interval(float(rating), None, None) for rating in ratings]
    rng = stream(seed, "bootstrap")
    times = np.zeros((RESAMPLES, groups))
    for resample in times:
        for _ in range(groups):
            resample[below(rng, groups)] += 1
    again = bradley_terry(np.tensordot(times, wins, 1))
    lows, highs = np.quantile(again, (0.025, 0.975), axis=0)
    return [
        Interval(*map(float, each)) for each in zip(ratings, lows, highs, strict=True)
    ]
