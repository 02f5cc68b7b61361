"""A game: its rules, its notation, and states of it as bytes."""

from collections.abc import Mapping, Sequence
from operator import itemgetter
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from partybots.core.errors import BadValue
from partybots.core.house import HouseRule, read_rules
from partybots.core.kernels import compile_look, compile_rules

Bytes = npt.NDArray[np.uint8]
Actions = npt.NDArray[np.int64]
Tally = dict[str, dict[str, list[int]]]  # kind, name: [seat], such as losses by reason


class Game:
    """Made by Registry.game(name); `house` and `table` are modules a game may lack."""

    def __init__(
        self,
        name: str,
        rules: ModuleType,
        text: ModuleType,
        why: ModuleType,
        house: Any = None,
        table: Any = None,
    ) -> None:
        self.name = name
        self.rules = rules  # STATE, SEATS, ACTIONS, SPAN, VERSION, those in kernels.py;
        # PERFECT_INFORMATION = True where nothing is hidden
        self.text = text  # read, write, read_action, write_action
        self.why = why  # why_illegal
        self.house = house  # HOUSE, use_deck, check
        self.table = table  # draw, describe, tally: what a person sees
        self.compiled = hasattr(rules.actor, "py_func")
        self.race = hasattr(rules, "stamp")
        self.kernels = compile_rules(name, rules)
        self.look = compile_look(rules)
        self.quick = quick(rules.STATE)

    @property
    def rules_of_the_house(self) -> Sequence[HouseRule]:
        rules: Sequence[HouseRule] = getattr(self.house, "HOUSE", ())
        return rules

    def new(
        self,
        seats: int,
        rules: Mapping[str, str] | None = None,
        deck: str | None = None,
    ) -> Bytes:
        """A table of `seats` players, nothing dealt yet.

        `rules` are house rules as they are written, `deck` the text of a deck file.
        BadValue or UnknownName if such a table cannot be.
        """
        if seats not in self.rules.SEATS:
            least, most = self.rules.SEATS[0], self.rules.SEATS[-1]
            raise BadValue(f"{self.name} seats {least} to {most}, not {seats}")
        state = np.zeros(self.rules.STATE.itemsize, np.uint8)
        record = self.record(state)
        record.seats = seats
        for name, value in read_rules(self.rules_of_the_house, rules or {}).items():
            setattr(record, name, value)
        if hasattr(self.house, "use_deck"):
            self.house.use_deck(record, deck)
        elif deck is not None:
            raise BadValue(f"{self.name} has no deck to replace")
        if wrong := self.house.check(record) if hasattr(self.house, "check") else "":
            raise BadValue(f"{self.name}: {wrong}")
        return state

    def tally(self, state: Bytes) -> Tally:
        """What a game counts beside the score in a finished match."""
        if not hasattr(self.table, "tally"):
            return {}
        tally: Tally = self.table.tally(self.record(state))
        return tally

    def state(self, recorded: bytes) -> Bytes:
        """A state of one's own from its bytes."""
        return np.frombuffer(bytearray(recorded), np.uint8)

    def record(self, state: Bytes) -> np.record:
        """The same state, field by field; no copy."""
        record: np.record = state.view(self.quick)[0]
        return record


def quick(state: np.dtype[Any]) -> np.dtype[Any]:
    """The same fields, for a record that reads them faster than np.record does.

    Where a field has fields of its own, np.record it stays: it alone reads those.
    """
    names = state.names or ()
    if any(state[name].base.names for name in names):
        return state
    reads: dict[str, Any] = {name: property(itemgetter(name)) for name in names}
    for name in ("__getattribute__", "__getitem__"):
        reads[name] = getattr(np.void, name)
    reads["__reduce__"] = lambda record: record.view(state).__reduce__()
    return np.dtype((type("record", (np.record,), reads), state))
