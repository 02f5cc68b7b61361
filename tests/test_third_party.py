"""What strangers bring: built, installed, found and used, all by the command line."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest
from click.testing import CliRunner

from partybots.cli.main import main

HERE = Path(__file__).parent
MADE = ("careful", "high-card", "patient")
CODE = "from partybots.cli.main import main; main()"


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    """A Python that has the sample and all that `new` makes, installed as by anyone."""
    made, fresh = tmp_path_factory.mktemp("made"), tmp_path_factory.mktemp("fresh")
    for words in ("bot careful", "game high-card", "referee patient"):
        here("new", *words.split(), "--into", str(made))
    venv.create(fresh)
    (site,) = fresh.glob("lib/*/site-packages")
    ours = f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})"
    (site / "ours.pth").write_text(ours)
    sample = shutil.copytree(HERE / "sample", made / "sample")
    packages = [sample, *(made / name for name in MADE)]
    pip = [sys.executable, "-m", "pip", "--python", fresh / "bin" / "python", "install"]
    subprocess.run([*pip, "-q", "--no-deps", *packages], check=True)
    return fresh / "bin" / "python", made


def run(python, *words, status=0):
    command = [python, "-c", CODE, *map(str, words)]
    environment = os.environ | {"COLUMNS": "100"}
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == status, done.stderr
    return done.stdout


def here(*words, status=0):
    return run(sys.executable, *words, status=status)


def test_an_installed_game_bot_and_referee_are_found_and_used(fresh, tmp_path):
    assert "liars-dice" in run(fresh[0], "games")
    assert "sceptic" in run(fresh[0], "bots", "liars-dice")
    words = "tournament liars-dice -b sceptic -b random --blocks 5 --seats 2 --json"
    words += " --referee silent:most=20"
    report = json.loads(run(fresh[0], *words.split(), "-o", tmp_path / "a"))
    assert report["standings"][0]["bot"] == "sceptic"
    assert all(not row["faults"] for row in report["standings"])


def test_what_new_makes_is_sound_and_plays(fresh, tmp_path):
    run(fresh[0], "check", "bot", "careful", "--game", "right-now")
    run(fresh[0], "check", "referee", "patient")
    run(fresh[0], "check", "game", "high-card")
    for name in ("partybots-careful", "careful"):
        said = run(fresh[0], "check", "plugins", name)
        assert "partybots-careful is installed" in said
    words = "tournament high-card -b mcts:simulations=50 -b greedy --referee patient"
    report = json.loads(run(fresh[0], *words.split(), "--json", "-o", tmp_path / "a"))
    assert report["game"] == "high-card"


def test_the_tests_that_new_makes_pass(fresh):
    python, made = fresh
    folders = [made / name / "tests" for name in MADE]
    command = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *folders]
    subprocess.run(command, check=True, cwd=made)


def test_one_file_is_enough(tmp_path):
    said = run(
        sys.executable, "new", "bot", "quick-one", "--single-file", "--into", tmp_path
    )
    assert "quick_one.py:QuickOne" in said
    spec = f"{tmp_path / 'quick_one.py'}:QuickOne"
    here("check", "bot", spec)
    words = ["tournament", "right-now", "-b", f"{spec}:first=true", "-b", "random"]
    words += ["--seats", "2", "--blocks", "1", "--json", "-o", tmp_path / "a"]
    assert json.loads(here(*words))["matches"] == 2


TALKS = """
from partybots.core import Bot

class Talks(Bot):
    def choose(self, view, rng):
        for line in range(30):
            print("about to fail", line)
        return view.legal[99]
"""


def test_what_a_bot_wrote_is_shown_with_its_fault_and_kept(tmp_path):
    (tmp_path / "talks.py").write_text(TALKS)
    words = f"tournament right-now -b {tmp_path}/talks.py:Talks -b random --seats 2"
    words += f" --blocks 1 --jobs 1 -o {tmp_path}/a"
    command = [sys.executable, "-c", CODE, *words.split()]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "return view.legal[99]" in done.stderr
    (replay,) = (x for x in done.stderr.splitlines() if "partybots replay" in x)
    words = replay.partition("partybots ")[2].split()
    said = here(*words)
    assert "crash: IndexError" in said
    assert "about to fail 0\n" in said
    position = here(*words, "--position").rstrip("\n")
    assert position in said
    assert "to act; greedy plays" in here(
        "analyse", "right-now", position, "-b", "greedy"
    )
    here(*words[:-1], "9999", status=2)


HOOK = """
from partybots.core import Bot, Declaration, hookimpl

@hookimpl
def partybots_bots():
    return [Declaration("wrong", "is wrong", "wrong_plugin:Wrong")]

