"""Futures of I'm Right You're Wrong, for a seat that plans its turns."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from partybots.core import Rng
from partybots.plugins.im_right_youre_wrong.layout import (
    A1,
    A2,
    A4,
    A5,
    A6,
    A7,
    A8,
    A9,
    A10,
    A11,
    ATTACK,
    CARD,
    CARD_BACK,
    H1,
    H2,
    H3,
    H4,
    HIGHROAD,
    KNOWN_TO,
    T1,
    T3,
    T4,
    TRAP,
)
from partybots.plugins.im_right_youre_wrong.thumb import HELD_WORTH, PLAYED_WORTH
from partybots.solvers.surviving import (
    DRAWN,
    FREE,
    UNSEEN,
    Card,
    Scenario,
    Snare,
    Turn,
)

# All worth is in tenths of the unit of the rule of thumb.
CARD_WORTH = 170  # of a card in hand, before what it is
OUT = 500  # that an opponent goes out; a card that it loses is 100
PRESSING = (A9, A10, A11, H3, H4, T1, T4)  # what opponents lay on others
BOLD = 0.35  # chance that who holds any of these plays one: about what greedy does


def cards(state: np.record) -> list[Card]:
    """[kind]: what the cards of the deck in force mean to who plays them."""
    negotiates = bool(state.negotiate_self)
    both = zip(state.kind_effect.tolist(), state.kind_type.tolist(), strict=True)
    return [card(kind, *each, negotiates) for kind, each in enumerate(both)]


def card(kind: int, effect: int, type_: int, negotiates: bool) -> Card:
    bars = 1 << HIGHROAD if effect == A4 else 0
    if effect == A5 or (effect == H4 and negotiates):
        bars = 1 << ATTACK
    return Card(
        kind,
        type_,
        returns={A1: 1, A2: 2}.get(effect, 0),
        bars=bars,
        stops=1 << TRAP if effect == T4 else 0,
        frees=effect in (H1, H2),
        plays_top=effect == A8,
        held=CARD_WORTH + 10 * int(HELD_WORTH[effect]),
        played=10 * int(PLAYED_WORTH[effect]) if effect > A2 else 0,
    )


class Table:
    """A world in which all cards are known, as lists, and what may come of it."""

    def __init__(self, world: np.record, seat: int, cards: list[Card]) -> None:
        self.world, self.seat, self.cards = world, seat, cards
        self.effects, gone = world.kind_effect.tolist(), world.gone.tolist()
        self.others = [s for s in after(world, seat) if gone[s] < 0]  # by turns
        self.hands = {s: kinds(world.hands[s].tolist()) for s in self.others}
        under = [(each & 127) - 1 for each in world.under[: world.unders].tolist()]
        deck = [each - 1 for each in world.deck[: world.decked].tolist()]
        self.deck = [] if world.dry else under[::-1] + deck  # the top last
        self.traps = [
            (owner, (trap & 127) - 1)
            for owner in range(int(world.seats))
            for trap in world.traps[owner, : world.laid[owner]].tolist()
        ]

    # What a card does to others

    def harm(self, kind: int) -> float:
        """Worth of what playing a card now does to opponents."""
        effect = self.effects[kind]
        if effect in (A9, H3):
            fewest = min(map(len, self.hands.values()))
            return OUT if fewest == 1 else 100 if effect == A9 else 70
        if effect in (A6, A7):
            return (-100 if effect == A6 else -30) / len(self.others)
        if effect in (A10, A11):
            return self.forcing(effect)
        if effect in (H4, T4):
            return sum(self.barring(effect, n) for n in range(len(self.others)))
        if effect == T1:
            cards = self.choices(0)
            attacks = sum(self.cards[each].type == ATTACK for each in cards)
            return 10 + 90 * attacks / max(1, len(cards))
        return -40 if effect == T3 else self.cards[kind].played

    def forcing(self, effect: int) -> float:
        """On average, the card that the next seat has to play unseen."""
        cards = self.deck[-1:] if effect == A10 else self.choices(0)
        if not cards:
            return 0
        barred = forbidden(self.world, self.others[0])
        costs = (self.cost(each, self.others[0], barred) for each in cards)
        return 20 + sum(costs) / len(cards)

    def barring(self, effect: int, nth: int) -> float:
        """What it costs an opponent not to play a type on its next turn."""
        if effect == T4 and self.stopped():
            return 0
        barred = forbidden(self.world, self.others[nth])
        barred |= 1 << (ATTACK if effect == H4 else TRAP)
        free = [c for c in self.choices(nth) if not barred >> self.cards[c].type & 1]
        if not free:
            return OUT
        cheapest = min(100 * self.cards[each].returns for each in free)
        return cheapest + (60 if len(free) == 1 else 10)

    def choices(self, nth: int) -> list[int]:
        """What an opponent holds on its next turn."""
        drawn = self.deck[-1 - nth : len(self.deck) - nth]
        return self.hands[self.others[nth]] + drawn

    def cost(self, kind: int, seat: int, barred: int) -> float:
        card = self.cards[kind]
        if barred >> card.type & 1 or card.returns >= int(self.world.held[seat]):
            return OUT
        return 100 * card.returns

    def stopped(self) -> int:
        """The types that a Trap in play forbids to all, as bits."""
        passive = any(k >= 0 and self.effects[k] == T4 for _, k in self.traps)
        return 1 << TRAP if passive else 0

    # What others may do

    def foresee(self, turns: int, rng: Rng) -> Scenario:
        """So many turns of one's own, others pressing as their hands allow. It leaves
        the table as it is then.
        """
        world, held = self.world, int(self.world.held[self.seat])
        before, foreseen, seat = self.at_first(), [], int(world.turn)
        for turn in range(turns):
            drawn = self.draw() if turn else None
            top = self.cards[self.deck[-1]] if self.deck else None
            later = self.pending() if turn == 0 else Pressure()
            for other in after(world, seat):
                if other == self.seat:
                    break
                if other in self.hands:
                    self.press(other, later, rng)
            foreseen.append(before.turn(drawn, top, later))
            before, seat = later, self.seat
        order = [*range(held + turns)]
        rng.shuffle(order)
        return Scenario(tuple(foreseen), tuple(order))

    def at_first(self) -> "Pressure":
        """What the table forbids, and the Traps on it."""
        barred = 0
        if self.world.question == CARD:
            barred = forbidden(self.world, self.seat) & ~(1 << TRAP)
        snares = [
            Snare(ATTACK, 1)
            for owner, kind in self.traps
            if owner in self.hands and kind >= 0 and self.effects[kind] == T1
        ]
        return Pressure(barred=barred, stopped=self.stopped(), snares=snares)

    def pending(self) -> "Pressure":
        """What is still to come of the card that makes one put cards back."""
        world = self.world
        if world.question != CARD_BACK:
            return Pressure()
        if world.turn != self.seat:
            return Pressure(barred=forbidden(world, self.seat) & ~(1 << TRAP))
        kind = (int(world.card) & 127) - 1
        if kind < 0:
            return Pressure()
        card = self.cards[kind]
        return Pressure(
            barred=card.bars, returns=card.returns if world.step == 5 else 0
        )

    def draw(self) -> Card | None:
        return self.cards[self.deck.pop()] if self.deck else None

    def press(self, seat: int, pressure: "Pressure", rng: Rng) -> None:
        """An opponent's turn: with some chance it lays something on others."""
        hand = self.hands[seat]
        if self.deck:
            hand.append(self.deck.pop())
        pressing = [kind for kind in hand if self.effects[kind] in PRESSING]
        pressure.must = FREE  # only the seat before may force a card
        if pressing and rng.random() < BOLD:
            kind = rng.choice(pressing)
            at_me = rng.below(len(self.hands)) == 0
            pressure.add(self.effects[kind], at_me)
            hand.remove(kind)
        elif hand:
            hand.remove(rng.choice(hand))


