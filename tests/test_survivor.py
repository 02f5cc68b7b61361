"""Plans that keep a seat in play, and the bot survivor that plays by them."""

import random
from itertools import combinations

import numpy as np
import pytest
from im_right_kit import GAME, at, dealt
from im_right_kit import play as then

from partybots.core import BadValue, Rng, View
from partybots.core.arena.match import Player, play
from partybots.core.chance import stream
from partybots.plugins.bots.greedy import Greedy
from partybots.plugins.im_right_youre_wrong import rules, text
from partybots.plugins.im_right_youre_wrong.futures import Table, cards
from partybots.plugins.im_right_youre_wrong.survivor import Survivor
from partybots.solvers.surviving import (
    DRAWN,
    FREE,
    TURN,
    UNSEEN,
    Card,
    Impossible,
    OutOfEffort,
    Plan,
    Position,
    Scenario,
    Snare,
    Step,
    Turn,
    faults,
    survive,
)
from partybots.solvers.surviving.planning import most_worth

ATTACK, HIGHROAD, TRAP = range(3)
MATCHES = 3 if GAME.compiled else 1
SMALL = {"scenarios": 2, "horizon": 2, "effort": 0.002}


# Brute force: every card to play in every order, every way to put cards away.


def best(position):
    """(least, worth) of the best plan, or None if all lose at once."""
    found = []
    for first in firsts(position):
        values = [dict(lives(position, each, first)) for each in position.scenarios]
        now = sum(position.now[place] for place in first)
        for least in range(1 + min(map(max, values))):
            kept = [{t: w for t, w in each.items() if t >= least} for each in values]
            worths = [max(each.values()) for each in kept]
            for each, worth in zip(kept, worths, strict=True):  # one at least lives
                alive = [w for turns, w in each.items() if turns]
                if alive:
                    found.append((least, sum(worths) - worth + max(alive) + now))
    return max(found, default=None)


def firsts(position):
    if position.owed:
        return combinations(range(len(position.hand)), position.owed)
    return [(place,) for place in position.choices]


def lives(position, scenario, first):
    """Turns survived, and the most that a line of so many is worth."""
    hand = dict(enumerate(position.hand))
    most = {0: -sum(hand[place].held for place in first)}
    for turns, worth in lines(position, scenario, first, 0, hand, 0, 0, ()):
        most[turns] = max(worth, most.get(turns, worth))
    return most.items()


def lines(position, scenario, first, turn, hand, barred, stopped, snares):
    """(turns more, worth of these) of every line from here on."""
    if turn == len(scenario.turns):
        left = {card.type for card in hand.values()}
        yield 0, sum(each for n, each in enumerate(position.reserve) if n in left)
        return
    if turn:
        yield 0, 0
    now = scenario.turns[turn]
    hand = hand | ({len(position.hand) + turn: now.drawn} if now.drawn else {})
    stopped, snares = stopped | now.stopped, (*snares, *now.snares)
    for played in ways_to_play(position, scenario, first, turn, hand):
        cards = [hand[place] for place in played]
        cards += [now.top for card in cards if card.plays_top and now.top]
        types = {card.type for card in cards}
        if any((barred | stopped | now.barred) >> each & 1 for each in types):
            continue
        owes = now.returns + sum(card.returns for card in cards)
        owes += sum(snare.returns for snare in snares if snare.type in types)
        owes += position.owed if not played else 0
        bars, stops = 0, 0 if any(card.frees for card in cards) else stopped
        for card in cards:
            bars, stops = bars | card.bars, stops | card.stops
        rest = [place for place in hand if place not in played]
        for back in combinations(rest, owes):
            if not played and not set(first) <= set(back):
                continue
            left = [place for place in scenario.order if place in set(rest) - {*back}]
            left = left[1:] if now.taken else left
            gone = set(hand) - set(left)
            worth = TURN - sum(hand[place].held for place in gone)
            worth += sum(hand[place].played for place in played if turn)
            held = {place: hand[place] for place in left}
            laid = [snare for snare in snares if snare.type not in types]
            if held:
                state = held, bars, stops, laid
                for more in lines(position, scenario, first, turn + 1, *state):
                    yield more[0] + 1, more[1] + worth


