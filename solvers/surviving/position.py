"""What a plan to stay in play is about, and what it says.

A seat plays one card a turn, and is out when it has none left or none that it may play.
What comes is not known: each scenario is a future, with what is drawn, and what others
forbid, force and take. A plan has one card to play first, or cards to put away first,
and then a line of play for each scenario.

A card is called by its place: the hand first, then what each turn draws.
"""

from typing import NamedTuple

from partybots.core.errors import BadValue, PartybotsError

FREE, DRAWN, UNSEEN = range(3)  # which card a turn plays: any, the one drawn, by chance
TURN = 300  # worth of a turn survived; a card in hand should be worth less


class Impossible(BadValue):
    """It is proved that whatever is done first loses at once, in every scenario."""


class OutOfEffort(PartybotsError):
    """No plan was found with this effort; there may be one."""


class Card(NamedTuple):
    """What it means to its player to play it, as far as it matters for staying in."""

    kind: int  # for the caller, to tell which it is
    type: int  # from 0
    returns: int = 0  # further cards of the hand that go away with it
    bars: int = 0  # types, as bits, that its player may not play on the next turn
    stops: int = 0  # types, as bits, that may not be played until they are freed
    frees: bool = False  # whether it ends all `stops` so far
    plays_top: bool = False  # whether the top card of the deck is played with it
    held: int = 0  # what it is worth in hand
    played: int = 0  # what it is worth to play it on a later turn


class Snare(NamedTuple):
    """What an opponent has laid: the first card of a type costs its player cards."""

    type: int
    returns: int


class Turn(NamedTuple):
    """What a scenario has for one turn of the seat's own."""

    drawn: Card | None = None  # to begin with; the first turn has it in hand already
    top: Card | None = None  # what a card that plays the top card would play
    barred: int = 0  # types, as bits, that may not be played on this turn
    stopped: int = 0  # types, as bits, that may not be played until they are freed
    must: int = FREE  # or DRAWN or UNSEEN; FREE on the first turn
    snares: tuple[Snare, ...] = ()  # laid before this turn
    returns: int = 0  # cards that others make it put away once it has played
    taken: bool = False  # whether, after that, one is taken unseen


class Scenario(NamedTuple):
    turns: tuple[Turn, ...]
    order: tuple[int, ...]  # of all places: what is picked unseen is the first in hand


class Position(NamedTuple):
    """What to decide: a card to play or, if any are owed, which to put away."""

    hand: tuple[Card, ...]
    scenarios: tuple[Scenario, ...]
    choices: tuple[int, ...]  # places in the hand that may be played first
    owed: int = 0  # cards to put away first, instead of playing one
    now: tuple[int, ...] = ()  # by place in the hand: worth of doing it first
    caution: int = 0  # worth of a turn in the worst scenario; 0 is more than all else
    reserve: tuple[int, ...] = ()  # by type: worth of having one left at the end


class Step(NamedTuple):
    """A turn of a line, by place."""

    play: int  # -1 if cards are put away instead
    back: tuple[int, ...] = ()  # put away
    lost: int = -1  # taken unseen; -1 is none


class Plan(NamedTuple):
    lines: tuple[tuple[Step, ...], ...]  # [scenario]: the turns that it survives
    first: int  # what to play; -1 if cards are put away instead
    back: tuple[int, ...]  # which
    worth: int  # of all lines together, without caution
    proved: bool  # that no plan is better
    effort: float  # spent

    @property
    def least(self) -> int:
        """Turns survived in the worst scenario."""
        return min(map(len, self.lines))


def cards_of(position: Position, scenario: Scenario) -> dict[int, Card]:
    """By place: the hand, then what each turn draws, if it does."""
    cards = dict(enumerate(position.hand))
    for turn, now in enumerate(scenario.turns):
        if turn and now.drawn:
            cards[len(position.hand) + turn] = now.drawn
    return cards
