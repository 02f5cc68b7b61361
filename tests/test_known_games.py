"""Connect four and Leduc poker, rule by rule, and beside the numbers others publish.

C1 to C4 and L1 to L7 stand in tests/sample/{connect_four,leduc}/rules.py. Perft counts
and best responses are those of OpenSpiel 2.0.2, positions those of OEIS A212693.
"""

import re

import connect_four
import leduc
import numba
import numpy as np
import pytest
from connect_four import rules as c4
from game_trees import all_of, best_response, deals, perft, spread
from leduc import rules as poker

from partybots.core import NotationError
from partybots.core.chance import stream
from partybots.core.game import Game
from partybots.core.registry import Registry
from partybots.core.testing import Laws
from partybots.solvers.search import Plan, analyse

SLOW = numba.config.DISABLE_JIT
SAMPLES = Registry([("connect-four", lambda: connect_four), ("leduc", lambda: leduc)])
FOUR, LEDUC = SAMPLES.game("connect-four"), SAMPLES.game("leduc-poker")

LINES = [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572]  # [actions]
POSITIONS = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186, 1662623]
TERMINALS, DECISIONS, INFORMATION_STATES = 5520, 3780, 936
BEST_RESPONSES = 4.747222222222222  # to uniform play, the two seats' added up

# A stone below each column: then no two boards have one sum of both kinds of stones.
FLOOR = sum(1 << c4.HIGH * column for column in range(c4.COLUMNS))


def after(game: Game, position: str, *actions: str, luck: int = 1) -> np.record:
    state = game.text.read(position)
    for action in actions:
        number = game.text.read_action(action)
        assert game.why.why_illegal(state, number) == ""
        game.rules.apply(state, number, stream(luck))
    return state


def legal(game: Game, position: str) -> set[str]:
    actions, state = np.zeros(game.rules.ACTIONS, np.int64), game.text.read(position)
    return {*map(game.text.write_action, actions[: game.rules.legal(state, actions)])}


def scores(game: Game, state: np.record) -> list[int]:
    out = np.zeros(2, np.int64)
    game.rules.scores(state, out)
    return out.tolist()


# C1  Two players take turns; seat 0 begins. Everything is seen by both.


def test_c1_players_take_turns_from_seat_0():
    state = FOUR.text.read("- - - - - - -")
    assert FOUR.rules.actor(state) == 0
    assert FOUR.text.write(after(FOUR, "- - - - - - -", "4", "3")) == "- - o x - - -"
    assert FOUR.rules.actor(after(FOUR, "- - - - - - -", "4")) == 1


# C2  A stone falls to the lowest free place of a column that is not full.


def test_c2_a_stone_falls_on_those_that_lie_there():
    assert FOUR.text.write(after(FOUR, "x - - - - - o", "1")) == "xx - - - - - o"


def test_c2_a_full_column_takes_no_more():
    position = "xoxoxo - - - - - -"
    assert legal(FOUR, position) == {*"234567"}
    assert FOUR.why.why_illegal(FOUR.text.read(position), 0).startswith("C2")


# C3  Four stones of one's own in a line, upright, level or slanting, win at once.


@pytest.mark.parametrize(
    ("position", "column"),
    [
        ("xxx ooo - - - - -", "1"),
        ("x x x - o o o", "4"),
        ("x ox oox oox - - x", "4"),
        ("oox oox ox x - - x", "1"),
        ("xxx ooo - - - - x", "2"),
        ("- - - x x x ooo", "3"),
    ],
)
def test_c3_four_in_a_line_win(position, column):
    assert FOUR.rules.actor(FOUR.text.read(position)) >= 0
    state = after(FOUR, position, column)
    assert FOUR.rules.actor(state) == -1
    assert sorted(scores(FOUR, state)) == [0, 1]
    assert scores(FOUR, state)[(state.placed - 1) % 2] == 1


def test_c3_no_line_runs_over_the_top_into_the_next_column():
    state = after(FOUR, "oooxxx - - - - - -", "2")
    assert FOUR.rules.actor(state) >= 0


# C4  A full board without four in a line is a draw.


