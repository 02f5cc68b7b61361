"""I'm Right You're Wrong: positions as text, decks, and what a person sees."""

import json
from pathlib import Path

import numpy as np
import pytest
from im_right_kit import GAME, at, dealt, hand, play, view
from rich.text import Text

from partybots.core.chance import stream
from partybots.core.errors import BadValue, NotationError
from partybots.plugins.im_right_youre_wrong import (
    house,
    layout,
    rules,
    table,
    text,
    why,
)

# Positions.


def test_a_position_reads_like_the_table():
    state = at(
        *("A1 A1 H2", "A3 T5", "out0:plays:1"),
        traps=("", "T5@3!a T3"),
        deck="A7 T3",
        more="front A4>0:0 / under A2@1<0,T1@2<1 / keeps 0:T5@3<1 / unseen 3",
    )
    assert text.write(state).split(" / pile")[0] == (
        "A1x2,H2 A3,T5 out0:plays:1 / traps - (T5)@3!a,T3 - / front A4>0:0"
        " / deck A7,T3 / under A2@1<0,T1@2<1"
    )
    assert text.write(state).split(" / ")[6:] == [
        *("keeps 0:T5@3<1", "turn 0", "asks 0 play", "step 4", "unseen 3")
    ]
    assert text.write(view(state, 0)).split(" / pile")[0] == (
        "A1x2,H2 ?2 out0:plays:1 / traps - (?)@3!a,T3 - / front A4>0:0"
        " / deck ?2 / under A2@1<0,?@2<1"
    )


WHOLE = text.write(at("A1 A4", "H2 T5", traps=("T1@1",), deck="A7", more="unseen 1"))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("A1,A4 ", "A1 ", "there are 59 cards, and the deck has 60"),
        ("A1,A4 ", "A1,A4x2 ", "there are 5 A4, and the deck has 4"),
        ("A1,A4 ", "A1,Z9 ", 'there is no card "Z9"'),
        ("A1,A4 ", "A1,#21 ", "there are 1 #21, and the deck has 0"),
        ("A1,A4 H2,T5", "A1,A4,H2,T5", "2 to 5 play, not 1"),
        ("A1,A4 H2,T5", "A1,A4,H2,T5 -", "IR-17: seat 1 is in and has no card"),
        ("A1,A4 ", "A1,A4x9999 ", "is no kind of card and how many"),
        ("(T1)@1", "T1@1", "stand in brackets"),
        ("(T1)@1", "(T3)@1", "stand in brackets"),
        ("(T1)@1", "(T1)@2", 'later than "unseen" says'),
        ("(T1)@1", "(T1)@1<7", "came from no hand"),
        ("(T1)@1", "(T1)@1!a", "T1 of seat 0 would have reacted"),
        ("(T1)@1", "(A9)@1", "in brackets"),
        ("(T1)@1 -", "(T1)@1", "2 seats have Traps, not 1"),
        ("deck A7", "deck ?1,A7", "is no number"),
        ("turn 0", "turn 5", "there is no seat 5"),
        ("turn 0", "turn 1", "seat 1 decides that, not seat 0"),
        ("asks 0 play", "asks 0 cook", "it asks to play, draw"),
        ("asks 0 play", "asks 0 return", "cards are returned"),
        ("asks 0 play", "over", "IR-18: a match is over when one seat is left"),
        ("step 4", "step 9", "step 9 does not follow"),
        ("step 4", "step 4 / card H2", "there are 5 H2, and the deck has 4"),
        ("step 4", "step 4 / dry now", '"dry" stands alone'),
        ("step 4", "step 4 / front A6>0:0", "there are 5 A6"),
        ("step 4", "step 4 / keeps 0:A1@9<1", "seat 0 cannot keep track"),
        ("step 4", "step 4 / keeps 0:A1@1<0", "seat 0 cannot keep track"),
        ("step 4", "step 4 / names 1", "name a seat"),
        ("step 4", "step 4 / aims 0.0", "only H2 aims at a Trap"),
        ("step 4", "step 4 / due 1.0", "a Trap is due in step 5 only"),
        ("step 4", "step 4 / hand_size=0", "hand_size is a whole number"),
        ("step 4", "step 4 / hand_sise=5", 'no part begins with "hand_sise=5"'),
        (
            "step 4",
            "step 4 / max_players=2 / max_players=2",
            "max_players is said twice",
        ),
        ("step 4", "step 4 / cards x", '"cards" is a deck file in quotes'),
        ("step 4", "step 4 / cards 7", '"cards" is a deck file in quotes'),
        ("step 4", 'step 4 / cards "name"', "deck, line 1: the header is"),
        ("step 4", "step 4 / step 4", "step is said twice"),
        ("step 4", "step x", "is no number"),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_words(old, new, why):
    assert WHOLE.count(old) == 1
    with pytest.raises(NotationError, match=why):
        text.read(WHOLE.replace(old, new))


