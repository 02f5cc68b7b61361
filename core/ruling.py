"""Whether a referee is sound, step by step, for who wrote it."""

import shlex
from collections.abc import Iterator

import numpy as np

from partybots.core.arena.match import Player, play
from partybots.core.arena.referee import KINDS, Ask, Fault, Referee
from partybots.core.chance import stream
from partybots.core.game import Game
from partybots.core.registry import Registry
from partybots.core.steps import Step, Unsound, options, proved

CHECK = "check"  # the seed path of what is played here


def check_referee(registry: Registry, spec: str, only: int = 0) -> Iterator[Step]:
    """Every step for a referee, or step `only`: it rules on answers of all kinds."""
    check = RefereeCheck(registry, spec)
    checks = [
        ("it loads", check.load),
        ("options", lambda: options(registry.referee(spec).func)),  # type: ignore[attr-defined]
        ("a legal answer is played", check.right),
        ("a wrong answer never is", check.wrong),
        ("a whole match", check.whole),
    ]
    see = f"partybots check referee {shlex.quote(spec)}"
    yield from proved([*checks], see, only)


class RefereeCheck:
    """A referee, and an opening of the first game without a race."""

    def __init__(self, registry: Registry, spec: str) -> None:
        names = sorted(registry.games)
        name = next(g for g in names if not registry.declaration(g).race)
        self.registry, self.spec, self.game = registry, spec, registry.game(name)

    def load(self) -> None:
        self.registry.referee(self.spec)()

    def referee(self) -> Referee:
        return self.registry.referee(self.spec)()

    def right(self) -> None:
        ask, referee = opening(self.game), self.referee()
        for action in ask.legal:
            if referee.rule(ask, action) != action:
                written = self.game.text.write_action(action)
                raise Unsound(f"{written} is legal, and it ruled otherwise")

    def wrong(self) -> None:
        ask, referee, every = (
            opening(self.game),
            self.referee(),
            self.game.rules.ACTIONS,
        )
        illegal = next(a for a in range(every + 1) if a not in ask.legal)
        odd: tuple[object, ...] = True, 1.0, "0", None, [], ValueError("no")
        for answer in (illegal, -1, 2**70, *odd):
            ruling = referee.rule(ask, answer)
            if isinstance(ruling, Fault):
                if ruling.kind not in KINDS:
                    raise Unsound(f'"{ruling.kind}" is no kind of fault')
            elif ruling not in ask.legal:
                raise Unsound(f"it let {answer!r} be played as {ruling!r}")

    def whole(self) -> None:
        size = max(2, self.game.rules.SEATS[0])
        player = Player("random", self.registry.bot("random", self.game.name))
        table, players = self.game.new(size), [player] * size
        result = play(self.game, table, players, CHECK, referee=self.referee())
        if result.faults:
            raise Unsound(str(result.faults[0]))


def opening(game: Game) -> Ask:
    """The first question of a match."""
    state = game.new(game.rules.SEATS[0])
    game.kernels.deal(state, stream(CHECK))
    actions = np.zeros(game.rules.ACTIONS, np.int64)
    legal = actions[: game.kernels.legal(state, actions)].tolist()
    return Ask(game, state, game.kernels.actor(state), legal, CHECK)
