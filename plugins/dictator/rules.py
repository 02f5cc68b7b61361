"""Dictator, a game of secret votes for 3 to 10 players; published as Bad People.

DV-1   There are question cards, and 10 identity, 100 voting and 10 Double Down cards.
DV-2   Everyone has an identity, face up. Here it is the seat.
DV-3   Everyone holds a voting card for each player, themselves included.
DV-4   Everyone starts with a Double Down card.
DV-5   A round has a Dictator, who draws a question and reads it out. Whoever came last
       is the first: house rule `first_dictator`.
DV-6   The Dictator votes first, secretly, and not for themselves.
DV-7   Then each of the others secretly votes for whom they think the Dictator chose.
DV-8   When all have voted, votes are shown one by one from the Dictator's left; the
       Dictator's is the last.
DV-9   Whoever voted as the Dictator did gets 1 point.
DV-10  If nobody did, whoever voted for the most popular answer gets 1 point.
DV-11  The Dictator gets nothing.
DV-12  A Double Down card may be laid with one's vote in any round. If the vote is the
       Dictator's it brings 2 points instead of 1. If not, the card is lost for good.
DV-13  The seat to the Dictator's left is the next Dictator.
DV-14  Who has 7 points ends the game and wins it.

What the rulebook leaves open:

DV-S1   All top answers of a tie are most popular: `popular_tie`.
DV-S2   So if all guesses differ, all score: `popular_min_votes`.
DV-S3   The Dictator's own vote does not count for popularity.
DV-S4   A Double Down that was right is kept: `double_down_reuse`.
DV-S5   With the most popular answer it brings 1 point, not 2, and is lost:
        `double_down_fallback`.
DV-S6   The Dictator cannot score and so cannot lay one.
DV-S7   One may guess oneself.
DV-S8   One may guess the Dictator, which never matches but can be popular:
        `allow_vote_for_dictator`.
DV-S9   If several reach the target at once, the highest total wins, equal totals share:
        `target_tie`.
DV-S10  A total beyond the target wins like the target itself.
DV-S11  When all questions have been asked, they are shuffled and asked again.
DV-S12  The first Dictator is a seat that the table names: `first_dictator`.
DV-S13  3 to 10 play: `min_players`, `max_players`.
DV-S14  Nobody guesses before the Dictator has voted.
DV-S15  A vote that is placed stays.
DV-S16  Everyone votes; nothing is shown before all have.
DV-S17  The others vote in any order. They are asked clockwise, unseen by each other.
DV-S18  No two players have the same identity.
DV-S19  The target is `target`, 7.
DV-S20  With DV-S1 as it stands every round gives a point, so that n players end after
        at most n * (target - 1) + 1 rounds. Options can make a game endless, so it
        ends after `max_rounds` (ours), with the totals as they are.
DV-S21  Questions mean nothing to the rules. Those we ship are ours.
DV-S22  Votes and Double Downs are hidden until all are shown. All else is public.
DV-S23  `one_and_kept` keeps the card of those whom the most popular answer gave a
        point; others lose it.
DV-S24  `playoff`: all play on until one alone leads with at least the target.
DV-S25  That a Double Down was laid shows when the votes do, not before.
DV-S26  What DV-S3 says can change no score: it matters when nobody matched.

Taste, all OURS, is what makes a vote more than a toss of a coin. Numbers are
thousandths, `taste` is in percent.

- For each question and person p a fit F[p] is drawn, any of 0 to 999 as likely.
- Each seat s sees S[s, p]. With chance `taste` that is F[p], otherwise a number of its
  own, again 0 to 999; each person apart.
- Each seat leans, for the whole match, towards one other, drawn at the deal. When s is
  the Dictator, what it sees of that person is raised by LEAN * taste.
- A seat knows its own row of S and its own leaning, never F or what others see. Fits
  are of the current question only. Without taste there is nothing to see: all are 0.
- In a world guessed from a view, F[p] is what the seat sees with chance `taste`, else
  anything, which is its exact chance; then others see and lean as above. Who has
  voted did so for what fits best to them, except one in OTHERWISE, who voted for any
  but the Dictator; none of them laid a Double Down.
"""

