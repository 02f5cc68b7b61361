"""Why an action is not legal, for people."""

import numpy as np

from partybots.plugins.im_right_youre_wrong.house import EFFECTS, KINDS, TYPES
from partybots.plugins.im_right_youre_wrong.layout import (
    ACTIONS,
    ATTACK,
    CARD,
    CARD_BACK,
    DISARM,
    DRAW,
    FOLLOW,
    HAND_OF,
    HIGHROAD,
    KNOWN_TO,
    NAME_SEAT,
    NAME_TRAP,
    NO,
    OPPONENT,
    ORDER,
    PICK,
    PLACES,
    PLAY,
    RETURN,
    TABLE,
    TO_DRAW,
    TRAP,
    TRIGGER,
    UNSEEN,
    YES,
)

ASKED_FOR = {
    CARD: "a card to play",
    TO_DRAW: "to draw or not",
    CARD_BACK: "a card to put under the deck",
    OPPONENT: "a seat",
    DISARM: "a Trap to disarm",
    TRIGGER: "whether the Trap acts, yes or no",
    ORDER: "which Trap acts",
    FOLLOW: "whether to draw and return, yes or no",
    UNSEEN: "the place of a card",
}
TRIGGERS = {"T1": ATTACK, "T2": HIGHROAD, "T3": HIGHROAD, "T6": TRAP}


def why_illegal(state: np.record, action: int) -> str:
    """The rule that forbids `action`, in words; "" if none does."""
    if not 0 <= action < ACTIONS:
        return f"there is no action {action}"
    if state.asked < 0:
        return "IR-18: the match is over"
    if action == NO:
        return why_no(state)
    if action == YES:
        return why_yes(state)
    question = int(state.question)
    if PLAY <= action < PLAY + KINDS and question == CARD:
        return why_not_play(state, action - PLAY)
    if RETURN <= action < RETURN + KINDS and question == CARD_BACK:
        return why_not_held(state, action - RETURN)
    if NAME_SEAT <= action < NAME_SEAT + TABLE and question == OPPONENT:
        return why_not_seat(state, action - NAME_SEAT)
    if NAME_TRAP <= action < DRAW and question in (DISARM, ORDER):
        return why_not_trap(state, *divmod(action - NAME_TRAP, PLACES))
    if action == DRAW and question == TO_DRAW:
        return ""
    if action >= PICK and question == UNSEEN:
        cards = int(state.held[picked_from(state)])
        return "" if action < PICK + cards else f"IR-S14: that hand has {cards} cards"
    return f"it is asked for {ASKED_FOR[question]}"


def effect(state: np.record, card: int) -> str:
    """Of a card on the table; "" if it cannot be seen."""
    return EFFECTS[state.kind_effect[(card & 127) - 1]] if card & 127 else ""


def why_not_held(state: np.record, kind: int) -> str:
    if state.hands[state.asked, kind]:
        return ""
    return f"IR-S11: seat {state.asked} does not hold that card"


def why_not_play(state: np.record, kind: int) -> str:
    if not state.hands[state.asked, kind]:
        return f"IR-5: seat {state.asked} does not hold that card"
    if state.allow_rule_breaking:
        return ""
    return why_barred(state, int(state.kind_type[kind]))


def why_barred(state: np.record, kind: int) -> str:
    """What forbids that type to the seat to play."""
    for reminder in map(int, state.front[: state.fronts]):
        bound = reminder >> KNOWN_TO & 1 << int(state.asked)
        what, player = effect(state, reminder), reminder >> HAND_OF & 7
        if bound and (what, kind) in (("A4", HIGHROAD), ("A5", ATTACK)):
            return f"IR-S22: {what} forbids any {TYPES[kind].title()} this turn"
        if bound and (what, kind) == ("H4", ATTACK):
            return f"IR-S23: H4 of seat {player} forbids any Attack this turn"
    if kind == TRAP:
        for seat, laid in enumerate(state.laid):
            if "T4" in [effect(state, int(trap)) for trap in state.traps[seat, :laid]]:
                return f"IR-S46: T4 of seat {seat} forbids a new Trap"
    return ""


def why_no(state: np.record) -> str:
    if state.question in (TO_DRAW, TRIGGER, FOLLOW):
        return ""
    if state.question == CARD:
        kinds = np.flatnonzero(state.hands[state.asked]).tolist()
        playable = [kind for kind in kinds if not why_not_play(state, kind)]
        return "IR-S24: there is a card to play" if playable else ""
    if state.question != ORDER:
        return f"it is asked for {ASKED_FOR[int(state.question)]}"
    if state.asked == state.turn or state.trap_trigger:
        return ""
    places = range(int(state.place), int(state.laid[state.asked]))
    acting = [place for place in places if not why_idle(state, int(state.asked), place)]
    return "IR-S33: a Trap has to act" if acting else ""


def why_yes(state: np.record) -> str:
    if state.question == FOLLOW:
        return ""
    if state.question == TRIGGER:
        return why_idle(state, int(state.asked), int(state.place))
    return f"it is asked for {ASKED_FOR[int(state.question)]}"


def why_not_seat(state: np.record, seat: int) -> str:
    if seat >= state.seats or state.gone[seat] >= 0:
        return f"IR-S61: seat {seat} is not in the match"
    if seat != state.asked:
        return ""
    if state.allow_self_target and effect(state, int(state.card)) in ("A6", "A7"):
        return ""
    return "IR-S15: it has to be an opponent"


def why_not_trap(state: np.record, owner: int, place: int) -> str:
    if place >= state.laid[owner]:
        return "IR-S68: there is no such Trap"
    if state.question == DISARM:
        return ""
    if owner != state.asked or place < state.place:
        return "IR-S67: it has to be a Trap of one's own that is due"
    return why_idle(state, owner, place)


def why_idle(state: np.record, owner: int, place: int) -> str:
    """What keeps a Trap from acting on the card being played."""
    if state.aim == owner * PLACES + place:
        return "IR-S41: the Trap that is disarmed does not act"
    card, trap = int(state.card), effect(state, int(state.traps[owner, place]))
    kind = int(state.kind_type[(card & 127) - 1]) if card & 127 else TRAP
    if TRIGGERS.get(trap, -1) != kind:
        return f"IR-10: no {TYPES[kind].title()} triggers {trap or 'it'}"
    if effect(state, card) == "H1" and kind == HIGHROAD:
        if trap == "T3" and state.h1_triggers_t3:
            return ""
        return "IR-S39: H1 triggers neither T2 nor T3"
    if (effect(state, card), trap, kind) == ("H2", "T2", HIGHROAD):
        return "IR-S40: T2 does not ignore H2"
    return ""


def picked_from(state: np.record) -> int:
    """Whose hand is picked from unseen."""
    return int(state.target if state.asked == state.turn else state.turn)
