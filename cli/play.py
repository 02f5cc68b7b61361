"""partybots play: a person in one seat, bots in the others."""

import secrets
import sys
from collections.abc import Callable
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING

import click

from partybots.cli.analyse import advice
from partybots.cli.options import (
    deck_option,
    known_seats,
    read_deck,
    read_rules,
    rule_option,
)
from partybots.core import (
    BadValue,
    Bot,
    NotationError,
    Rng,
    Timed,
    UnknownName,
    View,
)
from partybots.core.arena.referee import Referee
from partybots.core.registry import Registry

if TYPE_CHECKING:
    from partybots.core.arena.match import Match, Player
    from partybots.core.game import Bytes, Game

HELP = "An action by number or as written; ? advice, h this help, q leave"


class Left(KeyboardInterrupt):
    """The person leaves; no fault of theirs, so nothing that a match would catch."""


@click.command()
@click.argument("game")
@click.option("--seat", default=0, show_default=True, help="Yours; 0 is the first.")
@click.option("--seats", type=int, help="How many sit at the table.")
@click.option(
    "--against", multiple=True, metavar="SPEC", help="A bot; may be repeated."
)
@click.option("--advice", "adviser", metavar="SPEC", help="The bot that ? asks.")
@click.option("--seed", type=int, help="Same seed, same deal.  [default: a new one]")
@rule_option
@deck_option
@click.option("--practice", is_flag=True, help="Routes without opponents.")
@click.option("--position", help="Go on from here; what it hides is dealt anew.")
@click.pass_obj
def play(
    registry: Registry,
    game: str,
    seat: int,
    seats: int | None,
    against: tuple[str, ...],
    adviser: str | None,
    seed: int | None,
    rules: tuple[str, ...],
    deck: Path | None,
    practice: bool,
    position: str | None,
) -> None:
    """Play GAME against bots.

    \b
    partybots play right-now
    partybots play right-now --seats 4 --against mcts --against greedy
    partybots play right-turn-left-turn --practice
    """
    if practice:
        from partybots.cli.practice import practise

        return practise(game, seed, read_rules(rules))
    from partybots.cli.running import warn

    seed = secrets.randbelow(10**6) if seed is None else seed
    count = known_seats(registry, game, seats)
    table = registry.game(game)
    if position is None:
        start = table.new(count, read_rules(rules), read_deck(deck))
    else:
        start = position_to_play(table, position, seat, seed)
        count = int(table.record(start).seats)
    if not 0 <= seat < count:
        raise BadValue(f"there are seats 0 to {count - 1}, not {seat}")
    person = person_at(registry, table, seat, adviser)
    person.deck = read_deck(deck)
    players = seated(registry, game, person, against, count)
    person.names = [player.name for player in players]
    click.echo(f"You are in seat {seat} of {game}, seed {seed}.\n{HELP}")
    warn(table, start)
    path, dealt = (seed, game, 0), position is not None
    try:
        match = match_kind(table)(
            table, start, players, path, Told(person), dealt=dealt
        )
        result = match.play()
    except (Left, EOFError, KeyboardInterrupt, click.Abort):
        return leave(game, person)
    return tell(person, result.scores, result.winners, result.end)


def position_to_play(game: "Game", position: str, seat: int, seed: int) -> "Bytes":
    """The position, with a world dealt behind what `seat` may not know."""
    from partybots.core.chance import stream

    state = game.state(game.text.read(position).tobytes())
    if not 0 <= seat < int(game.record(state).seats):
        raise BadValue(f"the position has no seat {seat}")
    if game.kernels.actor(state) < 0:
        raise BadValue("the match is over in this position")
    game.kernels.hide(state, seat)
    game.kernels.guess(state, seat, stream(seed, "position"))
    return state


def person_at(
    registry: Registry, game: "Game", seat: int, adviser: str | None
) -> "Person":
    """Someone at the terminal, by the clock if the game is a race."""
    from partybots.cli.racing import Racer

    kind = Racer if game.race else Person
    return kind(game, seat, adviser_for(registry, game.name, adviser))


def match_kind(game: "Game") -> "type[Match]":
    from partybots.cli.racing import RaceMatch
    from partybots.core.arena.match import Match

    return RaceMatch if game.race else Match


def adviser_for(registry: Registry, game: str, spec: str | None) -> Callable[[], Bot]:
    """The bot that ? asks: the one named, else the best that plays the game."""
    if spec is not None:
        return registry.bot(spec, game)
    race = registry.declaration(game).race
    for name in registry.declaration(game).bots:
        make = registry.bot(name, game)
        if not race or make.func.races:  # type: ignore[attr-defined]
            return make
    raise UnknownName("adviser", game, registry.bots_for(game))


def seated(
    registry: Registry,
    game: str,
    person: "Person",
    against: tuple[str, ...],
    seats: int,
) -> "list[Player]":
    """The person in their seat, the bots in the others, in turn."""
    from partybots.core.arena.match import Player

    names = against or opponents(registry, game)
    others = [Player(name, registry.bot(name, game)) for name in names]
    for other in others:
        other.make()  # options that cannot be are refused before the first card
    players = [others[n % len(others)] for n in range(seats - 1)]
    players.insert(person.seat, Player("you", lambda: person))
    return players


