"""Tables of standings for people."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.table import Table

    from partybots.core.arena.ratings import Interval
    from partybots.core.arena.standings import Standing
    from partybots.core.arena.tournament import Report

WORDS = ("bot", "faults", "player", "contract", "slip")  # columns of text
HEADS = ("", "bot", "n", "score", "wins", "points", "rating", "faults", "ms")


def show(report: "Report", path: str, part: int | None, to_stdout: bool) -> None:
    """Faults on stderr; on stdout the table and what to look at next."""
    of = [] if part is None else [report.spec.game]
    replay = " ".join(["partybots replay", path, *of])
    for number, fault in report.faults:
        click.echo(
            f"{fault}\n  replay    {replay} {number} --step {fault.step}", err=True
        )
    if not to_stdout:
        return
    table = new_table(HEADS, report.spec.game)
    for standing in report.standings:
        table.add_row(*cells(standing))
    print_table(table)
    if any(standing.win_share.low is None for standing in report.standings):
        click.echo("too few deals for intervals; more --blocks give them")
    if not report.reproducible:
        click.echo("not reproducible: thinking was limited by the clock")
    if report.lopsided.number >= 0:
        click.echo(f"most lopsided match: {replay} {report.lopsided.number}")


def cells(standing: "Standing") -> list[str]:
    faults = ", ".join(f"{n} {kind}" for kind, n in standing.faults.items())
    return [
        str(standing.rank),
        standing.bot,
        str(standing.matches),
        figure(standing.mean_score, "{:.2f}"),
        share(standing.win_share),
        f"{standing.points:.2f}",
        figure(standing.rating, "{:.0f}"),
        faults or "-",
        f"{1000 * standing.seconds_per_move:.3g}",
    ]


def figure(interval: "Interval", shape: str) -> str:
    """Such as "12.30 ±0.42": as far as the farther end of its interval."""
    value, low, high = interval
    if low is None or high is None:
        return shape.format(value)
    return f"{shape.format(value)} ±{shape.format(max(value - low, high - value))}"


def share(interval: "Interval") -> str:
    """Such as "52% (41..63)"."""
    value, low, high = interval
    if low is None or high is None:
        return f"{value:.0%}"
    return f"{value:.0%} ({100 * low:.0f}..{100 * high:.0f})"


def show_overall(rows: Sequence[dict[str, Any]]) -> None:
    table = new_table(("bot", "games", "points"), "over all games")
    for row in rows:
        table.add_row(row["bot"], str(row["games"]), f"{row['points']:.2f}")
    print_table(table)


def new_table(heads: Sequence[str], title: str) -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(
        title=title,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )
    for head in heads:
        words = head in WORDS
        table.add_column(head, justify="left" if words else "right")
    return table


def print_table(table: "Table") -> None:
    """As wide as the terminal; where there is none, as wide as it needs."""
    from rich.console import Console

    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=160)
    console.print(table)
