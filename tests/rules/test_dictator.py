"""Dictator, rule by rule: DV-1 to DV-S26 stand in plugins/dictator/rules.py."""

import re
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from voters import (
    DIFFERENT,
    EVERYONE_BOB,
    GAME,
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
from partybots.plugins.dictator import house, rules, table, text, why

# The cards, the seats, the start.


@pytest.mark.parametrize("seats", [3, 5, 10])
def test_dv_1_every_seat_has_one_double_down_and_a_card_of_each(seats):
    state = opened(seats)
    assert state.doubles.sum() == seats
    vote_first = state.copy()
    rules.apply(vote_first, 1, stream(1))
    assert len(legal(vote_first)) == 2 * seats


def test_dv_2_an_identity_is_a_seat():
    assert [rules.actor(opened(first_dictator=str(seat))) for seat in range(5)] == [
        *range(5)
    ]


def test_dv_3_everyone_can_be_named_oneself_included():
    state = opened(3)
    rules.apply(state, 1, stream(1))
    assert [text.write_action(number) for number in legal(state)] == [
        *("vote 0", "vote 1", "vote 2"),
        *("double 0", "double 1", "double 2"),
    ]
    assert why.why_illegal(state, 3).startswith("DV-3")


def test_dv_4_everyone_starts_with_a_double_down():
    assert opened(4).doubles.tolist() == [1, 1, 1, 1, 0, 0, 0, 0, 0, 0]


def test_dv_5_a_round_opens_with_a_question_and_the_dictator():
    state = opened()
    assert rules.actor(state) == rules.dictator(state) == 0
    assert 1 <= state.question <= state.questions
    assert state.asked[state.question - 1] == 1


def test_dv_6_the_dictator_votes_first_and_for_another():
    state = opened()
    assert legal(state) == [1, 2, 3, 4]
    assert why.why_illegal(state, 0).startswith("DV-6")


def test_dv_7_then_each_of_the_others_votes():
    state, asked = opened(), []
    for _ in range(5):
        asked.append(rules.actor(state))
        rules.apply(state, 1, stream(1))
    assert asked == [0, 1, 2, 3, 4]
    assert state.completed == 1


def test_dv_8_votes_are_shown_from_the_dictators_left_the_dictators_last():
    state = vote(opened(first_dictator="3"), EVERYONE_BOB)
    assert table.reveal_order(state) == [4, 0, 1, 2, 3]
    assert state.last[:5].tolist() == [1] * 5
    assert (state.votes == rules.NONE).all()


def test_dv_9_whoever_votes_as_the_dictator_did_gets_a_point():
    assert played("Ann Bob; Bob Bob; Cy Bob; Dee Eve; Eve Cy") == [0, 1, 1, 0, 0]


def test_dv_10_if_nobody_did_the_most_popular_answer_scores():
    assert played("Ann Bob; Bob Cy; Cy Cy; Dee Eve; Eve Cy") == [0, 1, 1, 0, 1]


def test_dv_10_if_someone_did_it_does_not():
    assert played("Ann Bob; Bob Cy; Cy Cy; Dee Bob; Eve Cy") == [0, 0, 0, 1, 0]


def test_dv_11_the_dictator_gets_nothing():
    assert played(EVERYONE_BOB) == [0, 1, 1, 1, 1]


def test_dv_12_a_double_down_that_is_right_brings_two():
    state = vote(opened(), "Ann Bob; Bob Bob+; Cy Bob; Dee Eve; Eve Cy")
    assert points(state) == [0, 2, 1, 0, 0]
    assert (state.doubles_won.sum(), state.doubles_lost.sum()) == (1, 0)


def test_dv_12_so_does_one_on_seat_0():
    state = opened(3, first_dictator="1")
    assert points(vote(state, "Bob Ann; Cy Ann+; Ann Ann+")) == [2, 0, 2]


def test_dv_12_one_that_is_wrong_is_lost_for_good():
    state = vote(opened(), "Ann Bob; Bob Cy+; Cy Bob; Dee Bob; Eve Bob")
    assert state.doubles[:5].tolist() == [1, 0, 1, 1, 1]
    rules.apply(state, 2, stream(1))  # Bob is the next Dictator, and Cy can
    assert why.why_illegal(state, action("Cy+")) == ""
    state.to_act = 1
    state.completed = 0
    assert why.why_illegal(state, action("Cy+")).startswith("DV-12")


def test_dv_13_the_next_dictator_sits_to_the_left():
    state, seen = opened(3), []
    for _ in range(4):
        seen.append(rules.dictator(state))
        vote(state, "Ann Bob; Bob Cy; Cy Bob")
    assert seen == [0, 1, 2, 0]


def test_dv_14_seven_points_end_the_game_and_win():
    state = vote(leading(Bob=6), EVERYONE_BOB)
    assert rules.actor(state) == -1
    assert winners(state) == ["Bob"]
    assert why.why_illegal(state, 1).startswith("DV-14")


def test_dv_14_six_do_not():
    assert rules.actor(vote(leading(Bob=5), EVERYONE_BOB)) == 1


# What the rulebook leaves open.


@pytest.mark.parametrize(
    ("tie", "expected"), [("all", [0, 1, 1, 1, 1]), ("none", [0, 0, 0, 0, 0])]
)
def test_dv_s1_a_tie_for_most_popular(tie, expected):
    assert played(TIED, popular_tie=tie) == expected


def test_dv_s1_without_a_tie_one_answer_scores_in_either_case():
    said = "Ann Bob; Bob Cy; Cy Cy; Dee Eve; Eve Dee"
    assert played(said, popular_tie="none") == [0, 1, 1, 0, 0]


@pytest.mark.parametrize(
    ("least", "expected"), [("1", [0, 1, 1, 1, 1]), ("2", [0, 0, 0, 0, 0])]
)
def test_dv_s2_all_guesses_differ(least, expected):
    assert played(DIFFERENT, popular_min_votes=least) == expected


@pytest.mark.parametrize(("least", "expected"), [("3", 1), ("4", 0)])
def test_dv_s2_an_answer_with_just_enough_votes_scores(least, expected):
    said = "Ann Bob; Bob Cy; Cy Cy; Dee Eve; Eve Cy"
    assert played(said, popular_min_votes=least)[2] == expected


def test_dv_s3_the_dictators_vote_does_not_count_for_popularity():
    state = vote(opened(), "Ann Bob; Bob Cy; Cy Bob; Dee Cy; Eve Dee")
    assert [rules.support(state, seat) for seat in range(5)] == [0, 1, 2, 1, 0]


@pytest.mark.parametrize(("reuse", "kept"), [("true", 1), ("false", 0)])
def test_dv_s4_a_double_down_that_was_right(reuse, kept):
    said = "Ann Bob; Bob Bob+; Cy Bob; Dee Eve; Eve Cy"
    state = vote(opened(double_down_reuse=reuse), said)
    assert (state.points[1], state.doubles[1], state.doubles_won[1]) == (2, kept, 1)


@pytest.mark.parametrize(
    ("fallback", "kept"), [("one_and_lost", 0), ("one_and_kept", 1)]
)
def test_dv_s5_a_double_down_on_the_most_popular_answer(fallback, kept):
    said = "Ann Bob; Bob Cy; Cy Cy+; Dee Eve; Eve Cy"
    state = vote(opened(double_down_fallback=fallback), said)
    assert (state.points[2], state.doubles[2]) == (1, kept)
    assert (state.doubles_won[2], state.doubles_lost[2]) == (0, 1 - kept)


def test_dv_s6_a_dictator_lays_no_double_down():
    state = opened()
    assert why.why_illegal(state, action("Bob+")).startswith("DV-S6")
    assert max(legal(state)) < rules.DOUBLE


def test_dv_s7_one_may_guess_oneself():
    assert played("Ann Cy; Bob Bob; Cy Cy; Dee Bob; Eve Bob") == [0, 0, 1, 0, 0]


def test_dv_s8_a_guess_may_name_the_dictator_and_be_popular():
    assert played("Ann Bob; Bob Ann; Cy Ann; Dee Cy; Eve Dee") == [0, 1, 1, 0, 0]


def test_dv_s8_unless_the_table_forbids_it():
    state = opened(allow_vote_for_dictator="false")
    rules.apply(state, 1, stream(1))
    assert legal(state) == [1, 2, 3, 4, 11, 12, 13, 14]
    assert why.why_illegal(state, 0).startswith("DV-S8")


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("highest_shared", ["Bob"]),
        ("all_share", ["Bob", "Cy"]),
        ("playoff", ["Bob"]),
    ],
)
def test_dv_s9_two_reach_the_target_in_one_round(rule, expected):
    said = "Ann Bob; Bob Bob+; Cy Bob; Dee Eve; Eve Cy"
    state = vote(leading(Bob=6, Cy=6, target_tie=rule), said)
    assert rules.actor(state) == -1
    assert winners(state) == expected


