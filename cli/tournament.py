"""partybots tournament: bots against each other."""

import os
from collections.abc import Sequence
from datetime import datetime
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from partybots.cli.lists import house_rules
from partybots.cli.options import (
    deck_option,
    json_option,
    known_seats,
    read_deck,
    read_rules,
    rule_option,
)
from partybots.core import BadValue, UnknownName, __version__
from partybots.core.arena.housing import ISOLATION, Housing, Limits
from partybots.core.arena.schedule import SEATINGS, Spec
from partybots.core.errors import StoreError
from partybots.core.registry import Registry

if TYPE_CHECKING:
    from partybots.core.arena.store import Store

MOST_BLOCKS = 10**6  # for each line-up; a byte of memory each


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option(
    "-b",
    "--bot",
    "bots",
    multiple=True,
    metavar="SPEC",
    help="NAME, NAME:OPTION=VALUE,... or FILE.py:CLASS. May be repeated.",
)
@click.option("--seats", type=int, help="How many sit at a table.")
@click.option("--blocks", type=int, help="How many deals for each line-up.")
@click.option("--seed", type=int, help="Same seed, same matches.  [default: 1]")
@click.option("--jobs", type=click.IntRange(1), help="Processes.  [default: all cores]")
@rule_option
@deck_option
@click.option("--referee", metavar="SPEC", help="Who rules.  [default: strict]")
@click.option("--move-seconds", type=float, help="Longer thinking is a fault.")
@click.option("--first-move-seconds", type=float, help="Of a bot's process.")
@click.option("--load-seconds", type=float, help="To start a bot's process.")
@click.option("--memory", type=int, help="MiB for a bot's process.")
@click.option(
    "--isolation", type=click.Choice(ISOLATION), help="Processes for which bots."
)
@click.option("--seating", type=click.Choice(SEATINGS), help="Of a block's matches.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="A new file.")
@click.option("--resume", type=click.Path(path_type=Path), help="Go on with this file.")
@json_option
@click.pass_obj
def tournament(
    registry: Registry,
    /,
    games: tuple[str, ...],
    output: Path | None,
    resume: Path | None,
    jobs: int | None,
    as_json: bool,
    **said: Any,
) -> None:
    """Play GAMEs, each deal in every rotation of the bots; without GAME, every game.

    \b
    partybots tournament right-now
    partybots tournament right-now -b mcts -b greedy --seats 4 --blocks 50
    partybots tournament --resume FILE
    """
    from partybots.cli.running import run

    housing = housed(said)
    said["rules"], said["deck"] = read_rules(said["rules"]), read_deck(said["deck"])
    asked = {name: value for name, value in said.items() if value not in (None, (), {})}
    if resume is None:
        specs = specified(registry, games, asked)
        store = begin(specs, output, len(games) != 1)
    elif output is not None:
        raise BadValue("--resume goes on in its own file; leave -o out")
    else:
        store = left(resume, games, asked)
    run(registry, store, jobs or usable_cores(), housing, as_json, resume is None)


def housed(said: dict[str, Any]) -> Housing:
    """What was said of bots' processes, taken out of `said`."""
    names = {"load": "load_seconds", "first": "first_move_seconds", "memory": "memory"}
    taken = {name: said.pop(option) for name, option in names.items()}
    limits = {name: value for name, value in taken.items() if value is not None}
    if wrong := [names[name] for name, value in limits.items() if not 0 < value < inf]:
        raise BadValue(f"--{wrong[0].replace('_', '-')} is a number above 0")
    isolation = said.pop("isolation") or Housing().isolation
    return Housing(isolation, Limits(**limits))


def usable_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def specified(
    registry: Registry, games: Sequence[str], asked: dict[str, Any]
) -> list[Spec]:
    """What is to be played of each game; only what is cheap is checked here."""
    names = games or sorted(registry.games)
    if len({*names}) < len(names):
        raise BadValue("a game is named twice")
    for name in names:
        registry.declaration(name)
    if len(names) > 1 and "deck" in asked:
        raise BadValue("a deck is for one game: name it")
    known = {rule.name for game in names for rule in rules_of(registry, game)}
    for rule in asked.get("rules", {}):
        if rule not in known:
            raise UnknownName("house rule", rule, known)
    if len(names) == 1:
        return [one(registry, names[0], asked)]
    specs = []
    for name in names:
        plays = [bot for bot in asked.get("bots", ()) if fits(registry, bot, name)]
        if plays or "bots" not in asked:
            bots = {"bots": tuple(plays)} if plays else {}
            specs.append(one(registry, name, asked | bots))
    playing = {bot for spec in specs for bot in spec.bots}
    for bot in asked.get("bots", ()):
        if bot not in playing:
            raise BadValue(f"{bot} can play none of {', '.join(names)}")
    return specs


def fits(registry: Registry, bot: str, game: str) -> bool:
    """Whether this bot can play that game; else it sits it out."""
    from partybots.core.arena.isolation.rooms import Lodging
    from partybots.core.arena.worker import maker

    name = bot.partition(":")[0]
    if name in registry.bots and name not in registry.bots_for(game):
        return False
    make = maker(registry, bot, Spec(game, (bot,), 2, 1), Housing())
    try:
        return make().races or not registry.declaration(game).race
    finally:
        if isinstance(make, Lodging):
            make.close()


def one(registry: Registry, game: str, asked: dict[str, Any]) -> Spec:
    """The Spec of a game, with what it says itself where nothing was asked."""
    declaration = registry.declaration(game)
    bots = asked.get("bots", declaration.bots)
    for bot in bots:
        registry.named_bot(bot, game)
    rules = {rule.name for rule in rules_of(registry, game)}
    said = {
        name: value for name, value in asked.items() if name not in ("bots", "rules")
    }
    said["seats"] = known_seats(registry, game, asked.get("seats"))
    said["blocks"] = asked.get("blocks", declaration.blocks)
    if said["blocks"] > MOST_BLOCKS:
        raise BadValue(f"--blocks is at most {MOST_BLOCKS}, not {said['blocks']}")
    said["rules"] = {r: v for r, v in asked.get("rules", {}).items() if r in rules}
    return Spec(game, bots, **said)


def rules_of(registry: Registry, game: str) -> Sequence[Any]:
    return house_rules(registry.declaration(game).where)


def begin(specs: Sequence[Spec], output: Path | None, several: bool) -> "Store":
    from partybots.core.arena.store import Store
    from partybots.core.arena.tournament import about

    path = output or new_path(specs[0].game if len(specs) == 1 else "games")
    return Store.create(path, about(specs, __version__, several))


def new_path(name: str) -> Path:
    """A file that is not there yet, in the user's data folder."""
    from platformdirs import user_data_path

    folder = user_data_path("partybots")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        wrong = f"cannot write {folder}: {error.strerror}; name a file with -o"
        raise StoreError(wrong) from error
    stem = f"{name}-{datetime.now():%Y%m%d-%H%M%S}"
    tries = [stem, *(f"{stem}-{n}" for n in range(2, 1000))]
    paths = (folder / f"{each}.partybots" for each in tries)
    return next(path for path in paths if not path.exists())


def left(path: Path, games: Sequence[str], asked: dict[str, Any]) -> "Store":
    """The file that is gone on with, if what was asked is what it holds."""
    from partybots.core.arena.store import Store

    store = Store.open(path, write=True)
    about = store.about
    if games and [*games] != [spec.game for spec in about.specs]:
        held = " ".join(spec.game for spec in about.specs)
        raise StoreError(f"{path} is a tournament of {held}; leave GAME out")
    for spec in about.specs:
        for name, value in asked.items():
            if name == "bots" and about.several:
                value = tuple(bot for bot in value if bot in spec.bots)
            if name == "rules":
                value = {**spec.rules, **value} if about.several else value
            if getattr(spec, name) != value:
                option = {"bots": "bot", "rules": "rule"}.get(name, name)
                option = option.replace("_", "-")
                raise StoreError(
                    f"{path} was begun with another --{option}; leave it out"
                )
    return store
