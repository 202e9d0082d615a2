"""The roster, the sheet, the grimoire and what can be done from them in action points."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gmtool.rules.board import Position
from gmtool.rules.records import Field
from gmtool.rules.resolve import attempt, read_step
from gmtool.rules.systems.action_points import SYSTEM
from gmtool.rules.systems.action_points.sheet_view import DROPS
from gmtool.rules.view import Figures, Offer, Pair, Rows, Said, Tracks
from tests.rules.action_points.desk import KNIFE, armed, foe, lasting
from tests.rules.action_points.worlds import a_scenario
from tests.rules.said import EN, FR, missing, text

GAME = "action_points"
VIEW = SYSTEM.view
DART = {"name": "Dart", "mp": 4, "effects": [{"type": "damage", "dice": "2d6", "stat": "mag", "x_d10": True, "flat": 1}]}
FOG = {
    "name": "Fog",
    "mp": 2,
    "targets": "many",
    "effects": [
        {"type": "condition", "condition": "lost", "turns": 2, "modifiers": {"att": -3}, "fail_percent": 20},
        {"type": "damage", "flat": 2, "reduced_by": None, "on": "self"},
    ],
}
PIE = {"kind": "consumable", "name": "Pie", "effects": [{"type": "heal", "flat": 3}]}
COAT = {"kind": "armour", "name": "Coat", "bonus": {"def": 3}}


def hero(**more: Any) -> dict[str, Any]:
    base = armed({**KNIFE, "name": "Knife"}, att=15, mp_max=9, spells={"dart": DART, "fog": FOG}, **{"def": 7})
    base["items"] = {**base["items"], "pie": PIE, "coat": COAT}
    base["equipment"] = {**base["equipment"], "armour": ["coat"]}
    return {**base, "bag": {"pie": 2}, **more}


def at(running: bool = True, **people: dict[str, Any]) -> Position:
    people = people or {"ger": hero(name="Gerd"), "rat": foe(pv_max=20, **{"def": 5, "state": {"pv": 5}})}
    opened = {"phase": "combat", "round": 3, "order": list(people), "active": next(iter(people))} if running else {}
    return SYSTEM.read(people, opened)


def parts(position: Position, who: str) -> list[Any]:
    blocks = VIEW.sheet(position, who).blocks
    return [part for block in blocks for part in ((block.left, block.right) if isinstance(block, Pair) else (block,))]


def rows(position: Position, who: str, kind: str) -> Rows:
    return next(part for part in parts(position, who) if isinstance(part, Rows) and part.kind == kind)


def said(position: Position, who: str, title: str) -> Said:
    return next(part for part in parts(position, who) if isinstance(part, Said) and part.title == title)


def test_the_large_figure_is_the_pv_left_and_the_tracks_can_be_changed() -> None:
    position = at(ger=hero(state={"pv": 11, "mp": 4, "pa": 2, "initiative": 14}), rat=foe(pv_max=9))
    sheet = VIEW.sheet(position, "ger")
    assert sheet.headline is not None
    assert sheet.headline.value == 11
    tracks = sheet.blocks[0]
    assert isinstance(tracks, Tracks)
    assert [(track.value, track.maximum, track.role) for track in tracks.tracks] == [(11, 50, "hp"), (4, 9, "mp"), (2, 6, "pa")]
    assert [track.offer.ask for track in tracks.tracks if track.offer] == [("pv",), ("mp",), ("pa",)]
    assert len(VIEW.sheet(at(False, ger=hero()), "ger").blocks[0].tracks) == 2


def test_a_figure_that_equipment_or_effects_change_shows_the_sheets_own_too() -> None:
    """AP-STAT-1, AP-DMG-3."""
    position = at(ger=hero(state={"effects": [lasting("slow", modifiers={"def": -6})]}), rat=foe(pv_max=9))
    block = next(part for part in parts(position, "ger") if isinstance(part, Figures))
    shown = {text([label], GAME): (text([value], GAME), value.ink) for label, value in block.figures}
    assert shown["Att"] == ("17 (15)", "success")
    assert shown["Def"] == ("4 (7), cuts 0", "warning")
    assert shown["PA"] == ("6 a turn", "")


def test_what_lies_on_somebody_says_what_ends_it_and_can_be_chosen() -> None:
    cover = lasting("cover", turns=2, ally="lys")
    position = at(ger=hero(state={"effects": [cover, lasting("venom", turns=None, pv_per_turn=-2)]}), lys=hero(), rat=foe(pv_max=9))
    block = said(position, "ger", "view.lying")
    assert [text(line, GAME) for line in block.lines] == ["cover lys", "venom −2 PV a turn"]
    assert [text(end, GAME) for end in block.ends] == ["to the end of the next turn", "until removed"]
    assert block.keys == ("effect:cover", "effect:venom")
    assert text(said(position, "lys", "view.lying").lines[0], GAME) == "covered by ger"


def test_equipment_tells_its_bonuses_and_what_is_in_hand() -> None:
    lines = [text(line, GAME) for line in said(at(), "ger", "view.gear").lines]
    assert lines == ["melee Knife  Att +2  in hand", "armour Coat  Def +3"]


def test_attacks_tell_their_raw_damage_and_the_chance_to_drop_the_nearest_foe_in_ones_own_turn() -> None:
    block = rows(at(), "ger", "attack")
    assert block.readings == (DROPS,)
    assert [text(cell, GAME) for cell in block.rows[0].cells] == ["3", "2 to 17"]
    assert [row.step["to"] for row in block.rows] == ["rat"] * 3
    other = at(rat=foe(pv_max=9), ger=hero())
    assert rows(other, "ger", "attack").readings == ()
    alone = at(False, ger=hero())
    assert rows(alone, "ger", "attack").readings == ()


def test_spells_say_what_they_do_and_those_not_memorized_come_last() -> None:
    old = {**DART, "name": "Old", "memorized": False}
    block = rows(at(ger=hero(spells={"old": old, "dart": DART, "fog": FOG}, state={"mp": 3}), rat=foe(pv_max=9)), "ger", "spell")
    assert [row.key for row in block.rows] == ["dart", "fog", "old"]
    does = [text(row.cells[1], GAME) for row in block.rows]
    assert does == [
        "damage 2d6 + 1d10 × Mag ÷ 10 +1 less Def M",
        "lost Att −3 2 turns (fails 20 %), oneself: damage 2 in full",
        "not memorized",
    ]
    assert [row.cells[0][0].ink for row in block.rows] == ["error", "", "error"]
    assert text(rows(at(), "ger", "spell").rows[0].cells[1], GAME, FR).startswith("dégâts 2d6")


def test_the_bag_lists_what_is_there_and_how_many() -> None:
    block = rows(at(), "ger", "item")
    assert [(row.name, text(row.cells[0], GAME), text(row.cells[1], GAME)) for row in block.rows] == [("Pie", "2", "3")]
    assert block.rows[0].step["with"] == {"item": "pie"}


def test_every_step_of_a_row_can_be_read() -> None:
    for seed in range(40):
        scenario = a_scenario(Random(seed))
        position = SYSTEM.read(scenario["combatants"], scenario["scene"])
        for who in position.sheets:
            for part in parts(position, who):
                for row in part.rows if isinstance(part, Rows) else ():
                    if row.step and (row.step.get("to") or row.step["do"] == "use_item"):
                        read_step(SYSTEM, position, dict(row.step))


def test_the_roster_shows_a_bar_pv_and_what_matters_in_a_fight() -> None:
    position = at(ger=hero(state={"pv": 16}), rat=foe(pv_max=9, state={"pv": 0}), mat=foe(pv_max=9, state={"out": "fled"}))
    life, pv, mp, att, protection, cuts, lying = VIEW.cells(position, "ger")
    assert life.bar == (16, 50, "error")
    assert [text(cell.bits, GAME) for cell in (pv, mp, att, protection, cuts, lying)] == ["16/50", "9", "17", "10", "−4", "–"]
    assert [text(VIEW.cells(position, who)[1].bits, GAME) for who in ("rat", "mat")] == ["down", "fled"]
    assert len(VIEW.columns) == 7


def completed(offer: Offer) -> dict[str, Any]:
    """The step of an offer, with an answer for whatever it asks."""
    answers = {"pv": -2, "mp": -1, "pa": 1, "condition": "odd"}
    step = dict(offer.step)
    return {**step, "with": {**step.get("with", {}), **{name: answers[name] for name in offer.ask if name in answers}}}


@pytest.mark.parametrize("command", VIEW.commands)
def test_whatever_is_offered_is_a_step_that_the_rules_know(command: str) -> None:
    position = at(False, ger=hero(state={"effects": [lasting("wet")], "out": "gone"}), rat=foe(pv_max=9), lys=hero())
    for who in position.sheets:
        for offer in VIEW.offers(command, position, [who]):
            assert EN.has(offer.word, GAME)
            if offer.step and not offer.dice:
                tried = attempt(SYSTEM, position, read_step(SYSTEM, position, completed(offer)), ())
                assert tried.resolution is not None or tried.refused is not None


def test_every_figure_of_the_state_can_be_changed_by_an_offer() -> None:
    position = at(ger=hero(state={"effects": [lasting("wet")]}), rat=foe(pv_max=9))
    touched: set[str] = set()
    for command in ("condition", "effect", "stock"):
        for offer in VIEW.offers(command, position, ["ger"]):
            if offer.step and not offer.dice:
                done = attempt(SYSTEM, position, read_step(SYSTEM, position, completed(offer)), ()).resolution
                touched |= {change.field.partition(".")[0] for change in done.changes} if done is not None else set()
    fields: list[Field] = list(SYSTEM.state.fields)
    assert {field.name for field in fields} - touched <= {"hand", "equipment", "initiative", "advance_turns"}


def test_a_known_condition_is_offered_whole() -> None:
    offer = next(offer for offer in VIEW.offers("effect", at(), ["ger"]) if offer.facts.get("effect") == "lost")
    after = attempt(SYSTEM, at(), read_step(SYSTEM, at(), dict(offer.step)), ()).resolution
    assert after is not None
    assert [(effect.id, effect.modifiers) for effect in after.after.states["ger"].effects] == [("lost", {"att": -3})]


def test_the_grimoire_tells_a_spells_cost_targets_and_effects_one_a_line() -> None:
    known = {spell.key: spell for spell in VIEW.spells(at().sheets["ger"])}
    details = [(text([label], GAME), text(bits, GAME)) for label, bits in known["fog"].details]
    assert details == [
        ("MP", "2"),
        ("targets", "Several"),
        ("what it does", "lost Att −3"),
        ("", "2 turns (fails 20 %)"),
        ("", "oneself: damage 2 in full"),
    ]
    assert VIEW.spell_step(at(), "ger", "dart") == {"do": "cast", "by": "ger", "with": {"spell": "dart"}, "to": "rat"}


def test_every_preset_is_a_whole_sheet() -> None:
    assert len(VIEW.presets) >= 3
    for preset in VIEW.presets:
        SYSTEM.sheet.read(dict(preset.sheet))
        assert FR.has(preset.word, GAME)
    named = {name for _, names in VIEW.groups for name in names}
    assert {field.name for field in SYSTEM.sheet.fields} - named == {"name"}
    assert all(FR.has(word, GAME) for word, _ in VIEW.groups)


def test_every_word_of_sheets_and_offers_is_there_in_both_languages() -> None:
    lacking: set[str] = set()
    for seed in range(60):
        scenario = a_scenario(Random(seed))
        position = SYSTEM.read(scenario["combatants"], scenario["scene"])
        for who in position.sheets:
            lacking |= missing(VIEW.sheet(position, who), GAME)
            lacking |= missing(VIEW.cells(position, who), GAME)
            lacking |= missing(list(VIEW.spells(position.sheets[who])), GAME)
            for command in VIEW.commands:
                for offer in VIEW.offers(command, position, [who]):
                    lacking |= missing((offer.now, offer.facts), GAME)
                    assert FR.has(offer.word, GAME), offer.word
            for part in parts(position, who):
                title = part.title
                heads = part.heads if isinstance(part, Rows) else ()
                assert not [word for word in (title, *(word for word, _ in heads)) if word and not FR.has(word, GAME)]
    assert lacking == set()
    assert all(FR.has(column.word, GAME) for column in VIEW.columns if column.word)
