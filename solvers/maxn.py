"""Max-n where all is seen: each seat plays for its own reward, knowing that all do.

One kernel for every compiled game, as in search.py. It goes through all that may happen
depth first, chance included, and between two seats leaves out what alpha-beta does. Of
actions as good as each other the one of the highest number is best: the lowest are such
as to draw or to decline, so that there is more to leave out.
"""

import sys

import numpy as np
from numba import float64, from_dtype, int64, void

from partybots.core.chance import advance, failed, odds
from partybots.core.jit import kernel
from partybots.core.kernels import POINTERS, RNG, SCORES, STATE
from partybots.solvers.search import ahead_of

EQUAL = 1e-12  # rewards that differ by less are the same, but for rounding
SOLVED, TOO_DEEP, TOO_MUCH, BY_LUCK = range(4)

FRAME = np.dtype(
    (
        np.record,
        [
            ("who", np.int64),  # seat to act; -1 is the end of the match
            ("left", np.int64),  # actions not tried, the lowest; else where it stands
            ("choice", np.int64),  # place of the best action so far
            ("more", np.int64),  # 1 while there are further outcomes of the action
            ("likely", np.float64),  # the outcome that is looked at
            ("best", np.float64),  # reward of `who` by `choice`; -1 before any
            ("floor", np.float64),  # what seat 0 is sure of elsewhere, of two seats
            ("ceiling", np.float64),  # what seat 1 can hold it to elsewhere
        ],
    )
)
SIGNATURE = int64(
    POINTERS.actor,
    POINTERS.legal,
    POINTERS.apply,
    POINTERS.scores,
    POINTERS.rounds,
    STATE.copy(ndim=2),  # worlds[row]: what to solve
    SCORES.copy(ndim=2),  # before[row, seat]: scores to reckon from
    float64[:, ::1],  # rewards[row, seat]
    int64[::1],  # best[row]: action of the seat to act; -1 where it is over
    int64[::1],  # chance[row]: 1 if any was met
    STATE.copy(ndim=2),  # states[depth]
    int64[:, ::1],  # actions[depth, place]
    from_dtype(FRAME)[::1],  # frames[depth]
    float64[:, ::1],  # values[depth, seat]: rewards by the best action so far
    float64[:, ::1],  # sums[depth, seat]: of the outcomes so far of one action
    RNG.copy(ndim=2),  # scripts[depth]
    SCORES,  # after[seat]: scores in the end
    int64[::1],  # left[0]: positions to visit at most, counted down
    int64,  # span: the most that one round can put between two seats' scores
    int64,  # last: the round to play to the end of
)
ROW = float64[::1]  # [seat]


@kernel(void(from_dtype(FRAME), ROW, ROW, ROW), nogil=True)
def absorb(frame, sums, values, outcome):
    """Count in what an outcome is worth, and after the last judge the action."""
    seats = len(sums)
    for seat in range(seats):
        sums[seat] += frame.likely * outcome[seat]
    if frame.more == 0 and sums[frame.who] > frame.best + EQUAL:
        frame.best, frame.choice = sums[frame.who], frame.left
        for seat in range(seats):
            values[seat] = sums[seat]
        if frame.who == 0:
            frame.floor = max(frame.floor, frame.best)
        else:
            frame.ceiling = min(frame.ceiling, 1 - frame.best)


if hasattr(absorb, "stats") and absorb.stats.cache_misses:
    sys.stderr.write("compiling the endgame, once\n")
    sys.stderr.flush()


@kernel(SIGNATURE, nogil=True)
def maxn(
    actor,
    legal,
    apply,
    scores,
    rounds,
    worlds,
    before,
    rewards,
    best,
    chance,
    states,
    actions,
    frames,
    values,
    sums,
    scripts,
    after,
    left,
    span,
    last,
):
    """Solve worlds in which all is seen, depth first; alpha-beta between two seats."""
    seats, size = len(after), worlds.shape[1]
    for row in range(len(worlds)):
        depth, arrived = 0, True
        frames[0].floor, frames[0].ceiling = 0.0, 1.0
        for place in range(size):
            states[0, place] = worlds[row, place]
        while True:
            state, here = states[depth], frames[depth]

            # 1. At a new position, see what can be done or how it went.
            if arrived:
                arrived, here.who, here.choice = False, actor(state), -1
                here.left, here.more, here.best = 0, 0, -1.0
                if here.who < 0 or rounds(state) > last:
                    scores(state, after)
                    ahead_of(before[row], after, span, values[depth])
                elif depth + 1 == len(states):
                    return TOO_DEEP
                else:
                    here.left = legal(state, actions[depth])

            # 2. If nothing is left to try, or to gain, tell the position before.
            cut = seats == 2 and here.floor >= here.ceiling
            if here.more == 0 and (here.left == 0 or cut):
                if depth == 0:
                    break
                depth -= 1
                absorb(frames[depth], sums[depth], values[depth], values[depth + 1])
                continue

            # 3. Play the next action, or the same one again with another outcome.
            fresh, script, below = here.more == 0, scripts[depth], states[depth + 1]
            if fresh:
                here.left -= 1
                sums[depth, :] = 0.0
                script[:] = 0
            if left[0] == 0:
                return TOO_MUCH
            left[0] -= 1
            for place in range(size):
                below[place] = state[place]
            apply(below, actions[depth, here.left], script)

            # 4. How likely is that, and what else may come of it?
            here.likely, here.more = 1.0, 0
            if not fresh or rounds(below) <= last:
                if failed(script):
                    return BY_LUCK
                here.likely = odds(script)
                here.more = advance(script)
                chance[row] |= here.likely < 1.0
            depth, arrived = depth + 1, True
            whole = fresh and here.more == 0
            frames[depth].floor = here.floor if whole else 0.0
            frames[depth].ceiling = here.ceiling if whole else 1.0

        rewards[row] = values[0]
        best[row] = actions[0, frames[0].choice] if frames[0].choice >= 0 else -1
    return SOLVED
