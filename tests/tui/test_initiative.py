"""The initiative tab, played by keys alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gmtool.play.table import Table
from gmtool.tui.app import GmApp
from gmtool.tui.screens import resolver
from gmtool.tui.screens.initiative import LETTERS, InitiativePane
from gmtool.tui.screens.resolver import ResolverDialog
from tests.tui.harness import press, seen, settle, toasts, whole, write

SIZES = [(120, 40), (80, 24), (150, 45)]


@pytest.fixture
def ford(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A party of two and three rats at a ford; the encounter is under way, nobody has rolled yet."""
    monkeypatch.setenv("GMTOOL_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    path = tmp_path / "home" / "campaigns" / "ford.gmtool"
    table = Table.create(path, "The ford", ["action_points"], "en")
    table.create_character("Gerda", "pc", sheets={"action_points": {"dex": 30, "att": 40, "pv_max": 21, "def": 10}})
    table.create_character("Lyse", "pc", sheets={"action_points": {"dex": 15, "att": 40, "pv_max": 20, "mp_max": 9, "def": 6}})
    rat = {"side": "rats", "group": "rats", "dex": 5, "att": 9, "pv_max": 8, "def": 5}
    table.create_character("Rat", "template", sheets={"action_points": rat})
    table.start_encounter(table.prepare_encounter("Ambush", "action_points", ["gerda", "lyse"], {"rat": 3}).row.scene)
    table.close()
    return path


@pytest.fixture
def seat(ford: Path) -> Iterator[Table]:
    """A second look at the campaign, to see what was really written."""
    table = Table.open(ford)
    yield table
    table.close()


def pane_of(app: GmApp) -> InitiativePane:
    return app.screen.query_one(InitiativePane)


def usual_of(app: GmApp) -> object:
    """What enter would do."""
    move = pane_of(app).move
    return None if move is None else move.step["do"]


def scene_of(table: Table) -> object:
    table.refresh()
    assert table.position.game is not None
    return table.position.game.scene


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "fr"])
async def test_a_fight_is_begun_fought_and_parked_by_keys_alone(
    ford: Path, seat: Table, size: tuple[int, int], language: str
) -> None:
    app = GmApp(campaign=ford, language=language)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "3")
        begins = {"en": "The fight has not begun", "fr": "Le combat n'a pas commencé"}[language]
        assert begins in seen(app)
        await press(pilot, "n")
        scene = scene_of(seat)
        assert scene.active == "gerda"  # type: ignore[attr-defined]
        assert "R1" in seen(app)
        await press(pilot, "a", "enter", "enter")
        seat.refresh()
        assert seat.position.game is not None
        struck = [who for who, state in seat.position.game.states.items() if state.pv < seat.position.game.sheets[who].pv_max]
        assert len(struck) == 1
        assert struck[0].startswith("rat")
        before = seat.position.game.states["gerda"].pa
        await press(pilot, "u")
        seat.refresh()
        assert seat.position.game.states["gerda"].pa == before + 3
        await press(pilot, "ctrl+r", "n")
        assert scene_of(seat).active == "lyse"  # type: ignore[attr-defined]
        await press(pilot, "E", "p", "escape")
        seat.refresh()
        assert seat.position.scene is not None
        assert seat.position.scene.standing == ""
        app.exit()
    again = GmApp(campaign=ford, language=language)
    async with again.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "E", "down", "enter", "3")
        assert scene_of(seat).active == "lyse"  # type: ignore[attr-defined]
        assert pane_of(again).actor == "lyse"


async def test_the_usual_attack_takes_three_keys_with_rolled_dice(ford: Path, seat: Table) -> None:
    app = GmApp(campaign=ford)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "3", "n")
        done = len(seat.journal())
        await press(pilot, "enter", "enter", "enter")
        seat.refresh()
        assert len(seat.journal()) == done + 1
        assert app.screen is pane_of(app).screen


async def test_the_cursor_chooses_the_target_and_the_marker_stays_with_whose_turn_it_is(ford: Path) -> None:
    app = GmApp(campaign=ford)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "3", "n")
        pane = pane_of(app)
        assert pane.actor == "gerda"
        await press(pilot, "end")
        assert pane.target == pane.line_up[-1].who
        assert "target" in next(line for line in pane.order_lines.text().splitlines() if "Rat 3" in line)
        await press(pilot, "up")
        assert pane.target == pane.line_up[-2].who
        assert pane.actor == "gerda"


async def test_what_the_rules_refuse_says_why_and_can_be_done_with_a_reason(ford: Path, seat: Table) -> None:
    app = GmApp(campaign=ford)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "3", "n", "f", "enter", "enter", "f")
        assert any("4 PA" in toast for toast in toasts(app))
        await press(pilot, "exclamation_mark")
        await write(pilot, "fierce")
        await press(pilot, "enter")
        await press(pilot, "exclamation_mark")
        await write(pilot, "the dragon allows it")
        await press(pilot, "enter", "enter")
        seat.refresh()
        assert seat.journal(limit=1)[0].reason == "the dragon allows it"


