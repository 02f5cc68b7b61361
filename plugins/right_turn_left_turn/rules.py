"""Right Turn, Left Turn for 2 to 8 players: be first to find where a Contract leads.

RTLT-1   A Contract names a landmark to start from and three movements, in order.
RTLT-2   The landmarks are house, ambulance, bicycle, tree, street lamp, stop sign and
         traffic light.
RTLT-3   Each of them stands on one Agent card, with a police agent drawn from the front
         or from behind.
RTLT-4   A movement is a number of steps to the agent's left or right.
RTLT-5   The Agents lie face up in a circle, in any order, feet to the middle.
RTLT-6   The Contracts are shuffled and lie face down: the pile.
RTLT-7   The oldest player turns the first Contract; all may answer once they see it.
RTLT-8   The first movement leaves from the Contract's landmark, each later one from
         where the one before it ended.
RTLT-9   Left and right are those of the agent a movement leaves from, all the way.
RTLT-10  While searching nobody speaks, except to answer, and hands stay down.
RTLT-11  An answer names the landmark where the last movement ends.
RTLT-12  The first right answer wins the Contract.
RTLT-13  Whoever answers wrong is out of the round and gives back a Contract, if they
         have one.
RTLT-14  A wrong answer does not stop the others.
RTLT-15  Then the next player turns the next Contract.
RTLT-16  Right answers at the same time: the Contract goes under the pile, another is
         turned, and only those players may answer it.
RTLT-17  Whoever has six Contracts first wins at once (`target`).
RTLT-18  For beginners the first movement is enough, later the first two (`depth`).

The rulebook leaves this open. It is our choice; what names an option can be changed:

RTLT-S1   Nobody right: the Contract goes under the pile (`unsolved_card`).
RTLT-S2   A Contract given back goes into the box (`penalty_card`).
RTLT-S3   It is the one won last.
RTLT-S4   An empty pile ends the match, most Contracts win (`on_empty_pile`).
RTLT-S5   Wrong at the same time as someone is right: out, and it costs.
RTLT-S6   Wrong after someone was right: nothing happens.
RTLT-S7   Nobody answers a Contract twice.
RTLT-S8   A word that is no landmark is wrong (`unknown_answer`).
RTLT-S9   Nor does anyone who is out answer.
RTLT-S10  The last one in still has to be right.
RTLT-S11  Nobody says anything: as S1.
RTLT-S12  A tie-break belongs to its round and to whoever turned its first Contract.
RTLT-S13  In a tie-break wrong answers cost the same; one who is left must be right.
RTLT-S14  Tied again: again, among those tied now.
RTLT-S15  Tied with no pile left: the Contract goes into the box and the round ends.
RTLT-S16  The next player is the next seat (`revealer`).
RTLT-S17  The oldest player is seat 0 (`first_revealer`).
RTLT-S18  Two players cannot reach the target at once, as a round has one winner.
RTLT-S19  The target is at most the number of Contracts.
RTLT-S20  More than 8 players need a house rule (`max_players`).
RTLT-S21  A Contract may end where it starts.
RTLT-S22  A movement is 1 step or more; 7 go all the way round.
RTLT-S23  Nobody has fewer than no Contracts.
RTLT-S24  The circle stays as it lies, or is laid out anew for each match (`relayout`).
RTLT-S25  The number of movements grows between rounds only (`deeper_every`).
RTLT-S26  Contracts in the box are gone, so the pile can run out before the target.
RTLT-S27  The answers to a Contract are judged together, in the order of their times.
RTLT-S28  Times at most `tie_window_ms` after the first right one are the same time.
RTLT-S29  Contracts given back go under the pile in order of answers, the open one last.
RTLT-S30  After S15 everyone may answer the next Contract, if the box makes a new pile.
RTLT-S31  `revealer` is winner and nobody won: the same player turns the next.
RTLT-S32  With no Contract open there is nothing to answer.
RTLT-S33  At `max_ties` ties in one round the Contract leaves the match for good.
RTLT-S34  After `max_rounds` the match ends, most Contracts win.

The search is a race: each seat that may answer gives one answer or stays silent,
sealed until all have, and `stamp` says when. Which Contracts were seen, and where they
went, is known to all; the order of those that were not is known to nobody.
"""

