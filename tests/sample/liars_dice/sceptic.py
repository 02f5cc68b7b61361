"""A Liar's Dice bot that believes a bid until it is unlikely."""

from liars_dice.rules import CHALLENGE, chance_bid_holds
from partybots.core import Bot, Rng, View


class Sceptic(Bot):
    """Challenges a bid less likely than `threshold`, else raises by the least."""

    def __init__(self, threshold: float = 0.5) -> None:
        self.threshold = threshold

    def choose(self, view: View, rng: Rng) -> int:
        raises = [action for action in view.legal if action != CHALLENGE]
        doubtful = view.state.bid and chance_bid_holds(view.state) < self.threshold
        return CHALLENGE if doubtful or not raises else raises[0]
