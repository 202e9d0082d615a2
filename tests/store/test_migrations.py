"""Files of former versions, kept as they were written, open in the present one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from gmtool.play.table import StoreError, Table, import_campaign
from gmtool.store.backups import generations

FORMER = Path(__file__).with_name("former")


@pytest.fixture
def former(tmp_path: Path) -> Path:
    path = tmp_path / "campaigns" / "former.gmtool"
    path.parent.mkdir()
    shutil.copy(FORMER / "version_1.gmtool", path)
    return path


def test_a_campaign_of_version_1_opens_with_its_journal_and_a_copy_is_kept(home: Path, former: Path) -> None:
    table = Table.open(former)
    assert table.position.scene is not None
    assert table.position.scene.name == "The ford"
    assert table.position.scene.standing == ""
    assert table.verify() == []
    assert len(generations(former)) == 1
    table.redo()
    assert table.position.scene.name == "The hill"
    table.redo()
    while table.position.undo is not None:
        table.undo()
    assert table.roster() == []
    while table.position.redo is not None:
        table.redo()
    assert table.verify() == []
    table.close()


def test_an_encounter_can_be_played_in_a_campaign_of_version_1(home: Path, former: Path) -> None:
    table = Table.open(former)
    scene = table.prepare_encounter("New days", "hermetic", ["aurelia"], {"wolf": 2}).row.scene
    table.start_encounter(scene)
    assert table.position.scene is not None
    assert table.position.scene.members == ("aurelia", "wolf_1", "wolf_4")
    table.end_encounter()
    assert table.verify() == []
    table.close()


def test_an_archive_of_version_1_comes_in_with_its_journal(home: Path) -> None:
    path = import_campaign(FORMER / "version_1.json")
    table = Table.open(path)
    assert table.verify() == []
    table.redo()
    table.undo()
    table.undo()
    assert table.verify() == []
    table.close()


def test_a_newer_archive_is_refused(home: Path, tmp_path: Path) -> None:
    newer = tmp_path / "newer.json"
    newer.write_text((FORMER / "version_1.json").read_text("utf-8").replace('"version": 1,', '"version": 99,', 1), "utf-8")
    with pytest.raises(StoreError, match="newer_archive"):
        import_campaign(newer)
