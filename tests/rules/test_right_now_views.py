"""Right Now: what a seat knows, what may lie behind it, what positions cannot be."""

from collections import Counter

import numpy as np
import pytest
from right_now_kit import GAME, actions, dealt, hand, legal, play, position, two

from partybots.core import BadValue, NotationError
from partybots.core.chance import stream
from partybots.plugins.right_now import house, layout, rules, text


def view(state, seat):
    known = state.copy()
    rules.hide(known, seat)
    return known


def world(known, seat, seed=1):
    """What may lie behind a view."""
    found = known.copy()
    rules.guess(found, seat, stream(seed))
    return found


def kinds(*rows):
    return Counter(int(layout.PRINTED[card]) for row in rows for card in row)


def zones(state):
    hands = [state.hands[s, : state.held[s]] for s in range(int(state.seats))]
    return [*hands, state.pile[: state.piled], state.discards[: state.discarded]]


# What a seat remembers: RN-S9, RN-S29, RN-S36.


def test_a_seat_that_exited_still_knows_its_own_cards():
    state = play(position(["YG WB", "BN OP", "GP"], "YW"), "exit")
    assert text.write(view(state, 0)).startswith("x YG WB | ?x2 | ?; ")
    assert text.write(view(state, 1)).startswith("x ?x2 | BN OP | ?; ")


def test_cards_shuffled_again_may_be_anywhere():
    rest = ["exited_cards=discard_bottom"]
    state = position(["YG WB", "BN OP", "x GP"], "YW NB OG", pile="", rest=rest)
    play(state, "draw", "keep")
    assert text.write(view(state, 2)).startswith("?x3 | ?x2 | x; top YW; pile ?x2; ")


def test_without_a_memory_the_covered_discards_may_be_anything():
    state = position(["YG WB", "BN OP"], "YW NB OG", rest=["memory=none"])
    assert "top YW ?x2; " in text.write(view(state, 0))


def test_a_guess_keeps_what_is_known_and_places_every_other_card():
    for seed in range(30):
        state = dealt(4, seed)
        for action in ("draw", "keep", "exit", "draw"):
            play(state, action)
        for seat in range(4):
            known = view(state, seat)
            guessed = world(known, seat, seed)
            assert kinds(*zones(guessed)) == kinds(state.deck[: state.cards])
            assert (guessed.pile == layout.PRINTED[guessed.pile]).all()
            assert hand(guessed, seat) == hand(state, seat)
            assert view(guessed, seat).tobytes() == known.tobytes()


def test_a_guess_puts_any_unseen_card_anywhere_as_often_and_either_way_up():
    """Of 60 unseen cards the neighbour holds 9: each of them in 9 worlds of 60."""
    known = view(dealt(2, seed=4), 0)
    unseen = kinds(known.deck[: known.cards]) - kinds(
        known.hands[0, :9], known.discards[:1]
    )
    worlds = [world(known, 0, seed) for seed in range(2000)]
    held = [guessed.hands[1, :9] for guessed in worlds]
    front = Counter(int(layout.PRINTED[cards[0]]) for cards in held)
    everywhere = kinds(*held)
    for kind, copies in unseen.items():
        assert everywhere[kind] / 2000 == pytest.approx(copies * 9 / 60, abs=0.07)
        assert front[kind] / 2000 == pytest.approx(copies / 60, abs=0.03)
    printed = np.mean([layout.PRINTED[cards] == cards for cards in held])
    assert printed == pytest.approx(0.5, abs=0.015)


def test_a_card_that_another_is_about_to_turn_lies_as_printed():
    state = play(dealt(3, first_dealer="0"), "draw")
    for seed in range(20):
        card = world(view(state, 0), 0, seed).hands[1, 9]
        assert card == layout.PRINTED[card]


def test_a_hand_of_ones_own_that_was_not_given_is_guessed_as_well():
    known = text.read(
        "?x9 | ?x9; top GN; pile ?x51; totals 0 0; round 0 dealer 1 turn 0; 0 plays"
    )
    guessed = world(known, 0)
    assert kinds(*zones(guessed)) == kinds(known.deck[: known.cards])
    assert not guessed.hands[:, 9:].any()
    assert actions(guessed) >= {"draw", "exit"}


# Positions that cannot be.

GOOD = "YG BW | ?x9; top GN; pile ?x58; totals 0 0; round 0 dealer 1 turn 0; 0 plays"
FOLLOWS = "YG BW | ?x9; top GN@; pile ?x58; totals 0 0; round 0 dealer 1 turn 0; "
OVER = "YG BW | ?x9; top GN; pile ?x58; totals 0 25; round 3 dealer 1 turn 0; over"


