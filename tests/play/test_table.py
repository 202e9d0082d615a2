"""Playing and editing at the table, and taking it back."""

from __future__ import annotations

from pathlib import Path

import pytest

from gmtool.play.table import NothingToRedo, NothingToUndo, StaleError, StoreError, Table, told, words_of
from gmtool.rules.errors import RuleError

BLOW = {"do": "strike", "by": "rose", "to": "rat"}
COIN = {"do": "find_coin", "by": "rose"}


def hits(table: Table, who: str = "rat") -> int:
    assert table.position.game is not None
    found: int = table.position.game.states[who].hits
    stored = table.character(who).sheets["toy"].state["hits"]
    assert stored == found
    return found


def test_everybody_but_a_template_joins_free_play(table: Table) -> None:
    scene = table.position.scene
    assert scene is not None
    assert (scene.name, scene.members) == ("Free play", ("rose", "rat"))


def test_a_step_changes_documents_and_enters_the_journal_at_once(table: Table) -> None:
    entry = table.commit(BLOW, [6, 2])
    assert entry.outcome == {"damage": 13}
    assert hits(table) == -3
    kept = table.entry(entry.number)
    assert kept == entry._replace(step=kept.step, rolls=kept.rolls)
    assert [(face.face, face.typed) for face in kept.faces] == [(6, True), (2, True)]
    assert [(change.who, change.field, change.after) for change in kept.state_changes()] == [
        ("rose", "fatigue.short", 1),
        ("rat", "hits", -3),
        ("rat", "foes", ["rose"]),
    ]
    assert [term.name for term in kept.why["damage"]] == ["strength", "die"]


def test_an_old_entry_is_told_in_either_language(table: Table) -> None:
    number = table.commit(BLOW, [4]).number
    assert told(table.entry(number), words_of("en")) == "Rose strikes Rat: 9."
    assert told(table.entry(number), words_of("fr")) == "Rose frappe Rat: 9."


def test_missing_faces_are_rolled_and_the_journal_says_which(table: Table) -> None:
    entry = table.commit(BLOW, [6])
    assert [face.typed for face in entry.faces] == [True, False]
    assert not any(face.typed for face in table.commit(COIN).faces)
    known = table.commit(COIN, [2], typed=0)
    assert [(face.face, face.typed) for face in known.faces] == [(2, False)]


def test_a_face_too_many_or_impossible_writes_nothing(table: Table) -> None:
    before = table.position
    for faces, code in (([4, 4], "dice_unused"), ([7], "bad_die")):
        with pytest.raises(RuleError) as refused:
            table.commit(BLOW, faces, override="I say so")
        assert refused.value.code == code
    assert table.position is before


def test_what_the_rules_refuse_can_be_entered_with_a_reason(table: Table) -> None:
    table.edit_state("rose", {"hits": 0}, "a fall")
    with pytest.raises(RuleError):
        table.commit(BLOW, [3])
    entry = table.commit(BLOW, [], override="with her last breath")
    assert (entry.row.kind, entry.changes, entry.reason) == ("override", (), "with her last breath")
    assert told(entry, table.words).startswith("Rose")


def test_attempt_asks_for_the_one_face_that_is_missing(table: Table) -> None:
    needs = table.attempt(BLOW, [6]).needs
    assert needs is not None
    assert needs.purpose == "again"
    done = table.attempt(BLOW, [6, 1]).resolution
    assert done is not None
    assert done.outcome == {"damage": 12}
    assert hits(table) == 10


def test_odds_are_of_the_position_that_stands(table: Table) -> None:
    assert table.odds(BLOW)["damage"]["6"] == pytest.approx(1 / 6)
    table.commit(BLOW, [1])
    assert table.odds(BLOW)["damage"]["5"] == pytest.approx(1 / 6)


def test_undo_and_redo_go_on_after_a_restart(table: Table, path: Path) -> None:
    table.commit(BLOW, [1])
    table.commit(BLOW, [2])
    assert hits(table) == -2
    table.undo()
    table.close()
    again = Table.open(path)
    assert hits(again) == 4
    again.undo()
    assert hits(again) == 10
    again.redo()
    again.redo()
    assert hits(again) == -2
    with pytest.raises(NothingToRedo):
        again.redo()
    while again.position.undo is not None:
        again.undo()
    assert again.roster() == []
    with pytest.raises(NothingToUndo):
        again.undo()
    for _ in range(5):
        again.redo()
    assert hits(again) == -2
    assert again.verify() == []
    again.close()


def test_what_was_undone_stays_in_the_journal_but_a_new_deed_ends_its_redo(table: Table) -> None:
    first = table.commit(BLOW, [1]).number
    table.undo()
    assert table.position.redo is not None
    table.commit(COIN, [2])
    assert table.position.redo is None
    assert table.entry(first).undone
    assert [row.undone for row in table.journal(limit=2)] == [False, True]


