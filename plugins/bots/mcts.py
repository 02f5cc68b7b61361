"""A bot for every game without races: information-set Monte Carlo tree search."""

from partybots.core import BadValue, Bot, Rng, View, Weight
from partybots.core.bot import within
from partybots.solvers.search import MATCH, MOST, ROUND, Found, Plan, analyse

HORIZONS = {"round": ROUND, "match": MATCH}
OPPONENTS = {"tree": False, "greedy": True}  # whether they play by the rule of thumb


class Mcts(Bot):
    """Plays what it tried most, in worlds that its seat cannot rule out.

    It searches so many `simulations` or, if told, so many `seconds`; then a seed does
    not replay it. Each looks to the end of the `horizon`: round, match, or so many
    actions beyond the tree. There everyone plays by the game's rule of thumb, but for
    the share `epsilon` of actions, which are random. The tree holds the next action
    alone (`opponents` greedy), or all that follows, with opponents who seek their own
    good (tree). `c` weighs trying what was tried less. `threads` share the simulations,
    each with a tree of its own; a seed replays it with as many threads.
    """

    races = False

    def __init__(
        self,
        simulations: int = 1000,
        c: float = 0.35,
        epsilon: float = 0.1,
        horizon: str = "round",
        opponents: str = "greedy",
        seconds: float = 0.0,
        threads: int = 1,
    ) -> None:
        within("mcts simulations", simulations, 1, MOST)
        within("mcts c", c, 0, 100)
        within("mcts epsilon", epsilon, 0, 1)
        within("mcts seconds", seconds, 0, 3600)
        within("mcts threads", threads, 1, 64)
        if opponents not in OPPONENTS:
            raise BadValue(f'mcts opponents is tree or greedy, not "{opponents}"')
        self.reproducible = seconds == 0
        self.plan = Plan(
            simulations=simulations,
            seconds=seconds,
            horizon=read_horizon(horizon),
            thumb=OPPONENTS[opponents],
            epsilon=epsilon,
            c=c,
            threads=threads,
        )

    def choose(self, view: View, rng: Rng) -> int:
        if len(view.legal) == 1:
            return view.legal[0]
        return self.search(view, rng).best()

    def weigh(self, view: View, rng: Rng) -> list[Weight]:
        """What it makes of each action it tried, for people: the one to play first."""
        found, span = self.search(view, rng), view.game.rules.SPAN
        weights = [
            Weight(action, int(visits), 2 * span * (float(found.value[action]) - 0.5))
            for action, visits in enumerate(found.visits)
            if visits
        ]
        return sorted(weights, key=lambda w: (-w.visits, -w.ahead, w.action))

    def search(self, view: View, rng: Rng) -> Found:
        game = view.game
        hidden, rules = game.state(view.hidden), game.rules
        seats = int(view.state.seats)
        return analyse(
            game.kernels, hidden, seats, rules.ACTIONS, rules.SPAN, self.plan, rng.array
        )


def read_horizon(text: str) -> int:
    if text in HORIZONS:
        return HORIZONS[text]
    if not text.isdecimal() or not 1 <= int(text) <= MOST:
        raise BadValue(f'mcts horizon is round, match or a number, not "{text}"')
    return int(text)