@pytest.mark.parametrize(
    ("written", "was", "now", "why"),
    [
        (GOOD, "YG BW", "YG ?", "a row of cards is known whole"),
        (GOOD, "pile ?x58", "pile OB ?x57", "a row of cards is known whole"),
        (GOOD, "turn 0", "turn 1000", "RN-S28: a round has 1000 turns at most"),
        (
            GOOD,
            "turn 0; 0 plays",
            "turn 5; 0 plays; max_turns=5",
            "RN-S28: a round has 5",
        ),
        (GOOD, "totals 0 0", "totals 25 0", "RN-19: the game is over"),
        (GOOD, "round 0", "round 100", "RN-19: the game is over"),
        (GOOD, "0 plays", "over", "RN-19: no round ended with 25 points"),
        (GOOD, "0 plays", "2 plays", "there are seats 0 to 1"),
        (
            GOOD,
            "0 plays",
            "1 played @, 0 rotates",
            "RN-13: the effect is that of the top",
        ),
        (GOOD, "YG BW | ?x9", "YG | ?x10", ""),
        (GOOD, "YG BW | ?x9", "| ?x11", "RN-16: a seat without cards has won"),
        (GOOD, "top GN; pile ?x58", "top ? GN; pile ?x57", "the top of the discards"),
        (GOOD, "0 plays", "0 plays; max_players=2", ""),
        (GOOD, "0 plays", "0 plays; first_dealer=4", "RN-S30: first_dealer is 4"),
        (
            FOLLOWS + "1 played @, 0 rotates",
            "YG BW | ?x9",
            "x YG | ?x10",
            "exited does noth",
        ),
        (FOLLOWS + "1 played @, 0 rotates", "", "", ""),
        (FOLLOWS.replace("GN@", "YO>") + "1 played >, 0 moves", "", "", ""),
        (
            FOLLOWS + "1 played >, 0 moves",
            "GN@",
            "GN",
            "RN-13: the effect is that of the",
        ),
        (OVER, "", "", ""),
        (OVER, "0 25", "0 24", "RN-19: no round ended with 25 points"),
        (OVER, "round 3", "round 0", "RN-19: no round ended with 25 points"),
    ],
)
def test_a_position_is_held_to_the_rules(written, was, now, why):
    position = written.replace(was, now)
    if not why:
        assert text.write(text.read(position)) == position
        return
    with pytest.raises(BadValue, match=f"no such Right Now position: .*{why}"):
        text.read(position)


@pytest.mark.parametrize(
    ("decides", "hand", "pile", "why"),
    [
        ("0 played >, 0 moves", "YG", "?x59", "RN-14: who has one card ignores it"),
        ("0 orients", "YG", "?x59", "RN-S32: who has drawn holds two cards"),
        ("1 played +, 0 draws", "YG BW", "?x58", "RN-13: the others draw"),
    ],
)
def test_a_seat_is_asked_only_what_it_can_be(decides, hand, pile, why):
    mark = next((mark for mark in ">+" if mark in decides), "")
    top = {">": "YO>", "+": "YG+", "": "GN"}[mark]
    rest = "totals 0 0; round 0 dealer 1 turn 0"
    with pytest.raises(BadValue, match=why):
        text.read(f"{hand} | ?x9; top {top}; pile {pile}; {rest}; {decides}")


def test_who_may_draw_has_something_to_draw():
    deck = "YG+x10 BNx9"
    rest = f"totals 0 0; round 0 dealer 1 turn 0; 0 played +, 0 draws; deck {deck}"
    with pytest.raises(BadValue, match="RN-S2: there is nothing to draw"):
        text.read(f"?x9 | ?x9; top YG+; pile; {rest}")


def test_exits_of_this_round_may_have_reached_the_target():
    """RN-S26: 20 before it and 6 for an exit with 3 cards."""
    rest = "round 2 dealer 1 turn 0; 0 plays"
    written = "YG BW | ?x9 | x ?x3; top GN; pile ?x55; totals 0 0 26; " + rest
    assert text.write(text.read(written)) == written
    with pytest.raises(BadValue, match="RN-19: the game is over"):
        text.read(written.replace("0 0 26", "0 0 31"))


def test_nonsense_is_no_position():
    for wrong in ("", "nonsense", GOOD + "; 5", GOOD + "; deck ?x9", GOOD[:20]):
        with pytest.raises(NotationError, match="is not a Right Now position"):
            text.read(wrong)


# A round ends whatever its seats do: RN-S28.


def test_a_round_that_nobody_ends_is_cut_at_a_thousand_turns():
    """Each draws, until nothing is left to draw but their own card."""
    state = two("YG BW", "PO", "BN GN", pile="WN")
    assert layout.LONGEST == 1000
    for _ in range(layout.LONGEST):
        assert state.rounds == 0
        state.held[:2], state.piled, state.discarded = 2, 1, 1
        state.hands[:2, 2:] = 0
        state.pile[0] = state.discards[0]
        play(state, "draw", "keep")
    assert (state.rounds, state.totals[:2].tolist()) == (1, [0, 0])


def test_a_large_deck_can_be_held_in_one_hand():
    deck = "top,bottom,effect\n" + "yellow,green,\n" * house.DECK
    state = GAME.new(2, deck=deck)
    GAME.kernels.deal(state, stream(1))
    written = (
        f"YGx{layout.HOLD} | YG; top YG; pile; totals 0 0; round 0 dealer 1 turn 0"
    )
    record = text.read(f"{written}; 0 plays; deck YGx{house.DECK}")
    allowed = legal(record)
    slices = layout.HOLD * (layout.HOLD + 1) // 2
    assert len(allowed) == slices + 1  # and the exit: nothing is left to draw
    assert allowed[-1] == layout.ACTIONS - 1
    play(record, f"play 2-{layout.HOLD}")
    assert (record.held[0], record.discarded) == (1, layout.HOLD)
    assert record.deck.tobytes() == GAME.record(state).deck.tobytes()
