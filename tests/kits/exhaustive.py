"""Exact play by brute force, to check the endgame solver by: nothing of it is used.

No bound and no script: every world, every action, every outcome. For chance a kernel is
called with PARTS generators whose first numbers are evenly apart.
"""

from collections import Counter
from functools import cache
from itertools import permutations

import numpy as np

PARTS = 60  # divisible by all that is drawn from
MASK, GAMMA = 2**64 - 1, 0x9E37_79B9_7F4A_7C15


@cache
def starts():
    """Of generators whose first numbers split the 64 bits in equal parts."""
    first = [((2 * part + 1) << 63) // PARTS for part in range(PARTS)]
    return [start_of(number) for number in first]


def start_of(number):
    """Where splitmix64 stands before it draws this number."""
    z = number ^ (number >> 31) ^ (number >> 62)
    z = z * pow(0x94D0_49BB_1331_11EB, -1, 2**64) & MASK
    z = z ^ (z >> 27) ^ (z >> 54)
    z = z * pow(0xBF58_476D_1CE4_E5B9, -1, 2**64) & MASK
    z = z ^ (z >> 30) ^ (z >> 60)
    return z - GAMMA & MASK


class Exhaustive:
    def __init__(self, game, view, last=None):
        self.kernels, self.rules = game.kernels, game.rules
        self.seat, self.seats = int(self.kernels.actor(view)), seats_of(game, view)
        self.last = int(self.kernels.rounds(view)) if last is None else last
        self.solved, self.before = {}, {}

    def best(self, worlds):
        """[action]: its value, in worlds (bytes: weight) the seat cannot tell apart."""
        out = np.zeros(self.seats, np.int64)
        for world in worlds:
            self.kernels.scores(array(world), out)
            self.before[world] = tuple(out.tolist())
        (before,) = {*self.before.values()}
        self.reckoned = np.array(before)
        total = sum(worlds.values())
        return {a: v / total for a, v in self.weigh(worlds).items()}

    def weigh(self, worlds):
        return {
            action: self.follow(
                [
                    (after, weight * chance)
                    for world, weight in worlds.items()
                    for after, chance in self.apply(world, action).items()
                ]
            )
            for action in self.legal(next(iter(worlds)))
        }

    def follow(self, left):
        total, seen = 0.0, {}
        while left:
            world, weight = left.pop()
            who = self.who(world)
            if who < 0:
                total += weight * self.rewards(world)[self.seat]
            elif who == self.seat:
                hidden = array(world)
                self.kernels.hide(hidden, who)
                seen.setdefault(hidden.tobytes(), Counter())[world] += weight
            else:
                _, action = self.solve(world)
                after = self.apply(world, action).items()
                left += [(child, weight * chance) for child, chance in after]
        return total + sum(max(self.weigh(alike).values()) for alike in seen.values())

    def solve(self, world):
        """Each seat's reward where all is seen, and the action that leads to it."""
        if world not in self.solved:
            self.solved[world] = self.look(world)
        return self.solved[world]

    def look(self, world):
        who = self.who(world)
        if who < 0:
            return self.rewards(world), -1
        best, choice = None, -1
        for action in self.legal(world)[::-1]:
            value = sum(
                chance * self.solve(after)[0]
                for after, chance in self.apply(world, action).items()
            )
            if best is None or value[who] > best[who] + 1e-9:
                best, choice = value, action
        return best, choice

    def rewards(self, world):
        out = np.zeros(self.seats, np.int64)
        self.kernels.scores(array(world), out)
        gain = out - self.reckoned
        others = (gain.sum() - gain) / (self.seats - 1)
        return np.clip(0.5 + (gain - others) / (2 * self.rules.SPAN), 0, 1)

    def who(self, world):
        state = array(world)
        over = self.kernels.rounds(state) > self.last
        return -1 if over else int(self.kernels.actor(state))

    def legal(self, world):
        actions = np.zeros(self.rules.ACTIONS, np.int64)
        return actions[: self.kernels.legal(array(world), actions)].tolist()

    def apply(self, world, action):
        """[what it may lead to]: how likely."""
        after = Counter()
        for start in starts():
            state, rng = array(world), np.array([start], np.uint64)
            self.kernels.apply(state, action, rng)
            drawn = int(rng[0]) - start & MASK
            if drawn == 0 or self.kernels.rounds(state) > self.last:
                return {state.tobytes(): 1.0}
            assert drawn == GAMMA, "two draws at once are not counted here"
            after[state.tobytes()] += 1 / PARTS
        return after


def array(world):
    return np.frombuffer(bytearray(world), np.uint8)


def seats_of(game, view):
    return int(game.record(view).seats)


def right_now_worlds(game, view):
    """[world]: weight. The cards unseen in every order, the other hand either way up.

    For two seats, and a seat that remembers.
    """
    from partybots.plugins.right_now.layout import PRINTED, TURNED

    seen = game.record(view)
    seat, other = int(seen.to_act), 1 - int(seen.to_act)
    shown = [*seen.hands[seat, : seen.held[seat]], *seen.discards[: seen.discarded]]
    unseen = Counter(seen.deck[: seen.cards].tolist())
    unseen -= Counter(int(PRINTED[card]) for card in shown)
    piled, held, worlds = int(seen.piled), int(seen.held[other]), Counter()
    for order in permutations(unseen.elements()):
        for turned in range(2**held):
            state = view.copy()
            world, hand = game.record(state), order[piled:]
            world.pile[:piled] = order[:piled]
            for place, card in enumerate(hand):
                up = turned >> place & 1
                world.hands[other, place] = TURNED[card] if up else card
            worlds[state.tobytes()] += 1
    return worlds


def im_right_worlds(game, view):
    """[world]: weight. The cards unseen in every order, when nothing was played yet."""
    seen = game.record(view)
    unseen = Counter(dict(enumerate(seen.kind_count.tolist())))
    unseen -= Counter(dict(enumerate(seen.hands[seen.asked].tolist())))
    others = [seat for seat in range(seen.seats) if seat != seen.asked]
    decked, worlds = int(seen.decked), Counter()
    for order in permutations(unseen.elements()):
        state = view.copy()
        world, left = game.record(state), [*order[decked:]]
        world.deck[:decked] = np.array(order[:decked], np.int64) + 1
        for seat in others:
            for _ in range(seen.held[seat]):
                world.hands[seat, left.pop()] += 1
        worlds[state.tobytes()] += 1
    return worlds
