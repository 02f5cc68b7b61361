"""A match: what bots get, what they may do wrong, and that it harms nobody else."""

import json
import subprocess
import sys
import time
from dataclasses import asdict, replace
from enum import IntEnum
from types import ModuleType

import numpy as np
import pytest
from does import Does, Watches, anyhow, dice, does, first, race

from partybots.core import Bot, Timed
from partybots.core.arena.match import Player, actuation, play
from partybots.core.arena.referee import Ask, Fault
from partybots.core.errors import NotationError
from partybots.core.game import Game
from partybots.core.rng import Rng
from partybots.plugins.bots.greedy import Greedy
from partybots.plugins.bots.random import Random
from partybots.plugins.referees.lenient import Lenient

GAME = dice()
HUGE = 10**5000  # more digits than Python turns into text


class Three(IntEnum):
    three = 3


class Number(int):
    pass


class Indexed:
    def __index__(self):
        return 3


class Unseen:
    """Cannot be shown."""

    def __repr__(self):
        raise ValueError

    __str__ = __repr__


class Disguised:
    """Says of itself that it is an int, and of its type that it is NumPy's."""

    __module__ = "numpy"
    __class__ = int

    def __index__(self):
        raise TypeError


class Loud:
    def __repr__(self):
        return "\x1b[2J\nAll is well\n" * 99


class Unsaid(Exception):
    def __str__(self):
        raise ValueError


class Beyond(BaseException):
    """Of a library that has its own way to stop a task."""


def raises(error):
    def choose(view):
        raise error

    return choose


def gives(answer):
    return lambda view: answer


def forever(view):
    return forever(view)


def spoils(view):
    """Would be legal if the host trusted the view."""
    view.legal[:] = [180]
    view.state.left[:] = 30
    return 180


CRASHES = {
    "ZeroDivisionError: no": raises(ZeroDivisionError("no")),
    "SystemExit: 0": lambda view: sys.exit(0),
    "SystemExit()": raises(SystemExit()),
    "Beyond()": raises(Beyond()),
    "GeneratorExit()": raises(GeneratorExit()),
    "StopIteration()": raises(StopIteration()),
    "Unsaid, which cannot be shown": raises(Unsaid()),
    "RecursionError: maximum": forever,
    "MemoryError()": raises(MemoryError()),
    "NotationError": raises(NotationError("an action", "x", "y")),
    "ValueError: two lines \\x1b[31m": raises(ValueError("two\nlines \x1b[31m\ud800")),
    "AttributeError": lambda view: view.nothing,
    "TypeError": lambda view: view.legal["first"],
}
MALFORMED = {
    "True": True,
    "False": False,
    "None": None,
    "'challenge'": "challenge",
    "'3'": "3",
    "b'3'": b"3",
    "1.0": 1.0,
    "nan": float("nan"),
    "inf": float("inf"),
    "(3+0j)": 3 + 0j,
    "-1": -1,
    "181": 181,
    "a int": HUGE,
    "-1" + "0" * 30: -(10**30),
    "[3]": [3],
    "(3,)": (3,),
    "{}": {},
    "<Three.three: 3>": Three.three,
    "3": Number(3),
    "<": Indexed(),
    "a Unseen": Unseen(),
    "<numpy.Disguised object": Disguised(),
    "\\x1b[2J All is well": Loud(),
    "array(3)": np.array(3),
    "array([1, 2])": np.array([1, 2]),
    "array(1.5)": np.array(1.5),
    "np.True_": np.True_,
    "np.float64(3.0)": np.float64(3),
    "np.timedelta64(3,'s')": np.timedelta64(3, "s"),
    "np.int64(-1)": np.int64(-1),
    "np.uint64(18446744073709551615)": np.uint64(2**64 - 1),
    "Timed(action=3, ms=5)": Timed(3, 5),  # this game is no race
}
ILLEGAL = {
    "R2: there is no bid to challenge": lambda view: 0,
    "R4: 30 dice bid, 15 in play": lambda view: 180,
    "R4: 30 dice bid, 15 in play ": spoils,
    "R4: 16 dice bid, 15 in play": lambda view: np.int8(91),
}
WRONG = [
    *(("crash", "raised an exception", reason, do) for reason, do in CRASHES.items()),
    *(
        ("malformed", f"answered {said}", "an action is 0 to 180", gives(answer))
        for said, answer in MALFORMED.items()
    ),
    *(("illegal", "answered ", reason.strip(), do) for reason, do in ILLEGAL.items()),
]


