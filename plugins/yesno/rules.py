"""YesNo for 2 to 6 players: say what you see, and slap when the challenge is met.

YN-1   The challenges are shuffled and lie face down: the pile. The cards are shuffled
       and dealt out equally, face down: everyone's own deck.
YN-2   A player is chosen to start, and the first challenge is turned up.
YN-3   Clockwise, each player flips the top card of their deck in front of them and
       says the word on it.
YN-4   So does everyone who shows the same word.
YN-5   A challenge can only be met once everyone shows a word.
YN-6   The basic YES is met by exactly one YES, all others showing NO.
YN-7   Who thinks that the challenge is met slaps it. The fastest wins the round, if it
       really is met.
YN-8   The winner takes the challenge, and what they have face up in front of them, as
       points.
YN-9   The others turn their cards face down and keep them in front. The next challenge
       is turned up, and the winner starts.
YN-10  It is an error (a) to flip a word and say another, (b) to show the word that
       someone flips and not say it, (c) to say it without showing it, (d) to slap a
       challenge that is not met.
YN-11  Whoever is in error puts all they have in front under their own deck. The others
       turn the top one face down. Whoever was in error starts again.

The rulebook leaves this open; it is our choice, and can be changed where an option is
named:

YN-S1   Cards that cannot be dealt equally are put aside unseen.
YN-S2   A card taken is a point, a challenge is one as well (`challenge_points`).
YN-S3   To flip and say nothing is error (a).
YN-S4   To speak without showing a word is error (c).
YN-S5   Whoever shows the other word rightly says nothing.
YN-S6   What is said belongs to a flip; there is no too late.
YN-S7   The winner takes every card face up, buried ones as well (`collect`).
YN-S8   After an error, cards buried face up stay so; their owner still shows no word.
YN-S9   After an error the challenge stays.
YN-S10  After an error or a round everyone has to flip again, as YN-5 has it.
YN-S11  Of equally fast slaps that of the player who flipped last wins, or else of the
        next one clockwise (`slap_tie`).
YN-S12  A slower right slap is nothing.
YN-S13  All who slap wrongly are in error.
YN-S14  Of several in error the first clockwise starts, beginning with the player who
        flipped last (`error_start`).
YN-S15  An error voids a right slap (`error_beats_slap`).
YN-S16  A wrong slap is an error even if no other is made.
YN-S17  A challenge that is met and not slapped stays, and play goes on.
YN-S18  A slap before everyone shows a word is error (d).
YN-S19  A deck used up is made anew of the cards face down in front, as they were
        played (`deck_out`).
YN-S20  With none of these either, the turn passes; the word shown stays.
YN-S21  A player to turn without any cards ends the match.
YN-S22  So do turns that pass all round.
YN-S23  So does the last challenge, when it is won.
YN-S24  Most points win, ties share the win (`target_points` ends the match earlier).
YN-S25  With two players both basic challenges are met by a YES and a NO.
YN-S26  At most five play, unless agreed on (`max_players`).
YN-S27  The basic NO is met by exactly one NO, all others showing YES.
YN-S28  To say one's own word when the other one is flipped is error (c) (`stray_word`).
YN-S29  A turn that passes is a turn: slaps count, nobody may speak. S11 and S14 go by
        who flipped last. S22 comes after the slaps; a flip begins its count again, and
        so do an error and a round won, since whoever starts then has a card to flip.
YN-S30  Wrong slaps and wrong words on one flip are all in error.
YN-S31  With `error_beats_slap=false` the fastest right slap by someone who said nothing
        wrong wins and the errors lapse; if nobody wins, they do not.
YN-S32  `error_start=first_in_time` goes by the wrong slap, else by the wrong word; a
        wrong silence comes last. At the same time: as S14.
YN-S33  Slaps at most `tie_window_ms` after the fastest are as fast.
YN-S34  With `slap_tie=void` nobody wins then, and play goes on.
YN-S35  With `collect=top_only` the winner turns the other cards face down.
YN-S36  With `deck_out=end`, and by S21, the match ends when the turn comes to that
        player; nobody wins the open challenge.
YN-S37  `target_points` are looked at after each round won.
YN-S38  The match ends after `max_turns` flips.

Every turn asks each seat for a word or silence and then for a slap or none, sealed
until all have answered, and `stamp` says when. Whatever lay face up once is known to
all for ever; so it is known what lies under a deck and what a deck made anew holds.
"""

