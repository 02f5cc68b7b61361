"""Bots that misbehave, each in its own way; run only in processes of their own."""

import contextlib
import ctypes
import inspect
import os
import random
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time

from partybots.core import Bot

WRITTEN = os.path.join(tempfile.gettempdir(), f"bad-bots-{os.getuid()}")


class Bad(Bot):
    def choose(self, view, rng):
        return self.answer(view)


class Good(Bad):
    def answer(self, view):
        return view.legal[0]


class Sleeps(Bad):
    def answer(self, view):
        time.sleep(60)


class Spins(Bad):
    def answer(self, view):
        while True:
            pass


class IgnoresTheEnd(Bad):
    def answer(self, view):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(60)


class ImportsSlowly(Bad):
    """As if it began to import something large in its second instance."""

    made = 0

    def __init__(self):
        ImportsSlowly.made += 1
        if ImportsSlowly.made == 2:
            time.sleep(60)


class FloodsStdout(Bad):
    def answer(self, view):
        for _ in range(300):
            sys.stdout.write("x" * 1000 + "\n")
        return view.legal[0]


class FloodsStderr(Bad):
    def answer(self, view):
        for _ in range(300):
            sys.stderr.write("y" * 1000 + "\n")
        return view.legal[0]


class FloodsForEver(Bad):
    """From a thread of its own, whatever else happens."""

    def answer(self, view):
        threading.Thread(target=self.flood, daemon=True).start()
        return view.legal[0]

    def flood(self):
        while True:
            os.write(2, b"z" * 10_000)


class PrintsBetweenMoves(Bad):
    def answer(self, view):
        threading.Timer(0.01, print, ["between moves"]).start()
        return view.legal[0]


class Raises(Bad):
    def answer(self, view):
        sys.stderr.write("about to fail\n")
        raise ValueError("no idea")


class ExitsWell(Bad):
    def answer(self, view):
        os._exit(0)


class ExitsBadly(Bad):
    def answer(self, view):
        os._exit(1)


class SystemExits(Bad):
    def answer(self, view):
        sys.exit(3)


class Killed(Bad):
    def answer(self, view):
        os.kill(os.getpid(), signal.SIGKILL)


class Segfaults(Bad):
    def answer(self, view):
        ctypes.string_at(0)


class Forks(Bad):
    def answer(self, view):
        if os.fork() == 0:
            os.setsid()
            time.sleep(600)
            os._exit(0)
        raise ValueError("left a child behind")


class Spawns(Bad):
    def answer(self, view):
        subprocess.Popen(["sleep", "600"], start_new_session=True)
        return view.legal[0]


class EatsMemory(Bad):
    def answer(self, view):
        return [bytearray(2**26) for _ in range(640)]


class OpensFiles(Bad):
    def answer(self, view):
        self.files = []
        with contextlib.suppress(OSError):
            while len(self.files) < 10_000:
                self.files.append(os.open("/dev/null", os.O_RDONLY))
        return view.legal[0]


class TrueBot(Bad):
    def answer(self, view):
        return True


class Float(Bad):
    def answer(self, view):
        return float(view.legal[0])


class Huge(Bad):
    def answer(self, view):
        return 10**300


class NaN(Bad):
    def answer(self, view):
        return float("nan")


class List(Bad):
    def answer(self, view):
        return [view.legal[0]]


class Subclass(Bad):
    class Sly(int):
        def __eq__(self, other):
            return True

        __hash__ = int.__hash__

    def answer(self, view):
        return self.Sly(view.legal[0])


class WrongIndex(Bad):
    def answer(self, view):
        return 10**6


class AnothersAction(Bad):
    def answer(self, view):
        return next(a for a in range(200) if a not in view.legal)


class PatchesPartybots(Bad):
    def answer(self, view):
        from partybots.core.arena.referee import Referee

        Referee.rule = lambda self, ask, answer: 0
        return 10**6


class SeedsGlobalChance(Bad):
    def answer(self, view):
        random.seed(1)
        return view.legal[0]


class ChangesFolder(Bad):
    def answer(self, view):
        os.chdir("/")
        return view.legal[0]


class WritesOutside(Bad):
    def answer(self, view):
        with open(WRITTEN, "a") as outside:
            outside.write("I was here\n")
        return view.legal[0]


class ReadsTheHost(Bad):
    def answer(self, view):
        with open(f"/proc/{os.getppid()}/mem", "rb") as memory:
            memory.seek(2**20)
            return memory.read(1)


class SpeaksOutOfTurn(Bad):
    """Writes a frame of its own where its answers go."""

    def answer(self, view):
        say(struct.pack("<IcQq", 17, b"I", 0, view.legal[0]))
        return view.legal[0]


class AnswersTwice(Bad):
    """With the number of the question, which it takes from who called it."""

    def answer(self, view):
        self.twice(view)
        return view.legal[0]

    def twice(self, view):
        frame = inspect.currentframe()
        while frame.f_code.co_name != "main":
            frame = frame.f_back
        number = frame.f_locals["number"]
        say(struct.pack("<IIcQq", 21, number, b"I", 0, view.legal[0]))


class AnswersLateAndAgain(AnswersTwice):
    def answer(self, view):
        time.sleep(1.5)
        self.twice(view)
        return view.legal[0]


def say(frame):
    """Write to the host what only partybots should."""
    for number in range(3, 64):
        try:
            if os.readlink(f"/proc/self/fd/{number}").startswith("socket"):
                os.write(number, frame)
        except OSError:
            continue


class FailsWatching(Good):
    def watch(self, view):
        raise ValueError("saw too much")


class FailsToBeMade(Good):
    def __init__(self):
        if os.environ.get("PARTYBOTS_PROCESS") and os.path.exists("/tmp"):
            raise RuntimeError("cannot be made")
