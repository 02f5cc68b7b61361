"""Finding a plan: the worst scenario first, then what all are worth together."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from partybots.core.errors import BadValue
from partybots.solvers.surviving.checking import faults
from partybots.solvers.surviving.model import (
    RULES,
    Bools,
    Future,
    Terms,
    one_in_reserve,
    total,
    weighted,
)
from partybots.solvers.surviving.position import (
    TURN,
    Impossible,
    OutOfEffort,
    Plan,
    Position,
    Step,
    cards_of,
)

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver, IntVar

EFFORT = 0.01  # of CP-SAT's deterministic time
BACKSTOP = 200  # times so many seconds, if the machine is that slow


def ready() -> None:
    """Import what takes half a second, so that the first plan does not wait for it."""
    from ortools.sat.python import cp_model  # noqa: F401


def survive(position: Position, effort: float = EFFORT, seed: int = 1) -> Plan:
    """What to do first, so as to stay in play for as many turns as can be.

    The worst scenario counts before all else or, with `caution`, so much a turn. Else a
    plan is worth, in all scenarios together: turns survived, what it does first and
    what it plays later, less the cards that leave the hand, and a reserve at the end.

    The same arguments give the same plan with one version of OR-Tools. If the effort
    ends before that is proved, it is the best plan found. Raises BadValue for what
    cannot be asked, Impossible if it is proved that all scenarios are lost at once,
    OutOfEffort if with that effort no plan was found.
    """
    from ortools.sat.python import cp_model

    refuse_wrong(position, effort)
    model = cp_model.CpModel()
    first = decide_first(model, position)
    futures = [Future(model, position, each, first) for each in position.scenarios]
    for future in futures:
        for rule in RULES:
            rule(future)
    model.add_bool_or(future.alive[0] for future in futures)
    least = turns_in_the_worst(model, futures)
    caution = position.caution or most_worth(position)
    model.maximize(weighted([*worth_of_all(position, futures), (least, caution)]))
    solver = cp_model.CpSolver()
    set_effort(solver, effort, seed)
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        raise Impossible("whatever is done first loses at once: proved")
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise OutOfEffort(f"no plan found with effort {effort:g}; try more")
    plan = read_plan(solver, position, futures, status == cp_model.OPTIMAL)
    if wrong := faults(position, plan):
        raise AssertionError(wrong)  # the model and the checker disagree: our bug
    return plan


def refuse_wrong(position: Position, effort: float) -> None:
    hand = range(len(position.hand))
    if not position.scenarios or not all(each.turns for each in position.scenarios):
        raise BadValue("a plan takes at least one scenario of at least one turn")
    if not position.owed and not position.choices:
        raise BadValue("there is no card to play first")
    if not set(position.choices) <= set(hand):
        raise BadValue(f"{position.choices} are not all of a hand of {len(hand)}")
    if not 0 <= position.owed <= len(hand):
        raise BadValue(f"{position.owed} cards owed of a hand of {len(hand)}")
    if not 0 < effort <= 3600:
        raise BadValue(f"effort is over 0 and at most 3600, not {effort:g}")


def decide_first(model: "CpModel", position: Position) -> Bools:
    """One card to play, or those owed to put away, the same in all scenarios."""
    places = range(len(position.hand)) if position.owed else position.choices
    first = {place: model.new_bool_var(f"first {place}") for place in places}
    model.add(total(first.values()) == max(1, position.owed))
    return first


def turns_in_the_worst(model: "CpModel", futures: Sequence[Future]) -> "IntVar":
    most = max(len(future.span) for future in futures)
    least = model.new_int_var(0, most, "turns in the worst scenario")
    for future in futures:
        model.add(least <= total(future.alive))
    return least


def worth_of_all(position: Position, futures: Sequence[Future]) -> Terms:
    """What counts beside the worst scenario, each with its worth."""
    worth: Terms = []
    if position.now:
        worth = [(var, position.now[c]) for c, var in futures[0].first.items()]
    for future in futures:
        worth += [(alive, TURN) for alive in future.alive]
        worth += [
            (var, future.cards[place].played)
            for plays in future.play[1:]
            for place, var in plays.items()
        ]
        worth += [
            (var, -card.held)
            for place, card in future.cards.items()
            for var in future.leaving(place, future.span[-1])
        ]
        for type_, each in enumerate(position.reserve):
            worth += [(one_in_reserve(future, type_), each)]
    return worth


def most_worth(position: Position) -> int:
    """More than two plans can differ by, but for the worst scenario."""
    most = 1 + 2 * sum(map(abs, position.now))
    for scenario in position.scenarios:
        cards, turns = cards_of(position, scenario).values(), len(scenario.turns)
        most += TURN * turns + sum(position.reserve)
        most += sum(card.held for card in cards)
        most += 2 * turns * max(abs(card.played) for card in cards)
    return most


def set_effort(solver: "CpSolver", effort: float, seed: int) -> None:
    """One worker, so that it is repeatable. In models as small as these, all else than
    their linear relaxation costs more than it helps.
    """
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed
    solver.parameters.max_deterministic_time = effort
    solver.parameters.max_time_in_seconds = BACKSTOP * effort
    solver.parameters.cp_model_presolve = False
    solver.parameters.linearization_level = 2
    solver.parameters.cut_level = 0


def read_plan(
    solver: "CpSolver", position: Position, futures: Sequence[Future], proved: bool
) -> Plan:
    first = chosen(solver, futures[0].first)
    play, back = (-1, first) if position.owed else (first[0], ())
    lines = tuple(read_line(solver, future) for future in futures)
    worth = sum(position.now[place] for place in first) if position.now else 0
    for future, line in zip(futures, lines, strict=True):
        worth += worth_of(future, line, first, position.reserve)
    spent = solver.response_proto.deterministic_time
    return Plan(lines, play, back, worth, proved, spent)


def chosen(solver: "CpSolver", bools: Bools) -> tuple[int, ...]:
    return tuple(place for place, var in bools.items() if solver.value(var))


def read_line(solver: "CpSolver", future: Future) -> tuple[Step, ...]:
    line = []
    for turn in future.span:
        if not solver.value(future.alive[turn]):
            break
        (play,) = chosen(solver, future.play[turn]) or (-1,)
        (lost,) = chosen(solver, future.lost[turn]) or (-1,)
        line.append(Step(play, chosen(solver, future.back[turn]), lost))
    return tuple(line)


def worth_of(
    future: Future,
    line: tuple[Step, ...],
    first: Iterable[int],
    reserve: tuple[int, ...],
) -> int:
    """What a line is worth by itself; a model not solved to the end may count less."""
    worth = TURN * len(line)
    worth += sum(future.cards[step.play].played for step in line[1:])
    gone = {place for step in line for place in (step.play, *step.back, step.lost)}
    gone |= set(first)
    worth -= sum(card.held for place, card in future.cards.items() if place in gone)
    if len(line) < len(future.span):
        return worth
    left = {card.type for place, card in future.cards.items() if place not in gone}
    return worth + sum(each for n, each in enumerate(reserve) if n in left)
