"""Whether a bot is sound, step by step, for who wrote it."""

import random
import shlex
import time
from collections.abc import Callable, Iterator

import numpy as np

from partybots.core.arena.housing import Housing
from partybots.core.arena.isolation.rooms import Lodging
from partybots.core.arena.match import Player, Result, play
from partybots.core.arena.referee import Misbehaved, Referee
from partybots.core.arena.schedule import Spec
from partybots.core.arena.worker import maker
from partybots.core.around import Leaves, Notes, Watched, chance, leaping
from partybots.core.bot import Bot
from partybots.core.errors import PartybotsError
from partybots.core.game import Game
from partybots.core.registry import EXEC, Registry
from partybots.core.steps import Checks, Step, Unsound, options, proved

DEALS = 5  # at each number of seats
CHECK = "check"  # the seed path of what is played here


def check_bot(
    registry: Registry, spec: str, game: str, only: int = 0
) -> Iterator[Step]:
    """Every step for a bot that plays `game`, or step `only`. Unless it is a program,
    it runs in this process.
    """
    check = BotCheck(registry, spec, game)
    try:
        see = f"partybots check bot {shlex.quote(spec)} --game {game}"
        checks = check.checks()
        vital = next(n for n, each in enumerate(checks, 1) if each[1] == check.legal)
        yield from proved(checks, see, only, vital)
    finally:
        check.apart.close()


