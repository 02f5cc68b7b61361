"""A stored match is played again from its actions, and found out if it was changed."""

import numpy as np
import pytest
from does import dice, race, registry

from partybots.core import Timed
from partybots.core.arena.housing import Housing
from partybots.core.arena.match import Player
from partybots.core.arena.replay import Replay, stored
from partybots.core.arena.schedule import Spec
from partybots.core.arena.store import About, Store
from partybots.core.arena.tournament import about
from partybots.core.arena.worker import Part
from partybots.core.errors import StoreError
from partybots.plugins.bots.random import Random

SPEC = Spec("liars-dice", ("random", "greedy", "sceptic"), 3, 4, seed=9)
ABOUT = About([SPEC], "0.1.0", {"liars-dice": 1}, {})


@pytest.fixture(scope="module")
def part():
    return Part(registry(), SPEC, Housing(isolation="never"))


@pytest.fixture(scope="module")
def row(part):
    """Match 7."""
    return part.play(0, [2])[1]


def again(row, spec=SPEC, said=ABOUT):
    return Replay(registry(), spec, said, row)


def played(row):
    """Played through and compared."""
    replay = again(row)
    steps = [*replay]
    replay.verify()
    return replay, steps


def test_a_stored_match_comes_out_as_it_was(part, row):
    deal, bots = part.schedule.seated(row.number)
    match = part.match(deal, bots)
    replay, steps = played(row)
    assert replay.end.tobytes() == match.end.tobytes()
    assert [step.action for step in steps] == match.actions
    assert [step.number for step in steps] == [*range(len(match.actions))]
    assert (replay.deal, replay.names) == (deal, [SPEC.labels[bot] for bot in bots])


def test_every_match_of_every_block_verifies(part):
    for row in part.play(0, range(4)):
        played(row)


def test_a_step_shows_the_position_before_it(row):
    for step in again(row):
        state = dice().record(step.state)
        assert state.to_act == step.seat
        assert step.ms is None
        assert not dice().why.why_illegal(state, step.action)


def test_a_replay_may_be_watched_twice(row):
    replay = again(row)
    one = [(step.seat, step.action, step.state.tobytes()) for step in replay]
    two = [(step.seat, step.action, step.state.tobytes()) for step in replay]
    assert one == two
    replay.verify()


def actions(row):
    return np.frombuffer(row.actions, "<u2").tolist()


def changed(row, places):
    """The same match with some actions put in place of others."""
    found = actions(row)
    for place, action in places.items():
        found[place] = action
    return row._replace(actions=np.array(found, "<u2").tobytes())


def test_an_action_that_cannot_be_is_refused_with_its_step_and_rule(row):
    for action, said in ((0, "R2"), (180, "R4"), (65535, "there is no action 65535")):
        with pytest.raises(StoreError, match=f"match 7 step 0: {said}"):
            played(changed(row, {0: action}))


def test_any_other_action_anywhere_is_found_out(row):
    """Refused where it stands, or later, or by what comes of it, or else harmless."""
    found = actions(row)
    refused = [
        error
        for place, action in enumerate(found)
        if (error := refusal(changed(row, {place: action + 1 if action else 60})))
    ]
    assert all("match 7" in error for error in refused)
    assert len(refused) > len(found) / 2  # else a bid that nobody challenged


def refusal(row):
    try:
        played(row)
    except StoreError as error:
        return str(error)
    return ""


def cut(row, actions):
    return row._replace(actions=row.actions[: 2 * actions])


