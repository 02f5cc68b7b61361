"""Plugins are declared cheaply, fail alone, and never take each other's names."""

import subprocess
import sys
from textwrap import dedent
from types import ModuleType

import liars_dice
import pytest

from partybots.core import (
    BadValue,
    Bot,
    Declaration,
    PartybotsError,
    PluginError,
    Referee,
    UnknownName,
    hookimpl,
    hookspecs,
)
from partybots.core.registry import Registry

HOOKS = [name for name in vars(hookspecs) if name.startswith("partybots_")]
DICE = ("liars-dice",)


TWIN = """
from partybots.core import Declaration, hookimpl

@hookimpl
def partybots_bots():
    return [Declaration("twin", "there are two", f"{__name__}:Twin")]
"""


class Fine(Bot):
    """Takes one option of each kind."""

    def __init__(
        self, depth: int = 1, c: float = 0.5, name: str = "x", loud: bool = False
    ) -> None:
        self.said = depth, c, name, loud


class Odd(Bot):
    """Options that no text can give."""

    def __init__(self, seats: "list[int]" = (), *more, plain=1, **rest) -> None:
        pass


class Lost(Bot):
    def __init__(self, other: "Nowhere" = None) -> None:  # noqa: F821
        pass


class Kind(Referee):
    def __init__(self, limit: int = 2) -> None:
        self.limit = limit


class More:
    """A plugin that has some of everything, and some of it wrong."""

    @hookimpl
    def partybots_bots(self):
        this = sys.modules.setdefault("more", ModuleType("more"))
        for thing in (Fine, Odd, Lost, Kind):
            setattr(this, thing.__name__, thing)
        return [
            Declaration("sceptic", "for any game", "more:Fine"),
            Declaration("random", "only for this", "more:Fine", DICE),
            Declaration("twin", "one", "more:Fine", DICE),
            Declaration("twin", "two", "more:Fine", DICE),
            Declaration("lost", "a module that is not there", "nowhere:Lost"),
            Declaration("absent", "a class that is not there", "more:Absent"),
            Declaration("kind", "no bot at all", "more:Kind"),
            Declaration("counter", "no bot either", "collections:Counter"),
            Declaration("fine", "takes options", "more:Fine"),
            Declaration("odd", "takes odd options", "more:Odd"),
            Declaration("unread", "cannot be read", "more:Lost"),
            Declaration("quits", "ends the process", "quits:Bot"),
        ]

    @hookimpl
    def partybots_referees(self):
        return [
            Declaration("kind", "waits twice", "more:Kind"),
            Declaration("strict", "takes our name", "more:Kind"),
        ]


class Again:
    @hookimpl
    def partybots_bots(self):
        return [Declaration("fine", "the same name", "nowhere:Fine")]

    @hookimpl
    def partybots_games(self):
        return [Declaration("liars-dice", "the same name", "nowhere")]


def misspelt():
    class Plugin:
        @hookimpl
        def partybots_bot(self):
            return []

    return Plugin()


def raises():
    class Plugin:
        @hookimpl
        def partybots_games(self):
            raise KeyError("moon")

    return Plugin()


def no_list():
    class Plugin:
        @hookimpl
        def partybots_games(self):
            return 7

    return Plugin()


def no_declaration():
    class Plugin:
        @hookimpl
        def partybots_bots(self):
            return [("mine", "a bot", "mine:Mine")]

    return Plugin()


def wants_more():
    class Plugin:
        @hookimpl
        def partybots_bots(self, registry):
            return []

    return Plugin()


def second_is_wrong():
    class Plugin:
        @hookimpl
        def partybots_bots(self):
            return [Declaration("good", "", "m:M"), Declaration(["bad"], "", "m:M")]

    return Plugin()


def shouts():
    class Plugin:
        @hookimpl
        def partybots_games(self):
            return [Declaration("My Game", "a name that no command takes", "m")]

    return Plugin()