def test_a_null_in_a_map_is_taken_back_as_what_it_was(table: Table) -> None:
    table.commit(COIN, [1])
    marks = table.character("rose").sheets["toy"].state["marks"]
    table.commit(COIN, [2])
    table.undo()
    assert table.character("rose").sheets["toy"].state["marks"] == marks == {"a.b": None}
    assert table.verify() == []


def test_a_value_altered_behind_the_journals_back_stops_the_undo(table: Table, path: Path) -> None:
    import sqlite3

    table.commit(BLOW, [1])
    with sqlite3.connect(path) as behind:
        behind.execute("UPDATE sheet SET state = replace(state, '\"hits\":4', '\"hits\":5') WHERE character = 2")
    behind.close()
    with pytest.raises(StoreError) as refused:
        table.undo()
    assert (refused.value.code, refused.value.facts["field"]) == ("altered", "state.hits")
    assert [fault.code for fault in table.verify()] == ["differs"]


def test_two_tables_on_one_file_never_overwrite_one_another(table: Table, path: Path) -> None:
    other = Table.open(path)
    table.commit(BLOW, [1])
    with pytest.raises(StaleError):
        other.commit(BLOW, [1])
    assert hits(other) == 4
    assert not other.refresh()
    other.commit(BLOW, [2])
    assert table.refresh()
    assert hits(table) == hits(other) == -2
    other.undo()
    with pytest.raises(StaleError):
        table.undo()
    assert hits(table) == 4
    assert table.verify() == []
    other.close()


def test_documents_read_late_are_never_newer_than_the_position(table: Table, path: Path) -> None:
    other = Table.open(path)
    game = other.position.game
    assert game is not None
    table.commit(BLOW, [1])
    with pytest.raises(StaleError):
        game.states["rat"]
    other.close()


def test_a_step_that_names_somebody_outside_brings_him_in(table: Table) -> None:
    table.create_scene("The ford", "toy", ["rose"])
    assert table.attempt(BLOW, [1]).resolution is not None
    table.commit(BLOW, [1])
    scene = table.position.scene
    assert scene is not None
    assert scene.members == ("rose", "rat")
    table.undo()
    assert table.position.scene is not None
    assert table.position.scene.members == ("rose",)
    with pytest.raises(RuleError) as refused:
        table.commit({**BLOW, "to": "wolf"}, [1])
    assert refused.value.code == "unknown_combatant"
    assert table.verify() == []


def test_a_hand_edit_is_checked_by_the_games_records_and_named_at_the_field(table: Table) -> None:
    entry = table.edit_state("rat", {"fatigue.short": 3, "stock.coin": 4}, "a long walk")
    assert entry.reason == "a long walk"
    assert table.character("rat").sheets["toy"].state["stock"] == {"coin": 4}
    for values, path in (({"fatigue.short": 10}, "fatigue.short"), ({"nothing": 1}, "nothing")):
        with pytest.raises(RuleError) as refused:
            table.edit_state("rat", values)
        assert refused.value.path == path
    with pytest.raises(RuleError):
        table.edit_state("rat", {"hits": 11})
    with pytest.raises(StoreError, match="unchanged"):
        table.edit_state("rat", {"fatigue.short": 3})


def test_a_fresh_state_follows_the_sheet_and_a_used_one_does_not(table: Table) -> None:
    table.edit_sheet("rat", "toy", {"hits": 14})
    assert hits(table) == 14
    table.edit_state("rat", {"hits": 3})
    table.edit_sheet("rat", "toy", {"hits": 16})
    assert hits(table) == 3
    table.undo()
    table.undo()
    assert hits(table) == 14
    with pytest.raises(RuleError) as refused:
        table.edit_sheet("rat", "toy", {"hits": 0})
    assert refused.value.path == "hits"


def test_the_journal_is_paged_and_filtered(table: Table) -> None:
    for _ in range(5):
        table.commit(COIN, [2])
    table.note("The tide is high", "rat")
    first = table.journal(limit=3)
    assert [row.number for row in first] == [10, 9, 8]
    assert [row.number for row in table.journal(before=8, limit=3)] == [7, 6, 5]
    assert [row.kind for row in table.journal(who="rat")] == ["note", "create_character"]
    assert len(table.journal(action="find_coin")) == 5
    assert [row.number for row in table.journal(text="TIDE")] == [10]
    assert [row.number for row in table.journal(text="3 coins", limit=1)] == [7]


