"""Checks of what somebody wrote: numbered steps, each ok or not."""

import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from inspect import signature

from partybots.core.errors import PartybotsError
from partybots.core.registry import READERS, in_words

Checks = list[tuple[str, Callable[[], object]]]  # what, and what does it: a remark


@dataclass
class Step:
    """One check: what was tried, whether it holds, and if not why and what shows it."""

    what: str
    passed: bool = True
    why: str = ""
    see: str = ""  # the command that shows it
    number: int = 0


class Unsound(Exception):
    """A check that does not hold; the text says why."""


def proved(checks: Checks, see: str, only: int = 0, vital: int = 1) -> Iterator[Step]:
    """Every step, or the first and one other; on the `vital` first all others hang."""
    for number, (what, does) in enumerate(checks, 1):
        if only in (0, number) or number == 1:
            step = tried(what, does, f"{see} --step {number}")
            step.number = number
            stop = number <= vital and not step.passed
            if stop:
                step.why += "\nThe steps after it hang on it and were not tried."
            yield step
            if stop:
                return


def tried(what: str, does: Callable[[], object], see: str) -> Step:
    try:
        remark = does()
    except Unsound as unsound:
        return Step(what, False, str(unsound), see)
    except PartybotsError as error:
        return Step(what, False, str(error), see)
    except (Exception, SystemExit) as error:
        said = "".join(traceback.format_exception(error)).rstrip()
        return Step(what, False, f"{in_words(error)}\n{said}", see)
    return Step(f"{what}: {remark}" if remark else what)


def options(cls: type) -> None:
    """Whether every option has a type that can be read, and a default."""
    for option in signature(cls, eval_str=True).parameters.values():
        if option.annotation not in READERS:
            kinds = ", ".join(kind.__name__ for kind in READERS)
            raise Unsound(f"{option.name} is none of {kinds}")
        if option.default is option.empty:
            raise Unsound(f"{option.name} has no default")