@pytest.mark.parametrize(
    "junk", ["", "/", "x", "A1 A1", "A1 A2 / turn 0", "? ?", "out0"]
)
def test_junk_is_refused(junk):
    with pytest.raises(NotationError, match="is not a position of I'm Right"):
        text.read(junk)


def test_no_change_of_a_letter_ends_in_a_traceback():
    for place in range(len(WHOLE)):
        for letter in "A9 /?":
            try:
                state = text.read(WHOLE[:place] + letter + WHOLE[place + 1 :])
            except NotationError:
                continue
            assert text.read(text.write(state)).tobytes() == state.tobytes()


@pytest.mark.parametrize(
    "junk",
    ["", "play", "play Z1", "play #20", "play #64", "trap 1", "trap 5.0", "name 5"],
)
def test_an_unknown_action_is_refused(junk):
    with pytest.raises(NotationError, match="is not an action of I'm Right"):
        text.read_action(junk)


@pytest.mark.parametrize(
    ("action", "why_not"),
    [
        ("play A4", "IR-5: seat 0 does not hold that card"),
        ("play A1", "IR-S22: A5 forbids any Attack this turn"),
        ("play T5", "IR-S46: T4 of seat 1 forbids a new Trap"),
        ("no", "IR-S24: there is a card to play"),
        ("yes", "it is asked for a card to play"),
        ("return H1", "it is asked for a card to play"),
        ("trap 1.0", "it is asked for a card to play"),
        ("pick 3", "it is asked for a card to play"),
    ],
)
def test_why_not_in_words(action, why_not):
    state = at("A1 T5 H1", "A2", traps=("", "T4"), more="front A5>0:0")
    assert why.why_illegal(state, text.read_action(action)) == why_not


# Decks.

HEAD = "name,type,effect,count,text\n"


def test_our_deck():
    """60 cards: RULES 3.6."""
    counts = [5, 4, 3, 4, 4, 4, 3, 3, 2, 2, 2, *(2, 4, 2, 2), *(3, 3, 2, 2, 2, 2)]
    state = dealt(2)
    assert state.kind_count[:21].tolist() == counts
    by_type = [
        int(state.kind_count[state.kind_type == kind].sum()) for kind in range(3)
    ]
    assert by_type == [36, 10, 14]
    lines = Path(house.__file__).with_name("deck.csv").read_text().split("\n")
    assert lines[0].startswith("# Our deck, not the published one")


def test_the_thematic_profile():
    state = dealt(2, typing="thematic")
    kinds = {house.EFFECTS[k] for k in range(21) if state.kind_type[k] == 1}
    assert kinds == {"H1", "H2", "H3", "H4", "A9", "A10", "A11"}
    with pytest.raises(BadValue, match="typing is of our deck"):
        GAME.new(2, {"typing": "thematic"}, HEAD + "x,attack,A1,30,\n")


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        ("", "deck, line 1: no card follows"),
        ("a,attack,A1,5\n", "line 2: 4 columns, not 5"),
        (",attack,A1,5,x\n", "line 2: a card has a name"),
        ("a,spell,A1,5,x\n", 'line 2: no type "spell"; known: attack, highroad, trap'),
        ("a,attack,A12,5,x\n", 'line 2: no effect "A12"; known: A1, A2'),
        ("a,attack,T1,5,x\n", "line 2: T1 is a trap, not attack"),
        ("a,trap,H1,5,x\n", "line 2: H1 is no trap, not trap"),
        ("a,attack,A1,0,x\n", 'line 2: a count is a number from 1 to 128, not "0"'),
        ("a,attack,A1,-1,x\n", "line 2: a count"),
        ("a,attack,A1,1e1,x\n", "line 2: a count"),
        ("a,attack,A1,5,x\na,attack,A2,5,x\n", 'line 3: there is a line "a" already'),
        (
            "a,attack,A1,100,\n\n#\nb,attack,A1,29,\n",
            "line 5: a deck has at most 128 cards",
        ),
        ("\n".join(f"a{n},attack,A1,1," for n in range(65)), "line 66: .* 64 entries"),
        (f"{'n' * 25},attack,A1,5,x\n", "line 2: a name is at most 24 printable"),
        (f"a,attack,A1,5,{'x' * 65}\n", "line 2: a text is at most 64 printable"),
        ('a,attack,A1,5,"x\n', "line 2: unexpected end of data"),
        ("a,attack,A1,20,\n", "IR-S50: 4 hands of 5 leave no deck of 20 cards"),
    ],
)
def test_a_deck_that_cannot_be_is_refused_by_its_line(lines, wrong):
    with pytest.raises(BadValue, match=wrong):
        GAME.new(4, {}, HEAD + lines)