import numpy as np

from partybots.core.chance import below
from partybots.core.house import fields
from partybots.core.jit import kernel
from partybots.plugins.dictator.house import HOUSE, QUESTIONS

VERSION = 1  # raised when play or numbering changes

SEATS = range(3, 11)
SPAN = 2  # a Double Down against nothing
TABLE = SEATS[-1]

DOUBLE = TABLE  # action s is a vote for seat s, DOUBLE + s one with a Double Down
ACTIONS = 2 * TABLE

NONE = -1  # no vote, nobody to act, or a number not seen
FITS = 1000  # what fits and how well: 0 to FITS - 1
LEAN = 700  # by how much a Dictator prefers whom it leans to, if taste is 1
STANDS_OUT = 300  # for the rule of thumb: the best fit is clear if it leads by this
OTHERWISE = 4  # for guesses: one vote in so many is any

KEPT = 1  # house rule double_down_fallback
TIE_NONE = 1  # house rule popular_tie
ALL_SHARE, PLAYOFF = 1, 2  # house rule target_tie

STATE = np.dtype(
    (
        np.record,
        [
            ("seats", np.int64),
            *fields(HOUSE),
            ("questions", np.int64),  # in the deck, 1 to QUESTIONS
            ("question", np.int64),  # of this round, from 1; 0 when the match is over
            ("completed", np.int64),  # rounds
            ("to_act", np.int64),  # seat, or NONE when the match is over
            ("points", np.int64, TABLE),
            ("doubles", np.int64, TABLE),  # 1 for a seat that has its card (DV-S25)
            ("votes", np.int64, TABLE),  # actions, or NONE: not placed or not seen
            ("last_question", np.int64),  # of the round before; 0 is none
            ("last", np.int64, TABLE),  # its votes, all shown; NONE if there was none
            ("leaning", np.int64, TABLE),  # seat, or NONE: not seen
            (
                "matched_rounds",
                np.int64,
                TABLE,
            ),  # that a seat ruled: someone voted as it
            ("fallback_rounds", np.int64, TABLE),  # or else the most popular scored
            ("doubles_won", np.int64, TABLE),  # laid and right
            ("doubles_lost", np.int64, TABLE),  # lost by a wrong vote
            ("asked", np.uint8, QUESTIONS),  # [q - 1]: 1 if asked since the shuffle
            ("fit", np.int16, TABLE),  # [p] thousandths, or NONE: not seen
            ("sees", np.int16, (TABLE, TABLE)),  # [s, p] thousandths, or NONE: not seen
        ],
    )
)
STATISTICS = "matched_rounds", "fallback_rounds", "doubles_won", "doubles_lost"


@kernel
def deal(state, rng):
    """Hand out Double Downs, let everyone lean, ask the first question (DV-4 DV-5)."""
    state.doubles[: state.seats] = 1
    state.votes[:] = NONE
    state.last[:] = NONE
    if state.taste > 0:
        for seat in range(state.seats):
            state.leaning[seat] = other_than(state, seat, rng)
    open_round(state, rng)


@kernel
def actor(state):
    """The seat to vote, or -1 when the match is over."""
    return state.to_act


@kernel
def legal(state, actions):
    """Write into `actions` what the seat to act may vote, return how many (DV-3)."""
    ruler = dictator(state)
    guesses = state.to_act != ruler
    n = 0
    for seat in range(state.seats):
        if seat != ruler or (guesses and state.allow_vote_for_dictator):  # DV-6 DV-S8
            actions[n] = seat
            n += 1
    if guesses and state.doubles[state.to_act]:  # DV-12 DV-S6
        for i in range(n):
            actions[n + i] = DOUBLE + actions[i]
        n += n
    return n


@kernel
def apply(state, action, rng):
    """Place a legal vote, in place; the last one shows them all (DV-7 DV-8 DV-S16)."""
    state.votes[state.to_act] = action
    for step in range(1, state.seats):
        seat = (state.to_act + step) % state.seats
        if state.votes[seat] == NONE:
            state.to_act = seat
            return
    show(state)
    if over(state):
        state.to_act = NONE
        state.question = 0
        state.fit[:] = 0
        state.sees[:] = 0
    else:
        open_round(state, rng)


