"""Chance is the same everywhere, and for ever."""

from collections import Counter

import numpy as np
import pytest

from partybots.core import Rng
from partybots.core.chance import (
    advance,
    below,
    bits,
    failed,
    odds,
    random,
    scripted,
    shuffle,
    stream,
)
from partybots.core.rng import seed


def test_the_first_numbers_are_those_of_splitmix64():
    rng = np.zeros(1, np.uint64)
    published = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert [int(bits(rng)) for _ in published] == published


def test_compiled_and_plain_agree_without_a_warning():
    plain = getattr(bits, "py_func", bits)
    one, two = stream("any"), stream("any")
    assert [int(bits(one)) for _ in range(99)] == [plain(two) for _ in range(99)]


def test_a_bot_draws_the_same_numbers_as_a_kernel():
    bot, kernel, cards, dealt = Rng("any"), stream("any"), [*range(52)], np.arange(52)
    assert [bot.below(6) for _ in range(99)] == [below(kernel, 6) for _ in range(99)]
    assert [bot.random() for _ in range(99)] == [random(kernel) for _ in range(99)]
    assert bot.choice("abcdef") == "abcdef"[below(kernel, 6)]
    bot.shuffle(cards)
    shuffle(kernel, dealt)
    assert cards == dealt.tolist()


def test_a_kernel_moves_a_bots_chance_on():
    one, two = Rng("any"), Rng("any")
    drawn = [one.below(9), below(one.array, 9), one.below(9), below(one.array, 9)]
    assert drawn == [two.below(9) for _ in drawn]


def test_a_path_is_its_own_stream():
    paths = [(1,), (2,), (1, 2), ("1",), (1, "2"), (12,)]
    assert len({int(stream(*path)[0]) for path in paths}) == len(paths)


def test_draws_cover_their_range_evenly():
    rng = stream(1)
    drawn = np.bincount([below(rng, 6) for _ in range(6000)])
    assert len(drawn) == 6
    assert abs(drawn - 1000).max() < 120


def test_a_shuffle_keeps_the_cards():
    cards = np.arange(52)
    shuffle(stream(1), cards)
    assert list(cards[:5]) == [24, 13, 39, 34, 27]
    assert sorted(cards) == list(range(52))


def test_draws_from_a_path_are_pinned():
    """Recorded matches and compiled rules depend on these numbers."""
    rng = stream(1, "liars-dice", 0)
    assert int(rng[0]) == seed(1, "liars-dice", 0) == 9568979503377592725
    assert [below(rng, 1000) for _ in range(5)] == [847, 527, 184, 593, 273]
    assert [random(rng) for _ in range(2)] == [0.9646051286259602, 0.21426220592548073]
    cards = [*range(10)]
    Rng("any", 7).shuffle(cards)
    assert cards == [4, 6, 2, 0, 8, 1, 9, 3, 7, 5]


@pytest.mark.parametrize("n", [1, 2, 3, 6, 1000, 2**31 - 1])
def test_a_draw_is_below_its_bound_even_at_the_ends_of_the_generator(n):
    for start in (0, 1, 2**63, 2**64 - 1):
        assert 0 <= below(np.array([start], np.uint64), n) < n
        rng = Rng()
        rng.held = [start]
        assert 0 <= rng.below(n) < n
        assert 0 <= random(np.array([start], np.uint64)) < 1


def test_every_order_of_a_shuffle_is_as_likely():
    """24 orders, 4800 shuffles: chi-square with 23 degrees is below 49.7 in 99.9 %."""
    rng, counts = stream("orders"), Counter()
    for _ in range(4800):
        cards = np.arange(4)
        shuffle(rng, cards)
        counts[tuple(cards.tolist())] += 1
    assert len(counts) == 24
    assert sum((n - 200) ** 2 / 200 for n in counts.values()) < 49.7


def all_that_may(draw, draws=5):
    """What `draw` returns and how likely that is, by a script, in its order."""
    script, found, more = scripted(draws), [], True
    while more:
        found.append((draw(script), odds(script)))
        assert not failed(script)
        more = advance(script)
    return found


def shuffled(rng):
    cards = np.arange(3)
    shuffle(rng, cards)
    return tuple(cards.tolist())


def test_a_script_goes_through_every_order_of_a_shuffle_once():
    found = all_that_may(shuffled)
    assert len(found) == len({order for order, _ in found}) == 6
    assert [likely for _, likely in found] == pytest.approx([1 / 6] * 6)


def test_what_a_script_draws_may_depend_on_what_it_drew():
    def dice(rng):
        first = below(rng, 3)
        return first, below(rng, 1), below(rng, 1 + first)

    found = dict(all_that_may(dice))
    thirds = {(0, 0, 0): 1, (1, 0, 0): 2, (1, 0, 1): 2}
    thirds |= {(2, 0, last): 3 for last in range(3)}
    assert found == pytest.approx({key: 1 / 3 / n for key, n in thirds.items()})


def test_a_kernel_that_draws_nothing_has_one_outcome():
    assert all_that_may(lambda rng: below(rng, 1)) == [(0, 1.0)]


@pytest.mark.parametrize("draw", [random, bits, lambda rng: below(rng, 2)])
def test_a_script_says_what_it_cannot_answer(draw):
    script = scripted(2)
    assert [int(below(script, 9)), int(below(script, 9))] == [0, 0]
    assert not failed(script)
    drawn = {float(draw(script)) for _ in range(40)}
    assert failed(script)
    assert len(drawn) > 1  # at random, so that nothing waits for ever
