"""Positions and actions of I'm Right You're Wrong as text.

An action is "play A4", "return A4", "name 2", "trap 1.0" (the oldest of seat 1),
"draw", "yes", "no" or "pick 3". A card is called by its effect, as in our deck; if more
entries have that effect, the others are "#21" and so on, by their place.

A position is the hands by seat, and then parts that begin with a word:

    A1x2,H2 ?5 out0:plays:1 / traps - (T5)@3!a - / front A4>0:0 / deck A7,T3
    / pile A2x2,A6 / turn 0 / asks 0 play / step 4 / unseen 3

A hand that cannot be seen is "?" and its size; "out0:plays:1" is the first seat that
went out, out of plays, by a card of seat 1.

traps    before each seat, the oldest first; those face down are in brackets
front    reminders: card > its player : seats it binds
deck     from the top
under    those put under it, the next to be drawn first
pile     the used cards
keeps    cards a seat keeps track of: seat : card @ since when < hands it may be in
turn     whose it is; "asks" who decides what, "step" what comes then, or "over"
card     being played; "names" a seat, "aims" at a Trap, "forced" by a seat, "ignored"
due      whose Trap is due, by priority, and its place
returns  cards still to put under the deck
dry      nobody draws any more
unseen   cards that have left a hand face down so far

A card on the table may be followed by @ when it left a hand, as "unseen" counts; by <
whose, if not its owner's; by = who knows it, if not its owner alone; by ! what it let
pass: a for an Attack, h for a Highroad, t for a Trap. House rules that are not the
default come last, as name=value, and a deck that is not ours as "cards" and the deck
file in quotes. Seats count from 0.
"""

import json
import re
from collections.abc import Iterable

import numpy as np

from partybots.core.errors import BadValue, NotationError, PartybotsError
from partybots.core.house import read_rules, write_rules
from partybots.plugins.im_right_youre_wrong import house, layout
from partybots.plugins.im_right_youre_wrong.possible import impossible

QUESTIONS = (
    *("", "play", "draw", "return", "name", "disarm", "trigger", "order", "follow"),
    "pick",
)
DOWN = (layout.T1, layout.T2, layout.T5, layout.T6)  # Traps that are laid face down
LOSSES = ("cards", "plays", "rule", "draw")
FLAGS = ("ignored", "dry")
COUNTS = ("returns", "unseen")
KEYS = (
    *("", "traps", "front", "deck", "under", "pile", "keeps", "turn", "asks", "step"),
    *("over", "card", "names", "aims", "forced", "due", *FLAGS, *COUNTS, "cards"),
)
EXAMPLE = '"A1,A4 H2,T5 / deck A7,... / pile A2x4,... / turn 0 / asks 0 play / step 4"'
ON_TABLE = re.compile(
    r"(\()?(\?|[^@<=!()?]+)(?(1)\))(?:@(\d{1,4})(?:<(\d))?)?(=\d*)?(?:!([aht]+))?"
)
REMINDER = re.compile(r"([^>]+)>(\d):(\d+)")
KEPT = re.compile(r"([^@]+)@(\d{1,4})<(\d+)")
OUT = re.compile(r"out(\d):(\w+):(\d)")
Parts = dict[str, str]


def read_action(text: str) -> int:
    """The number of an action; the inverse of write_action()."""
    word, _, rest = text.partition(" ")
    if text in ("draw", "no", "yes"):
        return layout.DRAW + ("draw", "no", "yes").index(text)
    try:
        if word in ("play", "return"):
            return (layout.PLAY if word == "play" else layout.RETURN) + read_kind(rest)
        if word == "name" and number(rest) < layout.TABLE:
            return layout.NAME_SEAT + number(rest)
        if word == "trap":
            return layout.NAME_TRAP + read_trap(rest)
        if word == "pick" and number(rest) < house.CARDS:
            return layout.PICK + number(rest)
    except BadValue:
        pass
    expected = '"play A4", "return A4", "name 2", "trap 1.0", "pick 3", draw, yes or no'
    raise NotationError("an action of I'm Right You're Wrong", text, expected)


def write_action(action: int) -> str:
    if action >= layout.PICK:
        return f"pick {action - layout.PICK}"
    if action >= layout.DRAW:
        return ("draw", "no", "yes")[action - layout.DRAW]
    if action >= layout.NAME_TRAP:
        return f"trap {write_trap(action - layout.NAME_TRAP)}"
    if action >= layout.NAME_SEAT:
        return f"name {action - layout.NAME_SEAT}"
    if action >= layout.RETURN:
        return f"return {write_kind(action - layout.RETURN)}"
    return f"play {write_kind(action)}"