def ways_to_play(position, scenario, first, turn, hand):
    now, drawn = scenario.turns[turn], len(position.hand) + turn
    if turn == 0:
        return [()] if position.owed else [first]
    if now.must == DRAWN and now.drawn:
        return [(drawn,)]
    if now.must == UNSEEN:
        return [(place,) for place in scenario.order if place in hand][:1]
    return [(place,) for place in hand]


def any_card(luck):
    return Card(
        kind=luck.randrange(20),
        type=luck.randrange(3),
        returns=luck.choice([0, 0, 0, 1, 2]),
        bars=luck.choice([0, 0, 1, 2, 4]),
        stops=luck.choice([0, 0, 0, 4]),
        frees=luck.random() < 0.2,
        plays_top=luck.random() < 0.15,
        held=luck.randrange(150),
        played=luck.randrange(-100, 100),
    )


def any_turn(luck, first):
    snare = Snare(luck.randrange(3), luck.choice([1, 2]))
    return Turn(
        drawn=any_card(luck) if not first and luck.random() < 0.8 else None,
        top=any_card(luck) if luck.random() < 0.7 else None,
        barred=luck.choice([0, 0, 0, 1, 2, 4]),
        stopped=luck.choice([0, 0, 0, 0, 1, 4]),
        must=FREE if first else luck.choice([FREE, FREE, DRAWN, UNSEEN]),
        snares=(snare,) * luck.choice([0, 0, 0, 1, 2]),
        returns=luck.choice([0, 0, 0, 1]),
        taken=luck.random() < 0.2,
    )


def any_position(seed):
    luck = random.Random(seed)
    n, turns = luck.choice([2, 3, 4, 5]), luck.choice([1, 2, 3])
    scenarios = []
    for _ in range(luck.choice([1, 2, 3])):
        order = luck.sample(range(n + turns), n + turns)
        foreseen = [any_turn(luck, first=turn == 0) for turn in range(turns)]
        scenarios.append(Scenario(tuple(foreseen), tuple(order)))
    return Position(
        hand=tuple(any_card(luck) for _ in range(n)),
        scenarios=tuple(scenarios),
        choices=tuple(range(n)),
        owed=luck.choice([0, 0, 1, 2]),
        now=tuple(luck.randrange(-200, 200) for _ in range(n)),
        reserve=(0, luck.randrange(90), luck.randrange(90)),
    )


@pytest.mark.parametrize("seed", range(60))
def test_no_order_of_play_is_better_than_the_plan(seed):
    position = any_position(seed)
    expected = best(position)
    if expected is None:
        with pytest.raises(Impossible, match="proved"):
            survive(position, effort=1)
        return
    plan = survive(position, effort=1)
    assert plan.proved
    assert (plan.least, plan.worth) == expected
    assert faults(position, plan) == ""


def test_caution_weighs_the_worst_scenario_against_all_else():
    for seed in range(100, 130):
        position = any_position(seed)
        careful = position._replace(caution=most_worth(position))
        if best(position):
            one, two = survive(position, effort=1), survive(careful, effort=1)
            assert (one.least, one.worth) == (two.least, two.worth)
            bold = survive(position._replace(caution=1), effort=1)
            assert bold.worth + bold.least >= one.worth + one.least


# What keeps a seat in.


def hand_of(*cards):
    return tuple(Card(n, *each) for n, each in enumerate(cards))


def position_of(hand, *turns, owed=0):
    order = tuple(range(len(hand) + len(turns)))
    choices = () if owed else tuple(range(len(hand)))
    return Position(hand, (Scenario(turns, order),), choices, owed)


