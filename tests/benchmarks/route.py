"""How fast routes are answered, all in one run: python tests/benchmarks/route.py"""

import random
import resource
import tempfile
import time
from itertools import product

import numpy as np

from partybots.solvers.route import DEFAULT_CIRCLE, Circle, Contract
from partybots.solvers.route.batch import Batch
from partybots.solvers.route.generating import generate
from partybots.solvers.route.grading import grade
from partybots.solvers.route.graph import path

MILLION = 10**6


def best(what, times=7):
    """Seconds of the fastest of some runs."""
    found = []
    for _ in range(times):
        began = time.perf_counter()
        what()
        found.append(time.perf_counter() - began)
    return min(found)


def one_answer():
    contracts = [
        Contract.read(f"house {a}L {b}R {c}L")
        for a, b, c in product(range(1, 5), repeat=3)
    ]
    answer, graph = DEFAULT_CIRCLE.answer, DEFAULT_CIRCLE.graph
    each = best(lambda: [answer(c) for c in contracts]) / len(contracts)
    walk = best(lambda: [path(graph, c) for c in contracts]) / len(contracts)
    print(f"one answer from the table    {each * 1e6:8.2f} us")
    print(f"one walk on the graph        {walk * 1e6:8.2f} us  ({walk / each:.1f} x)")


def a_million():
    batch, rng = Batch(), np.random.default_rng(1)
    starts = rng.integers(0, 7, MILLION).astype(np.uint8)
    counts = rng.integers(1, 5, (3, MILLION)).astype(np.uint8)
    rights = rng.integers(0, 2, (3, MILLION)) == 1
    codes = batch.codes(starts, counts, rights)
    table = batch.table
    take = best(lambda: table.take(codes))
    ours = best(lambda: batch.answers(codes))
    whole = best(lambda: batch.answers(batch.codes(starts, counts, rights)))
    plain = (
        best(lambda: [table_list[c] for c in code_list], 3)
        if ((table_list := table.tolist()) and (code_list := codes.tolist()))
        else 0
    )
    print(f"a million by NumPy's take    {take * 1e3:8.2f} ms")
    print(f"a million codes, ours        {ours * 1e3:8.2f} ms  ({ours / take:.2f} x)")
    print(f"with encoding                {whole * 1e3:8.2f} ms")
    print(f"a plain Python loop          {plain * 1e3:8.2f} ms")


def write_answers(file, circles):
    """A million rows: all contracts of 1 to 4 steps, half the answers by chance."""
    rng, moves = random.Random(1), [f"{n}{s}" for n in range(1, 5) for s in "LR"]
    names = DEFAULT_CIRCLE.landmarks
    contracts = [" ".join(c) for c in product(names, moves, moves, moves)]
    right = [DEFAULT_CIRCLE.answer(Contract.read(each)) for each in contracts]
    turned = [
        str(Circle((n, rng.choice(["front", "back"])) for n in names))
        for _ in range(200)
    ]
    print("player,contract,answer" + (",circle" if circles else ""), file=file)
    for k in range(MILLION):
        which = k % len(contracts)
        answer = right[which] if rng.random() < 0.5 else rng.choice(names)
        row = f"p{k % 30},{contracts[which]},{answer}"
        print(f"{row},{turned[k % 200]}" if circles else row, file=file)


def grading(circles):
    with tempfile.TemporaryFile("w+", encoding="utf-8") as file:
        write_answers(file, circles)
        file.seek(0)
        began, worked = time.perf_counter(), time.process_time()
        report = grade(file)
        took, work = time.perf_counter() - began, time.process_time() - worked
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    kind = "with circles" if circles else "without circles"
    print(
        f"grading a million {kind:16} {took:6.2f} s, of this core {work:.2f} s; "
        f"{report.right} right, {peak} MiB at most"
    )


def main():
    one_answer()
    a_million()
    print(f"a deck of 43                 {best(generate, 1):8.2f} s")
    grading(circles=False)
    grading(circles=True)


if __name__ == "__main__":
    main()