def read_kind(text: str) -> int:
    if text in house.EFFECTS:
        return house.EFFECTS.index(text)
    found = re.fullmatch(r"#(\d\d)", text)
    if found and len(house.EFFECTS) <= int(found[1]) < house.KINDS:
        return int(found[1])
    raise BadValue(f'there is no card "{text}"')


def write_kind(kind: int) -> str:
    return house.EFFECTS[kind] if kind < len(house.EFFECTS) else f"#{kind}"


def read_trap(text: str) -> int:
    """owner * PLACES + place of "owner.place"."""
    owner, _, place = text.partition(".")
    if number(owner) >= layout.TABLE or number(place) >= layout.PLACES:
        raise BadValue(f'there is no place "{text}" for a Trap')
    return number(owner) * layout.PLACES + number(place)


def write_trap(trap: int) -> str:
    return f"{trap // layout.PLACES}.{trap % layout.PLACES}"


def number(text: str) -> int:
    """A whole number, 0 or more, that every field can hold."""
    if not re.fullmatch("[0-9]{1,4}", text):
        raise BadValue(f'"{text}" is no number from 0 to 9999')
    return int(text)


# Writing


def write(state: np.record) -> str:
    seats = range(state.seats)
    parts = {"": " ".join(write_hand(state, seat) for seat in seats)}
    if state.laid.any():
        parts["traps"] = " ".join(write_traps(state, seat) for seat in seats)
    parts |= write_cards(state) | write_turn(state)
    written = [f"{word} {said}".strip() for word, said in parts.items() if said]
    written += write_rules(house.HOUSE, state)
    if not house.is_ours(state):
        deck = json.dumps(house.write_deck(state)).replace("/", "\\u002f")
        written.append(f"cards {deck}")
    return " / ".join(written)


def write_hand(state: np.record, seat: int) -> str:
    if state.gone[seat] >= 0:
        loss = LOSSES[state.lost_by[seat]]
        return f"out{state.gone[seat]}:{loss}:{state.lost_to[seat]}"
    if state.held[seat] and not state.hands[seat].any():
        return f"?{state.held[seat]}"
    return write_counts(state.hands[seat])


def write_counts(counts: Iterable[int]) -> str:
    """Cards in no order, each kind once."""
    many = [(write_kind(kind), int(n)) for kind, n in enumerate(counts) if n]
    return ",".join(kind if n == 1 else f"{kind}x{n}" for kind, n in many) or "-"


def write_traps(state: np.record, seat: int) -> str:
    traps = state.traps[seat, : state.laid[seat]].tolist()
    return ",".join(write_card(state, trap, seat) for trap in traps) or "-"


def write_card(state: np.record, card: int, owner: int) -> str:
    """A card on the table; `owner` is -1 under the deck, where all are face down."""
    kind, since, hand = (
        (card & 127) - 1,
        card >> layout.SINCE,
        card >> layout.HAND_OF & 7,
    )
    text = write_kind(kind) if kind >= 0 else "?"
    down = owner >= 0 and is_down(state, kind)
    text = f"({text})" if down else text
    if since:
        text += f"@{since}" + (f"<{hand}" if hand != owner else "")
    known = card >> layout.KNOWN_TO & 31
    if known != usually_known(state, down, owner, hand if since else -1):
        text += f"={write_seats(known)}"
    passed = card >> layout.PASSED & 7
    return text + ("!" * (passed > 0) + letters(passed))


def is_down(state: np.record, kind: int) -> bool:
    """Whether it lies face down before its owner; what cannot be seen does."""
    return kind < 0 or int(state.kind_effect[kind]) in DOWN


def usually_known(state: np.record, down: bool, owner: int, hand: int) -> int:
    """To whom a card is known, as bits: its owner, or else whose hand it came from."""
    if down:
        return 1 << owner
    return 1 << hand if owner < 0 and hand >= 0 else (1 << int(state.seats)) - 1


def letters(passed: int) -> str:
    return "".join("aht"[kind] for kind in range(3) if passed >> kind & 1)


def write_seats(seats: int) -> str:
    return "".join(str(seat) for seat in range(layout.TABLE) if seats >> seat & 1)


def write_cards(state: np.record) -> Parts:
    """The parts from "front" to "keeps"; "" for what is none."""
    front = map(write_reminder, state.front[: state.fronts].tolist())
    deck = state.deck[: state.decked][::-1].tolist()
    under = state.under[: state.unders].tolist()
    known = [f"?{len(deck)}"] if deck and not any(deck) else []
    keeps = [
        f"{seat}:{write_kept(card)}"
        for seat in range(state.seats)
        for card in state.known[seat, : state.knows[seat]].tolist()
    ]
    return {
        "front": " ".join(front),
        "deck": ",".join(known or [write_kind(card - 1) for card in deck]),
        "under": ",".join(write_card(state, card, -1) for card in under),
        "pile": write_counts(state.pile) if state.pile.any() else "",
        "keeps": " ".join(keeps),
    }


