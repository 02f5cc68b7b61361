"""Tables of I'm Right You're Wrong for its tests."""

import re
from collections import Counter

import numpy as np

from partybots.core.chance import stream
from partybots.core.registry import Registry
from partybots.plugins.im_right_youre_wrong import possible, rules, text, why

GAME = Registry().game("im-right-youre-wrong")
FACE_UP = ("T3", "T4")


def at(*hands, traps=(), deck="", more="", turn=0, asks=None, step=4, **options):
    """A position, the turn's player about to choose a card; whatever is left is used.

    Cards are apart by spaces, `traps` by seat, `deck` from the top; `more` are further
    parts of the notation.
    """
    parts = [" ".join(hand if out(hand) else counted(hand.split()) for hand in hands)]
    rows = [*traps, *[""] * (len(hands) - len(traps))]
    laid = [",".join(map(face, row.split())) or "-" for row in rows]
    parts += [f"traps {' '.join(laid)}"] if traps else []
    parts += [f"deck {','.join(deck.split())}"] if deck else []
    parts += [more] if more else []
    pile = used(" ".join(parts))
    parts += [f"pile {pile}"] if pile != "-" else []
    parts += [f"turn {turn}", f"asks {asks or f'{turn} play'}", f"step {step}"]
    parts += [f"{name}={option}" for name, option in options.items()]
    return text.read(" / ".join(parts))


def out(hand):
    return hand.startswith("out")


def face(trap):
    """Face down in brackets, with what is written behind it."""
    name = trap[:2]
    return trap if name in FACE_UP else f"({name}){trap[2:]}"


def counted(cards):
    many = sorted(Counter(cards).items())
    return ",".join(card if n == 1 else f"{card}x{n}" for card, n in many) or "-"


def used(parts):
    """Our deck without what these parts of a position hold."""
    state = GAME.record(GAME.new(2))
    kinds = enumerate(state.kind_count.tolist())
    left = Counter({text.write_kind(kind): n for kind, n in kinds if n})
    for card, n in re.findall(r"(?<![\w:])([AHT]\d+)(?:x(\d+))?", parts):
        left[card] -= int(n or 1)
    assert min(left.values()) >= 0, f"our deck has not so many: {-left}"
    return counted(left.elements())


def play(state, *actions, seed=1):
    """What becomes of it; every action has to be legal."""
    state = state.copy()
    for action in actions:
        number = text.read_action(action)
        assert not why.why_illegal(state, number), why.why_illegal(state, number)
        rules.apply(state, number, stream(seed))
    return state


def legal(state):
    actions = np.zeros(rules.ACTIONS, np.int64)
    n = rules.legal(state, actions)
    return [text.write_action(action) for action in actions[:n].tolist()]


def idle(state):
    """What is done for a seat that no longer plays."""
    return text.write_action(GAME.kernels.idle(GAME.state(state.tobytes())))


def hand(state, seat):
    """Apart by spaces."""
    held = enumerate(state.hands[seat].tolist())
    return " ".join(text.write_kind(kind) for kind, n in held for _ in range(n))


def traps(state, seat):
    return on_table(state.traps[seat, : state.laid[seat]])


def under(state):
    return on_table(state.under[: state.unders])


def front(state):
    return on_table(state.front[: state.fronts])


def on_table(cards):
    """What they are; "?" for one that cannot be seen."""
    kinds = [(card & 127) - 1 for card in cards.tolist()]
    return [text.write_kind(kind) if kind >= 0 else "?" for kind in kinds]


def piled(before, after):
    """What went to the pile."""
    gained = enumerate(after.pile.astype(int) - before.pile)
    return counted(text.write_kind(kind) for kind, n in gained for _ in range(n))


def scores(state):
    found = np.zeros(state.seats, np.int64)
    rules.scores(state, found)
    return found.tolist()


def won(state):
    """Who has, once the match is over."""
    found = np.zeros(state.seats, np.int64)
    rules.winners(state, found)
    return np.flatnonzero(found).tolist()


def lost(state, seat):
    """(why, by whose card), or None while it is in."""
    if state.gone[seat] < 0:
        return None
    return rules.LOSSES[state.lost_by[seat]], int(state.lost_to[seat])


def dealt(seats, seed=1, deck=None, **options):
    state = GAME.new(seats, {name: str(said) for name, said in options.items()}, deck)
    GAME.kernels.deal(state, stream(seed))
    return GAME.record(state)


def view(state, seat):
    hidden = state.copy()
    rules.hide(hidden, seat)
    return hidden


def world(state, seat, seed=1):
    """One that `seat` cannot rule out."""
    guessed = view(state, seat)
    rules.guess(guessed, seat, stream(seed))
    return guessed


def all_cards(state):
    """[kind]: how many in all zones together."""
    return possible.kinds_seen(state).tolist()