def test_the_header_is_needed():
    with pytest.raises(BadValue, match="deck, line 1: the header is name,type,effect"):
        GAME.new(2, {}, "name,effect\nx,A1\n")


def cards(n):
    """As many entries, of all effects in turn."""
    effects = [house.EFFECTS[k % 21] for k in range(n)]
    types = {"A": "attack", "H": "highroad", "T": "trap"}
    lines = (f"card {k},{types[e[0]]},{e},2,says {k}\n" for k, e in enumerate(effects))
    return HEAD + "".join(lines)


@pytest.mark.parametrize(
    "deck",
    [
        cards(21),
        cards(64),
        HEAD + "".join(f"a{k},attack,A1,1,\n" for k in range(64)),
        HEAD
        + '"A, ""B"" / [red]",highroad,A4,30,"#1 / é [b]x[/b]"\n"#2",attack,A1,9,\n',
    ],
)
def test_a_deck_survives_writing_and_reading(deck):
    state = GAME.record(GAME.new(2, {}, deck))
    again = GAME.record(GAME.new(2, {}, house.write_deck(state)))
    assert again.tobytes() == state.tobytes()
    rules.deal(state, stream(1))
    written = text.write(state)
    assert text.read(written).tobytes() == state.tobytes()
    assert json.loads(written.split(" / cards ")[1]) == house.write_deck(state)
    assert Text.from_markup(table.draw(view(state, 0), 0)).plain


def test_an_entry_is_called_by_its_effect_or_by_its_place():
    deck = HEAD + "a,attack,A4,9,\nb,attack,A4,9,\nc,highroad,A1,9,\n"
    state = GAME.record(GAME.new(2, {}, deck))
    places = {place: entry.name for place, entry in house.get_deck(state).items()}
    assert places == {3: "a", 21: "b", 0: "c"}
    assert [text.write_kind(place) for place in places] == ["A1", "A4", "#21"]


def test_types_are_the_decks():
    """A Fight that is a Highroad is ignored by T2, and lets T1 pass."""
    deck = HEAD + "Fight,highroad,A2,30,\nNo,trap,T2,30,\nBack,trap,T1,30,\n"
    read = text.read(
        "A2x4 A2 / traps - (T1),(T2) / deck A2 / pile A2x24,T1x29,T2x29"
        f" / turn 0 / asks 0 play / step 4 / cards {json.dumps(deck)}"
    )
    after = play(read, "play A2")
    assert (hand(after, 0), after.laid[1]) == ("A2 A2 A2", 1)


# The table.


def plain(state, seat):
    return Text.from_markup(table.draw(view(state, seat), seat)).plain


def test_a_table_as_it_is_drawn():
    state = at(
        *("A1 A1 T5", "A3 T1", "out0:plays:1"),
        traps=("", "T5@3 T3"),
        deck="A7 T3",
        more="front A5>0:0 / under A2@1<0,T1@2<1 / keeps 0:T1@3<1 / unseen 3",
    )
    drawn = plain(state, 0).split("\n")
    assert drawn[:10] == [
        "I'm Right You're Wrong, turn of seat 0, clockwise",
        "",
        "> seat 0 (you) 3 cards",
        "    A5 Dig, binds seat 0",
        "  seat 1       2 cards",
        "    (?); T3 Highroad draws",
        "  seat 2       out: out of plays, by a card of seat 1",
        "",
        "  deck 4, of which 2 were put under it",
        "  used: A1 Return one x3, A2 Fight x3, A3 Blind swap x2, A4 Annoy x4,",
    ]
    assert drawn[-11:] == [
        "  under the deck, the next first: A2 Fight, ?",
        "  you have seen: T1 Attack returns went to seat 1",
        "",
        "  Your hand:",
        "    A1 Return one x2, Attack",
        "      put one of your cards under the deck",
        "      IR-S22: A5 forbids any Attack this turn",
        "    T5 Decoy, Trap",
        "      nothing",
        "",
        "Play which card?",
    ]


