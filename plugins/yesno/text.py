"""YesNo positions and answers as text, for tests, errors, logs and the command line.

An answer is "YES", "NO", "silent", "slap" or "hold". A position looks like this:

    NY+N:yN:1.0.1 YYN:N:0.0.0 / pile a(b)ab / turn of 1, flip 5 by 1 / now Y310- __

Each seat has its deck, top first, the cards in front of it as played, and how many YES,
NO and challenges it took. Y and N are cards, small in front if face down; those after
"+" everyone has seen; "?" are cards unseen in a view; "-" is no card. Then comes the
pile as it is turned up, the open challenge in brackets, with a letter for each kind in
the deck. "now" has what each seat answered: a word and its ms, then a slap ("!") and
its ms, "-" for none, "?" hidden, "_" not asked. "before" has the same of the turn
before and how it ended. Cards set aside, house rules and a deck of one's own follow
where there are any. Seats count from 0.
"""

import re

import numpy as np

from partybots.core import BadValue, NotationError
from partybots.core.house import read_rules, write_rules
from partybots.plugins.yesno import house, layout
from partybots.plugins.yesno.cannot import why_impossible

ANSWERS = ("silent", "YES", "NO", "hold", "slap")  # by action
WORDS = {layout.YES: "YES", layout.NO: "NO", layout.SILENT: "pass"}  # of a turn
OVER = ("", "pile", "target", "deck", "cards", "passes", "turns")  # by state.over
GROUPS = ("aside", "pile", "turn", "now", "before", "rules", "deck")
ANSWER = re.compile(r"(?:([YN])(\d{1,10})|([-?_]))(?:!(\d{1,10})|([-?_]))")
TURN = re.compile(
    r"of (\d), flip (\d{1,6}) by (\d)(?:, passes (\d))?(, foreseen)?(?:, over (\w+))?"
)
BEFORE = re.compile(r"(\d) (YES|NO|pass): ([^;]+)(?:; (won|erred) ([\d ]+))?")


def read_action(text: str) -> int:
    """The number of an answer."""
    said = {answer.lower(): action for action, answer in enumerate(ANSWERS)}
    if text.strip().lower() not in said:
        raise NotationError("a YesNo answer", text, ", ".join(ANSWERS))
    return said[text.strip().lower()]


def write_action(action: int) -> str:
    return ANSWERS[action]


# Writing


def write(state: np.record) -> str:
    seats = range(state.seats)
    groups = [" ".join(write_seat(state, seat) for seat in seats)]
    if state.aside_size:
        groups.append(f"aside {write_cards(state, state.aside, state.aside_size)}")
    groups += [f"pile {write_pile(state)}", f"turn {write_turn(state)}"]
    if state.asked:
        groups.append(f"now {write_answers(state, 0)}")
    if state.last_turn != layout.NOBODY:
        groups.append(f"before {write_before(state)}")
    if said := write_rules(house.HOUSE, state):
        groups.append(f"rules {' '.join(said)}")
    if (deck := write_deck(state)) != usual_deck(state):
        groups.append(f"deck {deck}")
    return " / ".join(groups)


def usual_deck(state: np.record) -> str:
    """Ours, with our extra set if that is agreed on."""
    table: np.record = np.zeros(1, layout.STATE)[0]
    table.seats, table.extra_challenges = state.seats, state.extra_challenges
    house.use_deck(table, None)
    return write_deck(table)


def write_seat(state: np.record, seat: int) -> str:
    size, known = int(state.deck_size[seat]), int(state.known[seat])
    bits = int(state.deck[seat])
    deck = write_cards(state, bits, size - known) if size > known else ""
    if known:
        deck += "+" + letters(bits >> (size - known), known)
    up = int(state.front_up[seat])
    front = [
        card if up >> place & 1 else card.lower()
        for place, card in enumerate(
            letters(int(state.front[seat]), int(state.front_size[seat]))
        )
    ]
    no, yes = state.taken[seat]
    return f"{deck or '-'}:{''.join(front) or '-'}:{yes}.{no}.{state.won[seat]}"


