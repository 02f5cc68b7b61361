"""Liar's Dice positions and actions as text, for tests, errors, logs and the CLI.

A position is the dice of each seat, the bid, the bidder and who acts:

    44412 55631 / 3x4 by 0 / 1

is two seats, the first holding three fours, a one and a two; three fours were bid by
seat 0; seat 1 acts. "-" is a seat that is out, "?" a die not seen. Without a bid the
middle part is left out. Seats count from 0.
"""

import re

import numpy as np

from liars_dice import rules
from partybots.core import NotationError


def read_action(text: str) -> int:
    """The action number of "challenge" or of a bid such as "3x4"."""
    if text == "challenge":
        return rules.CHALLENGE
    found = re.fullmatch(r"([1-9]\d?)x([1-6])", text)
    action = rules.bid(int(found[1]), int(found[2])) if found else rules.ACTIONS
    if action >= rules.ACTIONS:
        expected = '"challenge" or a bid like "3x4"'
        raise NotationError("a Liar's Dice action", text, expected)
    return int(action)


def write_action(action: int) -> str:
    if action == rules.CHALLENGE:
        return "challenge"
    count, face = rules.count_and_face(action)
    return f"{count}x{face}"


def read(text: str) -> np.record:
    """The state that `text` stands for; the inverse of write()."""
    try:
        hands, *bid, to_act = (part.strip() for part in text.split("/"))
        seats = hands.split()
        state: np.record = np.zeros(1, rules.STATE)[0]
        state.seats, state.to_act = len(seats), int(to_act)
        for seat, dice in enumerate(seats):
            state.left[seat] = 0 if dice == "-" else len(dice)
            for die in dice.strip("-?"):
                state.dice[seat, "123456".index(die)] += 1
        if bid:
            action, _, bidder = bid[0].partition(" by ")
            state.bid, state.bidder = read_action(action), int(bidder)
        if len(bid) > 1 or not possible(state):
            raise ValueError
    except (ValueError, IndexError) as error:
        expected = '"44412 55631 / 3x4 by 0 / 1"'
        raise NotationError("a Liar's Dice position", text, expected) from error
    return state


def possible(state: np.record) -> bool:
    """Whether a match can come to this (R1 R2 R4); what is in the hands aside."""
    in_play, over = state.left.sum(), state.left.max() == state.left.sum()
    bid_on = 0 <= state.bid <= in_play * rules.FACES and not (over and state.bid)
    seats = range(state.seats)
    acts = state.to_act in seats and state.left[state.to_act] > 0
    bids = state.bidder in seats and (not state.bid or state.left[state.bidder] > 0)
    few = 0 < state.left.max() <= rules.START_DICE
    return bool(state.seats in rules.SEATS and few and bid_on and acts and bids)


def write(state: np.record) -> str:
    hands = []
    for seat in range(state.seats):
        seen = "".join(
            str(f + 1) * int(state.dice[seat, f]) for f in range(rules.FACES)
        )
        hands.append(seen + "?" * (int(state.left[seat]) - len(seen)) or "-")
    bid = [f"{write_action(state.bid)} by {state.bidder}"] if state.bid else []
    return " / ".join([" ".join(hands), *bid, str(state.to_act)])
