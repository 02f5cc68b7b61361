"""Right Turn, Left Turn, rule by rule and by examples.

The rules RTLT-1 to RTLT-18 stand in plugins/right_turn_left_turn/rules.py, RTLT-E1 to
E20 are examples on our own circle and deck. The rulings have a file of their own.
"""

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partybots.core.chance import stream
from partybots.core.errors import BadValue
from partybots.core.registry import Registry
from partybots.plugins.right_turn_left_turn import house, rules, text
from partybots.solvers.route import (
    DEFAULT_CIRCLE,
    DEFAULT_DECK,
    LANDMARKS,
    Circle,
    Contract,
    solve,
)
from partybots.solvers.route.graph import path

GAME = Registry().game("right-turn-left-turn")


def position(won="-, -, -", asked="* * *", card=1, box="", seen="", house_rules=""):
    """A table where that Contract is open; the pile holds the rest, lowest on top."""
    used = {int(number) for number in re.findall(r"\d+", f"{won} {box} {seen} {card}")}
    pile = " ".join(str(card) for card in range(1, 44) if card not in used)
    rounds, seats = len(re.findall(r"\d+", won)), won.count(",") + 1
    parts = [house_rules, f"won {won}", f"pile {pile} | {seen}", box and f"box {box}"]
    if rounds:
        said = " ".join(["silent"] * seats)
        parts += [f"rounds {rounds}", f"last 43 street-lamp: {said}"]
    return " / ".join([part for part in parts if part] + [f"open {card} by 0: {asked}"])


def after(written, *answers):
    """The state after answers such as "tree@900", "silent"."""
    state = GAME.state(text.read(written).tobytes())
    for answer in answers:
        word, _, ms = answer.partition("@")
        GAME.kernels.stamp(state, int(ms or 0))
        GAME.kernels.apply(state, text.read_action(word), stream(1))
    return GAME.record(state)


def dealt(seats=3, seed=1, **rules_of_the_house):
    state = GAME.new(seats, rules_of_the_house)
    GAME.kernels.deal(state, stream(seed))
    return GAME.record(state)


def answer(contract, circle=DEFAULT_CIRCLE, depth=3):
    """Where a Contract leads, by the compiled table."""
    state = GAME.new(
        2, {"depth": str(depth), "target": "1"}, f"circle: {circle}\n{contract}"
    )
    GAME.kernels.deal(state, stream(1))
    legal = np.zeros(rules.ACTIONS, np.int64)
    n = GAME.kernels.legal(state, legal)
    return LANDMARKS[GAME.kernels.greedy(state, legal, n, stream(1))]


def legal(state):
    actions = np.zeros(rules.ACTIONS, np.int64)
    n = GAME.kernels.legal(GAME.state(state.tobytes()), actions)
    return [text.write_action(action) for action in actions[:n]]


def held(state):
    return state.held[: state.seats].tolist()


def asked(state):
    return [seat for seat in range(state.seats) if state.may >> seat & 1]


# RTLT-1  A Contract names a landmark to start from and three movements, in order.


def test_rtlt_1_our_43_contracts_have_three_movements():
    assert len(DEFAULT_DECK) == 43
    assert {len(contract.movements) for contract in DEFAULT_DECK} == {3}


def test_rtlt_1_a_contract_of_two_movements_is_refused():
    with pytest.raises(BadValue, match="line 2 of the deck: tree 1L 2R is not"):
        GAME.new(2, {}, "house 3L 1R 4L\ntree 1L 2R")


# RTLT-2  The landmarks.


def test_rtlt_2_there_are_seven_landmarks():
    assert [text.write_action(action) for action in range(7)] == [
        "house",
        "ambulance",
        "bicycle",
        "tree",
        "street-lamp",
        "stop-sign",
        "traffic-light",
    ]


# RTLT-3  Each of them stands on one Agent card.


def test_rtlt_3_each_landmark_has_one_agent_from_the_front_or_from_behind():
    state = dealt()
    assert sorted(state.circle) == list(range(7))
    assert set(state.facing) == {0, 1}


def test_rtlt_3_a_circle_without_the_tree_is_refused():
    circle = " ".join(str(DEFAULT_CIRCLE).split()[:2])
    with pytest.raises(BadValue, match=r"line 1 of the deck: missing.*tree"):
        GAME.new(2, {}, f"circle: {circle}\nhouse 3L 1R 4L")


# RTLT-4  A movement is a number of steps to the agent's left or right.


