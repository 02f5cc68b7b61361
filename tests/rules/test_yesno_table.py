"""YesNo: decks, house rules, positions as text, and the table as a person sees it."""

import numpy as np
import pytest
from rich.text import Text

from partybots.core.chance import stream
from partybots.core.errors import BadValue, NotationError, PartybotsError
from partybots.core.registry import Registry
from partybots.core.testing import Laws
from partybots.plugins.yesno import house, rules, table, text

GAME = Registry().game("yesno")

MINE = """
# six cards, three challenges
4 cards YES
2 cards no      # small letters will do
1 card NO

2 challenges at least 2 YES
1 challenge  YES > NO
"""
VIEW = (
    "??+N:Y:1.0.1 ??:yN:0.1.0 / pile a(b)?? / turn of 0, flip 3 by 0 "
    "/ now Y310!40 ?_ / before 1 NO: -!9 N300-; won 0"
)


def read_here(name):
    return GAME.record(GAME.new(3, deck=name))


# Decks


def test_ours_has_thirty_of_each_word_and_ten_of_each_basic_challenge():
    deck = house.read_deck(house.OURS)
    assert (deck.yes, deck.no) == (30, 30)
    counted = {str(c): copies for c, copies in deck.challenges.items()}
    assert counted == {"exactly 1 YES": 10, "exactly 1 NO": 10}


@pytest.mark.parametrize("seats", range(2, 7))
def test_ours_divides_equally(seats):
    assert 60 % seats == 0


def test_the_extra_set_comes_on_top():
    state = GAME.record(GAME.new(3, {"extra_challenges": "true"}))
    names = [str(c) for c in house.get_deck(state).challenges]
    assert names == ["exactly 1 YES", "exactly 1 NO", "all YES", "all NO"]
    assert state.challenges == 24
    assert [bin(m) for m in state.meets[:4]] == ["0b10", "0b100", "0b1000", "0b1"]


def test_a_deck_of_ones_own():
    state = read_here(MINE)
    assert (state.yes_cards, state.no_cards, state.challenges) == (4, 3, 3)
    assert text.write_deck(state) == (
        "4 cards YES, 3 cards NO, 2 challenges at least 2 YES, 1 challenges YES > NO"
    )


@pytest.mark.parametrize(
    ("deck", "wrong"),
    [
        (
            "3 cards YES\n3 cards MAYBE",
            'deck line 2: a card says YES or NO, not "MAYBE"',
        ),
        ("cards YES", 'deck line 1: "cards YES" is not "30 cards YES" or'),
        ("0 cards YES", 'deck line 1: "0 cards YES" is not'),
        ("\n2 challenges sometimes", 'deck line 2: "sometimes" is not a challenge'),
        ("2 challenges exactly 7 YES", "deck line 1:"),
        ("9 cards YES", "a deck has 1 to 64 challenges of at most 12 kinds, not 0"),
        ("2 cards YES\n1 challenge all same", "YN-1: 2 cards are too few for 3"),
        ("125 cards NO\n1 challenge all NO", "at most 124 cards, not 125"),
        ("9 cards YES\n65 challenges all NO", "not 65 of 1"),
        ("9 cards YES\n1 challenge YES = NO", 'can never meet "YES = NO"'),
        ("9 cards YES\n1 challenge exactly 4 NO", 'can never meet "exactly 4 NO"'),
    ],
)
def test_a_wrong_deck_is_refused_in_words(deck, wrong):
    with pytest.raises(BadValue) as error:
        read_here(deck)
    assert wrong in str(error.value)


def test_more_kinds_than_there_is_room_for_are_refused():
    kinds = [
        f"1 challenge exactly {k} {word}" for k in range(7) for word in ("YES", "NO")
    ]
    with pytest.raises(BadValue, match="12 kinds, not 14 of 14"):
        read_here("9 cards YES\n" + "\n".join(kinds))


def test_the_largest_deck_there_is_can_be_played():
    deck = "124 cards YES\n64 challenges all YES"
    state = GAME.new(2, {"collect": "all"}, deck)
    GAME.kernels.deal(state, stream(1))
    legal, rng = np.zeros(rules.ACTIONS, np.int64), stream(2)
    while GAME.kernels.actor(state) >= 0:
        n = GAME.kernels.legal(state, legal)
        GAME.kernels.apply(state, GAME.kernels.greedy(state, legal, n, rng), rng)
        record = GAME.record(state)
        assert text.read(text.write(record)).tobytes() == state.tobytes()
    assert record.taken.sum() + record.deck_size.sum() + record.front_size.sum() == 124


