"""Files of answers, row by row with their places: CSV and JSON lines.

Nothing here holds more than some hundred lines of the file.
"""

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count, islice
from operator import itemgetter
from typing import TextIO, TypeAlias

from partybots.core.errors import BadValue
from partybots.solvers.route import columns
from partybots.solvers.route.landmarks import brief, spell
from partybots.solvers.route.notation import delimiter

FIELDS = ("player", "contract", "answer", "circle", "time")
MARKS = ("expected", "correct", "diagnosis")  # the columns that grading adds
CHUNK = 512  # lines read at once
OPEN = 100  # lines, the most that one row with a quoted cell may run over
OPEN_QUOTE = "a quote is opened and not closed"

Fields: TypeAlias = tuple[str, ...]  # FIELDS as text, "" where there is none
Content: TypeAlias = "list[str] | dict[str, object]"  # of CSV, of JSON lines
Row: TypeAlias = tuple[int, Fields, Content, str]
# (its first line from 1, its fields, all that it has but MARKS, "" or what is wrong)

NOTHING: Fields = ("",) * len(FIELDS)


@dataclass
class Sheet:
    """A file of answers; `rows` can be read once."""

    rows: Iterator[Row]
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
            return Sheet(json_rows(chain([line], source), number), [], True)
        if line.strip():
            return csv_sheet(line, source, number)
    raise BadValue("the file is empty")


def csv_sheet(first: str, lines: Iterator[str], number: int) -> Sheet:
    separator = delimiter(first)
    header = next(csv.reader([first], delimiter=separator))
    columns.needed(header, "contract", "answer")
    places = [columns.find(header, field) for field in FIELDS]
    ours = [i for i, name in enumerate(header) if spell(name) in MARKS]
    rows = csv_rows(Records(lines, number + 1, separator, len(header), places), ours)
    kept = [name for i, name in enumerate(header) if i not in ours]
    return Sheet(rows, kept, places[0] >= 0, separator)


class Records:
    """CSV lines, cut into rows so that an unclosed quote spoils one row only."""

    def __init__(
        self,
        lines: Iterator[str],
        number: int,  # of the first of `lines`
        separator: str,
        width: int,  # columns
        places: Sequence[int],  # of FIELDS, -1 where there is none
    ) -> None:
        self.lines, self.number = lines, number
        self.separator, self.width = separator, width
        self.pick = itemgetter(*places)

    def __iter__(self) -> Iterator[tuple[int, list[str] | str]]:
        """(line, its cells or what is wrong)."""
        waiting: list[str] = []
        while waiting or (waiting := list(islice(self.lines, CHUNK))):
            whole = next(odd_quotes(waiting), len(waiting))
            yield from zip(count(self.number), self.parse(waiting[:whole]))
            self.number += whole
            waiting = waiting[whole:]
            if waiting:
                waiting += islice(self.lines, max(0, OPEN - len(waiting)))
                cells, taken = self.parse_open(waiting[:OPEN])
                yield self.number, cells
                self.number += taken
                waiting = waiting[taken:]

    def parse(self, lines: list[str]) -> Iterator[list[str] | str]:
        """The cells of each line, or what is wrong with it."""
        try:
            rows = list(csv.reader(lines, delimiter=self.separator))
        except csv.Error as error:
            if len(lines) == 1:
                return iter([str(error)])
            return chain.from_iterable(self.parse([line]) for line in lines)
        return iter(rows)

    def parse_open(self, lines: list[str]) -> tuple[list[str] | str, int]:
        """The row that begins with a cell running over lines, and how many it takes."""
        closing = next(odd_quotes(lines[1:]), None)
        if closing is None:
            return OPEN_QUOTE, 1
        try:
            rows = list(csv.reader(lines[: closing + 2], delimiter=self.separator))
        except csv.Error as error:
            return str(error), 1
        alone = len(rows) == 1 and len(rows[0]) == self.width
        if alone and "\n" not in "".join(self.pick([*rows[0], ""])):
            return rows[0], closing + 2
        return OPEN_QUOTE, 1


def odd_quotes(lines: list[str]) -> Iterator[int]:
    """Where the lines are that open a quote without closing it, or close one."""
    if '"' not in "".join(lines):
        return iter(())
    return (i for i, line in enumerate(lines) if line.count('"') % 2)


def csv_rows(records: Records, ours: Sequence[int]) -> Iterator[Row]:
    """`ours` are the columns of MARKS."""
    pick, width = records.pick, records.width
    for line, cells in records:
        if isinstance(cells, str):
            yield line, NOTHING, [], cells
        elif len(cells) == width:
            fields = pick([*cells, ""])
            for place in reversed(ours):
                del cells[place]
            yield line, fields, cells, ""
        elif cells:  # else an empty line
            wrong = f"{len(cells)} cells where the first line has {width}"
            yield line, NOTHING, cells, wrong


def json_rows(lines: Iterator[str], number: int) -> Iterator[Row]:
    for line, text in enumerate(lines, number):
        if not text.strip():
            continue
        try:
            record = json.loads(text)
            yield line, json_fields(record), without_marks(record), ""
        except BadValue as error:
            yield line, NOTHING, {}, str(error)
        except (ValueError, RecursionError) as error:
            yield line, NOTHING, {}, f"no JSON: {brief(str(error))}"


def json_fields(record: object) -> Fields:
    if not isinstance(record, dict):
        raise BadValue("not an object: expected {player, contract, answer}")
    if "contract" in record and "answer" in record:
        return tuple([as_text(record.get(name)) for name in FIELDS])
    names = list(record)
    columns.needed(names, "contract", "answer")
    places = [columns.find(names, field) for field in FIELDS]
    return tuple([as_text(record[names[i]]) if i >= 0 else "" for i in places])


def as_text(value: object) -> str:
    """A field as CSV would hold it: text as it is, nothing for null, else JSON."""
    if isinstance(value, str):
        return value
    return "" if value is None else json.dumps(value)


def without_marks(record: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in record.items() if name not in MARKS}


class Marked:
    """Writes rows as they came, with their marks."""

    def __init__(self, file: TextIO, sheet: Sheet, as_json: bool) -> None:
        self.file, self.header, self.as_json = file, sheet.header, as_json
        self.csv = csv.writer(file, delimiter=sheet.separator, lineterminator="\n")
        if not as_json:
            self.csv.writerow([*(sheet.header or FIELDS), *MARKS])

    def write(
        self, row: Row, expected: str, correct: bool | None, diagnosis: str
    ) -> None:
        """`correct` is None for a row that could not be judged."""
        _, fields, content, wrong = row
        if self.as_json:
            if isinstance(content, list):
                content = dict(zip(self.header, content, strict=False))
            marks = dict(zip(MARKS, (expected, correct, diagnosis), strict=True))
            self.file.write(f"{json.dumps({**content, **marks})}\n")
            return
        cells = content if isinstance(content, list) else list(fields)
        if wrong:
            width = len(self.header) or len(FIELDS)
            cells = [*cells, *[""] * width][:width]
        mark = "" if correct is None else "true" if correct else "false"
        self.csv.writerow([*cells, expected, mark, diagnosis])
