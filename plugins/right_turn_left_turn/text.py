"""Right Turn, Left Turn positions and actions as text.

A position has its parts between slashes, each begins with a word:

    won 4 7, -, 12 / pile ?38 | 5 / box 3 / rounds 3 / ties 1 /
    last 5 tree: tree@900 house@950 tree@900 / open 9 by 1: ? - *

won     the Contracts of each seat, by their numbers, "-" is none
pile    from the top: those nobody has seen, or how many where that is all one may
        know; after the stroke those that went under it, which all have seen
box     Contracts out of play; gone: out for good
rounds  that ended; ties: in this one
last    the Contract before, where it led, and what each seat said, in ms
open    the Contract to answer and the seat that turned it; then each seat: "*" has
        not answered, "?" has, in secret, "-" may not. Or "over"

What is left out is empty or 0. House rules that are not the default come first
(`target=3`), then a circle or a deck that is not ours. Seats count from 0.
"""

import re
from collections.abc import Iterable, Iterator

import numpy as np

from partybots.core.errors import BadValue, NotationError
from partybots.core.house import read_rules, write_rules
from partybots.plugins.right_turn_left_turn import house, rules
from partybots.plugins.right_turn_left_turn.house import HOUSE
from partybots.plugins.right_turn_left_turn.why import why_impossible
from partybots.solvers.route import (
    DEFAULT_CIRCLE,
    DEFAULT_DECK,
    LANDMARKS,
    Circle,
    Contract,
)
from partybots.solvers.route.landmarks import known

WHAT = "a Right Turn, Left Turn position"
EXAMPLE = '"won -, 4 / pile ?40 | 5 / rounds 1 / last 4 tree: ... / open 9 by 1: * *"'
WORDS = (*LANDMARKS, "something-else", "silent")  # [action]
PARTS = ("rules", "circle", "deck", "won", "pile", "box", "gone", "rounds", "ties")
ENDS = ("last", "open", "over")
SAID = re.compile(r"([a-z-]{2,})(?:@(\d{1,10}))?")


def read_action(text: str) -> int:
    """The action number of a landmark in any usual spelling, or of another answer."""
    word = known(text) or text
    if word not in WORDS:
        raise NotationError("an answer", text, f"one of {', '.join(WORDS)}")
    return WORDS.index(word)


def write_action(action: int) -> str:
    return WORDS[action]


def write(state: np.record) -> str:
    seats = range(state.seats)
    hands = [state.won[seat, : state.held[seat]] for seat in seats]
    parts = {
        "": " ".join(write_rules(HOUSE, state)),
        "circle": str(house.get_circle(state)),
        "deck": ", ".join(map(str, deck(state))),
        "won": ", ".join(numbers(hand) or "-" for hand in hands),
        "pile": write_pile(state),
        "box": numbers(lying(state, rules.BOXED)),
        "gone": numbers(lying(state, rules.GONE)),
        "rounds": str(state.rounds or ""),
        "ties": str(state.ties or ""),
        "last": write_last(state) if state.last else "",
        "open": write_open(state) if state.open else "",
    }
    usual = {"circle": str(DEFAULT_CIRCLE), "deck": ", ".join(map(str, DEFAULT_DECK))}
    told = [f"{word} {part}" for word, part in parts.items() if part != usual.get(word)]
    written = [part.strip() for part in told if not part.endswith(" ")]
    return " / ".join(written if state.open else [*written, "over"])


def write_pile(state: np.record) -> str:
    from_top = state.pile[: state.in_pile][::-1]
    unseen, seen = from_top[: state.unseen], from_top[state.unseen :]
    hidden = state.unseen and not unseen.any()
    upper = f"?{state.unseen}" if hidden else numbers(unseen)
    return f"{upper} | {numbers(seen)}".strip()


def write_last(state: np.record) -> str:
    words = said(state.last_said, state.last_ms, state.seats)
    return f"{state.last} {LANDMARKS[state.last_right - 1]}: {' '.join(words)}"


def write_open(state: np.record) -> str:
    words = list(said(state.said, state.ms, state.seats))
    for seat, word in enumerate(words):
        if word == "-" and state.may >> seat & 1:
            words[seat] = "?" if seat < state.to_act else "*"
    if state.clock != rules.UNSTAMPED:
        words[state.to_act] += f"@{state.clock}"
    return f"{state.open} by {state.turner}: {' '.join(words)}"


def said(answers: np.ndarray, ms: np.ndarray, seats: int) -> Iterator[str]:
    for answer, at in zip(answers[:seats], ms[:seats], strict=True):
        word = WORDS[answer - 1] if answer else "-"
        yield word if word in ("-", "silent") else f"{word}@{at}"


def numbers(cards: Iterable[int]) -> str:
    return " ".join(str(card) for card in cards)


def lying(state: np.record, where: int) -> list[int]:
    return [card for card in range(1, state.cards + 1) if state.lies[card - 1] == where]


def deck(state: np.record) -> list[Contract]:
    return [house.get_contract(state, card) for card in range(1, state.cards + 1)]


