"""What a YesNo table may agree on: house rules, and the cards it plays with.

A deck file is text, one line a kind of card: how many, "cards" and the word on them,
or "challenges" and what they ask for, in a form of solvers/yesno.py. "#" begins a
comment. OURS, below, is an example: its counts are ours, since nobody publishes them.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from partybots.core.errors import BadValue, NotationError
from partybots.core.house import Choice, Number, flag
from partybots.solvers.yesno import Challenge, decode, parse

CARDS = 124  # game cards in a deck, at most: 62 a seat fit the bits of an int64
KINDS = 12  # of challenges, at most
PILE = 64  # challenges, at most

OURS = """
30 cards YES
30 cards NO
10 challenges exactly 1 YES  # the basic YES
10 challenges exactly 1 NO   # the basic NO
"""
EXTRA = """
2 challenges all YES
2 challenges all NO
"""

HOUSE = (
    Number(
        "challenge_points",
        1,
        "what a challenge won is worth (YN-S2)",
        0,
        9,
        tried=(0, 3),
    ),
    Choice(
        "collect",
        0,
        "which cards in front the winner takes (YN-S7)",
        ("face_up", "all", "top_only"),
    ),
    Choice(
        "slap_tie", 0, "who wins of equally fast slaps (YN-S11)", ("turn_order", "void")
    ),
    flag("error_beats_slap", True, "an error voids a right slap (YN-S15)"),
    Choice(
        "error_start",
        0,
        "who of several in error starts (YN-S14)",
        ("clockwise", "first_in_time"),
    ),
    Choice("deck_out", 0, "when a deck is used up (YN-S19)", ("recycle", "end")),
    Choice(
        "stray_word",
        0,
        "one's own word when the other is flipped (YN-S28)",
        ("error", "ignored"),
    ),
    Number(
        "target_points",
        -1,
        "points that end the match (YN-S24)",
        1,
        200,
        none=True,
        tried=(5,),
    ),
    Number("max_players", 5, "most that may play (YN-S26)", 2, 6, tried=(6,)),
    Number(
        "max_turns",
        600,
        "flips after which the match ends (YN-S38)",
        1,
        10_000,
        tried=(7, 90),
    ),
    Number(
        "tie_window_ms",
        0,
        "slaps so near the fastest are as fast (YN-S33)",
        0,
        10_000,
        tried=(40, 900),
    ),
    Number(
        "actuation",
        200,
        "ms that speaking or slapping takes, about; 0 is none",
        0,
        5_000,
    ),
    flag("extra_challenges", False, "2 ALL YES and 2 ALL NO besides; ours"),
)


class Deck(NamedTuple):
    """The cards a table plays with."""

    yes: int
    no: int
    challenges: dict[Challenge, int]  # how many of each


def read_deck(text: str) -> Deck:
    """The deck that the content of a deck file stands for."""
    cards, challenges = {"YES": 0, "NO": 0}, dict[Challenge, int]()
    for where, copies, what, kind in lines(text):
        if what == "cards":
            if kind.upper() not in cards:
                raise BadValue(f'{where}: a card says YES or NO, not "{kind}"')
            cards[kind.upper()] += copies
            continue
        try:
            challenge = parse(kind)
        except NotationError as error:
            raise BadValue(f"{where}: {error}") from error
        challenges[challenge] = challenges.get(challenge, 0) + copies
    return Deck(cards["YES"], cards["NO"], challenges)


def lines(text: str) -> Iterator[tuple[str, int, str, str]]:
    """Of each line: its place in words, how many, "cards" or "challenges", which."""
    for number, line in enumerate(text.splitlines(), 1):
        said = " ".join(line.partition("#")[0].split())
        found = re.fullmatch(r"(\d{1,4}) (card|challenge)s? (.+)", said)
        if found and int(found[1]) > 0:
            yield f"deck line {number}", int(found[1]), f"{found[2]}s", found[3]
        elif said:
            example = '"30 cards YES" or "10 challenges exactly 1 YES"'
            raise BadValue(f'deck line {number}: "{said}" is not {example}')


def use_deck(state: np.record, text: str | None) -> None:
    """Put a deck in force: `text`, or else ours, with our extra set if agreed on."""
    deck = read_deck(OURS if text is None else text)
    if state.extra_challenges:
        for challenge, copies in read_deck(EXTRA).challenges.items():
            deck.challenges[challenge] = deck.challenges.get(challenge, 0) + copies
    put_deck(state, deck)


def put_deck(state: np.record, deck: Deck) -> None:
    """Write a deck into the state; BadValue if there is no room for it."""
    cards, challenges = deck.yes + deck.no, sum(deck.challenges.values())
    if cards > CARDS:
        raise BadValue(f"a deck has at most {CARDS} cards, not {cards}")
    if not 1 <= challenges <= PILE or len(deck.challenges) > KINDS:
        most = f"1 to {PILE} challenges of at most {KINDS} kinds"
        kinds = len(deck.challenges)
        raise BadValue(f"a deck has {most}, not {challenges} of {kinds}")
    state.yes_cards, state.no_cards = deck.yes, deck.no
    state.challenges, state.kinds = challenges, len(deck.challenges)
    for place, (challenge, copies) in enumerate(deck.challenges.items()):
        state.kind[place], state.copies[place] = challenge.code, copies
        state.meets[place] = challenge.meets(state.seats)


def get_deck(state: np.record) -> Deck:
    """The deck in force; the inverse of put_deck()."""
    copies = {
        decode(int(state.kind[k])): int(state.copies[k]) for k in range(state.kinds)
    }
    return Deck(int(state.yes_cards), int(state.no_cards), copies)


def check(state: np.record) -> str:
    """Why such a table cannot be; "" if it can."""
    seats, cards = int(state.seats), int(state.yes_cards + state.no_cards)
    if seats > state.max_players:
        more = f"more by max_players={seats}"
        return f"YN-S26: at most {state.max_players} play, not {seats}; {more}"
    if cards < seats:
        return f"YN-1: {cards} cards are too few for {seats} players"
    for challenge in get_deck(state).challenges:
        if not challenge.meets(seats):
            return f'YN-5: {seats} players can never meet "{challenge}"'
    return ""
