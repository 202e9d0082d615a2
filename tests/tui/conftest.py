"""A covenant of one's own for each test of a screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gmtool.play.table import Table, fresh_demo
from gmtool.tui.screens.desk import DeskScreen


@pytest.fixture(autouse=True)
def nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """No screen looks at the file by itself: what another process did shows when the test says so."""
    monkeypatch.setattr(DeskScreen, "LOOK_EVERY", 3600.0)


@pytest.fixture
def covenant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh copy of the sample covenant in an empty home."""
    monkeypatch.setenv("GMTOOL_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    return fresh_demo("hermetic", "en", None)


@pytest.fixture
def reader(covenant: Path) -> Iterator[Table]:
    """A second look at the campaign, to see what was really written."""
    table = Table.open(covenant)
    yield table
    table.close()
