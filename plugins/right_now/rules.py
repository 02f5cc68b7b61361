"""Right Now for 2 to 7 players: empty a hand that may not be put in order.

RN-1   A card has a top and a bottom half of two colours out of seven; some an effect.
RN-2   The first dealer is drawn by lot. The dealer shuffles and deals nine cards each.
RN-3   A hand is a row from front to rear. Its order, and which way up its cards are,
       change by a rule only.
RN-4   The rest is the draw pile. Its first card, turned over, starts the discards.
RN-5   The dealer's left begins; clockwise. A turn is a play, a draw or an exit.
RN-6   A single card can be played if it has a colour of the top discard, on any half.
RN-7   Neighbours in a hand with one colour on the top half of all, or on the bottom
       half of all, are a combo of that colour.
RN-8   A combo can be played if its colour is one of the top discard's.
RN-9   A combo keeps its order: its front card becomes the top discard.
RN-10  A combo of exactly four is a Super Combo and can be played on any card.
RN-11  A draw puts the next card of the pile at the rear, either way up.
RN-12  An exit leaves the round for nine points less the cards still in hand.
RN-13  If the card that becomes the top discard by a play has an effect, the other seats
       must follow it and the one that played may. Draw: draw a card.
RN-14  Move: put any card but the rear one, if there is one, at the rear, as it lies.
RN-15  Rotate: turn a card upside down where it is.
RN-16  Who has no card left wins the round and scores ten; whoever is still in it scores
       nothing. Who exited keeps the points.
RN-17  Who is left alone in a round wins it as well.
RN-18  The winner of a round deals the next, from all the cards.
RN-19  If someone has 25 points or more after a round, the game ends. The highest total
       wins; equal ones share the win.

The rulebook leaves this open; it is our choice, and an option named can change it:

RN-S1   When a card is needed, an empty pile is made of all discards but the top one,
        shuffled (`reshuffle`).
RN-S2   If there is still none, nobody may draw, and nobody follows a Draw effect.
RN-S3   An effect goes clockwise, and who played decides last (`effect_order`).
RN-S4   The effect of a hand's last card does nothing: the round is over.
RN-S5   Nor does that of the card that starts the discards.
RN-S6   Nor does that of a card covered within a combo.
RN-S7   An exit with more than nine cards scores less than nothing (`exit_floor`).
RN-S8   An exit on the first turn is allowed and scores nothing.
RN-S9   The cards of a seat that exits lie aside for the round (`exited_cards`). If they
        go under the discards, they are still in its row until these are shuffled.
RN-S10  Effects pass over seats that have exited.
RN-S11  Two exits are never at the same time.
RN-S12  Nobody can exit from a round alone: it is over.
RN-S13  A seat that could play may draw.
RN-S14  A turn is one action: who has drawn does not play.
RN-S15  A card is seen before it is turned either way.
RN-S16  Any part of a longer run is a combo, and any of its cards a single.
RN-S17  A combo may have two colours; if either matches it can be played.
RN-S18  A colour on top of one card and at the bottom of the next is no combo.
RN-S19  Whether a combo of four matches makes no difference.
RN-S20  With two cards, Move takes the front one.
RN-S21  With one card, Rotate turns that.
RN-S22  The seat that played is not asked to move its only card either.
RN-S23  Seven seats at most, or fewer (`max_players`).
RN-S24  Every card dealt lies either way up, by a fair coin.
RN-S25  The first card dealt to a seat is its rear card, the last its front card.
RN-S26  If an exit makes a total 25 or more, the round is still played to its end.
RN-S27  It is the highest total that wins, not the first to reach 25 (`target`).
RN-S28  A round may be cut short (`max_turns`). At LONGEST turns it is in any case; play
        with an aim comes nowhere near, but every match has to end.
RN-S29  Counts of cards, the top discard and the totals are open to all; hands are not.
RN-S30  The first dealer may be agreed on (`first_dealer`).
RN-S31  Whatever others choose when they follow an effect stays in their hands.
RN-S32  Turning a drawn card is a decision of its own. The card is in the hand already.
RN-S33  In a round cut short who is still in it scores nothing; its dealer deals again.
RN-S34  Cards are dealt one by one from the dealer's left.
RN-S35  Eight seats would need 73 cards.
RN-S36  A seat remembers all cards it saw; once shuffled again they may be anywhere
        (`memory`). So it knows the discards, which all saw played, and its own cards.
RN-S37  A match ends after so many rounds; the highest total wins (`max_rounds`).

The published deck is not known; the default one is ours.
"""