def does_not_import():
    raise ImportError("no module\nnamed moon")


def leaves():
    sys.exit("bye")


BROKEN = {
    misspelt: "partybots_bot",
    raises: "KeyError: 'moon'",
    no_list: "'int' object is not iterable",
    no_declaration: "('mine', 'a bot', 'mine:Mine') is not a Declaration",
    wants_more: "registry",
    second_is_wrong: '"[\'bad\']" is not lower-case words joined by "-"',
    shouts: '"My Game" is not lower-case words joined by "-"',
    does_not_import: "ImportError: no module named moon",
    leaves: "SystemExit: bye",
}


def dice():
    return liars_dice


def loaded(*more):
    return Registry([("dice", dice), *more])


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_says_when_what_and_what_is_refused(name):
    doc = getattr(hookspecs, name).__doc__
    assert all(f"    {word} " in doc for word in ("Called", "Return", "Refused"))


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_is_called_once_and_implemented_by_a_plugin_of_ours(name):
    calls = []

    class Plugin:
        @hookimpl
        def partybots_games(self):
            calls.append("partybots_games")
            return []

        @hookimpl
        def partybots_bots(self):
            calls.append("partybots_bots")
            return []

        @hookimpl
        def partybots_referees(self):
            calls.append("partybots_referees")
            return []

    registry = Registry([("plugin", Plugin)])
    known = getattr(registry, name.removeprefix("partybots_"))
    ours = {plugin for found in known.values() for _, plugin in found}
    assert calls.count(name) == 1
    assert ours


def test_nothing_of_ours_is_broken():
    assert Registry().broken == {}


@pytest.mark.parametrize("plugin", BROKEN, ids=lambda plugin: plugin.__name__)
def test_a_plugin_that_fails_is_named_and_left_out_alone(plugin):
    registry = loaded(("bad", plugin), ("more", More))
    assert list(registry.broken) == ["bad"]
    assert BROKEN[plugin] in registry.broken["bad"]
    assert "\n" not in registry.broken["bad"]
    assert "bad" not in registry.plugins
    assert not any(
        declared_by == "bad"
        for known in (registry.games, registry.bots, registry.referees)
        for found in known.values()
        for _, declared_by in found
    )
    assert registry.bot("fine", "liars-dice")
    assert registry.declaration("liars-dice").table == 3


@pytest.mark.parametrize("plugin", BROKEN, ids=lambda plugin: plugin.__name__)
def test_strict_makes_a_plugin_that_fails_fatal(plugin, monkeypatch):
    monkeypatch.setenv("PARTYBOTS_STRICT", "1")
    with pytest.raises(PluginError, match="plugin bad: "):
        Registry([("bad", plugin)])
    Registry([("more", More)])


@pytest.mark.parametrize(
    ("spec", "error", "said"),
    [
        (
            "septic",
            UnknownName,
            'no liars-dice bot is called "septic"; did you mean "s',
        ),
        (
            "zzz",
            UnknownName,
            'no liars-dice bot is called "zzz"; known: absent, counter',
        ),
        ("twin", PluginError, '"twin" comes from both more and more'),
        ("lost", PluginError, 'bot "lost" of plugin more: ModuleNotFoundError'),
        ("absent", PluginError, 'bot "absent" of plugin more: AttributeError'),
        ("kind", PluginError, 'bot "kind" of plugin more: more:Kind is no Bot'),
        ("counter", PluginError, "collections:Counter is no Bot"),
        ("quits", PluginError, 'bot "quits" of plugin more: SystemExit: 4'),
        ("sceptic:treshold=1", UnknownName, 'did you mean "threshold"'),
        ("sceptic:threshold=any", BadValue, 'threshold is float, not "any"'),
        ("fine:depth=1.5", BadValue, 'Fine option depth is int, not "1.5"'),
        ("fine:depth", BadValue, 'Fine option depth is int, not ""'),
        ("fine:loud=True", BadValue, 'Fine option loud is bool, not "True"'),
        ("fine:depth=1,depth=2", BadValue, "Fine option depth is given twice"),
        ("odd:seats=1", BadValue, 'Odd option seats is list, not "1"'),
        (
            "odd:rest=1",
            UnknownName,
            'no Odd option is called "rest"; known: plain, sea',
        ),
        (
            "unread:other=1",
            PluginError,
            "the options of Lost cannot be read: NameError",
        ),
        ("", BadValue, '"" is not NAME:OPTIONS or FILE.py:CLASS:OPTIONS'),
        (":a=1", BadValue, '":a=1" is not NAME:OPTIONS'),
        ("./nobody.py:Bot", BadValue, "there is no file ./nobody.py"),
    ],
)
def test_a_bot_that_cannot_be_is_refused_in_words(
    spec, error, said, tmp_path, monkeypatch
):
    (tmp_path / "quits.py").write_text("raise SystemExit(4)")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(error, match=said):
        loaded(("more", More)).bot(spec, "liars-dice")


