"""Leduc poker positions and actions as text, for tests, errors, logs and the CLI.

A position is the card of each seat, then all that was done since:

    Js Kh / rc Qs cr

Seat 0 raised, seat 1 called, the queen of spades was laid open; seat 0 called, seat 1
raised. "?" is a card not seen, "f" is to fold.
"""

import numpy as np

from leduc import rules
from partybots.core import NotationError
from partybots.core.chance import stream

NAMES = ("?", *(rank + suit for rank in "JQK" for suit in "sh"))  # by number
LETTERS, WORDS = "fcr", ("fold", "call", "raise")


def read_action(text: str) -> int:
    if text not in WORDS:
        raise NotationError("a Leduc action", text, '"fold", "call" or "raise"')
    return WORDS.index(text)


def write_action(action: int) -> str:
    return WORDS[action]


def read(text: str) -> np.record:
    """The state that `text` stands for; the inverse of write()."""
    state: np.record = np.zeros(1, rules.STATE)[0]
    state.seats, state.stake = 2, rules.ANTE
    try:
        hands, done = text.split("/")
        for seat, name in enumerate(hands.split()):
            state.cards[seat] = NAMES.index(name)
        first, *second = done.split()
        replay(state, "" if first == "-" else first)
        if second:
            lay_open(state, *second)
        if write(state) != " ".join(text.split()) or not possible(state):
            raise ValueError
    except (ValueError, IndexError, TypeError) as error:
        raise NotationError("a Leduc position", text, '"Js Kh / rc Qs cr"') from error
    return state


def replay(state: np.record, letters: str) -> None:
    """Play actions of one betting round; ValueError if they cannot be."""
    legal = np.zeros(rules.ACTIONS, np.int64)
    for letter in letters:
        action, laid = LETTERS.index(letter), state.open
        over = rules.actor(state) < 0 or state.open != laid
        if over or action not in legal[: rules.legal(state, legal)]:
            raise ValueError
        rules.apply(state, action, stream("text"))


def lay_open(state: np.record, name: str, letters: str = "") -> None:
    """The second betting round, after the first has ended."""
    if not state.open:
        raise ValueError
    state.open = NAMES.index(name)
    replay(state, letters)


def possible(state: np.record) -> bool:
    """Whether no card lies twice, at most one is unseen, and both if they are shown."""
    cards = [*state.cards.tolist(), int(state.open)]
    lie = [card for card in cards if card]
    shown = state.to_act < 0 and not state.winner
    return len({*lie}) == len(lie) and cards.count(0) <= 1 + (not state.open) - shown


def write(state: np.record) -> str:
    rounds = written(state)
    hands = " ".join(NAMES[card] for card in state.cards)
    laid = [NAMES[state.open]] if state.open else []
    return f"{hands} / {' '.join([rounds[0] or '-', *laid, *rounds[1:]])}"


def written(state: np.record) -> list[str]:
    """The letters of each betting round; the second only if it has any."""
    said, letters = int(state.said), ""
    while said:
        letters, said = LETTERS[(said & 3) - 1] + letters, said >> 2
    if not state.open:
        return [letters]
    first = 1 + letters.index("c", 1)  # the second action or later ends it by a call
    return [letters[:first], *filter(None, [letters[first:]])]
