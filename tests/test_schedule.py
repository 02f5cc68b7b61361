"""Who meets whom in which deal: balanced, numbered, the same for everyone who asks."""

from collections import Counter
from itertools import combinations
from math import comb, factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partybots.core.arena.schedule import (
    MOST_LINEUPS,
    MOST_SEATINGS,
    Schedule,
    Spec,
    every_lineup,
    lineups,
    seatings,
)
from partybots.core.errors import BadValue


def spec(bots=3, seats=3, blocks=2, **more):
    names = tuple(f"bot-{n}" for n in range(bots))
    return Spec("any", names, seats, blocks, **more)


def blocks_of(schedule):
    return [[*schedule.block(block)] for block in range(schedule.blocks)]


small = settings(max_examples=60, deadline=None)
bots, seats = st.integers(1, 12), st.integers(1, 8)
seeds = st.integers(-(2**63), 2**63)


@small
@given(bots, seats, seeds)
def test_every_bot_sits_equally_often_in_every_seat(bots, seats, seed):
    schedule = Schedule(spec(bots, seats, seed=seed))
    sits = Counter()
    for block in blocks_of(schedule):
        sits.update(
            (bot, seat) for _, seated in block for seat, bot in enumerate(seated)
        )
    counts = {sits[bot, seat] for bot in range(bots) for seat in range(seats)}
    assert len(counts) == 1


@small
@given(bots, seats, seeds)
def test_a_block_is_one_lineup_in_every_rotation(bots, seats, seed):
    schedule = Schedule(spec(bots, seats, seed=seed))
    for block in blocks_of(schedule):
        (_, first), *others = block
        turned = [first[turn:] + first[:turn] for turn in range(seats)]
        assert [seated for _, seated in block] == turned
        assert len(others) == seats - 1


@small
@given(bots, seats)
def test_every_lineup_is_played_on_every_deal(bots, seats):
    schedule = Schedule(spec(bots, seats, blocks=3))
    by_deal = {}
    for number, block in enumerate(blocks_of(schedule)):
        lineup = tuple(sorted(block[0][1]))
        by_deal.setdefault(schedule.deal(number), []).append(lineup)
    assert [*by_deal] == [0, 1, 2]
    assert len({tuple(sorted(lineups)) for lineups in by_deal.values()}) == 1


@small
@given(bots, seats, st.integers(1, 4))
def test_numbers_decide_everything(bots, seats, blocks):
    schedule = Schedule(spec(bots, seats, blocks))
    matches = [match for block in blocks_of(schedule) for match in block]
    assert [number for number, _ in matches] == [*range(schedule.matches)]
    assert schedule.matches == blocks * len(schedule.lineups) * seats
    for number, seated in matches:
        block = number // seats
        assert schedule.seated(number) == (block // len(schedule.lineups), seated)


@small
@given(bots, seats)
def test_fewer_bots_than_seats_repeat_as_evenly_as_can_be(bots, seats):
    for lineup in lineups(bots, seats, 1):
        times = Counter(lineup)
        assert sum(times.values()) == seats
        if bots >= seats:
            assert {*times.values()} == {1}
        else:
            assert {times[bot] for bot in range(bots)} <= {
                seats // bots,
                -(-seats // bots),
            }


@pytest.mark.parametrize(
    ("bots", "seats", "count"),
    [(4, 2, 6), (2, 4, 1), (3, 4, 3), (1, 5, 1), (5, 5, 1), (6, 3, 20)],
)
def test_there_are_as_many_lineups_as_ways_to_choose_them(bots, seats, count):
    assert len(lineups(bots, seats, 1)) == every_lineup(bots, seats) == count
    assert not Schedule(spec(bots, seats)).sampled


def test_with_as_many_bots_as_seats_or_more_no_bot_meets_itself():
    assert lineups(4, 2, 1) == [[*pair] for pair in combinations(range(4), 2)]


MANY = [
    (bots, seats)
    for bots in (*range(9, 35), 60, 100, 499, 501)
    for seats in range(1, 11)
    if every_lineup(bots, seats) > MOST_LINEUPS
] + [(12, 17), (40, 43), (33, 68), (1200, 1)]


@pytest.mark.parametrize(("bots", "seats"), MANY)
def test_a_sample_of_lineups_is_balanced_and_no_two_are_alike(bots, seats):
    chosen = lineups(bots, seats, 1)
    assert len({tuple(sorted(lineup)) for lineup in chosen}) == len(chosen)
    assert len(chosen) <= max(MOST_LINEUPS, bots)
    assert len(chosen) > MOST_LINEUPS - bots
    assert len({*Counter(bot for lineup in chosen for bot in lineup).values()}) == 1
    for lineup in chosen:
        assert max(Counter(lineup).values()) == -(-seats // bots)


def test_a_sample_hangs_on_the_seed_alone():
    assert lineups(30, 4, 1) == lineups(30, 4, 1)
    assert lineups(30, 4, 1) != lineups(30, 4, 2)
    assert Schedule(spec(30, 4)).sampled


def test_who_sits_beside_whom_is_drawn_for_each_block():
    schedule = Schedule(spec(4, 4, blocks=60))
    left = Counter()
    for block in blocks_of(schedule):
        circle = block[0][1]
        left.update(zip(circle, circle[1:] + circle[:1], strict=True))
    assert len(left) == 12  # everyone sits to the left of everyone
    assert Schedule(spec(4, 4, blocks=60)).seated(17) == schedule.seated(17)


def test_all_seatings_are_all_permutations():
    schedule = Schedule(spec(3, 3, blocks=1, seating="all"))
    seated = [tuple(bots) for _, bots in schedule.block(0)]
    assert len({*seated}) == len(seated) == schedule.matches == factorial(3)
    assert [*seatings(3, "cyclic")] == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]


def test_the_same_bot_again_has_a_number():
    twice = Spec("any", ("random", "mcts", "random", "random"), 2, 1)
    assert twice.labels == ["random", "mcts", "random#2", "random#3"]


def test_a_spec_survives_json():
    said = spec(3, 3, rules={"a": "b"}, deck="1 2", move_seconds=0.5, seating="all")
    assert Spec.from_json(said.as_json()) == said
    assert Spec.from_json(spec().as_json()).labels == spec().labels


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"bots": 0}, "a tournament needs a bot"),
        ({"blocks": 0}, "a tournament has 1 block or more, not 0"),
        ({"blocks": -5}, "1 block or more, not -5"),
        ({"seats": 0}, "a table has 1 seat or more, not 0"),
        ({"seats": -1}, "a table has 1 seat or more, not -1"),
        ({"seating": "some"}, 'seating is cyclic or all, not "some"'),
        ({"seating": "all", "seats": 20}, "20 seats have 2432902008176640000 seatings"),
        ({"move_seconds": 0.0}, "a move takes more than 0 s, not 0"),
        ({"move_seconds": float("nan")}, "a move takes more than 0 s, not nan"),
    ],
)
def test_a_tournament_that_cannot_be_is_refused(wrong, said):
    with pytest.raises(BadValue, match=said):
        spec(**wrong)


def test_every_seating_of_a_block_can_be_asked_for_where_they_are_few():
    assert Schedule(spec(7, 7, 1, seating="all")).matches == MOST_SEATINGS


def test_a_large_tournament_costs_no_memory_before_it_is_played():
    schedule = Schedule(spec(1000, 4, blocks=10**9))
    last = schedule.matches - 1
    assert schedule.seated(last)[0] == 10**9 - 1
    assert len(schedule.lineups) <= comb(1000, 1)
