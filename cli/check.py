"""partybots check: whether a bot, a game, a referee or a plugin is sound."""

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from textwrap import indent
from typing import TYPE_CHECKING

import click

from partybots.cli.options import json_option
from partybots.core.registry import Registry

if TYPE_CHECKING:
    from partybots.core.steps import Step

step_option = click.option(
    "--step", default=0, metavar="N", help="Step N alone, once it is loaded."
)


@click.group()
def check() -> None:
    """Prove something sound, step by step; exit 1 if it is not.

    \b
    partybots check bot greedy --game right-now
    """


@check.command()
@click.argument("spec")
@click.option("--game", default="right-now", show_default=True)
@step_option
@json_option
@click.pass_obj
def bot(registry: Registry, spec: str, game: str, step: int, as_json: bool) -> None:
    """Check the bot SPEC: NAME:OPTIONS, FILE.py:CLASS or "exec:COMMAND".

    Unless it is a program it runs in this process, too.

    \b
    partybots check bot ./mine.py:Mine --game right-now
    """
    from partybots.core.checking import check_bot

    registry.declaration(game)
    told(check_bot(registry, spec, game, step), as_json)


@check.command()
@click.argument("spec")
@step_option
@json_option
@click.pass_obj
def referee(registry: Registry, spec: str, step: int, as_json: bool) -> None:
    """Check the referee SPEC.

    \b
    partybots check referee lenient:limit=3
    """
    from partybots.core.ruling import check_referee

    told(check_referee(registry, spec, step), as_json)


@check.command()
@click.argument("name")
@step_option
@json_option
@click.pass_obj
def game(registry: Registry, name: str, step: int, as_json: bool) -> None:
    """Check the game NAME: the laws of every game, its secrets, and a soak.

    \b
    partybots check game right-now
    """
    from partybots.core.laws import check_game

    registry.declaration(name)
    told(check_game(registry, name, step), as_json)


@check.command()
@click.argument("package", required=False)
@json_option
@click.pass_obj
def plugins(registry: Registry, package: str | None, as_json: bool) -> None:
    """Check that installed plugins are found; name a PACKAGE, or plugin, that is not.

    \b
    partybots check plugins
    """
    from partybots.core.laws import check_plugins

    told(check_plugins(registry, package and package_of(package)), as_json)


def package_of(name: str) -> str:
    """The package called so, else the one with a plugin called so."""
    from importlib.metadata import distributions, entry_points

    plugins = entry_points(group="partybots", name=name)
    if any(distributions(name=name)):
        return name
    return next((plugin.dist.name for plugin in plugins if plugin.dist), name)


def told(steps: Iterable["Step"], as_json: bool) -> None:
    """Each step as it is done, the failures again at the end; exit 1 if there are."""
    done: list[Step] = []
    for step in quietly(steps):
        step.number = step.number or len(done) + 1
        done.append(step)
        if not as_json:
            mark = "ok " if step.passed else "NOT"
            click.echo(f"{step.number:>2} {mark} {step.what}")
    failed = [step for step in done if not step.passed]
    if as_json:
        said = [vars(step) for step in done]
        click.echo(json.dumps({"sound": not failed, "steps": said}))
    else:
        for step in failed:
            click.echo(f"\nNOT {step.what}\n{indent(step.why, '  ')}")
            if step.see:
                click.echo(f"  see   {step.see}")
    if failed:
        raise SystemExit(1)


def quietly(steps: Iterable["Step"]) -> Iterator["Step"]:
    """The steps; what a bot prints meanwhile goes to stderr."""
    steps = iter(steps)
    while True:
        with redirect_stdout(sys.stderr):
            step = next(steps, None)
        if step is None:
            return
        yield step
