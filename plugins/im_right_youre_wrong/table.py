"""I'm Right You're Wrong as a person sees it, in rich's markup; colour adds nothing.

A card is its effect and its name, as "A4 Annoy": in our deck A is an Attack, H is a
Highroad and T a Trap. A Trap face down that the viewer does not know is "(?)".
"""

from collections.abc import Iterable, Iterator

import numpy as np

from partybots.plugins.im_right_youre_wrong import layout
from partybots.plugins.im_right_youre_wrong.house import TYPES, words
from partybots.plugins.im_right_youre_wrong.text import is_down, write_kind
from partybots.plugins.im_right_youre_wrong.why import why_barred

WIDE = 78  # columns
COLOURS = {"attack": "red", "highroad": "green", "trap": "yellow"}
ASKS = {
    layout.CARD: "Play which card?",
    layout.TO_DRAW: "Draw a card? Who does not is out.",
    layout.CARD_BACK: "Put which card under the deck?",
    layout.OPPONENT: "Name which seat?",
    layout.DISARM: "Disarm which Trap?",
    layout.TRIGGER: "Shall this Trap act: {trap}?",
    layout.ORDER: "Which of your Traps acts?",
    layout.FOLLOW: "Draw a card and put one under the deck?",
    layout.UNSEEN: "Pick which card, unseen?",
}


def draw(view: np.record, seat: int) -> str:
    """The table as `seat` sees it; at most 80 columns."""
    lines = [headline(view), ""]
    for other in range(view.seats):
        lines += seat_lines(view, other, seat)
    lines += [*middle(view), *memory(view, seat)]
    if view.held[seat]:
        lines += ["", *hand(view, seat)]
    return "\n".join([*lines, *question(view, seat)])


def headline(view: np.record) -> str:
    if view.step == layout.OVER:
        left = [f"seat {seat}" for seat in range(view.seats) if view.gone[seat] < 0]
        return f"[bold]I'm Right You're Wrong[/], won by {' and '.join(left)}"
    way = "counterclockwise" if view.direction else "clockwise"
    return f"[bold]I'm Right You're Wrong[/], turn of seat {view.turn}, {way}"


def name(view: np.record, kind: int) -> str:
    """A card in words, without markup."""
    return f"{write_kind(kind)} {words(view.kind_name[kind])}"


def coloured(view: np.record, kind: int) -> str:
    return f"[{COLOURS[TYPES[view.kind_type[kind]]]}]{escaped(name(view, kind))}[/]"


def on_table(view: np.record, card: int) -> str:
    """Face down in brackets, as far as the viewer knows it."""
    kind = (card & 127) - 1
    if kind < 0:
        return "(?)"
    return f"({coloured(view, kind)})" if is_down(view, kind) else coloured(view, kind)


def seat_lines(view: np.record, other: int, seat: int) -> Iterator[str]:
    """Who it is, how many cards, and what lies in front."""
    arrow = ">" if other == view.asked else " "
    who = f"seat {other}" + (" (you)" if other == seat else "")
    if view.gone[other] >= 0:
        state = f"out: {loss(view, other)}"
    else:
        state = f"{view.held[other]} card{'' if view.held[other] == 1 else 's'}"
    reminders = [
        f"{coloured(view, (card & 127) - 1)}, binds {bound(card)}"
        for card in view.front[: view.fronts].tolist()
        if card >> layout.HAND_OF & 7 == other
    ]
    traps = [
        on_table(view, trap) for trap in view.traps[other, : view.laid[other]].tolist()
    ]
    yield f"{arrow} {who:<13}{state}"
    yield from wrapped("    ", [*reminders, *traps], "; ")


def bound(card: int) -> str:
    seats = [str(s) for s in range(layout.TABLE) if card >> layout.KNOWN_TO >> s & 1]
    return f"seat {', '.join(seats)}"


def loss(view: np.record, seat: int) -> str:
    """Why a seat is out, and by whose card."""
    by, to = layout.LOSSES[view.lost_by[seat]], int(view.lost_to[seat])
    return by if to == seat else f"{by}, by a card of seat {to}"


def middle(view: np.record) -> list[str]:
    """The deck, the pile and the card being played."""
    cards = int(view.decked + view.unders)
    lines = ["", f"  deck {cards}, of which {view.unders} were put under it"]
    if view.dry:
        lines[-1] += "; nobody draws any more"
    pile = [
        coloured(view, kind) + (f" x{n}" if n > 1 else "")
        for kind, n in enumerate(view.pile.tolist())
        if n
    ]
    lines += wrapped("  used: ", pile, ", ")
    if view.card:
        lines.append(f"  being played: {on_table(view, int(view.card))}{aims(view)}")
    return lines


def aims(view: np.record) -> str:
    aim = (
        f", aims at a Trap of seat {view.aim // layout.PLACES}" if view.aim >= 0 else ""
    )
    aim += f", names seat {view.target}" if view.target >= 0 else ""
    return aim + (f", forced by seat {view.forced_by}" if view.forced_by >= 0 else "")