def watched(*players, seed=1, **more):
    return play(GAME, GAME.new(len(players)), players, seed, **more)


def same(one, two):
    """But for the time that passed."""
    assert replace(one, seconds=[]) == replace(two, seconds=[])
    assert one.end.tobytes() == two.end.tobytes()


@pytest.mark.parametrize(("kind", "did", "reason", "do"), WRONG)
def test_a_fault_loses_that_seat_and_the_others_play_on(kind, did, reason, do):
    result = watched(does(do, "Cheat"), anyhow(), anyhow())
    (fault,) = result.faults
    assert (fault.seat, fault.kind, fault.step) == (0, kind, 0)
    assert fault.what.startswith(f"liars-dice: Cheat in seat 0 {did}")
    assert fault.reason.startswith(reason)
    assert len(fault.what) < 130
    assert len(fault.reason) < 410
    assert "\n" not in fault.what + fault.reason
    assert (fault.what + fault.reason).isprintable()
    assert result.lost == [0]
    assert result.winners
    assert 0 not in result.winners
    assert result.moves[0] == 1  # it is not asked again
    assert min(result.moves[1:]) > 1


def test_a_fault_says_who_what_which_rule_and_where():
    result = watched(anyhow(), does(gives(1), "Cheat"), anyhow(), seed=2)
    assert str(result.faults[0]) == (
        "liars-dice: Cheat in seat 1 answered 1x1\n"
        "  illegal: R3: a raise has a higher count, or the same count and a higher "
        "face\n"
        f"  position  {result.faults[0].position}"
    )
    state = GAME.text.read(result.faults[0].position)
    assert GAME.why.why_illegal(state, 1).startswith("R3")
    assert result.faults[0].step == 1


def test_a_fault_shows_the_end_of_what_a_bot_wrote():
    stderr = "".join(f"line {n}\n" for n in range(12)) + "\x1b[2Jlast"
    fault = Fault(0, "crash", "who", "why", "where", stderr)
    lines = str(fault).splitlines()
    assert lines[:3] == ["who", "  crash: why", "  position  where"]
    assert lines[3] == "  stderr    line 5"
    assert lines[10:] == ["  stderr    \\x1b[2Jlast"]


@pytest.mark.parametrize(
    "whole", [int, np.int8, np.uint8, np.int64, np.intp, np.uint64]
)
def test_a_whole_number_of_numpy_is_an_action(whole):
    one = watched(does(lambda view: whole(view.legal[0])), does(first))
    two = watched(does(first), does(first))
    same(one, two)
    assert not one.faults
    assert {type(action) for action in one.actions} == {int}


def test_a_seat_with_a_fault_never_wins():
    fails, gives_up = does(gives(-1)), does(lambda view: view.legal[-1])
    result = watched(fails, gives_up)
    assert result.scores[0] > result.scores[1]  # idle did better
    assert result.winners == [1]


def test_if_every_seat_has_a_fault_nobody_wins_and_the_match_is_played_out():
    result = watched(*[does(gives(-1))] * 3)
    assert result.winners == []
    assert result.lost == [0, 1, 2]
    assert [fault.seat for fault in result.faults] == [0, 1, 2]
    assert GAME.kernels.actor(result.end) == -1


@pytest.mark.parametrize("error", [RuntimeError("no"), SystemExit(3), Beyond()])
@pytest.mark.parametrize("referee", [None, Lenient(9)])
def test_a_bot_that_cannot_be_made_has_lost(error, referee):
    def fails():
        raise error

    result = watched(Player("Fails", fails), anyhow(), anyhow(), referee=referee)
    (fault,) = result.faults
    assert (fault.seat, fault.kind, fault.step) == (0, "load", 0)
    assert fault.what == "liars-dice: Fails in seat 0 raised an exception"
    assert (result.lost, result.moves[0]) == ([0], 0)
    assert result.winners
    assert 0 not in result.winners


class Nothing:
    """What is not even a bot, and breaks when it is looked at."""

    def __getattr__(self, name):
        return {}[name]


