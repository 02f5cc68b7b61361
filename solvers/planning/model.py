"""What can be played of a hand over several turns, as constraints for CP-SAT.

Cards keep their order, and what is played between two of them lets them meet. So the
cards of a turn are neighbours if each card between them has been played by then.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from partybots.solvers.planning.hands import SUPER, Card, Slice

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver, IntVar, LiteralT

Plays: TypeAlias = "list[LiteralT]"


@dataclass
class Slot:
    """A card that is in the hand, or may come into it at its rear."""

    card: Card
    turned: "IntVar | None" = None  # whether it lies the other way up; None: it cannot
    born: int = 0  # the first turn at which it can be played
    there: "IntVar | None" = None  # whether it comes at all; None if it surely does
    since: int = 0  # the turn from which it lies so
    played: "list[IntVar]" = field(default_factory=list)  # [turn - born]

    def at(self, turn: int) -> "IntVar":
        return self.played[turn - self.born]

    def gone_or_absent(self, turn: int) -> "Plays":
        """One of these is true if it is not in the hand after `turn`."""
        absent = [] if self.there is None else [self.there.negated()]
        return [*self.played[: turn - self.born + 1], *absent]


class Colour(NamedTuple):
    """On which half the cards of a turn share which colour."""

    half: int  # 0 is the top
    colour: int


class Turns:
    """The turns of one future: which cards are played at which of them."""

    def __init__(
        self, model: "CpModel", slots: Sequence[Slot], tops: Sequence[Card | None]
    ) -> None:
        """`tops[turn]` is the top discard then; None is one that suits any play.

        `slots` are in the order of the hand, those that may come at its rear last.
        """
        self.model, self.slots, self.tops = model, slots, tops
        for slot in slots:
            turns = range(slot.born, len(tops))
            slot.played = [model.new_bool_var("") for _ in turns]
            model.add_at_most_one(slot.played)
            if slot.there is not None:
                for played in slot.played:
                    model.add_implication(played, slot.there)
        self.plays = [self.turn(turn) for turn in range(len(tops))]

    def turn(self, turn: int) -> "IntVar":
        """Constrain what is played at `turn`; whether anything is."""
        here = [slot for slot in self.slots if slot.born <= turn]
        plays = self.model.new_bool_var("")
        for slot in here:
            self.model.add_implication(slot.at(turn), plays)
        self.model.add_bool_or([slot.at(turn) for slot in here] + [plays.negated()])
        self.share_a_colour(here, turn)
        self.are_neighbours(here, turn)
        return plays

    def share_a_colour(self, here: Sequence[Slot], turn: int) -> None:
        """All on one half (RN-7), of the top discard or four (RN-6 to RN-10)."""
        model, top = self.model, self.tops[turn]
        colours = {
            Colour(half, colour): model.new_bool_var("")
            for half in (0, 1)
            for colour in sorted({colour for slot in here for colour in slot.card})
        }
        model.add_at_most_one(colours.values())
        for slot in here:
            for card, unless in ways_up(slot, turn):
                either = [colours[Colour(half, card[half])] for half in (0, 1)]
                model.add_bool_or([slot.at(turn).negated(), *either, *unless])
        strange = [
            is_it for at, is_it in colours.items() if top and at.colour not in top
        ]
        if strange:
            four = model.new_bool_var("")
            for is_it in strange:
                model.add_implication(is_it, four)
            cards = sum(slot.at(turn) for slot in here)
            model.add(cards == SUPER).only_enforce_if(four)

    def are_neighbours(self, here: Sequence[Slot], turn: int) -> None:
        before = self.any_so_far(here, turn)
        behind = self.any_so_far(here[::-1], turn)[::-1]
        for place in range(1, len(here) - 1):
            gone = here[place].gone_or_absent(turn)
            self.model.add_bool_or([~before[place - 1], ~behind[place + 1], *gone])

    def any_so_far(self, here: Iterable[Slot], turn: int) -> "list[IntVar]":
        """[place]: at least 1 if a card up to there is played at `turn`."""
        found: list[IntVar] = []
        for slot in here:
            is_any = self.model.new_bool_var("")
            self.model.add_implication(slot.at(turn), is_any)
            if found:
                self.model.add_implication(found[-1], is_any)
            found.append(is_any)
        return found


def ways_up(slot: Slot, turn: int) -> "list[tuple[Card, Plays]]":
    """How it may lie at `turn`, and what is true if it does not."""
    if slot.turned is None or turn < slot.since:
        return [(slot.card, [])]
    return [(slot.card, [slot.turned]), (slot.card.turned, [slot.turned.negated()])]


def pieces(solver: "CpSolver", turns: Turns) -> list[Slice | None]:
    """What a solution plays at each turn, as a piece of the hand at that time."""
    plan: list[Slice | None] = []
    gone: set[int] = set()
    for turn in range(len(turns.tops)):
        here = [
            place
            for place, slot in enumerate(turns.slots)
            if place not in gone and slot.born <= turn and comes(solver, slot)
        ]
        now = [
            place for place in here if solver.boolean_value(turns.slots[place].at(turn))
        ]
        plan.append(Slice(here.index(now[0]), len(now)) if now else None)
        gone |= set(now)
    return plan


def comes(solver: "CpSolver", slot: Slot) -> bool:
    return slot.there is None or bool(solver.boolean_value(slot.there))
