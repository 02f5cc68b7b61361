"""A tournament comes out the same however it is run, and goes on where it was left."""

import os
import random
import signal
import subprocess
import sys
import time
import tracemalloc

import numba
import pytest
from does import registry
from tourneys import BOTS, alike, begun, ready, run, spec

from partybots.core.arena.housing import Housing
from partybots.core.arena.schedule import Schedule
from partybots.core.arena.standings import tabled
from partybots.core.arena.store import Row, Store
from partybots.core.arena.tournament import (
    about,
    hashed,
    overall,
    report,
)
from partybots.core.errors import PartybotsError, StoreError
from partybots.core.registry import Registry


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return run(tmp_path_factory.mktemp("whole") / "a")[0]


# One digest


def test_a_tournament_reports_what_it_played(whole):
    assert whole.matches == 8 * 3
    assert [standing.rank for standing in whole.standings] == [1, 2, 3]
    assert sum(standing.wins for standing in whole.standings) == pytest.approx(24)
    assert {standing.matches for standing in whole.standings} == {24}
    assert whole.standings[-1].bot == "random"
    assert whole.reproducible
    assert not whole.sampled
    assert not whole.faults


def test_the_digest_is_pinned(whole):
    """It changes when play, chance, or what is hashed does; then say so."""
    assert whole.digest == "cb1df848aea910bc7409abca6b7d0e1a"


def test_two_processes_play_the_same(whole, tmp_path, installed):
    (again,) = run(tmp_path / "a", jobs=2, known=Registry())
    alike(whole, again)


def test_bots_in_processes_of_their_own_play_the_same(whole, tmp_path, installed):
    housing = Housing(isolation="others")
    (again,) = run(tmp_path / "a", jobs=1, known=Registry(), housing=housing)
    alike(whole, again)


@pytest.mark.parametrize(
    "other", [{"seed": 2}, {"bots": BOTS[::-1]}, {"blocks": 9}, {"referee": "lenient"}]
)
def test_another_tournament_has_another_digest(other, whole, tmp_path):
    assert run(tmp_path / "a", spec(**other))[0].digest != whole.digest


def test_the_report_does_not_hang_on_the_order_of_storing(whole, tmp_path):
    store = begun(tmp_path / "a", spec())
    ready(store).play(1)
    blocks = [[*store.rows(0)][n : n + 3] for n in range(0, 24, 3)]
    random.Random(1).shuffle(blocks)
    other = begun(tmp_path / "b", spec())
    for block in blocks:
        other.add(block)
    alike(report(other, 0, 0, True), whole)
    store.close()
    other.close()


def test_several_games_are_parts_of_one_file(tmp_path):
    reports = run(tmp_path / "a", spec(blocks=2), spec(BOTS[:2], 2, 3, seed=5))
    assert [one.matches for one in reports] == [6, 6]
    alone = run(tmp_path / "b", spec(BOTS[:2], 2, 3, seed=5))
    alike(reports[1], alone[0])


# Going on


class Stop(Exception):
    pass


@pytest.mark.parametrize("stopped", [KeyboardInterrupt, Stop])
def test_what_was_left_is_gone_on_with(stopped, whole, tmp_path):
    store = begun(tmp_path / "a", spec())
    heard = []

    def hear(matches):
        heard.append(matches)
        if sum(heard) >= 6:
            raise stopped

    with pytest.raises(stopped):
        ready(store).play(1, hear)
    assert 6 <= store.count(0) < 24
    store.close()

    store = Store.open(tmp_path / "a", write=True)
    before = store.about
    again = ready(store)
    more = []
    again.play(1, more.append)
    assert sum(heard) + sum(more) == again.matches == 24
    assert store.about.seconds > before.seconds > 0
    assert before.games == store.about.games == {"liars-dice": 1}
    alike(again.reports()[0], whole)
    store.close()


def test_just_what_is_missing_is_played(whole, tmp_path):
    store = begun(tmp_path / "a", spec())
    tournament = ready(store)
    tournament.play(1)
    store.database.execute("DELETE FROM matches WHERE number / 3 IN (0, 4, 7)")
    assert [*tournament.missing()] == [(0, 0), (0, 4), (0, 7)]
    more = []
    tournament.play(1, more.append)
    assert sum(more) == 9
    assert [*tournament.missing()] == []
    alike(tournament.reports()[0], whole)
    tournament.play(1, more.append)  # again: nothing
    assert sum(more) == 9
    store.close()


RUN = """
import sys
from pathlib import Path
from partybots.core.arena.housing import Housing
from partybots.core.arena.store import Store
from partybots.core.arena.tournament import Tournament
from partybots.core.registry import Registry
store = Store.open(Path(sys.argv[1]), write=True)
tournament = Tournament(Registry(), store, Housing(isolation="never"))
tournament.play(int(sys.argv[2]))
store.close()
"""
LONG = spec(blocks=80 if numba.config.DISABLE_JIT else 400)


def count(path):
    try:
        store = Store.open(path)
        found = store.count(0)
        store.close()
    except StoreError:
        return 0
    return found


