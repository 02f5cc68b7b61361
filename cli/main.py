"""The entry point: commands, and the one place where errors become exit codes."""

import errno
import sys
from pkgutil import resolve_name
from typing import Any

import click

from partybots.core import PartybotsError, __version__
from partybots.core.registry import Registry

COMMANDS = {  # name: what it does, and the module that is imported to do it
    "tournament": ("Bots against each other, and who is how good.", "tournament"),
    "play": ("Play a game yourself, at this terminal.", "play"),
    "replay": ("Show a stored match, move by move.", "replay"),
    "analyse": ("What a bot would do in a position, and why.", "analyse"),
    "route": ("Solve, check and draw Right Turn, Left Turn routes.", "route"),
    "new": ("Begin a bot, a game or a referee of your own.", "new"),
    "check": ("Prove a bot, a game, a referee or a plugin sound.", "check"),
    "games": ("List the games.", "lists"),
    "bots": ("List the bots.", "lists"),
    "referees": ("List the referees.", "lists"),
    "plugins": ("List the plugins, and what is wrong with them.", "lists"),
    "bench": ("Measure how fast a game is played here.", "bench"),
}


class WrongCommand(click.ClickException):
    exit_code = 2


class Commands(click.Group):
    """Imports a command when it is used, so that help is quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = resolve_name(
            f"partybots.cli.{COMMANDS[name][1]}:{name}"
        )
        return command

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, said) for name, (said, _) in COMMANDS.items()])

    def main(self, *given: Any, **said: Any) -> Any:
        try:
            return super().main(*given, **said)
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            click.echo(f"Error: cannot write the output: {error.strerror}", err=True)
            sys.exit(1)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except PartybotsError as error:
            raise WrongCommand(str(error)) from error


@click.group(cls=Commands)
@click.version_option(__version__, prog_name="partybots")
@click.pass_context
def main(ctx: click.Context) -> None:
    """AI opponents, solvers and tournaments for party card games.

    \b
    partybots tournament right-now
    partybots play right-now
    """
    ctx.obj = Registry()
    for plugin, reason in ctx.obj.broken.items():
        click.echo(f"plugin {plugin} is left out: {reason}", err=True)
