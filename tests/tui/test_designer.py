"""The spell designer by keys: a library made from nothing, live costs, refusals at their place, parts removed, files."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from json import loads
from pathlib import Path

import pytest
from textual.pilot import Pilot

from gmtool.play.table import Table, fresh_demo
from gmtool.tui.app import GmApp
from gmtool.tui.screens.ask import Ask
from gmtool.tui.screens.designer import DesignerDialog
from gmtool.tui.screens.desk import DeskScreen
from gmtool.tui.screens.library import LibraryDialog
from tests.tui.harness import press, seen, settle, toasts, whole, write

Act = Callable[[GmApp, Pilot[None]], Awaitable[None]]


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


async def designing(arena: Path, act: Act, *, size: tuple[int, int] = (120, 40), language: str = "en") -> None:
    app = GmApp(language=language, campaign=arena)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "2", "N")
        assert isinstance(app.screen, DesignerDialog)
        await act(app, pilot)
        app.close_campaign()


def library(path: Path) -> list[dict[str, object]]:
    table = Table.open(path)
    game = table.position.game
    assert game is not None
    spells = [spell.write() for spell in game.scene.library]
    table.close()
    return spells


def designer(app: GmApp) -> DesignerDialog:
    screen = app.screen
    assert isinstance(screen, DesignerDialog)
    return screen


async def sunburst(pilot: Pilot[None]) -> None:
    """The spell of the picture: a hollow, piercing ball of four casts, and a mental attack that may not work."""
    await press(pilot, "enter", "space", "down", "space", "down", "space")
    await press(pilot, "down", "down", "down", "down", "space")
    await press(pilot, "shift+tab", "down", "down", "down", "enter", "end", "up", "up", "up", "up", "up", "space")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_spell_is_made_from_nothing_by_keys_alone(arena: Path, size: tuple[int, int], language: str) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await sunburst(pilot)
        assert designer(app).quote.cost == 19
        await press(pilot, "n")
        await write(pilot, "Sunburst")
        await press(pilot, "tab")
        await write(pilot, "a ring of noon")
        await press(pilot, "ctrl+s")
        assert not designer(app).draft.effects
        assert "Sunburst" in toasts(app)[-1]

    await designing(arena, act, size=size, language=language)
    (spell,) = library(arena)
    assert spell["name"] == "Sunburst"
    assert spell["description"] == "a ring of noon"
    assert spell["effects"] == [
        {
            "effect": "energy_blast",
            "modifiers": [
                {"modifier": "area", "shape": "ball"},
                {"modifier": "hole_in_center"},
                {"modifier": "armor_piercing"},
                {"modifier": "charges", "count": 4},
            ],
        },
        {"effect": "mental_attack", "modifiers": [{"modifier": "activation", "roll": 11}]},
    ]


async def test_the_sum_is_written_out_as_the_rule_does_it_and_each_modifier_says_what_it_would_cost(arena: Path) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await sunburst(pilot)
        text = seen(app)
        assert "5 × 2.75 ÷ 2 = 6.875 a die" in text
        assert "13.75" in text
        assert "10 ÷ 2 = 5 a die" in text
        assert "sum 18.75, to the nearest" in text
        await press(pilot, "tab", "home")
        costs = {mark.key: mark.cost for mark in designer(app).marks_now.values() if mark.cost is not None}
        assert costs == {
            "area": 12, "hole_in_center": 17, "armor_piercing": 16, "affects_desolid": 21, "hard_to_dispel": 20,
            "usable_while_desolid": 29, "charges": 32, "no_stun": 15, "activation": 14,
        }  # fmt: skip

    await designing(arena, act)


async def test_the_arrows_choose_the_value_of_a_modifier_and_change_one_that_is_on(arena: Path) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await press(pilot, "enter", "space", "down", "space", "up", "right")
        held = designer(app).draft.effects[0]["modifiers"]
        assert held == [{"modifier": "area", "shape": "cone"}]
        await press(pilot, "u")
        assert [one["modifier"] for one in designer(app).draft.effects[0]["modifiers"]] == ["area", "hole_in_center"]

    await designing(arena, act)


@pytest.mark.parametrize(
    ("language", "reason", "whole_reason"),
    [
        ("en", "armour only", "Hardened armour cannot be put on Energy blast"),
        ("fr", "armure seulement", "Armure renforcée"),
    ],
)
async def test_what_cannot_stand_on_an_effect_has_the_reason_beside_it(
    arena: Path, language: str, reason: str, whole_reason: str
) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await press(pilot, "enter")
        text = seen(app)
        assert reason in text
        await press(pilot, "end", "up", "up")
        assert whole_reason in " ".join(seen(app).split())
        before = designer(app).draft.effects
        await press(pilot, "space")
        assert designer(app).draft.effects == before

    await designing(arena, act, language=language)


async def test_a_draft_without_effect_or_name_is_refused_at_its_place(arena: Path) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await press(pilot, "n")
        await write(pilot, "Nothing")
        await press(pilot, "ctrl+s")
        assert designer(app).zone == "draft"
        assert "A spell needs one base effect" in " ".join(seen(app).split())
        await press(pilot, "tab")
        await press(pilot, *["backspace"] * 7)
        await press(pilot, "escape", "enter", "ctrl+s")
        assert designer(app).zone == "name"
        assert "give a name" in whole(app)

    await designing(arena, act)
    assert library(arena) == []


async def test_a_taken_name_is_said_as_it_is_typed(arena: Path) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        for _ in range(2):
            await press(pilot, "enter", "n")
            await write(pilot, "Dart")
            await settle(pilot)
            state = whole(app)
            await press(pilot, "ctrl+s")
        assert "name is taken" in state
        assert designer(app).draft.effects

    await designing(arena, act)
    assert len(library(arena)) == 1


async def test_more_units_show_what_they_would_cost(arena: Path) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await press(pilot, "enter", "+", "+")
        assert designer(app).quote.cost == 20
        assert "with these units" in whole(app)
        await press(pilot, "-", "-", "-", "-")
        assert designer(app).quote.cost == 10
        assert "Bought with more units" in whole(app)

    await designing(arena, act)


async def test_what_a_drain_is_against_is_chosen_and_kept(arena: Path) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await press(pilot, *["down"] * 5, "enter", "home", "right")
        assert designer(app).draft.effects[0]["against"] == "killing_attack"
        await press(pilot, "enter")
        await write(pilot, "armour")
        await press(pilot, "enter")
        assert designer(app).draft.effects[0]["against"] == "armor"

    await designing(arena, act)


async def test_a_draft_is_only_given_up_when_asked_twice(arena: Path) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await press(pilot, "enter", "escape")
        assert isinstance(app.screen, DesignerDialog)
        await press(pilot, "escape")
        assert isinstance(app.screen, DeskScreen)

    await designing(arena, act)


async def test_modifiers_effects_and_spells_leave_the_library_and_come_back(arena: Path) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await sunburst(pilot)
        await press(pilot, "n")
        await write(pilot, "Sunburst")
        await press(pilot, "ctrl+s", "l")
        assert isinstance(app.screen, LibraryDialog)
        await press(pilot, "enter", "down", "down", "delete")
        effects = library(arena)[0]["effects"]
        assert isinstance(effects, list)
        assert [one["modifier"] for one in effects[0]["modifiers"]] == ["armor_piercing", "charges"]
        await press(pilot, "end", "up", "delete")
        assert len(library(arena)[0]["effects"]) == 1  # type: ignore[arg-type]
        await press(pilot, "home", "down", "delete")
        assert "delete the spell" in toasts(app)[-1]
        await press(pilot, "home", "delete")
        assert library(arena) == []
        await press(pilot, "u", "u", "u")
        assert len(library(arena)[0]["effects"]) == 2  # type: ignore[arg-type]

    await designing(arena, act)


async def test_a_library_goes_to_a_file_and_is_added_to_what_another_campaign_has(arena: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.sort"

    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await press(pilot, "enter", "n")
        await write(pilot, "Dart")
        await press(pilot, "ctrl+s", "l", "w")
        assert isinstance(app.screen, Ask)
        await press(pilot, "ctrl+u", *str(file), "enter")
        assert loads(file.read_text("utf-8"))["spells"][0]["name"] == "Dart"
        await press(pilot, "o", *str(file), "enter")
        assert isinstance(app.screen, LibraryDialog)
        assert len(library(arena)) == 1
        raw = loads(file.read_text("utf-8"))
        raw["spells"][0]["effects"][0]["modifiers"] = [{"modifier": "no_stun"}]
        file.write_text(str(raw).replace("'", '"'), "utf-8")
        await press(pilot, "o", *str(file), "enter")
        assert [spell["name"] for spell in library(arena)] == ["Dart", "Dart (2)"]
        raw["spells"][0]["effects"] = []
        file.write_text(str(raw).replace("'", '"'), "utf-8")
        await press(pilot, "o", *str(file), "enter")
        assert isinstance(app.screen, Ask)
        assert "spells[0]" in whole(app)
        await press(pilot, "ctrl+u", "x", "enter")
        assert "no such file" in whole(app)

    await designing(arena, act)
    assert len(library(arena)) == 2


async def test_a_new_draft_may_begin_from_a_spell_of_the_library(arena: Path) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await press(pilot, "enter", "n")
        await write(pilot, "Dart")
        await press(pilot, "ctrl+s", "l", "c")
        assert [one["effect"] for one in designer(app).draft.effects] == ["energy_blast"]

    await designing(arena, act)


async def test_a_game_without_a_workshop_has_no_key_for_it(covenant: Path) -> None:
    app = GmApp(language="en", campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "2", "N")
        assert isinstance(app.screen, DeskScreen)
        app.close_campaign()


@pytest.mark.parametrize(
    ("size", "language"), [((80, 24), "en"), ((80, 24), "fr"), ((100, 30), "fr"), ((120, 40), "en"), ((160, 50), "fr")]
)
async def test_no_line_of_the_designer_is_wider_than_its_zone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], language: str
) -> None:
    monkeypatch.setenv("GMTOOL_HOME", str(tmp_path / "home"))
    app = GmApp(language=language, campaign=fresh_demo("magic_fight", language, None))
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "2", "N")
        for _ in range(13):
            await press(pilot, "enter", "shift+tab", "down")
            for name in ("effects", "marks", "draft", "about-middle", "about-left"):
                lines = designer(app).lines(name)
                for index in range(lines.virtual_size.height if lines.size.width else 0):
                    assert sum(len(span.text) for span in lines.line_at(index)) <= lines.size.width, name
        app.close_campaign()


async def test_a_value_of_a_modifier_is_chosen_with_the_mouse(arena: Path) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await press(pilot, "enter", "space")
        lines = designer(app).lines("marks")
        row, text = next((index, line) for index, line in enumerate(lines.text().splitlines()) if "[ball]" in line)
        await pilot.click(lines, offset=(text.index("line") + 1, row))
        await settle(pilot)
        assert designer(app).draft.effects[0]["modifiers"] == [{"modifier": "area", "shape": "line"}]

    await designing(arena, act)
