"""partybots route: what it prints, and how it exits."""

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from partybots.cli.main import main


def run(*words):
    return CliRunner().invoke(main, ["route", *map(str, words)])


def test_solve_as_json():
    said = json.loads(run("solve", "house 3L 1R 4L", "--json").stdout)
    assert said["answer"] == "bicycle"
    assert said["path"] == ["house", "street-lamp", "tree", "bicycle"]
    assert said["steps"][0] == {
        "from": "house",
        "facing": "front",
        "side": "left",
        "count": 3,
        "direction": "clockwise",
        "to": "street-lamp",
    }


def test_solve_says_why():
    said = run("solve", "house 3L 1R 4L").stdout
    assert "tree is seen from behind, so left is counter-clockwise: 4 steps" in said


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["house 3L 1R 4L", "bicycle"], 0),
        (["house 3L 1R 4L", "tree"], 1),
        (["house 3L 1R 4L", "nowhere"], 2),
        (["house", "tree"], 2),
        (["house 3L", "tree", "--depth", "2"], 2),
        (["house 3L", "tree", "--circle", "house:front"], 2),
        (["house 3L", "tree", "--circle", "nowhere.txt"], 2),
    ],
)
def test_check_exits_by_the_answer(words, status):
    ended = run("check", *words)
    assert ended.exit_code == status
    if status == 2:
        assert ended.stdout == ""
        assert ended.stderr.splitlines()[-1].startswith("Error: ")


def test_check_as_json_lists_every_slip():
    said = json.loads(run("check", "house 3L 1R 4L", "ambulance", "--json").stdout)
    assert (said["correct"], said["expected"]) == (False, "bicycle")
    assert all(set(slip) == {"slip", "movement", "text"} for slip in said["diagnosis"])
    assert {"all-behind", "facing-mirrored", "one-more"} <= {
        slip["slip"] for slip in said["diagnosis"]
    }


def test_grade_writes_a_new_file_and_names_bad_rows(tmp_path):
    sheet, marked = tmp_path / "a.csv", tmp_path / "b.csv"
    sheet.write_text("contract,answer\nhouse 3L,lamp\nhouse 3X,lamp\n")
    ended = run("grade", sheet, "-o", marked, "--json")
    assert ended.exit_code == 0
    said = json.loads(ended.stdout)
    assert (said["rows"], said["right"], said["wrong"]) == (2, 1, 0)
    assert [bad["line"] for bad in said["bad"]] == [3]
    assert "line 3" in ended.stderr
    assert marked.read_text().count("\n") == 3
    assert run("grade", sheet, "-o", marked).exit_code == 2
    assert run("grade", tmp_path / "none.csv").exit_code == 2


def test_deck_infer_and_draw(tmp_path):
    deck = json.loads(run("deck", "--cards", 7, "--json").stdout)["contracts"]
    assert len({row["contract"] for row in deck}) == 7
    clues = tmp_path / "clues.json"
    clues.write_text(json.dumps(deck))
    found = json.loads(run("infer", clues, "--json").stdout)
    assert found["count"] >= 1
    picture = tmp_path / "a.svg"
    ended = run("draw", "house 3L 1R 4L", "--wrong", "ambulance", "-o", picture)
    assert ended.exit_code == 0
    assert "wrong route" in picture.read_text()
    assert "street-lamp" in run("draw").stdout
    assert run("draw", "--wrong", "tree").exit_code == 2
    assert run("draw", "house 3L", "--wrong", "lamp").exit_code == 2


def test_checking_imports_neither_numba_nor_ortools():
    code = (
        "import sys; sys.argv = ['partybots', 'route', 'check', 'house 3L', 'lamp']\n"
    )
    code += "from partybots.cli.main import main\n"
    code += "try: main()\nfinally: assert not {'numba', 'ortools'} & set(sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code])
