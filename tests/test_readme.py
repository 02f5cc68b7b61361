"""The README: its commands run, its snippets work, its output is what they print.

PARTYBOTS_UPDATE=1 writes what they print into it.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"
FENCE = re.compile(r"```(console|python)\n(.*?)```", re.DOTALL)
LINE = "from partybots.cli.main import main; main()"
UPDATE = os.environ.get("PARTYBOTS_UPDATE") == "1"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("readme")


def printed(command, folder):
    """What a command of the README prints on stdout, in `folder`."""
    program, *words = shlex.split(command)
    assert program == "partybots"
    environment = os.environ | {"COLUMNS": "88", "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-c", LINE, *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    return "\n".join(line.rstrip() for line in done.stdout.rstrip("\n").split("\n"))


def shown(text):
    """The output without what a clock measures, and without the widths it decides."""
    text = re.sub(r"(what it costs|it loads in time): .*", r"\1:", text)
    text = re.sub(r"(?m)^( *\d+ .*?) +[\d.e-]+$", r"\1", text)
    return re.sub(r" +", " ", re.sub(r"─+", "─", text))


def blocks():
    text = README.read_text()
    return [(found[1], found[2], found.span(2)) for found in FENCE.finditer(text)]


def test_the_two_commands_are_single_lines():
    lines = [line for line in README.read_text().splitlines() if "venv" in line]
    run, test = (line for line in lines if line.startswith("    python3 -m venv"))
    assert run.endswith("&& .venv/bin/partybots tournament right-now")
    assert test.endswith("pip install -e '.[test]' && .venv/bin/pytest")


def test_everything_it_shows_is_so(folder):
    """One after another, as a reader would: later ones use what earlier ones made."""
    text, made = README.read_text(), []
    for kind, body, span in blocks():
        if kind == "python":
            snippet(body, folder)
            continue
        told = console(body, folder)
        made.append((span, told))
        if not UPDATE:
            assert shown(told) == shown(body)
    if UPDATE:
        for (first, last), told in reversed(made):
            text = text[:first] + told + text[last:]
        README.write_text(text)


def snippet(body, folder):
    """A file if its first line names one, else a program that must run."""
    name = re.match(r"# (\w+\.py)\n", body)
    if name:
        (folder / name[1]).write_text(body)
    else:
        subprocess.run([sys.executable, "-c", body], check=True)


def console(body, folder):
    """The block again, with what its commands print now."""
    commands = [line for line in body.splitlines() if line.startswith("$ ")]
    parts = [f"{c}\n{printed(c.removeprefix('$ '), folder)}\n" for c in commands]
    return "".join(parts)


def test_links_lead_somewhere():
    for place in re.findall(r"\]\(([^)]+)\)", README.read_text()):
        assert (README.parent / place).exists(), place
