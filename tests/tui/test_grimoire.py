"""The grimoire by keys: what it lists, how it is filtered and sorted, who casts with what chance, and other games than the first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from gmtool import tui
from gmtool.play.table import Table
from gmtool.rules.board import Position
from gmtool.rules.grimoire import declared, spells_of, usual_step
from gmtool.rules.records import Of as OfRecord
from gmtool.rules.records import Record, choice, flag, integer, list_of, map_of, text
from gmtool.rules.shapes import Choice, Text
from gmtool.rules.system import Action, System
from gmtool.rules.view import View
from gmtool.rules.wording import Catalogue
from gmtool.tui.app import GmApp
from gmtool.tui.grimoire_lines import columns_of
from gmtool.tui.screens.desk import DeskScreen
from gmtool.tui.screens.grimoire import GrimoirePane
from gmtool.tui.screens.pick import Pick
from gmtool.tui.screens.resolver import ResolverDialog
from gmtool.tui.widgets.lines import Lines
from tests.tui.harness import press, seen, settle, write

SIZES = [(80, 24), (120, 40), (160, 50), (210, 60)]
Act = Callable[[GmApp, GrimoirePane, Pilot[None]], Awaitable[None]]


async def with_grimoire(covenant: Path, act: Act, *, size: tuple[int, int] = (120, 40), language: str = "en") -> None:
    app = GmApp(language=language, campaign=covenant)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "2")
        assert isinstance(app.screen, DeskScreen)
        pane = app.screen.panes["grimoire"]
        assert isinstance(pane, GrimoirePane)
        await act(app, pane, pilot)
        app.close_campaign()


def teach(covenant: Path, who: str, key: str, spell: dict[str, Any]) -> None:
    """Give somebody one more spell."""
    table = Table.open(covenant)
    sheet = table.character(who).sheets["hermetic"].sheet
    table.edit_sheet(who, "hermetic", {**sheet, "spells": {**sheet["spells"], key: spell}})
    table.close()


def lance(level: int = 20) -> dict[str, Any]:
    return {
        "name": "The Lamp Lance", "technique": "creo", "form": "ignem", "level": level, "ritual": False, "range": "voice",
        "duration": "momentary", "target": "individual", "delivery": "creation", "family": None, "mastery": 0, "specials": [],
    }  # fmt: skip


def detail(pane: GrimoirePane) -> str:
    return pane.query_one("#spell", Lines).text()


def listed(pane: GrimoirePane) -> list[str]:
    return [row.known.spell.name for row in pane.rows if row.known is not None]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "fr"])
async def test_every_spell_is_listed_and_no_line_is_wider_than_its_zone(
    covenant: Path, size: tuple[int, int], language: str
) -> None:
    async def act(app: GmApp, pane: GrimoirePane, pilot: Pilot[None]) -> None:
        assert len(listed(pane)) == 69
        for lines in (pane.spells, pane.query_one("#heads", Lines), pane.detail):
            for index in range(lines.virtual_size.height):
                assert sum(len(span.text) for span in lines.line_at(index)) <= lines.size.width

    await with_grimoire(covenant, act, size=size, language=language)


async def test_the_large_figure_is_the_best_chance_and_below_stand_all_who_know_it(covenant: Path) -> None:
    teach(covenant, "aude", "lance", lance())

    async def act(app: GmApp, pane: GrimoirePane, pilot: Pilot[None]) -> None:
        await press(pilot, "slash")
        await write(pilot, "lamp lance")
        await press(pilot, "enter")
        known = pane.known
        assert known is not None
        assert [knower.who for knower in known.knowers] == ["aude", "berard"]
        text = detail(pane)
        assert "best chance now: Bérard the Lampwright" in text
        assert "█▀█" in text
        assert "mastery 3" in text
        assert "Cr 3  Ig –" in text
        assert "Cr 2  Ig 5" in text

    await with_grimoire(covenant, act)


async def test_a_ritual_tells_its_cost_and_who_cannot_pay_has_the_reason_beside_the_name(covenant: Path) -> None:
    async def act(app: GmApp, pane: GrimoirePane, pilot: Pilot[None]) -> None:
        await press(pilot, "slash")
        await write(pilot, "foundations")
        await press(pilot, "enter")
        text = " ".join(detail(pane).split())
        assert "8 pawns of Creo or Terram" in text
        assert "120 minutes" in text
        assert "nobody can cast it now" in text
        assert "This ritual needs 8 pawns" in text

    await with_grimoire(covenant, act)


async def test_what_must_be_aimed_has_its_chance_to_be_cast_all_the_same(covenant: Path) -> None:
    async def act(app: GmApp, pane: GrimoirePane, pilot: Pilot[None]) -> None:
        await press(pilot, "slash")
        await write(pilot, "rot the shaft")
        await press(pilot, "enter")
        assert "best chance now: Ysoria" in detail(pane)
        assert "missing" not in detail(pane)

    await with_grimoire(covenant, act)


@pytest.mark.parametrize(
    ("needle", "name"),
    [
        ("berard lance", "The Lamp Lance"),
        ("LANCE", "The Lamp Lance"),
        ("creo ignem 35", "The Long Wick"),
        ("boundary", "The Rite of the Spring"),
        ("aude ritual ring", "Guard of the River"),
    ],
)
async def test_the_filter_looks_at_name_art_level_shape_and_knower_without_minding_accents(
    covenant: Path, needle: str, name: str
) -> None:
    async def act(app: GmApp, pane: GrimoirePane, pilot: Pilot[None]) -> None:
        await press(pilot, "slash")
        await write(pilot, needle)
        assert name in listed(pane)
        assert len(listed(pane)) < 10
        assert pane.known is not None
        await press(pilot, "escape")
        assert len(listed(pane)) == 69
        assert pane.spells.has_focus

    await with_grimoire(covenant, act)


async def test_letters_and_digits_typed_in_the_filter_are_no_commands(covenant: Path) -> None:
    async def act(app: GmApp, pane: GrimoirePane, pilot: Pilot[None]) -> None:
        await press(pilot, "slash")
        await write(pilot, "co1uSw2")
        assert pane.query_one("#needle", Input).value == "co1uSw2"
        assert isinstance(app.screen, DeskScreen)
        assert app.screen.tab == "grimoire"
        assert pane.sort == "name"
        assert "Nothing matches." in seen(app)
        assert "esc clears the filter." in seen(app)

    await with_grimoire(covenant, act)


async def test_o_sorts_by_name_arts_level_and_parts_the_list_by_knower(covenant: Path) -> None:
    teach(covenant, "aude", "lance", lance())

    async def act(app: GmApp, pane: GrimoirePane, pilot: Pilot[None]) -> None:
        assert listed(pane) == sorted(listed(pane), key=lambda name: name.casefold().replace("é", "e"))
        chosen = pane.known
        await press(pilot, "o")
        orders = [row.known.spell.order for row in pane.rows if row.known is not None]
        assert orders == sorted(orders)
        await press(pilot, "o")
        assert "▾ level" in pane.query_one("#heads", Lines).text()
        levels = [row.known.spell.order[1] for row in pane.rows if row.known is not None]
        assert levels == sorted(levels)
        await press(pilot, "o")
        headings = [row.heading for row in pane.rows if row.heading]
        assert headings[:2] == ["Aude of the Still Water", "Bérard the Lampwright"]
        assert listed(pane).count("The Lamp Lance") == 2
        assert pane.known is chosen
        await press(pilot, "o")
        assert pane.sort == "name"

    await with_grimoire(covenant, act)


async def test_enter_casts_with_the_spell_set_and_the_chances_follow_what_was_done(covenant: Path, reader: Table) -> None:
    async def act(app: GmApp, pane: GrimoirePane, pilot: Pilot[None]) -> None:
        await press(pilot, "slash")
        await write(pilot, "mill race")
        await press(pilot, "enter", "enter")
        dialog = app.screen
        assert isinstance(dialog, ResolverDialog)
        assert (dialog.actor, dialog.step["do"], dialog.step["with"]["spell"]) == ("aude", "cast_formal", "mill_race")
        await press(pilot, "enter")
        assert dialog.done is not None
        await press(pilot, "escape")
        known = pane.known
        assert known is not None
        assert known.spell.name == "The Mill Race"
        assert pane.answer(known.knowers[0]) is not None

    await with_grimoire(covenant, act)
    reader.refresh()
    assert reader.entry(reader.journal(limit=1)[0].number).row.do == "cast_formal"


async def test_c_asks_which_of_several_casts_and_the_arrows_choose_one_beforehand(covenant: Path) -> None:
    teach(covenant, "aude", "lance", lance())

    async def act(app: GmApp, pane: GrimoirePane, pilot: Pilot[None]) -> None:
        await press(pilot, "slash")
        await write(pilot, "lamp lance")
        await press(pilot, "enter", "c")
        assert isinstance(app.screen, Pick)
        assert "Bérard the Lampwright" in seen(app)
        assert "%" in seen(app)
        await press(pilot, "escape")
        assert app.screen.is_mounted
        assert isinstance(app.screen, DeskScreen)
        await press(pilot, "c", "down", "enter")
        assert isinstance(app.screen, ResolverDialog)
        assert app.screen.actor == "berard"
        await press(pilot, "escape", "right", "up", "c")
        assert isinstance(app.screen, ResolverDialog)
        assert (app.screen.actor, app.screen.step["with"]["spell"]) == ("aude", "lance")

    await with_grimoire(covenant, act)


async def test_on_a_narrow_screen_list_and_details_alternate(covenant: Path) -> None:
    async def act(app: GmApp, pane: GrimoirePane, pilot: Pilot[None]) -> None:
        assert pane.spells.size.width == 80
        await press(pilot, "enter")
        assert pane.detail.has_focus
        assert pane.detail.size.width == 80
        assert "best chance now" in detail(pane)
        await press(pilot, "escape")
        assert pane.spells.has_focus
        await press(pilot, "enter", "enter")
        assert isinstance(app.screen, ResolverDialog)

    await with_grimoire(covenant, act, size=(80, 24))


async def test_the_other_language_reaches_every_word_and_the_filter(covenant: Path) -> None:
    async def act(app: GmApp, pane: GrimoirePane, pilot: Pilot[None]) -> None:
        await press(pilot, "ctrl+l")
        text = seen(app)
        assert "meilleure chance" in text
        assert "best chance" not in text
        assert "portée" in text
        await press(pilot, "slash")
        await write(pilot, "perimetre")
        assert listed(pane) == ["The Rite of the Spring", "The Sure Harvest"]

    await with_grimoire(covenant, act)


async def test_somebody_outside_the_scene_is_listed_and_said_to_be(covenant: Path) -> None:
    table = Table.open(covenant)
    table.leave_scene(["ysoria"])
    table.close()

    async def act(app: GmApp, pane: GrimoirePane, pilot: Pilot[None]) -> None:
        assert len(listed(pane)) == 69
        await press(pilot, "slash")
        await write(pilot, "bend the ash")
        await press(pilot, "enter")
        assert "not in this scene" in detail(pane)
        assert "best chance now: Ysoria" in detail(pane)

    await with_grimoire(covenant, act)


async def test_a_campaign_without_spells_says_what_to_do(covenant: Path, tmp_path: Path) -> None:
    path = tmp_path / "empty.gmtool"
    Table.create(path, "Empty", ["hermetic"]).close()

    async def act(app: GmApp, pane: GrimoirePane, pilot: Pilot[None]) -> None:
        text = " ".join(seen(app).split())
        assert "Nobody in this campaign knows a spell." in text
        assert "press 1, choose somebody, then e" in text
        await press(pilot, "enter", "c", "right", "o", "escape")
        assert isinstance(app.screen, DeskScreen)

    await with_grimoire(path, act)


async def test_the_palette_jumps_to_a_spell(covenant: Path) -> None:
    async def act(app: GmApp, pane: GrimoirePane, pilot: Pilot[None]) -> None:
        desk = app.screen
        assert isinstance(desk, DeskScreen)
        names = {name: run for name, _, run in desk.jumps.spells()}
        assert len(names) == 69
        await press(pilot, "slash")
        await write(pilot, "lance")
        await press(pilot, "5")
        await press(pilot, "enter", "5")
        await names["Unravel the Mist"]()
        await settle(pilot)
        assert isinstance(app.screen, DeskScreen)
        assert app.screen.tab == "grimoire"
        assert pane.known is not None
        assert pane.known.spell.name == "Unravel the Mist"
        assert "Unravel the Mist" in detail(pane)

    await with_grimoire(covenant, act)


async def test_names_with_markup_and_control_characters_stay_text(covenant: Path) -> None:
    teach(covenant, "aude", "bad", {**lance(), "name": "[b]Bold\x1b[31m\u202e"})

    async def act(app: GmApp, pane: GrimoirePane, pilot: Pilot[None]) -> None:
        await press(pilot, "slash")
        await write(pilot, "[b]bold")
        await press(pilot, "enter")
        assert "[b]Bold\\x1b[31m\\u202e" in detail(pane)
        assert "\x1b" not in seen(app)

    await with_grimoire(covenant, act)


async def test_the_spells_of_a_crowd_are_gathered_in_a_thread(covenant: Path) -> None:
    table = Table.open(covenant)
    table.duplicate("aude", 150)
    table.close()

    async def act(app: GmApp, pane: GrimoirePane, pilot: Pilot[None]) -> None:
        await settle(pilot)
        assert len(listed(pane)) == 69
        assert any(len(known.knowers) == 151 for known in pane.book.all)

    await with_grimoire(covenant, act)


# -- any game ---------------------------------------------------------------------------------------------------------


class Blow(Record, frozen=True):
    name: str | None = text(default=None, null=True)
    element: str = choice(("fire", "ice"), default="fire")
    cost: int = integer(0, 99, default=3)
    thrown: bool = flag(default=False)
    tags: list[str] = list_of(Choice(("quick", "loud")), default=[])


class Sheet(Record, frozen=True):
    attacks: list[Blow] = list_of(OfRecord(Blow), default=[])
    capacities: dict[str, Blow] = map_of(OfRecord(Blow), key=Text(), default={})


class Hit(Record):
    attack: str = text()


def hit(board: Any, dice: Any, step: Any) -> dict[str, Any]:
    return {"hit": True}


def a_game() -> tuple[System, Position]:
    system = System(
        "blows",
        sheet=Sheet,
        state=Record,
        scene=Record,
        fresh=lambda sheet, scene: Record(),
        actions=(Action("hit", hit, options=Hit),),
        tell=lambda position, step, outcome: [],
    )
    sheet = Sheet(
        attacks=[Blow(name="Ember", tags=["quick"]), Blow(name="Icicle", element="ice", thrown=True)],
        capacities={"glow": Blow(cost=1)},
    )
    return system, Position({"rin": sheet}, {"rin": Record()}, Record())


def words_of_screens(language: str) -> Catalogue:
    return Catalogue(language, (str(Path(tui.__file__).parent),))


def test_a_game_that_declares_nothing_is_listed_from_its_attacks_and_capacities() -> None:
    system, position = a_game()
    found = list(spells_of(system, View(system), position.sheets["rin"]))
    assert [(spell.key, spell.name) for spell in found] == [("Ember", "Ember"), ("Icicle", "Icicle"), ("glow", "glow")]
    ice = found[1]
    assert [bit.word for bit, _ in ice.details] == ["grimoire.kind", "field.element", "field.cost", "field.thrown"]
    assert "choice.ice" in [word.word for word in ice.words]
    for language, told in (("en", ["attack", "attack", "capacity"]), ("fr", ["attaque", "attaque", "capacité"])):
        words = words_of_screens(language)
        assert [words.say(spell.details[0][1][0].word) for spell in found] == told


def test_such_an_attack_is_done_by_the_first_action_that_takes_one() -> None:
    system, position = a_game()
    step = usual_step(system, View(system), position, "rin", "Icicle")
    assert step == {"do": "hit", "by": "rin", "with": {"attack": "Icicle"}}
    assert usual_step(system, View(system), position, "rin", "glow") is None


def test_the_same_attack_on_two_sheets_is_one_line_and_another_of_that_name_is_not() -> None:
    one, other = Sheet(attacks=[Blow(name="Ember")]), Sheet(attacks=[Blow(name="Ember", cost=9)])
    assert [spell.same for spell in declared(one)] == [spell.same for spell in declared(Sheet(attacks=[Blow(name="Ember")]))]
    assert [spell.same for spell in declared(one)] != [spell.same for spell in declared(other)]


def test_a_wider_list_gains_columns_and_never_overflows() -> None:
    heads = (("a", 5), ("b", -6), ("", 1), ("c", 8), ("d", 9), ("e", 8))
    before = 0
    for width in range(40, 160):
        columns = columns_of(width, heads, parted=False, chances=True)
        taken = columns.name + sum(abs(size) + 2 for size in columns.heads)
        taken += sum(size + 2 for size in (columns.knower, columns.chance) if size)
        assert taken <= width - 4
        shown = len(columns.heads) + bool(columns.knower) + bool(columns.chance)
        assert shown >= before
        before = shown
    assert before == 8
