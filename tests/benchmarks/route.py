"""How fast routes are answered, all in one run: python tests/benchmarks/route.py"""

import io
import random
import resource
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


def grading(circles):
    rng, moves = random.Random(1), [f"{n}{s}" for n in range(1, 5) for s in "LR"]
    names = DEFAULT_CIRCLE.landmarks
    contracts = [" ".join(c) for c in product(names, moves, moves, moves)]
    turned = [
        str(Circle((n, rng.choice(["front", "back"])) for n in names))
        for _ in range(200)
    ]
    head = "player,contract,answer" + (",circle" if circles else "")
    rows = [head]
    for k in range(MILLION):
        contract = contracts[k % len(contracts)]
        right = rng.random() < 0.5
        answer = (
            DEFAULT_CIRCLE.answer(Contract.read(contract))
            if right
            else rng.choice(names)
        )
        row = f"p{k % 30},{contract},{answer}"
        rows.append(f"{row},{turned[k % 200]}" if circles else row)
    text = io.StringIO("\n".join(rows))
    began = time.perf_counter()
    report = grade(text)
    took = time.perf_counter() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    kind = "with circles" if circles else "without circles"
    print(
        f"grading a million {kind:16} {took:6.2f} s, {report.right} right, {peak} MiB"
    )


def main():
    one_answer()
    a_million()
    print(f"a deck of 43                 {best(generate, 1):8.2f} s")
    grading(circles=False)
    grading(circles=True)


if __name__ == "__main__":
    main()
