"""The circle as lines of text: agents, feet inwards, and a route on their edges."""

from collections.abc import Sequence
from math import cos, pi, sin

from partybots.solvers.route.circle import Circle
from partybots.solvers.route.walks import Hop

WIDE, HIGH = 72, 23  # columns and lines of a circle
CARD = 17  # columns of an agent
ACROSS, DOWN = 27, 9  # columns and lines from the middle to an agent
LOOKS = {"front": "(o_o) front", "back": "(   ) behind"}  # a face, or only the hair
FEET = "d b"
ROOMY = 8  # agents that have room as cards; more of them are listed


def lines(
    circle: Circle, middle: Sequence[str] = (), hops: Sequence[Hop] = ()
) -> list[str]:
    """The circle, clockwise from the top, with `middle` written inside it.

    On the edge of an agent stands which movements of the route start and end there.
    """
    marks = edges(circle, hops)
    if len(circle) > ROOMY:
        rows = [
            f"{name:20} {LOOKS[facing]:14} {mark}".rstrip()
            for (name, facing), mark in zip(circle.agents, marks, strict=True)
        ]
        return ["clockwise, from above:", *rows, *middle]
    canvas = [[" "] * WIDE for _ in range(HIGH)]
    for place in range(len(circle)):
        x, y = around(circle, place)
        put(canvas, card(circle, place, marks[place]), (ACROSS * x, DOWN * y))
    put(canvas, middle, (0, 0))
    return ["".join(line).rstrip() for line in canvas]


def edges(circle: Circle, hops: Sequence[Hop]) -> list[str]:
    """[position] such as `2> >1`: movement 2 starts there and movement 1 ends there."""
    marks: list[list[str]] = [[] for _ in circle.agents]
    for hop in hops:
        marks[hop.at].append(f"{hop.movement}>")
        marks[(hop.at + hop.steps) % len(circle)].append(f">{hop.movement}")
    return [" ".join(each) for each in marks]


def card(circle: Circle, place: int, mark: str) -> list[str]:
    """An agent's card: its feet to the middle, below, above, left or right."""
    (name, facing), (x, y) = circle.agents[place], around(circle, place)
    wide = CARD - 2
    look = LOOKS[facing]
    if abs(x) > abs(y):
        rows = [name, f"= {look}" if x > 0 else f"{look} ="]
    else:
        rows = [name, look, FEET] if y < 0 else [FEET, look, name]
    edge = f" {mark} " if mark else ""
    return [
        f"+{edge:-^{wide}.{wide}}+",
        *(f"|{row:^{wide}.{wide}}|" for row in rows),
        f"+{'-' * wide}+",
    ]


def around(circle: Circle, place: int) -> tuple[float, float]:
    """Right and down from the middle to a position, as shares; 0 is at the top."""
    angle = 2 * pi * place / len(circle)
    return sin(angle), -cos(angle)


def put(
    canvas: list[list[str]], block: Sequence[str], middle: tuple[float, float]
) -> None:
    """Write lines of text round a place, counted from the middle of the canvas."""
    wide = max(map(len, block), default=0)
    top = round(HIGH / 2 + middle[1] - len(block) / 2)
    first = round(WIDE / 2 + middle[0] - wide / 2)
    for line, row in enumerate(block, top):
        canvas[line][first : first + len(row)] = row
