"""Whether a game or an installed plugin is sound, step by step, for who wrote it."""

from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import PackageNotFoundError, distribution, entry_points
from typing import Any

from partybots.core.chance import stream
from partybots.core.checking import Step, Unsound, tried
from partybots.core.errors import PartybotsError
from partybots.core.game import Game
from partybots.core.registry import Registry, declared, in_words

SOAK = 200  # matches at random, to their end
POSITIONS = 60  # that are searched for leaks


def check_game(registry: Registry, name: str) -> Iterator[Step]:
    """Every law of core/testing.py, a search for leaks, and a soak."""
    see = f"partybots check game {name}"
    try:
        game = registry.game(name)
    except PartybotsError as error:
        yield Step("it loads", False, str(error))
        return
    yield Step("it loads")
    declaration = registry.declaration(name)
    same = declaration.seats == game.rules.SEATS and declaration.race == game.race
    why = (
        "" if same else "seats or race are declared otherwise than the rules have them"
    )
    yield Step("its declaration is what its rules say", same, why)
    try:
        from partybots.core.testing import Laws
    except ImportError:
        yield Step(
            "its laws", False, "pip install hypothesis: the laws are tried with it"
        )
        return
    laws: Any = type("Check", (Laws,), {"game": game})()
    for law in sorted(each for each in dir(Laws) if each.startswith("test_")):
        what = law.removeprefix("test_").replace("_", " ")
        yield tried(what, lambda law=law: hold(laws, law), see)  # type: ignore[misc]
    yield tried("no view tells what is hidden", lambda: leaks(laws, game), see)
    yield tried(f"{SOAK} matches at random end", lambda: soak(laws), see)


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
            told = [shown(game, laws.views(world)[seat], seat) for world in worlds]
            if told[0] != told[1]:
                raise Unsound(f"seat {seat} can tell two worlds apart: {told[0][1]}")


def shown(game: Game, view: Any, seat: int) -> list[str]:
    """All that a seat is shown of a position."""
    record = game.record(view)
    said = [view.tobytes().hex(), game.text.write(record)]
    if hasattr(game.table, "draw"):
        said.append(game.table.draw(record, seat))
    if game.kernels.actor(view) == seat:
        some = range(0, game.rules.ACTIONS, 1 + game.rules.ACTIONS // 50)
        said += [game.why.why_illegal(record, action) for action in some]
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
    for entry in entry_points(group="partybots"):
        if entry.name in registry.plugins:
            yield declares(entry.name, entry.value)
    if package is not None:
        yield from check_package(package)


def declares(name: str, where: str) -> Step:
    """Whether what a plugin names can be imported."""
    what = f"all that {name} declares can be imported"
    for declaration in (
        d for kind in declared(name, import_module(where)) for d in kind
    ):
        module, _, cls = declaration.where.partition(":")
        try:
            if cls and not hasattr(import_module(module), cls):
                return Step(what, False, f"{module} has no {cls}")
        except Exception as error:
            return Step(what, False, f"{declaration.name}: {in_words(error)}")
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
