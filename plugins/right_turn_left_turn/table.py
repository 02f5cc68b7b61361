"""Right Turn, Left Turn as a person sees it: the circle, the Contract, who has what."""

import re
from textwrap import wrap

import numpy as np

from partybots.plugins.right_turn_left_turn import rules
from partybots.plugins.right_turn_left_turn.house import (
    get_circle,
    last_contract,
    open_contract,
)
from partybots.plugins.right_turn_left_turn.text import WORDS
from partybots.solvers.route import LANDMARKS, Circle, Contract, check
from partybots.solvers.route.terminal import LOOKS, lines

COLOURS = {"front": "yellow", "back": "cyan"}


def draw(view: np.record, seat: int) -> str:
    """The table as `seat` sees it, in rich's markup; at most 80 columns."""
    contract = open_contract(view) if view.open else None
    rows = [headline(view), "", *picture(get_circle(view), contract)]
    rows += ["", *(seat_row(view, other, seat) for other in range(view.seats))]
    rows += ["", *contract_before(view, seat)] if view.last else []
    return "\n".join(rows)


def headline(view: np.record) -> str:
    """How far the match is."""
    if not view.open:
        return f"The match is over: {why_over(view)}."
    tie = f", tie-break {view.ties}" if view.ties else ""
    boxed = int((view.lies == rules.BOXED).sum())
    return (
        f"Round {view.rounds + 1}{tie}, turned by seat {view.turner}. "
        f"Target {view.target}, pile {view.in_pile}, box {boxed}."
    )


def why_over(view: np.record) -> str:
    if view.target in view.held[: view.seats]:
        return f"the target of {view.target} is reached"
    if view.rounds == view.max_rounds:
        return "the last round is played"
    return "the pile is used up"


def picture(circle: Circle, contract: Contract | None) -> list[str]:
    """The Agents clockwise from the top, and in the middle the Contract, if one is."""
    middle = in_words(contract) if contract else ["no Contract is open"]
    start = contract.start if contract else ""
    return [coloured(line, start) for line in lines(circle, middle)]


def in_words(contract: Contract) -> list[str]:
    """A Contract as its card has it."""
    moves = [f"  {count} {side}" for count, side in contract.movements]
    return [f"from the {contract.start}", *moves]


def coloured(line: str, start: str) -> str:
    """Mark how the agents stand and where the Contract starts; plain text does too."""
    for facing, look in LOOKS.items():
        line = line.replace(look, f"[{COLOURS[facing]}]{look}[/]")
    alone = rf"(?<![a-z-]){start}(?![a-z-])"
    return re.sub(alone, f"[bold]{start}[/]", line) if start else line


def seat_row(view: np.record, seat: int, viewer: int) -> str:
    """What a seat has won and whether it has answered."""
    who = f"{seat} (you)" if seat == viewer else str(seat)
    won = int(view.held[seat])
    doing = ""
    if view.open:
        doing = "still searches" if seat >= view.to_act else "has answered"
        doing = doing if view.may >> seat & 1 else "sits the tie-break out"
    if view.said[seat]:
        doing = f"says {said(view.said[seat], view.ms[seat])}"
    stars = "*" * won if won <= 20 else ""
    return f"  seat {who:<8} {won:>3} won  {doing:<24} {stars}".rstrip()


def contract_before(view: np.record, viewer: int) -> list[str]:
    """Where it led, who said what, and what the viewer may have misunderstood."""
    contract, right = last_contract(view), int(view.last_right)
    rows = [f"Before that, {contract} led to [bold]{LANDMARKS[right - 1]}[/]:"]
    for seat in range(view.seats):
        answer, ms = int(view.last_said[seat]), int(view.last_ms[seat])
        if answer:
            mark = "  [green]right[/]" if answer == right else ""
            rows.append(f"  seat {seat}: {said(answer, ms)}{mark}")
    wrong = int(view.last_said[viewer]) - 1
    if wrong in range(len(LANDMARKS)) and wrong != right - 1:
        slips = check(contract, LANDMARKS[wrong], get_circle(view)).diagnosis
        what = slips[0].text if slips else "no single slip explains your answer"
        told = wrap(f"Perhaps: {what}", 76)
        rows += [f"  [yellow]{line}[/]" for line in told]
    return rows


def said(answer: int, ms: int) -> str:
    """1 + an answer in words, with its time."""
    word = WORDS[answer - 1]
    return word if word == "silent" else f"{word} after {ms / 1000:.2f} s"


def describe(
    view: np.record, action: int, actor: int, after: np.record | None = None
) -> str:
    """An answer as the others see it: sealed until all are given."""
    return "has answered"