def test_a_highroad_is_kept_for_a_turn_without_attacks():
    hand = hand_of((HIGHROAD,), (ATTACK,), (ATTACK,))
    plan = survive(position_of(hand, Turn(), Turn(barred=1 << ATTACK)))
    assert hand[plan.first].type == ATTACK
    assert plan.least == 2


def test_a_card_that_bars_what_is_left_is_not_played():
    hand = hand_of((ATTACK, 0, 1 << ATTACK), (ATTACK,), (ATTACK,))
    assert survive(position_of(hand, Turn(), Turn())).first != 0


def test_of_a_hand_the_cards_that_cost_cards_are_put_away():
    hand = hand_of((ATTACK,), (ATTACK, 2), (ATTACK,), (ATTACK, 2))
    plan = survive(position_of(hand, Turn(), Turn(), Turn(), owed=1))
    assert plan.first == -1
    assert plan.back in {(1,), (3,)}
    assert plan.least == 3


def test_the_last_card_is_not_put_down_where_a_snare_takes_another():
    hand = hand_of((ATTACK,), (TRAP,))
    snared = position_of(hand, Turn(snares=(Snare(ATTACK, 1),)))
    assert survive(snared).first == 1


def test_proved_impossible_is_not_out_of_effort():
    lost = position_of(hand_of((ATTACK,)), Turn())
    with pytest.raises(Impossible, match="proved"):
        survive(lost)
    with pytest.raises(OutOfEffort, match="with effort 1e-09; try more"):
        survive(any_position(1), effort=1e-9)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"scenarios": ()}, "at least one scenario"),
        ({"choices": ()}, "no card to play"),
        ({"choices": (9,)}, "not all of a hand"),
        ({"owed": 9}, "9 cards owed"),
    ],
)
def test_what_cannot_be_planned_is_refused(changed, said):
    with pytest.raises(BadValue, match=said):
        survive(position_of(hand_of((ATTACK,), (TRAP,)), Turn())._replace(**changed))


@pytest.mark.parametrize("effort", [0, -1, 3601, float("nan")])
def test_an_effort_that_cannot_be_is_refused(effort):
    with pytest.raises(BadValue, match="effort is over 0"):
        survive(any_position(1), effort=effort)


# The checker.

HAND = hand_of((ATTACK, 1), (HIGHROAD,), (TRAP,), (ATTACK,), (TRAP,))
CHECKED = position_of(HAND, Turn(taken=True), Turn(barred=1 << HIGHROAD))
RIGHT = Plan(((Step(0, (4,), 1), Step(2)),), 0, (), 2 * TURN, True, 0)


def test_the_checker_has_nothing_against_a_right_plan():
    assert faults(CHECKED, RIGHT) == ""


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"lines": ()}, "0 lines for 1 scenarios"),
        ({"first": 7}, "7 is no choice"),
        ({"first": 1}, "plays 0, the plan 1"),
        ({"worth": 3 * TURN}, "worth 600, not 900"),
        ({"lines": ((Step(0, (4,), 1), Step(0)),)}, "0 is not in hand"),
        ({"lines": ((Step(0, (), 1), Step(2)),)}, "puts 0 away, owes 1"),
        ({"lines": ((Step(0, (9,), 1), Step(2)),)}, "puts 9 away, which is not"),
        ({"lines": ((Step(0, (4,), 2), Step(3)),)}, "loses 2, not 1"),
        ({"lines": ((Step(0, (4,), -1), Step(2)),)}, "loses -1, not 1"),
        ({"lines": ((Step(0, (2,), 1), Step(4, (), 3)),)}, "and nobody takes one"),
        ({"lines": ((Step(0, (1,), 2), Step(4), Step(3)),)}, "longer"),
    ],
)
def test_the_checker_finds_what_is_wrong(changed, said):
    assert said in faults(CHECKED, RIGHT._replace(**changed))


