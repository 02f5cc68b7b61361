"""partybots play right-turn-left-turn --practice: routes alone, and what goes wrong."""

import secrets
import sys
import time
from collections import Counter
from collections.abc import Mapping

import click

from partybots.cli.play import Left
from partybots.core import BadValue, NotationError, Rng
from partybots.solvers.route import DEFAULT_CIRCLE, DEFAULT_DECK, Verdict, check
from partybots.solvers.route.slips import NO_SLIP
from partybots.solvers.route.terminal import lines

GAME = "right-turn-left-turn"


def practise(game: str, seed: int | None, rules: Mapping[str, str]) -> None:
    """Contract after contract until the person leaves; then a summary of the slips."""
    if game != GAME:
        raise BadValue(f"only {GAME} can be practised alone")
    depth = rules.get("depth", "3")
    if depth not in ("1", "2", "3") or set(rules) - {"depth"}:
        raise BadValue("practice takes --rule depth=1, 2 or 3, and no other")
    deck = [contract.first(int(depth)) for contract in DEFAULT_DECK]
    Rng(secrets.randbelow(10**6) if seed is None else seed, "practice").shuffle(deck)
    done: list[tuple[bool, float]] = []
    slips: Counter[str] = Counter()
    click.echo("name where each contract ends; q leaves")
    try:
        for contract in deck:
            middle = [f"from the {contract.start}", *map(str, contract.movements)]
            click.echo("\n".join(["", *lines(DEFAULT_CIRCLE, middle)]))
            began = time.monotonic()
            verdict = answered(str(contract))
            took = time.monotonic() - began
            done.append((verdict.correct, took))
            if verdict.correct:
                click.echo(f"right, in {took:.1f} s")
                continue
            click.echo(f"no, it is {verdict.expected}")
            for slip in verdict.diagnosis[:2]:
                click.echo(f"  perhaps: {slip.text}")
            slips[verdict.diagnosis[0].slip if verdict.diagnosis else NO_SLIP] += 1
    except (Left, KeyboardInterrupt):
        click.echo()
    summary(done, slips)


def answered(contract: str) -> Verdict:
    """The verdict on the first line that names a landmark."""
    while True:
        click.echo("> ", nl=False)
        line = sys.stdin.readline()
        if not line or line.strip() == "q":
            raise Left
        try:
            return check(contract, line.strip())
        except NotationError as error:
            click.echo(str(error))


def summary(done: list[tuple[bool, float]], slips: Counter[str]) -> None:
    right = sum(correct for correct, _ in done)
    mean = sum(took for _, took in done) / max(1, len(done))
    click.echo(f"{right} of {len(done)} right, {mean:.1f} s each")
    for slip, times in slips.most_common():
        click.echo(f"  {times} x {slip}")
