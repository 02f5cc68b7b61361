"""Which Dictator positions can be: what text.py holds a position to."""

from collections.abc import Iterator

import numpy as np

from partybots.plugins.dictator import house, rules
from partybots.plugins.dictator.why import wrong_vote


def impossible(state: np.record) -> str:
    """Why such a position cannot be, in words; "" if it can."""
    for faults in (table, turn, questions, votes, last_round, counts, taste, secrets):
        if wrong := next(faults(state), ""):
            return wrong
    return ""


def table(state: np.record) -> Iterator[str]:
    if wrong := house.check(state):
        yield wrong
    if not 1 <= state.questions <= house.QUESTIONS:
        yield f"a deck has 1 to {house.QUESTIONS} questions"


def turn(state: np.record) -> Iterator[str]:
    over = bool(state.completed and rules.over(state))
    if state.to_act >= state.seats:
        yield f"there is no seat {state.to_act}"
    if over != (state.to_act < 0):
        yield f"DV-14: the match is {'over' if over else 'not over'}"
    if state.completed > state.max_rounds:
        yield f"DV-S20: max_rounds is {state.max_rounds}"


def questions(state: np.record) -> Iterator[str]:
    asking = state.to_act >= 0
    if (state.question > 0) != asking:
        yield "DV-5: a round has a question, and nothing else has"
    if state.asked[state.questions :].any():
        yield f"there are {state.questions} questions"
    drawn = int(state.completed) + asking
    since = (drawn - 1) % int(state.questions) + 1
    if (asked := int(state.asked.sum())) != since:
        yield f"DV-S11: {since} questions were asked since the shuffle, not {asked}"


def votes(state: np.record) -> Iterator[str]:
    ruler, placed = rules.dictator(state), np.flatnonzero(state.votes >= 0).tolist()
    if placed and state.to_act < 0:
        yield "DV-8: votes lie there when all is over"
    unruled = len(placed) > 1 and ruler not in placed  # a view shows one at most
    if unruled or (placed and state.to_act == ruler):
        yield "DV-S14: nobody guesses before the Dictator has voted"
    if state.to_act in placed:
        yield f"DV-S15: seat {state.to_act} has voted"
    for voter in placed:
        action = int(state.votes[voter])
        yield from filter(None, [wrong_vote(state, ruler, voter, action)])
        if action >= rules.DOUBLE and not state.doubles[voter]:
            yield f"DV-12: seat {voter} has lost its Double Down card"


def last_round(state: np.record) -> Iterator[str]:
    seats = int(state.seats) if state.completed else 0
    ruler, question = rules.last_dictator(state), int(state.last_question)
    if (shown := np.count_nonzero(state.last >= 0)) != seats:
        yield f"DV-S16: {seats} votes of the last round are shown, not {shown}"
    for voter in range(seats):
        action = int(state.last[voter])
        yield from filter(None, [wrong_vote(state, ruler, voter, action)])
    if bool(question) != bool(state.completed) or question > state.questions:
        yield "DV-5: a round has a question"
    going_on = question and state.asked.sum() > 1  # nothing was shuffled since
    if going_on and (question == state.question or not state.asked[question - 1]):
        yield f"DV-S11: question {question} was asked last"
    most = rules.popular(state) if seats else 0
    for seat in range(seats):
        if state.points[seat] < rules.gain(state, seat, most):
            yield f"DV-9: seat {seat} got more than it has in the last round"


def counts(state: np.record) -> Iterator[str]:
    matched, gave = state.matched_rounds, state.matched_rounds + state.fallback_rounds
    for seat in range(state.seats):
        ruled, others = rules.ruled(state, seat), int(gave.sum() - gave[seat])
        if gave[seat] > ruled:
            yield f"{gave[seat]} rounds of seat {seat} gave points, of {ruled}"
        if state.doubles_won[seat] > matched.sum() - matched[seat]:
            yield f"DV-12: seat {seat} cannot have won {state.doubles_won[seat]}"
        single = int(state.points[seat] - state.doubles_won[seat])
        if not 0 <= single <= others:  # points without Double Downs
            yield f"DV-11: {others} rounds cannot give seat {seat} {single} points"
        used = 0 if state.double_down_reuse else state.doubles_won[seat]
        if state.doubles[seat] + state.doubles_lost[seat] + used != 1:
            yield f"DV-4: seat {seat}'s Double Down is either held or gone"
    if state.points.sum() - state.doubles_won.sum() < gave.sum():
        yield f"DV-10: {gave.sum()} rounds gave a point or more"


def taste(state: np.record) -> Iterator[str]:
    """What is seen is something that can be seen."""
    for seat in range(state.seats if state.taste else 0):
        if state.leaning[seat] >= state.seats or state.leaning[seat] == seat:
            yield f"seat {seat} leans to another"
        if state.fit[seat] >= rules.FITS:
            yield f"a question fits by 0 to {rules.FITS - 1}"
        for person, seen in enumerate(state.sees[seat, : state.seats].tolist()):
            least = rules.bonus(state, seat, person) if state.to_act >= 0 else 0
            if seen >= 0 and not least <= seen < least + rules.FITS:
                yield f"what seat {seat} sees of {person} is at least {least}"


def secrets(state: np.record) -> Iterator[str]:
    """Either nothing is hidden, or exactly what hide() hides from some seat."""
    if not state.taste:
        return
    seats = range(state.seats)
    lines = [[state.leaning[s], *state.sees[s, : state.seats]] for s in seats]
    seeing = [seat for seat in seats if min(lines[seat]) >= 0]
    if len(seeing) == state.seats and state.fit.min() >= 0:
        if sealed_without_dictator(state):
            yield "DV-S14: nobody guesses before the Dictator has voted"
    elif len(seeing) != 1 or not is_view(state, seeing[0]):
        yield "DV-S22: one seat's view hides what the others see, and no more"


def sealed_without_dictator(state: np.record) -> bool:
    return bool(rules.sealed(state) and state.votes[rules.dictator(state)] < 0)


def is_view(state: np.record, seat: int) -> bool:
    view = state.copy()
    rules.hide(view, seat)
    return bool(view.tobytes() == state.tobytes())
