"""Grading files of answers: counts, marks, and every mistake with its place."""

import csv
import importlib
import io
import json
import pkgutil
import random
from itertools import product

import pytest

from partybots.core import BadValue
from partybots.solvers import route
from partybots.solvers.route import (
    DEFAULT_CIRCLE,
    DEFAULT_DECK,
    LANDMARKS,
    Circle,
    check,
    slips,
)
from partybots.solvers.route.grading import grade
from partybots.solvers.route.marking import Marker
from partybots.solvers.route.slips import NO_SLIP
from partybots.solvers.route.tallies import OTHERS

SHEET = """player,contract,answer,time
Ann,house 3L 1R 4L,bicycle,2.5
Ann,house 3L 1R 4L,ambulance,3
Bob,house 3L,tree,
Bob,house 9X,tree,1
Bob,house 3L,nowhere,1
Bob,house 3L,tree,soon
"""


def test_grading_counts_right_wrong_and_bad_rows():
    out = io.StringIO()
    report = grade(io.StringIO(SHEET), output=out)
    assert (report.rows, report.right, report.wrong) == (6, 1, 2)
    assert [line for line, _ in report.bad] == [5, 6, 7]
    marked = out.getvalue().splitlines()
    assert marked[0] == "player,contract,answer,time,expected,correct,diagnosis"
    assert marked[1] == "Ann,house 3L 1R 4L,bicycle,2.5,bicycle,true,"
    assert marked[2].startswith("Ann,house 3L 1R 4L,ambulance,3,bicycle,false,")
    assert len(marked) == 7


def test_a_players_misconception_is_what_explains_most():
    rows = ["contract,answer,player"]
    for contract in DEFAULT_DECK:
        (slip,) = [s for s in slips(contract) if s.slip == "all-behind"]
        rows.append(f"{contract},{slip.answer},Cy")
    report = grade(io.StringIO("\n".join(rows)))
    assert report.players["Cy"].misconception == "all-behind"


def test_json_lines_and_circles_of_ones_own():
    turned = str(DEFAULT_CIRCLE).replace("house:front", "house:back")
    rows = [
        {"contract": "house 3L", "answer": "lamp"},
        {"contract": "house 3L", "answer": "stop", "circle": turned},
    ]
    report = grade(io.StringIO("\n".join(map(json.dumps, rows))))
    assert (report.right, report.wrong) == (2, 0)


@pytest.mark.parametrize("sheet", ["", "player,answer\nAnn,tree\n"])
def test_a_file_without_questions_is_refused(sheet):
    with pytest.raises(BadValue):
        grade(io.StringIO(sheet))


def test_every_mark_is_what_check_says_of_that_row():
    """On our circle, others of its landmarks, and circles of other sizes."""
    rng, rows = random.Random(5), []
    for number in range(400):
        size = rng.choice([0, 7, 7, 3, 20])
        names = list(LANDMARKS) if size in (0, 7) else [f"n{k}" for k in range(size)]
        rng.shuffle(names)
        circle = Circle((name, rng.choice(["front", "back"])) for name in names)
        circle = circle if size else DEFAULT_CIRCLE
        moves = [
            f"{rng.randint(1, 9)}{rng.choice('LR')}" for _ in range(number % 4 + 1)
        ]
        contract = " ".join([rng.choice(names), *moves])
        answer = rng.choice(names)
        rows.append([contract, answer, str(circle) if size else "", circle])
    lines = ["contract,answer,circle", *(",".join(row[:3]) for row in rows)]
    out = io.StringIO()
    report = grade(io.StringIO("\n".join(lines)), output=out)
    assert (report.rows, report.bad) == (400, [])
    marked = csv.DictReader(io.StringIO(out.getvalue()))
    for (contract, answer, _, circle), mark in zip(rows, marked, strict=True):
        verdict = check(contract, answer, circle)
        assert mark["expected"] == verdict.expected
        assert mark["correct"] == ("true" if verdict.correct else "false")
        said = ""
        if not verdict.correct:
            first = next(iter(verdict.diagnosis), None)
            said = NO_SLIP if first is None else first.slip
            said += "" if not first or first.movement is None else f" {first.movement}"
        assert mark["diagnosis"] == said