@pytest.mark.parametrize(("thing", "kind"), [(int, "crash"), (Nothing, "load")])
def test_what_is_no_bot_at_all_has_lost(thing, kind):
    result = watched(Player("Thing", thing), anyhow())
    assert [fault.kind for fault in result.faults] == [kind]
    assert result.winners == [1]


@pytest.mark.parametrize("error", [ZeroDivisionError(), SystemExit(), Beyond()])
def test_a_crash_while_watching_is_a_fault(error):
    seen = []

    def watch(view):
        seen.append(view)
        raise error

    result = watched(anyhow(), Player("Watches", lambda: Watches(watch)), anyhow())
    (fault,) = result.faults
    assert (fault.seat, fault.kind, fault.step) == (1, "crash", 1)
    assert len(seen) == 1
    assert result.lost == [1]
    assert result.winners
    assert 1 not in result.winners


def test_thinking_too_long_is_a_fault_and_only_that():
    def slow(view):
        time.sleep(0.08)
        return -1

    result = watched(anyhow(), does(slow, "Slow"), seed=3, move_seconds=0.001)
    (fault,) = result.faults
    assert (fault.seat, fault.kind) == (1, "timeout")
    assert fault.reason == "0.001 s is the limit"
    assert "Slow in seat 1 thought for 0.0" in fault.what
    assert result.winners == [0]
    assert result.seconds[1] >= 0.08


def test_ctrl_c_is_no_fault():
    with pytest.raises(KeyboardInterrupt):
        watched(anyhow(), does(raises(KeyboardInterrupt())))


def test_a_bot_is_given_its_view_and_nothing_else():
    def looks(view):
        known = GAME.state(view.hidden)
        GAME.kernels.hide(known, view.seat)
        assert known.tobytes() == view.hidden == view.state.tobytes()
        assert view.state.dice.sum() == view.state.left[view.seat]
        return view.legal[0]

    assert not watched(does(looks), does(looks)).faults


def test_a_view_is_the_bots_to_spoil():
    def spoils(view):
        view.state.left[:] = 0
        view.game.state(view.hidden)[:] = 0
        chosen = view.legal.pop(0)
        view.seat = 7
        view.legal.clear()
        return chosen

    same(watched(does(first), does(spoils)), watched(does(first), does(first)))


def test_what_a_bot_draws_is_its_own():
    class Draws(Bot):
        def choose(self, view, rng):
            for _ in range(99):
                rng.random()
            rng.held = [0]
            return view.legal[0]

    kept = [Player("a", lambda: Does(first)), Player("b", Random), Player("c", Random)]
    drawn = [Player("a", Draws), *kept[1:]]
    same(watched(*kept), watched(*drawn))


def test_a_bot_may_watch_every_action():
    seen = []
    result = watched(Player("W", lambda: Watches(seen.append)), anyhow())
    assert len(seen) == len(result.actions)
    assert all(view.seat == 0 and view.legal == [] for view in seen)
    assert seen[-1].state.left.max() == max(result.scores)
    for view in seen:
        hidden = GAME.state(view.hidden)
        GAME.kernels.hide(hidden, 0)
        assert hidden.tobytes() == view.hidden


def test_a_match_hangs_on_its_path_its_table_and_its_bots_alone():
    table = GAME.new(3)
    before = table.tobytes()
    one, two = (play(GAME, table, [anyhow()] * 3, "any", 1, 2) for _ in range(2))
    other = play(GAME, table, [anyhow()] * 3, "any", 1, 3)
    assert table.tobytes() == before
    same(one, two)
    assert one.actions != other.actions


def test_rules_in_plain_python_play_the_same():
    plain = ModuleType(GAME.rules.__name__)
    for name, thing in vars(GAME.rules).items():
        setattr(plain, name, getattr(thing, "py_func", thing))
    games = GAME, Game("liars-dice", plain, GAME.text, GAME.why)
    players = Player("g", Greedy), does(gives(-1)), Player("r", Random)
    one, two = (play(game, game.new(3), players, 1) for game in games)
    same(one, two)
    stored = [two.actions, two.scores, two.winners, two.lost, [asdict(two.faults[0])]]
    assert json.loads(json.dumps(stored)) == stored  # no numbers of NumPy


# Races


def raced(*players, rules=None, **more):
    game = race()
    return play(game, game.new(len(players), rules), players, 1, **more)


