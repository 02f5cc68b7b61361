"""Dictator in text: notation and what it refuses, questions, what a person sees."""

import re

import pytest
from rich.console import Console
from rich.text import Text
from voters import DIFFERENT, EVERYONE_BOB, GAME, action, opened, vote

from partybots.core import BadValue, NotationError
from partybots.core.chance import stream
from partybots.plugins.dictator import house, rules, table, text

START = "0+ 0+ 0+ / act 0 / question 5 / taste=0"
PLAYED = (
    "0+ 1+ 0 / act 1 / question 3 / asked 5 / round 1 / last 5: 1 1 0+ / "
    "matched 1 0 0 / lost 0 0 1 / taste=0"
)
SEEN = (
    "0+ 0+ 0+ / act 1 / question 5 / votes 2 . . / leans 1 0 1 / fits 5 6 7 / "
    "sees 5 706 7, 1 2 3, 5 6 7 / taste=1"
)
VIEW = (
    "0+ 0+ 0+ / act 1 / question 5 / leans ? 0 ? / fits ? ? ? / "
    "sees ?, 1 2 3, ? / taste=1"
)


@pytest.mark.parametrize("position", [START, PLAYED, SEEN, VIEW])
def test_a_position_is_written_as_it_was_read(position):
    assert text.write(text.read(position)) == position


def test_the_positions_that_the_notation_is_explained_by_can_be():
    explained = re.search(r"\n\n    (2\+ .*?)\n\n", text.__doc__, re.DOTALL)
    position = " ".join(explained[1].split())
    assert text.write(text.read(position)) == position
    assert text.write(text.read(text.EXAMPLE.strip('"')))


def test_parts_may_come_in_any_order():
    first, *parts = START.split(" / ")
    swapped = " / ".join([first, *reversed(parts)])
    assert text.write(text.read(swapped)) == START