MISTAKES = [  # a row of contract,answer,circle,time; what is said of it
    ("house 3X,tree,,", '"3X" is not a movement'),
    ("horse 3L,tree,,", '"horse" is not a landmark'),
    (",tree,,", "not a contract"),
    ("house 3L,,,", '"" is not a landmark'),
    ("house 3L,nowhere,,", '"nowhere" is not a landmark'),
    ("house 3L,tree,house:front,", "missing from the circle"),
    ("house 3L,tree,house,", "house has no facing"),
    ("house 3L,tree,,soon", 'not "soon"'),
    ("house 3L,tree,,-1", 'not "-1"'),
    ("house 3L,tree,,nan", 'not "nan"'),
    ("house 3L,tree", "2 cells where the first line has 4"),
    ("house 3L,tree,,,,", "6 cells where the first line has 4"),
    ('house 3L,"tree,,', "a quote is opened and not closed"),
    ('x"y,"tree,,', "a quote is opened and not closed|2 cells"),
    ("house 3L,tr\udce9e,,", "not UTF-8 text"),
    ('"house 3L",tr\udce9e,,', "not UTF-8 text"),
    ("house 3L," + "x" * 200_000 + ",,", "field limit"),
    ('"house 3L",' + "x" * 200_000 + ",,", "field limit"),
]


@pytest.mark.parametrize(("row", "said"), MISTAKES)
@pytest.mark.parametrize("before", [0, 5, 4095, 4096, 5000])
def test_a_mistake_is_named_with_its_line_and_stops_nothing(row, said, before):
    good, blank = "house 3L,lamp,,1", ""
    lines = ["contract,answer,circle,time", *[good] * before, blank, row, *[good] * 5]
    out = io.StringIO()
    report = grade(io.StringIO("\n".join(lines) + "\n"), output=out)
    ((line, error),) = report.bad
    assert line == before + 3
    assert any(each in error for each in said.split("|"))
    assert len(error) < 300
    assert (report.rows, report.right) == (before + 6, before + 5)
    marked = list(csv.reader(io.StringIO(out.getvalue())))
    assert {len(row) for row in marked} == {7}
    assert marked[before + 1][-1] == f"not judged: {error}"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ('{"contract": "house 3L"', "no JSON"),
        ("[1]", "not an object"),
        ('{"contract": "house 3L"}', "no column is called answer"),
        ('{"contract": 3, "answer": "tree"}', '"3" is not a landmark|not a contract'),
        ('{"contract": {"start": "house"}, "answer": "tree"}', "not a contract"),
        ('{"contract": "house 3L", "answer": null}', "not a landmark"),
        ('{"contract": "house 3L", "answer": "\\ud800"}', "not UTF-8 text"),
        ('{"contract": "house 3L", "answer": "tree", "time": "x"}', "time is"),
        ("[" * 100_000, "no JSON"),
    ],
)
def test_a_mistake_in_json_lines_is_named_with_its_line(row, said):
    good = '{"contract": "house 3L", "answer": "lamp"}'
    report = grade(io.StringIO("\n".join([good, "", row, good])))
    ((line, error),) = report.bad
    assert line == 3
    assert any(each in error for each in said.split("|"))
    assert report.right == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the file is empty"),
        ("\n \n", "the file is empty"),
        ("player,answer\n", "no column is called contract"),
        ("contract,contract,answer\n", 'two columns are called "contract"'),
        ('contract,"answer\n', "line 1"),
        ("contract,r\udce9ponse\n", "line 1 is not UTF-8 text"),
    ],
)
def test_a_file_that_cannot_be_graded_at_all(text, said):
    with pytest.raises(BadValue, match=said):
        grade(io.StringIO(text))


