"""Maps as values: painted, noted, revealed, resized, and the same again after they were written."""

from __future__ import annotations

from json import dumps

import pytest

from gmtool.hexes import scatter
from gmtool.play.grounds import Plan, plan_of
from gmtool.play.table import Table
from gmtool.rules.errors import RuleError
from gmtool.store.ground import KINDS


def again(plan: Plan) -> Plan | None:
    """A map after it was written and read."""
    return plan_of(dumps(plan.write()))


def test_a_map_is_the_same_after_it_was_written() -> None:
    terrain = {(column, row): kind for row, kind in enumerate(KINDS) for column in range(row, 12, 3)}
    plan = Plan(12, 9, terrain, True, frozenset({(0, 0), (11, 8)}), {(3, 4): "a trap\nof iron", (0, 8): "«é»"})
    assert again(plan) == plan
    assert again(Plan(1, 1)) == Plan(1, 1)
    assert again(Plan(200, 200, {(199, 199): "wall"})) == Plan(200, 200, {(199, 199): "wall"})


def test_a_scene_without_a_map_has_none() -> None:
    assert plan_of("null") is None


@pytest.mark.parametrize("size", [(0, 5), (201, 5), (5, 0), (5, 201)])
def test_a_size_that_cannot_be_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(RuleError):
        Plan(*size).write()


def test_painting_gives_another_map_and_leaves_the_former_as_it_was() -> None:
    plan = Plan(5, 5, {(1, 1): "tree"})
    painted = plan.painted([(1, 1), (2, 2), (9, 9)], "wall")
    assert painted.terrain == {(1, 1): "wall", (2, 2): "wall"}
    assert plan.terrain == {(1, 1): "tree"}
    assert painted.painted([(1, 1)], "open").terrain == {(2, 2): "wall"}


def test_walls_and_rocks_block_and_trees_do_not() -> None:
    plan = Plan(5, 5, {(0, 0): "wall", (1, 0): "rock", (2, 0): "tree", (3, 0): "water"})
    assert plan.walls == {(0, 0), (1, 0)}


def test_what_the_players_see_grows_and_shrinks_and_never_leaves_the_map() -> None:
    plan = Plan(5, 5).shown([(1, 1), (2, 1), (7, 7)])
    assert (plan.fog, plan.seen) == (True, {(1, 1), (2, 1)})
    assert plan.shown([(1, 1)], False).seen == {(2, 1)}


def test_an_empty_note_takes_the_note_away() -> None:
    plan = Plan(5, 5).noted((1, 1), "a door").noted((2, 2), "a trap")
    assert plan.noted((1, 1), "").notes == {(2, 2): "a trap"}


def test_what_falls_off_the_edge_of_a_smaller_map_is_gone() -> None:
    plan = Plan(9, 9, {(8, 8): "wall", (1, 1): "tree"}, True, frozenset({(8, 0), (0, 0)}), {(0, 8): "far", (1, 0): "near"})
    assert plan.resized(5, 4) == Plan(5, 4, {(1, 1): "tree"}, True, frozenset({(0, 0)}), {(1, 0): "near"})


def test_the_same_seed_strews_the_same_hexes_and_never_one_that_is_taken() -> None:
    taken = {(column, 0) for column in range(6)}
    first = scatter(7, 12, (6, 5), taken)
    assert first == scatter(7, 12, (6, 5), taken)
    assert first != scatter(8, 12, (6, 5), taken)
    assert len(set(first)) == 12
    assert not taken & set(first)
    assert len(scatter(7, 200, (6, 5), taken)) == 24


def test_a_kept_map_is_put_into_another_encounter_and_all_of_it_undoes(table: Table) -> None:
    plan = Plan(6, 5, {(1, 1): "water"}, notes={(2, 2): "deep"})
    table.keep_item("map", "Ford", plan.write())
    table.start_encounter(table.prepare_encounter("Night", "toy", ["rose"]).row.scene)
    kept = next(item for item in table.library("map") if item.name == "Ford")
    assert table.position.scene is not None
    before = table.position.scene.ground
    table.set_ground(kept.doc)
    assert plan_of(table.position.scene.ground) == plan
    table.place_tokens({"rose": (3, 3)})
    assert table.position.scene.places["rose"].at == (3, 3)
    assert table.verify() == []
    table.undo()
    table.undo()
    assert table.position.scene.ground == before
    assert table.position.scene.places["rose"].at is None
