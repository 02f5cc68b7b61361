"""Bots in processes of their own: the fault is named, nobody else is harmed."""

import os
import subprocess
import sys
import time
from pathlib import Path

import bad_bots
import pytest

from partybots.core import BadValue
from partybots.core.arena.housing import Housing, Limits
from partybots.core.arena.isolation.process import MARK
from partybots.core.arena.isolation.rooms import Lodging
from partybots.core.arena.match import Player, play
from partybots.core.arena.referee import Misbehaved
from partybots.core.arena.schedule import Spec
from partybots.core.arena.store import Store
from partybots.core.arena.tournament import Tournament, about
from partybots.core.arena.worker import Part, maker
from partybots.core.registry import Registry

FILE = bad_bots.__file__
PROGRAM = f"exec:{sys.executable} {Path(FILE).parent}/bad_program.py"
QUICK = Limits(load=2, first=1, move=0.4, memory=400)
LIGHT = """
import sys
from partybots.core import Bot

class Light(Bot):
    def choose(self, view, rng):
        heavy = {"numpy", "numba", "importlib.metadata"} & {*sys.modules}
        assert not heavy, heavy
        return rng.choice(view.legal)
"""
WRITES = (
    "        heavy =",
    "        words = [view.text(a) for a in view.legal]\n        heavy =",
)


