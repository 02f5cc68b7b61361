"""House rules of Right Turn, Left Turn, its deck and its circle of Agents.

The published deck and the facings of four of the Agents are not known to us. The
Contracts and the circle here are ours; the first Contract is the rulebook's example,
and the circle fits it.
"""

import csv
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from partybots.core.errors import BadValue, PartybotsError
from partybots.core.house import Choice, Number
from partybots.solvers.route import (
    DEFAULT_CIRCLE,
    DEFAULT_DECK,
    LANDMARKS,
    Circle,
    Contract,
)
from partybots.solvers.route.contract import SIDES

if TYPE_CHECKING:
    import numpy as np

WHERE = ("under_pile", "box")
HOUSE = (
    Number("target", 6, "RTLT-S19 Contracts that win at once", 1, 128, tried=(2,)),
    Choice("unsolved_card", 0, "RTLT-S1 where a Contract nobody solved goes", WHERE),
    Choice("penalty_card", 1, "RTLT-S2 where a Contract given back goes", WHERE),
    Choice(
        "on_empty_pile",
        0,
        "RTLT-S4 end the match, or shuffle the box into a new pile",
        ("end", "recycle_box"),
    ),
    Choice(
        "unknown_answer",
        0,
        "RTLT-S8 what a word that is no landmark is",
        ("wrong", "reject"),
    ),
    Choice(
        "revealer",
        0,
        "RTLT-S16 who turns the next Contract",
        ("rotate", "winner", "oldest"),
    ),
    Number("first_revealer", 0, "RTLT-S17 seat of the oldest", 0, 9, tried=(1,)),
    Number("max_players", 8, "RTLT-S20 how many may play", 2, 10, tried=(10,)),
    Choice(
        "relayout",
        0,
        "RTLT-S24 whether the Agents are laid out anew",
        ("never", "each_game"),
    ),
    Number("depth", 3, "RTLT-18 movements that count at the start", 1, 3, tried=(1, 2)),
    Number(
        "deeper_every",
        -1,
        "RTLT-S25 rounds after which one more movement counts (ours)",
        1,
        500,
        none=True,
        tried=(3,),
    ),
    Number(
        "tie_window_ms",
        0,
        "RTLT-S28 ms after the first right answer that are the same time",
        0,
        60_000,
        tried=(900,),
    ),
    Number("max_ties", 10, "RTLT-S33 ties a round has at most", 1, 1000, tried=(1, 2)),
    Number("max_rounds", 500, "RTLT-S34 rounds at most", 1, 100_000, tried=(9,)),
    Number(
        "actuation",
        300,
        "ms that speaking takes on average, which a bot's time leaves out (ours)",
        0,
        10_000,
        tried=(0,),
    ),
)


CAPACITY = 128  # Contracts in a deck
MOVEMENTS = 3  # of a Contract
SHIFT = 15  # bits a movement: its side, then its steps
CIRCLE = re.compile(r"circle\s*[:,]?\s+(.*)", re.IGNORECASE)
COLUMNS = ("contract", "contrat")  # a header has one of them
EXAMPLE = "a Contract with three movements, such as house 3L 1R 4L"


def use_deck(state: "np.record", text: str | None) -> None:
    """Put a deck and its circle into the state: ours, or those in the text of a file.

    A file has one Contract a line, `house 3L 1R 4L`, or is CSV; before them a line
    `circle: house:front ambulance:front ...` may lay out the Agents, clockwise. Empty
    lines and those after # are skipped. BadValue names the line and what is wrong.
    """
    if text is None:
        set_circle(state, DEFAULT_CIRCLE)
        set_deck(state, DEFAULT_DECK)
        return
    circle, deck = read_deck(text)
    set_circle(state, circle)
    set_deck(state, deck)


def check(state: "np.record") -> str:
    """Why such a table cannot be, in words; "" if it can."""
    if state.seats > state.max_players:
        most = state.max_players
        return f"RTLT-S20: {most} players at most (max_players), not {state.seats}"
    if state.first_revealer >= state.seats:
        return f"RTLT-S17: there is no seat {state.first_revealer} (first_revealer)"
    if state.target > state.cards:
        return f"RTLT-S19: {state.cards} Contracts, so nobody can win {state.target}"
    return ""


def warn(state: "np.record") -> str:
    """Why the pile may run out before anyone has the target; "" if it cannot (S26)."""
    needed = int(state.seats * (state.target - 1) + 1)
    if needed > state.cards:
        return (
            f"the pile may run out first: {state.seats} players can win {needed - 1} "
            f"of {state.cards} Contracts with nobody at {state.target}"
        )
    leaves = [rule for rule in ("unsolved_card", "penalty_card") if state[rule] == 1]
    if leaves and not state.on_empty_pile:
        boxed = " and ".join(leaves)
        return f"the pile may run out first: Contracts go into the box ({boxed})"
    return ""


