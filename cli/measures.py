"""What partybots bench measures, and how."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import numpy as np

from partybots.core.arena.schedule import Spec
from partybots.core.arena.store import Store
from partybots.core.arena.tournament import Tournament, about
from partybots.core.chance import stream
from partybots.core.game import Game
from partybots.core.kernels import compile_playout
from partybots.core.registry import Registry

START = """
import sys, time
began = time.perf_counter()
from partybots.core.registry import Registry
registry = Registry()
import partybots.core.arena.match
loaded = time.perf_counter()
game = registry.game(sys.argv[1])
rules = time.perf_counter()
if not game.race:
    import partybots.solvers.search
print(rules - loaded, time.perf_counter() - rules, time.perf_counter() - began)
"""


def measured(
    registry: Registry, name: str, seats: int, seconds: float
) -> dict[str, float | None]:
    """Every figure of the bench, by name; `seconds` for each that is a rate."""
    game = registry.game(name)
    moves, choices, matches = playouts(game, seats, seconds)
    first, second = starts(name)
    return {
        "playout_moves_per_second": moves,
        "playout_choices_per_second": choices,
        "playout_matches_per_second": matches,
        "search_simulations_per_second": simulations(game, seats, seconds, 1.0),
        "search_greedy_simulations_per_second": simulations(game, seats, seconds, 0.1),
        "match_microseconds_per_move": matches_stored(registry, name, seats, seconds),
        "rules_compile_seconds": first[0],
        "search_compile_seconds": None if game.race else first[1],
        "cached_start_seconds": second[2],
    }


def playouts(game: Game, seats: int, seconds: float) -> tuple[float, float, float]:
    """Random moves, choices among two or more, and matches, a second."""
    playout, rng = compile_playout(game.rules), stream(1, "playouts")
    table, actions = game.new(seats), np.zeros(game.rules.ACTIONS, np.int64)
    state, counts = table.copy(), np.zeros(3)

    def one() -> None:
        state[:] = table
        game.kernels.deal(state, rng)
        played = playout(state, actions, rng)
        counts[:] += played >> 32, played & 0xFFFF_FFFF, 1

    one()
    counts[:] = 0
    moves, choices, matches = (counts / repeated(one, seconds)).tolist()
    return moves, choices, matches


def simulations(game: Game, seats: int, seconds: float, epsilon: float) -> float | None:
    """Of searches in opening positions to the end of the round, a second."""
    if game.race:
        return None
    from partybots.solvers.search import Plan, analyse

    plan, rng, facts = Plan(simulations=2000, epsilon=epsilon), stream(1), game.rules
    state, searches = game.new(seats), 0
    game.kernels.deal(state, rng)
    game.kernels.hide(state, game.kernels.actor(state))

    def one() -> None:
        nonlocal searches
        searches += 1
        analyse(game.kernels, state, seats, facts.ACTIONS, facts.SPAN, plan, rng)

    one()
    searches = 0
    took = repeated(one, seconds)
    return plan.simulations * searches / took


def matches_stored(registry: Registry, name: str, seats: int, seconds: float) -> float:
    """Microseconds a move of random bots takes through a whole tournament."""
    with tempfile.TemporaryDirectory() as folder:
        blocks, moves, took = 1, 0.0, 0.0
        while took < seconds:
            spec = Spec(name, ("random",) * seats, seats, blocks)
            path = Path(folder) / f"{blocks}.partybots"
            store = Store.create(path, about([spec], "bench", False))
            tournament = Tournament(registry, store)
            began = perf_counter()
            tournament.play(jobs=1)
            took = perf_counter() - began
            moves = sum(len(row.actions) / 2 for row in store.rows(0))
            store.close()
            blocks *= 4
    return 1e6 * took / moves


def starts(name: str) -> list[list[float]]:
    """Seconds for the rules, for the search, and in all: compiling, then from cache."""
    with tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, "-c", START, name]
        environment = {"NUMBA_CACHE_DIR": cache}
        return [[*map(float, output(command, environment).split())] for _ in range(2)]


def output(command: list[str], environment: dict[str, str]) -> str:
    done = subprocess.run(
        command,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def repeated(what: Callable[[], None], seconds: float) -> float:
    """How long doing it again and again really took."""
    began = perf_counter()
    while (took := perf_counter() - began) < seconds:
        what()
    return took
