"""The roster and the sheet: sorting, several at once, changes by hand with a reason, what is shown before it is done."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from gmtool.play.table import Table
from gmtool.rules.board import Board
from gmtool.rules.system import find
from gmtool.rules.systems.hermetic.resistance import resistance as ruled
from gmtool.rules.systems.hermetic.tables import FORMS
from gmtool.rules.systems.hermetic.view import resistance
from gmtool.rules.view import View
from gmtool.tui.app import GmApp
from gmtool.tui.paint import Span, plain, width_of
from gmtool.tui.screens.ask import Ask
from gmtool.tui.screens.desk import DeskScreen
from gmtool.tui.screens.offers import OffersDialog
from gmtool.tui.screens.sheet_form import FormDialog
from gmtool.tui.widgets.lines import Lines
from gmtool.tui.widgets.roster_list import RosterList
from gmtool.tui.widgets.sheet import Painter, SheetLines, fold
from tests.tui.harness import press, seen, settle, write

Act = Callable[[GmApp, Pilot[None]], Awaitable[None]]


async def at_roster(path: Path, act: Act, size: tuple[int, int] = (120, 40), language: str = "en") -> None:
    app = GmApp(language=language, campaign=path)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await act(app, pilot)
        app.close_campaign()


def preview(app: GmApp) -> str:
    return app.screen.query_one("#preview", Lines).text()


async def test_a_change_by_hand_is_shown_before_it_is_done_and_keeps_its_reason(covenant: Path, reader: Table) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await press(pilot, "x")
        assert isinstance(app.screen, OffersDialog)
        assert "Short-term fatigue" in preview(app)
        assert "1 → 2" in preview(app)
        await press(pilot, "enter", "tab")
        await write(pilot, "ran")
        await press(pilot, "enter")
        assert isinstance(app.screen, DeskScreen)

    await at_roster(covenant, act)
    reader.refresh()
    assert reader.character("aude").sheets["hermetic"].state["fatigue"]["short"] == 2
    row = reader.journal(limit=1)[0]
    assert (row.do, row.reason) == ("adjust_fatigue", "ran")


async def test_levels_that_no_fatigue_has_are_refused_at_their_field(covenant: Path, reader: Table) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await press(pilot, "x", "enter", "backspace")
        await write(pilot, "99")
        await press(pilot, "enter")
        assert isinstance(app.screen, Ask)
        assert app.screen.answers["levels"] == "99"
        await press(pilot, "escape", "escape")

    await at_roster(covenant, act)
    assert not reader.refresh()


async def test_the_selected_rest_together_in_one_entry_that_is_previewed(covenant: Path, reader: Table) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await press(pilot, "space", "space", "r")
        assert preview(app).count("Short-term fatigue") == 2
        await press(pilot, "enter")

    await at_roster(covenant, act)
    reader.refresh()
    row = reader.journal(limit=1)[0]
    assert row.do == "pass_time"
    assert reader.entry(row.number).step["with"]["resting"] == ["aude", "berard"]


async def test_a_click_on_a_box_of_the_ladder_offers_that_change(covenant: Path) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        sheet = app.screen.query_one(SheetLines)
        row = next(index for index, line in enumerate(sheet.text().splitlines()) if "short" in line)
        action = next(span.click for span in sheet.line_at(row) if "short" in span.text)
        sheet.post_message(Lines.Pressed(sheet, action))
        await settle(pilot)
        assert isinstance(app.screen, Ask)
        assert app.screen.answers["levels"] == "-1"

    await at_roster(covenant, act)


async def test_any_column_sorts_within_the_groups(covenant: Path) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        people = app.screen.query_one(RosterList)
        by_name = people.choices
        assert by_name[:2] == ["aude", "berard"]
        await press(pilot, "o", "o")
        assert people.sort == "roll"
        penalties = [people.cells(who)[1].order for who in people.choices[:5]]
        assert penalties == sorted(penalties)
        assert set(people.choices[:5]) == set(by_name[:5])

    await at_roster(covenant, act)


async def test_the_chances_of_a_sheet_are_exact_and_follow_the_state(covenant: Path) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await settle(pilot)
        before = app.screen.query_one(SheetLines).text()
        assert "100.0 %" in before
        await press(pilot, "x", "enter", "backspace", "2", "enter")
        await settle(pilot)
        assert app.screen.query_one(SheetLines).text() != before
        await press(pilot, "u")
        await settle(pilot)
        assert app.screen.query_one(SheetLines).text() == before

    await at_roster(covenant, act)


async def test_narrow_list_and_sheet_alternate(covenant: Path) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        people, sheet = app.screen.query_one(RosterList), app.screen.query_one(SheetLines)
        assert people.display
        assert not sheet.region
        await press(pilot, "enter")
        assert sheet.region
        assert not people.region
        assert "Blessures" in seen(app)
        await press(pilot, "escape")
        assert people.region

    await at_roster(covenant, act, (80, 24), "fr")


async def test_someone_put_away_is_listed_apart_and_comes_back(covenant: Path, reader: Table) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        people = app.screen.query_one(RosterList)
        await press(pilot, "A")
        assert "aude" not in people.choices
        await press(pilot, "t", "t")
        assert people.choices == ["aude"]
        await press(pilot, "A", "t")
        assert "aude" in people.choices

    await at_roster(covenant, act)
    reader.refresh()
    assert not reader.character("aude").archived


async def test_a_form_that_was_altered_is_not_lost_by_one_key(covenant: Path, reader: Table) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await press(pilot, "e")
        await write(pilot, " the Elder")
        await press(pilot, "escape")
        assert isinstance(app.screen, FormDialog)
        assert "leaves without saving" in seen(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, DeskScreen)
        await press(pilot, "e", "escape")
        assert isinstance(app.screen, DeskScreen)

    await at_roster(covenant, act)
    assert not reader.refresh()


async def test_a_form_is_saved_from_its_last_row_with_a_reason(covenant: Path, reader: Table) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await press(pilot, "e")
        form = app.screen
        assert isinstance(form, FormDialog)
        at = next(index for index, leaf in enumerate(form.leaves) if leaf.path == ("arts", "vim"))
        await press(pilot, *["down"] * at, "backspace", "9", *["down"] * (len(form.leaves) - 2 - at))
        await write(pilot, "studied")
        await press(pilot, "enter", "enter")
        assert isinstance(app.screen, DeskScreen)

    await at_roster(covenant, act)
    reader.refresh()
    assert reader.character("aude").sheets["hermetic"].sheet["arts"]["vim"] == 9
    row = reader.journal(limit=1)[0]
    assert (row.kind, row.reason) == ("edit_sheet", "studied")


async def test_any_figure_of_the_state_is_set_by_hand(covenant: Path, reader: Table) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await press(pilot, "x")
        app.screen.query_one("#rows", Lines).choose("by_hand")
        await press(pilot, "enter")
        form = app.screen
        assert isinstance(form, FormDialog)
        at = next(index for index, leaf in enumerate(form.leaves) if leaf.path == ("vis", "creo"))
        await press(pilot, *["down"] * at, "backspace", "7", "ctrl+s")

    await at_roster(covenant, act)
    reader.refresh()
    assert reader.character("aude").sheets["hermetic"].state["vis"]["creo"] == 7
    assert reader.journal(limit=1)[0].kind == "edit_state"


def test_the_resistances_of_the_sheet_are_those_of_the_rules(reader: Table) -> None:
    position = reader.position.game
    assert position is not None
    for who in position.sheets:
        for form in FORMS:
            assert resistance(position, who, form) == ruled(Board(position), who, form, None)


@pytest.mark.parametrize("width", [53, 74, 76, 99, 113])
def test_no_line_of_any_sheet_is_wider_than_its_zone(reader: Table, width: int) -> None:
    position = reader.position.game
    assert position is not None
    painter = Painter(reader.words.say, "hermetic")
    for view in (find("hermetic").view, View(find("hermetic"))):
        for who in position.sheets:
            for line in painter.sheet(view.sheet(position, who), who, [], width).lines:
                assert width_of(line) <= width, plain([line])


def test_a_folded_line_loses_no_word() -> None:
    line = [Span("covers ", "muted"), Span("Hamelin the Ferryman and Sister Odile"), Span("  3 places free", "muted")]
    for width in range(12, 60):
        rows = fold(line, width)
        assert all(width_of(row) <= width for row in rows)
        assert plain(rows).split() == ["covers", "Hamelin", "the", "Ferryman", "and", "Sister", "Odile", "3", "places", "free"]


async def in_bulk(pilot: Pilot[None], count: int, what: str) -> None:
    """Select the first few of the list and choose what is done with them."""
    await press(pilot, *["space"] * count, "b")
    await write(pilot, what)
    await press(pilot, "enter")


async def test_the_selected_are_made_fresh_in_one_entry_that_one_undo_takes_back(covenant: Path, reader: Table) -> None:
    reader.edit_state("aude", {"fatigue.short": 3})
    reader.edit_state("berard", {"wounds.light": 2})
    number = reader.journal(limit=1)[0].number

    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await in_bulk(pilot, 2, "fresh")
        await write(pilot, "a long winter")
        await press(pilot, "enter")
        reader.refresh()
        row = reader.journal(limit=1)[0]
        assert (row.number, row.kind, row.reason, row.about) == (number + 1, "restore", "a long winter", ("aude", "berard"))
        assert reader.character("aude").sheets["hermetic"].state["fatigue"]["short"] == 0
        assert reader.character("berard").sheets["hermetic"].state["wounds"]["light"] == 0
        await press(pilot, "u")

    await at_roster(covenant, act)
    reader.refresh()
    assert reader.character("aude").sheets["hermetic"].state["fatigue"]["short"] == 3
    assert reader.character("berard").sheets["hermetic"].state["wounds"]["light"] == 2
    assert reader.verify() == []


async def test_a_condition_comes_upon_all_who_are_selected_as_one_entry_previewed(covenant: Path, reader: Table) -> None:
    before = {who: reader.character(who).sheets["hermetic"].state["fatigue"]["short"] for who in ("aude", "berard", "ermesinde")}
    number = reader.journal(limit=1)[0].number

    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await press(pilot, "space", "space", "space", "x")
        assert isinstance(app.screen, OffersDialog)
        for name in ("Aude", "Bérard", "Ermesinde"):
            assert name in preview(app)
        await press(pilot, "enter", "tab")
        await write(pilot, "forced march")
        await press(pilot, "enter")
        assert isinstance(app.screen, DeskScreen)

    await at_roster(covenant, act)
    reader.refresh()
    row = reader.journal(limit=1)[0]
    assert (row.number, row.kind, row.reason) == (number + 1, "edit_state", "forced march")
    for who, short in before.items():
        assert reader.character(who).sheets["hermetic"].state["fatigue"]["short"] == short + 1
    assert reader.verify() == []


async def test_an_award_stands_on_each_sheet_and_once_in_the_journal(covenant: Path, reader: Table) -> None:
    number = reader.journal(limit=1)[0].number

    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await in_bulk(pilot, 2, "award")
        await press(pilot, "enter")
        assert isinstance(app.screen, Ask)
        await write(pilot, "3")
        await press(pilot, "tab")
        await write(pilot, "the ford")
        await press(pilot, "enter")
        assert isinstance(app.screen, DeskScreen)
        await press(pilot, "home")
        assert "3: the ford" in seen(app)

    await at_roster(covenant, act)
    reader.refresh()
    row = reader.journal(limit=1)[0]
    assert (row.number, row.kind) == (number + 1, "award")
    assert [reader.notes(who)[-1].text for who in ("aude", "berard")] == ["3: the ford", "3: the ford"]
    reader.undo()
    assert not any(note.text == "3: the ford" for note in reader.notes())
    assert reader.verify() == []


@pytest.mark.parametrize(("what", "kind"), [("put away", "archive"), ("delete", "delete")])
async def test_the_selected_are_put_away_or_deleted_as_one_entry(covenant: Path, reader: Table, what: str, kind: str) -> None:
    number = reader.journal(limit=1)[0].number

    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await in_bulk(pilot, 2, what)
        if kind == "delete":
            await press(pilot, "right", "enter")

    await at_roster(covenant, act, size=(80, 24))
    reader.refresh()
    row = reader.journal(limit=1)[0]
    assert (row.number, row.kind, row.about) == (number + 1, kind, ("aude", "berard"))
    assert not {"aude", "berard"} & {one.key for one in reader.roster()}


@pytest.mark.parametrize(("language", "told"), [("en", "wants a target"), ("fr", "veut une cible")])
async def test_a_spell_that_cannot_be_weighed_without_a_target_says_so_in_words(covenant: Path, language: str, told: str) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await press(pilot, "/")
        await write(pilot, "tancr")
        await press(pilot, "enter")
        assert told in seen(app)
        assert "to is missing" not in seen(app)

    await at_roster(covenant, act, language=language)


async def test_an_accent_need_not_be_typed_to_find_somebody(covenant: Path) -> None:
    async def act(app: GmApp, pilot: Pilot[None]) -> None:
        await press(pilot, "/")
        await write(pilot, "berard")
        assert "Bérard the Lampwright" in seen(app)
        await press(pilot, "escape", "escape", "c", "+")
        await write(pilot, "BERARD")
        assert "Bérard the Lampwright" in app.screen.query_one(Lines).text()

    await at_roster(covenant, act)
