"""A tournament on disk: one SQLite file that is always whole.

Only the process that runs the tournament writes. A block goes in whole or not at all,
so that whenever it is killed, what was finished is there and what was not is not.
"""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from partybots.core.arena.referee import Fault
from partybots.core.arena.schedule import Spec
from partybots.core.errors import StoreError

APPLICATION = 0x50425453  # "PBTS" in the header says that the file is ours
FORMAT = 2  # raised when what is below changes

TABLES = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE matches (
    part INTEGER,     -- which game of the tournament
    number INTEGER,   -- which match of it
    actions BLOB,     -- uint16[n], little-endian, as all numbers
    times BLOB,       -- uint32[n] ms in a race, else empty
    rest TEXT,        -- the other fields of Row, JSON
    PRIMARY KEY (part, number)
);
"""


class Row(NamedTuple):
    """A match as it is stored; [seat] where there is one a seat."""

    part: int
    number: int
    actions: bytes
    times: bytes
    bots: list[int]  # numbers of the line-up
    scores: list[int]  # as the game counts them
    winners: list[int]
    lost: list[int]
    faults: list[Fault]
    moves: list[int]
    seconds: list[float]
    tally: dict[str, dict[str, list[int]]]  # kind, name: what else the game counts

    def stored(self) -> tuple[int, int, bytes, bytes, str]:
        rest = {name: getattr(self, name) for name in self._fields[4:]}
        rest["faults"] = [asdict(fault) for fault in self.faults]
        rest["seconds"] = [round(seconds, 6) for seconds in self.seconds]
        said = json.dumps(rest, separators=(",", ":"))
        return self.part, self.number, self.actions, self.times, said

    @staticmethod
    def read(part: int, number: int, actions: bytes, times: bytes, said: str) -> "Row":
        rest = json.loads(said)
        rest["faults"] = [Fault(**fault) for fault in rest["faults"]]
        return Row(part, number, actions, times, **rest)


@dataclass(frozen=True)
class About:
    """What the file says of itself."""

    specs: list[Spec]  # one a game
    partybots: str  # the version that began it
    games: dict[str, int]  # VERSION of each game, once it was loaded
    files: dict[str, str]  # hash of each bot that is a file
    several: bool = False  # whether no single game was named
    seconds: float = 0.0  # of wall time spent playing, when it last stopped

    def as_json(self) -> dict[str, Any]:
        return {**vars(self), "specs": [spec.as_json() for spec in self.specs]}

    @staticmethod
    def from_json(said: dict[str, Any]) -> "About":
        specs = [Spec.from_json(spec) for spec in said["specs"]]
        return About(**{**said, "specs": specs})


class Store:
    def __init__(self, path: Path, database: sqlite3.Connection, write: bool) -> None:
        self.path, self.database, self.write = path, database, write

    @staticmethod
    def create(path: Path, about: About) -> "Store":
        """A new file; StoreError if there is one or it cannot be written."""
        try:
            path.open("xb").close()
        except FileExistsError:
            wrong = f"{path} exists; go on with it by --resume {path}"
            if not path.is_file():
                wrong = f"{path} is no file; name one that is not there yet"
            raise StoreError(wrong) from None
        except OSError as error:
            wrong = f"cannot write {path}: {error.strerror}"
            raise StoreError(wrong) from error
        store = Store(path, sqlite3.connect(path, isolation_level=None), write=True)
        with store.speaking():
            run = store.database.execute
            run("PRAGMA journal_mode = WAL")
            run("BEGIN")  # so that it is all there, or nothing is
            run(f"PRAGMA application_id = {APPLICATION}")
            run(f"PRAGMA user_version = {FORMAT}")
            for table in TABLES.split(";")[:-1]:
                run(table)
            store.say(about)
            run("COMMIT")
        return store

    @staticmethod
    def open(path: Path, write: bool = False) -> "Store":
        """A file that is there; StoreError if it is not one of ours or of now."""
        if not path.is_file():
            raise StoreError(f"there is no file {path}")
        mode = "mode=rw" if write else "mode=ro"
        if not os.access(path.parent, os.W_OK):
            if write or Path(f"{path}-wal").exists():
                raise StoreError(f"{path.parent} cannot be written; copy {path} first")
            mode = "immutable=1"  # as SQLite needs a file beside it otherwise
        try:
            uri = f"{path.absolute().as_uri()}?{mode}"
            database = sqlite3.connect(uri, uri=True, isolation_level=None)
        except sqlite3.Error as error:
            raise StoreError(f"{path} is not a tournament: {error}") from error
        store = Store(path, database, write)
        try:
            store.hold_to_format()
        except StoreError:
            database.close()
            raise
        if write:
            store.journal("WAL")
        return store

    def hold_to_format(self) -> None:
        path, ask = self.path, self.database.execute
        try:
            application = ask("PRAGMA application_id").fetchone()[0]
            format_ = ask("PRAGMA user_version").fetchone()[0]
            tables = ask("SELECT count(*) FROM sqlite_master").fetchone()[0]
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise StoreError(f"{path} is not a tournament: {error}") from error
        if (application, format_, tables) == (0, 0, 0):
            raise StoreError(
                f"{path} is not a tournament: it is empty; delete it, and begin anew"
            )
        if application != APPLICATION:
            raise StoreError(f"{path} is not a tournament of partybots")
        if format_ != FORMAT:
            wrong = f"{path} has format {format_}; this version reads format {FORMAT}"
            raise StoreError(wrong)

    def say(self, about: About) -> None:
        said = json.dumps(about.as_json())
        with self.speaking():
            self.database.execute("REPLACE INTO about VALUES ('about', ?)", [said])

    @property
    def about(self) -> About:
        with self.reading():
            query = "SELECT value FROM about WHERE name = 'about'"
            (said,) = self.database.execute(query).fetchone()
            return About.from_json(json.loads(said))

    def add(self, rows: Iterable[Row]) -> None:
        """Keep whole blocks."""
        insert = "INSERT INTO matches VALUES (?, ?, ?, ?, ?)"
        with self.speaking(), self.database:  # which commits, or takes all of it back
            self.database.execute("BEGIN")
            try:
                self.database.executemany(insert, (row.stored() for row in rows))
            except sqlite3.IntegrityError as error:
                raise StoreError(f"{self.path}: someone else plays on in it") from error

    def blocks(self, part: int, seatings: int) -> Iterator[int]:
        """The blocks that are there."""
        query = "SELECT number FROM matches WHERE part = ? AND number % ? = 0"
        with self.speaking():
            for (number,) in self.database.execute(query, [part, seatings]):
                yield number // seatings

    def rows(self, part: int) -> Iterator[Row]:
        """Its matches in the order of their numbers."""
        query = "SELECT * FROM matches WHERE part = ? ORDER BY number"
        with self.reading():
            for stored in self.database.execute(query, [part]):
                yield Row.read(*stored)

    def row(self, part: int, number: int) -> Row | None:
        query = "SELECT * FROM matches WHERE part = ? AND number = ?"
        with self.reading():
            stored = self.database.execute(query, [part, number]).fetchone()
            return Row.read(*stored) if stored else None

    def count(self, part: int) -> int:
        query = "SELECT count(*) FROM matches WHERE part = ?"
        with self.speaking():
            return int(self.database.execute(query, [part]).fetchone()[0])

    def journal(self, mode: str) -> None:
        """Keep a log beside the file (WAL), or have it stand alone again (DELETE), so
        that reading it leaves nothing behind; as it is while someone else has it open.
        """
        waits = "busy_timeout = 100", "busy_timeout = 5000"  # ms
        for pragma in (waits[0], f"journal_mode = {mode}", waits[1]):
            with suppress(sqlite3.Error):
                self.database.execute(f"PRAGMA {pragma}")

    def close(self) -> None:
        if self.write:
            self.journal("DELETE")
        self.database.close()

    def remove(self) -> None:
        """Close and delete it, as if it had never been."""
        self.close()
        for end in ("", "-wal", "-shm"):
            Path(f"{self.path}{end}").unlink(missing_ok=True)

    @contextmanager
    def speaking(self) -> Iterator[None]:
        """What SQLite complains of, in words: a full disk, a damaged file."""
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise StoreError(f"{self.path}: {error}") from error

    @contextmanager
    def reading(self) -> Iterator[None]:
        """The same, and what is not as it was written."""
        with self.speaking():
            try:
                yield
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                raise StoreError(f"{self.path} is damaged: {error!r}") from error
