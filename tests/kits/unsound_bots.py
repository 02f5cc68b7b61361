"""Bots that play, and would fail a check, each in its own way."""

import os
import random
import time
from typing import ClassVar

from partybots.core import Bot


class Draws(Bot):
    def choose(self, view, rng):
        return random.choice(view.legal)


class Keeps(Bot):
    kept: ClassVar[list[int]] = []

    def choose(self, view, rng):
        self.kept.append(1)
        return view.legal[len(self.kept) % len(view.legal)]


class Spoils(Bot):
    def choose(self, view, rng):
        return view.legal.pop()


class Cheats(Bot):
    def choose(self, view, rng):
        return 10**6


class Raises(Bot):
    def choose(self, view, rng):
        return view.legal[99]


class Clock(Bot):
    def choose(self, view, rng):
        return view.legal[int(time.time() / 100) % len(view.legal)]


class Remembers(Bot):
    """Which questions it was asked an odd number of times."""

    asked: ClassVar[set[bytes]] = set()

    def choose(self, view, rng):
        self.asked ^= {view.hidden}
        return view.legal[len(self.asked) % len(view.legal)]


class Aged(Bot):
    def __init__(self):
        self.own = os.environ.get("PARTYBOTS_PROCESS")

    def choose(self, view, rng):
        return view.legal[-1 if self.own else 0]


class Rules(Bot):
    def choose(self, view, rng):
        return view.legal[0] if view.state.target == 25 else 10**6


class Untyped(Bot):
    def __init__(self, speed=1):
        pass

    def choose(self, view, rng):
        return view.legal[0]
