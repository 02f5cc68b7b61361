"""Why an action is not legal, for people."""

import numpy as np

from partybots.plugins.right_now import layout
from partybots.plugins.right_now.house import COLOURS
from partybots.plugins.right_now.possible import something_to_draw
from partybots.plugins.right_now.text import sliced

DOES = {
    layout.TO_DRAW: "RN-13: the seat whose turn it is may draw or decline",
    layout.TO_MOVE: "RN-14: the effect is to move a card to the rear",
    layout.TO_ROTATE: "RN-15: the effect is to rotate a card",
}


def why_illegal(state: np.record, action: int) -> str:
    """The rule that forbids `action`, in words; "" if none does.

    Says again, slowly, what legal() says fast; a law holds the two together.
    """
    if not 0 <= action < layout.ACTIONS:
        return f"there is no action {action}"
    if state.to_act < 0:
        return "RN-19: the game is over"
    if state.doing == layout.DRAWN:
        orients = action in (layout.KEEP, layout.TURN)
        return "" if orients else "RN-11: keep or turn the card just drawn"
    if state.doing == layout.CHOOSING:
        return why_not_follow(state, action)
    if action == layout.DRAW:
        return "" if something_to_draw(state) else "RN-S2: there is nothing to draw"
    if action == layout.EXIT:
        return ""
    if action < layout.PLAY:
        return "RN-5: a turn is a play, a draw or an exit"
    return why_not_play(state, *sliced(action))


def why_not_follow(state: np.record, action: int) -> str:
    """An effect is being followed (RN-13 RN-14 RN-15)."""
    held, own = int(state.held[state.to_act]), state.to_act == state.turn
    if action == layout.DECLINE:
        return (
            "" if own else "RN-13 to RN-15: only the seat whose turn it is may decline"
        )
    if state.effect == layout.TO_DRAW and action == layout.DRAW:
        return ""
    if state.effect == layout.TO_MOVE and layout.MOVE <= action < layout.ROTATE:
        place = action - layout.MOVE
        return "" if place < held - 1 else "RN-14: any card but the rear one"
    if state.effect == layout.TO_ROTATE and layout.ROTATE <= action < layout.PLAY:
        place = action - layout.ROTATE
        return "" if place < held else f"RN-15: the hand has {held} cards"
    return DOES[int(state.effect)]


def why_not_play(state: np.record, first: int, length: int) -> str:
    held = int(state.held[state.to_act])
    if first + length > held:
        return f"RN-6: the hand has {held} cards"
    cards = [sides(card) for card in state.hands[state.to_act, first : first + length]]
    top = set(sides(state.discards[state.discarded - 1]))
    if length == 1:
        match = top & set(cards[0])
        return "" if match else f"RN-6: no colour of {names(top)}"
    combos = [
        {side for side in shared if all(card[half] == side for card in cards)}
        for half, shared in enumerate(zip(*cards, strict=True))
    ]
    colours = combos[0] | combos[1]
    if not colours:
        return "RN-7: no colour on the same half of all of these cards"
    if length == layout.SUPER or colours & top:
        return ""
    return f"RN-8: a combo of {names(colours)} on a card of {names(top)}"


def sides(card: int) -> tuple[int, int]:
    """Colours, from 1, of the top and the bottom half."""
    return int(card) & 7, int(card) >> 3 & 7


def names(colours: set[int]) -> str:
    return " and ".join(COLOURS[colour - 1] for colour in sorted(colours))
