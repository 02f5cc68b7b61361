"""Stand-ins for playing blocks in other processes, which die as a test says."""

import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path

from partybots.core.errors import NotationError, UnknownName


def folder() -> Path:
    return Path(os.environ["DEATHS"])


def dies(block: int, times: int) -> None:
    """End this process at once, as often as that for this block."""
    before = len([*folder().glob(f"{block}-*")])
    if before < times:
        (folder() / f"{block}-{before}").touch()
        os._exit(3)


def five_twice(part: int, blocks: Sequence[int]) -> list[tuple[int, int]]:
    for block in blocks:
        if block == 5:
            dies(5, 2)
    return [(part, block) for block in blocks]


def five_always(part: int, blocks: Sequence[int]) -> list[tuple[int, int]]:
    if 5 in blocks:
        os.kill(os.getpid(), signal.SIGKILL)
    return [(part, block) for block in blocks]


def each_once(part: int, blocks: Sequence[int]) -> list[tuple[int, int]]:
    for block in blocks:
        if block % 3 == 0:
            dies(block, 1)
    return [(part, block) for block in blocks]


def complains(part: int, blocks: Sequence[int]) -> list[tuple[int, int]]:
    if blocks[0] % 2:
        raise UnknownName("bot", "septic", ["sceptic"])
    raise NotationError("an action", "x", "y")


def hangs(part: int, blocks: Sequence[int]) -> list[tuple[int, int]]:
    (folder() / str(os.getpid())).touch()
    time.sleep(600)
    return []


def unready() -> None:
    raise ValueError("a plugin is missing")