async def test_damage_by_hand_is_one_entry_for_all_marked(ford: Path, seat: Table) -> None:
    app = GmApp(campaign=ford)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "3", "n", "end", "space", "up", "space", "k")
        await write(pilot, "damage")
        await press(pilot, "enter")
        await press(pilot, "backspace")
        await write(pilot, "3")
        await press(pilot, "tab")
        await write(pilot, "a falling tree")
        done = len(seat.journal())
        await press(pilot, "enter")
        seat.refresh()
        assert seat.position.game is not None
        assert sorted(state.pv for state in seat.position.game.states.values()) == [5, 5, 8, 20, 21]
        assert len(seat.journal()) == done + 1
        assert seat.journal(limit=1)[0].reason == "a falling tree"
        await press(pilot, "u")
        seat.refresh()
        assert sorted(state.pv for state in seat.position.game.states.values()) == [8, 8, 8, 20, 21]


async def test_those_who_come_late_are_seated_by_the_rules(ford: Path, seat: Table) -> None:
    app = GmApp(campaign=ford)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "3", "n", "plus")
        await write(pilot, "rat")
        await press(pilot, "end", "space", "enter", "backspace")
        await write(pilot, "2")
        await press(pilot, "enter")
        order = scene_of(seat).order  # type: ignore[attr-defined]
        assert "rat_4" in order
        assert "rat_5" in order
        assert "R5" in seen(app)


async def test_somebody_flees_by_the_rules_and_the_turn_stays_with_whose_it_was(ford: Path, seat: Table) -> None:
    app = GmApp(campaign=ford)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "3", "n", "end", "delete", "enter")
        scene = scene_of(seat)
        assert "rat_3" not in scene.order  # type: ignore[attr-defined]
        assert scene.active == "gerda"  # type: ignore[attr-defined]
        assert pane_of(app).actor == "gerda"


async def test_somebody_whom_the_order_names_cannot_just_vanish(ford: Path, seat: Table) -> None:
    app = GmApp(campaign=ford)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "3", "n", "end", "delete", "right", "enter")
        assert "rat_3" in scene_of(seat).order  # type: ignore[attr-defined]
        assert any("cannot leave the running encounter" in toast for toast in toasts(app))


async def test_an_encounter_is_prepared_from_nothing_by_keys_alone(ford: Path, seat: Table) -> None:
    app = GmApp(campaign=ford)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "3", "E", "n")
        await write(pilot, "The mill")
        await press(pilot, "enter")
        await write(pilot, "gerda")
        await press(pilot, "space")
        await write(pilot, "rat")
        await press(pilot, "down", "down", "down", "space", "enter", "backspace")
        await write(pilot, "4")
        await press(pilot, "enter")
        seat.refresh()
        row = next(row for row in seat.scenes() if row.name == "The mill")
        assert (row.standing, row.members) == ("prepared", 5)
        assert "prepared" in seen(app)


async def test_a_reminder_is_told_when_the_turn_comes(ford: Path, seat: Table) -> None:
    app = GmApp(campaign=ford)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "3", "n")
        await press(pilot, *["down"] * 6, *["up"] * 6)
        pane = pane_of(app)
        pane.table.note_place(["lyse"], reminder="the poison bites")
        pane.desk.changed()
        assert "the poison bites" in seen(app)
        await press(pilot, "n")
        assert any("the poison bites" in toast for toast in toasts(app))


async def test_typed_initiative_asks_only_the_tied_again(ford: Path, seat: Table) -> None:
    app = GmApp(campaign=ford)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "3", "d", "n")
        await write(pilot, "3 7 9 ")
        assert isinstance(app.screen, resolver.ResolverDialog)
        assert app.screen.step.get("with", {}) == {}
        await press(pilot, "enter", "enter")
        scene = scene_of(seat)
        assert scene.active == "gerda"  # type: ignore[attr-defined]
        entry = seat.journal(limit=1)[0]
        assert [(face.face, face.typed) for face in entry.faces] == [(3, True), (7, True), (9, True)]


async def test_every_letter_of_a_move_is_free_on_this_screen(ford: Path) -> None:
    app = GmApp(campaign=ford)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "3", "n")
        letters = [move.key for move in pane_of(app).moves if move.key]
        assert len(letters) == len(set(letters))
        assert set(letters) <= LETTERS
        taken = {binding.key for _, binding, *_ in app.screen.active_bindings.values()}
        assert not taken & LETTERS


async def test_an_empty_scene_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GMTOOL_HOME", str(tmp_path / "home"))
    path = tmp_path / "home" / "campaigns" / "empty.gmtool"
    Table.create(path, "Empty", ["action_points"], "en").close()
    app = GmApp(campaign=path)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "3")
        assert "Nobody is here yet" in seen(app)
        assert "E lists the encounters" in whole(app).replace("\n", " ")


