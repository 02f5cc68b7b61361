"""YesNo, ruling by ruling, with the options: S1 to S38."""

import numpy as np
import pytest
from slappers import (
    GAME,
    A,
    B,
    C,
    answer,
    dealt,
    deck,
    erred,
    front,
    points,
    rightly,
    table,
)

from partybots.core.chance import stream
from partybots.core.errors import BadValue
from partybots.plugins.yesno import rules, text


def test_yn_s1_leftovers_are_dealt_to_nobody():
    deck = "11 cards YES\n12 cards NO\n3 challenges all same"
    state = GAME.new(4, deck=deck)
    GAME.kernels.deal(state, stream(1))
    record = GAME.record(state)
    assert (record.deck_size + record.front_size).tolist() == [5, 5, 5, 5, 0, 0]
    assert record.aside_size == 3


def test_yn_s1_leftovers_are_put_aside_unseen():
    state = text.read(
        "NN:Y:0.0.0 NN:-:0.1.0 NNN:-:0.0.0 / aside YY / pile (a) / "
        "turn of 0, flip 1 by 0 / deck 3 cards YES, 8 cards NO, 1 challenges all YES"
    )
    rules.hide(state, A)
    assert "aside ??" in text.write(state)


@pytest.mark.parametrize(("worth", "total"), [(1, 2), (0, 1), (3, 4)])
def test_yn_s2_cards_and_challenges_are_points(worth, total):
    start = table(":Y", ":N", ":N", challenge_points=worth)
    assert points(rightly(start, {A: 1})) == [total, 0, 0]


def test_yn_s3_a_flip_in_silence_is_an_error():
    assert erred(answer(table(":Y", ":", ":"), "---")) == {A}


@pytest.mark.parametrize("word", "YN")
@pytest.mark.parametrize("stray", ["error", "ignored"])
def test_yn_s4_a_player_without_a_word_may_not_speak(word, stray):
    start = table(":Y", ":n", ":", stray_word=stray)
    assert erred(answer(start, f"Y{word}{word}")) == {B, C}


def test_yn_s5_whoever_shows_the_other_word_is_silent():
    assert erred(answer(table(":Y", ":N", ":N"), "Y--")) == set()


def test_yn_s6_no_call_comes_too_late():
    assert erred(answer(table(":Y", ":Y", ":"), "YY-", times={B: 10**6})) == set()


@pytest.mark.parametrize(
    ("collect", "takes", "stays"),
    [("face_up", 3, "n"), ("all", 4, "-"), ("top_only", 2, "yn")],
)
def test_yn_s7_buried_cards_face_up_are_taken(collect, takes, stays):
    state = rightly(table(":YnY", ":N", ":N", collect=collect), {A: 1})
    assert points(state)[A] == takes
    assert front(state, A)[:-1] == stays.strip("-")


def test_yn_s8_buried_cards_stay_face_up_but_no_word_is_shown():
    state = answer(table(":Y", ":YY", ":"), "Y--")
    assert erred(state) == {B}
    state = answer(table(":Y", ":YY", ":"), "YYY")
    assert front(state, B) == "Yy"
    assert rules.shows(state, B) == rules.SILENT


def test_yn_s9_the_challenge_stays_after_an_error():
    assert answer(table(":Y", ":", ":"), "---").turned == 1


def test_yn_s10_after_an_error_everyone_has_to_flip_again():
    state = answer(table(":Y", ":N", "Y:N"), "YY-")
    assert [rules.shows(state, s) for s in (A, C)] == [rules.SILENT] * 2
    assert rules.shows(state, B) == rules.NO


@pytest.mark.parametrize(("tie", "winner"), [("turn_order", C), ("void", -1)])
def test_yn_s11_equal_slaps_go_by_turn_from_the_last_flip(tie, winner):
    start = table(":N", ":Y", ":N", turn=B, slap_tie=tie)
    assert rightly(start, {A: 300, C: 300}).last_winner == winner


def test_yn_s11_whoever_flipped_comes_first():
    state = rightly(table(":N", ":Y", ":N", turn=B), {A: 300, B: 300, C: 300})
    assert state.last_winner == B


def test_yn_s12_a_slower_right_slap_is_nothing():
    state = rightly(table(":Y", ":N", ":N"), {A: 300, C: 310})
    assert (state.last_winner, erred(state), points(state)) == (A, set(), [2, 0, 0])


def test_yn_s13_all_wrong_slaps_are_errors():
    state = rightly(table(":Y", ":Y", ":N"), {A: 300, C: 310})
    assert erred(state) == {A, C}


@pytest.mark.parametrize(("start", "turn"), [("clockwise", C), ("first_in_time", A)])
def test_yn_s14_of_several_in_error_one_starts(start, turn):
    state = table(":N", ":Y", ":N", ":Y", turn=B, error_start=start)
    state = answer(state, "YYYY", times={A: 300, C: 400})
    assert (erred(state), state.turn) == ({A, C}, turn)