def write_reminder(card: int) -> str:
    bound = write_seats(card >> layout.KNOWN_TO & 31)
    return f"{write_kind((card & 127) - 1)}>{card >> layout.HAND_OF & 7}:{bound}"


def write_kept(card: int) -> str:
    return f"{write_kind((card >> 5 & 127) - 1)}@{card >> 12}<{write_seats(card & 31)}"


def write_turn(state: np.record) -> Parts:
    """The parts from "turn" to "unseen"; "" for what is none."""
    parts = {"turn": f"{state.turn}"}
    if state.step == layout.OVER:
        parts["over"] = " "
    else:
        parts["asks"] = f"{state.asked} {QUESTIONS[state.question]}"
        parts["step"] = f"{state.step}"
    if state.card:
        parts["card"] = write_card(state, int(state.card), int(state.turn))
    optional = (("names", state.target), ("forced", state.forced_by))
    parts |= {word: f"{seat}" for word, seat in optional if seat >= 0}
    parts |= {"aims": write_trap(state.aim)} if state.aim >= 0 else {}
    parts |= {"due": f"{state.due}.{state.place}"} if state.due else {}
    parts |= {word: " " for word in FLAGS if state[word]}
    return parts | {word: f"{state[word]}" for word in COUNTS if state[word]}


# Reading


def read(text: str) -> np.record:
    """The state that `text` stands for; the inverse of write()."""
    state: np.record = np.zeros(1, layout.STATE)[0]
    try:
        parts, said = split(text)
        read_table(state, parts, said)
        read_seats(state, parts)
        read_cards(state, parts)
        read_turn(state, parts)
        wrong = impossible(state)
    except PartybotsError as error:
        wrong = str(error)
    if wrong:
        expected = f"one that can be, such as {EXAMPLE}; {wrong}"
        raise NotationError("a position of I'm Right You're Wrong", text, expected)
    return state


def split(text: str) -> tuple[Parts, Parts]:
    """{word: what follows it}, "" being the hands, and {house rule: value}."""
    hands, *others = (part.strip() for part in text.split(" / "))
    parts, said = {"": hands}, Parts()
    for part in others:
        word, _, rest = part.partition(" ")
        name, equals, value = part.partition("=")
        rule = equals and name in {rule.name for rule in house.HOUSE}
        into, key, content = (said, name, value) if rule else (parts, word, rest)
        if not rule and word not in KEYS:
            raise BadValue(f'no part begins with "{word}"')
        if key in into:
            raise BadValue(f"{key} is said twice")
        if key in (*FLAGS, "over") and content:
            raise BadValue(f'"{key}" stands alone')
        into[key] = content
    return parts, said


def read_table(state: np.record, parts: Parts, said: Parts) -> None:
    """Seats, house rules and deck."""
    seats = len(parts[""].split())
    if seats not in layout.SEATS:
        raise BadValue(f"IR-S50: 2 to {layout.TABLE} play, not {seats}")
    state.seats = seats
    for name, value in read_rules(house.HOUSE, said).items():
        setattr(state, name, value)
    deck = None
    if "cards" in parts:
        try:
            deck = json.loads(parts["cards"])
        except ValueError as error:
            raise BadValue(f'"cards" is a deck file in quotes: {error}') from error
        if not isinstance(deck, str):
            raise BadValue('"cards" is a deck file in quotes')
    house.use_deck(state, deck)
    if wrong := house.check(state):
        raise BadValue(wrong)


def read_seats(state: np.record, parts: Parts) -> None:
    """Hands, who is out and why, and Traps."""
    state.gone[:] = state.lost_by[:] = state.lost_to[:] = -1
    for seat, hand in enumerate(parts[""].split()):
        if out := OUT.fullmatch(hand):
            if out[2] not in LOSSES:
                raise BadValue(f"one loses by {' or '.join(LOSSES)}, not {out[2]}")
            state.gone[seat], state.lost_to[seat] = int(out[1]), int(out[3])
            state.lost_by[seat] = LOSSES.index(out[2])
        elif hand.startswith("?"):
            state.held[seat] = number(hand[1:])
        else:
            state.held[seat] = read_counts(state.hands[seat], hand)
    if "traps" in parts:
        rows = parts["traps"].split()
        if len(rows) != state.seats:
            raise BadValue(f"{state.seats} seats have Traps, not {len(rows)}")
        for seat, row in enumerate(rows):
            traps = [] if row == "-" else row.split(",")
            cards = [read_card(state, trap, seat) for trap in traps]
            state.laid[seat] = fill(state.traps[seat], cards)


