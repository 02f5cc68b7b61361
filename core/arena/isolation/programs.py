"""A bot that is a program in any language: JSON lines, as PROTOCOL.md says."""

import json
import os
import shlex
import shutil
import sys
from typing import Any

from partybots.core.arena.housing import Limits
from partybots.core.arena.isolation import begin
from partybots.core.arena.isolation.process import Ended, Process
from partybots.core.arena.isolation.rooms import FAILURES, Ready
from partybots.core.arena.referee import Misbehaved, shown
from partybots.core.bot import Timed, View
from partybots.core.errors import BadValue
from partybots.core.rng import Rng, splitmix64

BEGIN = [sys.executable, "-I", "-S", begin.__file__]
PROTOCOL = 1
MOST = 2**20  # bytes in a line of a bot
ENCODER = json.JSONEncoder(separators=(",", ":"))


class ProgramRoom:
    """A command line, run without a shell, that reads and writes JSON lines."""

    ready: Ready

    def __init__(self, command: str, limits: Limits) -> None:
        self.command, self.limits = parse(command), limits
        self.failures, self.number, self.moved = 0, 0, False
        self.process: Process | None = None
        self.texts: dict[int, str] = {}  # of actions
        self.state = self.told = False  # whether it wants states; was told of a match

    def furnish(self) -> Process:
        """The program, started and greeted."""
        if self.process:
            self.process.tail.clear()
            return self.process
        if self.failures >= FAILURES:
            raise Misbehaved("load", "was not made", "it failed to load too often")
        self.failures, self.moved = self.failures + 1, False
        its_in, our_out = os.pipe()
        our_in, its_out = os.pipe()
        command = [*BEGIN, str(self.limits.memory), *self.command]
        self.process = Process(command, our_in, our_out, [its_in, its_out])
        try:
            self.greet()
        except Exception:
            self.clear()
            raise
        self.failures = 0
        return self.process

    def greet(self) -> None:
        """Say hello, and hear what it can do."""
        hello = {"type": "hello", "protocol": PROTOCOL}
        said = self.exchange(hello, "hello", self.limits.load, "load")
        if said.get("protocol") != PROTOCOL:
            spoken = shown(said.get("protocol"))
            name = shlex.join(self.command)
            raise BadValue(f"{name} speaks protocol {spoken}, not {PROTOCOL}")
        self.state = said.get("state") is True
        self.ready = Ready(said.get("watch") is True, True, None, True)

    def meet(self, view: View, game: str, where: str) -> None:
        rules, state = view.game.rules_of_the_house, view.state
        options = {rule.name: rule.write(int(state[rule.name])) for rule in rules}
        said: dict[str, Any] = {"type": "new_match", "game": game}
        said |= {"options": options}
        said |= {"seats": int(state.seats), "seat": view.seat}
        self.exchange(said, "ready", self.limits.load, "load")
        self.told = True

    def choose(self, view: View, rng: Rng) -> "int | Timed":
        seconds = self.limits.move if self.moved else self.limits.first
        self.number += 1
        texts = [self.written(view, action) for action in view.legal]
        legal = [
            {"index": index, "action": action, "text": text}
            for index, (action, text) in enumerate(zip(view.legal, texts, strict=True))
        ]
        said: dict[str, Any] = {"type": "act", "id": self.number, "legal": legal}
        said["view"] = self.seen(view)
        said |= {"seed": splitmix64(rng.held) >> 11, "clock_ms": int(1000 * seconds)}
        answer = self.exchange(said, "action", seconds, "")
        self.moved = True
        if type(answer.get("id")) is not int or answer["id"] != self.number:
            what = f"answered question {shown(answer.get('id'))}"
            raise Misbehaved("malformed", what, f"it was asked number {self.number}")
        action = chosen(answer, view.legal, texts)
        return action if "ms" not in answer else Timed(action, answer["ms"])

    def written(self, view: View, action: int) -> str:
        """How the game writes an action, which never changes."""
        if action not in self.texts:
            self.texts[action] = view.text(action)
        return self.texts[action]

    def watch(self, view: View) -> None:
        said = {"type": "watch", "view": self.seen(view)}
        self.exchange(said, "seen", self.limits.move, "")

    def match_end(self, scores: list[int]) -> None:
        """Tell it how it ended; it need not answer."""
        if self.process and self.told:
            self.told = False
            try:
                self.process.tell(line({"type": "match_end", "scores": scores}))
            except Ended:
                self.clear()

    def seen(self, view: View) -> dict[str, Any]:
        """The view as text and, if the bot wants it, field by field."""
        said: dict[str, Any] = {
            "seat": view.seat,
            "text": view.game.text.write(view.state),
        }
        if self.state:
            names = view.state.dtype.names or ()
            said["state"] = {name: view.state[name].tolist() for name in names}
        return said

    def exchange(
        self, said: dict[str, Any], wanted: str, seconds: float, kind: str
    ) -> dict[str, Any]:
        """Its answer, an object of the type that is wanted; else Misbehaved."""
        if self.process is None:
            raise Misbehaved(kind or "crash", "was asked", "its process has ended")
        try:
            answer = self.process.ask(line(said), whole, seconds)
        except Ended as ended:
            stderr = self.process.stderr()
            self.clear()
            if not kind or ended.kind == "malformed":
                kind = ended.kind
            raise Misbehaved(kind, "did not answer", str(ended), stderr) from None
        found = read(answer)
        if found.get("type") == wanted:
            return found
        stderr = self.process.stderr()
        what = f"answered {answer.decode(errors='replace').strip():.80}"
        expected = f'a JSON object of "type": "{wanted}" was due'
        raise Misbehaved("malformed", what, expected, stderr)

    def memory(self) -> float:
        return self.process.memory() if self.process else 0.0

    def clear(self) -> None:
        if self.process:
            self.process.kill()
            self.process = None


def parse(command: str) -> list[str]:
    """The words of a command, its program found. BadValue if there is none."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadValue(f'"exec:{command}" is no command: {error}') from error
    if not words or not shutil.which(words[0]):
        name = words[0] if words else ""
        raise BadValue(f'"exec:{command}": there is no program "{name}" to run')
    return words


def chosen(answer: dict[str, Any], legal: list[int], texts: list[str]) -> int:
    """The action that an answer names by index, number or text."""
    for key, known in (("index", [*range(len(legal))]), ("action", legal)):
        if key in answer:
            value = answer[key]
            if type(value) is not int or value not in known:
                what = f'answered "{key}": {shown(value)}'
                raise Misbehaved("malformed", what, f'"{key}" is none of those offered')
            return legal[known.index(value)]
    if answer.get("text") in texts:
        return legal[texts.index(answer["text"])]
    what = f'answered "text": {shown(answer.get("text"))}'
    raise Misbehaved("malformed", what, '"text" is none of those offered')


def line(said: dict[str, Any]) -> bytes:
    return ENCODER.encode(said).encode() + b"\n"


def whole(buffer: bytearray) -> int:
    """How long the first line is, with its end; 0 if it is not all there."""
    size = buffer.find(b"\n") + 1
    if size > MOST or (not size and len(buffer) > MOST):
        raise Ended("malformed", f"it answered with a line of over {MOST} bytes")
    return size


def read(answer: bytes) -> dict[str, Any]:
    """A JSON object, or an empty one for whatever else it is."""
    try:
        found = json.loads(answer)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