@pytest.mark.parametrize(("beats", "winner"), [("true", -1), ("false", A)])
def test_yn_s15_an_error_voids_a_right_slap(beats, winner):
    start = table(":Y", ":N", ":N", error_beats_slap=beats)
    state = answer(start, "YY-", {A: 300})
    assert (state.last_winner, erred(state)) == (winner, {B} if winner < 0 else set())


def test_yn_s16_a_wrong_slap_alone_is_an_error():
    state = rightly(table(":Y", ":Y", ":N"), {B: 300})
    assert (erred(state), state.turn) == ({B}, B)


def test_yn_s17_a_challenge_met_but_not_slapped_stays():
    state = rightly(table("Y:N", ":Y", ":N", turn=C))
    assert (state.turned, state.turn, erred(state)) == (1, A, set())
    assert not rules.is_met(state)


def test_yn_s18_a_slap_in_the_first_lap_is_an_error():
    assert erred(rightly(table(":Y", ":", ":"), {B: 300})) == {B}


@pytest.mark.parametrize("out", ["recycle", "end"])
def test_yn_s19_a_deck_used_up_is_made_anew_of_cards_face_down(out):
    state = rightly(table(":Y", "-:ynYnY", ":N", turn=A, deck_out=out))
    if out == "end":
        assert (state.over, state.turn) == (rules.DECK_OUT, B)
    else:
        assert (front(state, B), deck(state, B)) == ("YYY", "+NN")


def test_yn_s20_nothing_to_flip_passes_and_the_word_stays():
    state = rightly(table(":Y", "-:YY", ":N"))
    assert (state.turn, state.passes, state.flipper) == (B, 1, A)
    assert rules.shows(state, B) == rules.YES


def test_yn_s21_a_player_without_cards_ends_the_match():
    state = rightly(table(":N", "-:YY", ":N", turn=A), {B: 300})
    assert (state.over, points(state)) == (rules.NO_CARDS, [0, 3 + 18, 0])
    assert rules.actor(state) == -1


def test_yn_s22_passing_all_round_ends_the_match():
    state = table("-:Y", "-:Y", "-:N", turn=B, passes=2, flipper=C)
    state = rightly(state)
    assert (state.over, state.turn, state.passes) == (0, C, 3)
    assert rightly(state).over == rules.ALL_PASS


def test_yn_s23_the_last_challenge_won_ends_the_match():
    state = table(":Y", ":N", ":N")
    state.pile[:] = 1, 0, *[0] * 62
    state.challenges = state.copies[0] = 1
    assert rightly(state, {C: 300}).over == rules.PILE_OUT
    assert rules.actor(state) == -1


def test_yn_s24_most_points_win_and_ties_share():
    state, out = dealt(3), np.zeros(3, np.int64)
    state.taken[:3, 1] = 2, 1, 2
    GAME.kernels.winners(np.frombuffer(state.tobytes(), np.uint8).copy(), out)
    assert out.tolist() == [1, 0, 1]


@pytest.mark.parametrize("challenge", ["exactly 1 YES", "exactly 1 NO"])
def test_yn_s25_two_players_meet_both_by_one_of_each(challenge):
    met = [
        rules.is_met(table(f":{one}", f":{two}", challenge=challenge))
        for one in "YN"
        for two in "YN"
    ]
    assert met == [False, True, True, False]


def test_yn_s26_six_play_only_if_agreed_on():
    with pytest.raises(BadValue, match="YN-S26: at most 5 play, not 6"):
        GAME.new(6)
    assert GAME.record(GAME.new(6, {"max_players": "6"})).seats == 6
    with pytest.raises(BadValue, match="at most 2 play"):
        GAME.new(3, {"max_players": "2"})


def test_yn_s27_no_is_met_by_one_no():
    shown = ["YNY", "YYY", "YNN", "NNN"]
    tables = [table(*(f":{w}" for w in s), challenge="exactly 1 NO") for s in shown]
    assert [rules.is_met(t) for t in tables] == [True, False, False, False]


@pytest.mark.parametrize(("stray", "who"), [("error", {B}), ("ignored", set())])
def test_yn_s28_ones_own_word_while_the_other_is_flipped(stray, who):
    start = table(":Y", ":N", ":", stray_word=stray)
    assert erred(answer(start, "YN-")) == who


def test_yn_s28_the_word_flipped_is_never_a_stray_one():
    start = table(":Y", ":N", ":", stray_word="ignored")
    assert erred(answer(start, "YY-")) == {B}


def passing(**house):
    """B passes after A flipped; YES is met."""
    return table(":Y", "-:N", ":N", turn=B, passes=1, flipper=A, **house)


@pytest.mark.parametrize("stray", ["error", "ignored"])
def test_yn_s29_nobody_may_speak_on_a_pass(stray):
    state = answer(passing(stray_word=stray), "-N-")
    assert (erred(state), state.turn, state.passes) == ({B}, B, 0)


