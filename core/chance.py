"""Chance for kernels: splitmix64 in a uint64[1] array that every draw moves on.

The same numbers as rng.py, which says why they never change.

A longer array is a script: `below` answers with what stands there and notes how many
answers there were, so that whoever holds it can go through everything that may happen:

    script = scripted(draws)
    more = True
    while more:
        ...                     # call a kernel from the same state with this script
        if failed(script):      # it drew a float, bits, or more than so many draws
            break
        ...                     # what came of it has probability odds(script)
        more = advance(script)
"""

import numpy as np
import numpy.typing as npt

from partybots.core.jit import kernel
from partybots.core.rng import seed, splitmix64

Stream = npt.NDArray[np.uint64]
MOVED, DRAWS = 0, 1  # of a script: 0 until something else was drawn; draws noted
# The draw i of a script is at 2 + 2 * i: its answer, then how many there were.

bits = kernel("uint64(uint64[::1])")(splitmix64)


def stream(*path: str | int) -> Stream:
    """The generator at `path`."""
    return np.array([seed(*path)], np.uint64)


@kernel("int64(uint64[::1], int64)")
def below(rng, n):
    """A number from 0 to n - 1, each as likely to within n / 2**32; n < 2**31."""
    if len(rng) > 1:
        at = 2 + 2 * np.int64(rng[DRAWS])
        if n < 2:
            return 0
        if at < len(rng):
            rng[DRAWS] += np.uint64(1)
            rng[at + 1] = n
            return np.int64(rng[at])
    return np.int64(bits(rng) >> 32) * n >> 32


@kernel("float64(uint64[::1])")
def random(rng):
    """A number from 0 up to, but not including, 1."""
    return (bits(rng) >> 11) / 2**53


@kernel
def shuffle(rng, items):
    """Put `items`, one-dimensional, in random order, in place."""
    for last in range(len(items) - 1, 0, -1):
        other = below(rng, last + 1)
        items[last], items[other] = items[other], items[last]


def scripted(draws: int) -> Stream:
    """A script of at most so many draws, at the first of all outcomes."""
    return np.zeros(2 + 2 * draws, np.uint64)


@kernel("boolean(uint64[::1])")
def failed(script):
    """Whether chance was drawn that a script cannot answer: then it was at random."""
    return script[MOVED] != 0


@kernel("float64(uint64[::1])")
def odds(script):
    """How likely the answers are that were drawn last."""
    likely = 1.0
    for draw in range(np.int64(script[DRAWS])):
        likely /= np.int64(script[3 + 2 * draw])
    return likely


@kernel("boolean(uint64[::1])")
def advance(script):
    """On to the next outcome, the last draw first; whether there is one."""
    at = 2 * np.int64(script[DRAWS])
    script[DRAWS] = 0
    while at > 0 and script[at] + np.uint64(1) == script[at + 1]:
        script[at] = 0
        at -= 2
    if at > 0:
        script[at] += np.uint64(1)
    return at > 0
