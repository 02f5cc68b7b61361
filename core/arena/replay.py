"""A stored match, played again from its actions alone."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from partybots.core.arena.match import winners
from partybots.core.arena.schedule import Schedule, Spec
from partybots.core.arena.store import About, Row, Store
from partybots.core.chance import stream
from partybots.core.errors import StoreError
from partybots.core.game import Bytes, Game
from partybots.core.registry import Registry


class Step(NamedTuple):
    """An action about to be played in `state`, with nothing hidden."""

    number: int
    state: Bytes
    seat: int
    action: int
    ms: int | None


class Replay:
    """The match of a row: iterate its steps; afterwards `end` is the last state."""

    def __init__(self, registry: Registry, spec: Spec, about: About, row: Row) -> None:
        self.game: Game = registry.game(spec.game)
        self.spec, self.row = spec, row
        now = self.game.rules.VERSION
        if (was := about.games.get(spec.game, now)) != now:
            wrong = f"the match was played by version {was} of {spec.game}"
            raise StoreError(f"{wrong}; this is {now}, which may play differently")
        self.deal, bots = Schedule(spec).seated(row.number)
        if row.bots != bots:
            raise StoreError(f"match {row.number}: other bots than it was to have")
        self.table = self.game.new(spec.seats, spec.rules, spec.deck)
        self.end = self.table.copy()
        self.names = [spec.labels[bot] for bot in row.bots]

    def __iter__(self) -> Iterator[Step]:
        actions, times = self.moves()
        kernels, state = self.game.kernels, self.table.copy()
        self.end, rng = state, stream(self.spec.seed, self.spec.game, self.deal)
        kernels.deal(state, rng)
        for number, action in enumerate(actions):
            seat = int(kernels.actor(state))
            ms = times[number] if times else None
            wrong = "is over" if seat < 0 else self.forbidden(state, action)
            if wrong:
                raise StoreError(f"match {self.row.number} step {number}: {wrong}")
            yield Step(number, state, seat, action, ms)
            if ms is not None:
                kernels.stamp(state, ms)
            kernels.apply(state, action, rng)

    def moves(self) -> tuple[list[int], list[int]]:
        """The stored actions and, in a race, their times."""
        row, race = self.row, self.game.race
        if len(row.actions) % 2 or len(row.times) != 2 * race * len(row.actions):
            raise StoreError(f"match {row.number}: its actions or times are damaged")
        actions = np.frombuffer(row.actions, "<u2").tolist()
        return actions, np.frombuffer(row.times, "<u4").tolist()

    def forbidden(self, state: Bytes, action: int) -> str:
        if action >= self.game.rules.ACTIONS:
            return f"there is no action {action}"
        why: str = self.game.why.why_illegal(self.game.record(state), action)
        return why

    def verify(self) -> None:
        """After the last step: StoreError if it came out otherwise than stored."""
        scores = np.zeros(self.spec.seats, np.int64)
        self.game.kernels.scores(self.end, scores)
        again = scores.tolist()
        won = winners(self.game, self.end, again, set(self.row.lost))
        if self.game.kernels.actor(self.end) >= 0:
            raise StoreError(f"match {self.row.number} breaks off before its end")
        if again != self.row.scores:
            wrong = f"match {self.row.number} gives {again}, stored {self.row.scores}"
            raise StoreError(wrong)
        if won != self.row.winners:
            raise StoreError(f"match {self.row.number}: other winners than stored")


def stored(store: Store, part: int, number: int) -> Row:
    """A match that is there, or in words that it is not."""
    schedule = Schedule(store.about.specs[part])
    if not 0 <= number < schedule.matches:
        last = schedule.matches - 1
        raise StoreError(f"{store.path} has matches 0 to {last}, not {number}")
    row = store.row(part, number)
    if row is None:
        raise StoreError(f"match {number} has not been played yet")
    return row
