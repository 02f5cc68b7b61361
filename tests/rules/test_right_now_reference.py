"""Right Now played beside a second telling of its rules: cards are words, hands lists.

It is written from the rulebook and shares no code with the kernels. Only what chance
decides, a deal and the order of a new pile, is copied from them, and its cards checked.
"""

from collections import Counter

import pytest
from right_now_kit import GAME, actions

from partybots.core.chance import below, stream
from partybots.plugins.right_now import text
from partybots.plugins.right_now.house import HOUSE

EFFECTS = {"+": "draw", ">": "move", "@": "rotate"}


class Table:
    """A match as people keep it: lists of cards such as "YG+", seats from 0."""

    def __init__(self, state):
        self.seats = int(state.seats)
        self.rule = {rule.name: int(state[rule.name]) for rule in HOUSE}
        self.totals, self.rounds = [0] * self.seats, 0
        self.dealer = int(state.dealer)
        self.deal(state)

    def deal(self, state):
        """Copied; who begins is not."""
        self.hands = [row(state.hands[s], state.held[s]) for s in range(self.seats)]
        self.pile = row(state.pile, state.piled)[::-1]
        self.discards = row(state.discards, state.discarded)[::-1]
        assert [len(hand) for hand in self.hands] == [9] * self.seats
        assert len(self.discards) == 1
        self.exited, self.turns, self.queue = set(), 0, []
        self.begin(self.after(self.dealer))

    def begin(self, seat):
        self.turn = seat
        self.asked, self.what, self.effect = seat, "turn", None

    def after(self, seat):
        """The next seat clockwise still in the round."""
        seat = (seat + 1) % self.seats
        return self.after(seat) if seat in self.exited else seat

    def legal(self):
        hand = self.hands[self.asked]
        if self.what == "orient":
            return {"keep", "turn"}
        if self.what == "follow":
            free = {"decline"} if self.asked == self.turn else set()
            places = range(1, len(hand) + 1)
            if self.effect == "draw":
                return free | {"draw"}
            if self.effect == "move":
                return free | {f"move {place}" for place in places[:-1]}
            return free | {f"rotate {place}" for place in places}
        found = {"exit"} | ({"draw"} if self.can_draw() else set())
        for i in range(len(hand)):
            for j in range(i + 1, len(hand) + 1):
                if self.playable(hand[i:j]):
                    found.add(f"play {i + 1}" + (f"-{j}" if j > i + 1 else ""))
        return found

    def playable(self, cards):
        top = set(self.discards[0][:2])
        if len(cards) == 1:
            return bool(top & set(cards[0][:2]))
        tops, bottoms = {card[0] for card in cards}, {card[1] for card in cards}
        colours = set()
        for half in (tops, bottoms):
            if len(half) == 1:
                colours |= half
        return bool(colours) and (len(cards) == 4 or bool(colours & top))

    def can_draw(self):
        if self.pile:
            return True
        return bool(self.rule["reshuffle"]) and bool(self.discards[1:] + self.buried())

    def buried(self):
        if not self.rule["exited_cards"]:
            return []
        return [card for seat in sorted(self.exited) for card in self.hands[seat]]

    def play(self, action, state):
        """`state` is that of the kernels after the same action."""
        word, _, rest = action.partition(" ")
        hand = self.hands[self.asked]
        if word == "play":
            first, _, last = rest.partition("-")
            self.discard(int(first) - 1, int(last or first), state)
        elif word == "exit":
            self.leave(state)
        elif word == "draw":
            self.draw(self.asked, state)
        else:
            if word == "turn":
                hand[-1] = turned(hand[-1])
            elif word == "rotate":
                hand[int(rest) - 1] = turned(hand[int(rest) - 1])
            elif word == "move":
                hand.append(hand.pop(int(rest) - 1))
            self.on(state)

    def discard(self, first, end, state):
        hand = self.hands[self.asked]
        for card in reversed(hand[first:end]):
            self.discards.insert(0, card)
        del hand[first:end]
        if not hand:
            return self.end(self.asked, state)
        self.effect = EFFECTS.get(self.discards[0][2:])
        others = [(self.turn + step) % self.seats for step in range(1, self.seats)]
        active_first = self.rule["effect_order"]
        order = [self.turn, *others] if active_first else [*others, self.turn]
        self.queue = order if self.effect else []
        return self.on(state)

    def on(self, state):
        """To whoever follows the effect next, or to the next turn."""
        while self.queue:
            seat = self.queue.pop(0)
            alone = self.effect == "move" and len(self.hands[seat]) == 1
            dry = self.effect == "draw" and not self.can_draw()
            if seat in self.exited or alone or dry:
                continue
            self.asked, self.what = seat, "follow"
            if self.effect == "draw" and seat != self.turn:
                self.draw(seat, state)
            return None
        self.turns += 1
        if self.turns == self.rule["max_turns"]:
            return self.end(None, state)
        return self.begin(self.after(self.turn))

    def draw(self, seat, state):
        if not self.pile:
            made = [*self.discards[1:], *self.buried()]
            order = row(state.pile, state.piled)[::-1]
            drawn = text.write_card(int(state.hands[seat, state.held[seat] - 1]))
            self.pile = [drawn, *order]
            assert kinds(self.pile) == kinds(made)
            del self.discards[1:]
            if self.rule["exited_cards"]:
                for other in self.exited:
                    self.hands[other] = []
        self.hands[seat].append(self.pile.pop(0))
        self.asked, self.what = seat, "orient"

    def points(self, seat):
        points = 9 - len(self.hands[seat])
        return max(points, 0) if self.rule["exit_floor"] else points

    def leave(self, state):
        self.totals[self.asked] += self.points(self.asked)
        self.exited.add(self.asked)
        last = set(range(self.seats)) - self.exited
        return self.end(last.pop(), state) if len(last) == 1 else self.on(state)

    def end(self, winner, state):
        self.rounds += 1
        if winner is not None:
            self.totals[winner] += 10
            self.dealer = winner
        reached = max(self.totals) >= self.rule["target"]
        if reached or self.rounds == self.rule["max_rounds"]:
            self.asked = -1
        else:
            self.deal(state)

    def scores(self):
        inside = set(range(self.seats)) - self.exited if self.asked >= 0 else ()
        return [
            total + (self.points(seat) if seat in inside else 0)
            for seat, total in enumerate(self.totals)
        ]


