"""I'm Right You're Wrong for 2 to 5 players: one card a turn, the last one in wins.

In our words, after the game by Right Wrong Game Co; numbers as in the specification.
What the rulebook leaves open is a ruling (S) of ours; [name] is its house rule.

Set-up
IR-1    Shuffle and deal [hand_size] cards each; the rest is the deck.
IR-2    Somebody starts [first_player].
IR-3    Turns go round the table, clockwise if nothing else is agreed [direction].
IR-S1   Who starts is drawn, unless a seat is named [first_player].
IR-S50  Two to five play [max_players], and their hands leave a deck.
IR-S71  Cards are dealt one at a time, seat 0 first, from the top.

Cards (their types, counts, names and texts are the deck's; the effects are these)
A1 A2   You put 1, 2 cards of your choice under the deck.
A3      You take an opponent's card unseen, then they take one of yours unseen.
A4 A5   On your own next turn a Highroad (A4), an Attack (A5) loses.
A6      An opponent draws 1.
A7      An opponent draws 1, then puts 1 under the deck.
A8      You draw 1 and play it at once.
A9      You put a card of an opponent, unseen, under the deck.
A10     The next player must play the card they draw to begin with.
A11     You pick, unseen, the card that the next player plays.
H1 H2   All Traps in play, one that you name, go to the pile and do not trigger.
H3      An opponent puts 1 card under the deck.
H4      On everybody's next turn an Attack loses.
T1      Face down: who plays an Attack also puts 1 card under the deck.
T2      Face down: a Highroad that does not disarm is ignored.
T3      Face up: who plays a Highroad also draws 1.
T4      Face up: nobody may play a new Trap while it lies there.
T5      Face down: it never triggers.
T6      Face down: a new Trap is ignored.

Step 1: the draw
IR-4    A turn begins with a draw. Who forgets it loses.
IR-9    With nothing to draw one plays on from the hand; the pile stays out.
IR-S2   Nobody forgets, unless drawing is to be an action [auto_draw].
IR-S59  Then not to draw is out at once; nobody is asked when there is no card.
IR-S3   A card returned to a deck that ran dry can be drawn again [sudden_death] ...
IR-S58  ... or else nobody draws any more, from the first turn that begins without.
IR-S17  Without a card A6, A7, A8 and T3 draw nothing and that is all they do.

Steps 2 and 3: the choice
IR-5    Exactly one card is played; what was played before does not matter.
IR-S20  What A8 has drawn is played besides.
IR-S30  A10 and A11 bind whoever takes the next turn.
IR-S26  A10 without a draw leaves the choice free.
IR-S70  If both are in force A10 goes first, given a draw; both are then spent.
IR-S29  A11 is void if its player is out (which cannot come up).
IR-S57  A10 and A11 are spent with the next turn, whatever came of them.
IR-S14  Unseen is at random, or at a place one names in a shuffled hand [blind].
IR-S27  Choices that a card leaves are its player's, though A10 forced it ...
IR-S28  ... or A11 did; a Trap lies before that player.
IR-S24  All restrictions add up; who has no card left to choose is out of plays.
        They are asked all the same, and "no" is all they can say: so nobody can tell
        from being asked, or not, what a hand holds.
IR-S25  A forbidden card cannot be chosen, unless that is agreed [allow_rule_breaking].

Step 4: the card leaves the hand
IR-6    Attacks and Highroads are played face up, Traps as they say.
IR-S18  A forbidden card that A8 drew loses, like any that is played.
IR-S46  A new Trap under T4 is one.
IR-S22  A4 and A5 last for the player's next own turn, whoever picks the card.
IR-S23  H4 binds all for their own next turn, its player too [negotiate_self].
IR-S6   The last card of a hand is carried out, then its player is out [last_card].
IR-S61  H2 names its Trap now. All else is named in step 6, after the Traps.
IR-S68  It may be any Trap in play.
IR-S43  With only own Traps in play H2 takes one of them, with none it does nothing.
IR-S42  A face-down Trap may be named unseen; it goes to the pile face up.

Step 5: Traps
IR-10   An opponent's matching card reveals a Trap. It acts before that card.
IR-11   A Trap that was let pass waits for the next time.
IR-12   One may look at one's own face-down Traps.
IR-13   One's own Trap need not trigger on oneself.
IR-14   Any number of Traps may be in play, and trigger.
IR-15   Priority runs against the turns.
IR-16   T4 stays until it is disarmed, T5 has no trigger.
IR-S33  An opponent's Trap must trigger [trap_trigger].
IR-S34  One's own is offered, its player being free to decline.
IR-S72  That is a decision of its own. So that it tells nothing, it is asked of every
        face-down Trap that might react; for another "no" is all one can say.
IR-S62  It comes when the Trap is due, also for a card that was forced.
IR-S35  The seat before the active one is first, against the turns, the active one
        last; of one owner the oldest Trap, or as they say [same_owner_order].
IR-S67  They are asked before each, as long as two or more of theirs might react.
IR-S47  A Trap does not watch the turn it is laid in.
IR-S36  Once a card is ignored nothing triggers on it any more [after_ignored] ...
IR-S66  ... or everything still does.
IR-S37  So T3 draws if it comes before T2, and stays if it comes after.
IR-S38  Two T1 take two cards.
IR-S39  H1 triggers neither T2 nor T3.
IR-S69  It triggers T3 if that is agreed [h1_triggers_t3].
IR-S40  H2 is not ignored by T2.
IR-S41  The Trap that H2 names does not trigger; T3 does if another is named.
IR-S44  T6 sends the new Trap to the pile [t6] ...
IR-S63  ... or under the deck, and T6 itself to the pile.
IR-S45  T4 and T6 are new Traps too.
IR-S31  With T1 the attacker chooses the card.
IR-S5   Who is out of cards is seen after each Trap and after the card.
IR-S32  So who is emptied by T1 is out before the Attack does anything.
IR-S53  So is who played the last card, if any Trap triggered [last_card_trap].
IR-S54  The other Traps then stay, and the card does nothing.

Step 6: the card
IR-S51  An ignored Highroad was the card of the turn.
IR-S11  Any card of the hand may be returned.
IR-S9   Who has fewer returns these.
IR-S10  The first one named goes under first; the second is lowest.
IR-S12  A3 may give back the card it took.
IR-S13  With no card left A3 takes one and loses it again.
IR-S15  A6 and A7 go to an opponent [allow_self_target].
IR-S16  A7 has to be followed, and may return the new card [a7_optional] ...
IR-S60  ... or else who is named may decline it as a whole.
IR-S49  Without a target nothing happens (which cannot come up).
IR-S19  A8 may draw A8.
IR-S21  Each card that is played triggers Traps.
IR-S56  A8 is in the pile once it has drawn, and no hand is looked at in between.

Step 7: out of cards
IR-17   Out of cards, out of plays, a rule broken: out.
IR-S8   Only cards in hand count.
IR-S7   If several are, the active player goes first ...
IR-S65  ... then by turns, and the last one left wins; or, if nobody left has a card,
        they share the win [simultaneous].
IR-S48  The hand and the Traps of who is out go to the pile [out_traps] ...
IR-S64  ... or these Traps stay: they trigger on all and nobody is asked.
IR-18   The last one in wins.
IR-S4   Every turn takes a card out of deck and hands for good, so every match ends.

Step 8: the end of the turn
IR-7    The card goes to the pile; if it still works it lies in front, as a reminder.
IR-8    Then comes the next player.
IR-S55  A4 and A5 lie there until their player's next turn is over or they are out;
        A10 and A11 until the next turn is, A11 until its player is out; H4 until all
        it binds have had their turn or are out. Reminders are not Traps.
IR-S52  Cheating and bluffing are not modelled.

What a seat has seen of hidden cards it keeps knowing: its own Traps, what it put under
the deck, a card it gave or saw go to another hand. Of such a card it keeps knowing in
which hands it may be, or that one of these put it away unseen. Everyone knows what a
face-down Trap cannot be, since it did not react.
"""