def test_options_are_read_as_they_are_typed():
    make = loaded(("more", More)).bot("fine:depth=3,c=1e-2,name=a=b,loud=true", "any")
    assert make().said == (3, 0.01, "a=b", True)
    assert make() is not make()


def test_two_plugins_with_one_name_stand_for_neither():
    registry = loaded(("more", More), ("again", Again))
    for ask in (
        lambda: registry.bot("fine", "liars-dice"),
        lambda: registry.game("liars-dice"),
        lambda: registry.declaration("liars-dice"),
    ):
        with pytest.raises(PluginError, match=r"comes from both (more|dice) and again"):
            ask()
    with pytest.raises(PluginError, match='"strict" comes from both '):
        registry.referee("strict")
    assert registry.referee("kind:limit=4")().limit == 4
    assert registry.bot("odd", "liars-dice")  # all else works


def test_two_packages_with_one_plugin_name_are_both_there(tmp_path, monkeypatch):
    """And what both declare stands for neither, as ever."""
    for package in ("one", "two"):
        info = tmp_path / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Name: {package}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[partybots]\nsame = twins_{package}")
        (tmp_path / f"twins_{package}.py").write_text(TWIN)
    monkeypatch.syspath_prepend(str(tmp_path))
    registry = Registry()
    names = [name for name in registry.plugins if name.startswith("same")]
    assert names == ["same (one twins_one)", "same (two twins_two)"]
    both = r"comes from both same \(one twins_one\) and same \(two twins_two\)"
    with pytest.raises(PluginError, match=both):
        registry.bot("twin", "right-now")


def test_a_bot_of_the_game_stands_before_one_for_any_game():
    registry = loaded(("more", More))
    assert registry.bot("sceptic", "liars-dice")().threshold == 0.5
    assert isinstance(registry.bot("sceptic", "chess")(), Fine)
    assert isinstance(registry.bot("random", "liars-dice")(), Fine)
    assert not isinstance(registry.bot("random", "chess")(), Fine)


def test_a_bot_that_does_not_play_the_game_is_refused():
    with pytest.raises(
        UnknownName, match='no chess bot is called "sceptic"; known: gr'
    ):
        loaded().bot("sceptic", "chess")


def test_a_referee_that_cannot_be_is_refused_in_words():
    registry = loaded(("more", More))
    with pytest.raises(
        UnknownName, match='no referee is called "strickt"; did you mean'
    ):
        registry.referee("strickt")
    with pytest.raises(BadValue, match="limit is 1 fault or more, not 0"):
        registry.referee("lenient:limit=0")()


