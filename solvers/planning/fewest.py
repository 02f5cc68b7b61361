"""The one-player question of Right Now: in how few turns a hand can be emptied."""

from collections.abc import Sequence

from partybots.core.errors import PartybotsError
from partybots.solvers.planning.hands import Card, Slice, replay
from partybots.solvers.planning.model import Slot, Turns, pieces


def fewest_turns(
    hand: Sequence[Card], tops: Sequence[Card] | None = None
) -> list[Slice | None] | None:
    """A shortest plan, proved, turn by turn; or None if there is none.

    `tops[turn]` is the top discard at each turn, and a turn may pass, None in the plan;
    without `tops` any play is allowed, and nothing is drawn. The time rises fast with
    the cards: ten take a tenth of a second or so.
    """
    if not hand:
        return []
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    known: list[Card | None] = [None] * len(hand) if tops is None else list(tops)
    slots = [Slot(card) for card in hand]
    turns = Turns(model, slots, known)
    for slot in slots:
        model.add_exactly_one(slot.played)
    later = [model.new_bool_var("") for _ in known]  # whether anything is played then
    for turn, plays in enumerate(turns.plays):  # or after it
        for end in later[: turn + 1]:
            model.add_implication(plays, end)
    model.minimize(sum(later))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    if status != cp_model.OPTIMAL:
        raise PartybotsError(f"CP-SAT says {solver.status_name(status)}")
    plan = pieces(solver, turns)[: round(solver.objective_value)]
    if replay(hand, plan, tops):  # the model and the rules disagree: a bug of ours
        raise AssertionError(plan)
    return plan
