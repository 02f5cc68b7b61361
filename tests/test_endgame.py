"""The endgame solver agrees with brute force, or says that it has no answer."""

import random
from types import ModuleType

import numba
import numpy as np
import pytest
import rows
from does import dice, registry
from exhaustive import Exhaustive, im_right_worlds, right_now_worlds

from partybots.core import BadValue, Rng, View
from partybots.core.chance import below, stream
from partybots.core.chance import random as a_float
from partybots.core.game import Bytes, Game
from partybots.core.kernels import Kernels, compile_rules
from partybots.plugins.bots.endgame import Endgame as Bot
from partybots.plugins.bots.mcts import Mcts
from partybots.solvers.endgame import DEPTH, STEP, Endgame, Limits, Solved
from partybots.solvers.outcomes import Unsolved, merged, outcomes

SLOW = numba.config.DISABLE_JIT
ROWS = compile_rules("rows", rows)
FEW = 1 if SLOW else 3  # cards in a small deck
EFFORTS = [1, 19, 20, 100, 500, 2000] + [5000, 10000, 40000] * (not SLOW)
AMPLE = Limits(10**4, 10**7)
COLOURS = ("yellow", "green", "orange", "pink")
EFFECTS = ("", "", "", "draw", "move", "rotate")

CHANCE = ("A9", "A11")  # one such card a deck: brute force counts one draw at once
ATTACKS = ("A1", "A2", "A4", "A5", "A6", "A7", "A8", "A10")
OTHERS = ("H1", "H2", "H3", "H4", "T1", "T2", "T3", "T4", "T5", "T6")
TYPES = {"A": "attack", "H": "highroad", "T": "trap"}


def right_now() -> Game:
    return registry().game("right-now")


def im_right() -> Game:
    return registry().game("im-right-youre-wrong")


def hidden(game: Game, state: Bytes) -> Bytes:
    view = state.copy()
    game.kernels.hide(view, game.kernels.actor(view))
    return view


def hands_of(
    seed: int, held: tuple[int, ...] = (2, 2), piled: int = 1, **options: str
) -> Bytes:
    """A view of Right Now late in a round: such hands and pile, the rest discarded."""
    draw, game = random.Random(seed), right_now()
    deck = [[*draw.sample(COLOURS, 2), draw.choice(EFFECTS)] for _ in range(28)]
    text = "\n".join(",".join(row) for row in [["top", "bottom", "effect"], *deck])
    table = game.new(len(held), {"reshuffle": "false", **options}, text + "\n")
    state = game.record(table)
    cards = state.deck[: state.cards].tolist()
    draw.shuffle(cards)
    for seat, size in enumerate(held):
        state.held[seat] = size
        for place in range(size):
            card = cards.pop()
            turned = (card & 7) << 3 | card >> 3 & 7 | card & 192
            state.hands[seat, place] = draw.choice([card, turned])
    state.pile[:piled], state.piled = cards[:piled], piled
    state.discarded = len(cards) - piled
    state.discards[: state.discarded] = cards[piled:]
    state.turns, state.dealer, state.turn, state.to_act = 40, len(held) - 1, 0, 0
    return hidden(game, game.state(game.text.read(game.text.write(state)).tobytes()))


def few_cards(seed: int, seats: int = 2, deck: int = 2, hand: int = 2) -> Bytes:
    """A view of I'm Right You're Wrong at the start, with few and random cards."""
    draw, game = random.Random(seed), im_right()
    effects = draw.sample(ATTACKS, 4) + draw.sample(OTHERS, 4)
    drawn = draw.choices(effects, k=seats * hand + deck)
    drawn.append(draw.choice(CHANCE))
    lines = ["name,type,effect,count,text"]
    for effect in sorted({*drawn}):
        kind = TYPES[effect[0]]
        lines.append(f"{effect},{kind},{effect},{drawn.count(effect)},")
    table = game.new(seats, {"hand_size": str(hand)}, "\n".join(lines) + "\n")
    game.kernels.deal(table, stream(seed))
    return hidden(game, table)


def solver(game: Game, view: Bytes, limits: Limits = AMPLE) -> Endgame:
    seats, rules = int(game.record(view).seats), game.rules
    return Endgame(game.kernels, view, seats, rules.ACTIONS, rules.SPAN, limits=limits)


