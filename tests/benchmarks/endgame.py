"""How often the endgame bot has an exact answer, and how long a move takes.

    python tests/benchmarks/endgame.py GAME SEATS MATCHES [--deck FILE] [NAME=VALUE ...]

Every seat is played by it. A decision has two or more legal actions. Time is this
process's own, of a move with the search that stands in where there is no answer.
"""

import argparse
from pathlib import Path
from time import process_time

import numpy as np

from partybots.core.arena.match import Player, play
from partybots.core.bot import View
from partybots.core.registry import Registry
from partybots.core.rng import Rng
from partybots.plugins.bots.endgame import Endgame
from partybots.solvers.endgame import Solved


class Watched(Endgame):
    answers: list[bool] = []  # noqa: RUF012 -- one decision each, of all matches
    seconds: list[float] = []  # noqa: RUF012

    def choose(self, view: View, rng: Rng) -> int:
        if len(view.legal) == 1:
            return view.legal[0]
        began = process_time()
        action = super().choose(view, rng)
        self.seconds.append(process_time() - began)
        return action

    def solve(self, view: View, every: bool = False) -> Solved | None:
        found = super().solve(view, every)
        self.answers.append(found is not None)
        return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("seats", type=int)
    parser.add_argument("matches", type=int)
    parser.add_argument("rules", nargs="*", metavar="NAME=VALUE")
    parser.add_argument("--deck", type=Path)
    asked = parser.parse_args()
    game = Registry().game(asked.game)
    rules = dict(rule.split("=") for rule in asked.rules)
    deck = asked.deck.read_text() if asked.deck else None
    table = game.new(asked.seats, rules, deck)
    players = [Player("endgame", Watched)] * asked.seats
    for deal in range(-1, asked.matches):  # the first loads what is compiled
        if deal == 0:
            Watched.answers.clear()
            Watched.seconds.clear()
        play(game, table, players, 1, deal)
    ms, solved = 1000 * np.array(Watched.seconds), np.array(Watched.answers)
    print(f"{len(solved)} decisions, {solved.sum()} solved ({solved.mean():.1%})")
    middle, rare = np.percentile(ms, [50, 99])
    print(f"ms a move: {middle:.1f} median, {rare:.1f} at 99 %, {ms.max():.1f} at most")


if __name__ == "__main__":
    main()
