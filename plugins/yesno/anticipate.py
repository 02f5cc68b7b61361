"""A YesNo bot that readies its hand for a flip that is likely to meet the challenge."""

from partybots.core import BadValue, Bot, Rng, Timed, View
from partybots.plugins.yesno.eyes import chance_of_flip, right_answer
from partybots.plugins.yesno.layout import SLAP


class Anticipate(Bot):
    """Never errs; slaps the faster the surer it was that the flip would meet.

    What it expects is the exact chance, by all that anyone has seen. Sure, it only
    reacts, in `ready` ms; taken by surprise it first has to recognise what it sees, in
    `unready` ms, which is also how fast it speaks. The defaults are the simple and the
    recognition reaction of Laming (Information Theory of Choice-Reaction Times, 1968).
    That the likelier is answered the faster is from Carpenter and Williams (Nature 377,
    1995); that it is so in proportion is our simplification.
    """

    def __init__(self, ready: int = 220, unready: int = 384) -> None:
        if not 0 <= ready <= unready:
            raise BadValue(f"0 <= ready <= unready ms, not {ready} and {unready}")
        self.ready, self.unready = ready, unready

    def choose(self, view: View, rng: Rng) -> Timed:
        action, gain = right_answer(view), self.unready - self.ready
        if action != SLAP:
            return Timed(action, self.unready)
        return Timed(action, self.unready - int(gain * chance_of_flip(view.state)))