def row_solver(view: Bytes, kernels: Kernels = ROWS, limits: Limits = AMPLE) -> Endgame:
    return Endgame(kernels, view, 2, rows.ACTIONS, rows.SPAN, limits=limits)


def pays(seed: int) -> Bytes:
    """The game of rows at the start, the payoffs drawn at random."""
    state = np.zeros(rows.STATE.itemsize, np.uint8)
    record = state.view(rows.STATE)[0]
    record.seats = 2
    record.pay = np.random.default_rng(seed).integers(-20, 21, record.pay.shape)
    return state


def agrees(game: Game, view: Bytes, worlds: dict[bytes, int]) -> Solved:
    """Solved as brute force solves it."""
    expected = Exhaustive(game, view).best(worlds)
    every, found = solver(game, view).solve(every=True), solver(game, view).solve()
    assert every.worlds == found.worlds == len(worlds)
    assert every.values == pytest.approx(expected, abs=1e-9)
    assert found.values[found.action] == pytest.approx(max(expected.values()))
    assert expected[found.action] == pytest.approx(max(expected.values()))
    return every


# Against brute force


@pytest.mark.parametrize("seed", range(3 if SLOW else 12))
def test_right_now_by_brute_force(seed):
    piled, theirs = ((0, 2), (1, 1), (2, 1), (1, 2))[seed % 4]
    view = hands_of(seed, (2, theirs), piled)
    agrees(right_now(), view, right_now_worlds(right_now(), view))


@pytest.mark.parametrize("seed", range(1 if SLOW else 6))
def test_a_round_of_right_now_that_is_cut_short(seed):
    view = hands_of(seed, (3, 2), 1, max_turns="43", effect_order="active_first")
    agrees(right_now(), view, right_now_worlds(right_now(), view))


@pytest.mark.parametrize("seed", range(1 if SLOW else 14))
def test_im_right_by_brute_force(seed):
    view = few_cards(seed, deck=1 + seed % 3)
    agrees(im_right(), view, im_right_worlds(im_right(), view))


@pytest.mark.parametrize("seed", range(1 if SLOW else 5))
def test_im_right_among_three_by_brute_force(seed):
    view = few_cards(seed, seats=3, deck=1, hand=1)
    agrees(im_right(), view, im_right_worlds(im_right(), view))


def test_a_card_unseen_and_an_opponent_who_sees_it():
    """Seat 1 picks the worst column for seat 0 in each world: no more is to be had."""
    for seed in range(20):
        pay = pays(seed).view(rows.STATE)[0].pay
        worst = pay.min(axis=2).mean(axis=0)  # [row]
        found = row_solver(pays(seed)).solve(every=True)
        expected = 0.5 + 2 * worst / (2 * rows.SPAN)
        assert [found.values[row] for row in range(3)] == pytest.approx([*expected])
        assert found.worlds == rows.CARDS
        assert found.action in np.flatnonzero(worst == worst.max())


@pytest.mark.parametrize(
    ("position", "best", "value"),
    [
        ("1 ? / 2x6 by 1 / 0", "challenge", 1.0),  # one die at most shows a six
        ("1 ? / 1x6 by 1 / 0", "challenge", 5 / 6),  # one chance in six that it holds
        ("6 ? / 1x6 by 1 / 0", "2x6", 1 / 6),  # the bid holds, and this may
    ],
)
def test_endgames_of_liars_dice(position, best, value):
    game = dice()
    view = game.state(game.text.read(position).tobytes())
    found = solver(game, view).solve()
    assert game.text.write_action(found.action) == best
    assert found.values[found.action] == pytest.approx(value)
    assert found.worlds == 6


def altered(**changed) -> Kernels:
    """The game of rows in plain Python, with other rules."""
    copy = ModuleType("rows")
    copy.__file__ = rows.__file__
    for name, thing in vars(rows).items():
        setattr(copy, name, changed.get(name, getattr(thing, "py_func", thing)))
    return compile_rules("rows", copy)


def no_secret(state, *of):
    pass


