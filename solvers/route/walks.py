"""How a route was really walked, right or wrong: hops round the circle."""

from collections.abc import Sequence
from typing import NamedTuple

from partybots.solvers.route.circle import HANDS, Circle
from partybots.solvers.route.contract import Contract, Movement
from partybots.solvers.route.slips import OTHER, Slip, facing_otherwise


class Hop(NamedTuple):
    """Steps in one direction."""

    movement: int  # from 1
    at: int  # position it starts from
    steps: int  # clockwise, or if below 0 counter-clockwise


def right_walk(contract: Contract, circle: Circle) -> list[Hop]:
    """The hops of a contract as the rules have it, one a movement."""
    return hops(circle, circle.places[contract.start], contract.movements, circle.turns)


def hops(
    circle: Circle, at: int, movements: Sequence[Movement], turns: Sequence[int]
) -> list[Hop]:
    """One a movement, the agents facing as `turns` say."""
    walked = []
    for number, (count, side) in enumerate(movements, 1):
        walked.append(Hop(number, at, HANDS[side] * turns[at] * count))
        at = end(walked, circle)
    return walked


def end(walked: Sequence[Hop], circle: Circle) -> int:
    return (walked[-1].at + walked[-1].steps) % len(circle)


def wrong_walk(slip: Slip, contract: Contract, circle: Circle) -> list[Hop]:
    """The hops of someone who makes that slip; they end at `slip.answer`."""
    at, moves = circle.places[contract.start], [*contract.movements]
    k = (slip.movement or 1) - 1
    if slip.slip == "passed-facing":
        return passed_walk(slip, contract, circle)
    if slip.slip in ("all-front", "all-behind"):
        turn = 1 if slip.slip == "all-front" else -1
        return hops(circle, at, moves, [turn] * len(circle))
    if slip.slip == "skipped":
        walked = hops(circle, at, moves[:k] + moves[k + 1 :], circle.turns)
        return [
            hop._replace(movement=hop.movement + (hop.movement > k)) for hop in walked
        ]
    count, side = moves[k]
    if slip.slip == "facing-mirrored":
        moves[k] = Movement(count, OTHER[side])
    elif slip.slip == "sides-swapped":
        moves = [Movement(count, OTHER[side]) for count, side in moves]
    elif slip.slip in ("one-more", "one-less"):
        moves[k] = Movement(count + (1 if slip.slip == "one-more" else -1), side)
    elif slip.slip == "start-counted":
        moves = [Movement(count - 1, side) for count, side in moves]
    elif slip.swapped_with is not None:
        j = slip.swapped_with - 1
        moves[k], moves[j] = moves[j], moves[k]
    return hops(circle, at, moves, circle.turns)


def passed_walk(slip: Slip, contract: Contract, circle: Circle) -> list[Hop]:
    """Who obeys an agent that is only passed: the walk turns round there.

    At `slip.passed`; or at every agent met that faces the other way, in the movement
    of the slip or in all of them.
    """
    walked: list[Hop] = []
    at, n = circle.places[contract.start], len(circle)
    for number, (count, side) in enumerate(contract.movements, 1):
        direction = HANDS[side] * circle.turns[at]
        turned = [count]
        if slip.movement in (None, number):
            others = facing_otherwise(circle.turns, at, count, direction)
            if slip.passed is not None:
                others = [
                    gone
                    for gone in others
                    if passes(circle, at, direction * gone, slip)
                ]
                turned = [others[0], others[0] - count]
            elif others:
                turned = to_and_fro(others[0], count)
        for steps in turned:
            walked.append(Hop(number, at, direction * steps))
            at = (at + direction * steps) % n
    return walked


def passes(circle: Circle, at: int, steps: int, slip: Slip) -> bool:
    return circle.landmarks[(at + steps) % len(circle)] == slip.passed


def to_and_fro(gone: int, count: int) -> list[int]:
    """On to the first that faces otherwise, then one back and one on, and so on."""
    return [gone, *((-1, 1)[turn % 2] for turn in range(count - gone))]