from partybots.core.chance import below
from partybots.core.jit import kernel
from partybots.plugins.right_now.house import DEALT
from partybots.plugins.right_now.layout import (
    ACTIONS,
    ACTIVE_FIRST,
    CHOOSING,
    DECLINE,
    DISCARD_BOTTOM,
    DRAW,
    DRAWN,
    EITHER,
    EXIT,
    FIRST,
    HOLD,
    KEEP,
    LONGEST,
    MATCHES,
    MOVE,
    NO_MINUS,
    PLAY,
    PLAYING,
    PRINTED,
    ROTATE,
    SEATS,
    SIDES,
    SPAN,
    STARTS,
    STATE,
    SUPER,
    TO_DRAW,
    TO_MOVE,
    TO_ROTATE,
    TURN,
    TURNED,
    WIN,
)
from partybots.plugins.right_now.thumb import greedy
from partybots.plugins.right_now.unseen import blank, guess, hide, mix

VERSION = 1  # raised when play or numbering changes

__all__ = ["ACTIONS", "SEATS", "SPAN", "STATE", "VERSION", "greedy", "guess", "hide"]


@kernel
def deal(state, rng):
    """Deal the first round, by whom chance or the table says (RN-2 RN-S30)."""
    state.dealer = state.first_dealer - 1
    if state.dealer < 0:
        state.dealer = below(rng, state.seats)
    deal_round(state, rng)


@kernel
def actor(state):
    """The seat to act, or -1 when the match is over (RN-19)."""
    return state.to_act


@kernel
def legal(state, actions):
    """Write into `actions` what the seat to act may do, return how many."""
    if state.doing == PLAYING:
        return legal_turns(state, actions)
    if state.doing == DRAWN:
        actions[0], actions[1] = KEEP, TURN
        return 2
    return legal_answers(state, actions)


@kernel
def legal_turns(state, actions):
    """A draw, an exit, or a slice of the hand (RN-5 to RN-12)."""
    n = 0
    if can_draw(state):
        actions[n] = DRAW
        n += 1
    actions[n] = EXIT
    n += 1
    hand = state.hands[state.to_act]
    matches = MATCHES[state.discards[state.discarded - 1]]
    first = PLAY
    for start in range(state.held[state.to_act]):
        common, length = SIDES[hand[start]], 0
        while common != 0:  # ends behind the rear card at the latest
            actions[n] = first + length
            length += 1
            n += ((common & matches) != 0) | (length == SUPER)
            common &= SIDES[hand[start + length]]
        first += HOLD - start
    return n


@kernel
def legal_answers(state, actions):
    """What an effect leaves to choose (RN-13 to RN-15)."""
    n = 0
    if state.to_act == state.turn:
        if state.effect == TO_DRAW:
            actions[n] = DRAW
            n += 1
        actions[n] = DECLINE
        n += 1
    first, choice = MOVE, 0
    if state.effect == TO_MOVE:
        choice = state.held[state.to_act] - 1
    elif state.effect == TO_ROTATE:
        first, choice = ROTATE, state.held[state.to_act]
    for place in range(choice):
        actions[n + place] = first + place
    return n + choice


@kernel
def apply(state, action, rng):
    """Play a legal action, in place."""
    seat = state.to_act
    if action >= PLAY:
        play(state, STARTS[action - PLAY], action, rng)
    elif action == DRAW:
        draw(state, seat, rng)
    elif action == EXIT:
        leave(state, seat, rng)
    else:
        rearrange(state.hands[seat], state.held[seat] - 1, action)
        if state.effect == 0:
            end_turn(state, rng)
        else:
            ask_next(state, rng)