def test_french_columns_semicolons_and_quoted_cells():
    text = """Joueur;Contrat;Agent;Remarque;Temps
Zoé;maison 3G 1D 4G;vélo;"dit; ""vite""
en riant";2.5
Zoé;"maison, 3G";feu rouge;;3.5
"""
    out = io.StringIO()
    report = grade(io.StringIO(text, newline=""), output=out)
    assert (report.right, report.wrong, report.bad) == (1, 1, [])
    assert report.players["Zoé"].time == 6
    marked = list(csv.reader(io.StringIO(out.getvalue()), delimiter=";"))
    assert marked[0][-3:] == ["expected", "correct", "diagnosis"]
    assert marked[1][3] == 'dit; "vite"\nen riant'
    assert [row[6] for row in marked] == ["correct", "true", "false"]


def test_a_marked_file_graded_again_is_the_same():
    first, second = io.StringIO(), io.StringIO()
    grade(io.StringIO(SHEET), output=first)
    grade(io.StringIO(first.getvalue()), output=second)
    assert second.getvalue() == first.getvalue()


def test_marks_as_json_lines_or_csv_whatever_the_file_is():
    for lines in (SHEET, '{"contract": "house 3L", "answer": "lamp"}'):
        as_json, as_csv = io.StringIO(), io.StringIO()
        rows = grade(io.StringIO(lines), output=as_json, as_json=True).rows
        grade(io.StringIO(lines), output=as_csv, as_json=False)
        records = [json.loads(line) for line in as_json.getvalue().splitlines()]
        table = list(csv.DictReader(io.StringIO(as_csv.getvalue())))
        assert len(records) == len(table) == rows
        for record, row in zip(records, table, strict=True):
            assert record["expected"] == row["expected"]
            correct = record["correct"]
            assert row["correct"] == ("" if correct is None else str(correct).lower())


def different(rows):
    """Rows that all differ: players, contracts, circles, answers wrong or bad."""
    rng = random.Random(2)
    yield "player,contract,answer,circle\n"
    names = list(LANDMARKS)
    moves = product(range(1, 10), "LR")
    every = [f"{count}{side}" for count, side in moves]
    for number in range(rows):
        rng.shuffle(names)
        circle = " ".join(f"{name}:{rng.choice(('front', 'back'))}" for name in names)
        contract = " ".join([names[0], *rng.choices(every, k=4)])
        answer = f"x{number}" if number % 3 == 0 else rng.choice(names)
        yield f"player {number},{contract},{answer},{circle}\n"


def test_what_is_kept_does_not_grow_with_rows_that_all_differ(monkeypatch):
    markers = []

    def watched(*settings):
        markers.append(Marker(*settings))
        return markers[-1]

    monkeypatch.setattr("partybots.solvers.route.tallies.MOST_NAMES", 50)
    monkeypatch.setattr("partybots.solvers.route.marking.KEPT", 100)
    monkeypatch.setattr("partybots.solvers.route.csv_rows.CHUNK", 100)
    monkeypatch.setattr("partybots.solvers.route.grading.Marker", watched)
    bad = []
    report = grade(different(1000), on_bad=lambda line, error: bad.append(line))
    assert len(report.players) == len(report.contracts) == 51
    assert report.players[OTHERS].rows == 1000 - len(bad) - 50
    assert (len(bad), report.bad) == (334, [])
    for kept in vars(markers[0]).values():
        assert not isinstance(kept, dict | list) or len(kept) <= 2 * 100 + 1


def test_every_cache_has_a_bound():
    for module in pkgutil.iter_modules(route.__path__, f"{route.__name__}."):
        for name, value in vars(importlib.import_module(module.name)).items():
            if hasattr(value, "cache_info"):
                assert value.cache_info().maxsize <= 10_000, name


def test_the_tables_are_forgotten_when_they_are_full(monkeypatch):
    monkeypatch.setattr("partybots.solvers.route.marking.KEPT", 20)
    whole, parts = io.StringIO(), io.StringIO()
    rows = list(different(300))
    grade(iter(rows), output=whole)
    monkeypatch.setattr("partybots.solvers.route.csv_rows.CHUNK", 16)
    grade(iter(rows), output=parts)
    assert whole.getvalue() == parts.getvalue()
