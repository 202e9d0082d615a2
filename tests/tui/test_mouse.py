"""The mouse: a click does what the key beside it does."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widget import Widget

from gmtool.play.table import Table
from gmtool.tui.app import GmApp
from gmtool.tui.screens.ask import Ask, Picker
from gmtool.tui.screens.desk import DeskScreen
from gmtool.tui.screens.offers import OffersDialog
from gmtool.tui.screens.pick import Pick
from gmtool.tui.screens.resolver import ResolverDialog
from gmtool.tui.screens.roster import RosterPane
from gmtool.tui.screens.shelf import ShelfScreen
from gmtool.tui.screens.why import WhyDialog
from gmtool.tui.widgets.footer import KeyRow
from gmtool.tui.widgets.lines import Lines
from tests.tui.harness import press, settle, whole

SIZES = [(80, 24), (120, 40)]


async def click_on(pilot: Pilot[None], text: str, within: Widget | None = None, nth: int = 0) -> None:
    """Click in the middle of a text as the terminal shows it, inside a widget if one is named."""
    app = pilot.app
    assert isinstance(app, GmApp)
    region = (within or app.screen).region
    found = [
        (row.find(text, region.x), y)
        for y, row in enumerate(whole(app).split("\n"))
        if region.y <= y < region.bottom and region.x <= row.find(text, region.x) < region.right
    ]
    x, y = found[nth]
    await pilot.click(offset=(x + len(text) // 2, y))
    await settle(pilot)


def roster(app: GmApp) -> RosterPane:
    assert isinstance(app.screen, DeskScreen)
    pane = app.screen.pane
    assert isinstance(pane, RosterPane)
    return pane


@pytest.mark.parametrize("size", SIZES)
async def test_a_click_on_a_tab_goes_there(covenant: Path, size: tuple[int, int]) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        desk = app.screen
        assert isinstance(desk, DeskScreen)
        for name, label in (("journal", "Journal"), ("grimoire", "Grimoire"), ("initiative", "Initiative"), ("roster", "Roster")):
            await click_on(pilot, label, desk.query_one("#head"))
            assert desk.tab == name
        app.close_campaign()


@pytest.mark.parametrize("size", SIZES)
async def test_a_click_on_a_row_chooses_it_and_a_second_one_opens_it(covenant: Path, size: tuple[int, int]) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        pane = roster(app)
        await click_on(pilot, "Tancred", pane.people_list)
        assert pane.who == "tancred"
        await click_on(pilot, "Tancred", pane.people_list)
        assert pane.has_class("-open") if app.narrow else app.screen is not pane.screen
        app.close_campaign()


async def test_a_click_on_a_box_of_the_ladder_is_the_offer_of_that_box(covenant: Path, reader: Table) -> None:
    before = reader.character("aude").sheets["hermetic"].state["fatigue"]["short"]
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        pane = roster(app)
        lines = pane.sheet_lines
        y = next(index for index in range(lines.virtual_size.height) if any(span.click for span in lines.line_at(index)))
        x = 0
        for span in lines.line_at(y):
            if span.click:
                break
            x += len(span.text)
        await pilot.click(lines, offset=(x + lines.gutter.left + 1, y + lines.gutter.top - round(lines.scroll_y)))
        await settle(pilot)
        assert isinstance(app.screen, OffersDialog | Ask)
        await press(pilot, "enter")
        if isinstance(app.screen, OffersDialog | Ask):
            await press(pilot, "enter")
        app.close_campaign()
    reader.refresh()
    assert reader.character("aude").sheets["hermetic"].state["fatigue"]["short"] != before


@pytest.mark.parametrize("size", SIZES)
async def test_a_click_on_the_head_of_a_column_sorts_by_it(covenant: Path, size: tuple[int, int]) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        pane = roster(app)
        heads = pane.query_one("#heads")
        for column in pane.people.view.columns[:3]:
            await click_on(pilot, app.say(column.word, "hermetic")[:4], heads)
            assert pane.people_list.sort == column.id
        await click_on(pilot, "name", heads)
        assert pane.people_list.sort == "name"
        app.close_campaign()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("label", "kind"), [("act", ResolverDialog), ("parma", OffersDialog), ("new", Ask)])
async def test_a_click_on_a_key_of_the_footer_is_that_key(
    covenant: Path, size: tuple[int, int], label: str, kind: type[object]
) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await click_on(pilot, f" {label}", app.screen.query_one(KeyRow))
        assert isinstance(app.screen, kind)
        await click_on(pilot, "back", app.screen.query_one(KeyRow))
        assert isinstance(app.screen, DeskScreen)
        app.close_campaign()


async def test_a_fight_of_clicks_from_the_shelf_to_the_outcome(covenant: Path, reader: Table) -> None:
    app = GmApp()
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, ShelfScreen)
        await click_on(pilot, "Vauxclair")
        if isinstance(app.screen, ShelfScreen):
            await click_on(pilot, "Vauxclair")
        await click_on(pilot, "Bérard", roster(app).people_list)
        await click_on(pilot, " act", app.screen.query_one(KeyRow))
        dialog = app.screen
        assert isinstance(dialog, ResolverDialog)
        await click_on(pilot, "+ target", dialog.query_one("#what", Lines))
        assert isinstance(app.screen, Pick)
        await click_on(pilot, "The Wyrm of Noirmont", app.screen.query_one(Lines))
        if "wyrm" not in app.screen.marked:
            await click_on(pilot, "The Wyrm of Noirmont", app.screen.query_one(Lines))
        await click_on(pilot, "choose", app.screen.query_one(KeyRow))
        assert dialog.targets == ("wyrm",)
        await click_on(pilot, "do it", dialog.query_one(KeyRow))
        assert dialog.done is not None
        await click_on(pilot, "close", dialog.query_one(KeyRow))
        assert isinstance(app.screen, DeskScreen)
        app.close_campaign()
    reader.refresh()
    assert reader.journal(limit=1)[0].do == "cast_formal"


async def test_an_option_of_the_resolver_and_a_choice_of_a_dialog_are_taken_by_a_click(covenant: Path) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "c")
        dialog = app.screen
        assert isinstance(dialog, ResolverDialog)
        voice = next(index for index, item in enumerate(dialog.items) if item.path == ("voice",))
        await click_on(pilot, "Voice", dialog.query_one("#what", Lines))
        assert dialog.at == voice
        await click_on(pilot, "Voice", dialog.query_one("#what", Lines))
        assert dialog.step["with"]["voice"] != "clear"
        await click_on(pilot, "w why", dialog.query_one("#what", Lines))
        assert isinstance(app.screen, WhyDialog)
        await press(pilot, "escape")
        await press(pilot, "escape", "n")
        picker = app.screen.query_one(Picker)
        await click_on(pilot, picker.choices[1].label, picker)
        assert picker.at == 1
        app.close_campaign()