@pytest.mark.parametrize(
    ("turn", "step", "said"),
    [
        (Turn(barred=1 << TRAP), Step(2), "2 is forbidden"),
        (Turn(stopped=1 << TRAP), Step(2), "2 is forbidden"),
        (Turn(must=UNSEEN), Step(2), "plays 2, not 1"),
        (Turn(drawn=Card(9, 0), must=DRAWN), Step(2), "not the card drawn"),
        (Turn(snares=(Snare(TRAP, 1),)), Step(2), "puts 0 away, owes 1"),
        (Turn(returns=3), Step(2, (1, 3, 4)), "no card is left"),
    ],
)
def test_the_checker_knows_what_others_lay(turn, step, said):
    position = position_of(HAND, Turn(), turn)
    plan = Plan(((Step(0, (4,)), step),), 0, (), 2 * TURN, True, 0)
    if turn.returns:
        plan = plan._replace(lines=((Step(3), Step(2, (0, 1, 4))),), first=3)
    assert said in faults(position, plan)


def test_the_checker_sees_to_it_that_the_owed_cards_go_in_all_scenarios():
    position = position_of(HAND, Turn(), owed=1)
    plan = Plan(((Step(-1, (3,)),),), -1, (2,), TURN, True, 0)
    assert "does not put away [2]" in faults(position, plan)
    assert "are not 1 cards" in faults(position, plan._replace(back=(2, 3)))
    playing = plan._replace(first=0, lines=((Step(0, (2,)),),))
    assert "though cards are owed" in faults(position, playing)


# What others may lay.


def foreseen(hand, deck="", turns=2, **changed):
    """Scenarios of seat 0, whose one opponent holds that."""
    state = at("A6 A6 A6", hand, deck=deck, **changed)
    for seed in range(20):
        yield Table(state, 0, cards(state)).foresee(turns, Rng(seed)).turns


def test_who_holds_nothing_that_presses_lays_nothing():
    for turns in foreseen("A1 A2 A3 A4 T2", deck="A6 H1 A7"):
        assert turns[1]._replace(drawn=None, top=None) == Turn()
        assert not turns[0].returns


@pytest.mark.parametrize(
    ("card", "lays"),
    [
        ("H4", {"barred": 1 << ATTACK}),
        ("T4", {"stopped": 1 << TRAP}),
        ("T1", {"snares": (Snare(ATTACK, 1),)}),
        ("A10", {"must": DRAWN}),
        ("A11", {"must": UNSEEN}),
    ],
)
def test_what_opponents_hold_they_sometimes_lay_before_the_next_turn(card, lays):
    seen = {turns[1] for turns in foreseen(f"{card} A1 A1")}
    assert seen == {Turn(), Turn()._replace(**lays)}


@pytest.mark.parametrize(("card", "takes"), [("A9", "taken"), ("H3", "returns")])
def test_what_takes_cards_does_so_before_the_next_turn(card, takes):
    assert {bool(getattr(t[0], takes)) for t in foreseen(f"{card} A1")} == {True, False}


def test_a_card_is_worth_most_that_puts_an_opponent_out():
    def harm(card, hand):
        state = at(f"{card} A1", hand, deck="A6")
        kind = text.read_action(f"play {card}")
        return Table(state, 0, cards(state)).harm(kind)

    assert harm("A9", "A3") > harm("A9", "A3 A3") > harm("H3", "A3 A3")
    assert harm("H4", "A3 A4") > harm("H4", "A3 H1") > harm("H4", "H1 H2")
    assert harm("A11", "A2 A2 A2") > harm("A11", "A3 A3 A3")


# The bot.


def view_of(state):
    actions, hidden = np.zeros(rules.ACTIONS, np.int64), state.copy()
    seat, n = int(state.asked), rules.legal(state, actions)
    rules.hide(hidden, seat)
    return View(seat, actions[:n].tolist(), hidden.tobytes(), lambda: GAME)


def views(seats, seed, every=3, **options):
    """Choices of a match by the rule of thumb."""
    state, rng = dealt(seats, seed, **options), stream(seed)
    found = []
    while state.asked >= 0:
        view = view_of(state)
        found += [view] if len(view.legal) > 1 else []
        rules.apply(state, Greedy().choose(view, Rng(seed, len(found))), rng)
    return found[::every]


