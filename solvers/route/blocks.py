"""Some thousand rows of a file of answers, and what all its readers need."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

FIELDS = ("player", "contract", "answer", "circle", "time")
MARKS = ("expected", "correct", "diagnosis")  # the columns that grading adds
CHUNK = 4096  # rows in a block
NOT_UTF8 = "not UTF-8 text"
STRAY = re.compile("[\ud800-\udfff]")  # half a character, or a byte that is none

Content: TypeAlias = "list[str] | dict[str, object]"  # of CSV, of JSON lines


@dataclass
class Block:
    """Some rows of a file."""

    lines: list[int] = field(default_factory=list)  # from 1, the first of each row
    rows: list[Content] = field(default_factory=list)  # all that they have but MARKS
    fields: list[Sequence[str]] = field(default_factory=list)
    # a column for each of FIELDS, "" where there is nothing
    wrong: dict[int, str] = field(default_factory=dict)  # row: why it is none
    texts: list[str] = field(default_factory=list)  # the lines, where no cell is quoted

    def fail(self, line: int, wrong: str, row: Content) -> None:
        """A row that cannot be read."""
        self.wrong[len(self.rows)] = wrong
        self.lines.append(line)
        self.rows.append(row)


def not_utf8(text: str) -> bool:
    """Whether it has what only surrogateescape can read, or half a character."""
    return not text.isascii() and bool(STRAY.search(text))


def mended(text: str) -> str:
    return STRAY.sub("\ufffd", text)