@kernel
def scores(state, out):
    out[:] = state.points[: state.seats]


@kernel
def winners(state, out):
    """The highest totals; by `all_share` all that reach the target (DV-14 DV-S9)."""
    least = state.points.max()
    if state.target_tie == ALL_SHARE:
        least = min(least, state.target)
    for seat in range(state.seats):
        out[seat] = state.points[seat] >= least


@kernel
def rounds(state):
    return state.completed


@kernel
def sealed(state):
    """From the Dictator's vote until all are shown (DV-S22)."""
    return np.int64(state.to_act >= 0 and state.to_act != dictator(state))


@kernel
def idle(state):
    """A Dictator takes the seat to the left, others themselves; no Double Down."""
    ruler = dictator(state)
    return (ruler + 1) % state.seats if state.to_act == ruler else state.to_act


@kernel
def greedy(state, actions, n, rng):
    """Guess what seems to fit best, with a Double Down if that stands out or if 2
    points would do. A Dictator who gives nothing away takes anyone.
    """
    seat = state.to_act
    if seat == dictator(state):
        return actions[below(rng, n)]
    best, lead = fittest(state, seat, rng)
    short = state.target - state.points[seat]
    if state.doubles[seat] and (lead >= STANDS_OUT or short == 2):
        return DOUBLE + best
    return best


@kernel
def hide(state, seat):
    """Blank what `seat` cannot know: others' votes and impressions (DV-S22)."""
    seen = state.taste > 0
    for other in range(state.seats):
        if other != seat:
            state.votes[other] = NONE
            if seen:
                state.leaning[other] = NONE
            if seen and state.question > 0:
                state.sees[other, : state.seats] = NONE
        if seen and state.question > 0:
            state.fit[other] = NONE


@kernel
def guess(state, seat, rng):
    """Others lean and see as chance has it, and vote as they see; see Taste above."""
    if state.taste > 0:
        for other in range(state.seats):
            if other != seat:
                state.leaning[other] = other_than(state, other, rng)
        if state.question > 0:
            guess_fits(state, seat, rng)
    if state.to_act != NONE:
        guess_votes(state, seat, rng)


@kernel
def dictator(state):
    """The seat that rules this round (DV-5 DV-13)."""
    return (state.first_dictator + state.completed) % state.seats


@kernel
def last_dictator(state):
    """The seat that ruled the round before, if there was one."""
    return (state.first_dictator + state.completed - 1) % state.seats


@kernel
def ruled(state, seat):
    """How many rounds that are completed `seat` ruled."""
    turn = (seat - state.first_dictator) % state.seats
    return (state.completed - turn + state.seats - 1) // state.seats


@kernel
def support(state, seat):
    """How many guesses named `seat` in the round before (DV-S3)."""
    count = 0
    for voter in range(state.seats):
        if voter != last_dictator(state) and state.last[voter] % DOUBLE == seat:
            count += 1
    return count


@kernel
def popular(state):
    """The support that scored in the round before; 0 if none (DV-10 DV-S1 DV-S2)."""
    if support(state, state.last[last_dictator(state)]) > 0:
        return 0
    most, answers = 0, 0
    for seat in range(state.seats):
        count = support(state, seat)
        if count > most:
            most, answers = count, 0
        answers += count == most
    if state.popular_tie == TIE_NONE and answers > 1:
        return 0
    return most if most >= state.popular_min_votes else 0


@kernel
def gain(state, seat, most):
    """Points for `seat` in the round before; `most` is popular() (DV-9 to DV-12)."""
    ruler = last_dictator(state)
    if seat == ruler:
        return 0
    who = state.last[seat] % DOUBLE
    if who == state.last[ruler]:
        return 2 if state.last[seat] >= DOUBLE else 1
    return 1 if most > 0 and support(state, who) == most else 0  # DV-S5


