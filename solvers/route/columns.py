"""Which column of a file means what, in the words people use for it."""

from collections.abc import Sequence

from partybots.core.errors import BadValue
from partybots.solvers.route.landmarks import brief, spell

SPELLINGS = {  # as spell() leaves them; a name further on in the list gives way
    "player": ("player", "name", "student", "joueur", "nom", "eleve"),
    "contract": ("contract", "contrat", "question", "card", "carte"),
    "answer": ("answer", "reponse", "agent", "landmark"),
    "circle": ("circle", "cercle"),
    "time": ("time", "seconds", "ms", "temps"),
    "landmark": ("landmark", "agent", "object", "objet"),
    "facing": ("facing", "seen", "orientation", "vue"),
}


def find(header: Sequence[str], column: str) -> int:
    """Where `column` is in `header`, -1 if nowhere; BadValue if there are two."""
    spelt = [spell(name) for name in header]
    for name in SPELLINGS[column]:
        if spelt.count(name) > 1:
            raise BadValue(f'two columns are called "{name}"')
        if name in spelt:
            return spelt.index(name)
    return -1


def needed(header: Sequence[str], *columns: str) -> list[int]:
    """Where those columns are; BadValue names the one that is missing."""
    places = [find(header, column) for column in columns]
    for column, place in zip(columns, places, strict=True):
        if place < 0:
            there = brief(", ".join(header)) or "nothing"
            wanted = " and ".join(columns)
            raise BadValue(
                f"no column is called {column}: the first line names the columns, "
                f"{wanted} among them, but has {there}"
            )
    return places
