"""Plugins: found, loaded one by one, and asked for by name."""

import inspect
import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from pkgutil import resolve_name
from runpy import run_path
from typing import TYPE_CHECKING, Any, NamedTuple

import pluggy

from partybots.core import hookspecs
from partybots.core.arena.referee import Referee
from partybots.core.bot import Bot
from partybots.core.errors import BadValue, PartybotsError, PluginError, UnknownName
from partybots.core.hookspecs import Declaration

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from partybots.core.game import Game

Plugin = tuple[str, Callable[[], object]]  # its name and what loads it
Declared = dict[str, list[tuple[Declaration, str]]]  # name: by which plugins
Of = Mapping[str, list[tuple[Declaration, str]]]

SPEC = re.compile(r"((?P<file>.+\.py):)?(?P<name>[^:]+)(:(?P<options>.*))?")
EXEC = "exec:"  # before the command line of a bot in any language
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
READERS: dict[type, Callable[[str], Any]] = {
    int: int,
    float: float,
    str: str,
    bool: {"true": True, "false": False}.__getitem__,
}


class Named(NamedTuple):
    """What "mcts:c=0.7" or "./mine.py:Mine" names, before anything is imported."""

    file: str  # "" if a plugin declares it; "exec:" if it is a command
    where: str  # "module:Class", the class in the file, or the command
    options: str
    ours: bool  # whether it comes with partybots


class Registry:
    def __init__(self, more: Iterable[Plugin] = ()) -> None:
        """Load the installed plugins and `more`. One that fails is left out alone."""
        self.games: Declared = defaultdict(list)
        self.bots: Declared = defaultdict(list)
        self.referees: Declared = defaultdict(list)
        self.plugins: dict[str, tuple[str, ...]] = {}  # what each of them declares
        self.broken: dict[str, str] = {}  # plugin: why it was left out
        self.loaded: dict[str, Game] = {}
        self.more = [*more]
        found = [(name, entry.load) for name, entry in installed().items()]
        for plugin, load in [*found, *self.more]:
            try:
                self.take(plugin, declared(plugin, load()))
            except (Exception, SystemExit) as error:
                if os.environ.get("PARTYBOTS_STRICT") == "1":
                    raise PluginError(f"plugin {plugin}: {in_words(error)}") from error
                self.broken[plugin] = in_words(error)

    def take(self, plugin: str, found: list[list[Declaration]]) -> None:
        known = self.games, self.bots, self.referees
        for into, declarations in zip(known, found, strict=True):
            for declaration in declarations:
                into[declaration.name].append((declaration, plugin))
        self.plugins[plugin] = tuple(d.name for d in chain(*found))

    def declaration(self, game: str) -> Declaration:
        """What one plugin says of a game; cheap."""
        return only("game", game, self.games)[0]

    def game(self, name: str) -> "Game":
        """The game, its kernels compiled; once a registry."""
        if name not in self.loaded:
            declaration, plugin = only("game", name, self.games)
            try:
                self.loaded[name] = game_at(name, declaration.where)
            except (Exception, SystemExit) as error:
                wrong = f'game "{name}" of plugin {plugin}: {in_words(error)}'
                raise PluginError(wrong) from error
        return self.loaded[name]

    def bot(self, spec: str, game: str) -> Callable[[], Bot]:
        """What makes a fresh bot as `spec` says: "mcts:c=0.7" or "./mine.py:Mine"."""
        make: Callable[[], Bot]
        make = self.maker(spec, f"{game} bot", self.bots_for(game), Bot)
        return make

    def referee(self, spec: str) -> Callable[[], Referee]:
        """What makes a fresh referee as `spec` says: "lenient:limit=5"."""
        make: Callable[[], Referee]
        make = self.maker(spec, "referee", self.referees, Referee)
        return make

    def maker(self, spec: str, kind: str, known: Of, base: type) -> Any:
        parts = read_spec(spec)
        if parts["file"]:
            cls = in_file(parts["file"], parts["name"], base)
        else:
            cls = load(kind, parts["name"], known, base)
        return partial(cls, **read_options(cls, parts["options"] or ""))

    def named_bot(self, spec: str, game: str) -> Named:
        """Where the bot is found that `spec` names; file and command are unchecked."""
        if spec.startswith(EXEC):
            return Named(EXEC, spec.removeprefix(EXEC), "", ours=False)
        parts = read_spec(spec)
        options = parts["options"] or ""
        if parts["file"]:
            return Named(parts["file"], parts["name"], options, ours=False)
        where = only(f"{game} bot", parts["name"], self.bots_for(game))[0].where
        return Named("", where, options, ours=where.startswith("partybots."))

    def bots_for(self, game: str) -> Declared:
        """The bots that play a game; its own stand before those for any game."""
        known: Declared = {}
        for name, bots in self.bots.items():
            own = [bot for bot in bots if game in bot[0].games]
            if playing := own or [bot for bot in bots if not bot[0].games]:
                known[name] = playing
        return known