def gone(group):
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def eventually(true, seconds=30):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_killed_at_any_moment_nothing_is_lost_but_what_was_in_flight(
    tmp_path, environment
):
    """With two processes, then with one, then to the end."""
    path, moments, stored = tmp_path / "a", random.Random(1), 0
    begun(path, LONG).close()
    for jobs in (2, 1):
        command = [sys.executable, "-c", RUN, path, str(jobs)]
        running = subprocess.Popen(command, env=environment, start_new_session=True)
        goal = stored + moments.randrange(1, LONG.blocks // 2)
        eventually(lambda: count(path) >= goal or running.poll() is not None)  # noqa: B023
        running.kill()
        assert running.wait() == -signal.SIGKILL
        eventually(lambda: gone(running.pid))  # noqa: B023
        assert count(path) % 3 == 0  # whole blocks
        assert stored < count(path) < Schedule(LONG).matches
        stored = count(path)
    subprocess.run(command, env=environment, check=True)
    store = Store.open(path)
    killed = report(store, 0, 0, True)
    store.close()
    (straight,) = run(tmp_path / "b", LONG)
    alike(killed, straight)


def test_interrupted_it_ends_at_once_and_takes_its_processes_along(
    tmp_path, environment
):
    path = tmp_path / "a"
    begun(path, LONG).close()
    command = [sys.executable, "-c", RUN, path, "2"]
    running = subprocess.Popen(
        command, env=environment, start_new_session=True, stderr=subprocess.PIPE
    )
    eventually(lambda: count(path) > 0)
    os.killpg(running.pid, signal.SIGINT)
    _, said = running.communicate(timeout=20)
    assert b"KeyboardInterrupt" in said
    assert said.count(b"Traceback") == 1  # the others leave it to the first
    eventually(lambda: gone(running.pid))
    store = Store.open(path)
    assert store.about.seconds > 0
    store.close()


MINE = """
from partybots.core import Bot

class Mine(Bot):
    def choose(self, view, rng):
        return view.legal[{}]
"""


def test_a_bot_whose_file_has_changed_does_not_play_on(tmp_path):
    mine, path = tmp_path / "mine.py", tmp_path / "a"
    mine.write_text(MINE.format(0))
    store = begun(path, spec((f"{mine}:Mine", "random"), 2, 3))
    ready(store).play(1)
    store.close()
    mine.write_text(MINE.format(-1))
    store = Store.open(path, write=True)
    with pytest.raises(
        StoreError, match=f"{path}: the file of {mine}:Mine has changed"
    ):
        ready(store)
    mine.write_text(MINE.format(0))
    assert ready(store).matches == 6
    mine.unlink()
    with pytest.raises(PartybotsError, match="there is no file"):
        ready(store)
    store.close()


def test_a_file_that_holds_a_bot_is_hashed_and_nothing_else(tmp_path):
    mine = tmp_path / "a.py:b c.py"
    mine.write_text(MINE)
    assert len(hashed(f"{mine}:Mine")) == 32
    assert hashed(f"{mine}:Mine:depth=3") == hashed(f"{mine}:Mine")
    assert hashed("random") == hashed("mcts:c=0.7") == hashed("./no.py:Mine") == ""
    found = about([spec(("random", f"{mine}:Mine"))], "9", False)
    assert [*found.files] == [f"{mine}:Mine"]


def test_another_version_of_the_game_does_not_play_on(tmp_path, monkeypatch):
    path = tmp_path / "a"
    store = begun(path, spec())
    ready(store)
    monkeypatch.setattr(registry().game("liars-dice").rules, "VERSION", 2)
    with pytest.raises(StoreError) as refused:
        ready(store)
    assert (
        str(refused.value) == f"{path} was played by version 1 of liars-dice; this is 2"
    )
    store.close()


# Tables and memory


def test_over_several_games_points_are_averaged(tmp_path):
    reports = run(tmp_path / "a", spec(blocks=2), spec(BOTS[:2], 2, 2))
    rows = {row["bot"]: row for row in overall(reports)}
    assert rows["greedy"]["games"] == 2
    assert rows[BOTS[2]]["games"] == 1
    points = [
        standing.points
        for one in reports
        for standing in one.standings
        if standing.bot == "greedy"
    ]
    assert rows["greedy"]["points"] == pytest.approx(sum(points) / 2)
    assert [row["points"] for row in overall(reports)] == sorted(
        (row["points"] for row in rows.values()), reverse=True
    )


def rows_of(schedule):
    for block in range(schedule.blocks):
        for number, bots in schedule.block(block):
            actions, scores = bytes(100), [number % 7, 3]
            yield Row(
                0, number, actions, b"", bots, scores, [1], [], [], [9, 9], [0, 0], {}
            )


def test_a_table_of_many_matches_takes_no_more_memory(tmp_path):
    """What is held at most, for so many blocks of two matches, in bytes."""
    most = {}
    for blocks in (200, 1500):
        schedule = Schedule(spec(("a", "b"), 2, blocks))
        store = begun(tmp_path / str(blocks), schedule.spec)
        store.add(rows_of(schedule))
        tracemalloc.start()
        table = tabled(schedule, store.rows(0))
        most[blocks] = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert table.matches == schedule.matches
        store.close()
    assert most[1500] < most[200] + 50_000
