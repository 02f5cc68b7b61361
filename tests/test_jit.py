"""Compiled once a machine where that can be kept, else each time; or not at all."""

import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numba
import pytest

from partybots.core import kernels
from partybots.core.jit import UNCACHED, kernel

ROOT = Path(__file__).parent.parent
COMPILED = not numba.config.DISABLE_JIT

RULES = '''
"""A game of one action: the last seat to be counted wins."""
import numpy as np
from one.first import FIRST
from partybots.core.jit import kernel
VERSION, SEATS, ACTIONS, SPAN = 1, range(2, 3), 1, 1
STATE = np.dtype((np.record, [("seats", np.int64), ("turn", np.int64)]))
@kernel
def deal(state, rng):
    state.turn = 0
@kernel
def actor(state):
    return state.turn + FIRST if state.turn < state.seats else -1
@kernel
def legal(state, actions):
    actions[0] = 0
    return 1
@kernel
def apply(state, action, rng):
    state.turn += 1
@kernel
def scores(state, out):
    out[:] = 0
    out[1] = 1
@kernel
def hide(state, seat):
    pass
@kernel
def guess(state, seat, rng):
    pass
'''
TEXT = "def write(state): return str(state.turn)\ndef write_action(action): return '0'"
PLAYS = """
from partybots.core.arena.match import Player, play
from partybots.core.registry import game_at
from partybots.plugins.bots.random import Random
game = game_at("one", "one")
print(game.compiled, play(game, game.new(2), [Player("r", Random)] * 2, 1).scores)
"""
TWIN = """
from one import rules
from partybots.core.kernels import RULES, np, twin
actor = twin(rules, "actor(state)", RULES["actor(state)"])
state = np.zeros(rules.STATE.itemsize, np.uint8)
state.view(rules.STATE)[0].seats = 2
print(actor(state), sum(actor.stats.cache_hits.values()))
"""


@pytest.fixture
def tree(tmp_path):
    """A copy of what is needed to play, and a game: nothing of it compiled yet."""
    house = tmp_path / "house"
    ignored = shutil.ignore_patterns("__pycache__", "*.nb?")
    for folder in ("core", "plugins", "solvers"):
        shutil.copytree(ROOT / folder, house / "partybots" / folder, ignore=ignored)
    (house / "one").mkdir()
    parts = {"rules": RULES, "text": TEXT, "first": "FIRST = 3"}
    for part, source in {**parts, "why": "", "__init__": ""}.items():
        (house / "one" / f"{part}.py").write_text(source)
    return house


def says(tree, program, **environment):
    """What a process says that runs there, on stdout and stderr."""
    known = {"HOME": str(tree.parent), "PATH": os.environ["PATH"], **environment}
    known |= {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-S", "-c", SITE + program]
    ended = subprocess.run(command, env=known, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout, ended.stderr


SITE = f"import sys; sys.path += {[p for p in sys.path if 'site-packages' in p]}\n"


def without_folders(tree):
    """Nowhere to keep compiled code: files stand where its folders would be."""
    for folder in (tree / "partybots", tree / "one"):
        for path in [folder, *folder.rglob("*")]:
            if path.is_dir() and path.name != "__pycache__":
                (path / "__pycache__").write_text("")
    (tree.parent / "cache").write_text("")
    return {"XDG_CACHE_HOME": str(tree.parent / "cache")}


def test_where_nothing_can_be_kept_it_is_said_once_and_compiled_all_the_same(tree):
    assert says(tree, TWIN, **without_folders(tree)) == ("3 0\n", UNCACHED)


def test_what_was_compiled_is_kept_until_a_file_of_the_game_changes(tree):
    """Of rules that import from a file beside them, which Numba does not look at."""
    cache = {"XDG_CACHE_HOME": str(tree.parent / "cache")}
    assert says(tree, TWIN, **cache) == ("3 0\n", "")
    assert says(tree, TWIN, **cache) == ("3 1\n", "")
    (tree / "one" / "first.py").write_text("FIRST = 4")
    assert says(tree, TWIN, **cache) == ("4 0\n", "")


def test_plain_python_plays(tree):
    (tree / "one" / "first.py").write_text("FIRST = 0")
    out, said = says(tree, PLAYS, NUMBA_DISABLE_JIT="1")
    assert (out, said) == ("False [0, 1]\n", "")


class Twin:
    def __init__(self, missed):
        self.stats = SimpleNamespace(cache_misses=Counter(missed))


def test_compiling_a_game_is_said_before_most_of_it_is_done(monkeypatch, capsys):
    made = []

    def twin(rules, call, signature, body=""):
        made.append(call)
        if made[1:]:
            assert capsys.readouterr().err == (
                "compiling one, once\n" * (len(made) == 2)
            )
        return Twin(["missed"] if call == "actor(state)" else [])

    monkeypatch.setattr(kernels, "twin", twin)
    kernels.compile_rules("one", ModuleType("one"))
    assert made == [*kernels.RULES]


def test_a_game_that_is_kept_is_loaded_without_a_word(monkeypatch, capsys):
    monkeypatch.setattr(kernels, "twin", lambda *of: Twin([]))
    kernels.compile_rules("one", ModuleType("one"))
    assert capsys.readouterr().err == ""


def test_a_kernel_is_made_with_and_without_a_signature():
    @kernel
    def double(x):
        return 2 * x

    @kernel("int64(int64)", nogil=True)
    def triple(x):
        return 3 * x

    assert (double(4), triple(4)) == (8, 12)
    assert hasattr(double, "py_func") == hasattr(triple, "py_func") == COMPILED


def test_another_error_of_the_compiler_is_not_hidden(monkeypatch):
    def fails(*signature, **options):
        raise RuntimeError("something else")

    monkeypatch.setattr(numba, "njit", fails)
    with pytest.raises(RuntimeError, match="something else"):
        kernel(lambda x: x)