import numpy as np

from partybots.core.chance import below
from partybots.core.jit import kernel
from partybots.plugins.yesno.layout import (
    ACTIONS,
    ALL,
    ALL_PASS,
    DECK_OUT,
    END,
    FIRST_IN_TIME,
    HOLD,
    IGNORED,
    NEVER,
    NO,
    NO_CARDS,
    NOBODY,
    PILE_OUT,
    PLAYING,
    SEATS,
    SILENT,
    SLAP,
    SLOWEST,
    SPAN,
    STATE,
    TARGET,
    TOP_ONLY,
    TURNS,
    UNSTAMPED,
    VOID,
    YES,
)
from partybots.plugins.yesno.unseen import (
    deal_unseen,
    guess,
    hide,
    ones,
    stack_unseen,
)

__all__ = ["ACTIONS", "SEATS", "SPAN", "STATE", "VERSION", "guess", "hide"]

VERSION = 1  # raised when play or numbering changes


@kernel
def deal(state, rng):
    """Deal the cards, turn up a challenge; seat 0 starts (YN-1 YN-2 S1)."""
    cards = state.yes_cards + state.no_cards
    state.deck_size[: state.seats] = cards // state.seats
    state.aside_size = cards % state.seats
    deal_unseen(state, rng)
    stack_unseen(state, rng)
    state.turned = 1
    state.last_turn, state.last_winner, state.ms = NOBODY, NOBODY, UNSTAMPED
    come_to(state, 0)


@kernel
def actor(state):
    """The seat to answer, each twice in a row, or -1 when the match is over."""
    return state.asked >> 1 if state.over == PLAYING else -1


@kernel
def legal(state, actions):
    """Any word or none; then a slap or none. What is wrong to say may be said."""
    if state.asked & 1:
        actions[0], actions[1] = HOLD, SLAP
        return 2
    actions[0], actions[1], actions[2] = SILENT, YES, NO
    return 3


@kernel
def apply(state, action, rng):
    """Take an answer; when all are given, judge the turn and begin the next."""
    ms, state.ms = state.ms, UNSTAMPED
    if ms == UNSTAMPED and action not in (SILENT, HOLD):
        ms = below(rng, SLOWEST)
    put(state, state.asked >> 1, action, ms)
    if state.asked == 2 * state.seats:
        judge(state)


@kernel
def stamp(state, ms):
    """How long after the flip the answer applied next comes."""
    state.ms = ms


@kernel
def scores(state, out):
    """Points (S2)."""
    for seat in range(state.seats):
        out[seat] = points(state, seat)


@kernel
def winners(state, out):
    """Most points, ties share (S24)."""
    most = 0
    for seat in range(state.seats):
        most = max(most, points(state, seat))
    for seat in range(state.seats):
        out[seat] = points(state, seat) == most


@kernel
def rounds(state):
    """Each challenge won is a round."""
    return state.won.sum()


@kernel
def idle(state):
    """What is right to say, and never a slap."""
    return HOLD if state.asked & 1 else required(state, state.asked >> 1)


@kernel
def greedy(state, actions, n, rng):
    """What is right to say, and a slap if the challenge is met."""
    return SLAP if state.asked & 1 and is_met(state) else idle(state)


@kernel
def sealed(state):
    """Whether there are answers that are still secret."""
    return np.int64(state.asked > 0)


# What is on the table


@kernel
def shows(state, seat):
    """The word on top in front of a seat, SILENT if it shows none (S8)."""
    size = state.front_size[seat]
    if size == 0 or not state.front_up[seat] >> (size - 1) & 1:
        return SILENT
    return NO - (state.front[seat] >> (size - 1) & 1)


