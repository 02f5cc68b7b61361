"""A referee that gives a bot another chance."""

from partybots.core import BadValue, Referee


class Lenient(Referee):
    """At a fault `idle` is played and the fault counted; `limit` of them lose."""

    def __init__(self, limit: int = 3) -> None:
        if limit < 1:
            raise BadValue(f"limit is 1 fault or more, not {limit}")
        self.limit = limit