def test_it_is_at_most_80_columns_wide_and_says_who_won():
    for seed in range(8):
        state, rng = dealt(2 + seed % 4, seed), stream(seed, "wide")
        actions = np.zeros(layout.ACTIONS, np.int64)
        while rules.actor(state) >= 0:
            n = rules.legal(state, actions)
            rules.apply(state, actions[(3 * n + seed) // 2 % n], rng)
            for seat in range(state.seats):
                assert max(map(len, plain(state, seat).split("\n"))) <= 80
        won = [f"seat {s}" for s in range(state.seats) if state.gone[s] < 0]
        assert plain(state, 0).split("\n")[0].endswith(f"won by {' and '.join(won)}")


def told(state, action, seat):
    """What `seat` is told of what the actor does."""
    after = view(play(state, action), seat)
    number = text.read_action(action)
    return table.describe(view(state, seat), number, int(state.asked), after)


@pytest.mark.parametrize(
    ("action", "seat", "words"),
    [
        ("play A5", 1, "plays A5 Dig"),
        ("play T5", 1, "plays a Trap face down"),
        ("play T5", 0, "plays T5 Decoy"),
        ("play T3", 1, "plays T3 Highroad draws"),
    ],
)
def test_a_card_played_in_words(action, seat, words):
    assert told(at("A5 T5 T3", "A2", deck="A6 A7"), action, seat) == words


@pytest.mark.parametrize(
    ("state", "action", "seat", "words"),
    [
        (at("A1 A5 H1", "A2", deck="A6"), "return H1", 1, "puts a card under the deck"),
        (
            at("A1 A5 H1", "A2", deck="A6"),
            "return H1",
            0,
            "puts H1 Disarm all under the deck",
        ),
    ],
)
def test_a_card_returned_in_words(state, action, seat, words):
    assert told(play(state, "play A1"), action, seat) == words


def test_who_is_out_and_why_in_words():
    state = at("A1 A2", "A3", "A4", more="front H4>1:0")
    words = "has no card to play; seat 0 is out: out of plays, by a card of seat 1"
    assert told(state, "no", 2) == words
    both = told(at("A9", "A2", "A3 A4"), "play A9", 2)
    assert both == "plays A9 Control"  # whom it is for comes next
    both = told(play(at("A9", "A2", "A3 A4"), "play A9"), "name 1", 2)
    lost = (
        "seat 0 is out: out of cards; seat 1 is out: out of cards, by a card of seat 0"
    )
    assert both == f"names seat 1; {lost}"


@pytest.mark.parametrize(
    ("state", "action", "words"),
    [
        (
            at("H2 A1", "A2", traps=("", "T5 T3"), deck="A6"),
            "trap 1.0",
            "aims at a Trap face down of seat 1",
        ),
        (
            at("H2 A1", "A2", traps=("", "T5 T3"), deck="A6"),
            "trap 1.1",
            "aims at T3 Highroad draws of seat 1",
        ),
        (
            at("A5 A1 A4", "A2", traps=("T1",), deck="A6"),
            "yes",
            "has T1 Attack returns act",
        ),
        (
            at("A5 A1 A4", "A2", traps=("T1",), deck="A6"),
            "no",
            "lets T1 Attack returns rest",
        ),
        (
            at("A9 A1", "A2 A3", deck="A6", blind="position"),
            "pick 1",
            "picks card 2 of the shuffled hand",
        ),
        (at("A7 A1", "A2 A3", deck="A6", a7_optional="true"), "no", "declines"),
        (
            at("A7 A1", "A2 A3", deck="A6", a7_optional="true"),
            "yes",
            "draws and returns a card",
        ),
    ],
)
def test_other_answers_in_words(state, action, words):
    asked = play(
        state,
        next(
            iter(
                f"play {card}"
                for card in hand(state, 0).split()[::-1]
                if card in "A5 A7 A9 H2"
            )
        ),
    )
    number = text.read_action(action)
    assert table.describe(view(asked, 0), number, int(asked.asked)) == words


def test_draws_in_words():
    state = at("A5 A1", "A2", "A3", deck="A6", asks="0 draw", step=1, auto_draw="false")
    assert told(state, "draw", 1) == "draws a card"
    assert told(state, "no", 1) == "does not draw; seat 0 is out: no draw"


def test_losses_are_counted():
    after = play(at("A9", "A2", "A3 A4"), "play A9", "name 1")
    assert table.losses(after) == ["out of cards", "out of cards", ""]
    assert table.tally(after)["losses"]["out of cards"] == [1, 1, 0]
    assert [*table.tally(after)["losses"]] == [*rules.LOSSES]