@pytest.mark.parametrize("rule", ["highest_shared", "all_share", "playoff"])
def test_dv_s9_without_the_target_the_most_points_lead(rule):
    assert winners(leading(Bob=6, Cy=5, target_tie=rule)) == ["Bob"]


def test_dv_s10_a_total_beyond_the_target_wins():
    state = vote(leading(Bob=6), "Ann Bob; Bob Bob+; Cy Cy; Dee Eve; Eve Cy")
    assert state.points[1] == 8
    assert winners(state) == ["Bob"]


def test_dv_s11_the_questions_are_shuffled_when_all_were_asked():
    state = opened(3, "one\ntwo\nthree", target="100")
    seen = []
    for luck in range(9):
        seen.append(int(state.question))
        assert state.asked.sum() == luck % 3 + 1
        vote(state, "Ann Bob; Bob Cy; Cy Ann", luck)
    assert {*seen[:3]} == {*seen[3:6]} == {*seen[6:]} == {1, 2, 3}


def test_dv_s11_each_question_left_is_as_likely():
    state = opened(3, "\n".join("abcdefgh"))
    state.asked[:] = 0
    state.asked[[0, 3, 7]] = 1
    rng = stream(1)
    drawn = Counter(int(rules.draw_question(state, rng)) for _ in range(1000))
    assert set(drawn) == {2, 3, 5, 6, 7}
    assert min(drawn.values()) > 150


