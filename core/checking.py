"""Whether a bot, a referee or a game is sound, step by step, for who wrote it."""

import random
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from inspect import signature
from time import perf_counter
from typing import Any

import numpy as np

from partybots.core.arena.match import Player, Result, play
from partybots.core.arena.referee import KINDS, Ask, Fault, Referee
from partybots.core.bot import Bot, View
from partybots.core.errors import PartybotsError
from partybots.core.game import Game
from partybots.core.registry import READERS, Registry
from partybots.core.rng import Rng

DEALS = 5  # at each number of seats
SLOW = 1.0  # s; a move that takes longer is worth a warning
CHECK = "check"  # the seed path of what is played here


@dataclass
class Step:
    """One check: what was tried, whether it holds, and if not why and what shows it."""

    what: str
    passed: bool = True
    why: str = ""
    see: str = ""  # the command that shows it


class BotCheck:
    """A bot, one game, and a player in every other seat."""

    def __init__(self, registry: Registry, spec: str, game: str) -> None:
        self.spec, self.name = spec, game
        self.game: Game = registry.game(game)
        self.make = registry.bot(spec, game)
        other = "random" if "random" in registry.bots_for(game) else spec
        self.other = Player(other, registry.bot(other, game))
        wanted = self.make().seats or registry.declaration(game).seats
        self.sizes = [n for n in self.game.rules.SEATS if n in wanted and self.seats(n)]

    def seats(self, size: int) -> bool:
        """Whether so many can play without house rules."""
        try:
            self.game.new(size)
        except PartybotsError:
            return False
        return True

    def match(
        self,
        deal: int,
        size: int,
        seat: int,
        make: Callable[[], Bot] | None = None,
        rules: dict[str, str] | None = None,
    ) -> Result:
        players = [self.other] * size
        players[seat] = Player(self.spec, make or self.make)
        return play(self.game, self.game.new(size, rules), players, CHECK, deal)

    def legal(self) -> None:
        for size in self.sizes:
            for deal in range(DEALS):
                for seat in range(size):
                    hold_to(self.match(deal, size, seat))

    def repeats(self) -> None:
        for deal in range(DEALS):
            one, two = (self.match(deal, self.sizes[0], 0).actions for _ in range(2))
            if one != two:
                raise Unsound(
                    "the same seed gave other moves: draw all chance from rng"
                )

    def leaves_global_chance_alone(self) -> None:
        before, played = random.getstate(), []
        for seed in (1, 2):
            random.seed(seed)
            np.random.seed(seed)
            state = random.getstate()
            played.append(self.match(0, self.sizes[0], 0).actions)
            if random.getstate() != state:
                raise Unsound("it draws from the module random, or seeds it")
        random.setstate(before)
        if played[0] != played[1]:
            raise Unsound("its moves hang on a global generator: draw from rng alone")

    def leaves_its_view_alone(self) -> None:
        def make() -> Bot:
            return Watched(self.make())

        hold_to(self.match(0, self.sizes[0], 0, make))

    def forgets(self) -> None:
        size = self.sizes[-1]
        alone = self.match(1, size, 0).actions
        self.match(2, size, size - 1)
        if self.match(1, size, 0).actions != alone:
            raise Unsound("a match went otherwise after another: it keeps something")

    def house_rules(self) -> None:
        for rule in self.game.rules_of_the_house:
            for value in rule.tries():
                said = {rule.name: rule.write(value)}
                try:
                    self.game.new(self.sizes[0], said)
                except PartybotsError:
                    continue  # a rule that this number of seats cannot have
                hold_to(self.match(0, self.sizes[0], 0, rules=said))

    def costs(self) -> str:
        """What it takes, in words."""
        tracemalloc.start()
        began = perf_counter()
        result = self.match(0, self.sizes[-1], 0)
        seconds = perf_counter() - began
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        each = 1000 * result.seconds[0] / max(1, result.moves[0])
        return f"{each:.3g} ms a move, {peak / 2**20:.1f} MiB, a match {seconds:.2g} s"


class Unsound(Exception):
    """A check that does not hold; the text says why."""


