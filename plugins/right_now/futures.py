"""Courses that a round of Right Now may take, for a seat that plans its turns."""

import numpy as np

from partybots.core import Rng, View
from partybots.plugins.right_now.layout import (
    CHOOSING,
    DRAW,
    DRAWN,
    KEEP,
    PLAYING,
    TO_ROTATE,
)
from partybots.solvers.planning import Card, Future


def imagine(view: View, turns: int, rng: Rng) -> Future:
    """A course of so many own turns at most, in a world that the seat cannot rule out.

    Others play by the rule of thumb. The seat itself draws at every turn, so that it
    shows what would come then, and how long the round lasts if it does not end it.
    """
    game, seat = view.game, view.seat
    world, state, kernels = game.state(view.hidden), view.state, game.kernels
    kernels.guess(world, seat, rng.array)
    state, round_now = game.record(world), int(state.rounds)
    actions = np.empty(game.rules.ACTIONS, np.int64)
    future = Future([], [], [], [], None)
    while state.to_act >= 0 and state.rounds == round_now:
        n = kernels.legal(world, actions)
        if state.to_act != seat or state.doing != PLAYING:
            note(future, state, seat)
            action = kernels.greedy(world, actions, n, rng.array)
            kernels.apply(world, action, rng.array)
            continue
        if len(future.tops) == turns or (future.tops and actions[0] != DRAW):
            return future._replace(others=held_by_others(state, seat))
        begin_turn(future, card_of(state.discards[state.discarded - 1]))
        if actions[0] != DRAW:  # no card is left, so that nobody can draw
            return future._replace(others=held_by_others(state, seat))
        kernels.apply(world, DRAW, rng.array)
        future.draws[-1] = rear_card(state, seat)
        kernels.apply(world, KEEP, rng.array)
    return future


def begin_turn(future: Future, top: Card) -> None:
    future.tops.append(top)
    future.draws.append(top)  # until it is known what comes
    future.forced.append([])
    future.rotates.append(False)


def note(future: Future, state: np.record, seat: int) -> None:
    """What an effect that another seat played does to this one's hand."""
    if state.to_act == seat and state.doing == DRAWN:
        future.forced[-1].append(rear_card(state, seat))
    elif state.to_act == seat and state.doing == CHOOSING:
        future.rotates[-1] |= bool(state.effect == TO_ROTATE)


def held_by_others(state: np.record, seat: int) -> float:
    """Cards, on average of those in the round."""
    held = [
        int(state.held[other])
        for other in range(state.seats)
        if other != seat and state.gone[other] == 0
    ]
    return sum(held) / len(held)


def rear_card(state: np.record, seat: int) -> Card:
    return card_of(state.hands[seat, state.held[seat] - 1])


def card_of(packed: np.uint8) -> Card:
    return Card(int(packed) & 7, int(packed) >> 3 & 7)