import numpy as np

from partybots.core.chance import below, shuffle
from partybots.core.jit import kernel
from partybots.plugins.im_right_youre_wrong.layout import (
    A1,
    A2,
    A3,
    A4,
    A5,
    A6,
    A7,
    A8,
    A9,
    A10,
    A11,
    ACTION_FIRST,
    ACTIONS,
    ALL,
    ATTACK,
    BROKE_A_RULE,
    CARD,
    CARD_BACK,
    DECK_BOTTOM,
    DISARM,
    DRAW,
    DRAWS,
    DRAWS_BY_CARD,
    FALLS,
    FOLLOW,
    H1,
    H2,
    H3,
    H4,
    HAND_OF,
    HIGHROAD,
    KNOWN_TO,
    LEAVES,
    LOSSES,
    NAME_SEAT,
    NAME_TRAP,
    NO,
    NO_DRAW,
    NOTHING,
    OPPONENT,
    ORDER,
    OUT_AT_ONCE,
    OUT_OF_CARDS,
    OUT_OF_PLAYS,
    OVER,
    OWNER,
    OWNER_CHOICE,
    PASSED,
    PERMANENT,
    PICK,
    PICKS,
    PLACES,
    PLAY,
    PLAYS_TOP,
    POSITION,
    RETURN,
    SEATS,
    SHARED,
    SINCE,
    SPAN,
    SPRINGS,
    STATE,
    STAY,
    T1,
    T2,
    T3,
    T6,
    TABLE,
    TAKES,
    TAKES_BACK,
    TO_DRAW,
    TRAP,
    TRIGGER,
    UNSEEN,
    YES,
)
from partybots.plugins.im_right_youre_wrong.thumb import greedy
from partybots.plugins.im_right_youre_wrong.unseen import (
    card_type,
    effect_of,
    face_down,
    follow,
    forget,
    guess,
    hide,
    kind_of,
    part,
    remove,
    show,
    trap_at,
    who_passive,
)