# Positions as text


def test_a_view_is_written_with_what_it_hides():
    position = text.read(VIEW + DECK)
    assert (position.veiled, position.asked) == (1, 3)
    assert text.write(position) == VIEW + DECK
    assert position.said[0].tolist()[:2] == [2, 0]


DECK = " / deck 5 cards YES, 5 cards NO, 2 challenges all YES, 2 challenges all NO"


@pytest.mark.parametrize(
    ("part", "becomes"),
    [
        ("Y310!40 ?_", "Y310!40 ?_ ?_"),  # three answers of two seats
        ("Y310!40 ?_", "_- ??"),  # a slap before the word
        ("Y310!40 ?_", "Y310!40 X_"),
        ("??:yN", "??N:yM"),
        ("??:yN", "?Y:yN"),  # half hidden
        ("??:yN", "??-yN"),
        ("pile a(b)??", "pile a(b)?"),  # a challenge is missing
        ("pile a(b)??", "pile ab??"),
        ("pile a(b)??", "pile (b)???"),  # one was won
        ("pile a(b)??", "pile a(?)??"),
        ("turn of 0", "turns of 0"),
        ("flip 3 by 0", "flip 3 by 0, over never"),
        ("before 1 NO", "before 1 MAYBE"),
        ("before 1 NO: -!9 N300-", "before 1 NO: -!9 N300_"),
        ("; won 0", "; won 0 1"),
        ("1.0.1", "1.0"),
        (" / pile", " / aside / aside / pile"),
    ],
)
def test_text_that_is_no_position_is_refused(part, becomes):
    assert part in VIEW
    with pytest.raises(NotationError, match="is not a YesNo position: expected"):
        text.read(VIEW.replace(part, becomes) + DECK)


