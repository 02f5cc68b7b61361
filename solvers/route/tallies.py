"""How players do, and contracts: counts that many rows are added to at once."""

from collections.abc import Iterator, Sequence
from math import log

import numpy as np
import numpy.typing as npt

from partybots.solvers.route.slips import (
    BEHIND,
    FRONT,
    ODDS,
    PASSED,
    SIDES_SWAPPED,
    SLIPS,
    START,
    SWAPPED,
)

MOST_NAMES = 100_000  # that are counted apart
OTHERS = "(others)"  # all further ones together
BY_CHANCE = 0.1  # of the wrong answers under a misconception, those it is not behind
WHOLE = (SIDES_SWAPPED, FRONT, BEHIND, START)  # slips made at every movement

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class Tallies:
    """By name; every array by number, the order in which names first appear."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.right, self.wrong = np.zeros(0), np.zeros(0)  # answers
        self.timed, self.time = np.zeros(0), np.zeros(0)  # answers with one, their sum
        self.explained = np.zeros((0, len(SLIPS)))  # [number, slip] wrong answers
        self.evidence = np.zeros((0, len(SLIPS)))  # [number, slip], see gain()

    def number(self, names: Sequence[str]) -> Ints:
        """Of each name; new ones get the next."""
        found = list(map(self.numbers.get, names))
        if None in found:
            found = [self.numbers.get(name, -1) for name in names]
            for row, name in enumerate(names):
                if found[row] == -1:
                    found[row] = self.enter(name)
            self.grow()
        return np.array(found, np.int64)

    def enter(self, name: str) -> int:
        if len(self.numbers) >= MOST_NAMES and name not in self.numbers:
            name = OTHERS
        return self.numbers.setdefault(name, len(self.numbers))

    def grow(self) -> None:
        for name, old in vars(self).items():
            if isinstance(old, np.ndarray) and len(old) < len(self.numbers):
                more = 2 * len(self.numbers) - len(old)
                wide = np.zeros((more, *old.shape[1:]))
                setattr(self, name, np.concatenate([old, wide]))

    def add(self, numbers: Ints, right: npt.NDArray[np.bool_], times: Floats) -> None:
        """A row each; `times` are NaN where there is none."""
        size, timed = len(self.right), ~np.isnan(times)
        self.right += np.bincount(numbers[right], minlength=size)
        self.wrong += np.bincount(numbers[~right], minlength=size)
        if timed.any():
            self.timed += np.bincount(numbers[timed], minlength=size)
            self.time += np.bincount(numbers[timed], times[timed], minlength=size)

    def learn(self, numbers: Ints, kinds: Ints, depths: Ints, agents: Ints) -> None:
        """From a wrong answer each: which kinds of slips lead to it, as bits; the
        contract's movements; the circle's agents."""
        size = len(self.right)
        for kind in range(len(SLIPS)):
            led = kinds >> kind & 1 == 1
            who = numbers[led]
            self.explained[:, kind] += np.bincount(who, minlength=size)
            gains = gain(kind, depths[led], agents[led])
            self.evidence[:, kind] += np.bincount(who, gains, minlength=size)

    def listed(self) -> Iterator[tuple[str, int, int, int, float, str | None, int]]:
        """(name, right, wrong, timed, time, likeliest slip, how many that explains)."""
        for name, at in self.numbers.items():
            wrong, explained = int(self.wrong[at]), self.explained[at].astype(int)
            slip = likeliest(self.evidence[at].tolist(), explained.tolist(), wrong)
            by_slip = int(explained[SLIPS.index(slip)]) if slip else 0
            counts = int(self.right[at]), wrong, int(self.timed[at])
            yield (name, *counts, float(self.time[at]), slip, by_slip)


def gain(kind: int, depths: Ints, agents: Ints) -> Floats:
    """Evidence of an answer that a kind of slip leads to: log of how much likelier one
    who makes only that slip gives this wrong answer than one who guesses."""
    by_slip: Floats = (1 - BY_CHANCE) / ways(kind, depths) * (agents - 1)
    gained: Floats = np.log(by_slip + BY_CHANCE)
    return gained


def ways(kind: int, depths: Ints) -> Floats:
    """In about how many ways a slip is made in a contract of so many movements."""
    if kind in WHOLE:
        return np.ones(len(depths))
    each = depths.astype(np.float64)
    return each * (each - 1) / 2 if kind == SWAPPED else each * (1 + (kind == PASSED))


def likeliest(
    evidence: Sequence[float], explained: Sequence[int], wrong: int
) -> str | None:
    """The slip with most evidence and odds together, None if guessing has more.

    By place in SLIPS: the sum of the evidence over those of the `wrong` answers that
    the slip explains, and how many they are.
    """
    weighed = [
        gains + (wrong - count) * log(BY_CHANCE) + log(odds)
        for gains, count, odds in zip(evidence, explained, ODDS, strict=True)
    ]
    best = max(weighed)
    return SLIPS[weighed.index(best)] if wrong and best > 0 else None
