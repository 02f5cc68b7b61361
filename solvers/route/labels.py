"""What stands beside each agent of a drawn circle: a landmark, its name, how seen."""

from html import escape
from math import cos, pi, sin

from partybots.solvers.route import pictures
from partybots.solvers.route.circle import Circle, Facing

AGENTS = 265  # how far from the centre they stand, in the picture's units
SEEN = {"front": "seen from the front", "back": "seen from behind"}


def around(circle: Circle, place: float, far: float) -> tuple[float, float]:
    """Where a position is, `far` from the centre; 0 is at the top, on is clockwise."""
    angle = 2 * pi * place / len(circle)
    return far * sin(angle), -far * cos(angle)


def label(circle: Circle, place: int, small: float) -> str:
    """The landmark, its name and how the agent is seen, outside its card.

    Upright and clear of the card where there is room, else along the spoke.
    """
    name, facing = circle.agents[place]
    size = letters(name, 22 if small == 1 else 14, 170 if small == 1 else 115)
    out = AGENTS + 68 * small + 10
    if small < 1:
        return along_spoke(circle, place, out, words(name, facing, size))
    picture = pictures.LANDMARKS.get(name, "")
    wide = max(len(name) * 0.62 * size, 150)
    high = 44 + (50 if picture else 0)
    right, down = around(circle, place, 1)
    far = out + abs(right) * wide / 2 + abs(down) * high / 2
    x, y = around(circle, place, far)
    top = y - high / 2
    if picture:
        picture = f'<g transform="translate({x:.1f} {top + 25:.1f})">{picture}</g>'
        top += 50
    return (
        f'{picture}<g transform="translate({x:.1f} {top + 20:.1f})" '
        f'text-anchor="middle">{words(name, facing, size)}</g>'
    )


def along_spoke(circle: Circle, place: int, out: float, said: str) -> str:
    """Text that begins `out` from the centre, or on the left half ends there."""
    x, y = around(circle, place, out)
    turn = 360 * place / len(circle) - 90
    anchor = "start"
    if 2 * place > len(circle):
        turn, anchor = turn + 180, "end"
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) rotate({turn:.1f})" '
        f'text-anchor="{anchor}">{said}</g>'
    )


def words(name: str, facing: Facing, size: float) -> str:
    return (
        f'<text font-size="{size:.0f}" font-weight="bold" fill="#111827">'
        f'{escape(name)}<tspan x="0" dy="1.1em" font-weight="normal" '
        f'font-size="{min(16, 0.8 * size):.0f}">{SEEN[facing]}</tspan></text>'
    )


def letters(text: str, size: float, room: float) -> float:
    """The size at which `text` has room: letters are about 0.62 of it wide."""
    return min(size, room / (0.62 * len(text)))
