"""Blocks played here or elsewhere: each comes back once, whoever dies on the way."""

import os
import time
from collections import Counter
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from multiprocessing import get_context

import deaths
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partybots.core.arena import executors
from partybots.core.arena.executors import (
    AIM,
    MOST_BLOCKS,
    TRIES,
    Queue,
    Serial,
    played,
    stop,
)
from partybots.core.errors import NotationError, PartybotsError, UnknownName

TEN = [(0, block) for block in range(10)]


def two(initializer=None):
    return ProcessPoolExecutor(2, get_context("spawn"), initializer)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("DEATHS", str(tmp_path))
    return tmp_path


def plays(part, blocks):
    return [(part, block) for block in blocks]


def flat(tasks):
    return [row for rows in tasks for row in rows]


def test_here_all_blocks_are_played_once():
    blocks = [(part, block) for part in range(3) for block in range(50)]
    assert sorted(flat(played(blocks, Serial, 1, plays))) == blocks


def test_nothing_to_play_is_nothing():
    assert [*played([], Serial, 1, plays)] == []


def test_elsewhere_a_process_that_dies_is_replaced_and_its_blocks_are_played(folder):
    assert sorted(flat(played(TEN, two, 2, deaths.five_twice))) == TEN
    assert len([*folder.glob("5-*")]) == 2


def test_deaths_at_different_blocks_do_not_add_up(folder):
    assert sorted(flat(played(TEN, two, 2, deaths.each_once))) == TEN
    assert len([*folder.iterdir()]) == 4 > TRIES


def test_a_block_that_kills_every_process_is_given_up_in_words():
    with pytest.raises(PartybotsError) as given_up:
        [*played(TEN, two, 2, deaths.five_always)]
    said = str(given_up.value)
    assert said.startswith("a process died 3 times while playing block 5: A process")


def test_processes_that_never_get_ready_are_given_up_in_words(capfd):
    with pytest.raises(PartybotsError, match="a process died 3 times while playing bl"):
        [*played(TEN, lambda: two(deaths.unready), 1, plays)]
    assert "a plugin is missing" in capfd.readouterr().err


@pytest.mark.parametrize(("block", "error"), [(0, NotationError), (1, UnknownName)])
def test_what_a_process_complains_of_comes_through(block, error):
    with pytest.raises(error, match=r"sceptic|expected y"):
        [*played([(0, block)], two, 1, deaths.complains)]


