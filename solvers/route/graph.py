"""The circle as a networkx graph, on which a movement is a walk.

Apart from the table and its arithmetic on purpose: what one says, the other can check.
"""

from typing import TYPE_CHECKING

from partybots.solvers.route.contract import Contract, Side

if TYPE_CHECKING:
    import networkx as nx

    from partybots.solvers.route.circle import Circle

CLOCKWISE_SIDE: dict[str, Side] = {"front": "left", "back": "right"}


def ring(circle: "Circle") -> "nx.DiGraph[str]":
    """One node an agent; from each, one edge to its left and one to its right."""
    import networkx as nx

    graph: nx.DiGraph[str] = nx.DiGraph()
    for position, (name, facing) in enumerate(circle.agents):
        graph.add_node(name, landmark=name, facing=facing, position=position)
    names = circle.landmarks
    for before, (name, facing), after in zip(
        names[-1:] + names[:-1], circle.agents, names[1:] + names[:1], strict=True
    ):
        left_is_clockwise = CLOCKWISE_SIDE[facing] == "left"
        onward, back = ("left", "right") if left_is_clockwise else ("right", "left")
        graph.add_edge(name, after, side=onward, direction="clockwise")
        graph.add_edge(name, before, side=back, direction="counter-clockwise")
    return nx.freeze(graph)


def step(graph: "nx.DiGraph[str]", name: str, side: Side) -> str:
    """Who stands next to the agent at `name`, on that side of it."""
    to: str
    to = next(to for _, to, of in graph.out_edges(name, data="side") if of == side)
    return to


def onward(graph: "nx.DiGraph[str]", before: str, here: str) -> str:
    """Who comes next for someone who came from `before` and does not turn back."""
    to: str = next(to for to in graph.successors(here) if to != before)
    return to


def walk(graph: "nx.DiGraph[str]", name: str, count: int, side: Side) -> list[str]:
    """The agents that `count` steps meet, in order; the last is where they end.

    Only the first step looks at a side: agents passed over change nothing (RTLT-9).
    """
    met = [name, step(graph, name, side)]
    while len(met) <= count:
        met.append(onward(graph, met[-2], met[-1]))
    return met[1:]


def path(graph: "nx.DiGraph[str]", contract: Contract) -> list[str]:
    """The start and where each movement ends, step by step on the graph."""
    at = [contract.start]
    for count, side in contract.movements:
        at.append(walk(graph, at[-1], count, side)[-1])
    return at
