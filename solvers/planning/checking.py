"""Whether a plan can be played and comes to what it says, by one who knows no model."""

from collections.abc import Sequence

from partybots.solvers.planning.hands import (
    DRAWS,
    LEAVES,
    Card,
    Course,
    Future,
    Slice,
    WrongPlan,
    replay,
)
from partybots.solvers.planning.plans import CARD, EXIT, RACE, RACED, WIN, Plan, winning


def check(
    hand: Sequence[Card], futures: Sequence[Future], others: int, plan: Plan
) -> None:
    """Raises WrongPlan with the future and what is wrong with the plan there."""
    for number, (future, course) in enumerate(zip(futures, plan.courses, strict=True)):
        begins = LEAVES if course.turns[0] is None else course.turns[0]
        if begins != plan.first:
            raise WrongPlan(f"future {number} begins with {begins}, not {plan.first}")
        worth = worth_of(hand, future, course, WIN // others)
        if course.worth > worth:
            raise WrongPlan(f"future {number} is worth {worth}, not {course.worth}")


def worth_of(hand: Sequence[Card], future: Future, course: Course, behind: int) -> int:
    """What a course comes to, played turn by turn; raises WrongPlan.

    The first turn goes on any discard: whether it is allowed is not the plan's to say.
    """
    left: list[tuple[int, Card]] = list(enumerate(hand))
    turned = iter(course.turned)
    for turn, done in enumerate(course.turns):
        if done is None:
            return EXIT - CARD * len(left) - behind
        if isinstance(done, Slice):
            cards = [card for _, card in left]
            replay(cards, [done], [future.tops[turn]] if turn else None)
            del left[done.start : done.start + done.length]
        if not left:
            return winning(turn)
        came = [future.draws[turn]] * (done == DRAWS) + future.forced[turn]
        for card in came:  # what comes after the last turn is not turned any more
            left.append((-1, card.turned if next(turned, False) else card))
        if course.rotated is not None and future.rotates.index(True) == turn:
            left = [(n, c.turned if n == course.rotated else c) for n, c in left]
    if future.won is not None:
        return winning(len(course.turns)) if future.won else -behind
    return min(RACED, round(RACE * future.others) - RACE * len(left))
