"""Right Now as a person at the table sees it, in rich's markup; colour adds nothing.

A card is two letters, one above the other. Neighbours that can be played together are
joined by "==" on the half that they share, so that a combo is a bar through the hand.
"""

import numpy as np

from partybots.plugins.right_now import layout
from partybots.plugins.right_now.house import COLOURS, EFFECTS
from partybots.plugins.right_now.possible import LETTERS, MARKS, write_card
from partybots.plugins.right_now.rules import exit_points
from partybots.plugins.right_now.text import sliced

PER_LINE = 15  # cards of a hand; 5 columns each
STYLES = {
    "yellow": "black on yellow",
    "green": "black on green3",
    "orange": "black on dark_orange",
    "pink": "black on plum1",
    "blue": "white on dodger_blue2",
    "navy": "white on navy_blue",
    "white": "black on white",
}
ASKS = {
    layout.TO_DRAW: "Draw a card, or decline?",
    layout.TO_MOVE: "Move which card to the rear?",
    layout.TO_ROTATE: "Rotate which card?",
}


def draw(view: np.record, seat: int) -> str:
    """The table as `seat` sees it; at most 80 columns."""
    lines = [headline(view), ""]
    lines += [seat_line(view, other, seat) for other in range(int(view.seats))]
    lines += ["", *middle(view), ""]
    if view.held[seat]:
        lines += hand(view, seat)
    lines += question(view, seat)
    return "\n".join(lines).rstrip()


def headline(view: np.record) -> str:
    if view.to_act < 0:
        return f"[bold]Right Now[/], over after {count(int(view.rounds), 'round')}"
    ends = f"{view.target} points end the game"
    return f"[bold]Right Now[/], round {view.rounds + 1}, turn {view.turns + 1}; {ends}"


def seat_line(view: np.record, other: int, seat: int) -> str:
    """Who it is, its points, and its cards from behind."""
    held, gone = int(view.held[other]), bool(view.gone[other])
    arrow = ">" if other == view.to_act else " "
    name = f"seat {other}" + (" (you)" if other == seat else "")
    backs = "exited" if gone else "#" * min(held, 25)
    cards = "" if gone else count(held, "card")
    deals = "dealer" if other == view.dealer else ""
    line = f"{arrow} {name:<13}{view.totals[other]:>4} points   {backs:<26}"
    return f"{line}{cards:<10}{deals}".rstrip()


def middle(view: np.record) -> list[str]:
    """The top discard and the pile."""
    top = int(view.discards[view.discarded - 1])
    names = [COLOURS[(top >> shift & 7) - 1] for shift in (0, 3)]
    effect = f"   {MARKS[top >> 6]} {EFFECTS[top >> 6]}" if top >> 6 else ""
    return [
        f"  {half(top & 7)} {names[0]:<8} {view.discarded - 1:>3} under it",
        f"  {half(top >> 3 & 7)} {names[1]:<8} {view.piled:>3} in the pile{effect}",
    ]


def half(colour: int) -> str:
    """A half of a card: the letter of its colour, on it."""
    if not colour:
        return " ? "
    return f"[{STYLES[COLOURS[colour - 1]]}] {LETTERS[colour - 1]} [/]"


def joint(colour: int, behind: int) -> str:
    """Between two halves."""
    if not colour or colour != behind:
        return "  "
    return f"[{STYLES[COLOURS[colour - 1]]}]==[/]"


def hand(view: np.record, seat: int) -> list[str]:
    """From front to rear: place, halves and effect of every card, PER_LINE abreast."""
    cards = [int(card) for card in view.hands[seat, : view.held[seat]]]
    lines = ["  Your hand, from front to rear:"]
    for first in range(0, len(cards), PER_LINE):
        row = cards[first : first + PER_LINE]
        behind = [*cards[first + 1 : first + PER_LINE + 1], 0][: len(row)]
        places = (str(place) for place in range(first + 1, first + len(row) + 1))
        lines.append("  " + "".join(f"{place:^3}  " for place in places).rstrip())
        for shift in (0, 3):
            pairs = zip(row, behind, strict=True)
            halves = ((card >> shift & 7, other >> shift & 7) for card, other in pairs)
            lines.append("  " + "".join(half(a) + joint(a, b) for a, b in halves))
        marks = "".join(f"{MARKS[card >> 6]:^3}  " for card in row).rstrip()
        lines.append(f"  {marks}".rstrip())
    found = {card >> 6 for card in cards} - {0}
    return [*lines, *([legend(found)] if found else [])]


def legend(found: set[int]) -> str:
    return "  " + "   ".join(f"{MARKS[kind]} {EFFECTS[kind]}" for kind in sorted(found))


def question(view: np.record, seat: int) -> list[str]:
    """What the viewer decides now."""
    if view.to_act != seat:
        return []
    if view.doing == layout.DRAWN:
        card = write_card(int(view.hands[seat, view.held[seat] - 1]))
        return ["", f"You drew {card}, now your rear card. Keep it so, or turn it?"]
    if view.doing == layout.CHOOSING:
        return ["", ASKS[int(view.effect)]]
    points = count(int(exit_points(view, seat)), "point")
    return ["", f"Play, draw, or exit for {points}?"]


def describe(
    view: np.record, action: int, actor: int, after: np.record | None = None
) -> str:
    """What `actor` does, in words, from what a viewer knows before and after it."""
    ends = after is not None and after.rounds > view.rounds
    if action == layout.EXIT:
        points = count(int(exit_points(view, actor)), "point")
        return f"exits for {points}" + (", which ends the round" if ends else "")
    if action == layout.DRAW:
        return "draws a card"
    if action == layout.DECLINE:
        return "does not follow the effect"
    if action in (layout.KEEP, layout.TURN):
        return f"puts {the_drawn(view, action, actor)} at the rear"
    if action < layout.PLAY:
        moves = action < layout.ROTATE
        place = action - (layout.MOVE if moves else layout.ROTATE)
        card = write_card(int(view.hands[actor, place])).replace("?", "card")
        return f"{'moves' if moves else 'rotates'} {card} at {place + 1}"
    return played(view, action, actor, after) + (" and wins the round" if ends else "")


def the_drawn(view: np.record, action: int, actor: int) -> str:
    """The card just drawn, as it is put."""
    card = int(view.hands[actor, view.held[actor] - 1])
    if not card:
        return "the card"
    return write_card(int(layout.TURNED[card]) if action == layout.TURN else card)


def played(view: np.record, action: int, actor: int, after: np.record | None) -> str:
    """All saw the cards, whether they knew them before or not."""
    first, length = sliced(action)
    cards = view.hands[actor, first : first + length]
    if after is not None and after.rounds == view.rounds:
        end = int(view.discarded) + length  # less, if they are in a new pile already
        cards = (
            after.discards[view.discarded : end][::-1] if after.discarded >= end else []
        )
    words = " ".join(write_card(int(card)) for card in cards if card)
    combo = "a Super Combo" if length == layout.SUPER else count(length, "card")
    return f"plays {combo}" + (f": {words}" if words else "")


def count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")
