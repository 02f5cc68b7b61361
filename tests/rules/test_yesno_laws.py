"""YesNo: what holds in every position, what may not leak, and matches played whole."""

import numpy as np
import pytest

from partybots.core.chance import below, shuffle, stream
from partybots.core.registry import Registry
from partybots.core.testing import DEEP, Laws, law
from partybots.plugins.yesno import rules, text
from partybots.plugins.yesno.unseen import unseen_cards

GAME = Registry().game("yesno")


UNEVEN = """
11 cards YES
12 cards NO
4 challenges exactly 1 YES
3 challenges all same
"""


class TestLaws(Laws):
    game = GAME
    matches = 4

    def table(self, seed):
        """At every fourth, a deck of which some cards are put aside."""
        if seed % 4 == 3:
            return GAME.new(2 + seed // 4 % 4, deck=UNEVEN)
        return super().table(seed)

    def match(self, seed, moves, how="random"):
        """Every other match is played mostly well, so that rounds are won in it."""
        if how != "random" or seed % 2:
            yield from super().match(seed, moves, how)
            return
        rng, state = stream(seed), self.table(seed)
        GAME.kernels.deal(state, rng)
        yield state
        while moves and GAME.kernels.actor(state) >= 0:
            legal = self.legal(state)
            action = GAME.kernels.greedy(state, legal, len(legal), rng)
            if not below(rng, 50):
                action = legal[below(rng, len(legal))]
            GAME.kernels.apply(state, action, rng)
            moves -= 1
            yield state

    def cards(self, state):
        """How many YES and NO, and of which challenges, wherever they are."""
        bits = [*state.deck, *state.front, state.aside]
        sizes = [*state.deck_size, *state.front_size, state.aside_size]
        yes = sum(int(cards).bit_count() for cards in bits)
        taken = state.taken.sum(axis=0).tolist()
        pile = sorted(state.pile[: state.challenges].tolist())
        return yes + taken[1], int(sum(sizes)) - yes + taken[0], pile

    @law
    def test_nobody_sees_a_card_that_was_never_face_up(self, seed, n):
        """Dealt anew, they change no view; nor does what the others answered."""
        state = self.position(seed, n)
        views = self.views(state)
        for seat, view in enumerate(views):
            other, rng = state.copy(), stream(seed)
            record = GAME.record(other)
            for owner in range(record.seats):
                unseen = record.deck_size[owner] - record.known[owner]
                record.deck[owner] ^= below(rng, 1 << min(30, unseen))
                for asked in range(2 * owner, min(2 * owner + 2, record.asked)):
                    if owner != seat:
                        answers = record.slapped if asked % 2 else record.said
                        answers[0, owner] = 1 + below(rng, 2)
            shuffle(rng, record.pile[record.turned : record.challenges])
            GAME.kernels.hide(other, seat)
            assert other.tobytes() == view.tobytes()

    @law
    def test_a_guessed_world_hides_nothing(self, seed, n):
        for seat, view in enumerate(self.views(self.position(seed, n))):
            world = GAME.record(self.world(view, seat, seed))
            assert "?" not in text.write(world)
            assert text.read(text.write(world)).tobytes() == world.tobytes()

    @law
    def test_everyone_knows_the_same_but_for_the_answers(self, seed, n):
        views = self.views(self.position(seed, n))
        for view in views:
            record = GAME.record(view)
            for field in ("said", "said_ms", "slapped", "slapped_ms"):
                getattr(record, field)[0] = 0
        assert len({view.tobytes() for view in views}) == 1

    @law
    def test_all_that_was_face_up_stays_known(self, seed, n):
        """By a spy who writes down every card in front of anyone."""
        seen = {}
        for state in self.match(seed, n):
            record = GAME.record(state)
            if record.asked:
                continue
            for seat in range(record.seats):
                taken = record.taken[seat].sum() + record.front_size[seat]
                seen[seat] = max(seen.get(seat, 0), int(taken + record.known[seat]))
                assert seen[seat] == taken + record.known[seat]

    @law
    def test_the_first_answer_of_a_turn_is_as_secret_as_the_others(self, seed, n):
        state = self.position(seed, n)
        if GAME.record(state).over:
            return
        ends = [self.after(state, action, 1) for action in self.legal(state)]
        actor = GAME.kernels.actor(state)
        if all(GAME.kernels.sealed(end) for end in ends):
            views = [self.views(end) for end in ends]
            for seat in range(GAME.record(state).seats):
                if seat != actor:
                    assert len({view[seat].tobytes() for view in views}) == 1

    @law
    def test_seats_may_answer_in_any_order(self, seed, n):
        """The sealed-vote law: the turn comes to the same."""
        state, rng = self.position(seed, n), stream(seed)
        if GAME.record(state).over or GAME.record(state).asked:
            return
        inturn, answers = state.copy(), []
        for asked in range(2 * GAME.record(state).seats):
            legal = self.legal(inturn)
            action, ms = legal[below(rng, len(legal))], below(rng, 900)
            answers.append((asked // 2, action, ms))
            GAME.kernels.stamp(inturn, ms)
            GAME.kernels.apply(inturn, action, rng)
        anyhow = GAME.record(state)
        order = np.arange(len(answers))
        shuffle(rng, order)
        for k in order:
            rules.put(anyhow, *answers[k])
        rules.judge(anyhow)
        assert state.tobytes() == inturn.tobytes()

    @law
    def test_a_missing_time_is_drawn_and_a_given_one_is_used_up(self, seed, n):
        state = self.position(seed, n)
        for action in self.legal(state):
            drawn = state.copy()
            GAME.kernels.apply(drawn, action, stream(seed))
            same = state.copy()
            GAME.kernels.stamp(same, self.drawn(action, seed))
            GAME.kernels.apply(same, action, stream(seed + 1))
            assert same.tobytes() == drawn.tobytes()
            assert GAME.record(same).ms == rules.UNSTAMPED

    def drawn(self, action, seed):
        silent = action in (rules.SILENT, rules.HOLD)
        return 0 if silent else below(stream(seed), rules.SLOWEST)

    @law
    def test_cards_left_and_cards_seen_make_the_deck(self, seed, n):
        """unseen_cards() is right, and the same on each view."""
        state = self.position(seed, n)
        counted = {unseen_cards(GAME.record(v)) for v in self.views(state)}
        record, yes, cards = GAME.record(state), 0, 0
        for seat in range(record.seats):
            unseen = int(record.deck_size[seat] - record.known[seat])
            yes += (int(record.deck[seat]) & ((1 << unseen) - 1)).bit_count()
            cards += unseen
        yes += int(record.aside).bit_count()
        assert counted == {(cards + record.aside_size, yes)}


def test_laws_look_deep_enough():
    """Into matches with rounds won, decks made anew and turns that pass."""
    laws, seen = TestLaws(), set()
    for seed in range(0, 24, 2):
        for state in laws.match(seed, DEEP):
            record = GAME.record(state)
            made_anew = (record.known == record.deck_size) & (record.deck_size > 15)
            seen |= {("won", record.won.sum() > 2), ("anew", bool(made_anew.any()))}
            seen |= {("foreseen", int(record.foreseen)), ("over", record.over > 0)}
    assert {(what, True) for what in ("won", "anew", "foreseen", "over")} <= seen


def test_deals_are_fair():
    """Each card of a deck is YES half of the time, and each challenge comes first."""
    cards, firsts = np.zeros(20), np.zeros(3)
    for seed in range(400):
        state = GAME.new(3)
        GAME.kernels.deal(state, stream(seed))
        record = GAME.record(state)
        cards += [int(record.deck[2]) >> k & 1 for k in range(20)]
        firsts[record.pile[0]] += 1
    assert abs(cards / 400 - 0.5).max() < 0.1
    assert abs(firsts[1] / 400 - 0.5) < 0.1


# Matches, played whole: answers with their ms from one deal, and how they end.

GOLDEN = [
    (
        2,
        {"max_turns": "16"},
        7,
        """
        YES@580 hold silent hold silent slap@690 NO@720 slap@630 silent hold NO@740 hold
        YES@730 slap@470 silent slap@150 silent hold NO@610 hold YES@710 slap@220 silent
        slap@70 silent hold NO@750 hold NO@520 hold NO@120 hold silent slap@460 YES@200
        slap@70 silent hold NO@590 hold NO@500 hold NO@30 hold silent slap@250 YES@270
        slap@660 YES@730 hold silent hold silent slap@280 NO@100 slap@150 silent hold
        YES@30 hold NO@700 slap@430 silent slap@30
        """,
        """
        NNNNNYNYYNNYNYYYYNYYNYN:yyynyn:0.1.1 NYNYYYNYNYYYYYNYNNNNY:ny:2.5.6 / pile
        aabbabb(a)abbaabbaabab / turn of 0, flip 16 by 0, over turns / before 0 NO:
        N700!430 -!30; won 1 / rules max_turns=16
        """,
        [2, 13],
    ),
    (
        3,
        {"max_turns": "22", "collect": "all", "error_start": "first_in_time"},
        8,
        """
        YES@410 hold silent hold NO@660 hold silent hold silent hold YES@220 hold YES@0
        hold silent hold NO@20 hold silent hold silent hold NO@130 hold NO@240 hold
        silent hold NO@280 hold NO@780 hold NO@20 hold silent hold silent hold silent
        slap@730 YES@710 hold silent hold NO@0 hold silent hold silent hold NO@490 hold
        NO@640 hold YES@590 slap@610 silent slap@710 silent slap@570 silent hold silent
        hold NO@540 hold NO@320 hold silent hold NO@460 hold silent hold YES@230 hold
        silent hold silent hold YES@710 slap@490 YES@420 slap@260 silent hold silent
        slap@290 YES@570 hold silent hold YES@80 hold silent hold silent hold YES@440
        hold YES@520 hold YES@640 hold YES@710 hold YES@430 hold YES@640 slap@80 YES@70
        hold YES@70 hold YES@390 hold silent hold silent hold silent hold NO@480 hold
        silent hold YES@430 hold silent hold YES@650 hold
        """,
        """
        NNNNYYYNNYNNN+YYNYNY:Y:0.0.0 NYYNNYNNYNNYNN+NNY:YyN:0.0.0
        YNNYNYYYYYN+YN:yyY:2.2.2 / pile ab(a)baaabaaababbbbbab / turn of 2, flip 22 by
        2, over turns / before 2 YES: Y430- -- Y650- / rules collect=all
        error_start=first_in_time max_turns=22
        """,
        [0, 0, 6],
    ),
    (
        4,
        {"max_turns": "8"},
        9,
        """
        YES@120 slap@640 silent slap@190 YES@660 slap@10 NO@200 slap@130 silent hold
        silent hold silent slap@770 silent hold YES@330 hold NO@550 hold NO@410 slap@510
        YES@640 hold YES@240 slap@460 NO@60 hold YES@300 hold silent hold NO@50 slap@760
        silent slap@760 YES@10 hold silent hold NO@720 hold NO@130 hold silent hold
        YES@320 hold silent hold YES@600 hold NO@480 slap@300 YES@650 hold NO@580
        slap@10 NO@330 slap@310 YES@710 slap@70 NO@620 slap@740
        """,
        """
        NNYYNNNYNYYY+NYY:-:0.0.0 NNYNYYYNNNYN+YNN:-:0.0.0 NYNYYYYYYYYNYNN:-:0.0.0
        NYNYNYYYNNNYN+NN:-:0.0.0 / pile (a)bbbababababaaabbaab / turn of 3, flip 8 by 3,
        over turns / before 3 NO: N580!10 N330!310 Y710!70 N620!740; erred 0 1 2 3 /
        rules max_turns=8
        """,
        [0, 0, 0, 0],
    ),
]


@pytest.mark.parametrize(("seats", "house", "seed", "answers", "end", "points"), GOLDEN)
def test_the_golden_matches(seats, house, seed, answers, end, points):
    state, out = GAME.new(seats, house), np.zeros(seats, np.int64)
    GAME.kernels.deal(state, stream(seed))
    for answer in answers.split():
        action, _, ms = answer.partition("@")
        GAME.kernels.stamp(state, int(ms or 0))
        GAME.kernels.apply(state, text.read_action(action), stream(seed))
    GAME.kernels.scores(state, out)
    assert text.write(GAME.record(state)).split() == end.split()
    assert out.tolist() == points
