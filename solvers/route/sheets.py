"""Files of answers, block by block with their places: CSV and JSON lines.

Nothing here holds more than some thousand lines of the file.
"""

import csv
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice

from partybots.core.errors import BadValue
from partybots.solvers.route import columns
from partybots.solvers.route.blocks import (
    CHUNK,
    FIELDS,
    MARKS,
    NOT_UTF8,
    Block,
    not_utf8,
)
from partybots.solvers.route.csv_rows import Reader
from partybots.solvers.route.landmarks import brief, spell
from partybots.solvers.route.notation import delimiter


@dataclass
class Sheet:
    """A file of answers; `blocks` can be read once."""

    blocks: Iterator[Block]
    header: list[str]  # of CSV, without MARKS; [] for JSON lines
    players: bool  # whether anyone is named
    separator: str = ","


def open_sheet(lines: Iterable[str]) -> Sheet:
    """JSON lines if the first line that is not empty begins with {, else CSV.

    BadValue if there is no line, or no column contract or answer.
    """
    source = iter(lines)
    for number, line in enumerate(source, 1):
        line = line.removeprefix("\ufeff")
        if line.lstrip().startswith("{"):
            return Sheet(json_blocks(chain([line], source), number), [], True)
        if line.strip():
            return csv_sheet(line, source, number)
    raise BadValue("the file is empty")


def csv_sheet(first: str, lines: Iterator[str], number: int) -> Sheet:
    separator = delimiter(first)
    if not_utf8(first):
        raise BadValue(f"line {number} is {NOT_UTF8}")
    try:
        header = next(csv.reader([first], delimiter=separator, strict=True))
    except csv.Error as error:
        raise BadValue(f"line {number}: {error}") from None
    columns.needed(header, "contract", "answer")
    ours = [i for i, name in enumerate(header) if spell(name) in MARKS]
    kept = [name for i, name in enumerate(header) if i not in ours]
    places = [columns.find(header, field) for field in FIELDS]
    reader = Reader(lines, number + 1, separator, len(header), places, ours)
    return Sheet(reader.blocks(), kept, places[0] >= 0, separator)


def json_blocks(lines: Iterator[str], number: int) -> Iterator[Block]:
    numbered = enumerate(lines, number)
    while chunk := list(islice(numbered, CHUNK)):
        block, fields = Block(), list[list[str]]()
        for line, text in chunk:
            if text.strip():
                fields.append(take_json(block, line, text))
        if block.rows:
            block.fields = list(zip(*fields, strict=True))
            yield block


def take_json(block: Block, line: int, text: str) -> list[str]:
    """Add a row; what it has for FIELDS."""
    record = {}
    try:
        if not_utf8(text):
            raise BadValue(NOT_UTF8)
        record = json.loads(text)
        fields = json_fields(record)
        if any(map(not_utf8, fields)):
            raise BadValue(NOT_UTF8)
    except (ValueError, RecursionError) as error:
        block.fail(line, f"no JSON: {brief(str(error))}", {})
    except BadValue as error:
        kept = record if isinstance(record, dict) else {}
        block.fail(line, str(error), kept)
    else:
        block.lines.append(line)
        block.rows.append({k: v for k, v in record.items() if k not in MARKS})
        return fields
    return [""] * len(FIELDS)


def json_fields(record: object) -> list[str]:
    if not isinstance(record, dict):
        raise BadValue("not an object: expected {player, contract, answer}")
    if "contract" in record and "answer" in record:
        return [as_text(record.get(name)) for name in FIELDS]
    names = list(record)
    columns.needed(names, "contract", "answer")
    places = [columns.find(names, field) for field in FIELDS]
    return [as_text(record[names[at]]) if at >= 0 else "" for at in places]


def as_text(value: object) -> str:
    """A field as CSV would hold it: text as it is, nothing for null, else JSON."""
    if isinstance(value, str):
        return value
    return "" if value is None else json.dumps(value)