GAMES = {
    "no_text": ({"rules": ""}, "ModuleNotFoundError: No module named 'no_text.text'"),
    "no_why": ({"rules": "", "text": ""}, "No module named 'no_why.why'"),
    "rules_raise": ({"rules": "1 / 0", "text": "", "why": ""}, "ZeroDivisionError"),
    "house_raises": (
        {"rules": "", "text": "", "why": "", "house": "raise OSError('roof')"},
        "OSError: roof",
    ),
    "no_state": ({"rules": "", "text": "", "why": ""}, "no attribute 'actor'"),
    "quits_play": ({"rules": "raise SystemExit(5)"}, "SystemExit: 5"),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_breaks_its_contract_is_its_plugins_error(
    name, tmp_path, monkeypatch
):
    parts, said = GAMES[name]
    (tmp_path / name).mkdir()
    for part, source in {"__init__": "", **parts}.items():
        (tmp_path / name / f"{part}.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))

    class Plugin:
        @hookimpl
        def partybots_games(self):
            return [Declaration("broken", "a game", name)]

    registry = loaded(("pieces", Plugin))
    with pytest.raises(
        PluginError, match='game "broken" of plugin pieces: '
    ) as refused:
        registry.game("broken")
    assert said in str(refused.value)
    assert registry.game("liars-dice")


FILE = """
    from __future__ import annotations
    from dataclasses import dataclass
    from partybots.core import Bot, Rng, View

    class Base(Bot):
        pass

    @dataclass
    class Mine(Base):
        depth: int = 2

        def choose(self, view: View, rng: Rng) -> int:
            return view.legal[0]

    class Options:
        pass
"""


def test_a_bot_may_come_from_a_file(tmp_path):
    path = tmp_path / "my bot.py"
    path.write_text(dedent(FILE))
    assert Registry().bot(f"{path}:Mine:depth=7", "liars-dice")().depth == 7


@pytest.mark.parametrize(
    ("source", "name", "said"),
    [
        (FILE, "Options", 'is called "Options"; known: Base, Mine'),
        (FILE, "mine", 'is called "mine"; did you mean "Mine"?'),
        (FILE, "Bot", 'is called "Bot"'),
        ("1 / 0", "Mine", "does not load: ZeroDivisionError: division by zero"),
        ("def", "Mine", "does not load: SyntaxError"),
        ("import sys; sys.exit(2)", "Mine", "does not load: SystemExit: 2"),
        ("import nowhere", "Mine", "does not load: ModuleNotFoundError"),
    ],
)
def test_a_file_that_has_no_such_bot_is_refused(source, name, said, tmp_path):
    (tmp_path / "mine.py").write_text(dedent(source))
    with pytest.raises(PartybotsError) as refused:
        Registry().bot(f"{tmp_path}/mine.py:{name}", "liars-dice")
    assert said in str(refused.value)


def test_a_folder_is_no_file_with_a_bot(tmp_path):
    (tmp_path / "mine.py").mkdir()
    with pytest.raises(BadValue, match="does not load"):
        Registry().bot(f"{tmp_path}/mine.py:Mine", "liars-dice")


CHEAP = """
import sys
from partybots.core.registry import Registry
registry = Registry()
assert "liars-dice" in registry.games and not registry.broken, registry.broken
assert registry.plugins["liars-dice"] == ("liars-dice", "sceptic", "silent")
heavy = {"numpy", "numba", "networkx", "ortools", "rich", "liars_dice.rules"}
print(sorted(heavy & set(sys.modules)))
"""


def test_an_installed_plugin_is_found_and_costs_nothing_heavy(environment):
    command = [sys.executable, "-c", CHEAP]
    assert subprocess.check_output(command, env=environment, text=True) == "[]\n"


def test_a_plugin_is_imported_when_it_is_used(registry):
    assert registry.bot("sceptic:threshold=0.2", "liars-dice")().threshold == 0.2
    assert registry.referee("silent:most=3")().most == 3
    with pytest.raises(BadValue, match="most is 1 die or more, not 0"):
        registry.referee("silent:most=0")()
