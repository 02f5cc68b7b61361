"""Liar's Dice, rule by rule: R1 to R7 stand in tests/sample/liars_dice/rules.py."""

import re
from math import comb

import numpy as np
import pytest
from does import dice
from hypothesis import given, settings
from hypothesis import strategies as st
from liars_dice import rules, text, why
from liars_dice.sceptic import Sceptic

from partybots.core import NotationError
from partybots.core.arena.match import Player, play
from partybots.core.chance import stream
from partybots.core.testing import Laws
from partybots.plugins.bots.greedy import Greedy
from partybots.plugins.bots.random import Random

GAME = dice()


def legal(state):
    actions = np.zeros(rules.ACTIONS, np.int64)
    return actions[: rules.legal(state, actions)]


def actions(position):
    return {text.write_action(action) for action in legal(text.read(position))}


def after(position, *played):
    state = text.read(position)
    for action in played:
        rules.apply(state, text.read_action(action), stream(1))
    return state


# R1  Everyone starts with five dice. A round opens with all dice rolled in secret.


def test_r1_everyone_starts_with_five_dice():
    state = GAME.new(3)
    GAME.kernels.deal(state, stream(1))
    assert list(GAME.record(state).left) == [5, 5, 5, 0, 0, 0]
    assert list(GAME.record(state).dice.sum(axis=1)) == [5, 5, 5, 0, 0, 0]


def test_r1_nobody_sees_another_hand():
    table = text.read("44412 55631 / 0")
    rules.hide(table, 1)
    assert text.write(table) == "????? 13556 / 0"


# R2  The player to act raises the standing bid or challenges it; with none, must bid.


def test_r2_the_opening_player_must_bid():
    assert "challenge" not in actions("44412 55631 / 0")


# R3  A raise has a higher count, or the same count and a higher face.


@pytest.mark.parametrize(
    ("raised_to", "allowed"),
    [
        ("4x2", True),  # more dice, a lower face
        ("3x5", True),  # as many, a higher face
        ("3x4", False),  # the same again
        ("2x6", False),  # fewer dice
    ],
)
def test_r3_a_raise_over_three_fours(raised_to, allowed):
    assert (raised_to in actions("44412 55631 / 3x4 by 0 / 1")) == allowed


# R4  A bid may not count more dice than are in play.


def test_r4_ten_dice_can_be_bid_and_eleven_cannot():
    assert "10x6" in actions("44412 55631 / 0")
    assert "11x1" not in actions("44412 55631 / 0")


# R5  The bid holds if at least that many dice show the face.


@pytest.mark.parametrize(
    ("bid", "loser"),
    [
        ("2x4", "challenger"),  # one more than bid
        ("3x4", "challenger"),  # exactly as bid
        ("4x4", "bidder"),  # one short
    ],
)
def test_r5_three_fours_lie_on_the_table(bid, loser):
    table = after(f"44112 55641 / {bid} by 0 / 1", "challenge")
    assert list(table.left[:2]) == ([5, 4] if loser == "challenger" else [4, 5])


# R6  Whoever lost the die opens; if it was their last, the next player still in.


def test_r6_the_loser_opens():
    assert after("44 55 66 / 1x1 by 0 / 1", "challenge").to_act == 0


def test_r6_a_loser_who_is_out_passes_the_opening_on():
    assert after("4 - 66 / 1x1 by 0 / 2", "challenge").to_act == 2


# R7  A player without dice is out. The last one in wins.


def test_r7_the_last_one_in_wins():
    table, won = after("4 5 / 1x1 by 0 / 1", "challenge"), np.zeros(2, np.int64)
    rules.scores(table, won)
    assert rules.actor(table) == -1
    assert list(won) == [0, 1]


def test_every_rule_has_a_test_of_its_own():
    stated = set(re.findall(r"^R\d+", rules.__doc__, re.MULTILINE))
    tested = re.findall(r"test_(r\d+)_", " ".join(globals()))
    assert stated == {rule.upper() for rule in tested}


# Counts from a formula: of the 6 bids a die allows, any n can be made, in rising order.


def sequences(state, length):
    if length == 0:
        return 1
    total = 0
    for action in legal(state):
        if action != rules.CHALLENGE:
            rules.apply(child := state.copy(), action, stream(1))
            total += sequences(child, length - 1)
    return total


@pytest.mark.parametrize("length", range(5))
def test_bid_sequences_are_as_many_as_the_formula_says(length):
    assert sequences(text.read("1 1 / 0"), length) == comb(12, length)


# The rule of thumb, and the chance it goes by.


@pytest.mark.parametrize(
    ("position", "does"),
    [
        ("44112 ????? / 2x4 by 1 / 0", "2x5"),  # holds already
        ("44112 ????? / 3x4 by 1 / 0", "3x5"),  # three in five
        ("44112 ????? / 2x3 by 1 / 0", "challenge"),  # one in five
    ],
)
def test_greedy(position, does):
    view, allowed = text.read(position), legal(text.read(position))
    chosen = rules.greedy(view, allowed, len(allowed), stream(1))
    assert text.write_action(chosen) == does


