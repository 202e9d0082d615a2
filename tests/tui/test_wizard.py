"""The wizard builder by keys: points as they go, spells with units, armour shared out, refusals at their place, and a fight after it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from json import dumps, loads
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from gmtool.play.table import Table, fresh_demo
from gmtool.tui.app import GmApp
from gmtool.tui.screens.designer import DesignerDialog
from gmtool.tui.screens.desk import DeskScreen
from gmtool.tui.screens.pick import Pick
from gmtool.tui.screens.wizard import WizardDialog
from tests.tui.harness import press, seen, settle, toasts, whole, write

Act = Callable[[GmApp, Pilot[None]], Awaitable[None]]
DART = {"name": "Dart", "effects": [{"effect": "energy_blast"}]}
SHELL = {"name": "Shell", "effects": [{"effect": "armor"}]}


@pytest.fixture
def arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A campaign of magic fight without a spell or a wizard, in an empty home."""
    monkeypatch.setenv("GMTOOL_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "home" / "campaigns" / "ring.gmtool"
    Table.create(path, "The ring", ["magic_fight"], "en").close()
    return path


@pytest.fixture
def stocked(arena: Path) -> Path:
    """The same with a blast and an armour in the library."""
    table = Table.open(arena)
    table.commit({"do": "load_library", "with": {"spells": [DART, SHELL]}})
    table.close()
    return arena


async def building(path: Path, act: Act, *keys: str, size: tuple[int, int] = (120, 40), language: str = "en") -> None:
    app = GmApp(language=language, campaign=path)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, *(keys or ("W",)))
        assert isinstance(app.screen, WizardDialog)
        await act(app, pilot)
        app.close_campaign()


def builder(app: GmApp) -> WizardDialog:
    screen = app.screen
    assert isinstance(screen, WizardDialog)
    return screen


def sheet(path: Path, who: str) -> dict[str, Any]:
    table = Table.open(path)
    found: dict[str, Any] = table.character(who).sheets["magic_fight"].sheet  # type: ignore[assignment]
    table.close()
    return found


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_library_and_two_wizards_are_made_from_nothing_by_keys_alone_and_then_fight(
    arena: Path, size: tuple[int, int], language: str
) -> None:
    app = GmApp(language=language, campaign=arena)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "2", "N")
        assert isinstance(app.screen, DesignerDialog)
        await press(pilot, "enter", "n")
        await write(pilot, "Dart")
        await press(pilot, "ctrl+s", "escape", "1", "W")
        assert isinstance(app.screen, WizardDialog)
        for name in ("Ash", "Birch"):
            await press(pilot, "down", "right", "right", "right", "tab", "space", "tab", "down", "right", "right", "right", "right")
            await press(pilot, "n")
            await write(pilot, name)
            await press(pilot, "ctrl+s")
            assert name in toasts(app)[-1]
        await press(pilot, "escape")
        assert isinstance(app.screen, DeskScreen)
        assert "Ash" in whole(app)
        app.close_campaign()

    table = Table.open(arena)
    assert sheet(arena, "ash")["characteristics"]["dexterity"] == 13
    table.commit({"do": "place", "by": "ash", "with": {"hex": [5, 5]}})
    table.commit({"do": "place", "by": "birch", "with": {"hex": [7, 5]}})
    table.commit({"do": "begin_combat"}, (6, 1))
    cast = {"do": "cast", "by": "ash", "to": "birch", "with": {"spell": "Dart"}}
    entry = table.commit(cast, (4, 4, 4, 6, 6, 6, 6, 6, 6))
    assert entry.outcome["hit"] is True
    assert entry.outcome["stun_damage"] == 34
    assert entry.outcome["ko"] is True
    table.close()