def installed() -> "dict[str, EntryPoint]":
    """Every installed plugin; "name (package)" where two packages took one name."""
    from importlib.metadata import entry_points  # slow: a bot's process needs none

    found = entry_points(group="partybots")
    entries = sorted(found, key=lambda e: (e.name, e.value))
    often = Counter(entry.name for entry in entries)
    return {
        entry.name
        if often[entry.name] == 1
        else f"{entry.name} ({package(entry)})": entry
        for entry in entries
    }


def package(entry: "EntryPoint") -> str:
    """The package that a plugin came in, and what it is there."""
    return f"{entry.dist.name} {entry.value}" if entry.dist else entry.value


def read_spec(spec: str) -> dict[str, Any]:
    """The file, name and options of "name:options" or "file.py:name:options"."""
    parts = SPEC.fullmatch(spec)
    if not parts:
        raise BadValue(f'"{spec}" is not NAME:OPTIONS or FILE.py:CLASS:OPTIONS')
    return parts.groupdict()


def declared(name: str, plugin: object) -> list[list[Declaration]]:
    """Games, bots, referees of one plugin. Asked alone, its failure is its own."""
    manager = pluggy.PluginManager("partybots")
    manager.add_hookspecs(hookspecs)
    manager.register(plugin, name)
    manager.check_pending()  # refuses a hook with a misspelt name
    hook = manager.hook
    answers = hook.partybots_games(), hook.partybots_bots(), hook.partybots_referees()
    found = [[*chain(*answer)] for answer in answers]
    for declaration in chain(*found):
        if not isinstance(declaration, Declaration):
            raise PluginError(f"{declaration!r} is not a Declaration")
        if not NAME.fullmatch(str(declaration.name)):
            named = f'"{declaration.name}" is not lower-case words joined by "-"'
            raise PluginError(named)
    return found


def in_words(error: BaseException) -> str:
    if isinstance(error, PartybotsError):
        return str(error)
    return " ".join(f"{type(error).__name__}: {error}".split())


def only(kind: str, name: str, known: Of) -> tuple[Declaration, str]:
    """What exactly one plugin declares under `name`, and which."""
    if name not in known:
        raise UnknownName(kind, name, known)
    first, *others = known[name]
    if others:
        raise PluginError(f'"{name}" comes from both {first[1]} and {others[0][1]}')
    return first


def game_at(name: str, where: str) -> "Game":
    """The game in the package `where`."""
    from partybots.core.game import Game  # brings in Numba

    parts = [import_module(f"{where}.{part}") for part in ("rules", "text", "why")]
    more = [optional(f"{where}.{part}") for part in ("house", "table")]
    return Game(name, *parts, *more)


def load(kind: str, name: str, known: Of, base: type) -> Any:
    """The subclass of `base` that one plugin declares under `name`."""
    declaration, plugin = only(kind, name, known)
    try:
        cls = resolve_name(declaration.where)
        if not (isinstance(cls, type) and issubclass(cls, base)):
            raise PluginError(f"{declaration.where} is no {base.__name__}")
        return cls
    except (Exception, SystemExit) as error:
        wrong = f'{kind} "{name}" of plugin {plugin}: {in_words(error)}'
        raise PluginError(wrong) from error


def optional(module: str) -> Any:
    """A module that may be missing, which is None; what it raises is its author's."""
    return import_module(module) if find_spec(module) else None


def in_file(path: str, name: str, base: type) -> Any:
    if not os.path.exists(path):
        raise BadValue(f"there is no file {path}")
    try:
        found = run_path(path)
    except (Exception, SystemExit) as error:
        raise BadValue(f"{path} does not load: {in_words(error)}") from error
    classes = {
        name: thing
        for name, thing in found.items()
        if isinstance(thing, type) and issubclass(thing, base) and thing is not base
    }
    if name not in classes:
        raise UnknownName(f"{base.__name__.lower()} in {path}", name, classes)
    return classes[name]


def read_options(cls: type, text: str) -> dict[str, Any]:
    """Options such as "simulations=500,c=0.7", held to what `cls` takes."""
    taken, options = options_of(cls), dict[str, Any]()
    for option in filter(None, text.split(",")):
        name, _, value = option.partition("=")
        if name not in taken:
            raise UnknownName(f"{cls.__name__} option", name, taken)
        if name in options:
            raise BadValue(f"{cls.__name__} option {name} is given twice")
        kind = taken[name].annotation
        try:
            options[name] = READERS[kind](value)
        except (KeyError, ValueError) as error:
            kind = getattr(kind, "__name__", str(kind))
            wrong = f'{cls.__name__} option {name} is {kind}, not "{value}"'
            raise BadValue(wrong) from error
    return options


def options_of(cls: type) -> dict[str, inspect.Parameter]:
    """What its __init__ takes by name; PluginError if its types cannot be told."""
    try:
        taken = inspect.signature(cls, eval_str=True).parameters
    except Exception as error:
        wrong = f"the options of {cls.__name__} cannot be read: {in_words(error)}"
        raise PluginError(wrong) from error
    several = inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD
    return {name: one for name, one in taken.items() if one.kind not in several}
