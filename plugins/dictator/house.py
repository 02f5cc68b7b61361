"""What a Dictator table may agree on: house rules, and the questions.

A question file is text, one question a line; empty lines and lines that begin with "#"
do not count. The questions in questions.txt are ours, not those of the published game.
"""

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from partybots.core.errors import BadValue
from partybots.core.house import Choice, Number, Share, flag

if TYPE_CHECKING:
    import numpy as np

QUESTIONS = 256  # that a deck can have
LONGEST = 200  # characters of a question

HOUSE = (
    Number("min_players", 3, "seats at least (DV-S13)", 3, 10),
    Number("max_players", 10, "seats at most (DV-S13)", 3, 10),
    Number("first_dictator", 0, "seat (DV-S12)", 0, 9, tried=(1, 2)),
    Choice("popular_tie", 0, "who scores if top answers tie (DV-S1)", ("all", "none")),
    Number(
        "popular_min_votes", 1, "votes a top answer needs (DV-S2)", 1, 9, tried=(2, 3)
    ),
    flag("double_down_reuse", True, "a Double Down that was right is kept (DV-S4)"),
    Choice(
        "double_down_fallback",
        0,
        "a Double Down where the most popular score (DV-S5, DV-S23)",
        ("one_and_lost", "one_and_kept"),
    ),
    flag("allow_vote_for_dictator", True, "a guess may name the Dictator (DV-S8)"),
    Choice(
        "target_tie",
        0,
        "who wins if several reach the target at once (DV-S9, DV-S24)",
        ("highest_shared", "all_share", "playoff"),
    ),
    Number("target", 7, "points that end the game (DV-S19)", 1, 100, tried=(1, 3)),
    Number("max_rounds", 1000, "rounds at most (ours)", 1, 1000, tried=(1, 2)),
    Share("taste", 80, "how often a seat sees what truly fits; 0 is never (ours)"),
)


def check(state: "np.record") -> str:
    """Why such a table cannot be, in words; "" if it can."""
    if state.seats < state.min_players:
        return f"DV-S13: {state.seats} seats, and min_players is {state.min_players}"
    if state.seats > state.max_players:
        return f"DV-S13: {state.seats} seats, and max_players is {state.max_players}"
    if state.first_dictator >= state.seats:
        return f"DV-S12: no seat {state.first_dictator} to be the first Dictator"
    return ""


def use_deck(state: "np.record", text: str | None) -> None:
    """Play with the questions of a file, or with ours; BadValue if it cannot be."""
    state.questions = len(read_questions(text))


def read_questions(text: str | None) -> list[str]:
    """[number - 1]: the questions in a file's text; None stands for our own."""
    if text is None:
        return list(ours())
    lines: dict[str, int] = {}  # of each question, counted from 1
    for number, line in enumerate(text.splitlines(), start=1):
        question = " ".join(line.split())
        if not question or question.startswith("#"):
            continue
        if wrong := fault(question, lines):
            raise BadValue(f"line {number} of the questions: {wrong}")
        lines[question] = number
    if not lines:
        raise BadValue("the question file holds no question")
    return list(lines)


def fault(question: str, before: dict[str, int]) -> str:
    """What is wrong with one more question, in words; "" if nothing is."""
    if len(question) > LONGEST:
        return f"{len(question)} characters, {LONGEST} at most"
    if question in before:
        return f"the same as line {before[question]}"
    if not question.isprintable():
        return "a character that cannot be printed"
    if len(before) == QUESTIONS:
        return f"more than {QUESTIONS} questions"
    return ""


@cache
def ours() -> tuple[str, ...]:
    source = files(__package__) / "questions.txt"
    return tuple(read_questions(source.read_text(encoding="utf-8")))