@pytest.mark.parametrize(
    ("movement", "ends"), [("1L", "ambulance"), ("2L", "tree"), ("2R", "bicycle")]
)
def test_rtlt_4_steps_from_the_house(movement, ends):
    assert answer(f"house {movement} 1L 1L", depth=1) == ends


# RTLT-5  The Agents lie in a circle, in any order.


def test_rtlt_5_the_facing_belongs_to_the_card():
    one, two = dealt(seed=1, relayout="each_game"), dealt(seed=2, relayout="each_game")
    assert one.circle.tolist() != two.circle.tolist()
    assert one.facing.tolist() == two.facing.tolist()


@given(st.permutations(LANDMARKS), st.integers(0, 6))
def test_rtlt_5_a_circle_is_the_same_wherever_one_begins(order, turned):
    circle = [f"{name}:front" for name in order]
    decks = [
        f"circle: {' '.join(circle[start:] + circle[:start])}\nhouse 3L 1R 4L"
        for start in (0, turned)
    ]
    one, two = (GAME.new(2, {"target": "1"}, deck).tobytes() for deck in decks)
    assert one == two


# RTLT-6  The Contracts are shuffled and lie face down.


def test_rtlt_6_the_pile_is_shuffled():
    piles = [dealt(seed=seed).pile[:42].tolist() for seed in (1, 2)]
    assert piles[0] != piles[1]
    assert all(len(set(pile)) == 42 for pile in piles)


def test_rtlt_6_nobody_sees_the_pile():
    state = GAME.state(dealt().tobytes())
    GAME.kernels.hide(state, 1)
    assert "pile ?42 |" in text.write(GAME.record(state))


# RTLT-7  The oldest player turns the first Contract; all may answer once they see it.


def test_rtlt_7_all_may_answer_the_first_contract():
    state = dealt()
    assert (state.turner, asked(state)) == (0, [0, 1, 2])


# RTLT-8  Each movement leaves from where the one before it ended.


def test_rtlt_8_the_rulebooks_example_goes_by_way_of_street_lamp_and_tree():
    ends = [answer("house 3L 1R 4L", depth=depth) for depth in (1, 2, 3)]
    assert ends == ["street-lamp", "tree", "bicycle"]


# RTLT-9  Left and right are those of the agent a movement leaves from, all the way.


def test_rtlt_9_agents_passed_over_change_nothing():
    # stop-sign and bicycle, seen from behind, lie between the lamp and the light
    assert answer("street-lamp 3L 1L 1L", depth=1) == "traffic-light"


# RTLT-10  While searching nobody speaks, except to answer, and hands stay down.


def test_rtlt_10_what_others_answered_is_not_heard_before_all_have():
    views = []
    for said in ("tree@900", "silent"):
        state = GAME.state(after(position(), said).tobytes())
        GAME.kernels.hide(state, 1)
        views.append(state.tobytes())
    assert views[0] == views[1]


# RTLT-11  An answer names the landmark where the last movement ends.


def test_rtlt_11_an_answer_is_a_landmark_another_word_or_silence():
    assert legal(after(position())) == [*LANDMARKS, "something-else", "silent"]


# RTLT-12  The first right answer wins the Contract.


def test_rtlt_12_the_faster_right_answer_wins():
    state = after(position(), "bicycle@901", "bicycle@900", "silent")
    assert held(state) == [0, 1, 0]
    assert state.won[1, 0] == 1


# RTLT-13  Whoever answers wrong is out and gives back a Contract, if they have one.


def test_rtlt_13_a_wrong_answer_costs_one_of_two_contracts():
    state = after(position("4 7, -, -"), "tree@900", "bicycle@1200", "silent")
    assert held(state) == [1, 1, 0]


def test_rtlt_13_silence_costs_nothing():
    assert held(after(position("4 7, -, -"), *["silent"] * 3)) == [2, 0, 0]


# RTLT-14  A wrong answer does not stop the others.


def test_rtlt_14_the_others_go_on_searching():
    state = after(position(), "tree@100", "house@200", "bicycle@9000")
    assert held(state) == [0, 0, 1]


# RTLT-15  Then the next player turns the next Contract.


def test_rtlt_15_the_next_player_turns_the_next_contract():
    state = after(position(), "silent", "bicycle@900", "silent")
    assert (state.open, state.turner, state.rounds) == (2, 1, 1)


# RTLT-16  Right answers at the same time: a tie-break.


def test_rtlt_16_only_the_tied_answer_the_next_contract():
    state = after(position(), "bicycle@900", "silent", "bicycle@900")
    assert (state.pile[0], state.open, asked(state)) == (1, 2, [0, 2])
    assert held(state) == [0, 0, 0]