def test_c4_a_full_board_is_a_draw():
    last = "xxoxxo oxoxoo xoooxo oxxoxx oooxx xxoxox oxoxxo"
    state = after(FOUR, last, "5")
    assert FOUR.rules.actor(state) == -1
    assert scores(FOUR, state) == [0, 0]


@pytest.mark.parametrize(
    "text",
    [
        *("", "- - -", "- - - - - - - -", "x x - - - - -", "z - - - - - -"),
        *("xoxoxox - - - - - o", "xxxxo ooo - - - - -", "xxxx oooo - - - - -"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text):
    with pytest.raises(NotationError):
        FOUR.text.read(text)


class TestLawsOfConnectFour(Laws):
    game = FOUR

    def cards(self, state: np.record) -> object:
        return int(state.stones).bit_count() - int(state.placed)


@pytest.mark.parametrize("actions", range(1, 5 if SLOW else len(LINES)))
def test_lines_of_connect_four_are_as_many_as_are_published(actions):
    line = np.zeros((actions + 1, FOUR.rules.STATE.itemsize), np.uint8)
    line[0] = FOUR.new(2)
    kernels = FOUR.kernels
    found = perft(kernels.actor, kernels.legal, kernels.apply, line, stream(1))
    assert found == LINES[actions]


def test_positions_of_connect_four_are_as_many_as_are_published():
    kernels, states = FOUR.kernels, FOUR.new(2)[None]
    for positions in POSITIONS[1 : 5 if SLOW else None]:
        further = np.zeros((c4.COLUMNS * len(states), states.shape[1]), np.uint8)
        rules = kernels.actor, kernels.legal, kernels.apply
        found = spread(*rules, states, further, stream(1))
        boards = further[:found].view(c4.STATE)[:, 0]
        told_apart = boards["stones"] + boards["own"] + FLOOR
        first = np.unique(told_apart, return_index=True)[1]
        states = np.ascontiguousarray(further[first])
        assert len(states) == positions


# L1  Two of each rank. Each puts in 1 chip and has one card, which only they see.


def test_l1_each_has_a_chip_in_and_a_card():
    dealt = set()
    for luck in range(200):
        state = LEDUC.record(LEDUC.new(2))
        LEDUC.rules.deal(state, stream(luck))
        assert (state.stake, state.open) == (1, 0)
        dealt.add(tuple(state.cards.tolist()))
    assert len(dealt) == 6 * 5


def test_l1_only_its_holder_sees_a_card():
    state = LEDUC.text.read("Js Kh / rc Qs c")
    LEDUC.rules.hide(state, 1)
    assert LEDUC.text.write(state) == "? Kh / rc Qs c"


# L2  Two rounds, seat 0 opens both; a card is laid open after the first.


def test_l2_a_card_is_laid_open_after_the_first_round():
    assert LEDUC.rules.actor(LEDUC.text.read("Js Kh / -")) == 0
    laid = {int(after(LEDUC, "Js Kh / r", "call", luck=k).open) for k in range(50)}
    assert laid == {2, 3, 4, 5}
    assert LEDUC.rules.actor(after(LEDUC, "Js Kh / r", "call")) == 0


# L3  To call is to put in as much; to raise is 2 more, in the second round 4.


def test_l3_a_raise_is_2_then_4():
    state = LEDUC.text.read("Js Kh / crrc Qs rr")
    assert (state.stake, state.owed) == (1 + 2 + 2 + 4, 4)


# L4  At most two raises a round; only a player who has put in less may fold.


def test_l4_two_raises_at_most():
    assert legal(LEDUC, "Js Kh / rr") == {"fold", "call"}
    assert legal(LEDUC, "Js Kh / rrc Qs") == {"call", "raise"}


def test_l4_nobody_folds_for_nothing():
    assert legal(LEDUC, "Js Kh / c") == {"call", "raise"}
    assert legal(LEDUC, "Js Kh / cr") == {"fold", "call", "raise"}


# L5  A round ends when a raise is called, or when both have called without one.


@pytest.mark.parametrize(("said", "ends"), [("c", 1), ("r", 1), ("cr", 1), ("-", 0)])
def test_l5_a_call_ends_a_round_unless_it_opens_it(said, ends):
    assert bool(after(LEDUC, f"Js Kh / {said}", "call").open) == ends
    laid = f"Js Kh / cc Qs {said}".removesuffix(" -")
    assert (LEDUC.rules.actor(after(LEDUC, laid, "call")) < 0) == ends


# L6  Who folds loses; else the open card's rank wins, then the higher; equals draw.


@pytest.mark.parametrize(
    ("position", "gain"),
    [
        ("Js Kh / cc Jh cc", 1),
        ("Js Kh / rc Qs cc", -3),
        ("Kh Js / cc Jh rc", -5),
        ("Ks Kh / rrc Qs cc", 0),
        ("Ks Jh / rrf", -3),
        ("Js Qh / rf", 1),
        ("Js Qh / cc Qs rrf", -5),
    ],
)
def test_l6_l7_the_winner_gains_what_the_loser_has_put_in(position, gain):
    state = LEDUC.text.read(position)
    assert LEDUC.rules.actor(state) == -1
    assert scores(LEDUC, state) == [gain, -gain]


def test_l6_both_cards_are_seen_unless_one_folds():
    for position, view in [
        ("Js Kh / cc Jh cc", "Js Kh / cc Jh cc"),
        ("Ks Jh / rrf", "Ks ? / rrf"),
    ]:
        state = LEDUC.text.read(position)
        LEDUC.rules.hide(state, 0)
        assert LEDUC.text.write(state) == view


@pytest.mark.parametrize(
    "text",
    [
        *("", "Js / c", "Js Js / c", "Js Kh / cc", "Js Kh / cc Js", "Js Kh / rrr"),
        *("? ? / c", "Js Kh / f", "Js Kh / rf Qs", "Js ? / cc Qs cc", "As Kh / c"),
        *("Js Kh / cccc", "Js Kh Qs / c", "Js Kh / c Qs"),
    ],
)
def test_a_hand_that_cannot_be_is_refused(text):
    with pytest.raises(NotationError):
        LEDUC.text.read(text)


class TestLawsOfLeduc(Laws):
    game = LEDUC

    def cards(self, state: np.record) -> object:
        """Which lie twice, and which are none: no card ever."""
        lie = [card for card in (*state.cards.tolist(), int(state.open)) if card]
        return len(lie) - len({*lie}), [c for c in lie if not 1 <= c <= poker.CARDS]


@pytest.fixture(scope="module")
def dealt():
    return deals(LEDUC)


def test_leduc_has_as_many_histories_and_information_states_as_elsewhere(dealt):
    nodes = [node for _, deal in dealt for node in all_of(deal)]
    assert len(dealt) == 6 * 5
    assert sum(likely for likely, _ in dealt) == pytest.approx(1)
    assert sum(node.seat < 0 for node in nodes) == TERMINALS
    assert sum(node.seat >= 0 for node in nodes) == DECISIONS
    known = {(node.seat, node.view) for node in nodes if node.seat >= 0}
    assert len(known) == INFORMATION_STATES


def test_best_responses_to_uniform_play_gain_as_much_as_elsewhere(dealt):
    gained = sum(best_response(dealt, seat) for seat in range(2))
    assert gained == pytest.approx(BEST_RESPONSES)


@pytest.mark.parametrize("thumb", [True, False])
@pytest.mark.parametrize(
    ("position", "best"),
    [
        ("- xxx oo o - - -", "2"),  # it wins at once
        ("x x x - oo o -", "4"),
        ("ooo x x - - - x", "1"),  # else the other wins
    ],
)
def test_the_search_wins_and_does_not_lose_at_once(position, best, thumb):
    view = FOUR.state(FOUR.text.read(position).tobytes())
    plan = Plan(simulations=300 if SLOW else 2000, thumb=thumb, epsilon=1.0)
    found = analyse(FOUR.kernels, view, 2, c4.ACTIONS, c4.SPAN, plan, stream(1))
    assert FOUR.text.write_action(found.best()) == best


def test_every_rule_has_a_test_of_its_own():
    for letter, rules in (("C", c4), ("L", poker)):
        stated = {*re.findall(rf"^({letter}\d+)  ", rules.__doc__, re.M)}
        tests = " ".join(name for name in globals() if name.startswith("test_"))
        tested = {*re.findall(rf"_({letter.lower()}\d+)(?=_)", tests)}
        assert {name.upper() for name in tested} == stated
