"""A referee that will not hear of a bid beyond some count of dice."""

from typing import TYPE_CHECKING

from liars_dice.rules import CHALLENGE, count_and_face
from partybots.core import BadValue, PartybotsError, Referee

if TYPE_CHECKING:
    from partybots.core.game import Bytes


class Silent(Referee):
    """Rules as `strict` does; a bid that counts more than `most` dice stops it all."""

    def __init__(self, most: int = 29) -> None:
        if most < 1:
            raise BadValue(f"most is 1 die or more, not {most}")
        self.most = most

    def after(self, before: "Bytes", seat: int, action: int, after: "Bytes") -> None:
        count, face = count_and_face(action)
        if action != CHALLENGE and count > self.most:
            said = f"seat {seat} bid {count}x{face}"
            raise PartybotsError(f"{said}: more than {self.most} dice")
