"""The laws of every game, as tests to inherit:

class TestMyGame(Laws):
    game = Registry().game("my-game")

Half of the positions come from tables with house rules. Override `cards` to have
conservation checked, and `actions` if writing every action would take too long.
"""

from collections.abc import Callable, Iterator
from typing import ClassVar

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from partybots.core.chance import below, stream
from partybots.core.errors import BadValue
from partybots.core.game import Actions, Bytes, Game

LONGEST = 100_000  # actions; a match that is longer is taken to be endless
DEEP = 400  # actions into a match, at most, that a position is sought


def law(test: Callable[..., None]) -> Callable[..., None]:
    """A test of positions anywhere in a match, that many games may inherit."""
    checks = [HealthCheck.differing_executors, HealthCheck.too_slow]
    shared = settings(deadline=None, suppress_health_check=checks, max_examples=60)
    return shared(given(st.integers(0, 2**32), st.integers(0, DEEP))(test))


class Laws:
    game: ClassVar[Game]
    matches: ClassVar[int] = 12  # that the laws of whole matches play

    def cards(self, state: np.record) -> object:
        """All cards in all zones, in a form that == compares: always the same."""
        return None

    def actions(self) -> range:
        """The actions whose notation is tried."""
        return range(self.game.rules.ACTIONS)

    def table(self, seed: int) -> Bytes:
        """Nothing dealt yet: any number of seats, every other time with house rules."""
        rng, seats = stream(seed, "table"), self.game.rules.SEATS
        house = self.game.rules_of_the_house if below(rng, 2) else ()
        rules = {}
        for rule in house:
            tries = rule.tries()
            rules[rule.name] = rule.write(tries[below(rng, len(tries))])
        size = seats[below(rng, len(seats))]
        try:
            return self.game.new(size, rules)
        except BadValue:  # these rules do not go together
            return self.game.new(self.usual(size))

    def usual(self, size: int) -> int:
        """The nearest number of seats that needs no house rule."""
        seats: int
        for seats in sorted(self.game.rules.SEATS, key=lambda n: abs(n - size)):
            try:
                self.game.new(seats)
            except BadValue:
                continue
            return seats
        raise AssertionError("no number of seats can play without house rules")

    def match(self, seed: int, moves: int, how: str = "random") -> Iterator[Bytes]:
        """One state, in each position of `moves` "random", "idle" or "greedy" moves."""
        rng, kernels = stream(seed), self.game.kernels
        state = self.table(seed)
        kernels.deal(state, rng)
        yield state
        while moves and kernels.actor(state) >= 0:
            legal = self.legal(state)
            action = legal[below(rng, len(legal))]
            if how == "idle":
                action = kernels.idle(state)
            elif how == "greedy":
                action = kernels.greedy(state, legal, len(legal), rng)
            kernels.apply(state, action, rng)
            moves -= 1
            yield state

    def position(self, seed: int, moves: int, how: str = "random") -> Bytes:
        """Where a match is after `moves`, or at its end."""
        *_, state = self.match(seed, moves, how)
        return state

    def views(self, state: Bytes) -> list[Bytes]:
        """[seat]: all that it may know."""
        views = [state.copy() for _ in range(self.game.record(state).seats)]
        for seat, view in enumerate(views):
            self.game.kernels.hide(view, seat)
        return views

    def world(self, view: Bytes, seat: int, seed: int) -> Bytes:
        """What may lie behind a view."""
        world = view.copy()
        self.game.kernels.guess(world, seat, stream(seed))
        return world

    def legal(self, state: Bytes) -> Actions:
        """What may be done; nothing when the match is over."""
        actions = np.zeros(self.game.rules.ACTIONS, np.int64)
        over = self.game.kernels.actor(state) < 0
        return actions[: 0 if over else self.game.kernels.legal(state, actions)]

    def after(self, state: Bytes, action: int, seed: int, ms: int = 700) -> Bytes:
        """The state that an action leads to, its time stamped if it is a race."""
        state = state.copy()
        self.game.kernels.stamp(state, ms)
        self.game.kernels.apply(state, action, stream(seed))
        return state

    def choice(self, state: Bytes, seed: int) -> tuple[int, list[int], int]:
        """Who acts, what they may do, and what they do by the rule of thumb."""
        legal = self.legal(state)
        greedy = self.game.kernels.greedy(state, legal.copy(), len(legal), stream(seed))
        return self.game.kernels.actor(state), legal.tolist(), greedy

    def scores(self, state: Bytes) -> Actions:
        scores = np.zeros(self.game.record(state).seats, np.int64)
        self.game.kernels.scores(state, scores)
        return scores

    @law
    def test_a_world_guessed_from_a_view_looks_like_it(self, seed: int, n: int) -> None:
        for seat, view in enumerate(self.views(self.position(seed, n))):
            looks = self.views(self.world(view, seat, seed))[seat]
            assert looks.tobytes() == view.tobytes()

    @law
    def test_a_view_has_nothing_more_to_hide(self, seed: int, n: int) -> None:
        for seat, view in enumerate(self.views(self.position(seed, n))):
            assert self.views(view)[seat].tobytes() == view.tobytes()

    @law
    def test_a_guessed_world_holds_the_same_cards(self, seed: int, n: int) -> None:
        state = self.position(seed, n)
        cards = self.cards(self.game.record(state))
        for seat, view in enumerate(self.views(state)):
            world = self.game.record(self.world(view, seat, seed))
            assert self.cards(world) == cards

    @law
    def test_a_guessed_world_can_be_played_on(self, seed: int, n: int) -> None:
        for seat, view in enumerate(self.views(self.position(seed, n))):
            world, rng = self.world(view, seat, seed), stream(seed)
            for _ in range(20):
                if not len(legal := self.legal(world)):
                    break
                action = legal[below(rng, len(legal))]
                assert not self.game.why.why_illegal(self.game.record(world), action)
                self.game.kernels.apply(world, action, rng)

    @law
    def test_who_acts_and_how_hangs_on_what_they_know(self, seed: int, n: int) -> None:
        state = self.position(seed, n)
        if (seat := self.game.kernels.actor(state)) >= 0:
            view = self.views(state)[seat]
            assert self.choice(view, seed) == self.choice(state, seed)

    @law
    def test_everyone_knows_who_acts(self, seed: int, n: int) -> None:
        state = self.position(seed, n)
        actor = self.game.kernels.actor(state)
        assert {self.game.kernels.actor(view) for view in self.views(state)} == {actor}

    @law
    def test_legal_actions_are_in_order(self, seed: int, n: int) -> None:
        legal = self.legal(state := self.position(seed, n))
        assert (np.diff(legal) > 0).all()
        assert len(legal) or self.game.kernels.actor(state) == -1

    @law
    def test_idle_and_greedy_are_legal(self, seed: int, n: int) -> None:
        state = self.position(seed, n)
        if self.game.kernels.actor(state) >= 0:
            _, legal, greedy = self.choice(state, seed)
            assert {greedy, self.game.kernels.idle(state)} <= set(legal)

    @law
    def test_fast_rules_and_rules_in_words_agree(self, seed: int, n: int) -> None:
        state = self.position(seed, n)
        if legal := self.legal(state).tolist():
            record, why = self.game.record(state), self.game.why.why_illegal
            every = range(self.game.rules.ACTIONS)
            assert [action for action in every if not why(record, action)] == legal

    @law
    def test_a_position_survives_writing_and_reading(self, seed: int, n: int) -> None:
        state, text = self.position(seed, n), self.game.text
        for known in (state, *self.views(state)):
            written = text.write(self.game.record(known))
            assert text.read(written).tobytes() == known.tobytes(), written

    @law
    def test_playing_on_a_copy_leaves_the_original(self, seed: int, n: int) -> None:
        state = self.position(seed, n)
        before = state.tobytes()
        for action in self.legal(state):
            self.game.kernels.apply(state.copy(), action, stream(seed))
        assert state.tobytes() == before

    @law
    def test_sealed_answers_stay_sealed(self, seed: int, n: int) -> None:
        """While answers are sealed, from the first on, they change nobody else's view
        and draw no chance (but a missing time): not even how many there are.
        """
        if not hasattr(self.game.rules, "sealed"):
            return
        state, kernels = self.position(seed, n), self.game.kernels
        legal = self.legal(state)
        for action in legal:
            one, two = (self.after(state, action, luck) for luck in (1, 2))
            if kernels.sealed(one):
                assert one.tobytes() == two.tobytes()
        times = (0, 700, 2999) if self.game.race else (0,)
        ends = [self.after(state, a, 1, ms) for a in legal for ms in times]
        views = [self.views(end) for end in ends if kernels.sealed(end)]
        for seat in range(self.game.record(state).seats):
            if seat != kernels.actor(state):
                assert len({view[seat].tobytes() for view in views}) <= 1

    def test_an_action_survives_writing_and_reading(self) -> None:
        text, every = self.game.text, self.actions()
        assert [text.read_action(text.write_action(a)) for a in every] == [*every]

    def test_some_of_what_others_know_is_hidden(self) -> None:
        """A guess then changes it; a hide() that hides nothing leaves none to make.

        Rules that say PERFECT_INFORMATION = True are held to hiding nothing instead.
        """
        if getattr(self.game.rules, "PERFECT_INFORMATION", False):
            for seed in range(20):
                state = self.position(seed, seed)
                assert {v.tobytes() for v in self.views(state)} == {state.tobytes()}
            return
        changed = False
        for seed in range(20):
            views = self.views(self.position(seed, seed))
            for seat, view in enumerate(views):
                guessed = self.views(self.world(view, seat, seed))
                changed |= not np.array_equal(views, guessed)
        assert changed

    def test_cards_are_conserved(self) -> None:
        for seed in range(self.matches):
            states = self.match(seed, LONGEST)
            cards = self.cards(self.game.record(next(states)))
            for state in states:
                assert self.cards(self.game.record(state)) == cards

    def test_a_round_puts_at_most_span_between_two_seats(self) -> None:
        """A round played by the rule of thumb; a search clips what is beyond it."""
        for seed in range(self.matches):
            rounds, before = 0, self.scores(self.position(seed, 0))
            for state in self.match(seed, LONGEST, "greedy"):
                ended = self.game.kernels.actor(state) < 0
                if ended or self.game.kernels.rounds(state) > rounds:
                    after = self.scores(state)
                    assert np.ptp(after - before) <= self.game.rules.SPAN
                    rounds, before = self.game.kernels.rounds(state), after

    def test_one_seed_is_one_match_and_it_ends(self) -> None:
        for seed in range(self.matches):
            one, two = (self.position(seed, LONGEST) for _ in range(2))
            assert one.tobytes() == two.tobytes()
            assert self.game.kernels.actor(one) == -1

    def test_a_match_has_a_winner(self) -> None:
        for seed in range(self.matches):
            won = np.zeros(len(self.scores(end := self.position(seed, LONGEST))), int)
            self.game.kernels.winners(end, won)
            assert set(won.tolist()) <= {0, 1}
            assert won.any()

    def test_a_match_of_idle_seats_ends(self) -> None:
        for seed in range(self.matches):
            end = self.position(seed, LONGEST, "idle")
            assert self.game.kernels.actor(end) == -1
