"""A process that may misbehave: asked with a deadline, killed with all it began.

What it writes on standard error is read all the while, and the end of it kept.
"""

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from uuid import uuid4

from partybots.core.arena.housing import MARGIN

KEPT = 64 * 1024  # bytes of standard error
PATIENCE = 3600  # s in one poll(), which refuses some weeks; there may be no limit
DUMPABLE, CAPABILITY_DROP, SYS_PTRACE = 4, 24, 19  # prctl options, a capability
MARK = "PARTYBOTS_PROCESS"  # in the environment of a bot and of all that it begins
# One thread each, since many play at once; no room is reserved for more, as it counts.
FRUGAL = {"OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "1"}


class Ended(Exception):
    """It is gone. `kind` is that of the fault, the text says how it ended."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind


class Process:
    def __init__(
        self, command: Sequence[str], reads: int, writes: int, give: Sequence[int]
    ) -> None:
        """Start `command`, handing it the descriptors `give`.

        What it says comes from descriptor `reads`, what it is told goes to `writes`;
        both are ours from here on, and so is closing `give`.
        """
        keep_apart()
        self.mark = uuid4().hex
        heard, said = os.pipe()
        self.reads, self.writes, self.errors = reads, writes, heard
        self.buffer, self.tail = bytearray(), bytearray()
        self.open = True  # whether somebody holds its standard error
        try:
            self.popen = subprocess.Popen(
                command,
                stdin=give[0] if len(give) > 1 else subprocess.DEVNULL,
                stdout=give[1] if len(give) > 1 else said,
                stderr=said,
                pass_fds=give[:1] if len(give) == 1 else (),
                start_new_session=True,
                env=os.environ | FRUGAL | {MARK: self.mark},
            )
        finally:
            for descriptor in (*give, said):
                os.close(descriptor)
        for descriptor in {reads, writes, heard}:
            os.set_blocking(descriptor, False)
        self.poll = select.poll()
        for descriptor in (reads, heard):
            self.poll.register(descriptor, select.POLLIN)

    def ask(
        self, said: bytes, whole: Callable[[bytearray], int], seconds: float
    ) -> bytes:
        """What it answers: the first `whole(buffer)` bytes, once that is not 0."""
        if self.buffer:
            raise Ended("malformed", "it spoke without being asked")
        deadline = time.monotonic() + seconds + MARGIN
        left = self.write(memoryview(said))
        while not (size := whole(self.buffer)):
            self.wait(deadline, bool(left), seconds)
            if left:
                left = self.write(left)
        answer = bytes(self.buffer[:size])
        del self.buffer[:size]
        return answer

    def tell(self, said: bytes) -> None:
        """Something that has no answer; what does not go at once is not waited for."""
        if self.write(memoryview(said)):
            raise Ended("stall", "it did not read what it was told")

    def write(self, left: memoryview) -> memoryview:
        """What of it is still to be written after as much as goes now."""
        with contextlib.suppress(BlockingIOError):
            while left:
                try:
                    left = left[os.write(self.writes, left) :]
                except (BrokenPipeError, ConnectionResetError):
                    raise self.ended() from None
        return left

    def wait(self, deadline: float, unread: bool, seconds: float) -> None:
        """Until it says something; Ended when it is late or gone."""
        left = deadline - time.monotonic()
        if left <= 0:
            if unread:
                raise Ended(
                    "stall", f"it did not read what it was told in {seconds:g} s"
                )
            raise Ended("timeout", f"no answer in {seconds:g} s")
        wake = min(left, 0.01 if unread else PATIENCE)
        for descriptor, _ in self.poll.poll(1000 * wake):
            if descriptor == self.errors:
                self.hear_errors()
            elif not self.hear():
                raise self.ended()

    def hear(self) -> bool:
        """Take in what it says; whether its end is still open."""
        try:
            part = os.read(self.reads, 65536)
        except BlockingIOError:
            return True
        except ConnectionResetError:
            return False
        self.buffer += part
        return bool(part)

    def hear_errors(self) -> bool:
        """Take in the end of what it writes there; whether it was anything."""
        try:
            part = os.read(self.errors, 65536)
        except BlockingIOError:
            return False
        if not part and self.open:
            self.open = False
            self.poll.unregister(self.errors)
        self.tail += part
        del self.tail[:-KEPT]
        return bool(part)

    def ended(self) -> Ended:
        """How it ended, after waiting a moment for it to do so."""
        try:
            status = self.popen.wait(1)
        except subprocess.TimeoutExpired:
            return Ended("crash", "it closed its connection")
        if status < 0:
            name = signal.Signals(-status).name
            return Ended("crash", f"it was killed by {name}")
        return Ended("crash", f"it exited with status {status}")

    def stderr(self) -> str:
        """The end of what it wrote on standard error in this match."""
        for _ in range(2):  # all that a pipe holds; it may write for ever
            self.hear_errors()
        return self.tail.decode(errors="replace")

    def memory(self) -> float:
        """MiB that it took at most; 0 where the system does not tell."""
        try:
            lines = Path(f"/proc/{self.popen.pid}/status").read_text().splitlines()
        except OSError:
            return 0.0
        return sum(int(x.split()[1]) for x in lines if x.startswith("VmHWM:")) / 1024

    def kill(self) -> None:
        """It and all that it began, at once."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.popen.pid, signal.SIGKILL)
        self.popen.kill()
        self.popen.wait()
        kill_marked(self.mark)
        self.stderr()
        for descriptor in {self.reads, self.writes, self.errors}:
            with contextlib.suppress(OSError):
                os.close(descriptor)


def keep_apart() -> None:
    """Let no bot read this process's memory, which holds what is hidden from it.

    Where the system allows it: no debugger of the same user, nor of root's children.
    """
    with contextlib.suppress(OSError, AttributeError):
        prctl = ctypes.CDLL(None).prctl
        prctl(DUMPABLE, 0)
        prctl(CAPABILITY_DROP, SYS_PTRACE)


def kill_marked(mark: str) -> None:
    """Kill every process that was begun with `mark` in its environment."""
    wanted = f"{MARK}={mark}".encode()
    for _ in range(100):  # until none is left, however fast they fork
        found = False
        for path in Path("/proc").glob("[0-9]*/environ"):
            with contextlib.suppress(OSError):
                if wanted in path.read_bytes().split(b"\0"):
                    os.kill(int(path.parent.name), signal.SIGKILL)
                    found = True
        if not found:
            return
        time.sleep(0.001)
