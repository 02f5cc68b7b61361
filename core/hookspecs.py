"""The hooks a plugin may implement. All are optional.

Hooks return cheap declarations; what they name is imported when it is first used.
Each docstring says when the hook is called, what to return and what is refused, and
tests/test_plugins.py holds every hook to those words and to having an implementation.
"""

from typing import NamedTuple

import pluggy

hookspec = pluggy.HookspecMarker("partybots")
hookimpl = pluggy.HookimplMarker("partybots")


class Declaration(NamedTuple):
    """What a plugin says it has, without importing it."""

    name: str  # lower-case words joined by "-"
    summary: str  # one line
    where: str  # "module:Class"; for a game the package with its rules, text and why
    games: tuple[str, ...] = ()  # names of those a bot can play; () is any

    # Of a game: what a tournament and a list of games need to know of it.
    seats: range = range(2, 3)  # how many can play
    table: int = 2  # seats, if nobody says how many
    bots: tuple[str, ...] = ("greedy", "random")  # line-up, if nobody says which
    blocks: int = 20  # for each line-up, if nobody says how many
    race: bool = False  # decided by the time that answers take


@hookspec
def partybots_games() -> list[Declaration]:
    """Games this plugin adds.

    Called   once, at the start.
    Return   one declaration for each game.
    Refused  a name two plugins give: using it is a PluginError that names both.
    """


@hookspec
def partybots_bots() -> list[Declaration]:
    """Bots this plugin adds.

    Called   once, at the start.
    Return   one declaration for each subclass of Bot. A bot that names the game stands
             before one for any game under the same name.
    Refused  a name two plugins give for one game: as above.
    """


@hookspec
def partybots_referees() -> list[Declaration]:
    """Referees this plugin adds.

    Called   once, at the start.
    Return   one declaration for each subclass of Referee.
    Refused  a name two plugins give: as above.
    """
