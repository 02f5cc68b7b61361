"""Whether a Right Now position can be, as far as it says. Reading one asks this."""

from collections import Counter

import numpy as np

from partybots.plugins.right_now import layout
from partybots.plugins.right_now.house import COLOURS, DEALT

LETTERS = "".join(colour[0].upper() for colour in COLOURS)
MARKS = ("", "+", ">", "@")  # of EFFECTS


def impossible(state: np.record) -> str:
    """Why no match can come to this, in words; "" if nothing speaks against it."""
    asked = wrong_turn if state.to_act >= 0 else wrong_end
    checks = (wrong_cards, wrong_rows, wrong_seat, asked)
    return next(filter(None, (check(state) for check in checks)), "")


def rows(state: np.record) -> list[list[int]]:
    """The hands, the pile, and the discards without their top."""
    hands = [state.hands[seat, : state.held[seat]] for seat in range(int(state.seats))]
    covered = state.discards[: max(int(state.discarded) - 1, 0)]
    return [row.tolist() for row in (*hands, state.pile[: state.piled], covered)]


def wrong_cards(state: np.record) -> str:
    cards = [card for row in rows(state) for card in row]
    cards += state.discards[: state.discarded][-1:].tolist()
    known = Counter(int(layout.PRINTED[card]) for card in cards if card)
    if extra := known - Counter(state.deck[: state.cards].tolist()):
        return f"more cards {write_card(next(iter(extra)))} than the deck has"
    if len(cards) != state.cards:
        return f"{len(cards)} cards, the deck has {state.cards}"
    return ""


def wrong_rows(state: np.record) -> str:
    if not state.discarded or not state.discards[state.discarded - 1]:
        return "the top of the discards is known to all"
    if any(0 < row.count(0) < len(row) for row in rows(state)):
        return "a row of cards is known whole, or not at all"
    return ""


def wrong_seat(state: np.record) -> str:
    last = int(state.seats) - 1
    if max(int(state.dealer), int(state.turn), int(state.to_act)) > last:
        return f"there are seats 0 to {last}"
    return ""


def wrong_turn(state: np.record) -> str:
    """Of a round that is being played."""
    playing = [seat for seat in range(int(state.seats)) if not state.gone[seat]]
    if state.to_act not in playing or state.turn not in playing:
        return "a seat that has exited does nothing"
    if not all(state.held[seat] for seat in playing):
        return "RN-16: a seat without cards has won the round"
    if len(playing) < 2:
        return "RN-17: a seat that is left alone has won the round"
    if state.turns >= most_turns(state):
        return f"RN-S28: a round has {most_turns(state)} turns at most"
    if before_exits(state) >= state.target or state.rounds >= state.max_rounds:
        return "RN-19: the game is over"
    return wrong_decision(state)


def wrong_decision(state: np.record) -> str:
    """The seat is in the round; can it be asked that?"""
    if state.effect and state.effect != int(state.discards[state.discarded - 1]) >> 6:
        return "RN-13: the effect is that of the top discard"
    if state.doing == layout.DRAWN and state.held[state.to_act] < 2:
        return "RN-S32: who has drawn holds two cards or more"
    if state.doing != layout.CHOOSING:
        return ""
    if state.effect == layout.TO_MOVE and state.held[state.to_act] < 2:
        return "RN-14: who has one card ignores it"
    if state.effect == layout.TO_DRAW and state.to_act != state.turn:
        return "RN-13: the others draw without being asked"
    if state.effect == layout.TO_DRAW and not something_to_draw(state):
        return "RN-S2: there is nothing to draw"
    return ""


def wrong_end(state: np.record) -> str:
    if state.rounds and state.totals.max() >= state.target:
        return ""
    if state.rounds >= state.max_rounds:
        return ""
    return f"RN-19: no round ended with {state.target} points or more"


def most_turns(state: np.record) -> int:
    """Of a round (RN-S28)."""
    agreed = int(state.max_turns)
    return layout.LONGEST if agreed < 0 else min(agreed, layout.LONGEST)


def before_exits(state: np.record) -> int:
    """The highest total when this round began, as far as it can be told (RN-S26)."""
    highest = 0
    for seat in range(int(state.seats)):
        total, held = int(state.totals[seat]), int(state.held[seat])
        if state.gone[seat]:
            least = 0 if state.exit_floor == layout.NO_MINUS else DEALT - held
            total -= max(DEALT - held, least) if held else DEALT - 1
        highest = max(highest, total)
    return highest


def something_to_draw(state: np.record) -> bool:
    """RN-S1 RN-S2 RN-S9."""
    if state.piled:
        return True
    exited = 0
    if state.exited_cards == layout.DISCARD_BOTTOM:
        exited = int((state.held * state.gone).sum())
    return bool(state.reshuffle) and (state.discarded > 1 or exited > 0)


def write_card(card: int) -> str:
    if card == 0:
        return "?"
    top, bottom, effect = (card & 7) - 1, (card >> 3 & 7) - 1, card >> 6
    return LETTERS[top] + LETTERS[bottom] + MARKS[effect]
