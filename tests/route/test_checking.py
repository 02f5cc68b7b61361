"""Checking, grading, decks, inference and pictures."""

import io
import json
from collections import Counter
from itertools import pairwise, product
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partybots.core import BadValue, PartybotsError
from partybots.solvers.route import (
    DEFAULT_CIRCLE,
    DEFAULT_DECK,
    SLIPS,
    Circle,
    Contract,
    check,
    slips,
    solve,
)
from partybots.solvers.route.decks import read_deck, write_deck
from partybots.solvers.route.drawing import lines, svg
from partybots.solvers.route.generating import (
    Impossible,
    OutOfTime,
    faults,
    generate,
)
from partybots.solvers.route.grading import grade
from partybots.solvers.route.inferring import infer, read_clues
from partybots.solvers.route.walks import end, right_walk, wrong_walk


def kinds(contract, answer):
    return [slip.slip for slip in check(contract, answer).diagnosis]


# E3 and E4: who takes every agent as front, or as behind.


@pytest.mark.parametrize(
    ("answer", "slip"), [("traffic light", "all-front"), ("ambulance", "all-behind")]
)
def test_rtlt_e3_e4_the_answer_of_one_misunderstanding(answer, slip):
    verdict = check("house 3L 1R 4L", answer)
    assert not verdict.correct
    assert verdict.expected == "bicycle"
    assert slip in kinds("house 3L 1R 4L", answer)


def test_a_right_answer_has_no_diagnosis():
    assert check("house 3L 1R 4L", "bike").as_json() == {
        "correct": True,
        "answer": "bicycle",
        "expected": "bicycle",
        "diagnosis": [],
    }


@st.composite
def questions(draw):
    names = [f"n{i}" for i in range(draw(st.integers(3, 9)))]
    facings = [draw(st.sampled_from(["front", "back"])) for _ in names]
    moves = st.tuples(st.integers(1, 12), st.sampled_from(["left", "right"]))
    circle = Circle(zip(names, facings, strict=True))
    movements = draw(st.lists(moves, min_size=1, max_size=4))
    return circle, Contract(draw(st.sampled_from(names)), movements)


@given(questions())
def test_the_diagnosis_reproduces_the_wrong_answer(question):
    """Each slip is walked hop by hop, apart from the tables that found it."""
    circle, contract = question
    for slip in slips(contract, circle):
        walked = wrong_walk(slip, contract, circle)
        ends = circle.landmarks[end(walked, circle)] if walked else contract.start
        assert ends == slip.answer
        if slip.answer != circle.answer(contract):
            told = check(contract, slip.answer, circle).diagnosis
            assert (slip.slip, slip.movement) in [(s.slip, s.movement) for s in told]


def test_every_kind_of_slip_is_found_somewhere():
    found = {slip.slip for contract in DEFAULT_DECK for slip in slips(contract)}
    assert found == set(SLIPS)


# Grading.

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


# Decks.


def test_a_deck_is_even_and_the_same_again():
    deck = generate(14, seed=3)
    assert faults(deck, 14, DEFAULT_CIRCLE) == []
    assert deck == generate(14, seed=3)
    assert deck != generate(14, seed=4)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_level_is_so_many_changes_of_facing(level):
    for contract in generate(7, level=level):
        facings = [step.facing for step in solve(contract).steps]
        changes = sum(a != b for a, b in pairwise(facings))
        assert changes == level - 1


def test_the_judge_of_decks_finds_what_is_wrong():
    assert faults(list(DEFAULT_DECK), 43, DEFAULT_CIRCLE) == []
    assert "different" in faults([*DEFAULT_DECK[1:], DEFAULT_DECK[1]], 43, None)[0]
    assert any("starts" in f for f in faults(list(DEFAULT_DECK[:7]), 7, DEFAULT_CIRCLE))


def test_impossible_and_out_of_time_are_different():
    one_way = Circle([("a", "front"), ("b", "front"), ("c", "front")])
    with pytest.raises(Impossible):
        generate(7, one_way, level=3)
    with pytest.raises(OutOfTime):
        generate(43, effort=1e-6)


def test_a_deck_survives_writing_and_reading():
    assert read_deck(write_deck(DEFAULT_DECK)) == list(DEFAULT_DECK)
    with pytest.raises(BadValue, match="line 2"):
        read_deck("house 3L\nhorse 3L\n")


# Inference: counted by brute force over a small circle.


def test_inference_counts_what_brute_force_counts():
    names = ("a", "b", "c", "d")
    clues = [(Contract("a", [(1, "left")]), "b"), (Contract("b", [(2, "right")]), "d")]
    count = 0
    for order in product(names, repeat=4):
        if order[0] == "a" and len({*order}) == 4:
            for facings in product(["front", "back"], repeat=4):
                circle = Circle(zip(order, facings, strict=True))
                count += all(circle.answer(c) == said for c, said in clues)
    found = infer(clues, names)
    assert found.count == count > 0
    assert all(
        circle.answer(c) == said for circle in found.circles for c, said in clues
    )


def test_asking_what_it_says_finds_the_circle():
    names, truth = ("a", "b", "c", "d"), Circle.read("a:back b:front c:front d:back")
    clues = []
    while (found := infer(clues, names)).ask:
        clues.append((found.ask, truth.answer(found.ask)))
        assert len(clues) < 40
    assert truth in found.circles
    for contract in (Contract(n, [(k, "left")]) for n in names for k in (1, 2)):
        answers = {circle.answer(contract) for circle in found.circles}
        assert answers == {truth.answer(contract)}


def test_clues_that_contradict_leave_no_circle():
    clues = read_clues("contract,answer\nhouse 1L,tree\nhouse 1L,lamp\n")
    assert infer(clues).count == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("contract,answer\nhouse 3L,nowhere\n", "line 2"),
        ("contract\nhouse 3L\n", "answer"),
        ('[{"contract": 3}]', "clue 1"),
    ],
)
def test_a_wrong_clue_is_named_with_its_place(text, said):
    with pytest.raises(PartybotsError, match=said):
        read_clues(text)


# Pictures.


def test_the_picture_is_xml_with_every_agent_and_arrow():
    contract = DEFAULT_DECK[0]
    right = right_walk(contract, DEFAULT_CIRCLE)
    wrong = wrong_walk(slips(contract)[0], contract, DEFAULT_CIRCLE)
    root = ElementTree.fromstring(svg(DEFAULT_CIRCLE, right, wrong))
    text = "".join(root.itertext())
    assert all(name in text for name in DEFAULT_CIRCLE.landmarks)
    assert text.count("from front") == 4
    assert text.count("from behind") == 3
    tags = Counter(element.tag.rpartition("}")[2] for element in root.iter())
    assert tags["polyline"] == len(right) + len(wrong)


def test_names_in_a_picture_are_escaped():
    circle = Circle([("a", "front"), ("b", "back"), ("c", "front")])
    assert ElementTree.fromstring(svg(circle)) is not None


@pytest.mark.parametrize("size", [3, 7, 8, 20, 52])
def test_the_circle_in_text_names_everyone(size):
    circle = Circle([(f"n{i}", "front") for i in range(size)])
    text = "\n".join(lines(circle, ["in the middle"]))
    assert all(f"n{i}" in text for i in range(size))
    assert "in the middle" in text
    assert max(map(len, text.splitlines())) <= 80
