"""The palette finds every command, character, spell and scene, whichever tab stands and whatever they are called."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.command import CommandList, CommandPalette
from textual.pilot import Pilot

from gmtool.play.table import Table
from gmtool.tui.app import GmApp
from gmtool.tui.screens.desk import DeskScreen
from gmtool.tui.screens.grimoire import GrimoirePane
from gmtool.tui.screens.resolver import ResolverDialog
from gmtool.tui.screens.roster import RosterPane
from tests.tui.harness import press, settle, write


async def find(pilot: Pilot[None], text: str, *, take: bool = True) -> list[str]:
    """Open the palette and look for a text; gives what it lists."""
    await press(pilot, "ctrl+p")
    assert isinstance(pilot.app.screen, CommandPalette)
    await write(pilot, text)
    await settle(pilot)
    found = pilot.app.screen.query_one(CommandList)
    told = [str(option.prompt) for option in found.options]
    if take:
        await press(pilot, "enter")
        if isinstance(pilot.app.screen, CommandPalette):
            await press(pilot, "enter")
    return told


def desk(app: GmApp) -> DeskScreen:
    assert isinstance(app.screen, DeskScreen)
    return app.screen


@pytest.mark.parametrize("tab", ["1", "5"])
async def test_a_spell_is_found_before_the_grimoire_was_ever_opened(covenant: Path, tab: str) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, tab)
        await find(pilot, "unravel the mist")
        pane = desk(app).panes["grimoire"]
        assert isinstance(pane, GrimoirePane)
        assert pane.known is not None
        assert pane.known.spell.name == "Unravel the Mist"
        app.close_campaign()


async def test_a_name_is_found_without_its_accents_from_another_tab(covenant: Path) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "5")
        await find(pilot, "berard")
        pane = desk(app).pane
        assert isinstance(pane, RosterPane)
        assert pane.who == "berard"
        app.close_campaign()


async def test_somebody_put_away_and_a_template_are_found_in_their_lists(covenant: Path, reader: Table) -> None:
    reader.archive(["hamelin"])
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await find(pilot, "hamelin")
        pane = desk(app).pane
        assert isinstance(pane, RosterPane)
        assert (pane.shown_list, pane.who) == ("archived", "hamelin")
        await find(pilot, "hired guard")
        assert pane.shown_list == "templates"
        app.close_campaign()


async def test_a_scene_is_found_and_played_and_so_are_people_who_are_only_in_another(covenant: Path, reader: Table) -> None:
    here = reader.position.scene
    assert here is not None
    reader.create_character("Melisende", "npc", "", "", {"hermetic": {"kind": "mundane"}})
    reader.create_scene("The flooded crypt", "hermetic", ["melisende"])
    reader.switch_scene(here.id)
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await find(pilot, "melisende")
        pane = desk(app).pane
        assert isinstance(pane, RosterPane)
        assert pane.who == "melisende"
        await find(pilot, "flooded")
        assert app.table is not None
        assert app.table.position.scene is not None
        assert app.table.position.scene.name == "The flooded crypt"
        app.close_campaign()
    reader.refresh()
    assert reader.journal(limit=1)[0].kind == "switch_scene"


async def test_a_command_of_another_tab_is_found_and_done_there(covenant: Path) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await find(pilot, "journal: note")
        assert desk_under(app).tab == "journal"
        await press(pilot, "escape")
        await press(pilot, "1")
        await find(pilot, "act")
        assert isinstance(app.screen, ResolverDialog)
        app.close_campaign()


def desk_under(app: GmApp) -> DeskScreen:
    return next(screen for screen in app.screen_stack if isinstance(screen, DeskScreen))


@pytest.mark.parametrize("name", ["[b]bold[/b]", "[/]", "[red", "\x1b[31mred", "x" * 5000])
async def test_a_name_with_markup_breaks_nothing_and_is_found(covenant: Path, reader: Table, name: str) -> None:
    who = reader.create_character(name, "npc").row.about[0]
    reader.create_scene(name, "hermetic")
    reader.create_scene("Elsewhere", "hermetic")
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        told = await find(pilot, name[:20].replace("\x1b", ""), take=False)
        assert told
        await press(pilot, "escape", "escape")
        await find(pilot, name[-6:])
        assert app.screen_stack
        assert app.return_code is None
        app.close_campaign()
    assert who
