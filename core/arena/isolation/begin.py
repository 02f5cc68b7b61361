"""Becomes a program with its memory limited, which ends when its host does.

Run by path, with as little of Python as can be: MiB of memory, then the command.
"""

import contextlib
import ctypes
import os
import resource
import sys

PARENT_DEATH, SIGKILL = 1, 9  # prctl option, signal


def limit(megabytes: int) -> None:
    """No more memory than this, if it is not 0, and no core files."""
    if megabytes:
        size = megabytes * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def end_with_host() -> None:
    """Be killed when the host dies, where the system can do that."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PARENT_DEATH, SIGKILL)


if __name__ == "__main__":
    limit(int(sys.argv[1]))
    end_with_host()
    os.execvp(sys.argv[2], sys.argv[2:])
