"""A checker of plans: it plays their lines, and knows nothing of the model."""

from partybots.solvers.surviving.position import (
    DRAWN,
    TURN,
    UNSEEN,
    Card,
    Plan,
    Position,
    Scenario,
    Snare,
    Step,
    Turn,
)


def faults(position: Position, plan: Plan) -> str:
    """What is wrong with a plan, in words; "" if nothing is."""
    if len(plan.lines) != len(position.scenarios):
        return f"{len(plan.lines)} lines for {len(position.scenarios)} scenarios"
    if wrong := first_fault(position, plan):
        return wrong
    first = plan.back if position.owed else (plan.first,)
    worth = sum(position.now[place] for place in first) if position.now else 0
    both = zip(plan.lines, position.scenarios, strict=True)
    for number, (line, scenario) in enumerate(both):
        replay = Replay(position, scenario)
        if wrong := replay.faults(plan, line):
            return f"scenario {number}, turn {replay.turn}: {wrong}"
        lost_at_once = 0 if line else sum(position.hand[each].held for each in first)
        worth += replay.worth - lost_at_once
    return "" if worth == plan.worth else f"worth {worth}, not {plan.worth}"


def first_fault(position: Position, plan: Plan) -> str:
    if not position.owed:
        return "" if plan.first in position.choices else f"{plan.first} is no choice"
    held = set(plan.back) <= set(range(len(position.hand)))
    right = held and len(set(plan.back)) == len(plan.back) == position.owed
    return "" if right else f"{plan.back} are not {position.owed} cards of the hand"


class Replay:
    """One scenario, played by the rules."""

    def __init__(self, position: Position, scenario: Scenario) -> None:
        self.position, self.scenario, self.turn = position, scenario, 0
        self.cards = dict(enumerate(position.hand))  # in hand, by place
        self.barred = self.stopped = self.worth = 0
        self.snares: list[Snare] = []

    def faults(self, plan: Plan, line: tuple[Step, ...]) -> str:
        if len(line) > len(self.scenario.turns):
            return "the line is longer than the scenario"
        for step in line:
            wrong = self.not_shared(plan, step) if self.turn == 0 else ""
            if wrong := wrong or self.step(step):
                return wrong
            self.turn += 1
        if line and self.turn == len(self.scenario.turns):
            types = {card.type for card in self.cards.values()}
            self.worth += sum(
                worth for n, worth in enumerate(self.position.reserve) if n in types
            )
        return ""

    def not_shared(self, plan: Plan, step: Step) -> str:
        """The first turn does what the plan does in all scenarios."""
        if step.play != plan.first:
            return f"plays {step.play}, the plan {plan.first}"
        missing = set(plan.back) - set(step.back)
        return f"does not put away {sorted(missing)}" if missing else ""

    def step(self, step: Step) -> str:
        now = self.scenario.turns[self.turn]
        self.stopped |= now.stopped
        self.snares += now.snares
        if now.drawn and self.turn:
            self.cards[self.drawn] = now.drawn
        if self.position.owed and not self.turn:
            owes = self.position.owed
            wrong = "plays, though cards are owed" if step.play >= 0 else ""
        elif not (wrong := self.wrong_play(step.play, now)):
            owes = self.play(step.play, now)
        if wrong:
            return wrong
        wrong = self.put_away(step.back, owes + now.returns)
        wrong = wrong or self.lose(step.lost, now)
        self.worth += TURN
        return wrong or ("" if self.cards else "no card is left")

    @property
    def drawn(self) -> int:
        """The place of what this turn draws."""
        return len(self.position.hand) + self.turn

    def wrong_play(self, place: int, now: Turn) -> str:
        if place not in self.cards:
            return f"{place} is not in hand"
        if now.must == DRAWN and now.drawn and place != self.drawn:
            return f"plays {place}, not the card drawn"
        if now.must == UNSEEN and place != self.unseen():
            return f"plays {place}, not {self.unseen()}"
        forbidden = now.barred | self.barred | self.stopped
        if any(forbidden >> card.type & 1 for card in self.played(place, now)):
            return f"{place} is forbidden"
        return ""

    def played(self, place: int, now: Turn) -> list[Card]:
        card = self.cards[place]
        return [card, now.top] if card.plays_top and now.top else [card]

    def unseen(self) -> int:
        order = self.scenario.order
        return next((place for place in order if place in self.cards), -1)

    def play(self, place: int, now: Turn) -> int:
        """How many cards that makes one put away."""
        cards = self.played(place, now)
        types = {card.type for card in cards}
        owes = sum(snare.returns for snare in self.snares if snare.type in types)
        self.snares = [snare for snare in self.snares if snare.type not in types]
        if any(card.frees for card in cards):
            self.stopped = 0
        self.barred = 0
        for card in cards:
            self.barred |= card.bars
            self.stopped |= card.stops
            owes += card.returns
        self.worth += self.cards[place].played if self.turn else 0
        self.leave(place)
        return owes

    def put_away(self, places: tuple[int, ...], owes: int) -> str:
        if len(places) != owes:
            return f"puts {len(places)} away, owes {owes}"
        for place in places:
            if place not in self.cards:
                return f"puts {place} away, which is not in hand"
            self.leave(place)
        return ""

    def lose(self, place: int, now: Turn) -> str:
        if not now.taken:
            return "" if place < 0 else f"loses {place}, and nobody takes one"
        if place != self.unseen() or place < 0:
            return f"loses {place}, not {self.unseen()}"
        self.leave(place)
        return ""

    def leave(self, place: int) -> None:
        self.worth -= self.cards.pop(place).held
