"""Chance for kernels: splitmix64 in a uint64[1] array that every draw moves on.

The same numbers as rng.py, which says why they never change.
"""

import numpy as np
import numpy.typing as npt

from partybots.core.jit import kernel
from partybots.core.rng import seed, splitmix64

Stream = npt.NDArray[np.uint64]

bits = kernel("uint64(uint64[::1])")(splitmix64)


def stream(*path: str | int) -> Stream:
    """The generator at `path`."""
    return np.array([seed(*path)], np.uint64)


@kernel("int64(uint64[::1], int64)")
def below(rng, n):
    """A number from 0 to n - 1, each as likely to within n / 2**32; n < 2**31."""
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