CHANGES = {
    "one point more": (
        lambda row: row._replace(scores=[*row.scores[:2], row.scores[2] + 1]),
        r"match 7 gives \[.*\], stored \[",
    ),
    "a seat too few": (
        lambda row: row._replace(scores=row.scores[:2]),
        r"match 7 gives \[.*\], stored \[",
    ),
    "another winner": (
        lambda row: row._replace(winners=[(row.winners[0] + 1) % 3]),
        "match 7: other winners than stored",
    ),
    "no winner": (lambda row: row._replace(winners=[]), "match 7: other winners"),
    "a fault that cost the win": (
        lambda row: row._replace(lost=row.winners),
        "match 7: other winners than stored",
    ),
    "other bots": (
        lambda row: row._replace(bots=row.bots[::-1]),
        "match 7: other bots than it was to have",
    ),
    "a bot that is not there": (
        lambda row: row._replace(bots=[0, 1, 99]),
        "match 7: other bots than it was to have",
    ),
    "another number": (lambda row: row._replace(number=4), "match 4"),
    "cut off": (lambda row: cut(row, 5), "match 7 breaks off before its end"),
    "no actions": (lambda row: cut(row, 0), "match 7 breaks off before its end"),
    "one action more": (
        lambda row: row._replace(actions=row.actions + b"\1\0"),
        r"match 7 step \d+: is over",
    ),
    "half an action": (
        lambda row: row._replace(actions=row.actions[:-1]),
        "match 7: its actions or times are damaged",
    ),
    "times where there are none": (
        lambda row: row._replace(times=bytes(4)),
        "match 7: its actions or times are damaged",
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_match_that_was_changed_is_refused(change, row):
    make, said = CHANGES[change]
    with pytest.raises(StoreError, match=said):
        played(make(row))


def test_another_version_of_the_game_is_refused_in_words(row):
    other = About([SPEC], "0.1.0", {"liars-dice": 7}, {})
    with pytest.raises(StoreError) as refused:
        again(row, said=other)
    wrong = "the match was played by version 7 of liars-dice; this is 1, which may"
    assert str(refused.value) == f"{wrong} play differently"


def test_another_seed_is_another_match(row):
    with pytest.raises(StoreError, match="match 7"):  # noqa: PT012
        replay = again(row, Spec(SPEC.game, SPEC.bots, 3, 4, seed=10))
        assert [*replay]
        replay.verify()


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (7, "match 7 has not been played yet"),
        (12, "a.partybots has matches 0 to 11, not 12"),
        (-1, "has matches 0 to 11, not -1"),
    ],
)
def test_a_match_that_is_not_there_is_refused(number, said, part, tmp_path):
    store = Store.create(tmp_path / "a.partybots", about([SPEC], "0.1.0", False))
    store.add(part.play(0, [0]))
    assert stored(store, 0, 2).number == 2
    with pytest.raises(StoreError, match=said):
        stored(store, 0, number)
    store.close()


# A race: its times are part of what is stored


class Claps(Random):
    def choose(self, view, rng):
        return Timed(1, rng.below(900))


@pytest.fixture
def raced(monkeypatch):
    """The registry with the toy race, and a match of it."""
    known = registry()
    monkeypatch.setitem(known.loaded, "claps", race())
    monkeypatch.setattr(known, "bot", lambda spec, game: Claps)
    monkeypatch.setattr("partybots.core.arena.worker.maker", lambda *_: Claps)
    spec = Spec("claps", ("one", "two"), 2, 3, rules={"actuation": "200"})
    part = Part(known, spec, Housing(isolation="never"))
    assert part.players == [Player(name, Claps, name) for name in ("one", "two")]
    return spec, part.play(0, [1])[0]


def test_a_race_is_replayed_with_its_times(raced):
    spec, row = raced
    replay = again(row, spec)
    times = [step.ms for step in replay]
    replay.verify()
    assert len(times) == 6
    assert all(100 <= ms < 900 + 300 for ms in times)
    assert times == np.frombuffer(row.times, "<u4").tolist()


@pytest.mark.parametrize("size", [0, 4, 23])
def test_a_race_without_its_times_is_refused(size, raced):
    spec, row = raced
    with pytest.raises(StoreError, match="its actions or times are damaged"):
        [*again(row._replace(times=bytes(size)), spec)]


def test_other_times_are_found_out_by_what_comes_of_them(raced):
    spec, row = raced
    times = np.frombuffer(row.times, "<u4").reshape(-1, 2)[:, ::-1]
    replay = again(row._replace(times=times.astype("<u4").tobytes()), spec)
    assert [*replay]
    with pytest.raises(StoreError, match="gives"):
        replay.verify()