async def test_a_condition_is_put_on_all_marked_as_one_entry(ford: Path, seat: Table) -> None:
    app = GmApp(campaign=ford)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "3", "n", "end", "space", "up", "space", "k")
        await write(pilot, "conditions")
        await press(pilot, "enter")
        await write(pilot, "another")
        await press(pilot, "enter")
        await write(pilot, "dazed")
        seat.refresh()
        done = len(seat.journal())
        await press(pilot, "enter")
        seat.refresh()
        assert seat.position.game is not None
        assert len(seat.journal()) == done + 1
        dazed = [who for who, state in seat.position.game.states.items() if state.effects]
        assert sorted(dazed) == ["rat_2", "rat_3"]
        await press(pilot, "u")
        seat.refresh()
        assert not any(state.effects for state in seat.position.game.states.values())


async def test_the_combat_clock_runs_in_the_header_and_begins_anew_when_the_fight_is_gone_on_with(ford: Path) -> None:
    app = GmApp(campaign=ford)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "3")
        pane = pane_of(app)
        assert pane.elapsed() == ""
        await press(pilot, "n")
        assert pane.began is not None
        pane.began -= 754
        pane.tick()
        await settle(pilot)
        assert "12:3" in whole(app).splitlines()[0]
        await press(pilot, "E", "p", "escape")
        assert pane.began is None
        await press(pilot, "E", "down", "enter", "3")
        assert pane.elapsed().startswith("0:")


async def test_ten_initiatives_are_typed_in_one_line_and_the_three_tied_ones_throw_again(ford: Path, seat: Table) -> None:
    seat.add_combatants([], {"rat": 1})
    for number in range(6):
        seat.create_character(f"Guard {number}", "npc", sheets={"action_points": {"dex": 10 + number, "pv_max": 9}})
    seat.add_combatants([f"guard_{number}" for number in range(6)], {})
    app = GmApp(campaign=ford)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "3", "d", "n")
        resolver = app.screen
        assert isinstance(resolver, ResolverDialog)
        before = dict(resolver.step)
        await write(pilot, "4 4  6 3 2 1 5 7 8 ")
        assert resolver.step == before
        assert resolver.tried is not None
        assert resolver.tried.needs is not None
        await write(pilot, "3 7 9 ")
        await press(pilot, "enter", "enter")
        scene = scene_of(seat)
        assert scene.active == "gerda"  # type: ignore[attr-defined]
        assert [face.face for face in seat.journal(limit=1)[0].faces] == [4, 4, 6, 3, 2, 1, 5, 7, 8, 3, 7, 9]


async def test_the_last_blow_is_offered_again_after_a_restart(ford: Path, seat: Table) -> None:
    app = GmApp(campaign=ford)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "3", "n", "r", "enter", "enter")
        assert usual_of(app) == "rapid_attack"
        app.exit()
    again = GmApp(campaign=ford)
    async with again.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "3")
        assert usual_of(again) == "rapid_attack"


async def test_an_amount_that_is_refused_stays_to_be_corrected(ford: Path, seat: Table) -> None:
    app = GmApp(campaign=ford)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "3", "n", "end", "k")
        await write(pilot, "damage")
        await press(pilot, "enter")
        dialog = app.screen
        await write(pilot, "99999")
        await press(pilot, "tab")
        await write(pilot, "a falling tree")
        await press(pilot, "enter")
        assert app.screen is dialog
        assert "out of range" in whole(app)
        assert "a falling tree" in whole(app)
        await press(pilot, *["backspace"] * 9, "3", "x", "enter")
        assert app.screen is dialog
        assert "whole number" in whole(app)
        await press(pilot, "backspace", "enter")
        assert app.screen is not dialog
    seat.refresh()
    assert seat.journal(limit=1)[0].reason == "a falling tree"


async def test_a_number_of_copies_that_cannot_be_stays_to_be_corrected(ford: Path, seat: Table) -> None:
    app = GmApp(campaign=ford)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "3", "+")
        await write(pilot, "Rat")
        await press(pilot, "end", "space", "enter")
        dialog = app.screen
        await press(pilot, "backspace", "9", "9", "enter")
        assert app.screen is dialog
        assert "from 1 to 60" in whole(app)
        await press(pilot, "backspace", "backspace", "2", "enter")
        assert app.screen is not dialog
    seat.refresh()
    assert seat.position.game is not None
    assert len(seat.position.game.states) == 7


async def test_the_changes_of_a_fight_name_people_and_not_their_keys(ford: Path, seat: Table) -> None:
    app = GmApp(campaign=ford)
    async with app.run_test(size=(160, 50)) as pilot:
        await settle(pilot)
        await press(pilot, "3", "n", "5")
        shown = whole(app)
        assert "Order" in shown
        assert "Gerda, Lyse, Rat 1" in shown
        assert "rat_1" not in shown


async def test_the_help_of_a_dialog_tells_each_key_once(ford: Path) -> None:
    app = GmApp(campaign=ford)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "3", "+", "space", "enter", "tab", "f1")
        rows = [line.strip() for line in seen(app).splitlines()]
        assert len([line for line in rows if line.startswith("F1")]) == 1
