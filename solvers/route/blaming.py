"""What each answer to a contract says of who gives it, as one number: a blame.

Its KINDS lowest bits are the kinds of slips that lead to the answer, by place in SLIPS;
above them is the number of the likeliest, which label() puts in words.
"""

from functools import lru_cache

from partybots.solvers.route.circle import reached
from partybots.solvers.route.contract import Movement
from partybots.solvers.route.slips import NO_SLIP, SLIPS, slip_ends

KINDS = len(SLIPS)


def blames(
    turns: tuple[int, ...], movements: tuple[Movement, ...]
) -> tuple[int, list[int]]:
    """(where it ends, [position] what that answer says), positions from the start."""
    table, n, end = reached(turns), len(turns), 0
    for count, side in movements:
        end = table[side][count % n][end]
    best, labels, kinds = [0] * n, [0] * n, [0] * n  # [position]
    for kind, movement, _, position, odds in slip_ends(turns, 0, movements):
        kinds[position] |= 1 << kind
        if odds > best[position]:
            number = 0 if movement is None else movement + 1
            best[position], labels[position] = odds, 1 + kind + KINDS * number
    return end, [label << KINDS | led for label, led in zip(labels, kinds, strict=True)]


@lru_cache(4096)
def label(blame: int) -> str:
    """The likeliest slip and its movement, as the diagnosis column has them."""
    number = blame >> KINDS
    if not number:
        return NO_SLIP
    movement, kind = divmod(number - 1, KINDS)
    return f"{SLIPS[kind]} {movement}" if movement else SLIPS[kind]
