"""What is to be played: who sits where in which deal. Pure; nothing is stored.

A block is one deal and one line-up in all its seatings; deal k is the same for every
line-up. Numbers decide everything: block b of L line-ups is deal b // L, line-up
b % L; match m of S seatings is block m // S, seating m % S.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations, islice, pairwise, permutations
from math import comb, factorial, inf
from typing import Any

from partybots.core.errors import BadValue
from partybots.core.rng import Rng

MOST_LINEUPS = 500  # if there are more, about so many are played
MOST_SEATINGS = 5040  # of a block, which is played and stored whole
SEATINGS = ("cyclic", "all")


@dataclass(frozen=True)
class Spec:
    """All that decides the result of a tournament of one game, in text and numbers."""

    game: str
    bots: tuple[str, ...]  # as typed
    seats: int
    blocks: int  # for each line-up
    seed: int = 1
    rules: dict[str, str] = field(default_factory=dict)
    deck: str | None = None  # the contents of its file
    referee: str = "strict"
    move_seconds: float | None = None
    seating: str = "cyclic"

    def __post_init__(self) -> None:
        if not self.bots:
            raise BadValue("a tournament needs a bot")
        if self.seats < 1:
            raise BadValue(f"a table has 1 seat or more, not {self.seats}")
        if self.blocks < 1:
            raise BadValue(f"a tournament has 1 block or more, not {self.blocks}")
        if self.seating not in SEATINGS:
            known = " or ".join(SEATINGS)
            raise BadValue(f'seating is {known}, not "{self.seating}"')
        if self.seating == "all" and (ways := factorial(self.seats)) > MOST_SEATINGS:
            raise BadValue(f"{self.seats} seats have {ways} seatings; cyclic has few")
        if self.move_seconds is not None and not 0 < self.move_seconds < inf:
            raise BadValue(f"a move takes more than 0 s, not {self.move_seconds:g}")

    @property
    def labels(self) -> list[str]:
        """[bot]: as typed; the same one again is "random#2"."""
        return [
            spec
            if not (before := self.bots[:i].count(spec))
            else f"{spec}#{before + 1}"
            for i, spec in enumerate(self.bots)
        ]

    @property
    def keys(self) -> list[str]:
        """[bot]: its label, wherever its file lies. Chance hangs on it."""
        return [placeless(label) for label in self.labels]

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "bots": [*self.bots]}

    @staticmethod
    def from_json(said: dict[str, Any]) -> "Spec":
        return Spec(**{**said, "bots": tuple(said["bots"])})


def placeless(bot: str) -> str:
    """A bot as typed, but for folders: "mine.py:Mine" for "./mine.py:Mine"."""
    return re.sub(r"[^\s:=,]*/", "", bot)


class Schedule:
    """Line-ups, blocks and matches of a Spec."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.lineups = lineups(len(spec.bots), spec.seats, spec.seed)
        self.sampled = len(self.lineups) < every_lineup(len(spec.bots), spec.seats)
        self.seatings = [*seatings(spec.seats, spec.seating)]
        self.blocks = spec.blocks * len(self.lineups)
        self.matches = self.blocks * len(self.seatings)

    def deal(self, block: int) -> int:
        return block // len(self.lineups)

    def block(self, block: int) -> Iterator[tuple[int, list[int]]]:
        """The matches of a block: number, and [seat] the bot.

        Who sits left of whom is drawn anew for each block.
        """
        deal, lineup = divmod(block, len(self.lineups))
        circle = [*self.lineups[lineup]]
        Rng(self.spec.seed, "circle", deal, lineup).shuffle(circle)
        first = block * len(self.seatings)
        for turn, seating in enumerate(self.seatings):
            yield first + turn, [circle[place] for place in seating]

    def seated(self, number: int) -> tuple[int, list[int]]:
        """The deal of a match, and [seat] the bot."""
        block, turn = divmod(number, len(self.seatings))
        _, bots = next(islice(self.block(block), turn, None))
        return self.deal(block), bots


def seatings(seats: int, kind: str) -> Iterator[Sequence[int]]:
    """[seat]: which place of the line-up sits there, in every rotation or every way."""
    if kind == "all":
        yield from permutations(range(seats))
        return
    for turn in range(seats):
        yield [(seat + turn) % seats for seat in range(seats)]


def every_lineup(bots: int, seats: int) -> int:
    """How many line-ups there are in all."""
    return comb(bots, seats) if bots >= seats else comb(bots, seats % bots)


def lineups(bots: int, seats: int, seed: int) -> list[list[int]]:
    """Each a bot for every place.

    With more bots than seats, every combination; with fewer, bots repeat, as evenly as
    can be, in every such way. Of more than MOST_LINEUPS a sample.
    """
    if every_lineup(bots, seats) > MOST_LINEUPS:
        return sample(bots, seats, seed)
    if bots >= seats:
        return [[*lineup] for lineup in combinations(range(bots), seats)]
    times, more = divmod(seats, bots)
    return [
        [*range(bots)] * times + [*extra] for extra in combinations(range(bots), more)
    ]


def sample(bots: int, seats: int, seed: int) -> list[list[int]]:
    """Line-ups in which every bot sits equally often, and no two alike.

    With the bots in a circle in random order, a pattern of places is turned through
    the whole circle; that is done for different patterns until there are enough.
    """
    rng, circle = Rng(seed, "lineups"), [*range(bots)]
    rng.shuffle(circle)
    places = seats if bots >= seats else seats % bots
    whole = [*range(bots)] * (seats // bots) if bots < seats else []
    patterns: dict[tuple[int, ...], list[int]] = {}
    while len(patterns) < max(1, MOST_LINEUPS // bots):
        pattern = [*range(bots)]
        rng.shuffle(pattern)
        pattern = sorted(pattern[:places])
        steps = [(b - a) % bots for a, b in pairwise([*pattern, pattern[0]])]
        turned = [(*steps[i:], *steps[:i]) for i in range(places)]
        if len({*turned}) == places:  # else it meets itself before the circle is round
            patterns[min(turned)] = pattern
    return [
        whole + sorted(circle[(place + turn) % bots] for place in pattern)
        for pattern in patterns.values()
        for turn in range(bots)
    ]
