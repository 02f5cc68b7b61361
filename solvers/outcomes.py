"""Everything that may come of a kernel that draws chance, each with its probability.

The kernel is called once an outcome, with a script (core/chance.py) in place of chance.
"""

from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

from partybots.core.chance import Stream, advance, failed, odds, scripted

Bytes = npt.NDArray[np.uint8]
DRAWS = 32  # that one call may take


class Unsolved(Exception):
    """There is no exact answer within the limits; the text says which was met."""


def outcomes(
    change: Callable[[Bytes, Stream], None], state: Bytes
) -> Iterator[tuple[Bytes, float]]:
    """States that `change` may make of `state`, perhaps some of them alike.

    One that took chance which no script answers comes with nan, and is the last.
    """
    script, more = scripted(DRAWS), True
    while more:
        changed = state.copy()
        change(changed, script)
        if failed(script):
            yield changed, float("nan")
            return
        likely = float(odds(script))
        more = bool(advance(script))
        yield changed, likely


def merged(
    change: Callable[[Bytes, Stream], None], state: Bytes, most: int, tries: int
) -> dict[bytes, float]:
    """Different states and how likely each is.

    Unsolved if there are more than `most`, or more than `tries` calls are needed. Where
    the first outcome is rarer than one in so many, that is taken for granted.
    """
    found: dict[bytes, float] = {}
    for tried, (changed, likely) in enumerate(outcomes(change, state), 1):
        if np.isnan(likely):
            raise Unsolved("chance that cannot be enumerated")
        if tried > tries or likely * tries < 1:
            raise Unsolved(f"worlds to be found in more than {tries} tries")
        made = changed.tobytes()
        found[made] = found.get(made, 0.0) + likely
        if len(found) > most:
            raise Unsolved(f"more than {most} worlds")
    return found
