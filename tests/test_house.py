"""The house: who may import whom, what is packaged, how long things are."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {
    "core": set(),
    "solvers": {"core"},
    "plugins": {"core", "solvers"},
    "cli": {"core", "solvers"},
}
HEAVY = {"numpy", "numba", "networkx", "ortools", "rich"}
LONG = {"plugins/im_right_youre_wrong/rules.py"}  # a rulebook of seventy rulings
FILES = [
    path for folder in (*MAY_IMPORT, "tests") for path in (ROOT / folder).rglob("*.py")
]


def imported(path):
    """The folders of ours that a file imports."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        for name in names:
            first, second, *_ = [*name.split("."), ""]
            if first == "partybots":
                yield second


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_a_folder_imports_what_it_may(folder):
    for path in (ROOT / folder).rglob("*.py"):
        assert set(imported(path)) <= MAY_IMPORT[folder] | {folder}, path


def test_no_game_imports_another():
    games = {path.parent.name for path in (ROOT / "plugins").glob("*/rules.py")}
    for game in games:
        for path in (ROOT / "plugins" / game).rglob("*.py"):
            others = games - {game}
            text = path.read_text()
            assert not [o for o in others if f"partybots.plugins.{o}" in text], path


def test_core_knows_no_game_and_no_bot():
    names = {path.parent.name for path in (ROOT / "plugins").glob("*/rules.py")}
    names |= {name.replace("_", "-") for name in names} | {"mcts", "lenient"}
    for path in (ROOT / "core").rglob("*.py"):
        code = ast.unparse(without_docstrings(ast.parse(path.read_text())))
        assert not [name for name in names if name in code], path


def without_docstrings(tree):
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
            body[0] = ast.Pass()
    return tree


def test_every_package_is_listed():
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    found = {
        ".".join(["partybots", *init.parent.relative_to(ROOT).parts])
        for folder in MAY_IMPORT
        for init in (ROOT / folder).rglob("__init__.py")
    }
    assert set(listed["packages"]) == found


def test_every_file_says_what_it_is_for():
    for path in FILES:
        text = path.read_text()
        assert not text or ast.get_docstring(ast.parse(text)), path


def test_files_are_short():
    for path in FILES:
        if str(path.relative_to(ROOT)) not in LONG:
            assert len(path.read_text().splitlines()) <= 500, path


def test_functions_are_short():
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                first = node.body[0]
                lines = node.end_lineno - first.lineno + 1  # parameters not counted
                assert lines <= 60, f"{path}: {node.name}"


@pytest.mark.parametrize("command", [["--help"], ["games"], ["bots"], ["plugins"]])
def test_what_only_lists_imports_nothing_heavy(command):
    code = f"import sys; sys.argv = ['partybots', *{command}]\n"
    code += "from partybots.cli.main import main\n"
    code += f"try: main()\nfinally: assert not {HEAVY} & set(sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code])


def test_what_a_bot_imports_is_light():
    code = f"import sys, partybots.core; assert not {HEAVY} & set(sys.modules)"
    subprocess.check_call([sys.executable, "-c", code])
