"""YesNo: say what you see, and slap when the challenge is met."""

from partybots.core import Declaration, hookimpl


@hookimpl
def partybots_games() -> list[Declaration]:
    return [
        Declaration(
            "yesno",
            "say YES or NO, and slap first when the challenge is met",
            __name__,
            seats=range(2, 7),
            table=2,
            bots=("reflex", "anticipate", "human", "random"),
            blocks=10,
            race=True,
        )
    ]


@hookimpl
def partybots_bots() -> list[Declaration]:
    here, only = __name__, ("yesno",)
    return [
        Declaration(
            "anticipate",
            "readies its slap by the chance of the next flip",
            f"{here}.anticipate:Anticipate",
            only,
        ),
        Declaration(
            "human", "reacts and errs as people do", f"{here}.human:Human", only
        ),
        Declaration(
            "reflex", "never errs, always as fast", f"{here}.reflex:Reflex", only
        ),
    ]
