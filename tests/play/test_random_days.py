"""Whatever is done, taken back and done again: the documents are those that the journal gives."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gmtool.play.table import StoreError, Table
from gmtool.rules.errors import RuleError

DEEDS = st.lists(
    st.tuples(st.sampled_from(["strike", "coin", "turn", "copy", "delete", "archive", "state", "sheet", "scene", "switch", "name", "undo", "undo", "redo"]), st.integers(0, 9)),
    max_size=25,
)  # fmt: skip


def do(table: Table, deed: str, number: int) -> None:
    keys = [row.key for row in table.roster()]
    who = keys[number % len(keys)] if keys else "nobody"
    other = keys[(number + 1) % len(keys)] if keys else "nobody"
    acts: dict[str, Any] = {
        "strike": lambda: table.commit({"do": "strike", "by": who, "to": other}),
        "coin": lambda: table.commit({"do": "find_coin", "by": who}),
        "turn": lambda: table.commit({"do": "end_turn"}),
        "copy": lambda: table.duplicate(who, 1 + number % 2),
        "delete": lambda: table.delete([who]),
        "archive": lambda: table.archive([who]),
        "state": lambda: table.edit_state(who, {"fatigue.short": number, "stock.coin": number}),
        "sheet": lambda: table.edit_sheet(who, "toy", {"hits": 30 + number}),
        "scene": lambda: table.create_scene(f"Scene {number}", "toy", [who]),
        "switch": lambda: table.switch_scene(1 + number % 3),
        "name": lambda: table.edit_character(who, name=f"Name {number}"),
        "undo": table.undo,
        "redo": table.redo,
    }
    acts[deed]()


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(deeds=DEEDS)
def test_documents_are_those_of_the_journal_after_any_day(toy: None, deeds: list[tuple[str, int]]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "day.gmtool"
        table = Table.create(path, "A day", ["toy"])
        table.create_character("Rose", sheets={"toy": {"hits": 20}})
        table.create_character("Rat", "creature", sheets={"toy": {}})
        refusals: set[str] = set()
        for deed, number in deeds:
            try:
                do(table, deed, number)
            except (RuleError, StoreError) as error:
                refusals.add(error.code)
        assert not refusals & {"altered", "stale", "damaged", "gone"}
        assert table.verify() == []
        seen = everything(table)
        table.close()
        again = Table.open(path)
        assert everything(again) == seen
        again.close()


def everything(table: Table) -> object:
    position = table.position
    assert position.game is not None
    states = {who: state.write() for who, state in position.game.states.items()}
    for who, state in states.items():
        assert table.character(who).sheets["toy"].state == state
    return position.campaign, position.scene, states, position.game.scene.write(), position.undo, position.redo, table.roster()


@pytest.mark.parametrize("far", [1, 7])
def test_undo_to_the_beginning_and_redo_to_the_end_meet(table: Table, far: int) -> None:
    for number in range(far):
        do(table, "coin", number)
        do(table, "copy", number)
    end = everything(table)
    steps = 0
    while table.position.undo is not None:
        table.undo()
        steps += 1
    for _ in range(steps):
        table.redo()
    assert everything(table) == end
