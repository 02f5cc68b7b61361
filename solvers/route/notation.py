"""Circles and contracts as short text, JSON and CSV."""

import csv
import json
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from partybots.core.errors import BadValue, NotationError, PartybotsError
from partybots.solvers.route import columns
from partybots.solvers.route.circle import Circle, Facing
from partybots.solvers.route.contract import SIDE_SPELLINGS, Contract, Side
from partybots.solvers.route.landmarks import (
    LANDMARKS,
    brief,
    known,
    landmark,
    own_name,
    spell,
)

S = TypeVar("S")
T = TypeVar("T")
FACING_SPELLINGS: dict[str, Facing] = {
    **dict.fromkeys(["front", "f", "face", "avant", "de-face"], "front"),
    **dict.fromkeys(["back", "b", "behind", "rear", "dos", "arriere"], "back"),
    "de-dos": "back",
}
Written = tuple[str, str]  # a landmark and a facing, as someone wrote them


def read_circle(text: str, landmarks: Iterable[str] | None = None) -> Circle:
    """From short text, JSON or CSV; Circle.read() says more."""
    if text.lstrip()[:1] in ("[", "{"):
        return circle_from_json(parse_json(text), landmarks)
    lines = text.strip().splitlines()
    if len(lines) > 1 and ":" not in lines[0]:
        return circle_from_csv(lines, landmarks)
    return circle_of(agents_in(text, landmarks), landmarks)


def agents_in(text: str, landmarks: Iterable[str] | None) -> list[Written]:
    """Split `house:front street lamp:back`; BadValue where a facing is missing."""
    names, found, pending = tuple(landmarks or LANDMARKS), list[Written](), list[str]()
    for word in re.split(r"[\s,;]+", re.sub(r"\s*[:=]\s*", ":", text.strip(" \t\n,;"))):
        last, colon, facing = word.partition(":")
        pending.append(last)
        if not colon:
            continue
        name = " ".join(pending)
        if len(pending) > 1 and not known(name, names):
            raise no_facing(pending[0])
        if not facing:
            raise no_facing(name)
        found.append((name, facing))
        pending = []
    if any(pending):
        raise no_facing(pending[0])
    return found


def no_facing(name: str) -> BadValue:
    name = brief(name)
    return BadValue(f"{name} has no facing: write {name}:front or {name}:back")


def circle_of(agents: Sequence[Written], landmarks: Iterable[str] | None) -> Circle:
    names = settle([name for name, _ in agents], landmarks)
    facings = [read_facing(facing) for _, facing in agents]
    return Circle(zip(names, facings, strict=True))


def settle(names: Sequence[str], landmarks: Iterable[str] | None) -> list[str]:
    """The landmarks that `names` mean: each there is, once, or names of their own."""
    if landmarks is None and not any(known(name) for name in names):
        return [own_name(name) for name in names]
    wanted = LANDMARKS if landmarks is None else tuple(map(own_name, landmarks))
    settled = [landmark(name, wanted) for name in names]
    for name in settled:
        if settled.count(name) > 1:
            raise BadValue(f"{name} stands in the circle twice")
    if missing := [name for name in wanted if name not in settled]:
        raise BadValue(f"missing from the circle: {', '.join(missing)}")
    return settled


def read_facing(text: str) -> Facing:
    try:
        return FACING_SPELLINGS[spell(text)]
    except KeyError:
        raise NotationError("a facing", brief(text), "front or back") from None


def parse_json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadValue(f"no JSON: {brief(str(error))}") from None


def circle_from_json(value: object, landmarks: Iterable[str] | None = None) -> Circle:
    """From [{landmark, facing}] clockwise, the same under "circle", or short text."""
    if isinstance(value, dict) and "circle" in value:
        value = value["circle"]
    if isinstance(value, str):
        return read_circle(value, landmarks)
    if not isinstance(value, list):
        raise wrong_json("a circle", value, "a list of {landmark, facing}")
    agents = [at(f"agent {k}", agent_from_json, v) for k, v in enumerate(value, 1)]
    return circle_of(agents, landmarks)


def agent_from_json(value: object) -> Written:
    if isinstance(value, dict):
        value = [value.get("landmark"), value.get("facing")]
    if isinstance(value, str):
        value = value.split(":")
    if isinstance(value, list) and len(value) == 2:
        name, facing = value
        if isinstance(name, str) and isinstance(facing, str):
            return name, facing
    raise wrong_json("an agent", value, '{"landmark": "house", "facing": "front"}')


def circle_from_csv(
    lines: Iterable[str], landmarks: Iterable[str] | None = None
) -> Circle:
    """From lines of CSV with the columns landmark (or agent) and facing, clockwise."""
    rows = read_csv(lines)
    name, facing = columns.needed(rows[0][1] if rows else [], "landmark", "facing")
    agents = [(row[name], row[facing]) for _, row in rows[1:]]
    return circle_of(agents, landmarks)


def read_csv(lines: Iterable[str]) -> list[tuple[int, list[str]]]:
    """(line, cells) of a small file; BadValue where a row has other columns."""
    lines = list(lines)
    reader = csv.reader(lines, delimiter=delimiter(lines[0] if lines else ""))
    rows: list[tuple[int, list[str]]] = []
    try:
        rows.extend((reader.line_num, row) for row in reader if any(row))
    except csv.Error as error:
        raise BadValue(f"line {reader.line_num}: {error}") from None
    for line, row in rows:
        if len(row) != len(rows[0][1]):
            raise BadValue(f"line {line}: {uneven(row, rows[0][1])}")
    return rows


def uneven(row: Sequence[str], header: Sequence[str]) -> str:
    return f"{len(row)} cells where the first line has {len(header)}"


def delimiter(header: str) -> str:
    """What stands between columns: a comma, or what a spreadsheet wrote instead."""
    return max(",;\t", key=header.count)


def contract_from_json(value: object, landmarks: Sequence[str] = LANDMARKS) -> Contract:
    """From {start, movements: [{count, side}]}, {contract: text}, or short text."""
    if isinstance(value, dict) and "contract" in value:
        value = value["contract"]
    if isinstance(value, str):
        return Contract.read(value, landmarks)
    if not isinstance(value, dict) or not isinstance(value.get("movements"), list):
        wanted = '"house 3L" or {"start": "house", "movements": [...]}'
        raise wrong_json("a contract", value, wanted)
    start = value.get("start")
    if not isinstance(start, str):
        raise wrong_json("a landmark", start, f"one of {', '.join(landmarks)}")
    moves = [
        at(f"movement {k}", movement_from_json, v)
        for k, v in enumerate(value["movements"], 1)
    ]
    return Contract(landmark(start, landmarks), moves)


def movement_from_json(value: object) -> tuple[int, Side]:
    if isinstance(value, dict):
        value = [value.get("count"), value.get("side")]
    if isinstance(value, list) and len(value) == 2:
        count, side = value
        known = isinstance(side, str) and side.lower() in SIDE_SPELLINGS
        if known and type(count) is int:
            return count, SIDE_SPELLINGS[side.lower()]
    raise wrong_json("a movement", value, '{"count": 3, "side": "left"}')


def wrong_json(what: str, value: object, expected: str) -> NotationError:
    return NotationError(what, brief(json.dumps(value)), expected)


def at(place: str, read: Callable[[S], T], value: S) -> T:
    """read(value), with the place in the error."""
    try:
        return read(value)
    except PartybotsError as error:
        raise BadValue(f"{place}: {error}") from None
