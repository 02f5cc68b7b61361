"""YesNo played once more, slowly, with lists of cards, and held against the kernels.

Written from the rules alone: each card is a thing of its own that remembers whether it
was ever seen.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from partybots.core.chance import below, stream
from partybots.core.registry import Registry
from partybots.core.testing import Laws
from partybots.plugins.yesno import rules
from partybots.solvers.yesno import decode, is_met

GAME = Registry().game("yesno")


@dataclass
class Card:
    word: str
    seen: bool = False
    up: bool = False


class Slow:
    """The table that a dealt state stands for."""

    def __init__(self, state):
        self.house = {
            rule.name: rule.write(int(getattr(state, rule.name)))
            for rule in GAME.rules_of_the_house
        }
        self.n = int(state.seats)
        self.pile = [decode(int(state.kind[k - 1])) for k in state.pile if k]
        self.decks = [self.cards(state.deck[s], state.deck_size[s]) for s in self.seats]
        self.decks[0].insert(0, *self.cards(state.front[0], 1))
        self.fronts = [[] for _ in self.seats]
        self.taken = [[] for _ in self.seats]
        self.won = [0] * self.n
        self.passes = self.flips = 0
        self.over = False
        self.begin(0)

    @property
    def seats(self):
        return range(self.n)

    def cards(self, bits, size):
        return [Card("YES" if int(bits) >> k & 1 else "NO") for k in range(size)]

    def clockwise(self):
        return [(self.flipper + k) % self.n for k in self.seats]

    def begin(self, seat):
        """The turn comes to `seat`."""
        self.turn, self.word = seat, None
        deck, front = self.decks[seat], self.fronts[seat]
        if not deck and self.house["deck_out"] == "recycle":
            deck.extend(card for card in front if not card.up)
            front[:] = [card for card in front if card.up]
        if deck:
            card = deck.pop(0)
            card.seen = card.up = True
            front.append(card)
            self.flipper, self.word, self.passes = seat, card.word, 0
            self.flips += 1
        elif self.house["deck_out"] == "end" or not front:
            self.over = True
        else:
            self.passes += 1

    def shows(self, seat):
        front = self.fronts[seat]
        return front[-1].word if front and front[-1].up else None

    def play(self, words, slaps, times):
        """A turn: [seat] a word or None, [seat] ms or None; times of the words."""
        met = is_met(self.pile[sum(self.won)], [self.shows(s) for s in self.seats])
        wrong = {s for s in self.seats if self.wrong_word(s, words[s])}
        slapped = [s for s in self.seats if slaps[s] is not None]
        false_slaps = set() if met else set(slapped)
        right = [s for s in slapped if s not in wrong] if met else []
        if self.house["error_beats_slap"] == "true" and wrong:
            right = []
        winner = self.fastest(right, slaps)
        if winner is not None:
            self.win(winner)
            self.go_on(winner)
        elif wrong | false_slaps:
            when = {
                s: slaps[s] if s in false_slaps else self.spoken(words[s], times[s])
                for s in wrong | false_slaps
            }
            self.error(wrong | false_slaps)
            self.go_on(self.starts(when))
        elif self.passes == self.n:
            self.over = True
        else:
            self.go_on((self.turn + 1) % self.n)

    def spoken(self, word, ms):
        return float("inf") if word is None else ms

    def wrong_word(self, seat, said):
        own = self.shows(seat)
        if self.word is not None and own == self.word:
            return said != own
        if said is None:
            return False
        stray = self.word is not None and said == own
        return not (stray and self.house["stray_word"] == "ignored")

    def fastest(self, right, slaps):
        if not right:
            return None
        limit = min(slaps[s] for s in right) + int(self.house["tie_window_ms"])
        tied = [s for s in self.clockwise() if s in right and slaps[s] <= limit]
        void = self.house["slap_tie"] == "void" and len(tied) > 1
        return None if void else tied[0]

    def starts(self, when):
        order = [s for s in self.clockwise() if s in when]
        if self.house["error_start"] == "first_in_time":
            order.sort(key=lambda s: when[s])  # stable
        return order[0]

    def win(self, winner):
        front = self.fronts[winner]
        if self.house["collect"] == "all":
            takes = [*front]
        elif self.house["collect"] == "top_only":
            takes = front[-1:]
        else:
            takes = [card for card in front if card.up]
        ids = {id(card) for card in takes}
        self.taken[winner] += takes
        front[:] = [card for card in front if id(card) not in ids]
        for other in self.fronts:
            for card in other:
                card.up = False
        self.won[winner] += 1
        self.passes = 0
        target = self.house["target_points"]
        reached = target != "none" and self.points(winner) >= int(target)
        self.over = reached or sum(self.won) == len(self.pile)

    def points(self, seat):
        worth = int(self.house["challenge_points"])
        return len(self.taken[seat]) + worth * self.won[seat]

    def error(self, erred):
        self.passes = 0
        for s in self.seats:
            front = self.fronts[s]
            if s in erred:
                self.decks[s] += front
                front.clear()
            elif front:
                front[-1].up = False

    def go_on(self, seat):
        if not self.over and self.flips >= int(self.house["max_turns"]):
            self.over = True
        if not self.over:
            self.begin(seat)

    def picture(self):
        def drawn(cards):
            return "".join(c.word[0] if c.up else c.word[0].lower() for c in cards)

        fronts = [drawn(front) for front in self.fronts]
        decks = ["".join(c.word[0] for c in deck) for deck in self.decks]
        seen = [[c.seen for c in deck] for deck in self.decks]
        scores = [self.points(s) for s in self.seats]
        now = self.turn, self.flipper, self.passes, self.flips, sum(self.won)
        return decks, seen, fronts, scores, now, self.over


def picture(state):
    """The same of a state."""
    decks, seen, fronts = [], [], []
    for seat in range(state.seats):
        size, known = int(state.deck_size[seat]), int(state.known[seat])
        decks.append("".join("NY"[state.deck[seat] >> k & 1] for k in range(size)))
        seen.append([k >= size - known for k in range(size)])
        cards = [
            "NY"[state.front[seat] >> k & 1] for k in range(state.front_size[seat])
        ]
        ups = [state.front_up[seat] >> k & 1 for k in range(len(cards))]
        both = zip(cards, ups, strict=True)
        fronts.append("".join(card if up else card.lower() for card, up in both))
    scores = np.zeros(state.seats, np.int64)
    rules.scores(state, scores)
    now = state.turn, state.flipper, state.passes, state.flips, state.won.sum()
    return decks, seen, fronts, scores.tolist(), tuple(map(int, now)), state.over > 0


class Tables(Laws):
    """For its table(): every other one has house rules of its own."""

    game = GAME


@cache
def play(seed):
    """A match by both, compared turn by turn; why it ended, as rules has it."""
    state, rng = Tables().table(seed), stream(seed, "deal")
    GAME.kernels.deal(state, rng)
    record = GAME.record(state)
    slow, care, slapping = Slow(record), below(rng, 4), below(rng, 4) > 0
    for _ in range(300):
        assert picture(record) == slow.picture()
        if slow.over:
            break
        said, slaps, times = [], [], []
        for seat in range(record.seats):
            times.append(give(state, rng, word(state, rng, care)))
            said.append([None, "YES", "NO"][record.said[0, seat] - 1])
            slap, ms = rules.HOLD, few_times(rng)
            if slapping:
                slap = slaps_or_not(state, rng, care)
            slaps.append(ms if slap == rules.SLAP else None)
            if seat < record.seats - 1:
                give(state, rng, slap, ms)
        slow.play(said, slaps, times)
        give(state, rng, slap, ms)
    return int(record.over)


def give(state, rng, action, ms=None):
    ms = few_times(rng) if ms is None else ms
    GAME.kernels.stamp(state, ms)
    GAME.kernels.apply(state, action, rng)
    return ms


def word(state, rng, care):
    return GAME.kernels.idle(state) if is_right(rng, care) else below(rng, 3)


def slaps_or_not(state, rng, care):
    legal = np.array([rules.HOLD, rules.SLAP])
    if is_right(rng, care):
        return GAME.kernels.greedy(state, legal, 2, rng)
    return legal[below(rng, 2)]


def is_right(rng, care):
    """Mostly, the more careful the surer; always with the most care, 3."""
    return below(rng, 2 + 10 * care) > 0 or care == 3


def few_times(rng):
    """So that many are equal."""
    return 20 * below(rng, 5)


SEEDS = range(45)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_kernels_play_as_slowly_written_rules_do(seed):
    play(seed)


def test_such_matches_end_in_every_way():
    ends = {play(seed) for seed in SEEDS}
    assert ends == {*range(rules.PLAYING, rules.TURNS + 1)}
