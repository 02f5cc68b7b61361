"""solvers/yesno.py, by counting: every table, every order of the cards left."""

from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np
import pytest

from partybots.core.errors import BadValue, NotationError
from partybots.core.registry import Registry
from partybots.core.testing import Laws
from partybots.plugins.yesno import rules
from partybots.plugins.yesno.eyes import chance_of_flip, is_near, open_challenge, words
from partybots.plugins.yesno.unseen import unseen_cards
from partybots.solvers.yesno import (
    FORMS,
    MOST,
    Challenge,
    chance_to_meet,
    decode,
    is_met,
    parse,
    tables_that_meet,
    words_that_meet,
)

GAME = Registry().game("yesno")
EVERY = [
    Challenge(form, number)
    for form in FORMS
    for number in (range(MOST + 1) if "#" in form else (0,))
]


@pytest.mark.parametrize("challenge", EVERY, ids=str)
def test_a_challenge_survives_writing_reading_and_numbering(challenge):
    assert parse(str(challenge)) == challenge
    assert parse(f"  {str(challenge).upper()} ") == challenge
    assert decode(challenge.code) == challenge


def test_no_two_challenges_share_a_number():
    assert len({challenge.code for challenge in EVERY}) == len(EVERY)


@pytest.mark.parametrize(
    "said", ["", "exactly YES", "exactly 7 NO", "all 1 YES", "YES"]
)
def test_other_text_is_no_challenge(said):
    with pytest.raises(
        NotationError, match="is not a challenge: expected one of: exac"
    ):
        parse(said)


@pytest.mark.parametrize(
    ("said", "tables"),
    [
        ("exactly 1 YES", "YNN NYN NNY"),
        ("exactly 1 NO", "YYN YNY NYY"),
        ("at least 2 YES", "YYY YYN YNY NYY"),
        ("at least 3 NO", "NNN"),
        ("at most 0 YES", "NNN"),
        ("at most 1 NO", "YYY YYN YNY NYY"),
        ("all YES", "YYY"),
        ("all NO", "NNN"),
        ("all same", "YYY NNN"),
        ("YES = NO", ""),
        ("YES > NO", "YYY YYN YNY NYY"),
        ("NO > YES", "NNN NNY NYN YNN"),
    ],
)
def test_which_of_the_tables_of_three_meet(said, tables):
    meeting = {"".join(w[0] for w in t) for t in tables_that_meet(parse(said), 3)}
    assert meeting == set(tables.split())


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("number", range(MOST + 1))
def test_tables_of_an_exact_count_are_a_binomial_coefficient(seats, number):
    challenge = Challenge("exactly # YES", number)
    assert len(tables_that_meet(challenge, seats)) == comb(seats, number)


@pytest.mark.parametrize("challenge", EVERY, ids=str)
@pytest.mark.parametrize("seats", range(2, 7))
def test_the_mask_for_the_kernels_says_the_same(challenge, seats):
    for shown in product(("YES", "NO"), repeat=seats):
        met = challenge.meets(seats) >> shown.count("YES") & 1
        assert met == is_met(challenge, shown)


def test_nothing_is_met_while_someone_shows_no_word():
    assert not any(is_met(challenge, ["YES", None, "NO"]) for challenge in EVERY)


@pytest.mark.parametrize(
    ("said", "shown", "words"),
    [
        ("exactly 1 YES", ["NO", None, "NO"], ["YES"]),
        ("exactly 1 YES", ["NO", "YES", "YES"], ["NO"]),
        ("exactly 1 YES", ["YES", None, "YES"], []),
        ("all same", ["NO", None, "NO"], ["NO"]),
        ("at most 2 YES", ["NO", None, "NO"], ["YES", "NO"]),
        ("exactly 1 YES", ["NO", None, None], []),  # another is still to flip
    ],
)
def test_what_has_to_be_flipped_next(said, shown, words):
    assert words_that_meet(parse(said), shown, 1) == words


