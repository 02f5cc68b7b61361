"""The command line: one object on stdout, exit statuses, one line for a mistake."""

import json
import os
import sqlite3
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from partybots.cli.main import COMMANDS, main

SMALL = "-b greedy -b random --seats 2 --blocks 6 --jobs 1"
STANDING = {
    "rank",
    "bot",
    "matches",
    "wins",
    "win_share",
    "win_share_low",
    "win_share_high",
    "points",
    "mean_score",
    "mean_score_low",
    "mean_score_high",
    "rating",
    "rating_low",
    "rating_high",
    "faults",
    "seconds_per_move",
}


MAIN = "from partybots.cli.main import main; main()"


def run(*words, **options):
    return CliRunner().invoke(
        main, [w for word in words for w in split(word)], **options
    )


def split(word):
    """Words of a string; a path or a list of them stays as it is."""
    if isinstance(word, str):
        return word.split()
    return word if isinstance(word, list) else [str(word)]


@pytest.fixture
def file(tmp_path):
    return tmp_path / "a.partybots"


def tournament(file, more="", game="right-now"):
    return run(f"tournament {game} {SMALL} {more} -o", file)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_shows_an_example(command):
    ended = run(command, "--help")
    assert ended.exit_code == 0
    assert f"partybots {command}" in ended.stdout.replace("Usage: main", "")


def test_json_is_one_object_with_the_promised_fields(file):
    report = json.loads(tournament(file, "--json").stdout)
    assert {"game", "seats", "blocks", "matches", "seed", "reproducible"} < set(report)
    assert {"digest", "seconds", "standings"} < set(report)
    assert (report["game"], report["seats"], report["matches"]) == ("right-now", 2, 12)
    assert all(set(row) == STANDING for row in report["standings"])
    assert sum(row["wins"] for row in report["standings"]) == pytest.approx(12)
    assert [row["bot"] for row in report["standings"]] == ["greedy", "random"]


def test_the_same_seed_is_the_same_digest_for_any_jobs(tmp_path):
    digests = set()
    for jobs in (1, 2):
        ended = tournament(tmp_path / f"{jobs}", f"--json --jobs {jobs}")
        digests.add(json.loads(ended.stdout)["digest"])
    other = tournament(tmp_path / "other", "--json --seed 2")
    assert len(digests) == 1
    assert json.loads(other.stdout)["digest"] not in digests


def test_the_table_says_where_it_was_stored_and_what_to_replay(file):
    ended = tournament(file)
    assert f"stored in {file}" in ended.stdout
    (replay,) = [line for line in ended.stdout.splitlines() if "lopsided" in line]
    shown = run(*replay.partition("partybots ")[2].split())
    assert shown.exit_code == 0
    assert "the stored scores are those of these actions" in shown.stdout


def test_resuming_a_finished_tournament_prints_its_table_again(file):
    first = tournament(file, "--json")
    again = run("tournament --json --resume", file)
    assert {**json.loads(first.stdout), "seconds": 0} == {
        **json.loads(again.stdout),
        "seconds": 0,
    }


def test_the_same_options_may_be_repeated_on_resume(file):
    tournament(file)
    again = run(f"tournament right-now {SMALL} --resume", file)
    assert again.exit_code == 0


def test_a_tournament_without_a_game_is_of_all_that_the_bots_play(tmp_path):
    ended = run("tournament -b random --blocks 1 --jobs 1 --json -o", tmp_path / "all")
    report = json.loads(ended.stdout)
    assert {"right-now"} <= {game["game"] for game in report["games"]}
    (overall,) = report["overall"]
    assert overall["games"] == len(report["games"])


def test_replay_shows_any_position_in_notation(file):
    tournament(file)
    whole = json.loads(run("replay", file, "0 --json").stdout)
    shown = run("replay", file, "0 --step", len(whole["steps"]) - 1).stdout
    (position,) = [line for line in shown.splitlines() if line.startswith("position")]
    found = run("analyse right-now -b greedy --json", [position.split(None, 1)[1]])
    assert found.exit_code == 0, found.stderr
    assert json.loads(found.stdout)["plays"]


