"""Right Turn, Left Turn at the terminal: what is said, and a race that goes on."""

import re

import pytest
from click.testing import CliRunner

from partybots.cli.main import main

GAME = "right-turn-left-turn"
CRASHING = """
from partybots.core import Bot

class Crash(Bot):
    races = True

    def choose(self, view, rng):
        raise RuntimeError("never there")
"""


def run(command, *words, typed="q\n"):
    return CliRunner().invoke(main, [command, GAME, *words], input=typed)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "note: the pile may run out first: Contracts go into the box"),
        (["--rule", "target=30"], "note: the pile may run out first: 2 players"),
        (["--rule", "penalty_card=under_pile"], ""),
    ],
)
def test_rtlt_s26_tournament_and_play_say_so_once(words, said, tmp_path):
    more = ["-b", "route", "--blocks", "1", "--jobs", "1", "-o", f"{tmp_path}/a"]
    for command in (["tournament", *more], ["play"]):
        ended = run(*command, "--seats", "2", *words)
        assert ended.exit_code == 0, ended.output
        assert "note:" not in ended.stdout
        assert ended.stderr.count("note: ") == bool(said)
        assert said in ended.stderr


def test_a_bot_that_is_lost_to_faults_does_not_stop_the_race(tmp_path):
    bot = tmp_path / "crash.py"
    bot.write_text(CRASHING)
    words = ["--against", f"{bot}:Crash", "--seats", "2", "--seed", "2"]
    for seat in ("0", "1"):
        ended = run("play", *words, "--seat", seat, typed="silent\n" * 5 + "q\n")
        assert ended.exit_code == 0, ended.output
        assert "to come back" in ended.stdout


def test_one_comes_back_in_the_middle_of_a_contract():
    """Seat 0 has answered in secret; seat 1 is asked for the first time."""
    ended = run("play", "--seats", "2", "--seat", "1", "--seed", "4")
    (left,) = re.findall(r"--position '(.*)'", ended.stdout)
    assert "open" in left
    assert "?" in left.rpartition(":")[2]
    back = run("play", "--seat", "1", "--position", left)
    assert back.exit_code == 0, back.output
    assert re.findall(r"--position '(.*)'", back.stdout) == [left]


def test_after_a_wrong_answer_one_is_told_what_was_misunderstood():
    words = ["--seats", "2", "--against", "random", "--seed", "1", "--rule", "depth=1"]
    ended = run("play", *words, typed="stop-sign\n" * 6 + "q\n")
    assert ended.exit_code == 0, ended.output
    assert "Perhaps: " in ended.stdout


def test_practice_takes_depths_and_names_the_slips():
    for depth in "123":
        words = ["--practice", "--seed", "1", "--rule", f"depth={depth}"]
        said = run("play", *words, typed="stop-sign\n" * 8 + "q\n").stdout
        assert re.search(r"\d of 8 right, .* s each", said)
        assert re.search(r"\d x [a-z]+", said)
    assert run("play", "--practice", "--rule", "depth=4").exit_code == 2
