"""A tournament's file: whole at every moment, refused in words if it is not ours."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partybots.core.arena.referee import KINDS, Fault
from partybots.core.arena.schedule import Spec
from partybots.core.arena.store import About, Row, Store
from partybots.core.errors import PartybotsError, StoreError

ABOUT = About([Spec("any", ("a", "b"), 2, 10)], "0.1.0", {"any": 1}, {"./x.py:X": "12"})


def row(number, part=0, actions=b"\1\0\2\0"):
    return Row(
        part, number, actions, b"", [0, 1], [3, 1], [0], [], [], [1, 1], [0, 0], {}
    )


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.partybots"


@pytest.fixture
def store(path):
    store = Store.create(path, ABOUT)
    yield store
    store.close()


def numbers(path):
    store = Store.open(path)
    found = [row.number for row in store.rows(0)]
    store.close()
    return found


ints = st.lists(st.integers(-(2**62), 2**62), max_size=4)
faults = st.builds(
    Fault,
    seat=st.integers(0, 9),
    kind=st.sampled_from(KINDS),
    what=st.text(),
    reason=st.text(),
    position=st.text(),
    stderr=st.text(),
    step=st.integers(0, 10**6),
)


@settings(max_examples=50, deadline=None)
@given(
    st.builds(
        Row,
        part=st.integers(0, 9),
        number=st.integers(0, 2**62),
        actions=st.binary(),
        times=st.binary(),
        bots=ints,
        scores=ints,
        winners=ints,
        lost=ints,
        faults=st.lists(faults, max_size=3),
        moves=ints,
        seconds=st.lists(st.integers(0, 10**6).map(lambda n: n / 8), max_size=3),
        tally=st.dictionaries(st.text(), st.dictionaries(st.text(), ints, max_size=2)),
    )
)
def test_a_row_survives_storing(row):
    assert Row.read(*row.stored()) == row


def test_what_the_file_says_of_itself_survives(store, path):
    assert store.about == ABOUT
    store.say(replace(ABOUT, seconds=3.5))
    store.close()
    again = Store.open(path)
    assert again.about == replace(ABOUT, seconds=3.5)
    again.close()


def test_rows_come_in_the_order_of_their_numbers(store):
    store.add([row(n) for n in (4, 5)])
    store.add([row(n) for n in (0, 1)])
    store.add([row(0, part=1)])
    assert [one.number for one in store.rows(0)] == [0, 1, 4, 5]
    assert sorted(store.blocks(0, 2)) == [0, 2]
    assert (store.count(0), store.count(1), store.count(2)) == (4, 1, 0)
    assert store.row(0, 4) == row(4)
    assert store.row(0, 3) is None


def test_a_block_goes_in_whole_or_not_at_all(store, path):
    store.add([row(0), row(1)])

    def breaks():
        yield row(2)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.add(breaks())
    assert numbers(path) == [0, 1]
    store.add([row(2), row(3)])  # and it goes on
    assert numbers(path) == [0, 1, 2, 3]


def test_a_block_that_is_there_is_refused_whole(store, path):
    store.add([row(2), row(3)])
    with pytest.raises(StoreError, match="someone else plays on in it"):
        store.add([row(1), row(2)])
    assert numbers(path) == [2, 3]
    store.add([row(0), row(1)])
    assert numbers(path) == [0, 1, 2, 3]


def test_a_file_that_exists_is_refused_and_left_alone(path):
    path.write_text("mine")
    with pytest.raises(StoreError, match=f"{path} exists; go on with it by --resume"):
        Store.create(path, ABOUT)
    assert path.read_text() == "mine"


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("/proc/a.partybots", "No such file"),
        ("/nowhere/at/all/a.partybots", "No such file"),
        ("{file}/a.partybots", "Not a directory"),
        ("{folder}/" + "x" * 300, "File name too long"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused(path, why, tmp_path):
    (tmp_path / "file").write_text("")
    path = path.format(file=tmp_path / "file", folder=tmp_path)
    with pytest.raises(StoreError, match=f"cannot write .*{why}"):
        Store.create(Path(path), ABOUT)


def foreign(path):
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE mine (a)")
    database.commit()
    database.close()


def change(path, *commands):
    database = sqlite3.connect(path)
    for command in commands:
        database.execute(command)
    database.commit()
    database.close()


@pytest.mark.parametrize("write", [False, True])
@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: None, "there is no file"),
        (Path.mkdir, "there is no file"),
        (Path.touch, "is not a tournament: it is empty; delete it"),
        (
            lambda path: path.write_text("once upon a time " * 99),
            "is not a tournament: ",
        ),
        (foreign, "is not a tournament of partybots"),
    ],
)
def test_what_is_no_tournament_is_refused(make, said, write, path):
    make(path)
    with pytest.raises(StoreError, match=f"{path} {said}|{said} {path}"):
        Store.open(path, write)


def test_another_format_is_refused(store, path):
    store.close()
    change(path, "PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="has format 99; this version reads format 2"):
        Store.open(path)


DAMAGE = {
    "no tables": ["DROP TABLE about", "DROP TABLE matches"],
    "nothing said": ["DELETE FROM about"],
    "no JSON": [
        "UPDATE about SET value = '{' || value",
        "UPDATE matches SET rest = '?'",
    ],
    "null": ["UPDATE about SET value = NULL", "UPDATE matches SET rest = NULL"],
    "a list": ["UPDATE about SET value = '[]'", "UPDATE matches SET rest = '[]'"],
    "empty": ["UPDATE about SET value = '{}'", "UPDATE matches SET rest = '{}'"],
    "no such spec": [
        """UPDATE about SET value = '{"specs": [{"game": 1}]}'""",
        """UPDATE matches SET rest = '{"faults": [{"seat": 1}]}'""",
    ],
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_refused_in_words(damage, store, path):
    store.add([row(0), row(1)])
    store.close()
    change(path, *DAMAGE[damage])
    damaged = Store.open(path)
    with pytest.raises(StoreError, match=str(path)):
        _ = damaged.about
    if damage != "nothing said":
        with pytest.raises(StoreError, match=str(path)):
            [*damaged.rows(0)]
        with pytest.raises(StoreError, match=str(path)):
            damaged.row(0, 1)
    damaged.close()


@pytest.mark.parametrize("keep", [0.3, 0.6, 0.9])
def test_a_file_that_was_cut_off_is_refused_in_words(keep, store, path):
    store.add([row(n, actions=bytes(2000)) for n in range(40)])
    store.close()
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * keep)])
    with pytest.raises(StoreError, match=str(path)):  # noqa: PT012
        cut = Store.open(path)
        try:
            [*cut.rows(0)]
        finally:
            cut.close()


def test_a_file_with_zeros_in_it_is_refused_in_words(store, path):
    store.add([row(n, actions=bytes(2000)) for n in range(40)])
    store.close()
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(bytes(60_000))
    with pytest.raises(StoreError, match=str(path)):  # noqa: PT012
        broken = Store.open(path)
        try:
            _ = broken.about
            [*broken.rows(0)]
        finally:
            broken.close()


def test_a_full_disk_is_said_and_loses_nothing_that_was_stored(store, path):
    store.add([row(0), row(1)])
    store.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    pages = store.database.execute("PRAGMA page_count").fetchone()[0]
    store.database.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match=f"{path}: database or disk is full"):
        store.add([row(2), row(3, actions=bytes(100_000))])
    assert numbers(path) == [0, 1]
    store.database.execute("PRAGMA max_page_count = 1000000")
    store.add([row(2), row(3)])  # there is room again
    assert numbers(path) == [0, 1, 2, 3]


def test_a_full_disk_at_the_start_is_said(path, monkeypatch):
    connect = sqlite3.connect

    def small(*args, **more):
        database = connect(*args, **more)
        database.execute("PRAGMA max_page_count = 1")
        return database

    monkeypatch.setattr(sqlite3, "connect", small)
    with pytest.raises(StoreError, match="full"):
        Store.create(path, ABOUT)


def test_a_reader_may_look_while_a_writer_writes_and_cannot_write(store, path):
    store.add([row(0)])
    reader = Store.open(path)
    store.add([row(1)])
    assert [one.number for one in reader.rows(0)] == [0, 1]
    with pytest.raises(StoreError, match="readonly"):
        reader.add([row(2)])
    with pytest.raises(StoreError, match="readonly"):
        reader.say(ABOUT)
    assert reader.count(0) == 2
    reader.close()


def test_reading_leaves_the_file_as_it_is(store, path):
    store.add([row(0)])
    store.close()
    before = path.read_bytes()
    assert numbers(path) == [0]
    assert path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_file_in_a_folder_that_cannot_be_written_is_read(store, path):
    """As from a disk that only reads; root may write anywhere."""
    store.add([row(0)])
    store.close()
    uri = f"{path.as_uri()}?mode=ro&immutable=1"
    database = sqlite3.connect(uri, uri=True)
    assert database.execute("SELECT count(*) FROM matches").fetchone() == (1,)
    database.close()


def test_closing_while_someone_reads_leaves_the_log_to_them(store, path):
    store.add([row(0)])
    reader = Store.open(path)
    held = reader.rows(0)
    next(held)
    store.add([row(1)])
    store.close()
    assert [one.number for one in held] == []
    assert reader.count(0) == 2
    reader.close()
    assert numbers(path) == [0, 1]


def test_two_writers_wait_for_each_other(store, path):
    """Each its own blocks: both are stored whole."""
    said = []

    def write(first):
        other = Store.open(path, write=True)
        try:
            for number in range(first, first + 60, 2):
                other.add([row(number), row(number + 1)])
        except StoreError as error:
            said.append(error)
        other.close()

    threads = [threading.Thread(target=write, args=[first]) for first in (0, 100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert said == []
    assert numbers(path) == [*range(60), *range(100, 160)]


def test_two_writers_of_the_same_blocks_are_told(store, path):
    other = Store.open(path, write=True)
    other.add([row(0), row(1)])
    with pytest.raises(StoreError, match="someone else plays on in it"):
        store.add([row(0), row(1)])
    store.add([row(2), row(3)])
    other.close()
    assert numbers(path) == [0, 1, 2, 3]


def test_any_file_name_will_do(tmp_path):
    for name in ("a b.partybots", "a?mode=rw#x%20", "é", "'quoted\"", "a"):
        store = Store.create(tmp_path / name, ABOUT)
        store.add([row(0)])
        store.close()
        assert numbers(tmp_path / name) == [0]


def test_a_name_is_relative_to_where_one_is(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Store.create(Path("a"), ABOUT).close()
    assert numbers(Path("a")) == []


def test_what_is_removed_is_gone(store, path):
    store.add([row(0)])
    store.remove()
    assert [*path.parent.iterdir()] == []


def test_what_an_old_file_left_beside_it_is_not_read(store, path):
    store.add([row(0)])
    left = {
        Path(f"{path}{end}"): Path(f"{path}{end}").read_bytes() for end in ("-wal",)
    }
    store.remove()
    for file, content in left.items():
        file.write_bytes(content)
    Store.create(path, ABOUT).close()
    assert numbers(path) == []


KILLED = """
import os, signal, sys
from pathlib import Path
from partybots.core.arena.schedule import Spec
from partybots.core.arena.store import About, Row, Store
store = Store.open(Path(sys.argv[1]), write=True)
def row(n):
    return Row(0, n, b"ab", b"", [0, 1], [3, 1], [0], [], [], [1, 1], [0, 0], {})
