"""Pictures: everyone is there, no text lies on another, arrows go where routes go."""

from collections import Counter
from xml.etree import ElementTree

import pytest

from partybots.core import BadValue
from partybots.solvers.route import DEFAULT_CIRCLE, DEFAULT_DECK, Circle, Contract
from partybots.solvers.route.drawing import draw, svg
from partybots.solvers.route.slips import slips
from partybots.solvers.route.terminal import lines
from partybots.solvers.route.walks import end, right_walk, wrong_walk

SIZES = [3, 7, 8, 13, 20, 52]


def circle_of(size):
    return Circle((f"n{k}", ["front", "back"][k % 3 == 0]) for k in range(size))


def elements(picture, tag):
    root = ElementTree.fromstring(picture)
    return [each for each in root.iter() if each.tag.rpartition("}")[2] == tag]


def texts(picture):
    return ["".join(each.itertext()) for each in elements(picture, "text")]


def test_the_picture_has_every_agent_and_how_it_is_seen():
    counts = Counter(texts(draw()))
    for name, facing in DEFAULT_CIRCLE.agents:
        seen = {"front": "seen from the front", "back": "seen from behind"}[facing]
        assert counts[f"{name}{seen}"] == 1
    assert (counts["L"], counts["R"]) == (7, 7)


@pytest.mark.parametrize("size", SIZES)
def test_every_agent_of_any_circle_is_drawn(size):
    circle = circle_of(size)
    assert {f"n{k}" for k in range(size)} == {
        text.partition("seen")[0]
        for text in texts(draw(circle=circle))
        if "seen" in text
    }


def test_arrows_are_numbered_and_end_at_the_answer():
    contract = DEFAULT_DECK[0]
    walked = right_walk(contract, DEFAULT_CIRCLE)
    picture = svg(DEFAULT_CIRCLE, walked)
    assert len(elements(picture, "polyline")) == 3
    assert [text for text in texts(picture) if text.isdigit()] == ["1", "2", "3"]
    assert DEFAULT_CIRCLE.landmarks[end(walked, DEFAULT_CIRCLE)] == "bicycle"


def test_a_wrong_route_stands_beside_the_right_one():
    picture = draw("house 3L 1R 4L", wrong="ambulance")
    said = texts(picture)
    assert "house 3L 1R 4L: bicycle" in said
    assert "not ambulance" in said
    assert "every agent taken as seen from behind" in said
    assert len(elements(picture, "polyline")) == 6
    wide = float(elements(picture, "svg")[0].get("width"))
    assert wide == 2 * float(elements(draw(), "svg")[0].get("width"))


def test_an_answer_that_no_slip_leads_to_is_marked_only():
    picture = draw("house 3L", wrong="traffic light")
    assert "no single slip leads there" in texts(picture)
    assert len(elements(picture, "polyline")) == 1


def test_every_slip_can_be_drawn():
    for contract in DEFAULT_DECK[:8]:
        for slip in slips(contract):
            walked = wrong_walk(slip, contract, DEFAULT_CIRCLE)
            right = right_walk(contract, DEFAULT_CIRCLE)
            assert elements(svg(DEFAULT_CIRCLE, right, walked), "svg")


def test_what_cannot_be_drawn():
    with pytest.raises(BadValue, match="is the right answer"):
        draw("house 3L", wrong="lamp")
    with pytest.raises(BadValue, match="arrows are too many"):
        draw(Contract("house", [(1, "left")] * 61))


# In the terminal.


@pytest.mark.parametrize("size", SIZES)
def test_the_circle_in_text_names_everyone(size):
    circle = circle_of(size)
    text = "\n".join(lines(circle, ["in the middle"]))
    assert all(f"n{i}" in text for i in range(size))
    assert "in the middle" in text
    assert max(map(len, text.splitlines())) <= 80
    assert text.count("behind") == sum(a.facing == "back" for a in circle.agents)


def test_the_circle_in_text_says_where_movements_start_and_end():
    walked = right_walk(DEFAULT_DECK[0], DEFAULT_CIRCLE)
    text = "\n".join(lines(DEFAULT_CIRCLE, hops=walked))
    for mark in (" 1> ", " >1 2> ", " >2 3> ", " >3 "):
        assert mark in text