VERSION = 1  # raised when play or numbering changes

__all__ = [
    "ACTIONS",
    "LOSSES",
    "SEATS",
    "SPAN",
    "STATE",
    "VERSION",
    "greedy",
    "guess",
    "hide",
]


@kernel
def deal(state, rng):
    """Shuffle, deal and begin the first turn (IR-1 IR-2)."""
    n = 0
    for kind in range(state.kinds):
        for _ in range(state.kind_count[kind]):
            state.deck[n] = kind + 1
            n += 1
    shuffle(rng, state.deck[:n])
    for seat in range(TABLE):
        state.gone[seat] = state.lost_by[seat] = state.lost_to[seat] = -1
    state.decked = n
    for _ in range(state.hand_size):
        for seat in range(state.seats):
            deal_card(state, seat)
    state.target = state.aim = state.forced_by = -1
    state.turn = state.first_player - 1
    if state.turn < 0:
        state.turn = below(rng, state.seats)
    state.asked, state.question, state.step = state.turn, TO_DRAW, 1
    if state.auto_draw == 1:
        deal_card(state, state.turn)
        state.question, state.step = CARD, 4


@part
def deal_card(state, seat):
    """As all cards of the deck are unseen yet, nobody can keep track of it."""
    state.decked -= 1
    state.hands[seat, np.int64(state.deck[state.decked]) - 1] += 1
    state.held[seat] += 1
    state.deck[state.decked] = 0


@kernel
def actor(state):
    """The seat to act, or -1 when the match is over."""
    return state.asked


@kernel
def legal(state, actions):
    """Write what the seat to act may do, ascending, into `actions`; return how many."""
    question, n = state.question, 0
    if question in (CARD, CARD_BACK):
        return legal_cards(state, actions)
    if question in (DISARM, ORDER):
        return legal_traps(state, actions)
    if question == OPPONENT:
        for seat in range(state.seats):
            if can_name(state, seat):
                actions[n] = NAME_SEAT + seat
                n += 1
    elif question == UNSEEN:
        other = state.turn if state.asked != state.turn else state.target
        for place in range(state.held[other]):
            actions[n] = PICK + place
            n += 1
    else:
        if question == TO_DRAW:
            actions[0] = DRAW
            n = 1
        actions[n] = NO
        n += 1
        if question == FOLLOW or (
            question == TRIGGER and would_act(state, state.place)
        ):
            actions[n] = YES
            n += 1
    return n


@part
def legal_cards(state, actions):
    """Of the hand, to put under the deck any; to play any that is not forbidden, and
    "no" if there is none (IR-S24 IR-S25).
    """
    n, barred, first = 0, 0, RETURN
    if state.question == CARD:
        first = PLAY
        if state.allow_rule_breaking == 0:
            barred = forbidden(state, state.asked)
    for kind in range(state.kinds):
        fits = (barred >> np.int64(state.kind_type[kind])) & 1 == 0
        if state.hands[state.asked, kind] > 0 and fits:
            actions[n] = first + kind
            n += 1
    if n == 0:
        actions[0] = NO
        n = 1
    return n


@part
def legal_traps(state, actions):
    """Any Trap in play to disarm (IR-S68), or one of one's own that acts (IR-S67)."""
    n, owner = 0, due_owner(state)
    for seat in range(state.seats):
        for place in range(state.laid[seat]):
            mine = seat == owner and place >= state.place
            if state.question == DISARM or (mine and would_act(state, place)):
                actions[n] = NAME_TRAP + seat * PLACES + place
                n += 1
    if state.question == ORDER and (n == 0 or may_decline(state, owner)):
        actions[n] = NO
        n += 1
    return n


