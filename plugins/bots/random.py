"""A bot for every game: any legal action, each as likely."""

from partybots.core import Bot, Rng, View


class Random(Bot):
    """The floor that every other bot is measured from."""

    def choose(self, view: View, rng: Rng) -> int:
        legal = view.legal
        return legal[rng.below(len(legal))] if len(legal) > 1 else legal[0]
