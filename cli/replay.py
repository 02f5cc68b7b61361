"""partybots replay: a stored match, move by move."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from partybots.cli.options import json_option
from partybots.core import BadValue
from partybots.core.arena.referee import SHOWN, in_a_line
from partybots.core.arena.store import Store
from partybots.core.registry import Registry

if TYPE_CHECKING:
    from partybots.core.arena.replay import Replay, Step
    from partybots.core.arena.store import Row


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("match", nargs=-1, metavar="[[GAME] MATCH]")
@click.option("--step", type=click.IntRange(0), help="Show the position before it.")
@click.option("--position", "bare", is_flag=True, help="Of --step, nothing else.")
@json_option
@click.pass_obj
def replay(
    registry: Registry,
    file: Path,
    match: tuple[str, ...],
    step: int | None,
    bare: bool,
    as_json: bool,
) -> None:
    """Show MATCH of FILE, and check that it comes out as it is stored.

    \b
    partybots replay FILE
    partybots replay FILE 12
    partybots replay FILE 12 --step 37
    """
    store = Store.open(file)
    part, number = which(store, match)
    if number is None:
        return contents(store, as_json)

    from partybots.core.arena.replay import Replay, stored

    about = store.about
    row = stored(store, part, number)
    match_again = Replay(registry, about.specs[part], about, row)
    if bare:
        return click.echo(notation(match_again, step or 0))
    if as_json:
        return whole_as_json(match_again)
    if step is None:
        return whole(match_again)
    return position(match_again, step)


def which(store: Store, match: tuple[str, ...]) -> tuple[int, int | None]:
    """The part and the number of a match, as [[GAME] MATCH] says."""
    games = [spec.game for spec in store.about.specs]
    part, rest = 0, match
    if match and not match[0].isdecimal():
        if match[0] not in games:
            raise BadValue(f"{store.path} holds {', '.join(games)}, not {match[0]}")
        part, rest = games.index(match[0]), match[1:]
    elif match and len(games) > 1:
        raise BadValue(f"which game: {', '.join(games)}?")
    if len(rest) > 1 or (rest and not rest[0].isdecimal()):
        raise BadValue(f'"{" ".join(rest)}" is not the number of a match')
    return part, int(rest[0]) if rest else None


def contents(store: Store, as_json: bool) -> None:
    """What is in the file."""
    about = store.about
    counts = [store.count(part) for part, _ in enumerate(about.specs)]
    if as_json:
        specs = [spec.as_json() for spec in about.specs]
        return click.echo(json.dumps({"specs": specs, "matches": counts}))
    for spec, count in zip(about.specs, counts, strict=True):
        bots = ", ".join(spec.labels)
        click.echo(f"{spec.game}: {bots}; seed {spec.seed}; {count} matches stored")
    return click.echo(f"a match of it: partybots replay {store.path} MATCH")


def whole(match: "Replay") -> None:
    """Every action in notation, then what came of it."""
    heading(match)
    click.echo(f"position  {first_position(match)}")
    faults = {(fault.step, fault.seat): fault for fault in match.row.faults}
    wide = len(str(len(match.row.actions) // 2))
    for step in match:
        if fault := faults.get((step.number, step.seat)):
            click.echo(f"          fault: {fault.kind}: {fault.reason}")
        click.echo(f"{step.number:>{wide}}  {line(match, step)}")
    result(match)


def heading(match: "Replay") -> None:
    row, spec = match.row, match.spec
    seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(match.names))
    click.echo(f"{spec.game} match {row.number}, deal {match.deal}; seats {seats}")


def first_position(match: "Replay") -> str:
    state = match.game.new(match.spec.seats, match.spec.rules, match.spec.deck)
    from partybots.core.chance import stream

    match.game.kernels.deal(state, stream(match.spec.seed, match.spec.game, match.deal))
    written: str = match.game.text.write(match.game.record(state))
    return written


def line(match: "Replay", step: "Step") -> str:
    """Who did what, and in words where the game has them."""
    said = match.game.text.write_action(step.action)
    time = "" if step.ms is None else f" after {step.ms} ms"
    words = ""
    if hasattr(match.game.table, "describe"):
        record = match.game.record(step.state)
        words = f"  ({match.game.table.describe(record, step.action, step.seat)})"
    return f"{step.seat} {match.names[step.seat]}: {said}{time}{words}"


def result(match: "Replay") -> None:
    match.verify()
    row = match.row
    for seat, name in enumerate(match.names):
        notes = ["won"] if seat in row.winners else []
        notes += ["lost by faults"] if seat in row.lost else []
        notes += [
            f"{kind}: {name}"
            for kind, names in row.tally.items()
            for name, counts in names.items()
            if kind == "losses" and counts[seat]
        ]
        end = f"  ({', '.join(notes)})" if notes else ""
        click.echo(f"seat {seat} {name}: {row.scores[seat]}{end}")
    click.echo("the stored scores are those of these actions")


def position(match: "Replay", number: int) -> None:
    """Where the match was before a step, and the faults then."""
    step = at(match, number)
    heading(match)
    record = match.game.record(step.state)
    click.echo(f"position  {match.game.text.write(record)}")
    for fault in match.row.faults:
        if fault.step == number:
            click.echo(str(fault))
            if len(fault.stderr.splitlines()) > SHOWN:
                click.echo(f"all of its stderr\n{harmless(fault.stderr)}")
    click.echo(f"{number}  {line(match, step)}")


def notation(match: "Replay", number: int) -> str:
    """The position before a step, as `partybots analyse` reads it."""
    return str(match.game.text.write(match.game.record(at(match, number).state)))


def at(match: "Replay", number: int) -> "Step":
    """A step, with the state as it was then."""
    for step in match:
        if step.number == number:
            return step
    last = len(match.row.actions) // 2 - 1
    raise BadValue(f"the match has steps 0 to {last}, not {number}")


def harmless(text: str) -> str:
    """What a bot wrote, with nothing in it that steers a terminal."""
    return "\n".join(map(in_a_line, text.splitlines()))


def whole_as_json(match: "Replay") -> None:
    steps = [
        {
            "seat": step.seat,
            "action": match.game.text.write_action(step.action),
            **({} if step.ms is None else {"ms": step.ms}),
        }
        for step in match
    ]
    match.verify()
    row: Row = match.row
    said = {"game": match.spec.game, "match": row.number, "deal": match.deal}
    said |= {"bots": match.names, "position": first_position(match), "steps": steps}
    said |= {"scores": row.scores, "winners": row.winners, "lost": row.lost}
    said |= {"faults": [vars(fault) for fault in row.faults], **row.tally}
    click.echo(json.dumps(said))
