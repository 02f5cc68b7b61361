"""I'm Right You're Wrong: what the rulebook leaves open, IR-S1 to IR-S72."""

import pytest
from im_right_kit import (
    GAME,
    at,
    dealt,
    front,
    hand,
    legal,
    lost,
    piled,
    play,
    traps,
    under,
    view,
)

from partybots.core.errors import BadValue
from partybots.plugins.im_right_youre_wrong import text


def test_ir_s1_who_starts_is_drawn():
    starts = [int(dealt(4, seed).turn) for seed in range(200)]
    assert all(30 < starts.count(seat) < 70 for seat in range(4))


def test_ir_s1_a_seat_that_starts_has_to_be_there():
    why = "IR-S1: first_player is 3, and the last seat is 2"
    with pytest.raises(BadValue, match=why):
        GAME.new(3, {"first_player": "3"})


def test_ir_s2_the_draw_is_no_decision():
    assert legal(dealt(2))[0].startswith("play ")


def test_ir_s2_the_draw_may_be_an_action():
    table = dealt(2, auto_draw="false")
    assert legal(table) == ["draw", "no"]
    assert table.held[table.turn] == 5
    assert play(table, "draw").held[table.turn] == 6


def test_ir_s59_not_to_draw_is_out_at_once():
    asks = {"asks": "0 draw", "step": 1, "auto_draw": "false"}
    before = at("A6 A1", "A2", "A3", deck="A4", **asks)
    after = play(before, "no")
    assert lost(after, 0) == ("no draw", 0)
    assert piled(before, after) == "A1,A6"


def test_ir_s59_nobody_is_asked_to_draw_nothing():
    after = play(at("A5 A1", "A2 A3", auto_draw="false"), "play A5")
    assert legal(after) == ["play A2", "play A3"]


SHORT = "A1 A5 H1", "A2 A3"  # no deck; seat 0 puts H1 there


def test_ir_s3_a_returned_card_is_drawn():
    after = play(at(*SHORT), "play A1", "return H1")
    assert (hand(after, 1), under(after)) == ("A2 A3 H1", [])


def test_ir_s3_or_never_more():
    table = at(*SHORT, more="dry", sudden_death="permanent")
    after = play(table, "play A1", "return H1")
    assert (hand(after, 1), under(after)) == ("A2 A3", ["H1"])


def test_ir_s58_from_the_first_turn_that_begins_without_a_deck():
    table = at(*SHORT, sudden_death="permanent")
    assert not play(table, "play A1", "return H1").dry  # seat 1 found a card
    assert play(table, "play A5").dry


@pytest.mark.parametrize("card", ["A6", "A7", "A8"])
def test_ir_s58_then_nobody_draws_for_any_reason(card):
    dry = {"more": "under H1@1<0 / dry / unseen 1", "sudden_death": "permanent"}
    table = at(f"{card} A1", "A2 A3", **dry)
    after = play(table, f"play {card}")
    assert (hand(after, 0), hand(after, 1)) == ("A1", "A2 A3")


def test_ir_s58_t3_draws_nothing_and_listen_leaves_the_choice():
    more = "under H1@1<0 / dry / unseen 1"
    dry = {"more": more, "sudden_death": "permanent"}
    after = play(at("H4 A1", "A2 A3", traps=("", "T3"), **dry), "play H4")
    assert (hand(after, 0), traps(after, 1)) == ("A1", [])
    free = play(at("A10 A1", "A2 A3", **dry), "play A10")
    assert legal(free) == ["play A2", "play A3"]


@pytest.mark.parametrize("card", ["A6", "A7", "A8"])
def test_ir_s17_nothing_to_draw(card):
    after = play(at(f"{card} A1", "A2 A3"), f"play {card}")
    assert (hand(after, 0), hand(after, 1), under(after)) == ("A1", "A2 A3", [])


def test_ir_s17_t3_is_used_up():
    after = play(at("H4 A1", "A2 A3", traps=("", "T3")), "play H4")
    assert (hand(after, 0), traps(after, 1)) == ("A1", [])


def test_ir_s20_what_a8_draws_is_played_besides():
    before = at("A8 A1", "A2", deck="H1 A6")
    assert piled(before, play(before, "play A8")) == "A8,H1"


@pytest.mark.parametrize("card", ["A10", "A11"])
def test_ir_s30_the_next_turn_is_bound_whoevers_it_is(card):
    table = at(f"{card} A1", "out0:cards:0", "A5", "A6", deck="H2 H1 A7")
    after = play(table, f"play {card}")
    assert after.turn == 3
    assert after.pile[text.read_kind(card)] == table.pile[text.read_kind(card)] + 1


