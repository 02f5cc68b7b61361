"""Marking a file of answers: each row, and what they say of players and contracts.

Rows stream: what is kept grows with the players and the contracts, not with the rows.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import inf
from typing import TextIO

from partybots.core.errors import BadValue, PartybotsError
from partybots.solvers.route.circle import DEFAULT_CIRCLE, Circle
from partybots.solvers.route.landmarks import brief
from partybots.solvers.route.marking import Blame, Mark, Marker, likeliest
from partybots.solvers.route.sheets import Fields, Marked, open_sheet
from partybots.solvers.route.slips import SLIPS


@dataclass(slots=True)
class Tally:
    """The answers of one player, or to one contract."""

    name: str
    right: int = 0
    wrong: int = 0
    timed: int = 0  # answers with a time
    time: float = 0.0  # their sum, in the file's unit

    @property
    def rows(self) -> int:
        return self.right + self.wrong

    @property
    def score(self) -> float:
        """The share that is right, 0 to 1."""
        return self.right / self.rows

    def add(self, mark: Mark, time: float | None) -> None:
        if mark.blame is None:
            self.right += 1
        else:
            self.wrong += 1
        if time is not None:
            self.timed += 1
            self.time += time

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
    explained: list[int] = field(default_factory=lambda: [0] * len(SLIPS))  # answers
    evidence: list[float] = field(default_factory=lambda: [0.0] * len(SLIPS))

    @property
    def misconception(self) -> str | None:
        """The slip that best accounts for all the wrong answers, None if none does."""
        return likeliest(self.evidence, self.explained, self.wrong)

    @property
    def accounts_for(self) -> int:
        """How many of the wrong answers that slip alone explains."""
        slip = self.misconception
        return self.explained[SLIPS.index(slip)] if slip else 0

    def learn(self, blame: Blame) -> None:
        """From one wrong answer."""
        for slip, gain in blame.evidence:
            self.explained[slip] += 1
            self.evidence[slip] += gain

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
    players: dict[str, Player] = field(default_factory=dict)
    contracts: dict[str, Asked] = field(default_factory=dict)

    @property
    def best(self) -> list[Player]:
        """The players, those with the highest score first."""
        return sorted(self.players.values(), key=lambda p: (-p.score, p.name))

    @property
    def hardest(self) -> list[Asked]:
        """The contracts, those with the lowest score first."""
        return sorted(self.contracts.values(), key=lambda c: (c.score, c.name))

    def add(self, mark: Mark, player: str | None, time: float | None) -> None:
        """Count one judged answer; `player` is None if the file names nobody."""
        if mark.blame is None:
            self.right += 1
        else:
            self.wrong += 1
        asked = self.contracts.get(mark.contract)
        if asked is None:
            asked = self.contracts[mark.contract] = Asked(mark.contract)
        asked.add(mark, time)
        if player is None:
            return
        by = self.players.get(player)
        if by is None:
            by = self.players[player] = Player(player)
        by.add(mark, time)
        if mark.blame is not None:
            by.learn(mark.blame)

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
    on_bad: Callable[[int, str], None] | None = None,
) -> Report:
    """Mark a file of answers, given as its lines: CSV, or JSON lines.

    It has columns contract and answer and, if it likes, player, circle and time. A row
    without a circle is judged on `circle`; `landmarks` are those of the circles that
    rows name, the seven if None; `depth` is as for solve().

    `output` gets every row with expected, correct and diagnosis, as JSON lines if
    `as_json` says so or, where that is None, if the file has them. A row that cannot
    be judged goes to on_bad(line, error) or, without it, into Report.bad.

    BadValue if the file is empty or lacks a column.
    """
    sheet = open_sheet(lines)
    jsonl = not sheet.header if as_json is None else as_json
    marked = Marked(output, sheet, jsonl) if output else None
    report, marker = Report(), Marker(circle, landmarks, depth)
    keep = on_bad or (lambda line, error: report.bad.append((line, error)))
    for row in sheet.rows:
        line, fields, _, wrong = row
        report.rows += 1
        try:
            mark, time = judge(marker, fields, wrong)
        except PartybotsError as error:
            keep(line, str(error))
            if marked:
                marked.write(row, "", None, f"not judged: {error}")
            continue
        report.add(mark, fields[0] if sheet.players else None, time)
        if marked:
            blame = mark.blame
            marked.write(row, mark.expected, not blame, blame.label if blame else "")
    return report


def judge(marker: Marker, fields: Fields, wrong: str) -> tuple[Mark, float | None]:
    """(the mark of a row, its time if it has one)."""
    if wrong:
        raise BadValue(wrong)
    _, contract, answer, circle, time = fields
    return marker.mark(contract, answer, circle), read_time(time) if time else None


def read_time(text: str) -> float:
    try:
        time = float(text)
    except ValueError:
        time = -1.0
    if not 0 <= time < inf:
        raise BadValue(f'time is a number from 0, not "{brief(text)}"')
    return time