class BotCheck:
    """A bot, one game, and a player in every other seat."""

    make: Callable[[], Bot]
    sizes: list[int]
    reproducible: bool

    def __init__(self, registry: Registry, spec: str, game: str) -> None:
        self.registry, self.spec, self.name = registry, spec, game
        self.game: Game = registry.game(game)
        at = Spec(game, (spec,), registry.declaration(game).table, 1)
        apart = maker(registry, spec, at, Housing("always"))
        assert isinstance(apart, Lodging)
        self.apart = apart  # the same bot in a process of its own

    def checks(self) -> Checks:
        every: Checks = [("it loads in time", self.load)]
        program = self.spec.startswith(EXEC)
        if not program:
            every += [("options", lambda: options(self.make.func))]  # type: ignore[attr-defined]
        every += [
            ("legal moves in every seat and at every number of seats", self.legal),
            ("the same seed, the same moves", self.repeats),
        ]
        if not program:
            every += [
                ("the same moves in a process of its own", self.is_the_same_apart),
                ("no global chance", self.leaves_global_chance_alone),
                ("its view stays as it was", self.leaves_its_view_alone),
                ("clocks that leap", self.survives_clocks),
            ]
        return [
            *every,
            ("nothing is kept from match to match", self.forgets),
            ("a match that ends early", self.survives_early_ends),
            ("every house rule", self.house_rules),
            ("what it costs", self.costs),
        ]

    def load(self) -> str:
        began = time.perf_counter()
        try:
            bot: Bot = self.apart()
        except Misbehaved as error:
            raise Unsound(f"{error.kind}: {error.reason}\n{error.stderr}") from error
        took = time.perf_counter() - began
        self.make = self.apart
        if not self.spec.startswith(EXEC):
            self.make = self.registry.bot(self.spec, self.name)
            bot = self.make()
        other = "random" if "random" in self.registry.bots_for(self.name) else self.spec
        self.other = Player(other, self.registry.bot(other, self.name))
        self.reproducible = bot.reproducible
        wanted = bot.seats or self.registry.declaration(self.name).seats
        self.sizes = [n for n in self.game.rules.SEATS if n in wanted and self.seats(n)]
        if not self.sizes:
            raise Unsound(f"it plays at no number of seats that {self.name} has")
        if self.game.race and not bot.races:
            raise Unsound(f"it says that it plays no races, and {self.name} is one")
        return f"{took:.2g} s"

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
        """A match without a fault, else Unsound."""
        referee = Notes()
        result = self.played(deal, size, seat, make or self.make, rules, referee)
        if result.faults:
            at = f"deal {deal} at {size} seats"
            raise Unsound(f"{at}: {result.faults[0]}{referee.trace}")
        return result

    def played(
        self,
        deal: int,
        size: int,
        seat: int,
        make: Callable[[], Bot],
        rules: dict[str, str] | None = None,
        referee: Referee | None = None,
    ) -> Result:
        self.apart.free()
        players = [self.other] * size
        players[seat] = Player(self.spec, make)
        table = self.game.new(size, rules)
        return play(self.game, table, players, CHECK, deal, referee=referee)

    def same(self, one: Result, two: Result, why: str) -> None:
        """Unsound if two matches of a bot that a seed replays differ."""
        if self.reproducible and one.actions != two.actions:
            pairs = enumerate(zip(one.actions, two.actions, strict=False))
            ends = min(len(one.actions), len(two.actions))
            step = next((n for n, (mine, yours) in pairs if mine != yours), ends)
            raise Unsound(f"{why} (the first that differs is action {step})")

    def legal(self) -> None:
        for size in self.sizes:
            for deal in range(DEALS):
                for seat in range(size):
                    self.match(deal, size, seat)

    def repeats(self) -> str:
        for deal in range(DEALS):
            one, two = (self.match(deal, self.sizes[0], 0) for _ in range(2))
            self.same(one, two, "the same seed gave other moves: draw chance from rng")
        return "" if self.reproducible else "not asked of it, as it is not reproducible"

    def is_the_same_apart(self) -> None:
        for deal in range(DEALS):
            one = self.match(deal, self.sizes[0], 0)
            two = self.match(deal, self.sizes[0], 0, self.apart)
            self.same(one, two, "it plays otherwise in a process of its own")

    def leaves_global_chance_alone(self) -> None:
        before = chance()
        try:
            one, two = self.seeded(1), self.seeded(2)
        finally:
            random.setstate(before[0])
            np.random.set_state(before[1])
        self.same(one, two, "its moves hang on a global generator: draw from rng")

    def seeded(self, seed: int) -> Result:
        """A match with the global generators seeded, which must stay as they are."""
        random.seed(seed)
        np.random.seed(seed)
        state = repr(chance())
        result = self.match(0, self.sizes[0], 0)
        if repr(chance()) != state:
            raise Unsound("it draws from, or seeds, random or numpy.random")
        return result

    def leaves_its_view_alone(self) -> None:
        self.match(0, self.sizes[0], 0, lambda: Watched(self.make()))

    def survives_clocks(self) -> None:
        usual = self.match(0, self.sizes[0], 0)
        with leaping():
            leapt = self.match(0, self.sizes[0], 0)
        self.same(usual, leapt, "its moves hang on the clock: say reproducible = False")

    def forgets(self) -> None:
        size = self.sizes[-1]
        alone = self.match(1, size, 0)
        self.match(2, size, size - 1)
        again = self.match(1, size, 0)
        self.same(
            alone, again, "a match went otherwise after another: it keeps something"
        )

    def survives_early_ends(self) -> None:
        """After it was dropped at any of its first questions it plays as ever."""
        size = self.sizes[-1]
        usual = self.match(1, size, 0)
        for asked in range(3):
            self.played(2, size, 0, lambda asked=asked: Leaves(self.make(), asked))  # type: ignore[misc]
            again = self.match(1, size, 0)
            self.same(usual, again, "a match went otherwise after one it did not end")

    def house_rules(self) -> None:
        for rule in self.game.rules_of_the_house:
            for value in rule.tries():
                said = {rule.name: rule.write(value)}
                for size in {self.sizes[0], self.sizes[-1]}:
                    try:
                        self.game.new(size, said)
                    except PartybotsError:
                        continue  # a rule that this number of seats cannot have
                    self.match(0, size, 0, rules=said)

    def costs(self) -> str:
        """Time a move, and memory of its own process, in words."""
        result = self.match(0, self.sizes[-1], 0, self.apart)
        each = 1000 * result.seconds[0] / max(1, result.moves[0])
        return f"{each:.3g} ms a move, {self.apart.memory():.0f} MiB in a process"
