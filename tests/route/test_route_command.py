"""partybots route: what it prints, and how it exits."""

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from partybots.cli.main import main
from partybots.solvers.route import DEFAULT_CIRCLE


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


CIRCLE = "a:front b:back c:front"
NO_QUESTION = [  # what is said instead of a traceback
    (["solve", ""], '"" is not a contract'),
    (["solve", "house 0L"], "1 to 9999 steps"),
    (["solve", "house 10000L"], "1 to 9999 steps"),
    (["solve", "house 3L", "--depth", "0"], "depth is 1 to 1"),
    (["solve", "house 3L", "--circle", ""], "this one 0"),
    (["solve", "house 3L", "--circle", CIRCLE], "one of a, b, c"),
    (["solve", "house 3L", "--circle", "a:front b:back"], "this one 2"),
    (["solve", "house 3L", "--circle", "."], "cannot read .: Is a directory"),
    (["solve", "house 3L", "--circle", "x" * 5000], "cannot read xxx"),
    (["check", "house 3L", ""], '"" is not a landmark'),
    (["deck", "--cards", "0"], "1 to 400 cards"),
    (["deck", "--level", "4"], "level is one of"),
    (["deck", "--cards", "300", "--level", "1"], "proved"),
    (["deck", "--effort", "0.000001"], "try more"),
    (["deck", "--circle", "house:front"], "missing from the circle"),
    (["infer", "none.csv"], "cannot read none.csv"),
    (
        ["infer", "-", "--seen", "lamp:front", "--seen", "street-lamp:back"],
        "street-lamp cannot be --seen from the front and the back",
    ),
    (["draw", "--wrong", "tree"], "--wrong needs a CONTRACT"),
    (["draw", "house 3L", "--wrong", "lamp"], "is the right answer"),
    (["draw", "house 3L", "-o", "none/x.svg"], "cannot write none/x.svg"),
    (["draw", "house 3L", "-o", "none/x.png"], "ends in .svg, not none/x.png"),
    (["grade", "-", "-o", "none/x.txt"], "ends in .csv or .jsonl, not none/x.txt"),
    (["grade", "none.csv"], "cannot read none.csv"),
    (["grade", "."], "cannot read .: Is a directory"),
]


@pytest.mark.parametrize(("words", "said"), NO_QUESTION)
def test_what_cannot_be_is_said_in_a_line(words, said):
    ended = run(*words)
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert ended.stderr.startswith("Error: ")
    assert said in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_circles_from_files_and_of_other_sizes(tmp_path):
    file = tmp_path / "circle.csv"
    file.write_text("\ufefflandmark,facing\na,front\nb,back\nc,front\n")
    for circle in (CIRCLE, str(file)):
        said = json.loads(run("solve", "a 1L 1R", "--circle", circle, "--json").stdout)
        assert said["path"] == ["a", "b", "c"]
    file.write_text("landmark,facing\na,front\nb,sideways\nc,front\n")
    ended = run("solve", "a 1L", "--circle", file)
    assert f'Error: {file}: "sideways" is not a facing' in ended.stderr


# grade.


SHEET = (
    "player,contract,answer\nAnn,house 3L,lamp\nAnn,house 3X,lamp\nBo,house 3L,stop\n"
)


@pytest.fixture
def sheet(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(SHEET)
    return path


def test_grade_as_json(sheet):
    ended = run("grade", sheet, "--json")
    assert ended.exit_code == 0
    said = json.loads(ended.stdout)
    assert [*said] == ["rows", "right", "wrong", "bad", "players", "contracts"]
    assert (said["rows"], said["right"], said["wrong"]) == (3, 1, 1)
    (bad,) = said["bad"]
    assert bad["line"] == 3
    assert f"{sheet}, line 3: {bad['error']}" in ended.stderr
    assert [player["player"] for player in said["players"]] == ["Ann", "Bo"]
    assert said["contracts"][0]["contract"] == "house 3L"


def test_grade_as_tables(sheet):
    said = run("grade", sheet).stdout
    assert "hardest contracts" in said
    assert "3 rows: 1 right, 1 wrong, 1 bad" in said
    sheet.write_text("contract,answer\nhouse 3L,lamp\n")
    assert "\n1 row: 1 right, 0 wrong, 0 bad" in run("grade", sheet).stdout


def test_grade_writes_a_new_file_as_its_ending_says(sheet, tmp_path):
    as_csv, as_lines = tmp_path / "b.csv", tmp_path / "b.jsonl"
    assert run("grade", sheet, "-o", as_csv).exit_code == 0
    assert as_csv.read_text().splitlines()[:2] == [
        "player,contract,answer,expected,correct,diagnosis",
        "Ann,house 3L,lamp,street-lamp,true,",
    ]
    assert run("grade", sheet, "-o", as_lines).exit_code == 0
    rows = [json.loads(line) for line in as_lines.read_text().splitlines()]
    assert [row["correct"] for row in rows] == [True, None, False]
    ended = run("grade", sheet, "-o", as_csv)
    assert (ended.exit_code, f"{as_csv} is there already" in ended.stderr) == (2, True)
    assert run("grade", sheet, "-o", sheet).exit_code == 2
    assert sheet.read_text() == SHEET


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "the file is empty"),
        (b"player,answer\n", "no column is called contract"),
        ("contract,r\u00e9ponse\n".encode("utf-16"), "line 1 is not UTF-8"),
        (bytes(range(128, 256)) * 1000, "line 1 is not UTF-8 text"),
        (bytes(300_000), "line 1: "),
    ],
)
def test_grade_of_a_file_that_is_none_leaves_nothing(tmp_path, content, said):
    file, out = tmp_path / "a.csv", tmp_path / "b.csv"
    file.write_bytes(content)
    ended = run("grade", file, "-o", out)
    assert ended.exit_code == 2
    assert ended.stderr.startswith(f"Error: {file}: {said}")
    assert not out.exists()


