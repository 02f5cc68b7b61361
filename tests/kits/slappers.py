"""YesNo tables in a line, and turns played at them, for its tests."""

import numpy as np

from partybots.core.chance import stream
from partybots.core.registry import Registry
from partybots.plugins.yesno import rules, text

GAME = Registry().game("yesno")
A, B, C, D = range(4)
WORDS = ("YES", "NO")
ANSWERS = {"Y": rules.YES, "N": rules.NO, "-": rules.SILENT}


def table(*seats, turn=A, challenge="exactly 1 YES", passes=0, flipper=None, **house):
    """A table of "deck:front" seats, Y and N, small if face down; seat `turn` has just
    flipped. Decks are filled up with NO, so that everyone was dealt 20 cards.
    """
    written, cards = [], ""
    for seat in seats:
        deck, front = seat.split(":")
        deck = (deck + "N" * (20 - len(deck + front))) if deck != "-" else "-"
        written.append([deck, front or "-", 0, 0, 0])
        if deck == "-":  # what is missing was won before
            written[-1][3] = 20 - len(front)
            cards += "N" * written[-1][3]
        cards += (deck + front).strip("-").upper()
    flipper = turn if flipper is None else flipper
    return text.read(
        " ".join(f"{d}:{f}:{y}.{n}.{w}" for d, f, y, n, w in written)
        + f" / pile (a)aa / turn of {turn}, flip 9 by {flipper}"
        + (f", passes {passes}" if passes else "")
        + f" / rules {' '.join(f'{k}={v}' for k, v in house.items())}"
        + f" / deck 3 challenges {challenge}"
        + "".join(f", {cards.count(w[0])} cards {w}" for w in WORDS if w[0] in cards)
    )


def answer(state, said, slaps=None, times=None):
    """The whole turn: "Y-N" is what each seat says, `slaps` has ms by seat."""
    slaps, times = slaps or {}, times or {}
    for seat, word in enumerate(said):
        rules.stamp(state, times.get(seat, 500))
        rules.apply(state, ANSWERS[word], stream(1))
        rules.stamp(state, slaps.get(seat, 500))
        slap = rules.SLAP if seat in slaps else rules.HOLD
        rules.apply(state, slap, stream(1))
    return state


def rightly(state, slaps=None):
    """The whole turn, everyone saying what they have to."""
    said = [rules.required(state, seat) for seat in range(state.seats)]
    return answer(state, ["-YN"[word] for word in said], slaps)


def speakers(state):
    return {s for s in range(state.seats) if rules.required(state, s) != rules.SILENT}


def deck(state, seat):
    return text.write_seat(state, seat).split(":")[0]


def front(state, seat):
    return text.write_seat(state, seat).split(":")[1]


def erred(state):
    return {seat for seat in range(state.seats) if state.last_erred >> seat & 1}


def points(state):
    out = np.zeros(state.seats, np.int64)
    rules.scores(state, out)
    return out.tolist()


def dealt(seats, **house):
    state = GAME.new(seats, house)
    GAME.kernels.deal(state, stream(1))
    return GAME.record(state)