@kernel
def show(state):
    """Show all votes, and score: a round is completed (DV-8)."""
    state.last[:] = state.votes
    state.votes[:] = NONE
    state.last_question = state.question
    state.completed += 1
    most, matched = popular(state), False
    for seat in range(state.seats):
        points = gain(state, seat, most)
        state.points[seat] += points
        if points > 0 and most == 0:
            matched = True
        if state.last[seat] >= DOUBLE:
            settle_double(state, seat, points, most)
    state.matched_rounds[last_dictator(state)] += matched
    state.fallback_rounds[last_dictator(state)] += most > 0


@kernel
def settle_double(state, seat, points, most):
    """Whether the card that was laid is kept (DV-12 DV-S4 DV-S5 DV-S23)."""
    if points > 0 and most == 0:
        state.doubles_won[seat] += 1
        state.doubles[seat] = state.double_down_reuse
    elif points == 0 or state.double_down_fallback != KEPT:
        state.doubles_lost[seat] += 1
        state.doubles[seat] = 0


@kernel
def over(state):
    """Whether the match is decided (DV-14 DV-S20 DV-S24)."""
    if state.completed >= state.max_rounds:
        return True
    top, leaders = state.points.max(), 0
    for seat in range(state.seats):
        leaders += state.points[seat] == top
    return top >= state.target and (state.target_tie != PLAYOFF or leaders == 1)


@kernel
def open_round(state, rng):
    """The Dictator draws a question; everyone sees what they think (DV-5)."""
    state.to_act = dictator(state)
    state.question = draw_question(state, rng)
    state.asked[state.question - 1] = 1
    if state.taste > 0:
        for person in range(state.seats):
            state.fit[person] = below(rng, FITS)
        for seat in range(state.seats):
            look(state, seat, rng)


@kernel
def draw_question(state, rng):
    """One that has not been asked since the shuffle, each as likely (DV-S11)."""
    left = state.questions - np.int64(state.asked.sum())
    if left == 0:
        state.asked[:] = 0
        left = state.questions
    skip = below(rng, left)
    question = 1
    while skip > 0 or state.asked[question - 1]:
        if not state.asked[question - 1]:
            skip -= 1
        question += 1
    return question


@kernel
def other_than(state, seat, rng):
    """Another seat, each as likely."""
    return (seat + 1 + below(rng, state.seats - 1)) % state.seats


@kernel
def bonus(state, seat, person):
    """By how much `seat` raises what it sees of `person`, in thousandths."""
    leans = seat == dictator(state) and state.leaning[seat] == person
    return LEAN * state.taste // 100 if leans else 0


@kernel
def look(state, seat, rng):
    """Draw what `seat` sees of everyone, given the fits."""
    for person in range(state.seats):
        true = below(rng, 100) < state.taste
        seen = np.int64(state.fit[person]) if true else below(rng, FITS)
        state.sees[seat, person] = seen + bonus(state, seat, person)


@kernel
def fittest(state, seat, rng):
    """Whom `seat` sees to fit best, but the Dictator, ties by chance; by how much."""
    ruler, best, lead, equal = dictator(state), NONE, 0, 0
    most = NONE
    for person in range(state.seats):
        if person == ruler:
            continue
        seen = np.int64(state.sees[seat, person])
        if seen > most:
            lead, most = seen - most, seen
            best, equal = person, 1
        elif seen == most:
            lead = 0
            equal += 1
            if below(rng, equal) == 0:
                best = person
        else:
            lead = min(lead, most - seen)
    return best, lead


@kernel
def guess_fits(state, seat, rng):
    """Draw the fits given what `seat` sees, and then what the others see."""
    for person in range(state.seats):
        seen = np.int64(state.sees[seat, person]) - bonus(state, seat, person)
        true = below(rng, 100) < state.taste
        state.fit[person] = seen if true else below(rng, FITS)
    for other in range(state.seats):
        if other != seat:
            look(state, other, rng)


@kernel
def guess_votes(state, seat, rng):
    """Place votes for those who were asked before `to_act`: from the Dictator on."""
    ruler, voter = dictator(state), dictator(state)
    while voter != state.to_act:
        if voter != seat:
            who, _ = fittest(state, voter, rng)
            if below(rng, OTHERWISE) == 0:
                who = ruler
                while who == ruler:
                    who = below(rng, state.seats)
            state.votes[voter] = who
        voter = (voter + 1) % state.seats
