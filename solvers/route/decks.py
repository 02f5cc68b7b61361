"""Decks of contracts: reading, writing, and our own."""

import csv
from collections.abc import Iterable, Iterator, Sequence

from partybots.core.errors import BadValue
from partybots.solvers.route import columns
from partybots.solvers.route.circle import DEFAULT_CIRCLE, Circle
from partybots.solvers.route.contract import Contract
from partybots.solvers.route.landmarks import LANDMARKS
from partybots.solvers.route.notation import (
    at,
    contract_from_json,
    delimiter,
    parse_json,
    read_csv,
    wrong_json,
)

DEFAULT_DECK = tuple(  # ours: the published 43 contracts are not known (RULES 1.6)
    Contract.read(f"{start} {movements}")
    for start, deck in {
        "house": "3L1R4L 1L1R4L 1L3R3L 1R1L2R 2L2R1L 2R4L3R 3L2R3L",
        "ambulance": "1L3R3L 1R3L3R 2L1L3R 2R2L2R 3R3L2L 4L3R2R",
        "bicycle": "1L3L1R 1L4R2L 2L4L3R 2R4L3L 4L1L4R 4R3R4L",
        "tree": "2L1L2R 2R2L1L 4L1R3R 4L2R1R 4R1L3L 4R1R3R",
        "street-lamp": "1L1R2R 2L4R4L 3L4R1L 3R4R2L 4L1R4R 4R4L1R",
        "stop-sign": "3L2L1R 3L2R3L 3L4R1R 3R3L4L 3R4R2L 4R2L4R",
        "traffic-light": "1R2L1L 1R3R2L 1R4L4R 2R3L4R 2R4L1L 3R2R2L",
    }.items()
    for movements in deck.replace("L", "L ").replace("R", "R ").split("  ")
)


def read_deck(text: str, landmarks: Sequence[str] = LANDMARKS) -> list[Contract]:
    """From lines of short text, CSV with a column contract (contrat), or JSON.

    An empty line and what follows # are passed over. BadValue names the line, or the
    card, and what is wrong with it.
    """
    if text.lstrip()[:1] in ("[", "{"):
        cards = list(cards_in_json(parse_json(text)))
    else:
        cards = list(cards_in_lines(text.splitlines()))
    if not cards:
        raise BadValue("a deck has one contract or more, this one has none")
    return [
        at(place, lambda value: contract_from_json(value, landmarks), card)
        for place, card in cards
    ]


def cards_in_json(value: object) -> Iterator[tuple[str, object]]:
    """(place, what stands there) for {contracts: [...]} or the list itself."""
    if isinstance(value, dict):
        value = value.get("contracts")
    if not isinstance(value, list):
        raise wrong_json("a deck", value, "a list of contracts")
    for number, card in enumerate(value, 1):
        yield f"card {number}", card


def cards_in_lines(lines: Sequence[str]) -> Iterator[tuple[str, object]]:
    first = next((line for line in lines if line.strip()), "")
    cells = next(csv.reader([first], delimiter=delimiter(first)))
    if columns.find(cells, "contract") >= 0:
        rows = read_csv(lines)
        (place,) = columns.needed(rows[0][1], "contract")
        yield from ((f"line {line}", row[place]) for line, row in rows[1:])
        return
    for number, line in enumerate(lines, 1):
        if card := line.partition("#")[0].strip():
            yield f"line {number}", card


def write_deck(deck: Iterable[Contract], circle: Circle = DEFAULT_CIRCLE) -> str:
    """As CSV, contract and its answer on `circle`; read_deck() reads it again."""
    lines = [f"{contract},{circle.answer(contract)}" for contract in deck]
    return "\n".join(["contract,answer", *lines, ""])
