"""The circle as a picture: agents with their feet inwards, routes as numbered arrows.

As SVG, and as lines of text for a terminal.
"""

from collections.abc import Sequence
from html import escape
from math import cos, pi, sin

from partybots.solvers.route.circle import Circle
from partybots.solvers.route.walks import Hop

HALF = 470  # half the width of the picture, in its own units
AGENTS, LABELS, INNER = 265, 346, 170  # how far from the centre; the outermost arrow
BETWEEN = 17  # from one arrow to the next further in
LEAST = 40  # the innermost arrow
RIGHT, WRONG = "#15803d", "#b91c1c"  # colours of routes
DEGREES = 3  # from one corner of an arrow to the next
FRONT = """
<ellipse cx="0" cy="30" rx="30" ry="34" fill="#1d4ed8"/>
<circle cx="0" cy="12" r="3" fill="#facc15"/>
<circle cx="0" cy="26" r="3" fill="#facc15"/>
<circle cx="0" cy="40" r="3" fill="#facc15"/>
<circle cx="0" cy="-22" r="24" fill="#fcd9b6"/>
<circle cx="-9" cy="-22" r="4" fill="#111827"/>
<circle cx="9" cy="-22" r="4" fill="#111827"/>
<path d="M -10 -10 Q 0 0 10 -10" fill="none" stroke="#111827" stroke-width="3"/>
<path d="M -26 -33 Q 0 -62 26 -33 Z" fill="#1e3a8a"/>
<circle cx="0" cy="-42" r="5" fill="#facc15"/>
<rect x="-17" y="58" width="14" height="14" fill="#111827"/>
<rect x="3" y="58" width="14" height="14" fill="#111827"/>
"""
BEHIND = """
<ellipse cx="0" cy="30" rx="30" ry="34" fill="#1d4ed8"/>
<path d="M -22 8 L 22 54 M 22 8 L -22 54" stroke="#f8fafc" stroke-width="6"/>
<circle cx="0" cy="-22" r="24" fill="#5b3716"/>
<path d="M -14 -4 Q 0 4 14 -4" fill="none" stroke="#fcd9b6" stroke-width="7"/>
<path d="M -26 -29 Q 0 -62 26 -29 Z" fill="#1e3a8a"/>
<rect x="-26" y="-32" width="52" height="6" fill="#172554"/>
<rect x="-17" y="58" width="14" height="14" fill="#111827"/>
<rect x="3" y="58" width="14" height="14" fill="#111827"/>
"""
SEEN = {"front": "front", "back": "behind"}


def svg(circle: Circle, right: Sequence[Hop] = (), wrong: Sequence[Hop] = ()) -> str:
    """A square picture of `circle` with a right route and a wrong one beside it."""
    size = 2 * HALF
    body = [agent(circle, place) for place in range(len(circle))]
    body += route(circle, right, RIGHT, 0)
    body += route(circle, wrong, WRONG, len(right))
    if right or wrong:
        body.append(legend(bool(right), bool(wrong)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="{-HALF} {-HALF} {size} {size}" '
        f'width="{size}" height="{size}" font-family="sans-serif">\n'
        f"{markers()}"
        f'<rect x="{-HALF}" y="{-HALF}" width="{size}" height="{size}" '
        f'fill="#ffffff"/>\n' + "\n".join(body) + "\n</svg>\n"
    )


def markers() -> str:
    """The heads of the arrows, one a colour."""
    heads = "".join(
        f'<marker id="{name}" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="5" '
        f'markerHeight="5" orient="auto"><path d="M 0 0 L 10 5 L 0 10 z" '
        f'fill="{colour}"/></marker>'
        for name, colour in (("right", RIGHT), ("wrong", WRONG))
    )
    return f"<defs>{heads}</defs>\n"


def around(circle: Circle, place: float, far: float) -> tuple[float, float]:
    """Where a position is, `far` from the centre; 0 is at the top, on is clockwise."""
    angle = 2 * pi * place / len(circle)
    return far * sin(angle), -far * cos(angle)


def agent(circle: Circle, place: int) -> str:
    """A card, the agent's feet to the centre, and its label outside."""
    name, facing = circle.agents[place]
    x, y = around(circle, place, AGENTS)
    small = min(1.0, 9 / len(circle))
    turned = 360 * place / len(circle)
    figure, paper = (FRONT, "#e0f2fe") if facing == "front" else (BEHIND, "#fef3c7")
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) rotate({turned:.1f}) '
        f'scale({small:.2f})"><rect x="-48" y="-68" width="96" height="146" rx="10" '
        f'fill="{paper}" stroke="#64748b" stroke-width="2"/>{figure}</g>\n'
        + label(circle, place, name, f"from {SEEN[facing]}", max(small, 0.5))
    )


