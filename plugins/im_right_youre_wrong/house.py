"""What a table of I'm Right You're Wrong may agree on: house rules and the deck."""

import csv
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from partybots.core.errors import BadValue
from partybots.core.house import Choice, Number, flag

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np

TYPES = ("attack", "highroad", "trap")
EFFECTS = tuple(
    f"{letter}{number}"
    for letter, most in (("A", 11), ("H", 4), ("T", 6))
    for number in range(1, most + 1)
)
COLUMNS = ["name", "type", "effect", "count", "text"]
KINDS = 64  # entries of a deck, at most
CARDS = 128  # cards of a deck, at most
NAME, TEXT = 24, 64  # bytes in UTF-8, at most

FIELDS = ("effect", "type", "count", "name", "text")  # of an entry

THEMATIC = 1  # `typing`
KINDER = ("A9", "A10", "A11")  # the Highroads of the thematic profile


@dataclass(frozen=True)
class Beginner(Choice):
    def tries(self) -> "Sequence[int]":
        return (0, 1, 2)  # whom every table has


HOUSE = (
    Number("hand_size", 5, "cards dealt to each (IR-1)", 1, 25, tried=(3, 7)),
    Choice("direction", 0, "of the turns (IR-3)", ("clockwise", "counterclockwise")),
    Beginner("first_player", 0, "seat (IR-S1)", ("random", *"01234")),
    Choice("typing", 0, "which type our cards have (3.1)", ("literal", "thematic")),
    flag("auto_draw", True, "nobody forgets to draw (IR-S2)"),
    Choice(
        "sudden_death",
        0,
        "whether a deck that ran dry can be drawn from again (IR-S3)",
        ("state", "permanent"),
    ),
    Choice(
        "last_card",
        0,
        "what comes of the last card in a hand (IR-S6)",
        ("resolve_then_out", "out_at_once"),
    ),
    Choice(
        "simultaneous",
        0,
        "who wins if nobody left has a card (IR-S7)",
        ("actor_first", "draw"),
    ),
    Choice("blind", 0, "how a card is picked unseen (IR-S14)", ("random", "position")),
    flag("allow_self_target", False, "A6 and A7 may name their player (IR-S15)"),
    flag("a7_optional", False, "who is named by A7 may decline (IR-S16)"),
    flag("negotiate_self", True, "H4 also binds its player (IR-S23)"),
    flag("allow_rule_breaking", False, "a forbidden card may be played (IR-S25)"),
    Choice(
        "trap_trigger",
        0,
        "whether a Trap may be let pass (IR-S33)",
        ("auto", "owner_choice"),
    ),
    Choice(
        "same_owner_order",
        0,
        "which Trap of one owner acts first (IR-S35)",
        ("oldest", "owner"),
    ),
    Choice(
        "after_ignored",
        0,
        "what an ignored card still triggers (IR-S36)",
        ("stop", "trigger_all"),
    ),
    Choice("t6", 0, "where T6 sends a new Trap (IR-S44)", ("pile", "deck_bottom")),
    Choice(
        "out_traps",
        0,
        "what becomes of the Traps of a seat that is out (IR-S48)",
        ("pile", "stay"),
    ),
    Number("max_players", 5, "seats at most (IR-S50)", 2, 5),
    Choice(
        "last_card_trap",
        0,
        "what comes of a last card that springs a Trap (IR-S53)",
        ("out_first", "action_first"),
    ),
    flag("h1_triggers_t3", False, "T3 draws for H1 as well (IR-S69)"),
)


class Entry(NamedTuple):
    """Cards that are alike: a line of a deck file."""

    name: str
    type: int  # its place in TYPES
    effect: int  # its place in EFFECTS
    copies: int
    text: str


def check(state: "np.record") -> str:
    """Why such a table cannot be, in words; "" if it can."""
    seats, size = int(state.seats), int(state.hand_size)
    if seats > state.max_players:
        return f"IR-S50: {seats} seats, and max_players is {state.max_players}"
    if state.first_player > seats:
        seat = int(state.first_player) - 1
        return f"IR-S1: first_player is {seat}, and the last seat is {seats - 1}"
    cards = int(state.kind_count.sum())
    if seats * size >= cards:
        return f"IR-S50: {seats} hands of {size} leave no deck of {cards} cards"
    return ""


def use_deck(state: "np.record", text: str | None) -> None:
    """Put a deck in force: that of a file's `text`, or ours for None.

    A deck file is CSV, its header name,type,effect,count,text; a line that begins with
    "#" is left out.
    """
    if text is not None and state.typing:
        raise BadValue(
            "typing is of our deck; a deck file says what type its cards are"
        )
    put_deck(state, ours(int(state.typing)) if text is None else read_deck(text))


def put_deck(state: "np.record", deck: "Sequence[Entry]") -> None:
    for field in FIELDS:
        state[f"kind_{field}"] = 0
    for place, entry in zip(places(deck), deck, strict=True):
        state.kind_effect[place], state.kind_type[place] = entry.effect, entry.type
        state.kind_count[place] = entry.copies
        for field, said in (
            (state.kind_name, entry.name),
            (state.kind_text, entry.text),
        ):
            field[place, : len(said.encode())] = list(said.encode())
    state.kinds = 1 + max(places(deck))