def test_what_chance_decides_later_and_hides_is_not_foreseen():
    """One world, but seat 0 must name a card that is drawn unseen after its move."""

    def apply(state, action, rng):
        if state.turn == 1:
            state.card = 1 + below(rng, 3)
        state.column, state.turn = 1 + action, state.turn + 1

    def scores(state, out):
        out[:] = 0
        out[0] = 30 if state.turn == 3 and state.column == state.card else 0

    def actor(state):
        return 0 if state.turn < 3 else -1

    def hide(state, seat):
        state.card = 0 if state.turn < 3 else state.card

    rules = {"apply": apply, "scores": scores, "actor": actor, "hide": hide}
    kernels = altered(**rules, guess=no_secret, rounds=lambda state: 0)
    found = row_solver(pays(1), kernels).solve(every=True)
    assert [*found.values.values()] == pytest.approx([0.5 + 10 / (2 * rows.SPAN)] * 3)


def test_an_opponent_weighs_all_that_chance_may_bring():
    """Seat 1 picks a row, a card is drawn and shown, and seat 0 picks a column."""

    def apply(state, action, rng):
        if state.turn == 1:
            state.row, state.card = 1 + action, 1 + below(rng, rows.CARDS)
        state.column, state.turn = 1 + action, state.turn + 1

    def scores(state, out):
        out[:] = 0
        if state.turn == 3:
            out[0] = state.pay[state.card - 1, state.row - 1, state.column - 1]
            out[1] = -out[0]

    def actor(state):
        return (0, 1, 0, -1)[state.turn]

    rules = {"apply": apply, "scores": scores, "actor": actor, "hide": no_secret}
    kernels = altered(**rules, guess=no_secret, rounds=lambda state: 0)
    for seed in range(20):
        pay = pays(seed).view(rows.STATE)[0].pay
        value = 0.5 + pay.max(axis=2).mean(axis=0).min() / rows.SPAN
        found = row_solver(pays(seed), kernels).solve(every=True)
        assert [*found.values.values()] == pytest.approx([value] * 3)


# Worlds


def test_guesses_are_all_worlds_with_their_weights():
    """Of six cards kept by two seats and a deck, and of a hand either way up."""
    view = few_cards(5, deck=3)
    weights = im_right_worlds(im_right(), view)
    compare_guesses(im_right(), view, weights)
    view = hands_of(5, (2, 2), 1)
    compare_guesses(right_now(), view, right_now_worlds(right_now(), view))


def compare_guesses(game, view, weights):
    seat = game.kernels.actor(view)
    guess = lambda state, rng: game.kernels.guess(state, seat, rng)  # noqa: E731
    found = merged(guess, view, 10**4, 10**5)
    total = sum(weights.values())
    assert found == pytest.approx({w: n / total for w, n in weights.items()})


def test_outcomes_leave_the_state_as_it_is_and_add_up():
    def roll(state, rng):
        state[below(rng, 3)] = 1 + below(rng, 4)

    state = np.zeros(3, np.uint8)
    found = [(made.tobytes(), likely) for made, likely in outcomes(roll, state)]
    assert not state.any()
    assert len({made for made, _ in found}) == len(found) == 12
    assert sum(likely for _, likely in found) == pytest.approx(1)


# Limits


@pytest.mark.parametrize("effort", EFFORTS)
def test_effort_is_never_exceeded(effort):
    cases = [
        (right_now(), hands_of(3, (2, 2), 1)),
        (im_right(), few_cards(4, deck=FEW)),
    ]
    solved = 0
    for game, view in cases:
        tried = solver(game, view, Limits(10**4, effort))
        try:
            tried.solve()
            solved += 1
        except Unsolved:
            assert effort < 40000
        assert tried.spent <= effort
    assert solved or effort < 10000


def test_what_needs_more_effort_than_there_is_is_not_solved():
    view = few_cards(4, deck=FEW)
    whole = solver(im_right(), view)
    found = whole.solve()
    assert solver(im_right(), view, Limits(10**4, whole.spent)).solve() == found
    with pytest.raises(Unsolved, match=r"more effort|more than .* tries"):
        solver(im_right(), view, Limits(10**4, whole.spent - 1)).solve()


