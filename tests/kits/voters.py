"""A table of Dictator for tests: Ann, Bob, Cy, Dee and Eve, clockwise from seat 0.

"Bob Cy+" is a vote of Bob's for Cy, with a Double Down.
"""

import numpy as np

from partybots.core.chance import stream
from partybots.core.registry import Registry
from partybots.plugins.dictator import rules, why

GAME = Registry().game("dictator")
PEOPLE = ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo"]
EVERYONE_BOB = "Ann Bob; Bob Bob; Cy Bob; Dee Bob; Eve Bob"
TIED = "Ann Bob; Bob Cy; Cy Dee; Dee Cy; Eve Dee"
DIFFERENT = "Ann Bob; Bob Cy; Cy Dee; Dee Eve; Eve Ann"


def opened(seats=5, deck=None, **options):
    """A first round about to begin; no taste unless it is asked for."""
    state = GAME.new(seats, {"taste": "0"} | options, deck)
    GAME.kernels.deal(state, stream(1))
    return GAME.record(state)


def action(said):
    return PEOPLE.index(said.rstrip("+")) + rules.DOUBLE * said.endswith("+")


def vote(state, said, luck=1):
    """Everyone votes, each when asked."""
    votes = dict(vote.split() for vote in said.split("; "))
    for _ in range(len(votes)):
        asked = action(votes[PEOPLE[rules.actor(state)]])
        assert not why.why_illegal(state, asked)
        rules.apply(state, asked, stream(luck))
    return state


def points(state):
    return state.points[: state.seats].tolist()


def played(said, **options):
    """The points of a first round."""
    return points(vote(opened(len(said.split(";")), **options), said))


def winners(state):
    won = np.zeros(state.seats, np.int64)
    rules.winners(state, won)
    return [PEOPLE[seat] for seat in np.flatnonzero(won)]


def legal(state):
    actions = np.zeros(rules.ACTIONS, np.int64)
    return actions[: rules.legal(state, actions)].tolist()


def leading(seats=5, **given):
    """A table with Ann as Dictator; points as given by name."""
    options = {name: said for name, said in given.items() if name not in PEOPLE}
    state = opened(seats, **options)
    for name, number in given.items():
        if name in PEOPLE:
            state.points[PEOPLE.index(name)] = number
    return state
