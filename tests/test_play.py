"""Playing at the terminal: what is shown, what is understood, how to leave."""

import re
import subprocess
import sys

import pytest
from click.testing import CliRunner

from partybots.cli.main import main
from partybots.cli.play import opponents
from partybots.core.registry import Registry


def play(words, typed):
    return CliRunner().invoke(main, ["play", *words], input=typed)


def test_a_whole_round_by_numbers_ends_with_the_scores():
    words = ["right-now", "--seed", "3", "--seats", "2", "--against", "random"]
    words += ["--rule", "max_rounds=1"]
    ended = play(words, "1\n" * 2000)
    assert ended.exit_code == 0
    assert "seat 0 you:" in ended.stdout
    assert "won" in ended.stdout.splitlines()[-1] + ended.stdout.splitlines()[-2]


def test_actions_may_be_written_and_others_are_refused_in_words():
    ended = play(["right-now", "--seed", "3", "--against", "greedy"], "flip\nexit\nq\n")
    assert "is not a Right Now action" in ended.stdout
    wrong = play(["right-now", "--seed", "3", "--against", "greedy"], "play 99\nq\n")
    assert "not now:" in wrong.stdout


def test_advice_names_an_action():
    words = ["right-now", "--seed", "3", "--against", "greedy", "--advice", "mcts"]
    ended = play(words, "?\nq\n")
    assert re.search(r"advice: \w+", ended.stdout)
    assert "points ahead" in ended.stdout


def test_one_can_leave_and_come_back_to_the_position():
    ended = play(["right-now", "--seed", "3", "--against", "greedy"], "q\n")
    assert ended.exit_code == 0
    (again,) = re.findall(r"--position '(.*)'", ended.stdout)
    back = play(["right-now", "--position", again, "--against", "greedy"], "q\n")
    assert re.findall(r"--position '(.*)'", back.stdout) == [again]


def test_it_begins_with_lines_that_fit_the_screen():
    ended = play(["right-turn-left-turn", "--seed", "999999"], "q\n")
    first, second, *_ = ended.stdout.splitlines()
    assert first == "You are in seat 0 of right-turn-left-turn, seed 999999."
    assert second.startswith("An action by number")
    assert max(len(first), len(second)) <= 80


def test_a_person_races_against_bots_that_they_can_beat():
    registry = Registry()
    assert opponents(registry, "right-turn-left-turn") == ("human",)
    assert opponents(registry, "right-now") == ("mcts",)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_no_card_of_another_is_on_the_screen(seat):
    ended = play(["right-now", "--seed", "5", "--seat", str(seat)], "h\nq\n")
    (left,) = re.findall(r"--position '(.*)'", ended.stdout)
    hands = [hand.strip() for hand in left.split(";")[0].split("|")]
    assert [hand for k, hand in enumerate(hands) if k != seat] == [
        hand for hand in hands if re.fullmatch(r"(x )?\?(x\d+)?", hand)
    ]


@pytest.mark.parametrize("game", ["dictator", "im-right-youre-wrong", "right-now"])
def test_every_game_that_is_no_race_can_be_played(game):
    ended = play([game, "--seed", "1", "--against", "random"], "1\n" * 5 + "q\n")
    assert ended.exit_code == 0, ended.stderr
    assert "You are in seat 0" in ended.stdout


@pytest.mark.parametrize("game", ["right-turn-left-turn", "yesno"])
def test_a_race_is_played_by_the_clock(game):
    code = "from partybots.cli.main import main; main()"
    words = ["play", game, "--seed", "1", "--against", "human"]
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        input="1\n1\n1\nq\n",
        text=True,
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "to come back" in done.stdout


def test_practice_ends_with_a_summary_of_slips():
    code = "from partybots.cli.main import main; main()"
    words = ["play", "right-turn-left-turn", "--practice", "--seed", "1"]
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        input="nowhere\ntree\ntree\ntree\nq\n",
        text=True,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "is not a landmark" in done.stdout
    assert re.search(r"\d of 3 right", done.stdout)
    assert re.search(r"\d x ", done.stdout)


def test_only_routes_are_practised():
    assert play(["right-now", "--practice"], "").exit_code == 2
