"""Whether a position can be: what reading one has to refuse, in words."""

from itertools import chain

import numpy as np
import numpy.typing as npt

from partybots.plugins.im_right_youre_wrong import layout
from partybots.plugins.im_right_youre_wrong.house import EFFECTS, KINDS
from partybots.plugins.im_right_youre_wrong.why import (
    TRIGGERS,
    effect,
    picked_from,
    why_illegal,
)

DOWN = (layout.T1, layout.T2, layout.T5, layout.T6)  # Traps that are laid face down
REMIND = ("A4", "A5", "A10", "A11", "H4")
NAMING = ("A3", "A6", "A7", "A9", "H3")
STEPS = {  # that may come after a question
    layout.CARD: (4,),
    layout.TO_DRAW: (1,),
    layout.CARD_BACK: (5, 7),
    layout.OPPONENT: (6,),
    layout.DISARM: (5,),
    layout.TRIGGER: (5,),
    layout.ORDER: (5,),
    layout.FOLLOW: (7,),
    layout.UNSEEN: (4, 7),
}
OF_THE_TURN = (layout.CARD, layout.TO_DRAW, layout.OPPONENT, layout.DISARM)


def impossible(state: np.record) -> str:
    """Why the position cannot be; "" if it can."""
    checks = (cards, who_is_in, traps, under, front, keeps, turn, question, answer)
    return next((wrong for check in checks if (wrong := check(state))), "")


def in_play(state: np.record) -> list[int]:
    """The Traps and the card being played."""
    rows = zip(state.traps, state.laid, strict=True)
    laid = chain.from_iterable(row[:n].tolist() for row, n in rows)
    return [*laid, *([int(state.card)] if state.card else [])]


def kinds_seen(state: np.record) -> npt.NDArray[np.int64]:
    """[kind]: how many there are in all zones, as far as they can be seen."""
    seen = np.asarray(state.hands.sum(0, dtype=np.int64) + state.pile)
    table = [*in_play(state), *state.under[: state.unders].tolist()]
    for card in (*table, *state.front[: state.fronts].tolist()):
        if card & 127:
            seen[(card & 127) - 1] += 1
    for kind in state.deck[: state.decked].tolist():
        if kind:
            seen[kind - 1] += 1
    return seen


def cards(state: np.record) -> str:
    """All zones together are the whole deck, and what lies face down can be a Trap."""
    seen, playing = kinds_seen(state), in_play(state)
    if (seen > state.kind_count).any():
        kind = int(np.argmax(seen > state.kind_count))
        name = EFFECTS[kind] if kind < len(EFFECTS) else f"#{kind}"
        return (
            f"there are {seen[kind]} {name}, and the deck has {state.kind_count[kind]}"
        )
    there = int(state.held.sum() + state.decked + state.unders + state.fronts)
    there += len(playing) + int(state.pile.sum())
    if there != (whole := int(state.kind_count.sum())):
        return f"there are {there} cards, and the deck has {whole}"
    deck = state.deck[: state.decked]
    if deck.any() and not deck.all():
        return "the deck can be seen in part"
    free = (state.kind_count - seen)[np.isin(state.kind_effect, DOWN)].sum()
    if sum(card & 127 == 0 for card in playing) > free:
        return "more cards lie face down than there are Traps left to do so"
    return ""


def who_is_in(state: np.record) -> str:
    """Seats went out one by one; who is in has a card, unless it is their turn."""
    gone, over = state.gone[: state.seats], state.step == layout.OVER
    left = int((gone < 0).sum())
    if sorted(gone[gone >= 0].tolist()) != [*range(len(gone) - left)]:
        return "seats go out one after another"
    if state.lost_to.max() >= state.seats:
        return f"there is no seat {state.lost_to.max()} to lose to"
    shared = bool(state.simultaneous) and not state.held.any()
    if left == 0 or over != (left == 1 or shared):
        return "IR-18: a match is over when one seat is left"
    if gone[state.turn] >= 0 and not over:
        return f"seat {state.turn} is out, so it has no turn"
    waiting = (gone < 0) & (state.held[: state.seats] == 0)
    waiting[state.turn] = False
    if waiting.any() and not over:
        return f"IR-17: seat {waiting.argmax()} is in and has no card"
    return ""


def traps(state: np.record) -> str:
    used = len(in_play(state)) + int(state.fronts) + int(state.pile.sum())
    for seat in range(state.seats):
        laid = state.traps[seat, : state.laid[seat]].tolist()
        if 2 * len(laid) > used + 1:
            return f"IR-5: others have not played often enough for seat {seat}'s Traps"
        if laid and state.gone[seat] >= 0 and not state.out_traps:
            return f"IR-S48: seat {seat} is out, and its Traps with it"
        for trap in laid:
            what, passed = effect(state, trap), trap >> layout.PASSED & 7
            if what and not what.startswith("T"):
                return f"seat {seat} has {what} among its Traps"
            reacts = 7 if what in ("T3", "T4") else 1 << TRIGGERS.get(what, 3)
            if passed & reacts:
                return f"{what} of seat {seat} would have reacted"
    return ""