def write_cards(state: np.record, bits: int, size: int) -> str:
    """Cards that nobody has seen."""
    return "?" * size if state.veiled else letters(bits, size)


def letters(bits: int, size: int) -> str:
    return "".join("NY"[int(bits) >> place & 1] for place in range(size))


def write_pile(state: np.record) -> str:
    pile = "".join("?abcdefghijkl"[kind] for kind in state.pile[: state.challenges])
    won, turned = int(state.won.sum()), int(state.turned)
    return f"{pile[:won]}({pile[won:turned]}){pile[turned:]}"


def write_turn(state: np.record) -> str:
    said = f"of {state.turn}, flip {state.flips} by {state.flipper}"
    said += f", passes {state.passes}" if state.passes else ""
    said += ", foreseen" if state.foreseen else ""
    return said + (f", over {OVER[state.over]}" if state.over else "")


def write_answers(state: np.record, turn: int) -> str:
    """What each seat answered in this turn (0) or the one before (1)."""
    asked = state.asked if turn == 0 else 2 * state.seats
    return " ".join(
        write_word(state, turn, seat, asked > 2 * seat)
        + write_slap(state, turn, seat, asked > 2 * seat + 1)
        for seat in range(state.seats)
    )


def write_word(state: np.record, turn: int, seat: int, asked: bool) -> str:
    said = int(state.said[turn, seat])
    if said < 2:
        return "?-"[said] if asked else "_"
    return f"{'YN'[said - 2]}{state.said_ms[turn, seat]}"


def write_slap(state: np.record, turn: int, seat: int, asked: bool) -> str:
    slapped = int(state.slapped[turn, seat])
    if slapped < 2:
        return "?-"[slapped] if asked else "_"
    return f"!{state.slapped_ms[turn, seat]}"


def write_before(state: np.record) -> str:
    said = f"{state.last_turn} {WORDS[state.last_word]}: {write_answers(state, 1)}"
    if state.last_winner != layout.NOBODY:
        return f"{said}; won {state.last_winner}"
    erred = [str(s) for s in range(state.seats) if state.last_erred >> s & 1]
    return f"{said}; erred {' '.join(erred)}" if erred else said


def write_deck(state: np.record) -> str:
    """The deck in force, as in a deck file, with commas between the lines."""
    deck = house.get_deck(state)
    cards = {"YES": deck.yes, "NO": deck.no}
    lines = [f"{copies} cards {word}" for word, copies in cards.items() if copies]
    for challenge, copies in deck.challenges.items():
        lines.append(f"{copies} challenges {challenge}")
    return ", ".join(lines)


# Reading


def read(text: str) -> np.record:
    """The state that `text` stands for; the inverse of write()."""
    try:
        seats, *others = (group.strip() for group in text.split("/"))
        groups = {name: rest for name, _, rest in (g.partition(" ") for g in others)}
        if not groups.keys() <= set(GROUPS) or len(groups) < len(others):
            raise ValueError
        state = read_table(len(seats.split()), groups)
        read_cards(state, seats.split(), groups)
        read_turn(state, groups)
    except (ValueError, IndexError, KeyError, OverflowError) as error:
        expected = '"NY+N:yN:1.0.1 YYN:N:0.0.0 / pile a(b)ab / turn of 1, flip 5 by 1"'
        raise NotationError("a YesNo position", text, expected) from error
    if wrong := why_impossible(state):
        raise BadValue(f"no YesNo position: {wrong}: {text}")
    return state


def read_table(seats: int, groups: dict[str, str]) -> np.record:
    """Seats, house rules and deck."""
    if seats not in layout.SEATS:
        raise ValueError
    state: np.record = np.zeros(1, layout.STATE)[0]
    state.seats = seats
    said = dict(rule.split("=") for rule in groups.get("rules", "").split())
    for name, value in read_rules(house.HOUSE, said).items():
        setattr(state, name, value)
    if "deck" in groups:
        house.put_deck(state, house.read_deck(groups["deck"].replace(",", "\n")))
    else:
        house.use_deck(state, None)
    if wrong := house.check(state):
        raise BadValue(wrong)
    return state


