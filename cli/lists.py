"""partybots games, bots, referees, plugins: what there is, without importing it."""

import json
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import click

from partybots.cli.options import json_option
from partybots.core.house import HouseRule
from partybots.core.registry import Of, Registry


@click.command()
@click.argument("game", required=False)
@json_option
@click.pass_obj
def games(registry: Registry, game: str | None, as_json: bool) -> None:
    """List the games, or the house rules of GAME.

    \b
    partybots games
    partybots games right-now
    """
    if game is not None:
        return one_game(registry, game, as_json)
    found = []
    for name in sorted(registry.games):
        for declaration, plugin in registry.games[name]:
            facts: dict[str, Any] = {"name": name, "race": declaration.race}
            facts["seats"] = [declaration.seats[0], declaration.seats[-1]]
            facts |= {"summary": declaration.summary, "plugin": plugin}
            found.append(facts)
    if as_json:
        return click.echo(json.dumps({"games": found}))
    rows = [[f["name"], "{}-{}".format(*f["seats"]), f["summary"]] for f in found]
    columns(["game", "seats", "what it is"], rows)
    return click.echo("\nHouse rules of a game: partybots games GAME")


def one_game(registry: Registry, game: str, as_json: bool) -> None:
    declaration = registry.declaration(game)
    house = house_rules(declaration.where)
    if as_json:
        rules = [
            {
                "name": rule.name,
                "default": rule.write(rule.default),
                "values": rule.values,
                "summary": rule.summary,
            }
            for rule in house
        ]
        said: dict[str, Any] = {"name": game, "summary": declaration.summary}
        said["rules"] = rules
        said["seats"] = [declaration.seats[0], declaration.seats[-1]]
        return click.echo(json.dumps(said))
    least, most = declaration.seats[0], declaration.seats[-1]
    click.echo(f"{game}: {declaration.summary}; {least} to {most} seats\n")
    for rule in house:
        click.echo(f"--rule {rule.name}={rule.write(rule.default)}")
        click.echo(f"    {rule.summary}\n    {rule.values}")
    return None


def house_rules(where: str) -> Sequence[HouseRule]:
    """Those of the game in package `where`, without its kernels."""
    if not find_spec(f"{where}.house"):
        return ()
    rules: Sequence[HouseRule] = import_module(f"{where}.house").HOUSE
    return rules


@click.command()
@click.argument("game", required=False)
@json_option
@click.pass_obj
def bots(registry: Registry, game: str | None, as_json: bool) -> None:
    """List the bots, or those that can play GAME.

    \b
    partybots bots
    partybots bots right-now
    """
    if game is not None:
        registry.declaration(game)
    known = registry.bots if game is None else registry.bots_for(game)
    listed("bot", known, as_json)


@click.command()
@json_option
@click.pass_obj
def referees(registry: Registry, as_json: bool) -> None:
    """List the referees.

    \b
    partybots referees
    """
    listed("referee", registry.referees, as_json)


def listed(kind: str, known: Of, as_json: bool) -> None:
    found = [
        {
            "name": name,
            "games": [*declaration.games],
            "summary": declaration.summary,
            "plugin": plugin,
        }
        for name in sorted(known)
        for declaration, plugin in known[name]
    ]
    if as_json:
        return click.echo(json.dumps({f"{kind}s": found}))
    rows = [[f["name"], ", ".join(f["games"]) or "any", f["summary"]] for f in found]
    return columns([kind, "games", "what it does"], rows)


@click.command()
@json_option
@click.pass_obj
def plugins(registry: Registry, as_json: bool) -> None:
    """List the plugins, what each of them brings, and why any was left out.

    \b
    partybots plugins
    """
    if as_json:
        said = {"plugins": registry.plugins, "broken": registry.broken}
        return click.echo(json.dumps(said))
    rows = [[name, "works", ", ".join(what)] for name, what in registry.plugins.items()]
    rows += [[name, "left out", reason] for name, reason in registry.broken.items()]
    return columns(["plugin", "", "brings"], sorted(rows))


def columns(heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """A table in plain text; the last column is as long as it likes."""
    table = [[*heads], *([*map(str, row)] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        cells = [cell.ljust(n) for cell, n in zip(row, widths, strict=True)]
        click.echo("  ".join(cells).rstrip())
