"""The model of one scenario: what is decided, then a function for each rule."""

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from partybots.solvers.surviving.position import (
    DRAWN,
    UNSEEN,
    Card,
    Position,
    Scenario,
    Snare,
    Turn,
    cards_of,
)

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

Bools: TypeAlias = "dict[int, IntVar]"  # by place of the card, or by turn
Terms: TypeAlias = "list[tuple[IntVar, int]]"  # a sum, each with its factor


class Act(NamedTuple):
    """What comes of playing a card, with the top card if it plays that."""

    types: int  # as bits
    returns: int
    bars: int
    stops: int
    frees: bool


def act(card: Card, turn: Turn) -> Act:
    cards = [card, turn.top] if card.plays_top and turn.top else [card]
    types = bars = stops = 0
    for each in cards:
        types |= 1 << each.type
        bars |= each.bars
        stops |= each.stops
    returns = sum(each.returns for each in cards)
    return Act(types, returns, bars, stops, any(each.frees for each in cards))


class Future:
    """Variables of one scenario, [turn] and by place of the card."""

    def __init__(
        self, model: "CpModel", position: Position, scenario: Scenario, first: Bools
    ) -> None:
        self.model, self.turns, self.order = model, scenario.turns, scenario.order
        self.hand, self.owed, self.first = len(position.hand), position.owed, first
        self.cards = cards_of(position, scenario)
        self.span = range(len(self.turns))
        self.acts = [self.acts_on(t) for t in self.span]
        self.alive = [model.new_bool_var(f"alive {t}") for t in self.span]
        self.play = [self.bools("play", t, self.playable(t)) for t in self.span]
        self.play[0] = {} if self.owed else first
        self.back = [self.bools("back", t, self.payable(t)) for t in self.span]
        self.lost = [self.bools("lost", t, self.takeable(t)) for t in self.span]

    def bools(self, what: str, turn: int, places: Iterable[int]) -> Bools:
        new = self.model.new_bool_var
        return {place: new(f"{what} {place} on {turn}") for place in places}

    def there(self, turn: int) -> Iterable[int]:
        """Places of the cards that have come by then."""
        last = self.hand + turn
        return [place for place in self.cards if place <= last]

    def acts_on(self, turn: int) -> dict[int, Act]:
        """What comes of each card, if it may be played as far as opponents go."""
        now = self.turns[turn]
        acts = {place: act(self.cards[place], now) for place in self.there(turn)}
        barred = now.barred | now.stopped
        return {place: each for place, each in acts.items() if not each.types & barred}

    def playable(self, turn: int) -> Iterable[int]:
        drawn = self.hand + turn
        if self.turns[turn].must == DRAWN and drawn in self.cards:
            return [drawn] if drawn in self.acts[turn] else []
        return self.acts[turn]

    def payable(self, turn: int) -> Iterable[int]:
        """Cards that may have to be put away."""
        snares = any(now.snares for now in self.turns[: turn + 1])
        costs = any(self.acts[turn][place].returns for place in self.playable(turn))
        owes = turn == 0 and self.owed > 0
        pays = snares or costs or owes or self.turns[turn].returns > 0
        return self.there(turn) if pays else ()

    def takeable(self, turn: int) -> Iterable[int]:
        return self.there(turn) if self.turns[turn].taken else ()

    def playing(self, turn: int, mask: int, field: str = "types") -> "list[IntVar]":
        """The plays of that turn which are of these types, or bar or stop them."""
        acts = self.acts[turn]
        return [
            var
            for place, var in self.play[turn].items()
            if place in acts and getattr(acts[place], field) & mask
        ]

    def leaving(self, place: int, turn: int) -> "list[IntVar]":
        """How the card may leave the hand, up to the end of that turn."""
        ways = (*self.play[: turn + 1], *self.back[: turn + 1], *self.lost[: turn + 1])
        return [way[place] for way in ways if place in way]


def live_by_turns(future: Future) -> None:
    """One card a turn while it is in; the first one is played whatever comes of it."""
    model, alive = future.model, future.alive
    for before, after in pairwise(alive):
        model.add_implication(after, before)
    for turn in future.span[1:]:
        model.add(total(future.play[turn].values()) == alive[turn])
    for place, var in future.play[0].items():
        if place not in future.acts[0]:
            model.add_at_most_one(var, alive[0])


def leave_once(future: Future) -> None:
    for place in future.cards:
        model, last = future.model, future.span[-1]
        model.add_at_most_one(future.leaving(place, last))


def keep_a_card(future: Future) -> None:
    """A turn is survived with a card in hand at its end."""
    model = future.model
    held: Any = future.hand
    for turn in future.span:
        came = held + (turn > 0 and future.hand + turn in future.cards)
        ways = (future.play[turn], future.back[turn], future.lost[turn])
        gone = [var for way in ways for var in way.values()]
        held = model.new_int_var(0, len(future.cards), f"held after {turn}")
        model.add(held + total(gone) == came)
        model.add(held >= future.alive[turn])


