"""Bots in processes of their own: the fault is named, nobody else is harmed."""

import os
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
from partybots.core.arena.worker import maker

FILE = bad_bots.__file__
QUICK = Limits(load=20, first=3, move=0.5, memory=400)


def left_behind():
    """Processes that were begun by a bot and are still there."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"{MARK}=".encode() in path.read_bytes():
                found.append(int(path.parent.name))
        except OSError:
            continue
    return {pid for pid in found if pid != os.getpid()}


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
    "Raises": "crash",
    "ExitsWell": "crash",
    "ExitsBadly": "crash",
    "SystemExits": "crash",
    "Killed": "crash",
    "Segfaults": "crash",
    "Forks": "crash",
    "OpensFiles": "crash",
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
    "AnothersAction": "illegal",
}
HARMLESS = (
    "Good",
    "FloodsStdout",
    "FloodsStderr",
    "Spawns",
    "SeedsGlobalChance",
    "ChangesFolder",
)


@pytest.mark.parametrize(("name", "kind"), KINDS.items())
def test_a_bot_that_misbehaves_loses_and_the_match_goes_on(name, kind, registry):
    before, began = left_behind(), time.monotonic()
    (result,) = match(registry, name)
    assert [fault.kind for fault in result.faults] == [kind]
    assert (result.faults[0].seat, result.lost) == (0, [0])
    assert 0 not in result.winners
    assert result.winners
    assert left_behind() <= before
    assert time.monotonic() - began < 15


@pytest.mark.parametrize("name", HARMLESS)
def test_a_bot_that_only_makes_noise_harms_nobody(name, registry):
    before, folder = left_behind(), os.getcwd()
    (result,) = match(registry, name)
    assert result.faults == []
    assert os.getcwd() == folder
    assert left_behind() <= before


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


def test_others_matches_are_the_same_whoever_misbehaves(registry, tmp_path):
    """A tournament with ten that misbehave: theirs are lost, the rest as ever."""
    bad = [f"{FILE}:{name}" for name in ("Raises", "Killed", "Huge", "AnothersAction")]
    good = ["random", "greedy"]
    rows = []
    for name, bots in (("with", good + bad), ("without", good)):
        spec = Spec("liars-dice", tuple(bots), 2, 2)
        store = Store.create(tmp_path / name, about([spec], "0", False))
        tournament = Tournament(registry, store, Housing("others", QUICK))
        tournament.play(jobs=1)
        rows.append(
            [
                (row.actions, row.scores, row.bots)
                for row in store.rows(0)
                if max(row.bots) < len(good)
            ]
        )
        faults = tournament.reports()[0].standings
        assert all(not s.faults for s in faults if s.bot in good)
        store.close()
    assert rows[0] == rows[1]
    assert len(rows[0]) == 4


def test_a_misbehaved_bot_is_an_exception_that_says_what():
    error = Misbehaved("stall", "did not read", "it never does", "last words")
    assert (error.kind, str(error), error.stderr) == (
        "stall",
        "it never does",
        "last words",
    )
