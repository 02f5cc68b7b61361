"""Checking answers: right or wrong, and every single slip that explains it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partybots.core import BadValue, NotationError
from partybots.solvers.route import (
    DEFAULT_CIRCLE,
    DEFAULT_DECK,
    SLIPS,
    Circle,
    Contract,
    check,
    slips,
)
from partybots.solvers.route.walks import end, wrong_walk


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


def test_every_single_slip_that_explains_an_answer_is_listed():
    """Counted by hand on one movement: house 3L, with one agent turned on its way."""
    found = {(slip.slip, slip.movement): slip.answer for slip in slips("house 3L")}
    assert found == {
        ("facing-mirrored", 1): "stop-sign",
        ("sides-swapped", None): "stop-sign",
        ("all-front", None): "street-lamp",
        ("all-behind", None): "stop-sign",
        ("one-more", 1): "stop-sign",
        ("one-less", 1): "tree",
        ("start-counted", None): "tree",
        ("skipped", 1): "house",
        ("passed-facing", 1): "ambulance",
    }
    told = check("house 3L", "stop").diagnosis
    assert [slip.slip for slip in told] == [
        "all-behind",
        "facing-mirrored",
        "sides-swapped",
        "one-more",
    ]


def test_the_diagnosis_is_in_the_order_of_the_odds():
    for contract in DEFAULT_DECK:
        odds = [slip.odds for slip in slips(contract)]
        assert odds == sorted(odds, reverse=True)


def test_an_answer_that_no_single_slip_explains():
    verdict = check("house 3L", "traffic light")
    assert not verdict.correct
    assert verdict.diagnosis == ()


def test_what_cannot_be_checked():
    with pytest.raises(NotationError, match="landmark"):
        check("house 3L", "nowhere")
    with pytest.raises(BadValue, match="depth is 1 to 1"):
        check("house 3L", "tree", depth=2)
    with pytest.raises(BadValue, match="house"):
        check(Contract("house", [(3, "left")]), "a", Circle.read("a:f b:f c:b"))
    assert check("house 3L 1R", "lamp", DEFAULT_CIRCLE, depth=1).correct
