"""partybots route grade: a file of answers is marked."""

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, TextIO

import click

from partybots.cli.options import json_option
from partybots.cli.route_files import (
    circle_of,
    circle_option,
    ending_of,
    lines_of,
    named,
    new_file,
)

if TYPE_CHECKING:
    from partybots.solvers.route import Circle
    from partybots.solvers.route.grading import Report, Tally

NAMED = 20  # bad rows that are named at the terminal
LISTED, HARDEST = 100, 10  # players and contracts in the tables
JSON_LINES = {".csv": False, ".jsonl": True}  # by ending
depth_option = click.option(
    "--depth", type=int, help="Only the first so many movements."
)


@click.command()
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
    diagnosis, as its ending says: .csv or .jsonl. FILE may be - for standard input.

    \b
    partybots route grade answers.csv -o marked.csv
    """
    circle = circle_of(circle_text)
    with TemporaryFile("w+", encoding="utf-8") as kept:
        bad = BadRows(file, kept)
        report = graded(file, circle, depth, output, bad)
        if bad.count > NAMED:
            more = f"and {bad.count - NAMED} more bad rows; --json and -o name them all"
            click.echo(more, err=True)
        if as_json:
            show_json(report, bad)
        else:
            show_grades(report)


def graded(
    file: Path, circle: "Circle", depth: int | None, output: Path | None, bad: "BadRows"
) -> "Report":
    from partybots.solvers.route.grading import grade

    ending = ending_of(output, JSON_LINES)
    with new_file(output) as marked, named(file):
        return grade(
            lines_of(file),
            circle,
            depth=depth,
            output=marked,
            as_json=JSON_LINES.get(ending),
            on_bad=bad.add,
        )


class BadRows:
    """Rows that could not be judged: the first are named, all are kept in a file."""

    def __init__(self, path: Path, kept: TextIO) -> None:
        self.path, self.kept, self.count = path, kept, 0

    def add(self, line: int, error: str) -> None:
        comma = ", " if self.count else ""
        self.kept.write(comma + json.dumps({"line": line, "error": error}))
        self.count += 1
        if self.count <= NAMED:
            click.echo(f"{self.path}, line {line}: {error}", err=True)

    def as_json(self) -> Iterator[str]:
        """A list of {line, error}, in pieces."""
        self.kept.seek(0)
        yield "["
        while piece := self.kept.read(2**16):
            yield piece
        yield "]"


def show_json(report: "Report", bad: BadRows) -> None:
    """Piece by piece, since all rows may be bad."""
    for key, value in report.as_json().items():
        click.echo("{" if key == "rows" else ", ", nl=False)
        click.echo(f"{json.dumps(key)}: ", nl=False)
        for piece in bad.as_json() if key == "bad" else [json.dumps(value)]:
            click.echo(piece, nl=False)
    click.echo("}")


def show_grades(report: "Report") -> None:
    """Players, then the contracts that were hardest, then the totals."""
    from partybots.cli.show import new_table, print_table

    if report.best:
        table = new_table(("player", "rows", "right", "score", "slip"), "players")
        for player in report.best[:LISTED]:
            table.add_row(*cells(player), player.misconception or "-")
        print_table(table)
    if len(report.best) > LISTED:
        click.echo(f"and {len(report.best) - LISTED} more players; --json has them all")
    if report.contracts:
        table = new_table(("contract", "rows", "right", "score"), "hardest contracts")
        for asked in report.hardest[:HARDEST]:
            table.add_row(*cells(asked))
        print_table(table)
    rows = "1 row" if report.rows == 1 else f"{report.rows} rows"
    totals = f"{rows}: {report.right} right, {report.wrong} wrong"
    click.echo(f"{totals}, {report.rows - report.right - report.wrong} bad")


def cells(tally: "Tally") -> list[str]:
    from rich.markup import escape

    from partybots.solvers.route.landmarks import brief

    name = escape(brief(tally.name))
    return [name, str(tally.rows), str(tally.right), f"{tally.score:.0%}"]
