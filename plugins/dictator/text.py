"""Dictator positions and votes as text, for tests, errors, logs and the CLI.

A position is each seat's points, with + if it has its Double Down card, and then parts
that begin with a word:

    2+ 0 1+ / act 2 / question 3 / asked 1 2 / round 2 / last 2: 0+ 0 2 /
    matched 1 1 0 / won 1 0 0 / lost 0 1 0 / taste=0

act        the seat to vote; "over" instead if the match is
question   the one drawn, counted from 1
asked      those before it since they were shuffled
votes      what lies there, [seat]: for whom, + with a Double Down, "." for none
round      rounds completed
last       the question and the votes of the last of them
matched    rounds that each ruled in which someone voted as the Dictator did
fallback   rounds that each ruled in which the most popular scored instead
won, lost  Double Downs of each
leans      with taste: to whom each seat leans
fits       with taste: how the question fits each seat
sees       with taste: what each seat sees of each, seats apart by ","
questions  how many there are, if that is not as many as ours

"?" is hidden. What is none is left out, and house rules that are not the default follow
as name=value. Seats count from 0.
"""

import re
from collections.abc import Iterable

import numpy as np

from partybots.core.errors import BadValue, NotationError, PartybotsError
from partybots.core.house import read_rules, write_rules
from partybots.plugins.dictator import house, rules
from partybots.plugins.dictator.possible import impossible

COUNTED = dict(
    zip(("matched", "fallback", "won", "lost"), rules.STATISTICS, strict=True)
)
KEYS = (
    *("act", "over", "question", "asked", "votes", "round", "last"),
    *("leans", "fits", "sees", "questions", *COUNTED),
)
EXAMPLE = '"0+ 0+ 0+ / act 0 / question 12 / taste=0"'
Parts = dict[str, str]


def read_action(text: str) -> int:
    """The action number of "vote 3", or of "double 3" with a Double Down."""
    found = re.fullmatch(r"(vote|double) ([0-9])", text)
    if not found:
        expected = '"vote 3", or "double 3" with a Double Down'
        raise NotationError("a Dictator action", text, expected)
    return int(found[2]) + rules.DOUBLE * (found[1] == "double")


def write_action(action: int) -> str:
    word = "double" if action >= rules.DOUBLE else "vote"
    return f"{word} {action % rules.DOUBLE}"


def read(text: str) -> np.record:
    """The state that `text` stands for; the inverse of write()."""
    state: np.record = np.zeros(1, rules.STATE)[0]
    try:
        parts, said = split(text)
        fill_seats(state, parts.pop(""))
        for name, value in read_rules(house.HOUSE, said).items():
            setattr(state, name, value)
        fill_questions(state, parts)
        fill_rounds(state, parts)
        fill_taste(state, parts)
        wrong = impossible(state)
    except PartybotsError as error:
        wrong = str(error)
    if wrong:
        expected = f"one that can be, such as {EXAMPLE}; {wrong}"
        raise NotationError("a Dictator position", text, expected)
    return state


def split(text: str) -> tuple[Parts, Parts]:
    """{word: what follows it}, "" being the seats, and {house rule: value}."""
    seats, *others = (part.strip() for part in text.split(" / "))
    parts: Parts = {"": seats}
    said: Parts = {}
    for part in others:
        word, _, rest = part.partition(" ")
        name, equals, value = part.partition("=")
        into, key = (said, name) if equals else (parts, word)
        if not equals and word not in KEYS:
            raise BadValue(f'no part begins with "{word}"')
        if key in into:
            raise BadValue(f"{key} is said twice")
        into[key] = value if equals else rest
    return parts, said


def fill_seats(state: np.record, text: str) -> None:
    seats = text.split()
    if len(seats) not in rules.SEATS:
        raise BadValue(f"DV-S13: 3 to {rules.TABLE} play, not {len(seats)}")
    state.seats = len(seats)
    for seat, part in enumerate(seats):
        state.points[seat] = number(part.removesuffix("+"))
        state.doubles[seat] = part.endswith("+")


def fill_questions(state: np.record, parts: Parts) -> None:
    house.use_deck(state, None)
    state.questions = number(parts.get("questions", f"{state.questions}"))
    state.question = number(parts.get("question", "0"))
    asked = [*map(number, parts.get("asked", "").split())]
    asked += [int(state.question)] if state.question else []
    for question in asked:
        if not 1 <= question <= house.QUESTIONS or state.asked[question - 1]:
            raise BadValue(f"question {question} cannot be or was asked twice")
        state.asked[question - 1] = 1