def test_another_number_of_questions_is_written_and_read():
    state = opened(3, "one\ntwo")
    written = text.write(state)
    assert "/ questions 2 /" in written
    assert text.read(written).tobytes() == state.tobytes()
    assert "questions" not in text.write(opened(3))


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("0+ 0+ / act 0 / question 5", "DV-S13"),
        (" ".join(["0+"] * 11) + " / act 0 / question 5", "DV-S13"),
        (START.replace("0+ 0+", "0- 0+"), "no number"),
        (START.replace("0+ 0+", "\u0663+ 0+"), "no number"),
        (START.replace("act 0", "act 3"), "no seat 3"),
        (START.replace("act 0", "over"), "not over"),
        (START.replace("act 0", "act 0 / over"), "either"),
        (START.replace("act 0 / ", ""), "either"),
        (START.replace("act 0", "act zero"), "no number"),
        (START.replace("act", "acts"), "no part begins"),
        (START + " / act 1", "twice"),
        (START + " / taste=0", "twice"),
        (START + " / tempo=9", "tempo"),
        (START + " / target=0", "target"),
        (START + " / max_players=3 / min_players=4", "DV-S13"),
        (START + " / first_dictator=3", "DV-S12"),
        (START.replace("question 5", "question 0"), "DV-5"),
        (START.replace("question 5", "question 257"), "question 257"),
        (START + " / questions 4", "4 questions"),
        (START + " / questions 0", "1 to 256"),
        (START + " / questions 300", "1 to 256"),
        (START + " / asked 5", "asked twice"),
        (START + " / asked 4", "DV-S11"),
        (START + " / round 1", "DV-S11"),
        (START + " / votes . 1 .", "DV-S14"),
        (START.replace("act 0", "act 2") + " / votes 0 . .", "DV-6"),
        (START.replace("act 0", "act 2") + " / votes 1+ . .", "DV-S6"),
        (START.replace("act 0", "act 2") + " / votes 1 3 .", "DV-3"),
        (START.replace("act 0", "act 2") + " / votes 1 1 1", "DV-S15"),
        (START.replace("act 0", "act 2") + " / votes 1 1", "3 votes"),
        (START.replace("act 0", "act 2") + " / votes 1 x .", "3 votes"),
        (
            START.replace("act 0", "act 2")
            + " / votes 1 0 . / allow_vote_for_dictator=false",
            "DV-S8",
        ),
        (PLAYED.replace("act 1", "act 0") + " / votes . 0 2+", "DV-12"),
        (PLAYED.replace("last 5: 1 1 0+", "last 5: 1 1 ."), "DV-S16"),
        (PLAYED.replace("last 5: 1 1 0+", "last 5: 0 1 0+"), "DV-6"),
        (PLAYED.replace("last 5: 1 1 0+ / ", ""), "DV-S16"),
        (PLAYED.replace("last 5:", "last 6:"), "DV-S11"),
        (PLAYED.replace("last 5:", "last 0:"), "DV-5"),
        (PLAYED.replace("0+ 1+ 0 /", "0+ 1+ 0+ /"), "DV-4"),
        (PLAYED.replace("matched 1 0", "matched 0 0"), "DV-11"),
        (PLAYED.replace("matched 1 0 0", "matched 1 1 0"), "rounds of seat 1"),
        (PLAYED.replace("matched 1 0 0", "matched 1 0 0 / won 0 1 0"), "DV-10"),
        (PLAYED.replace("matched 1 0 0", "matched 1 0 0 / won 1 0 0"), "DV-12"),
        (PLAYED.replace("matched 1 0 0", "matched 1 0"), "3 numbers"),
        (PLAYED.replace("lost 0 0 1", "lost 0 ? 1"), "not hidden"),
        (PLAYED.replace("lost 0 0 1", "lost 1 0 0"), "DV-4"),
        (PLAYED.replace("0+ 1+ 0 /", "0+ 3+ 0 /"), "DV-11"),
        (PLAYED.replace("matched 1", "matched 2"), "2 rounds of seat 0"),
        (PLAYED.replace("0+ 1+ 0 /", "1+ 0+ 0 /"), "DV-9"),
        (PLAYED + " / target=1", "DV-14"),
        (START.replace("taste=0", "taste=1"), "leans and fits and sees"),
        (START + " / leans 1 0 0", "nothing"),
        (SEEN.replace("leans 1", "leans 0"), "leans to another"),
        (SEEN.replace("leans 1", "leans 3"), "leans to another"),
        (SEEN.replace("fits 5", "fits 1000"), "0 to 999"),
        (SEEN.replace("706", "699"), "at least 700"),
        (SEEN.replace("706", "1700"), "at least 700"),
        (SEEN.replace("1 2 3, ", ""), "3 seats see"),
        (SEEN.replace("1 2 3", "1 2"), "3 numbers"),
        (SEEN.replace("1 2 3", "?"), "DV-S22"),
        (SEEN.replace("fits 5", "fits ?"), "DV-S22"),
        (SEEN.replace("votes 2 . . / ", ""), "DV-S14"),
        (VIEW.replace("leans ? 0", "leans 1 0"), "DV-S22"),
        (VIEW.replace("/ leans", "/ votes 1 . . / leans"), "DV-S22"),
        ("", "DV-S13"),
    ],
)
def test_what_cannot_be_is_refused_in_words(position, reason):
    with pytest.raises(NotationError, match=reason):
        text.read(position)


@pytest.mark.parametrize("said", ["", "vote", "vote 10", "vote -1", "Vote 1", "2+"])
def test_an_action_that_is_none_is_refused(said):
    with pytest.raises(NotationError, match="Double Down"):
        text.read_action(said)


# Question files.


def test_our_own_questions_are_enough_and_differ():
    questions = house.read_questions(None)
    assert len(questions) >= 60
    assert all(question.endswith("?") for question in questions)
    assert max(map(len, questions)) <= 70


@pytest.mark.parametrize(
    ("deck", "wrong"),
    [
        ("", "holds no question"),
        ("\n# only a remark\n", "holds no question"),
        ("one\n" + "x" * (house.LONGEST + 1), "line 2 .* 201 characters"),
        ("one\n\n  one ", "line 3 .* the same as line 1"),
        ("one\ntwo\x07", "line 2 .* cannot be printed"),
        ("\n".join(map(str, range(house.QUESTIONS + 1))), "line 257 .* more than 256"),
    ],
)
def test_a_question_file_that_cannot_be_played_is_refused(deck, wrong):
    with pytest.raises(BadValue, match=wrong):
        GAME.new(5, {}, deck)


def test_a_question_file_may_be_as_long_as_can_be():
    deck = "\n".join(map(str, range(house.QUESTIONS)))
    state = opened(3, deck, target="100")
    assert state.questions == house.QUESTIONS
    vote(state, "Ann Bob; Bob Cy; Cy Ann")
    assert text.read(text.write(state)).tobytes() == state.tobytes()


