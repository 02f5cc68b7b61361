"""Dictator bots: what they go by, and what they are worth to each other."""

from itertools import product
from math import sqrt

import numpy as np
import pytest
from voters import GAME, leading, opened

from partybots.core import BadValue, Rng, View
from partybots.core.arena.match import Player, play
from partybots.core.chance import stream
from partybots.core.registry import Registry
from partybots.plugins.dictator import equilibrium, learner, payoffs, rules
from partybots.plugins.dictator.crowd import Crowd
from partybots.plugins.dictator.equilibrium import Equilibrium
from partybots.plugins.dictator.learner import Learner

REGISTRY = Registry()
DEALS = 20 if GAME.compiled else 4


def view(state, seat):
    """What `seat` knows, as a bot is given it."""
    actions, hidden = np.zeros(rules.ACTIONS, np.int64), state.copy()
    rules.hide(hidden, seat)
    n = rules.legal(state, actions) if state.to_act == seat else 0
    return View(seat, actions[:n].tolist(), hidden.tobytes(), lambda: GAME)


def sees(seat, row, **options):
    """A round in which `seat` is to vote and sees so much of each."""
    state = opened(len(row), **{"taste": "1"} | options)
    for _ in range(seat):
        rules.apply(state, int(rules.idle(state)), stream(1))
    state.sees[seat, : len(row)] = row
    return state


# Crowd.


@pytest.mark.parametrize(
    ("seat", "row", "votes"),
    [
        (0, [999, 1, 2, 3], 3),  # as Dictator, not for itself
        (0, [999, 1, 900, 3], 2),  # and without a Double Down
        (1, [999, 500, 799, 100], 2),
        (1, [999, 500, 800, 100], 12),
        (2, [999, 500, 450, 499], 1),
    ],
)
def test_crowd_votes_what_fits_best(seat, row, votes):
    state = sees(seat, row)
    assert Crowd().choose(view(state, seat), Rng(1)) == votes


def test_crowd_lays_its_double_down_as_clear_says_and_only_if_it_has_one():
    state = sees(1, [0, 0, 100, 0])
    assert Crowd(clear=100).choose(view(state, 1), Rng(1)) == 12
    assert Crowd(clear=101).choose(view(state, 1), Rng(1)) == 2
    state.doubles[1] = 0
    assert Crowd(clear=100).choose(view(state, 1), Rng(1)) == 2


def test_crowd_without_taste_guesses_any_but_the_dictator():
    state = sees(1, [0, 0, 0, 0], taste="0")
    votes = [Crowd().choose(view(state, 1), Rng(k)) for k in range(100)]
    assert set(votes) == {1, 2, 3}


# Learner.


def sampled(seen, taste, leans, times=100_000):
    """[j] how often a Dictator votes for j, by drawing what rules.py says is drawn."""
    chance, n = np.random.default_rng(1), len(seen)

    def anything():
        return chance.integers(0, rules.FITS, (times, n))

    true = np.where(chance.random((times, n)) < taste / 100, seen, anything())
    shows = np.where(chance.random((times, n)) < taste / 100, true, anything())
    shows[:, leans] += rules.LEAN * taste // 100
    return np.bincount(shows.argmax(axis=1), minlength=n) / times


@pytest.mark.parametrize("taste", [30, 80, 100])
def test_learner_expects_the_votes_that_the_model_gives(taste):
    seen = np.array([912, 403, 388, 650], np.int16)
    expected = learner.vote_chances(seen, taste)
    for leans in range(4):
        drawn = sampled(seen, taste, leans)
        assert expected[leans] == pytest.approx(drawn, abs=0.005)
    assert expected[4] == pytest.approx([1 / 4] * 4)


def test_learner_without_taste_expects_any_vote():
    expected = learner.vote_chances(np.zeros(4, np.int16), 0)
    assert expected == pytest.approx(np.full((5, 4), 1 / 4))


def shown(state, voted):
    """The Dictator votes so, and the others for themselves."""
    rules.apply(state, voted, stream(1))
    while state.to_act >= 0 and state.to_act != rules.dictator(state):
        rules.apply(state, int(rules.idle(state)), stream(1))
    return state