@pytest.mark.parametrize(
    ("part", "becomes", "wrong"),
    [
        ("??:yN", "?:yN", "seat 1 has 4 cards, not 5"),
        ("1.0.1", "1.9.1", "seat 0 has 14 cards, not 5"),
        (" / pile", " / aside ? / pile", "1 cards are set aside, not 0"),
        ("5 cards YES, 5 cards NO", "1 cards YES, 9 cards NO", "there are 1 YES"),
        ("2 challenges all YES, 2", "1 challenges all YES, 3", ""),
        ("pile a(b)", "pile b(b)", ""),
        ("2 challenges all NO", "2 challenges all same", ""),
        ("turn of 0", "turn of 2", "there is no seat 2"),
        ("flip 3 by 0", "flip 3 by 1", "it is the turn of seat 0, who has not flipped"),
        ("flip 3 by 0", "flip 0 by 0", "1 to 600 flips"),
        ("flip 3 by 0", "flip 601 by 0", "1 to 600 flips"),
        ("flip 3 by 0", "flip 3 by 1, passes 1", "seat 0 cannot pass"),
        ("+N:Y:", "+N:y:", "seat 0 has flipped and shows no word"),
        ("by 0 /", "by 0, over turns /", "the match is over, and answers are given"),
        ("by 0 /", "by 0, over pile /", "over when the last challenge is won"),
        ("by 0 /", "by 0, over target /", "target_points are -1"),
        ("a(b)", "a()?", "no challenge is open"),
        (DECK, " / rules target_points=2" + DECK, "target_points are 2"),
        ("Y310!40 ?_", "Y310? N20_", "whoever sees the answers of two sees all"),
        ("; won 0", "; won 3", "there is no such seat"),
        ("; won 0", "; erred 2", "there is no such seat"),
        ("; won 0", "; won 1", "seat 1 won without a slap"),
        ("5 cards YES,", "5 cards YES, 2 challenges exactly 3 NO,", "can never meet"),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_words(part, becomes, wrong):
    position = VIEW + DECK
    assert part in position
    if not wrong:  # it can be
        text.read(position.replace(part, becomes))
        return
    with pytest.raises(BadValue, match=wrong):
        text.read(position.replace(part, becomes))


def test_cards_that_are_written_have_to_be_those_of_the_deck():
    whole = VIEW.partition(" / now")[0].replace("??+N", "YY+N").replace("??:", "NN:")
    text.read(whole.replace("(b)??", "(b)ab") + DECK)
    with pytest.raises(BadValue, match="there are 5 YES in the deck"):
        text.read(whole.replace("NN:", "YN:").replace("(b)??", "(b)ab") + DECK)
    with pytest.raises(BadValue, match="the deck has 2 of challenge a"):
        text.read(whole.replace("(b)??", "(b)aa") + DECK)


def test_any_garbled_position_is_refused_in_words():
    refused = 0
    for seed in range(20):
        written = text.write(GAME.record(Tables().position(seed, 5 * seed)))
        rng = np.random.default_rng(seed)
        for _ in range(40):
            place = rng.integers(len(written))
            other = str(rng.choice([*"YN?-_!/():.,+ 0129ax", ""]))
            garbled = written[:place] + other + written[place + 1 :]
            refused += not readable(garbled)
    assert refused > 400


def readable(position):
    """Whether it is one; anything but an error in words gets out."""
    try:
        text.read(position)
    except PartybotsError as error:
        return not str(error)
    return True


class Tables(Laws):
    """For its positions."""

    game = GAME


@pytest.mark.parametrize("said", ["yes", " YES ", "Slap", "hold", "silent", "no"])
def test_answers_are_read_whatever_their_capitals(said):
    assert text.write_action(text.read_action(said)).lower() == said.strip().lower()


def test_another_answer_is_refused():
    with pytest.raises(NotationError, match='"maybe" is not a YesNo answer: expected'):
        text.read_action("maybe")


# What a person sees


SCREEN = """\
Challenge: all NO   (2 more in the pile, flip 3 of 600)

  seat       deck   in front                              shows  points
> 0 (you)       3   Y                                     YES         2
  1             2   .N                                    NO          1

Before that seat 1 flipped NO:
  0 (you)   said nothing, slapped after 9 ms
  1         said NO after 300 ms
  seat 0 won the challenge
Seat 0 flips YES.
You say YES."""


def test_the_screen_of_a_view():
    drawn = Text.from_markup(table.draw(text.read(VIEW + DECK), 0))
    assert drawn.plain == SCREEN


def test_every_screen_can_be_drawn_and_is_at_most_80_wide():
    laws = Tables()
    for seed in range(30):
        for seat, view in enumerate(laws.views(laws.position(seed, 20 * seed))):
            drawn = Text.from_markup(table.draw(GAME.record(view), seat))
            assert max(map(len, drawn.plain.splitlines())) <= 80
            assert "[" not in drawn.plain


def test_the_last_screen_says_why_the_match_is_over():
    for seed in range(6):
        laws = Tables()
        end = GAME.record(laws.position(seed, 100_000, "idle"))
        assert table.OVER[end.over] in table.draw(end, 0)


def test_an_error_and_a_pass_are_on_the_screen():
    position = text.read(
        "-:Yn:1.2.0 ??:yN:0.1.0 / pile (b)??? / turn of 1, flip 3 by 1 "
        "/ before 0 pass: -- N300!20; erred 0 1" + DECK
    )
    drawn = Text.from_markup(table.draw(position, 1)).plain
    assert "Before that seat 0 passed:" in drawn
    assert "1 (you)   said NO after 300 ms, slapped after 20 ms" in drawn
    assert "in error: seat 0, 1" in drawn
    passing = text.read(
        "-:Y:1.3.0 ??:yN:0.1.0 / pile (b)??? / turn of 0, flip 3 by 1, passes 1" + DECK
    )
    assert "Seat 0 has no card to flip and passes." in table.draw(passing, 1)


def test_what_another_answers_is_not_told():
    view = text.read(VIEW + DECK)
    told = [table.describe(view, action, 1) for action in range(rules.ACTIONS)]
    assert set(told[:3]) == {"has decided what to say"}
    assert set(told[3:]) == {"has decided whether to slap"}
    assert table.describe(view, rules.YES, 1, view) == told[1]


@pytest.mark.parametrize(
    ("slap", "came"),
    [("hold", "play goes on"), ("slap", "in error: seat 1")],
)
def test_the_last_answer_says_what_all_came_to(slap, came):
    before = text.read(
        "YN:Y:1.1.0 NN:N:2.0.0 / pile (b)aab / turn of 0, flip 3 by 0 "
        "/ now Y310- -_" + DECK
    )
    after, action = before.copy(), text.read_action(slap)
    rules.apply(after, action, stream(1))
    told = table.describe(before, action, 1, after)
    assert told == f"is the last to answer: {came}"


def test_why_not():
    view, why = text.read(VIEW + DECK), GAME.why.why_illegal
    assert why(view, rules.YES).startswith("YN-7: you have said what you say")
    view.asked = 2
    assert why(view, rules.SLAP).startswith("YN-3: first comes what you say")
    assert why(view, 5) == "there is no action 5"
    view.over = rules.TURNS
    assert why(view, rules.YES) == "the match is over"
