"""What a table of Right Now may agree on: house rules and the deck."""

import csv
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from partybots.core.errors import BadValue
from partybots.core.house import Choice, Number, flag

if TYPE_CHECKING:
    import numpy as np

COLOURS = ("yellow", "green", "orange", "pink", "blue", "navy", "white")  # RN-1
EFFECTS = ("", "draw", "move", "rotate")  # RN-13 RN-14 RN-15
COLUMNS = ["top", "bottom", "effect"]
DECK = 128  # cards that a deck can have
DEALT = 9  # cards to each seat (RN-2)

HOUSE = (
    Number("max_players", 7, "seats at most (RN-S23, RN-S35)", 2, 7),
    Choice(
        "first_dealer",
        0,
        "the seat that deals the first round (RN-S30)",
        ("random", *"0123456"),
    ),
    flag("reshuffle", True, "an empty pile is made anew of the discards (RN-S1)"),
    Choice(
        "effect_order",
        0,
        "who is the first to follow an effect (RN-S3)",
        ("others_first", "active_first"),
    ),
    Choice("exit_floor", 0, "the least an exit can score (RN-S7)", ("none", "0")),
    Choice(
        "exited_cards",
        0,
        "where the cards of a seat that exits go (RN-S9)",
        ("aside", "discard_bottom"),
    ),
    Number(
        "max_turns",
        -1,
        "turns of a round at most; 1000 if none (RN-S28, RN-S33)",
        1,
        1000,
        none=True,
        tried=(1, 20),
    ),
    Choice("memory", 0, "what a seat remembers (RN-S36)", ("seen", "none")),
    Number("target", 25, "a total that ends the game (RN-S27)", 1, 1000, tried=(1, 40)),
    Number("max_rounds", 100, "rounds at most (RN-S37)", 1, 1000, tried=(1, 2)),
)


def pack(top: int, bottom: int, effect: int) -> int:
    """A card as one byte: two colours, 1 to 7, and an effect, 0 to 3. 0 is no card."""
    return top | bottom << 3 | effect << 6


def check(state: "np.record") -> str:
    """Why such a table cannot be, in words; "" if it can."""
    if state.seats > state.max_players:
        return f"RN-S23: {state.seats} seats, and max_players is {state.max_players}"
    if state.first_dealer > state.seats:
        seat = int(state.first_dealer) - 1
        return f"RN-S30: first_dealer is {seat}, and the last seat is {state.seats - 1}"
    return too_few(state)


def too_few(state: "np.record") -> str:
    """What a deck lacks for nine cards a seat and one to start with; "" if nothing."""
    least = DEALT * int(state.seats) + 1
    if state.cards >= least:
        return ""
    return f"RN-4: {state.seats} seats need {least} cards, the deck has {state.cards}"


def use_deck(state: "np.record", text: str | None) -> None:
    """Put a deck in force: that of a file's `text`, or ours for None.

    A deck file is CSV. Its header is top,bottom,effect; a line is a card, such as
    yellow,green,draw; the effect is draw, move, rotate or empty.
    """
    deck = read_deck(default_deck() if text is None else text)
    state.deck[:] = 0
    state.deck[: len(deck)] = deck
    state.cards = len(deck)
    if text is not None and (wrong := too_few(state)):
        raise BadValue(f"deck, line {len(text.splitlines())} is its last: {wrong}")


@cache
def default_deck() -> str:
    """The default deck as a file. It is ours: the published one is not known.

    On a ring of the colours every pair has three cards, neighbours a fourth. One card
    of each pair has an effect: draw for neighbours, move two apart, rotate three apart.
    """
    lines = [",".join(COLUMNS)]
    for top, colour in enumerate(COLOURS):
        for apart, effect in enumerate(EFFECTS):
            other = COLOURS[(top + apart) % len(COLOURS)]
            if effect:
                lines += [f"{colour},{other},{effect}"]
                lines += [f"{colour},{other},"] * (3 if apart == 1 else 2)
    return "\n".join(lines) + "\n"


@lru_cache(maxsize=16)
def read_deck(text: str) -> tuple[int, ...]:
    """The cards of a deck file, packed as printed: the lower colour on top, ascending.

    Which way up a file has a card means nothing, as each is dealt either way (RN-S24).
    """
    reader = csv.reader(text.removeprefix("\ufeff").splitlines(), strict=True)
    try:
        rows = [(reader.line_num, row) for row in reader if row]
    except csv.Error as error:
        raise BadValue(f"deck, line {reader.line_num}: {error}") from error
    if not rows or rows[0][1] != COLUMNS:
        raise BadValue(f"deck, line 1: the header must be {','.join(COLUMNS)}")
    cards = [read_card(number, row) for number, row in rows[1:]]
    if len(cards) > DECK:
        number = rows[DECK + 1][0]
        raise BadValue(f"deck, line {number}: a deck has at most {DECK} cards")
    return tuple(sorted(cards))


def read_card(number: int, row: list[str]) -> int:
    """The card that line `number` of a deck file stands for."""
    if len(row) != len(COLUMNS):
        raise BadValue(f"deck, line {number}: {len(row)} columns, not {len(COLUMNS)}")
    top, bottom, effect = (word.strip() for word in row)
    for colour in (top, bottom):
        if colour not in COLOURS:
            known = ", ".join(COLOURS)
            raise BadValue(f'deck, line {number}: no colour "{colour}"; known: {known}')
    if top == bottom:
        raise BadValue(f"deck, line {number}: {top} twice; RN-1: two different colours")
    if effect not in EFFECTS:
        known = ", ".join(EFFECTS[1:])
        raise BadValue(f'deck, line {number}: no effect "{effect}"; known: {known}')
    low, high = sorted((COLOURS.index(top) + 1, COLOURS.index(bottom) + 1))
    return pack(low, high, EFFECTS.index(effect))
