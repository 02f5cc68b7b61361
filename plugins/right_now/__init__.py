"""Right Now, with a default deck of our own: the published one is not known."""

from partybots.core import Declaration, hookimpl


@hookimpl
def partybots_games() -> list[Declaration]:
    return [
        Declaration(
            name="right-now",
            summary="empty a hand whose order you may not change, or leave in time",
            where=__name__,
            seats=range(2, 8),
            table=3,
            bots=("mcts", "greedy", "random"),
            blocks=20,
        )
    ]


@hookimpl
def partybots_bots() -> list[Declaration]:
    return [
        Declaration(
            name="planner",
            summary="plans by CP-SAT over futures how to empty its hand",
            where=f"{__name__}.planner:Planner",
            games=("right-now",),
        )
    ]
