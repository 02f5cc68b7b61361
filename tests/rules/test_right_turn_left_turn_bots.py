"""Right Turn, Left Turn: its bots, its referee, and what a person sees."""

import re
from itertools import pairwise
from types import SimpleNamespace

import pytest
from rich.console import Console

from partybots.core import BadValue, PartybotsError, Rng, Timed, UnknownName, View
from partybots.core.arena.match import Player, play
from partybots.core.chance import stream
from partybots.core.registry import Registry
from partybots.plugins.right_turn_left_turn import house, rules, table, text
from partybots.plugins.right_turn_left_turn.human import (
    SKILLS,
    Human,
    normal,
    power_of_e,
    slip,
    slowing,
)
from partybots.solvers.route import DEFAULT_CIRCLE, LANDMARKS, check, solve

REGISTRY = Registry()
GAME = REGISTRY.game("right-turn-left-turn")
OPEN = "won -, -, - / pile ?42 | / open 1 by 0: * * *"


def match(specs, seed, referee="route", **house_rules):
    players = [Player(spec, REGISTRY.bot(spec, GAME.name)) for spec in specs]
    start = GAME.new(len(specs), house_rules)
    return play(GAME, start, players, seed, referee=REGISTRY.referee(referee)())


def duel(one, two, deals=8):
    """Contracts won by each in so many deals, in both seats."""
    won = [0, 0]
    for seed in range(deals):
        for specs in ((one, two), (two, one)):
            scores = match(specs, seed).scores
            won[0] += scores[specs.index(one)]
            won[1] += scores[specs.index(two)]
    return won


def view(position, seat):
    state = GAME.state(text.read(position).tobytes())
    GAME.kernels.hide(state, seat)
    return View(seat, [*range(9)], state.tobytes(), lambda: GAME)


# The bots.


def test_route_is_right_at_once():
    chosen = REGISTRY.bot("route", GAME.name)().choose(view(OPEN, 0), Rng(1))
    assert chosen == Timed(text.read_action("bicycle"), 0)


@pytest.mark.parametrize(
    ("better", "worse"),
    [*pairwise(["route", *(f"human:skill={skill}" for skill in reversed(SKILLS))])],
)
def test_skills_come_out_in_their_order(better, worse):
    won = duel(better, worse)
    assert won[0] > 1.5 * won[1]


@pytest.mark.parametrize(
    ("better", "worse"), [(8, 6), (12, 8), (25, 12), (25, 65), (65, 90)]
)
def test_ages_come_out_in_their_order(better, worse):
    won = duel(f"human:age={better}", f"human:age={worse}", deals=12)
    assert won[0] > won[1]


def test_a_beginner_beats_chance():
    won = duel("human:skill=novice", "random", deals=3)
    assert won[0] > won[1]


def test_two_perfect_bots_that_always_tie_come_to_an_end():
    result = match(["route", "route"], 1, actuation="0")
    assert result.scores == [0, 0]
    assert GAME.record(result.end).rounds == 43
    assert set(result.times) == {0}


def test_speaking_takes_time_and_decides_between_two_perfect_bots():
    result = match(["route", "route"], 1)
    assert sorted(result.scores)[1] == 6
    assert len(set(result.times)) > 5


def test_one_seed_is_one_answer():
    answers = [Human(8, "novice").choose(view(OPEN, 0), Rng(3)) for _ in range(2)]
    assert answers[0] == answers[1]


@pytest.mark.parametrize("skill", SKILLS)
def test_a_persons_slips_are_those_that_check_diagnoses(skill):
    contract = house.DEFAULT_DECK[0]
    for seed in range(50):
        said = slip(contract, DEFAULT_CIRCLE, Rng(seed))
        verdict = check(contract, said)
        assert verdict.correct or verdict.diagnosis


@pytest.mark.parametrize("skill", SKILLS)
def test_a_person_errs_as_often_as_their_skill_says(skill):
    asked, made = view(OPEN, 0), SKILLS[skill].slip * slowing(25)
    right = text.read_action("bicycle")
    answers = [Human(25, skill).choose(asked, Rng(n)).action for n in range(600)]
    wrong = sum(answer != right for answer in answers) / len(answers)
    assert wrong < 1 - (1 - made) ** 3 + 0.05  # some slips lead to the right answer
    assert wrong > 0.5 * (1 - (1 - made) ** 3) - 0.02


