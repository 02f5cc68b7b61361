"""What a fault costs under each referee, and what a referee may look at."""

import subprocess
import sys

import pytest
from does import Watches, anyhow, dice, does, first, race
from liars_dice.silent import Silent

from partybots.core import BadValue, PartybotsError, Referee, Timed
from partybots.core.arena.match import Player, play
from partybots.core.arena.referee import KINDS, Fault, is_whole
from partybots.plugins.referees.lenient import Lenient

GAME = dice()


def match(*players, referee=None, seed=1):
    return play(GAME, GAME.new(len(players)), players, seed, referee=referee)


def wrong_in(turns):
    """A player that answers wrongly in these of its turns, else as idle does."""
    asked = []

    def choose(view):
        asked.append(view)
        return -1 if len(asked) - 1 in turns else view.legal[0]

    return does(choose, "Slips")


def test_strict_loses_at_the_first_fault():
    result = match(wrong_in({2}), anyhow(), anyhow())
    assert result.lost == [0]
    assert result.moves[0] == 3
    assert len(result.faults) == 1


@pytest.mark.parametrize("slips", [0, 1, 2])
def test_lenient_plays_idle_and_counts(slips):
    one = match(wrong_in({*range(slips)}), anyhow(), anyhow(), referee=Lenient())
    two = match(does(first, "Slips"), anyhow(), anyhow())
    assert [fault.kind for fault in one.faults] == ["malformed"] * slips
    assert one.lost == []
    assert one.actions == two.actions  # idle is the first action here
    assert one.winners == two.winners


@pytest.mark.parametrize("limit", [1, 3, 5])
def test_lenient_turns_strict_at_its_limit(limit):
    wrong = wrong_in({*range(9)})
    result = match(anyhow(), wrong, anyhow(), referee=Lenient(limit))
    assert len(result.faults) == limit
    assert result.lost == [1]
    assert 1 not in result.winners


def test_a_fault_is_counted_for_its_own_seat():
    players = wrong_in({0, 1}), wrong_in({0}), wrong_in({1})
    result = match(*players, referee=Lenient(2))
    assert result.lost == [0]
    assert sorted(fault.seat for fault in result.faults) == [0, 0, 1, 2]


def test_a_crash_while_watching_counts_to_the_limit():
    def watch(view):
        raise ValueError("eyes shut")

    watcher = Player("W", lambda: Watches(watch))
    result = match(watcher, anyhow(), referee=Lenient(3))
    assert [(f.kind, f.seat, f.step) for f in result.faults] == [
        ("crash", 0, step) for step in (1, 2, 3)
    ]
    assert result.lost == [0]


def test_a_limit_is_one_fault_or_more():
    with pytest.raises(BadValue, match="limit is 1 fault or more, not 0"):
        Lenient(0)


def test_the_kinds_of_faults_are_these():
    kinds = "load malformed illegal timeout crash stall memory"
    assert kinds.split() == [*KINDS]


@pytest.mark.parametrize("answer", [0, 5, -1, 10**30])
def test_an_int_is_whole(answer):
    assert is_whole(answer)


WHOLE = """
import sys
from partybots.core.arena.referee import is_whole
assert is_whole(3) and not is_whole(True) and not is_whole(3.0)
assert not is_whole(type("Number", (int,), {"__module__": "numpy"})(3))
assert "numpy" not in sys.modules
"""


def test_ruling_needs_no_numpy():
    subprocess.run([sys.executable, "-c", WHOLE], check=True)


class Looks(Referee):
    def __init__(self):
        self.seen = []

    def after(self, before, seat, action, after):
        self.seen.append((before.tobytes(), seat, action, after.tobytes()))


def test_a_referee_may_look_at_each_step():
    looks = Looks()
    result = match(anyhow(), anyhow(), referee=looks)
    assert [action for _, _, action, _ in looks.seen] == result.actions
    for before, seat, action, after in looks.seen:
        state = GAME.state(before)
        assert GAME.kernels.actor(state) == seat
        assert not GAME.why.why_illegal(GAME.record(state), action)
        assert before != after
    assert looks.seen[-1][3] == result.end.tobytes()


class Generous(Referee):
    """Takes a wrong answer for the last legal one, and a slow one for a quick one."""

    def rule(self, ask, answer):
        ruling = super().rule(ask, answer)
        action = ask.legal[-1] if isinstance(ruling, Fault) else ruling
        return Timed(action, 1) if ask.game.race else action


def test_a_referee_rules_on_every_answer():
    result = match(does(lambda view: "?"), anyhow(), referee=Generous())
    assert not result.faults
    assert result.actions[0] == 60  # 10x6, the last bid there is
    game = race()
    table = game.new(2)
    raced = play(game, table, [does(lambda view: 1)] * 2, 1, referee=Generous())
    assert raced.times == [1] * 6


def test_silent_stops_a_match_that_bids_too_high():
    bids = does(lambda view: min(view.legal[-1], 24))  # 4x6
    with pytest.raises(PartybotsError, match="seat 0 bid 4x6: more than 3 dice"):
        match(bids, bids, referee=Silent(3))
    assert match(bids, bids, referee=Silent(4)).winners
