"""Dictator, a game of secret votes, and bots for it."""

from partybots.core import Declaration, hookimpl

GAME = "dictator"


@hookimpl
def partybots_games() -> list[Declaration]:
    return [
        Declaration(
            GAME,
            "guess whom the Dictator voted for",
            __name__,
            seats=range(3, 11),
            table=5,
            bots=("equilibrium", "learner", "crowd", "random"),
            blocks=4,
        )
    ]


@hookimpl
def partybots_bots() -> list[Declaration]:
    bots = {
        "crowd": ("votes what fits best", "crowd:Crowd"),
        "equilibrium": ("gives the leaders least", "equilibrium:Equilibrium"),
        "learner": ("learns whom each Dictator prefers", "learner:Learner"),
    }
    return [
        Declaration(name, summary, f"{__name__}.{where}", games=(GAME,))
        for name, (summary, where) in bots.items()
    ]
