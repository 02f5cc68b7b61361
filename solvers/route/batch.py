"""A million contracts at once: answers by looking them up in one table.

A contract of `depth` movements of 1 to `most` steps has a code, by which the table is
read: its start, then for each movement 2 * (count - 1) + (1 if right else 0), as digits
to the base 2 * most, the start first.
"""

from collections.abc import Iterable
from functools import cached_property

import numpy as np
import numpy.typing as npt

from partybots.core.errors import BadValue
from partybots.solvers.route.circle import DEFAULT_CIRCLE, Circle
from partybots.solvers.route.contract import MOST_STEPS, SIDES, Contract
from partybots.solvers.route.graph import walk

LARGEST = 2**26  # entries in a table
Codes = npt.NDArray[np.int32]
Places = npt.NDArray[np.uint8]


class Batch:
    """The answers of a circle to all contracts of a depth and of up to `most` steps."""

    def __init__(
        self, circle: Circle = DEFAULT_CIRCLE, depth: int = 3, most: int = 4
    ) -> None:
        """BadValue if the table would have over LARGEST entries."""
        if depth < 1 or most < 1 or len(circle) * (2 * most) ** depth > LARGEST:
            raise BadValue(f"no table for depth {depth} and {most} steps: too large")
        self.circle, self.depth, self.most = circle, depth, most

    @cached_property
    def table(self) -> Places:
        """[code]: the position where that contract ends."""
        n = len(self.circle)
        counts = np.arange(1, self.most + 1) % n
        hops = (
            self.hops[:, counts].swapaxes(0, 1).reshape(-1, n)
        )  # [movement, position]
        ends = np.arange(n, dtype=np.uint8)
        for _ in range(self.depth):
            ends = hops[:, ends].T.reshape(-1)  # a digit more for each contract so far
        return np.ascontiguousarray(ends)

    @cached_property
    def hops(self) -> Places:
        """[0 left or 1 right][steps, 0 to n - 1][position]: where that ends.

        Walked on the circle's graph.
        """
        circle, n = self.circle, len(self.circle)
        walks = [
            [
                [name, *walk(circle.graph, name, n - 1, side)]
                for name in circle.landmarks
            ]
            for side in SIDES
        ]  # [side][position][steps]: the landmark
        places = np.vectorize(circle.places.__getitem__, otypes=[np.uint8])(walks)
        return np.ascontiguousarray(places.swapaxes(1, 2))

    def paths(
        self,
        starts: npt.NDArray[np.integer],
        counts: npt.NDArray[np.integer],
        rights: npt.NDArray[np.bool_],
    ) -> Places:
        """[0 to movements, contract]: the position of the start, and where each ends.

        As for codes(), but with as many movements, of as many steps, as one likes.
        """
        n = len(self.circle)
        self.refuse_wrong(starts, counts, rights, len(counts), MOST_STEPS)
        hops, path = self.hops.reshape(-1), [starts.astype(np.uint8)]
        for count, right in zip(counts, rights, strict=True):
            steps = np.where(right, n, 0) + count % n
            path.append(hops.take(steps * n + path[-1]))
        return np.array(path)

    def codes(
        self,
        starts: npt.NDArray[np.integer],
        counts: npt.NDArray[np.integer],
        rights: npt.NDArray[np.bool_],
    ) -> Codes:
        """[contract] from starts[contract], positions, counts[movement, contract], 1
        to `most`, and rights[movement, contract], true for right. BadValue if one
        cannot be.
        """
        self.refuse_wrong(starts, counts, rights, self.depth, self.most)
        base = np.int32(2 * self.most)
        codes = starts.astype(np.int32)
        for count, right in zip(counts, rights, strict=True):
            codes *= base
            codes += count
            codes += count
            codes -= np.int32(2)
            codes += right
        return codes

    def refuse_wrong(
        self,
        starts: npt.NDArray[np.integer],
        counts: npt.NDArray[np.integer],
        rights: npt.NDArray[np.bool_],
        depth: int,
        most: int,
    ) -> None:
        shape = (depth, len(starts))
        if counts.shape != shape or rights.shape != shape:
            raise BadValue(f"counts and rights have the shape {shape}: one a movement")
        if not len(starts):
            return
        if starts.min() < 0 or starts.max() >= len(self.circle):
            raise BadValue(f"a start is a position from 0 to {len(self.circle) - 1}")
        if counts.min() < 1 or counts.max() > most:
            raise BadValue(f"a movement has 1 to {most} steps")

    def answers(self, codes: Codes) -> Places:
        """[contract]: the position where each ends; one `take` from the table."""
        return self.table.take(codes)

    def code(self, contract: Contract) -> int:
        """Of one contract. BadValue if it is too deep or too long for the table."""
        if len(contract.movements) != self.depth:
            raise BadValue(f"{contract} has not {self.depth} movements")
        code = self.circle.places.get(contract.start, -1)
        if code < 0:
            raise self.circle.stranger(contract)
        for count, side in contract.movements:
            if count > self.most:
                raise BadValue(f"{contract} has a movement of over {self.most} steps")
            code = code * 2 * self.most + 2 * (count - 1) + (side == "right")
        return code

    def solve(self, contracts: Iterable[Contract]) -> list[str]:
        """Their answers by name."""
        codes = np.array([self.code(contract) for contract in contracts], np.int32)
        return [self.circle.landmarks[place] for place in self.answers(codes)]