class Wrong(Bot):
    pass
"""


@pytest.mark.parametrize(
    ("entry", "source", "said"),
    [
        ("", HOOK, "it has no entry point in the group partybots"),
        ("[partybot]\nwrong = wrong_plugin", HOOK, "partybot is another group"),
        ("[partybots]\nwrong = wrong_plugins", HOOK, "No module named 'wrong_plugins'"),
        ("[partybots]\nwrong = wrong_plugin", "1 / 0", "ZeroDivisionError"),
        (
            "[partybots]\nwrong = wrong_plugin",
            HOOK.replace("partybots_bots", "partybots_bot"),
            "partybots_bot",
        ),
        (
            "[partybots]\nwrong = wrong_plugin",
            HOOK.replace("class Wrong", "class Right"),
            "has no attribute 'Wrong'",
        ),
        (
            "[partybots]\nwrong = wrong_plugin",
            HOOK.replace("class Wrong(Bot)", "class Wrong"),
            "wrong_plugin:Wrong is no Bot",
        ),
        ("[partybots]\nwrong = wrong_plugin", HOOK, ""),
    ],
)
def test_a_package_that_is_not_found_is_explained(
    entry, source, said, tmp_path, monkeypatch
):
    info = tmp_path / "wrong-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wrong\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(entry)
    (tmp_path / "wrong_plugin.py").write_text(source)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    told = here("check", "plugins", "wrong", status=bool(said))
    assert said in told.partition("\nNOT")[2]


def test_nothing_is_written_over_and_names_are_checked(tmp_path):
    here("new", "referee", "calm", "--into", tmp_path)
    here("new", "referee", "calm", "--into", tmp_path, status=2)
    here("new", "bot", "No Name", "--into", tmp_path, status=2)
    run(
        sys.executable,
        "new",
        "bot",
        "name",
        "--game",
        "no-game",
        "--into",
        tmp_path,
        status=2,
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (f"bot {'a' * 300}", "at most 50 letters, not 300"),
        ("bot class", "class is a word of Python's own"),
        ("bot true --single-file", "true is a word of Python's own"),
        ("game numpy", "a Python module numpy is installed"),
        ("referee partybots", "a Python module partybots is installed"),
        ("bot random", "there is a bot random already"),
        ("game right-now", "there is a game right-now already"),
        ("referee strict", "there is a referee strict already"),
    ],
)
def test_a_name_that_could_not_work_is_refused_in_a_line(words, said, tmp_path):
    words = ["new", *words.split(), "--into", str(tmp_path)]
    ended = CliRunner().invoke(main, words)
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert said in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert not [*tmp_path.iterdir()]


UNSOUND = HERE / "kits" / "unsound_bots.py"


@pytest.mark.parametrize(
    ("bot", "unsound"),
    [
        ("Draws", "no global chance"),
        ("Keeps", "nothing is kept from match to match"),
        ("Spoils", "its view stays as it was"),
        ("Cheats", "legal moves in every seat and at every number of seats"),
        ("Untyped", "options"),
        ("Raises", "legal moves in every seat and at every number of seats"),
        ("Keeps", "the same seed, the same moves"),
        ("Clock", "clocks that leap"),
        ("Remembers", "a match that ends early"),
        ("Aged", "the same moves in a process of its own"),
        ("Rules", "every house rule"),
    ],
)
def test_a_check_finds_what_is_unsound(bot, unsound):
    spec = f"{UNSOUND}:{bot}"
    said = json.loads(here("check", "bot", spec, "--json", status=1))
    failed = {step["what"]: step for step in said["steps"] if not step["passed"]}
    assert unsound in failed
    assert failed[unsound]["why"]
    see = failed[unsound]["see"].split()
    assert see[0] == "partybots"
    again = here(*see[1:], status=1)
    assert again.count("NOT") == 2
    assert f"NOT {unsound}" in again


def test_a_check_shows_where_a_bot_failed_and_stops():
    said = here("check", "bot", f"{UNSOUND}:Raises", status=1)
    assert "return view.legal[99]" in said
    assert "IndexError" in said
    assert "hang on it and were not tried" in said


def test_a_check_finds_nothing_wrong_with_ours():
    here("check", "bot", "greedy", "--game", "right-now")


def test_a_program_is_checked_like_any_bot():
    program = f"exec:{sys.executable} {HERE}/kits/bad_program.py"
    said = here("check", "bot", f"{program} good")
    assert " 1 ok  it loads in time" in said
    said = here("check", "bot", f"{program} anothers-action", status=1)
    assert "malformed" in said


def test_a_program_that_is_none_is_not_sound():
    here("check", "bot", "exec:nobody-has-this", status=1)
