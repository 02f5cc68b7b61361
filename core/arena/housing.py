"""Which bots live in processes of their own, and what those may take."""

from typing import NamedTuple

ISOLATION = ("always", "others", "never")
MARGIN = 0.05  # s beyond a limit, so that a busy machine is not a bot's fault
END = 2.0  # s, more than it takes to end a process with all that it began


class Limits(NamedTuple):
    """What a bot in its own process may take."""

    load: float = 10.0  # s, to start and be made
    first: float = 10.0  # s, for the first move of a process
    move: float = 10.0  # s, for any other
    memory: int = 1024  # MiB of address space; 0 is no limit

    def longest(self, asked: int, watched: int) -> float:
        """Seconds that a bot may take for a match, in which its process ends."""
        waits = [self.load] * 2 + [self.first] + [self.move] * (asked + watched)
        return sum(waits) + MARGIN * len(waits) + END


class Housing(NamedTuple):
    isolation: str = "others"  # one of ISOLATION: every bot, those not ours, none
    limits: Limits = Limits()
