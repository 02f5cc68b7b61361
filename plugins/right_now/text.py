"""Right Now positions and actions as text, for tests, errors, logs and the CLI.

A card is the letters of its top and bottom half and perhaps a mark for its effect, +
to draw, > to move, @ to rotate: "YG+". "?" is a card not known, "?x9" nine of them. A
position is, in this order and divided by ";":

    YG BW@ | ?x9 | x ?x3      each hand, front to rear; "x" is a seat that has exited
    top GN+ BW                the discards, from the top down
    pile ?x42                 the draw pile, from the next card on
    totals 0 12 7             points of the rounds and exits, by seat
    round 1 dealer 2 turn 5   rounds and turns completed, counted from 0
    0 plays                   who decides what; "1 orients", or "over"

After an effect card the last part is such as "2 played @, 0 rotates". House rules that
are not the default and a deck that is not ours follow: "target=30", "deck YG+ YGx3".
"""

import re
from itertools import groupby

import numpy as np

from partybots.core import BadValue, NotationError
from partybots.core.house import write_rules
from partybots.plugins.right_now import layout
from partybots.plugins.right_now.house import DECK, HOUSE, check, pack, use_deck
from partybots.plugins.right_now.possible import LETTERS, MARKS, impossible, write_card

EXPECTED = (
    '"YG BW | ?x9; top GN; pile ?x57; totals 0 0; round 0 dealer 1 turn 0; 0 plays"'
)
PLAIN = {
    "draw": layout.DRAW,
    "exit": layout.EXIT,
    "decline": layout.DECLINE,
    "keep": layout.KEEP,
    "turn": layout.TURN,
}
DOES = {layout.TO_DRAW: "draws", layout.TO_MOVE: "moves", layout.TO_ROTATE: "rotates"}


def read_action(text: str) -> int:
    """The action number of "draw", "play 3", "play 3-5", "move 2", ...

    Places count from 1 at the front.
    """
    if text in PLAIN:
        return PLAIN[text]
    found = re.fullmatch(r"(play|move|rotate) ([1-9]\d*)(?:-([1-9]\d*))?", text)
    if found:
        first, last = int(found[2]) - 1, int(found[3] or found[2]) - 1
        if (
            found[1] == "play"
            and first <= last < layout.HOLD
            and text == slice_of(first, last)
        ):
            return int(layout.FIRST[first]) + last - first
        if found[1] != "play" and first < layout.HOLD and not found[3]:
            return (layout.MOVE if found[1] == "move" else layout.ROTATE) + first
    expected = '"draw", "exit", "play 2", "play 2-4", "move 1", "rotate 3", "keep", ...'
    raise NotationError("a Right Now action", text, expected)


def write_action(action: int) -> str:
    for text, number in PLAIN.items():
        if number == action:
            return text
    if action >= layout.PLAY:
        first, length = sliced(action)
        return slice_of(first, first + length - 1)
    if action >= layout.ROTATE:
        return f"rotate {action - layout.ROTATE + 1}"
    return f"move {action - layout.MOVE + 1}"


def sliced(action: int) -> tuple[int, int]:
    """Where the slice of a play starts, and how many cards it has."""
    first = int(layout.STARTS[action - layout.PLAY])
    return first, action - int(layout.FIRST[first]) + 1


def slice_of(first: int, last: int) -> str:
    return f"play {first + 1}" if first == last else f"play {first + 1}-{last + 1}"


def read_card(text: str) -> int:
    """A card as the state holds it; 0 for "?"."""
    if text == "?":
        return 0
    top, bottom = (LETTERS.index(letter) + 1 for letter in text[:2])
    if top == bottom:
        raise ValueError("RN-1: two different colours")
    return pack(top, bottom, MARKS.index(text[2:]))


def write_cards(cards: "np.ndarray | list[int]") -> str:
    """Cards in a row; the same one again and again as "?x9"."""
    words = []
    for word, same in groupby(map(write_card, map(int, cards))):
        times = len([*same])
        words += [word if times == 1 else f"{word}x{times}"]
    return " ".join(words)


def read_cards(text: str) -> list[int]:
    cards = []
    for word in text.split():
        card, _, times = word.partition("x")
        count = int(times or 1)
        if not 1 <= count <= DECK:
            raise ValueError("a deck has at most 128 cards")
        cards += [read_card(card)] * count
    return cards


