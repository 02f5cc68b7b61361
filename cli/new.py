"""partybots new: a package, or a file, to begin a bot, a game or a referee with."""

import re
import sys
from collections.abc import Container
from importlib.resources import files
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from string import Template

import click

from partybots.core import BadValue
from partybots.core.registry import Registry

INTO = click.option(
    "--into",
    default=".",
    type=click.Path(path_type=Path),
    help="The folder to make it in.  [default: this one]",
)
TIMED = """
        # answer       an action, or partybots.core.Timed(action, ms): this is a race"""
LONGEST = 50  # letters of a name: folders and files are called by it
TOP = ("pyproject.toml", "README.md")  # of a package's files, not in its module


@click.group()
def new() -> None:
    """Begin a bot, a game or a referee of your own.

    \b
    partybots new bot careful --game right-now
    partybots new bot careful --game right-now --single-file
    """


@new.command()
@click.argument("name")
@click.option("--game", default="right-now", show_default=True)
@click.option("--single-file", is_flag=True, help="One file, no package.")
@INTO
@click.pass_obj
def bot(
    registry: Registry, name: str, game: str, single_file: bool, into: Path
) -> None:
    """Begin a bot that plays GAME.

    \b
    partybots new bot careful --game right-now
    """
    race = registry.declaration(game).race
    said = {
        **words("bot", name, registry.bots),
        "game": game,
        "summary": "plays any legal action, so far",
    }
    said["answer"] = TIMED if race else ""
    if not single_file:
        return package("bot", said, into)
    path = into / f"{said['module']}.py"
    spec = f"{path if path.is_absolute() else f'./{path}'}:{said['class']}"
    write(path, template("bot", "bot.py"), said | {"spec": spec})
    click.echo(f"wrote {path}; next:\n")
    click.echo(f"partybots tournament {game} -b {spec} -b random")
    return click.echo(f"partybots check bot {spec} --game {game}")


@new.command()
@click.argument("name")
@INTO
@click.pass_obj
def game(registry: Registry, name: str, into: Path) -> None:
    """Begin a game.

    \b
    partybots new game high-card
    """
    said = words("game", name, registry.games)
    package("game", said | {"summary": "keep a card, or change it once"}, into)


@new.command()
@click.argument("name")
@INTO
@click.pass_obj
def referee(registry: Registry, name: str, into: Path) -> None:
    """Begin a referee.

    \b
    partybots new referee patient
    """
    said = words("referee", name, registry.referees)
    package("referee", said | {"summary": "forgives a fault"}, into)


def words(kind: str, name: str, taken: Container[str]) -> dict[str, str]:
    """What the templates call a thing of this name, if it can be called so."""
    if len(name) > LONGEST:
        raise BadValue(f"a name has at most {LONGEST} letters, not {len(name)}")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise BadValue(f'a name is lower-case words joined by "-", not "{name}"')
    if name in taken:
        raise BadValue(f"there is a {kind} {name} already")
    parts = name.split("-")
    module, cls = "_".join(parts), "".join(part.capitalize() for part in parts)
    if iskeyword(module) or iskeyword(cls):
        raise BadValue(f"{name} is a word of Python's own; no {kind} can be called so")
    if is_module(module):
        raise BadValue(f"a Python module {module} is installed already")
    return {
        "name": name,
        "module": module,
        "class": cls,
        "title": " ".join(part.capitalize() for part in parts),
        "spec": name,
    }


def is_module(name: str) -> bool:
    """Whether a module is installed; a folder that happens to be here is none."""
    spec = None if name in sys.modules else find_spec(name)
    return name in sys.modules or (spec is not None and spec.origin is not None)


def package(kind: str, said: dict[str, str], into: Path) -> None:
    """Every template of a kind, filled, in a folder of its own."""
    folder = into / said["name"]
    for name in names(kind):
        place = folder if name in TOP else folder / said["module"]
        place = folder / "tests" if name.startswith("test_") else place
        write(place / name, template(kind, name), said)
    click.echo(f"wrote {folder}; next:\n\ncd {folder}")
    for line in (folder / "README.md").read_text().splitlines():
        if line.startswith("    "):
            click.echo(line.strip())


def names(kind: str) -> list[str]:
    here = files("partybots.cli") / "templates" / kind
    return sorted(each.name.removesuffix(".txt") for each in here.iterdir())


def template(kind: str, name: str) -> Template:
    path = files("partybots.cli") / "templates" / kind / f"{name}.txt"
    return Template(path.read_text())


def write(path: Path, text: Template, said: dict[str, str]) -> None:
    """A new file; one that is there is not written over."""
    if path.exists():
        raise BadValue(f"{path} is there already")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.substitute(said))
    except OSError as error:
        raise BadValue(f"cannot write {path}: {error.strerror}") from error
