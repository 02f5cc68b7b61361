"""A bot that knows where every Contract leads."""

from partybots.core import Bot, Rng, Timed, View
from partybots.plugins.right_turn_left_turn.house import get_circle, open_contract
from partybots.solvers.route import LANDMARKS


class Route(Bot):
    """Always right, and at once: only speaking takes time (`actuation`)."""

    def choose(self, view: View, rng: Rng) -> Timed:
        contract = open_contract(view.state)
        answer = get_circle(view.state).answer(contract)
        return Timed(LANDMARKS.index(answer), 0)