@kernel
def flipped(state):
    """The word flipped in this turn, SILENT if it passes."""
    return shows(state, state.turn) if state.passes == 0 else SILENT


@kernel
def required(state, seat):
    """What a seat has to say (YN-3 YN-4 S5 S29)."""
    word = flipped(state)
    return word if shows(state, seat) == word else SILENT


@kernel
def is_met(state):
    """Whether the open challenge is (YN-5 YN-6)."""
    yes = 0
    for seat in range(state.seats):
        word = shows(state, seat)
        if word == SILENT:
            return False
        yes += word == YES
    kind = np.int64(state.pile[state.turned - 1]) - 1
    return state.meets[kind] >> yes & 1 == 1


@kernel
def points(state, seat):
    """Cards taken, and challenges won (YN-8 S2)."""
    taken = state.taken[seat, 0] + state.taken[seat, 1]
    return taken + state.won[seat] * state.challenge_points


# A turn


@kernel
def come_to(state, seat):
    """The turn comes to a seat: it flips a card, or passes, or the match ends."""
    state.turn, state.foreseen = seat, 0
    if state.deck_size[seat] == 0 and state.deck_out != END:
        make_anew(state, seat)
    if state.deck_size[seat] > 0:
        flip(state, seat)
    elif state.deck_out == END:
        state.over = DECK_OUT
    elif state.front_size[seat] == 0:
        state.over = NO_CARDS
    else:
        state.passes += 1


@kernel
def flip(state, seat):
    """Turn up the top card of the deck (YN-3)."""
    if state.known[seat] == state.deck_size[seat]:
        state.foreseen = 1
        state.known[seat] -= 1
    place = state.front_size[seat]
    state.front[seat] |= (state.deck[seat] & 1) << place
    state.front_up[seat] |= 1 << place
    state.front_size[seat] += 1
    state.deck[seat] >>= 1
    state.deck_size[seat] -= 1
    state.flipper, state.passes = seat, 0
    state.flips += 1


@kernel
def put(state, seat, action, ms):
    """Lay down a sealed answer; the order in which seats do makes no difference."""
    if action in (SILENT, HOLD):
        ms = 0
    if action < HOLD:
        state.said[0, seat], state.said_ms[0, seat] = 1 + action, ms
    else:
        state.slapped[0, seat], state.slapped_ms[0, seat] = 1 + action - HOLD, ms
    state.asked += 1


@kernel
def judge(state):
    """All have answered: words first, then slaps (YN-7 YN-10 YN-11)."""
    met, winner, erred = is_met(state), NOBODY, 0
    for seat in range(state.seats):
        wrong_slap = state.slapped[0, seat] == 2 and not met
        if wrong_slap or speaks_wrongly(state, seat):
            erred |= 1 << seat
    if met and (erred == 0 or not state.error_beats_slap):
        winner = fastest(state, erred)
    if winner != NOBODY:
        erred = 0  # S31: they lapse
    starts = first_in_error(state, erred, met)
    write_down(state, erred, winner)
    if winner != NOBODY:
        win(state, winner)
        go_on(state, winner)
    elif erred:
        mend(state, erred)
        go_on(state, starts)
    elif state.passes == state.seats:
        state.over = ALL_PASS
    else:
        go_on(state, (state.turn + 1) % state.seats)


@kernel
def speaks_wrongly(state, seat):
    """Errors (a), (b) and (c) (YN-10 S3 S4 S28 S29)."""
    said, right = state.said[0, seat] - 1, required(state, seat)
    stray = state.passes == 0 and right == SILENT and said == shows(state, seat)
    return said != right and not (stray and state.stray_word == IGNORED)


@kernel
def fastest(state, erred):
    """The seat whose slap wins, or NOBODY (YN-7 S11 S31 S33 S34)."""
    last = NEVER  # ms that counts as fast as the fastest
    for seat in range(state.seats):
        if state.slapped[0, seat] == 2 and not erred >> seat & 1:
            last = min(last, state.slapped_ms[0, seat] + state.tie_window_ms)
    winner, tied = NOBODY, 0
    for step in range(state.seats - 1, -1, -1):  # ends with who flipped last
        seat = (state.flipper + step) % state.seats
        slaps = state.slapped[0, seat] == 2 and not erred >> seat & 1
        if slaps and state.slapped_ms[0, seat] <= last:
            winner, tied = seat, tied + 1
    return NOBODY if tied > 1 and state.slap_tie == VOID else winner