def test_grade_goes_on_after_a_line_that_is_too_long_or_no_utf8(tmp_path):
    file = tmp_path / "a.csv"
    long = b"house 3L," + b"x" * 3_000_000
    rows = [b"contract,answer", long, b"house 3L,tr\xe9e", b"house 3L,lamp"]
    file.write_bytes(b"\r\n".join(rows))
    said = json.loads(run("grade", file, "--json").stdout)
    assert (said["rows"], said["right"]) == (3, 1)
    assert [bad["line"] for bad in said["bad"]] == [2, 3]


def test_grade_names_the_first_bad_rows_and_counts_the_others(tmp_path):
    file = tmp_path / "a.csv"
    file.write_text("contract,answer\n" + "house 3X,tree\n" * 50)
    ended = run("grade", file, "--json")
    assert len(json.loads(ended.stdout)["bad"]) == 50
    assert len(ended.stderr.splitlines()) == 21
    assert "and 30 more bad rows" in ended.stderr


def test_grade_shows_names_that_look_like_markup(tmp_path):
    file = tmp_path / "a.csv"
    file.write_text("player,contract,answer\n[/b]\x1b[31m,house 3L,tree\n")
    ended = run("grade", file)
    assert ended.exit_code == 0
    assert "[/b]" in ended.stdout
    assert "\x1b" not in ended.stdout


@pytest.mark.parametrize(
    ("command", "status"),
    [("grade", 0), ("infer", 1)],  # no circle is possible
)
def test_a_dash_is_standard_input(command, status):
    words = [command, "-", "--json"]
    said = CliRunner().invoke(main, ["route", *words], input=SHEET.replace("3X", "1L"))
    assert said.exit_code == status
    assert json.loads(said.stdout)


# deck, infer, draw.


def test_a_deck_is_what_its_seed_says():
    words = ["deck", "--cards", 7, "--level", 2, "--json"]
    made = [run(*words, "--seed", seed).stdout for seed in (1, 1, 2)]
    assert made[0] == made[1] != made[2]
    deck = json.loads(made[0])["contracts"]
    assert len({row["contract"] for row in deck}) == 7
    for row in deck:
        assert run("check", row["contract"], row["answer"]).exit_code == 0


def test_a_deck_as_csv_is_read_again_by_grade(tmp_path):
    deck = tmp_path / "deck.csv"
    deck.write_text(run("deck", "--cards", 7).stdout)
    said = json.loads(run("grade", deck, "--json").stdout)
    assert (said["rows"], said["right"]) == (7, 7)
    made = json.loads(run("deck", "--cards", 7, "--every-circle", "--json").stdout)
    assert {row["answer"] for row in made["contracts"]} == {None}


def test_infer_reads_what_deck_wrote(tmp_path):
    clues = tmp_path / "clues.json"
    clues.write_text(run("deck", "--json").stdout)
    found = json.loads(run("infer", clues, "--seen", "house:front", "--json").stdout)
    assert (found["count"], found["circles"]) == (1, [str(DEFAULT_CIRCLE)])
    assert "2 circles are possible" in run("infer", clues).stdout
    assert run("infer", clues, "--seen", "house").exit_code == 2
    clues.write_text("contract,answer\nhouse 1L,tree\nhouse 1L,lamp\n")
    ended = run("infer", clues)
    assert (ended.exit_code, "clue 2 contradicts" in ended.stdout) == (1, True)
    assert run("infer", clues, "--json").exit_code == 1
    clues.write_text("contract,answer\nhouse 1L,tree\nhouse 1L,lamb\n")
    assert f"Error: {clues}: line 3: " in run("infer", clues).stderr


def test_draw_in_the_terminal_and_as_svg(tmp_path):
    assert "street-lamp" in run("draw").stdout
    said = run("draw", "house 3L 1R 4L", "--wrong", "ambulance").stdout
    assert "not ambulance:\nevery agent taken as seen from behind" in said
    picture = tmp_path / "a.svg"
    words = ["draw", "house 3L 1R 4L", "--wrong", "ambulance", "-o", picture]
    assert run(*words).exit_code == 0
    assert "not ambulance" in picture.read_text()
    assert run(*words).exit_code == 2
    drawn = json.loads(run("draw", "house 3L", "--json").stdout)
    assert drawn["svg"].startswith("<svg")
    assert drawn["circle"] == DEFAULT_CIRCLE.as_json()
    assert run("draw", "house 3L", "--wrong", "light").exit_code == 0


# From a cold shell.


@pytest.mark.parametrize("command", ["check", "solve"])
def test_checking_imports_neither_numba_nor_ortools(command):
    words = ["house 3L", "lamp"][: 1 + (command == "check")]
    code = f"import sys; sys.argv = {['partybots', 'route', command, *words]}\n"
    code += "from partybots.cli.main import main\n"
    code += (
        "try: main()\nfinally: print({'numba', 'ortools', 'numpy'} & {*sys.modules})"
    )
    said = subprocess.check_output([sys.executable, "-c", code], text=True)
    assert said.splitlines()[-1] == "set()"
