"""Exact play once few worlds are left: a best response, by what a seat may know.

The worlds are all that guess() can make of a view, each as likely as guess() makes it.
Chance is enumerated. In a world the other seats are taken to see everything, and to
play as maxn.py says. Against that the seat plays best. Its own later decisions rest on
what it will know by then: where worlds look alike to it (hide), it does the same.

Rewards are those of search.py, and so are the horizons. An action that ends the round
at the first outcome is taken to end it alike whatever the next deal brings.

There is an answer or there is none, never half a one. None (Unsolved) if there are more
than `worlds`; if it takes more than `effort`; if a line of play takes more than DEPTH
actions, as where a round can go on for ever; if an action or guess() draws more often
than DRAWS in outcomes.py, or draws a float. Effort is counted in positions that the
compiled search visits; one that is handled in Python counts for STEP of them.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from partybots.core.chance import Stream
from partybots.core.kernels import Kernels
from partybots.solvers.maxn import (
    BY_LUCK,
    EQUAL,
    FRAME,
    SOLVED,
    TOO_DEEP,
    TOO_MUCH,
    maxn,
)
from partybots.solvers.outcomes import DRAWS, Bytes, Unsolved, merged, outcomes
from partybots.solvers.search import ENDLESS, ROUND

DEPTH = 128  # actions in one line of play
STEP = 20  # effort of a position handled in Python; about what it costs in time
WHY = {
    TOO_DEEP: f"lines of play of more than {DEPTH} actions",
    TOO_MUCH: "more effort than it may take",
    BY_LUCK: "chance that cannot be enumerated",
}


class Limits(NamedTuple):
    worlds: int = 200
    effort: int = 10000


class World(NamedTuple):
    state: bytes
    before: tuple[int, ...]  # [seat]: scores in this world when the search began


class Look(NamedTuple):
    """A world solved as if everyone saw it."""

    values: tuple[float, ...]  # [seat]: rewards
    action: int  # of the seat to act; -1 if it is over
    chance: bool  # whether any was met on the way


class Solved(NamedTuple):
    action: int
    values: dict[int, float]  # [action]: reward; of those that are no better, perhaps
    worlds: int


Belief = dict[World, float]  # how likely each is; need not add up to 1


class Endgame:
    """Solves one view for the seat to act; `spent` is the effort so far."""

    def __init__(
        self,
        kernels: Kernels,
        view: Bytes,
        seats: int,
        n_actions: int,
        span: int,
        horizon: int = ROUND,  # or MATCH
        limits: Limits | None = None,
    ) -> None:
        self.kernels, self.view, self.span = kernels, view, span
        self.limits = limits or Limits()
        self.seat = int(kernels.actor(view))
        self.last = int(kernels.rounds(view)) if horizon == ROUND else ENDLESS
        self.looks: dict[World, Look] = {}
        self.spent = 0
        compiled = hasattr(kernels.actor, "py_func")
        self.maxn: Any = maxn if compiled else getattr(maxn, "py_func", maxn)
        self.states = np.empty((DEPTH + 1, len(view)), np.uint8)
        self.actions = np.empty((DEPTH + 1, n_actions), np.int64)
        self.frames = np.zeros(DEPTH + 1, FRAME)
        self.values = np.zeros((DEPTH + 1, seats))
        self.sums = np.zeros((DEPTH + 1, seats))
        self.scripts = np.zeros((DEPTH + 1, 2 + 2 * DRAWS), np.uint64)
        self.after = np.zeros(seats, np.int64)

    def solve(self, every: bool = False) -> Solved:
        """What to play; Unsolved if the limits forbid. `every` wants the value of each
        action, not only of those that are seen to be better than others.
        """
        belief = self.worlds()
        values = self.weigh(belief, 0, every)
        return Solved(max(values, key=values.__getitem__), values, len(belief))

    def worlds(self) -> Belief:
        def fill(state: Bytes, script: Stream) -> None:
            self.spend(STEP)
            self.kernels.guess(state, self.seat, script)

        most, effort = self.limits
        found = merged(fill, self.view, most, max(1, effort // STEP))
        belief = {}
        for state, likely in found.items():
            self.kernels.scores(unpack(state), self.after)
            belief[World(state, tuple(self.after.tolist()))] = likely
        return belief

    def spend(self, effort: int) -> None:
        if self.spent + effort > self.limits.effort:
            raise Unsolved(WHY[TOO_MUCH])
        self.spent += effort

    # What the seat knows

    def value(self, belief: Belief, depth: int) -> float:
        """Of worlds that look alike to the seat, whose turn it is."""
        if depth > DEPTH:
            raise Unsolved(WHY[TOO_DEEP])
        if len(belief) == 1:
            (world,) = belief
            if not self.looks[world].chance:
                return belief[world] * self.looks[world].values[self.seat]
        return max(self.weigh(belief, depth).values())

    def weigh(
        self, belief: Belief, depth: int, every: bool = False
    ) -> dict[int, float]:
        """[action]: its value. If its seat saw all it would get no less by an action,
        so that this is a bound; actions that it rules out are left out.
        """
        (state, _), *_ = belief
        n = self.kernels.legal(unpack(state), self.actions[0])
        legal = self.actions[0, :n].tolist()
        follow = {action: self.play(belief, action) for action in legal}
        self.look_at({world for after in follow.values() for world in after})
        bounds = {action: self.bound(follow[action]) for action in legal}
        values: dict[int, float] = {}
        for action in sorted(bounds, key=lambda action: -bounds[action]):
            if every or not values or bounds[action] > max(values.values()) + EQUAL:
                values[action] = self.play_on(follow[action], depth)
        return values

    def bound(self, belief: Belief) -> float:
        return sum(
            likely * self.looks[world].values[self.seat]
            for world, likely in belief.items()
        )

    def play(self, belief: Belief, action: int) -> Belief:
        """What an action makes of the worlds."""
        after: Belief = {}
        for world, likely in belief.items():
            for child, chance in self.apply(world, action):
                add(after, child, likely * chance)
        return after

    def play_on(self, worlds: Belief, depth: int) -> float:
        """The others play, until the seat has to decide again: by what it then sees."""
        total, seen = 0.0, dict[bytes, Belief]()
        while worlds:
            later: Belief = {}
            turns = {world: self.turn(world) for world in worlds}
            self.look_at(world for world in worlds if turns[world] != self.seat)
            for world, likely in worlds.items():
                if turns[world] < 0:
                    total += likely * self.looks[world].values[self.seat]
                elif turns[world] == self.seat:
                    add(seen.setdefault(self.hide(world), {}), world, likely)
                else:
                    for child, chance in self.apply(world, self.looks[world].action):
                        add(later, child, likely * chance)
            worlds = later
        self.look_at(next(iter(alike)) for alike in seen.values() if len(alike) == 1)
        return total + sum(self.value(alike, depth + 1) for alike in seen.values())

    def hide(self, world: World) -> bytes:
        state = unpack(world.state)
        self.kernels.hide(state, self.seat)
        return state.tobytes()

    # What is true in a world

    def apply(self, world: World, action: int) -> Iterator[tuple[World, float]]:
        """The outcomes of an action."""

        def change(state: Bytes, script: Stream) -> None:
            self.spend(STEP)
            self.kernels.apply(state, action, script)

        fresh = True
        for state, likely in outcomes(change, unpack(world.state)):
            ended = fresh and self.kernels.rounds(state) > self.last
            if np.isnan(likely) and not ended:
                raise Unsolved(WHY[BY_LUCK])
            yield world._replace(state=state.tobytes()), 1.0 if ended else likely
            if ended:
                return
            fresh = False

    def turn(self, world: World) -> int:
        """The seat to act; -1 if it is over."""
        state = unpack(world.state)
        over = self.kernels.rounds(state) > self.last
        return -1 if over else int(self.kernels.actor(state))

    def look_at(self, worlds: Iterable[World]) -> None:
        """Solve those that are new, all at once: a call from Python is dear."""
        new = sorted({*worlds} - self.looks.keys())
        if not new:
            return
        self.spend(STEP * len(new))
        rewards = np.zeros((len(new), len(self.after)))
        best, chance = np.zeros((2, len(new)), np.int64)
        left, kernels = np.array([self.limits.effort - self.spent]), self.kernels
        outcome = self.maxn(
            kernels.actor,
            kernels.legal,
            kernels.apply,
            kernels.scores,
            kernels.rounds,
            np.stack([unpack(world.state) for world in new]),
            np.array([world.before for world in new], np.int64),
            rewards,
            best,
            chance,
            self.states,
            self.actions,
            self.frames,
            self.values,
            self.sums,
            self.scripts,
            self.after,
            left,
            self.span,
            self.last,
        )
        self.spent = self.limits.effort - int(left[0])
        if outcome != SOLVED:
            raise Unsolved(WHY[outcome])
        found = zip(rewards.tolist(), best.tolist(), chance.tolist(), strict=True)
        self.looks |= {
            world: Look(tuple(values), action, bool(met))
            for world, (values, action, met) in zip(new, found, strict=True)
        }


def add(belief: Belief, world: World, likely: float) -> None:
    belief[world] = belief.get(world, 0.0) + likely


def unpack(state: bytes) -> Bytes:
    return np.frombuffer(bytearray(state), np.uint8)