def label(circle: Circle, place: int, name: str, seen: str, small: float) -> str:
    """The name and how the agent is seen, outside its card."""
    x, y = around(circle, place, LABELS)
    anchor = "middle" if abs(x) < LABELS / 5 else "start" if x > 0 else "end"
    y += -18 if anchor == "middle" and y < 0 else 8 if anchor == "middle" else 0
    small_size, size = f"{15 * small:.0f}", f"{19 * small:.0f}"
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
        f'font-weight="bold" fill="#111827">{escape(name)}'
        f'<tspan x="{x:.1f}" dy="1.1em" font-weight="normal" font-size="{small_size}">'
        f"{seen}</tspan></text>"
    )


def route(circle: Circle, hops: Sequence[Hop], colour: str, before: int) -> list[str]:
    """Its arrows, each further in than the one before; `before` others are outside."""
    drawn = []
    for number, hop in enumerate(hops):
        if hop.steps:
            far = max(LEAST, INNER - BETWEEN * (before + number))
            drawn.append(arrow(circle, hop, far, colour))
    return drawn


def arrow(circle: Circle, hop: Hop, far: float, colour: str) -> str:
    """An arc with a head, and the number of its movement where it begins."""
    each = 360 / len(circle)
    corners = max(2, round(abs(hop.steps) * each / DEGREES))
    short = hop.steps - (0.12 if hop.steps > 0 else -0.12)  # of the next one's number
    points = [
        around(circle, hop.at + short * corner / corners, far)
        for corner in range(corners + 1)
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    x, y = points[0]
    name, dashes = (
        ("right", "") if colour == RIGHT else ("wrong", ' stroke-dasharray="9 5"')
    )
    return (
        f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="4"'
        f'{dashes} marker-end="url(#{name})"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="10" fill="{colour}"/>'
        f'<text x="{x:.1f}" y="{y + 5:.1f}" text-anchor="middle" font-size="14" '
        f'font-weight="bold" fill="#ffffff">{hop.movement}</text>'
    )


def legend(right: bool, wrong: bool) -> str:
    """Which colour is which, in a corner."""
    rows = [("right", RIGHT)] * right + [("wrong", WRONG)] * wrong
    return "\n".join(
        f'<text x="{10 - HALF}" y="{26 - HALF + 22 * row}" font-size="18" '
        f'font-weight="bold" fill="{colour}">{name} route</text>'
        for row, (name, colour) in enumerate(rows)
    )


WIDE, HIGH = 72, 21  # columns and lines of a circle in text
CARD = 17  # columns of an agent
ACROSS, DOWN = 27, 8  # columns and lines from the middle to an agent
LOOKS = {"front": "(o_o) front", "back": "(   ) behind"}  # a face, or only the hair
ROOMY = 8  # agents that have room as cards; more of them are listed


def lines(circle: Circle, middle: Sequence[str] = ()) -> list[str]:
    """The circle as text, clockwise from the top, with `middle` written inside it."""
    if len(circle) > ROOMY:
        rows = [f"{name:20} {LOOKS[facing]}" for name, facing in circle.agents]
        return ["clockwise, from above:", *rows, *middle]
    canvas = [[" "] * WIDE for _ in range(HIGH)]
    for place, (name, facing) in enumerate(circle.agents):
        x, y = around(circle, place, 1)
        rows = [f"{row:^{CARD - 2}.{CARD - 2}}" for row in (name, LOOKS[facing])]
        edge = "-" * (CARD - 2)
        block = [f"+{edge}+", *(f"|{row}|" for row in rows), f"+{edge}+"]
        put(canvas, block, (WIDE / 2 + ACROSS * x, HIGH / 2 + DOWN * y))
    put(canvas, middle, (WIDE / 2, HIGH / 2))
    return ["".join(line).rstrip() for line in canvas]


def put(
    canvas: list[list[str]], block: Sequence[str], middle: tuple[float, float]
) -> None:
    """Write lines of text on the canvas, centred there (column, line)."""
    wide = max(map(len, block), default=0)
    top, first = round(middle[1] - len(block) / 2), round(middle[0] - wide / 2)
    for line, row in enumerate(block, top):
        canvas[line][first : first + len(row)] = row