WRONG = [
    ("tournament right-no", 'no game is called "right-no"; did you mean "right-now"?'),
    ("tournament right-now -b greedi", 'did you mean "greedy"?'),
    ("tournament right-now -b random:x=1", "x"),
    ("tournament right-now -b mcts:simulation=1", 'did you mean "simulations"?'),
    ("tournament right-now -b mcts:simulations=many", 'is int, not "many"'),
    ("tournament right-now -b mcts:simulations=0", "simulations"),
    ("tournament right-now -b ./nobody.py:Bot", "there is no file ./nobody.py"),
    ("tournament right-now --rule targt=9", 'did you mean "target"?'),
    ("tournament right-now --rule target=0", "house rule target is"),
    ("tournament right-now --rule target", '"target" is not NAME=VALUE'),
    ("tournament right-now --rule target=9 --rule target=8", "given twice"),
    ("tournament right-now --referee blind", 'no referee is called "blind"'),
    ("tournament right-now --referee lenient:limit=0", "limit is 1 fault or more"),
    ("tournament right-now --seats 9", "right-now seats 2 to 7, not 9"),
    ("tournament right-now --seats 1", "right-now seats 2 to 7, not 1"),
    ("tournament right-now --blocks 0", "1 block or more"),
    ("tournament right-now --move-seconds 0", "a move takes more than 0 s"),
    ("tournament right-now --deck nowhere.csv", "cannot read the deck nowhere.csv"),
    ("tournament right-now -o /proc/none/x", "cannot write /proc/none/x"),
    ("tournament right-now right-now", "a game is named twice"),
    ("tournament --resume nowhere.partybots", "there is no file nowhere.partybots"),
    ("replay nowhere.partybots", "there is no file nowhere.partybots"),
    ("analyse right-now nonsense", "not a"),
    ("play right-now --seat 7", "there are seats 0 to"),
    ("play right-now --position nonsense", "not a"),
    ("games left-now", 'no game is called "left-now"'),
    ("bots left-now", 'no game is called "left-now"'),
    ("bench left-now", 'no game is called "left-now"'),
]


@pytest.mark.parametrize(("command", "said"), WRONG)
def test_a_wrong_command_is_status_2_and_one_clear_line(
    command, said, tmp_path, monkeypatch
):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    ended = run(command)
    last = ended.stderr.splitlines()[-1]
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert last.startswith("Error: ")
    assert said in last
    assert not [*tmp_path.rglob("*.partybots*")]


DECKS = [
    ("up,down,effect\nyellow,green,\n", "line 1"),
    ("top,bottom,effect\nyellow,yellow,\n", "line 2"),
    ("top,bottom,effect\nyellow,green\n", "line 2"),
    ("top,bottom,effect\nyellow,mauve,\n", "line 2"),
    ("top,bottom,effect\nyellow,green,swap\n", "line 2"),
    ("top,bottom,effect\nyellow,green,\n", "cards"),
    ("", "deck"),
]


@pytest.mark.parametrize(("deck", "said"), DECKS)
def test_a_wrong_deck_is_refused_by_its_line(deck, said, file, tmp_path):
    (tmp_path / "deck.csv").write_text(deck)
    ended = tournament(file, f"--deck {tmp_path / 'deck.csv'}")
    assert ended.exit_code == 2
    assert said in ended.stderr.splitlines()[-1]
    assert not file.exists()


def test_a_file_that_exists_is_not_written_over(file):
    file.write_text("mine")
    ended = tournament(file)
    assert ended.exit_code == 2
    assert file.read_text() == "mine"


@pytest.mark.parametrize("content", [b"", b"hello", b"SQLite format 3\0" + bytes(99)])
def test_a_file_that_is_no_tournament_is_refused(content, file):
    file.write_bytes(content)
    ended = run("tournament --resume", file)
    assert ended.exit_code == 2
    assert "is not a tournament" in ended.stderr.splitlines()[-1]
    assert file.read_bytes() == content


def test_a_file_of_another_format_is_refused(file):
    tournament(file)
    database = sqlite3.connect(file)
    database.execute("PRAGMA user_version = 99")
    database.close()
    ended = run("replay", file)
    assert ended.exit_code == 2
    assert "format 99" in ended.stderr.splitlines()[-1]


def test_other_options_than_it_was_begun_with_are_refused(file):
    tournament(file)
    for other in ("--seed 5", "--blocks 7", "-b greedy", "--rule target=9"):
        ended = run(f"tournament {other} --resume", file)
        assert ended.exit_code == 2
        assert "was begun with another" in ended.stderr.splitlines()[-1]
    ended = run("tournament right-turn-left-turn --resume", file)
    assert "is a tournament of right-now" in ended.stderr.splitlines()[-1]


@pytest.mark.parametrize("blocks", ["1000001", "9" * 21])
def test_as_many_blocks_as_cannot_be_are_refused(blocks, file):
    ended = run(f"tournament right-now --blocks {blocks} -o", file)
    assert ended.exit_code == 2
    assert "--blocks is at most 1000000" in ended.stderr.splitlines()[-1]
    assert not file.exists()


