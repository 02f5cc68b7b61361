"""What a plugin author imports. Everything else may change without notice."""

from partybots.core.arena.referee import Fault, Referee
from partybots.core.bot import Bot, Timed, View, Weight
from partybots.core.errors import (
    BadValue,
    NotationError,
    PartybotsError,
    PluginError,
    UnknownName,
)
from partybots.core.hookspecs import Declaration, hookimpl
from partybots.core.rng import Rng

__version__ = "0.1.0"

__all__ = [
    "BadValue",
    "Bot",
    "Declaration",
    "Fault",
    "NotationError",
    "PartybotsError",
    "PluginError",
    "Referee",
    "Rng",
    "Timed",
    "UnknownName",
    "View",
    "Weight",
    "hookimpl",
]