def left_behind():
    """Processes begun by a bot that are still there: ours, or nobody's any more."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            marked = f"{MARK}=".encode() in path.read_bytes()
            parent = int(
                path.with_name("stat").read_text().rpartition(")")[2].split()[1]
            )
        except OSError:
            continue
        if marked and parent in (1, os.getpid()):
            found.add(int(path.parent.name))
    return found


def seat(registry, name, limits=QUICK):
    spec = Spec("liars-dice", (f"{FILE}:{name}",), 2, 1)
    make = maker(registry, spec.bots[0], spec, Housing("others", limits))
    return Player(name, make)


def match(registry, name, deals=1, limits=QUICK):
    game = registry.game("liars-dice")
    bad = seat(registry, name, limits)
    other = Player("greedy", registry.bot("greedy", "liars-dice"))
    results = []
    try:
        for deal in range(deals):
            bad.make.free()
            results.append(play(game, game.new(3), [bad, other, other], 1, deal))
    finally:
        bad.make.close()
    return results


KINDS = {
    "Sleeps": "timeout",
    "Spins": "timeout",
    "IgnoresTheEnd": "timeout",
    "AnswersLateAndAgain": "timeout",
    "ImportsSlowly": "load",
    "Raises": "crash",
    "ExitsWell": "crash",
    "ExitsBadly": "crash",
    "SystemExits": "crash",
    "Killed": "crash",
    "Segfaults": "crash",
    "Forks": "crash",
    "ReadsTheHost": "crash",
    "FailsWatching": "crash",
    "EatsMemory": "memory",
    "TrueBot": "malformed",
    "Float": "malformed",
    "Huge": "malformed",
    "NaN": "malformed",
    "List": "malformed",
    "Subclass": "malformed",
    "WrongIndex": "malformed",
    "PatchesPartybots": "malformed",
    "SpeaksOutOfTurn": "malformed",
    "AnswersTwice": "malformed",
    "AnothersAction": "illegal",
}
HARMLESS = (
    "Good",
    "FloodsStdout",
    "FloodsStderr",
    "FloodsForEver",
    "PrintsBetweenMoves",
    "OpensFiles",
    "Spawns",
    "SeedsGlobalChance",
    "ChangesFolder",
    "WritesOutside",
)
PROGRAMS = {
    "sleeps": "timeout",
    "spins": "timeout",
    "ignores-the-end": "timeout",
    "late-and-again": "timeout",
    "never-reads": "timeout",
    "exits-well": "crash",
    "exits-badly": "crash",
    "killed": "crash",
    "eats-memory": "crash",
    "true": "malformed",
    "float": "malformed",
    "huge": "malformed",
    "nan": "malformed",
    "list": "malformed",
    "wrong-index": "malformed",
    "negative": "malformed",
    "anothers-action": "malformed",
    "nothing": "malformed",
    "no-object": "malformed",
    "no-json": "malformed",
    "twice": "malformed",
    "prints": "malformed",
    "floods-stdout": "malformed",
    "floods-a-line": "malformed",
    "floods-stderr": "",
    "forks": "",
}
MISBEHAVE = {f"{FILE}:{name}": kind for name, kind in KINDS.items()}
MISBEHAVE |= {f"{FILE}:{name}": "" for name in HARMLESS}
MISBEHAVE |= {f"{PROGRAM} {how}": kind for how, kind in PROGRAMS.items()}


def played(registry, path, bots, jobs=1):
    """A tournament in pairs: its report and rows."""
    store = Store.create(path, about([Spec("liars-dice", bots, 2, 1)], "0", False))
    try:
        tournament = Tournament(registry, store, Housing("others", QUICK))
        tournament.play(jobs)
        return tournament.reports()[0], [*store.rows(0)]
    finally:
        store.close()


@pytest.fixture(scope="module")
def alone(registry, tmp_path_factory):
    """The matches of the two others, without anyone who misbehaves."""
    path = tmp_path_factory.mktemp("alone") / "store"
    _, rows = played(registry, path, ("random", "greedy"))
    return [what_came(row) for row in rows]


def what_came(row):
    return row.number, row.bots, row.actions, row.scores, row.winners


@pytest.mark.parametrize("bot", MISBEHAVE, ids=lambda bot: bot[-22:].strip("/"))
def test_who_misbehaves_harms_nobody(bot, registry, alone, tmp_path):
    """The fault is named, it ends in time, nothing is left, the rest is as ever."""
    kind, before, folder = MISBEHAVE[bot], left_behind(), os.getcwd()
    report, rows = played(registry, tmp_path / "store", ("random", "greedy", bot))
    with_it = [row for row in rows if 2 in row.bots]
    assert [what_came(row) for row in rows if 2 not in row.bots] == alone
    faults = [(row.bots[f.seat], f.kind) for row in with_it for f in row.faults]
    assert set(faults) == ({(2, kind)} if kind else set())
    for row in with_it:
        assert [row.bots[seat] for seat in row.lost] == [2] * len(row.faults)
        assert row.winners
        assert not set(row.winners) & set(row.lost)
    assert (len(with_it), len(faults) >= 2) == (4, bool(kind))
    assert left_behind() <= before
    assert os.getcwd() == folder
    assert report.seconds < report.longest


def test_a_process_is_no_prison(registry, tmp_path):
    """What it wrote outside of its folder is there; the README says so."""
    Path(bad_bots.WRITTEN).unlink(missing_ok=True)
    played(registry, tmp_path / "store", ("random", f"{FILE}:WritesOutside"))
    assert "I was here" in Path(bad_bots.WRITTEN).read_text()
    Path(bad_bots.WRITTEN).unlink()


HOST = """
import sys
from pathlib import Path
from partybots.core.arena.housing import Housing
from partybots.core.arena.schedule import Spec
from partybots.core.arena.worker import Part
from partybots.core.registry import Registry
part = Part(Registry(), Spec("right-now", (sys.argv[1], "random"), 2, 1), Housing())
part.play(0, [0])
"""


@pytest.mark.parametrize("bot", [f"{FILE}:Spins", f"{PROGRAM} spins"])
def test_a_bot_ends_with_its_host_even_if_that_is_killed(bot):
    host = subprocess.Popen([sys.executable, "-c", HOST, bot])
    children = Path(f"/proc/{host.pid}/task/{host.pid}/children")
    spinning = waited(lambda: [p for p in children.read_text().split() if busy(p)])
    host.kill()
    host.wait()
    for pid in spinning:
        assert waited(lambda pid=pid: not busy(pid))


def busy(pid):
    """Whether a process has used more than half a second of a core, and is there."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return False
    return fields[0] != "Z" and int(fields[11]) > os.sysconf("SC_CLK_TCK") / 2


def waited(what):
    """What it says once that is something; at most half a minute."""
    until = time.monotonic() + 30
    while not (found := what()) and time.monotonic() < until:
        time.sleep(0.05)
    return found


