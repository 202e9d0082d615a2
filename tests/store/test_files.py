"""Files that are broken, foreign, newer, full or not to be written: a sentence, and nothing half applied."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from gmtool.play.table import StoreError, Table, sentence, shelf, words_of
from gmtool.store.backups import back_up, back_up_if_due, generations
from gmtool.store.files import APPLICATION_ID, VERSION
from gmtool.store.migrations import migrate

COIN = {"do": "find_coin", "by": "rose"}


def refused(path: Path) -> str:
    with pytest.raises(StoreError) as error:
        Table.open(path)
    for language in ("en", "fr"):
        assert sentence(error.value, words_of(language)).count("{") == 0
    return error.value.code


def pragma(table: Table, text: str) -> None:
    table.warm()
    with table._store().reading() as connection:
        connection.exec_driver_sql(f"PRAGMA {text}")


def test_the_file_is_marked_durable_and_checks_references(table: Table) -> None:
    table.warm()
    with table._store().reading() as connection:
        found = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "application_id", "user_version")
        }
    assert found == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "application_id": APPLICATION_ID,
        "user_version": VERSION,
    }


def test_a_foreign_file_is_refused(toy: None, tmp_path: Path) -> None:
    other = tmp_path / "other.gmtool"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE campaign (name)")
    connection.close()
    assert refused(other) == "foreign"
    text = tmp_path / "text.gmtool"
    text.write_text("Once upon a time " * 20)
    assert refused(text) == "foreign"
    (tmp_path / "empty.gmtool").touch()
    assert refused(tmp_path / "empty.gmtool") == "damaged"
    assert refused(tmp_path / "none.gmtool") == "not_found"
    assert refused(tmp_path) == "cannot_open"


def test_a_newer_file_is_refused_and_left_alone(table: Table, path: Path) -> None:
    table.close()
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    before = path.read_bytes()
    assert refused(path) == "newer"
    assert path.read_bytes() == before


@pytest.mark.parametrize("kept", [50, 99, 100, 5000, 0.5, 0.95])
def test_a_file_cut_short_is_refused(table: Table, path: Path, kept: float) -> None:
    table.close()
    whole = path.read_bytes()
    path.write_bytes(whole[: int(kept if kept >= 1 else len(whole) * kept)])
    assert refused(path) == "damaged"


def test_a_file_with_torn_pages_is_refused_or_said_to_be_damaged(table: Table, path: Path) -> None:
    table.close()
    whole = bytearray(path.read_bytes())
    whole[4096:] = b"\xa5" * (len(whole) - 4096)
    path.write_bytes(bytes(whole))
    assert refused(path) == "damaged"


def test_a_full_disk_leaves_everything_as_it_was(table: Table) -> None:
    pragma(table, "max_page_count = 1")
    before, roster = table.position, table.roster()
    with pytest.raises(StoreError) as error:
        table.create_character("x" * 90_000, notes="y" * 90_000)
    assert error.value.code == "full"
    assert (table.position, table.roster()) == (before, roster)
    assert table.verify() == []
    pragma(table, "max_page_count = 1000000")
    table.commit(COIN, [2])
    assert table.verify() == []


def test_a_file_that_cannot_be_written_is_still_shown(table: Table) -> None:
    pragma(table, "query_only = ON")
    with pytest.raises(StoreError) as error:
        table.commit(COIN, [2])
    assert error.value.code == "read_only"
    assert table.character("rose").sheets["toy"].state["stock"] == {}
    pragma(table, "query_only = OFF")
    table.commit(COIN, [2])


def test_a_writer_that_holds_the_file_is_said_to_be_busy(table: Table, path: Path) -> None:
    pragma(table, "busy_timeout = 1")
    with sqlite3.connect(path, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError) as error:
            table.commit(COIN, [2])
        assert error.value.code == "busy"
        other.execute("ROLLBACK")
    other.close()
    table.commit(COIN, [2])


def test_a_campaign_never_overwrites_a_file(table: Table, path: Path) -> None:
    with pytest.raises(StoreError, match="exists"):
        Table.create(path, "Another", ["toy"])
    assert [file.name for file in path.parent.iterdir() if file.name.endswith(".part")] == []


def test_a_broken_document_is_named(table: Table, path: Path) -> None:
    table.close()
    with sqlite3.connect(path) as behind:
        behind.execute('UPDATE sheet SET state = \'{"hits": "many"}\' WHERE character = 2')
    behind.close()
    again = Table.open(path)
    with pytest.raises(StoreError) as error:
        again.attempt({"do": "strike", "by": "rat", "to": "rose"}, [1])
    assert (error.value.code, error.value.facts["who"]) == ("bad_document", "rat")
    again.close()


def test_backups_are_kept_in_generations_and_open_like_the_original(table: Table, path: Path) -> None:
    made = [back_up(path) for _ in range(14)]
    assert [file for _, _, file in generations(path)] == made[-12:]
    copy = Table.open(made[-1])
    assert [row.name for row in copy.roster()] == ["Rat", "Rose", "Wolf"]
    copy.close()
    assert back_up_if_due(path, table.position.revision) is None
    table.commit(COIN)
    assert back_up_if_due(path, table.position.revision) is None


def test_the_first_writing_of_a_day_keeps_a_backup(table: Table, path: Path) -> None:
    for _, _, file in generations(path):
        file.unlink()
    table.close()
    again = Table.open(path)
    again.warm()
    assert len(generations(path)) == 1
    again.close()


def test_a_migration_copies_the_file_first_and_is_whole_or_not_at_all(table: Table, path: Path) -> None:
    table.close()

    def widen(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE note ADD COLUMN colour TEXT NOT NULL DEFAULT ''")

    def fail(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE note ADD COLUMN torn TEXT")
        connection.execute("SELECT * FROM nowhere")

    def shape() -> tuple[int, set[str]]:
        connection = sqlite3.connect(path)
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        names = {row[1] for row in connection.execute("PRAGMA table_info(note)")}
        connection.close()
        return version, names

    with pytest.raises(sqlite3.OperationalError):
        migrate(path, {VERSION: widen, VERSION + 1: fail}, VERSION + 2)
    assert shape() == (VERSION, {"id", "about", "text", "revision"})
    copy = migrate(path, {VERSION: widen}, VERSION + 1)
    assert shape() == (VERSION + 1, {"id", "about", "text", "revision", "colour"})
    assert copy is not None
    with sqlite3.connect(copy) as kept:
        assert kept.execute("PRAGMA user_version").fetchone() == (VERSION,)
    kept.close()
    with pytest.raises(StoreError, match="no_migration"):
        migrate(path, {}, VERSION + 2)


def test_the_shelf_shows_what_it_cannot_read_too(toy: None, home: Path) -> None:
    folder = home / "campaigns"
    Table.create(folder / "good.gmtool", "Good", ["toy"]).close()
    (folder / "bad.gmtool").write_text("not a campaign at all" * 10)
    found = {one.path.stem: one for one in shelf()}
    assert found["good"].fault is None
    assert found["good"].name == "Good"
    assert found["bad"].fault is not None
    assert found["bad"].fault.code == "foreign"
