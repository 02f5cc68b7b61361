"""Any partybots game as an OpenSpiel game, for OpenSpiel's algorithms to play."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

from partybots.core.chance import stream
from partybots.core.game import Bytes, Game

SEEDS = 1000  # outcomes of the one chance node: each is a deal and all luck after it
LONGEST = 10**6  # actions


def spiel_game(game: Game, table: Bytes) -> Any:
    """The game at this table, registered with OpenSpiel by its name.

    What is paid at the end is a seat's score less what the others have on average, in
    units of the most that one round can put between two seats.
    """
    rules, seats = game.rules, int(game.record(table).seats)
    name = f"partybots_{game.name.replace('-', '_')}_{seats}_{table.tobytes().hex()}"
    kind = pyspiel.GameType(
        short_name=name,
        long_name=game.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=rules.ACTIONS,
        max_chance_outcomes=SEEDS,
        num_players=seats,
        min_utility=float(-LONGEST),
        max_utility=float(LONGEST),
        utility_sum=0.0,
        max_game_length=LONGEST,
    )
    state = state_class(game, table)

    class SpielGame(pyspiel.Game):
        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, info, params or {})

        def new_initial_state(self) -> Any:
            return state(self)

        def make_py_observer(self, kind: Any = None, params: Any = None) -> Any:
            return Sees()

    if name not in pyspiel.registered_names():
        pyspiel.register_game(kind, SpielGame)
    return pyspiel.load_game(name)


def state_class(game: Game, table: Bytes) -> type:
    """Of this game at this table."""
    actions = np.zeros(game.rules.ACTIONS, np.int64)
    held = {"ours": game, "table": table, "actions": actions}
    return type("SpielState", (SpielState,), held)


class SpielState(pyspiel.State):
    """OpenSpiel copies what a state holds, so all else is held by its class."""

    ours: Game
    table: Bytes
    actions: npt.NDArray[np.int64]  # room for those that are legal

    def __init__(self, of: Any) -> None:
        super().__init__(of)
        self.position, self.dealt = self.table.copy(), False
        self.luck = stream()

    def current_player(self) -> int:
        if not self.dealt:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.ours.kernels.actor(self.position)
        return seat if seat >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return self.dealt and self.ours.kernels.actor(self.position) < 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(seed, 1 / SEEDS) for seed in range(SEEDS)]

    def _legal_actions(self, player: int) -> list[int]:
        n = self.ours.kernels.legal(self.position, self.actions)
        return self.actions[:n].tolist()

    def _apply_action(self, action: int) -> None:
        if self.dealt:
            self.ours.kernels.apply(self.position, action, self.luck)
            return
        self.luck, self.dealt = stream("deal", action), True
        self.ours.kernels.deal(self.position, self.luck)

    def returns(self) -> list[float]:
        scores = np.zeros(self.num_players(), np.int64)
        if self.is_terminal():
            self.ours.kernels.scores(self.position, scores)
        ahead = scores - (scores.sum() - scores) / (len(scores) - 1)
        return (ahead / self.ours.rules.SPAN).tolist()

    def information_state_string(self, player: int | None = None) -> str:
        """All that a seat may know, and nothing else."""
        seat = self.current_player() if player is None else player
        view = self.position.copy()
        self.ours.kernels.hide(view, seat)
        return view.tobytes().decode("latin-1")

    observation_string = information_state_string

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> Any:
        """A world that the player cannot rule out, with luck of its own."""
        world = type(self)(self.get_game())
        world.hold(self.position, stream("world", int(sampler() * 2**53)))
        self.ours.kernels.hide(world.position, player)
        self.ours.kernels.guess(world.position, player, world.luck)
        return world

    def played_out(self) -> Any:
        """An end that random play leads to, by compiled rules."""
        end, most = type(self)(self.get_game()), LONGEST
        end.hold(self.position, self.luck)
        self.ours.kernels.rollout(end.position, self.actions, most, most, 1.0, end.luck)
        return end

    def hold(self, position: Bytes, luck: Any) -> None:
        """Become this position."""
        self.position[:], self.luck, self.dealt = position, luck, True

    def _action_to_string(self, player: int, action: int) -> str:
        return self.ours.text.write_action(action) if player >= 0 else f"seed {action}"

    def __str__(self) -> str:
        record = self.ours.record(self.position)
        return str(self.ours.text.write(record)) if self.dealt else "not dealt"


class Sees:
    """How OpenSpiel's C++ asks for what a seat may know."""

    tensor, dict = None, {}

    def set_from(self, state: Any, player: int) -> None: ...

    def string_from(self, state: Any, player: int) -> str:
        return str(state.information_state_string(player))
