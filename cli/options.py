"""Options that several commands take, and how they are read."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from partybots.core import BadValue
from partybots.core.registry import Registry

json_option = click.option(
    "--json", "as_json", is_flag=True, help="One JSON object on stdout."
)
seed_option = click.option(
    "--seed", default=1, show_default=True, help="Same seed, same matches."
)
rule_option = click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="NAME=VALUE",
    help="A house rule; `partybots games GAME` lists them. May be repeated.",
)
deck_option = click.option(
    "--deck",
    type=click.Path(path_type=Path),
    help="A file with the cards to play with.",
)
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def read_rules(rules: Iterable[str]) -> dict[str, str]:
    """House rules as they were typed, by name."""
    said: dict[str, str] = {}
    for rule in rules:
        name, equals, value = rule.partition("=")
        if not equals or not name:
            raise BadValue(f'"{rule}" is not NAME=VALUE')
        if name in said:
            raise BadValue(f"house rule {name} is given twice")
        said[name] = value
    return said


def read_deck(deck: Path | None) -> str | None:
    """What stands in a deck file."""
    if deck is None:
        return None
    try:
        return deck.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise BadValue(f"cannot read the deck {deck}: {reason}") from error


def known_seats(registry: Registry, game: str, seats: int | None) -> int:
    """How many seats, if the game has so many."""
    declaration = registry.declaration(game)
    if seats is None:
        return declaration.table
    if seats not in declaration.seats:
        least, most = declaration.seats[0], declaration.seats[-1]
        raise BadValue(f"{game} seats {least} to {most}, not {seats}")
    return seats
