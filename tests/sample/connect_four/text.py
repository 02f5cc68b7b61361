"""Connect four positions and actions as text, for tests, errors, logs and the CLI.

A position is its columns from the left, each from the bottom up:

    - - x xoo ox - -

Seat 0 has the stones x; "-" is an empty column. An action is a column, 1 to 7.
"""

import numpy as np

from connect_four import rules
from partybots.core import NotationError

STONES = "xo"


def read_action(text: str) -> int:
    """The action number of a column, "1" to "7"."""
    if len(text) != 1 or text not in "1234567":
        raise NotationError("a connect four action", text, "a column, 1 to 7")
    return int(text) - 1


def write_action(action: int) -> str:
    return str(action + 1)


def read(text: str) -> np.record:
    """The state that `text` stands for; the inverse of write()."""
    columns = ["" if column == "-" else column for column in text.split()]
    boards = [board(columns, stone) for stone in STONES]
    tall = any(len(column) > rules.ROWS for column in columns)
    strange = len(columns) != rules.COLUMNS or {*"".join(columns)} - {*STONES}
    if tall or strange or not possible(boards):
        expected = '"- - x xoo ox - -" as it comes about in turns'
        raise NotationError("a connect four position", text, expected)
    state: np.record = np.zeros(1, rules.STATE)[0]
    state.seats, state.placed = 2, len("".join(columns))
    state.stones, state.own = sum(boards), boards[state.placed % 2]
    state.four = rules.has_four(boards[1 - state.placed % 2])
    return state


def board(columns: list[str], stone: str) -> int:
    """Where such stones lie, as rules.py numbers places."""
    return sum(
        1 << rules.HIGH * place + row
        for place, column in enumerate(columns)
        for row, found in enumerate(column)
        if found == stone
    )


def possible(boards: list[int]) -> bool:
    """Whether the stones are even, and the only four is the last stone's (C1 C3)."""
    placed = [stones.bit_count() for stones in boards]
    last = 1 - sum(placed) % 2
    if placed[0] - placed[1] != sum(placed) % 2 or rules.has_four(boards[1 - last]):
        return False
    without = [boards[last] & ~top for top in tops(boards)]
    return not all(map(rules.has_four, [boards[last], *without]))


def tops(boards: list[int]) -> list[int]:
    """The uppermost stone of each column that has one, as a board."""
    stones, bottoms = sum(boards), [1 << rules.HIGH * c for c in range(rules.COLUMNS)]
    columns = [stones & ((1 << rules.ROWS) - 1) * bottom for bottom in bottoms]
    return [1 << column.bit_length() - 1 for column in columns if column]


def write(state: np.record) -> str:
    stones, own = int(state.stones), int(state.own)
    first = stones ^ own if state.placed % 2 else own
    return " ".join(
        write_column(stones >> rules.HIGH * c, first >> rules.HIGH * c)
        for c in range(rules.COLUMNS)
    )


def write_column(stones: int, first: int) -> str:
    """Of both seats and of the first; the column's places are the lowest bits."""
    rows = [row for row in range(rules.ROWS) if stones >> row & 1]
    return "".join(STONES[1 - (first >> row & 1)] for row in rows) or "-"
