"""Small games gone through whole: lines of play, positions, all that chance may do."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

import numba
import numpy as np

from partybots.core.chance import advance, odds, scripted
from partybots.core.game import Bytes, Game
from partybots.core.jit import kernel
from partybots.core.kernels import POINTERS, RNG

STATES = numba.uint8[:, ::1]
ASKED = POINTERS.actor, POINTERS.legal, POINTERS.apply


@kernel(numba.int64(*ASKED, STATES, RNG))
def perft(actor, legal, apply, line, rng):
    """How many lines of play lead from line[0] over all of `line`, [depth, byte]."""
    deepest, depth, lines = len(line) - 1, 0, 0
    actions, left = np.zeros((deepest, 64), np.int64), np.zeros(deepest, np.int64)
    left[0] = legal(line[0], actions[0])
    while depth >= 0:
        if depth == deepest - 1:
            lines += left[depth]
            left[depth] = 0
        if left[depth] == 0:
            depth -= 1
            continue
        left[depth] -= 1
        action = actions[depth, left[depth]]
        line[depth + 1, :] = line[depth, :]
        apply(line[depth + 1], action, rng)
        if actor(line[depth + 1]) >= 0:
            depth += 1
            left[depth] = legal(line[depth], actions[depth])
    return lines


@kernel(numba.int64(*ASKED, STATES, STATES, RNG))
def spread(actor, legal, apply, states, further, rng):
    """Write all that follow on `states` into `further`, [state, byte]; how many."""
    found, actions = 0, np.zeros(64, np.int64)
    for i in range(len(states)):
        n = legal(states[i], actions) if actor(states[i]) >= 0 else 0
        for action in actions[:n]:
            further[found, :] = states[i]
            apply(further[found], action, rng)
            found += 1
    return found


class Node(NamedTuple):
    """A point in a game for two that chance and actions lead to."""

    view: bytes  # what the seat to act knows; b"" when it is over
    seat: int
    gain: int  # of seat 0
    after: dict[int, list[tuple[float, "Node"]]]  # [action]: how likely, what follows


def outcomes(state: Bytes, call: Any) -> Iterator[tuple[float, Bytes]]:
    """Each outcome of a kernel that draws chance, and how likely it is."""
    script, more = scripted(2), True
    while more:
        then = state.copy()
        call(then, script)
        likely = float(odds(script))
        yield likely, then
        more = advance(script)


def deals(game: Game) -> list[tuple[float, Node]]:
    """Each deal for two, how likely it is, and all that can follow."""
    dealt = outcomes(game.new(2), game.kernels.deal)
    return [(likely, tree(game, state)) for likely, state in dealt]


def tree(game: Game, state: Bytes) -> Node:
    """All that can follow."""
    kernels, actions = game.kernels, np.zeros(game.rules.ACTIONS, np.int64)
    gain = np.zeros(2, np.int64)
    seat, view = kernels.actor(state), state.copy()
    follow: dict[int, list[tuple[float, Node]]] = {}
    if seat >= 0:
        kernels.hide(view, seat)
        for action in actions[: kernels.legal(state, actions)].tolist():
            ends = outcomes(state, lambda s, luck, a=action: kernels.apply(s, a, luck))
            follow[action] = [(likely, tree(game, end)) for likely, end in ends]
    kernels.scores(state, gain)
    known = view.tobytes() if seat >= 0 else b""
    return Node(known, seat, int(gain[0]), follow)


def all_of(node: Node) -> Iterator[Node]:
    yield node
    for ends in node.after.values():
        for _, end in ends:
            yield from all_of(end)


def best_response(deals: list[tuple[float, Node]], seat: int) -> float:
    """What `seat` gains at most against a seat that plays anyhow."""
    alike: dict[bytes, list[tuple[float, Node]]] = defaultdict(list)
    chosen: dict[bytes, int] = {}

    def reach(likely: float, node: Node) -> None:
        """Note each point where `seat` acts, and how likely all others lead there."""
        if node.seat == seat:
            alike[node.view].append((likely, node))
        share = 1.0 if node.seat == seat else 1 / max(len(node.after), 1)
        for ends in node.after.values():
            for chance, end in ends:
                reach(likely * chance * share, end)

    def played(node: Node, action: int) -> float:
        return sum(chance * value(end) for chance, end in node.after[action])

    def value(node: Node) -> float:
        if node.seat < 0:
            return node.gain * (1 - 2 * seat)
        if node.seat != seat:
            return float(np.mean([played(node, action) for action in node.after]))
        if node.view not in chosen:
            same = alike[node.view]
            gains = {a: sum(p * played(n, a) for p, n in same) for a in node.after}
            chosen[node.view] = max(gains, key=gains.__getitem__)
        return played(node, chosen[node.view])

    for likely, dealt in deals:
        reach(likely, dealt)
    return sum(likely * value(dealt) for likely, dealt in deals)