def plays(state, seed=1, **options):
    return text.write_action(Survivor(**options).choose(view_of(state), Rng(seed)))


def test_survivor_does_not_play_what_costs_its_last_cards():
    assert plays(at("A2 A6 A6", "A1 A1 A3")) == "play A6"


def test_survivor_puts_away_what_costs_cards():
    table = then(at("A1 A2 H3 T2", "A1 A1 A3"), "play A1")
    assert plays(table) == "return A2"


def test_survivor_plays_nothing_forbidden_even_where_that_is_allowed():
    state = at("A3 A6 H3", "A1 A3", more="front H4>1:0", allow_rule_breaking="true")
    assert plays(state) == "play H3"


def test_no_move_costs_more_than_a_fifth_above_its_effort(monkeypatch):
    spent = []

    def noted(position, effort, seed):
        plan = survive(position, effort, seed)
        spent.append(plan.effort / effort)
        return plan

    module = "partybots.plugins.im_right_youre_wrong.survivor.survive"
    monkeypatch.setattr(module, noted)
    for seats in (2, 4):
        for view in views(seats, seed=1, every=2 if GAME.compiled else 8):
            for effort in (0.001, 0.008):
                Survivor(effort=effort).choose(view, Rng(1))
    assert len(spent) > 5
    assert max(spent) <= 1.2


@pytest.mark.parametrize("seats", [2, 5])
def test_the_same_seed_makes_the_same_move(seats):
    for view in views(seats, seed=2, every=4):
        one, two = (Survivor(**SMALL).choose(view, Rng(7)) for _ in range(2))
        assert one == two
        assert one in view.legal


def test_survivor_tells_what_it_makes_of_each_card_the_one_it_plays_first():
    for view in views(3, seed=3, every=6):
        weights = Survivor(**SMALL).weigh(view, Rng(5))
        assert weights[0].action == Survivor(**SMALL).choose(view, Rng(5))
        assert {weight.action for weight in weights} <= set(view.legal)
        assert len({weight.action for weight in weights}) == len(weights)


def match(seats, seed, survivors=None, **options):
    players = [
        Player("survivor", lambda: Survivor(**SMALL))
        if survivors is None or seat in survivors
        else Player("greedy", Greedy)
        for seat in range(seats)
    ]
    table = GAME.new(seats, {name: str(said) for name, said in options.items()})
    return play(GAME, table, players, seed, 1)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_survivor_plays_by_the_rules_in_every_seat(seats):
    for seed in range(MATCHES):
        result = match(seats, seed)
        assert not result.faults
        assert result.actions == match(seats, seed).actions


@pytest.mark.parametrize(
    "options",
    [
        {"hand_size": 1, "sudden_death": "permanent"},
        {"hand_size": 9, "direction": "counterclockwise", "typing": "thematic"},
        {"last_card": "out_at_once", "allow_rule_breaking": "true"},
        {"auto_draw": "false", "blind": "position", "trap_trigger": "owner_choice"},
        {"same_owner_order": "owner", "out_traps": "stay", "t6": "deck_bottom"},
        {"after_ignored": "trigger_all", "a7_optional": "true"},
        {
            "allow_self_target": "true",
            "negotiate_self": "false",
            "simultaneous": "draw",
        },
    ],
)
def test_survivor_copes_with_house_rules(options):
    for seed in range(MATCHES):
        assert not match(3, seed, survivors=[0, 2], **options).faults


@pytest.mark.parametrize("option", ["scenarios", "horizon", "effort"])
@pytest.mark.parametrize("value", [-1, 0, 1e6, float("nan")])
def test_options_of_survivor_that_cannot_be_are_refused(option, value):
    with pytest.raises(BadValue, match=rf"survivor {option} is from .* to .*, not"):
        Survivor(**{option: value})
