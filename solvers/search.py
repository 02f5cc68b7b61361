"""What to do when some of the state is hidden: single-observer information-set MCTS.

One kernel for every compiled game. It takes the game's rules as function pointers, so
it is compiled once a machine; a game in plain Python is searched by the same source.
(Cowling, Powley, Whitehouse 2012, doi 10.1109/TCIAIG.2012.2200894.)

A reward is a seat's gain since the root, less what the others gained on average, in
halves of the most that a round can put between two seats: 1/2 is as good as the rest.
"""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from math import log, sqrt
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import float64, from_dtype, int64, void

from partybots.core.chance import Stream, below, bits
from partybots.core.jit import kernel
from partybots.core.kernels import POINTERS, RNG, STATE, Kernels

ENDLESS = 2**62  # rounds or actions
ROUND, MATCH = 0, -1  # horizons
NODES = 2**18  # the tree grows no further
MOST = 10**9  # simulations in one search
SLICE = 0.01  # seconds; how often a search by the clock looks at it, about

NODE = np.dtype(
    (
        np.record,
        [
            ("parent", np.int32),  # node; 0 is the root
            ("action", np.int32),  # that leads here from the parent
            ("first", np.int32),  # child, the one of the lowest action; 0 is none
            ("next", np.int32),  # child of the same parent by action; 0 is none
            ("visits", np.int64),  # the root's are not counted
            ("offers", np.int64),  # visits to the parent that allowed this
        ],
    )
)
TREE = from_dtype(NODE)[::1]
REWARD = float64[:, ::1]
SIGNATURE = int64(
    *POINTERS,
    STATE,  # root: what the seat to act may know, as hide() leaves it
    TREE,  # the nodes so far; simulations that find it full add none
    REWARD,  # [node, seat]: sum over visits
    int64,  # size: how many nodes there are, the root included
    int64,  # times: how many simulations
    int64,  # n_actions: how many the game numbers
    int64,  # span: the most that one round can put between two seats' scores
    int64,  # horizon: ROUND, MATCH, or how many actions beyond the tree
    int64,  # thumb: 1 if the tree holds the next action alone
    float64,  # epsilon: the share of random actions beyond the tree
    float64,  # c: the weight of trying what was tried less; rewards lie in [0, 1]
    RNG,  # base: of all luck in this search; it stays as it is
    RNG,
)


@kernel(void(TREE, int64, int64, int64), nogil=True)
def grow(tree, node, action, new):
    """Make `new` a child of `node`, keeping children in the order of their actions."""
    tree[new].parent, tree[new].action, tree[new].offers = node, action, 1
    before, after = 0, tree[node].first
    while after > 0 and tree[after].action < action:
        before, after = after, tree[after].next
    tree[new].next = after
    if before > 0:
        tree[before].next = new
    else:
        tree[node].first = new


if hasattr(grow, "stats") and grow.stats.cache_misses:
    sys.stderr.write("compiling the search, once\n")
    sys.stderr.flush()


@kernel(nogil=True)
def select(tree, reward, node, seat, actions, n, c, rng):
    """An action and the child it leads to, 0 if untried.

    It is an untried one, each as likely; if there is none, the best by UCB.
    """
    untried, best, best_child, best_value = 0, actions[0], 0, -1.0
    child = np.int64(tree[node].first)
    for i in range(n):
        action = actions[i]
        while child > 0 and tree[child].action < action:
            child = np.int64(tree[child].next)
        if child == 0 or tree[child].action > action:
            untried += 1
            if below(rng, untried) == 0:
                best, best_child = action, 0
            continue
        tree[child].offers += 1
        if untried == 0:
            value = reward[child, seat] / tree[child].visits
            value += c * sqrt(log(tree[child].offers) / tree[child].visits)
            if value > best_value:
                best, best_child, best_value = action, child, value
    return best, best_child


