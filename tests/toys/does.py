"""The sample game, a toy race, and bots that do what a test says."""

from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Any

import claps
import liars_dice

from partybots.core import Bot
from partybots.core.arena.match import Player
from partybots.core.game import Game
from partybots.core.registry import Registry


@cache
def registry() -> Registry:
    """The installed plugins and the sample, once."""
    there = entry_points(group="partybots", name="liars-dice")
    return Registry([] if there else [("liars-dice", lambda: liars_dice)])


@cache
def dice() -> Game:
    return registry().game("liars-dice")


@cache
def race() -> Game:
    """Claps, which is plain Python."""
    return Game("claps", claps, claps, claps, claps)


class Does(Bot):
    """Answers with what a function of its view says."""

    def __init__(self, what: Callable[[Any], Any]) -> None:
        self.what = what

    def choose(self, view: Any, rng: Any) -> Any:
        return self.what(view)


class Watches(Bot):
    """Watches with a function of its view, and plays the first action."""

    def __init__(self, what: Callable[[Any], Any]) -> None:
        self.what = what

    def choose(self, view: Any, rng: Any) -> int:
        return int(view.legal[0])

    def watch(self, view: Any) -> None:
        self.what(view)


class Any_(Bot):
    """Any legal action."""

    def choose(self, view: Any, rng: Any) -> int:
        return int(rng.choice(view.legal))


def first(view: Any) -> int:
    return int(view.legal[0])


def does(what: Callable[[Any], Any], name: str = "Does") -> Player:
    return Player(name, lambda: Does(what))


def anyhow(name: str = "Any") -> Player:
    return Player(name, Any_)