@kernel
def scores(state, out):
    """Totals; while a seat is in the round, with what it would exit for (RN-12)."""
    for seat in range(state.seats):
        out[seat] = state.totals[seat]
        if state.to_act >= 0 and state.gone[seat] == 0:
            out[seat] += exit_points(state, seat)


@kernel
def winners(state, out):
    """1 for the highest total, however many have it (RN-19)."""
    best = state.totals[0]
    for seat in range(state.seats):
        best = max(best, state.totals[seat])
    for seat in range(state.seats):
        out[seat] = 1 if state.totals[seat] == best else 0


@kernel
def rounds(state):
    """Rounds completed (RN-16 RN-17)."""
    return state.rounds


@kernel
def idle(state):
    """Exit, and whatever is asked before that, the first there is."""
    if state.doing == PLAYING:
        return EXIT
    if state.doing == DRAWN:
        return KEEP
    if state.to_act == state.turn:
        return DECLINE
    return MOVE if state.effect == TO_MOVE else ROTATE


@kernel
def deal_round(state, rng):
    """Shuffle all cards and deal (RN-2 RN-4 RN-5 RN-18 RN-S25 RN-S34)."""
    state.turns, state.doing, state.effect = 0, PLAYING, 0
    for seat in range(state.seats):
        blank(state.hands[seat], state.held[seat])
        state.gone[seat], state.held[seat] = 0, DEALT
    blank(state.discards, state.discarded)
    for place in range(state.cards):
        state.pile[place] = state.deck[place]
    mix(state.pile, state.cards, rng)
    state.piled = state.cards
    for place in range(DEALT - 1, -1, -1):
        seat = state.dealer
        for _ in range(state.seats):
            seat = left_of(state, seat)
            state.hands[seat, place] = EITHER[below(rng, 2), next_card(state)]
    state.discards[0] = next_card(state)
    state.discarded = 1
    pass_turn(state, state.dealer)


@kernel
def next_card(state):
    """Take the card on top of the pile."""
    state.piled -= 1
    card = state.pile[state.piled]
    state.pile[state.piled] = 0
    return card


@kernel
def can_draw(state):
    """Whether there is a card to draw, or one to make a pile of (RN-S1 RN-S2)."""
    if state.piled > 0:
        return True
    return state.reshuffle == 1 and (state.discarded > 1 or buried(state) > 0)


@kernel
def buried(state):
    """How many cards of exited seats lie under the discards (RN-S9)."""
    n = 0
    if state.exited_cards == DISCARD_BOTTOM:
        for seat in range(state.seats):
            n += state.held[seat] * state.gone[seat]
    return n


@kernel
def draw(state, seat, rng):
    """Put the next card at the rear; which way up is asked next (RN-11 RN-S32)."""
    if state.piled == 0:
        renew_pile(state, rng)
    state.hands[seat, state.held[seat]] = next_card(state)
    state.held[seat] += 1
    state.doing = DRAWN


@kernel
def renew_pile(state, rng):
    """Shuffle the discards but their top into a pile (RN-S1 RN-S9)."""
    top = state.discarded - 1
    for place in range(top):
        state.pile[place] = PRINTED[state.discards[place]]
    card = state.discards[top]
    blank(state.discards, state.discarded)
    state.discards[0], state.discarded, state.piled = card, 1, top
    if state.exited_cards == DISCARD_BOTTOM:
        for seat in range(state.seats):
            while state.gone[seat] == 1 and state.held[seat] > 0:
                state.held[seat] -= 1
                state.pile[state.piled] = PRINTED[state.hands[seat, state.held[seat]]]
                state.hands[seat, state.held[seat]] = 0
                state.piled += 1
    mix(state.pile, state.piled, rng)