@dataclass
class Pressure:
    """What others lay on a seat between two of its turns."""

    barred: int = 0  # types, as bits, for its next turn
    stopped: int = 0  # types, as bits, from then on
    must: int = FREE
    snares: list[Snare] = field(default_factory=list)
    returns: int = 0  # before its next turn
    taken: bool = False

    def add(self, effect: int, at_me: bool) -> None:
        if effect == A9:
            self.taken |= at_me
        elif effect == H3:
            self.returns += at_me
        elif effect == H4:
            self.barred |= 1 << ATTACK
        elif effect == T4:
            self.stopped |= 1 << TRAP
        elif effect == T1:
            self.snares.append(Snare(ATTACK, 1))
        else:
            self.must = DRAWN if effect == A10 else UNSEEN

    def turn(self, drawn: Card | None, top: Card | None, later: "Pressure") -> Turn:
        """The turn that it is laid on, and what comes after that."""
        return Turn(
            drawn,
            top,
            self.barred,
            self.stopped,
            self.must,
            tuple(self.snares),
            later.returns,
            later.taken,
        )


def after(state: np.record, seat: int) -> list[int]:
    """The other seats by turns, then this one."""
    seats, step = int(state.seats), 1 if state.direction == 0 else -1
    return [(seat + step * n) % seats for n in range(1, seats + 1)]


def kinds(hand: Iterable[int]) -> list[int]:
    """The kind of every card of a hand that is counted by kind."""
    return [kind for kind, n in enumerate(hand) for _ in range(n)]


def forbidden(state: np.record, seat: int) -> int:
    """The types that a seat may not play on its next turn, as bits (IR-S24)."""
    types = 0
    for reminder in state.front[: state.fronts].tolist():
        effect = int(state.kind_effect[(reminder & 127) - 1])
        if reminder >> KNOWN_TO >> seat & 1:
            types |= {A4: 1 << HIGHROAD, A5: 1 << ATTACK, H4: 1 << ATTACK}.get(
                effect, 0
            )
    for owner in range(int(state.seats)):
        for trap in state.traps[owner, : state.laid[owner]].tolist():
            if trap & 127 and state.kind_effect[(trap & 127) - 1] == T4:
                types |= 1 << TRAP
    return types
