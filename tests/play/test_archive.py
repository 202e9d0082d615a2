"""Archives: a campaign goes out whole and comes back whole; a fault names its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gmtool.play.table import StoreError, Table, import_campaign
from gmtool.rules.errors import RuleError

SMALL: dict[str, Any] = {
    "format": "gmtool-campaign",
    "version": 1,
    "name": "By hand",
    "language": "fr",
    "games": ["toy"],
    "session": 14,
    "date": "3 mai",
    "characters": [
        {"key": "rose", "name": "Rose", "kind": "pc", "sheets": {"toy": {"hits": 20, "state": {"hits": 5}}}},
        {"name": "Rat", "kind": "creature", "sheets": {"toy": {}}},
        {"name": "Wolf", "kind": "template", "sheets": {"toy": {}}},
    ],
    "scenes": [{"name": "Le gué", "game": "toy", "scene": {"sun": "night", "turn": 2}, "members": ["rat"]}],
    "sessions": [{"number": 14, "title": "La crue", "date": "2026-01-02"}],
    "notes": [{"about": "rose", "text": "Méfiante."}],
}


def kept(tmp_path: Path, raw: Any) -> Path:
    file = tmp_path / "archive.json"
    file.write_text(raw if isinstance(raw, str) else json.dumps(raw), "utf-8")
    return file


def test_an_archive_by_hand_becomes_a_campaign(toy: None, home: Path, tmp_path: Path) -> None:
    table = Table.open(import_campaign(kept(tmp_path, SMALL)))
    position = table.position
    assert position.campaign.session == 14
    assert position.scene is not None
    assert (position.scene.name, position.scene.members) == ("Le gué", ("rat",))
    assert [(scene.name, scene.members) for scene in table.scenes()] == [("Le gué", 1), ("Jeu libre", 2)]
    assert table.character("rose").sheets["toy"].state["hits"] == 5
    assert [note.text for note in table.notes("rose")] == ["Méfiante."]
    assert position.undo is None
    table.commit({"do": "strike", "by": "rat", "to": "rose"}, [1])
    table.end_session()
    assert table.verify() == []
    table.switch_scene(2)
    assert table.position.game is not None
    assert table.position.game.scene.sun == "night"
    table.close()


def test_a_campaign_comes_back_with_its_journal(table: Table, home: Path, tmp_path: Path) -> None:
    table.start_session("One")
    table.commit({"do": "strike", "by": "rose", "to": "rat"}, [6, 1])
    table.note("A note", "rat")
    table.undo()
    table.export(tmp_path / "one.json")
    again = Table.open(import_campaign(tmp_path / "one.json"))
    again.export(tmp_path / "two.json")
    assert (tmp_path / "one.json").read_text("utf-8") == (tmp_path / "two.json").read_text("utf-8")
    again.redo()
    for _ in range(6):
        again.undo()
    assert again.roster() == []
    assert again.verify() == []
    again.close()


@pytest.mark.parametrize(
    ("place", "value", "path"),
    [
        (("characters", 1, "sheets", "toy", "strength"), 99, "characters[1].sheets.toy.strength"),
        (("characters", 0, "sheets", "toy", "state", "hits"), "many", "characters[0].sheets.toy.state.hits"),
        (("characters", 0, "sheets", "toy", "state", "hits"), 30, "characters[0].sheets.toy.state.hits"),
        (("characters", 1, "key"), "rose", "characters[1].key"),
        (("characters", 1, "key"), "scene", "characters[1].key"),
        (("characters", 1, "colour"), "grey", "characters[1].colour"),
        (("scenes", 0, "scene", "sun"), "dusk", "scenes[0].scene.sun"),
        (("scenes", 0, "members"), ["nobody"], "scenes[0].members[0]"),
        (("scenes", 0, "game"), "chess", "scenes[0]"),
        (("games",), ["chess"], "games[0]"),
        (("session",), -1, "session"),
    ],
)
def test_a_fault_names_its_place_and_nothing_is_written(
    toy: None, home: Path, tmp_path: Path, place: tuple[Any, ...], value: Any, path: str
) -> None:
    raw = json.loads(json.dumps(SMALL))
    inside = raw
    for part in place[:-1]:
        inside = inside[part]
    inside[place[-1]] = value
    with pytest.raises(RuleError) as refused:
        import_campaign(kept(tmp_path, raw))
    assert refused.value.path == path
    assert not (home / "campaigns").exists()


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("{", "not_json"),
        ('{"format": NaN}', "not_json"),
        ("[1]", "no_archive"),
        ('{"format": "other"}', "no_archive"),
        ('{"format": "gmtool-campaign", "version": 99}', "newer_archive"),
    ],
)
def test_what_is_no_archive_is_refused(toy: None, home: Path, tmp_path: Path, raw: str, code: str) -> None:
    with pytest.raises(StoreError) as refused:
        import_campaign(kept(tmp_path, raw))
    assert refused.value.code == code
