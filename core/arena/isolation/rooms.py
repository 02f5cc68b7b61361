"""Bots of processes of their own, as bots that a match can ask.

A room holds one process and is kept for many matches; it is cleared when the bot in it
misbehaves, and furnished again for the next match.
"""

import json
import socket
import sys
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from partybots.core.arena.housing import Limits
from partybots.core.arena.isolation.frames import (
    CHOSE,
    LENGTH,
    MOST,
    NUMBER,
    TIMED,
    act,
    frame,
    numbered,
    watch,
)
from partybots.core.arena.isolation.process import Ended, Process
from partybots.core.arena.match import Guest
from partybots.core.arena.referee import Misbehaved
from partybots.core.bot import Timed, View
from partybots.core.errors import BadValue
from partybots.core.rng import Rng

FAILURES = 3  # to load, one after another; then it is not tried again


class Ready(NamedTuple):
    """What a bot says of itself once it is loaded."""

    watches: bool
    races: bool
    seats: range | None
    reproducible: bool


class Room(Protocol):
    """One bot in one process, whatever they speak."""

    ready: Ready

    def furnish(self) -> object: ...
    def meet(self, view: View, game: str, where: str) -> None: ...
    def choose(self, view: View, rng: Rng) -> "int | Timed": ...
    def watch(self, view: View) -> None: ...
    def match_end(self, scores: list[int]) -> None: ...
    def memory(self) -> float: ...
    def clear(self) -> None: ...


class PythonRoom:
    """A class that Python can import, or that stands in a file."""

    ready: Ready

    def __init__(self, name: str, file: str, options: str, limits: Limits) -> None:
        """`name` is "module:Class", or the class in `file`."""
        self.load: dict[str, Any]
        self.load = {"name": name, "file": file, "options": options}
        self.load |= {"memory": limits.memory, "path": sys.path}
        self.limits, self.failures, self.moved = limits, 0, False
        self.number = 0  # of the last question
        self.process: Process | None = None

    def furnish(self) -> Process:
        """The process, with the bot loaded. BadValue if its options cannot be."""
        if self.process:
            self.process.tail.clear()
            return self.process
        if self.failures >= FAILURES:
            raise Misbehaved("load", "was not made", "it failed to load too often")
        ours, its = socket.socketpair()
        command = [sys.executable, "-P", "-m", "partybots.core.arena.isolation.child"]
        reads, given = ours.detach(), its.detach()
        self.process = Process([*command, str(given)], reads, reads, [given])
        self.failures, self.moved = self.failures + 1, False
        try:
            self.greet()
        except Exception:
            self.clear()
            raise
        self.failures = 0
        return self.process

    def greet(self) -> None:
        """Have the bot loaded, and hear what it is."""
        said = json.dumps(self.load).encode()
        answer = self.ask("L", said, self.limits.load, b"R", "load")
        found = json.loads(answer[1:])
        ends = found["seats"]
        seats = range(ends[0], ends[1] + 1) if ends else None
        self.ready = Ready(**{**found, "seats": seats})

    def meet(self, view: View, game: str, where: str) -> None:
        said = json.dumps({"game": game, "where": where}).encode()
        self.ask("M", said, self.limits.load, b"K", "load")

    def choose(self, view: View, rng: Rng) -> "int | Timed":
        seconds = self.limits.move if self.moved else self.limits.first
        asked = act(view.seat, int(rng.held[0]), view.legal, view.hidden)
        answer = self.exchange(asked, seconds, b"IT", "")
        self.moved = True
        ms: int | None = None
        action: int
        if answer[:1] == b"I":
            rng.held[0], action = CHOSE.unpack_from(answer, 1)
        else:
            rng.held[0], action, ms = TIMED.unpack_from(answer, 1)
        return action if ms is None else Timed(action, ms)

    def watch(self, view: View) -> None:
        self.exchange(watch(view.seat, view.hidden), self.limits.move, b"K", "")

    def match_end(self, scores: list[int]) -> None:
        """A Python bot's instance is dropped when the next is made."""

    def ask(
        self, letter: str, said: bytes, seconds: float, good: bytes, kind: str
    ) -> bytes:
        return self.exchange(frame(letter.encode(), said), seconds, good, kind)

    def exchange(self, asked: bytes, seconds: float, good: bytes, kind: str) -> bytes:
        """Its answer, if that begins with one of `good`; else Misbehaved."""
        if self.process is None:
            raise Misbehaved(kind or "crash", "was asked", "its process has ended")
        try:
            self.number += 1
            said = numbered(self.number, asked)
            answer = self.process.ask(said, whole, seconds)[LENGTH.size :]
        except Ended as ended:
            stderr = self.process.stderr()
            self.clear()
            if not kind or ended.kind == "malformed":
                kind = ended.kind
            raise Misbehaved(kind, "did not answer", str(ended), stderr) from None
        if answer[: NUMBER.size] != NUMBER.pack(self.number):
            raise self.misbehaved(b"", "", kind)
        answer = answer[NUMBER.size :]
        letter, text = answer[:1], answer[1:].decode(errors="replace")
        if letter and letter in good:
            return answer
        if letter == b"E":
            raise BadValue(text)
        raise self.misbehaved(letter, text, kind)

    def misbehaved(self, letter: bytes, text: str, kind: str) -> Misbehaved:
        stderr = self.process.stderr() if self.process else ""
        if letter == b"X":
            return Misbehaved(kind or "crash", "raised an exception", text, stderr)
        if letter == b"N":
            limit = f"{self.limits.memory} MiB are the limit"
            return Misbehaved("memory", "ran out of memory", limit, stderr)
        if letter == b"?":
            return Misbehaved(
                "malformed", f"answered {text}", "no whole number", stderr
            )
        self.clear()
        reason = "it answered what it was not asked"
        return Misbehaved("malformed", "spoke out of turn", reason, stderr)

    def memory(self) -> float:
        return self.process.memory() if self.process else 0.0

    def clear(self) -> None:
        """End the process, and all that it began."""
        if self.process:
            self.process.kill()
            self.process = None


