"""What cannot be played is refused at the start; what misbehaves later is counted."""

import json
import subprocess
import sys
from functools import partial
from importlib import import_module

import liars_dice
import pytest
from does import registry
from tourneys import HERE, alike, begun, ready, run, spec

from partybots.core import Bot
from partybots.core.arena.housing import Housing
from partybots.core.arena.store import Store
from partybots.core.arena.worker import Part, refuse
from partybots.core.errors import BadValue, PartybotsError
from partybots.core.registry import Registry

# What cannot be is refused before anything starts


FILE = """
from partybots.core import Bot

class Raises(Bot):
    def __init__(self):
        raise RuntimeError("no weights")

class Leaves(Bot):
    def __init__(self):
        raise SystemExit(3)

class Wants(Bot):
    def __init__(self, weights: str):
        pass

class Pairs(Bot):
    seats = range(2, 3)

class Slow(Bot):
    races = False
"""


@pytest.mark.parametrize("isolation", ["never", "others"])
@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("Raises", "Raises cannot be made: RuntimeError: no weights"),
        ("Leaves", "Leaves cannot be made: SystemExit: 3"),
        ("Wants", "Wants cannot be made: TypeError: Wants.__init__"),
        ("Pairs", "Pairs plays at 2 to 2 seats, not 3"),
        ("Nobody", 'no bot in .* is called "Nobody"'),
    ],
)
def test_a_bot_that_cannot_play_is_refused_at_the_start(bot, said, isolation, tmp_path):
    (tmp_path / "mine.py").write_text(FILE)
    store = begun(tmp_path / "a", spec(("random", f"{tmp_path}/mine.py:{bot}")))
    with pytest.raises(PartybotsError, match=said):
        ready(store, housing=Housing(isolation=isolation))
    assert store.count(0) == 0
    store.close()


def test_a_bot_that_plays_no_races_is_refused_a_race():
    class Slow(Bot):
        races = False

    refuse(Slow(), "slow", spec(), race=False)
    with pytest.raises(
        BadValue, match="slow does not play races, and liars-dice is one"
    ):
        refuse(Slow(), "slow", spec(), race=True)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"bots": ("septic",)}, 'did you mean "sceptic"'),
        ({"referee": "strickt"}, 'did you mean "strict"'),
        ({"referee": "silent:most=0"}, "most is 1 die or more, not 0"),
        ({"seats": 9}, "liars-dice seats 2 to 6, not 9"),
        ({"rules": {"dice": "4"}}, 'no house rule is called "dice"'),
        ({"deck": "1 2 3"}, "liars-dice has no deck to replace"),
    ],
)
def test_a_table_that_cannot_be_is_refused_at_the_start(wrong, said, tmp_path):
    store = begun(tmp_path / "a", spec(**wrong))
    with pytest.raises(PartybotsError, match=said):
        ready(store)
    store.close()


# Bots that misbehave


BAD = """
from partybots.core import Bot

class Sometimes(Bot):
    def choose(self, view, rng):
        return view.legal[0] if rng.below(4) else "?"

class Dies(Bot):  # the first time only

    def choose(self, view, rng):
        import os
        try:
            os.mkdir(__file__ + ".died")
        except FileExistsError:
            return view.legal[0]
        os._exit(3)
"""


@pytest.fixture
def bad(tmp_path):
    (tmp_path / "bad.py").write_text(BAD)
    return f"{tmp_path}/bad.py"


def test_faults_are_counted_and_the_others_matches_count(bad, tmp_path):
    bots = "greedy", "random", f"{bad}:Sometimes"
    (found,) = run(tmp_path / "a", spec(bots))
    rows = {standing.bot: standing for standing in found.standings}
    faulty = rows[bots[2]]
    assert 0 < faulty.faults["malformed"] <= 24
    assert found.standings[-1] is faulty
    assert {row.matches for row in found.standings} == {24}
    assert sum(row.wins for row in found.standings) == pytest.approx(24)
    (number, fault), *others = found.faults
    assert not others
    store = Store.open(tmp_path / "a")
    assert fault in store.row(0, number).faults
    assert all(faulty_seat(row) not in row.winners for row in store.rows(0) if row.lost)
    store.close()