@kernel
def first_in_error(state, erred, met):
    """The seat that starts after errors (S14 S32)."""
    starts, soonest = NOBODY, NEVER + 1
    for step in range(state.seats):
        seat = (state.flipper + step) % state.seats
        if not erred >> seat & 1:
            continue
        when = 0
        if state.error_start == FIRST_IN_TIME:
            when = state.said_ms[0, seat] if state.said[0, seat] > 1 else NEVER
            if state.slapped[0, seat] == 2 and not met:
                when = state.slapped_ms[0, seat]
        if when < soonest:
            starts, soonest = seat, when
    return starts


@kernel
def write_down(state, erred, winner):
    """Keep what all have now seen of this turn, and clear it for the next."""
    state.last_turn, state.last_word = state.turn, flipped(state)
    state.last_erred, state.last_winner = erred, winner
    for seat in range(state.seats):
        state.said[1, seat], state.said[0, seat] = state.said[0, seat], 0
        state.said_ms[1, seat], state.said_ms[0, seat] = state.said_ms[0, seat], 0
        state.slapped[1, seat], state.slapped[0, seat] = state.slapped[0, seat], 0
        ms = state.slapped_ms[0, seat]
        state.slapped_ms[1, seat], state.slapped_ms[0, seat] = ms, 0
    state.asked = 0


@kernel
def win(state, winner):
    """Take the challenge and cards; turn up the next one (YN-8 YN-9 S7 S23 S37)."""
    top = 1 << (state.front_size[winner] - 1)
    takes = state.front_up[winner]
    if state.collect == ALL:
        takes = 2 * top - 1
    elif state.collect == TOP_ONLY:
        takes = top
    state.taken[winner, 1] += ones(state.front[winner] & takes)
    state.taken[winner, 0] += ones(~state.front[winner] & takes)
    state.front[winner] = pick(state, winner, takes)
    state.front_size[winner] -= ones(takes)
    state.front_up[:] = 0
    state.won[winner] += 1
    if state.target_points >= 0 and points(state, winner) >= state.target_points:
        state.over = TARGET
    elif rounds(state) == state.challenges:
        state.over = PILE_OUT
    else:
        state.turned += 1


@kernel
def mend(state, erred):
    """Cards in front of those in error go under their decks (YN-11 S8)."""
    for seat in range(state.seats):
        size = state.front_size[seat]
        if erred >> seat & 1:
            state.deck[seat] |= state.front[seat] << state.deck_size[seat]
            state.deck_size[seat] += size
            state.known[seat] += size
            state.front[seat], state.front_up[seat] = 0, 0
            state.front_size[seat] = 0
        elif size > 0:
            state.front_up[seat] &= ~(1 << (size - 1))


@kernel
def make_anew(state, seat):
    """A new deck of the cards face down in front, in the order played (S19)."""
    up = state.front_up[seat]
    size, kept = state.front_size[seat], ones(up)
    state.deck[seat] = pick(state, seat, up)
    state.front[seat] = pick(state, seat, ~up)
    state.front_up[seat] = (1 << kept) - 1
    state.front_size[seat] = kept
    state.deck_size[seat] = size - kept
    state.known[seat] = size - kept


@kernel
def pick(state, seat, leave):
    """The cards in front of a seat without those in `leave`, moved together."""
    picked, place = 0, 0
    for card in range(state.front_size[seat]):
        if not leave >> card & 1:
            picked |= (state.front[seat] >> card & 1) << place
            place += 1
    return picked


@kernel
def go_on(state, seat):
    """The turn comes to a seat, unless the match is over (S38)."""
    if state.over != PLAYING:
        return
    if state.flips >= state.max_turns:
        state.over = TURNS
    else:
        come_to(state, seat)
