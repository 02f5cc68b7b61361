"""The bots of YesNo: never wrong, or wrong as people are; and who is above whom."""

import numpy as np
import pytest

from partybots.core import BadValue, Referee, Rng, UnknownName, View
from partybots.core.arena.match import Player, play
from partybots.core.registry import Registry
from partybots.plugins.yesno import rules, text
from partybots.plugins.yesno.anticipate import Anticipate
from partybots.plugins.yesno.human import LEVELS, Human, varied
from partybots.plugins.yesno.reflex import Reflex

REGISTRY = Registry()
GAME = REGISTRY.game("yesno")
DECK = " / deck 6 cards YES, 6 cards NO, 2 challenges exactly 1 YES"


def players(*specs):
    return [Player(spec, REGISTRY.bot(spec, "yesno")) for spec in specs]


def match(*specs, deal=0, referee=None, **house):
    table = GAME.new(len(specs), {rule: str(value) for rule, value in house.items()})
    return play(GAME, table, players(*specs), "test", deal, referee=referee)


def view(position, seat=0):
    """The position as `seat` sees it, which is to answer."""
    state = np.frombuffer(text.read(position + DECK).tobytes(), np.uint8).copy()
    legal = np.zeros(rules.ACTIONS, np.int64)
    legal = legal[: GAME.kernels.legal(state, legal)].tolist()
    GAME.kernels.hide(state, seat)
    return View(seat, legal, state.tobytes(), lambda: GAME)


def said(bot, position, seat=0):
    answer = bot.choose(view(position, seat), Rng(1))
    return text.write_action(answer.action), answer.ms


class Errors(Referee):
    """Counts errors and rounds won, by seat; of one match."""

    def __init__(self):
        self.erred, self.won = [0] * 6, [0] * 6

    def after(self, before, seat, action, after):
        record = GAME.record(after)
        if record.asked == 0:
            for other in range(record.seats):
                self.erred[other] += int(record.last_erred) >> other & 1
                self.won[other] += int(record.last_winner) == other


# Seat 1 flipped one of a YES and two NO, or a card that all knew.
OPEN = "?:Y:1.3.0 ?:N:3.1.0 / pile (a)? / turn of 1, flip 5 by 1 / now "
SURE = "+N:Y:1.3.0 +Y:N:3.1.0 / pile (a)? / turn of 1, flip 5 by 1, foreseen / now "


def test_reflex_is_always_as_fast():
    assert said(Reflex(), OPEN + "__ __") == ("silent", 250)
    assert said(Reflex(ms=90), OPEN + "Y1_ __") == ("slap", 90)


def test_anticipate_is_the_faster_the_surer_it_was():
    assert said(Anticipate(), SURE + "Y1_ __") == ("slap", 220)
    _, surprised = said(Anticipate(ready=100, unready=400), OPEN + "Y1_ __")
    assert surprised == 400 - 300 * 2 // 3
    assert said(Anticipate(), OPEN + "__ __") == ("silent", 384)


@pytest.mark.parametrize("wrong", ["ready=9,unready=8", "ready=-1"])
def test_an_anticipation_that_cannot_be_is_refused(wrong):
    with pytest.raises(BadValue, match="0 <= ready <= unready"):
        REGISTRY.bot(f"anticipate:{wrong}", "yesno")()


def test_a_reaction_before_the_flip_is_refused():
    with pytest.raises(BadValue, match="0 ms or more, not -5"):
        REGISTRY.bot("reflex:ms=-5", "yesno")()


def test_a_level_there_is_not_is_refused():
    with pytest.raises(UnknownName, match='no level is called "expret"; did you mean'):
        REGISTRY.bot("human:level=expret", "yesno")()


@pytest.mark.parametrize("perfect", ["reflex", "anticipate", "greedy"])
@pytest.mark.parametrize("others", [("random",), ("human", "human:level=novice")])
def test_a_perfect_bot_never_errs(perfect, others):
    referee = Errors()
    match(perfect, *others, referee=referee, max_turns=150)
    assert referee.erred[0] == 0
    assert sum(referee.erred) > 0


LADDER = [
    ("reflex", "anticipate"),
    ("reflex", "human:level=expert"),
    ("anticipate", "human:level=expert"),
    ("human:level=expert", "human:level=player"),
    ("human:level=player", "human:level=novice"),
    ("human:level=novice", "random"),
]


