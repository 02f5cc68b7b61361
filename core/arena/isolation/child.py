"""A Python bot's own process: loads one bot, and answers for it until it is told to go.

Started by host.py with the number of its socket. It imports NumPy only if the bot does.
"""

import contextlib
import ctypes
import json
import os
import resource
import socket
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

from partybots.core.arena.isolation.frames import (
    CHOSE,
    LENGTH,
    NUMBER,
    TIMED,
    frame,
    numbered,
    read_act,
    read_watch,
)
from partybots.core.bot import Bot, Timed, View
from partybots.core.errors import PartybotsError
from partybots.core.rng import Rng

if TYPE_CHECKING:
    from partybots.core.game import Game

PARENT_DEATH, SIGKILL = 1, 9  # prctl option, signal


def main(number: int) -> None:
    """Serve the socket that is file descriptor `number`."""
    host = socket.socket(fileno=number)
    os.set_inheritable(number, False)
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PARENT_DEATH, SIGKILL)
    server = Server()
    while body := receive(host):
        (number,) = NUMBER.unpack_from(body)
        host.sendall(numbered(number, server.answer(body[NUMBER.size :])))


def receive(host: socket.socket) -> bytes:
    """The next frame without its length; empty when the host is gone."""
    head = exactly(host, LENGTH.size)
    return exactly(host, LENGTH.unpack(head)[0]) if head else b""


def exactly(host: socket.socket, size: int) -> bytes:
    parts = []
    while size:
        part = host.recv(size)
        if not part:
            return b""
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


class Server:
    """One bot's class, and the instance that plays the match in hand."""

    cls: Any = None
    bot: Bot
    game = ""
    where = ""

    def __init__(self) -> None:
        self.options: dict[str, Any] = {}

    def answer(self, body: bytes) -> bytes:
        """What to send back. Whatever the bot does, it is one frame."""
        letter = body[:1]
        do = {b"L": self.load, b"M": self.meet, b"A": self.act, b"W": self.watch}[
            letter
        ]
        try:
            return do(body)
        except MemoryError:
            return frame(b"N")
        except PartybotsError as error:
            if letter in b"LM":
                return frame(b"E", str(error).encode())
            return frame(b"X", in_words(error))
        except (Exception, SystemExit) as error:
            return frame(b"X", in_words(error))

    def load(self, body: bytes) -> bytes:
        """Import the bot and read its options."""
        from pkgutil import resolve_name

        from partybots.core.registry import in_file, read_options

        said = json.loads(body[1:])
        limit(said["memory"])
        sys.path[:] = said["path"]
        if said["file"]:
            sys.path.insert(0, os.path.dirname(os.path.abspath(said["file"])))
            self.cls = in_file(said["file"], said["name"], Bot)
        else:
            self.cls = resolve_name(said["name"])
        self.options = read_options(self.cls, said["options"])
        bot = self.cls(**self.options)
        ready = {
            "watches": hasattr(bot, "watch"),
            "races": bool(bot.races),
            "seats": [bot.seats[0], bot.seats[-1]] if bot.seats else None,
            "reproducible": bool(bot.reproducible),
        }
        return frame(b"R", json.dumps(ready).encode())

    def meet(self, body: bytes) -> bytes:
        """A new match: a fresh instance for one seat of it."""
        said = json.loads(body[1:])
        self.game, self.where = said["game"], said["where"]
        self.bot = self.cls(**self.options)
        return frame(b"K")

    def act(self, body: bytes) -> bytes:
        seat, held, legal, state = read_act(body)
        rng = Rng()
        rng.held = [held]
        view = View(seat, legal, state, self.table)
        answer = self.bot.choose(view, rng)
        now = int(rng.held[0])
        if type(answer) is Timed and whole(answer.action) and whole(answer.ms):
            return frame(b"T", TIMED.pack(now, int(answer.action), int(answer.ms)))
        if whole(answer):
            return frame(b"I", CHOSE.pack(now, int(answer)))  # type: ignore[arg-type]
        return frame(b"?", f"{answer!r:.200}".encode())

    def watch(self, body: bytes) -> bytes:
        seat, state = read_watch(body)
        view = View(seat, [], state, self.table)
        self.bot.watch(view)  # type: ignore[attr-defined]
        return frame(b"K")

    def table(self) -> "Game":
        return load_game(self.game, self.where)


@cache
def load_game(name: str, where: str) -> "Game":
    """The game, as the host has it; brings in NumPy and its kernels."""
    from partybots.core.registry import game_at

    return game_at(name, where)


def whole(answer: object) -> bool:
    """What the host will take for a whole number, and what fits a frame."""
    from partybots.core.arena.referee import is_whole

    return is_whole(answer) and -(2**63) <= int(answer) < 2**63


def in_words(error: BaseException) -> bytes:
    return f"{type(error).__name__}: {error}".encode(errors="replace")[:2000]


def limit(megabytes: int) -> None:
    """No more memory than this, no core files."""
    if megabytes:
        size = megabytes * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main(int(sys.argv[1]))
