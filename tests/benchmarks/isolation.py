"""What bots in processes cost: python tests/benchmarks/isolation.py

On one core: a move of a Python bot and of a C program that speaks JSON, beyond what the
same moves take in this process. Then how long a bot takes to start, how much memory 30
of them take in a round-robin, and how long a tournament takes in which 10 of 30
misbehave. The best of several runs, since machines are noisy.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread

from partybots.core.arena.housing import Housing, Limits
from partybots.core.arena.isolation.rooms import PythonRoom
from partybots.core.arena.schedule import Spec
from partybots.core.arena.worker import Part
from partybots.core.registry import Registry

HERE = Path(__file__).parent.parent
RUNS, BLOCKS = 15, 20
BOTS = """
from partybots.core import Bot

class Any(Bot):
    def choose(self, view, rng):
        return rng.choice(view.legal)

class Last(Bot):
    def choose(self, view, rng):
        return view.legal[-1]
"""
BAD = ["Sleeps", "Spins", "IgnoresTheEnd", "Raises", "ExitsBadly", "Segfaults"]
BAD += ["EatsMemory", "Forks", "Huge", "FloodsStderr"]
COMMAND = [sys.executable, "-c", "from partybots.cli.main import main; main()"]


def move(game: str, here: str, apart: str) -> float:
    """µs a move of the bot `apart` beyond those of `here`, which plays the same."""
    registry, best, moves = Registry(), [float("inf")] * 2, 0
    parts = [
        Part(registry, Spec(game, (bot, "greedy"), 2, BLOCKS), Housing(isolation))
        for bot, isolation in ((here, "never"), (apart, "others"))
    ]
    for _ in range(RUNS):
        played = []
        for way, part in enumerate(parts):
            began = time.perf_counter()
            rows = part.play(0, range(BLOCKS))
            best[way] = min(best[way], time.perf_counter() - began)
            played.append([(row.actions, row.faults) for row in rows])
            seats = [zip(row.bots, row.moves, strict=True) for row in rows]
            moves = sum(asked for seat in seats for bot, asked in seat if bot == 0)
        assert played[0] == played[1], "they do not play the same"
    parts[1].close()
    return 1e6 * (best[1] - best[0]) / moves


def start(file: str) -> float:
    """ms from nothing to a bot that is ready."""
    times = []
    for _ in range(RUNS):
        room = PythonRoom("Any", file, "", Limits())
        began = time.perf_counter()
        room.furnish()
        times.append(time.perf_counter() - began)
        room.clear()
    return 1000 * min(times)


def memory(game: str, file: str, jobs: int, folder: Path) -> float:
    """MiB, at most, of a round-robin of 30 bots, with all of its processes."""
    bots = [word for _ in range(30) for word in ("-b", f"{file}:Any")]
    words = ["tournament", game, *bots, "--seats", "2", "--blocks", "1"]
    words += ["--jobs", str(jobs), "-o", str(folder / f"memory-{jobs}")]
    child = subprocess.Popen([*COMMAND, *words], stdout=-3, stderr=-3)
    most, over = [0.0], Event()

    def look() -> None:
        while not over.wait(0.2):
            most[0] = max(most[0], sum(map(pss, family(child.pid))))

    looking = Thread(target=look)
    looking.start()
    assert child.wait() == 0
    over.set()
    looking.join()
    return most[0]


def family(pid: int) -> list[int]:
    """A process, and all that it began."""
    try:
        tasks = Path(f"/proc/{pid}/task").iterdir()
        children = [(task / "children").read_text().split() for task in tasks]
    except OSError:
        return []
    return [pid, *(p for each in children for c in each for p in family(int(c)))]


def pss(pid: int) -> float:
    """MiB: memory that is shared counts in parts. Only root may see the host's."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def misbehaving(game: str, file: str, folder: Path) -> tuple[float, float, int]:
    """Seconds that were taken, those that could have been, and faults."""
    good = [f"{file}:Any", f"{file}:Last"] * 10
    bad = [f"{HERE}/kits/bad_bots.py:{name}" for name in BAD]
    bots = [word for bot in good + bad for word in ("-b", bot)]
    words = ["tournament", game, *bots, "--seats", "2", "--blocks", "1", "--json"]
    words += ["--move-seconds", "0.1", "--first-move-seconds", "0.1", "--memory", "400"]
    words += ["--jobs", str(os.cpu_count()), "-o", str(folder / "bad")]
    done = subprocess.run([*COMMAND, *words], stdout=-1, stderr=-3, check=True)
    report = json.loads(done.stdout)
    faults = [sum(row["faults"].values()) for row in report["standings"]]
    return report["seconds"], report["longest_seconds"], sum(faults)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="right-now")
    game = parser.parse_args().game
    with TemporaryDirectory() as name:
        folder = Path(name)
        file, last = folder / "bots.py", folder / "last"
        file.write_text(BOTS)
        subprocess.check_call(["cc", "-O2", "-o", last, HERE / "programs" / "last.c"])
        cores = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {max(cores)})
        print(f"{game}, two seats; what must be reached is in brackets")
        python = move(game, f"{file}:Any", f"{file}:Any")
        print(f"a move of a Python bot          {python:6.0f} µs    (60)")
        program = move(game, f"{file}:Last", f"exec:{last}")
        print(f"a move of a program             {program:6.0f} µs    (200)")
        os.sched_setaffinity(0, cores)
        print(f"a Python bot that starts        {start(str(file)):6.0f} ms    (100)")
        for jobs in (1, 2):
            took = memory(game, str(file), jobs, folder)
            print(f"30 bots in a round-robin, {jobs} jobs{took:6.0f} MiB   (2048)")
        took, longest, faults = misbehaving(game, str(file), folder)
        print(f"10 of 30 misbehave              {took:6.0f} s     ({longest:.0f})")
        print(f"faults                          {faults:6d}")


if __name__ == "__main__":
    main()