def opponents(registry: Registry, game: str) -> tuple[str, ...]:
    """The bot that plays best; in a race one that a person may be faster than."""
    declaration = registry.declaration(game)
    if declaration.race and "human" in registry.bots_for(game):
        return ("human",)
    return declaration.bots[:1]


class Person(Bot):
    """Asks at the terminal. What it shows is its view, so it can leak nothing."""

    def __init__(self, game: "Game", seat: int, adviser: Callable[[], Bot]) -> None:
        self.game, self.seat, self.adviser = game, seat, adviser
        self.names: list[str] = []
        self.news: list[str] = []  # what happened since the last question
        self.view: View | None = None
        self.deck: str | None = None  # the text of a deck file

    def choose(self, view: View, rng: Rng) -> "int | Timed":
        self.view = view
        draw(self.game, view, self.deck)
        for line in self.news:
            click.echo(f"  {line}")
        self.news.clear()
        offer(view)
        while True:
            action = self.answered(view, ask())
            if action is not None:
                return action

    def answered(self, view: View, said: str) -> int | None:
        """The action that was said, or None after what else was."""
        if said in ("q", "quit"):
            raise Left
        if said == "?":
            self.advise(view)
        elif said in ("", "h", "help"):
            click.echo(HELP)
            offer(view)
        elif said.isdecimal() and 1 <= int(said) <= len(view.legal):
            return view.legal[int(said) - 1]
        else:
            return self.written(view, said)
        return None

    def written(self, view: View, said: str) -> int | None:
        try:
            action = int(self.game.text.read_action(said))
        except NotationError as error:
            click.echo(f"{error}; or a number from 1 to {len(view.legal)}")
            return None
        if action in view.legal:
            return action
        click.echo(f"not now: {self.game.why.why_illegal(view.state, action)}")
        return None

    def advise(self, view: View) -> None:
        found = advice(self.adviser(), view, Rng(0, "advice"))
        click.echo(f"advice: {found['plays']}")
        for row in found["actions"][:3]:
            tried = f"tried {row['visits']} times, {row['ahead']:+.2f} points ahead"
            click.echo(f"   {row['action']}: {tried}")

    def hear(self, before: "Bytes", seat: int, action: int, after: "Bytes") -> None:
        """Someone did something; put it in words from what this seat may know."""
        if seat == self.seat:
            return
        known, now = before.copy(), after.copy()
        for state in (known, now):
            self.game.kernels.hide(state, self.seat)
        words = self.words(known, seat, action, now)
        self.news.append(f"seat {seat} {self.names[seat]}: {words}")

    def words(self, known: "Bytes", seat: int, action: int, now: "Bytes") -> str:
        sealed = self.game.kernels.sealed
        if sealed(known) and sealed(now):
            return "has answered"
        if hasattr(self.game.table, "describe"):
            before, after = self.game.record(known), self.game.record(now)
            return str(self.game.table.describe(before, action, seat, after))
        return str(self.game.text.write_action(action))


class Told(Referee):
    """Tells the person what the others do."""

    def __init__(self, person: Person) -> None:
        self.person = person

    def after(self, before: "Bytes", seat: int, action: int, after: "Bytes") -> None:
        self.person.hear(before, seat, action, after)


def draw(game: "Game", view: View, deck: str | None) -> None:
    """The table as this seat sees it; a deck's words are not in the view."""
    from rich.console import Console

    click.echo()
    if hasattr(game.table, "draw"):
        takes_words = len(signature(game.table.draw).parameters) > 2
        more = [deck] if takes_words else []
        drawn = game.table.draw(view.state, view.seat, *more)
        Console(highlight=False).print(drawn)
    else:
        click.echo(game.text.write(view.state))


def offer(view: View) -> None:
    """The legal actions, numbered, in columns."""
    rows = [f"{n:>3} {view.text(action)}" for n, action in enumerate(view.legal, 1)]
    wide = max(map(len, rows)) + 2
    per_line = max(1, 78 // wide)
    for first in range(0, len(rows), per_line):
        line = (row.ljust(wide) for row in rows[first : first + per_line])
        click.echo("".join(line).rstrip())


def ask() -> str:
    click.echo("> ", nl=False)
    line = sys.stdin.readline()
    if not line:
        raise Left
    return line.strip()


def leave(game: str, person: Person) -> None:
    if person.view is None:
        return click.echo("\nleft before the first move")
    written = person.game.text.write(person.view.state)
    click.echo("\nto come back, with what you do not know dealt anew:")
    seat = f" --seat {person.seat}" if person.seat else ""
    return click.echo(f"partybots play {game}{seat} --position '{written}'")


def tell(person: Person, scores: list[int], won: list[int], end: "Bytes") -> None:
    """How it ended: the table as it is now, the last news, and everyone's score."""
    hidden = end.copy()
    person.game.kernels.hide(hidden, person.seat)
    load = lambda: person.game  # noqa: E731
    draw(person.game, View(person.seat, [], hidden.tobytes(), load), person.deck)
    for line in person.news:
        click.echo(f"  {line}")
    click.echo()
    for seat, name in enumerate(person.names):
        mark = "  won" if seat in won else ""
        click.echo(f"seat {seat} {name}: {scores[seat]}{mark}")
