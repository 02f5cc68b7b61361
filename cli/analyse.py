"""partybots analyse: what a bot would do in a position, and why."""

import json
from typing import TYPE_CHECKING, Any

import click

from partybots.cli.options import json_option, seed_option
from partybots.core import BadValue, Rng, View
from partybots.core.registry import Registry

if TYPE_CHECKING:
    from partybots.core import Bot
    from partybots.core.game import Game


@click.command()
@click.argument("game")
@click.argument("position")
@click.option("-b", "--bot", default="mcts", show_default=True, metavar="SPEC")
@seed_option
@json_option
@click.pass_obj
def analyse(
    registry: Registry, game: str, position: str, bot: str, seed: int, as_json: bool
) -> None:
    """What a bot makes of the legal actions in POSITION, which is in notation.

    A bot sees what the seat to act may know, even if POSITION says more. It tells how
    often it tried each action, and how far that put it ahead of the others.

    \b
    partybots analyse right-now "$(partybots replay FILE 12 --step 37 --position)"
    """
    table = registry.game(game)
    view = view_of(table, position)
    found = advice(registry.bot(bot, game)(), view, Rng(seed, game, "analyse"))
    if as_json:
        return click.echo(json.dumps({"game": game, "bot": bot, **found}))
    click.echo(f"seat {found['seat']} to act; {bot} plays {found['plays']}")
    if found["actions"]:
        click.echo(f"\n{'visits':>8}  {'ahead':>7}  action")
    for row in found["actions"]:
        click.echo(f"{row['visits']:>8}  {row['ahead']:>+7.2f}  {row['action']}")
    return None


def view_of(game: "Game", position: str) -> View:
    """What the seat to act may know of a position."""
    import numpy as np

    state = game.state(game.text.read(position).tobytes())
    seat = game.kernels.actor(state)
    if seat < 0:
        raise BadValue("the match is over in this position: nobody is to act")
    allowed = np.zeros(game.rules.ACTIONS, np.int64)
    legal = allowed[: game.kernels.legal(state, allowed)].tolist()
    game.kernels.hide(state, seat)
    return View(seat, legal, state.tobytes(), lambda: game)


def advice(bot: "Bot", view: View, rng: Rng) -> dict[str, Any]:
    """What a bot plays, and what it makes of each action if it can tell."""
    weights = bot.weigh(view, rng) if hasattr(bot, "weigh") else []
    if weights:
        best = weights[0].action
    else:
        answer = bot.choose(view, rng)
        best = answer if isinstance(answer, int) else answer.action
    rows = [
        {
            "action": view.text(weight.action),
            "visits": weight.visits,
            "ahead": round(weight.ahead, 3),
        }
        for weight in weights
    ]
    return {"seat": view.seat, "plays": view.text(best), "actions": rows}
