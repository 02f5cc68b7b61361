"""A tournament from its beginning, or from wherever it was left, to its table."""

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

from partybots.core.arena.executors import Serial, played, processes
from partybots.core.arena.housing import Housing
from partybots.core.arena.referee import Fault
from partybots.core.arena.schedule import Schedule, Spec
from partybots.core.arena.standings import Lopsided, Standing, as_json, tabled
from partybots.core.arena.store import About, Row, Store
from partybots.core.arena.worker import Part
from partybots.core.errors import StoreError
from partybots.core.registry import EXEC, Registry

Heard = Callable[[int], None]  # told how many more matches are stored


@dataclass
class Report:
    """What came of one game."""

    spec: Spec
    matches: int
    sampled: bool  # whether some line-ups were left out
    reproducible: bool
    digest: str
    seconds: float
    longest: float  # seconds that bots in processes could have taken at most
    standings: list[Standing]
    lopsided: Lopsided
    faults: list[tuple[int, Fault]]  # match, and the first of each kind of each bot

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.spec.game,
            "seats": self.spec.seats,
            "blocks": self.spec.blocks,
            "matches": self.matches,
            "seed": self.spec.seed,
            "reproducible": self.reproducible,
            "digest": self.digest,
            "seconds": round(self.seconds, 3),
            "longest_seconds": round(self.longest, 3),
            "standings": [as_json(standing) for standing in self.standings],
        }


class Tournament:
    """Games, bots and referees, ready to play on in the file of `store`."""

    def __init__(
        self, registry: Registry, store: Store, housing: Housing | None = None
    ) -> None:
        """Load and check all that it needs: PartybotsError if something cannot be."""
        self.store, self.about = store, store.about
        self.housing, self.more = housing or Housing(), registry.more
        specs = self.about.specs
        self.parts = [Part(registry, spec, self.housing) for spec in specs]
        try:
            for part in self.parts:
                part.check()
            self.hold_to_versions()
        except Exception:
            self.close()
            raise

    def hold_to_versions(self) -> None:
        """A match that is played on must be the same game and the same bots."""
        about, path = self.about, self.store.path
        files = {bot: hashed(bot) for part in self.parts for bot in part.spec.bots}
        for bot, was in about.files.items():
            if files[bot] != was:
                raise StoreError(f"{path}: the file of {bot} has changed since")
        for part in self.parts:
            name, now = part.game.name, part.game.rules.VERSION
            if (was := about.games.get(name, now)) != now:
                wrong = f"{path} was played by version {was} of {name}; this is {now}"
                raise StoreError(wrong)
        games = {part.game.name: part.game.rules.VERSION for part in self.parts}
        self.about = replace(about, games=games)
        if games != about.games:
            self.store.say(self.about)

    @property
    def matches(self) -> int:
        return sum(part.schedule.matches for part in self.parts)

    def missing(self) -> Iterator[tuple[int, int]]:
        """Part and number of every block that is not stored."""
        for number, part in enumerate(self.parts):
            there = bytearray(part.schedule.blocks)
            for block in self.store.blocks(number, len(part.schedule.seatings)):
                there[block] = 1
            yield from ((number, b) for b, stored in enumerate(there) if not stored)

    def play(self, jobs: int, heard: Heard = lambda matches: None) -> None:
        """Play what is missing and store it, block by block."""
        began = time.perf_counter()
        try:
            with closing(self.rows(jobs)) as played_now:
                for rows in played_now:
                    self.store.add(rows)
                    heard(len(rows))
        finally:
            self.close()
            seconds = self.about.seconds + time.perf_counter() - began
            self.about = replace(self.about, seconds=seconds)
            self.store.say(self.about)

    def close(self) -> None:
        """End the processes of bots."""
        for part in self.parts:
            part.close()

    def rows(self, jobs: int) -> Generator[list[Row], None, None]:
        missing, needs = self.missing(), (self.about.specs, self.housing, self.more)
        if jobs == 1:
            play = lambda part, blocks: self.parts[part].play(part, blocks)  # noqa: E731
            return played(missing, Serial, jobs, play)
        return played(missing, lambda: processes(*needs, jobs), jobs)

    def longest(self, number: int) -> float:
        """Seconds that bots in processes could at most have taken for a part."""
        part = self.parts[number]
        return sum(map(part.longest, self.store.rows(number))) if part.lodgings else 0.0

    def reports(self) -> list[Report]:
        return [
            report(
                self.store,
                number,
                self.about.seconds,
                part.reproducible,
                self.longest(number),
            )
            for number, part in enumerate(self.parts)
        ]


def report(
    store: Store, part: int, seconds: float, reproducible: bool, longest: float = 0.0
) -> Report:
    schedule = Schedule(store.about.specs[part])
    table = tabled(schedule, store.rows(part))
    return Report(
        spec=schedule.spec,
        matches=table.matches,
        sampled=schedule.sampled,
        reproducible=reproducible,
        digest=table.hash.hexdigest(),
        seconds=seconds,
        longest=longest,
        standings=table.standings(),
        lopsided=table.lopsided,
        faults=[*table.examples.values()],
    )


def overall(reports: Sequence[Report]) -> list[dict[str, Any]]:
    """Each bot over the games it played: how many, and its mean points in them."""
    points: dict[str, list[float]] = {}
    for one in reports:
        for standing in one.standings:
            points.setdefault(standing.bot, []).append(standing.points)
    rows: list[dict[str, Any]] = [
        {"bot": bot, "games": len(each), "points": sum(each) / len(each)}
        for bot, each in points.items()
    ]
    return sorted(rows, key=lambda row: (-row["points"], row["bot"]))


def hashed(bot: str) -> str:
    """What the files hold that a bot names, as a hash; "" for a bot that names none."""
    file, _, _ = bot.rpartition(".py:")
    words = bot.removeprefix(EXEC).split() if bot.startswith(EXEC) else [f"{file}.py"]
    files = [Path(word) for word in words if Path(word).is_file()]
    held = b"".join(path.read_bytes() for path in files)
    return blake2b(held, digest_size=16).hexdigest() if files else ""


def about(specs: Sequence[Spec], version: str, several: bool) -> About:
    """What a new file says of itself."""
    bots = {bot for spec in specs for bot in spec.bots}
    files = {bot: hashed(bot) for bot in sorted(bots) if hashed(bot)}
    return About([*specs], version, {}, files, several)
