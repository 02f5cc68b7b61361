"""What all tests share: the sample plugin and toy games, importable or installed."""

import os
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / folder) for folder in ("sample", "toys", "kits")]

ENTRY = "[partybots]\nliars-dice = liars_dice\n"
METADATA = "Metadata-Version: 2.1\nName: partybots-liars-dice\nVersion: 1.0\n"


@pytest.fixture(scope="session")
def registry():
    """The installed plugins and the sample, loaded once."""
    from does import registry

    return registry()


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """A folder which, on the path, makes the sample an installed plugin."""
    site = tmp_path_factory.mktemp("site")
    info = site / "partybots_liars_dice-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(METADATA)
    (info / "entry_points.txt").write_text(ENTRY)
    return site


@pytest.fixture(scope="session")
def environment(site):
    """Of a process that finds the sample installed."""
    return os.environ | {"PYTHONPATH": f"{site}{os.pathsep}{HERE / 'sample'}"}


@pytest.fixture
def installed(site, environment, monkeypatch):
    """As if the sample were installed, here and in the processes that are begun."""
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setenv("PYTHONPATH", environment["PYTHONPATH"])