def test_several_may_misbehave_at_once_whatever_the_jobs(alone, installed, tmp_path):
    bad = [f"{FILE}:{name}" for name in ("Raises", "Killed", "Huge", "AnothersAction")]
    bots, digests = ("random", "greedy", *bad), set()
    for jobs in (1, 2):
        report, rows = played(Registry(), tmp_path / f"{jobs}", bots, jobs=jobs)
        digests.add(report.digest)
        assert [what_came(row) for row in rows if max(row.bots) < 2] == alone
        assert {row.bot for row in report.standings if row.faults} == set(bad)
    assert len(digests) == 1


def test_a_bot_that_does_not_load_in_time_is_refused_at_the_start(registry, tmp_path):
    (tmp_path / "slow.py").write_text("import time\ntime.sleep(60)\n")
    spec = Spec("liars-dice", (f"{tmp_path}/slow.py:Slow", "random"), 2, 1)
    store = Store.create(tmp_path / "store", about([spec], "0", False))
    housing = Housing("others", QUICK._replace(load=1))
    with pytest.raises(BadValue, match=r"Slow cannot be made: no answer in 1 s"):
        Tournament(registry, store, housing)
    store.close()


def test_a_process_imports_no_numpy_that_its_bot_does_not(registry, tmp_path):
    (tmp_path / "light.py").write_text(LIGHT)
    report, _ = played(
        registry, tmp_path / "a", ("random", f"{tmp_path}/light.py:Light")
    )
    assert not report.faults


def test_a_process_writes_actions_without_compiling_a_game(registry, tmp_path):
    (tmp_path / "light.py").write_text(
        LIGHT.replace('{"numpy", ', "{").replace(*WRITES)
    )
    bots = f"{tmp_path}/light.py:Light", "random"
    part = Part(registry, Spec("right-now", bots, 2, 1), Housing())
    try:
        assert not [row.faults for row in part.play(0, [0]) if row.faults]
    finally:
        part.close()


def test_what_it_wrote_on_standard_error_is_shown_with_the_fault(registry):
    (result,) = match(registry, "Raises")
    assert "about to fail" in str(result.faults[0])
    assert "ValueError: no idea" in str(result.faults[0])


def test_the_end_of_much_standard_error_is_kept(registry):
    make = seat(registry, "FloodsStderr").make
    game = registry.game("liars-dice")
    other = Player("greedy", registry.bot("greedy", "liars-dice"))
    try:
        play(game, game.new(2), [Player("floods", make), other], 1)
        assert 1000 < len(make.rooms[0].process.stderr()) <= 64 * 1024
    finally:
        make.close()


def test_a_bot_that_died_is_there_again_in_the_next_match(registry):
    results = match(registry, "Killed", deals=3)
    assert [[f.kind for f in result.faults] for result in results] == [["crash"]] * 3


def test_a_bot_that_cannot_be_made_is_not_tried_for_ever(registry):
    results = match(registry, "FailsToBeMade", deals=5)
    assert {fault.kind for result in results for fault in result.faults} == {"load"}
    assert "cannot be made" in results[0].faults[0].reason
    assert "too often" in results[-1].faults[0].reason


def test_options_that_cannot_be_are_refused_before_anything_starts(registry):
    spec = Spec("liars-dice", (f"{FILE}:Good:speed=9",), 2, 1)
    make = maker(registry, spec.bots[0], spec, Housing())
    with pytest.raises(BadValue, match=r"Good|option"):
        make()
    make.close()
    assert isinstance(make, Lodging)


def test_a_process_plays_as_the_bot_does_here(registry, tmp_path):
    """The same digest, whether each bot has a process or none."""
    digests = set()
    for isolation in ("always", "never"):
        spec = Spec("liars-dice", ("random", "greedy", "sceptic"), 3, 3)
        store = Store.create(tmp_path / isolation, about([spec], "0", False))
        tournament = Tournament(registry, store, Housing(isolation))
        tournament.play(jobs=1)
        digests.add(tournament.reports()[0].digest)
        store.close()
    assert len(digests) == 1


def test_a_misbehaved_bot_is_an_exception_that_says_what():
    error = Misbehaved("stall", "did not read", "it never does", "last words")
    assert (error.kind, str(error), error.stderr) == (
        "stall",
        "it never does",
        "last words",
    )


def test_a_bot_may_think_as_long_as_it_likes(registry):
    for limit in (3e6, float("inf")):  # beyond what poll() waits for
        endless = QUICK._replace(first=limit, move=limit)
        assert not match(registry, "Good", limits=endless)[0].faults
