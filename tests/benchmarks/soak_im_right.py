"""I'm Right You're Wrong at random, all cards counted after every action.

python tests/benchmarks/soak_im_right.py [MATCHES]

Every number of seats, half of the tables with house rules. It says how many matches and
actions there were, or shows the first position that is wrong and ends with status 1.
"""

import sys
from pathlib import Path
from time import perf_counter

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "kits"))

from im_right_soak import NOTHING, WORDS, soak

from partybots.core.chance import stream
from partybots.core.registry import Registry
from partybots.core.testing import Laws

TABLES = 1000


class Tables(Laws):
    game = Registry().game("im-right-youre-wrong")


def main() -> None:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    tables = np.stack([Tables().table(seed) for seed in range(TABLES)])
    position, began = tables[0].copy(), perf_counter()
    kernels = Tables.game.kernels[:4]
    wrong, played, actions = soak(*kernels, tables, matches, stream("soak"), position)
    took = perf_counter() - began
    print(f"{played:,} matches, {actions:,} actions, {took:.0f} s")
    if wrong != NOTHING:
        print(f"{WORDS[wrong]}:", Tables.game.text.write(Tables.game.record(position)))
        sys.exit(1)
    print("every match ended, and no card was lost or made")


if __name__ == "__main__":
    main()
