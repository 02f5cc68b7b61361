"""A person in a race: the clock on the wall against bots whose times are simulated.

While answers are secret no view depends on them. So when cards lie open the bots are
asked at once what they will answer, and when; that is told when its moment comes, and
played when the person has answered.
"""

import select
import sys
import time
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import numpy as np

from partybots.cli.play import Left, Person, draw, offer
from partybots.core import Rng, Timed, View
from partybots.core.arena.match import Match
from partybots.core.arena.referee import Ask

if TYPE_CHECKING:
    from partybots.core.game import Bytes

LONGEST = 60.0  # s that a person may think
QUIET = ("silent", "hold")  # answers that nobody hears


class Foreseen(NamedTuple):
    """What a seat will answer to the cards that lie open."""

    seat: int
    answer: Timed | None  # None is a fault, or the person, who is still to be asked


class RaceMatch(Match):
    """A match in which one seat is a person, and nobody's time is drawn but bots'."""

    def __init__(self, *given: Any, **said: Any) -> None:
        super().__init__(*given, **said)
        self.foreseen: list[Foreseen] = []  # of seats still to be asked, or lost

    def answer(self, ask: Ask, view: View) -> int | Timed | None:
        person = self.bots[ask.seat]
        first = not self.game.kernels.sealed(self.state)
        if first or ask.seat not in [f.seat for f in self.foreseen]:
            self.foresee()  # also where who would be first has lost
        now = next(f for f in self.foreseen if f.seat == ask.seat)
        self.foreseen.remove(now)
        if isinstance(person, Racer):
            return super().answer(ask, view)
        return now.answer

    def timed(self, seat: int, choice: int | Timed) -> Timed:
        """Bots' times are already those that are kept; a person's is the wall's."""
        if isinstance(choice, Timed):
            return choice
        return super().timed(seat, choice)

    def foresee(self) -> None:
        """Ask every bot that will be asked before the answers are shown."""
        state, self.foreseen = self.state.copy(), []
        actions, hidden = np.zeros(self.game.rules.ACTIONS, np.int64), state.copy()
        kernels, racers = self.game.kernels, list[Racer]()
        while True:
            found = self.game.look(state, actions, hidden)
            seat, legal = found & 255, actions[: found >> 8].tolist()
            answer = None
            if isinstance(bot := self.bots[seat], Racer):
                racers.append(bot)
            elif seat not in self.lost:
                view = View(seat, [*legal], hidden.tobytes(), self.load)
                answer = self.kept(Ask(self.game, state, seat, legal, ""), view)
            self.foreseen.append(Foreseen(seat, answer))
            kernels.stamp(state, answer.ms if answer else 0)
            action = kernels.idle(state) if answer is None else answer.action
            kernels.apply(state, action, self.rng.copy())
            if not kernels.sealed(state):
                break
        for racer in racers:
            racer.opens(self.foreseen, self.state)

    def kept(self, ask: Ask, view: View) -> Timed | None:
        """A bot's answer with the time that is kept."""
        ruling = super().answer(ask._replace(bot=self.players[ask.seat].name), view)
        return None if ruling is None else super().timed(ask.seat, ruling)


class Racer(Person):
    """Asks at the terminal; the clock runs from when the cards lay open."""

    def opens(self, foreseen: list[Foreseen], state: "Bytes") -> None:
        """New cards: what the others will do, by time."""
        coming = [f for f in foreseen if f.answer and self.speaks(f.answer.action)]
        self.coming = sorted(coming, key=lambda f: (f.answer or Timed(0, 0)).ms)
        self.opened = 0.0

    def speaks(self, action: int) -> bool:
        """Whether an answer can be heard at all."""
        return str(self.game.text.write_action(action)) not in QUIET

    def answered(self, view: View, said: str) -> int | None:
        """As at any table; only Enter is to stay quiet."""
        quiet = [action for action in view.legal if not self.speaks(action)]
        if said == "" and quiet:
            return quiet[0]
        return super().answered(view, said)

    def choose(self, view: View, rng: Rng) -> Timed:
        self.view = view
        if not self.opened:
            draw(self.game, view, self.deck)
            self.news.clear()
            self.opened = time.monotonic()
        offer(view)
        while (line := self.heard()) is not None:
            ms = int(1000 * (time.monotonic() - self.opened))
            action = self.answered(view, line)
            if action is not None:
                return Timed(action, ms)
        click.echo("time is up")
        ms = int(1000 * LONGEST)
        return Timed(int(self.game.kernels.idle(self.game.state(view.hidden))), ms)

    def heard(self) -> str | None:
        """A line that is typed, while the others are told when their moment comes."""
        click.echo("> ", nl=False)
        while (passed := time.monotonic() - self.opened) < LONGEST:
            due = min(self.due(), LONGEST)
            if typed(max(0.0, due - passed)):
                line = sys.stdin.readline()
                if not line:
                    raise Left
                return line.strip()
            self.tell_due()
        return None

    def due(self) -> float:
        """When the next of the others is heard, in s from the opening."""
        answer = self.coming[0].answer if self.coming else None
        return answer.ms / 1000 if answer else LONGEST

    def tell_due(self) -> None:
        while self.coming and self.due() <= time.monotonic() - self.opened:
            due, (seat, answer) = self.due(), self.coming.pop(0)
            said = self.game.text.write_action(answer.action) if answer else ""
            click.echo(f"\n  {due:.1f} s  seat {seat} {self.names[seat]}: {said}")
            click.echo("> ", nl=False)


def typed(seconds: float) -> bool:
    """Wait so long for a line; where one cannot wait for input there always is one."""
    try:
        return bool(select.select([sys.stdin], [], [], seconds)[0])
    except (OSError, ValueError):
        return True
