"""YesNo, rule by rule: YN-1 to YN-11 stand in plugins/yesno/rules.py, E1 to E14 are
situations with a known outcome. The rulings have a file of their own.
"""

import re
from pathlib import Path

import numpy as np
import pytest
from slappers import (
    A,
    B,
    C,
    D,
    answer,
    dealt,
    deck,
    erred,
    front,
    points,
    rightly,
    speakers,
    table,
)

from partybots.core.chance import stream
from partybots.plugins.yesno import rules, text

# YN-1  Challenges and cards are shuffled; cards are dealt out equally.


def test_yn_1_cards_are_dealt_equally_and_challenges_lie_in_a_pile():
    state = dealt(3)
    assert (state.deck_size + state.front_size).tolist() == [20, 20, 20, 0, 0, 0]
    assert sorted(state.pile[:20].tolist()) == [1] * 10 + [2] * 10


# YN-2  Someone starts; the top challenge is turned up.


def test_yn_2_seat_0_starts_and_one_challenge_is_open():
    state = dealt(3)
    assert (state.turn, state.turned, state.flips) == (0, 1, 1)


# YN-3  Clockwise, each flips a card and says it.


def test_yn_3_the_next_player_flips_and_has_to_speak():
    state = rightly(table(":Y", "N:", "N:"))
    assert (state.turn, front(state, B), deck(state, B)) == (B, "N", "N" * 19)
    assert speakers(state) == {B}


# YN-4  Who shows the same word says it, too.


def test_yn_4_a_call_is_joined_by_all_who_show_the_word():
    assert speakers(table(":Y", ":N", ":N", turn=C)) == {B, C}


# YN-5  A challenge is met only once everyone shows a word.


def test_yn_5_one_yes_does_not_meet_yes_before_all_show_a_word():
    assert not rules.is_met(table(":Y", ":N", ":"))


# YN-6  The basic YES: one YES, the others NO.


@pytest.mark.parametrize(
    ("shown", "met"), [("NYN", True), ("YYN", False), ("NNN", False), ("YYY", False)]
)
def test_yn_6_yes_is_met_by_one_yes(shown, met):
    assert rules.is_met(table(*(f":{word}" for word in shown))) == met


# YN-7  The fastest slap wins, if the challenge is met.


def test_yn_7_the_fastest_slap_wins():
    state = rightly(table(":Y", ":N", ":N"), {A: 401, B: 400, C: 402})
    assert (state.last_winner, state.won.tolist()[:3]) == (B, [0, 1, 0])


# YN-8  The winner takes the challenge and what they have face up.


def test_yn_8_the_winner_takes_the_challenge_and_the_card():
    state = rightly(table(":Y", ":nN", ":N"), {B: 400})
    assert (points(state), front(state, B)[:1]) == ([0, 2, 0], "n")


# YN-9  The others turn theirs down; a new challenge; the winner starts.


def test_yn_9_the_others_keep_their_cards_face_down_and_the_winner_starts():
    state = rightly(table(":Y", "Y:N", ":N"), {B: 400})
    assert [front(state, seat) for seat in (A, B, C)] == ["y", "Y", "n"]
    assert (state.turn, state.turned) == (B, 2)


# YN-10  The errors.


@pytest.mark.parametrize(
    ("said", "slaps", "who"),
    [
        ("N--", {}, {A}),  # (a) another word than flipped
        ("Y--", {}, set()),
        ("YY-", {}, {B}),  # (c) what another flipped, showing NO
        ("Y--", {C: 300}, {C}),  # (d) a slap before it is met
    ],
)
def test_yn_10_errors_on_a_yes_flipped_beside_a_no(said, slaps, who):
    assert erred(answer(table(":Y", ":N", ":"), said, slaps)) == who


def test_yn_10_not_to_join_in_is_an_error():
    assert erred(answer(table(":Y", ":Y", ":N"), "Y--")) == {B}


# YN-11  What an error does.


def test_yn_11_an_error_puts_ones_cards_under_the_deck_and_turns_down_the_others():
    state = answer(table(":YY", ":nN", "Y:Nyn"), "Y-Y")
    assert erred(state) == {C}
    assert [front(state, seat) for seat in (A, B)] == ["Yy", "nn"]
    assert (front(state, C), deck(state, C)[-6:]) == ("Y", "NN+NYN")
    assert state.turn == C


# Situations


def test_yn_e1_three_players_flip_yes_no_no():
    state = table(":Y", "N:", "N:")
    spoke = [speakers(state)]
    for _ in range(2):
        assert not rules.is_met(state)
        spoke.append(speakers(rightly(state)))
    assert spoke == [{A}, {B}, {B, C}]
    assert rules.is_met(state)


def test_yn_e2_then_b_slaps_first():
    state = rightly(table(":Y", "N:", "N:"))
    rightly(rightly(state), {B: 300, A: 301})
    assert points(state) == [0, 2, 0]
    assert (front(state, A), front(state, C)) == ("y", "n")
    assert front(state, B) == "N"  # flipped since, as B starts
    assert (state.turn, state.deck_size[:3].tolist()) == (B, [19, 18, 19])


