"""The resolver of action points: every action begins and can be done, options are legal and worded, odds are those that decide."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gmtool.play.dice import RandomDice
from gmtool.rules.board import Position
from gmtool.rules.desk import Item, Step, desk_of, get, put
from gmtool.rules.errors import RuleError
from gmtool.rules.resolve import odds, read_step, resolve
from gmtool.rules.systems.action_points import SYSTEM
from tests.rules.action_points.desk import BOW, KNIFE, MAUL, WAND, armed, foe, lasting
from tests.rules.action_points.worlds import a_scenario
from tests.rules.said import EN, FR, missing

GAME = "action_points"
DESK = desk_of(SYSTEM)
BALM = {"name": "Balm", "mp": 2, "effects": [{"type": "heal", "flat": 5}]}
DART = {"name": "Dart", "mp": 4, "effects": [{"type": "damage", "dice": "1d6"}]}
SLEEP = {
    "name": "Sleep",
    "mp": 1,
    "effects": [{"type": "condition", "condition": "sleep", "turns": 1, "skip_turn": True, "fail_percent": 20}],
}
OLD = {"name": "Old", "memorized": False}
PIE = {"kind": "consumable", "name": "Pie", "effects": [{"type": "heal", "flat": 3}], "targets": "self"}
JAR = {"kind": "object", "name": "Jar", "single_use": True, "effects": [{"type": "damage", "flat": 4}]}


def hero(**more: Any) -> dict[str, Any]:
    base = armed(KNIFE, att=15, mp_max=9, spells={"balm": BALM, "dart": DART, "sleep": SLEEP, "old": OLD}, **{"def": 10})
    items = {**base["items"], "pie": PIE, "jar": JAR}
    return {**base, "items": items, "bag": {"pie": 2, "jar": 1}, **more}


def at(people: dict[str, Any] | None = None, running: bool = True, **scene: Any) -> Position:
    people = people or {"ger": hero(), "lys": hero(state={"pv": 7}), "rat": foe(pv_max=20, **{"def": 5, "state": {"pv": 5}})}
    opened = {"phase": "combat", "round": 3, "order": list(people), "active": next(iter(people))} if running else {}
    return SYSTEM.read(people, {**opened, **scene})


def begun(position: Position, do: str, who: str = "ger", **options: Any) -> dict[str, Any]:
    step = DESK.begin(SYSTEM, position, who, SYSTEM.actions[do])
    return {**step, "with": {**step["with"], **options}}


def items(position: Position, step: Step) -> dict[str, Item]:
    return {
        ".".join(item.path) + (f"={item.values[0].value}" if item.kind == "member" else ""): item
        for item in DESK.items(SYSTEM, position, step)
    }


def warned(position: Position, step: Step) -> list[str]:
    return [warn.word.key.rpartition(".")[2] for warn in DESK.warnings(SYSTEM, position, step, DESK.tried(SYSTEM, position, step))]


def chances(position: Position, step: Step) -> Any:
    return odds(SYSTEM, position, read_step(SYSTEM, position, dict(step)), reading=DESK.reading(step))


@pytest.mark.parametrize("do", SYSTEM.actions)
def test_every_action_begins_as_a_step_that_the_rules_take_in_its_time(do: str) -> None:
    """With a first choice already made: nothing has to be filled in before it can be tried."""
    custom = {"bash": {"pa": 2, "attack": {"damage_gain": 10}}}
    effects = [lasting("wet", turns=2)]
    people = {
        "ger": hero(state={"effects": effects}, equipment={"melee": "m", "ranged": "r", "armour": []}),
        "lys": hero(),
        "rat": foe(pv_max=20),
        "off": hero(),
    }
    people["ger"]["items"] = {**people["ger"]["items"], "r": BOW}
    before = do in ("start_encounter", "ambush_test", "restore")
    position = SYSTEM.read(
        people,
        {
            "custom_actions": custom,
            **({} if before else {"phase": "combat", "round": 1, "order": ["ger", "lys", "rat"], "active": "ger"}),
        },
    )
    step = DESK.begin(SYSTEM, position, "ger", SYSTEM.actions[do])
    resolve(SYSTEM, position, read_step(SYSTEM, position, step), RandomDice(1))


def test_every_action_is_offered_those_of_the_whole_table_too() -> None:
    offers = DESK.offers(SYSTEM, at(), "ger")
    assert {offer.action for offer in offers} == set(SYSTEM.actions)
    refused = {offer.action: offer.refused.code for offer in offers if offer.refused is not None}
    assert refused["custom"] == "unknown_custom_action"
    assert refused["restore"] == "encounter_running"
    assert refused["join"] == "not_allowed"
    assert refused["remove_effect"] == "not_allowed"
    assert "cast" not in refused
    bare = at({"rat": foe(pv_max=9), "ger": hero()})
    assert {offer.action: offer.refused.code for offer in DESK.offers(SYSTEM, bare, "rat") if offer.refused}[
        "cast"
    ] == "unknown_spell"


def test_harm_is_aimed_at_the_enemy_nearest_to_falling_and_help_at_the_friend_who_is_hurt_most() -> None:
    position = at()
    assert begun(position, "standard_attack")["to"] == "rat"
    assert begun(position, "cover")["to"] == "lys"
    cast = begun(position, "cast")
    assert (get(cast, ("spell",)), cast["to"]) == ("balm", "lys")
    assert DESK.settled(position, put(cast, ("spell",), "dart"))["to"] == "rat"
    assert "to" not in DESK.settled(position, put(begun(position, "use_item"), ("item",), "pie"))


def test_only_memorized_spells_are_listed_those_that_the_mp_suffice_for_first() -> None:
    position = at({"ger": hero(state={"mp": 2}), "rat": foe(pv_max=9)})
    values = items(position, begun(position, "cast"))["spell"].values
    assert [value.value for value in values] == ["balm", "sleep", "dart"]


def test_carried_items_are_listed_those_that_do_something_first() -> None:
    position = at({"ger": hero(bag={"jar": 1}), "rat": foe(pv_max=9)})
    assert [value.value for value in items(position, begun(position, "use_item"))["item"].values] == ["jar", "m"]


def test_re_equipping_starts_from_what_is_worn() -> None:
    people = {"ger": hero(items={"m": KNIFE, "w": WAND, "a": {"kind": "armour"}}, bag={"w": 1, "a": 1}), "rat": foe(pv_max=9)}
    position = at(people)
    step = begun(position, "re_equip")
    assert step["with"] == {"melee": "m", "ranged": None, "armour": [], "hand": "melee"}
    rows = items(position, step)
    assert [value.value for value in rows["melee"].values] == [None, "m", "w"]
    assert [value.value for value in rows["ranged"].values] == [None, "w"]
    assert "armour=a" in rows


def test_the_cost_of_an_item_may_be_set_while_pa_count() -> None:
    """AP-ITEM-2, AP-PA-5."""
    position = at()
    row = items(position, begun(position, "use_item"))["pa_cost"]
    assert "3" in EN.say(row.note.key, GAME, **row.note.facts)  # type: ignore[union-attr]
    idle = at(running=False)
    assert "pa_cost" not in items(idle, begun(idle, "use_item"))


def test_what_ends_a_condition_matters_only_where_it_has_turns() -> None:
    position = at()
    step = begun(position, "add_effect", condition="wet")
    assert "ends" not in items(position, step)
    assert "ends" in items(position, put(step, ("turns",), 2))


def test_those_who_may_be_chosen_each_have_a_weight() -> None:
    position = at({"rat": foe(pv_max=9), "ger": hero(), "lys": hero()})
    rows = items(position, begun(position, "choose_target", "rat"))
    assert {"candidates=ger", "candidates=lys", "weights.ger", "weights.lys"} == set(rows)


def test_a_new_action_is_defined_field_by_field() -> None:
    position = at()
    step = begun(position, "define_action")
    step = put(put(put(step, ("action",), "bash"), ("definition", "pa"), 2), ("definition", "attack", "damage_gain"), 20)
    after = resolve(SYSTEM, position, read_step(SYSTEM, position, step), RandomDice(1)).after
    assert after.scene.custom_actions["bash"].record.attack.damage_gain == 20
    assert "definition.attack.damage_gain" in items(position, step)
    assert "definition.attack.damage_gain" not in items(position, put(step, ("definition", "kind"), "magic"))


def test_the_loud_chance_of_a_blow_is_that_it_drops_the_target() -> None:
    position = at()
    step = begun(position, "standard_attack")
    loud = [bar for bar in DESK.bars(SYSTEM, position, step) if bar.loud]
    assert [bar.who for bar in loud] == ["rat"]
    assert chances(position, step)["down"]["true"] == pytest.approx(0.7)
    said = DESK.target_line(position, step, "rat", {})
    assert [EN.say(word.key, GAME, **word.facts) for word in said if not isinstance(word, str)] == [
        "5 of 20 PV",
        "Def 5 cuts 2",
        "damage 0 to 15",
    ]


def test_the_loud_chance_of_a_spell_is_what_it_is_for() -> None:
    position = at()
    sleep = DESK.settled(position, begun(position, "cast", spell="sleep"))
    assert chances(position, sleep)["applied"]["true"] == pytest.approx(0.8)
    assert [bar.name for bar in DESK.bars(SYSTEM, position, sleep) if bar.loud] == ["applied"]
    assert chances(position, {**sleep, "do": "rapid_cast"})["applied"]["true"] == pytest.approx(0.5)
    dart = DESK.settled(position, begun(position, "cast", spell="dart"))
    assert [bar.name for bar in DESK.bars(SYSTEM, position, dart) if bar.loud] == ["down"]
    assert chances(position, dart)["down"]["true"] == pytest.approx(2 / 6)


def test_whom_a_monster_goes_for_is_weighed_with_covers() -> None:
    """AP-TGT-1."""
    cover = lasting("cover", turns=2, ally="lys")
    position = at({"rat": foe(pv_max=9), "ger": hero(state={"effects": [cover]}), "lys": hero()})
    step = begun(position, "choose_target", "rat")
    found = chances(position, step)["target"]
    assert (found["ger"], found["lys"]) == (pytest.approx(0.55), pytest.approx(0.45))
    assert {bar.value for bar in DESK.bars(SYSTEM, position, step)} >= {"ger", "lys"}


def test_the_gm_is_warned_of_what_comes_to_nothing() -> None:
    wall = foe(pv_max=20, **{"def": 50})
    position = at({"ger": hero(state={"pa": 6}), "rat": wall})
    assert warned(position, begun(position, "standard_attack")) == ["stopped", "left"]
    assert "exposed" in warned(position, begun(position, "fierce_attack"))
    down = at({"ger": hero(), "rat": foe(pv_max=9, state={"pv": 0}), "mat": foe(pv_max=9)})
    assert "down" in warned(down, {**begun(down, "cast", spell="dart"), "to": "rat"})
    low = at({"ger": hero(state={"mp": 4}), "rat": foe(pv_max=9)})
    assert "last_mp" in warned(low, {**begun(low, "cast", spell="dart"), "to": "rat"})
    assert "uncertain" in warned(low, {**begun(low, "rapid_cast", spell="sleep"), "to": "rat"})
    idle = at(running=False)
    assert "outside" in warned(idle, begun(idle, "standard_attack"))


def test_the_gm_is_warned_of_points_that_are_lost_and_of_a_side_that_is_down() -> None:
    position = at({"ger": hero(state={"pa": 2}), "rat": foe(pv_max=9, state={"pv": 0})})
    assert warned(position, {"do": "next_turn", "with": {}}) == ["over", "lost"]


def test_a_cover_that_moves_nothing_is_told() -> None:
    """AP-TGT-1: twenty allies have shares of five points; one cover takes it all."""
    cover = lasting("cover", turns=2, ally="h1")
    people = {f"h{n}": hero() for n in range(20)} | {"rat": foe(pv_max=9)}
    people["h0"] = hero(state={"effects": [cover]})
    position = at(people)
    assert "useless" in warned(position, {**begun(position, "cover", "h0"), "to": "h1"})


def test_what_follows_at_once_is_ready() -> None:
    position = at()
    assert DESK.after(SYSTEM, position, {"do": "choose_target", "by": "ger"}, {"target": "rat"})[0]["do"] == "standard_attack"
    assert DESK.after(SYSTEM, at(running=False), {"do": "ambush_test"}, {"detected": False})[0]["do"] == "start_encounter"
    spent = at({"ger": hero(state={"pa": 0}), "rat": foe(pv_max=9)})
    assert DESK.after(SYSTEM, spent, {"do": "guard", "by": "ger"}, {"pa_left": 0})[0]["do"] == "next_turn"
    won = at({"ger": hero(), "rat": foe(pv_max=9, state={"pv": 0})})
    assert DESK.after(SYSTEM, won, {"do": "standard_attack", "by": "ger"}, {"pa_left": 3})[0]["do"] == "end_encounter"


def test_a_two_handed_weapon_is_refused_for_a_rapid_blow_before_anything_is_chosen() -> None:
    position = at({"ger": armed(MAUL, BOW), "rat": foe(pv_max=9)})
    refused = DESK.refused(SYSTEM, position, begun(position, "rapid_attack"))
    assert refused is not None
    assert refused.code == "two_handed"


def test_every_row_bar_line_and_warning_is_worded_in_both_languages() -> None:
    lacking: set[str] = set()
    rows = 0
    for seed in range(60):
        scenario = a_scenario(Random(seed))
        position = SYSTEM.read(scenario["combatants"], scenario["scene"])
        who = position.scene.active or next(iter(position.sheets))
        for do in SYSTEM.actions:
            step = DESK.begin(SYSTEM, position, who, SYSTEM.actions[do])
            for item in DESK.items(SYSTEM, position, step):
                rows += 1
                lacking |= missing([item.label, item.note, [value.word for value in item.values]], GAME)
            lacking |= missing([DESK.title(position, step), DESK.about(position, step)], GAME)
            lacking |= missing([bar.label for bar in DESK.bars(SYSTEM, position, step)], GAME)
            to = DESK.targets(step)
            lacking |= missing([DESK.target_line(position, step, other, {}) for other in to], GAME)
            try:
                tried = DESK.tried(SYSTEM, position, step)
            except RuleError:
                continue
            lacking |= missing([warn.word for warn in DESK.warnings(SYSTEM, position, step, tried)], GAME)
    assert lacking == set()
    assert rows > 2000
    assert FR.has(DESK.through, GAME)
    assert FR.has("desk.bar.reaches", GAME)