def row(cards, size):
    return [text.write_card(int(card)) for card in cards[:size]]


def turned(card):
    return card[1] + card[0] + card[2:]


def kinds(cards):
    return Counter("".join(sorted(card[:2])) + card[2:] for card in cards)


def same(table, state):
    assert table.asked == state.to_act
    assert table.totals == state.totals[: table.seats].tolist()
    assert (table.rounds, table.dealer) == (state.rounds, state.dealer)
    assert table.exited == set(state.gone.nonzero()[0]) or table.asked < 0
    if table.asked >= 0:
        for seat, cards in enumerate(table.hands):
            assert cards == row(state.hands[seat], state.held[seat])
        assert table.discards == row(state.discards, state.discarded)[::-1]
        assert table.pile == row(state.pile, state.piled)[::-1]
        assert (table.turn, table.turns) == (state.turn, state.turns)
        assert table.legal() == actions(state)


TABLES = [
    {},
    {"target": "40", "max_rounds": "3"},
    {"effect_order": "active_first", "exit_floor": "0", "max_rounds": "3"},
    {"exited_cards": "discard_bottom", "max_turns": "60", "max_rounds": "4"},
    {"reshuffle": "false", "max_rounds": "3", "first_dealer": "1"},
]


@pytest.mark.parametrize("house", TABLES, ids=lambda house: " ".join(house) or "usual")
@pytest.mark.parametrize("seats", [2, 3, 5, 7])
def test_the_kernels_play_as_the_rulebook_reads(seats, house):
    """Once at random, once by seats that seldom exit, so that piles are made anew."""
    for patience in (0, 12):
        rng, state = stream(seats, str(house), patience), GAME.new(seats, house)
        GAME.kernels.deal(state, rng)
        record = GAME.record(state)
        table = Table(record)
        same(table, record)
        for _ in range(250):
            if table.asked < 0:
                break
            legal = sorted(table.legal())
            action = legal[below(rng, len(legal))]
            for _ in range(patience):
                if action == "exit":
                    action = legal[below(rng, len(legal))]
            GAME.kernels.apply(state, text.read_action(action), rng)
            table.play(action, record)
            same(table, record)
            scores = record.totals[:seats].copy()
            GAME.kernels.scores(state, scores)
            assert scores.tolist() == table.scores()