def memory(view: np.record, seat: int) -> list[str]:
    """What the viewer knows of cards that cannot be seen."""
    under = view.under[: view.unders].tolist()
    known = [on_table(view, card).strip("()") for card in under]
    lines = []
    if any(card & 127 for card in under):
        lines += wrapped("  under the deck, the next first: ", known, ", ")
    kept = [
        f"{coloured(view, (card >> 5 & 127) - 1)} went to seat "
        + " or ".join(str(s) for s in range(layout.TABLE) if card >> s & 1)
        for card in view.known[seat, : view.knows[seat]].tolist()
    ]
    return lines + wrapped("  you have seen: ", kept, "; ")


def hand(view: np.record, seat: int) -> list[str]:
    """Each kind of card: how many, its type, what it says, whether it is forbidden."""
    lines = ["  Your hand:"]
    plays = view.asked == seat and view.question == layout.CARD
    for kind in np.flatnonzero(view.hands[seat]).tolist():
        copies, what = int(view.hands[seat, kind]), int(view.kind_type[kind])
        many = f" x{copies}" if copies > 1 else ""
        lines.append(f"    {coloured(view, kind)}{many}, {TYPES[what].title()}")
        said = words(view.kind_text[kind]), why_barred(view, what) if plays else ""
        lines += [f"      {escaped(line)}" for line in said if line]
    return lines


def question(view: np.record, seat: int) -> list[str]:
    """What the viewer decides now."""
    if view.asked != seat:
        return []
    trap = view.traps[seat, view.place] if view.question == layout.TRIGGER else 0
    asks = ASKS[int(view.question)].format(trap=on_table(view, int(trap)))
    return ["", f"[bold]{asks}[/]"]


def wrapped(label: str, items: Iterable[str], between: str) -> list[str]:
    """Items in lines that begin with a label; none for no items."""
    lines: list[str] = []
    for item in items:
        if lines and wide(lines[-1] + between + item) <= WIDE:
            lines[-1] += between + item
        elif lines:
            lines[-1] += between.rstrip()
            lines.append(" " * min(len(label), 8) + item)
        else:
            lines.append(label + item)
    return lines


def wide(text: str) -> int:
    """Columns, markup taking none."""
    from rich.text import Text

    return Text.from_markup(text).cell_len


def escaped(text: str) -> str:
    """Plain text, safe within rich's markup."""
    from rich.markup import escape

    return escape(text)


# What happens, in words


def describe(
    view: np.record, action: int, actor: int, after: np.record | None = None
) -> str:
    """What `actor` does, in words, from what a viewer knows before and after it."""
    return did(view, action, actor) + came(view, after)


def did(view: np.record, action: int, actor: int) -> str:
    if action >= layout.PICK:
        return f"picks card {action - layout.PICK + 1} of the shuffled hand"
    if action == layout.DRAW:
        return "draws a card"
    if action in (layout.NO, layout.YES):
        return answered(view, action)
    if action >= layout.NAME_TRAP:
        owner, place = divmod(action - layout.NAME_TRAP, layout.PLACES)
        trap = plain(view, int(view.traps[owner, place]))
        if view.question == layout.DISARM:
            return f"aims at {trap} of seat {owner}"
        return f"has {trap} act"
    if action >= layout.NAME_SEAT:
        return f"names seat {action - layout.NAME_SEAT}"
    sees = bool(view.hands[actor].any())
    if action >= layout.RETURN:
        card = name(view, action - layout.RETURN) if sees else "a card"
        return f"puts {escaped(card)} under the deck"
    if is_down(view, action) and not sees:
        return "plays a Trap face down"
    return f"plays {escaped(name(view, action))}"


def plain(view: np.record, card: int) -> str:
    kind = (card & 127) - 1
    return escaped(name(view, kind)) if kind >= 0 else "a Trap face down"


def answered(view: np.record, action: int) -> str:
    """Yes or no."""
    yes = action == layout.YES
    if view.question == layout.CARD:
        return "has no card to play"
    if view.question == layout.TO_DRAW:
        return "does not draw"
    if view.question == layout.FOLLOW:
        return "draws and returns a card" if yes else "declines"
    if view.question == layout.TRIGGER:
        trap = plain(view, int(view.traps[view.asked, view.place]))
        return f"has {trap} act" if yes else f"lets {trap} rest"
    return "lets the Traps rest"


def came(view: np.record, after: np.record | None) -> str:
    """Who is out by it, and why."""
    if after is None:
        return ""
    gone = [
        f"seat {seat} is out: {loss(after, seat)}"
        for seat in np.argsort(after.gone[: after.seats], kind="stable").tolist()
        if after.gone[seat] >= 0 > view.gone[seat]
    ]
    return "".join(f"; {out}" for out in gone)


def losses(state: np.record) -> list[str]:
    """[seat]: why it lost, one of layout.LOSSES; "" while it is in."""
    return [
        layout.LOSSES[by] if by >= 0 else ""
        for by in state.lost_by[: state.seats].tolist()
    ]


def tally(end: np.record) -> dict[str, dict[str, list[int]]]:
    """{"losses": {reason: [seat]}}: 1 for a seat that lost so."""
    lost = losses(end)
    counts = {reason: [int(why == reason) for why in lost] for reason in layout.LOSSES}
    return {"losses": counts}
