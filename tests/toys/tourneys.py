"""Tournaments of the sample game, from their beginning to their reports."""

from does import registry

from partybots.core.arena.housing import Housing
from partybots.core.arena.schedule import Spec
from partybots.core.arena.store import Store
from partybots.core.arena.tournament import Tournament, about

HERE = Housing(isolation="never")
BOTS = "greedy", "random", "sceptic:threshold=0.3"


def spec(bots=BOTS, seats=3, blocks=8, **more):
    return Spec("liars-dice", tuple(bots), seats, blocks, **more)


def begun(path, *specs):
    return Store.create(path, about(specs, "0.1.0", len(specs) > 1))


def ready(store, known=None, housing=HERE):
    return Tournament(known or registry(), store, housing)


def run(path, *specs, jobs=1, housing=HERE, known=None):
    """The reports of a tournament that is played from beginning to end."""
    store = begun(path, *(specs or [spec()]))
    tournament = ready(store, known, housing)
    tournament.play(jobs)
    reports = tournament.reports()
    store.close()
    return reports


def alike(one, two):
    """But for the time that passed."""
    said = one.as_json(), two.as_json()
    for each in said:
        del each["seconds"], each["longest_seconds"]
        for standing in each["standings"]:
            del standing["seconds_per_move"]
    assert said[0] == said[1]
    assert one.faults == two.faults
    assert one.lopsided == two.lopsided
