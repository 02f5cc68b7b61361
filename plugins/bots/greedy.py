"""A bot for every game: the game's own rule of thumb."""

import numpy as np

from partybots.core import Bot, Rng, View


class Greedy(Bot):
    """Plays as a search does beyond its tree."""

    def choose(self, view: View, rng: Rng) -> int:
        if len(view.legal) == 1:
            return view.legal[0]
        hidden, legal = view.game.state(view.hidden), np.array(view.legal, np.int64)
        return view.game.kernels.greedy(hidden, legal, len(legal), rng.array)
