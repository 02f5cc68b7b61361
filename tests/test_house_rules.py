"""House rules: text outside, one whole number in the state, refused in words."""

from contextlib import suppress

import pytest
from claps import HOUSE
from does import dice, race
from hypothesis import given
from hypothesis import strategies as st

from partybots.core.errors import BadValue, UnknownName
from partybots.core.house import Choice, Number, Share, flag, read_rules, write_rules

CAP = Number("cap", -1, "rounds at most", 1, 99, none=True, tried=(5,))
TIE = Choice("tie", 1, "who wins a tie", ("nobody", "both", "first"))
OPEN = flag("open", True, "whether hands are open")
TASTE = Share("taste", 35, "how often")
RULES = CAP, TIE, OPEN, TASTE
EVERY = {"cap": [-1, *range(1, 100)], "tie": range(3), "open": range(2)}
EVERY["taste"] = range(101)


class State:
    cap, tie, open, taste = -1, 1, 1, 35


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_value_survives_writing_and_reading(rule):
    values = EVERY[rule.name]
    assert [rule.read(rule.write(value)) for value in values] == [*values]
    assert {rule.default, *rule.tries()} <= {*values}


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        *(
            (CAP, text)
            for text in ("0", "100", "-1", "", "ten", "1.5", "None", "9" * 5000)
        ),
        *((CAP, text) for text in (" 5", "+5", "0x5", "1_0", "05", "\u0665")),
        *((TIE, text) for text in ("", "1", "Both", "both ", "nobody or both")),
        *((OPEN, text) for text in ("True", "1", "yes", "")),
        *((TASTE, text) for text in ("-0.1", "1.01", "nan", "inf", "", "half")),
        (TASTE, "0.355"),  # the state could only hold 0.35 or 0.36
    ],
)
def test_what_cannot_be_is_refused_naming_the_rule_and_what_may_be(rule, text):
    with pytest.raises(BadValue) as refused:
        rule.read(text)
    assert f"house rule {rule.name} is {rule.values}" in str(refused.value)


@given(st.text("0123456789-+._eEnaifo ", max_size=9))
def test_any_text_is_read_or_refused(text):
    for rule in RULES:
        with suppress(BadValue):
            assert rule.read(text) in EVERY[rule.name]


def test_values_are_said_in_words():
    assert CAP.values == "a whole number from 1 to 99, or none"
    assert TIE.values == "nobody or both or first"
    assert TASTE.values == "a number from 0 to 1, in hundredths"


def test_what_is_not_said_is_the_default():
    assert read_rules(RULES, {}) == {"cap": -1, "tie": 1, "open": 1, "taste": 35}
    said = {"cap": "none", "tie": "first", "open": "false", "taste": "0.5"}
    assert read_rules(RULES, said) == {"cap": -1, "tie": 2, "open": 0, "taste": 50}


def test_only_what_is_not_the_default_is_written():
    state = State()
    assert write_rules(RULES, state) == []
    state.cap, state.taste = 7, 100
    assert write_rules(RULES, state) == ["cap=7", "taste=1"]


def test_a_misspelt_house_rule_is_refused():
    with pytest.raises(UnknownName, match='"lenght"; did you mean "length"'):
        read_rules(HOUSE, {"lenght": "2"})


def test_a_new_table_has_its_house_rules():
    record = race().record(race().new(2, {"length": "9"}))
    assert (record.seats, record.length, record.actuation) == (2, 9, 0)


@pytest.mark.parametrize(
    ("seats", "rules", "deck", "said"),
    [
        (1, {}, None, "liars-dice seats 2 to 6, not 1"),
        (7, {}, None, "liars-dice seats 2 to 6, not 7"),
        (3, {"dice": "4"}, None, 'no house rule is called "dice"'),
        (3, {}, "1 2 3", "liars-dice has no deck to replace"),
    ],
)
def test_a_table_that_cannot_be_is_refused(seats, rules, deck, said):
    with pytest.raises((BadValue, UnknownName), match=said):
        dice().new(seats, rules, deck)


def test_a_table_that_the_game_does_not_allow_is_refused(monkeypatch):
    monkeypatch.setattr(race().house, "check", lambda state: "no", raising=False)
    with pytest.raises(BadValue, match="claps: no"):
        race().new(2)