def test_yn_e3_a_slap_on_the_first_flip():
    state = rightly(table(":Y", ":", "Y:"), {C: 300})
    assert (erred(state), front(state, A), state.turn) == ({C}, "y", C)
    assert (front(state, C), state.turned) == ("Y", 1)


def test_yn_e4_three_have_to_speak():
    assert speakers(table(":Y", ":Y", ":Y")) == {A, B, C}


def test_yn_e5_four_players():
    state = rightly(table("N:Y", ":N", ":Y", ":N", turn=D))
    assert [rules.shows(state, s) for s in range(4)] == [2, 2, 1, 2]
    assert speakers(state) == {A, B, D}
    assert rules.is_met(state)
    state.meets[0] = 1 << 3  # NO asks for three YES
    assert not rules.is_met(state)


def test_yn_e6_b_is_silent():
    state = answer(table(":Y", "Y:nY", ":Y"), "Y-Y")
    assert (erred(state), front(state, A), front(state, C)) == ({B}, "y", "y")
    assert (deck(state, B)[-4:], state.turn) == ("N+NY", B)


def test_yn_e7_b_and_c_are_silent():
    state = answer(table(":Y", ":Y", ":Y"), "Y--")
    assert (erred(state), state.turn) == ({B, C}, B)


def test_yn_e8_a_flips_yes_and_says_no():
    state = answer(table(":Y", ":", ":"), "N--")
    assert (erred(state), state.turn) == ({A}, A)


def test_yn_e9_d_shows_no_and_says_yes():
    assert erred(answer(table(":Y", ":", ":", ":N"), "Y--Y")) == {D}


@pytest.mark.parametrize(
    ("collect", "takes", "stays"),
    [("face_up", 3, "n"), ("all", 4, ""), ("top_only", 2, "yn")],
)
def test_yn_e10_buried_cards(collect, takes, stays):
    state = answer(table("YN:YN", "N:N", "N:", turn=B, collect=collect), "N--")
    assert (erred(state), front(state, A)) == ({B}, "Yn")
    for _ in range(2):
        rightly(state)
    assert front(state, A) == "YnY"
    rightly(state, {A: 300})
    assert (points(state), front(state, A)) == ([takes, 0, 0], stays + "N")


def test_yn_e11_cards_come_under_the_deck_first_played_first():
    start = table(":N", ":yYN", ":", turn=B)
    state = answer(start, "NY-")
    assert erred(state) == {B}
    assert state.deck_size[B] + state.front_size[B] == 20
    assert deck(state, B)[-4:] == "+YYN"


def test_yn_e12_equal_slaps_of_a_and_c_after_b_flips():
    state = rightly(table(":N", ":Y", ":N", turn=B), {A: 300, C: 300})
    assert state.last_winner == C


def test_yn_e13_two_players_meet_both_basic_challenges():
    for challenge in ("exactly 1 YES", "exactly 1 NO"):
        assert rules.is_met(table(":Y", ":N", challenge=challenge))


def test_yn_e14_all_cards_are_somewhere():
    state, rng, actions = dealt(4), stream(2), np.zeros(rules.ACTIONS, np.int64)
    for _ in range(2_000):
        n = rules.legal(state, actions)
        rules.apply(state, rules.greedy(state, actions, n, rng), rng)
        if rules.actor(state) < 0:
            break
        zones = state.deck_size, state.front_size, state.taken
        assert sum(int(zone.sum()) for zone in zones) + state.aside_size == 60


# What a table does for a seat that no longer plays


def test_idle_says_what_it_must_and_never_slaps():
    state = table(":Y", ":N", ":Y")
    said = []
    for _ in range(6):
        said.append(text.write_action(rules.idle(state)))
        rules.apply(state, rules.idle(state), stream(1))
    assert said == ["YES", "hold", "silent", "hold", "YES", "hold"]


def test_greedy_slaps_if_and_only_if_the_challenge_is_met():
    for front_, does in ((":N", "slap"), (":Y", "hold")):
        state = table(":Y", front_, ":N")
        state.asked = 1
        actions = np.array([rules.HOLD, rules.SLAP])
        chosen = rules.greedy(state, actions, 2, stream(1))
        assert text.write_action(chosen) == does


def test_every_rule_has_a_test_of_its_own():
    stated = set(re.findall(r"^YN-(S?\d+)", rules.__doc__, re.MULTILINE))
    assert stated == {*map(str, range(1, 12)), *(f"S{k}" for k in range(1, 39))}
    files = Path(__file__).parent.glob("test_yesno*.py")
    found = re.findall(
        r"def test_yn_([se]?\d+)_", "".join(f.read_text() for f in files)
    )
    assert set(found) == {r.lower() for r in stated} | {f"e{k}" for k in range(1, 15)}
