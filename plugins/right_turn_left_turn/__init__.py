"""Right Turn, Left Turn: a race round a circle of police agents, with two bots of its
own and a referee that walks every answer again.
"""

from partybots.core import Declaration, hookimpl

GAME = "right-turn-left-turn"


@hookimpl
def partybots_games() -> list[Declaration]:
    first = "be first to find where a Contract leads"
    return [
        Declaration(
            GAME,
            first,
            __name__,
            seats=range(2, 9),
            table=3,
            bots=("route", "human:skill=expert", "human", "random"),
            blocks=10,
            race=True,
        )
    ]


@hookimpl
def partybots_bots() -> list[Declaration]:
    instantly = "always right, at once"
    person = "answers as fast, and as wrong, as a person may"
    return [
        Declaration("route", instantly, f"{__name__}.route:Route", games=(GAME,)),
        Declaration("human", person, f"{__name__}.human:Human", games=(GAME,)),
    ]


@hookimpl
def partybots_referees() -> list[Declaration]:
    walks = "strict, and walks every answer again on the circle's graph"
    return [Declaration("route", walks, f"{__name__}.referee:Route", games=(GAME,))]