def faulty_seat(row):
    return row.bots.index(2)


def test_a_process_of_ours_that_dies_leaves_no_trace(bad, tmp_path, installed):
    """Its blocks are played again, and nobody has a fault."""
    bots = "greedy", f"{bad}:Dies"
    (died,) = run(tmp_path / "a", spec(bots, 2), jobs=2, known=Registry())
    assert (tmp_path / "bad.py.died").is_dir()
    (straight,) = run(tmp_path / "b", spec(bots, 2))
    alike(died, straight)
    assert not died.faults


def test_a_plugin_that_was_handed_over_is_there_in_other_processes(tmp_path):
    known = Registry([("liars-dice", partial(import_module, "liars_dice"))])
    (two,) = run(tmp_path / "a", spec(blocks=2), jobs=2, known=known)
    alike(two, run(tmp_path / "b", spec(blocks=2))[0])


def test_a_plugin_that_cannot_be_handed_over_is_refused(tmp_path):
    known = Registry([("liars-dice", lambda: liars_dice)])
    store = begun(tmp_path / "a", spec())
    with pytest.raises(PartybotsError, match=r"cannot load a plugin .* use one job"):
        ready(store, known).play(2)
    store.close()


LOUD = """
from partybots.core import Bot

print("loading")

class Loud(Bot):
    def choose(self, view, rng):
        print("thinking")
        return view.legal[0]
"""


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("isolation", ["never", "always"])
def test_what_bots_print_is_not_what_was_asked_for(jobs, isolation, tmp_path):
    (tmp_path / "loud.py").write_text(LOUD)
    words = f"tournament right-now -b {tmp_path}/loud.py:Loud -b random --seats 2 "
    words += f"--blocks 1 --json --isolation {isolation} --jobs {jobs} -o"
    command = [sys.executable, "-c", "from partybots.cli.main import main; main()"]
    command += [*words.split(), str(tmp_path / "a")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["matches"] == 2
    assert ("thinking" in done.stderr) == (isolation == "never")


def test_where_the_file_of_a_bot_lies_changes_nothing(bad, tmp_path, monkeypatch):
    """Its chance, its results and the digest are those of its name."""
    monkeypatch.chdir(tmp_path)
    found = []
    for number, file in enumerate(("./bad.py", "bad.py", bad)):
        bots = "random", f"{file}:Sometimes"
        (report,) = run(tmp_path / f"{number}", spec(bots, seats=2))
        found.append(report.digest)
    assert len({*found}) == 1


def test_a_referee_may_stop_it_all_and_what_was_stored_stays(tmp_path):
    store = begun(tmp_path / "a", spec(referee="silent:most=14", blocks=40))
    with pytest.raises(PartybotsError, match=r"bid 15x\d: more than 14 dice"):
        ready(store).play(1)
    assert store.count(0) % 3 == 0
    store.close()


def test_a_referee_may_stop_another_process(tmp_path, installed):
    store = begun(tmp_path / "a", spec(referee="silent:most=2"))
    with pytest.raises(PartybotsError, match=r"bid \d+x\d: more than 2 dice"):
        ready(store, Registry()).play(2)
    store.close()


def test_limited_thinking_is_not_reproducible(tmp_path):
    (found,) = run(tmp_path / "a", spec(blocks=1, move_seconds=60.0))
    assert not found.reproducible


# Blocks


def test_a_block_is_played_whole():
    part = Part(registry(), spec(), HERE)
    rows = part.play(3, [5, 1])
    assert [row.number for row in rows] == [15, 16, 17, 3, 4, 5]
    assert {row.part for row in rows} == {3}
    assert [row.bots for row in rows[:3]] == [
        part.schedule.seated(n)[1] for n in (15, 16, 17)
    ]
    part.close()


def test_a_match_is_the_same_alone_and_in_its_block():
    part = Part(registry(), spec(), HERE)
    deal, bots = part.schedule.seated(16)
    alone = part.row(3, 16, bots, part.match(deal, bots))
    whole = part.play(3, [5])[1]
    assert alone._replace(seconds=[]) == whole._replace(seconds=[])
    part.close()
