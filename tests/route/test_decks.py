"""Decks: even, repeatable, judged apart from the model, read and written."""

import ast
import inspect
from collections import Counter
from itertools import pairwise

import pytest

from partybots.core import BadValue
from partybots.solvers.route import (
    DEFAULT_CIRCLE,
    DEFAULT_DECK,
    Circle,
    Contract,
    generating,
    judging,
    solve,
)
from partybots.solvers.route.candidates import LEVELS
from partybots.solvers.route.decks import read_deck, write_deck
from partybots.solvers.route.generating import Impossible, OutOfTime, generate
from partybots.solvers.route.judging import faults
from partybots.solvers.route.slips import slips

ANY = LEVELS[0]
LINE = "abcdefghi"


def test_a_deck_is_even_and_the_same_again():
    deck = generate(14, seed=3)
    assert faults(deck, DEFAULT_CIRCLE, 14, ANY) == []
    assert deck == generate(14, seed=3)
    assert deck != generate(14, seed=4)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_level_is_changes_of_facing_and_steps(level):
    for contract in generate(7, level=level):
        facings = [step.facing for step in solve(contract).steps]
        changes = sum(a != b for a, b in pairwise(facings))
        assert changes == level - 1
        assert sum(count for count, _ in contract.movements) in LEVELS[level].total


def test_a_deck_for_every_circle_never_ends_where_it_starts():
    deck = generate(7, every_circle=True)
    assert faults(deck, DEFAULT_CIRCLE, 7, ANY, every_circle=True) == []
    others = Circle((name, "back") for name in reversed(DEFAULT_CIRCLE.landmarks))
    assert all(others.answer(contract) != contract.start for contract in deck)


def test_a_deck_for_other_landmarks_and_sizes():
    circle = Circle(zip(LINE, ["front", "back", "back"] * 3, strict=True))
    deck = generate(9, circle)
    assert {contract.start for contract in deck} == {*LINE}
    assert {circle.answer(contract) for contract in deck} == {*LINE}


def test_wrong_ideas_show_in_a_deck():
    """Each idea that is held throughout leads elsewhere in most contracts."""
    shown = Counter()
    for contract in generate(21):
        right = DEFAULT_CIRCLE.answer(contract)
        shown.update({s.slip for s in slips(contract) if s.answer != right})
    for idea in ("sides-swapped", "all-front", "all-behind", "start-counted"):
        assert shown[idea] >= 18


# The judge.


def said(deck, cards=43, level=ANY, **more):
    return " ".join(faults(deck, DEFAULT_CIRCLE, cards, level, **more))


def test_the_judge_finds_what_is_wrong():
    deck = list(DEFAULT_DECK)
    assert said(deck) == ""
    assert "42 contracts, not 43" in said(deck[1:])
    assert "is there 2 times" in said([*deck[1:], deck[1]])
    assert "starts are uneven" in said(deck[:7], 7)
    assert "answers are uneven" in said(deck[:7], 7)
    assert "too few or too many steps" in said(deck, level=LEVELS[1])
    assert "changes of facing" in said(deck, level=LEVELS[1])
    assert "ends where it starts" in said([Contract.read("house 1L 2L 4L")], 1)
    assert "on house:back" in said(
        [Contract.read("tree 1L 2L 3L")], 1, every_circle=True
    )
    assert "steps: 7 should not be there" in said([Contract.read("house 7L 1L 1L")], 1)
    assert "sides are uneven" in said([Contract.read("house 1L 2L 3L")], 1)


def test_the_judge_knows_nothing_of_how_decks_are_made():
    """It imports neither the model nor the table, and walks on the graph."""
    tree = ast.parse(inspect.getsource(judging))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names = {alias.name for node in imports for alias in node.names}
    assert "path" in names
    assert not names & {"reached", "slip_ends", "candidates", "generate", "solve"}
    assert not any("ortools" in str(node.module) for node in imports)


def test_a_deck_that_the_judge_refuses_is_never_returned(monkeypatch):
    monkeypatch.setattr(generating, "starts_even", lambda *_: None)
    monkeypatch.setattr(generating, "answers_even", lambda *_: None)
    with pytest.raises(AssertionError, match="uneven"):
        generate(14)


# What cannot be.


ONE_WAY = Circle([("a", "front"), ("b", "front"), ("c", "front")])


def test_impossible_and_out_of_time_are_different():
    with pytest.raises(Impossible, match="proved"):
        generate(7, ONE_WAY, level=3)
    with pytest.raises(OutOfTime, match="try more"):
        generate(43, effort=1e-6)
    assert not issubclass(Impossible, OutOfTime)
    assert not issubclass(OutOfTime, Impossible)


def test_a_deck_may_be_proved_impossible_by_the_model():
    """Enough contracts, but none of them can make steps and answers even."""
    circle = Circle(zip("abcd", ["front", "back"] * 2, strict=True))
    found = generating.candidates(circle, LEVELS[1], False)
    with pytest.raises(Impossible, match="even deck"):
        generate(len(found), circle, level=1)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"cards": 0}, "1 to 400 cards, not 0"),
        ({"cards": 401}, "1 to 400 cards, not 401"),
        ({"level": 4}, "level is one of 0, 1, 2, 3, not 4"),
        ({"effort": 0}, "effort is over 0"),
    ],
)
def test_a_deck_that_cannot_be_asked(options, said):
    with pytest.raises(BadValue, match=said):
        generate(**options)


# Files.


def test_a_deck_survives_writing_and_reading():
    assert read_deck(write_deck(DEFAULT_DECK)) == list(DEFAULT_DECK)
    lines = [f"{contract}  # {k}" for k, contract in enumerate(DEFAULT_DECK)]
    assert read_deck("\n\n".join(lines)) == list(DEFAULT_DECK)
    assert read_deck("Contrat;Agent\nmaison 3G 1D 4G;x\n") == [DEFAULT_DECK[0]]
    assert read_deck('{"contracts": [{"contract": "house 3L 1R 4L"}]}') == [
        DEFAULT_DECK[0]
    ]
    spelt = DEFAULT_DECK[0].as_json()
    assert read_deck(f"[{spelt}]".replace("'", '"')) == [DEFAULT_DECK[0]]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("house 3L\nhorse 3L\n", 'line 2: "horse"'),
        ("house 3L\n\nhouse 3\n", "line 3: "),
        ("contract,answer\nhouse 3L,tree\nhouse 0L,tree\n", "line 3: "),
        ("contract,answer\nhouse 3L\n", "line 2: 1 cells"),
        ('["house 3L", 7]', "card 2: "),
        ('[{"start": "house", "movements": [[1, "up"]]}]', "card 1: movement 1: "),
        ("[", "no JSON"),
        ("", "one contract or more"),
        ("# nothing\n", "one contract or more"),
    ],
)
def test_a_mistake_in_a_deck_is_named_with_its_place(text, said):
    with pytest.raises(BadValue, match=said):
        read_deck(text)
