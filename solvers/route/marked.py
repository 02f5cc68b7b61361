"""Writing a file of answers again, with marks: CSV or JSON lines."""

import csv
import json
from collections.abc import Sequence
from typing import TextIO

from partybots.solvers.route.blocks import FIELDS, MARKS, Block
from partybots.solvers.route.sheets import Sheet

CORRECT = {True: "true", False: "false", None: ""}


class Marked:
    """Rows as they came, then expected, correct and diagnosis."""

    def __init__(self, file: TextIO, sheet: Sheet, as_json: bool) -> None:
        self.file, self.header, self.as_json = file, sheet.header, as_json
        self.separator = sheet.separator
        self.csv = csv.writer(file, delimiter=sheet.separator, lineterminator="\n")
        if not as_json:
            self.csv.writerow([*(sheet.header or FIELDS), *MARKS])

    def write(
        self,
        block: Block,
        expected: Sequence[str],
        correct: Sequence[bool | None],  # None if a row could not be judged
        diagnosis: Sequence[str],
    ) -> None:
        """One of each a row."""
        marks = zip(expected, correct, diagnosis, strict=True)
        if self.as_json:
            rows = zip(self.records(block), marks, strict=True)
            texts = (
                json.dumps({**row, **dict(zip(MARKS, mark, strict=True))})
                for row, mark in rows
            )
            self.file.writelines(f"{text}\n" for text in texts)
            return
        added = [(right, CORRECT[correct], said) for right, correct, said in marks]
        if block.texts and not block.wrong:  # nothing is to be quoted
            ends = map(self.separator.join, added)
            lines = zip(block.texts, ends, strict=True)
            text = "\n".join(map(self.separator.join, lines))
            self.file.write(f"{text}\n")
            return
        cells = zip(self.cells(block), added, strict=True)
        self.csv.writerows([*row, *marks] for row, marks in cells)

    def records(self, block: Block) -> list[dict[str, object]]:
        return [
            row if isinstance(row, dict) else dict(zip(self.header, row, strict=False))
            for row in block.rows
        ]

    def cells(self, block: Block) -> list[list[str]]:
        if not self.header:
            return [list(row) for row in zip(*block.fields, strict=True)]
        width = len(self.header)
        rows = [row for row in block.rows if isinstance(row, list)]
        if not block.wrong:
            return rows
        return [[*row, *[""] * width][:width] for row in rows]