store.add([row(0), row(1)])
def rows():
    yield row(2)
    os.kill(os.getpid(), signal.SIGKILL)
store.add(rows())
"""


NEVER_BEGUN = """
import os, sys
from pathlib import Path
from partybots.core.arena.store import About, Store
Store.say = lambda store, about: os._exit(9)
Store.create(Path(sys.argv[1]), About([], "1", {}, {}))
"""


def test_killed_before_it_has_begun_it_says_so(path):
    ended = subprocess.run([sys.executable, "-c", NEVER_BEGUN, path], check=False)
    assert ended.returncode == 9
    with pytest.raises(StoreError, match="it is empty; delete it, and begin anew"):
        Store.open(path, write=True)
    with pytest.raises(StoreError, match="exists; go on with it by --resume"):
        Store.create(path, ABOUT)


def test_killed_in_the_middle_of_a_block_the_block_is_not_there(store, path):
    store.close()
    ended = subprocess.run([sys.executable, "-c", KILLED, path], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert os.path.exists(f"{path}-wal")
    assert numbers(path) == [0, 1]
    again = Store.open(path, write=True)
    again.add([row(2), row(3)])
    again.close()
    assert numbers(path) == [0, 1, 2, 3]


def test_every_error_is_a_store_error_for_one_who_catches_ours():
    assert issubclass(StoreError, PartybotsError)
