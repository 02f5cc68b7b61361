"""Right Now positions for tests: hands and a top discard, then actions in notation."""

import numpy as np

from partybots.core.chance import stream
from partybots.core.registry import Registry
from partybots.plugins.right_now import house, layout, rules, text

GAME = Registry().game("right-now")
H = "YG BW GY WY NY PN GW OB OP"  # the hand of the rulebook's figure
DECK = 70


def position(hands, top, decides="0 plays", rest=(), pile=None, totals=None, dealer=0):
    """A position: hands by seat, the discards, whatever else; no card is counted."""
    seats = len(hands)
    state = np.zeros(1, layout.STATE)[0]
    state.seats = seats
    for rule in house.HOUSE:
        state[rule.name] = rule.default
    house.use_deck(state, None)
    for part in rest:
        name, _, value = part.partition("=")
        state[name] = {rule.name: rule for rule in house.HOUSE}[name].read(value)
    text.read_hands(state, " | ".join(hands))
    zeros = " ".join(["0"] * seats)
    pile = "YGx10" if pile is None else pile
    text.read_table(state, f"top {top}", f"pile {pile}", f"totals {totals or zeros}")
    state.dealer = dealer
    text.read_decision(state, decides)
    return state


def legal(state):
    actions = np.zeros(layout.ACTIONS, np.int64)
    return actions[: rules.legal(state, actions)]


def actions(state):
    return {text.write_action(action) for action in legal(state)}


def plays(state):
    return {action for action in actions(state) if action.startswith("play")}


def play(state, *played, seed=1):
    rng = stream(seed)
    for action in played:
        number = text.read_action(action)
        assert number in legal(state), (action, actions(state))
        rules.apply(state, number, rng)
    return state


def hand(state, seat=0):
    return text.write_cards(state.hands[seat, : state.held[seat]])


def top(state):
    return text.write_card(int(state.discards[state.discarded - 1]))


def dealt(seats, seed=1, **said):
    state = GAME.new(seats, said)
    GAME.kernels.deal(state, stream(seed))
    return GAME.record(state)


def two(first, top_card, second="BN BN BN", **more):
    return position([first, second], top_card, **more)


def winners(state):
    bytes_ = np.frombuffer(bytearray(state.tobytes()), np.uint8)
    out = np.zeros(int(state.seats), np.int64)
    GAME.kernels.winners(bytes_, out)
    return np.flatnonzero(out).tolist()