@pytest.mark.parametrize("count", range(1, 13))
def test_the_chance_that_a_bid_holds_is_binomial(count):
    chance = rules.chance_bid_holds(text.read(f"4455 ????? ??? / {count}x4 by 2 / 0"))
    ways = sum(comb(8, k) * 5 ** (8 - k) for k in range(max(count - 2, 0), 9))
    assert chance == pytest.approx(ways / 6**8, abs=1e-12)


# What must hold in every position.


class TestLaws(Laws):
    game = GAME

    @settings(deadline=None)
    @given(st.integers(0, 2**32), st.integers(0, 60))
    def test_a_seat_sees_the_same_whatever_the_others_rolled(self, seed, moves):
        state = GAME.record(self.position(seed, moves))
        seat, other = state.to_act, state.copy()
        rules.roll(other, stream(seed))
        other.dice[seat] = state.dice[seat]
        rules.hide(state, seat)
        rules.hide(other, seat)
        assert state.tobytes() == other.tobytes()

    @settings(deadline=None)
    @given(st.integers(0, 2**32), st.integers(0, 60))
    def test_a_seat_has_as_many_dice_as_are_left_to_it(self, seed, moves):
        state = GAME.record(self.position(seed, moves))
        assert state.dice.sum(axis=1).tolist() == state.left.tolist()
        assert state.left.max() <= rules.START_DICE
        assert state.left[state.seats :].sum() == 0


# The notation refuses what cannot be.


@pytest.mark.parametrize(
    "position",
    [
        "",
        "44412",  # one seat alone
        "44412 / 0",
        "1 1 1 1 1 1 1 / 0",  # seven
        "44412 55631",  # nobody acts
        "44412 55631 / 2",  # nobody sits there
        "44412 55631 / -1",
        "44412 - 1 / 1",  # that seat is out
        "444122 55631 / 0",  # six dice
        "44412 55671 / 0",  # no die shows 7
        "44412 556x1 / 0",
        "- - / 0",
        "44412 55631 / 3x4 / 1",  # bid by nobody
        "44412 55631 / 3x4 by 2 / 1",
        "44412 55631 / 11x1 by 0 / 1",  # more than there are
        "44412 55631 / 3x7 by 0 / 1",
        "44412 - / 1x1 by 0 / 0",  # the match is over
        "44412 55631 / 3x4 by 0 / 1 / 1",
        "\u0664\u0664 55 / 0",  # digits, but not of a die
    ],
)
def test_a_position_that_cannot_be_is_refused(position):
    with pytest.raises(NotationError, match=r"is not a Liar's Dice (position|action)"):
        text.read(position)


@pytest.mark.parametrize(
    "action", ["", "Challenge", "0x1", "1x0", "1x7", "31x1", "3 x 4", "3x4x5", "-1x1"]
)
def test_an_action_that_cannot_be_is_refused(action):
    with pytest.raises(NotationError, match="is not a Liar's Dice action"):
        text.read_action(action)


@pytest.mark.parametrize("action", [-1, rules.ACTIONS, 10**6])
def test_there_is_a_word_for_an_action_that_is_not(action):
    said = why.why_illegal(text.read("44412 55631 / 0"), action)
    assert said == f"there is no action {action}"


@given(st.text("123456-?/ byx0123456789", max_size=30))
def test_any_text_is_read_or_refused(line):
    try:
        state = text.read(line)
    except NotationError:
        return
    assert text.read(text.write(state)).tobytes() == state.tobytes()


# A match, played whole.


GOLDEN = """
1x1 1x2 1x3 1x4 1x5 1x6 2x1 challenge
1x1 1x2 1x3 1x4 1x5 1x6 2x1 2x2 challenge
1x1 1x2 1x3 1x4 1x5 1x6 2x1 challenge 1x1 challenge 1x1 challenge 1x1 challenge
"""


def test_the_golden_match():
    sceptics = [
        Player("sceptic", Sceptic),
        Player("sceptic:threshold=0.3", lambda: Sceptic(threshold=0.3)),
    ]
    result = play(GAME, GAME.new(2), sceptics, 8)
    assert [text.write_action(action) for action in result.actions] == GOLDEN.split()
    assert (result.scores, result.winners) == ([4, 0], [0])


# And the bots, for what they are worth.


def won(players, matches):
    """[seat]: of so many deals."""
    table, total = GAME.new(len(players)), np.zeros(len(players))
    for deal in range(matches):
        for seat in play(GAME, table, players, "won", deal).winners:
            total[seat] += 1
    return total


def test_the_sceptic_beats_random_and_is_greedy_at_evens():
    sceptic = Player("sceptic", Sceptic)
    assert won([sceptic, Player("random", Random)], 50)[0] > 40
    one, two = (
        play(GAME, GAME.new(3), [Player("a", bot)] * 3, 1) for bot in (Sceptic, Greedy)
    )
    assert one.actions == two.actions
