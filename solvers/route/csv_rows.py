"""Lines of CSV cut into rows, so that an unclosed quote spoils one row only."""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from partybots.solvers.route.blocks import (
    CHUNK,
    NOT_UTF8,
    Block,
    Content,
    mended,
    not_utf8,
)

OPEN = 100  # lines, the most that one row with a quoted cell may run over
LONG = 100_000  # characters; csv.reader refuses a cell somewhat longer
OPEN_QUOTE = "a quote is opened and not closed"


@dataclass
class Reader:
    """Cuts lines of CSV into rows so that an unclosed quote spoils one row only."""

    lines: Iterator[str]
    number: int  # of the line that comes next
    separator: str
    width: int  # columns
    places: Sequence[int]  # of FIELDS, -1 where there is none
    ours: Sequence[int]  # columns of MARKS

    def blocks(self) -> Iterator[Block]:
        block, waiting = Block(), list[str]()
        while waiting or (waiting := list(islice(self.lines, CHUNK))):
            whole = next(odd_quotes(waiting), len(waiting))
            self.take(block, waiting[:whole])
            waiting = waiting[whole:]
            if waiting:
                waiting += islice(self.lines, max(0, OPEN - len(waiting)))
                waiting = waiting[self.take_open(block, waiting[:OPEN]) :]
            if len(block.rows) >= CHUNK:
                yield self.finish(block)
                block = Block()
        if block.rows:
            yield self.finish(block)

    def take(self, block: Block, lines: list[str]) -> None:
        """Add lines that each are a row."""
        whole = "".join(lines)
        plain = '"' not in whole and max(map(len, lines), default=0) < LONG
        # so are most files, and it is four times as fast
        texts = [line.rstrip("\r\n") for line in lines] if plain else []
        rows, wrong = self.cut(texts or lines, plain)
        wrong = NOT_UTF8 if not_utf8(whole) else wrong
        if wrong and len(lines) > 1:
            for line in lines:
                self.take(block, [line])
            return
        if wrong:
            block.fail(
                self.number, wrong, [mended(cell) for row in rows for cell in row]
            )
            self.number += 1
            return
        block.texts += texts
        numbers = range(self.number, self.number + len(rows))
        self.number += len(lines)
        if set(map(len, rows)) == {self.width}:
            block.lines += numbers
            block.rows += rows
            return
        for number, row in zip(numbers, rows, strict=True):
            if len(row) == self.width:
                block.lines.append(number)
                block.rows.append(row)
            elif row not in ([], [""]):  # else an empty line
                block.texts.clear()  # it may have too few cells
                wrong = f"{len(row)} cells where the first line has {self.width}"
                block.fail(number, wrong, row)

    def cut(self, lines: list[str], plain: bool) -> tuple[list[list[str]], str]:
        """(the cells of each line, what is wrong if they cannot be told)."""
        if plain:
            return [line.split(self.separator) for line in lines], ""
        try:
            rows = list(csv.reader(lines, delimiter=self.separator))
        except csv.Error as error:
            return [], str(error)
        cells = [row[-1] for row in rows if row]
        split = len(rows) != len(lines) or any(
            cell[-1:] in "\r\n" for cell in cells if cell
        )
        return rows, OPEN_QUOTE if split else ""

    def take_open(self, block: Block, lines: list[str]) -> int:
        """Add the row that begins with a cell running over lines; how many it takes."""
        row, taken = self.parse_open(lines)
        if any(map(not_utf8, row)):
            block.fail(self.number, NOT_UTF8, [mended(cell) for cell in row])
        elif row:
            block.lines.append(self.number)
            block.rows.append(row)
        else:
            block.fail(self.number, OPEN_QUOTE, [])
        self.number += taken
        return taken

    def parse_open(self, lines: list[str]) -> tuple[list[str], int]:
        """(its cells, its lines); ([], 1) if its quote is not closed in time."""
        closing = next(odd_quotes(lines[1:]), None)
        if closing is None:
            return [], 1
        try:
            rows = list(csv.reader(lines[: closing + 2], delimiter=self.separator))
        except csv.Error:
            return [], 1
        if len(rows) != 1 or len(rows[0]) != self.width:
            return [], 1
        if any("\n" in rows[0][place] for place in self.places if place >= 0):
            return [], 1
        return rows[0], closing + 2

    def finish(self, block: Block) -> Block:
        """With its columns, and without those of MARKS."""
        good = (
            [
                ["" for _ in range(self.width)] if i in block.wrong else row
                for i, row in enumerate(block.rows)
            ]
            if block.wrong
            else block.rows
        )
        table = list(zip(*good, strict=True))
        nothing = ("",) * len(good)
        block.fields = [table[at] if at >= 0 else nothing for at in self.places]
        if self.ours or len(block.texts) != len(block.rows):
            block.texts.clear()
        if self.ours:
            block.rows = [without(row, self.ours) for row in block.rows]
        return block


def without(row: Content, places: Sequence[int]) -> Content:
    return [cell for i, cell in enumerate(row) if i not in places]


def odd_quotes(lines: list[str]) -> Iterator[int]:
    """Where the lines are that open a quote without closing it, or close one."""
    if '"' not in "".join(lines):
        return iter(())
    return (i for i, line in enumerate(lines) if line.count('"') % 2)
