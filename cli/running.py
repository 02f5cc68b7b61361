"""What partybots tournament does once it is clear what to play: play and show it."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from time import monotonic
from typing import TYPE_CHECKING

import click

from partybots.cli.show import show, show_overall
from partybots.core import PartybotsError
from partybots.core.arena.housing import Housing
from partybots.core.arena.store import Store
from partybots.core.arena.tournament import Tournament, overall
from partybots.core.arena.worker import Part
from partybots.core.registry import Registry

if TYPE_CHECKING:
    from partybots.core.game import Bytes, Game

EVERY = 10.0  # s between two plain lines of progress


def run(
    registry: Registry,
    store: Store,
    jobs: int,
    housing: Housing,
    as_json: bool,
    fresh: bool,
) -> None:
    """Play what is missing in `store` and print the tables.

    A fresh file is taken back if what it says cannot be played at all.
    """
    try:
        with redirect_stdout(sys.stderr):  # bots may print
            tournament = Tournament(registry, store, housing)
    except PartybotsError:
        if fresh:
            store.remove()
        raise
    for part in tournament.parts:
        click.echo(in_a_line(part), err=True)
        warn(part.game, part.table)
    go_on = f"partybots tournament --resume {store.path}"
    try:
        with progress(tournament) as heard, redirect_stdout(sys.stderr):
            tournament.play(jobs, heard)
    except KeyboardInterrupt:
        store.close()
        click.echo(f"\nstopped; go on with: {go_on}", err=True)
        raise SystemExit(1) from None
    except PartybotsError as error:
        raise PartybotsError(f"{error}; go on with: {go_on}") from error
    finish(tournament, as_json)
    store.close()


def warn(game: "Game", table: "Bytes") -> None:
    """What the game's house has to say against this table, though it can be played."""
    said = ""
    if hasattr(game.house, "warn"):
        said = game.house.warn(game.record(table))
    if said:
        click.echo(f"note: {said}", err=True)


def in_a_line(part: Part) -> str:
    """What is played, as it was understood."""
    spec, schedule = part.spec, part.schedule
    said = f"{spec.game}: {', '.join(spec.labels)}; {spec.seats} seats, "
    said += f"{spec.blocks} blocks x {len(schedule.lineups)} line-ups x "
    said += f"{len(schedule.seatings)} seatings = {schedule.matches} matches, "
    said += f"seed {spec.seed}, referee {spec.referee}"
    said += "".join(f", {name}={value}" for name, value in spec.rules.items())
    if schedule.sampled:
        said += " (a balanced sample: there are too many line-ups to play all)"
    return said


@contextmanager
def progress(tournament: Tournament) -> Iterator[Callable[[int], None]]:
    """Something to tell how many more are done: a bar, or now and then a line."""
    done = sum(tournament.store.count(part) for part, _ in enumerate(tournament.parts))
    if not sys.stderr.isatty():
        yield Lines(done, tournament.matches).heard
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TimeRemainingColumn,
    )

    columns = BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    console = Console(stderr=True)
    with Progress("matches", *columns, console=console, transient=True) as bar:
        task = bar.add_task("matches", total=tournament.matches, completed=done)
        yield lambda matches: bar.advance(task, matches)


class Lines:
    """Progress where there is no terminal."""

    def __init__(self, done: int, total: int) -> None:
        self.done, self.total, self.next = done, total, monotonic() + EVERY

    def heard(self, matches: int) -> None:
        self.done += matches
        if monotonic() >= self.next:
            self.next = monotonic() + EVERY
            click.echo(f"{self.done} of {self.total} matches", err=True)


def finish(tournament: Tournament, as_json: bool) -> None:
    reports = tournament.reports()
    if as_json:
        said = [report.as_json() for report in reports]
        several = {"games": said, "overall": overall(reports)}
        click.echo(json.dumps(several if tournament.about.several else said[0]))
    path = str(tournament.store.path)
    for number, report in enumerate(reports):
        part = number if len(reports) > 1 else None
        show(report, path, part, to_stdout=not as_json)
    if not as_json:
        if len(reports) > 1:
            show_overall(overall(reports))
        click.echo(f"stored in {path}")
