"""Circles and files as partybots route takes them; what is wrong with them in words."""

import io
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, TextIO

import click

from partybots.core import BadValue, NotationError

if TYPE_CHECKING:
    from partybots.solvers.route import Circle

PLACE = "A file, or the circle itself: house:front tree:back ...  [default: ours]"
circle_option = click.option("--circle", "circle_text", metavar="CIRCLE", help=PLACE)
LARGEST = 10**7  # bytes of a file that is read whole
LONGEST = 10**6  # characters of a line that are looked at


class FileTrouble(BadValue):
    """A file that cannot be read or written at all."""


def circle_of(text: str | None) -> "Circle":
    """The circle that was given, as text or as a file, else ours."""
    from partybots.solvers.route import DEFAULT_CIRCLE, Circle

    if text is None:
        return DEFAULT_CIRCLE
    if is_file(text) or (text.strip() and not {*text} & {*":="}):
        path = Path(text)
        with named(path):
            return Circle.read(content(path))
    return Circle.read(text)


def is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except OSError:  # no name of a file can be so long
        return False


def content(path: Path) -> str:
    """The whole of a small file; - is standard input."""
    with able_to("read", path), reading(path) as file:
        read = file.read(LARGEST + 1)
    if len(read) > LARGEST:
        raise FileTrouble(f"{path} has over {LARGEST} bytes")
    try:
        return read.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileTrouble(f"{path} is not UTF-8 text") from None


def lines_of(path: Path) -> Iterator[str]:
    """Line by line, of which only LONGEST characters; a stray byte stays in it."""
    with able_to("read", path), reading(path) as file:
        text = io.TextIOWrapper(file, "utf-8-sig", "surrogateescape", newline="")
        while line := text.readline(LONGEST):
            yield line
            while len(line) == LONGEST and line[-1] not in "\r\n":
                line = text.readline(LONGEST)


def reading(path: Path) -> IO[bytes]:
    return sys.stdin.buffer if str(path) == "-" else path.open("rb")


def ending_of(path: Path | None, offered: Collection[str]) -> str:
    """How the name of a file to write ends, of the endings offered; "" for no file."""
    from partybots.solvers.route.landmarks import brief

    ending = path.suffix.lower() if path else ""
    if path and ending not in offered:
        raise FileTrouble(f"-o ends in {' or '.join(offered)}, not {brief(str(path))}")
    return ending


@contextmanager
def new_file(path: Path | None) -> Iterator[TextIO | None]:
    """A file to write, taken back if what was to be written failed; None for none."""
    if path is None:
        yield None
        return
    with able_to("write", path), path.open("x", encoding="utf-8", newline="") as file:
        try:
            yield file
        except BaseException:
            path.unlink()
            raise


@contextmanager
def able_to(do: str, path: Path) -> Iterator[None]:
    from partybots.solvers.route.landmarks import brief

    try:
        yield
    except FileExistsError:
        raise FileTrouble(f"{path} is there already") from None
    except OSError as error:
        name = brief(str(path))
        raise FileTrouble(f"cannot {do} {name}: {error.strerror}") from error


@contextmanager
def named(path: Path) -> Iterator[None]:
    """What is wrong in a file, with the file's name."""
    try:
        yield
    except FileTrouble:  # names it already
        raise
    except (BadValue, NotationError) as error:
        raise BadValue(f"{path}: {error}") from error
