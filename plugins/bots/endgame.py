"""A bot that plays exactly once few worlds are left, and until then as mcts does."""

from partybots.core import Rng, View, Weight
from partybots.core.bot import within
from partybots.plugins.bots.mcts import Mcts
from partybots.solvers.endgame import Endgame as Solver
from partybots.solvers.endgame import Limits, Solved
from partybots.solvers.outcomes import Unsolved
from partybots.solvers.search import MOST

LIMITS = Limits()


class Endgame(Mcts):
    """Plays a best response in all worlds that its seat cannot rule out.

    There may be `limit` worlds, and an `effort` of so many positions to look at. If
    that does not do it plays as mcts with so many `simulations`. For what it takes
    others to do, and when it has an answer, see solvers/endgame.py.
    """

    def __init__(
        self,
        limit: int = LIMITS.worlds,
        effort: int = LIMITS.effort,
        simulations: int = 1000,
    ) -> None:
        within("endgame simulations", simulations, 1, MOST)
        super().__init__(simulations=simulations)
        within("endgame limit", limit, 1, MOST)
        within("endgame effort", effort, 1, MOST)
        self.limits = Limits(limit, effort)

    def choose(self, view: View, rng: Rng) -> int:
        if len(view.legal) == 1:
            return view.legal[0]
        found = self.solve(view)
        return found.action if found else super().choose(view, rng)

    def weigh(self, view: View, rng: Rng) -> list[Weight]:
        """The worth of every action, each tried in all worlds; or what mcts says."""
        found, span = self.solve(view, every=True), view.game.rules.SPAN
        if not found:
            return super().weigh(view, rng)
        weights = [
            Weight(action, found.worlds, 2 * span * (value - 0.5))
            for action, value in found.values.items()
        ]
        return sorted(weights, key=lambda w: (w.action != found.action, -w.ahead))

    def solve(self, view: View, every: bool = False) -> Solved | None:
        """None if it cannot be solved within the limits."""
        game, seats = view.game, int(view.state.seats)
        rules, hidden = game.rules, game.state(view.hidden)
        facts = seats, rules.ACTIONS, rules.SPAN
        try:
            solver = Solver(game.kernels, hidden, *facts, limits=self.limits)
            return solver.solve(every)
        except Unsolved:
            return None
