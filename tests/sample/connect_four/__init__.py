"""Connect four as a third party would bring it: everything is seen, nothing drawn."""

from partybots.core import Declaration, hookimpl


@hookimpl
def partybots_games() -> list[Declaration]:
    four = "four stones in a line, dropped into seven columns"
    return [Declaration("connect-four", four, __name__)]