def under(state: np.record) -> str:
    """What is known of cards on the table, under the deck too."""
    under = state.under[: state.unders].tolist()
    if any(card >> layout.SINCE > state.unseen for card in (*in_play(state), *under)):
        return 'a card left a hand later than "unseen" says'
    if any(card >> layout.PASSED & 7 for card in (*under, int(state.card))):
        return "only a Trap in play lets anything pass"
    if any(card & 127 and not card >> layout.KNOWN_TO & 31 for card in under):
        return "someone knows every card that was put under the deck"
    return ""


def front(state: np.record) -> str:
    if state.fronts > state.seats:
        return f"IR-S55: at most {state.seats} reminders lie there at a time"
    for card in state.front[: state.fronts].tolist():
        bound = card >> layout.KNOWN_TO & 31
        if effect(state, card) not in REMIND:
            return f"a reminder is {', '.join(REMIND)}, not {effect(state, card)}"
        out = [seat for seat in range(state.seats) if state.gone[seat] >= 0]
        if not bound or any(bound >> seat & 1 for seat in out):
            return "IR-S55: a reminder binds seats that are in"
    return ""


def keeps(state: np.record) -> str:
    """A seat keeps track of cards that it cannot see, not in its own hand."""
    for seat in range(state.seats):
        known = state.known[seat, : state.knows[seat]].tolist()
        if known != sorted(known):
            return "cards that a seat keeps track of stand in order"
        for card in known:
            if card & 31 == 0 or card >> seat & 1 or card >> 12 > state.unseen:
                return f"seat {seat} cannot keep track of such a card"
        kinds = np.bincount(kept(known), minlength=KINDS)
        if (kinds > state.kind_count - kinds_open_to(state, seat)).any():
            return f"seat {seat} keeps track of more cards than it cannot see"
    return ""


def kept(known: list[int]) -> npt.NDArray[np.int64]:
    """The kind of each."""
    return np.array([(card >> 5 & 127) - 1 for card in known], np.int64)


def kinds_open_to(state: np.record, seat: int) -> npt.NDArray[np.int64]:
    """[kind]: how many a seat can see."""
    table = [*in_play(state), *state.under[: state.unders].tolist()]
    open_to = [card for card in table if card >> layout.KNOWN_TO >> seat & 1]
    open_to += state.front[: state.fronts].tolist()
    kinds = [(card & 127) - 1 for card in open_to if card & 127]
    found = np.bincount(np.array(kinds, np.int64), minlength=KINDS)
    return np.asarray(found + state.pile + state.hands[seat])


def turn(state: np.record) -> str:
    """The numbers that belong to the turn."""
    if (state.due > 0) != (state.step == 5) or state.due > state.seats:
        return "a Trap is due in step 5 only"
    owner, place = divmod(int(state.aim), layout.PLACES)
    if state.aim >= 0 and place >= state.laid[owner]:
        return "there is no such Trap to aim at"
    if state.aim >= 0 and effect(state, int(state.card)) != "H2":
        return "only H2 aims at a Trap"
    if (state.returns > 0) != (state.question == layout.CARD_BACK):
        return "cards are returned when it is asked for one"
    if state.target >= 0 and effect(state, int(state.card)) not in NAMING:
        return f"only {', '.join(NAMING)} name a seat"
    if state.target >= 0 and state.gone[state.target] >= 0:
        return f"seat {state.target} is out and is named"
    if state.step == layout.OVER and (state.card or state.forced_by >= 0):
        return "the match is over, so no card is being played"
    return ""


def question(state: np.record) -> str:
    """Whether it is asked now, and of that seat."""
    what, asked = int(state.question), int(state.asked)
    if state.step == layout.OVER:
        return ""
    if state.step not in STEPS[what]:
        return f"step {state.step} does not follow that question"
    if state.gone[asked] >= 0:
        return f"seat {asked} is out and is asked"
    begins = what in (layout.CARD, layout.TO_DRAW)
    begins |= what == layout.UNSEEN and state.step == 4
    if begins != (state.card == 0):
        return "it is asked for a card, or one is being played"
    if what in OF_THE_TURN and asked != state.turn:
        return f"seat {state.turn} decides that, not seat {asked}"
    way = -1 if state.direction else 1
    due = (int(state.turn) - way * int(state.due)) % int(state.seats)
    if what in (layout.TRIGGER, layout.ORDER) and asked != due:
        return f"the Traps of seat {due} are due"
    return ""


def answer(state: np.record) -> str:
    """Whether who is asked can answer, as far as their hand can be seen."""
    what, asked, held = int(state.question), int(state.asked), state.held
    if what == layout.TRIGGER and state.place >= state.laid[asked]:
        return f"seat {asked} has no Trap there"
    if what == layout.FOLLOW and asked != state.target:
        return f"seat {state.target} follows A7"
    if what == layout.CARD_BACK and not (
        held[asked] > 1 and state.returns <= held[asked] and asked in returning(state)
    ):
        return f"seat {asked} has no choice of cards to return"
    if what == layout.UNSEEN and (
        picked_from(state) < 0 or held[picked_from(state)] < 2
    ):
        return "there is no hand to pick from"
    if what == layout.NOTHING or (held[asked] and not state.hands[asked].any()):
        return ""
    if all(why_illegal(state, action) for action in range(layout.ACTIONS)):
        return f"seat {asked} has no answer to that"
    return ""


def returning(state: np.record) -> tuple[int, ...]:
    """Who may have to return a card: in step 5 the attacker."""
    return (
        (int(state.turn),) if state.step == 5 else (int(state.turn), int(state.target))
    )
