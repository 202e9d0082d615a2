"""What many tests share: the toy game on the path of games, an empty home, and a table with three people at it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gmtool.play.table import Table
from gmtool.rules import system, systems

TOYS = str(Path(__file__).parent / "toys")


@pytest.fixture
def toy() -> Iterator[None]:
    """The toy game, found like any other."""
    systems.__path__.append(TOYS)
    yield
    systems.__path__.remove(TOYS)
    system._loaded.pop("toy", None)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home folder."""
    folder = tmp_path / "home"
    monkeypatch.setenv("GMTOOL_HOME", str(folder))
    return folder


@pytest.fixture
def path(toy: None, tmp_path: Path) -> Path:
    """Where the table's campaign lies."""
    return tmp_path / "campaigns" / "ford.gmtool"


@pytest.fixture
def table(path: Path) -> Iterator[Table]:
    """A campaign of the toy game with Rose, Rat and the template Wolf."""
    made = Table.create(path, "The ford", ["toy"], "en")
    made.create_character("Rose", "pc", sheets={"toy": {"strength": 5, "hits": 20}})
    made.create_character("Rat", "creature", sheets={"toy": {}})
    made.create_character("Wolf", "template", sheets={"toy": {"hits": 8}})
    yield made
    made.close()