@kernel("void(int64[::1], int64[::1], int64, float64[::1])", nogil=True)
def ahead_of(before, after, span, out):
    """[seat]: the reward for how it went, from 0 to 1."""
    seats, total = len(after), 0
    for seat in range(seats):
        total += after[seat] - before[seat]
    for seat in range(seats):
        gain = after[seat] - before[seat]
        ahead = gain - (total - gain) / (seats - 1)
        out[seat] = min(max(0.5 + ahead / (2 * span), 0.0), 1.0)


@kernel(nogil=True)
def learn(tree, reward, node, earned):
    """Tell every node on the way back to the root how it went, for each seat."""
    for seat in range(len(earned)):
        above = node
        while above > 0:
            reward[above, seat] += earned[seat]
            above = np.int64(tree[above].parent)
    while node > 0:
        tree[node].visits += 1
        node = np.int64(tree[node].parent)


@kernel(SIGNATURE, nogil=True)
def simulate(
    actor,
    deal,
    legal,
    apply,
    stamp,
    scores,
    winners,
    rounds,
    idle,
    greedy,
    hide,
    guess,
    sealed,
    rollout,
    root,
    tree,
    reward,
    size,
    times,
    n_actions,
    span,
    horizon,
    thumb,
    epsilon,
    c,
    base,
    rng,
):
    """Add to the tree what `times` simulations find; how many nodes it has then."""
    world, seat, seats = np.empty_like(root), actor(root), reward.shape[1]
    first, actions = np.empty(n_actions, np.int64), np.empty(n_actions, np.int64)
    before, after = np.empty(seats, np.int64), np.empty(seats, np.int64)
    earned = np.empty(seats)
    n_first, luck = legal(root, first), np.empty(1, np.uint64)
    further = horizon if horizon > 0 else ENDLESS
    for _ in range(times):
        # 1. Pick what to try. What differs between actions should be the actions: each
        #    one's k-th trial meets the same world and the same luck.
        action, child = select(tree, reward, 0, seat, first, n_first, c, rng)
        luck[0] = tree[child].visits if child > 0 else 0
        luck[0] = bits(luck) ^ base[0]

        # 2. Guess a world that the seat cannot rule out.
        for place in range(len(root)):  # world[:] = root takes seconds to compile
            world[place] = root[place]
        guess(world, seat, luck)
        scores(world, before)
        last = rounds(world) if horizon == ROUND else ENDLESS

        # 3. Go down the tree, and one step out of it. It has no place for answers that
        #    others give in secret: nobody may learn from them before they are shown.
        node, inside, who = 0, True, seat
        while inside and who >= 0 and rounds(world) <= last:
            if who != seat and sealed(world) > 0:
                rollout(world, actions, 1, last, epsilon, luck)
            else:
                if node > 0:
                    n = legal(world, actions)
                    action, child = select(tree, reward, node, who, actions, n, c, luck)
                inside = child > 0 and thumb == 0
                if child == 0 and size < len(tree):
                    child, size = size, size + 1
                    grow(tree, node, action, child)
                if child > 0:
                    node = child
                apply(world, action, luck)
            who = actor(world)

        # 4. Play on by the rule of thumb, for a while.
        rollout(world, actions, further, last, epsilon, luck)

        # 5. Tell everyone on the way back how it went.
        scores(world, after)
        ahead_of(before, after, span, earned)
        learn(tree, reward, node, earned)
    return size


class Plan(NamedTuple):
    """How to search."""

    simulations: int = 1000  # 1 to MOST
    seconds: float = 0.0  # of wall time to search instead; 0 is none
    horizon: int = ROUND  # or MATCH, or how many actions beyond the tree
    thumb: bool = True  # the tree holds the next action alone
    epsilon: float = 0.1  # share of random actions beyond the tree
    c: float = 0.35  # weight of trying what was tried less; rewards lie in [0, 1]
    threads: int = 1  # that search side by side, each in a tree of its own


