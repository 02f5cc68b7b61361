"""The circle: the rulebook's examples, and table, walk and batch that agree."""

import json
from itertools import product

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partybots.core import BadValue, NotationError
from partybots.solvers.route import (
    DEFAULT_CIRCLE,
    DEFAULT_DECK,
    LANDMARKS,
    Circle,
    Contract,
    solve,
)
from partybots.solvers.route.batch import Batch
from partybots.solvers.route.circle import FACINGS
from partybots.solvers.route.graph import path
from partybots.solvers.route.landmarks import landmark

ANSWERS = """
lamp tree bicycle/ambulance house stop/ambulance bicycle tree/light house bicycle
tree stop lamp/bicycle ambulance bicycle/lamp ambulance stop/tree bicycle tree
house lamp house/lamp stop house/light ambulance light/bicycle tree house
bicycle ambulance light/stop ambulance house/stop ambulance lamp/lamp house stop
house stop ambulance/ambulance tree light/tree bicycle ambulance/house ambulance light
stop tree ambulance/bicycle light lamp/bicycle house light/light house lamp
light bicycle ambulance/stop bicycle house/bicycle tree bicycle/light tree ambulance
house lamp bicycle/house light tree/light lamp tree/ambulance lamp tree
ambulance light tree/ambulance stop bicycle/house lamp house/house lamp bicycle
ambulance lamp light/bicycle lamp stop/bicycle ambulance lamp/bicycle ambulance stop
stop ambulance stop/stop house ambulance/lamp ambulance lamp
""".replace("\n", "/").strip("/")
NAMES = {"lamp": "street-lamp", "stop": "stop-sign", "light": "traffic-light"}
EXAMPLES = [
    ("house 3L 1R 4L", "lamp tree bicycle"),  # E1
    ("house 1L", "ambulance"),  # E5
    ("tree 1R", "lamp"),  # E6
    ("tree 1L", "ambulance"),  # E7
    ("house 4R 4R 4R", "lamp light tree"),  # E8
    ("ambulance 4R 3L 4R", "stop ambulance stop"),  # E9
    ("bicycle 3R 2L 4L", "ambulance lamp house"),  # E10
    ("tree 2L 3R 2R", "house stop light"),  # E11
    ("light 1L 3L 2R", "house lamp ambulance"),  # E12
    ("stop 1R 1L 2L", "bicycle stop tree"),  # E13
]


def named(words):
    return tuple(NAMES.get(word, word) for word in words.split())


@pytest.mark.parametrize(("contract", "way"), EXAMPLES)
def test_rtlt_e_whole_paths(contract, way):
    assert solve(contract).path[1:] == named(way)


@pytest.mark.parametrize(
    ("depth", "answer"), [(1, "lamp"), (2, "tree"), (3, "bicycle")]
)
def test_rtlt_e2_by_depth(depth, answer):
    assert solve("house 3L 1R 4L", depth=depth).answer == NAMES.get(answer, answer)


@pytest.mark.parametrize("name", DEFAULT_CIRCLE.landmarks)
def test_rtlt_e14_seven_steps_end_where_they_began(name):
    assert solve(f"{name} 7L").answer == name


@pytest.mark.parametrize(
    ("contract", "way"), [*zip(DEFAULT_DECK, ANSWERS.split("/"), strict=True)]
)
def test_the_43_contracts(contract, way):
    assert solve(contract).path[1:] == named(way)


def test_the_default_deck_is_as_even_as_it_says():
    moves = [move for contract in DEFAULT_DECK for move in contract.movements]
    counts = np.bincount([move.count for move in moves])
    assert counts.tolist() == [0, 32, 32, 33, 32]
    assert sum(move.side == "left" for move in moves) == 65
    assert len(set(DEFAULT_DECK)) == 43
    assert all(solve(c).answer != c.start for c in DEFAULT_DECK)


@st.composite
def questions(draw):
    size = draw(st.integers(3, 52))
    names = draw(st.permutations([f"n{i}" for i in range(size)]))
    facings = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    moves = st.tuples(st.integers(1, 120), st.sampled_from(["left", "right"]))
    circle = Circle(zip(names, [FACINGS[f] for f in facings], strict=True))
    movements = draw(st.lists(moves, min_size=1, max_size=6))
    return circle, Contract(draw(st.sampled_from(names)), movements)


@given(questions())
def test_table_walk_and_batch_agree_on_whole_paths(question):
    """The batch's hops and the walk are of the graph, the table is of arithmetic."""
    circle, contract = question
    solution = solve(contract, circle)
    assert list(solution.path) == path(circle.graph, contract)
    assert circle.answer(contract) == solution.answer
    counts = np.array([[count] for count, _ in contract.movements])
    rights = np.array([[side == "right"] for _, side in contract.movements])
    starts = np.array([circle.places[contract.start]])
    batched = Batch(circle, 1, 1).paths(starts, counts, rights)[:, 0]
    assert tuple(circle.landmarks[place] for place in batched) == solution.path


@given(questions())
def test_every_step_says_what_the_graph_says(question):
    """One step to that side is the first of the walk in that direction."""
    circle, contract = question
    for step in solve(contract, circle).steps:
        edges = circle.graph.out_edges(step.start, data=True)
        (edge,) = (data for *_, data in edges if data["side"] == step.side)
        assert edge["direction"] == step.direction
        assert circle.graph.nodes[step.start]["facing"] == step.facing


