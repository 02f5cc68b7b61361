"""Right Turn, Left Turn: what holds in every position, whole matches, text, decks."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partybots.core.chance import below, stream
from partybots.core.errors import BadValue, NotationError, PartybotsError
from partybots.core.registry import Registry
from partybots.core.testing import Laws
from partybots.plugins.right_turn_left_turn import house, rules, text
from partybots.solvers.route import DEFAULT_CIRCLE

GAME = Registry().game("right-turn-left-turn")


class TestLaws(Laws):
    game = GAME

    def cards(self, state):
        """The number of every Contract, from all zones."""
        aside = np.flatnonzero(state.lies >= rules.BOXED) + 1
        zones = [state.won.ravel(), state.pile, [state.open], aside]
        cards = np.sort(np.concatenate(zones))
        return cards[cards > 0].tolist()

    @settings(deadline=None)
    @given(st.integers(0, 2**32), st.integers(0, 400))
    def test_what_nobody_may_know_changes_no_view(self, seed, moves):
        state, rng = self.position(seed, moves), stream(seed, "other")
        record, other = GAME.record(state), state.copy()
        twin = GAME.record(other)
        first = record.in_pile - record.unseen
        twin.pile[first : record.in_pile] = twin.pile[first : record.in_pile][::-1]
        seat = below(rng, record.seats)
        for asked in range(record.to_act):
            if asked != seat and record.may >> asked & 1:
                twin.said[asked], twin.ms[asked] = 1 + below(rng, 7), below(rng, 9999)
        assert self.views(state)[seat].tobytes() == self.views(other)[seat].tobytes()

    @settings(deadline=None)
    @given(st.integers(0, 2**32), st.integers(0, 400))
    def test_an_answer_is_secret_while_another_is_to_come(self, seed, moves):
        state = self.position(seed, moves)
        if (seat := GAME.kernels.actor(state)) < 0:
            return
        ends = [self.after(state, action, 1) for action in self.legal(state)]
        if not GAME.kernels.sealed(ends[0]):
            return
        for other in range(GAME.record(state).seats):
            views = {self.views(end)[other].tobytes() for end in ends}
            assert len(views) == (len(ends) if other == seat else 1)

    def test_each_order_of_the_pile_is_guessed(self):
        parts = "target=1 / deck house 1L 1L 1L, house 2L 1L 1L, house 3L 1L 1L / "
        view = text.read(f"{parts}won -, - / pile ?2 | / open 3 by 0: * *")
        worlds = [self.world(GAME.state(view.tobytes()), 0, seed) for seed in range(20)]
        orders = {tuple(GAME.record(world).pile[:2]) for world in worlds}
        assert orders == {(1, 2), (2, 1)}

    @settings(deadline=None)
    @given(st.integers(0, 2**32), st.integers(0, 400))
    def test_where_contracts_lie_is_told_once(self, seed, moves):
        record = GAME.record(self.position(seed, moves))
        unseen = record.pile[record.in_pile - record.unseen : record.in_pile]
        unknown = record.lies[: record.cards] == rules.UNSEEN
        assert sorted(unseen) == (np.flatnonzero(unknown) + 1).tolist()
        assert not record.pile[record.in_pile :].any()
        assert not record.lies[record.cards :].any()


# Matches, played whole. Times are ms.

GOLDEN = [
    (
        3,
        "target=2",
        11,
        """
        house@626 house@2302 something-else@1425 bicycle@1431 bicycle@1741 bicycle@618
        tree@938 house@986 silent traffic-light@901 traffic-light@2500
        traffic-light@338
        """,
        "won -, 10, 34 37 / box 14 / rounds 4",
    ),
    (
        4,
        "tie_window_ms=500 max_ties=2 penalty_card=under_pile revealer=winner "
        "max_rounds=9",
        12,
        """
        something-else@2842 ambulance@1211 ambulance@279 bicycle@2100 ambulance@508
        bicycle@279 bicycle@2433 bicycle@451 stop-sign@2388 stop-sign@2483
        ambulance@115 house@2537 bicycle@214 bicycle@808 house@2918 house@1418
        house@2017 house@2430 tree@1345 traffic-light@2312 tree@2138 ambulance@2955
        street-lamp@2082 traffic-light@1058 traffic-light@1201 traffic-light@1145
        house@924 ambulance@281 house@1607 house@841 house@2442 house@503 house@749
        ambulance@1016 traffic-light@2202 traffic-light@585 house@1880 bicycle@2440
        house@1250 house@364 stop-sign@2884 stop-sign@55 stop-sign@1515 stop-sign@138
        street-lamp@1153 street-lamp@2660
        """,
        "won -, 12 15, 28 4 25, 23 35 / gone 41 / rounds 9",
    ),
    (
        2,
        "depth=1 deeper_every=2 relayout=each_game unknown_answer=reject target=3",
        13,
        """
        house@1005 house@2629 bicycle@640 bicycle@2794 stop-sign@1043 stop-sign@2439
        """,
        "won 38 6 34, - / rounds 3",
    ),
]


@pytest.mark.parametrize(("seats", "house_rules", "seed", "answers", "end"), GOLDEN)
def test_a_golden_match(seats, house_rules, seed, answers, end):
    agreed = dict(rule.split("=") for rule in house_rules.split())
    state = GAME.new(seats, agreed)
    GAME.kernels.deal(state, stream(seed))
    for answer in answers.split():
        assert GAME.kernels.actor(state) >= 0
        word, _, ms = answer.partition("@")
        GAME.kernels.stamp(state, int(ms or 0))
        GAME.kernels.apply(state, text.read_action(word), stream(1))
    parts = text.write(GAME.record(state)).split(" / ")
    told = [
        part for part in parts if part.split()[0] in ("won", "box", "gone", "rounds")
    ]
    assert " / ".join(told) == end
    assert parts[-1] == "over"


# Positions and actions as text.

OPEN = "won -, - / pile ?42 | / open 1 by 0: * *"
LATER = "won 3, - / pile ?41 | / rounds 1 / last 3 tree: tree@9 - / open 1 by 1: * *"


def test_a_view_reads_as_it_is_written():
    for position in (OPEN, LATER, LATER.replace("* *", "? *"), OPEN[:-1] + "*@70"):
        position = position.replace("* *@70", "? *@70")
        assert text.write(text.read(position)) == position


def test_a_position_names_its_house_rules_circle_and_deck():
    circle = f"{DEFAULT_CIRCLE}".replace("tree:back", "tree:front")
    deck = "house 1L 1R 1L, tree 12L 3R 9999L"
    position = f"target=1 / circle {circle} / deck {deck} / won -, - / pile 2 | / "
    position += "open 1 by 1: tree@0 *"
    assert text.write(text.read(position)) == position


@pytest.mark.parametrize(
    ("position", "says"),
    [
        ("", "expected"),
        ("nonsense", "expected"),
        (OPEN.replace("-, -", "-"), "expected"),  # one seat
        (OPEN.replace("?42", "?41"), "each of the 43 Contracts in one place"),
        (OPEN.replace("-, -", "5, -"), "each of the 43 Contracts in one place"),
        (OPEN.replace("open 1", "open 44"), "Contracts from 1 to 43"),
        (OPEN.replace("open 1", "open 0"), "expected"),
        (OPEN.replace("open 1", "open 129"), "expected"),
        (OPEN.replace("?42 |", "?41 | 1"), "Contract 1 is in two places"),
        (OPEN.replace("by 0", "by 2"), "seats from 0 to 1"),
        (OPEN.replace("* *", "* -"), "everyone to be asked"),
        (OPEN.replace("* *", "* tree@9"), "expected"),  # out of turn
        (OPEN.replace("* *", "? ?"), "expected"),  # all have answered
        (OPEN.replace("* *", "tree *"), "expected"),  # without a time
        (OPEN.replace("* *", "silent@9 *"), "expected"),
        (OPEN.replace("* *", "* * *"), "expected"),
        (OPEN + " / ties 1", "the Contract before"),
        (LATER.replace("* *", "* -") + " / ties 1", "in a tie-break two or more"),
        (OPEN + " / ties 10", "to be within its rules"),
        (OPEN + " / rounds 500", "to be within its rules"),
        (OPEN + " / rounds -1", "expected"),
        (OPEN + " / won -, -", "expected"),
        (OPEN + " / hand 3", "expected"),
        (OPEN.partition(" / open")[0].replace("?42", "?43") + " / over", "a reason"),
        (LATER.replace("won 3, -", "won 3 4, -").replace("41", "40"), "one Contract"),
        (LATER.replace("last 3", "last 44"), "the Contract before"),
        ("unknown_answer=reject / " + OPEN.replace("* *", "something-else@1 *"), "may"),
        ("target=0 / " + OPEN, "house rule target"),
        ("targets=2 / " + OPEN, "did you mean"),
        ("first_revealer=2 / " + OPEN, "RTLT-S17"),
        ("circle house:front / " + OPEN, "missing"),
        ("deck house 1L / " + OPEN, "three movements"),
        (
            "deck house 1L 1L 1L, house 1L 1L 1L / target=1 / " + OPEN,
            "each Contract once",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_words(position, says):
    with pytest.raises(PartybotsError, match=says):
        text.read(position)


@pytest.mark.parametrize(
    ("said", "means"),
    [("Lamp", "street-lamp"), ("stop", "stop-sign"), ("vélo", "bicycle")],
)
def test_an_answer_may_be_spelt_as_people_do(said, means):
    assert text.write_action(text.read_action(said)) == means


def test_an_answer_that_is_none_lists_those_that_are():
    with pytest.raises(NotationError, match="one of house, ambulance"):
        text.read_action("cat")


# Decks.


def contracts(deck):
    state = GAME.record(GAME.new(2, {"target": "1"}, deck))
    return [str(contract) for contract in text.deck(state)]


@pytest.mark.parametrize(
    "deck",
    [
        "house 3L 1R 4L\ntree 2L 3R 2R\n",
        "# mine\n\nhouse 3L 1R 4L  # the first\r\ntree 2L 3R 2R",
        "house,3L,1R,4L\ntree,2L,3R,2R",
        "number,contract\n1,house 3L 1R 4L\n2,tree 2L 3R 2R",
        'Contrat;points\n"maison 3G 1D 4G";1\n"arbre 2 gauche 3 droite 2 droite";1',
        "\ufeffhouse 3 left 1 right 4 left\nTREE 2L 3R 2R",
    ],
)
def test_a_deck_of_ones_own(deck):
    assert contracts(deck) == ["house 3L 1R 4L", "tree 2L 3R 2R"]


def test_a_deck_may_lay_out_the_circle():
    circle = "tree:front lamp:back stop:back bicycle:back light:front house:back "
    deck = f"\n# ours\nCircle: {circle} ambulance:front\nhouse 3L 1R 4L"
    laid = house.get_circle(GAME.record(GAME.new(2, {"target": "1"}, deck)))
    assert str(laid).split()[:3] == ["house:back", "ambulance:front", "tree:front"]


@pytest.mark.parametrize(
    ("deck", "says"),
    [
        ("", "a deck has 1 to 128 Contracts, this one 0"),
        (
            "house 3L 1R 4L\n\nhut 1L 1L 1L",
            'line 3 of the deck: "hut" is not a landmark',
        ),
        ("house 3L 1R 4L\nhouse 3L 1R", "line 2 of the deck: house 3L 1R is not"),
        ("house 3L 1R 4L\nhouse 3L 1R 4L", "line 2 of the deck: .* line 1 already"),
        ("house 3L 1R 4X", "line 1 of the deck: .*4X"),
        ("contract,points\nhouse 3L 1R 4L,1\n,2", "line 3 of the deck"),
        ("points,contract\n1,house 3L 1R 4L\n2", "line 3 of the deck: .*column 2"),
        ("circle: house:front\nhouse 3L 1R 4L", "line 1 of the deck: missing"),
        ("house 3L 1R 4L\ncircle: house:front", "line 2 of the deck"),
        (
            "\n".join(f"tree {n}L 1R 1L" for n in range(1, 130)),
            "1 to 128 Contracts, this one 129",
        ),
    ],
)
def test_a_deck_that_cannot_be_names_the_line(deck, says):
    with pytest.raises(BadValue, match=says):
        GAME.new(2, {"target": "1"}, deck)


def test_a_contract_survives_packing():
    for contract in ("house 1L 1R 1L", "traffic-light 9999R 16L 9999R"):
        packed = house.pack(house.read_contract(contract))
        assert str(house.unpack(packed)) == contract


@given(st.integers(0, 30), st.sampled_from(["1", "2", "3"]), st.integers(1, 9))
def test_bots_and_rules_agree_on_how_many_movements_count(ended, depth, every):
    agreed = {"depth": depth, "deeper_every": str(every)}
    record = GAME.record(GAME.new(2, agreed))
    record.rounds, record.open = ended, 1
    assert len(house.open_contract(record).movements) == rules.movements(record)