def test_learner_multiplies_its_beliefs_by_the_chance_of_each_vote():
    bot, state = Learner(doubt=0.2), opened(4, taste="0.8")
    expected = learner.vote_chances(state.sees[2, 1:4], 80)
    bot.watch(view(state, 2))
    bot.watch(view(shown(state, 3), 2))
    belief = np.array([0.8 / 3] * 3 + [0.2]) * expected[:, 2]
    assert bot.beliefs[0] == pytest.approx(belief / belief.sum())
    assert [*bot.beliefs] == [0]


def test_learner_learns_nothing_as_dictator():
    bot, state = Learner(), opened(4, taste="0.8")
    bot.watch(view(state, 0))
    bot.watch(view(shown(state, 3), 0))
    assert not bot.beliefs


def test_learner_comes_to_know_whom_a_dictator_leans_to():
    bot, state = Learner(), opened(4, taste="0.8", target="100")
    for _ in range(5):
        for _ in range(4):  # all rule once; Ann votes for Dee whatever fits
            bot.watch(view(state, 2))
            ann = rules.dictator(state) == 0
            shown(state, 3 if ann else (rules.dictator(state) + 1) % 4)
        bot.watch(view(state, 2))
    assert bot.beliefs[0].argmax() == 2
    assert bot.beliefs[0][2] > 0.8


def test_learner_guesses_whom_it_has_learned_with_a_double_down_if_it_is_sure():
    state = sees(2, [0, 500, 450, 400], taste="0.8")
    known = {0: np.array([0.0, 0.0, 1.0, 0.0])}
    for sure, votes in ((0.5, 13), (0.99, 3)):
        bot = Learner(sure=sure)
        bot.beliefs = known
        assert bot.choose(view(state, 2), Rng(1)) == votes


def test_learner_as_dictator_votes_what_fits_best():
    assert Learner().choose(view(sees(0, [999, 1, 900, 3]), 0), Rng(1)) == 2


def test_learner_needs_some_doubt():
    with pytest.raises(BadValue, match="doubt"):
        Learner(doubt=0)


# What a round is worth.


def counted(house, mine, chosen, seats=5):
    """Points on average if the others vote for any but the Dictator, by the rules."""
    gains = []
    for others in product(range(1, seats), repeat=seats - 2):
        state = opened(seats, **house)
        state.last[:seats] = [chosen, mine, *others]
        state.completed = 1
        gains.append(rules.gain(state, 1, rules.popular(state)))
    return np.mean(gains)


@pytest.mark.parametrize(
    "house",
    [
        {},
        {"popular_tie": "none"},
        {"popular_min_votes": "2"},
        {"popular_min_votes": "3", "popular_tie": "none"},
    ],
)
def test_payoffs_are_what_the_rules_give_on_average(house):
    points = payoffs.payoffs(payoffs.round_of(opened(**house)), False)
    for chosen in (1, 2):
        for answer, mine in enumerate([1, 2, 3, 4, 0]):
            by_rules = counted(house, mine, chosen)
            assert points[chosen - 1, answer] == pytest.approx(by_rules)


def test_a_double_down_pays_two_or_costs_what_the_card_is_worth():
    state = opened(target="100")  # so many rounds to come that the end is far
    game = payoffs.round_of(state)
    assert payoffs.worth(game) == pytest.approx(1 / 3, abs=1e-9)  # p / (1 - p)
    points = payoffs.payoffs(game, True)
    assert points.shape == (4, 10)
    assert points[0, 5] == 2
    assert points[0, 6] == pytest.approx(points[0, 1] - 1 / 3)


def test_a_double_down_of_one_use_is_worth_one_use():
    game = payoffs.round_of(opened(target="100", double_down_reuse="false"))
    assert payoffs.worth(game) == pytest.approx(1 / 4)
    assert payoffs.payoffs(game, True)[0, 5] == pytest.approx(2 - 1 / 4)


def test_a_card_that_the_fallback_leaves_is_worth_more():
    kept = payoffs.round_of(opened(target="100", double_down_fallback="one_and_kept"))
    lost = payoffs.round_of(opened(target="100"))
    assert payoffs.worth(kept) > payoffs.worth(lost)


