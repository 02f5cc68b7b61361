"""What strangers bring: built, installed, found and used, all by the command line."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CODE = "from partybots.cli.main import main; main()"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder with the sample package and all that `new` makes, really installed."""
    made, site = tmp_path_factory.mktemp("made"), tmp_path_factory.mktemp("site")
    for words in ("bot careful", "game high-card", "referee patient"):
        run([], "new", *words.split(), "--into", str(made))
    packages = [made / name for name in ("careful", "high-card", "patient")]
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", site]
    sample = made / "sample"
    subprocess.run(["cp", "-r", HERE / "sample", sample], check=True)
    subprocess.run([*pip, sample, *packages], check=True, capture_output=True)
    return [site, made]


def run(site, *words, status=0):
    path = os.pathsep.join(map(str, site))
    environment = os.environ | {"PYTHONPATH": path, "COLUMNS": "100"}
    command = [sys.executable, "-c", CODE, *map(str, words)]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == status, done.stderr
    return done.stdout


def test_an_installed_game_bot_and_referee_are_found_and_used(site, tmp_path):
    assert "liars-dice" in run(site[:1], "games")
    assert "sceptic" in run(site[:1], "bots", "liars-dice")
    words = "tournament liars-dice -b sceptic -b random --blocks 5 --seats 2 --json"
    words += " --referee silent:most=20"
    report = json.loads(run(site[:1], *words.split(), "-o", tmp_path / "a"))
    assert report["standings"][0]["bot"] == "sceptic"
    assert all(not row["faults"] for row in report["standings"])


def test_what_new_makes_is_sound_and_plays(site, tmp_path):
    run(site[:1], "check", "bot", "careful", "--game", "right-now")
    run(site[:1], "check", "referee", "patient")
    run(site[:1], "check", "game", "high-card")
    run(site[:1], "check", "plugins", "partybots-careful")
    words = "tournament high-card -b mcts:simulations=50 -b greedy --referee patient"
    report = json.loads(run(site[:1], *words.split(), "--json", "-o", tmp_path / "a"))
    assert report["game"] == "high-card"


def test_the_tests_that_new_makes_pass(site):
    folders = [site[1] / name / "tests" for name in ("careful", "high-card", "patient")]
    environment = os.environ | {"PYTHONPATH": str(site[0])}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *folders]
    subprocess.run(command, env=environment, check=True, cwd=site[1])


def test_one_file_is_enough(tmp_path):
    said = run([], "new", "bot", "quick-one", "--single-file", "--into", tmp_path)
    assert "quick_one.py:QuickOne" in said
    spec = f"{tmp_path / 'quick_one.py'}:QuickOne"
    run([], "check", "bot", spec)
    words = ["tournament", "right-now", "-b", f"{spec}:first=true", "-b", "random"]
    words += ["--seats", "2", "--blocks", "1", "--json", "-o", tmp_path / "a"]
    assert json.loads(run([], *words))["matches"] == 2


def test_nothing_is_written_over_and_names_are_checked(tmp_path):
    run([], "new", "referee", "calm", "--into", tmp_path)
    run([], "new", "referee", "calm", "--into", tmp_path, status=2)
    run([], "new", "bot", "No Name", "--into", tmp_path, status=2)
    run([], "new", "bot", "name", "--game", "no-game", "--into", tmp_path, status=2)


BAD = """
import random
from partybots.core import Bot

class Draws(Bot):
    def choose(self, view, rng):
        return random.choice(view.legal)

class Keeps(Bot):
    kept = []
    def choose(self, view, rng):
        self.kept.append(1)
        return view.legal[len(self.kept) % len(view.legal)]

class Spoils(Bot):
    def choose(self, view, rng):
        return view.legal.pop()

class Cheats(Bot):
    def choose(self, view, rng):
        return 10**6

class Untyped(Bot):
    def __init__(self, speed=1):
        pass
    def choose(self, view, rng):
        return view.legal[0]
"""


@pytest.mark.parametrize(
    ("bot", "unsound"),
    [
        ("Draws", "no global chance"),
        ("Keeps", "nothing is kept from match to match"),
        ("Spoils", "its view stays as it was"),
        ("Cheats", "legal moves in every seat and at every number of seats"),
        ("Untyped", "options"),
    ],
)
def test_a_check_finds_what_is_unsound(bot, unsound, tmp_path):
    (tmp_path / "bad.py").write_text(BAD)
    spec = f"{tmp_path / 'bad.py'}:{bot}"
    said = json.loads(run([], "check", "bot", spec, "--json", status=1))
    assert unsound in [step["what"] for step in said["steps"] if not step["passed"]]