def test_more_worlds_than_there_may_be_are_not_solved():
    view = pays(1)
    assert row_solver(view, limits=Limits(rows.CARDS, 10**5)).solve().worlds == 4
    with pytest.raises(Unsolved, match="more than 3 worlds"):
        row_solver(view, limits=Limits(rows.CARDS - 1, 10**5)).solve()


def test_where_a_round_can_go_on_for_ever_it_is_not_solved():
    view = hands_of(1, (2, 1), 0, reshuffle="true")
    with pytest.raises(Unsolved, match=r"lines of play|effort"):
        solver(right_now(), view, Limits(100, 20000)).solve()


def test_a_line_of_play_without_end_is_not_solved():
    def apply(state, action, rng):
        state.turn = 1 - state.turn

    with pytest.raises(Unsolved, match=f"more than {DEPTH} actions"):
        row_solver(pays(1), altered(apply=apply)).solve()


def test_chance_that_is_no_number_of_cases_is_not_solved():
    def apply(state, action, rng):
        state.turn += 1 if a_float(rng) < 2 else 0

    def guess(state, seat, rng):
        state.card = 1 + int(4 * a_float(rng))

    for changed in ({"apply": apply}, {"guess": guess}):
        with pytest.raises(Unsolved, match="chance that cannot be enumerated"):
            row_solver(pays(1), altered(**changed)).solve()


# The same everywhere


def test_rules_in_plain_python_are_solved_alike():
    for seed in range(5):
        fast = row_solver(pays(seed))
        slow = row_solver(pays(seed), altered())
        assert fast.solve(every=True) == slow.solve(every=True)
        assert fast.spent == slow.spent


def test_a_second_solver_finds_the_same_at_the_same_effort():
    view = few_cards(2, deck=FEW)
    one, two = solver(im_right(), view), solver(im_right(), view)
    assert one.solve() == two.solve()
    assert one.spent == two.spent > STEP


# The bot


def seen(game: Game, view: Bytes) -> View:
    actions = np.zeros(game.rules.ACTIONS, np.int64)
    n = game.kernels.legal(view, actions)
    seat = game.kernels.actor(view)
    return View(seat, actions[:n].tolist(), view.tobytes(), lambda: game)


def test_the_bot_plays_what_is_solved_and_draws_no_chance():
    view, rng = few_cards(2, deck=2), Rng(1)
    before = rng.array.tolist()
    bot = Bot(limit=10**4, effort=10**7)
    played = bot.choose(seen(im_right(), view), rng)
    assert played == solver(im_right(), view).solve().action
    assert rng.array.tolist() == before


def test_the_bot_tells_the_value_of_every_action():
    view, bot = few_cards(2, deck=2), Bot(limit=10**4, effort=10**7)
    weights = bot.weigh(seen(im_right(), view), Rng(1))
    found = solver(im_right(), view).solve(every=True)
    assert weights[0].action == found.action
    span = im_right().rules.SPAN
    ahead = {action: 2 * span * (v - 0.5) for action, v in found.values.items()}
    assert {w.action: w.ahead for w in weights} == pytest.approx(ahead)
    assert {w.visits for w in weights} == {found.worlds}


@pytest.mark.parametrize("limits", [{"limit": 1}, {"effort": 1}])
def test_unsolved_it_plays_exactly_as_mcts(limits):
    for game, view in ((right_now(), hands_of(1)), (im_right(), few_cards(2))):
        what, bot, mcts = seen(game, view), Bot(simulations=60, **limits), Mcts(60)
        for seed in range(3):
            one, two = Rng(seed), Rng(seed)
            assert bot.choose(what, one) == mcts.choose(what, two)
            assert bot.weigh(what, one) == mcts.weigh(what, two)
            assert one.array.tolist() == two.array.tolist()


def test_a_choice_of_one_is_made_without_looking():
    assert Bot().choose(View(0, [7], b"", right_now), Rng(1)) == 7


@pytest.mark.parametrize("option", ["limit", "effort"])
@pytest.mark.parametrize("value", [-1, 0, 10**10])
def test_options_that_cannot_be_are_refused(option, value):
    with pytest.raises(BadValue, match=f"endgame {option} is from 1 to .*, not"):
        Bot(**{option: value})


def test_it_plays_no_races_and_a_seed_replays_it():
    assert not Bot.races
    assert Bot().reproducible
