"""Records and shapes: the order of checks, writing back, copies and differences."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.rules.changes import apply, difference, disagreement, keys_of, revert
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Of, Record, choice, flag, integer, list_of, map_of, record, table, text
from gmtool.rules.shapes import Integer, Text


class Wound(Record):
    name: str = text()
    depth: int = integer(1, 5, default=1)


class Body(Record):
    hp: int = integer(0, 20)
    calm: bool = flag(default=True)
    side: str = choice(("left", "right"), default="left")
    stock: dict[str, int] = table(("red", "blue"), Integer(0, 9), default=0)
    wounds: list[Wound] = list_of(Of(Wound), default=[])
    marks: dict[str, int] = map_of(Integer(1, 99), default={})
    last: Wound | None = record(Wound, default=None, null=True)
    note: str | None = text(default=None, null=True)


def fault(raw: Any) -> tuple[str, str]:
    with pytest.raises(RuleError) as caught:
        Body.read(raw)
    return caught.value.code, caught.value.path


def test_unknown_keys_come_before_missing_ones_and_those_before_values() -> None:
    assert fault({"calm": 3, "what": 1}) == ("unknown_field", "what")
    assert fault({"calm": 3}) == ("missing_field", "hp")
    assert fault({"hp": 1, "calm": 3}) == ("bad_value", "calm")


def test_a_fault_names_its_place() -> None:
    assert fault({"hp": 1, "wounds": [{"name": "a"}, {"name": "b", "depth": 9}]}) == ("bad_value", "wounds[1].depth")
    assert fault({"hp": 1, "stock": {"green": 1}}) == ("unknown_field", "stock.green")
    assert fault({"hp": 1, "marks": {"x": 0}}) == ("bad_value", "marks.x")


@pytest.mark.parametrize("wrong", [True, 1.0, "1", None, [], {}, -1, 21])
def test_whole_numbers_are_neither_booleans_nor_decimals_nor_out_of_range(wrong: object) -> None:
    assert fault({"hp": wrong}) == ("bad_value", "hp")


def test_records_are_written_complete_in_the_order_of_their_fields() -> None:
    written = Body.read({"stock": {"blue": 2}, "hp": 3}).write()
    assert list(written) == ["hp", "calm", "side", "stock", "wounds", "marks", "last", "note"]
    assert written["stock"] == {"red": 0, "blue": 2}
    assert Body.read(written) == Body.read({"stock": {"blue": 2}, "hp": 3})


def test_defaults_are_never_shared() -> None:
    one, other = Body(hp=1), Body(hp=1)
    one.wounds.append(Wound(name="cut"))
    one.stock["red"] = 4
    assert other.wounds == []
    assert other.stock == {"red": 0, "blue": 0}


def test_a_copy_shares_nothing_that_can_change() -> None:
    body = Body.read({"hp": 3, "wounds": [{"name": "cut"}], "last": {"name": "cut"}})
    copy = body.copy()
    copy.wounds[0].depth = 5
    copy.stock["red"] = 1
    assert body.wounds[0].depth == 1
    assert body.stock["red"] == 0


def test_a_frozen_record_refuses_assignment() -> None:
    class Fixed(Record, frozen=True):
        hp: int = integer(0, 9)

    fixed = Fixed.read({"hp": 1})
    with pytest.raises(AttributeError, match=r"Fixed\.hp is fixed"):
        fixed.hp = 2  # type: ignore[misc]


def test_differences_descend_maps_and_take_lists_whole() -> None:
    before = Body.read({"hp": 3, "marks": {"b": 1, "a": 2}})
    after = before.copy()
    after.stock["blue"] = 7
    after.wounds.append(Wound(name="cut"))
    after.marks = {"b": 1, "c.d": 5}
    after.last = Wound(name="cut")
    assert [tuple(change) for change in difference("x", before, after)] == [
        ("x", "stock.blue", 0, 7),
        ("x", "wounds", [], [{"name": "cut", "depth": 1}]),
        ("x", "marks.a", 2, None),
        ("x", "marks.c\\.d", None, 5),
        ("x", "last", None, {"name": "cut", "depth": 1}),
    ]


def test_a_record_that_was_there_before_and_after_is_descended() -> None:
    before = Body.read({"hp": 3, "last": {"name": "cut", "depth": 1}})
    after = before.copy()
    assert after.last is not None
    after.last.depth = 3
    assert [tuple(change) for change in difference("x", before, after)] == [("x", "last.depth", 1, 3)]


def test_changes_apply_and_revert_on_documents() -> None:
    before = Body.read({"hp": 3, "marks": {"b": 1, "a": 2}, "last": {"name": "cut"}})
    after = before.copy()
    after.hp, after.marks, after.last, after.note = 1, {"c.d": 5}, None, "bled"
    changes = difference("x", before, after)
    assert apply(Body, before.write(), changes) == after.write()
    assert revert(Body, after.write(), changes) == before.write()


def test_a_document_altered_since_is_noticed() -> None:
    before, after = Body(hp=3), Body(hp=2)
    changes = difference("x", before, after)
    assert disagreement(Body, after.write(), changes) is None
    assert disagreement(Body, Body(hp=5).write(), changes) == changes[0]


def test_dots_inside_keys_are_escaped() -> None:
    assert keys_of("marks.c\\.d.e") == ("marks", "c.d", "e")


def test_an_empty_text_is_refused_unless_allowed() -> None:
    assert fault({"hp": 1, "note": ""}) == ("bad_value", "note")
    assert Text(empty=True).read("", None) == ""
