"""The shelf by keys alone: beginning, importing, filtering, and what is said where something cannot be done."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from gmtool.play.table import Table
from gmtool.tui.app import GmApp
from gmtool.tui.screens.ask import Ask
from gmtool.tui.screens.desk import DeskScreen
from gmtool.tui.screens.shelf import ShelfScreen
from tests.tui.harness import press, seen, settle, toasts, write


def campaigns(home: Path) -> list[Path]:
    """Every campaign file anywhere around the home folder, less the backups, which are written when there is time for it."""
    return sorted(path for path in home.parent.rglob("*.gmtool") if home / "backups" not in path.parents)


def fault(app: GmApp) -> str:
    return str(app.screen.query_one(".fault", Static).content)


async def fill(pilot: Pilot[None], text: str) -> None:
    """Put a text into the first field at once, as pasting does."""
    pilot.app.screen.query(Input).first().value = text
    await settle(pilot)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GMTOOL_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.mark.parametrize(("language", "reason"), [("en", "Give the campaign a name."), ("fr", "Donnez un nom à la campagne.")])
async def test_an_empty_name_is_refused_at_the_field_and_the_games_stay_chosen(home: Path, language: str, reason: str) -> None:
    app = GmApp(language=language)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "n", "tab", "right", "space")
        chosen = app.screen.query_one("#field-games").value  # type: ignore[attr-defined]
        await press(pilot, "enter")
        assert isinstance(app.screen, Ask)
        assert fault(app) == reason
        assert app.screen.focused is app.screen.query_one("#field-name")
        assert app.screen.query_one("#field-games").value == chosen  # type: ignore[attr-defined]
    assert campaigns(home) == []


@pytest.mark.parametrize("name", ["x" * 10_000, "a\x00b", "\u202eevil", "[b]x[/b]", "../../etc/x", "été " * 80])
async def test_any_other_name_begins_a_campaign_inside_the_folder(home: Path, name: str) -> None:
    app = GmApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "n")
        await fill(pilot, name)
        await press(pilot, "enter")
        assert isinstance(app.screen, DeskScreen)
        app.close_campaign()
    assert [path.parent for path in campaigns(home)] == [home / "campaigns"]


async def test_a_json_file_is_imported_and_opened(covenant: Path, reader: Table, tmp_path: Path) -> None:
    archive = tmp_path / "archive.json"
    reader.note("carried over")
    reader.export(archive)
    app = GmApp()
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "i")
        await fill(pilot, str(archive))
        await press(pilot, "enter")
        assert isinstance(app.screen, DeskScreen)
        await press(pilot, "5")
        assert "carried over" in seen(app)
        app.close_campaign()
    assert len(campaigns(covenant.parents[1])) == 2


@pytest.mark.parametrize("text", ["{", "[]", "null", '{"gmtool": 1}', "\xff"])
async def test_an_archive_that_is_none_is_refused_at_the_field_and_its_path_stays(home: Path, tmp_path: Path, text: str) -> None:
    bad = tmp_path / "bad.json"
    bad.write_bytes(text.encode("latin-1"))
    app = GmApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "i")
        await fill(pilot, str(bad))
        await press(pilot, "enter")
        assert isinstance(app.screen, Ask)
        assert "bad.json" in fault(app)
        assert app.screen.query_one(Input).value == str(bad)
        await press(pilot, "escape")
        assert isinstance(app.screen, ShelfScreen)
    assert campaigns(home) == []


@pytest.mark.parametrize("path", ["", "/nonexistent/x.json", "/", "~nobody-of-that-name/x", "a\x00b", "y" * 5000])
async def test_a_path_that_leads_nowhere_is_refused_at_the_field(home: Path, path: str) -> None:
    app = GmApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "i")
        await fill(pilot, path)
        await press(pilot, "enter")
        assert isinstance(app.screen, Ask)
        assert fault(app)


async def test_a_broken_file_that_is_opened_says_why_and_stays_as_it_is(home: Path) -> None:
    broken = home / "campaigns" / "broken.gmtool"
    broken.parent.mkdir(parents=True)
    broken.write_bytes(b"no database at all")
    app = GmApp()
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "enter")
        assert isinstance(app.screen, ShelfScreen)
        assert any("broken.gmtool" in text for text in toasts(app))
    assert broken.read_bytes() == b"no database at all"


async def test_each_opening_of_a_sample_is_another_file(home: Path) -> None:
    app = GmApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        for _ in range(2):
            while not (app.screen.query_one("#shelf").key or "").startswith("sample "):  # type: ignore[attr-defined]
                await press(pilot, "down")
            await press(pilot, "enter")
            assert isinstance(app.screen, DeskScreen)
            await press(pilot, "Q")
    assert len(campaigns(home)) == 2


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize(("language", "nothing"), [("en", "Nothing matches."), ("fr", "Rien ne correspond.")])
async def test_the_filter_hides_what_does_not_match_until_escape(
    covenant: Path, size: tuple[int, int], language: str, nothing: str
) -> None:
    app = GmApp(language=language)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        assert "Vauxclair" in seen(app)
        await press(pilot, "/")
        await write(pilot, "zzz")
        await press(pilot, "enter")
        assert "Vauxclair" not in seen(app)
        assert nothing in seen(app)
        await press(pilot, "escape")
        assert "Vauxclair" in seen(app)