def get_deck(state: "np.record") -> "dict[int, Entry]":
    """The entries in force by place, in an order that gives these places again."""
    used = [place for place in range(KINDS) if state.kind_count[place]]
    used.sort(key=lambda place: stray(place, int(state.kind_effect[place])))
    return {
        place: Entry(
            words(state.kind_name[place]),
            int(state.kind_type[place]),
            int(state.kind_effect[place]),
            int(state.kind_count[place]),
            words(state.kind_text[place]),
        )
        for place in used
    }


def words(field: "np.ndarray") -> str:
    return bytes(field).rstrip(b"\0").decode()


def places(deck: "Sequence[Entry]") -> list[int]:
    """Where each entry stands among the KINDS, which is what actions call it.

    The first of an effect stands at the place of the effect, so that its action can be
    read without the deck; others stand behind these and, if there is no more room, at
    the places of effects that the deck has not got.
    """
    first = {entry.effect: n for n, entry in reversed([*enumerate(deck)])}
    behind = range(len(EFFECTS), KINDS)
    spare = [place for place in range(len(EFFECTS)) if place not in first]
    room = iter([*behind, *spare])
    return [
        e.effect if first[e.effect] == n else next(room) for n, e in enumerate(deck)
    ]


def stray(place: int, effect: int) -> int:
    """0 for a place of its own effect, 1 behind those, 2 for one of another effect."""
    return 1 if place >= len(EFFECTS) else 0 if place == effect else 2


@cache
def ours(typing: int) -> tuple[Entry, ...]:
    """The default deck. Its counts and some of its labels are ours (deck.csv)."""
    deck = read_deck(Path(__file__).with_name("deck.csv").read_text("utf-8"))
    if typing != THEMATIC:
        return deck
    highroad = TYPES.index("highroad")
    return tuple(
        entry._replace(type=highroad) if EFFECTS[entry.effect] in KINDER else entry
        for entry in deck
    )


@cache
def read_deck(text: str) -> tuple[Entry, ...]:
    """The entries of a deck file, in its order; BadValue names a line that is wrong."""
    rows = lines(text)
    number, header = next(rows, (1, []))
    if header != COLUMNS:
        raise BadValue(f"deck, line {number}: the header is {','.join(COLUMNS)}")
    deck: dict[str, Entry] = {}
    for number, row in rows:
        where = f"deck, line {number}"
        entry = read_entry(where, row)
        if entry.name in deck:
            raise BadValue(f'{where}: there is a line "{entry.name}" already')
        deck[entry.name] = entry
        if len(deck) > KINDS:
            raise BadValue(f"{where}: a deck has at most {KINDS} entries")
        if (cards := sum(entry.copies for entry in deck.values())) > CARDS:
            raise BadValue(
                f"{where}: a deck has at most {CARDS} cards, here are {cards}"
            )
    if not deck:
        raise BadValue(f"deck, line {number}: no card follows")
    return tuple(deck.values())


def lines(text: str) -> "Iterator[tuple[int, list[str]]]":
    """The lines that say something, and their numbers."""
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            try:
                (row,) = csv.reader([line], strict=True)
            except csv.Error as error:
                raise BadValue(f"deck, line {number}: {error}") from error
            yield number, [word.strip() for word in row]


def read_entry(where: str, row: list[str]) -> Entry:
    if len(row) != len(COLUMNS):
        raise BadValue(f"{where}: {len(row)} columns, not {len(COLUMNS)}")
    name, kind, effect, count, text = row
    for column, said, most in (("name", name, NAME), ("text", text, TEXT)):
        if len(said.encode(errors="replace")) > most or not said.isprintable():
            raise BadValue(
                f"{where}: a {column} is at most {most} printable characters"
            )
    if not name:
        raise BadValue(f"{where}: a card has a name")
    for what, said, known in (("type", kind, TYPES), ("effect", effect, EFFECTS)):
        if said not in known:
            raise BadValue(f'{where}: no {what} "{said}"; known: {", ".join(known)}')
    if (kind == "trap") != effect.startswith("T"):
        fit = "is a trap" if effect.startswith("T") else "is no trap"
        raise BadValue(f"{where}: {effect} {fit}, not {kind}")
    if not re.fullmatch("[0-9]{1,3}", count) or not 1 <= int(count) <= CARDS:
        raise BadValue(f'{where}: a count is a number from 1 to {CARDS}, not "{count}"')
    return Entry(name, TYPES.index(kind), EFFECTS.index(effect), int(count), text)


def write_deck(state: "np.record") -> str:
    """The deck in force as a deck file; use_deck() makes the same of it."""
    deck = get_deck(state).values()
    rows = [
        [e.name, TYPES[e.type], EFFECTS[e.effect], str(e.copies), e.text] for e in deck
    ]
    return "\n".join(written(row) for row in [COLUMNS, *rows]) + "\n"


def written(row: list[str]) -> str:
    """A line of CSV, quoted only where it would be read as something else."""
    quoted = ['"' + w.replace('"', '""') + '"' if {*',"#'} & {*w} else w for w in row]
    return ",".join(quoted)


def is_ours(state: "np.record") -> bool:
    return spelled(state) == our_spelling(int(state.typing), state.dtype)


@cache
def our_spelling(typing: int, layout: "np.dtype[np.void]") -> bytes:
    import numpy as np

    table: np.record = np.zeros(1, layout)[0]
    put_deck(table, ours(typing))
    return spelled(table)


def spelled(state: "np.record") -> bytes:
    """The deck in force, byte by byte."""
    return b"".join(state[f"kind_{field}"].tobytes() for field in FIELDS)
