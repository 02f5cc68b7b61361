"""partybots bench: how fast a game is played on this machine."""

import json

import click

from partybots.cli.options import json_option
from partybots.core.registry import Registry


@click.command()
@click.argument("game")
@click.option("--seats", default=None, type=int, help="[default: 4, or the nearest]")
@click.option("--seconds", default=1.0, show_default=True, help="For each figure.")
@json_option
@click.pass_obj
def bench(
    registry: Registry, game: str, seats: int | None, seconds: float, as_json: bool
) -> None:
    """Measure GAME, on one core: playouts, search, whole matches, and starting.

    Search figures are null for games decided by time.

    \b
    partybots bench right-now --json
    """
    declaration = registry.declaration(game)
    if seats is None:
        seats = min(declaration.seats, key=lambda n: abs(n - 4))
    from partybots.cli.measures import measured

    figures = measured(registry, game, seats, seconds)
    if as_json:
        return click.echo(json.dumps({"game": game, "seats": seats, **figures}))
    for name, figure in figures.items():
        click.echo(f"{name.replace('_', ' '):42} {written(figure):>14}")
    return None


def written(figure: float | None) -> str:
    if figure is None:
        return "-"
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.3g}"
