"""What a bot is given and what it must answer."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from partybots.core.errors import BadValue
from partybots.core.rng import Rng

if TYPE_CHECKING:
    import numpy as np

    from partybots.core.game import Game


class Timed(NamedTuple):
    """An answer in a race: what, and how long it took."""

    action: int
    ms: int  # whole milliseconds, 0 or more


class Weight(NamedTuple):
    """What a bot makes of an action, for people."""

    action: int
    visits: int  # how often it was tried
    ahead: float  # points it gains, on average, beyond what the others do


class View:
    """All that a seat may know. The bot's to keep."""

    def __init__(
        self, seat: int, legal: list[int], hidden: bytes, load: Callable[[], "Game"]
    ) -> None:
        self.seat = seat
        self.legal = legal  # ascending; empty when only watching
        self.hidden = hidden  # the state, with hide() applied
        self.load = load  # brings in NumPy; so do all below

    @cached_property
    def game(self) -> "Game":
        return self.load()

    @cached_property
    def state(self) -> "np.record":
        """The hidden state, to read field by field."""
        return self.game.record(self.game.state(self.hidden))

    def text(self, action: int) -> str:
        """How the game writes an action."""
        return str(self.game.text.write_action(action))


class Bot:
    """Chooses actions. One instance plays one seat of one match.

    The keywords of `__init__` are its options, typed and with defaults. A bot that
    defines `watch(view)` has it called after every action of the match; one that
    defines `weigh(view, rng)`, a list of Weight with the action to play first, can be
    asked for its reasons.
    """

    races: bool = True  # whether it can play games decided by time
    seats: range | None = None  # at how many seats it can play; None is any
    reproducible: bool = True  # whether a seed replays it

    def choose(self, view: View, rng: Rng) -> "int | Timed":
        """One of `view.legal`. Draw all chance from `rng`, so that a seed replays.

        In a race, Timed(action, ms) says how long it took; an action alone is as slow
        as a random player.
        """
        raise NotImplementedError


def within(option: str, value: float, least: float, most: float) -> None:
    """BadValue if a bot's option, such as "mcts c", is out of its range."""
    if not least <= value <= most:
        raise BadValue(f"{option} is from {least} to {most}, not {value}")
