"""What can go wrong, for whom.

PartybotsError
  UnknownName     a game, bot, rule or option nobody provides      fix the command
  BadValue        a value or a line-up that cannot be              fix the command
  PluginError     a plugin breaks its contract                     tell its author
  NotationError   text that stands for no position or action       fix the text
  StoreError      a file that is no tournament of this version     name another file

What a bot does wrong is no error but a Fault (arena/referee.py).
Anything else that escapes is a bug in partybots.
"""

import copyreg
from collections.abc import Iterable
from difflib import get_close_matches


class PartybotsError(Exception):
    """Base of every error a caller may want to catch. Its text is its one argument."""

    def __reduce__(self) -> tuple[object, ...]:  # whatever a subclass is made from
        return copyreg.__newobj__, (type(self), *self.args)  # type: ignore[attr-defined]


class UnknownName(PartybotsError):
    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        near = get_close_matches(name, known := sorted(known), n=1)
        hint = f'did you mean "{near[0]}"?' if near else f"known: {', '.join(known)}"
        super().__init__(f'no {kind} is called "{name}"; {hint}')


class BadValue(PartybotsError):
    pass


class PluginError(PartybotsError):
    pass


class NotationError(PartybotsError):
    def __init__(self, what: str, text: str, expected: str) -> None:
        super().__init__(f'"{text}" is not {what}: expected {expected}')


class StoreError(PartybotsError):
    pass
