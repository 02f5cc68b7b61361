"""A Python bot's own process: loads one bot, and answers for it until it is told to go.

Started by rooms.py with the number of its socket. It imports NumPy if the bot does.
"""

import contextlib
import json
import os
import sys
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from partybots.core.arena.isolation import begin
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


def main(host: int) -> None:
    """Serve the socket that is file descriptor `host`."""
    os.set_inheritable(host, False)
    begin.end_with_host()
    server = Server()
    while body := receive(host):
        (number,) = NUMBER.unpack_from(body)
        send(host, numbered(number, server.answer(body[NUMBER.size :])))


def receive(host: int) -> bytes:
    """The next frame without its length; empty when the host is gone."""
    head = exactly(host, LENGTH.size)
    return exactly(host, LENGTH.unpack(head)[0]) if head else b""


def exactly(host: int, size: int) -> bytes:
    parts = []
    while size:
        part = os.read(host, size)
        if not part:
            return b""
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def send(host: int, said: bytes) -> None:
    while said:
        said = said[os.write(host, said) :]


class Small(View):
    """A view that writes actions without loading all of the game."""

    where = ""

    def text(self, action: int) -> str:
        return str(import_module(f"{self.where}.text").write_action(action))


class Server:
    """One bot's class, and the instance that plays the match in hand."""

    cls: Any = None
    bot: Bot
    rng: Rng  # set to where the host's is before each question
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
            show(error)
            return frame(b"X", in_words(error))

    def load(self, body: bytes) -> bytes:
        """Import the bot and read its options."""
        from pkgutil import resolve_name

        from partybots.core.registry import in_file, read_options

        said = json.loads(body[1:])
        begin.limit(said["memory"])
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
        self.bot, self.rng = self.cls(**self.options), Rng()
        return frame(b"K")

    def act(self, body: bytes) -> bytes:
        seat, held, legal, state = read_act(body)
        rng = self.rng
        rng.held[0] = held
        view = Small(seat, legal, state, self.table)
        view.where = self.where
        answer = self.bot.choose(view, rng)
        now = int(rng.held[0])
        if type(answer) is Timed and whole(answer.action) and whole(answer.ms):
            return frame(b"T", TIMED.pack(now, int(answer.action), int(answer.ms)))
        if whole(answer):
            return frame(b"I", CHOSE.pack(now, int(answer)))  # type: ignore[arg-type]
        return frame(b"?", f"{answer!r:.200}".encode())

    def watch(self, body: bytes) -> bytes:
        seat, state = read_watch(body)
        view = Small(seat, [], state, self.table)
        view.where = self.where
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


def show(error: BaseException) -> None:
    """Where the bot raised it, on standard error, which is kept with the fault."""
    import traceback

    ours = error.__traceback__  # answer(), then what it called
    inside = ours and ours.tb_next and ours.tb_next.tb_next
    with contextlib.suppress(Exception):
        traceback.print_exception(type(error), error, inside)
        sys.stderr.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
