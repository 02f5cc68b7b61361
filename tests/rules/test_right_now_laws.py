"""Right Now: laws of every position, notation, rule of thumb, matches kept whole."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from right_now_kit import GAME, actions, dealt, legal, position, two, winners

from partybots.core import BadValue, NotationError
from partybots.core.arena.match import Player, play
from partybots.core.chance import below, stream
from partybots.core.registry import Registry
from partybots.core.testing import Laws
from partybots.plugins.right_now import layout, rules, table, text

COLOURS = "YGOPBNW"


class TestLaws(Laws):
    game = GAME
    matches = 6

    def cards(self, state):
        zones = [state.discards[: state.discarded], state.pile[: state.piled]]
        zones += [state.hands[s, : state.held[s]] for s in range(int(state.seats))]
        return Counter(int(layout.PRINTED[card]) for zone in zones for card in zone)

    @settings(deadline=None)
    @given(st.integers(0, 2**32), st.integers(0, 60))
    def test_a_seat_sees_the_same_whatever_lies_hidden(self, seed, moves):
        """All that is hidden is shuffled among where it is: no view may change."""
        state = self.position(seed, moves)
        for seat, view in enumerate(self.views(state)):
            world = self.world(view, seat, seed)
            assert self.views(world)[seat].tobytes() == view.tobytes()
            assert text.write(GAME.record(self.views(world)[seat])) == text.write(
                GAME.record(view)
            )

    @settings(deadline=None)
    @given(st.integers(0, 2**32), st.integers(0, 60))
    def test_nothing_is_left_beyond_what_is_held(self, seed, moves):
        state = GAME.record(self.position(seed, moves))
        for seat in range(7):
            assert not state.hands[seat, state.held[seat] :].any()
        assert not state.pile[state.piled :].any()
        assert not state.discards[state.discarded :].any()

    @settings(deadline=None)
    @given(st.integers(0, 2**32), st.integers(0, 60))
    def test_the_table_can_be_drawn_and_every_action_described(self, seed, moves):
        state = self.position(seed, moves)
        for seat, view in enumerate(self.views(state)):
            drawn = table.draw(GAME.record(view), seat)
            assert f"seat {seat}" in drawn
            for action in self.legal(state)[:3]:
                actor = GAME.kernels.actor(state)
                assert table.describe(GAME.record(view), int(action), actor)


# Counts from outside: the plays of a hand by the definition of a combo, not by runs.


def card_colours(word):
    return COLOURS.index(word[0]), COLOURS.index(word[1])


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from([a + b for a in COLOURS for b in COLOURS if a != b]),
        min_size=1,
        max_size=12,
    ),
    st.sampled_from(["YG", "BN", "WO", "PY"]),
)
def test_plays_are_those_of_the_definition(cards, top):
    want = set()
    for i in range(len(cards)):
        for j in range(i + 1, len(cards) + 1):
            part = cards[i:j]
            if len(part) == 1:
                if set(part[0]) & set(top):
                    want.add(f"play {i + 1}")
                continue
            shared = {half for k in (0, 1) if len({half := c[k] for c in part}) == 1}
            if shared and (len(part) == 4 or shared & set(top)):
                want.add(f"play {i + 1}-{j}")
    state = two(" ".join(cards), top)
    assert {a for a in actions(state) if a.startswith("play")} == want


@pytest.mark.parametrize("n", range(1, 14))
def test_a_hand_of_one_colour_has_every_slice(n):
    state = two(f"YGx{n}", "YB")
    assert len(legal(state)) == n * (n + 1) // 2 + 2  # slices, draw, exit


# Notation.


@pytest.mark.parametrize(
    "action",
    ["", "play", "play 0", "play 2-2", "play 3-2", "move 1-2", "play 999", "Draw"],
)
def test_what_is_no_action_is_refused(action):
    with pytest.raises(NotationError, match="is not a Right Now action"):
        text.read_action(action)


GOOD = "YG BW | ?x9; top GN; pile ?x58; totals 0 0; round 0 dealer 1 turn 0; 0 plays"


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("?x58", "?x57"),  # a card too few
        ("YG BW", "YG YGx5"),  # more than the deck has
        ("YG BW", "YY BW"),  # a card of one colour
        ("top GN", "top ?"),  # a top card that is not known
        ("0 plays", "5 plays"),  # no such seat
        ("0 plays", "0 orients, 1"),
        ("dealer 1", "dealer 4"),
        ("totals 0 0", "totals 0"),
        ("; totals 0 0", ""),
        ("?x9", "x ?x9"),  # alone in the round
        ("0 plays", "0 played +, 1 draws"),  # the others draw without being asked
        ("0 plays", "0 plays; target=0"),
        ("0 plays", "0 plays; targt=9"),
        ("?x58", "?x99999"),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_words(was, now):
    text.read(GOOD)
    with pytest.raises((NotationError, BadValue), match="Right Now position"):
        text.read(GOOD.replace(was, now, 1))


# The rule of thumb.


@pytest.mark.parametrize(
    ("cards", "top", "does"),
    [
        ("YG YB YN", "YW", "play 1-3"),  # wins
        ("YG YB BN PW OW", "YO", "play 1-2"),  # the longer slice
        ("BN GO PW WB OB GN", "YO", "play 2"),
    ],
)
def test_greedy_plays(cards, top, does):
    state = position([cards, "BNx9"], top)
    allowed = legal(state)
    chosen = rules.greedy(state, allowed, len(allowed), stream(1))
    assert text.write_action(int(chosen)) == does


def thumb(state):
    allowed = legal(state)
    return text.write_action(rules.greedy(state, allowed, len(allowed), stream(1)))


@pytest.mark.parametrize(
    ("others", "does"),
    [
        (["BN", "BNx9"], "exit"),  # one is nearly done
        (["BNx2", "BNx9"], "exit"),
        (["BNx3", "BNx9"], "draw"),
        (["x BN", "BNx9"], "draw"),  # it has left
    ],
)
def test_greedy_exits_when_another_is_nearly_done(others, does):
    assert thumb(position(["BN GO", *others], "YW")) == does


@pytest.mark.parametrize(("other", "does"), [("BN", "exit"), ("BNx2", "play 1")])
def test_greedy_fears_one_card_more_than_two(other, does):
    assert thumb(position(["YG BN GO", other], "YW")) == does


def test_greedy_wins_rather_than_exit():
    assert thumb(position(["YG", "BN", "BN", "BN"], "YW")) == "play 1"


def test_greedy_never_exits_for_less_than_nothing():
    assert thumb(position(["BNx10", "BN", "BN"], "YW")) == "play 1-4"
    assert (
        thumb(position(["BN GO WB GN OB WN OB GO BW NO", "BN", "BN"], "YP")) == "draw"
    )


@pytest.mark.parametrize(
    ("cards", "does"),
    [
        ("YO BN YG WB", "play 1"),
        ("YO BN YG+ WB", "play 3"),  # makes the others draw
        ("YO BN YG OW", "play 3"),  # keeps the orange together
        ("NB YO NW YG", "play 2"),  # joins the navy
    ],
)
def test_greedy_chooses_between_singles_of_one_colour(cards, does):
    assert thumb(position([cards, "BNx9"], "YP")) == does


@pytest.mark.parametrize(
    ("cards", "decides", "does"),
    [
        ("YG BY PW", "1 played @, 0 rotates", "rotate 1"),
        ("BN GO", "0 played @, 0 rotates", "decline"),
        ("YG BY PW", "0 played @, 0 rotates", "rotate 1"),
        ("YG PW YB", "1 played >, 0 moves", "move 1"),
        ("BN GO PW", "0 played >, 0 moves", "decline"),
        ("YG YB", "0 played +, 0 draws", "decline"),
    ],
)
def test_greedy_follows_an_effect_for_combos(cards, decides, does):
    mark = decides[9]
    assert thumb(position([cards, "BNx9"], f"PW{mark}", decides)) == does


def test_greedy_turns_a_card_so_that_it_combines():
    state = position(["YG BY", "BN"], "PW", "0 orients")
    allowed = legal(state)
    assert rules.greedy(state, allowed, len(allowed), stream(1)) == layout.TURN


def test_greedy_beats_random():
    """In nineteen matches of twenty at least, each deal played from both seats."""
    won = 0
    for deal in range(20):
        for thumb in (0, 1):
            rng, state = stream(deal, "beats"), dealt(2, deal)
            while (seat := state.to_act) >= 0:
                allowed = legal(state)
                action = allowed[below(rng, len(allowed))]
                if seat == thumb:
                    action = rules.greedy(state, allowed, len(allowed), rng)
                rules.apply(state, action, rng)
            won += winners(state) == [thumb]
    assert won >= 38


# Matches, kept whole: how they went when they were recorded.

GOLDEN = json.loads((Path(__file__).parent / "right_now_golden.json").read_text())


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden["name"])
def test_the_golden_match(golden):
    registry = Registry()
    players = [Player(bot, registry.bot(bot, "right-now")) for bot in golden["bots"]]
    start = GAME.new(len(players), golden["rules"])
    result = play(GAME, start, players, golden["seed"])
    assert [text.write_action(a) for a in result.actions] == golden["actions"].split(
        ", "
    )
    assert (result.scores, result.winners) == (golden["scores"], golden["winners"])
    assert np.array_equal(result.times, [])
