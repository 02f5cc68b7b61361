"""A bot for Right Now that plans, by CP-SAT, how to empty its hand."""

import numpy as np

from partybots.core import Bot, Rng, View, Weight
from partybots.core.bot import within
from partybots.plugins.bots.greedy import Greedy
from partybots.plugins.right_now.futures import card_of, imagine
from partybots.plugins.right_now.layout import (
    DRAW,
    EXIT,
    FIRST,
    PLAY,
    PLAYING,
    STARTS,
)
from partybots.plugins.right_now.thumb import slice_worth, tally
from partybots.solvers.planning import DRAWS, Plan, Slice, plan


class Planner(Bot):
    """Plays the first turn of a plan for several futures; else by the rule of thumb.

    It guesses the cards it does not see, `futures` times, and has the others play on by
    the rule of thumb for `horizon` of its own turns. One model over all of these finds
    which slices to play in which order, when to draw and when to leave later, as others
    may end the round first. A Move that it has to follow is taken to change nothing.
    `effort` is the most that CP-SAT may spend on a turn, in its deterministic time,
    about seconds. Whether to leave now, and which card to turn or to move, is left to
    the rule of thumb, which measuring showed to be better.
    """

    races = False

    def __init__(
        self, futures: int = 5, horizon: int = 3, effort: float = 0.03
    ) -> None:
        within("planner futures", futures, 1, 100)
        within("planner horizon", horizon, 1, 20)
        within("planner effort", effort, 0.001, 3600)
        self.futures, self.horizon, self.effort = futures, horizon, effort

    def choose(self, view: View, rng: Rng) -> int:
        if len(view.legal) == 1:
            return view.legal[0]
        found = self.find(view, rng)
        return Greedy().choose(view, rng) if found is None else action_of(found)

    def weigh(self, view: View, rng: Rng) -> list[Weight]:
        """The turn it plans, and how far ahead of the others' mean that brings it."""
        found = self.find(view, rng)
        if found is None:
            return [Weight(Greedy().choose(view, rng), 0, 0.0)]
        return [Weight(action_of(found), self.futures, found.worth / 100)]

    def find(self, view: View, rng: Rng) -> Plan | None:
        state, seat = view.state, view.seat
        if state.doing != PLAYING or Greedy().choose(view, rng) == EXIT:
            return None
        hand = state.hands[seat, : state.held[seat]]
        legal = [action for action in view.legal if action != EXIT]
        firsts = {turn_of(action): bonus(state, action) for action in legal}
        futures = [imagine(view, self.horizon, rng) for _ in range(self.futures)]
        others = int(state.seats - state.gone[: state.seats].sum()) - 1
        return plan([card_of(c) for c in hand], firsts, futures, others, self.effort)


def turn_of(action: int) -> Slice | str:
    if action == DRAW:
        return DRAWS
    start = int(STARTS[action - PLAY])
    return Slice(start, action - int(FIRST[start]) + 1)


def action_of(plan: Plan) -> int:
    if isinstance(plan.first, Slice):
        return int(FIRST[plan.first.start]) + plan.first.length - 1
    return DRAW


def bonus(state: np.record, action: int) -> float:
    """What the rule of thumb gives for a slice, in hundredths of a card."""
    if action < PLAY:
        return 0.0
    colours = tally(state.hands[state.to_act], state.held[state.to_act])
    start = STARTS[action - PLAY]
    length = action - FIRST[start] + 1
    return float(slice_worth(state, colours, start, length))
