"""Liar's Dice as a third party would bring it: a game, a bot and a referee."""

from partybots.core import Declaration, hookimpl


@hookimpl
def partybots_games() -> list[Declaration]:
    bids = "bid on hidden dice, or doubt"
    return [Declaration("liars-dice", bids, __name__, seats=range(2, 7), table=3)]


@hookimpl
def partybots_bots() -> list[Declaration]:
    doubts, where = "doubts a bid that is unlikely", f"{__name__}.sceptic:Sceptic"
    return [Declaration("sceptic", doubts, where, games=("liars-dice",))]


@hookimpl
def partybots_referees() -> list[Declaration]:
    where = f"{__name__}.silent:Silent"
    return [Declaration("silent", "stops a match that bids too high", where)]
