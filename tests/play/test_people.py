"""Characters by hand: names, keys, copies, archiving, deleting."""

from __future__ import annotations

from pathlib import Path

import pytest

from gmtool.play.table import StoreError, Table
from gmtool.rules.errors import RuleError
from gmtool.rules.shapes import Json

NASTY = (
    "[bold]Rat[/bold]",
    "\x1b[31mred\x07",
    "\u202eevil\u2066",
    "a" * 10_000,
    "Élise d'Or",
    "龍",
    "';DROP TABLE character;--",
    "scene",
    "9 lives",
    "\x00null",
)


@pytest.mark.parametrize("name", NASTY)
def test_any_name_is_kept_as_it_is_and_gets_an_identifier(table: Table, name: str) -> None:
    key = table.create_character(name, "npc", sheets={"toy": {}}).row.about[0]
    assert table.character(key).name == name
    assert key.isidentifier()
    assert key != "scene"
    assert table.commit({"do": "strike", "by": "rose", "to": key}, [1]).outcome == {"damage": 6}
    table.undo()
    assert table.verify() == []


@pytest.mark.parametrize("name", ["", "  ", "\ud800"])
def test_a_name_that_no_file_can_hold_is_refused(table: Table, name: str) -> None:
    with pytest.raises(RuleError) as refused:
        table.create_character(name)
    assert refused.value.path == "name"


def test_namesakes_have_keys_of_their_own(table: Table) -> None:
    keys = [table.create_character("Rat").row.about[0] for _ in range(2)]
    assert keys == ["rat_2", "rat_3"]


def test_numbers_of_copies_are_never_used_twice(table: Table) -> None:
    table.duplicate("rat", 2)
    table.delete(["rat_3"])
    table.duplicate("rat_2")
    table.undo()
    table.duplicate("rat")
    assert [row.name for row in table.roster()] == ["Rat", "Rat 2", "Rat 5", "Rose", "Wolf"]


def test_copies_of_a_template_are_fresh_creatures_in_the_scene(table: Table) -> None:
    entry = table.duplicate("wolf", 3)
    assert entry.row.about == ("wolf", "wolf_2", "wolf_3", "wolf_4")
    copy = table.character("wolf_4")
    assert (copy.kind, copy.sheets["toy"].state["hits"], copy.sheets["toy"].sheet["name"]) == ("creature", 8, "Wolf 4")
    assert table.position.game is not None
    assert "wolf_4" in table.position.game.sheets
    table.undo()
    assert [row.name for row in table.roster()] == ["Rat", "Rose", "Wolf"]
    for copies in (0, 501):
        with pytest.raises(RuleError):
            table.duplicate("wolf", copies)


def test_the_archived_leave_the_scenes_and_come_back(table: Table) -> None:
    table.archive(["rat"])
    assert [row.name for row in table.roster(True)] == ["Rat"]
    assert table.position.game is not None
    assert "rat" not in table.position.game.sheets
    table.archive(["rat"], False)
    assert "rat" in table.position.game.sheets
    table.undo()
    table.undo()
    assert table.roster(True) == []
    assert table.verify() == []


def test_the_deleted_come_back_whole(table: Table) -> None:
    table.commit({"do": "strike", "by": "rose", "to": "rat"}, [1])
    before = table.character("rat")
    table.delete(["rat", "wolf"])
    assert [row.key for row in table.roster()] == ["rose"]
    with pytest.raises(StoreError, match="no_character"):
        table.character("rat")
    table.undo()
    after = table.character("rat")
    assert after.sheets["toy"].state == before.sheets["toy"].state
    assert after.id == before.id
    assert table.verify() == []


def test_a_name_goes_onto_the_sheet(table: Table) -> None:
    table.edit_character("rat", name="King of rats", player="Ann", notes="Bites.")
    character = table.character("rat")
    assert (character.player, character.notes, character.sheets["toy"].sheet["name"]) == ("Ann", "Bites.", "King of rats")
    with pytest.raises(RuleError) as refused:
        table.edit_character("rat", kind="dragon")
    assert refused.value.path == "kind"


def test_a_fault_in_a_sheet_is_named_by_its_place_and_nothing_is_kept(table: Table) -> None:
    with pytest.raises(RuleError) as refused:
        table.create_character("Bad", sheets={"toy": {"strength": 99}})
    assert refused.value.path == "sheets.toy.strength"
    with pytest.raises(RuleError) as refused:
        table.create_character("Bad", sheets={"chess": {}})
    assert refused.value.code == "unknown_system"
    assert len(table.roster()) == 3


def test_a_template_stands_in_no_scene(table: Table) -> None:
    with pytest.raises(StoreError, match="template"):
        table.join_scene(["wolf"])


@pytest.mark.parametrize(
    ("game", "sheet", "field", "value"),
    [
        ("action_points", {"pv_max": 20}, "pv", 21),
        ("cosmos", {"rank": "gold", "hp": 100, "pa": 40, "cs": 50}, "cs", 51),
        ("magic_fight", {}, "stun", 999),
    ],
)
def test_a_state_that_its_sheet_cannot_have_is_refused_by_hand_too(
    tmp_path: Path, game: str, sheet: dict[str, Json], field: str, value: int
) -> None:
    table = Table.create(tmp_path / "fit.gmtool", "Fit", [game])
    table.create_character("Ann", sheets={game: sheet})
    before = table.position.revision
    for act in (lambda: table.edit_state("ann", {field: value}), lambda: table.edit_states({"ann": {field: value}})):
        with pytest.raises(RuleError) as refused:
            act()
        assert refused.value.place[-1] == field
    assert table.position.revision == before
    table.close()


def test_a_sheet_that_the_state_does_not_fit_any_more_is_refused(tmp_path: Path) -> None:
    table = Table.create(tmp_path / "fit.gmtool", "Fit", ["action_points"])
    table.create_character("Ann", sheets={"action_points": {"pv_max": 20}})
    table.edit_state("ann", {"pv": 15})
    with pytest.raises(RuleError) as refused:
        table.edit_sheet("ann", "action_points", {"pv_max": 10})
    assert refused.value.place == ("state", "pv")
    table.close()