# RTLT-17  Whoever has six Contracts first wins at once.


def test_rtlt_17_six_contracts_win():
    state = after(position("2 3 4 5 6, -, -"), "bicycle@900", "silent", "silent")
    assert (state.held[0], state.open) == (6, 0)


def test_rtlt_17_the_target_may_be_changed():
    state = after(
        position("2, -, -", house_rules="target=2"), "bicycle@900", "silent", "silent"
    )
    assert GAME.kernels.actor(GAME.state(state.tobytes())) == -1


# RTLT-18  For beginners the first movement is enough, later the first two.


@pytest.mark.parametrize(
    ("depth", "right"), [(1, "street-lamp"), (2, "tree"), (3, "bicycle")]
)
def test_rtlt_18_only_the_first_movements_count(depth, right):
    table = position(house_rules=f"depth={depth}")
    assert after(table, f"{right}@900", "silent", "silent").held[0] == 1


# RTLT-E1 to E14: single Contracts on our circle.


def test_rtlt_e1_the_answer_is_bicycle():
    assert solve("house 3L 1R 4L").path[1:] == ("street-lamp", "tree", "bicycle")
    assert answer("house 3L 1R 4L") == "bicycle"


def test_rtlt_e2_the_depths_of_the_first_contract():
    assert [answer(DEFAULT_DECK[0], depth=depth) for depth in (1, 2, 3)] == [
        "street-lamp",
        "tree",
        "bicycle",
    ]


def taken_as(facing):
    return Circle((name, facing) for name in DEFAULT_CIRCLE.landmarks)


def test_rtlt_e3_with_every_agent_taken_as_front_one_says_traffic_light():
    assert answer("house 3L 1R 4L", taken_as("front")) == "traffic-light"
    assert after(position(), "traffic-light@9", *["silent"] * 2).last_right == 3


def test_rtlt_e4_with_every_agent_taken_as_back_one_says_ambulance():
    ends = [answer("house 3L 1R 4L", taken_as("back"), depth) for depth in (1, 2, 3)]
    assert ends == ["stop-sign", "bicycle", "ambulance"]


def test_rtlt_e5_left_of_the_house_is_clockwise():
    assert answer("house 1L 1L 1L", depth=1) == "ambulance"


def test_rtlt_e6_right_of_the_tree_is_clockwise():
    assert answer("tree 1R 1L 1L", depth=1) == "street-lamp"


def test_rtlt_e7_left_of_the_tree_is_counter_clockwise():
    assert answer("tree 1L 1L 1L", depth=1) == "ambulance"


def by_way_of(contract):
    return [answer(contract, depth=depth) for depth in (1, 2, 3)]


def test_rtlt_e8_house_4r_4r_4r():
    assert by_way_of("house 4R 4R 4R") == ["street-lamp", "traffic-light", "tree"]


def test_rtlt_e9_ambulance_4r_3l_4r():
    assert by_way_of("ambulance 4R 3L 4R") == ["stop-sign", "ambulance", "stop-sign"]


def test_rtlt_e10_bicycle_3r_2l_4l():
    assert by_way_of("bicycle 3R 2L 4L") == ["ambulance", "street-lamp", "house"]


def test_rtlt_e11_tree_2l_3r_2r():
    assert by_way_of("tree 2L 3R 2R") == ["house", "stop-sign", "traffic-light"]


def test_rtlt_e12_traffic_light_1l_3l_2r():
    ends = ["house", "street-lamp", "ambulance"]
    assert by_way_of("traffic-light 1L 3L 2R") == ends


def test_rtlt_e13_stop_sign_1r_1l_2l():
    assert by_way_of("stop-sign 1R 1L 2L") == ["bicycle", "stop-sign", "tree"]


@pytest.mark.parametrize("landmark", LANDMARKS)
def test_rtlt_e14_seven_steps_end_where_they_began(landmark):
    assert answer(f"{landmark} 7L 14R 7R") == landmark


# RTLT-E15 to E20: play.


def test_rtlt_e15_a_wrong_answer_then_a_right_one():
    state = after(position(), "tree@900", "bicycle@1200", "silent")
    assert (held(state), state.turner) == ([0, 1, 0], 1)


def test_rtlt_e16_the_wrong_answer_costs_a_contract():
    state = after(position("4 7, -, -"), "tree@900", "bicycle@1200", "silent")
    assert held(state) == [1, 1, 0]
    assert text.lying(state, rules.BOXED) == [7]


