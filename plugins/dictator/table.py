"""Dictator as a person sees it: the question, the table, and the votes last shown."""

from collections.abc import Iterator
from textwrap import wrap

import numpy as np

from partybots.plugins.dictator import rules
from partybots.plugins.dictator.house import read_questions

COLUMNS = 78
BAR = 10  # characters for how well a question seems to fit


def draw(view: np.record, seat: int, deck_text: str | None = None) -> str:
    """The table as `seat` sees it, in rich's markup; at most 80 columns.

    The questions are those of the file with `deck_text`; None stands for ours.
    """
    lines = [*last_round(view, deck_text), headline(view), *asked(view, deck_text), ""]
    lines.append(row("seat", "points", "Double Down", heading(view)))
    lines += [seat_row(view, other, seat) for other in range(view.seats)]
    return "\n".join([*lines, *turn(view, seat)])


def headline(view: np.record) -> str:
    goal = f"{view.target} points win"
    if view.to_act < 0:
        return f"[bold]The match is over[/] after round {view.completed}; {goal}."
    ruler = f"[bold cyan]seat {rules.dictator(view)}[/] is Dictator"
    return f"Round {view.completed + 1}: {ruler}; {goal}."


def asked(view: np.record, deck_text: str | None) -> list[str]:
    """The question of this round, on lines of its own."""
    if view.to_act < 0:
        return []
    lines = wrap(question(int(view.question), view, deck_text), COLUMNS - 2)
    return [f"  [bold]{escaped(line)}[/]" for line in lines]


def question(number: int, view: np.record, deck_text: str | None) -> str:
    """Its text; its number if the file is not the one that is played with."""
    known = read_questions(deck_text)
    if len(known) != view.questions:
        return f"question {number} of {view.questions}"
    return known[number - 1]


def heading(view: np.record) -> str:
    return "seems to fit" if view.taste and view.to_act >= 0 else ""


def row(who: str, points: str, card: str, fit: str) -> str:
    return f"  {who:<18}{points:>6}  {card:<13}{fit}".rstrip()


def seat_row(view: np.record, seat: int, viewer: int) -> str:
    ruler = view.to_act >= 0 and seat == rules.dictator(view)
    words = [f"{seat}", "you" if seat == viewer else "", "Dictator" if ruler else ""]
    card = "held" if view.doubles[seat] else "gone"
    fit = bar(int(view.sees[viewer, seat])) if heading(view) else ""
    drawn = row(" ".join(filter(None, words)), f"{view.points[seat]}", card, fit)
    return f"[bold]{drawn}[/]" if seat == viewer else drawn


def bar(fit: int) -> str:
    """How well a question seems to fit, in thousandths, as a line and a number."""
    filled = min(BAR * fit // rules.FITS, BAR)
    return f"{'#' * filled}{'.' * (BAR - filled)} {fit}"


def turn(view: np.record, seat: int) -> list[str]:
    """What is asked of the viewer, and how the rules call it."""
    if view.to_act != seat:
        return []
    if seat == rules.dictator(view):
        return ["", "You are the Dictator: choose another seat, in secret."]
    ruler = rules.dictator(view)
    return ["", f"Whom did the Dictator, seat {ruler}, choose? Nobody sees your vote."]


def last_round(view: np.record, deck_text: str | None) -> list[str]:
    """The votes in the order in which they were shown, and what they brought."""
    if not view.completed:
        return []
    asked = question(int(view.last_question), view, deck_text)
    told = f"Last round: {asked} {'; '.join(shown(view))}."
    return [*map(escaped, wrap(told, COLUMNS)), ""]


def shown(view: np.record) -> Iterator[str]:
    most = rules.popular(view)
    for seat in reveal_order(view):
        vote, gain = int(view.last[seat]), rules.gain(view, seat, most)
        double = " with a Double Down" if vote >= rules.DOUBLE else ""
        points = f" (+{gain})" if gain else ""
        role = "the Dictator, " if seat == rules.last_dictator(view) else ""
        yield f"{role}seat {seat}, for {vote % rules.DOUBLE}{double}{points}"


def reveal_order(state: np.record) -> list[int]:
    """The seats in the order in which the votes of the last round were shown (DV-8)."""
    ruler, seats = rules.last_dictator(state), int(state.seats)
    return [int(ruler + step) % seats for step in range(1, seats + 1)]


def describe(
    view: np.record, action: int, actor: int, after: np.record | None = None
) -> str:
    """What everyone sees of a vote: that it is laid, and all if it is the last."""
    laid = "votes as Dictator" if actor == rules.dictator(view) else "votes"
    if after is None or after.completed == view.completed:
        return f"{laid}, face down"
    return f"{laid}, and all is shown: {'; '.join(shown(after))}"


def tally(end: np.record) -> dict[str, dict[str, list[int]]]:
    """{what: {counted: [seat]}}, over all rounds of a match."""
    seats = range(end.seats)
    counts = {
        name: getattr(end, name)[: end.seats].tolist() for name in rules.STATISTICS
    }
    return {
        "as_dictator": {
            "rounds": [int(rules.ruled(end, seat)) for seat in seats],
            "matched": counts["matched_rounds"],
            "fallback": counts["fallback_rounds"],
        },
        "double_downs": {
            "won": counts["doubles_won"],
            "lost": counts["doubles_lost"],
        },
    }


def statistics(*ends: np.record) -> dict[str, int]:
    """Of matches by their last states: rounds, and how often what happened in them."""
    counted = {"rounds": sum(int(end.completed) for end in ends)}
    for name in rules.STATISTICS:
        counted[name] = sum(int(getattr(end, name).sum()) for end in ends)
    return counted


def escaped(text: str) -> str:
    """Plain text, safe within rich's markup."""
    from rich.markup import escape

    return escape(text)