def test_the_whole_table_is_the_walk_of_every_contract():
    """All 3584 contracts of three movements of 1 to 4 steps."""
    batch = Batch()
    moves = list(product(range(1, 5), ("left", "right")))
    every = product(DEFAULT_CIRCLE.landmarks, product(moves, repeat=3))
    contracts = [Contract(start, movements) for start, movements in every]
    assert len(contracts) == len(batch.table) == 3584
    walked = [path(DEFAULT_CIRCLE.graph, contract)[-1] for contract in contracts]
    assert batch.solve(contracts) == walked
    assert [DEFAULT_CIRCLE.answer(contract) for contract in contracts] == walked


@given(st.permutations(DEFAULT_CIRCLE.agents), st.integers(0, 2**32))
def test_batch_agrees_with_one_at_a_time(agents, seed):
    circle, rng = Circle(agents), np.random.default_rng(seed)
    batch = Batch(circle, depth=3, most=4)
    starts = rng.integers(0, 7, 50)
    counts, rights = rng.integers(1, 5, (3, 50)), rng.integers(0, 2, (3, 50)) == 1
    found = batch.answers(batch.codes(starts, counts, rights))
    for k, start in enumerate(starts):
        sides = ["right" if right else "left" for right in rights[:, k]]
        moves = zip(map(int, counts[:, k]), sides, strict=True)
        contract = Contract(circle.landmarks[start], moves)
        assert circle.landmarks[found[k]] == circle.answer(contract)
        assert batch.solve([contract]) == [circle.answer(contract)]


@pytest.mark.parametrize(
    ("starts", "counts", "said"),
    [
        ([7], [[1]], "position from 0 to 6"),
        ([0], [[5]], "1 to 4 steps"),
        ([0], [[0]], "1 to 4"),
    ],
)
def test_a_batch_that_cannot_be_is_refused(starts, counts, said):
    batch = Batch(depth=1)
    with pytest.raises(BadValue, match=said):
        batch.codes(np.array(starts), np.array(counts), np.array([[True]]))


def test_the_circle_is_a_graph_of_single_steps():
    graph = DEFAULT_CIRCLE.graph
    assert isinstance(graph, nx.DiGraph)
    assert graph.nodes["tree"] == {"landmark": "tree", "facing": "back", "position": 2}
    assert graph.edges["tree", "street-lamp"] == {
        "side": "right",
        "direction": "clockwise",
    }
    assert len(graph.edges) == 14
    with pytest.raises(nx.NetworkXError):
        graph.add_edge("tree", "house")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("house:front", "missing from the circle"),
        ("house:front house:back", "house stands in the circle twice"),
        ("house ambulance:front", "house has no facing"),
        (str(DEFAULT_CIRCLE).replace("back", "up", 1), '"up" is not a facing'),
        (str(DEFAULT_CIRCLE).replace("tree", "trea"), '"trea" is not a landmark'),
        ("", "3 to 52 agents, this one 0"),
        ("a:front b:back", "3 to 52 agents, this one 2"),
        ("a:front b:back a:back", "a stands in the circle twice"),
        ("[{]", "no JSON"),
        ('[{"landmark": "house"}]', "agent 1: "),
        ('{"circle": 3}', '3 is not a circle|"3" is not a circle'),
        ("landmark,facing\nhouse,front,1\n", "line 2: 3 cells"),
        ("landmark,seen by\nhouse,front\n", "no column is called facing"),
    ],
)
def test_a_wrong_circle_is_refused_in_words(text, said):
    with pytest.raises((BadValue, NotationError), match=said):
        Circle.read(text)


@pytest.mark.parametrize(
    "text", ["", "house", "house 0L", "house 3", "house 3X", "horse 3L", "3L"]
)
def test_what_is_no_contract_is_refused(text):
    with pytest.raises((BadValue, NotationError)):
        solve(text)


@pytest.mark.parametrize("text", ["House 3L", "maison 3g", "HOUSE 3 left", "house, 3L"])
def test_other_spellings_are_the_same(text):
    assert solve(text).answer == "street-lamp"


def test_a_circle_survives_writing_and_reading():
    assert Circle.read(str(DEFAULT_CIRCLE)) == DEFAULT_CIRCLE
    assert Circle.read(json.dumps(DEFAULT_CIRCLE.as_json())) == DEFAULT_CIRCLE
    lines = [
        "Agent,facing",
        *(f"{a.landmark},{a.facing}" for a in DEFAULT_CIRCLE.agents),
    ]
    assert Circle.read("\n".join(lines)) == DEFAULT_CIRCLE


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("lamp", "street-lamp"),
        ("Street Lamp", "street-lamp"),
        ("STREETLAMP", "street-lamp"),
        ("stop", "stop-sign"),
        ("light", "traffic-light"),
        ("traffic_light", "traffic-light"),
        ("Réverbère", "street-lamp"),
        ("VÉLO", "bicycle"),
        ("feu rouge", "traffic-light"),
    ],
)
def test_landmarks_as_people_spell_them(text, name):
    assert landmark(text) == name


def test_what_is_no_landmark_is_told_all_seven():
    with pytest.raises(NotationError) as refused:
        landmark("horse")
    assert all(name in str(refused.value) for name in LANDMARKS)


def test_an_error_quotes_long_or_strange_text_on_one_short_line():
    for text in ("x" * 10**6, "a\nb\x1b[31m", "house " + "1L " * 10**5):
        with pytest.raises((BadValue, NotationError)) as refused:
            solve(text)
        assert len(str(refused.value)) < 250
        assert str(refused.value).isprintable()