# What a person sees.


def drawn(state, seat, deck=None):
    """The table as plain text, as `seat` sees it."""
    rules.hide(view := state.copy(), seat)
    return Text.from_markup(table.draw(view, seat, deck)).plain


def test_a_person_sees_the_question_and_whom_they_may_name():
    state = opened(taste="0.8")
    seen = drawn(state, 0)
    assert house.read_questions(None)[state.question - 1] in seen
    assert "You are the Dictator" in seen
    assert [line.split()[0] for line in seen.splitlines() if line[2:3].isdigit()] == [
        *"01234"
    ]


def test_a_person_is_told_the_votes_in_the_order_in_which_they_were_shown():
    state = vote(opened(), "Ann Bob; Bob Bob+; Cy Bob; Dee Eve; Eve Cy")
    seen = " ".join(drawn(state, 0).split())
    assert (
        "seat 1, for 1 with a Double Down (+2); seat 2, for 1 (+1); seat 3, for 4; "
        "seat 4, for 2; the Dictator, seat 0, for 1." in seen
    )


def test_a_person_sees_how_a_question_seems_to_fit_only_to_them():
    state = opened(3, taste="1")
    state.sees[0, :3], state.sees[1, :3] = [100, 200, 999], [333, 444, 555]
    seen = drawn(state, 0)
    assert "#......... 100" in seen
    assert "#########. 999" in seen
    assert "444" not in seen
    assert "seems to fit" not in drawn(opened(3), 0)


def test_a_table_that_is_over_is_drawn():
    state = vote(opened(target="1"), EVERYONE_BOB)
    assert "The match is over after round 1" in drawn(state, 2)
    assert "You" not in drawn(state, 2)


def test_a_question_file_of_ones_own_is_shown_and_cannot_break_the_markup():
    state = opened(3, "Who [bold]would[/]?\\")
    assert "Who [bold]would[/]?\\" in drawn(state, 1, "Who [bold]would[/]?\\")
    assert "question 1 of 1" in drawn(state, 1)


@pytest.mark.parametrize("seats", [3, 10])
def test_a_table_fits_into_80_columns(seats):
    state = opened(seats, "w" * house.LONGEST, taste="1", target="100")
    for _ in range(2 * seats):
        rules.apply(state, int(rules.idle(state)), stream(1))
    console = Console(width=200)
    for seat in range(seats):
        seen = drawn(state, seat, "w" * house.LONGEST)
        assert max(map(len, seen.splitlines())) <= 80
        with console.capture():
            console.print(table.draw(state, seat, "w" * house.LONGEST))


def test_a_vote_is_told_without_what_it_is_until_all_are_shown():
    state, told = opened(3), []
    for said in ("Bob", "Cy+", "Bob"):
        voter = rules.actor(state)
        rules.hide(view := state.copy(), 0)
        assert not re.search(r"\d|Double", table.describe(view, action(said), voter))
        rules.apply(state, action(said), stream(1))
        rules.hide(after := state.copy(), 0)
        told.append(table.describe(view, action(said), voter, after))
    assert told == [
        "votes as Dictator, face down",
        "votes, face down",
        "votes, and all is shown: seat 1, for 2 with a Double Down; "
        "seat 2, for 1 (+1); the Dictator, seat 0, for 1",
    ]


def test_statistics_count_rounds_and_double_downs_over_matches():
    one = vote(opened(), "Ann Bob; Bob Bob+; Cy Bob; Dee Eve; Eve Cy+")
    two = vote(opened(), DIFFERENT)
    assert table.statistics(one, two) == {
        "rounds": 2,
        "matched_rounds": 1,
        "fallback_rounds": 1,
        "doubles_won": 1,
        "doubles_lost": 1,
    }


def test_a_tally_says_whose_rounds_and_double_downs_they_were():
    state = vote(opened(), "Ann Bob; Bob Bob+; Cy Bob; Dee Eve; Eve Cy+")
    vote(state, "Bob Ann; Cy Cy; Dee Cy; Eve Eve; Ann Dee")
    assert table.tally(state) == {
        "as_dictator": {
            "rounds": [1, 1, 0, 0, 0],
            "matched": [1, 0, 0, 0, 0],
            "fallback": [0, 1, 0, 0, 0],
        },
        "double_downs": {"won": [0, 1, 0, 0, 0], "lost": [0, 0, 0, 0, 1]},
    }
