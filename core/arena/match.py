"""One match: bots asked in turn until the game is over."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import NamedTuple

import numpy as np

from partybots.core.arena.housing import MARGIN
from partybots.core.arena.referee import Ask, Fault, Referee
from partybots.core.bot import Bot, Timed, View
from partybots.core.chance import stream
from partybots.core.game import Bytes, Game
from partybots.core.rng import Rng

SLOWEST = 3000  # ms; an answer without a time takes up to this long


class Guest(Bot):
    """A bot that lives elsewhere: it keeps its own time and is told the end."""

    def match_end(self, scores: list[int]) -> None: ...


class Player(NamedTuple):
    """A bot that is to be seated: its name, and what makes a fresh one."""

    name: str
    make: Callable[[], Bot]
    key: str = ""  # chance hangs on it; the name, if there is none


@dataclass
class Result:
    """What is left of a match; [seat] where there is one a seat."""

    actions: list[int]
    times: list[int]  # ms, one an action in a race; else empty
    scores: list[int]
    winners: list[int]  # seats, none of them lost by faults
    lost: list[int]  # seats whose faults lost them the match
    faults: list[Fault]
    moves: list[int]  # how often a bot was asked
    seconds: list[float]  # of wall time that it thought
    end: Bytes = field(repr=False, compare=False)  # the state


def play(
    game: Game,
    table: Bytes,
    players: Sequence[Player],
    *path: str | int,
    referee: Referee | None = None,
    move_seconds: float = float("inf"),
) -> Result:
    """Play the deal at `path` on `table`, which stays as it is.

    The path, the table and the bots alone decide what happens.
    """
    match = Match(game, table, players, path, referee or Referee(), move_seconds)
    return match.play()


class Match:
    def __init__(
        self,
        game: Game,
        table: Bytes,
        players: Sequence[Player],
        path: tuple[str | int, ...],
        referee: Referee,
        move_seconds: float = float("inf"),
        dealt: bool = False,  # whether `table` is a position to go on from
    ) -> None:
        seats, keys = (
            range(len(players)),
            "|".join(one.key or one.name for one in players),
        )
        self.game, self.players, self.referee = game, players, referee
        self.move_seconds = move_seconds
        self.looks = type(referee).after is not Referee.after
        self.state, self.rng = table.copy(), stream(*path)
        self.rngs = [Rng(*path, "bot", seat, keys) for seat in seats]
        self.hands = [Rng(*path, "hand", seat, keys) for seat in seats]
        self.actions: list[int] = []
        self.times: list[int] = []
        self.faults: list[Fault] = []
        self.lost: set[int] = set()
        self.moves, self.seconds = [0] * len(players), [0.0] * len(players)
        if not dealt:
            game.kernels.deal(self.state, self.rng)
        self.watching: list[int] = []
        self.bots = [self.seated(seat) for seat in seats]

    def seated(self, seat: int) -> Bot:
        """A fresh bot. If it cannot be made the seat has lost, and nobody is asked."""
        try:
            bot = self.players[seat].make()
            if hasattr(bot, "watch"):
                self.watching.append(seat)
            return bot
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self.fault(self.ask(seat, []).unmade(error))
            self.lost.add(seat)
            return Bot()

    def play(self) -> Result:
        state, look, idle = self.state, self.game.look, self.game.kernels.idle
        actions, hidden = np.zeros(self.game.rules.ACTIONS, np.int64), state.copy()
        while (found := look(state, actions, hidden)) >= 0:
            seat, ruling = int(found) & 255, None
            if seat not in self.lost:
                legal = actions[: found >> 8].tolist()
                view = View(seat, [*legal], hidden.tobytes(), self.load)
                ruling = self.answer(self.ask(seat, legal), view)
            self.step(seat, int(idle(state)) if ruling is None else ruling)
        return self.result()

    def load(self) -> Game:
        return self.game

    def ask(self, seat: int, legal: list[int]) -> Ask:
        return Ask(self.game, self.state, seat, legal, self.players[seat].name)

    def answer(self, ask: Ask, view: View) -> int | Timed | None:
        """What the bot asked for, if that can be played; None is a fault."""
        seat = ask.seat
        answer: object = None
        start = perf_counter()
        try:
            answer = self.bots[seat].choose(view, self.rngs[seat])
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            answer = error
        took = perf_counter() - start
        self.moves[seat] += 1
        self.seconds[seat] += took
        ruling: int | Timed | Fault
        own_clock = isinstance(self.bots[seat], Guest)
        if took > self.move_seconds + MARGIN and not own_clock:
            limit = f"{self.move_seconds:g} s is the limit"
            ruling = ask.fault("timeout", f"thought for {took:.2f} s", limit)
        else:
            ruling = self.referee.rule(ask, answer)
        if isinstance(ruling, Fault):
            self.fault(ruling)
            return None
        return ruling

    def fault(self, fault: Fault) -> None:
        """Write it down; at the referee's limit the seat has lost."""
        self.faults.append(replace(fault, step=len(self.actions)))
        counted = sum(other.seat == fault.seat for other in self.faults)
        if counted >= self.referee.limit:
            self.lost.add(fault.seat)

    def step(self, seat: int, choice: int | Timed) -> None:
        """Play what was chosen, and let everyone see it who wants to."""
        kernels, state = self.game.kernels, self.state
        action = choice
        if self.game.race:
            action, ms = self.timed(seat, choice)
            kernels.stamp(state, ms)
            self.times.append(ms)
        before = state.copy() if self.looks else state
        kernels.apply(state, action, self.rng)
        self.actions.append(action)  # type: ignore[arg-type]
        if self.looks:
            self.referee.after(before, seat, action, state)  # type: ignore[arg-type]
        for watcher in self.watching:
            if watcher not in self.lost:
                self.watch(self.ask(watcher, []))

    def timed(self, seat: int, choice: int | Timed) -> Timed:
        """An answer with the time that is kept: thinking, then speaking or slapping."""
        if not isinstance(choice, Timed):
            choice = Timed(choice, self.hands[seat].below(SLOWEST))
        typical = int(getattr(self.game.record(self.state), "actuation", 0))
        return Timed(choice.action, choice.ms + actuation(self.hands[seat], typical))

    def watch(self, ask: Ask) -> None:
        try:
            self.bots[ask.seat].watch(ask.view())  # type: ignore[attr-defined]
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self.fault(ask.crash(error))

    def result(self) -> Result:
        score = np.zeros(len(self.players), np.int64)
        self.game.kernels.scores(self.state, score)
        for bot in self.bots:
            if isinstance(bot, Guest):
                bot.match_end(score.tolist())
        return Result(
            actions=self.actions,
            times=self.times,
            scores=score.tolist(),
            winners=winners(self.game, self.state, score.tolist(), self.lost),
            lost=sorted(self.lost),
            faults=self.faults,
            moves=self.moves,
            seconds=self.seconds,
            end=self.state,
        )


def actuation(rng: Rng, typical: int) -> int:
    """How long speaking or slapping takes, in ms: about `typical`, half to one and a
    half of it. The mean of four even draws, so in whole numbers on any machine. Ours.
    """
    if typical == 0:
        return 0
    return typical * (500 + sum(rng.below(251) for _ in range(4))) // 1000


def winners(game: Game, state: Bytes, score: list[int], lost: set[int]) -> list[int]:
    """Those the game names; if each of them has lost by faults, the best others."""
    out = np.zeros(len(score), np.int64)
    game.kernels.winners(state, out)
    honest = [seat for seat in range(len(score)) if seat not in lost]
    best = max((score[seat] for seat in honest), default=0)
    won = [seat for seat in honest if out[seat]]
    return won or [seat for seat in honest if score[seat] == best]
