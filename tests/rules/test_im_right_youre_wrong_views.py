"""I'm Right You're Wrong: what a seat knows of cards that it cannot see."""

import re
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from im_right_kit import (
    GAME,
    all_cards,
    at,
    dealt,
    hand,
    legal,
    on_table,
    play,
    traps,
    under,
    view,
    world,
)

from partybots.core.chance import below, stream
from partybots.plugins.im_right_youre_wrong import layout, rules, table, text, unseen

SEEDS = range(40)
DOWN = ("T1", "T2", "T5", "T6")


def worlds(state, seat, seeds=SEEDS):
    return [world(state, seat, seed) for seed in seeds]


def kept(state, seat):
    """Each card that a seat keeps track of, and in which hands it may be."""
    cards = map(text.write_kept, state.known[seat, : state.knows[seat]].tolist())
    return [re.sub(r"@\d+", "", card) for card in cards]


# What is seen, and what is not.


def test_a_seat_sees_its_own_hand_only():
    table = at("A5 A1", "A2 A3", "H1")
    assert [hand(view(table, 1), seat) for seat in range(3)] == ["", "A2 A3", ""]
    assert view(table, 1).held.tolist() == [2, 2, 1, 0, 0]


def test_the_order_of_the_deck_is_hidden():
    table = at("A5 A1", "A2", deck="A3 A4 A6 H1")
    assert on_table(view(table, 0).deck[:4]) == ["?"] * 4
    assert len({world(table, 0, seed).deck.tobytes() for seed in SEEDS}) > 10


def test_who_put_a_card_under_the_deck_knows_it_there():
    after = play(
        at("A2 A1 H1 T5", "A4", deck="A6 A7"), "play A2", "return H1", "return T5"
    )
    assert [under(view(after, seat)) for seat in (0, 1)] == [["H1", "T5"], ["?", "?"]]
    assert {tuple(under(guess)) for guess in worlds(after, 0)} == {("H1", "T5")}
    assert len({tuple(under(guess)) for guess in worlds(after, 1)}) > 5


def test_whose_card_was_put_away_unseen_knows_it():
    after = play(at("A9 A1", "A2 A3", deck="A6"), "play A9")
    hidden = [under(view(after, seat)) for seat in (0, 1)]
    assert hidden == [["?"], under(after)]


def test_everyone_knows_the_pile():
    state = at("A6 A1", "A2", "H1")
    assert view(state, 2).pile.tolist() == state.pile.tolist()


