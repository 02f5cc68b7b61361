"""The single misunderstandings, and the answer each of them leads to.

How likely each is was not measured: the odds below are ours. They follow what studies
of perspective taking agree on, that left and right are harder to tell the more someone
else's view differs from one's own (Surtees, Apperly and Samson 2013, doi
10.3389/fnhum.2013.00698; May and Wendt 2013, doi 10.3389/fnhum.2013.00549). So the
likeliest is to take one's own left for that of an agent who looks at us.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from partybots.solvers.route.circle import DEFAULT_CIRCLE, HANDS, Circle, reached
from partybots.solvers.route.contract import Contract, Movement, Side
from partybots.solvers.route.solving import SEEN

SLIPS = (
    "facing-mirrored",
    "sides-swapped",
    "all-front",
    "all-behind",
    "one-more",
    "one-less",
    "start-counted",
    "skipped",
    "swapped",
    "passed-facing",
)
ODDS = (6, 4, 2, 8, 2, 3, 5, 2, 1, 1)  # of one such slip, compared with another
MIRRORED_ODDS = {1: ODDS[0], -1: 2}  # of an agent seen from the front, from behind
OTHER: dict[Side, Side] = {"left": "right", "right": "left"}
NO_SLIP = "no single slip explains it"


MIRRORED, SIDES_SWAPPED, FRONT, BEHIND, MORE, LESS, START, SKIPPED, SWAPPED, PASSED = (
    range(10)
)

End: TypeAlias = tuple[int, int | None, int | None, int, int]
# (place in SLIPS, movement from 0 or None for every one, the movement swapped with or
# the position that was passed, the position where it ends, its odds)


class Slip(NamedTuple):
    """One misunderstanding of one contract."""

    slip: str  # one of SLIPS
    movement: int | None  # from 1; None is every movement
    text: str  # in words
    answer: str  # the landmark it leads to
    odds: int  # compared with other slips
    swapped_with: int | None = None  # movement, from 1
    passed: str | None = None  # the landmark where the walk turned round

    def as_json(self) -> dict[str, str | int | None]:
        return {"slip": self.slip, "movement": self.movement, "text": self.text}


def slip_ends(
    turns: tuple[int, ...], start: int, movements: tuple[Movement, ...]
) -> list[End]:
    """Every single slip, those too that end where they should, by position.

    `turns` are a circle's, `start` is a position.
    """
    table, n, last = reached(turns), len(turns), len(movements) - 1
    hops = [table[side][count % n] for count, side in movements]
    rests: list[Sequence[int]] = [range(n), hops[-1]][: last + 1]
    # [movement][position]: where from there the movements after it end
    for hop in hops[-2:0:-1]:
        rests.append([rests[-1][to] for to in hop])
    rests.reverse()
    ends: list[End] = []
    at, one = start, ODDS[SWAPPED]
    for k, movement in enumerate(movements):
        hop, rest = hops[k], rests[k]
        ends += [
            (kind, k, passed, rest[to], odds)
            for kind, passed, to, odds in missteps(turns, at, movement)
        ]
        between: Sequence[int] = range(n)  # [position]: where from there k + 1 ... end
        for j in range(k + 1, last + 1):
            ends.append((SWAPPED, k, j, rests[j][hop[between[hops[j][at]]]], one))
            if j < last:
                between = [hops[j][to] for to in between]
        at = hop[at]
    return ends + whole_slips(turns, start, movements)


@lru_cache(8192)  # seven agents by 1 to 4 steps: 7168
def missteps(
    turns: tuple[int, ...], at: int, movement: Movement
) -> tuple[tuple[int, int | None, int, int], ...]:
    """The slips that concern one movement alone.

    (place in SLIPS, the position where the walk turned round, where it led, its odds)
    """
    (count, side), table, n, turn = movement, reached(turns), len(turns), turns[at]
    turned = [
        (PASSED, passed, to, ODDS[PASSED])
        for passed, to in passed_ends(turns, at, count, turn * HANDS[side])
    ]
    mirrored = table[OTHER[side]][count % n][at]
    return (
        (MIRRORED, None, mirrored, MIRRORED_ODDS[turn]),
        (MORE, None, table[side][(count + 1) % n][at], ODDS[MORE]),
        (LESS, None, table[side][(count - 1) % n][at], ODDS[LESS]),
        (SKIPPED, None, at, ODDS[SKIPPED]),
        *turned,
    )


def whole_slips(
    turns: tuple[int, ...], start: int, movements: tuple[Movement, ...]
) -> list[End]:
    """The slips that are made at every movement."""
    table, n = reached(turns), len(turns)
    mirrored = counted = obeying = start
    forward = obeyed = 0
    for movement in movements:
        count, side = movement
        mirrored = table[OTHER[side]][count % n][mirrored]
        counted = table[side][(count - 1) % n][counted]
        forward += HANDS[side] * count
        obeying, others = obedient(turns, obeying, movement)
        obeyed += others
    ends: list[End] = [
        (SIDES_SWAPPED, None, None, mirrored, ODDS[SIDES_SWAPPED]),
        (FRONT, None, None, (start + forward) % n, ODDS[FRONT]),
        (BEHIND, None, None, (start - forward) % n, ODDS[BEHIND]),
        (START, None, None, counted, ODDS[START]),
    ]
    if obeyed > 1:  # else it is one of the slips at one movement
        ends.append((PASSED, None, None, obeying, ODDS[PASSED]))
    return ends


@lru_cache(8192)
def obedient(turns: tuple[int, ...], at: int, movement: Movement) -> tuple[int, bool]:
    """Where one ends whom every agent met turns round, and whether one does."""
    count, side = movement
    direction = turns[at] * HANDS[side]
    others = facing_otherwise(turns, at, count, direction)
    far = to_and_fro(others[0], count) if others else count
    return (at + direction * far) % len(turns), bool(others)


def facing_otherwise(
    turns: tuple[int, ...], at: int, count: int, direction: int
) -> list[int]:
    """After how many steps one who goes `count` passes an agent facing the other way.

    In the first round only; the agents at both ends are not passed.
    """
    n, turn = len(turns), turns[at]
    return [
        gone
        for gone in range(1, min(count, n))
        if turns[(at + direction * gone) % n] != turn
    ]


def to_and_fro(gone: int, count: int) -> int:
    """How far on one ends who obeys every agent met, the first different at `gone`.

    That one sends the walker back, the one before sends it on again, and so on.
    """
    return gone - (count - gone) % 2


def passed_ends(
    turns: tuple[int, ...], at: int, count: int, direction: int
) -> Iterator[tuple[int | None, int]]:
    """(position passed, where it ends) if that agent alone turns the walk round.

    Last, with None, if every agent met does and that ends elsewhere.
    """
    n, others = len(turns), facing_otherwise(turns, at, count, direction)
    for gone in others:
        end = at + direction * (2 * gone - count)
        yield (at + direction * gone) % n, end % n
    if others and count - others[0] > 1:
        yield None, (at + direction * to_and_fro(others[0], count)) % n


def slips(contract: Contract | str, circle: Circle = DEFAULT_CIRCLE) -> list[Slip]:
    """Every single slip with the answer it leads to, likeliest first.

    A slip may lead to the right answer all the same; `odds` say how likely each is
    compared with the others.
    """
    if isinstance(contract, str):
        contract = circle.contract(contract)
    if contract.start not in circle.places:
        raise circle.stranger(contract)
    ends = slip_ends(circle.turns, circle.places[contract.start], contract.movements)
    return [in_words(end, contract, circle) for end in ranked(ends)]


def ranked(ends: list[End]) -> list[End]:
    """Likeliest first, equals by movement."""
    return sorted(ends, key=lambda end: -end[4])


def in_words(end: End, contract: Contract, circle: Circle) -> Slip:
    kind, k, detail, position, odds = end
    slip, answer = SLIPS[kind], circle.landmarks[position]
    if k is None:
        return Slip(slip, None, WHOLE_WORDS[kind], answer, odds)
    text = f"movement {k + 1}, {contract.movements[k]}: "
    if kind == SWAPPED and detail is not None:
        text = f"{text}swapped with movement {detail + 1}, {contract.movements[detail]}"
        return Slip(slip, k + 1, text, answer, odds, swapped_with=detail + 1)
    if kind == PASSED and detail is not None:
        passed = circle.landmarks[detail]
        text = f"{text}turned round at {passed}, which was only passed"
        return Slip(slip, k + 1, text, answer, odds, passed=passed)
    if kind == MIRRORED:
        text += mirrored_words(contract.movements[:k], circle, contract.start)
    return Slip(slip, k + 1, text + WORDS.get(kind, ""), answer, odds)


def mirrored_words(before: tuple[Movement, ...], circle: Circle, start: str) -> str:
    at = circle.places[start]
    for count, side in before:
        at = circle.reached[side][count % len(circle)][at]
    name, facing = circle.agents[at]
    seen, taken = SEEN[facing], SEEN["back" if facing == "front" else "front"]
    return f"{name} is seen {seen}, not {taken}"


WORDS = {
    MORE: "one step too many",
    LESS: "one step too few",
    SKIPPED: "skipped",
    PASSED: "turned round at every agent passed that faces the other way",
}
WHOLE_WORDS = {
    SIDES_SWAPPED: "left and right swapped throughout",
    FRONT: "every agent taken as seen from the front",
    BEHIND: "every agent taken as seen from behind",
    START: "the agent started from counted as the first step, throughout",
    PASSED: "every agent passed that faces the other way turned the walk round",
}
