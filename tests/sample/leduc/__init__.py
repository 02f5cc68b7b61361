"""Leduc poker as a third party would bring it: two betting rounds on six cards."""

from partybots.core import Declaration, hookimpl


@hookimpl
def partybots_games() -> list[Declaration]:
    poker = "poker with six cards: one in hand, one on the table"
    return [Declaration("leduc-poker", poker, __name__)]
