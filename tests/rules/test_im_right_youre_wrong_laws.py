"""I'm Right You're Wrong: what holds in every position, and matches played whole."""

import json
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from im_right_kit import (
    GAME,
    all_cards,
    at,
    dealt,
    hand,
    legal,
    lost,
    play,
    scores,
    won,
)
from im_right_soak import NOTHING, WORDS, soak, what_is_wrong

from partybots.core.chance import below, stream
from partybots.core.testing import Laws
from partybots.plugins.im_right_youre_wrong import layout, rules, text

GOLDEN = Path(__file__).with_name("im_right_youre_wrong_golden.json")
MATCHES = 400 if GAME.compiled else 12


class TestLaws(Laws):
    game = GAME
    matches: ClassVar[int] = 12 if GAME.compiled else 4

    def cards(self, state):
        return all_cards(state)


# Conservation, and an end.


def test_a_small_soak():
    """The whole one is tests/benchmarks/soak_im_right.py."""
    tables = np.stack([TestLaws().table(seed) for seed in range(24)])
    wrong, played, _ = soak(
        *GAME.kernels[:4], tables, MATCHES, stream("small"), tables[0].copy()
    )
    assert (WORDS[wrong], played) == (WORDS[NOTHING], MATCHES)


@pytest.mark.parametrize(
    ("field", "place", "said"),
    [
        ("pile", 0, "cards were lost or made"),
        ("held", 0, "a hand is miscounted"),
        ("deck", 100, "a blank is not"),
        ("front", 3, "a blank is not"),
        ("under", 7, "a blank is not"),
    ],
)
def test_the_soak_finds_what_is_wrong(field, place, said):
    state = at("A1 A4", "A2", deck="A3")
    assert what_is_wrong(state) == NOTHING
    getattr(state, field)[place] += 1
    assert WORDS[what_is_wrong(state)] == said


# The score.


def test_the_score_is_how_many_went_out_before():
    state = at("A1 A4", "out1:cards:0", "A2", "out0:rule:3", "A3", deck="A6")
    assert scores(state) == [2, 1, 2, 0, 2]


# The rule of thumb.


@pytest.mark.parametrize(
    ("hands", "options", "does"),
    [
        (["A1 A6 T5 H1"], {}, "play A6"),  # no harm to oneself, a reserve of both
        (["A1 A2"], {}, "play A1"),  # the second card would be the last
        (["A4 H1"], {}, "play H1"),  # A4 would leave it nothing to play
        (["H3 A1 T5 T1 H2"], {}, "play H3"),  # press
    ],
)
def test_what_greedy_plays(hands, options, does):
    assert greedy(at(*hands, "A3 A4 A7", deck="A8", **options)) == does


def greedy(state):
    actions = np.zeros(layout.ACTIONS, np.int64)
    n = rules.legal(state, actions)
    return text.write_action(rules.greedy(state, actions, n, stream(1)))


def test_greedy_presses_who_has_the_fewest_and_helps_who_has_the_most():
    hands = "A1 A4", "A2 A3 A5", "A7 A8", "H1 H2 H2 H2"
    pressed = at(f"A9 {hands[0]}", *hands[1:], deck="A6")
    assert greedy(play(pressed, "play A9")) == "name 2"
    helped = at(f"A6 {hands[0]}", *hands[1:], deck="A6")
    assert greedy(play(helped, "play A6")) == "name 3"


def test_greedy_returns_what_would_harm_it():
    assert greedy(play(at("A1 H1 A2 T5", "A3", deck="A6"), "play A1")) == "return A2"


@pytest.mark.parametrize(("rule", "owner"), [("auto", 0), ("owner_choice", 1)])
def test_greedy_spares_itself_and_no_other(rule, owner):
    rows = ("T1", "") if owner == 0 else ("", "T1")
    table = at("A5 A1 A4", "A2", traps=rows, deck="A6", trap_trigger=rule)
    asked = play(table, "play A5")
    assert greedy(asked) == ("no" if owner == 0 else "yes")


def shares(seats, matches):
    """What part of the matches one greedy seat wins among random ones."""
    kernels, total = GAME.kernels, 0.0
    actions, rng = np.zeros(layout.ACTIONS, np.int64), stream("greedy", seats)
    for match in range(matches):
        state, one = GAME.new(seats), match % seats
        kernels.deal(state, stream(match // seats))
        while (seat := kernels.actor(state)) >= 0:
            n = kernels.legal(state, actions)
            choice = kernels.greedy(state, actions, n, rng)
            if seat != one:
                choice = actions[below(rng, n)]
            kernels.apply(state, choice, rng)
        winners = won(GAME.record(state))
        total += (one in winners) / len(winners)
    return total / matches


@pytest.mark.parametrize(("seats", "least"), [(2, 0.7), (4, 0.5)])
def test_greedy_beats_random(seats, least):
    assert shares(seats, MATCHES if GAME.compiled else 40) > least


# Matches, played whole.


def golden():
    return json.loads(GOLDEN.read_text())


@pytest.mark.parametrize("match", golden(), ids=lambda match: match["table"])
def test_a_golden_match(match):
    seats, typing, seed = match["table"].split()
    state = dealt(int(seats), int(seed), typing=typing)
    for action in match["actions"].split(", "):
        assert action in legal(state)
        state = play(state, action, seed=int(seed))
    assert rules.actor(state) == -1
    ends = [lost(state, seat) for seat in range(state.seats)]
    assert [list(end) if end else None for end in ends] == match["lost"]
    assert scores(state) == match["scores"]


def test_there_is_a_golden_match_for_each_number_of_seats_and_each_typing():
    tables = {tuple(match["table"].split()[:2]) for match in golden()}
    assert tables == {(n, kind) for n in "2345" for kind in ("literal", "thematic")}


def test_each_seat_has_been_dealt_its_hand():
    assert all(len(hand(dealt(3), seat).split()) in (5, 6) for seat in range(3))