def read_counts(counts: "np.ndarray", text: str) -> int:
    """Cards in no order, into `counts`; returns how many."""
    for part in [] if text == "-" else text.split(","):
        kind, _, n = part.partition("x")
        copies = number(n or "1")
        if not 1 <= copies <= house.CARDS or counts[read_kind(kind)]:
            raise BadValue(f'"{part}" is no kind of card and how many of it')
        counts[read_kind(kind)] = copies
    return int(counts.sum())


def fill(row: "np.ndarray", cards: list[int]) -> int:
    """Put cards into a row; returns how many."""
    if len(cards) > len(row):
        raise BadValue(f"{len(cards)} cards where at most {len(row)} can be")
    row[: len(cards)] = cards
    return len(cards)


def read_card(state: np.record, text: str, owner: int) -> int:
    """A card on the table, as write_card() has it."""
    found = must(ON_TABLE.fullmatch(text), text, "a card on the table")
    bracket, name, since, hand, known, passed = found.groups()
    kind = -1 if name == "?" else read_kind(name)
    down = owner >= 0 and is_down(state, kind)
    if down != (bracket is not None):
        raise BadValue(f'"{text}": just the cards face down stand in brackets')
    came = -1 if since is None else owner if hand is None else int(hand)
    seats = usually_known(state, down, owner, came)
    if known is not None:
        seats = read_seat_list(state, known[1:])
    if came >= state.seats or (since is not None and (came < 0 or int(since) == 0)):
        raise BadValue(f'"{text}" came from no hand')
    card = kind + 1 | seats << layout.KNOWN_TO | max(came, 0) << layout.HAND_OF
    for letter in passed or "":
        card |= 1 << (layout.PASSED + "aht".index(letter))
    return card | int(since or 0) << layout.SINCE


def must(found: re.Match[str] | None, text: str, what: str) -> re.Match[str]:
    if not found:
        raise BadValue(f'"{text}" is not {what}')
    return found


def read_seat(state: np.record, text: str) -> int:
    seat = number(text)
    if seat >= state.seats:
        raise BadValue(f"there is no seat {seat}")
    return seat


def read_seat_list(state: np.record, text: str) -> int:
    """As bits."""
    return sum(1 << seat for seat in {read_seat(state, digit) for digit in text})


def read_cards(state: np.record, parts: Parts) -> None:
    front = [read_reminder(state, part) for part in parts.get("front", "").split()]
    state.fronts = fill(state.front, front)
    deck = parts.get("deck", "")
    if deck.startswith("?"):
        state.decked = min(number(deck[1:]), house.CARDS)
    else:
        cards = [read_kind(card) + 1 for card in deck.split(",") if card]
        state.decked = fill(state.deck, cards[::-1])
    under = [card for card in parts.get("under", "").split(",") if card]
    cards = [read_card(state, card, -1) for card in under]
    state.unders = fill(state.under, cards)
    read_counts(state.pile, parts.get("pile", "-"))
    for part in parts.get("keeps", "").split():
        seat, _, kept = part.partition(":")
        row = state.known[read_seat(state, seat)]
        cards = [*row[: state.knows[int(seat)]], read_kept(state, kept)]
        state.knows[int(seat)] = fill(row, cards)


def read_reminder(state: np.record, text: str) -> int:
    kind, player, bound = must(REMINDER.fullmatch(text), text, "a reminder").groups()
    seats = read_seat_list(state, bound) << layout.KNOWN_TO
    return read_kind(kind) + 1 | seats | read_seat(state, player) << layout.HAND_OF


def read_kept(state: np.record, text: str) -> int:
    kind, since, hands = must(KEPT.fullmatch(text), text, "a card kept").groups()
    return int(since) << 12 | (read_kind(kind) + 1) << 5 | read_seat_list(state, hands)


def read_turn(state: np.record, parts: Parts) -> None:
    def seat_in(part: str) -> int:
        return read_seat(state, parts[part]) if part in parts else -1

    if ("asks" in parts) == ("over" in parts) or "turn" not in parts:
        raise BadValue('it says "turn", and either "asks" or "over"')
    state.turn, state.asked = seat_in("turn"), -1
    if "asks" in parts:
        seat, _, question = parts["asks"].partition(" ")
        if question not in QUESTIONS[1:]:
            raise BadValue(f"it asks to {', '.join(QUESTIONS[1:])}, not {question}")
        state.asked = read_seat(state, seat)
        state.question = QUESTIONS.index(question)
        state.step = number(parts.get("step", "4"))
    if "card" in parts:
        state.card = read_card(state, parts["card"], int(state.turn))
    state.target, state.forced_by = seat_in("names"), seat_in("forced")
    state.aim = read_trap(parts["aims"]) if "aims" in parts else -1
    if "due" in parts:
        due, _, place = parts["due"].partition(".")
        state.due, state.place = number(due), number(place)
    for word in FLAGS:
        state[word] = word in parts
    for word in COUNTS:
        state[word] = number(parts.get(word, "0"))