def test_yn_s29_slaps_count_on_a_pass_and_ties_go_by_the_last_flip():
    assert rightly(passing(), {C: 300, A: 300}).last_winner == A
    state = table(":Y", "-:Y", ":N", turn=B, passes=1, flipper=C)
    assert erred(rightly(state.copy(), {B: 300})) == {B}
    assert rightly(state, {B: 300, C: 300}).turn == C


def test_yn_s29_the_last_pass_can_still_be_slapped():
    state = table("-:Y", "-:N", "-:yN", turn=B, passes=3, flipper=C)
    assert rightly(state.copy()).over == rules.ALL_PASS
    state = rightly(state, {C: 300})
    assert (state.last_winner, state.over, state.passes) == (C, 0, 0)


def test_yn_s30_wrong_words_and_wrong_slaps_on_one_flip():
    state = answer(table(":Y", ":N", ":"), "YY-", {C: 300})
    assert erred(state) == {B, C}


def test_yn_s31_errors_lapse_if_a_right_slap_wins_all_the_same():
    start = table(":Y", ":N", ":N", error_beats_slap="false")
    state = answer(start.copy(), "YY-", {B: 200, C: 300})
    assert (state.last_winner, erred(state), front(state, B)) == (C, set(), "n")
    state = answer(start, "YY-", {B: 200})
    assert (state.last_winner, erred(state)) == (-1, {B})


def test_yn_s31_errors_stand_if_equal_slaps_are_void():
    start = table(":Y", ":N", ":N", error_beats_slap="false", slap_tie="void")
    state = answer(start, "YY-", {A: 200, C: 200})
    assert (state.last_winner, erred(state)) == (-1, {B})


@pytest.mark.parametrize(
    ("said", "slaps", "times", "turn"),
    [
        ("YN-", {C: 300}, {B: 200}, B),  # a wrong word before a wrong slap
        ("YN-", {C: 300, B: 400}, {B: 200}, C),  # a slap in error goes by the slap
        ("--Y", {}, {C: 10**9}, C),  # silence comes last
        ("YYY", {}, {B: 300, C: 300}, B),  # at the same time: clockwise
    ],
)
def test_yn_s32_the_first_in_time_of_those_in_error_starts(said, slaps, times, turn):
    start = table(":Y", ":N", ":", error_start="first_in_time")
    assert answer(start, said, slaps, times).turn == turn


def test_yn_s32_a_right_slap_that_is_void_gives_no_time():
    start = table(":N", ":Y", ":N", error_start="first_in_time", turn=B)
    state = answer(start, "Y-Y", {A: 100}, {A: 400, C: 300})
    assert (erred(state), state.turn) == ({A, B, C}, C)


@pytest.mark.parametrize(("window", "winner"), [(0, C), (50, A), (49, C), (99, A)])
def test_yn_s33_the_tie_window_counts_from_the_fastest(window, winner):
    start = table(":Y", ":N", ":N", tie_window_ms=window)
    assert rightly(start, {C: 300, A: 350}).last_winner == winner


def test_yn_s33_the_tie_window_is_not_chained():
    start = table(":Y", ":N", ":N", tie_window_ms=50)
    assert rightly(start, {C: 300, B: 340, A: 380}).last_winner == B


def test_yn_s34_void_slaps_win_nothing_not_even_for_a_third():
    start = table(":Y", ":N", ":N", slap_tie="void")
    state = rightly(start, {A: 300, B: 300, C: 400})
    assert (state.last_winner, erred(state), state.turned) == (-1, set(), 1)
    assert state.turn == B


def test_yn_s35_top_only_turns_the_others_face_down():
    state = rightly(table(":YnY", ":N", ":N", collect="top_only"), {A: 300})
    assert front(state, A) == "ynN"


def test_yn_s36_the_open_challenge_is_won_by_nobody():
    state = rightly(table(":Y", "-:ynY", ":N", deck_out="end"))
    assert (state.over, state.won.sum(), points(state)) == (
        rules.DECK_OUT,
        0,
        [0, 17, 0],
    )
    state = rightly(table(":N", "-:nY", ":N", deck_out="end"), {B: 300})
    assert (state.over, state.turned, state.won.sum()) == (rules.DECK_OUT, 2, 1)


def test_yn_s37_the_target_is_looked_at_after_each_round():
    start = table(":nY", ":N", ":N", target_points=3)
    assert rightly(start.copy(), {A: 300}).over == rules.PLAYING
    start = table(":YY", ":N", ":N", target_points=3)
    state = rightly(start, {A: 300})
    assert (state.over, state.turned, rules.actor(state)) == (rules.TARGET, 1, -1)


def test_yn_s38_a_match_ends_after_so_many_flips():
    assert rightly(table(":Y", ":", ":", max_turns=10)).over == rules.PLAYING
    state = rightly(table(":Y", ":N", ":N", max_turns=9), {A: 300})
    assert (state.over, points(state)) == (rules.TURNS, [2, 0, 0])
