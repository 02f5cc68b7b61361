"""Numba as it is used here: compiled once a machine, kept on disk.

Numba's cache notices when a function's own file changes, but not when what it calls or
a constant it uses does, in another. So the name it is kept under has a hash of all the
files in its folder, as a game's kernels may stand in several, and of chance.py,
kernels.py and rng.py, which are compiled into all.

Where no folder for compiled code can be written, Numba refuses to compile with a
cache at all. Then everything is compiled anew in each process, and that is said once.
"""

import sys
from functools import cache
from hashlib import blake2b
from pathlib import Path
from types import FunctionType

import numba

UNCACHED = "no folder for compiled code can be written: compiling every time\n"
COMMON = [Path(__file__).with_name(f"{n}.py") for n in ("chance", "kernels", "rng")]
_said: list[str] = []


def kernel(*signature, **options):
    """Compile a function: `@kernel`, or `@kernel("int64(int64)", nogil=True)`.

    Under NUMBA_DISABLE_JIT=1 it stays the Python function that it is.
    """
    if signature and isinstance(signature[0], FunctionType):
        return compiled(signature[0], (), options)
    return lambda function: compiled(function, signature, options)


def compiled(function, signature, options):
    function.__qualname__ += "_" + folder_hash(
        Path(function.__code__.co_filename).parent
    )
    try:
        return numba.njit(*signature, cache=True, **options)(function)
    except RuntimeError as error:
        if "no locator" not in str(error):
            raise
        if not _said:
            _said.append(UNCACHED)
            sys.stderr.write(UNCACHED)
        return numba.njit(*signature, **options)(function)


@cache
def folder_hash(folder):
    files = [*sorted(folder.glob("*.py")), *COMMON]
    sources = b"".join(path.read_bytes() for path in files)
    return blake2b(sources, digest_size=6).hexdigest()
