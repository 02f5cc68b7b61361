"""Blocks played by any `concurrent.futures.Executor`: here, or in other processes."""

import pickle
import signal
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

from partybots.core.arena import worker
from partybots.core.arena.housing import Housing
from partybots.core.arena.schedule import Spec
from partybots.core.arena.store import Row
from partybots.core.errors import PartybotsError
from partybots.core.registry import Plugin

AIM = 0.25  # s that a task should take: long beside its overhead, short beside Ctrl-C
MOST_BLOCKS = 2000  # in a task
TRIES = 3  # of a block that was in flight when a process died

Block = tuple[int, int]  # part, number
Task = list[Block]  # all of one part
Running = dict[Future[list[Row]], tuple[Task, float]]  # and when it was begun
Play = Callable[[int, Sequence[int]], list[Row]]  # of a part the blocks of a task


class Serial(Executor):
    """Plays in this process, when it is asked to."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def processes(
    specs: Sequence[Spec], housing: Housing, more: Sequence[Plugin], jobs: int
) -> Executor:
    """`jobs` processes that have loaded all that these tournaments need."""
    try:
        pickle.dumps(more)
    except Exception as error:
        wrong = "other processes cannot load a plugin that this one was handed"
        raise PartybotsError(f"{wrong}: {error}; use one job") from error
    context = get_context("spawn")
    return Processes(jobs, context, worker.start, (specs, housing, more))


class Processes(ProcessPoolExecutor):
    """Processes that leave Ctrl-C to this one, even on their way up."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        with deaf():
            return super().submit(fn, *args, **kwargs)


def played(
    blocks: Iterable[Block],
    executor: Callable[[], Executor],
    jobs: int,
    play: Play = worker.work,
) -> Generator[list[Row], None, None]:
    """The rows of whole blocks, in any order, as they come.

    A process that dies takes its executor with it. Then there is a new one, and what
    was in flight is tried again, one block at a time, each TRIES times in all.
    """
    queue = Queue(blocks)
    pool, running = executor(), Running()
    try:
        while True:
            while len(running) < queue.most(running, jobs) and (task := queue.next()):
                running[begun(pool, play, task)] = task, time.perf_counter()
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            try:
                for future in done:
                    rows = future.result()
                    task, began = running.pop(future)
                    queue.took(len(task), time.perf_counter() - began)
                    yield rows
            except BrokenProcessPool as error:
                queue.again([task for task, _ in running.values()], error)
                running.clear()
                stop(pool)
                pool = executor()
    finally:
        stop(pool)


def begun(pool: Executor, play: Play, task: Task) -> Future[list[Row]]:
    """A task handed over; a pool that is broken already fails it like any other."""
    try:
        return pool.submit(play, task[0][0], [number for _, number in task])
    except BrokenProcessPool as error:
        failed: Future[list[Row]] = Future()
        failed.set_exception(error)
        return failed


@contextmanager
def deaf() -> Iterator[None]:
    """Ctrl-C waits; a process begun meanwhile never hears it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    heard = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, heard)


class Queue:
    """The blocks that are still to be played, in tasks of a good size."""

    def __init__(self, blocks: Iterable[Block]) -> None:
        self.blocks, self.returned = iter(blocks), deque[Block]()
        self.size = 1.0  # blocks in a task
        self.held: Block | None = None
        self.deaths = Counter[Block]()  # of processes while it was in flight

    def next(self) -> Task:
        """Blocks of one part; empty when there are none left."""
        if self.returned:
            return [self.returned.popleft()]
        task: Task = []
        while len(task) < int(self.size):
            block = self.held or next(self.blocks, None)
            self.held = None
            if block is None or (task and block[0] != task[0][0]):
                self.held = block
                break
            task.append(block)
        return task

    def most(self, running: Running, jobs: int) -> int:
        """How many tasks may be in flight. What was so when a process died is played
        alone, so that no other block is blamed for what one of them does.
        """
        suspect = any(task[0] in self.deaths for task, _ in running.values())
        return 1 if suspect or self.returned else 2 * jobs

    def took(self, blocks: int, seconds: float) -> None:
        """Learn from a task, which has waited for its turn about half of this time."""
        ideal = AIM * blocks / max(seconds, 1e-6)
        self.size = min(max(1.0, ideal), 2 * self.size, MOST_BLOCKS)

    def again(self, tasks: Sequence[Task], error: Exception) -> None:
        """What was in flight when a process died; an error if one of it often was."""
        blocks = [block for task in tasks for block in task]
        self.deaths.update(blocks)
        if deadly := [n for part, n in blocks if self.deaths[part, n] >= TRIES]:
            first = ", ".join(map(str, deadly[:5]))
            wrong = f"a process died {TRIES} times while playing block {first}"
            raise PartybotsError(f"{wrong}: {error}") from error
        self.returned.extend(blocks)


def stop(pool: Executor) -> None:
    """End it now, whatever it is doing."""
    working = [*(getattr(pool, "_processes", None) or {}).values()]
    pool.shutdown(wait=False, cancel_futures=True)  # which forgets its processes
    for process in working:
        process.terminate()