@kernel
def apply(state, action, rng):
    """Note a legal action, in place, and take the steps that follow from it, until
    somebody has to decide again.
    """
    answer(state, action)
    while state.asked < 0 and state.step != OVER:
        step = state.step
        if step == 1:
            begin_turn(state)
        elif step == DRAWS:
            draw_for_turn(state)
        elif step == PLAYS_TOP:
            play_top(state)
        elif step == 2:
            choose_card(state)
        elif step == PICKS:
            pick_card(state, rng)
        elif step == LEAVES:
            leave_hand(state)
        elif step == 4:
            play_card(state)
        elif step == 5:
            spring_traps(state)
        elif step == SPRINGS:
            trigger(state)
        elif step == 6:
            act(state)
        elif step in (TAKES, TAKES_BACK):
            take_unseen(state, rng)
        elif step == DRAWS_BY_CARD:
            draw_by_card(state)
        elif step == 7:
            count_hands(state)
        elif step == FALLS:
            fall(state)
        else:
            end_turn(state)


@part
def answer(state, action):
    question, seat = state.question, state.asked
    state.question, state.asked = NOTHING, -1
    if question == CARD and action != NO:
        state.card, state.step = action - PLAY + 1, LEAVES
    elif question == CARD:
        state.lost_by[seat], state.lost_to[seat] = OUT_OF_PLAYS, who_barred(state)
        state.step = FALLS
    elif question == TO_DRAW and action != NO:
        state.step = DRAWS
    elif question == TO_DRAW:
        state.lost_by[seat], state.lost_to[seat] = NO_DRAW, seat
        state.step = FALLS
    elif question == CARD_BACK:
        put_under(state, seat, action - RETURN)
        state.returns -= 1
        put_back(state, seat)
        if state.step == 5:
            after_trap(state, state.held[seat] + 1)
    elif question == OPPONENT:
        state.target = action - NAME_SEAT
    elif question == DISARM:
        state.aim = action - NAME_TRAP
    elif question == FOLLOW:
        state.step = DRAWS_BY_CARD if action == YES else 7
    elif question == UNSEEN and state.step == 4:
        state.step = PICKS
    elif question == UNSEEN:
        state.step = TAKES if seat == state.turn else TAKES_BACK
    elif action != NO:
        state.place = state.place if action == YES else (action - NAME_TRAP) % PLACES
        state.step = SPRINGS
    elif question == TRIGGER:
        state.place += 1
    else:
        pass_all(state, seat)


# Step 1


@part
def begin_turn(state):
    """Draw, if there is a card and nobody has to be asked (IR-4 IR-S2)."""
    if state.sudden_death == PERMANENT and state.decked + state.unders == 0:
        state.dry = 1
    if not can_draw(state):
        state.step = 2
    elif state.auto_draw == 1:
        state.step = DRAWS
    else:
        state.question, state.asked = TO_DRAW, state.turn


@part
def draw_for_turn(state):
    """Draw; under A10 the card drawn is the play (IR-S70)."""
    state.forced_by = who_placed(state, A10)
    if state.forced_by >= 0:
        state.step = PLAYS_TOP
    else:
        draw(state, state.turn)
        state.step = 2


@part
def can_draw(state):
    return state.decked + state.unders > 0 and state.dry == 0


@part
def top_card(state):
    """Take the top card off the deck, with all that is known of it."""
    if state.decked > 0:
        state.decked -= 1
        card = np.int64(state.deck[state.decked])
        state.deck[state.decked] = 0
        return card
    state.unders -= 1
    return remove(state.under[:], state.unders, np.int64(0))


@part
def draw(state, seat):
    take_in_hand(state, seat, top_card(state))


@part
def take_in_hand(state, seat, card):
    if card >> KNOWN_TO != 0:
        follow(state, seat, card)
    state.hands[seat, kind_of(card)] += 1
    state.held[seat] += 1


@part
def play_top(state):
    """Draw a card and play it without taking it in hand (A8 A10)."""
    card, seat = top_card(state), state.turn
    if card >> KNOWN_TO != 0 and (card >> KNOWN_TO >> seat) & 1 == 0:
        forget(state, seat, card)
    state.card = card | 1 << (KNOWN_TO + seat)
    if not face_down(state, kind_of(card)):
        state.card = show(state, state.card)
    state.step = 4