async def test_points_go_as_they_are_spent_and_derived_figures_follow(stocked: Path) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        dialog = builder(app)
        assert dialog.account.remaining == 500
        await press(pilot, "down", "right", "right")
        assert dialog.account.remaining == 500 - 12
        ocv = next(one for one in dialog.bench.figures(dialog.draft) if one.key == "ocv_physical")
        assert ocv.value == 4
        await press(pilot, *["down"] * 12, "right")
        assert dialog.lines("figures").key == "endurance"
        assert dialog.account.remaining == 500 - 13
        assert "6½" in whole(app)
        await press(pilot, "u")
        assert dialog.account.remaining == 500 - 12

    await building(stocked, act)


async def test_a_figure_below_its_limit_is_refused_beside_it(stocked: Path) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await press(pilot, *["down"] * 8, "left", "left", "left")
        assert builder(app).lines("figures").key == "physical_defense"
        assert "Physical defence would end at −1" in " ".join(seen(app).split())
        await press(pilot, "up", *["right"] * 11)
        speed = next(one for one in builder(app).bench.figures(builder(app).draft) if one.key == "speed")
        assert speed.value == 12

    await building(stocked, act)


async def test_the_value_itself_may_be_typed(stocked: Path) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await press(pilot, "enter", "ctrl+u", "2", "3", "enter")
        assert builder(app).draft["characteristics"]["strength"] == 23
        await press(pilot, "enter", "ctrl+u", "x", "enter")
        assert "a whole number" in whole(app)
        await press(pilot, "ctrl+u", "0", "enter")
        assert not isinstance(app.screen, WizardDialog)
        await press(pilot, "escape")
        assert builder(app).draft["characteristics"]["strength"] == 23

    await building(stocked, act)


async def test_armour_is_shared_out_among_four_defences_and_must_all_be(stocked: Path) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await press(pilot, "tab", "down", "space", "tab", "down", "right")
        assert "2 points to share out" in whole(app)
        await press(pilot, "n")
        await write(pilot, "Cedar")
        await press(pilot, "ctrl+s")
        assert "4 points of armour are shared out: 6 must be" in " ".join(seen(app).split())
        assert builder(app).zone == "bought"
        await press(pilot, "down", "down", "right", "right", "right", "ctrl+s")

    await building(stocked, act)
    (spell,) = sheet(stocked, "cedar")["spells"]
    assert spell["effects"][0]["units"] == 3
    assert spell["effects"][0]["allocation"] == {"physical": 1, "energy": 3, "mental": 1, "flash": 1}


async def test_more_than_the_points_there_are_is_said_and_refused(stocked: Path) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await press(pilot, "enter", "ctrl+u", *"300", "enter")
        assert "points too many" in whole(app)
        await press(pilot, "n")
        await write(pilot, "Oak")
        await press(pilot, "ctrl+s")
        assert "costs 290 of 250 points" in " ".join(seen(app).split())

    await building(stocked, act)
    table = Table.open(stocked)
    assert table.roster() == []
    table.close()


async def test_without_a_name_or_a_library_nobody_is_made(arena: Path) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        assert "design spells in the grimoire first" in " ".join(seen(app).split())
        await press(pilot, "ctrl+s")
        assert "The library is empty" in " ".join(seen(app).split())
        app.table.commit({"do": "load_library", "with": {"spells": [DART]}})  # type: ignore[union-attr]
        await press(pilot, "ctrl+s")
        assert builder(app).zone == "name"
        assert "give a name" in whole(app)

    await building(arena, act)


async def test_a_wizard_is_rebuilt_as_one_entry_and_comes_back(stocked: Path) -> None:
    table = Table.open(stocked)
    table.create_character("Ash", sheets={"magic_fight": {"appearance": "tall"}})
    table.close()

    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        assert builder(app).who == "ash"
        await press(pilot, "right", "tab", "space", "n", "end", *"ley", "ctrl+s")
        assert isinstance(app.screen, DeskScreen)
        assert sheet(stocked, "ash")["name"] == "Ashley"
        assert sheet(stocked, "ash")["characteristics"]["strength"] == 11
        assert sheet(stocked, "ash")["appearance"] == "tall"
        assert [spell["name"] for spell in sheet(stocked, "ash")["spells"]] == ["Dart"]
        await press(pilot, "u")
        assert sheet(stocked, "ash")["name"] == "Ash"
        assert sheet(stocked, "ash")["spells"] == []

    app_keys = ("W", "down", "enter")
    await building(stocked, act, *app_keys)