class Watched(Bot):
    """A bot whose views are looked at after it has answered."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def choose(self, view: View, rng: Rng) -> Any:
        legal, hidden = [*view.legal], bytes(view.hidden)
        answer = self.bot.choose(view, rng)
        if view.legal != legal or view.hidden != hidden:
            raise Unsound("it changed view.legal or view.hidden")
        return answer


def hold_to(result: Result) -> None:
    """Unsound with the first fault of a match."""
    if result.faults:
        raise Unsound(str(result.faults[0]))


def check_bot(registry: Registry, spec: str, game: str) -> Iterator[Step]:
    """Every step for a bot that plays `game`; it runs in this process."""
    try:
        check = BotCheck(registry, spec, game)
    except Exception as error:
        yield Step("it loads", False, f"{type(error).__name__}: {error}")
        return
    yield Step("it loads")
    yield options(check.make.func)  # type: ignore[attr-defined]
    see = f"partybots tournament {game} -b {spec} -b random"
    steps: dict[str, Callable[[], None]] = {
        "legal moves in every seat and at every number of seats": check.legal,
        "the same seed, the same moves": check.repeats,
        "no global chance": check.leaves_global_chance_alone,
        "its view stays as it was": check.leaves_its_view_alone,
        "nothing is kept from match to match": check.forgets,
        "every house rule": check.house_rules,
    }
    for what, does in steps.items():
        yield tried(what, does, see)
    yield Step(f"what it costs: {check.costs()}")


def tried(what: str, does: Callable[[], None], see: str) -> Step:
    try:
        does()
    except Unsound as unsound:
        return Step(what, False, str(unsound), see)
    except Exception as error:
        return Step(what, False, f"{type(error).__name__}: {error}", see)
    return Step(what)


def options(cls: type) -> Step:
    """Whether every option has a type that can be read, and a default."""
    what = "options"
    for option in signature(cls, eval_str=True).parameters.values():
        if option.annotation not in READERS:
            kinds = ", ".join(kind.__name__ for kind in READERS)
            return Step(what, False, f"{option.name} is none of {kinds}")
        if option.default is option.empty:
            return Step(what, False, f"{option.name} has no default")
    return Step(what)


def check_referee(registry: Registry, spec: str) -> Iterator[Step]:
    """Every step for a referee: it rules on right and on wrong answers of all kinds."""
    try:
        make = registry.referee(spec)
        make()
    except Exception as error:
        yield Step("it loads", False, f"{type(error).__name__}: {error}")
        return
    yield Step("it loads")
    yield options(make.func)  # type: ignore[attr-defined]
    game = next(g for g in sorted(registry.games) if not registry.declaration(g).race)
    table = registry.game(game)
    see = f"partybots tournament {game} -b random --referee {spec}"
    yield tried("a legal answer is played", lambda: right(table, make()), see)
    yield tried("a wrong answer never is", lambda: wrong(table, make()), see)
    yield tried("a whole match", lambda: whole(registry, table, make()), see)


def opening(game: Game) -> Ask:
    state = game.new(game.rules.SEATS[0])
    from partybots.core.chance import stream

    game.kernels.deal(state, stream(CHECK))
    actions = np.zeros(game.rules.ACTIONS, np.int64)
    legal = actions[: game.kernels.legal(state, actions)].tolist()
    return Ask(game, state, game.kernels.actor(state), legal, CHECK)


def right(game: Game, referee: Referee) -> None:
    ask = opening(game)
    for action in ask.legal:
        if referee.rule(ask, action) != action:
            written = game.text.write_action(action)
            raise Unsound(f"{written} is legal, and it ruled otherwise")


def wrong(game: Game, referee: Referee) -> None:
    ask = opening(game)
    illegal = next(a for a in range(game.rules.ACTIONS + 1) if a not in ask.legal)
    answers: tuple[object, ...] = (
        illegal,
        -1,
        2**70,
        True,
        1.0,
        "0",
        None,
        [],
        ValueError("no"),
    )
    for answer in answers:
        ruling = referee.rule(ask, answer)
        if isinstance(ruling, Fault):
            if ruling.kind not in KINDS:
                raise Unsound(f'"{ruling.kind}" is no kind of fault')
        elif ruling not in ask.legal:
            raise Unsound(f"it let {answer!r} be played as {ruling!r}")


def whole(registry: Registry, game: Game, referee: Referee) -> None:
    players = [Player("random", registry.bot("random", game.name))] * 2
    size = max(2, game.rules.SEATS[0])
    players = (players * size)[:size]
    hold_to(play(game, game.new(size), players, CHECK, referee=referee))
