"""What cannot be about a YesNo position, in words: for text that is read."""

import numpy as np

from partybots.plugins.yesno import layout, rules
from partybots.plugins.yesno.unseen import ones, unseen_cards


def why_impossible(state: np.record) -> str:
    """The first thing that cannot be; "" if it is a position."""
    for question in (cards, pile, turn, ending, answers, turn_before):
        if wrong := question(state):
            return wrong
    return ""


def cards(state: np.record) -> str:
    total, seats = int(state.yes_cards + state.no_cards), int(state.seats)
    dealt = state.deck_size + state.front_size + state.taken.sum(axis=1)
    for seat in range(seats):
        if dealt[seat] != total // seats:
            return f"seat {seat} has {dealt[seat]} cards, not {total // seats}"
    if state.aside_size != total % seats:
        return f"{state.aside_size} cards are set aside, not {total % seats}"
    unseen, yes = unseen_cards(state)
    if not state.veiled:  # then those are written as well
        hidden = state.deck_size - state.known
        bits = [
            int(d) & ((1 << int(h)) - 1)
            for d, h in zip(state.deck, hidden, strict=True)
        ]
        unseen = sum(map(ones, [*bits, int(state.aside)]))
        return "" if yes == unseen else f"there are {state.yes_cards} YES in the deck"
    return "" if 0 <= yes <= unseen else f"there are {state.yes_cards} YES in the deck"


def pile(state: np.record) -> str:
    for kind in range(int(state.pile.max())):
        seen, copies = int((state.pile == kind + 1).sum()), int(state.copies[kind])
        if seen > copies or (not state.veiled and seen < copies):
            return f"the deck has {copies} of challenge {'abcdefghijkl'[kind]}"
    return ""


def turn(state: np.record) -> str:
    for seat in (state.turn, state.flipper):
        if seat >= state.seats:
            return f"there is no seat {seat}"
    if not 1 <= state.flips <= state.max_turns:
        return f"a match has 1 to {state.max_turns} flips"
    if state.over:
        return ""
    seat, passes = int(state.turn), int(state.passes)
    if passes == 0 and seat != state.flipper:
        return f"it is the turn of seat {seat}, who has not flipped"
    if passes == 0 and rules.shows(state, seat) == layout.SILENT:
        return f"seat {seat} has flipped and shows no word"
    if passes and (state.deck_size[seat] or state.foreseen or passes > state.seats):
        return f"seat {seat} cannot pass"
    return ""


def ending(state: np.record) -> str:
    won, points = int(state.won.sum()), np.zeros(state.seats, np.int64)
    rules.scores(state, points)
    reached = 0 <= state.target_points <= points.max()
    if (state.over == layout.TARGET) != reached:
        return f"target_points are {state.target_points}"
    if state.over != layout.TARGET:
        if (state.over == layout.PILE_OUT) != (won == state.challenges):
            return "the match is over when the last challenge is won"
        if state.over != layout.PILE_OUT and state.turned == won:
            return "no challenge is open"
    return ""


def answers(state: np.record) -> str:
    if state.over and state.asked:
        return "the match is over, and answers are given"
    asked = range(state.asked)
    given = [(state.slapped if k % 2 else state.said)[0, k // 2] for k in asked]
    shown = {k // 2 for k in asked if given[k]}
    if 0 in given and len(shown) > 1:
        return "whoever sees the answers of two sees all"
    return ""


def turn_before(state: np.record) -> str:
    if state.last_turn == layout.NOBODY:
        return ""
    winner, erred = int(state.last_winner), int(state.last_erred)
    if max(state.last_turn, winner) >= state.seats or erred >> state.seats:
        return "there is no such seat"
    if winner >= 0 and state.slapped[1, winner] != 2:
        return f"seat {winner} won without a slap"
    return ""