def read_deck(text: str) -> tuple[Circle, list[Contract]]:
    """The circle and the Contracts that a file stands for."""
    circle, found = DEFAULT_CIRCLE, dict[Contract, int]()  # Contract: its line
    column: int | None = None
    for number, line in lines(text):
        laid = CIRCLE.fullmatch(line)
        try:
            if laid and not found:
                circle = Circle.read(laid[1], LANDMARKS)
                continue
            if not found and column is None and (column := header(line)) is not None:
                continue
            contract = read_contract(line, column)
        except PartybotsError as error:
            raise BadValue(f"line {number} of the deck: {error}") from error
        if contract in found:
            raise BadValue(
                f"line {number} of the deck: {contract} stands in line "
                f"{found[contract]} already"
            )
        found[contract] = number
    if not 1 <= len(found) <= CAPACITY:
        raise BadValue(f"a deck has 1 to {CAPACITY} Contracts, this one {len(found)}")
    return circle, list(found)


def lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers from 1."""
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if said := line.partition("#")[0].strip():
            yield number, said


def header(line: str) -> int | None:
    """Which column of a CSV file has the Contracts; None if this is no header."""
    names = [cell.strip().casefold() for cell in cells(line)]
    return next((names.index(name) for name in COLUMNS if name in names), None)


def cells(line: str) -> list[str]:
    return next(csv.reader([line], delimiter=";" if ";" in line else ","))


def read_contract(line: str, column: int | None = None) -> Contract:
    """The Contract on a line, or in that cell of it."""
    if column is not None:
        row = cells(line)
        if column >= len(row):
            raise BadValue(f"there is no column {column + 1}")
        line = row[column]
    contract = Contract.read(line.replace('"', ""))
    if len(contract.movements) != MOVEMENTS:
        raise BadValue(f"{contract} is not {EXAMPLE} (RTLT-1)")
    return contract


def set_circle(state: "np.record", circle: Circle) -> None:
    """Lay out the Agents; a circle is the same wherever it begins, so at the house."""
    first = circle.landmarks.index(LANDMARKS[0])
    from_house = circle.agents[first:] + circle.agents[:first]
    for place, (name, facing) in enumerate(from_house):
        state.circle[place] = LANDMARKS.index(name)
        state.facing[LANDMARKS.index(name)] = facing == "front"


def get_circle(state: "np.record") -> Circle:
    """The Agents as they lie, clockwise from the house."""
    return circle_of(state.circle.tobytes(), state.facing.tobytes())


@lru_cache(256)
def circle_of(clockwise: bytes, facing: bytes) -> Circle:
    """From landmarks clockwise and [landmark] its facing, 1 being the front."""
    return Circle(
        (LANDMARKS[landmark], "front" if facing[landmark] else "back")
        for landmark in clockwise
    )


def set_deck(state: "np.record", deck: Iterable[Contract]) -> None:
    """Number the Contracts from 1, in the order they are given."""
    packed = [pack(contract) for contract in deck]
    if len(set(packed)) < len(packed):
        raise BadValue("a deck has each Contract once")
    state.cards = len(packed)
    state.deck[:] = packed + [0] * (CAPACITY - len(packed))


def get_contract(state: "np.record", card: int) -> Contract:
    """The Contract with that number."""
    return unpack(int(state.deck[card - 1]))


def open_contract(state: "np.record") -> Contract:
    """Of the open Contract the movements that count in this round (RTLT-18, S25)."""
    return in_force(state, state.open, state.rounds)


def last_contract(state: "np.record") -> Contract:
    """The same of the one before it, in a tie-break of this round, else of the last."""
    return in_force(state, state.last, state.rounds - (state.ties == 0))


def in_force(state: "np.record", card: int, rounds: int) -> Contract:
    deeper = rounds // state.deeper_every if state.deeper_every > 0 else 0
    return get_contract(state, card).first(min(MOVEMENTS, int(state.depth + deeper)))


def pack(contract: Contract) -> int:
    """Three bits for the start, then for each movement its side and its steps."""
    packed = LANDMARKS.index(contract.start)
    for movement, (count, side) in enumerate(contract.movements):
        packed |= (2 * count + SIDES.index(side)) << 3 + SHIFT * movement
    return packed


@lru_cache(1024)
def unpack(packed: int) -> Contract:
    """The inverse of pack()."""
    movements = (packed >> 3 + SHIFT * movement for movement in range(MOVEMENTS))
    pairs = ((move % 2**SHIFT // 2, SIDES[move % 2]) for move in movements)
    return Contract(LANDMARKS[packed % 8], pairs)
