"""A referee that walks every answer again, by the circle's graph and not by the table.

The rules look answers up in a table of their own. Here they come from networkx, agent
by agent, and so does who wins and who pays; if the two disagree, everything stops.
"""

from typing import TYPE_CHECKING

from partybots.core import BadValue, Fault, PartybotsError, Referee, Timed
from partybots.plugins.right_turn_left_turn import GAME
from partybots.solvers.route import LANDMARKS
from partybots.solvers.route.graph import path

if TYPE_CHECKING:
    import numpy as np

    from partybots.core.arena.referee import Ask
    from partybots.core.game import Bytes


class Route(Referee):
    """Strict, and holds the rules to the graph."""

    def rule(self, ask: "Ask", answer: object) -> int | Timed | Fault:
        if ask.game.name != GAME:
            raise BadValue(f"referee route sees to {GAME}, not to {ask.game.name}")
        return super().rule(ask, answer)

    def after(self, before: "Bytes", seat: int, action: int, after: "Bytes") -> None:
        """Judge a Contract again that everyone has answered."""
        from partybots.plugins.right_turn_left_turn.rules import STATE

        asked, told = before.view(STATE)[0], after.view(STATE)[0]
        if (asked.rounds, asked.ties) != (told.rounds, told.ties):
            hold(asked, told)


def hold(asked: "np.record", told: "np.record") -> None:
    """Raise a PartybotsError unless `told` is what the answers to `asked` lead to."""
    from partybots.plugins.right_turn_left_turn.house import get_circle, open_contract

    contract = open_contract(asked)
    right = path(get_circle(asked).graph, contract)[-1]
    ruled = LANDMARKS[told.last_right - 1]
    if ruled != right:
        disagree(asked, f"{contract} leads to {right}, by the rules to {ruled}")
    fair, gained = verdict(asked, told, LANDMARKS.index(right)), gains(asked, told)
    if fair != gained:
        disagree(asked, f"Contracts won by seat are {fair}, by the rules {gained}")


def verdict(asked: "np.record", told: "np.record", right: int) -> list[int]:
    """[seat]: 1 if it wins the Contract, -1 if it gives one back (RTLT-12 13 16)."""
    silent, seats = len(LANDMARKS) + 1, range(asked.seats)
    said, ms = [int(answer) - 1 for answer in told.last_said], told.last_ms
    first = min((ms[s] for s in seats if said[s] == right), default=float("inf"))
    heard = [s for s in seats if ms[s] <= first + asked.tie_window_ms]
    won = [s for s in heard if said[s] == right]
    wrong = [s for s in heard if said[s] not in (-1, right, silent)]
    return [
        int(won == [seat]) - int(seat in wrong and asked.held[seat] > 0)
        for seat in seats
    ]


def gains(asked: "np.record", told: "np.record") -> list[int]:
    more: list[int] = (told.held - asked.held)[: asked.seats].tolist()
    return more


def disagree(asked: "np.record", how: str) -> None:
    from partybots.plugins.right_turn_left_turn.text import write

    raise PartybotsError(f"{GAME}: {how}\n  position  {write(asked)}")
