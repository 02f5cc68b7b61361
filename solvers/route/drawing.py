"""The circle as a picture: agents with their feet inwards, routes as numbered arrows.

SVG here, lines for a terminal in terminal.py.
"""

from collections.abc import Sequence
from html import escape

from partybots.core.errors import BadValue
from partybots.solvers.route import pictures
from partybots.solvers.route.checking import check
from partybots.solvers.route.circle import DEFAULT_CIRCLE, Circle
from partybots.solvers.route.contract import Contract
from partybots.solvers.route.labels import AGENTS, around, label, letters
from partybots.solvers.route.slips import Slip
from partybots.solvers.route.walks import Hop, end, right_walk, wrong_walk

WIDE, HIGH, TITLE = 520, 450, 90  # half a circle's room; the height above it
INNER = 168  # how far from the centre the outermost arrow is
BETWEEN, LEAST = 22, 36  # from one arrow to the next further in; the innermost
ROOM = 12  # agents that are drawn in full size
MOST_ARROWS = 60
RIGHT, WRONG = "#15803d", "#b91c1c"  # colours of routes
DASHES = {RIGHT: "", WRONG: ' stroke-dasharray="10 6"'}
DEGREES = 3  # from one corner of an arrow to the next


def draw(
    contract: Contract | str | None = None,
    circle: Circle = DEFAULT_CIRCLE,
    wrong: str | None = None,
    depth: int | None = None,
) -> str:
    """An SVG picture of `circle` and of the route of `contract`, if one is given.

    With a `wrong` answer, beside it the route of the likeliest slip that leads there; a
    circle with only that answer marked if no single slip does. BadValue or
    NotationError as check() has them, and for over 60 arrows.
    """
    if contract is None:
        return svg(circle)
    if isinstance(contract, str):
        contract = circle.contract(contract)
    contract = contract.first(depth)
    if contract.start not in circle.places:
        raise circle.stranger(contract)
    right = right_walk(contract, circle)
    if wrong is None:
        return svg(circle, right, title=str(contract))
    verdict = check(contract, wrong, circle)
    if verdict.correct:
        raise BadValue(f"{verdict.answer} is the right answer to {contract}")
    slip = verdict.diagnosis[0] if verdict.diagnosis else None
    return beside(circle, contract, verdict.answer, slip)


def beside(circle: Circle, contract: Contract, answer: str, slip: Slip | None) -> str:
    """Two squares: the right route, and the one that slip goes."""
    right = right_walk(contract, circle)
    wrong = wrong_walk(slip, contract, circle) if slip else []
    why = slip.text if slip else "no single slip leads there"
    expected = circle.landmarks[end(right, circle)]
    halves = [
        square(circle, right, RIGHT, f"{contract}: {expected}", "right"),
        square(circle, wrong, WRONG, f"not {answer}", why, circle.places[answer]),
    ]
    return page(halves)


def svg(
    circle: Circle,
    right: Sequence[Hop] = (),
    wrong: Sequence[Hop] = (),
    title: str = "",
) -> str:
    """A picture of `circle` with a right route, and beside it with a wrong one."""
    halves = [square(circle, right, RIGHT, title, "right route" if wrong else "")]
    if wrong:
        halves.append(square(circle, wrong, WRONG, "", "wrong route"))
    return page(halves)


def page(squares: Sequence[str]) -> str:
    """Squares side by side."""
    wide, high = 2 * WIDE * len(squares), 2 * HIGH + TITLE
    placed = "\n".join(
        f'<g transform="translate({WIDE + 2 * WIDE * k} {HIGH + TITLE})">{each}</g>'
        for k, each in enumerate(squares)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
        f'width="{wide}" height="{high}" font-family="sans-serif">\n<defs>'
        f"{head('right', RIGHT)}{head('wrong', WRONG)}</defs>\n"
        f'<rect width="{wide}" height="{high}" fill="#ffffff"/>\n{placed}\n</svg>\n'
    )


def head(name: str, colour: str) -> str:
    """Of an arrow."""
    return (
        f'<marker id="{name}" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="5" '
        f'markerHeight="5" orient="auto"><path d="M 0 0 L 10 5 L 0 10 z" '
        f'fill="{colour}"/></marker>'
    )