async def test_a_wizard_keeps_a_spell_that_left_the_library(stocked: Path) -> None:
    table = Table.open(stocked)
    spell = {"name": "Old", "effects": [{"effect": "flash", "units": 3}]}
    table.create_character("Ash", sheets={"magic_fight": {"spells": [spell]}})
    table.close()

    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await press(pilot, "right", "ctrl+s")
        assert isinstance(app.screen, DeskScreen)

    await building(stocked, act, "W", "down", "enter")
    assert [one["name"] for one in sheet(stocked, "ash")["spells"]] == ["Old"]


async def test_wizards_go_to_a_file_and_are_added_from_one(stocked: Path, tmp_path: Path) -> None:
    file = tmp_path / "ash.magic"

    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await press(pilot, "n")
        await write(pilot, "Ash")
        await press(pilot, "escape", "w", "ctrl+u", *str(file), "enter")
        raw = loads(file.read_text("utf-8"))
        assert raw["wizards"][0]["name"] == "Ash"
        await press(pilot, "ctrl+s", "o", *str(file), "enter")
        assert "0 wizards added" in toasts(app)[-1]
        raw["wizards"][0]["appearance"] = "small"
        file.write_text(dumps(raw), "utf-8")
        await press(pilot, "o", *str(file), "enter")
        raw["wizards"][0]["characteristics"]["speed"] = 99
        file.write_text(dumps(raw), "utf-8")
        await press(pilot, "o", *str(file), "enter")
        assert "wizards[0].characteristics.speed" in whole(app)

    await building(stocked, act)
    table = Table.open(stocked)
    assert [row.name for row in table.roster()] == ["Ash", "Ash (2)"]
    table.close()


async def test_what_is_not_saved_is_only_given_up_when_asked_twice(stocked: Path) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await press(pilot, "right", "escape")
        assert isinstance(app.screen, WizardDialog)
        await press(pilot, "escape")
        assert isinstance(app.screen, DeskScreen)

    await building(stocked, act)


@pytest.mark.parametrize(
    ("size", "language"), [((80, 24), "en"), ((80, 24), "fr"), ((100, 30), "fr"), ((120, 40), "en"), ((160, 50), "fr")]
)
async def test_no_line_of_the_builder_is_wider_than_its_zone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], language: str
) -> None:
    monkeypatch.setenv("GMTOOL_HOME", str(tmp_path / "home"))
    app = GmApp(language=language, campaign=fresh_demo("magic_fight", language, None))
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "W")
        assert isinstance(app.screen, Pick)
        await press(pilot, "down", "enter")
        for zone in ("figures", "goods", "bought"):
            builder(app).to_zone(zone)
            await press(pilot, "down", "down")
            for name in ("figures", "goods", "bought"):
                lines = builder(app).lines(name)
                for index in range(lines.virtual_size.height if lines.size.width else 0):
                    assert sum(len(span.text) for span in lines.line_at(index)) <= lines.size.width, name
        app.close_campaign()


async def test_units_are_bought_and_given_back_with_the_mouse(stocked: Path) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await press(pilot, "tab", "space")
        lines = builder(app).lines("bought")
        row = next(index for index, line in enumerate(lines.text().splitlines()) if "2d6" in line)
        at = lines.size.width - 3
        await pilot.click(lines, offset=(at, row))
        await settle(pilot)
        assert builder(app).draft["spells"][0]["units"] == [3]
        await pilot.click(lines, offset=(lines.size.width - 7, row))
        await settle(pilot)
        assert builder(app).draft["spells"][0]["units"] == [2]

    await building(stocked, act)