def test_ir_s26_listen_without_a_draw():
    after = play(at("A10 A1", "A2 A3"), "play A10")
    assert legal(after) == ["play A2", "play A3"]
    assert front(play(after, "play A3")) == []


@pytest.mark.parametrize(("deck", "left"), [("H1 A7", "A4 A4"), ("", "A4")])
def test_ir_s70_listen_goes_first_given_a_draw(deck, left):
    both = "front A10>2:1 A11>0:1"
    after = play(at("A5 A1", "A4 A4", "A2", deck=deck, more=both), "play A5")
    assert hand(after, 1) == left
    assert not {"A10", "A11"} & {*front(after)}


def test_ir_s57_listen_is_spent_with_the_next_turn():
    spent = play(at("A10 A1", "A2 A3"), "play A10", "play A3")
    assert front(spent) == []


def test_ir_s57_also_if_that_player_is_out():
    after = play(at("A10 A1", "A2", "A3", traps=("T4",), deck="T5"), "play A10")
    assert (lost(after, 1), front(after)) == (("broke a rule", 0), [])


def test_ir_s14_any_card_is_picked():
    picked = {
        under(play(at("A9 A1", "A2 A3 H1", deck="A6"), "play A9", seed=seed))[0]
        for seed in range(30)
    }
    assert picked == {"A2", "A3", "H1"}


def test_ir_s14_or_a_place_is_named():
    asked = play(at("A9 A1", "A2 A3 H1", deck="A6", blind="position"), "play A9")
    assert (asked.asked, legal(asked)) == (0, ["pick 0", "pick 1", "pick 2"])
    picked = {under(play(asked, "pick 0", seed=seed))[0] for seed in range(30)}
    assert picked == {"A2", "A3", "H1"}  # the hand was shuffled


def test_ir_s14_places_of_both_halves_of_a_swap():
    table = at("A3 A1 A4", "A2 H1 H2", deck="A6", blind="position")
    first = play(table, "play A3")
    assert (first.asked, len(legal(first))) == (0, 3)
    second = play(first, "pick 2")
    assert (second.asked, len(legal(second))) == (1, 3)
    assert play(second, "pick 0").turn == 1


def test_ir_s14_the_place_of_a_card_to_play():
    table = at("A11 A1", "A2 H1", deck="H2 A6", blind="position")
    asked = play(table, "play A11")
    assert (asked.asked, asked.turn, len(legal(asked))) == (0, 1, 3)


def test_ir_s27_choices_of_a_forced_card_are_its_players():
    asked = play(at("A10 A1", "A3", "A4", deck="H3 A6"), "play A10")
    assert (asked.asked, legal(asked)) == (1, ["name 0", "name 2"])


def test_ir_s28_choices_of_a_picked_card_are_its_players():
    asked = play(at("A11 A1", "H3", "A4", deck="H3 A6"), "play A11")
    assert (asked.asked, legal(asked)) == (1, ["name 0", "name 2"])


def test_ir_s28_a_picked_trap_lies_before_its_player():
    after = play(at("A11 A1", "T5", deck="T5 A6"), "play A11")
    assert (traps(after, 0), traps(after, 1)) == ([], ["T5"])
    assert traps(view(after, 0), 1) == ["?"]


def test_ir_s24_all_restrictions_add_up():
    more = "front A5>0:0 A4>0:0"
    assert legal(at("A1 H1 T1", "A2", more=more)) == ["play T1"]
    assert legal(at("A1 H1 T1", "A2", traps=("", "T4"), more=more)) == ["no"]


def test_ir_s24_h4_and_t4_of_others_are_to_blame():
    more = "front H4>1:0"
    assert lost(play(at("A1", "A2", more=more), "no"), 0) == ("out of plays", 1)
    own = play(at("A1", "A2", more="front A5>0:0"), "no")
    assert lost(own, 0) == ("out of plays", 0)
    trap = play(at("T1", "A2", traps=("", "T4")), "no")
    assert lost(trap, 0) == ("out of plays", 1)


def test_ir_s25_a_forbidden_card_cannot_be_chosen():
    hands = "A1 H1", "A2", "A3"
    assert legal(at(*hands, more="front A4>0:0")) == ["play A1"]