def test_what_others_keep_track_of_is_hidden():
    state = at("A6 A1", "A2", "H1", more="keeps 1:H1@0<2 0:A2@0<1")
    assert [view(state, seat).knows.tolist() for seat in range(3)] == [
        [1, 0, 0, 0, 0],
        [0, 1, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ]


# Swaps, and what becomes of the cards.

SOME_DECK = "A6 A7 H2 T1 T2 T5 T6 A8 A9 T1 T2 A4"


def swapped(then):
    """Seat 0 took H1, and has `then` after seat 1 has taken a card."""
    state = at("A3 A1", "H1", "A4", deck=SOME_DECK)
    for seed in SEEDS:
        after = play(state, "play A3", "name 1", seed=seed)
        if hand(after, 0) == then:
            return after
    raise AssertionError(f"seat 0 never has {then}")


def test_both_know_what_they_swapped():
    after = swapped("H1")
    assert [kept(after, seat) for seat in range(3)] == [["A1<1"], ["H1<0"], []]
    assert {hand(guess, 0) for guess in worlds(after, 1)} == {"H1"}
    assert all("A1" in hand(guess, 1) for guess in worlds(after, 0))
    assert len({hand(guess, 0) for guess in worlds(after, 2)}) > 5


def test_a_card_that_went_back_is_known_to_who_took_it():
    after = swapped("A1")
    assert [kept(after, seat) for seat in range(3)] == [["H1<1"], [], []]


def test_it_is_kept_in_mind_until_it_is_seen():
    table = at("H1 A5 A2", "A6 A7 A8", deck="A1 A3", more="keeps 1:H1@0<0")
    other = play(table, "play A5")
    assert kept(other, 1) == ["H1<0"]
    assert kept(play(table, "play H1"), 1) == []


def test_of_two_that_are_alike_one_is_kept_in_mind():
    table = at("H1 H1 A2", "A6 A7", deck="A1 A3", more="keeps 1:H1@0<0 1:H1@0<0")
    assert kept(play(table, "play H1"), 1) == ["H1<0"]


@pytest.mark.parametrize(
    ("one", "two"), [("0<0", "0<02"), ("1<0", "0<02"), ("0<0", "1<02")]
)
def test_of_two_in_several_hands_the_other_may_be_in_any(one, two):
    more = f"keeps 1:H1@{min(one, two)} 1:H1@{max(one, two)} / unseen 1"
    state = at("H1 A5 A2", "A6 A7", "H1 A4", deck="A1 A3", more=more)
    assert kept(play(state, "play H1"), 1) == ["H1<02"]


def test_after_a_card_was_put_away_it_is_there_or_still_in_the_hand():
    table = at("A1 H1 T5", "A6 A7", "A8", deck=SOME_DECK[6:], more="keeps 1:H1@0<0")
    for returned in ("return H1", "return T5"):
        after = play(table, "play A1", returned)
        assert kept(after, 1) == ["H1<0"]
        places = {(hand(guess, 0), *under(guess)) for guess in worlds(after, 1)}
        assert all("H1" in place for place in places)
        assert len(places) > 5


def test_a_card_kept_in_mind_may_lie_face_down():
    table = at("A1 T5 H2", "A6 A7", "A8", deck="A4 T1 T2 A3", more="keeps 1:T5@0<0")
    after = play(table, "play T5")
    spots = {(traps(guess, 0)[0], "T5" in hand(guess, 0)) for guess in worlds(after, 1)}
    assert ("T5", False) in spots
    assert all(trap == "T5" or held for trap, held in spots)


def test_one_that_is_no_trap_may_not():
    table = at("A1 T5 H1", "A6 A7", "A8", deck="A4 A3 A5", more="keeps 1:H1@0<0")
    after = play(table, "play T5")
    assert all("H1" in hand(guess, 0) for guess in worlds(after, 1))


@pytest.mark.parametrize(("since", "hands"), [(1, {True}), (0, {True, False})])
def test_one_seen_later_is_not_where_an_earlier_card_went(since, hands):
    more = f"under T5@1<0 / keeps 1:H1@{since}<0 / unseen 1"
    state = at("H1 A1", "A6 A7", "A8", deck=SOME_DECK[6:], more=more)
    assert {"H1" in hand(guess, 0) for guess in worlds(state, 1)} == hands


def test_a_card_that_may_be_it_is_drawn_by_another():
    more = "under H1@1<0,T5@2<0 / keeps 2:H1@0<0 / unseen 2"
    table = at("A5 A1", "A6", "A8 A2", more=more)
    after = play(table, "play A5")  # seat 1 draws H1, which seat 2 cannot know
    assert kept(after, 2) == ["H1<01"]


def test_a_known_card_is_followed_into_the_hand_that_draws_it():
    more = "under H1@1<0,T5@2<0 / unseen 2"
    after = play(at("A5 A1", "A6", "A8 A2", more=more), "play A5")
    assert [kept(after, seat) for seat in range(3)] == [["H1<1"], [], []]
    assert all("H1" in hand(guess, 1) for guess in worlds(after, 0))


def test_a_swap_of_others_leaves_a_known_card_with_either():
    table = at("A3 A1", "H1 A2", "A4 A5", deck="A6 A7", more="keeps 2:H1@0<1")
    after = play(table, "play A3", "name 1")
    assert kept(after, 2) == ["H1<01"]
    assert all("H1" in hand(g, 0) + hand(g, 1) for g in worlds(after, 2))


def test_cards_shown_by_who_is_out_are_forgotten():
    table = at("A1 A2", "A3", "A4", more="front A5>0:0 / keeps 1:A1@0<0")
    assert kept(play(table, "no"), 1) == []


# Traps face down.


@pytest.mark.parametrize(("one", "two"), [*combinations(DOWN, 2)])
def test_all_traps_face_down_look_the_same(one, two):
    """Laid, lying there, asked about: to others a decoy is a Trap like any."""
    seen = []
    for trap, other in ((one, two), (two, one)):
        state = at(f"{trap} {other} A5 A6", "A2 H1", "A3", deck="A4 A7 A8 A9")
        laid = play(state, f"play {trap}")
        number, before = text.read_action(f"play {trap}"), view(state, 1)
        words = table.describe(before, number, 0, view(laid, 1))
        told = [view(laid, 1).tobytes(), text.write(view(laid, 1)), words]
        told += [table.draw(view(laid, seat), seat) for seat in (1, 2)]
        seen.append(told)
    assert seen[0] == seen[1]


def test_whether_an_own_trap_could_act_cannot_be_seen():
    """Attacks ask about it, whatever it is; "no" leaves everything as it was."""
    seen = []
    for trap, other in (("T1", "T5"), ("T5", "T1")):
        state = at(f"A5 A6 {other}", "A2 H1", traps=(trap,), deck="A4 A7")
        asked = play(state, "play A5")
        after = play(asked, "no")
        seen.append([view(asked, 1).tobytes(), view(after, 1).tobytes()])
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    ("card", "passed", "cannot"),
    [("A5", "a", "T1"), ("H4", "h", "T2"), ("T3", "t", "T6")],
)
def test_a_trap_that_did_not_react_is_known_to_be_none(card, passed, cannot):
    state = at(f"{card} A1", "A2", "A3", traps=("", "T5"), deck=f"A4 {SOME_DECK}")
    after = play(state, f"play {card}")
    assert f"(?)!{passed}" in text.write(view(after, 2))
    found = {traps(guess, 1)[0] for guess in worlds(after, 2, range(200))}
    assert found == {*DOWN} - {cannot}