def test_dv_s12_the_first_dictator_is_a_seat_at_the_table():
    assert rules.dictator(opened(first_dictator="2")) == 2
    with pytest.raises(BadValue, match="DV-S12"):
        GAME.new(4, {"first_dictator": "4"})


def test_dv_s13_three_to_ten_play():
    with pytest.raises(BadValue, match="seats 3 to 10, not 2"):
        GAME.new(2)
    with pytest.raises(BadValue, match="seats 3 to 10, not 11"):
        GAME.new(11)


@pytest.mark.parametrize("rule", [{"max_players": "4"}, {"min_players": "6"}])
def test_dv_s13_or_as_a_table_says(rule):
    with pytest.raises(BadValue, match="DV-S13"):
        GAME.new(5, rule)


def test_dv_s14_nobody_is_asked_for_a_guess_before_the_dictator_has_voted():
    for first in range(5):
        state = opened(first_dictator=str(first))
        assert rules.actor(state) == first
        assert (state.votes == rules.NONE).all()


def test_dv_s15_who_has_voted_is_not_asked_again():
    state, asked = opened(10), []
    for _ in range(10):
        asked.append(rules.actor(state))
        rules.apply(state, 1, stream(1))
    assert sorted(asked) == [*range(10)]


def test_dv_s16_all_vote_before_anything_is_shown():
    state = opened()
    for vote_number in range(5):
        assert state.completed == 0
        assert (state.last == rules.NONE).all()
        assert np.count_nonzero(state.votes >= 0) == vote_number
        rules.apply(state, 1, stream(1))
    assert state.completed == 1


def test_dv_s17_the_others_may_vote_in_any_order():
    votes, ends = {1: 1, 2: 13, 3: 4, 4: 2}, set()
    for order in ([1, 2, 3, 4], [4, 2, 1, 3], [3, 4, 2, 1]):
        rules.apply(state := opened(taste="0.8"), 1, stream(1))
        for seat in order:
            state.to_act = seat
            rules.apply(state, votes[seat], stream(2))
        ends.add(state.tobytes())
    assert len(ends) == 1


def test_dv_s18_no_two_seats_are_named_by_the_same_vote():
    state = opened(10)
    assert {seat % rules.DOUBLE for seat in legal(state)} == {*range(1, 10)}
    assert len(legal(state)) == 9


@pytest.mark.parametrize("target", [1, 3, 100])
def test_dv_s19_the_target_is_the_tables(target):
    state = leading(Bob=target - 1, target=str(target))
    vote(state, "Ann Bob; Bob Bob; Cy Ann; Dee Eve; Eve Cy")
    assert winners(state) == ["Bob"]
    with pytest.raises(BadValue):
        GAME.new(5, {"target": "0"})


def test_dv_s20_no_round_is_without_points_and_the_cap_is_never_reached():
    most = next(rule for rule in house.HOUSE if rule.name == "target").most
    cap = next(rule for rule in house.HOUSE if rule.name == "max_rounds").default
    assert rules.SEATS[-1] * (most - 1) + 1 <= cap
    for votes in product(range(4), repeat=3):
        state = opened(4)
        for one in (1, *votes):
            rules.apply(state, one, stream(1))
        assert sum(points(state)) >= 1