def pay(future: Future) -> None:
    """What a card, the snares that it springs, and opponents make one put away."""
    springing = [spring(future, *each) for each in snares_of(future)]
    for turn in future.span:
        alive, now = future.alive[turn], future.turns[turn]
        costs = [
            (var, future.acts[turn][place].returns)
            for place, var in future.play[turn].items()
            if place in future.acts[turn]
        ]
        costs += [(sprung[turn], n) for sprung, n in springing if turn in sprung]
        costs += [(alive, now.returns + (future.owed if turn == 0 else 0))]
        costs += [(var, -1) for var in future.back[turn].values()]
        future.model.add(weighted(costs) == 0).only_enforce_if(alive)
    if future.owed:
        for place, var in future.first.items():
            future.model.add_implication(var, future.back[0][place])


def snares_of(future: Future) -> Iterable[tuple[int, Snare]]:
    for turn, now in enumerate(future.turns):
        for snare in now.snares:
            yield turn, snare


def spring(future: Future, laid: int, snare: Snare) -> "tuple[Bools, int]":
    """By turn whether the first card of its type springs it; and what it costs."""
    sprung = future.bools("sprung", laid, future.span[laid:])
    for turn in sprung:
        playing = total(future.playing(turn, 1 << snare.type))
        before = total(sprung[t] for t in range(laid, turn))
        future.model.add(sprung[turn] <= playing)
        future.model.add(sprung[turn] + before >= playing)
    future.model.add_at_most_one(sprung.values())
    return sprung, snare.returns


def obey_bars(future: Future) -> None:
    """Types that a card bars on its player's next turn."""
    for turn in future.span[1:]:
        for mask in bits({each.bars for each in future.acts[turn - 1].values()}):
            barring = future.playing(turn - 1, mask, "bars")
            if barring and (barred := future.playing(turn, mask)):
                future.model.add_at_most_one(*barring, *barred)


def obey_stops(future: Future) -> None:
    """Types that nobody may play until they are freed."""
    stops = {each.stops for acts in future.acts for each in acts.values()}
    for mask in bits(stops | {now.stopped for now in future.turns}):
        stopped = future.bools("stopped", mask, future.span)
        for turn, now in enumerate(future.turns):
            if turn:
                frees = future.playing(turn - 1, True, "frees")
                future.model.add(stopped[turn] + total(frees) >= stopped[turn - 1])
                for var in future.playing(turn - 1, mask, "stops"):
                    future.model.add_implication(var, stopped[turn])
                future.model.add_at_most_one(stopped[turn], *future.playing(turn, mask))
            if now.stopped & mask:
                future.model.add(stopped[turn] == 1)


def pick_unseen(future: Future) -> None:
    """Who has to play an unseen card, or loses one, has the first one in the order."""
    for turn, now in enumerate(future.turns):
        if now.must == UNSEEN:
            pick_first(future, future.play[turn], turn, turn - 1)
        if now.taken:
            gone = future.lost[turn].values()
            future.model.add(total(gone) == 1).only_enforce_if(future.alive[turn])
            pick_first(future, future.lost[turn], turn, turn)


def pick_first(future: Future, picks: Bools, turn: int, gone_by: int) -> None:
    """A card can be picked if all before it in the order have gone by then."""
    there, before = set(future.there(turn)), 0
    gone: list[IntVar] = []
    for place in future.order:
        if place in there:
            if place in picks:
                future.model.add(total(gone) >= before).only_enforce_if(picks[place])
            gone += future.leaving(place, gone_by)
            before += 1


def one_in_reserve(future: Future, type_: int) -> "IntVar":
    """Whether a card of that type is left to a seat that survives to the end."""
    model, last = future.model, future.span[-1]
    places = [place for place, card in future.cards.items() if card.type == type_]
    left = model.new_bool_var(f"one of {type_} in reserve")
    gone = [var for place in places for var in future.leaving(place, last)]
    model.add(left + total(gone) <= len(places))
    model.add_implication(left, future.alive[last])
    return left


RULES = (
    live_by_turns,
    leave_once,
    keep_a_card,
    pay,
    obey_bars,
    obey_stops,
    pick_unseen,
)


# Small help


def bits(masks: Iterable[int]) -> list[int]:
    """The types in any of these, each as a bit."""
    every = 0
    for mask in masks:
        every |= mask
    return [1 << n for n in range(every.bit_length()) if every >> n & 1]


def total(variables: Iterable[Any]) -> Any:
    from ortools.sat.python.cp_model import LinearExpr

    return LinearExpr.sum([*variables])


def weighted(terms: Iterable[tuple[Any, int]]) -> Any:
    from ortools.sat.python.cp_model import LinearExpr

    terms = [*terms]
    return LinearExpr.weighted_sum([t[0] for t in terms], [t[1] for t in terms])