def test_one_that_was_let_pass_may_be_any():
    rule = {"trap_trigger": "owner_choice"}
    state = at("A5 A1", "A2", "A3", traps=("", "T1"), deck=SOME_DECK, **rule)
    after = play(state, "play A5", "no")
    found = {traps(guess, 1)[0] for guess in worlds(after, 2, range(200))}
    assert found == {*DOWN}


def test_each_trap_face_down_gets_one_that_fits():
    """T1, T2 and T5 are out of sight; T2 fits in one place only."""
    state = at("A5 A1", "A2", "A3", traps=("", "T2!at T5!h", "T1!ht"))
    laid = {(*traps(guess, 1), *traps(guess, 2)) for guess in worlds(state, 0)}
    assert laid == {("T2", "T1", "T5"), ("T2", "T5", "T1")}


def test_a_trap_kept_in_mind_fills_the_place_that_needs_it():
    """One T5 is out of sight, the seat gave it away, and the Trap there must be it."""
    more = "keeps 1:T5@0<0 / unseen 1"
    state = at("A5 A1", "A6 A7", "A8", traps=("T5@1!aht",), deck="T1 T2", more=more)
    assert {traps(guess, 0)[0] for guess in worlds(state, 1)} == {"T5"}


# In any position.


def position(seed, moves):
    rng = stream(seed, "views")
    options = {rule.name: rule for rule in GAME.rules_of_the_house}
    said = {}
    if below(rng, 2):
        for name in ("trap_trigger", "same_owner_order", "out_traps", "t6", "blind"):
            tries = options[name].tries()
            said[name] = options[name].write(tries[below(rng, len(tries))])
    state = dealt(2 + below(rng, 4), seed, **said)
    actions = np.zeros(layout.ACTIONS, np.int64)
    while moves and rules.actor(state) >= 0:
        rules.apply(state, actions[below(rng, rules.legal(state, actions))], rng)
        moves -= 1
    return state


SOME = settings(max_examples=60, deadline=None)


@SOME
@given(st.integers(0, 2**32), st.integers(0, 120))
def test_what_a_seat_keeps_track_of_is_true(seed, moves):
    """The cards lie where they may be, no two of them in one place."""
    state = position(seed, moves)
    for seat in range(state.seats):
        cards = state.known[seat, : state.knows[seat]].tolist()
        spots = [[*may_be_at(state, seat, card)] for card in cards]
        assert matching(spots) == len(cards), text.write(state)


def may_be_at(state, seat, known):
    """The true places of cards of that kind where the seat takes it to be."""
    kind = (known >> 5 & 127) - 1
    for other in range(state.seats):
        if known >> other & 1:
            yield from ((other, kind, n) for n in range(state.hands[other, kind]))
    rows = [state.under[: state.unders], *map(np.copy, state.traps), [state.card]]
    for where, row in enumerate(rows):
        for place, card in enumerate(map(int, row)):
            unknown = not card >> layout.KNOWN_TO >> seat & 1
            if unknown and (card & 127) - 1 == kind and unseen.may_be(known, card):
                yield ("table", where, place)