# Steps 2 and 3


@part
def choose_card(state):
    """The player chooses, or under A11 whoever played that picks, unseen."""
    state.forced_by, state.step = who_placed(state, A11), 4
    if state.forced_by < 0:
        state.question, state.asked = CARD, state.turn
    elif not ask_place(state, state.forced_by, state.turn):
        state.step = PICKS


@part
def pick_card(state, rng):
    """The hand was shuffled, so that any card lies at the place that was named."""
    state.card, state.step = random_kind(state, state.turn, rng) + 1, LEAVES


@part
def ask_place(state, seat, other):
    """Whether `seat` has to name a place in the hand of `other` (IR-S14)."""
    if state.blind != POSITION or state.held[other] < 2:
        return False
    state.question, state.asked = UNSEEN, seat
    return True


@part
def random_kind(state, seat, rng):
    """Of a card of the hand, each as likely."""
    left = below(rng, state.held[seat])
    for kind in range(state.kinds):
        left -= np.int64(state.hands[seat, kind])
        if left < 0:
            return kind
    return 0


# Step 4


@part
def leave_hand(state):
    """To be played: face up for all to see, or face down."""
    kind = kind_of(state.card)
    card = lift(state, state.turn, kind)
    if face_down(state, kind):
        state.unseen += 1
    else:
        card = show(state, card)
    state.card, state.step = card, 4


@part
def lift(state, seat, kind):
    """Take a card out of a hand, as the next one that leaves it unseen."""
    state.hands[seat, kind] -= 1
    state.held[seat] -= 1
    known = 1 << (KNOWN_TO + seat) | seat << HAND_OF
    return kind + 1 | known | (state.unseen + 1) << SINCE


@part
def play_card(state):
    """Out for a forbidden card (IR-17), or the last one (IR-S6); H2 names its Trap."""
    seat = state.turn
    if (forbidden(state, seat) >> card_type(state)) & 1 == 1:
        forced = state.forced_by >= 0
        state.lost_by[seat] = BROKE_A_RULE
        state.lost_to[seat] = state.forced_by if forced else seat
        state.step = FALLS
    elif state.last_card == OUT_AT_ONCE and state.held[seat] == 0:
        state.lost_by[seat], state.lost_to[seat] = OUT_OF_CARDS, seat
        state.step = FALLS
    else:
        state.step, state.due, state.place = 5, 1, 0
        if effect_of(state, state.card) == H2:
            name_trap(state)


@part
def name_trap(state):
    """The Trap that H2 disarms; if there is one only, that (IR-S43 IR-S61)."""
    traps = 0
    for owner in range(state.seats):
        if state.laid[owner] > 0:
            traps += state.laid[owner]
            state.aim = owner * PLACES
    if traps > 1:
        state.aim = -1
        state.question, state.asked = DISARM, state.turn


@part
def forbidden(state, seat):
    """The types that `seat` may not play now, as bits (IR-S22 IR-S23 IR-S24 IR-S46)."""
    types = 0
    for place in range(state.fronts):
        reminder = np.int64(state.front[place])
        effect = effect_of(state, reminder)
        if (reminder >> KNOWN_TO >> seat) & 1 == 1:
            if effect == A4:
                types |= 1 << HIGHROAD
            elif effect in (A5, H4):
                types |= 1 << ATTACK
    if who_passive(state) >= 0:
        types |= 1 << TRAP
    return types


@part
def who_placed(state, effect):
    """The player of a reminder with that effect, or -1."""
    for place in range(state.fronts):
        reminder = np.int64(state.front[place])
        if effect_of(state, reminder) == effect:
            return (reminder >> HAND_OF) & 7
    return -1


@part
def who_barred(state):
    """Another seat, if its H4 or T4 forbids a card of the hand; else the player."""
    seat, types = state.turn, types_held(state, state.turn)
    for place in range(state.fronts):
        reminder = np.int64(state.front[place])
        if effect_of(state, reminder) == H4 and (reminder >> KNOWN_TO >> seat) & 1 == 1:
            player = (reminder >> HAND_OF) & 7
            if player != seat and (types >> ATTACK) & 1 == 1:
                return player
    passive = who_passive(state)
    return passive if passive >= 0 and (types >> TRAP) & 1 == 1 else seat


@part
def types_held(state, seat):
    """Of the cards in the hand, as bits."""
    types = 0
    for kind in range(state.kinds):
        if state.hands[seat, kind] > 0:
            types |= 1 << np.int64(state.kind_type[kind])
    return types