@pytest.mark.parametrize("option", ["first-move-seconds", "load-seconds"])
@pytest.mark.parametrize("value", ["nan", "inf", "0", "-1"])
def test_limits_that_are_no_numbers_are_refused(option, value, file):
    ended = run(f"tournament right-now --{option} {value} -o", file)
    assert ended.exit_code == 2
    assert f"--{option} is a number above 0" in ended.stderr.splitlines()[-1]


def test_what_is_no_file_is_not_to_be_gone_on_with(tmp_path):
    ended = run("tournament right-now -o", tmp_path)
    assert ended.exit_code == 2
    assert "is no file; name one" in ended.stderr.splitlines()[-1]


def test_a_file_can_be_shown_where_nothing_can_be_written(file, monkeypatch):
    tournament(file)
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    assert run("replay", file).exit_code == 0
    ended = run("tournament --resume", file)
    assert ended.exit_code == 2
    assert "cannot be written; copy" in ended.stderr.splitlines()[-1]


def test_damage_that_cannot_even_be_told_in_words_is_refused(file, monkeypatch):
    tournament(file)

    def connect(*of, **said):
        class Broken:
            def execute(self, query):
                raise UnicodeDecodeError("utf-8", b"\xe0", 0, 1, "invalid")

            def close(self): ...

        return Broken()

    monkeypatch.setattr(sqlite3, "connect", connect)
    ended = run("replay", file)
    assert ended.exit_code == 2
    assert "is not a tournament" in ended.stderr.splitlines()[-1]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="Linux has it")
@pytest.mark.parametrize("command", ["games", "--help", "route solve 'house 3L'"])
def test_a_full_disk_is_told_in_a_line(command):
    line = f"{sys.executable} -c '{MAIN}' {command} > /dev/full"
    ended = subprocess.run(line, shell=True, stderr=subprocess.PIPE, text=True)
    assert ended.returncode != 0
    assert "cannot write the output: No space left on device" in ended.stderr
    assert "Traceback" not in ended.stderr


BAD_BOT = """
from partybots.core import Bot

class Bad(Bot):
    def choose(self, view, rng):
        return {answer}
"""


@pytest.mark.parametrize(
    ("answer", "kind"),
    [("1 / 0", "crash"), ("'x'", "malformed"), ("10**6", "malformed")],
)
def test_a_bad_bot_costs_itself_the_match_and_nobody_else(answer, kind, file, tmp_path):
    (tmp_path / "bad.py").write_text(BAD_BOT.format(answer=answer))
    ended = run(
        f"tournament right-now -b {tmp_path}/bad.py:Bad -b random --seats 2 --blocks 5",
        "--jobs 1 --json -o",
        file,
    )
    assert ended.exit_code == 0
    first, last = json.loads(ended.stdout)["standings"]
    assert (first["bot"], first["win_share"]) == ("random", 1)
    assert last["faults"] == {kind: 10}
    assert f"partybots replay {file} 0 --step" in ended.stderr


def partybots(*words, **options):
    command = [sys.executable, "-c", "from partybots.cli.main import main; main()"]
    return subprocess.Popen([*command, *map(str, words)], text=True, **options)


def test_control_c_prints_the_command_that_goes_on(file):
    words = split("tournament right-now -b greedy -b random --seats 2 --blocks 100000")
    process = partybots(
        *words, "-o", file, stderr=subprocess.PIPE, stdout=subprocess.PIPE
    )
    wait_for_matches(file)
    process.send_signal(2)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 1
    assert said.splitlines()[-1].endswith(f"partybots tournament --resume {file}")


def wait_for_matches(file):
    for _ in range(600):
        time.sleep(0.1)
        if file.exists() and file.stat().st_size:
            try:
                with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
                    if database.execute("SELECT count(*) FROM matches").fetchone()[0]:
                        return
            except sqlite3.Error:
                continue
    raise AssertionError("no match was stored in a minute")


def test_a_plugin_that_fails_is_named_and_everything_else_works(tmp_path):
    info = tmp_path / "moon-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: moon\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[partybots]\nmoon = moon_landing\n")
    (tmp_path / "moon_landing.py").write_text("raise RuntimeError('no oxygen')")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    process = partybots(
        "plugins", env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    out, said = process.communicate(timeout=30)
    assert process.returncode == 0
    assert said == "plugin moon is left out: RuntimeError: no oxygen\n"
    assert "left out" in out
    assert "right-now" in out
