"""A game's rules as functions over bytes, which is how they are called fast.

Rules are written over a record. But records are slow to hand to compiled code, and
every game's are a type of their own. So each rule gets a twin that takes the state as
uint8[:] and has one signature for all games. A twin is cheap to call from Python, and
one search kernel, compiled once, takes any game's twins as function pointers.

A loop over many moves would pay for the pointer at every call. So such loops are
twins as well, compiled once a game, with the rules called directly.
"""

import sys
from collections.abc import Callable
from hashlib import blake2b
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numba import float64, from_dtype, int64, types, uint8, uint64, void
from numba.extending import intrinsic

from partybots.core.chance import below, random
from partybots.core.jit import kernel

STATE, ACTIONS, SCORES, RNG = uint8[::1], int64[::1], int64[::1], uint64[::1]

RULES = {  # in the order of Kernels
    "actor(state)": int64(STATE),
    "deal(state, rng)": void(STATE, RNG),
    "legal(state, actions)": int64(STATE, ACTIONS),
    "apply(state, action, rng)": void(STATE, int64, RNG),
    "stamp(state, ms)": void(STATE, int64),
    "scores(state, out)": void(STATE, SCORES),
    "winners(state, out)": void(STATE, SCORES),
    "rounds(state)": int64(STATE),
    "idle(state)": int64(STATE),
    "greedy(state, actions, n, rng)": int64(STATE, ACTIONS, int64, RNG),
    "hide(state, seat)": void(STATE, int64),
    "guess(state, seat, rng)": void(STATE, int64, RNG),
    "sealed(state)": int64(STATE),
    "rollout(state, actions, horizon, last, epsilon, rng)": int64(
        STATE, ACTIONS, int64, int64, float64, RNG
    ),
}
DEFAULTS = {  # for a game that does not say
    "stamp": "pass",
    "winners": """rules.scores(state, out)
 best = out[0]
 for seat in range(1, len(out)):
  best = max(best, out[seat])
 for seat in range(len(out)):
  out[seat] = out[seat] == best
""",
    "rounds": "return 0",
    "idle": "legal = np.empty(rules.ACTIONS, np.int64); rules.legal(state, legal); "
    "return legal[0]",
    "greedy": "return actions[below(rng, n)]",
    "sealed": "return 0",
    # Plays on by the rule of thumb, the share `epsilon` at random, until the match
    # ends, `rounds` passes `last`, or `horizon` actions are played; returns how many.
    "rollout": """
 played = 0
 while played < horizon and rules.actor(state) >= 0 and rounds(state) <= last:
  n = rules.legal(state, actions)
  if n == 1:
   action = actions[0]
  elif epsilon > 0 and (epsilon >= 1 or random(rng) < epsilon):
   action = actions[below(rng, n)]
  else:
   action = greedy(state, actions, n, rng)
  rules.apply(state, action, rng)
  played += 1
 return played
""",
}
PLAYOUT = """
 moves, choices = 0, 0
 while rules.actor(state) >= 0:
  n = rules.legal(state, actions)
  choices += n > 1
  rules.apply(state, actions[below(rng, n)] if n > 1 else actions[0], rng)
  moves += 1
 return moves << 32 | choices
"""
LOOK = """
 seat = rules.actor(state)
 if seat < 0:
  return -1
 hidden.view(STATE)[0] = state
 rules.hide(hidden.view(STATE)[0], seat)
 return rules.legal(state, actions) << 8 | seat
"""


class Kernels(NamedTuple):
    actor: Callable[..., int]
    deal: Callable[..., None]
    legal: Callable[..., int]
    apply: Callable[..., None]
    stamp: Callable[..., None]
    scores: Callable[..., None]
    winners: Callable[..., None]
    rounds: Callable[..., int]
    idle: Callable[..., int]
    greedy: Callable[..., int]
    hide: Callable[..., None]
    guess: Callable[..., None]
    sealed: Callable[..., int]
    rollout: Callable[..., int]


POINTERS: Any = Kernels(*map(types.FunctionType, RULES.values()))


def compile_rules(game: str, rules: ModuleType) -> Kernels:
    """The twins of a game's rules, from Numba's cache after the first time."""
    actor, *others = RULES.items()
    first = twin(rules, *actor)
    if hasattr(first, "stats") and first.stats.cache_misses:
        sys.stderr.write(f"compiling {game}, once\n")
        sys.stderr.flush()
    return Kernels(first, *(twin(rules, *rule) for rule in others))


def compile_playout(rules: ModuleType) -> Callable[..., int]:
    """A whole match at random from a dealt state: moves << 32 | choices it took."""
    call, signature = "playout(state, actions, rng)", int64(STATE, ACTIONS, RNG)
    made: Callable[..., int] = twin(rules, call, signature, PLAYOUT)
    return made


def compile_look(rules: ModuleType) -> Callable[..., int]:
    """What a host asks for every move, in one call: -1 if the match is over, else how
    many actions are legal << 8 | the seat to act, whose view is written into `hidden`.
    """
    call, signature = "look(state, actions, hidden)", int64(STATE, ACTIONS, STATE)
    made: Callable[..., int] = twin(rules, call, signature, LOOK)
    return made


def twin(rules: ModuleType, call: str, signature: Any, body: str = "") -> Any:
    """Like its rule compiled or not, and made as if in the rules' file, so that Numba
    keeps its cache there and drops it when the rules change. What else it is made of,
    its body and the fields of the state, is hashed into its name.
    """
    name, _, parameters = call.partition("(")
    if not body and hasattr(rules, name):
        body = f"return rules.{call}"
    body = f" state = record(state)\n {body or DEFAULTS[name]}"
    made_of = f"{body}{rules.STATE.descr}".encode()
    name += "_" + blake2b(made_of, digest_size=6).hexdigest()
    source = f"def {name}({parameters}:\n{body}"
    scope: dict[str, Any] = {"np": np, "below": below, "random": random}
    scope |= {"__name__": rules.__name__, "STATE": rules.STATE, "rules": rules}
    scope["rounds"] = getattr(rules, "rounds", no_rounds)  # what a loop calls even
    scope["greedy"] = getattr(rules, "greedy", any_action)  # if the game has none
    compiled = hasattr(rules.actor, "py_func")
    scope["record"] = read(rules.STATE) if compiled else read_slowly(rules.STATE)
    exec(compile(source, str(rules.__file__), "exec"), scope)
    return kernel(signature)(scope[name]) if compiled else scope[name]


def read(state: np.dtype[Any]) -> Any:
    """For kernels: bytes as the record that they are. NumPy's view takes 30 ns there,
    this none, and a search asks some twenty twins a simulation.
    """
    record = from_dtype(state)

    @intrinsic
    def as_record(typing, state):
        def point(context, builder, signature, arguments):
            array = context.make_array(signature.args[0])
            first = array(context, builder, arguments[0]).data
            return builder.bitcast(first, context.get_value_type(record))

        return record(state), point

    return as_record


def read_slowly(state: np.dtype[Any]) -> Any:
    return lambda known: known.view(state)[0]


@kernel
def no_rounds(state):
    return 0


@kernel
def any_action(state, actions, n, rng):
    return actions[below(rng, n)]