def test_sessions_and_the_clock_mark_the_entries(table: Table) -> None:
    table.start_session("Low water")
    with pytest.raises(StoreError, match="session_runs"):
        table.start_session()
    table.set_clock("3 May 1220", "dusk")
    entry = table.commit(BLOW, [1])
    assert (entry.row.session, entry.row.date, entry.row.time) == (1, "3 May 1220", "dusk")
    changed = {(change.who, change.field): (change.before, change.after) for change in table.since_last_session()}
    assert changed["rat", "hits"] == (10, 4)
    table.end_session()
    assert table.position.campaign.session == 0
    assert [session.number for session in table.sessions()] == [1]
    assert [row.kind for row in table.journal(session=1)] == ["end_session", "step", "set_clock", "start_session"]
    with pytest.raises(StoreError, match="no_session"):
        table.end_session()
    table.start_session()
    assert table.since_last_session() == []


def test_what_lasts_goes_over_to_a_new_scene_and_back(table: Table) -> None:
    table.commit({"do": "end_turn"})
    table.commit({"do": "sunset"})
    table.create_scene("The mill", "toy", ["rat"], {"turn": 3})
    game = table.position.game
    assert game is not None
    assert (game.scene.sun, game.scene.turn) == ("night", 3)
    table.set_scene({"sun": "day"})
    table.switch_scene(1)
    assert table.position.game is not None
    assert (table.position.game.scene.sun, table.position.game.scene.turn) == ("day", 1)
    table.leave_scene(["rat"])
    table.join_scene(["rat"])
    table.edit_scene(1, "The inn")
    assert [(scene.name, scene.members, scene.current) for scene in table.scenes()] == [
        ("The inn", 2, True),
        ("The mill", 1, False),
    ]
    for _ in range(6):
        table.undo()
    assert [scene.name for scene in table.scenes()] == ["Free play"]
    assert table.verify() == []


def test_verify_replays_the_dice_through_the_rules(table: Table, path: Path) -> None:
    import sqlite3

    number = table.commit(BLOW, [1]).number
    table.commit(COIN, [2])
    with sqlite3.connect(path) as behind:
        behind.execute("UPDATE entry SET faces = '[[2,true]]' WHERE number = ?", (number,))
    behind.close()
    faults = table.verify()
    assert [(fault.code, fault.facts["number"]) for fault in faults] == [("not_replayed", number)]


def test_what_if_compares_two_futures_and_keeps_either(table: Table) -> None:
    first = table.commit(BLOW, [1]).number
    table.note("It hurts")
    table.commit({"do": "strike", "by": "rat", "to": "rose"}, [2])
    comparison = table.what_if(first, [6, 6])
    changed = comparison.entries[0]
    assert (changed.row.number, changed.before, changed.after) == (first, {"damage": 6}, {"damage": 17})
    assert comparison.entries[2].refused is not None
    assert hits(table) == 4
    fields = {(change.who, change.field) for change in comparison.differences}
    assert ("rat", "hits") in fields
    assert ("rose", "hits") in fields
    made = table.keep(comparison)
    assert [entry.row.kind for entry in made] == ["step", "note"]
    assert hits(table) == -7
    assert hits(table, "rose") == 20
    assert table.verify() == []
    table.undo()
    table.undo()
    assert hits(table) == 10


def test_another_target_is_another_future_too(table: Table) -> None:
    table.duplicate("rat")
    first = table.commit(BLOW, [1]).number
    comparison = table.what_if(first, None, {**BLOW, "to": "rat_2"})
    assert {change.who for change in comparison.differences} == {"rat", "rat_2"}
    table.note("meanwhile")
    with pytest.raises(StaleError):
        table.keep(comparison)


def test_a_selection_is_a_scenario_that_runs_to_the_same_result(table: Table) -> None:
    from gmtool.play.dice import RandomDice
    from gmtool.rules.scenario import run

    first = table.commit(BLOW, [6, 2])
    second = table.commit({"do": "strike", "by": "rose", "to": "rat"}, [3])
    raw = table.export_scenario([second.number, first.number])
    result = run(raw, RandomDice, table.words)
    assert [step["outcome"] for step in result["steps"]] == [first.outcome, second.outcome]
    assert result["combatants"]["rat"]["state"] == table.character("rat").sheets["toy"].state
    table.edit_state("rose", {"fatigue.short": 0})
    third = table.commit(BLOW, [3])
    with pytest.raises(StoreError, match="gap"):
        table.export_scenario([first.number, third.number])


def test_markdown_shows_names_as_they_are(table: Table, tmp_path: Path) -> None:
    table.edit_character("rat", name="*Rat* [x](y)")
    table.start_session()
    table.commit(BLOW, [6, 2])
    table.commit(BLOW, [2])
    table.undo()
    table.export_markdown(tmp_path / "journal.md")
    text = (tmp_path / "journal.md").read_text("utf-8")
    assert "## Session 1" in text
    assert r"\*Rat\* \[x\](y)" in text
    assert "d6: 6 (typed)" in text
    assert "~~Rose strikes" in text