def test_in_a_last_round_a_card_is_worth_nothing():
    assert payoffs.worth(payoffs.round_of(leading(Bob=6))) == 0


# Equilibrium.


@pytest.mark.parametrize("seats", [3, 4, 5, 10])
def test_a_dictator_who_gives_least_takes_each_as_often(seats):
    game = payoffs.round_of(opened(seats))
    for cards in ((True,), (False, True), (True,) * (seats - 1)):
        mix = equilibrium.solved(game, cards)
        assert mix == pytest.approx([1 / (seats - 1)] * (seats - 1), abs=1e-6)


def test_leaders_are_the_guessers_with_most_points():
    state = leading(Ann=9, Bob=4, Cy=4, Dee=1, target="20")
    state.doubles[2] = 0
    assert equilibrium.leaders(state) == (False, True)


def test_equilibrium_as_dictator_draws_from_the_mix():
    known = view(opened(4), 0)
    votes = [Equilibrium().choose(known, Rng(k)) for k in range(300)]
    assert set(votes) == {1, 2, 3}
    assert min(map(votes.count, (1, 2, 3))) > 70


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_equilibrium_without_taste_guesses_the_dictators_left(seat):
    state = sees(seat, [0] * 5, taste="0")
    assert Equilibrium().choose(view(state, seat), Rng(1)) == 11
    state.doubles[seat] = 0
    assert Equilibrium().choose(view(state, seat), Rng(1)) == 1


def test_equilibrium_with_taste_guesses_what_fits_best():
    state = sees(2, [999, 1, 300, 500, 20])
    assert Equilibrium().choose(view(state, 2), Rng(1)) == 13


def test_rounds_of_one_pattern_are_solved_once():
    equilibrium.solved.cache_clear()
    match(["equilibrium"] * 5, 0, {"taste": "0"})
    solved = equilibrium.solved.cache_info()
    assert solved.hits > solved.misses
    assert solved.maxsize


# Matches.


def match(bots, deal, house):
    players = [Player(bot, REGISTRY.bot(bot, "dictator")) for bot in bots]
    return play(GAME, GAME.new(len(bots), house), players, "test", deal)


def means(line_up, house, deals):
    """{bot: mean points and the half width of their 95 % interval}, in all seatings."""
    scores = {bot: [] for bot in line_up}
    for deal in range(deals):
        got = {bot: [] for bot in line_up}
        for turn in range(len(line_up)):
            bots = line_up[turn:] + line_up[:turn]
            result = match(bots, deal, house)
            assert not result.faults
            for bot, score in zip(bots, result.scores, strict=True):
                got[bot].append(score)
        for bot, points in got.items():
            scores[bot].append(np.mean(points))
    return {
        bot: (np.mean(points), 1.96 * np.std(points, ddof=1) / sqrt(deals))
        for bot, points in scores.items()
    }


def above(one, other):
    return one[0] - one[1] > other[0] + other[1]


def test_with_taste_learner_is_above_crowd_and_crowd_above_random():
    got = means(["learner", "crowd", "random", "learner", "crowd"], {}, DEALS)
    assert above(got["learner"], got["crowd"]) or not GAME.compiled
    assert above(got["crowd"], got["random"])


@pytest.mark.parametrize("bot", ["crowd", "learner", "greedy", "random"])
def test_without_taste_one_seat_is_not_above_equilibrium(bot):
    got = means([bot, *["equilibrium"] * 4], {"taste": "0"}, DEALS // 2)
    assert above(got["equilibrium"], got[bot])


def test_every_bot_plays_every_table():
    bots = ["equilibrium", "learner", "crowd", "random", "greedy"]
    for seats, house in ((3, {"taste": "0"}), (10, {"target": "3"})):
        line_up = [bots[seat % len(bots)] for seat in range(seats)]
        assert not match(line_up, 1, house).faults


def test_a_seed_is_a_match():
    line_up = ["equilibrium", "learner", "crowd", "random"]
    one, two = match(line_up, 7, {}), match(line_up, 7, {})
    assert one.actions == two.actions
    assert one.end.tobytes() == two.end.tobytes()