import numpy as np

from partybots.core.chance import below, shuffle
from partybots.core.house import fields
from partybots.core.jit import kernel
from partybots.plugins.right_turn_left_turn.house import (
    CAPACITY,
    HOUSE,
    MOVEMENTS,
    SHIFT,
)

VERSION = 1  # raised when play or numbering changes

SEATS = range(2, 11)
SPAN = 2  # a round is won by one seat and may cost another a Contract

LANDMARKS = 7  # and actions 0 to 6: to name one, in the order of RTLT-2
SOMETHING_ELSE, SILENT = 7, 8
ACTIONS = 9

STEPS = 2 ** (SHIFT - 1) - 1  # the bits of a movement that count its steps
LEFT, BEHIND = 0, 0  # RIGHT and FRONT are 1
UNSEEN, SEEN, BOXED, GONE = 0, 1, 2, 3
UNDER_PILE, BOX = 0, 1  # unsolved_card, penalty_card
RECYCLE_BOX = 1  # on_empty_pile
WRONG = 0  # unknown_answer
NEXT_SEAT, WINNER = 0, 1  # revealer
EACH_MATCH = 1  # relayout
SLOWEST = 3_000  # ms; a missing time is less
UNSTAMPED = -1
NEVER = 2**62  # ms

STATE = np.dtype(
    (
        np.record,
        [
            ("seats", np.int64),
            *fields(HOUSE),
            ("cards", np.int64),  # Contracts in the deck, numbered from 1
            ("open", np.int64),  # the Contract to answer; 0: the match is over
            ("turner", np.int64),  # seat that turned this round's; 0 when over
            ("may", np.int64),  # bit s: seat s may answer it
            ("to_act", np.int64),  # the first of them that has not; 0 when over
            ("clock", np.int64),  # ms that the next answer takes; UNSTAMPED
            ("rounds", np.int64),  # that ended
            ("ties", np.int64),  # in this round
            ("in_pile", np.int64),
            ("unseen", np.int64),  # of these, the upper ones: nobody knows their order
            ("last", np.int64),  # the Contract before; 0: none
            ("last_right", np.int64),  # 1 + the landmark it led to; 0: none
            ("said", np.int64, SEATS[-1]),  # [seat] 1 + its answer; 0: none, or hidden
            ("ms", np.int64, SEATS[-1]),  # [seat] when; 0 if silent
            ("last_said", np.int64, SEATS[-1]),  # the same of the Contract before
            ("last_ms", np.int64, SEATS[-1]),
            ("held", np.int64, SEATS[-1]),  # [seat] Contracts won
            ("deck", np.int64, CAPACITY),  # [card - 1] as house.pack() does; 0: no card
            ("circle", np.uint8, LANDMARKS),  # clockwise from the house
            ("facing", np.uint8, LANDMARKS),  # [landmark]
            ("leads", np.uint8, (LANDMARKS, 2, LANDMARKS)),  # [start, side, steps % 7]
            ("pile", np.uint8, CAPACITY),  # cards, the bottom one first
            ("won", np.uint8, (SEATS[-1], CAPACITY)),  # cards, the last won last
            ("lies", np.uint8, CAPACITY),  # [card - 1] UNSEEN in the pile, SEEN there,
            # open or won, BOXED, or GONE for good
        ],
    )
)


@kernel
def deal(state, rng):
    """Shuffle the Contracts, lay out the circle, turn the first (RTLT-5 6 7, S24)."""
    for card in range(state.cards):
        state.pile[card] = card + 1
    state.in_pile = state.cards
    state.unseen = state.cards
    shuffle(rng, state.pile[: state.cards])
    if state.relayout == EACH_MATCH:
        shuffle(rng, state.circle[1:])
    tabulate(state)
    state.turner = state.first_revealer
    state.clock = UNSTAMPED
    turn(state, (1 << state.seats) - 1)


@kernel
def actor(state):
    """The first seat that may answer and has not, or -1 when the match is over."""
    return state.to_act if state.open > 0 else -1


