"""Encounters: prepared, started, parked, resumed days later, ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from gmtool.play.table import StoreError, Table, import_campaign
from gmtool.rules.errors import RuleError


def prepared(table: Table) -> int:
    """An encounter with Rose, the rat's player-side foe, and three copies of the wolf."""
    return table.prepare_encounter("The ford", "toy", ["rose"], {"wolf": 3}, hidden=["wolf"], notes="at dusk").row.scene


@pytest.fixture
def pack(table: Table) -> Table:
    """The table, whose Wolf is a template to make copies of."""
    return table


def members(table: Table) -> tuple[str, ...]:
    assert table.position.scene is not None
    return table.position.scene.members


def test_a_prepared_encounter_is_not_played_until_it_is_started(pack: Table) -> None:
    before = pack.position.scene
    scene = prepared(pack)
    assert pack.position.scene == before
    pack.start_encounter(scene)
    assert members(pack) == ("rose", "wolf_1", "wolf_2", "wolf_3")
    assert pack.position.scene is not None
    assert pack.position.scene.standing == "running"


def test_copies_have_labels_and_numbers_that_are_never_given_twice_in_a_fight(pack: Table) -> None:
    pack.start_encounter(prepared(pack))
    assert pack.position.scene is not None
    places = pack.position.scene.places
    assert [places[who].label for who in members(pack)] == ["Ro", "W1", "W2", "W3"]
    assert places["wolf_1"].hidden
    pack.leave_scene(["wolf_3"])
    pack.add_combatants([], {"wolf": 1})
    assert members(pack)[-1] == "wolf_4"
    assert pack.character("wolf_4").name == "Wolf 4"
    assert pack.position.scene.places["wolf_4"].label == "W4"


def test_somebody_who_comes_back_has_the_same_label(pack: Table) -> None:
    pack.start_encounter(prepared(pack))
    pack.leave_scene(["wolf_2"])
    pack.add_combatants(["wolf_2"])
    assert pack.position.scene is not None
    assert pack.position.scene.places["wolf_2"].label == "W2"


def test_a_parked_encounter_goes_on_where_it_stood(pack: Table, path: Path) -> None:
    first = prepared(pack)
    second = pack.prepare_encounter("The hill", "toy", ["rat"]).row.scene
    pack.start_encounter(first)
    pack.commit({"do": "strike", "by": "rose", "to": "wolf_2"}, [4])
    assert pack.position.game is not None
    hurt = pack.position.game.states["wolf_2"].hits
    pack.park_encounter()
    pack.start_encounter(second)
    standings = {row.name: (row.standing, row.current) for row in pack.scenes()}
    assert standings["The ford"] == ("running", False)
    assert standings["The hill"] == ("running", True)
    pack.close()
    again = Table.open(path)
    again.start_encounter(first)
    assert again.position.game is not None
    assert again.position.game.states["wolf_2"].hits == hurt
    assert again.verify() == []
    again.close()


def test_wounds_last_from_fight_to_fight_but_only_for_those_who_are_no_copies(pack: Table) -> None:
    first = prepared(pack)
    pack.start_encounter(first)
    pack.commit({"do": "strike", "by": "wolf_1", "to": "rose"}, [4])
    pack.commit({"do": "strike", "by": "rose", "to": "wolf_1"}, [4])
    assert pack.position.game is not None
    hurt = pack.position.game.states["rose"].hits
    pack.end_encounter()
    assert pack.position.scene is not None
    assert pack.position.scene.name == "Free play"
    assert {row.key for row in pack.roster(archived=True)} == {"wolf_1", "wolf_2", "wolf_3"}
    again = pack.duplicate_encounter(first, "The ford again").row.scene
    pack.start_encounter(again)
    assert pack.position.game is not None
    assert pack.position.game.states["rose"].hits == hurt
    with pytest.raises(StoreError, match="scene_ended"):
        pack.start_encounter(first)


