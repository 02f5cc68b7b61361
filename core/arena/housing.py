"""Which bots live in processes of their own, and what those may take."""

from typing import NamedTuple

ISOLATION = ("always", "others", "never")


class Limits(NamedTuple):
    """What a bot in its own process may take."""

    load: float = 10.0  # s, to start and be made
    first: float = 10.0  # s, for the first move of a process
    move: float = 10.0  # s, for any other
    memory: int = 1024  # MiB of address space; 0 is no limit


class Housing(NamedTuple):
    isolation: str = "others"  # one of ISOLATION: every bot, those not ours, none
    limits: Limits = Limits()