def whole(buffer: bytearray) -> int:
    """How long the first frame is, with its length; 0 if it is not all there."""
    if len(buffer) < LENGTH.size:
        return 0
    size = LENGTH.size + int(LENGTH.unpack_from(buffer)[0])
    if size > MOST:
        raise Ended("malformed", f"it answered with {size} bytes")
    return size if len(buffer) >= size else 0


class Lodger(Guest):
    """A bot in a room, for one seat of one match."""

    def __init__(self, room: Room, game: str, where: str, limits: Limits) -> None:
        room.furnish()
        self.room, self.game, self.where, self.limits = room, game, where, limits
        self.met = False
        self.races, self.seats = room.ready.races, room.ready.seats
        self.reproducible = room.ready.reproducible
        if room.ready.watches:
            self.watch = self.look

    def meet(self, view: View) -> None:
        if not self.met:
            self.met = True
            self.room.meet(view, self.game, self.where)

    def choose(self, view: View, rng: Rng) -> "int | Timed":
        self.meet(view)
        return self.room.choose(view, rng)

    def look(self, view: View) -> None:
        self.meet(view)
        self.room.watch(view)

    def match_end(self, scores: list[int]) -> None:
        self.room.match_end(scores)


class Lodging:
    """The rooms of one bot: as many as it has seats in one match."""

    def __init__(
        self, make: Callable[[], Room], game: str, where: str, limits: Limits
    ) -> None:
        self.make, self.game, self.where, self.limits = make, game, where, limits
        self.rooms: list[Room] = []
        self.taken = 0

    def __call__(self) -> Lodger:
        """A lodger in a free room."""
        if self.taken == len(self.rooms):
            self.rooms.append(self.make())
        self.taken += 1
        room = self.rooms[self.taken - 1]
        return Lodger(room, self.game, self.where, self.limits)

    def free(self) -> None:
        """The match is over."""
        self.taken = 0

    def memory(self) -> float:
        """MiB that its processes took at most; 0 where the system does not tell."""
        return max((room.memory() for room in self.rooms), default=0.0)

    def close(self) -> None:
        for room in self.rooms:
            room.clear()
        self.rooms.clear()
