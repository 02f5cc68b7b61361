"""Questions about a YesNo table: is it met, by what would it be, and how likely.

A word is "YES" or "NO"; None stands for a player without a face-up card on top. A
challenge asks only how many players show each word, and is written in one of FORMS,
with a number for #:

    exactly 1 YES     at least 2 NO     all same     YES = NO

Chances are exact fractions.
"""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from partybots.core.errors import BadValue, NotationError

MOST = 6  # players, and so the largest number in a challenge

FORMS: dict[str, Callable[[int, int, int], bool]] = {  # of YES, of NO, the number
    "exactly # YES": lambda yes, no, number: yes == number,
    "exactly # NO": lambda yes, no, number: no == number,
    "at least # YES": lambda yes, no, number: yes >= number,
    "at least # NO": lambda yes, no, number: no >= number,
    "at most # YES": lambda yes, no, number: yes <= number,
    "at most # NO": lambda yes, no, number: no <= number,
    "all YES": lambda yes, no, number: no == 0,
    "all NO": lambda yes, no, number: yes == 0,
    "all same": lambda yes, no, number: yes == 0 or no == 0,
    "YES = NO": lambda yes, no, number: yes == no,
    "YES > NO": lambda yes, no, number: yes > no,
    "NO > YES": lambda yes, no, number: no > yes,
}


class Challenge(NamedTuple):
    form: str  # one of FORMS
    number: int = 0  # for #, 0 to MOST; 0 where there is none

    def __str__(self) -> str:
        return self.form.replace("#", str(self.number))

    @property
    def code(self) -> int:
        """A small number that stands for it."""
        return [*FORMS].index(self.form) * (MOST + 1) + self.number

    def holds(self, yes: int, no: int) -> bool:
        """Whether so many YES and so many NO, nobody else playing, meet it."""
        return FORMS[self.form](yes, no, self.number)

    def meets(self, seats: int) -> int:
        """Bit k is 1 if k YES among `seats` words meet it."""
        return sum(self.holds(k, seats - k) << k for k in range(seats + 1))


def decode(code: int) -> Challenge:
    """The challenge that has this code."""
    form, number = divmod(code, MOST + 1)
    return Challenge([*FORMS][form], number)


def parse(text: str) -> Challenge:
    """The challenge written as `text`; spaces and capitals do not matter."""
    said = " ".join(text.split()).lower()
    for form in FORMS:
        found = re.fullmatch(form.lower().replace("#", rf"([0-{MOST}])"), said)
        if found:
            return Challenge(form, int(found[1]) if found.groups() else 0)
    expected = f"one of: {', '.join(FORMS)} (# from 0 to {MOST})"
    raise NotationError("a challenge", text, expected)


def is_met(challenge: Challenge, words: Sequence[str | None]) -> bool:
    """Whether the table meets it; never before everyone shows a word."""
    if None in words:
        return False
    return challenge.holds(words.count("YES"), words.count("NO"))


def tables_that_meet(challenge: Challenge, seats: int) -> list[tuple[str, ...]]:
    """Every table of so many players that meets it, each seat's word in order."""
    tables = product(("YES", "NO"), repeat=seats)
    return [words for words in tables if is_met(challenge, words)]


def words_that_meet(
    challenge: Challenge, words: Sequence[str | None], seat: int
) -> list[str]:
    """What `seat` would have to flip for the table to meet it: YES, NO, both, none."""
    flipped = {word: [*words] for word in ("YES", "NO")}
    for word, table in flipped.items():
        table[seat] = word
    return [word for word, table in flipped.items() if is_met(challenge, table)]


def chance_to_meet(
    challenge: Challenge,
    words: Sequence[str | None],
    seat: int,
    unseen: tuple[int, int],
    known: str | None = None,
) -> Fraction:
    """How likely `seat` is to meet it with the next card of its deck.

    `unseen` are the YES and the NO nobody has seen, wherever they lie: the next card
    is as likely any of them as any other, unless everyone knows it (`known`).
    """
    meeting = words_that_meet(challenge, words, seat)
    if known is not None:
        return Fraction(known in meeting)
    ways = {"YES": unseen[0], "NO": unseen[1]}
    if not sum(unseen):
        raise BadValue("nobody knows the next card, yet none is left unseen")
    return Fraction(sum(ways[word] for word in meeting), sum(unseen))
