"""Courses that a round of Right Now may take, for a seat that plans its turns."""

import numpy as np

from partybots.core import Rng, View
from partybots.plugins.right_now.layout import (
    DRAWN,
    EXIT,
    FIRST,
    PLAY,
    PLAYING,
    STARTS,
    TO_ROTATE,
)
from partybots.solvers.planning import Card, Future


def imagine(view: View, turns: int, rng: Rng) -> Future:
    """A course of so many own turns at most, in a world that the seat cannot rule out.

    Everyone plays by the rule of thumb. But the seat itself draws where it would leave
    or win, so that it shows how long the round lasts if it does not end it.
    """
    game, seat = view.game, view.seat
    world, kernels = game.state(view.hidden), game.kernels
    kernels.guess(world, seat, rng.array)
    state, round_now = game.record(world), int(view.state.rounds)
    actions = np.empty(game.rules.ACTIONS, np.int64)
    future = Future([], [], [], [], won=None)
    while state.to_act >= 0 and state.rounds == round_now:
        n = kernels.legal(world, actions)
        action = kernels.greedy(world, actions, n, rng.array)
        if state.to_act != seat or state.doing != PLAYING:
            note(future, state, seat)
        elif len(future.tops) == turns:
            return future._replace(others=held_by_others(state, seat))
        else:
            begin_turn(future, state)
            if action == EXIT or plays(action) == state.held[seat]:
                action = actions[0]
            if action == EXIT:  # no card is left to draw
                return future._replace(others=held_by_others(state, seat))
        kernels.apply(world, action, rng.array)
    return future._replace(won=bool(state.totals[seat] > view.state.totals[seat]))


def plays(action: int) -> int:
    """How many cards."""
    return int(action - FIRST[STARTS[action - PLAY]] + 1) if action >= PLAY else 0


def begin_turn(future: Future, state: np.record) -> None:
    top = card_of(state.discards[state.discarded - 1])
    future.tops.append(top)
    pile = state.pile[: state.piled]
    future.draws.append(card_of(pile[-1]) if len(pile) else top)
    future.forced.append([])
    future.rotates.append(False)


def note(future: Future, state: np.record, seat: int) -> None:
    """What an effect that another seat played does to this one's hand."""
    if state.to_act != seat or state.turn == seat:
        return
    if state.doing == DRAWN:
        future.forced[-1].append(card_of(state.hands[seat, state.held[seat] - 1]))
    else:
        future.rotates[-1] |= bool(state.effect == TO_ROTATE)


def held_by_others(state: np.record, seat: int) -> float:
    """Cards, on average of those in the round."""
    held = [
        int(state.held[other])
        for other in range(state.seats)
        if other != seat and state.gone[other] == 0
    ]
    return sum(held) / len(held)


def card_of(packed: np.uint8) -> Card:
    return Card(int(packed) & 7, int(packed) >> 3 & 7)
