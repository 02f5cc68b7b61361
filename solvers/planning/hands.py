"""Hands of Right Now as plain data, and what can be played of them, said slowly.

A hand is a list of cards from front to rear, a card the colours of its top and bottom
half. Here nobody has heard of a model: what one says is replayed by these functions.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from partybots.core.errors import PartybotsError

SUPER = 4  # cards of a combo that goes on any card (RN-10)
DRAWS, LEAVES = "draw", "leave"  # turns that are no slice


class Card(NamedTuple):
    top: int  # a colour
    bottom: int

    @property
    def turned(self) -> "Card":
        return Card(self.bottom, self.top)


class Slice(NamedTuple):
    """Neighbours of a hand that are played together."""

    start: int  # place in the hand, 0 is its front
    length: int

    @property
    def places(self) -> range:
        return range(self.start, self.start + self.length)


class Future(NamedTuple):
    """One course that things may take, as seen from a seat. [turn] counts its own."""

    tops: list[Card]  # [turn]: the top discard; as many as the round has turns left
    draws: list[Card]  # [turn]: the card that comes if it draws then
    forced: list[list[Card]]  # [turn]: cards that others make it draw after that turn
    rotates: list[bool]  # [turn]: whether others let it turn a card after that turn
    won: bool | None  # if the round ends then, whether it is won: all others left
    others: float = 0.0  # cards that others hold then, on average, if it does not


class Course(NamedTuple):
    """What a plan does in one future."""

    turns: list[Slice | str | None]  # [turn]: what is played, or DRAWS; None is nothing
    turned: list[bool]  # [card that came, in order]: whether it is put the other way up
    rotated: int | None  # place in the first hand of the card that is turned, if any
    worth: int  # hundredths of a point ahead of the others' mean


class WrongPlan(PartybotsError):
    """A plan that cannot be played."""


def shared(cards: Sequence[Card]) -> set[int]:
    """The colours of which these are a combo (RN-7); of one card both of its own."""
    tops, bottoms = ({card[half] for card in cards} for half in (0, 1))
    return {min(half) for half in (tops, bottoms) if len(half) == 1}


def fits(cards: Sequence[Card], top: Card | None) -> bool:
    """Whether they can be played on that discard; None is one that suits any play."""
    colours = shared(cards)
    return bool(colours) and (
        top is None or len(cards) == SUPER or not colours.isdisjoint(top)
    )


def slices(hand: Sequence[Card], top: Card | None) -> Iterator[Slice]:
    """All that can be played, by start and length."""
    for start in range(len(hand)):
        for length in range(1, len(hand) - start + 1):
            if fits(hand[start : start + length], top):
                yield Slice(start, length)


def replay(
    hand: Sequence[Card],
    plan: Sequence[Slice | None],
    tops: Sequence[Card | None] | None = None,
) -> list[Card]:
    """What is left of a hand after a plan, turn by turn; None plays nothing.

    `tops[turn]` is the top discard then; without them it always suits. Raises WrongPlan
    with the turn and what is wrong.
    """
    left = list(hand)
    for turn, piece in enumerate(plan):
        if piece is None:
            continue
        cards = left[piece.start : piece.start + piece.length]
        top = tops[turn] if tops is not None else None
        if piece.start < 0 or piece.length < 1 or len(cards) != piece.length:
            raise WrongPlan(f"turn {turn}: {len(left)} cards have no {piece}")
        if not fits(cards, top):
            raise WrongPlan(f"turn {turn}: {cards} cannot go on {top}")
        del left[piece.start : piece.start + piece.length]
    return left
