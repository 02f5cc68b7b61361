"""What a check puts around a bot, the clocks and the generators that it may use."""

import random
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import numpy as np

from partybots.core.arena.referee import Ask, Fault, Misbehaved, Referee
from partybots.core.bot import Bot, Timed, View
from partybots.core.rng import Rng
from partybots.core.steps import Unsound

CLOCKS = ("time", "monotonic", "perf_counter", "process_time")  # and each with _ns
LEAP = 100  # s that pass between two looks at a clock
OWN = Misbehaved, Unsound  # they say all that there is to say


class Notes(Referee):
    """Keeps where the bot raised an exception."""

    trace = ""

    def rule(self, ask: Ask, answer: object) -> int | Timed | Fault:
        if isinstance(answer, Exception) and not isinstance(answer, OWN):
            inside = answer.__traceback__ and answer.__traceback__.tb_next
            said = traceback.format_exception(type(answer), answer, inside)
            self.trace = "\n" + "".join(said).rstrip()
        return super().rule(ask, answer)


class Inside(Bot):
    """A bot with something around it."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        if hasattr(bot, "watch"):
            self.watch = bot.watch


class Watched(Inside):
    """A bot whose views are looked at after it has answered."""

    def choose(self, view: View, rng: Rng) -> Any:
        legal, hidden = [*view.legal], bytes(view.hidden)
        answer = self.bot.choose(view, rng)
        if view.legal != legal or view.hidden != hidden:
            raise Unsound("it changed view.legal or view.hidden")
        return answer


class Leaves(Inside):
    """A bot that is taken away after so many answers."""

    def __init__(self, bot: Bot, answers: int) -> None:
        super().__init__(bot)
        self.answers = answers

    def choose(self, view: View, rng: Rng) -> Any:
        self.answers -= 1
        if self.answers < 0:
            raise Unsound("it is gone")
        return self.bot.choose(view, rng)


def chance() -> tuple[Any, Any]:
    """Where the global generators are."""
    return random.getstate(), np.random.get_state()


@contextmanager
def leaping() -> Iterator[None]:
    """Whoever looks at a clock finds that LEAP seconds have passed."""
    now = count(time.time(), LEAP)
    clocks: dict[str, Callable[[], float]] = {}
    clocks |= {name: lambda: next(now) for name in CLOCKS}
    clocks |= {f"{name}_ns": lambda: int(1e9 * next(now)) for name in CLOCKS}
    kept = {name: getattr(time, name) for name in clocks}
    try:
        for name, clock in clocks.items():
            setattr(time, name, clock)
        yield
    finally:
        for name, clock in kept.items():
            setattr(time, name, clock)
