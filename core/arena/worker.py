"""Where bots run: plays blocks of one game and returns them as rows to store.

Work goes out as strings and numbers, and plugins are loaded here, so that a worker can
be another process. `check` is what is asked of it before anything starts.
"""

import os
import signal
import threading
from collections.abc import Callable, Sequence
from functools import partial
from multiprocessing import parent_process
from multiprocessing.connection import wait

import numpy as np

from partybots.core.arena.housing import Housing
from partybots.core.arena.isolation.programs import ProgramRoom
from partybots.core.arena.isolation.rooms import Lodging, PythonRoom, Room
from partybots.core.arena.match import Player, Result, play
from partybots.core.arena.referee import Misbehaved, in_a_line, raised
from partybots.core.arena.schedule import Schedule, Spec
from partybots.core.arena.store import Row
from partybots.core.bot import Bot
from partybots.core.errors import BadValue, PartybotsError
from partybots.core.registry import EXEC, Plugin, Registry


class Part:
    """One game of a tournament: its table, bots and referee, ready to play."""

    def __init__(
        self, registry: Registry, spec: Spec, housing: Housing | None = None
    ) -> None:
        self.spec, self.schedule = spec, Schedule(spec)
        self.game = registry.game(spec.game)
        self.table = self.game.new(spec.seats, spec.rules, spec.deck)
        makers = [maker(registry, bot, spec, housing or Housing()) for bot in spec.bots]
        self.players = [*map(Player, spec.labels, makers, spec.keys)]
        self.lodgings = [make for make in makers if isinstance(make, Lodging)]
        self.referee = registry.referee(spec.referee)
        self.referee()
        self.reproducible = spec.move_seconds is None

    def check(self) -> None:
        """Make each bot once: whether its options can be, and whether it repeats."""
        for player in self.players:
            bot = made(player)
            refuse(bot, player.name, self.spec, self.game.race)
            self.reproducible &= bot.reproducible
        self.free()

    def free(self) -> None:
        """No bot is at a table."""
        for lodging in self.lodgings:
            lodging.free()

    def close(self) -> None:
        for lodging in self.lodgings:
            lodging.close()

    def play(self, part: int, blocks: Sequence[int]) -> list[Row]:
        """All matches of these blocks."""
        rows = []
        for block in blocks:
            deal = self.schedule.deal(block)
            for number, bots in self.schedule.block(block):
                rows.append(self.row(part, number, bots, self.match(deal, bots)))
        return rows

    def longest(self, row: Row) -> float:
        """Seconds that bots in processes could at most have taken for this match."""
        seated = [self.players[bot].make for bot in row.bots]
        return sum(
            lodging.limits.longest(asked, len(row.actions) // 2)
            for lodging, asked in zip(seated, row.moves, strict=True)
            if isinstance(lodging, Lodging)
        )

    def match(self, deal: int, bots: Sequence[int]) -> Result:
        self.free()
        return play(
            self.game,
            self.table,
            [self.players[bot] for bot in bots],
            self.spec.seed,
            self.spec.game,
            deal,
            referee=self.referee(),
            move_seconds=self.spec.move_seconds or float("inf"),
        )

    def row(self, part: int, number: int, bots: list[int], match: Result) -> Row:
        return Row(
            part=part,
            number=number,
            actions=np.array(match.actions, "<u2").tobytes(),
            times=np.array(match.times, "<u4").tobytes(),
            bots=bots,
            scores=match.scores,
            winners=match.winners,
            lost=match.lost,
            faults=match.faults,
            moves=match.moves,
            seconds=match.seconds,
            tally=self.game.tally(match.end),
        )


def maker(
    registry: Registry, bot: str, spec: Spec, housing: Housing
) -> Callable[[], Bot]:
    """What makes a fresh bot: here, or in a process of its own."""
    name = registry.named_bot(bot, spec.game)
    own = housing.isolation == "always" or not name.ours
    if name.file != EXEC and (housing.isolation == "never" or not own):
        return registry.bot(bot, spec.game)
    seconds = spec.move_seconds
    limits = housing.limits
    if seconds is not None:
        limits = limits._replace(first=max(seconds, limits.first), move=seconds)
    make: Callable[[], Room]
    if name.file == EXEC:
        make = partial(ProgramRoom, name.where, limits)
    else:
        make = partial(PythonRoom, name.where, name.file, name.options, limits)
    where = registry.declaration(spec.game).where
    return Lodging(make, spec.game, where, limits)


def made(player: Player) -> Bot:
    """A bot for a look at it; BadValue, in words, if it cannot be made."""
    try:
        return player.make()
    except PartybotsError:
        raise
    except (Exception, SystemExit) as error:
        why = raised(error)
        if isinstance(error, Misbehaved):
            why = in_a_line(error.reason)
        raise BadValue(f"{player.name} cannot be made: {why}") from error


def refuse(bot: Bot, name: str, spec: Spec, race: bool) -> None:
    """BadValue if this bot cannot play this game at this table."""
    if race and not bot.races:
        raise BadValue(f"{name} does not play races, and {spec.game} is one")
    if bot.seats is not None and spec.seats not in bot.seats:
        least, most = bot.seats[0], bot.seats[-1]
        raise BadValue(f"{name} plays at {least} to {most} seats, not {spec.seats}")


_parts: list[Part] = []


def start(specs: Sequence[Spec], housing: Housing, more: Sequence[Plugin]) -> None:
    """Get a process ready. It leaves Ctrl-C to its parent, and ends when that does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(2, 1)  # stdout is for what was asked for; bots may print
    if parent := parent_process():
        threading.Thread(target=follow, args=[parent.sentinel], daemon=True).start()
    registry = Registry(more)
    _parts[:] = [Part(registry, spec, housing) for spec in specs]


def follow(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


def work(part: int, blocks: Sequence[int]) -> list[Row]:
    """What a process is asked for."""
    return _parts[part].play(part, blocks)
