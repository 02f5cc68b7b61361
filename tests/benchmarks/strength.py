"""How strong the bots are: plays every match-up below and writes strength.md.

Run as: python tests/benchmarks/strength.py [GAME|WORD]...   (all take an hour or so)

Each match-up is one `partybots tournament` with a fixed seed, so that anyone gets the
same results; only the times differ. With words, such as planner, only match-ups whose
command has one are played; the rest of the report is kept.
"""

import json
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
REPORT = HERE / "strength.md"
DOUBLINGS = (125, 250, 500, 1000, 2000, 4000)
OPENING = """# How strong the bots are

Made by `python tests/benchmarks/strength.py`; every table is the tournament whose
command stands above it, and its seed gives the same results again. Wins come with an
interval of 95 %, by deals. One bot is above another if these intervals are apart. The
times are those of one machine, beside whatever else it was doing.
"""


class MatchUp(NamedTuple):
    """One tournament, and the claims it is to settle: (better, worse)."""

    arguments: str
    claims: tuple[tuple[str, str], ...] = ()


def chain(*bots: str) -> tuple[tuple[str, str], ...]:
    """Each above the next."""
    return tuple(pairwise(bots))


def ladder(game: str, bots: tuple[str, ...], rest: str) -> MatchUp:
    return MatchUp(f"{game} {' '.join(f'-b {b}' for b in bots)} {rest}", chain(*bots))


MCTS = "mcts:simulations=1000"
MATCH_UPS: dict[str, list[MatchUp]] = {
    "right-now": [
        ladder("right-now", (MCTS, "greedy", "random"), "--seats 2 --blocks 60"),
        ladder("right-now", (MCTS, "greedy", "random"), "--seats 4 --blocks 30"),
        ladder(
            "right-now", ("mcts:simulations=200", "planner"), "--seats 3 --blocks 12"
        ),
        ladder("right-now", ("endgame", MCTS), "--seats 2 --blocks 20"),
        ladder("right-now", ("planner", "greedy"), "--seats 2 --blocks 40"),
        ladder("right-now", ("planner", "greedy"), "--seats 4 --blocks 20"),
        ladder("right-now", (MCTS, f"{MCTS},opponents=tree"), "--seats 2 --blocks 40"),
        ladder("right-now", (MCTS, f"{MCTS},horizon=match"), "--seats 2 --blocks 40"),
        ladder("right-now", (MCTS, f"{MCTS},epsilon=1"), "--seats 2 --blocks 40"),
        ladder("right-now", (MCTS, f"{MCTS},c=1"), "--seats 2 --blocks 40"),
    ],
    "im-right-youre-wrong": [
        ladder("im-right-youre-wrong", (MCTS, "greedy", "random"), rest)
        for rest in ("--seats 2 --blocks 60", "--seats 4 --blocks 40")
    ]
    + [
        ladder("im-right-youre-wrong", (MCTS, "survivor", "greedy"), rest)
        for rest in ("--seats 2 --blocks 40", "--seats 4 --blocks 20")
    ]
    + [
        ladder(
            "im-right-youre-wrong", (MCTS, f"{MCTS},{other}"), "--seats 2 --blocks 60"
        )
        for other in ("opponents=tree", "epsilon=1", "c=1")
    ]
    + [ladder("im-right-youre-wrong", ("endgame", MCTS), "--seats 3 --blocks 30")],
    "dictator": [
        ladder("dictator", ("learner", "crowd", "random"), "--blocks 20"),
        ladder(
            "dictator",
            ("equilibrium", "learner"),
            "--rule taste=0 --seats 5 --blocks 10",
        ),
        ladder("dictator", (MCTS, "greedy", "random"), "--seats 5 --blocks 10"),
    ],
    "yesno": [
        ladder(
            "yesno",
            ("reflex", *(f"human:level={at}" for at in ("expert", "player", "novice"))),
            "--seats 2 --blocks 8",
        ),
    ],
    "right-turn-left-turn": [
        ladder(
            "right-turn-left-turn",
            ("route", *(f"human:skill={at}" for at in ("expert", "player", "novice"))),
            "--seats 2 --blocks 12",
        ),
    ],
}
for name, blocks in (("right-now", 40), ("im-right-youre-wrong", 60), ("dictator", 10)):
    MATCH_UPS[name] += [
        ladder(
            name,
            (f"mcts:simulations={2 * n}", f"mcts:simulations={n}"),
            f"--seats {3 if name == 'dictator' else 2} --blocks {blocks}",
        )
        for n in DOUBLINGS
    ]


def main(said: list[str]) -> None:
    games = [word for word in said if word in MATCH_UPS] or [*MATCH_UPS]
    words = [word for word in said if word not in MATCH_UPS]
    for game in games:
        kept = report_so_far()
        for match_up in MATCH_UPS[game]:
            command = f"partybots tournament {match_up.arguments}"
            if not words or any(word in command for word in words):
                kept[command] = section(match_up)
                write(kept)


def report_so_far() -> dict[str, str]:
    """By command, the table under it and what it settles."""
    old = REPORT.read_text() if REPORT.exists() else ""
    found = re.split(r"^    (partybots tournament .*)$", old, flags=re.M)[1:]
    texts = [text.partition("\n## ")[0].strip() for text in found[1::2]]
    return dict(zip(found[::2], texts, strict=True))


def write(kept: dict[str, str]) -> None:
    parts = [OPENING]
    for game, match_ups in MATCH_UPS.items():
        commands = [f"partybots tournament {one.arguments}" for one in match_ups]
        parts.append(f"## {game}\n")
        parts += [f"    {c}\n\n{kept[c]}\n" for c in commands if c in kept]
    REPORT.write_text("\n".join(parts))


def section(match_up: MatchUp) -> str:
    command = f"partybots tournament {match_up.arguments}"
    print(command, file=sys.stderr, flush=True)
    store = HERE / "strength.db"
    store.unlink(missing_ok=True)
    done = subprocess.run(
        [*command.split(), "--json", "-o", str(store)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    store.unlink()
    report = json.loads(done.stdout)
    standings = {row["bot"]: row for row in report["standings"]}
    verdicts = [verdict(standings, *claim) for claim in match_up.claims]
    return "\n".join([*table(report), "", *verdicts])


def table(report: dict[str, object]) -> list[str]:
    rows: object = report["standings"]
    assert isinstance(rows, list)
    return [
        "| bot | matches | score | wins | points | ms a move |",
        "|---|---|---|---|---|---|",
        *(
            f"| {row['bot']} | {row['matches']} | {row['mean_score']:.2f} "
            f"| {share(row)} | {row['points']:.2f} "
            f"| {1000 * row['seconds_per_move']:.3g} |"
            for row in rows
        ),
    ]


def share(row: dict[str, float]) -> str:
    """Of the matches, how many it won."""
    low, high = row["win_share_low"], row["win_share_high"]
    return f"{row['win_share']:.0%} ({low:.0%} to {high:.0%})".replace("%", " %")


def verdict(standings: dict[str, dict[str, float]], better: str, worse: str) -> str:
    one, other = standings[better], standings[worse]
    if one["win_share_low"] > other["win_share_high"]:
        return f"- `{better}` is above `{worse}`."
    if one["win_share_high"] < other["win_share_low"]:
        return f"- `{better}` is below `{worse}`."
    return f"- `{better}` and `{worse}` are not told apart."


if __name__ == "__main__":
    main(sys.argv[1:])