def test_agents_seen_from_the_front_take_longer():
    person = Human(25, "novice")
    front, behind = (solve(f"{start} 1L 1L 1L", depth=1) for start in ("house", "tree"))
    extra = sum(person.efforts(front.steps)) - sum(person.efforts(behind.steps))
    assert extra == SKILLS["novice"].front


def test_times_spread_about_their_typical_value():
    asked, person = view(OPEN, 0), Human(25, "player")
    times = sorted(person.choose(asked, Rng(n)).ms for n in range(401))
    typical = slowing(25) * sum(person.efforts(solve("house 3L 1R 4L").steps))
    assert times[200] == pytest.approx(typical, rel=0.08)
    assert times[400] - times[200] > times[200] - times[0]  # skewed to the right


def test_slowing_is_as_published():
    assert slowing(8) == pytest.approx(2, abs=0.01)
    assert slowing(65) == 1.5
    assert min(range(6, 100), key=slowing) in range(22, 30)


def test_the_arithmetic_is_close_to_what_it_stands_for():
    for x in (-6.0, -1.5, 0.0, 0.7, 1.5):
        assert power_of_e(x) == pytest.approx(2.718281828**x, rel=0.02)
    draws = [normal(rng) for rng in [Rng(1)] for _ in range(4000)]
    mean = sum(draws) / len(draws)
    assert mean == pytest.approx(0, abs=0.05)
    spread = sum((draw - mean) ** 2 for draw in draws) / len(draws)
    assert spread == pytest.approx(1, abs=0.06)


@pytest.mark.parametrize(
    ("spec", "error", "says"),
    [
        ("human:age=5", BadValue, "6 to 99 years old"),
        ("human:skill=expret", UnknownName, 'did you mean "expert"'),
        ("human:agee=8", UnknownName, 'did you mean "age"'),
    ],
)
def test_a_person_that_cannot_be(spec, error, says):
    with pytest.raises(error, match=says):
        REGISTRY.bot(spec, GAME.name)()


# The referee.


def judged(position, *answers):
    """The bytes before the last answer and after it."""
    state = GAME.state(text.read(position).tobytes())
    for answer in answers:
        before = state.copy()
        word, _, ms = answer.partition("@")
        GAME.kernels.stamp(state, int(ms or 0))
        GAME.kernels.apply(state, text.read_action(word), stream(1))
    return before, state


DRAWN = "won 43, -, - / pile {} | / rounds 1 / last 43 street-lamp: - - - / ".format(
    " ".join(str(card) for card in range(2, 43))
)
DRAWN += "open 1 by 0: * * *"
ANSWERS = ["tree@5", "bicycle@9", "silent"]


def test_the_referee_agrees_with_the_rules():
    before, after = judged(DRAWN, *ANSWERS)
    REGISTRY.referee("route")().after(before, 2, 8, after)


def test_a_table_that_leads_elsewhere_stops_everything():
    before, after = judged(DRAWN, *ANSWERS)
    GAME.record(after).last_right = 1 + text.read_action("tree")
    says = "house 3L 1R 4L leads to bicycle, by the rules to tree\n  position  won 43"
    with pytest.raises(PartybotsError, match=says):
        REGISTRY.referee("route")().after(before, 2, 8, after)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_contract_won_or_lost_by_the_wrong_seat_stops_everything(seat):
    before, after = judged(DRAWN, *ANSWERS)
    GAME.record(after).held[seat] += 1
    with pytest.raises(PartybotsError, match=r"by seat are \[-1, 1, 0\], by the rules"):
        REGISTRY.referee("route")().after(before, 2, 8, after)


def test_a_wrong_table_is_found_in_a_match(monkeypatch):
    def crooked(state, rng):
        honest(state, rng)
        GAME.record(state).leads[:] = 6

    honest = GAME.kernels.deal
    monkeypatch.setattr(GAME, "kernels", GAME.kernels._replace(deal=crooked))
    with pytest.raises(PartybotsError, match="by the rules to traffic-light"):
        match(["route", "route"], 1)


