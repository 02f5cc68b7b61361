"""What a person sees of Right Now: the table, and what others do, in words."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.text import Text
from right_now_kit import GAME, H, dealt, legal, play, position, two

from partybots.core.chance import below, stream
from partybots.plugins.right_now import layout, rules, table, text


def seen(state, seat):
    view = state.copy()
    rules.hide(view, seat)
    return view


def lines(state, seat=0):
    return Text.from_markup(table.draw(seen(state, seat), seat)).plain.split("\n")


def words(state, action, seat):
    """What `seat` is told of what the actor does."""
    before, actor = seen(state, seat), int(state.to_act)
    after = play(state.copy(), action)
    number = text.read_action(action)
    return table.describe(before, number, actor, seen(after, seat))


# The table.


def test_a_table_as_it_is_drawn():
    state = position([H, "?x4", "x ?x3"], "YW+ GN", pile="?x12", totals="0 12 6")
    drawn = """\
Right Now, round 1, turn 1; 25 points end the game

> seat 0 (you)    0 points   #########                 9 cards   dealer
  seat 1         12 points   ####                      4 cards
  seat 2          6 points   exited

   Y  yellow     1 under it
   W  white     12 in the pile   + draw

  Your hand, from front to rear:
   1    2    3    4    5    6    7    8    9
   Y    B    G    W    N    P    G    O == O
   G    W    Y == Y == Y    N    W    B    P


Play, draw, or exit for 0 points?"""
    assert [line.rstrip() for line in lines(state)] == drawn.split("\n")


def test_only_ones_own_cards_are_drawn():
    drawn = "\n".join(lines(two("YG@ YB", "PO", second="WN> WN"), seat=0))
    assert "@ rotate" in drawn
    assert "> move" not in drawn


def test_a_long_hand_takes_several_lines_and_its_combos_go_on():
    rows = lines(two("YGx17", "PO"))
    start = next(
        n for n, row in enumerate(rows) if row.split() == [*map(str, range(1, 16))]
    )
    assert rows[start + 1].split() == ["Y", "=="] * 15
    assert rows[start + 4].split() == ["16", "17"]
    assert rows[start + 5].split() == ["Y", "==", "Y"]


@pytest.mark.parametrize(
    ("state", "asks"),
    [
        (two("YG", "PO"), "Play, draw, or exit for 8 points?"),
        (two("YG BNx7", "PO"), "Play, draw, or exit for 1 point?"),
        (
            position(["YG OB", "BN"], "PW", "0 orients"),
            "You drew OB, now your rear card",
        ),
        (position(["YG", "BN"], "PW@", "1 played @, 0 rotates"), "Rotate which card?"),
        (position(["YG BN", "BN"], "PW>", "0 played >, 0 moves"), "Move which card"),
        (
            position(["YG BN", "BN"], "PW+", "0 played +, 0 draws"),
            "Draw a card, or decl",
        ),
    ],
)
def test_the_last_line_asks_what_is_decided(state, asks):
    assert lines(state)[-1].startswith(asks)


def test_nothing_is_asked_of_others_nor_after_the_end():
    state = dealt(3, first_dealer="0")
    assert not lines(state, seat=0)[-1].endswith("?")
    over = play(two("YG", "YW", totals="15 3"), "play 1")
    assert lines(over)[0] == "Right Now, over after 1 round"


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32), st.integers(0, 150))
def test_every_table_is_eighty_columns_wide_at_most(seed, moves):
    rng = stream(seed)
    state = dealt(2 + below(rng, 6), seed)
    for _ in range(moves):
        allowed = legal(state)
        rules.apply(state, allowed[below(rng, len(allowed))], rng)
        if state.to_act < 0:
            break
    for seat in range(int(state.seats)):
        drawn = lines(state, seat)
        assert max(map(len, drawn)) <= 80
        assert "".join(drawn).count("==") == pairs(state, seat)


def pairs(state, seat):
    """Neighbours that are a combo, each side that they share."""
    cards = state.hands[seat, : state.held[seat]].astype(int)
    tops, bottoms = cards & 7, cards >> 3 & 7
    return int(sum(np.sum(side[1:] == side[:-1]) for side in (tops, bottoms)))


# What others do.


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("play 1", "plays 1 card: YG"),
        ("play 1-2", "plays 2 cards: YG YB"),
        ("play 1-4", "plays a Super Combo: YG YB YN YP"),
        ("draw", "draws a card"),
        ("exit", "exits for 4 points"),
    ],
)
def test_what_a_seat_does_in_its_turn(action, said):
    state = position(["YG YB YN YP BN", "PW", "PW"], "YW")
    assert words(state, action, 0) == words(state, action, 1) == said


def test_what_ends_a_round_is_said():
    assert words(two("YG", "YW"), "play 1", 1) == "plays 1 card and wins the round"
    assert words(two("YG", "YW"), "play 1", 0) == "plays 1 card: YG and wins the round"
    assert (
        words(two("YG", "YW"), "exit", 1) == "exits for 8 points, which ends the round"
    )


def test_cards_are_named_even_if_the_next_draw_shuffles_them():
    state = position(["YG+ YB BN", "PW", "PW"], "YW GB", pile="")
    assert words(state, "play 1-2", 1) == "plays 2 cards"


def test_a_drawn_card_is_named_to_its_owner_alone():
    state = position(["YG OB", "BN"], "PW", "0 orients")
    assert words(state, "keep", 0) == "puts OB at the rear"
    assert words(state, "turn", 0) == "puts BO at the rear"
    assert words(state, "turn", 1) == "puts the card at the rear"


def test_what_follows_an_effect_is_named_to_its_owner_alone():
    state = position(["YG OB", "BN"], "PW@", "1 played @, 0 rotates")
    assert words(state, "rotate 2", 0) == "rotates OB at 2"
    assert words(state, "rotate 2", 1) == "rotates card at 2"
    moving = position(["YG OB GP", "BN"], "PW>", "0 played >, 0 moves")
    assert words(moving, "move 2", 0) == "moves OB at 2"
    assert words(moving, "decline", 1) == "does not follow the effect"


def test_every_action_can_be_described_before_it_is_known_what_follows():
    state = position(["YG YB", "PW"], "YW")
    for action in legal(state):
        assert table.describe(seen(state, 1), int(action), 0)
    assert table.describe(seen(state, 1), layout.PLAY, 0) == "plays 1 card"
    assert GAME.table is table
