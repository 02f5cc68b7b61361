"""YesNo as a person sees it: the table, and what the turn before came to."""

import numpy as np

from partybots.plugins.yesno import layout, rules
from partybots.plugins.yesno.house import get_deck

NAMES = {layout.YES: "YES", layout.NO: "NO", layout.SILENT: "-"}
COLOURS = {layout.YES: "bold green", layout.NO: "bold red", layout.SILENT: "dim"}
OVER = (
    "",
    "the last challenge is won",
    "the target is reached",
    "a deck is used up",
    "a player has no cards",
    "nobody has a card to flip",
    "the last flip is played",
)
WIDE = 36  # columns for the cards in front of a seat


def draw(view: np.record, seat: int) -> str:
    """The table as `seat` sees it, in rich's markup; at most 80 columns."""
    lines = [
        headline(view),
        "",
        row("seat", "deck", "in front", WIDE, "shows", "points"),
    ]
    lines += [seat_row(view, other, seat) for other in range(view.seats)]
    lines += ["", *turn_before(view, seat), *turn(view, seat)]
    return "\n".join(lines)


def headline(view: np.record) -> str:
    pile = int(view.challenges - view.turned)
    left = f"{pile} more in the pile, flip {view.flips} of {view.max_turns}"
    return f"Challenge: [bold cyan]{challenge(view)}[/]   ({left})"


def challenge(view: np.record) -> str:
    """The open one in words."""
    if view.turned == view.won.sum():
        return "none"
    kind = int(view.pile[view.turned - 1]) - 1
    return str([*get_deck(view).challenges][kind])


def row(who: str, deck: str, front: str, wide: int, shows: str, points: str) -> str:
    return f"  {who:<10}{deck:>5}   {front:<{wide}}  {shows:<5} {points:>7}"


def seat_row(view: np.record, seat: int, viewer: int) -> str:
    points = np.zeros(view.seats, np.int64)
    rules.scores(view, points)
    shows = rules.shows(view, seat)
    size, up = int(view.front_size[seat]), int(view.front_up[seat])
    shown = range(max(size - WIDE, 0), size)
    cards = [card(view, seat, place) if up >> place & 1 else "." for place in shown]
    drawn = row(
        name(seat, viewer),
        str(view.deck_size[seat]),
        "".join(cards),
        WIDE + sum(len(c) - 1 for c in cards),  # markup takes no columns
        NAMES[shows],
        str(points[seat]),
    )
    return (">" if seat == view.turn else " ") + drawn[1:]


def card(view: np.record, seat: int, place: int) -> str:
    """A face-up card; those face down are drawn as a dot."""
    word = layout.YES if view.front[seat] >> place & 1 else layout.NO
    return f"[{COLOURS[word]}]{NAMES[word][0]}[/]"


def name(seat: int, viewer: int) -> str:
    return f"{seat} (you)" if seat == viewer else str(seat)


def turn_before(view: np.record, viewer: int) -> list[str]:
    """What everyone said and did, and what it came to."""
    if view.last_turn == layout.NOBODY:
        return []
    did = "passed"
    if view.last_word != layout.SILENT:
        did = f"flipped {coloured(view.last_word)}"
    lines = [f"Before that seat {view.last_turn} {did}:"]
    lines += [f"  {name(s, viewer):<10}{answers(view, s)}" for s in range(view.seats)]
    if came := outcome(view):
        lines.append(f"  [bold yellow]{came}[/]")
    return lines


def outcome(view: np.record) -> str:
    """What the turn before came to; "" if play just went on."""
    if view.last_winner != layout.NOBODY:
        return f"seat {view.last_winner} won the challenge"
    erred = [str(s) for s in range(view.seats) if view.last_erred >> s & 1]
    return f"in error: seat {', '.join(erred)}" if erred else ""


def answers(view: np.record, seat: int) -> str:
    """Of the turn before."""
    word = int(view.said[1, seat]) - 1
    said = "said nothing"
    if word:
        said = f"said {coloured(word)} after {view.said_ms[1, seat]} ms"
    if view.slapped[1, seat] == 2:
        return f"{said}, slapped after {view.slapped_ms[1, seat]} ms"
    return said


def coloured(word: int) -> str:
    return f"[{COLOURS[word]}]{NAMES[word]}[/]"


def turn(view: np.record, viewer: int) -> list[str]:
    """What was flipped now, and what the viewer has said to it."""
    if view.over:
        return [f"The match is over: {OVER[view.over]}."]
    word = rules.flipped(view)
    did = f"flips {coloured(word)}" if word else "has no card to flip and passes"
    lines = [f"Seat {view.turn} {did}."]
    said = int(view.said[0, viewer]) - 1
    if said >= 0:
        lines.append(f"You say {coloured(said) if said else 'nothing'}.")
    return lines


def describe(
    view: np.record, action: int, actor: int, after: np.record | None = None
) -> str:
    """An answer as the others see it: that it was given; all, once all are."""
    what = "whether to slap" if action >= layout.HOLD else "what to say"
    if after is None or after.asked:
        return f"has decided {what}"
    return f"is the last to answer: {outcome(after) or 'play goes on'}"