class Found(NamedTuple):
    """[action], for all that the game numbers."""

    visits: npt.NDArray[np.int64]
    value: npt.NDArray[np.float64]  # mean reward; nan where nothing was tried

    def best(self) -> int:
        """What was tried most; of those the best, of those the lowest."""
        most = np.flatnonzero(self.visits == self.visits.max())
        return int(most[self.value[most].argmax()])


def analyse(
    kernels: Kernels,
    view: npt.NDArray[np.uint8],
    seats: int,
    n_actions: int,
    span: int,
    plan: Plan,
    rng: Stream,
) -> Found:
    """What the seat to act may do, as a search values it that knows only the view.

    Threads share the simulations and add up what they find (root parallelism), which
    depends on how many they are but not on which is faster. A tree takes at most
    NODES * (32 + 8 * seats) bytes, whatever the plan.
    """
    threads = min(plan.threads, most_simulations(plan))
    if threads == 1:
        return grow_tree(kernels, view, seats, n_actions, span, plan, rng)
    each = [(plan.simulations + nth) // threads for nth in range(threads)]
    streams = [np.array([bits(rng)], np.uint64) for _ in each]

    def search(simulations: int, stream: Stream) -> Found:
        share = plan._replace(simulations=simulations)
        return grow_tree(kernels, view, seats, n_actions, span, share, stream)

    with ThreadPoolExecutor(threads) as pool:
        return add_up(list(pool.map(search, each, streams)))


def grow_tree(
    kernels: Kernels,
    view: npt.NDArray[np.uint8],
    seats: int,
    n_actions: int,
    span: int,
    plan: Plan,
    rng: Stream,
) -> Found:
    """One search, in one thread."""
    nodes = min(nodes_of(plan, n_actions), NODES)
    tree, reward, size = np.zeros(nodes, NODE), np.zeros((nodes, seats)), 1
    base = rng.copy()
    bits(rng)
    compiled = hasattr(kernels.actor, "py_func")
    run = simulate if compiled else getattr(simulate, "py_func", simulate)
    for times in portions(plan):
        size = run(
            *kernels,
            view,
            tree,
            reward,
            size,
            times,
            n_actions,
            span,
            plan.horizon,
            int(plan.thumb),
            plan.epsilon,
            plan.c,
            base,
            rng,
        )
    return at_the_root(tree, reward[:, kernels.actor(view)], n_actions)


def add_up(found: list[Found]) -> Found:
    """Visits, and mean rewards by visits."""
    visits = np.array([one.visits for one in found])
    value = np.nan_to_num(np.array([one.value for one in found]))
    total = visits.sum(axis=0)
    earned = (visits * value).sum(axis=0)
    mean = np.full(total.shape, np.nan)
    np.divide(earned, total, out=mean, where=total > 0)
    return Found(total, mean)


def nodes_of(plan: Plan, n_actions: int) -> int:
    """How many a search can fill: the root, and one a simulation or an action."""
    return 1 + min(most_simulations(plan), n_actions if plan.thumb else MOST)


def most_simulations(plan: Plan) -> int:
    return MOST if plan.seconds else plan.simulations


def portions(plan: Plan) -> Iterator[int]:
    """How many simulations to do next: all of them, or so many as end in time."""
    if not plan.seconds:
        yield plan.simulations
        return
    start, done, times = perf_counter(), 0, 1
    while done < MOST:
        began = perf_counter()
        yield times
        done, now = done + times, perf_counter()
        if now - start >= plan.seconds:
            return
        each, left = max(now - began, 1e-9) / times, plan.seconds - (now - start)
        times = max(1, min(2 * times, int(min(SLICE, left) / each), MOST - done))


def at_the_root(tree: Any, reward: Any, n_actions: int) -> Found:
    visits, value = np.zeros(n_actions, np.int64), np.full(n_actions, np.nan)
    child = tree[0].first
    while child > 0:
        action = tree[child].action
        visits[action] = tree[child].visits
        value[action] = reward[child] / tree[child].visits
        child = tree[child].next
    return Found(visits, value)
