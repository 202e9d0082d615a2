"""A campaign that nobody may write: everything is shown, every change is refused in one sentence that says what to do."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import pytest
from textual.pilot import Pilot

from gmtool.play.table import StoreError, Table, fresh_demo, shelf
from gmtool.tui.app import GmApp
from gmtool.tui.screens.desk import DeskScreen
from gmtool.tui.screens.resolver import ResolverDialog
from gmtool.tui.screens.shelf import ShelfScreen
from tests.tui.harness import press, seen, settle, toasts, whole, write

NOBODY = 65534


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home with two copies of the sample covenant, where other users may look."""
    home = Path(mkdtemp())
    home.chmod(0o755)
    monkeypatch.setenv("GMTOOL_HOME", str(home))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    yield home
    rmtree(home)


@contextmanager
def sealed(path: Path) -> Iterator[None]:
    """Nobody has the right to write the file or its folders; who is root goes on as somebody without more rights than others."""
    folders = [path.parent, path.parents[1]]
    user = os.geteuid()
    path.chmod(0o444)
    for folder in folders:
        folder.chmod(0o555)
    if user == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)
        for folder in folders:
            folder.chmod(0o755)


def test_everything_can_be_read_and_nothing_written(home: Path) -> None:
    path = fresh_demo("hermetic", "en", None)
    warm = Table.open(path)
    warm.verify()
    warm.close()
    with sealed(path):
        read_only(path)


def read_only(path: Path) -> None:
    table = Table.open(path)
    assert not table.writable
    assert len(table.roster()) > 10
    assert table.journal()
    assert table.entry(1).changes
    for deed in (
        lambda: table.note("x"),
        table.undo,
        lambda: table.archive(["aude"]),
        lambda: table.edit_character("aude", name="B"),
    ):
        with pytest.raises(StoreError) as refused:
            deed()
        assert refused.value.code in ("read_only", "nothing_to_undo")
    assert table.character("aude").name == "Aude of the Still Water"
    assert table.verify() == []
    table.remembered.keep("aude", "cast_formal", {}, ())
    table.close()
    assert [one.fault for one in shelf()] == [None]


@pytest.mark.parametrize(("language", "sentence"), [("en", "cannot be written"), ("fr", "ne peut pas être écrit")])
async def go_through(app: GmApp, pilot: Pilot[None]) -> list[str]:
    """Look at every tab, cast and write a note; gives what stood on the note's dialog."""
    await press(pilot, "enter", "escape", "2", "3", "5", "1", "c", "enter")
    dialog = app.screen
    assert isinstance(dialog, ResolverDialog)
    await press(pilot, "escape", "escape", "5", "g")
    await write(pilot, "kept")
    await press(pilot, "ctrl+s")
    shown = [type(app.screen).__name__, whole(app)]
    while not isinstance(app.screen, DeskScreen):
        await press(pilot, "escape")
    await press(pilot, "1", "d", "d", "ctrl+t", "Q")
    assert isinstance(app.screen, ShelfScreen)
    return shown


@pytest.mark.parametrize(("language", "sentence"), [("en", "cannot be written"), ("fr", "ne peut pas être écrit")])
async def test_the_screens_say_so_at_the_door_and_at_every_change(home: Path, language: str, sentence: str) -> None:
    path = fresh_demo("hermetic", "en", None)
    app = GmApp(language=language)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        app.open_campaign(path)
        await settle(pilot)
        await go_through(app, pilot)
        assert not any(sentence in text for text in toasts(app))
        with sealed(path):
            app.open_campaign(path)
            await settle(pilot)
            assert sum(sentence in text for text in toasts(app)) == 1
            assert "Aude" in seen(app)
            screen, shown = await go_through(app, pilot)
            assert screen == "Ask"
            assert " ".join(sentence.split()[:2]) in " ".join(shown.split())
            assert sum(sentence in text for text in toasts(app)) >= 2
