"""Whether a game or an installed plugin is sound, step by step, for who wrote it."""

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, distribution
from pkgutil import resolve_name
from types import ModuleType
from typing import Any

from partybots.core.arena.referee import Referee
from partybots.core.bot import Bot
from partybots.core.chance import stream
from partybots.core.game import Game
from partybots.core.registry import Registry, declared, in_words, installed
from partybots.core.steps import Checks, Step, Unsound, proved

SOAK = 200  # matches at random, to their end
POSITIONS = 60  # that are searched for leaks


def check_game(registry: Registry, name: str, only: int = 0) -> Iterator[Step]:
    """Every law of core/testing.py, a search for leaks, and a soak, or step `only`."""
    see = f"partybots check game {name}"
    checks: Checks = [("it loads", lambda: registry.game(name))]
    loads = next(proved(checks, see))
    if not loads.passed:
        yield loads
        return
    checks[0] = "it loads", lambda: None
    game = registry.game(name)
    checks.append(("its declaration is as its rules", lambda: declares(registry, game)))
    try:
        from partybots.core.testing import Laws
    except ImportError:
        missing = Unsound("pip install hypothesis: the laws are tried with it")
        checks.append(("its laws", partial(refuse, missing)))
        yield from proved(checks, see, only)
        return
    laws: Any = type("Check", (Laws,), {"game": game})()
    for law in sorted(each for each in dir(Laws) if each.startswith("test_")):
        what = law.removeprefix("test_").replace("_", " ")
        checks.append((what, partial(hold, laws, law)))
    checks.append(("nobody is shown what is hidden", lambda: leaks(laws, game)))
    checks.append((f"{SOAK} matches at random end", lambda: soak(laws)))
    yield from proved(checks, see, only)


def refuse(why: Unsound) -> None:
    raise why


def declares(registry: Registry, game: Game) -> None:
    """Whether what is said of a game before it is loaded is so."""
    said, rules = registry.declaration(game.name), game.rules
    if said.seats != rules.SEATS:
        raise Unsound(f"{said.seats} is declared, SEATS of its rules is {rules.SEATS}")
    if said.race != game.race:
        raise Unsound(f"race={said.race} is declared; a race is what has a stamp()")


def hold(laws: Any, law: str) -> None:
    try:
        getattr(laws, law)()
    except AssertionError as error:
        raise Unsound(f"{error}" or "an assertion does not hold") from error


def leaks(laws: Any, game: Game) -> None:
    """Whatever is hidden from a seat, all that it is shown must be the same."""
    for seed in range(POSITIONS):
        state = laws.position(seed, 7 * seed)
        for seat, view in enumerate(laws.views(state)):
            worlds = [laws.world(view, seat, luck) for luck in (1, 2)]
            one, two = (shown(laws, game, world, seat) for world in worlds)
            for what in one:
                if one[what] != two[what]:
                    told = f"seat {seat} tells two worlds apart by its {what}: "
                    raise Unsound(f"{told}{one['notation'][0]}")


def shown(laws: Any, game: Game, world: Any, seat: int) -> dict[str, list[str]]:
    """All that a seat is shown of a position, said by those who know all of it."""
    view = laws.views(world)[seat]
    record = game.record(view)
    said = {"view": [view.tobytes().hex()], "notation": [game.text.write(record)]}
    if hasattr(game.table, "draw"):
        said["table"] = [game.table.draw(record, seat)]
    if game.kernels.actor(world) == seat:
        some = range(0, game.rules.ACTIONS, 1 + game.rules.ACTIONS // 50)
        whole = game.record(world)
        said["legal actions"] = [*map(str, laws.legal(world))]
        said["error texts"] = [game.why.why_illegal(whole, action) for action in some]
        if hasattr(game.table, "describe"):
            legal = laws.legal(world)
            said["record"] = [game.table.describe(record, int(a), seat) for a in legal]
    return said


def soak(laws: Any) -> None:
    for seed in range(SOAK):
        end = laws.position(seed, 10**6)
        if laws.game.kernels.actor(end) >= 0:
            raise Unsound(f"match {seed} has not ended after a million actions")
        scores = laws.scores(end)
        laws.game.kernels.guess(laws.views(end)[0], 0, stream(seed))
        if not len(scores):
            raise Unsound("a match without scores")


def check_plugins(registry: Registry, package: str | None) -> Iterator[Step]:
    """Whether every installed plugin loads, and what is wrong with `package`."""
    for plugin in registry.plugins:
        yield Step(f"{plugin} loads")
    for plugin, why in registry.broken.items():
        yield Step(
            f"{plugin} loads", False, why, "PARTYBOTS_STRICT=1 partybots plugins"
        )
    for name, entry in installed().items():
        if name in registry.plugins:
            yield imports(name, entry.value)
    if package is not None:
        yield from check_package(package)


def imports(name: str, where: str) -> Step:
    """Whether what a plugin names can be imported, and is what it is named as."""
    what = f"all that {name} declares can be imported"
    bases = ModuleType, Bot, Referee
    for base, declarations in zip(
        bases, declared(name, import_module(where)), strict=True
    ):
        for declaration in declarations:
            try:
                found = resolve_name(declaration.where)
            except (Exception, SystemExit) as error:
                return Step(what, False, f"{declaration.name}: {in_words(error)}")
            kind = found if isinstance(found, type) else type(found)
            if not issubclass(kind, base):
                return Step(what, False, f"{declaration.where} is no {base.__name__}")
    return Step(what)


def check_package(package: str) -> Iterator[Step]:
    """Whether a package is installed, and has an entry point that is found."""
    try:
        found = distribution(package)
    except PackageNotFoundError:
        yield Step(f"{package} is installed", False, f"pip install {package}")
        return
    yield Step(f"{package} is installed")
    ours = [entry for entry in found.entry_points if entry.group == "partybots"]
    near = {e.group for e in found.entry_points if "partybot" in e.group} - {
        "partybots"
    }
    why = "it has no entry point in the group partybots"
    if near:
        why += f"; {', '.join(sorted(near))} is another group"
    help_ = 'pyproject.toml: [project.entry-points.partybots] my-plugin = "my_module"'
    yield Step(f"{package} has an entry point", bool(ours), "" if ours else why, help_)
    for entry in ours:
        try:
            entry.load()
        except Exception as error:
            yield Step(f"{entry.name} = {entry.value} loads", False, in_words(error))
        else:
            yield Step(f"{entry.name} = {entry.value} loads")
