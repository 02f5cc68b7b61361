"""A bot for I'm Right You're Wrong that plans, by CP-SAT, how to stay in."""

from partybots.core import Bot, Rng, View, Weight
from partybots.core.bot import within
from partybots.plugins.bots.greedy import Greedy
from partybots.plugins.im_right_youre_wrong.futures import (
    Table,
    cards,
    kinds,
)
from partybots.plugins.im_right_youre_wrong.layout import (
    ATTACK,
    CARD,
    CARD_BACK,
    HIGHROAD,
    NO,
    PLAY,
    RETURN,
    TRAP,
)
from partybots.solvers.surviving import (
    TURN,
    Card,
    Impossible,
    OutOfEffort,
    Plan,
    Position,
    ready,
    survive,
)

RESERVE = {ATTACK: 0, HIGHROAD: 60, TRAP: 60}  # worth of one left; a card is about 200


class Survivor(Bot):
    """Plays, and puts under the deck, what keeps it in, whatever others lay.

    It guesses the cards it does not see, `scenarios` times, and lets opponents press
    with what they hold for `horizon` of its own turns: forbid types, force a card, take
    cards, lay Traps. One model over all of these finds what to do first; turns in the
    worst scenario count double. To stay in is weighed against what a card does to the
    others. `effort` is the most that CP-SAT may spend on a move, in its deterministic
    time. All else, and a move for which no plan is found, is left to the rule of thumb.
    """

    races = False

    def __init__(
        self, scenarios: int = 3, horizon: int = 4, effort: float = 0.008
    ) -> None:
        within("survivor scenarios", scenarios, 1, 100)
        within("survivor horizon", horizon, 1, 20)
        within("survivor effort", effort, 0.001, 3600)
        self.scenarios, self.horizon, self.effort = scenarios, horizon, effort
        ready()

    def choose(self, view: View, rng: Rng) -> int:
        if len(view.legal) == 1:
            return view.legal[0]
        position, seed = self.position(view, rng), rng.below(2**31)
        plan = self.plan(position, seed)
        return Greedy().choose(view, rng) if plan is None else action(position, plan)

    def weigh(self, view: View, rng: Rng) -> list[Weight]:
        """How much longer than on average a card keeps it in, in turns; best first.

        Of each it says in how many scenarios that is.
        """
        position, seed = self.position(view, rng), rng.below(2**31)
        plan = self.plan(position, seed)
        if plan is None or position.owed:
            best = (
                Greedy().choose(view, rng) if plan is None else action(position, plan)
            )
            return [Weight(best, self.scenarios if plan else 0, 0.0)]
        plans = {action(position, plan): plan}
        for place in position.choices:
            if place != plan.first:
                other = self.plan(position._replace(choices=(place,)), seed)
                plans |= {action(position, other): other} if other else {}
        turn = TURN * self.scenarios
        mean = sum(each.worth for each in plans.values()) / len(plans)
        weights = [
            Weight(each, self.scenarios, (found.worth - mean) / turn)
            for each, found in plans.items()
        ]
        return weights[:1] + sorted(weights[1:], key=lambda w: (-w.ahead, w.action))

    def plan(self, position: Position, seed: int) -> Plan | None:
        if not position.owed and not position.choices:
            return None
        try:
            return survive(position, self.effort, seed)
        except (Impossible, OutOfEffort):
            return None

    def position(self, view: View, rng: Rng) -> Position:
        """What there is to decide; nothing, if that is left to the rule of thumb."""
        state, seat, game = view.state, view.seat, view.game
        if state.question not in (CARD, CARD_BACK):
            return Position((), (), ())
        known, scenarios = cards(state), []
        hand = tuple(known[kind] for kind in kinds(state.hands[seat].tolist()))
        owed = int(state.returns) if state.question == CARD_BACK else 0
        now = [0.0] * len(hand)
        for _ in range(self.scenarios):
            world = game.state(view.hidden)
            game.kernels.guess(world, seat, rng.array)
            table = Table(game.record(world), seat, known)
            if not owed:  # what a card does to others, half as the rule of thumb says
                both = [(table.harm(card.kind) + card.played) / 2 for card in hand]
                now = [a + b for a, b in zip(now, both, strict=True)]
            scenarios.append(table.foresee(self.horizon, rng))
        return Position(
            hand,
            tuple(scenarios),
            () if owed else choices(view, hand),
            owed,
            now=tuple(map(int, now)),
            caution=TURN,
            reserve=tuple(RESERVE.values()),
        )


def choices(view: View, hand: tuple[Card, ...]) -> tuple[int, ...]:
    """Places of what may be played, one of each kind."""
    first = {card.kind: place for place, card in reversed([*enumerate(hand)])}
    return tuple(first[action - PLAY] for action in view.legal if action != NO)


def action(position: Position, plan: Plan) -> int:
    """The card to play, or one of those to put away."""
    if position.owed:
        return RETURN + position.hand[plan.back[0]].kind
    return PLAY + position.hand[plan.first].kind
