"""The laws kit itself: an honest game keeps every law, and each law catches something.

A fault is planted in the toy game at the name it has there.
"""

from types import ModuleType

import claps
import pytest
from does import race

from partybots.core import testing
from partybots.core.chance import below
from partybots.core.game import Game
from partybots.core.testing import Laws

EVERY = [name for name in vars(Laws) if name.startswith("test_")]
POSITIONS = [(seed, seed % 17) for seed in range(50)]
drawn = []  # what a rule must not remember


class Clapping(Laws):
    game = race()

    def cards(self, state):
        return sorted([*state.hand, *state.pile])


class TestAnHonestRace(Clapping):
    """In plain Python, and with house rules."""


def sees_all(state, seat):
    """hide: hides nothing."""


def knows_all(state, seat, rng):
    """guess: has nothing to guess."""


def shows_answers(state, seat):
    """hide: all but the answers."""
    answer, time = state.answer.copy(), state.time.copy()
    claps.hide(state, seat)
    state.answer[:], state.time[:] = answer, time


def shows_that_one_answered_quickly(state, seat):
    """hide: leaves a trace of a time."""
    quick = state.turn > 0 and 0 < state.time[0] < 1500
    claps.hide(state, seat)
    if seat != 0 and quick:
        state.time[0] = 1


def keeps_answers(state, rng, seat, answers, times):
    claps.guess(state, seat, rng)
    state.answer[:], state.time[:] = answers, times


def guesses_but_answers(state, seat, rng):
    keeps_answers(state, rng, seat, state.answer.copy(), state.time.copy())


def deals_itself_anew(state, seat, rng):
    """guess: changes what its own seat holds."""
    claps.guess(state, seat, rng)
    other = (seat + 1) % state.seats
    state.hand[seat], state.hand[other] = state.hand[other], state.hand[seat]


def deals_a_card_twice(state, seat, rng):
    claps.guess(state, seat, rng)
    state.pile[0] = state.hand[seat]


def guesses_what_cannot_act(state, seat, rng):
    claps.guess(state, seat, rng)
    state.hand[state.turn] += 100 * (seat != state.turn)


def hides_more_the_second_time(state, seat):
    again = not state.pile.any()
    claps.hide(state, seat)
    state.hand[seat] *= not again


def moves_who_acts_by_hidden_cards(state):
    over = claps.actor(state) < 0
    return -1 if over else int(state.turn + state.pile[0]) % int(state.seats)


def peeks(state, actions, n, rng):
    """greedy: looks at another's hand."""
    return claps.CLAP if state.hand[0] > 3 else claps.WAIT


def descends(state, actions):
    n = claps.legal(state, actions)
    actions[:n] = actions[:n][::-1].copy()
    return n


def offers_nothing(state, actions):
    return 0 if state.hand[state.turn] == 1 else claps.legal(state, actions)


def always_stamps(state, actions, n, rng):
    return claps.STAMP


def never_waits(state):
    """idle: is not always legal."""
    return claps.STAMP


def lets_all_stamp(state, actions):
    """legal: not what the words say."""
    actions[:3] = range(3)
    return 3


def leaves_answers(state, action, rng):
    """apply: what was settled stays behind."""
    last = state.turn == state.seats - 1
    claps.apply(state, action, rng)
    state.time[0] += last


def draws_while_sealed(state, action, rng):
    claps.apply(state, action, rng)
    if state.turn:
        state.ms = 1 + below(rng, 9)


def tells_how_many(state, action, rng):
    """apply: an answer leaves a trace that everybody sees."""
    claps.apply(state, action, rng)
    state.points[0] += action == claps.STAMP and state.turn > 0


def loses_a_card(state, action, rng):
    claps.apply(state, action, rng)
    state.pile[0] = 0


def scores_too_much(state, action, rng):
    claps.apply(state, action, rng)
    state.points[0] += 20


def never_ends(state):
    return int(state.turn)


def ends_unless_idle(state, action, rng):
    """apply: a round in which all wait is played again."""
    claps.apply(state, action, rng)
    if state.turn == 0 and not state.points.any():
        state.played = 0


def remembers(state, action, rng):
    claps.apply(state, action, rng)
    drawn.append(action)
    state.points[0] += len(drawn) % 2


def plays_into_another(state, action, rng):
    claps.apply(state, action, rng)
    if not claps.shared:
        claps.shared.append(state)
    claps.shared[0].ms += 1


def nobody_wins(state, out):
    out[:] = 0


def wins_twice(state, out):
    out[:] = 2


def forgets_points(state):
    return claps.write(state).replace(" r1", " r0")


def one_word_for_two(action):
    return claps.write_action(min(action, claps.CLAP))