def gone(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def eventually(true, seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.02)
    return False


def test_processes_end_at_once_when_nobody_wants_more(folder):
    pool = two()
    futures = [pool.submit(deaths.hangs, 0, [n]) for n in range(4)]
    assert eventually(lambda: len([*folder.iterdir()]) == 2)
    pids = [int(path.name) for path in folder.iterdir()]
    stop(pool)
    assert eventually(lambda: all(map(gone, pids)))
    assert all(future.done() or future.cancelled() for future in futures[:2])


class Pool(Executor):
    """Plays in this process and fails as it is told."""

    def __init__(self, breaks=()):
        self.breaks, self.tasks, self.ended = [*breaks], [], False

    def submit(self, fn, /, *args, **kwargs):
        self.tasks.append(args)
        future = Future()
        how = self.breaks.pop(0) if self.breaks else ""
        if how == "submit":
            raise BrokenProcessPool("gone before")
        if how == "result":
            future.set_exception(BrokenProcessPool("gone meanwhile"))
        else:
            future.set_result(fn(*args))
        return future

    def shutdown(self, wait=True, *, cancel_futures=False):
        self.ended = True


@given(
    st.lists(st.sampled_from(["", "submit", "result"]), max_size=6), st.integers(1, 3)
)
def test_whenever_a_pool_breaks_each_block_comes_back_once(breaks, jobs):
    """A pool may already be broken when the next task is handed over."""
    blocks = [(part, block) for part in range(2) for block in range(30)]
    pools, deadly = [], sum(how != "" for how in breaks)

    def pool():
        breaking = breaks[len(pools)] if len(pools) < len(breaks) else ""
        pools.append(Pool(["", "", breaking] if deadly < TRIES else []))
        return pools[-1]

    assert sorted(flat(played(blocks, pool, jobs, plays))) == blocks
    assert all(pool.ended for pool in pools)


def test_no_more_is_in_flight_than_twice_the_jobs(monkeypatch):
    class Slow(Pool):
        def submit(self, fn, /, *args, **kwargs):
            self.tasks.append(args)
            most.append(len(self.tasks) - done[0])
            future = Future()
            future.set_result(fn(*args))
            return future

    most, done, slow = [], [0], Slow()
    for rows in played([(0, n) for n in range(500)], lambda: slow, 3, plays):
        done[0] += 1
        assert rows
    assert max(most) <= 6 + 1


def test_blocks_are_asked_for_as_they_are_needed():
    asked = []

    def blocks():
        for number in range(10**9):
            asked.append(number)
            yield 0, number

    with closing(played(blocks(), Serial, 1, plays)) as rows:
        for _ in range(5):
            next(rows)
    assert len(asked) < 100


def test_ctrl_c_and_errors_pass_through_and_end_the_pool():
    for error in (KeyboardInterrupt, PartybotsError("no"), ZeroDivisionError):
        pool = Pool()

        def fails(part, blocks, error=error):
            raise error

        with pytest.raises((KeyboardInterrupt, PartybotsError, ZeroDivisionError)):
            [*played(TEN, lambda pool=pool: pool, 1, fails)]
        assert pool.ended


def test_serial_lets_ctrl_c_through_and_keeps_errors_for_later():
    def interrupts():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Serial().submit(interrupts)
    failed = Serial().submit(lambda: 1 / 0)
    assert isinstance(failed.exception(), ZeroDivisionError)
    assert Serial().submit(pow, 2, exp=5).result() == 32


# Tasks


def test_a_task_is_of_one_part():
    queue = Queue([(part, block) for part in range(3) for block in range(7)])
    queue.size = 5.0
    tasks = []
    while task := queue.next():
        tasks.append(task)
    assert [len(task) for task in tasks] == [5, 2, 5, 2, 5, 2]
    assert all(len({part for part, _ in task}) == 1 for task in tasks)


@given(st.lists(st.tuples(st.integers(1, 5000), st.floats(0, 1e4)), max_size=40))
def test_the_size_of_a_task_stays_within_bounds(tasks):
    queue = Queue([])
    for blocks, seconds in tasks:
        before = queue.size
        queue.took(blocks, seconds)
        assert 1 <= queue.size <= min(2 * before, MOST_BLOCKS)


def test_tasks_come_to_take_about_as_long_as_is_aimed_at():
    queue, each = Queue([]), 0.004  # s a block
    for _ in range(20):
        size = int(queue.size)
        queue.took(size, size * each)
    assert int(queue.size) * each == pytest.approx(AIM, rel=0.1)
    queue.took(int(queue.size), 600)
    assert queue.size == 1


def test_after_a_death_blocks_go_out_one_by_one():
    queue = Queue(TEN)
    queue.size = 4.0
    first, second = queue.next(), queue.next()
    queue.again([first, second], BrokenProcessPool("gone"))
    tasks = [queue.next() for _ in range(9)]
    assert tasks == [[block] for block in TEN[:8]] + [TEN[8:]]
    assert Counter(block for task in tasks for block in task) == Counter(TEN)


def test_what_was_in_flight_at_a_death_goes_alone():
    queue, future = Queue(TEN), Future()
    assert queue.most({}, 3) == 6
    queue.size = 2.0
    queue.again([queue.next()], BrokenProcessPool("gone"))
    assert queue.most({}, 3) == 1
    assert queue.most({future: (queue.next(), 0.0)}, 3) == 1
    assert queue.most({future: (queue.next(), 0.0)}, 3) == 1
    assert queue.most({future: (queue.next(), 0.0)}, 3) == 6


def test_only_what_often_was_in_flight_is_named():
    queue = Queue([])
    for _ in range(executors.TRIES - 1):
        queue.again([[(0, 7)]], BrokenProcessPool("gone"))
    with pytest.raises(PartybotsError, match="3 times while playing block 7: gone"):
        queue.again([[(0, 7), (0, 8)]], BrokenProcessPool("gone"))
