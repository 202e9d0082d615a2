"""Acting from the resolver: every action begins, its options have values that the rules accept, odds and warnings say what matters."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.rules.board import Position
from gmtool.rules.desk import desk_of, put
from gmtool.rules.resolve import odds, read_step
from gmtool.rules.systems.magic_fight import SYSTEM
from gmtool.rules.systems.magic_fight.desk import ELSEWHERE
from gmtool.rules.wording import Word
from tests.rules.magic_fight.desk import armor, ball, effect, power, spell, wizard
from tests.rules.magic_fight.test_fight import WORLDS
from tests.rules.said import EN, missing

GAME = "magic_fight"
DESK = desk_of(SYSTEM)
BOLT = spell("Bolt", effect("energy_blast", 8))
SPIKE = spell("Spike", effect("killing_attack", 2))
FIRE = spell("Fire", effect("energy_blast", 3, ball()))
GHOST = spell("Ghost", effect("desolidification", 1))
HELP = spell("Help", effect("aid", 3))
STEP = spell("Step", effect("teleportation", 1))
UNDO = spell("Undo", effect("dispel", 5, against="desolidification"))


def at(people: dict[str, Any], **scene: Any) -> Position:
    opened = {"turn": 1, "segment": 12, "order": list(people), "active": next(iter(people))}
    return SYSTEM.read(people, {**opened, **scene})


def words(said: Word | str) -> str:
    return EN.say(said.key, GAME, **said.facts) if isinstance(said, Word) else said


def cast(position: Position, name: str, to: str | None = None, **options: Any) -> dict[str, Any]:
    """A spell aimed anew, as the resolver does when it is chosen."""
    step: dict[str, Any] = {"do": "cast", "by": position.scene.active, "with": {"spell": name}}
    if to is not None:
        step["to"] = to
    step = DESK.settled(position, step)
    return {**step, "with": {**step["with"], **options}}


def warned(position: Position, step: dict[str, Any]) -> list[str]:
    return [words(warn.word) for warn in DESK.warnings(SYSTEM, position, step, DESK.tried(SYSTEM, position, step))]


def paths(position: Position, step: dict[str, Any]) -> list[str]:
    return list(dict.fromkeys(item.path[0] for item in DESK.items(SYSTEM, position, step)))


def two(**state: Any) -> Position:
    return at({"ada": wizard([3, 3], BOLT, SPIKE, FIRE, GHOST, HELP, STEP, UNDO), "bel": wizard([9, 5], BOLT, GHOST, **state)})


def test_each_spell_asks_for_what_its_effects_need_and_no_more() -> None:
    position = two()
    asked = {name: paths(position, cast(position, name)) for name in ("Bolt", "Spike", "Fire", "Ghost", "Help", "Step", "Undo")}
    assert asked == {
        "Bolt": ["spell", "units"],
        "Spike": ["spell", "units", "defense"],
        "Fire": ["spell", "units", "hex"],
        "Ghost": ["spell"],
        "Help": ["spell", "units", "aid_to", "aid_spell", "aid_effect"],
        "Step": ["spell", "destination"],
        "Undo": ["spell", "units"],
    }


def test_another_spell_takes_over_what_it_needs_of_the_aim() -> None:
    position = two()
    spike = cast(position, "Spike", "bel", defense="energy", units=[1])
    bolt = DESK.settled(position, put(spike, ("spell",), "Bolt"))
    assert (bolt["to"], bolt["with"]) == ("bel", {"spell": "Bolt", "units": [1]})
    ghost = DESK.settled(position, put(bolt, ("spell",), "Ghost"))
    assert ("to" in ghost, ghost["with"]["spell"]) == (False, "Ghost")


def test_another_wizard_aided_has_spells_of_his_own() -> None:
    position = at({"ada": wizard([3, 3], HELP, SPIKE), "bel": wizard([9, 5], BOLT)})
    step = cast(position, "Help")
    assert step["with"]["aid_spell"] == "Spike"
    step = DESK.settled(position, put(step, ("aid_to",), "bel"))
    assert (step["with"]["aid_spell"], step["with"]["aid_effect"]) == ("Bolt", 0)


def test_fewer_units_cost_less_endurance() -> None:
    position = two()
    units = next(item for item in DESK.items(SYSTEM, position, cast(position, "Bolt")) if item.path == ("units",))
    assert [words(value.word) for value in units.values][:3] == [
        "all that it has: 4 END",
        "7d6 energy: 3 END",
        "6d6 energy: 3 END",
    ]
    assert [words(word) for word in DESK.about(position, cast(position, "Bolt", units=[3]))] == ["1 END of 20"]


def test_the_chance_to_hit_is_loud_and_wounds_stand_beside_it() -> None:
    position = two(stun=3)
    step = cast(position, "Bolt")
    bars = DESK.bars(SYSTEM, position, step)
    found = odds(SYSTEM, position, read_step(SYSTEM, position, step), (), DESK.reading(step))
    shown = {words(bar.label): found[bar.name].get(bar.value, 0.0) for bar in bars if bar.name in found}
    assert list(shown) == ["hits", "stuns", "knocks out", "kills", "bel"]
    assert shown["hits"] == shown["bel"] == pytest.approx(56 / 216)
    assert next(bar.name for bar in bars if bar.loud and bar.name in found) == "hit"
    line = DESK.target_line(position, step, "bel", DESK.tried(SYSTEM, position, step).why)
    assert [words(part) for part in line] == ["13 or more on 3d6", "7 hexes away", "Energy defence 2"]


def test_an_area_warns_of_the_caster_and_names_those_inside() -> None:
    position = at({"ada": wizard([3, 3], FIRE), "bel": wizard([5, 3]), "cyr": wizard([4, 4])})
    step = cast(position, "Fire", hex=[4, 3])
    assert warned(position, step)[:2] == ["The area holds ada, who casts it.", "In the area: bel and cyr."]
    assert "Nobody is in the area." in warned(position, cast(position, "Fire", hex=[20, 3]))


def test_what_is_particular_about_the_target_is_said_before_the_cast() -> None:
    desolid = two(powers=[power("desolidification", "Ghost")])
    assert warned(desolid, cast(desolid, "Bolt")) == ["bel is desolid: the spell passes through."]
    down = two(stun=-3)
    assert warned(down, cast(down, "Bolt")) == ["bel is knocked out: stun inflicted is doubled."]
    resting = two(recovery="pending")
    assert warned(resting, cast(resting, "Bolt")) == [
        "bel defends with a halved DCV.",
        "A hit cancels the recovery of bel.",
    ]
    bare = two()
    assert warned(bare, cast(bare, "Undo")) == ["bel maintains no power that this dispels."]


def test_upkeep_that_cannot_be_paid_is_foretold() -> None:
    """MF-TURN-5."""
    people = {"ada": wizard([3, 3], GHOST), "bel": wizard([9, 5], GHOST, endurance=3, powers=[power("desolidification", "Ghost")])}
    position = at(people)
    step = {"do": "end_phase", "by": "ada", "with": {}}
    assert warned(position, step) == [
        "ada has not acted in this phase.",
        "bel has to pay 4 END for powers and has 3: some will end, unless released first.",
    ]


def test_a_phase_that_is_used_up_is_ended_next_and_an_empty_segment_closed() -> None:
    position = two()
    assert DESK.after(SYSTEM, position, cast(position, "Bolt"), {}) == [{"do": "end_phase", "by": "ada", "with": {}}]
    empty = at({"ada": wizard([3, 3]), "bel": wizard([9, 5])}, active=None)
    assert DESK.after(SYSTEM, empty, {"do": "end_phase", "by": "bel"}, {}) == [{"do": "next_segment", "with": {}}]
    helpless = at({"ada": wizard([3, 3], stun=-1), "bel": wizard([9, 5])})
    assert DESK.after(SYSTEM, helpless, {"do": "next_segment"}, {"can_act": False}) == [
        {"do": "end_phase", "by": "ada", "with": {}}
    ]


def test_somebody_without_spells_or_powers_is_told_so() -> None:
    position = at({"ada": wizard([3, 3], armor(2, physical=4)), "bel": wizard([9, 5])})
    refused = {offer.action: offer.refused.code for offer in DESK.offers(SYSTEM, position, "ada") if offer.refused is not None}
    assert (refused["cast"], refused["drop_power"]) == ("unknown_spell", "unknown_power")


def test_every_value_of_a_hex_is_one_that_the_rules_accept() -> None:
    position = two()
    for do in ("move", "cast"):
        step = DESK.begin(SYSTEM, position, "ada", SYSTEM.actions["move"]) if do == "move" else cast(position, "Step")
        item = next(item for item in DESK.items(SYSTEM, position, step) if item.path[0] in ("hex", "destination"))
        assert len(item.values) > 20
        for value in item.values:
            assert DESK.tried(SYSTEM, position, put(step, item.path, value.value)).refused is None


def test_a_look_and_a_walk_say_how_far_and_whether_in_sight() -> None:
    position = at({"ada": wizard([0, 0]), "bel": wizard([4, 0])}, obstacles=[[2, 0]])
    look = DESK.begin(SYSTEM, position, "ada", SYSTEM.actions["look"])
    assert [words(word) for word in DESK.about(position, look)] == ["4 hexes away", "out of sight"]
    walk = {"do": "move", "by": "ada", "with": {"hex": [1, 0]}}
    assert [words(word) for word in DESK.about(position, walk)] == ["5 hexes left", "1 hex away", "in sight"]


def test_library_and_roster_are_named_from_the_lists() -> None:
    entry = {"name": "Glare", "effects": [{"effect": "flash", "modifiers": [{"modifier": "armor_piercing"}]}]}
    position = SYSTEM.read({"ada": {}}, {"library": [entry], "roster": [{"name": "Bel"}]})
    begun = {
        do: DESK.begin(SYSTEM, position, "ada", SYSTEM.actions[do]) for do in ("delete_spell", "delete_modifier", "edit_wizard")
    }
    assert begun["delete_spell"]["with"] == {"spell": "Glare"}
    assert begun["delete_modifier"]["with"] == {"spell": "Glare", "effect": 0, "modifier": "armor_piercing"}
    assert begun["edit_wizard"]["with"] == {"wizard": "Bel"}
    assert all(DESK.tried(SYSTEM, position, step).refused is None for step in begun.values())


@pytest.mark.parametrize("position", WORLDS[:60])
def test_every_action_begins_with_words_in_both_languages(position: Position) -> None:
    for who in position.sheets:
        for name, action in SYSTEM.actions.items():
            if name in ELSEWHERE:
                continue
            step = DESK.begin(SYSTEM, position, who, action)
            items = DESK.items(SYSTEM, position, step)
            tried = None
            if DESK.refused(SYSTEM, position, step) is None and name not in ("move", "cast", "remove_obstacles"):
                tried = DESK.tried(SYSTEM, position, step)
            warnings = DESK.warnings(SYSTEM, position, step, tried) if tried is not None else []
            shown = (items, DESK.title(position, step), DESK.about(position, step), DESK.bars(SYSTEM, position, step), warnings)
            assert missing(shown, GAME) == set()