WRONG = {
    "test_a_world_guessed_from_a_view_looks_like_it": [{"guess": deals_itself_anew}],
    "test_a_view_has_nothing_more_to_hide": [{"hide": hides_more_the_second_time}],
    "test_a_guessed_world_holds_the_same_cards": [{"guess": deals_a_card_twice}],
    "test_a_guessed_world_can_be_played_on": [{"legal": lets_all_stamp}],
    "test_who_acts_and_how_hangs_on_what_they_know": [{"greedy": peeks}],
    "test_everyone_knows_who_acts": [{"actor": moves_who_acts_by_hidden_cards}],
    "test_legal_actions_are_in_order": [{"legal": descends}, {"legal": offers_nothing}],
    "test_idle_and_greedy_are_legal": [
        {"greedy": always_stamps},
        {"idle": never_waits},
    ],
    "test_fast_rules_and_rules_in_words_agree": [{"legal": lets_all_stamp}],
    "test_a_position_survives_writing_and_reading": [
        {"apply": leaves_answers},
        {"write": forgets_points},
    ],
    "test_sealed_answers_stay_sealed": [
        {"hide": shows_answers},
        {"hide": shows_answers, "guess": guesses_but_answers},
        {"hide": shows_that_one_answered_quickly},
        {"apply": draws_while_sealed},
        {"apply": tells_how_many},
    ],
    "test_an_action_survives_writing_and_reading": [{"write_action": one_word_for_two}],
    "test_some_of_what_others_know_is_hidden": [
        {"hide": sees_all, "guess": knows_all},
    ],
    "test_cards_are_conserved": [{"apply": loses_a_card}],
    "test_a_round_puts_at_most_span_between_two_seats": [
        {"apply": scores_too_much},
        {"SPAN": 7},
    ],
    "test_one_seed_is_one_match_and_it_ends": [
        {"apply": remembers},
        {"actor": never_ends},
    ],
    "test_a_match_has_a_winner": [{"winners": nobody_wins}, {"winners": wins_twice}],
    "test_a_match_of_idle_seats_ends": [
        {"actor": never_ends},
        {"apply": ends_unless_idle},
    ],
}
PLANTED = [(law, faults) for law, each in WRONG.items() for faults in each]


def planted(faults):
    """The toy game with these names standing for something else."""
    rules = ModuleType(claps.__name__)
    vars(rules).update(vars(claps), **faults)
    return Game("claps", rules, rules, rules, rules)


def keeps(game, law):
    laws = type("Planted", (Clapping,), {"game": game})()
    test = getattr(laws, law)
    if not hasattr(test, "hypothesis"):
        return test()
    for seed, moves in POSITIONS:
        test.hypothesis.inner_test(laws, seed, moves)
    return None


@pytest.mark.parametrize(
    ("law", "faults"),
    PLANTED,
    ids=[f"{law}-{' '.join(faults)}" for law, faults in PLANTED],
)
def test_a_law_catches(law, faults, monkeypatch):
    monkeypatch.setattr(testing, "LONGEST", 300)
    keeps(race(), law)
    with pytest.raises((AssertionError, IndexError)):  # no action to choose from
        keeps(planted(faults), law)


def test_every_law_catches_something():
    other = {"test_playing_on_a_copy_leaves_the_original"}  # below
    assert {*WRONG} | other == {*EVERY}


def test_a_rule_that_plays_into_another_state_is_caught():
    law = "test_playing_on_a_copy_leaves_the_original"
    original = []

    def position(self, seed, moves, idle=False):
        original[:] = [Clapping.position(self, seed, moves)]
        return original[0]

    def leaks(state, action, rng):
        claps.apply(state, action, rng)
        original[0].view(claps.STATE)[0].ms += 1

    laws = type("Leaks", (Clapping,), {"game": planted({"apply": leaks})})
    laws.position = position
    original[:] = [race().new(2)]
    with pytest.raises(AssertionError):
        getattr(laws(), law).hypothesis.inner_test(laws(), 1, 0)


def test_a_table_that_no_house_rules_allow_is_found_out():
    class Never(Clapping):
        game = planted({"check": lambda state: "never"})

    with pytest.raises(AssertionError, match="no number of seats can play without"):
        Never().table(1)


def test_a_table_keeps_to_rules_that_go_together():
    def check(state):
        """Two seats at most, and only the usual length."""
        return "no" if state.seats > 2 or state.length != 3 else ""

    class Picky(Clapping):
        game = planted({"check": check})

    tables = [Picky.game.record(Picky().table(seed)) for seed in range(20)]
    assert {int(table.seats) for table in tables} == {2}
    assert {int(table.length) for table in tables} == {3}
