"""How to play a hand of Right Now by a plan that looks at several futures at once.

All futures share the first turn and, unless the hand is empty by then, the turn to
leave at; what comes between each has to itself. So a plan cannot choose when to leave
by what it could not know, which would make staying look better than it is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from partybots.solvers.planning.hands import DRAWS, LEAVES, Card, Course, Future, Slice
from partybots.solvers.planning.model import Slot, Turns, pieces

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver, IntVar, LinearExpr

First: TypeAlias = "Mapping[Slice | str, IntVar]"  # whether that is the first turn
WIN = 1000  # hundredths of a point for an empty hand (RN-16)
EXIT = 900  # for leaving, less CARD for each card held (RN-12)
CARD = 100
RACE = 150  # for each card fewer than the others hold where it is looked no further
RACED = 500  # the most that this can be worth
SOON, LATEST = 40, 6  # for each turn that the hand is empty earlier than that one


def winning(turn: int) -> int:
    """What it is worth to empty the hand at that turn."""
    return WIN - SOON * min(turn, LATEST)


class Plan(NamedTuple):
    first: Slice | str  # what to do now: play that, draw or leave
    worth: float  # hundredths of a point ahead of the others' mean, over the futures
    effort: float  # deterministic time that it took
    courses: list[Course]  # [future]


@dataclass
class Shared:
    """What is the same in all futures."""

    model: "CpModel"
    hand: Sequence[Card]
    first: First
    leave: "list[IntVar]"  # [turn]: whether that is when to leave
    others: int  # who are in the round too


def plan(
    hand: Sequence[Card],
    firsts: Mapping[Slice | str, float],
    futures: Sequence[Future],
    others: int,
    effort: float,
) -> Plan | None:
    """The best plan that is found, or None if none is.

    `firsts` are the turns that are allowed now and what each is worth besides, in
    hundredths of a point. `others` are in the round too. `effort` is CP-SAT's
    deterministic time, about seconds; the same arguments give the same plan.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    first = {turn: model.new_bool_var("") for turn in firsts}
    leave = [
        model.new_bool_var("")
        for _ in range(1 + max(len(future.tops) for future in futures))
    ]
    model.add_exactly_one(first.values())
    model.add_exactly_one(leave)
    model.add(leave[0] == first.get(LEAVES, 0))
    shared = Shared(model, hand, first, leave, others)
    each = [OneFuture(shared, future) for future in futures]
    besides = sum(round(worth) * first[turn] for turn, worth in firsts.items())
    model.maximize(sum(one.worth for one in each) + len(futures) * besides)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_deterministic_time = effort
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return Plan(
        next(turn for turn, is_it in first.items() if solver.boolean_value(is_it)),
        solver.objective_value / len(futures),
        solver.response_proto.deterministic_time,
        [one.course(solver) for one in each],
    )