@kernel
def legal(state, actions):
    """Any landmark, another word unless that is refused, or silence (RTLT-11, S8)."""
    for landmark in range(LANDMARKS):
        actions[landmark] = landmark
    n = LANDMARKS
    if state.unknown_answer == WRONG:
        actions[n] = SOMETHING_ELSE
        n += 1
    actions[n] = SILENT
    return n + 1


@kernel
def apply(state, action, rng):
    """Answer the open Contract; after the last answer it is judged (RTLT-11, S27)."""
    seat, ms = state.to_act, state.clock
    state.clock = UNSTAMPED
    state.said[seat] = action + 1
    if action != SILENT:
        state.ms[seat] = ms if ms >= 0 else below(rng, SLOWEST)
    state.to_act = next_asked(state, seat + 1)
    if state.to_act == state.seats:
        judge(state, rng)


@kernel
def stamp(state, ms):
    """How long the answer that comes next takes, in ms, 0 or more."""
    state.clock = ms


@kernel
def scores(state, out):
    """The Contracts a seat has (RTLT-17)."""
    for seat in range(state.seats):
        out[seat] = state.held[seat]


@kernel
def rounds(state):
    """A round and its tie-breaks end with a Contract won or put away (RTLT-15, S12)."""
    return state.rounds


@kernel
def idle(state):
    return SILENT


@kernel
def greedy(state, actions, n, rng):
    """Answer right; the time, which decides, is chance."""
    return answer(state)


@kernel
def sealed(state):
    """Whether some have answered the open Contract and some have not yet (S27)."""
    return np.int64(state.may & ((1 << state.to_act) - 1) != 0)


@kernel
def hide(state, seat):
    """Blank what `seat` cannot see: the order of the pile, what others answered."""
    for place in range(state.in_pile - state.unseen, state.in_pile):
        state.pile[place] = 0
    for other in range(state.seats):
        if other != seat:
            state.said[other] = 0
            state.ms[other] = 0
    if state.to_act != seat:
        state.clock = UNSTAMPED


@kernel
def guess(state, seat, rng):
    """Shuffle the Contracts nobody has seen; let those who answered say anything."""
    top = state.in_pile - state.unseen
    for card in range(1, state.cards + 1):
        if state.lies[card - 1] == UNSEEN:
            state.pile[top] = card
            top += 1
    shuffle(rng, state.pile[state.in_pile - state.unseen : state.in_pile])
    for other in range(state.to_act):
        if other != seat and state.may >> other & 1:
            state.said[other] = 1 + below(rng, LANDMARKS)
            state.ms[other] = below(rng, SLOWEST)


