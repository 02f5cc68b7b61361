"""House rules: what a table may agree on. Text outside, one int64 a rule in the state.

A game lists its own in HOUSE; `fields` makes them part of its STATE. None is -1, true
is 1, a word is its place in the list, a share of one is in percent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from partybots.core.errors import BadValue, UnknownName


@dataclass(frozen=True)
class HouseRule:
    """One option of a game; `default` as the state holds it."""

    name: str
    default: int
    summary: str  # what it decides, with the number of the ruling

    def read(self, text: str) -> int:
        """The number that stands for `text`; BadValue if nothing does."""
        raise NotImplementedError

    def write(self, value: int) -> str:
        """How `value` is written; the inverse of read()."""
        raise NotImplementedError

    @property
    def values(self) -> str:
        """What may be written, in words."""
        raise NotImplementedError

    def tries(self) -> Sequence[int]:
        """Values worth a test."""
        raise NotImplementedError

    def wrong(self, text: str) -> BadValue:
        return BadValue(f'house rule {self.name} is {self.values}, not "{text}"')


@dataclass(frozen=True)
class Number(HouseRule):
    """A whole number from `least` to `most`, or "none" (-1) where `none` allows it."""

    least: int
    most: int
    none: bool = False
    tried: tuple[int, ...] = ()

    def read(self, text: str) -> int:
        if self.none and text == "none":
            return -1
        try:
            value = int(text)
        except ValueError:
            raise self.wrong(text) from None
        if not self.least <= value <= self.most or str(value) != text:
            raise self.wrong(text)
        return value

    def write(self, value: int) -> str:
        return "none" if self.none and value == -1 else str(value)

    @property
    def values(self) -> str:
        numbers = f"a whole number from {self.least} to {self.most}"
        return f"{numbers}, or none" if self.none else numbers

    def tries(self) -> Sequence[int]:
        return (self.default, *self.tried)


@dataclass(frozen=True)
class Choice(HouseRule):
    """One of several words; the state holds its place among them."""

    words: tuple[str, ...]

    def read(self, text: str) -> int:
        if text not in self.words:
            raise self.wrong(text)
        return self.words.index(text)

    def write(self, value: int) -> str:
        return self.words[value]

    @property
    def values(self) -> str:
        return " or ".join(self.words)

    def tries(self) -> Sequence[int]:
        return range(len(self.words))


def flag(name: str, default: bool, summary: str) -> Choice:
    """A rule that is false (0) or true (1)."""
    return Choice(name, int(default), summary, ("false", "true"))


@dataclass(frozen=True)
class Share(HouseRule):
    """A number from 0 to `most`, in hundredths: 0.35 is 35 in the state."""

    most: float = 1.0
    tried: tuple[int, ...] = (0,)

    def read(self, text: str) -> int:
        try:
            value = float(text)
        except ValueError:
            raise self.wrong(text) from None
        if not 0 <= value <= self.most or abs(value * 100 - round(value * 100)) > 1e-9:
            raise self.wrong(text)
        return round(value * 100)

    def write(self, value: int) -> str:
        return f"{value / 100:g}"

    @property
    def values(self) -> str:
        return f"a number from 0 to {self.most:g}, in hundredths"

    def tries(self) -> Sequence[int]:
        return (self.default, *self.tried)


def fields(house: Sequence[HouseRule]) -> list[tuple[str, type[int]]]:
    """The fields of STATE that hold them: [(name, int)], int being int64."""
    return [(rule.name, int) for rule in house]


def read_rules(house: Sequence[HouseRule], said: Mapping[str, str]) -> dict[str, int]:
    """Every rule's value, as the state holds it: what was said, else the default."""
    known = {rule.name: rule for rule in house}
    for name in said:
        if name not in known:
            raise UnknownName("house rule", name, known)
    return {
        name: rule.read(said[name]) if name in said else rule.default
        for name, rule in known.items()
    }


def write_rules(house: Sequence[HouseRule], state: object) -> list[str]:
    """What a position has to say: "name=value" for each that is not the default."""
    values = [(rule, int(getattr(state, rule.name))) for rule in house]
    return [
        f"{rule.name}={rule.write(value)}"
        for rule, value in values
        if value != rule.default
    ]