def write(state: np.record) -> str:
    """The position in one line; the inverse of read()."""
    seats, hands = range(int(state.seats)), []
    for seat in seats:
        cards = write_cards(state.hands[seat, : state.held[seat]])
        hands.append(f"x {cards}".rstrip() if state.gone[seat] else cards)
    parts = [
        " | ".join(hands),
        f"top {write_cards(state.discards[: state.discarded][::-1])}",
        f"pile {write_cards(state.pile[: state.piled][::-1])}".rstrip(),
        "totals " + " ".join(str(state.totals[seat]) for seat in seats),
        f"round {state.rounds} dealer {state.dealer} turn {state.turns}",
        write_decision(state),
        *write_rules(HOUSE, state),
    ]
    ours: np.record = np.zeros(1, layout.STATE)[0]
    use_deck(ours, None)
    if state.deck.tobytes() != ours.deck.tobytes():
        parts.append(f"deck {write_cards(state.deck[: state.cards])}")
    return "; ".join(parts)


def write_decision(state: np.record) -> str:
    if state.to_act < 0:
        return "over"
    does = "orients" if state.doing == layout.DRAWN else "plays"
    if state.doing == layout.CHOOSING:
        does = DOES[int(state.effect)]
    if not state.effect:
        return f"{state.to_act} {does}"
    return f"{state.turn} played {MARKS[state.effect]}, {state.to_act} {does}"


def read(text: str) -> np.record:
    """The state that `text` stands for, which must be one that can be."""
    state: np.record = np.zeros(1, layout.STATE)[0]
    try:
        hands, top, pile, totals, counts, decision, *more = map(
            str.strip, text.split(";")
        )
        for rule in HOUSE:
            state[rule.name] = rule.default
        read_more(state, more)
        read_hands(state, hands)
        read_table(state, top, pile, totals)
        read_counts(state, counts)
        read_decision(state, decision)
    except (ValueError, IndexError, KeyError, OverflowError, BadValue) as error:
        raise NotationError("a Right Now position", f"{text:.200}", EXPECTED) from error
    if wrong := impossible(state) or check(state):
        raise BadValue(f"no such Right Now position: {wrong}")
    return state


def read_more(state: np.record, more: list[str]) -> None:
    """House rules and the deck."""
    known = {rule.name: rule for rule in HOUSE}
    use_deck(state, None)
    for part in more:
        if part.startswith("deck "):
            cards = sorted(read_cards(part.removeprefix("deck ")))
            if 0 in cards or len(cards) > DECK:
                raise ValueError("a deck is up to 128 known cards")
            state.deck[:] = 0
            state.deck[: len(cards)] = [int(layout.PRINTED[card]) for card in cards]
            state.deck[: len(cards)].sort()
            state.cards = len(cards)
        else:
            name, _, value = part.partition("=")
            state[name] = known[name].read(value)


def read_hands(state: np.record, text: str) -> None:
    hands = [hand.strip() for hand in text.split("|")]
    if len(hands) not in layout.SEATS:
        raise ValueError("that many seats cannot play")
    state.seats = len(hands)
    for seat, hand in enumerate(hands):
        state.gone[seat] = hand == "x" or hand.startswith("x ")
        cards = read_cards(hand.removeprefix("x") if state.gone[seat] else hand)
        state.held[seat] = len(cards)
        state.hands[seat, : len(cards)] = cards


def read_table(state: np.record, top: str, pile: str, totals: str) -> None:
    words = [part.partition(" ") for part in (top, pile, totals)]
    if [word for word, _, _ in words] != ["top", "pile", "totals"]:
        raise ValueError("top, pile and totals come in this order")
    discards, left = (read_cards(rest)[::-1] for _, _, rest in words[:2])
    state.discarded, state.piled = len(discards), len(left)
    state.discards[: len(discards)], state.pile[: len(left)] = discards, left
    points = [*map(int, words[2][2].split())]
    if len(points) != state.seats:
        raise ValueError("one total a seat")
    state.totals[: len(points)] = points


def read_counts(state: np.record, text: str) -> None:
    found = re.fullmatch(r"round (\d+) dealer (\d+) turn (\d+)", text)
    if not found:
        raise ValueError("rounds, dealer and turns come in this order")
    state.rounds, state.dealer, state.turns = map(int, found.groups())


def read_decision(state: np.record, text: str) -> None:
    if text == "over":
        state.turn = state.to_act = -1
        return
    found = re.fullmatch(r"(?:(\d) played ([+>@]), )?(\d) (\w+)", text)
    if not found:
        raise ValueError("who decides what comes last")
    turn, mark, seat, does = found.groups()
    state.to_act, state.turn = int(seat), int(turn or seat)
    state.effect = MARKS.index(mark) if mark else 0
    wants = {"plays": layout.PLAYING, "orients": layout.DRAWN}
    state.doing = wants.get(does, layout.CHOOSING)
    if (state.doing == layout.CHOOSING) != (DOES.get(int(state.effect)) == does):
        raise ValueError("that is no decision after that effect")
    if state.doing == layout.PLAYING and state.effect:
        raise ValueError("nobody plays while an effect is followed")
