"""Referees for every game."""

from partybots.core import Declaration, hookimpl


@hookimpl
def partybots_referees() -> list[Declaration]:
    loses, waits = "a fault loses the match", "a fault is counted; the third one loses"
    return [
        Declaration("strict", loses, "partybots.core.arena.referee:Referee"),
        Declaration("lenient", waits, f"{__name__}.lenient:Lenient"),
    ]
