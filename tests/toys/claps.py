"""A race small enough to reckon by hand, in plain Python: rules, house, text and why.

C1  Cards 1 to 8 are shuffled. Each seat is dealt one that only it sees, for good.
C2  In a round each seat in turn answers in secret: it waits, it claps or, if its card
    is 5 or more, it stamps.
C3  Then the quickest who did not wait scores its card, twice for a stamp; those who
    were equally quick all score.
C4  After `length` rounds the match is over.

The rule of thumb claps with a card of 4 or more.
"""

import re

import numpy as np

from partybots.core.chance import below, shuffle
from partybots.core.errors import NotationError
from partybots.core.house import Number, fields, write_rules

VERSION = 1
SEATS = range(2, 4)
ACTIONS = 3
SPAN = 16
CARDS, SLOWEST, BIG = 8, 3000, 5
WAIT, CLAP, STAMP = range(ACTIONS)
WORDS = ("wait", "clap", "stamp")

HOUSE = (
    Number("length", 3, "rounds of a match (C4)", 1, 9, tried=(1, 2)),
    Number("actuation", 0, "ms that clapping takes, about", 0, 1000, tried=(200,)),
)
STATE = np.dtype(
    (
        np.record,
        [
            ("seats", np.int64),
            *fields(HOUSE),
            ("hand", np.int64, SEATS[-1]),  # 1 to CARDS; 0 is hidden
            ("pile", np.int64, CARDS),  # what was not dealt; 0 is hidden or no card
            ("answer", np.int64, SEATS[-1]),  # 1 + action; 0 is none yet, or hidden
            ("time", np.int64, SEATS[-1]),  # ms of that; 0 while answer is 0
            ("turn", np.int64),  # the seat to act
            ("played", np.int64),  # rounds; a field called round would be the method
            ("points", np.int64, SEATS[-1]),
            ("ms", np.int64),  # of the next action, and 1; 0 is not stamped
        ],
    )
)


def deal(state, rng):
    cards = np.arange(1, CARDS + 1)
    shuffle(rng, cards)
    state.hand[: state.seats] = cards[: state.seats]
    state.pile[: CARDS - state.seats] = cards[state.seats :]


def actor(state):
    return int(state.turn) if state.played < state.length else -1


def legal(state, actions):
    n = 3 if state.hand[state.turn] >= BIG else 2
    actions[:n] = range(n)
    return n


def stamp(state, ms):
    state.ms = 1 + ms


def apply(state, action, rng):
    ms = state.ms - 1 if state.ms else below(rng, SLOWEST)
    state.ms = 0
    state.answer[state.turn], state.time[state.turn] = 1 + action, ms
    state.turn += 1
    if state.turn == state.seats:
        settle(state)


def settle(state):
    """Score the round and forget the answers (C3)."""
    moved = [seat for seat in range(state.seats) if state.answer[seat] > 1 + WAIT]
    quickest = min((state.time[seat] for seat in moved), default=0)
    for seat in moved:
        if state.time[seat] == quickest:
            state.points[seat] += state.hand[seat] * (state.answer[seat] - 1)
    state.answer[:], state.time[:], state.turn = 0, 0, 0
    state.played += 1


def scores(state, out):
    out[:] = state.points[: state.seats]


def rounds(state):
    return int(state.played)


def greedy(state, actions, n, rng):
    return CLAP if state.hand[state.turn] >= 4 else WAIT


def sealed(state):
    return int(state.turn > 0)


def hide(state, seat):
    mine, answer, time = state.hand[seat], state.answer[seat], state.time[seat]
    state.hand[:], state.pile[:], state.answer[:], state.time[:] = 0, 0, 0, 0
    state.hand[seat], state.answer[seat], state.time[seat] = mine, answer, time


def guess(state, seat, rng):
    """Deal what the seat does not see, and answer for those who have."""
    unseen = np.array([c for c in range(1, CARDS + 1) if c != state.hand[seat]])
    shuffle(rng, unseen)
    state.pile[: CARDS - state.seats] = unseen[state.seats - 1 :]
    others = [other for other in range(state.seats) if other != seat]
    for place, other in enumerate(others):
        state.hand[other] = unseen[place]
        if other < state.turn:
            state.answer[other] = 1 + below(rng, 3 if unseen[place] >= BIG else 2)
            state.time[other] = below(rng, SLOWEST)


def why_illegal(state, action):
    if not 0 <= action < ACTIONS:
        return f"there is no action {action}"
    if action == STAMP and state.hand[state.turn] < BIG:
        return "C2: only a card of 5 or more may stamp"
    return ""


def write_action(action):
    return WORDS[action]


def read_action(text):
    if text not in WORDS:
        raise NotationError("an action", text, " or ".join(WORDS))
    return WORDS.index(text)


LINE = re.compile(
    r"(?P<hand>[?\d]+) (?P<pile>[?\d]+) (?P<points>\d+(,\d+)+) r(?P<round>\d)"
    r"(?P<answers>( (\?|(wait|clap|stamp)@\d+))*)(?P<rules>( \w+=\w+)*)"
)


def write(state):
    """Such as "4? ?????? 0,0 r0 clap@300"."""
    cards = "".join(map(str, state.hand[: state.seats])).replace("0", "?")
    pile = "".join(map(str, state.pile[: CARDS - state.seats])).replace("0", "?")
    points = ",".join(map(str, state.points[: state.seats]))
    answers = [
        f"{WORDS[state.answer[seat] - 1]}@{state.time[seat]}"
        if state.answer[seat]
        else "?"
        for seat in range(state.turn)
    ]
    said = [cards, pile, points, f"r{state.played}", *answers]
    return " ".join([*said, *write_rules(HOUSE, state)])


def read(text):
    found = LINE.fullmatch(text)
    if not found:
        raise NotationError("a position", text, '"4? ?????? 0,0 r0 clap@300"')
    state, seats = np.zeros(1, STATE)[0], len(found["hand"])
    state.seats, state.played = seats, int(found["round"])
    state.hand[:seats] = [int(card.replace("?", "0")) for card in found["hand"]]
    pile = [int(card.replace("?", "0")) for card in found["pile"]]
    state.pile[: len(pile)] = pile
    state.points[:seats] = [int(points) for points in found["points"].split(",")]
    for seat, answer in enumerate(found["answers"].split()):
        word, _, ms = answer.partition("@")
        if word != "?":
            state.answer[seat], state.time[seat] = 1 + read_action(word), int(ms)
        state.turn += 1
    said = dict(rule.split("=") for rule in found["rules"].split())
    for rule in HOUSE:
        value = rule.read(said[rule.name]) if rule.name in said else rule.default
        setattr(state, rule.name, value)
    return state
