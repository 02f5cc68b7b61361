"""Agents in a circle: who stands where, and whose left is which way round.

Positions count clockwise from 0 as seen from above. An agent's feet point inwards, so
the left of one seen from the front is clockwise and the left of one seen from behind
is counter-clockwise (RULES 1.3).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from partybots.core.errors import BadValue
from partybots.solvers.route.contract import Contract, Side
from partybots.solvers.route.landmarks import LANDMARKS, own_name

if TYPE_CHECKING:
    import networkx as nx

Facing: TypeAlias = Literal["front", "back"]  # how the table sees the agent
Direction: TypeAlias = Literal["clockwise", "counter-clockwise"]
FACINGS: tuple[Facing, Facing] = ("front", "back")
Reached: TypeAlias = dict[Side, tuple[tuple[int, ...], ...]]
FEWEST, MOST = 3, 52  # agents in a circle
HANDS: dict[Side, int] = {"left": 1, "right": -1}  # times the turn of an agent


class Agent(NamedTuple):
    landmark: str
    facing: Facing


@dataclass(frozen=True)
class Circle:
    """Agents clockwise; made from pairs (landmark, facing).

    BadValue if there are not 3 to 52 of them, a landmark is repeated, or a facing is
    neither "front" nor "back"; NotationError for a name that cannot be.
    """

    agents: tuple[Agent, ...]

    def __init__(self, agents: Iterable[tuple[str, Facing]]) -> None:
        spelt = tuple(Agent(own_name(name), facing) for name, facing in agents)
        object.__setattr__(self, "agents", spelt)
        refuse_wrong(spelt)

    @classmethod
    def read(cls, text: str, landmarks: Iterable[str] | None = None) -> "Circle":
        """From text such as `house:front ambulance:front tree:back`, clockwise.

        The seven landmarks, each once, in any usual spelling; or `landmarks`, each
        once; or, where no name is one of the seven, the names that are there.
        NotationError or BadValue says what is wrong.
        """
        from partybots.solvers.route.notation import read_circle

        return read_circle(text, landmarks)

    def __str__(self) -> str:
        return " ".join(f"{name}:{facing}" for name, facing in self.agents)

    def __len__(self) -> int:
        return len(self.agents)

    @cached_property
    def landmarks(self) -> tuple[str, ...]:
        """Clockwise."""
        return tuple(agent.landmark for agent in self.agents)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The landmarks in their usual order if they are the seven, else clockwise."""
        seven = set(self.landmarks) == set(LANDMARKS)
        return LANDMARKS if seven else self.landmarks

    @cached_property
    def places(self) -> dict[str, int]:
        """The position of each landmark."""
        return {name: place for place, name in enumerate(self.landmarks)}

    @cached_property
    def turns(self) -> tuple[int, ...]:
        """[position] 1 if the left of the agent there is clockwise, else -1."""
        return tuple(1 if agent.facing == "front" else -1 for agent in self.agents)

    @cached_property
    def reached(self) -> Reached:
        """[side][steps modulo the number of agents][position]: where that ends."""
        return reached(self.turns)

    @cached_property
    def graph(self) -> "nx.DiGraph[str]":
        """As a networkx graph that cannot be changed.

        A node is a landmark, with `landmark`, `facing` and `position`. An edge is one
        step, with `side` (left or right of the agent it leaves) and `direction`.
        """
        from partybots.solvers.route.graph import ring

        return ring(self)

    def as_json(self) -> list[dict[str, str]]:
        """[{landmark, facing}], clockwise."""
        return [agent._asdict() for agent in self.agents]

    def contract(self, text: str) -> Contract:
        """Read a contract that starts at one of this circle's landmarks."""
        return Contract.read(text, self.names)

    def answer(self, contract: Contract) -> str:
        """Where `contract` ends, from the table: about a microsecond.

        BadValue if it starts at no landmark of this circle.
        """
        reached, n = self.reached, len(self.agents)
        try:
            at = self.places[contract.start]
        except KeyError:
            raise self.stranger(contract) from None
        for count, side in contract.movements:
            at = reached[side][count % n][at]
        return self.landmarks[at]

    def stranger(self, contract: Contract) -> BadValue:
        """What is wrong with a contract that starts nowhere on this circle."""
        names = ", ".join(self.names)
        return BadValue(f"{contract.start} is not in the circle of {names}")


@lru_cache(512)  # the 128 ways seven agents face, and some others
def reached(turns: tuple[int, ...]) -> Reached:
    """[side][steps][position], positions for positions: the answer table."""
    n = len(turns)
    return {
        side: tuple(
            tuple((at + hand * turn * steps) % n for at, turn in enumerate(turns))
            for steps in range(n)
        )
        for side, hand in HANDS.items()
    }


def refuse_wrong(agents: tuple[Agent, ...]) -> None:
    if not FEWEST <= len(agents) <= MOST:
        raise BadValue(
            f"a circle has {FEWEST} to {MOST} agents, this one {len(agents)}"
        )
    seen: set[str] = set()
    for name, facing in agents:
        if name in seen:
            raise BadValue(f"{name} stands in the circle twice")
        if facing not in FACINGS:
            raise BadValue(f'{name} faces "{facing}", not front or back')
        seen.add(name)


DEFAULT_CIRCLE = Circle(  # ours, not the published cards (RULES 1.4)
    [
        ("house", "front"),
        ("ambulance", "front"),
        ("tree", "back"),
        ("street-lamp", "front"),
        ("stop-sign", "back"),
        ("bicycle", "back"),
        ("traffic-light", "front"),
    ]
)