@kernel
def movements(state):
    """How many movements count in this round (RTLT-18, S25)."""
    if state.deeper_every < 1:
        return state.depth
    return min(MOVEMENTS, state.depth + state.rounds // state.deeper_every)


@kernel
def answer(state):
    """The landmark that the open Contract leads to (RTLT-8 9)."""
    card = state.deck[state.open - 1]
    landmark = card & 7
    for movement in range(movements(state)):
        move = card >> (3 + SHIFT * movement)
        landmark = state.leads[landmark, move & 1, (move >> 1 & STEPS) % LANDMARKS]
    return np.int64(landmark)


@kernel
def tabulate(state):
    """Where any movement leads. Behind an agent, its right is clockwise (RTLT-9)."""
    for place in range(LANDMARKS):
        start = state.circle[place]
        for side in range(2):
            clockwise = (state.facing[start] == BEHIND) != (side == LEFT)
            for steps in range(LANDMARKS):
                end = place + steps if clockwise else place - steps
                state.leads[start, side, steps] = state.circle[end % LANDMARKS]


@kernel
def judge(state, rng):
    """Who was right first, who was wrong in time, who has the Contract (RTLT-12 16)."""
    right, first = answer(state) + 1, NEVER
    for seat in range(state.seats):
        if state.said[seat] == right:
            first = min(first, state.ms[seat])
    first_seat, tied, close = -1, 0, first + state.tie_window_ms
    for seat in range(state.seats):
        if state.said[seat] == right and state.ms[seat] <= close:
            tied |= 1 << seat
            first_seat = seat
    remember(state, right)
    fine(state, right, close)
    if tied == 0:
        put(state, state.open, state.unsolved_card)
    elif tied == 1 << first_seat:
        state.won[first_seat, state.held[first_seat]] = state.open
        state.held[first_seat] += 1
    elif state.ties + 1 == state.max_ties:
        state.lies[state.open - 1] = GONE
        first_seat = -1
    elif state.in_pile == 0:
        put(state, state.open, BOX)
        first_seat = -1
    else:
        put(state, state.open, UNDER_PILE)
        state.ties += 1
        turn(state, tied)
        return
    end_round(state, first_seat, rng)


@kernel
def remember(state, right):
    """Keep what everybody heard."""
    state.last, state.last_right = state.open, right
    for seat in range(state.seats):
        state.last_said[seat] = state.said[seat]
        state.last_ms[seat] = state.ms[seat]


@kernel
def fine(state, right, close):
    """Whoever was wrong in time gives back a Contract, in turn (RTLT-13, S2 S3 S29)."""
    while True:
        payer = -1
        for seat in range(state.seats):
            owes = state.held[seat] > 0 and state.ms[seat] <= close
            owes = owes and state.said[seat] not in (0, right, SILENT + 1)
            if owes and (payer < 0 or state.ms[seat] < state.ms[payer]):
                payer = seat
        if payer < 0:
            return
        state.held[payer] -= 1
        card = state.won[payer, state.held[payer]]
        state.won[payer, state.held[payer]] = 0
        state.said[payer] = 0
        put(state, card, state.penalty_card)


@kernel
def put(state, card, where):
    """A Contract that everyone has seen goes under the pile or into the box (S1 S2)."""
    if where == BOX:
        state.lies[card - 1] = BOXED
        return
    for place in range(state.in_pile, 0, -1):
        state.pile[place] = state.pile[place - 1]
    state.pile[0] = card
    state.in_pile += 1


@kernel
def end_round(state, winner, rng):
    """End the match or turn the next Contract; `winner` -1 is nobody (RTLT-15 17)."""
    state.rounds += 1
    state.ties = 0
    over = winner >= 0 and state.held[winner] == state.target
    over = over or state.rounds == state.max_rounds
    if not over and state.in_pile == 0 and state.on_empty_pile == RECYCLE_BOX:
        recycle(state, rng)
    if over or state.in_pile == 0:
        stop(state)
        return
    if state.revealer == NEXT_SEAT:
        state.turner = (state.turner + 1) % state.seats
    elif state.revealer == WINNER and winner >= 0:
        state.turner = winner
    turn(state, (1 << state.seats) - 1)


@kernel
def recycle(state, rng):
    """Make a new pile of the box (S4)."""
    for card in range(1, state.cards + 1):
        if state.lies[card - 1] == BOXED:
            state.lies[card - 1] = UNSEEN
            state.pile[state.in_pile] = card
            state.in_pile += 1
    state.unseen = state.in_pile
    shuffle(rng, state.pile[: state.in_pile])


@kernel
def turn(state, may):
    """Turn the top Contract for the seats whose bits are in `may` (RTLT-7 16)."""
    state.in_pile -= 1
    state.open = state.pile[state.in_pile]
    state.pile[state.in_pile] = 0
    state.unseen = max(state.unseen - 1, 0)
    state.lies[state.open - 1] = SEEN
    clear(state)
    state.may = may
    state.to_act = next_asked(state, 0)


@kernel
def stop(state):
    state.open, state.may, state.to_act, state.turner = 0, 0, 0, 0
    clear(state)


@kernel
def clear(state):
    """Nobody has answered (S27)."""
    for seat in range(state.seats):
        state.said[seat] = 0
        state.ms[seat] = 0


@kernel
def next_asked(state, seat):
    """`seat` or the first one after it that may answer; `seats` if none (S7 S9)."""
    while seat < state.seats and not state.may >> seat & 1:
        seat += 1
    return seat