@pytest.mark.parametrize(("better", "worse"), LADDER)
def test_two_at_a_table_come_out_in_order(better, worse):
    points = np.zeros(2, int)
    for deal in range(3):
        points += match(better, worse, deal=deal, max_turns=300).scores
        points += match(worse, better, deal=deal, max_turns=300).scores[::-1]
    assert points[0] > 1.5 * points[1]


@pytest.mark.parametrize("actuation", [0, 200])
def test_two_perfect_bots_come_to_an_end(actuation):
    result = match("reflex", "reflex", actuation=actuation)
    assert GAME.record(result.end).over == rules.PILE_OUT
    assert not result.faults


def test_equal_slaps_for_ever_end_as_well():
    result = match("reflex", "reflex", actuation=0, slap_tie="void")
    assert result.scores == [0, 0]


def test_random_bots_come_to_an_end():
    result = match("random", "random", "random", max_turns=50)
    assert GAME.record(result.end).over > 0


def test_one_seed_is_one_match_of_people():
    one, two = (match("human", "human:level=novice", max_turns=60) for _ in range(2))
    assert (one.actions, one.times) == (two.actions, two.times)


# The model of people


def rates(level, position, right):
    """How often an answer is not `right`, and the mean ms, of many."""
    bot, rng = Human(level=level), Rng(5)
    seen = view(position)
    answers = [bot.choose(seen, rng) for _ in range(600)]
    wrong = [a.ms for a in answers if text.write_action(a.action) != right]
    return len(wrong) / 600, float(np.mean([a.ms for a in answers])), wrong


TWO = "?:Y:1.3.0 ?:Y:2.2.0 / pile (a)? / turn of 1, flip 5 by 1 / now "
FOUR = "?:Y:0.1.0 ?:Y:0.1.0 ?:Y:1.0.0 ?:N:0.1.0" + TWO[TWO.index(" / pile") :]


def test_calls_are_missed_more_often_with_more_players():
    two, _, _ = rates("novice", TWO + "__ __", "YES")
    four, _, _ = rates("novice", FOUR + "__ __ __ __", "YES")
    assert 0.01 < two < 0.06
    assert four > 2 * two


def test_people_are_slower_with_more_players_and_better_with_practice():
    ms = [rates(level, TWO + "__ __", "YES")[1] for level in LEVELS]
    assert ms == sorted(ms, reverse=True)
    four = rates("expert", FOUR + "__ __ __ __", "YES")[1]
    assert 50 < four - ms[2] < 100  # two cards more, 38 ms each


def test_the_wrong_answers_are_the_fast_ones():
    _, mean, wrong = rates("novice", FOUR + "__ __ __ __", "YES")
    assert np.mean(wrong) < 0.9 * mean


@pytest.mark.parametrize(
    ("position", "often"),
    [
        (TWO + "Y1_ __", True),  # one word from being met
        (
            TWO.replace("?:Y:2.2.0", "?:y:2.2.0").replace("by 1", "by 0") + "Y1_ __",
            False,
        ),
    ],
)
def test_false_slaps_come_when_it_is_nearly_met(position, often):
    position = position if often else position.replace("of 1", "of 0")
    falsely, _, _ = rates("novice", position, "hold")
    assert (falsely > 0.1) == often
    assert often or falsely == 0


def test_people_misread_and_blurt_as_well():
    own = TWO.replace("turn of 1", "turn of 0").replace("by 1", "by 0") + "__ __"
    assert 0 < rates("novice", own, "YES")[0] < 0.1
    other = TWO.replace("?:Y:1.3.0", "?:N:2.2.0") + "__ __"
    assert 0 < rates("novice", other, "silent")[0] < 0.1


def test_a_challenge_that_is_met_is_missed_now_and_then():
    assert 0 < rates("novice", OPEN + "Y1_ __", "slap")[0] < 0.1


@pytest.mark.parametrize("spread", [0.2, 0.32])
def test_times_vary_log_normally(spread):
    rng = Rng(3)
    logs = np.log([varied(rng, spread) for _ in range(4000)])
    assert abs(logs.mean()) < 0.02
    assert abs(logs.std() / spread - 1) < 0.05
