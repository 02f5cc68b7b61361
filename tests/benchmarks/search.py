"""Simulations a second of the search, on one core: python tests/benchmarks/search.py

It searches opening positions to the end of the round, of every game without races or
of those that are named. Time is this process's own, so that a busy machine counts less.
"""

import argparse
import statistics
from collections.abc import Iterator
from time import process_time

import numpy as np

from partybots.core.chance import stream
from partybots.core.game import Bytes, Game
from partybots.core.registry import Registry
from partybots.solvers.search import Plan, analyse

DEALS, RUNS = 20, 5
PLANS = {
    "random rollouts": Plan(epsilon=1.0),
    "default rollouts": Plan(),
    "default, opponents=tree": Plan(thumb=False),
}


def openings(game: Game, seats: int) -> Iterator[Bytes]:
    """What the seat to begin may know, in so many deals."""
    for deal in range(DEALS):
        view = game.new(seats)
        game.kernels.deal(view, stream(1, deal))
        game.kernels.hide(view, game.kernels.actor(view))
        yield view


def rate(game: Game, views: list[Bytes], seats: int, plan: Plan) -> float:
    """Simulations a second."""
    facts, began = (seats, game.rules.ACTIONS, game.rules.SPAN), process_time()
    for deal, view in enumerate(views):
        analyse(game.kernels, view, *facts, plan, stream(2, deal))
    return len(views) * plan.simulations / (process_time() - began)


def measure(game: Game, wanted: int) -> None:
    seats = int(np.clip(wanted, game.rules.SEATS[0], game.rules.SEATS[-1]))
    views = [*openings(game, seats)]
    for name, plan in PLANS.items():
        rates = [rate(game, views, seats, plan) for _ in range(RUNS)]
        middle, least, most = statistics.median(rates), min(rates), max(rates)
        print(
            f"{game.name:24} {seats} seats  {name:24}"
            f"{middle:10,.0f} a second  [{least:,.0f}..{most:,.0f}]"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seats", type=int, default=4)
    asked, registry = parser.parse_args(), Registry()
    sequential = [
        name for name, found in registry.games.items() if not found[0][0].race
    ]
    for name in asked.games or sequential:
        measure(registry.game(name), asked.seats)


if __name__ == "__main__":
    main()
