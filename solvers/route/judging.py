"""Whether a deck is what was asked for; knows nothing of how decks are made.

Routes are walked on the circle's graph, step by step.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise, product

from partybots.core.rng import Rng
from partybots.solvers.route.candidates import Level
from partybots.solvers.route.circle import Circle, Facing
from partybots.solvers.route.contract import SIDES, Contract
from partybots.solvers.route.graph import path

TRIED = 128  # circles on which a deck for every circle is walked


def faults(
    deck: Sequence[Contract],
    circle: Circle,
    cards: int,
    level: Level,
    every_circle: bool = False,
) -> list[str]:
    """What is wrong with `deck`, in words; [] if it has `cards` different contracts of
    that level, none ends where it starts, and all counts are even."""
    wrong = []
    if len(deck) != cards:
        wrong.append(f"{len(deck)} contracts, not {cards}")
    wrong += [
        f"{card} is there {k} times" for card, k in Counter(deck).items() if k > 1
    ]
    moves = [movement for card in deck for movement in card.movements]
    wrong += uneven("starts", (card.start for card in deck), circle.names)
    wrong += uneven("steps", (count for count, _ in moves), level.steps)
    wrong += uneven("sides", (side for _, side in moves), SIDES)
    if not every_circle:
        answers = [path(circle.graph, card)[-1] for card in deck]
        wrong += uneven("answers", answers, circle.names)
    for card in deck:
        if sum(count for count, _ in card.movements) not in level.total:
            wrong.append(f"{card} has too few or too many steps")
        if not every_circle and changes_met(circle, card) not in level.changes:
            wrong.append(f"{card} meets too few or too many changes of facing")
    for each in circles(circle) if every_circle else [circle]:
        wrong += [
            f"{card} ends where it starts on {each}"
            for card in deck
            if path(each.graph, card)[-1] == card.start
        ]
    return wrong


def uneven(what: str, found: Iterable[object], kinds: Iterable[object]) -> list[str]:
    """Says so if one of the kinds is there two times more often than another."""
    counts = Counter(found)
    each = {str(kind): counts.pop(kind, 0) for kind in kinds}
    wrong = [f"{what}: {kind} should not be there" for kind in counts]
    if max(each.values()) - min(each.values()) > 1:
        wrong.append(f"{what} are uneven: {each}")
    return wrong


def changes_met(circle: Circle, card: Contract) -> int:
    """How often the facing changes from one agent that moves on to the next."""
    facings = [circle.graph.nodes[name]["facing"] for name in path(circle.graph, card)]
    return sum(a != b for a, b in pairwise(facings[:-1]))


def circles(circle: Circle) -> Iterable[Circle]:
    """The same landmarks facing in other ways: all of them, or TRIED."""
    both: tuple[Facing, Facing] = ("front", "back")
    if 2 ** len(circle) <= TRIED:
        faced = list(product(both, repeat=len(circle)))
    else:
        rng = Rng("judged", len(circle))
        faced = [tuple(rng.choice(both) for _ in circle.names) for _ in range(TRIED)]
    return (Circle(zip(circle.landmarks, each, strict=True)) for each in faced)