def test_ir_s25_unless_that_is_agreed():
    hands = "A1 H1", "A2", "A3"
    table = at(*hands, more="front A4>0:0", allow_rule_breaking="true")
    assert legal(table) == ["play A1", "play H1"]
    after = play(table, "play H1")
    assert (lost(after, 0), piled(table, after)) == (("broke a rule", 0), "A1,A4,H1")


def test_ir_s18_a_forbidden_card_that_a8_draws():
    table = at("A8 A1", "A2", "A3", traps=("", "T4"), deck="T5 A6")
    assert lost(play(table, "play A8"), 0) == ("broke a rule", 0)


def test_ir_s46_a_new_trap_under_t4():
    table = at(
        "T5 A1", "A2", "A3", traps=("T4", "T6"), deck="A6", allow_rule_breaking="true"
    )
    after = play(table, "play T5")
    assert lost(after, 0) == ("broke a rule", 0)
    assert traps(after, 1) == ["T6"]  # nothing triggers


@pytest.mark.parametrize("card", ["A10", "A11"])
def test_ir_s22_whoever_picks_the_card(card):
    table = at("H1", f"{card} A2", more="front A4>0:0", deck="H2 A6", turn=1)
    assert lost(play(table, f"play {card}"), 0) == ("broke a rule", 1)


def test_ir_s22_for_one_turn_only():
    table = at("A4 H1 A5", "A2 A6", deck="A7 A1 A3 A2")
    after = play(table, "play A4", "play A6")
    assert "play H1" not in legal(after)
    after = play(after, "play A5", "play A7")
    assert "play H1" in legal(after)


@pytest.mark.parametrize("self", ["true", "false"])
def test_ir_s23_negotiate_binds_all_for_their_next_turn(self):
    table = at("H4 H1 A1", "H2 A2", "H2 A3", deck="A4 A5 A6 A7", negotiate_self=self)
    one = play(table, "play H4")
    assert legal(one) == ["play H2"]
    two = play(one, "play H2")
    assert legal(two) == ["play H2"]
    me = play(two, "play H2")
    assert ("play A1" in legal(me)) == (self == "false")
    assert front(me) == (["H4"] if self == "true" else [])
    assert "play A2" in legal(play(me, "play H1"))


def test_ir_s6_the_last_card_is_carried_out():
    after = play(at("H3", "A2 A3", "A4"), "play H3", "name 1", "return A3")
    assert (hand(after, 1), lost(after, 0)) == ("A2 A3", ("out of cards", 0))


def test_ir_s6_or_its_player_is_out_at_once():
    after = play(at("H3", "A2 A3", "A4", last_card="out_at_once"), "play H3")
    assert (hand(after, 1), under(after)) == ("A2 A3", [])
    assert lost(after, 0) == ("out of cards", 0)


def test_ir_s61_h2_names_its_trap_before_the_traps():
    asked = play(at("H2 A1", "A2", traps=("", "T2 T3"), deck="A6"), "play H2")
    assert legal(asked) == ["trap 1.0", "trap 1.1"]
    assert traps(asked, 1) == ["T2", "T3"]


def test_ir_s61_all_else_is_named_after_the_traps():
    asked = play(at("H3 A1", "A2", "A3", traps=("", "T3"), deck="A6"), "play H3")
    assert (hand(asked, 0), legal(asked)) == ("A1 A6", ["name 1", "name 2"])


def test_ir_s68_any_trap_in_play_may_be_named():
    table = at("H2 A1", "A2", "A3", traps=("T1 T4", "T3", "T5"), deck="A6")
    named = "trap 0.0", "trap 0.1", "trap 1.0", "trap 2.0"
    assert legal(play(table, "play H2")) == [*named]


def test_ir_s43_with_only_own_traps_one_of_them():
    table = at("H2 A1", "A2", traps=("T1 T5",), deck="A6")
    assert legal(play(table, "play H2")) == ["trap 0.0", "trap 0.1"]
    assert traps(play(table, "play H2", "trap 0.1"), 0) == ["T1"]
    assert traps(play(at("H2 A1", "A2", traps=("T1",), deck="A6"), "play H2"), 0) == []


def test_ir_s43_without_a_trap_nothing():
    before = at("H2 A1", "A2", deck="A6")
    assert piled(before, play(before, "play H2")) == "H2"


def test_ir_s42_a_trap_face_down_goes_to_the_pile_face_up():
    before = at("H2 A1", "A2", "A3", traps=("", "T5"), deck="A6")
    after = play(before, "play H2")
    assert piled(before, view(after, 2)) == "H2,T5"