@part
def fall(state):
    """The active player is out before a card does anything (IR-S32 IR-S54)."""
    if state.ignored == 0 and state.card != 0:
        put_on_pile(state, state.card)
        state.card = 0
    put_out(state, state.turn)
    state.step, state.due, state.place = 8, 0, 0


# Step 5


@part
def spring_traps(state):
    """Go through the Traps by priority (IR-15 IR-S35), until one acts, or it has to be
    decided whether one does, or which (IR-S33 IR-S34 IR-S67).
    """
    while state.asked < 0 and state.step == 5:
        owner = due_owner(state)
        if state.due > state.seats:
            state.step, state.due = 6, 0
        elif state.place >= state.laid[owner]:
            state.due, state.place = state.due + 1, 0
        elif says_order(state, owner):
            state.question, state.asked = ORDER, owner
        elif not might_act(state, state.place):
            state.place += 1
        elif may_decline(state, owner):
            state.question, state.asked = TRIGGER, owner
        elif would_act(state, state.place):
            state.step = SPRINGS
        else:
            let_pass(state, owner)


@part
def due_owner(state):
    """The seats before the active one against the turns, that one last."""
    return beside(state, -state.due)


@part
def beside(state, turns):
    """The seat so many turns after the active one, or before it."""
    seat = state.turn + (turns if state.direction == 0 else -turns)
    if seat < 0:
        return seat + state.seats
    return seat if seat < state.seats else seat - state.seats


@part
def says_order(state, owner):
    """Whether the owner says which Trap acts: several might (IR-S67 IR-S64)."""
    if state.same_owner_order != OWNER or state.gone[owner] >= 0:
        return False
    traps = 0
    for place in range(state.place, state.laid[owner]):
        traps += might_act(state, place)
    return traps > 1


@part
def let_pass(state, owner):
    """The Trap that is due does not react, so everyone knows what it is not."""
    state.traps[owner, state.place] |= 1 << (PASSED + card_type(state))
    state.place += 1


@part
def pass_all(state, owner):
    """None of the Traps that might act does, and none of them could if they had to."""
    declined = may_decline(state, owner)
    while state.place < state.laid[owner]:
        if declined or not might_act(state, state.place):
            state.place += 1
        else:
            let_pass(state, owner)


@part
def may_decline(state, owner):
    """One's own Traps, or all by agreement, but none of a seat that is out (IR-S64)."""
    if state.gone[owner] >= 0:
        return False
    return owner == state.turn or state.trap_trigger == OWNER_CHOICE


@part
def might_act(state, place):
    """Whether a Trap of who is due may react to the card, as far as everybody knows."""
    owner = due_owner(state)
    trap = trap_at(state, owner, place)
    if state.aim == owner * PLACES + place:
        return False
    if kind_of(trap) >= 0 and not face_down(state, kind_of(trap)):
        return reacts(state, effect_of(state, trap))
    return not disarms(state) and (trap >> PASSED >> card_type(state)) & 1 == 0


@part
def would_act(state, place):
    """Whether it does."""
    owner = due_owner(state)
    aimed = state.aim == owner * PLACES + place
    return not aimed and reacts(state, effect_of(state, trap_at(state, owner, place)))


@part
def reacts(state, trap):
    """Whether a Trap of this effect is triggered by the card (IR-10 IR-S39 IR-S40)."""
    what = card_type(state)
    if what == ATTACK:
        return trap == T1
    if what == TRAP:
        return trap == T6
    if trap == T3:
        return effect_of(state, state.card) != H1 or state.h1_triggers_t3 == 1
    return trap == T2 and not disarms(state)


@part
def disarms(state):
    effect = effect_of(state, state.card)
    return effect in (H1, H2)


@part
def trigger(state):
    """Reveal the Trap that is due and have it act; to the pile it goes (IR-10)."""
    seat = state.turn
    before, trap = state.held[seat], take_trap(state, due_owner(state), state.place)
    effect, state.step = effect_of(state, trap), 5
    if state.same_owner_order == OWNER:
        state.place = 0  # those before the one that was named are due as well
    put_on_pile(state, trap)
    if effect == T1:
        state.returns = 1
        put_back(state, seat)
    elif effect == T3:
        if can_draw(state):
            draw(state, seat)
    else:
        state.ignored = 1
        if state.t6 != DECK_BOTTOM:
            state.card = show(state, state.card)
    if state.asked < 0:
        after_trap(state, before)


