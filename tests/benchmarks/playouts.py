"""Random playouts beside the peers', on one core: python tests/benchmarks/playouts.py

Every installed game, or those that are named, with the deals included. OpenSpiel's
crazy_eights, in its C++ rollouts and from Python, and RLCard's uno if their packages
are there (pip install open_spiel rlcard). All in one run, taking turns, since machines
are noisy; time is this process's own. A choice is a decision with two or more legal
actions.
"""

import argparse
import statistics
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from partybots.core.chance import stream
from partybots.core.game import Game
from partybots.core.kernels import compile_playout
from partybots.core.registry import Registry

RUNS, SECONDS = 5, 0.4  # each run of each of them


class Played(NamedTuple):
    matches: int
    moves: int
    choices: int


class Loop(NamedTuple):
    name: str
    play: Callable[[], Played]  # a batch of matches


def ours(game: Game, wanted: int) -> Loop:
    """A compiled loop, called once a match."""
    seats = int(np.clip(wanted, game.rules.SEATS[0], game.rules.SEATS[-1]))
    playout, rng = compile_playout(game.rules), stream(1)
    actions, table = np.zeros(game.rules.ACTIONS, np.int64), game.new(seats)
    state = table.copy()

    def play() -> Played:
        state[:] = table
        game.kernels.deal(state, rng)
        played = playout(state, actions, rng)
        return Played(1, played >> 32, played & 0xFFFF_FFFF)

    return Loop(f"{game.name}, {seats} seats", play)


def open_spiel(seats: int) -> Iterator[Loop]:
    """The peer nearest to a shedding game: from Python, and as its own search does."""
    import pyspiel

    game = pyspiel.load_game("crazy_eights", {"players": seats})
    rng = np.random.default_rng(1)

    def from_python() -> Played:
        state, moves, choices = game.new_initial_state(), 0, 0
        while not state.is_terminal():
            legal = state.legal_actions()
            if not state.is_chance_node():
                moves += 1
                choices += len(legal) > 1
            state.apply_action(legal[int(rng.random() * len(legal))])
        return Played(1, moves, choices)

    yield Loop(f"OpenSpiel crazy_eights, {seats} seats, from Python", from_python)

    rollouts, sample = 2000, [from_python() for _ in range(300)]
    moves = sum(played.moves for played in sample) * rollouts // len(sample)
    choices = sum(played.choices for played in sample) * rollouts // len(sample)
    dealt = game.new_initial_state()
    while dealt.is_chance_node():
        legal = dealt.legal_actions()
        dealt.apply_action(legal[int(rng.random() * len(legal))])

    def native() -> Played:
        """One simulation that is worth so many rollouts; no deal is included."""
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, int(rng.integers(2**31)))
        pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False).step(dealt)
        return Played(rollouts, moves, choices)

    yield Loop(f"OpenSpiel crazy_eights, {seats} seats, C++", native)


def rlcard() -> Loop:
    import rlcard
    from rlcard.agents import RandomAgent

    class Counting(RandomAgent):
        moves = choices = 0

        def eval_step(self, state: Any) -> Any:
            Counting.moves += 1
            Counting.choices += len(state["legal_actions"]) > 1
            return super().eval_step(state)

    uno = rlcard.make("uno", {"seed": 1})
    uno.set_agents([Counting(uno.num_actions) for _ in range(uno.num_players)])

    def play() -> Played:
        Counting.moves = Counting.choices = 0
        uno.run(is_training=False)
        return Played(1, Counting.moves, Counting.choices)

    return Loop(f"RLCard uno, {uno.num_players} seats", play)


def peers(seats: int) -> Iterator[Loop]:
    if find_spec("pyspiel"):
        yield from open_spiel(seats)
    else:
        print("no OpenSpiel here: pip install open_spiel")
    if find_spec("rlcard"):
        yield rlcard()
    else:
        print("no RLCard here: pip install rlcard")


def rates(loop: Loop) -> tuple[float, ...]:
    """Matches, moves and choices a second."""
    total, began = np.zeros(3), process_time()
    while (took := process_time() - began) < SECONDS:
        total += loop.play()
    return tuple(total / took)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seats", type=int, default=4)
    asked, registry = parser.parse_args(), Registry()
    names = asked.games or [*registry.games]
    loops = [ours(registry.game(name), asked.seats) for name in names]
    loops += peers(asked.seats)
    for loop in loops:
        loop.play()  # compiled and warm
    runs = [[rates(loop) for loop in loops] for _ in range(RUNS)]
    table = [
        [statistics.median(kind) for kind in zip(*each, strict=True)]
        for each in zip(*runs, strict=True)
    ]
    print(f"{'a second':48}{'matches':>12}{'moves':>14}{'choices':>14}   ratio")
    first = table[0][2]  # choices of the first game
    for loop, row in zip(loops, table, strict=True):
        figures = f"{row[0]:12,.0f}{row[1]:14,.0f}{row[2]:14,.0f}"
        print(f"{loop.name:48}{figures}{first / row[2]:8.1f}")
    print(f"ratio: choices of {loops[0].name}, to each")


if __name__ == "__main__":
    main()