def read(text: str) -> np.record:
    """The state that `text` stands for; the inverse of write()."""
    try:
        parts = split(text)
        state = read_table(parts)
        read_zones(state, parts)
        read_answers(state, parts)
        wrong = why_impossible(state)
    except (ValueError, KeyError, IndexError) as error:
        raise NotationError(WHAT, text, EXAMPLE) from error
    if wrong:
        raise NotationError(WHAT, text, wrong)
    rules.tabulate(state)
    return state


def split(text: str) -> dict[str, str]:
    """What follows each of the words that parts begin with; "" where it is missing."""
    parts = dict.fromkeys(PARTS + ENDS, "")
    for part in text.split("/"):
        word, _, rest = part.strip().partition(" ")
        if "=" in word:
            word, rest = "rules", part
        if parts[word]:
            raise ValueError(f"{word} twice")
        parts[word] = rest.strip() or word
    return parts


def read_table(parts: dict[str, str]) -> np.record:
    """The seats, the house rules, the deck and the circle."""
    state: np.record = np.zeros(1, rules.STATE)[0]
    state.seats, state.clock = parts["won"].count(",") + 1, rules.UNSTAMPED
    if state.seats not in rules.SEATS:
        raise ValueError("seats")
    said = dict(rule.split("=", 1) for rule in parts["rules"].split())
    for name, value in read_rules(HOUSE, said).items():
        state[name] = value
    circle = Circle.read(parts["circle"], LANDMARKS) if parts["circle"] else None
    house.set_circle(state, circle or DEFAULT_CIRCLE)
    deck = parts["deck"].split(",") if parts["deck"] else ()
    house.set_deck(state, [*map(house.read_contract, deck)] or DEFAULT_DECK)
    if wrong := house.check(state):
        raise BadValue(f"{WHAT}: {wrong}")
    return state


def read_zones(state: np.record, parts: dict[str, str]) -> None:
    """Where the Contracts are, but for the open one."""
    for seat, hand in enumerate(parts["won"].split(",")):
        cards = read_cards(hand.replace("-", ""))
        state.held[seat] = len(cards)
        state.won[seat, : len(cards)] = lay(state, cards, rules.SEEN)
    upper, lower = (part.strip() for part in parts["pile"].split("|"))
    unseen = [0] * number(upper[1:]) if upper[:1] == "?" else read_cards(upper)
    pile = [*unseen, *lay(state, read_cards(lower), rules.SEEN)]
    state.unseen, state.in_pile = len(unseen), len(pile)
    state.pile[: len(pile)] = pile[::-1]
    lay(state, read_cards(parts["box"]), rules.BOXED)
    lay(state, read_cards(parts["gone"]), rules.GONE)


def lay(state: np.record, cards: list[int], where: int) -> list[int]:
    """Note that everyone knows where these are; BadValue if it was noted before."""
    for card in cards:
        if state.lies[card - 1]:
            raise BadValue(f"{WHAT}: Contract {card} is in two places")
        state.lies[card - 1] = where
    return cards


def read_answers(state: np.record, parts: dict[str, str]) -> None:
    """The rounds so far, the last Contract and the open one."""
    state.rounds, state.ties = number(parts["rounds"]), number(parts["ties"])
    if parts["last"]:
        head, _, heard = parts["last"].partition(":")
        card, right = head.split()
        state.last, state.last_right = number(card), LANDMARKS.index(right) + 1
        for seat, word in enumerate(words_of(heard, state.seats)):
            state.last_said[seat], state.last_ms[seat] = read_said(word)
    if parts["open"]:
        head, _, heard = parts["open"].partition(":")
        card, turner = head.split(" by ")
        (state.open,) = lay(state, read_cards(card), rules.SEEN)
        state.turner = number(turner)
        words = words_of(heard, state.seats)
        state.may = sum(1 << seat for seat, word in enumerate(words) if word != "-")
        state.to_act = [word[0] for word in words].index("*")
        for seat, word in enumerate(words):
            read_asked(state, seat, word)


def read_asked(state: np.record, seat: int, word: str) -> None:
    """What a seat has done about the open Contract; ValueError if it cannot have."""
    if word == "-":
        return
    if seat < state.to_act:
        if word != "?":
            state.said[seat], state.ms[seat] = read_said(word)
    elif seat == state.to_act and word[1:2] == "@":
        state.clock = number(word[2:])
    elif word != "*":
        raise ValueError(f"seat {seat} has not been asked")


def read_said(word: str) -> tuple[int, int]:
    """1 + the answer and its time in ms; 0, 0 for "-"."""
    if word == "-":
        return 0, 0
    found = SAID.fullmatch(word)
    if not found or (found[1] == "silent") != (found[2] is None):
        raise ValueError(word)
    return WORDS.index(found[1]) + 1, number(found[2] or "0")


def words_of(text: str, seats: int) -> list[str]:
    words = text.split()
    if len(words) != seats:
        raise ValueError("one word a seat")
    return words


def read_cards(text: str) -> list[int]:
    cards = [number(word) for word in text.split()]
    if not all(1 <= card <= house.CAPACITY for card in cards):
        raise ValueError(text)
    return cards


def number(text: str) -> int:
    """A number from 0, "" being 0."""
    if text and not re.fullmatch(r"[0-9]{1,10}", text):
        raise ValueError(text)
    return int(text or "0")