@kernel
def play(state, start, action, rng):
    """Discard a slice of the hand, its front card last (RN-6 to RN-10)."""
    seat = state.to_act
    hand, held = state.hands[seat], state.held[seat]
    length = action - FIRST[start] + 1
    for place in range(start + length - 1, start - 1, -1):
        state.discards[state.discarded] = hand[place]
        state.discarded += 1
    for place in range(start, held - length):
        hand[place] = hand[place + length]
    for place in range(held - length, held):
        hand[place] = 0
    state.held[seat] -= length
    state.effect = state.discards[state.discarded - 1] >> 6
    if state.held[seat] == 0:
        win(state, seat, rng)
    elif state.effect != 0:
        ask_next(state, rng)
    else:
        end_turn(state, rng)


@kernel
def rearrange(hand, rear, action):
    """Turn or move a card of a hand; KEEP and DECLINE do nothing (RN-11 to RN-15)."""
    if action >= ROTATE:
        hand[action - ROTATE] = TURNED[hand[action - ROTATE]]
    elif action >= MOVE:
        moved = hand[action - MOVE]
        for place in range(action - MOVE, rear):
            hand[place] = hand[place + 1]
        hand[rear] = moved
    elif action == TURN:
        hand[rear] = TURNED[hand[rear]]


@kernel
def ask_next(state, rng):
    """Have the effect followed by the first, or next, whom it concerns; others do not
    choose whether to draw (RN-13 to RN-15 RN-S2 RN-S3 RN-S22).
    """
    first = state.turn + (state.effect_order != ACTIVE_FIRST)
    step = 0  # place in the order of the effect
    if state.doing != PLAYING:
        step = state.to_act - first + 1
        if step <= 0:
            step += state.seats
    for later in range(step, state.seats):
        seat = first + later
        if seat >= state.seats:
            seat -= state.seats
        able = state.gone[seat] == 0 and (
            state.effect != TO_MOVE or state.held[seat] > 1
        )
        if able and (state.effect != TO_DRAW or can_draw(state)):
            state.to_act, state.doing = seat, CHOOSING
            if state.effect == TO_DRAW and seat != state.turn:
                draw(state, seat, rng)
            return
    state.effect = 0
    end_turn(state, rng)


@kernel
def exit_points(state, seat):
    """Nine less the cards in hand (RN-12 RN-S7)."""
    points = DEALT - state.held[seat]
    return 0 if points < 0 and state.exit_floor == NO_MINUS else points


@kernel
def leave(state, seat, rng):
    """Exit (RN-12); who is left alone wins (RN-17)."""
    state.totals[seat] += exit_points(state, seat)
    state.gone[seat] = 1
    last = left_in(state, seat)
    if left_in(state, last) == last:
        win(state, last, rng)
    else:
        end_turn(state, rng)


@kernel
def end_turn(state, rng):
    """On to the next turn, or the end of a round cut short (RN-5 RN-S28 RN-S33)."""
    state.turns += 1
    if state.turns == state.max_turns or state.turns >= LONGEST:
        end_round(state, rng)
    else:
        pass_turn(state, state.turn)


@kernel
def pass_turn(state, seat):
    """It is the turn of the first seat after `seat` that is in the round (RN-5)."""
    state.turn = state.to_act = left_in(state, seat)
    state.doing = PLAYING


@kernel
def left_in(state, seat):
    """The next seat clockwise that is in the round; itself if it is alone."""
    seat = left_of(state, seat)
    while state.gone[seat] == 1:
        seat = left_of(state, seat)
    return seat


@kernel
def left_of(state, seat):
    return seat + 1 if seat + 1 < state.seats else 0


@kernel
def win(state, seat, rng):
    """End the round with a winner, who deals the next (RN-16 RN-17 RN-18)."""
    state.totals[seat] += WIN
    state.dealer = seat
    end_round(state, rng)


@kernel
def end_round(state, rng):
    """Deal another round, unless the game ends (RN-18 RN-19 RN-S33 RN-S37)."""
    state.rounds += 1
    over = state.rounds >= state.max_rounds
    for seat in range(state.seats):
        over |= state.totals[seat] >= state.target
    if over:
        state.turn, state.to_act = -1, -1
        state.doing, state.effect = PLAYING, 0
    else:
        deal_round(state, rng)