def fill_rounds(state: np.record, parts: Parts) -> None:
    n = int(state.seats)
    if ("act" in parts) == ("over" in parts):
        raise BadValue('it says either "act" and a seat, or "over"')
    state.to_act = number(parts["act"]) if "act" in parts else rules.NONE
    state.completed = number(parts.get("round", "0"))
    state.votes[:] = state.last[:] = rules.NONE
    state.votes[:n] = read_votes(parts["votes"], n) if "votes" in parts else rules.NONE
    if "last" in parts:
        question, _, last = parts["last"].partition(":")
        state.last_question, state.last[:n] = number(question), read_votes(last, n)
    for word, name in COUNTED.items():
        if word in parts:
            if "?" in parts[word]:
                raise BadValue(f"{word} is not hidden")
            state[name][:n] = read_seen(parts[word], n)


def fill_taste(state: np.record, parts: Parts) -> None:
    """What is seen: said if and only if there is taste, and a question to see."""
    n, asking = int(state.seats), state.to_act >= 0
    due = ["leans", "fits", "sees"][: 3 if asking else 1] if state.taste else []
    if {"leans", "fits", "sees"} & parts.keys() != {*due}:
        raise BadValue(f"it says {' and '.join(due) or 'nothing'} of what is seen")
    if "leans" in due:
        state.leaning[:n] = read_seen(parts["leans"], n)
    if "fits" in due:
        state.fit[:n] = read_seen(parts["fits"], n)
        if len(rows := parts["sees"].split(",")) != n:
            raise BadValue(f"{n} seats see, not {len(rows)}")
        for seat, row in enumerate(rows):
            hidden = row.strip() == "?"
            state.sees[seat, :n] = rules.NONE if hidden else read_seen(row, n)


def number(text: str) -> int:
    """A whole number, 0 or more, that every field can hold."""
    if not re.fullmatch("[0-9]{1,4}", text := text.strip()):
        raise BadValue(f'"{text}" is no number from 0 to 9999')
    return int(text)


def read_seen(text: str, n: int) -> list[int]:
    """Exactly `n` numbers, NONE for each that is hidden."""
    found = [rules.NONE if part == "?" else number(part) for part in text.split()]
    if len(found) != n:
        raise BadValue(f'"{text.strip()}" is not {n} numbers')
    return found


def read_votes(text: str, n: int) -> list[int]:
    """Exactly `n` votes as actions, NONE for each that does not lie there."""
    found = [re.fullmatch(r"([0-9])(\+?)|\.", part) for part in text.split()]
    votes = [
        int(vote[1]) + rules.DOUBLE * (vote[2] == "+") if vote[1] else rules.NONE
        for vote in found
        if vote
    ]
    if len(found) != n or len(votes) != n:
        raise BadValue(f'"{text.strip()}" is not {n} votes')
    return votes


def write(state: np.record) -> str:
    n = int(state.seats)
    seats = zip(state.points[:n], state.doubles[:n], strict=True)
    parts = {"": spaced(f"{points}{'+' * int(card)}" for points, card in seats)}
    parts |= {"act": f"{state.to_act}"} if state.to_act >= 0 else {"over": " "}
    parts |= write_rounds(state, n) | write_taste(state, n)
    if state.questions != len(house.read_questions(None)):
        parts["questions"] = f"{state.questions}"
    written = [f"{word} {value}".strip() for word, value in parts.items() if value]
    return " / ".join([*written, *write_rules(house.HOUSE, state)])


def write_rounds(state: np.record, n: int) -> Parts:
    """The parts from "question" to "lost"; "" for what is none."""
    question = int(state.question)
    asked = [q for q in (np.flatnonzero(state.asked) + 1).tolist() if q != question]
    counts = {word: state[name][:n] for word, name in COUNTED.items()}
    last = f"{state.last_question}: {write_votes(state.last[:n])}"
    return {
        "question": f"{question}" if question else "",
        "asked": spaced(asked),
        "votes": write_votes(state.votes[:n]) if state.votes.max() >= 0 else "",
        "round": f"{state.completed}" if state.completed else "",
        "last": last if state.completed else "",
        **{word: spaced(count) if any(count) else "" for word, count in counts.items()},
    }


def write_taste(state: np.record, n: int) -> Parts:
    """What is seen, if there is taste and a question."""
    if not state.taste:
        return {}
    if state.to_act < 0:
        return {"leans": write_seen(state.leaning[:n])}
    rows = [row[:n] for row in state.sees[:n]]
    sees = ["?" if row.max() < 0 else write_seen(row) for row in rows]
    fits, leans = write_seen(state.fit[:n]), write_seen(state.leaning[:n])
    return {"leans": leans, "fits": fits, "sees": ", ".join(sees)}


def write_votes(votes: Iterable[int]) -> str:
    return spaced(
        f"{vote % rules.DOUBLE}{'+' * (vote >= rules.DOUBLE)}" if vote >= 0 else "."
        for vote in map(int, votes)
    )


def write_seen(values: Iterable[int]) -> str:
    return spaced("?" if value < 0 else value for value in values)


def spaced(values: Iterable[object]) -> str:
    return " ".join(map(str, values))
