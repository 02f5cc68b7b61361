"""Errors keep their words wherever they go."""

import pickle

import pytest

from partybots.core import errors
from partybots.core.errors import PartybotsError


def every_error(cls=PartybotsError):
    yield cls
    for derived in cls.__subclasses__():
        yield from every_error(derived)


class Special(errors.NotationError):
    """As a plugin may derive one."""

    def __init__(self, what, line):
        super().__init__(what, line, "something else")


MADE = {
    errors.UnknownName: ("bot", "septic", ["sceptic", "random"]),
    errors.NotationError: ("an action", "9x9", "a bid"),
    Special: ("an action", 7),
}


@pytest.mark.parametrize("cls", [*every_error()], ids=lambda cls: cls.__name__)
def test_an_error_travels_between_processes(cls):
    error = cls(*MADE.get(cls, ("what is wrong",)))
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is cls
    assert str(again) == str(error)
    assert again.args == error.args