def test_a_duplicated_encounter_has_fresh_copies_and_nothing_of_how_it_went(pack: Table) -> None:
    first = prepared(pack)
    pack.start_encounter(first)
    pack.commit({"do": "strike", "by": "rose", "to": "wolf_1"}, [4])
    pack.note_place(["wolf_1"], side=3, notes="lame")
    again = pack.duplicate_encounter(first, "Once more").row.scene
    pack.start_encounter(again)
    assert len(members(pack)) == 4
    copy = members(pack)[1]
    assert pack.character(copy).name == "Wolf 1"
    assert pack.position.game is not None
    assert pack.position.game.states[copy].hits == pack.position.game.states[members(pack)[2]].hits
    assert pack.position.scene is not None
    assert (pack.position.scene.places[copy].side, pack.position.scene.places[copy].notes) == (3, "lame")


def test_everything_of_an_encounter_is_taken_back_and_done_again(pack: Table) -> None:
    start = pack.position.revision
    first = prepared(pack)
    pack.start_encounter(first)
    pack.add_combatants(["rat"], {"wolf": 2})
    pack.note_place(["rat"], side=2, reminder="poison!", at=[3, 4])
    pack.note_place(["rat"], label="XX")
    pack.set_ground({"width": 4, "height": 2, "terrain": {"1": ".#.."}})
    pack.set_ground({"width": 4, "height": 2, "terrain": {"1": "..#."}})
    pack.park_encounter()
    pack.start_encounter(first)
    pack.end_encounter()
    assert pack.verify() == []
    done = 0
    while pack.position.undo is not None and pack.position.undo.kind != "create_character":
        pack.undo()
        done += 1
    assert done == 10
    assert [row.name for row in pack.scenes()] == ["Free play"]
    for _ in range(done):
        pack.redo()
    assert pack.verify() == []
    assert pack.position.revision > start


@pytest.mark.parametrize(
    ("noted", "place"),
    [
        ({"side": 5}, "side"),
        ({"side": True}, "side"),
        ({"hidden": "yes"}, "hidden"),
        ({"at": [1]}, "at"),
        ({"at": [1, 200]}, "at"),
        ({"label": "long"}, "label"),
        ({"label": ""}, "label"),
        ({"label": "W1"}, "label"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_note_that_cannot_be_names_its_field_and_nothing_is_kept(pack: Table, noted: dict[str, object], place: str) -> None:
    pack.start_encounter(prepared(pack))
    before = pack.position.revision
    with pytest.raises(RuleError) as refused:
        pack.note_place(["rose"], **noted)
    assert refused.value.place == (place,)
    assert pack.position.revision == before


@pytest.mark.parametrize(
    ("ground", "place"),
    [
        ({"width": 0}, ("width",)),
        ({"height": 201}, ("height",)),
        ({"width": 3, "terrain": {"0": "...."}}, ("terrain", "0")),
        ({"width": 3, "terrain": {"0": "..x"}}, ("terrain", "0")),
        ({"width": 3, "height": 2, "terrain": {"2": "..."}}, ("terrain", "2")),
        ({"width": 3, "notes": {"3,0": "here"}}, ("notes", "3,0")),
        ({"width": 3, "seen": {"0": "012"}}, ("seen", "0")),
    ],
)
def test_a_map_that_cannot_be_names_its_place(pack: Table, ground: dict[str, object], place: tuple[str, ...]) -> None:
    with pytest.raises(RuleError) as refused:
        pack.set_ground(ground)
    assert refused.value.place == place


def test_an_archive_carries_encounters_labels_notes_and_maps(pack: Table, tmp_path: Path) -> None:
    pack.start_encounter(prepared(pack))
    pack.note_place(["wolf_2"], side=4, reminder="howls")
    pack.set_ground({"width": 4, "height": 2, "terrain": {"1": ".#.."}})
    pack.export(tmp_path / "out.json")
    copy = Table.open(import_campaign(tmp_path / "out.json", home=tmp_path))
    assert copy.position.scene == pack.position.scene
    assert copy.verify() == []
    copy.close()