def quick(ms):
    return does(lambda view: Timed(1, ms), f"In {ms}")


def test_a_time_that_a_bot_gives_is_kept():
    result = raced(quick(100), quick(250), rules={"length": "2"})
    assert not result.faults
    assert result.times == [100, 250] * 2
    assert result.winners == [0]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Timed(1, -1), "took -1 ms"),
        (Timed(1, 1.5), "took 1.5 ms"),
        (Timed(1, True), "took True ms"),
        (Timed(1, None), "took None ms"),
        (Timed(1, float("inf")), "took inf ms"),
        (Timed(1, 2**31), "took 2147483648 ms"),
        (Timed(1, HUGE), "took a int ms"),
        (Timed(1, np.array([1, 2])), "took array([1, 2]) ms"),
        (Timed(1, Unseen()), "took a Unseen ms"),
        (Timed(True, 1), "answered True"),
        (Timed(Timed(1, 1), 1), "answered Timed(action=1, ms=1)"),
        (Timed(3, 1), "answered 3"),
        ((1, 1), "answered (1, 1)"),
        (type("More", (Timed,), {})(1, 1), "answered More(action=1, ms=1)"),
    ],
)
def test_a_time_is_whole_milliseconds(answer, said):
    result = raced(does(gives(answer), "Cheat"), quick(5), quick(7))
    (fault,) = result.faults
    assert fault.kind == "malformed"
    assert fault.what == f"claps: Cheat in seat 0 {said}"
    assert result.winners == [1]


def test_an_answer_without_a_time_takes_one_from_a_stream_apart_from_the_bots():
    result = raced(does(first), does(lambda view: np.int64(0)))
    assert not result.faults
    assert len(result.times) == len(result.actions) == 6
    assert all(0 <= ms < 3000 for ms in result.times)
    assert len({*result.times}) > 1


def test_speaking_takes_its_time_too():
    result = raced(quick(0), quick(0), rules={"length": "9", "actuation": "200"})
    assert all(100 <= ms <= 300 for ms in result.times)
    assert len({*result.times}) > 5


def test_speaking_takes_what_is_typical_on_average():
    drawn = [actuation(Rng("hand", n), 1000) for n in range(2000)]
    assert min(drawn) >= 500
    assert max(drawn) <= 1500
    assert np.mean(drawn) == pytest.approx(1000, abs=12)  # 4 standard errors
    assert actuation(Rng("hand"), 0) == 0
    assert drawn[:3] == [actuation(Rng("hand", n), 1000) for n in range(3)]


def test_the_time_of_a_faulty_seat_is_drawn_and_its_match_goes_on():
    result = raced(does(gives("clap")), quick(5))
    assert result.actions[::2] == [0] * 3  # it waits
    assert len(result.times) == 6


# Asking


def test_an_ask_shows_the_seat_its_own_view():
    state = GAME.new(2)
    GAME.kernels.deal(state, np.array([1], np.uint64))
    view = Ask(GAME, state, 1, [1, 2], "Any").view()
    assert (view.seat, view.legal, view.text(7)) == (1, [1, 2], "2x1")
    assert view.state.dice[0].sum() == 0
    assert view.state.dice[1].sum() == 5


SMALL = """
import sys
from partybots.core import Bot, Rng, View
from partybots.core.registry import Registry, in_file
registry = Registry()
bot = in_file(sys.argv[1], "Mine", Bot)()
view = View(1, [0, 7], bytes.fromhex(sys.argv[2]), lambda: registry.game("liars-dice"))
assert bot.choose(view, Rng(1, "bot", 1)) in (0, 7)
assert not {"numpy", "numba"} & set(sys.modules)
print(view.text(7), view.state.bid)
"""
MINE = """
from partybots.core import Bot

class Mine(Bot):
    def choose(self, view, rng):
        return rng.choice(view.legal)
"""


def test_a_small_bot_needs_no_numpy(tmp_path, environment):
    (tmp_path / "mine.py").write_text(MINE)
    recorded = GAME.text.read("????? 55631 / 1x6 by 0 / 1").tobytes().hex()
    command = [sys.executable, "-c", SMALL, tmp_path / "mine.py", recorded]
    said = subprocess.check_output(command, env=environment, text=True)
    assert said == "2x1 6\n"
