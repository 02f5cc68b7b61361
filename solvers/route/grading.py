"""Marking a file of answers: each row, and what they say of players and contracts.

Rows stream: what is kept grows with the players and the contracts, up to a bound.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import compress
from math import inf, nan
from typing import TextIO, TypeAlias

import numpy as np
import numpy.typing as npt

from partybots.solvers.route.blaming import KINDS, label
from partybots.solvers.route.blocks import FIELDS, Block
from partybots.solvers.route.circle import DEFAULT_CIRCLE, Circle
from partybots.solvers.route.landmarks import brief
from partybots.solvers.route.marked import Marked
from partybots.solvers.route.marking import Marker, Marks
from partybots.solvers.route.sheets import open_sheet
from partybots.solvers.route.tallies import Floats, Ints, Tallies

Bools: TypeAlias = npt.NDArray[np.bool_]


@dataclass(slots=True)
class Tally:
    """The answers of one player, or to one contract."""

    name: str
    right: int
    wrong: int
    timed: int  # answers with a time
    time: float  # their sum, in the file's unit

    @property
    def rows(self) -> int:
        return self.right + self.wrong

    @property
    def score(self) -> float:
        """The share that is right, 0 to 1."""
        return self.right / self.rows

    def as_json(self) -> dict[str, object]:
        return {
            "rows": self.rows,
            "right": self.right,
            "wrong": self.wrong,
            "score": round(self.score, 4),
            "time": round(self.time / self.timed, 4) if self.timed else None,
        }


@dataclass(slots=True)
class Player(Tally):
    misconception: str | None  # the slip that best accounts for all wrong answers
    accounts_for: int  # how many of them that slip alone explains

    def as_json(self) -> dict[str, object]:
        guess = {"misconception": self.misconception, "accounts_for": self.accounts_for}
        return {"player": self.name, **super(Player, self).as_json(), **guess}


@dataclass(slots=True)
class Asked(Tally):
    """The answers to one contract."""

    def as_json(self) -> dict[str, object]:
        return {"contract": self.name, **super(Asked, self).as_json()}


@dataclass
class Report:
    """What grade() found; each row is right, wrong or bad."""

    rows: int = 0
    right: int = 0
    wrong: int = 0
    bad: list[tuple[int, str]] = field(default_factory=list)  # (line, error)
    players: dict[str, Player] = field(default_factory=dict)  # as they first appear
    contracts: dict[str, Asked] = field(default_factory=dict)

    @property
    def best(self) -> list[Player]:
        """The players, those with the highest score first."""
        return sorted(self.players.values(), key=lambda p: (-p.score, p.name))

    @property
    def hardest(self) -> list[Asked]:
        """The contracts, those with the lowest score first."""
        return sorted(self.contracts.values(), key=lambda c: (c.score, c.name))

    def as_json(self) -> dict[str, object]:
        return {
            "rows": self.rows,
            "right": self.right,
            "wrong": self.wrong,
            "bad": [{"line": line, "error": error} for line, error in self.bad],
            "players": [player.as_json() for player in self.best],
            "contracts": [contract.as_json() for contract in self.hardest],
        }


def grade(
    lines: Iterable[str],
    circle: Circle = DEFAULT_CIRCLE,
    *,
    landmarks: tuple[str, ...] | None = None,
    depth: int | None = None,
    output: TextIO | None = None,
    as_json: bool | None = None,
    on_bad: Callable[[int, str], object] | None = None,
) -> Report:
    """Mark a file of answers, given as its lines: CSV, or JSON lines.

    It has columns contract and answer and, if it likes, player, circle and time. A row
    without a circle is judged on `circle`; `landmarks` are those of the circles that
    rows name, the seven if None; `depth` is as for solve().

    `output` gets every row with expected, correct and diagnosis, as JSON lines if
    `as_json` says so or, where that is None, if the file has them. A row that cannot
    be judged goes to on_bad(line, error) or, without it, into Report.bad.

    The first 100,000 players, and contracts, are counted apart. BadValue if the file
    is empty or lacks a column.
    """
    sheet = open_sheet(lines)
    jsonl = not sheet.header if as_json is None else as_json
    marked = Marked(output, sheet, jsonl) if output else None
    report, marker = Report(), Marker(circle, landmarks, depth)
    players, contracts = Tallies(), Tallies()
    for block in sheet.blocks:
        times = read_times(block)
        marks = marker.mark(block)
        for row in sorted(block.wrong):
            bad = block.lines[row], block.wrong[row]
            report.bad.append(bad) if on_bad is None else on_bad(*bad)
        good = np.array([row not in block.wrong for row in range(len(block.rows))])
        report.rows += len(good)
        report.right += int((marks.right & good).sum())
        report.wrong += int((~marks.right & good).sum())
        add(contracts, marks.contract, marks, times, good)
        if sheet.players:
            learn(
                players, add(players, block.fields[0], marks, times, good), marks, good
            )
        if marked:
            write(marked, block, marks)
    report.players = {each[0]: Player(*each) for each in players.listed()}
    report.contracts = {each[0]: Asked(*each[:5]) for each in contracts.listed()}
    return report


def read_times(block: Block) -> Floats:
    """One a row, NaN where there is none; what is no time is added to block.wrong."""
    texts = block.fields[FIELDS.index("time")]
    if not any(texts):
        return np.full(len(texts), nan)
    times = [read_time(text) for text in texts]
    for row, time in enumerate(times):
        if time < 0 and row not in block.wrong:
            block.wrong[row] = f'time is a number from 0, not "{brief(texts[row])}"'
    return np.array(times)


def read_time(text: str) -> float:
    """NaN if there is none, -1 if it cannot be."""
    try:
        time = float(text or nan)
    except ValueError:
        return -1.0
    return time if 0 <= time < inf or not text else -1.0


def add(
    tallies: Tallies,
    names: Sequence[str],
    marks: Marks,
    times: Floats,
    good: Bools,
) -> Ints:
    """Count the good rows under their names; the numbers of these."""
    numbers = tallies.number([*compress(names, good)])
    tallies.add(numbers, marks.right[good], times[good])
    return numbers


def learn(players: Tallies, numbers: Ints, marks: Marks, good: Bools) -> None:
    """What the wrong ones of the good rows say of the players of these numbers."""
    wrong = good & ~marks.right
    kinds = marks.blame[wrong] & (1 << KINDS) - 1
    players.learn(
        numbers[~marks.right[good]], kinds, marks.depth[wrong], marks.agents[wrong]
    )


def write(marked: Marked, block: Block, marks: Marks) -> None:
    correct: list[bool | None] = marks.right.tolist()
    said = [
        "" if right else label(blame)
        for right, blame in zip(correct, marks.blame.tolist(), strict=True)
    ]
    for row, wrong in block.wrong.items():
        marks.expected[row], correct[row] = "", None
        said[row] = f"not judged: {wrong}"
    marked.write(block, marks.expected, correct, said)
