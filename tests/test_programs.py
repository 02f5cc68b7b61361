"""Bots in any language: the protocol page is true, and the sample programs play."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import partybots.core.arena.isolation as isolation
from partybots.core import BadValue, Rng, View
from partybots.core.arena.housing import Limits
from partybots.core.arena.isolation.programs import ProgramRoom, chosen
from partybots.core.arena.match import Player, play
from partybots.core.arena.referee import Misbehaved
from partybots.core.arena.schedule import Spec
from partybots.core.arena.worker import Housing, maker

HERE = Path(__file__).parent
PAGE = Path(isolation.__file__).parent / "PROTOCOL.md"
LINES = re.findall(r"^    ([<>]) (\{.*\})$", PAGE.read_text(), re.MULTILINE)

ECHO = """
import json, sys
answers = json.loads(sys.argv[1])
for line in sys.stdin:
    told = json.loads(line)
    print(told, file=sys.stderr)
    if told["type"] in answers:
        print(json.dumps(answers[told["type"]]), flush=True)
"""


def test_every_line_of_the_page_is_json_of_a_type():
    said = {(who, json.loads(line)["type"]) for who, line in LINES}
    assert said == {
        (">", "hello"),
        ("<", "hello"),
        (">", "new_match"),
        ("<", "ready"),
        (">", "act"),
        ("<", "action"),
        (">", "watch"),
        ("<", "seen"),
        (">", "match_end"),
    }


def test_the_bots_lines_of_the_page_play_a_move(tmp_path, registry):
    """What the page has the bot say is taken; what it has the host say is said."""
    answers = {}
    kinds = {"hello": "hello", "ready": "new_match", "action": "act", "seen": "watch"}
    for who, line in LINES:
        if who == "<":
            said = json.loads(line)
            answers[kinds[said["type"]]] = said
    (tmp_path / "echo.py").write_text(ECHO)
    words = [sys.executable, str(tmp_path / "echo.py"), json.dumps(answers)]
    room = ProgramRoom(" ".join(f"'{word}'" for word in words), Limits())
    game = registry.game("liars-dice")
    hidden = game.text.read("? 5 / 1x6 by 0 / 1").tobytes()
    view = View(1, [0, 7], hidden, lambda: game)
    try:
        room.furnish()
        assert room.ready.watches
        room.meet(view, "liars-dice", "")
        room.number = 6  # the page's question is number 7
        assert room.choose(view, Rng(1)) == 7
        room.watch(view)
        room.match_end([0, 1])
        told = [eval(line) for line in room.process.stderr().splitlines()]
    finally:
        room.clear()
    for said in told:
        same = [json.loads(line) for who, line in LINES if who == ">"]
        (page,) = [each for each in same if each["type"] == said["type"]]
        assert set(said) == set(page)


PROGRAMS = {
    "sh": "sh {here}/first.sh",
    "node": "node {here}/any.js",
    "cc": "{tmp}/last",
}


@pytest.mark.parametrize("tool", PROGRAMS)
def test_a_sample_program_plays_without_a_fault(tool, tmp_path, registry):
    if not shutil.which(tool):
        pytest.skip(f"there is no {tool} here")
    here = HERE / "programs"
    if tool == "cc":
        subprocess.check_call(["cc", "-o", tmp_path / "last", here / "last.c"])
    command = PROGRAMS[tool].format(here=here, tmp=tmp_path)
    game = registry.game("liars-dice")
    spec = Spec("liars-dice", (f"exec:{command}", "random"), 2, 1)
    make = maker(registry, spec.bots[0], spec, Housing())
    players = [Player(tool, make), Player("random", registry.bot("random", spec.game))]
    try:
        for deal in range(3):
            make.free()
            result = play(game, game.new(2), players, 1, deal)
            assert (result.faults, result.moves[0] > 0) == ([], True)
    finally:
        make.close()


def test_sample_programs_are_short():
    for path in (HERE / "programs").iterdir():
        assert len(path.read_text().splitlines()) < 80, path


@pytest.mark.parametrize("command", ["", "nobody-has-this", "'"])
def test_a_command_that_cannot_be_run_is_refused_in_words(command):
    with pytest.raises(BadValue, match="exec:"):
        ProgramRoom(command, Limits())


@pytest.mark.parametrize(
    "answer",
    [
        {"index": 2},
        {"index": -1},
        {"index": True},
        {"index": 0.0},
        {"index": "0"},
        {"action": 5},
        {"text": "9x9"},
        {"text": ["draw"]},
        {},
    ],
)
def test_an_answer_that_names_nothing_offered_is_malformed(answer):
    with pytest.raises(Misbehaved, match="none of those offered"):
        chosen(answer, [0, 7], ["challenge", "2x1"])


@pytest.mark.parametrize("answer", [{"index": 1}, {"action": 7}, {"text": "2x1"}])
def test_an_answer_by_index_number_or_text(answer):
    assert chosen(answer, [0, 7], ["challenge", "2x1"]) == 7