@part
def after_trap(state, before):
    """Look at the hand of the turn (IR-S5 IR-S53), and whether Traps go on (IR-S36)."""
    seat = state.turn
    took = state.held[seat] < before
    if state.held[seat] == 0 and (took or state.last_card_trap != ACTION_FIRST):
        state.lost_by[seat] = OUT_OF_CARDS
        state.lost_to[seat] = due_owner(state) if took else seat
        state.step = FALLS
    elif state.ignored == 1 and state.after_ignored != ALL:
        state.step, state.due, state.place = 6, 0, 0


@part
def take_trap(state, owner, place):
    """Off the table; what H2 aims at stays what it was."""
    state.laid[owner] -= 1
    if state.aim // PLACES == owner and state.aim % PLACES > place:
        state.aim -= 1
    return remove(state.traps[owner], state.laid[owner], place)


# Step 6


@part
def act(state):
    """Carry the card out, unless it is ignored; a target is named first (IR-S61)."""
    effect, state.step = effect_of(state, state.card), 7
    if state.ignored == 0:
        if state.target < 0 and effect in (A3, A6, A7, A9, H3):
            name_target(state)
        if state.asked < 0:
            carry_out(state, effect)


@part
def name_target(state):
    """If there is one only, that."""
    seats = 0
    for seat in range(state.seats):
        if can_name(state, seat):
            seats += 1
            state.target = seat
    if seats > 1:
        state.target, state.step = -1, 6
        state.question, state.asked = OPPONENT, state.turn


@part
def can_name(state, seat):
    effect = effect_of(state, state.card)
    to_self = state.allow_self_target == 1 and effect in (A6, A7)
    return state.gone[seat] < 0 and (seat != state.turn or to_self)


@part
def carry_out(state, effect):
    """What the card says; reminders only begin to work in step 8."""
    seat, target = state.turn, state.target
    if effect in (A1, A2):
        state.returns = effect - A1 + 1
        put_back(state, seat)
    elif effect in (A3, A9):
        if not ask_place(state, seat, target):
            state.step = TAKES
    elif effect in (A6, A7, A8):
        if can_draw(state):
            if effect == A7 and state.a7_optional == 1:
                state.question, state.asked = FOLLOW, target
            else:
                state.step = DRAWS_BY_CARD
    elif effect in (H1, H2):
        disarm(state, effect)
    elif effect == H3:
        state.returns = 1
        put_back(state, target)
    elif effect >= T1:
        state.traps[seat, state.laid[seat]] = state.card
        state.laid[seat] += 1
        state.card = 0


@part
def draw_by_card(state):
    """A6, A7 and A8; who is named by A7 also returns a card."""
    effect, state.step = effect_of(state, state.card), 7
    if effect == A8:
        put_on_pile(state, state.card)
        state.step = PLAYS_TOP
    else:
        draw(state, state.target)
        if effect == A7:
            state.returns = 1
            put_back(state, state.target)


@part
def disarm(state, effect):
    """The Trap that H2 aims at, or all (IR-S39 IR-S42)."""
    if effect == H2 and state.aim >= 0:
        owner, place = state.aim // PLACES, state.aim % PLACES
        state.aim = -1
        put_on_pile(state, take_trap(state, owner, place))
    for owner in range(state.seats if effect == H1 else 0):
        while state.laid[owner] > 0:
            put_on_pile(state, take_trap(state, owner, state.laid[owner] - 1))


@part
def take_unseen(state, rng):
    """A9, or a half of A3: the player takes a card, the other takes one back, perhaps
    the same (IR-S12).
    """
    effect, back = effect_of(state, state.card), state.step == TAKES_BACK
    seat = state.target if back else state.turn
    other, state.step = state.turn if back else state.target, 7
    if state.held[other] > 0:
        kind = random_kind(state, other, rng)
        if effect == A9:
            put_under(state, other, kind)
        else:
            take_in_hand(state, seat, lift(state, other, kind))
    if effect == A3 and not back and not ask_place(state, other, seat):
        state.step = TAKES_BACK


@part
def put_back(state, seat):
    """The `returns` under the deck, or what there is (IR-S9); a last one unasked."""
    state.returns = min(state.returns, state.held[seat])
    if state.returns > 0:
        if state.held[seat] > 1:
            state.question, state.asked = CARD_BACK, seat
        else:
            for kind in range(state.kinds):
                if state.hands[seat, kind] > 0:
                    put_under(state, seat, kind)
            state.returns = 0


