"""From stored matches to a table: read once, in order, in bounded memory."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from hashlib import blake2b

import numpy as np

from partybots.core.arena.ratings import (
    GROUPS,
    Interval,
    mean_interval,
    rating_intervals,
    share_interval,
)
from partybots.core.arena.referee import Fault
from partybots.core.arena.schedule import Schedule, placeless
from partybots.core.arena.store import Row


@dataclass
class Standing:
    """A bot's row in the table. Its matches are seats it sat in."""

    bot: str  # as typed, "#2" for a repeat
    matches: int
    wins: float  # a win shared by k counts 1/k
    win_share: Interval
    points: float  # share of opponents beaten, a tie half
    mean_score: Interval  # a seat lost by faults counts as the lowest of its match
    rating: Interval  # Bradley-Terry
    faults: dict[str, int]  # by kind
    seconds_per_move: float
    tally: dict[str, dict[str, int]] = field(default_factory=dict)  # the game's own
    rank: int = 0


@dataclass
class Lopsided:
    """The match in which most lay between the best and the worst."""

    number: int = -1
    gap: int = -1
    bots: list[str] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)


class Table:
    """Takes rows in the order of their numbers, and adds them up by bot and deal."""

    def __init__(self, schedule: Schedule) -> None:
        self.schedule, self.labels = schedule, schedule.spec.labels
        bots = len(self.labels)
        groups = min(GROUPS, schedule.spec.blocks)
        self.seats, self.wins, self.points, self.scores = np.zeros((4, groups, bots))
        self.beaten = np.zeros((groups, bots, bots))  # i beat j, a tie half
        self.moves, self.seconds = np.zeros(bots), np.zeros(bots)
        self.faults: list[Counter[str]] = [Counter() for _ in self.labels]
        self.tally: list[dict[str, Counter[str]]] = [{} for _ in self.labels]
        self.examples: dict[tuple[int, str], tuple[int, Fault]] = {}  # by bot and kind
        self.matches, self.lopsided = 0, Lopsided()
        self.hash = blake2b(digest_size=16)
        names = {"bots": [*map(placeless, schedule.spec.bots)]}
        self.hash.update(canonical(schedule.spec.as_json() | names))

    def take(self, row: Row) -> None:
        block = row.number // len(self.schedule.seatings)
        group = self.schedule.deal(block) % len(self.seats)
        self.matches += 1
        self.digest(row)
        self.note(row)
        counted = counting(row)
        for seat, bot in enumerate(row.bots):
            self.seats[group, bot] += 1
            self.scores[group, bot] += counted[seat]
            self.moves[bot] += row.moves[seat]
            self.seconds[bot] += row.seconds[seat]
            for kind, names in row.tally.items():
                into = self.tally[bot].setdefault(kind, Counter())
                into.update({name: counts[seat] for name, counts in names.items()})
        for seat in row.winners:
            self.wins[group, row.bots[seat]] += 1 / len(row.winners)
        for fault in row.faults:
            bot = row.bots[fault.seat]
            self.faults[bot][fault.kind] += 1
            self.examples.setdefault((bot, fault.kind), (row.number, fault))
        self.compare(group, row)

    def compare(self, group: int, row: Row) -> None:
        """Everyone with everyone else: first the faults, then the win, then scores."""
        merit = [
            (seat not in row.lost, seat in row.winners, score)
            for seat, score in enumerate(counting(row))
        ]
        for seat, bot in enumerate(row.bots):
            for other, opponent in enumerate(row.bots):
                if seat != other:
                    beat = (merit[seat] > merit[other]) + (
                        merit[seat] == merit[other]
                    ) / 2
                    self.points[group, bot] += beat / (len(row.bots) - 1)
                    if bot != opponent:
                        self.beaten[group, bot, opponent] += beat

    def digest(self, row: Row) -> None:
        """What decides a match and what came of it; no durations."""
        faults = [[f.seat, f.kind, f.step] for f in row.faults]
        said = [row.number, row.bots, row.scores, row.winners, row.lost, faults]
        self.hash.update(canonical(said))
        self.hash.update(row.actions)
        self.hash.update(row.times)

    def note(self, row: Row) -> None:
        gap = max(row.scores) - min(row.scores)
        if gap > self.lopsided.gap:
            bots = [self.labels[bot] for bot in row.bots]
            self.lopsided = Lopsided(row.number, gap, bots, row.scores)

    def standings(self) -> list[Standing]:
        """Best first: by win share, then points, then mean score; equal, equal rank."""
        ratings = rating_intervals(self.beaten, self.schedule.spec.seed)
        rows = [self.standing(bot, ratings[bot]) for bot in range(len(self.labels))]
        rows.sort(key=merit, reverse=True)
        for place, row in enumerate(rows):
            tied = place > 0 and merit(rows[place - 1]) == merit(row)
            row.rank = rows[place - 1].rank if tied else place + 1
        return rows

    def standing(self, bot: int, rating: Interval) -> Standing:
        seats = self.seats[:, bot]
        return Standing(
            bot=self.labels[bot],
            matches=int(seats.sum()),
            wins=round(float(self.wins[:, bot].sum()), 6),
            win_share=share_interval(self.wins[:, bot], seats),
            points=float(self.points[:, bot].sum() / max(1, seats.sum())),
            mean_score=mean_interval(self.scores[:, bot], seats),
            rating=rating,
            faults=dict(sorted(self.faults[bot].items())),
            seconds_per_move=float(self.seconds[bot] / max(1, self.moves[bot])),
            tally={kind: dict(names) for kind, names in self.tally[bot].items()},
        )


def counting(row: Row) -> list[int]:
    """[seat]: its score; if it lost by faults, the lowest of the match."""
    low = min(row.scores)
    return [low if s in row.lost else score for s, score in enumerate(row.scores)]


def merit(row: Standing) -> tuple[float, float, float]:
    """Rounded, so that equal sums in another order are equal."""
    figures = row.win_share.value, row.points, row.mean_score.value
    return tuple(round(figure, 9) for figure in figures)  # type: ignore[return-value]


def canonical(said: object) -> bytes:
    return json.dumps(said, sort_keys=True, separators=(",", ":")).encode()


def tabled(schedule: Schedule, rows: Iterable[Row]) -> Table:
    table = Table(schedule)
    for row in rows:
        table.take(row)
    return table


def as_json(standing: Standing) -> dict[str, object]:
    """A standing as one flat object: an interval is name, name_low, name_high."""
    flat: dict[str, object] = {"rank": standing.rank}
    for name, value in asdict(standing).items():
        if name in ("win_share", "mean_score", "rating"):
            figures = zip(("", "_low", "_high"), value, strict=True)
            flat |= {name + end: figure for end, figure in figures}
        elif name not in ("rank", "tally"):
            flat[name] = value
    return flat | standing.tally
