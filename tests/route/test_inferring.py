"""Which circles are possible: counted by brute force over a small circle."""

from itertools import product

import pytest

from partybots.core import BadValue, NotationError, PartybotsError
from partybots.solvers.route import DEFAULT_CIRCLE, LANDMARKS, Circle, Contract
from partybots.solvers.route.inferring import infer, read_clues


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


def test_the_rulebooks_example_leaves_as_many_circles_as_brute_force_says():
    """RULES 1.4: six orders; the facings of the agents that move on are settled."""
    seen = {"house": "front", "street-lamp": "front", "tree": "back"}
    clues = [
        (Contract.read("house 3L 1R 4L"), "bicycle"),
        (Contract.read("house 3L 1R"), "tree"),
        (Contract.read("house 3L"), "lamp"),
    ]
    found = infer(clues, seen=seen)
    assert found.count == 96
    assert len(found.circles) == 96
    assert DEFAULT_CIRCLE in found.circles
    assert found.facings == seen
    assert len({circle.landmarks for circle in found.circles}) == 6


def test_nothing_known_is_every_circle():
    found = infer([])
    assert found.count == 720 * 128
    assert (found.circles, found.facings, found.contradicts) == ((), {}, None)
    assert found.ask is not None


def test_a_mirror_image_answers_alike_until_one_facing_is_seen():
    clues = [
        (Contract(start, [(count, "left")]), None)
        for start in LANDMARKS
        for count in range(1, 4)
    ]
    clues = [(contract, DEFAULT_CIRCLE.answer(contract)) for contract, _ in clues]
    assert infer(clues).count == 2
    found = infer(clues, seen={"tree": "back"})
    assert found.circles == (DEFAULT_CIRCLE,)
    assert found.ask is None


def test_what_cannot_be_inferred():
    with pytest.raises(BadValue, match="too many to try"):
        infer([], tuple("abcdefghi"))
    with pytest.raises(NotationError, match="horse"):
        infer([], seen={"horse": "front"})
    clues = read_clues("contract,answer\nhouse 1L,tree\nhouse 1L,lamp\n")
    assert infer(clues).contradicts == 2


def test_clues_as_csv_json_and_json_lines_are_the_same():
    rows = ["house 3L,lamp", "house 1L,ambulance"]
    clues = read_clues("\n".join(["Contrat,Agent", *rows]))
    cards = [row.split(",") for row in rows]
    lines = [f'{{"contract": "{c}", "answer": "{a}"}}' for c, a in cards]
    assert read_clues("\n".join(lines)) == clues
    assert read_clues(f"[{','.join(lines)}]") == clues
    assert read_clues(f'{{"clues": [{",".join(lines)}]}}') == clues
    assert read_clues(f'{{"contracts": [{",".join(lines)}]}}') == clues
    with pytest.raises(BadValue, match="line 2: no JSON"):
        read_clues(lines[0] + "\n" + lines[1][:-1])