@part
def put_under(state, seat, kind):
    state.under[state.unders] = lift(state, seat, kind)
    state.unders += 1
    state.unseen += 1


# Step 7


@part
def count_hands(state):
    """Out of cards: the active player first, then by turns (IR-17 IR-S7 IR-S65)."""
    state.step = 8
    if state.simultaneous == SHARED and nobody_holds(state):
        return
    for nth in range(state.seats):
        seat = beside(state, nth)
        if state.held[seat] == 0 and state.gone[seat] < 0 and still_in(state) > 1:
            state.lost_by[seat], state.lost_to[seat] = OUT_OF_CARDS, state.turn
            put_out(state, seat)


@part
def nobody_holds(state):
    most = 0
    for seat in range(state.seats):
        most = max(most, state.held[seat])
    return most == 0


@part
def still_in(state):
    n = 0
    for seat in range(state.seats):
        n += state.gone[seat] < 0
    return n


@part
def put_out(state, seat):
    """Out, and with it the hand and what lies before that seat (IR-S48 IR-S55)."""
    state.gone[seat] = state.seats - still_in(state)
    for kind in range(state.kinds):
        while state.hands[seat, kind] > 0:
            put_on_pile(state, lift(state, seat, kind))
    if state.out_traps != STAY:
        while state.laid[seat] > 0:
            put_on_pile(state, take_trap(state, seat, state.laid[seat] - 1))
    release(state, seat)


# Step 8


@part
def end_turn(state):
    """Restrictions of this turn end, the card finds its place, and on (IR-7 IR-8)."""
    release(state, state.turn)
    after = next_in(state)
    if state.card != 0:
        put_aside(state, after)
    state.target, state.aim, state.ignored, state.forced_by = -1, -1, 0, -1
    if still_in(state) < 2 or nobody_holds(state):
        state.step = OVER
    else:
        state.turn, state.step = after, 1


@part
def next_in(state):
    """The next player, if there is another."""
    for nth in range(1, state.seats):
        seat = beside(state, nth)
        if state.gone[seat] < 0:
            return seat
    return state.turn


@part
def release(state, seat):
    """A seat has had its turn, or is out: to the pile goes what binds nobody any more,
    and A11 without its player (IR-S55).
    """
    place = 0
    while place < state.fronts:
        reminder = np.int64(state.front[place]) & ~(1 << (KNOWN_TO + seat))
        state.front[place] = reminder
        unplayed = (
            effect_of(state, reminder) == A11 and (reminder >> HAND_OF) & 7 == seat
        )
        if (reminder >> KNOWN_TO) & 31 == 0 or (unplayed and state.gone[seat] >= 0):
            state.fronts -= 1
            put_on_pile(state, remove(state.front[:], state.fronts, place))
        else:
            place += 1


@part
def put_aside(state, after):
    """In front if it has begun to work, else to the pile; for T6 see IR-S63."""
    card, seat = state.card, state.turn
    effect, state.card = effect_of(state, card), 0
    if state.ignored == 1 and effect >= T1 and state.t6 == DECK_BOTTOM:
        state.under[state.unders] = card
        state.unders += 1
        return
    bound = 0 if state.ignored == 1 else binds(state, effect, after)
    if bound != 0:
        state.front[state.fronts] = (card & 127) | bound << KNOWN_TO | seat << HAND_OF
        state.fronts += 1
    else:
        put_on_pile(state, card)


@part
def binds(state, effect, after):
    """The seats that a card now binds, as bits (IR-S22 IR-S23 IR-S30)."""
    player_in = state.gone[state.turn] < 0
    if effect == A10 or (effect == A11 and player_in):
        return 1 << after
    if effect in (A4, A5):
        return 1 << state.turn if player_in else 0
    seats = 0
    if effect == H4:
        for seat in range(state.seats):
            if state.gone[seat] < 0 and (
                seat != state.turn or state.negotiate_self == 1
            ):
                seats |= 1 << seat
    return seats


@part
def put_on_pile(state, card):
    """Face up."""
    state.pile[kind_of(card)] += 1
    show(state, card)


# The score


@kernel
def scores(state, out):
    """How many seats went out before (IR-18)."""
    for seat in range(state.seats):
        gone = state.gone[seat]
        out[seat] = gone if gone >= 0 else state.seats - still_in(state)


@kernel
def winners(state, out):
    for seat in range(state.seats):
        out[seat] = state.step == OVER and state.gone[seat] < 0