@pytest.mark.parametrize(
    ("unseen", "known", "chance"),
    [
        ((3, 5), None, Fraction(3, 8)),
        ((0, 5), None, 0),
        ((3, 0), None, 1),
        ((3, 5), "YES", 1),
        ((3, 5), "NO", 0),
    ],
)
def test_the_chance_of_a_yes(unseen, known, chance):
    shown = ["NO", None, "NO"]
    got = chance_to_meet(parse("exactly 1 YES"), shown, 1, unseen, known)
    assert got == chance
    assert isinstance(got, Fraction)


def test_a_next_card_that_cannot_be_is_refused():
    with pytest.raises(BadValue, match="none is left unseen"):
        chance_to_meet(parse("all same"), ["NO", None], 1, (0, 0))


@pytest.mark.parametrize(("yes", "no"), [(2, 3), (1, 4), (3, 3)])
def test_the_chance_is_the_share_of_all_orders_of_the_cards_left(yes, no):
    """Wherever they lie: the next card is the first of them, or any other."""
    challenge, shown = parse("exactly 2 YES"), ["YES", "NO", None]
    for place in range(yes + no):
        orders = list(combinations(range(yes + no), yes))  # where the YES lie
        tables = [["YES", "NO", "YES" if place in o else "NO"] for o in orders]
        met = sum(is_met(challenge, table) for table in tables)
        said = chance_to_meet(challenge, shown, 2, (yes, no))
        assert said == Fraction(met, len(orders))


# At a table: what the solver is asked


class Tables(Laws):
    game = GAME


def turns(seed):
    """Each first position of a turn, of a match mostly played well."""
    for state in Tables().match(seed, 2000, "greedy"):
        record = GAME.record(state)
        if record.asked == 0 and not record.over:
            yield record


@pytest.mark.parametrize("seed", range(6))
def test_perfect_eyes_and_kernels_agree(seed):
    for state in turns(seed):
        challenge = open_challenge(state)
        assert bool(rules.is_met(state)) == is_met(challenge, words(state))
        shown = words(state)
        if None not in shown:
            flips = [[*shown] for _ in shown]
            for seat, flip in enumerate(flips):
                flip[seat] = "NO" if flip[seat] == "YES" else "YES"
            near = any(is_met(challenge, t) for t in flips) or is_met(challenge, shown)
            assert is_near(state) == near


def chance_of_next(state):
    """The same question a turn early: of the flip to come, if play just goes on."""
    seat = (int(state.turn) + 1) % int(state.seats)
    size, known = int(state.deck_size[seat]), int(state.known[seat])
    cards, yes = unseen_cards(state)
    top = "YES" if state.deck[seat] & 1 else "NO"
    challenge, unseen = open_challenge(state), (int(yes), int(cards - yes))
    seen = top if known == size else None
    return chance_to_meet(challenge, words(state), seat, unseen, seen)


@pytest.mark.parametrize("seed", range(6))
def test_the_chance_of_a_flip_is_what_it_was_the_turn_before(seed):
    before, compared = None, 0
    for state in turns(seed):
        went_on = state.last_winner < 0 and state.last_erred == 0
        if before is not None and went_on and state.passes == 0:
            assert chance_of_flip(state) == before
            compared += 1
        seat = (state.turn + 1) % state.seats
        before = chance_of_next(state) if state.deck_size[seat] else None
    assert compared > 5


def test_chances_come_true():
    """Of many flips, as many meet as their chances add up to."""
    expected, met, doubt = 0.0, 0, 0.0
    for seed in range(16):
        for state in turns(seed):
            if state.passes == 0:
                chance = float(chance_of_flip(state))
                expected, doubt = expected + chance, doubt + chance * (1 - chance)
                met += bool(rules.is_met(state))
    assert abs(met - expected) < 4 * np.sqrt(doubt)
    assert doubt > 20


def test_the_chance_on_a_pass_is_one_or_none():
    for seed in range(10):
        for state in turns(seed):
            if state.passes:
                assert chance_of_flip(state) == Fraction(int(rules.is_met(state)))
