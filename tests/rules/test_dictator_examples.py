"""Dictator: the examples DV-E1 to DV-E12, each a round played."""

import pytest
from voters import (
    DIFFERENT,
    EVERYONE_BOB,
    GAME,
    PEOPLE,
    TIED,
    action,
    leading,
    legal,
    opened,
    played,
    points,
    vote,
    winners,
)

from partybots.core import BadValue
from partybots.core.chance import stream
from partybots.plugins.dictator import rules, table, why


def test_dv_e1_a_match_with_and_without_a_double_down():
    state = vote(opened(), "Ann Bob; Bob Bob+; Cy Bob; Dee Eve; Eve Cy")
    assert points(state) == [0, 2, 1, 0, 0]
    assert state.doubles[1] == 1
    order = [PEOPLE[seat] for seat in table.reveal_order(state)]
    assert order == ["Bob", "Cy", "Dee", "Eve", "Ann"]
    assert PEOPLE[rules.dictator(state)] == "Bob"


def test_dv_e2_nobody_matches():
    state = vote(opened(), "Ann Bob; Bob Cy; Cy Cy+; Dee Eve; Eve Cy")
    assert points(state) == [0, 1, 1, 0, 1]
    assert state.doubles[:5].tolist() == [1, 1, 0, 1, 1]


def test_dv_e3_a_tie_of_two_and_two():
    assert played(TIED) == [0, 1, 1, 1, 1]
    assert played(TIED, popular_tie="none") == [0] * 5


def test_dv_e4_all_different():
    assert played(DIFFERENT) == [0, 1, 1, 1, 1]
    assert played(DIFFERENT, popular_min_votes="2") == [0] * 5


def test_dv_e5_a_dictator_for_themselves():
    assert why.why_illegal(opened(), action("Ann")).startswith("DV-6")


def test_dv_e6_a_double_down_lost_and_laid_again():
    state = vote(opened(), "Ann Bob; Bob Dee; Cy Bob; Dee Eve+; Eve Dee")
    assert points(state) == [0, 0, 1, 0, 0]
    assert state.doubles[3] == 0
    rules.apply(state, action("Cy"), stream(1))
    rules.apply(state, action("Cy"), stream(1))
    assert PEOPLE[rules.actor(state)] == "Dee"
    assert why.why_illegal(state, action("Cy+")).startswith("DV-12")


def test_dv_e7_eight_beat_seven():
    said = "Ann Bob; Bob Bob+; Cy Bob; Dee Eve; Eve Cy"
    assert winners(vote(leading(Bob=6, Cy=6), said)) == ["Bob"]
    shared = vote(leading(Bob=6, Cy=6, target_tie="all_share"), said)
    assert winners(shared) == ["Bob", "Cy"]
    assert points(shared) == [0, 8, 7, 0, 0]


def test_dv_e8_seven_all():
    state = vote(leading(Bob=6, Cy=6), "Ann Bob; Bob Bob; Cy Bob; Dee Eve; Eve Cy")
    assert winners(state) == ["Bob", "Cy"]


def test_dv_e9_three_players():
    assert played("Ann Bob; Bob Cy; Cy Ann") == [0, 1, 1]


def test_dv_e10_ten_players():
    state = opened(10)
    rules.apply(state, 1, stream(1))
    held = [number for number in legal(state) if number < rules.DOUBLE]
    assert len(held) * state.seats == 100
    for seats in (2, 11):
        with pytest.raises(BadValue):
            GAME.new(seats)


def test_dv_e11_everybody_matches():
    assert played(EVERYONE_BOB) == [0, 1, 1, 1, 1]


def test_dv_e12_votes_for_the_dictator_count():
    assert played("Ann Bob; Bob Ann; Cy Ann; Dee Dee; Eve Dee") == [0, 1, 1, 1, 1]