def test_dv_s20_options_can_leave_a_round_without_points_so_there_is_a_cap():
    state = opened(popular_min_votes="2", max_rounds="2")
    vote(state, DIFFERENT)
    assert rules.actor(state) == 1
    vote(state, "Ann Cy; Bob Ann; Cy Dee; Dee Eve; Eve Bob")
    assert rules.actor(state) == -1
    assert points(state) == [0] * 5
    assert len(winners(state)) == 5


def test_dv_s21_questions_are_lines_of_a_file_that_the_rules_never_read():
    assert opened(5, "Who?\n\n# a remark\nWho else?").questions == 2
    assert len(house.read_questions(None)) >= 60


def test_dv_s22_votes_and_double_downs_are_hidden_until_they_are_shown():
    state, views = opened(), set()
    for said in ("Bob", "Cy"):
        one = state.copy()
        rules.apply(one, action(said), stream(1))
        for guess in ("Dee", "Dee+"):
            other = one.copy()
            rules.apply(other, action(guess), stream(1))
            rules.hide(other, 2)
            views.add(other.tobytes())
    assert len(views) == 1


def test_dv_s23_a_card_is_kept_only_by_those_whom_the_most_popular_answer_gave():
    rule = {"double_down_fallback": "one_and_kept"}
    state = vote(opened(**rule), "Ann Bob; Bob Cy+; Cy Cy; Dee Eve+; Eve Cy")
    assert state.doubles[:5].tolist() == [1, 1, 1, 0, 1]
    none = {"popular_tie": "none"} | rule
    state = vote(opened(**none), TIED.replace("Bob Cy", "Bob Cy+"))
    assert state.doubles[:5].tolist() == [1, 0, 1, 1, 1]
    matched = vote(opened(**rule), "Ann Bob; Bob Bob; Cy Cy+; Dee Cy; Eve Cy")
    assert matched.doubles[:5].tolist() == [1, 1, 0, 1, 1]


def test_dv_s24_a_playoff_goes_on_until_one_alone_leads():
    state = leading(Bob=6, Cy=6, target_tie="playoff")
    vote(state, "Ann Bob; Bob Bob; Cy Bob; Dee Eve; Eve Cy")
    assert points(state) == [0, 7, 7, 0, 0]
    assert rules.actor(state) == 1
    vote(state, "Bob Cy; Cy Ann; Dee Cy; Eve Cy; Ann Ann")
    assert rules.actor(state) == 2  # only others scored
    vote(state, "Cy Dee; Dee Ann; Eve Ann; Ann Ann; Bob Dee")
    assert rules.actor(state) == -1
    assert winners(state) == ["Bob"]


def test_dv_s25_a_double_down_shows_when_the_votes_do():
    state = opened()
    for said in ("Bob", "Cy+", "Dee", "Dee"):
        rules.apply(state, action(said), stream(1))
        assert state.doubles.sum() == 5
    rules.apply(state, action("Dee"), stream(1))
    assert state.doubles.sum() == 4


def expected_points(votes, dictators_counts):
    """The points of a round by the rulebook, slowly; votes[0] is the Dictator's."""
    guesses = votes[1:]
    if votes[0] in guesses:
        return [0, *(int(guess == votes[0]) for guess in guesses)]
    count = Counter(votes if dictators_counts else guesses)
    most = max(count[guess] for guess in guesses)
    return [0, *(int(count[guess] == most) for guess in guesses)]


def test_dv_s26_whether_the_dictators_vote_counts_changes_no_score():
    for votes in product(range(4), repeat=4):
        if votes[0] == 0:
            continue
        state = opened(4)
        for one in votes:
            rules.apply(state, one, stream(1))
        assert points(state) == expected_points(votes, False)
        assert points(state) == expected_points(votes, True)


def test_every_rule_and_example_has_a_test_of_its_own():
    stated = {*re.findall(r"^DV-(S?\d+)", rules.__doc__, re.MULTILINE)}
    assert stated == {*map(str, range(1, 15)), *(f"S{k}" for k in range(1, 27))}
    files = Path(__file__).parent.glob("test_dictator*.py")
    tests = "".join(file.read_text() for file in files)
    tested = {*re.findall(r"^def test_dv_([se]?\d+)_", tests, re.MULTILINE)}
    examples = {f"e{k}" for k in range(1, 13)}
    assert tested == {rule.lower() for rule in stated} | examples