def matching(spots):
    """How many can have a spot of their own."""
    holder = {}

    def settle(n, tried):
        for spot in spots[n]:
            if spot not in tried:
                tried.add(spot)
                if spot not in holder or settle(holder[spot], tried):
                    holder[spot] = n
                    return True
        return False

    return sum(settle(n, set()) for n in range(len(spots)))


@SOME
@given(st.integers(0, 2**32), st.integers(0, 120))
def test_a_trap_is_none_that_it_is_said_not_to_be(seed, moves):
    state = position(seed, moves)
    for seat in range(state.seats):
        for trap in state.traps[seat, : state.laid[seat]].tolist():
            kind = (trap & 127) - 1
            if trap >> layout.PASSED & 7:
                assert unseen.can_lie(state, trap, kind)


@SOME
@given(st.integers(0, 2**32), st.integers(0, 120))
def test_a_guessed_world_respects_all_that_is_known(seed, moves):
    state = position(seed, moves)
    for seat in range(state.seats):
        guess = world(state, seat, seed)
        assert all_cards(guess) == all_cards(state)
        assert guess.hands.sum(axis=1).tolist() == state.held.tolist()
        cards = guess.known[seat, : guess.knows[seat]].tolist()
        spots = [[*may_be_at(guess, seat, card)] for card in cards]
        assert matching(spots) == len(cards), text.write(state)
        for owner in range(state.seats):
            for before, trap in zip(
                state.traps[owner].tolist(), guess.traps[owner].tolist(), strict=True
            ):
                known = before >> layout.KNOWN_TO >> seat & 1
                assert not known or trap == before
                assert (
                    before == 0
                    or known
                    or unseen.can_lie(guess, trap, (trap & 127) - 1)
                )


@pytest.mark.parametrize(
    ("position", "seat"),
    [
        (  # the T1 gives way: it alone can lie in the first of two face-down spots
            "out1:cards:3 A5,A6 out0:cards:1 A1,A5,A9,H4,T3,T5x2"
            " / traps - (T1)@22!t,(T6)@24 - (T2)@23!t"
            " / under T4@13<0,T6@14<2,A6@16<0,H4@19<3,A1@20<1"
            " / pile A1x3,A2x4,A3x3,A4x4,A5x2,A6x2,A7x3,A8x3,A9,A10x2,A11x2,H1x2,H2x4"
            ",H3x2,T1x2,T2x2,T3,T4"
            " / keeps 3:T1@20<1 / turn 3 / asks 3 play / step 4 / unseen 24",
            3,
        ),
        (  # of two that it gave the H3 gives way, and then the A1 before it
            "A1 out3:cards:0 out2:cards:2 out1:rule:3 out0:rule:4 / traps T3 - - - -"
            " / under T6@18<1,A5@19<1,A1@20<2,A4@21<2,H3@23<0,A1@24<1"
            " / pile A1x2,A2x4,A3x3,A4x3,A5x3,A6x4,A7x3,A8x3,A9x2,A10x2,A11x2,H1x2,H2x4"
            ",H3,H4x2,T1x3,T2x3,T3,T4x2,T5x2,T6"
            " / keeps 1:A1@11<02 1:H3@21<0 1:A1@22<0 / turn 0 / over / unseen 24",
            1,
        ),
    ],
)
def test_cards_that_give_way_to_others_are_neither_lost_nor_too_many(position, seat):
    state = text.read(position)
    for guess in worlds(state, seat, range(300)):
        assert all_cards(guess) == all_cards(state)
        assert guess.hands.sum(axis=1).tolist() == state.held.tolist()


@SOME
@given(st.integers(0, 2**32), st.integers(0, 120))
def test_nobody_else_can_tell_which_card_is_put_away(seed, moves):
    """Returned, or laid face down: the same views, if the deck still hides them."""
    state = position(seed, moves)
    if state.decked < 4 or rules.actor(state) < 0:
        return
    new_traps_pass = all("T6" not in traps(state, seat) for seat in range(state.seats))
    hidden = [
        action
        for action in legal(state)
        if action.startswith("return ")
        or (action.removeprefix("play ") in DOWN and new_traps_pass)
    ]
    views = {}
    for action in hidden:
        after = play(state, action, seed=seed)
        for seat in range(state.seats):
            if seat != state.asked:
                views.setdefault((seat, action[:4]), set()).add(
                    view(after, seat).tobytes()
                )
    assert all(len(seen) == 1 for seen in views.values()), text.write(state)