def square(
    circle: Circle,
    hops: Sequence[Hop],
    colour: str,
    title: str = "",
    below: str = "",
    said: int | None = None,  # the position to mark where no hops lead
) -> str:
    """One circle and one route, round (0, 0)."""
    start, last = (hops[0].at, end(hops, circle)) if hops else (None, said)
    parts = [spoke(circle, place) for place in range(len(circle))]
    for place in range(len(circle)):
        ring = colour if place in (start, last) else ""
        parts.append(agent(circle, place, ring, place == last))
    parts += arrows(circle, hops, colour)
    parts += [heading(title, 44, 34, "#111827"), heading(below, 80, 26, colour)]
    return "\n".join(parts)


def heading(text: str, y: int, size: int, colour: str) -> str:
    if not text:
        return ""
    fit = letters(text, size, 2 * WIDE - 20)
    return (
        f'<text x="0" y="{y - HIGH - TITLE}" text-anchor="middle" '
        f'font-size="{fit:.0f}" font-weight="bold" fill="{colour}">{escape(text)}'
        "</text>"
    )


def spoke(circle: Circle, place: int) -> str:
    """A faint line from the middle to an agent, so that an arrow's end is its."""
    (a, b), (c, d) = around(circle, place, LEAST), around(circle, place, AGENTS)
    return (
        f'<path d="M {a:.1f} {b:.1f} L {c:.1f} {d:.1f}" stroke="#e2e8f0" '
        f'stroke-width="2"/>'
    )


def agent(circle: Circle, place: int, ring: str, last: bool) -> str:
    """A card, the agent's feet to the centre, and its label outside.

    `ring` is the colour of its edge if the route starts or, `last`, ends there.
    """
    facing = circle.agents[place].facing
    x, y = around(circle, place, AGENTS)
    small = min(1.0, ROOM / len(circle))
    edge, wide = (ring, 9 if last else 5) if ring else ("#64748b", 2)
    hands = "".join(
        f'<text x="{at}" y="44" text-anchor="middle" font-size="16" '
        f'font-weight="bold" fill="#111827">{hand}</text>'
        for at, hand in zip((-39, 39), pictures.HANDS[facing], strict=True)
    )
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) '
        f'rotate({360 * place / len(circle):.1f}) scale({small:.2f})">'
        f'<rect x="-54" y="-68" width="108" height="148" rx="12" '
        f'fill="{pictures.PAPER[facing]}" stroke="{edge}" stroke-width="{wide}"/>'
        f"{pictures.AGENTS[facing]}{hands}</g>\n{label(circle, place, small)}"
    )


def arrows(circle: Circle, hops: Sequence[Hop], colour: str) -> list[str]:
    """One a hop that goes anywhere, each further in than the one before."""
    drawn = [hop for hop in hops if hop.steps]
    if len(drawn) > MOST_ARROWS:
        raise BadValue(
            f"{len(drawn)} arrows are too many to draw: {MOST_ARROWS} at most"
        )
    laps = [abs(hop.steps) // (len(circle) + 1) for hop in drawn]
    between = min(BETWEEN, (INNER - LEAST) / max(1, len(drawn) + sum(laps)))
    far, found = float(INNER), []
    for hop, lap in zip(drawn, laps, strict=True):
        found.append(arrow(circle, hop, (far, far - lap * between), colour))
        far -= (1 + lap) * between
    return found


def arrow(circle: Circle, hop: Hop, far: tuple[float, float], colour: str) -> str:
    """An arc with a head, and the number of its movement where it begins.

    It goes from `far[0]` to `far[1]` from the centre, more than once round as a spiral.
    """
    corners = max(2, round(abs(hop.steps) * 360 / len(circle) / DEGREES))
    short = hop.steps - (0.1 if hop.steps > 0 else -0.1)  # of the next one's number
    shares = [corner / corners for corner in range(corners + 1)]
    points = [
        around(circle, hop.at + short * share, far[0] + (far[1] - far[0]) * share)
        for share in shares
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    (x, y), name = points[0], "right" if colour == RIGHT else "wrong"
    return (
        f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="5"'
        f'{DASHES[colour]} marker-end="url(#{name})"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="13" fill="{colour}"/>'
        f'<text x="{x:.1f}" y="{y + 6:.1f}" text-anchor="middle" font-size="18" '
        f'font-weight="bold" fill="#ffffff">{hop.movement}</text>'
    )
