"""I'm Right You're Wrong: play one card a turn, and be the last who still can."""

from partybots.core import Declaration, hookimpl


@hookimpl
def partybots_games() -> list[Declaration]:
    return [
        Declaration(
            "im-right-youre-wrong",
            "play a card a turn, mostly against yourself, and outlast the others",
            __name__,
            seats=range(2, 6),
            table=3,
            bots=("mcts", "greedy", "random"),
            blocks=10,
        )
    ]


@hookimpl
def partybots_bots() -> list[Declaration]:
    return [
        Declaration(
            "survivor",
            "plans by CP-SAT to stay in, whatever others lay",
            f"{__name__}.survivor:Survivor",
            games=("im-right-youre-wrong",),
        )
    ]