class OneFuture:
    """The turns of one future, and what it comes to in the end: `worth`."""

    def __init__(self, shared: Shared, future: Future) -> None:
        self.model, self.future, self.size = shared.model, future, len(shared.hand)
        self.drawn = [self.model.new_bool_var("") for _ in future.tops]  # [turn]
        self.slots = [*self.of_hand(shared.hand), *self.to_come()]
        self.turns = Turns(self.model, self.slots, [None, *future.tops[1:]])
        self.out = [self.empties(turn) for turn in range(len(future.tops))]  # [turn]
        self.begin(shared.first)
        for turn, drawn in enumerate(self.drawn):
            self.act_once(turn, drawn, shared.leave)
        self.worth = self.value(shared.leave, shared.others)

    def of_hand(self, hand: Sequence[Card]) -> list[Slot]:
        """The cards that are held, of which one may be turned when others say so."""
        if not any(self.future.rotates):
            return [Slot(card) for card in hand]
        since = self.future.rotates.index(True) + 1
        turned = [self.model.new_bool_var("") for _ in hand]
        self.model.add_at_most_one(turned)
        return [Slot(*card, since=since) for card in zip(hand, turned, strict=True)]

    def to_come(self) -> list[Slot]:
        """The cards that may come at the rear, either way up (RN-11)."""
        slots = []
        for turn in range(len(self.future.tops) - 1):
            forced = self.future.forced[turn]
            sure = [None] * len(forced)
            cards = [self.future.draws[turn], *forced]
            for card, there in zip(cards, [self.drawn[turn], *sure], strict=True):
                slots.append(Slot(card, self.model.new_bool_var(""), turn + 1, there))
        return slots

    def begin(self, first: First) -> None:
        """Play now what all futures share."""
        for place, slot in enumerate(self.slots[: self.size]):
            holding = [
                is_it
                for turn, is_it in first.items()
                if isinstance(turn, Slice) and place in turn.places
            ]
            self.model.add(slot.at(0) == sum(holding))
        self.model.add(self.drawn[0] == first.get(DRAWS, 0))

    def empties(self, turn: int) -> "IntVar":
        """If true, nothing is held after that turn."""
        empty = self.model.new_bool_var("")
        for slot in self.slots:
            if slot.born <= turn:
                self.model.add_bool_or([~empty, *slot.gone_or_absent(turn)])
        return empty

    def act_once(self, turn: int, drawn: "IntVar", leave: "list[IntVar]") -> None:
        """Play, draw, or be no longer in the round (RN-5)."""
        acts = [self.turns.plays[turn], drawn]
        self.model.add_at_most_one(*acts, *leave[: turn + 1])
        self.model.add_bool_or(*acts, *leave[: turn + 1], *self.out[:turn])

    def held(self, turn: int) -> "LinearExpr | int":
        """Cards in the hand before `turn`."""
        came = sum(self.drawn[:turn]) + sum(map(len, self.future.forced[:turn]))
        went = sum(
            played
            for slot in self.slots
            for played in slot.played[: max(turn - slot.born, 0)]
        )
        return self.size + came - went

    def value(self, leave: "list[IntVar]", others: int) -> "IntVar":
        """Hundredths of a point ahead of the others' mean: one of them wins if this
        seat does not (RN-17).
        """
        model, behind = self.model, WIN // others
        worth = model.new_int_var(-10 * WIN, WIN, "")
        won = [model.new_bool_var("") for _ in self.out]  # [turn]: whether it is then
        model.add_at_most_one(won)
        for turn, now in enumerate(won):
            model.add_implication(now, self.out[turn])
            model.add(worth <= winning(turn)).only_enforce_if(now)
        for turn, goes in enumerate(leave):
            if_so = [goes, *(~now for now in won)]
            held = self.held(turn)
            ahead = EXIT - CARD * held - behind
            if turn >= len(self.out):
                ahead = self.stayed(held, behind)
                if self.future.won is None:
                    model.add(worth <= RACED).only_enforce_if(if_so)
            model.add(worth <= ahead).only_enforce_if(if_so)
        return worth

    def stayed(self, held: "LinearExpr | int", behind: int) -> "LinearExpr | int":
        """What it is worth not to have left, nor emptied the hand."""
        if self.future.won is None:
            return round(RACE * self.future.others) - RACE * held
        return winning(len(self.out)) if self.future.won else -behind

    def course(self, solver: "CpSolver") -> Course:
        turned = [
            slot.turned is not None and solver.boolean_value(slot.turned)
            for slot in self.slots
        ]
        came = [
            way
            for slot, way in zip(self.slots, turned, strict=True)
            if slot.born > 0
            and (slot.there is None or solver.boolean_value(slot.there))
        ]
        held = turned[: self.size]
        return Course(
            turns=[
                DRAWS if solver.boolean_value(drawn) else piece
                for piece, drawn in zip(
                    pieces(solver, self.turns), self.drawn, strict=True
                )
            ],
            turned=came,
            rotated=held.index(True) if any(held) else None,
            worth=solver.value(self.worth),
        )