def test_rtlt_e17_a_tie_break_asks_only_the_tied():
    state = after(position(), "tree@900", "bicycle@1200", "bicycle@1200")
    assert (state.pile[0], asked(state)) == (1, [1, 2])
    assert GAME.kernels.actor(GAME.state(state.tobytes())) == 1


def test_rtlt_e18_nobody_right():
    state = after(position("-, -", "* *"), "tree@900", "house@950")
    assert (held(state), state.pile[0], state.turner) == ([0, 0], 1, 1)


def test_rtlt_e19_the_sixth_contract_ends_the_match():
    state = after(position("2 3 4 5 6, -, -"), "bicycle@900", "silent", "silent")
    won = np.zeros(3, np.int64)
    GAME.kernels.winners(GAME.state(state.tobytes()), won)
    assert (state.open, won.tolist()) == (0, [1, 0, 0])


def test_rtlt_e20_the_contracts_are_43_at_every_step():
    state, rng, actions = GAME.state(dealt(4).tobytes()), stream(3), np.zeros(9, int)
    while GAME.kernels.actor(state) >= 0:
        n = GAME.kernels.legal(state, actions)
        GAME.kernels.apply(state, GAME.kernels.greedy(state, actions, n, rng), rng)
        record = GAME.record(state)
        aside = [*text.lying(record, rules.BOXED), *text.lying(record, rules.GONE)]
        shown = int(record.open > 0)
        assert record.in_pile + shown + len(aside) + record.held.sum() == 43


# The 43 answers to our Contracts on our circle, by way of the first two.

ANSWERS = """
lamp tree bicycle, ambulance house stop, ambulance bicycle tree, light house bicycle,
tree stop lamp, bicycle ambulance bicycle, lamp ambulance stop, tree bicycle tree,
house lamp house, lamp stop house, light ambulance light, bicycle tree house,
bicycle ambulance light, stop ambulance house, stop ambulance lamp, lamp house stop,
house stop ambulance, ambulance tree light, tree bicycle ambulance,
house ambulance light, stop tree ambulance, bicycle light lamp, bicycle house light,
light house lamp, light bicycle ambulance, stop bicycle house, bicycle tree bicycle,
light tree ambulance, house lamp bicycle, house light tree, light lamp tree,
ambulance lamp tree, ambulance light tree, ambulance stop bicycle, house lamp house,
house lamp bicycle, ambulance lamp light, bicycle lamp stop, bicycle ambulance lamp,
bicycle ambulance stop, stop ambulance stop, stop house ambulance, lamp ambulance lamp
"""


def test_the_43_answers():
    for depth in (1, 2, 3):
        expected = [known.split()[depth - 1] for known in ANSWERS.split(",")]
        words = {"lamp": "street-lamp", "stop": "stop-sign", "light": "traffic-light"}
        assert [answer(contract, depth=depth) for contract in DEFAULT_DECK] == [
            words.get(word, word) for word in expected
        ]


STEPS = st.tuples(st.integers(1, 9999), st.sampled_from(["left", "right"]))


@settings(deadline=None)
@given(
    st.permutations(LANDMARKS),
    st.lists(st.sampled_from(["front", "back"]), min_size=7, max_size=7),
    st.sampled_from(LANDMARKS),
    st.lists(STEPS, min_size=3, max_size=3),
)
def test_the_table_leads_where_a_walk_on_the_graph_does(order, facings, start, moves):
    circle = Circle(zip(order, facings, strict=True))
    contract = Contract(start, moves)
    walked = path(circle.graph, contract)
    table = [answer(contract, circle, depth) for depth in (1, 2, 3)]
    assert [start, *table] == walked


def test_every_rule_has_a_test_of_its_own():
    stated = set(re.findall(r"^RTLT-S?\d+", rules.__doc__, re.MULTILINE))
    stated |= {f"RTLT-E{number}" for number in range(1, 21)}
    files = Path(__file__).parent.glob("test_right_turn_left_turn*.py")
    tested = re.findall(
        r"^def test_rtlt_([se]?\d+)_", "".join(f.read_text() for f in files), re.M
    )
    assert stated == {f"RTLT-{rule.upper()}" for rule in tested}


def test_every_option_of_the_house_is_named_in_the_rules_that_it_changes():
    silent = {"actuation"}  # added to answers before the rules see them
    named = set(re.findall(r"`(\w+)`", rules.__doc__)) - {"stamp"}
    assert named == {rule.name for rule in house.HOUSE} - silent