def read_cards(state: np.record, seats: list[str], groups: dict[str, str]) -> None:
    unseen = groups.get("aside", "")
    for seat, written in enumerate(seats):
        deck, front, taken = written.split(":")
        hidden, _, known = deck.strip("-").partition("+")
        front, unseen = front.strip("-"), unseen + hidden
        state.deck[seat] = bits_of(hidden.replace("?", "N") + known)
        state.deck_size[seat], state.known[seat] = len(hidden + known), len(known)
        state.front[seat], state.front_size[seat] = bits_of(front.upper()), len(front)
        state.front_up[seat] = sum(c.isupper() << k for k, c in enumerate(front))
        yes, no, challenges = map(int, taken.split("."))
        state.taken[seat], state.won[seat] = (no, yes), challenges
    state.aside = bits_of(groups.get("aside", "").replace("?", "N"))
    state.aside_size = len(groups.get("aside", ""))
    unseen += read_pile(state, groups["pile"])
    state.veiled = "?" in unseen
    if state.veiled and unseen.strip("?"):
        raise ValueError  # either all of them are hidden or none is


def read_pile(state: np.record, written: str) -> str:
    """Returns the challenges that are still face down."""
    won, rest = written.split("(")
    opened, unturned = rest.split(")")
    pile = won + opened + unturned
    state.pile[: len(pile)] = ["?abcdefghijkl".index(kind) for kind in pile]
    state.turned = len(won + opened)
    if len(pile) != state.challenges or len(won) != state.won.sum():
        raise ValueError
    if len(opened) > 1 or "?" in won + opened:
        raise ValueError
    return unturned


def bits_of(cards: str) -> int:
    return sum("NY".index(card) << place for place, card in enumerate(cards))


def read_turn(state: np.record, groups: dict[str, str]) -> None:
    found = must(TURN.fullmatch(groups["turn"]))
    turn, flips, flipper, passes, foreseen, over = found.groups(default="")
    state.turn, state.flips, state.flipper = int(turn), int(flips), int(flipper)
    state.passes, state.foreseen = int(passes or 0), int(foreseen != "")
    state.over, state.ms = OVER.index(over), layout.UNSTAMPED
    state.last_turn, state.last_winner = layout.NOBODY, layout.NOBODY
    if "now" in groups:
        state.asked = read_answers(state, 0, groups["now"])
    if "before" in groups:
        read_before(state, groups["before"])


def read_answers(state: np.record, turn: int, written: str) -> int:
    """How many were given, all those before any that was not."""
    seats, given = written.split(), ""
    if len(seats) != state.seats:
        raise ValueError
    for seat, answers in enumerate(seats):
        word, ms, no_word, slap_ms, no_slap = must(ANSWER.fullmatch(answers)).groups()
        given += (no_word or word) + (no_slap or "!")
        state.said[turn, seat] = "?-YN".index((no_word or word).replace("_", "?"))
        state.slapped[turn, seat] = "?-!".index((no_slap or "!").replace("_", "?"))
        state.said_ms[turn, seat] = int(ms or 0)
        state.slapped_ms[turn, seat] = int(slap_ms or 0)
    asked = given.rstrip("_")
    if "_" in asked or (turn == 1 and set(given) & {"_", "?"}):
        raise ValueError
    return len(asked)


def read_before(state: np.record, written: str) -> None:
    turn, word, answers, ended, who = must(BEFORE.fullmatch(written)).groups()
    state.last_turn = int(turn)
    state.last_word = next(k for k, name in WORDS.items() if name == word)
    read_answers(state, 1, answers)
    seats = [int(seat) for seat in (who or "").split()]
    if ended == "won":
        (state.last_winner,) = seats
    for seat in seats if ended == "erred" else ():
        state.last_erred |= 1 << seat


def must(found: re.Match[str] | None) -> re.Match[str]:
    if not found:
        raise ValueError
    return found
