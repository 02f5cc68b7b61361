"""Referees: what a bot's answer counts as, and what a fault costs.

A plugin's referee derives from Referee and imports no NumPy for it.
"""

import sys
from dataclasses import dataclass, replace
from functools import cache
from operator import index
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple, SupportsIndex, TypeGuard

from partybots.core.bot import Timed, View

if TYPE_CHECKING:
    from partybots.core.game import Bytes, Game

SHOWN = 8  # lines of a bot's stderr that are shown with a fault
KINDS = ("load", "malformed", "illegal", "timeout", "crash", "stall", "memory")


@dataclass(frozen=True)
class Fault:
    """A wrong answer. It prints as who, what, why and where."""

    seat: int
    kind: str  # one of KINDS
    what: str  # who answered what
    reason: str
    position: str
    stderr: str = ""  # the end of what the bot wrote there, where that was kept
    step: int = 0  # actions of the match that were played before

    def __str__(self) -> str:
        lines = [self.what, f"  {self.kind}: {self.reason}"]
        lines += [f"  position  {self.position}"] if self.position else []
        last = self.stderr.splitlines()[-SHOWN:]
        lines += [f"  stderr    {in_a_line(line)}" for line in last]
        return "\n".join(lines)


class Misbehaved(Exception):
    """What a bot in a process of its own did instead of answering: a fault to be."""

    def __init__(self, kind: str, did: str, reason: str, stderr: str = "") -> None:
        super().__init__(reason)
        self.kind, self.did, self.reason, self.stderr = kind, did, reason, stderr


class Ask(NamedTuple):
    """A seat is asked for one of `legal`; if there is none, it only watches."""

    game: "Game"
    state: "Bytes"  # with nothing hidden
    seat: int
    legal: list[int]  # ascending
    bot: str  # its name

    def view(self) -> View:
        hidden = self.state.copy()
        self.game.kernels.hide(hidden, self.seat)
        return View(self.seat, [*self.legal], hidden.tobytes(), lambda: self.game)

    def fault(self, kind: str, did: str, reason: str, stderr: str = "") -> Fault:
        what = in_a_line(f"{self.game.name}: {self.bot} in seat {self.seat} {did}")
        position = self.game.text.write(self.game.record(self.state))
        return Fault(self.seat, kind, what, in_a_line(reason), position, stderr)

    def crash(self, error: BaseException) -> Fault:
        if isinstance(error, Misbehaved):
            return self.fault(error.kind, error.did, error.reason, error.stderr)
        return self.fault("crash", "raised an exception", raised(error))

    def unmade(self, error: BaseException) -> Fault:
        """A bot that could not be made for a match, though it could before."""
        crash = self.crash(error)
        return replace(crash, kind="load") if crash.kind == "crash" else crash


class Referee:
    """Rules on answers. One instance sees to one match; keywords are its options.

    This one is `strict`: a fault loses the match. `idle` is played for that seat to
    the end, so that the others' match still counts, and it cannot be among the winners.
    """

    limit: int = 1  # at so many faults a seat has lost the match

    def rule(self, ask: Ask, answer: object) -> int | Timed | Fault:
        """The action to play. An exception that came instead is an answer, too."""
        if issubclass(type(answer), BaseException):
            return ask.crash(answer)  # type: ignore[arg-type]
        ms = None
        if type(answer) is Timed and ask.game.race:
            answer, ms = answer
            if not is_whole(ms) or not 0 <= index(ms) < 2**31:
                return ask.fault(
                    "malformed", f"took {shown(ms)} ms", "a time is whole ms"
                )
        if not is_whole(answer) or not 0 <= index(answer) < ask.game.rules.ACTIONS:
            last = ask.game.rules.ACTIONS - 1
            return ask.fault(
                "malformed", f"answered {shown(answer)}", f"an action is 0 to {last}"
            )
        action = index(answer)
        if action not in ask.legal:
            why = ask.game.why.why_illegal(ask.game.record(ask.state), action)
            said = ask.game.text.write_action(action)
            return ask.fault("illegal", f"answered {said}", why)
        return action if ms is None else Timed(action, index(ms))

    def after(self, before: "Bytes", seat: int, action: int, after: "Bytes") -> None:
        """Look at a step that was taken; raise a PartybotsError to stop it all.

        Not called unless a referee defines it.
        """


def shown(answer: object) -> str:
    """What a bot answered, in at most 80 characters, even if that cannot be shown."""
    try:
        return in_a_line(repr(answer))[:80]
    except (Exception, SystemExit):
        return f"a {type(answer).__name__}"


def raised(error: BaseException) -> str:
    """What a bot raised, in at most 400 characters, even if that cannot be shown."""
    name = type(error).__name__
    try:
        said = in_a_line(str(error))
    except (Exception, SystemExit):
        return f"{name}, which cannot be shown"
    return f"{name}: {said}"[:400] if said else f"{name}()"


def in_a_line(text: str) -> str:
    """Nothing in it that ends a line, steers a terminal or is no character."""
    line = " ".join(text.split())
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)


def is_whole(answer: object) -> TypeGuard[SupportsIndex]:
    """An int or a NumPy integer; a bool is not one, and no subclass is trusted."""
    if type(answer) is int:
        return True
    numpy = sys.modules.get("numpy")  # who answers with one has imported it
    return numpy is not None and any(type(answer) is t for t in whole_types(numpy))


@cache
def whole_types(numpy: ModuleType) -> frozenset[type]:
    """NumPy's integers: not its bools, times or arrays, which act as some of them."""
    return frozenset(
        numpy.dtype(letter).type for letter in numpy.typecodes["AllInteger"]
    )
