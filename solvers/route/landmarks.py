"""The seven landmarks, and how people spell them."""

import re
from collections.abc import Sequence
from functools import lru_cache
from unicodedata import combining, normalize

from partybots.core.errors import NotationError

LANDMARKS = (
    "house",
    "ambulance",
    "bicycle",
    "tree",
    "street-lamp",
    "stop-sign",
    "traffic-light",
)
SPELLINGS = {  # as spell() leaves them
    **{name: name for name in LANDMARKS},
    **dict.fromkeys(["home", "maison"], "house"),
    **dict.fromkeys(["bike", "cycle", "velo", "bicyclette"], "bicycle"),
    "arbre": "tree",
    **dict.fromkeys(
        ["lamp", "streetlamp", "lamp-post", "lamppost", "street-light", "streetlight"],
        "street-lamp",
    ),
    **dict.fromkeys(["lampadaire", "reverbere"], "street-lamp"),
    **dict.fromkeys(["stop", "stopsign", "panneau-stop", "panneau"], "stop-sign"),
    **dict.fromkeys(
        ["light", "lights", "traffic-lights", "trafficlight", "signal", "semaphore"],
        "traffic-light",
    ),
    **dict.fromkeys(["feu", "feux", "feu-rouge", "feu-tricolore"], "traffic-light"),
}
NAME = re.compile(r"[^\W_]+(-[^\W_]+)*")  # what spell() leaves of a usable name
MOVEMENT_LIKE = re.compile(r"[0-9]+[a-z]")  # would be read as a movement


def brief(text: str) -> str:
    """`text` as an error quotes it: one line, at most 60 characters of it."""
    line = "".join(
        c if c.isprintable() else " " if c.isspace() else repr(c)[1:-1]
        for c in text[:61]
    )
    return line if len(text) <= 60 else f"{line[:57]}..."


def spell(text: str) -> str:
    """A name as we write it: lower case, no accents, hyphens between words."""
    return respell(text) if len(text) <= 40 else ""  # so long is no name


@lru_cache(4096)
def respell(text: str) -> str:
    plain = "".join(c for c in normalize("NFKD", text) if not combining(c))
    return re.sub(r"[\s_-]+", "-", plain.casefold()).strip("-")


def known(text: str, landmarks: Sequence[str] = LANDMARKS) -> str:
    """The one of `landmarks` that `text` names, "" if none does."""
    spelt = spell(text)
    if spelt in landmarks:
        return spelt
    usual = SPELLINGS.get(spelt, "")
    return usual if usual in landmarks else ""


def landmark(text: str, landmarks: Sequence[str] = LANDMARKS) -> str:
    """The one of `landmarks` that `text` names; NotationError lists them all."""
    name = known(text, landmarks)
    if not name:
        raise NotationError("a landmark", brief(text), f"one of {', '.join(landmarks)}")
    return name


def own_name(text: str) -> str:
    """`text` as the name of a landmark of one's own; NotationError if it cannot be."""
    name = spell(text)
    if not NAME.fullmatch(name) or MOVEMENT_LIKE.fullmatch(name):
        wanted = "letters and digits, hyphens between, nothing like a movement"
        raise NotationError("a name for a landmark", brief(text), wanted)
    return name
