"""Marks for answers, thousands at once.

Where a contract ends and what explains a wrong answer depend only on how the agents
face, counted from the start. That is worked out when it is first met, kept in tables,
and looked up for all rows at once. What is kept has a bound.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from partybots.core.errors import PartybotsError
from partybots.solvers.route.blaming import blames
from partybots.solvers.route.blocks import Block
from partybots.solvers.route.circle import FACINGS, Circle
from partybots.solvers.route.contract import Contract, Movement
from partybots.solvers.route.landmarks import landmark
from partybots.solvers.route.notation import contract_from_json, parse_json

KEPT = 4096  # different movements, or spellings of a thing, that are remembered
TABLED = 8  # agents, or fewer, for which there are tables: 2 ** 8 ways to face

T = TypeVar("T", bound=np.generic)
Ints = npt.NDArray[np.int64]


class Asked(NamedTuple):
    """A contract as marking needs it."""

    text: str  # as we write it
    start: int  # place in Marker.names
    movements: int  # row in the tables
    depth: int


@dataclass
class Marks:
    """Of the rows of a block; those in Block.wrong have none."""

    contract: list[str]  # as we write it
    expected: list[str]  # landmark
    right: npt.NDArray[np.bool_]
    blame: npt.NDArray[np.int32]  # what a wrong answer says
    depth: Ints  # movements of the contract
    agents: Ints  # of the circle

    def patch(self, row: int, mark: "Marks") -> None:
        """Put the one row of `mark` there."""
        self.contract[row], self.expected[row] = mark.contract[0], mark.expected[0]
        self.right[row], self.blame[row] = mark.right[0], mark.blame[0]
        self.depth[row], self.agents[row] = mark.depth[0], mark.agents[0]


class Marker:
    """Marks answers on `circle`, or on the circle that a row names."""

    def __init__(
        self,
        circle: Circle,
        landmarks: tuple[str, ...] | None = None,
        depth: int | None = None,
    ) -> None:
        self.circle, self.landmarks, self.depth = circle, landmarks, depth
        self.names, self.n = circle.names, len(circle)
        self.codes = {  # 2 * place in names + 1 if from behind
            f"{name}:{facing}": 2 * place + behind
            for place, name in enumerate(self.names)
            for behind, facing in enumerate(FACINGS)
        }
        self.own = np.array(self.codes_of(circle), np.int64)
        self.forget()

    def forget(self) -> None:
        """All that was worked out."""
        facings = 2 ** min(self.n, TABLED)
        self.asked: list[Asked] = []
        self.questions: dict[str, int] = {}  # text of a contract: place in asked
        self.answers: dict[str, int] = {name: k for k, name in enumerate(self.names)}
        self.movements: dict[tuple[Movement, ...], int] = {}  # row in the tables
        self.ends = np.zeros((0, facings), np.int8)  # [row, facing] from the start
        self.blames = np.zeros((0, facings, self.n), np.int32)  # [row, facing, answer]
        self.circles: dict[str, Circle] = {}  # of other rows than plain ones
        self.enter(Contract(self.names[0], [(1, "left")]))  # stands for none

    def mark(self, block: Block) -> Marks:
        """Judge all rows; those that cannot be are added to block.wrong."""
        if max(len(self.questions), len(self.answers), len(self.movements)) > KEPT:
            self.forget()
        _, contracts, answers, circles, _ = block.fields
        rings, alone = self.read_rings(block, circles)
        done = {*alone, *block.wrong}
        asked = self.look_up(block, contracts, self.questions, self.read_contract, done)
        said = self.look_up(block, answers, self.answers, self.read_answer, done)
        found = self.judge(np.array(asked), np.array(said), rings)
        for row in alone:
            try:
                one = self.judge_alone(contracts[row], answers[row], circles[row])
            except PartybotsError as error:
                block.wrong[row] = str(error)
            else:
                found.patch(row, one)
        return found

    def look_up(
        self,
        block: Block,
        texts: Sequence[str],
        known: dict[str, int],
        read: Callable[[str], int],
        done: set[int],  # rows to pass over
    ) -> list[int]:
        """The number of each text, 0 where there is none; new texts are read."""
        found = list(map(known.get, texts))
        if None not in found and not done:
            return [number or 0 for number in found]
        numbers = [number or 0 for number in found]
        for row, number in enumerate(found):
            if number is None and row not in done and row not in block.wrong:
                try:
                    text = texts[row]
                    numbers[row] = known[text] if text in known else read(text)
                except PartybotsError as error:
                    block.wrong[row] = str(error)
        return numbers

    def read_answer(self, text: str) -> int:
        place = self.names.index(landmark(text, self.names))
        self.answers[text] = place
        return place

    def read_contract(self, text: str) -> int:
        self.questions[text] = self.enter(
            contract_in(text, self.names).first(self.depth)
        )
        return self.questions[text]

    def enter(self, contract: Contract) -> int:
        """Make room for a contract in the tables; its place in `asked`."""
        moves, start = contract.movements, self.names.index(contract.start)
        row = self.movements.setdefault(moves, len(self.movements))
        if row == len(self.ends):
            self.ends = longer(self.ends, 2 * row + 8)
            self.blames = longer(self.blames, 2 * row + 8)
        self.asked.append(Asked(contract.text, start, row, len(moves)))
        return len(self.asked) - 1

    def read_rings(
        self, block: Block, circles: Sequence[str]
    ) -> tuple[Ints, list[int]]:
        """([row, position] codes, rows whose circle has other landmarks)."""
        if self.n > TABLED:
            return self.own, [
                row for row in range(len(circles)) if row not in block.wrong
            ]
        if not any(circles):
            return self.own, []
        plain = self.plain_rings(circles)
        if plain is not None:
            return plain, []
        rings, alone = [self.own.tolist()] * len(circles), []
        for row, text in enumerate(circles):
            if not text or row in block.wrong:
                continue
            try:
                circle = self.circle_in(text)
            except PartybotsError as error:
                block.wrong[row] = str(error)
                continue
            if {*circle.names} == {*self.names}:
                rings[row] = self.codes_of(circle)
            else:
                alone.append(row)
        return np.array(rings), alone

    def plain_rings(self, circles: Sequence[str]) -> Ints | None:
        """The codes if all circles have our landmarks and are written as we do."""
        words, n = " ".join(circles).split(), self.n
        if {text.count(" ") for text in circles} != {n - 1}:
            return None
        if len(words) != n * len(circles):
            return None
        try:
            codes = np.fromiter(
                map(self.codes.__getitem__, words), np.int64, len(words)
            )
        except KeyError:
            return None
        rings = codes.reshape(-1, n)
        once = (1 << (rings >> 1)).sum(axis=1) == (1 << n) - 1  # n powers of two
        return rings if once.all() else None

    def codes_of(self, circle: Circle) -> list[int]:
        return [self.codes[f"{name}:{facing}"] for name, facing in circle.agents]

    def circle_in(self, text: str) -> Circle:
        circle = self.circles.get(text)
        if circle is None:
            circle = Circle.read(text, self.landmarks)
            if len(self.circles) >= KEPT // 8:
                self.circles.clear()
            self.circles[text] = circle
        return circle

    def judge(self, asked: Ints, said: Ints, rings: Ints) -> Marks:
        """All rows by the tables; `asked` in Marker.asked, `said` in names."""
        n, rows = self.n, np.arange(len(asked))
        known = np.array([question[1:] for question in self.asked])
        start, movements, depth = known[asked].T
        places, behind = np.broadcast_to(rings, (len(asked), n)) >> 1, rings & 1
        at = np.argmax(places == start[:, None], axis=1)
        to = np.argmax(places == said[:, None], axis=1)
        bits = (behind << np.arange(n)).sum(axis=-1)  # clockwise from position 0
        facing = (bits | bits << n) >> at & (1 << n) - 1  # from the start
        self.work_out(movements, facing)
        end, given = self.ends[movements, facing], (to - at) % n
        expected = places[rows, (at + end) % n]
        return Marks(
            contract=[self.asked[question].text for question in asked.tolist()],
            expected=[self.names[place] for place in expected.tolist()],
            right=given == end,
            blame=self.blames[movements, facing, given],
            depth=depth,
            agents=np.full(len(asked), n),
        )

    def work_out(self, movements: Ints, facing: Ints) -> None:
        """What the tables do not have yet."""
        missing = self.ends[movements, facing] < 0
        if not missing.any():
            return
        by_row, n = list(self.movements), self.n
        pairs = np.stack([movements[missing], facing[missing]], axis=1)
        for row, bits in np.unique(pairs, axis=0).tolist():
            turns = tuple([-1 if bits >> at & 1 else 1 for at in range(n)])
            self.ends[row, bits], self.blames[row, bits] = blames(turns, by_row[row])

    def judge_alone(self, contract: str, answer: str, circle: str) -> Marks:
        """One row on a circle of any size and landmarks."""
        ring = self.circle_in(circle) if circle else self.circle
        asked = contract_in(contract, ring.names).first(self.depth)
        start, said = (
            ring.places[x] for x in (asked.start, landmark(answer, ring.names))
        )
        turns = ring.turns[start:] + ring.turns[:start]
        end, says = blames(turns, asked.movements)
        given, n = (said - start) % len(ring), len(ring)
        return Marks(
            contract=[asked.text],
            expected=[ring.landmarks[(start + end) % n]],
            right=np.array([given == end]),
            blame=np.array([says[given]]),
            depth=np.array([len(asked.movements)]),
            agents=np.array([n]),
        )


def longer(table: npt.NDArray[T], rows: int) -> npt.NDArray[T]:
    """With more rows, of -1."""
    more = np.full((rows - len(table), *table.shape[1:]), -1, table.dtype)
    return np.concatenate([table, more])


def contract_in(text: str, landmarks: tuple[str, ...]) -> Contract:
    if text[:1] == "{":
        return contract_from_json(parse_json(text), landmarks)
    return Contract.read(text, landmarks)
