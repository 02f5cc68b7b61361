"""partybots route: solve, check, grade, make, infer and draw routes."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from partybots.cli.options import json_option
from partybots.cli.route_files import (
    circle_of,
    circle_option,
    content,
    ending_of,
    named,
    new_file,
)
from partybots.cli.route_grade import depth_option, grade
from partybots.core import BadValue

if TYPE_CHECKING:
    from partybots.solvers.route import Circle
    from partybots.solvers.route.circle import Facing
    from partybots.solvers.route.inferring import Inference


@click.group()
def route() -> None:
    """Right Turn, Left Turn routes, without a game.

    \b
    partybots route solve "house 3L 1R 4L"
    partybots route check "house 3L 1R 4L" ambulance
    """


route.add_command(grade)


@route.command()
@click.argument("contract")
@circle_option
@depth_option
@json_option
def solve(
    contract: str, circle_text: str | None, depth: int | None, as_json: bool
) -> None:
    """Where CONTRACT ends, and why.

    \b
    partybots route solve "house 3L 1R 4L"
    """
    from partybots.solvers.route import solve

    found = solve(contract, circle_of(circle_text), depth)
    if as_json:
        return click.echo(json.dumps(found.as_json()))
    for number, step in enumerate(found.steps, 1):
        click.echo(f"{number}  {step}")
    return click.echo(f"answer: {found.answer}")


@route.command()
@click.argument("contract")
@click.argument("answer")
@circle_option
@depth_option
@json_option
def check(
    contract: str,
    answer: str,
    circle_text: str | None,
    depth: int | None,
    as_json: bool,
) -> None:
    """Whether ANSWER to CONTRACT is right; if not, what was misunderstood.

    Exit status 0 right, 1 wrong, 2 no question.

    \b
    partybots route check "house 3L 1R 4L" ambulance
    """
    from partybots.solvers.route import check
    from partybots.solvers.route.slips import NO_SLIP

    verdict = check(contract, answer, circle_of(circle_text), depth)
    if as_json:
        click.echo(json.dumps(verdict.as_json()))
    elif verdict.correct:
        click.echo(f"right: {verdict.answer}")
    else:
        click.echo(f"wrong: {verdict.answer}, expected {verdict.expected}")
        for slip in verdict.diagnosis:
            click.echo(f"  {slip.slip}: {slip.text}")
        if not verdict.diagnosis:
            click.echo(f"  {NO_SLIP}")
    if not verdict.correct:
        raise SystemExit(1)


@route.command()
@click.option("--cards", default=43, show_default=True, help="Contracts in the deck.")
@click.option("--seed", default=1, show_default=True, help="Same seed, same deck.")
@click.option("--level", default=0, help="Of difficulty, 1 to 3; 0 is any.")
@click.option("--effort", default=4.0, show_default=True, help="About seconds at most.")
@click.option(
    "--every-circle", is_flag=True, help="Good whoever stands where, facing how."
)
@circle_option
@json_option
def deck(
    cards: int,
    seed: int,
    level: int,
    effort: float,
    every_circle: bool,
    circle_text: str | None,
    as_json: bool,
) -> None:
    """Make a deck of contracts: starts, answers, steps and sides even.

    Levels 1, 2, 3 meet 0, 1, 2 changes of facing and have few, more, many steps.

    \b
    partybots route deck --cards 21 --level 2
    """
    from partybots.solvers.route.generating import generate

    circle = circle_of(circle_text)
    made = generate(cards, circle, seed, level, effort, every_circle)
    rows = [
        {
            "contract": str(contract),
            "answer": None if every_circle else circle.answer(contract),
        }
        for contract in made
    ]
    if as_json:
        return click.echo(json.dumps({"contracts": rows}))
    click.echo("contract" if every_circle else "contract,answer")
    for row in rows:
        click.echo(",".join(str(cell) for cell in row.values() if cell is not None))
    return None


@route.command()
@click.argument("file", type=click.Path(path_type=Path))
@circle_option
@click.option(
    "--seen",
    multiple=True,
    metavar="LANDMARK:FACING",
    help="A facing that is known. May be repeated.",
)
@json_option
def infer(
    file: Path, seen: tuple[str, ...], circle_text: str | None, as_json: bool
) -> None:
    """Which circles are possible, from the right answers in FILE.

    FILE is CSV or JSON with contract and answer; - is standard input. --circle gives
    the landmarks only. A circle and its mirror image with everyone turned round answer
    alike, so that answers leave two at least, if no facing was --seen. Exit status 1
    if no circle is possible.

    \b
    partybots route infer clues.csv --seen house:front
    """
    from partybots.solvers.route.inferring import infer, read_clues

    names = circle_of(circle_text).names
    facings = facings_of(seen, names)
    with named(file):
        clues = read_clues(content(file), names)
    found = infer(clues, names, facings)
    if as_json:
        click.echo(json.dumps(found.as_json()))
    else:
        show_inference(found)
    if not found.count:
        raise SystemExit(1)


def show_inference(found: "Inference") -> None:
    circles = "circle is" if found.count == 1 else "circles are"
    click.echo(f"{found.count} {circles} possible")
    if found.contradicts is not None:
        click.echo(f"clue {found.contradicts} contradicts those before it")
    for circle in found.circles:
        click.echo(f"  {circle}")
    for name, facing in found.facings.items():
        click.echo(f"certain: {name} is {facing}")
    if found.ask:
        click.echo(f"ask next: {found.ask}; then about {found.left:.0f} are left")


def facings_of(seen: tuple[str, ...], names: tuple[str, ...]) -> "dict[str, Facing]":
    """What was seen, by landmark; BadValue if one was seen to face both ways."""
    from partybots.solvers.route.landmarks import landmark

    facings: dict[str, Facing] = {}
    for said, facing in map(facing_of, seen):
        name = landmark(said, names)
        if facings.setdefault(name, facing) != facing:
            raise BadValue(f"{name} cannot be --seen from the front and the back")
    return facings


def facing_of(text: str) -> "tuple[str, Facing]":
    from partybots.solvers.route.notation import read_facing

    name, colon, facing = text.partition(":")
    if not colon:
        raise BadValue(f"--seen is LANDMARK:FACING, such as house:front, not {text}")
    return name, read_facing(facing)


@route.command()
@click.argument("contract", required=False)
@click.option(
    "--wrong", metavar="ANSWER", help="Draw the way to it beside the right one."
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="An SVG file.")
@circle_option
@depth_option
@json_option
def draw(
    contract: str | None,
    wrong: str | None,
    output: Path | None,
    circle_text: str | None,
    depth: int | None,
    as_json: bool,
) -> None:
    """Draw the circle, and the route of CONTRACT: as text, or with -o as SVG.

    \b
    partybots route draw "house 3L 1R 4L" --wrong ambulance -o route.svg
    """
    from partybots.solvers.route.drawing import draw

    ending_of(output, [".svg"])
    circle = circle_of(circle_text)
    if wrong is not None and contract is None:
        raise BadValue("--wrong needs a CONTRACT")
    picture = draw(contract, circle, wrong, depth)
    if output is not None:
        with new_file(output) as file:
            file and file.write(picture)
    if as_json:
        return click.echo(json.dumps({"svg": picture, "circle": circle.as_json()}))
    if output is not None:
        return click.echo(f"wrote {output}")
    return click.echo("\n".join(in_text(circle, contract, wrong, depth)))


def in_text(
    circle: "Circle", contract: str | None, wrong: str | None, depth: int | None
) -> Iterator[str]:
    """The same as lines for a terminal."""
    from partybots.solvers.route import check, solve
    from partybots.solvers.route.slips import NO_SLIP
    from partybots.solvers.route.terminal import lines
    from partybots.solvers.route.walks import right_walk, wrong_walk

    if contract is None:
        yield from lines(circle)
        return
    solution = solve(contract, circle, depth)
    asked = solution.contract
    middle = [f"from {asked.start}", *map(str, asked.movements)]
    yield from lines(circle, middle, right_walk(asked, circle))
    yield from (f"{n}  {step}" for n, step in enumerate(solution.steps, 1))
    yield f"answer: {solution.answer}"
    if wrong is None:
        return
    verdict = check(asked, wrong, circle)
    yield from ("", f"not {verdict.answer}:")
    if not verdict.diagnosis:
        yield NO_SLIP
        return
    slip = verdict.diagnosis[0]
    yield slip.text
    yield from lines(circle, middle, wrong_walk(slip, asked, circle))
