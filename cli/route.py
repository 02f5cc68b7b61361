"""partybots route: solve, check, grade, make, infer and draw routes."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from partybots.cli.options import json_option
from partybots.core import BadValue

if TYPE_CHECKING:
    from partybots.solvers.route import Circle
    from partybots.solvers.route.grading import Report

PLACE = "A file, or the circle itself: house:front tree:back ...  [default: ours]"
circle_option = click.option("--circle", "circle_text", metavar="CIRCLE", help=PLACE)
depth_option = click.option(
    "--depth", type=int, help="Only the first so many movements."
)


@click.group()
def route() -> None:
    """Right Turn, Left Turn routes, without a game.

    \b
    partybots route solve "house 3L 1R 4L"
    partybots route check "house 3L 1R 4L" ambulance
    """


def circle_of(text: str | None) -> "Circle":
    """The circle that was given, as text or as a file, else ours."""
    from partybots.solvers.route import DEFAULT_CIRCLE, Circle

    if text is None:
        return DEFAULT_CIRCLE
    if ":" not in text or Path(text).is_file():
        text = content(Path(text))
    return Circle.read(text)


def content(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise BadValue(f"cannot read {path}: {reason}") from error


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
@click.argument("file", type=click.Path(path_type=Path))
@circle_option
@depth_option
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Marked rows.")
@json_option
def grade(
    file: Path,
    circle_text: str | None,
    depth: int | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Mark FILE, CSV or JSON lines with the columns contract and answer.

    Columns player, circle and time count if they are there. A bad row is named with
    its line and does not stop the rest. -o writes every row with expected, correct and
    diagnosis.

    \b
    partybots route grade answers.csv -o marked.csv
    """
    from partybots.solvers.route.grading import grade

    circle = circle_of(circle_text)
    with opened(file, "r") as lines, opened(output, "x") as marked:
        report = grade(lines or (), circle, depth=depth, output=marked)
    for line, error in report.bad[:20]:
        click.echo(f"{file}, line {line}: {error}", err=True)
    if len(report.bad) > 20:
        click.echo(f"and {len(report.bad) - 20} more bad rows", err=True)
    if as_json:
        return click.echo(json.dumps(report.as_json()))
    return show_grades(report)


@contextmanager
def opened(path: Path | None, mode: str) -> Iterator[Any]:
    """An open file, or None for none; what goes wrong in words."""
    if path is None:
        yield None
        return
    encoding = "utf-8-sig" if mode == "r" else "utf-8"
    file: IO[str]
    try:
        file = path.open(mode, encoding=encoding, newline="")
    except FileExistsError:
        raise BadValue(f"{path} is there already") from None
    except OSError as error:
        does = "read" if mode == "r" else "write"
        raise BadValue(f"cannot {does} {path}: {error.strerror}") from error
    with file:
        try:
            yield file
        except UnicodeDecodeError as error:
            raise BadValue(f"{path} is not UTF-8 text") from error
        except OSError as error:
            raise BadValue(f"{path}: {error.strerror}") from error


def show_grades(report: "Report") -> None:
    """Players, then the contracts that were hardest, then the totals."""
    from partybots.cli.show import new_table, print_table

    if report.best:
        table = new_table(("player", "rows", "right", "score", "slip"), "players")
        for player in report.best:
            slip = player.misconception or "-"
            score = f"{player.score:.0%}"
            table.add_row(player.name, str(player.rows), str(player.right), score, slip)
        print_table(table)
    if report.contracts:
        table = new_table(("contract", "rows", "right", "score"), "hardest contracts")
        for asked in report.hardest[:10]:
            score = f"{asked.score:.0%}"
            table.add_row(asked.name, str(asked.rows), str(asked.right), score)
        print_table(table)
    totals = f"{report.rows} rows: {report.right} right, {report.wrong} wrong"
    click.echo(f"{totals}, {report.rows - report.right - report.wrong} bad")


@route.command()
@click.option("--cards", default=43, show_default=True, help="Contracts in the deck.")
@click.option("--seed", default=1, show_default=True, help="Same seed, same deck.")
@click.option("--level", default=0, help="1 to 3: changes of facing; 0 is any.")
@click.option("--effort", default=8.0, show_default=True, help="About seconds at most.")
@click.option("--every-circle", is_flag=True, help="Good on every circle.")
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

    \b
    partybots route deck --cards 21 --level 2
    """
    from partybots.solvers.route.generating import generate

    circle = circle_of(circle_text)
    made = generate(cards, None if every_circle else circle, seed, level, effort)
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
@json_option
def infer(file: Path, circle_text: str | None, as_json: bool) -> None:
    """Which circles are possible, from the right answers in FILE.

    FILE is CSV or JSON with contract and answer; --circle gives the landmarks only.

    \b
    partybots route infer clues.csv
    """
    from partybots.solvers.route.inferring import infer, read_clues

    names = circle_of(circle_text).names
    found = infer(read_clues(content(file), names), names)
    if as_json:
        return click.echo(json.dumps(found.as_json()))
    click.echo(f"{found.count} circles are possible")
    for circle in found.circles:
        click.echo(f"  {circle}")
    for name, facing in found.facings.items():
        click.echo(f"certain: {name} is {facing}")
    if found.ask:
        click.echo(f"ask next: {found.ask}; then about {found.left:.0f} are left")
    return None


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
    from partybots.solvers.route import check, solve
    from partybots.solvers.route.drawing import lines, svg
    from partybots.solvers.route.walks import right_walk, wrong_walk

    circle = circle_of(circle_text)
    if wrong is not None and contract is None:
        raise BadValue("--wrong needs a CONTRACT")
    middle: list[str] = []
    right_hops, wrong_hops, steps = [], [], []
    if contract is not None:
        question = circle.contract(contract).first(depth)
        solution = solve(question, circle)
        steps = [f"{n}  {step}" for n, step in enumerate(solution.steps, 1)]
        middle = [f"from the {question.start}", *map(str, question.movements)]
        right_hops = right_walk(question, circle)
        if wrong is not None:
            wrong_hops = way_to(wrong, question, circle, check, wrong_walk)
    picture = svg(circle, right_hops, wrong_hops)
    if output is not None:
        with opened(output, "x") as file:
            file.write(picture)
    if as_json:
        return click.echo(json.dumps({"svg": picture, "circle": circle.as_json()}))
    if output is not None:
        return click.echo(f"wrote {output}")
    return click.echo("\n".join([*lines(circle, middle), *steps]))


def way_to(
    wrong: str,
    question: Any,
    circle: "Circle",
    check: Any,
    wrong_walk: Callable[..., Any],
) -> Any:
    """The walk of the likeliest slip that leads to a wrong answer."""
    verdict = check(question, wrong, circle)
    if verdict.correct:
        raise BadValue(f"{verdict.answer} is the right answer")
    if not verdict.diagnosis:
        click.echo(
            "no single slip leads there; only the right route is drawn", err=True
        )
        return []
    return wrong_walk(verdict.diagnosis[0], question, circle)