@pytest.mark.parametrize("ties", ["0", "700"])
def test_the_referee_agrees_all_match_long(ties):
    for seed in range(3):
        specs = ["human", "random", "human:age=8,skill=novice", "route"]
        result = match(specs, seed, tie_window_ms=ties, penalty_card="under_pile")
        assert not result.faults


def test_the_referee_sees_to_this_game_alone():
    ask = SimpleNamespace(game=SimpleNamespace(name="right-now"))
    with pytest.raises(BadValue, match="not to right-now"):
        REGISTRY.referee("route")().rule(ask, 0)


# The table.


def shown(position, seat=0):
    console = Console(width=80, highlight=False, no_color=True)
    with console.capture() as capture:
        console.print(table.draw(view(position, seat).state, seat))
    return capture.get()


LATER = (
    "won 3, -, - / pile ?40 | 15 / rounds 1 / last 15 street-lamp: house@900 silent "
    "street-lamp@1210 / open 1 by 1: tree@9 silent *"
)


def test_the_table_shows_every_agent_and_how_it_stands():
    lines = shown(OPEN)
    for name in LANDMARKS:
        assert name in lines
    assert lines.count("(o_o) front") == 4
    assert lines.count("(   ) behind") == 3


def test_the_agents_stand_clockwise():
    rows = shown(OPEN).splitlines()
    places = {
        name: (y, x)
        for y, row in enumerate(rows)
        for name in LANDMARKS
        for x in [row.find(f" {name} ")]
        if x >= 0 and "|" in row
    }
    right_side = [
        places[name] for name in ("house", "ambulance", "tree", "street-lamp")
    ]
    assert [y for y, _ in right_side] == sorted(y for y, _ in right_side)
    assert places["traffic-light"][1] < places["house"][1] < places["ambulance"][1]
    assert places["stop-sign"][1] < places["street-lamp"][1]


def test_the_table_shows_the_contract_that_is_open():
    lines = shown(OPEN)
    assert "from the house" in lines
    assert re.findall(r"\d (?:left|right)", lines) == ["3 left", "1 right", "4 left"]
    assert "2 right" not in lines


def test_the_table_shows_only_the_movements_that_count():
    lines = shown("depth=1 / " + OPEN)
    assert re.findall(r"\d (?:left|right)", lines) == ["3 left"]


def test_once_the_match_is_over_no_contract_is_shown():
    over = "target=1 / won 3, - / pile ?42 | / rounds 1 / last 3 tree: tree@9 - / over"
    lines = shown(over)
    assert "no Contract is open" in lines
    assert "The match is over: the target of 1 is reached" in lines


def test_the_table_tells_who_has_answered_but_not_what():
    lines = shown(LATER, 2)
    assert lines.count("has answered") == 2
    assert "tree after" not in lines
    assert "still searches" in lines


def test_one_sees_ones_own_answer():
    assert "says tree after 0.01 s" in shown(LATER, 0)


def test_the_table_tells_how_the_last_contract_went():
    lines = shown(LATER)
    assert "Before that, bicycle 1L 4R 2L led to street-lamp" in lines
    assert "seat 2: street-lamp after 1.21 s  right" in lines
    assert "Perhaps: " in lines
    assert "Perhaps: " not in shown(LATER, 2)


def test_the_table_is_at_most_80_columns_wide():
    for seed in range(5):
        state = GAME.new(10, {"max_players": "10", "tie_window_ms": "900"})
        GAME.kernels.deal(state, stream(seed))
        for _ in range(53):
            GAME.kernels.apply(state, seed, stream(seed))
        GAME.kernels.hide(state, 9)
        drawn = table.draw(GAME.record(state), 9)
        plain = re.sub(r"\[[a-z/ ]*\]", "", drawn)
        assert max(map(len, plain.splitlines())) <= 80


def test_what_others_do_is_told_without_what_they_said():
    words = {table.describe(text.read(OPEN), action, 1) for action in range(9)}
    assert words == {"has answered"}


def test_the_deck_and_circle_are_said_to_be_ours():
    assert "are ours" in house.__doc__


def test_every_action_has_a_word():
    assert len(text.WORDS) == rules.ACTIONS
