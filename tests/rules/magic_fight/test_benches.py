"""The benches of the workshops say what the rules say: same costs, same refusals, for every effect with every modifier."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.rules.errors import RuleError
from gmtool.rules.resolve import attempt, read_step
from gmtool.rules.system import find
from gmtool.rules.systems.magic_fight import tables
from gmtool.rules.workshop import spell_bench, wizard_bench

SYSTEM = find("magic_fight")
SPELLS, WIZARDS = spell_bench(SYSTEM), wizard_bench(SYSTEM)
LIBRARY = [
    {"name": "Dart", "effects": [{"effect": "energy_blast"}]},
    {"name": "Shell", "effects": [{"effect": "armor"}, {"effect": "regeneration"}]},
]


def asked(step: dict[str, Any], library: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    position = SYSTEM.read({}, {"library": library or []})
    found = attempt(SYSTEM, position, read_step(SYSTEM, position, step), ())
    if found.refused is not None:
        raise found.refused
    assert found.resolution is not None
    return found.resolution.outcome


def test_every_base_effect_is_on_offer_once() -> None:
    assert sorted(base.key for base in SPELLS.bases()) == sorted(tables.EFFECTS)


@pytest.mark.parametrize("key", tables.EFFECTS)
def test_each_modifier_costs_what_the_rules_quote_and_is_refused_where_they_refuse_it(key: str) -> None:
    effect = SPELLS.begin(key)
    marks = SPELLS.marks([effect], [SPELLS.least(effect)], 0, {})
    assert sorted(mark.key for mark in marks) == sorted(tables.FITS)
    for mark in marks:
        wanted: dict[str, Any] = {"modifier": mark.key}
        if mark.key in tables.OPTION:
            wanted[tables.OPTION[mark.key]] = mark.option
        step = {"do": "quote_spell", "with": {"effects": [{**effect, "modifiers": [wanted]}]}}
        if mark.refused is None:
            assert asked(step)["cost"] == mark.cost
            assert SPELLS.toggled(SPELLS.toggled(effect, mark.key, mark.option), mark.key, mark.option) == effect
        else:
            with pytest.raises(RuleError) as caught:
                asked(step)
            assert caught.value.code == mark.refused.code == "modifier_not_applicable"
            assert mark.fits is not None


def test_the_hole_goes_with_the_area_and_with_another_shape() -> None:
    effect = SPELLS.toggled(SPELLS.toggled(SPELLS.begin("flash"), "area", "ball"), "hole_in_center", None)
    assert SPELLS.toggled(effect, "area", "ball")["modifiers"] == []
    assert SPELLS.toggled(effect, "area", "cone")["modifiers"] == [{"modifier": "area", "shape": "cone"}]


def test_a_wizard_costs_what_the_rules_quote_and_comes_to_the_same_sheet() -> None:
    scene = SYSTEM.scene.read({"library": LIBRARY})
    draft = WIZARDS.blank()
    for key, steps in (("dexterity", 5), ("endurance", 3), ("presence", -4), ("speed", 2)):
        draft = WIZARDS.changed(draft, key, steps)
    for name in ("Dart", "Shell"):
        draft = WIZARDS.traded(scene, draft, None, name)
    draft = WIZARDS.grown(scene, draft, None, 0, 0, 4)
    options = {name: value for name, value in draft.items() if name != "name"}
    told = asked({"do": "quote_wizard", "with": options}, LIBRARY)
    account = WIZARDS.account(scene, draft, None)
    assert account.total / 2 == told["total_cost"]
    assert account.remaining / 2 == told["remaining"]
    assert list(account.spells) == told["spell_costs"]
    assert {figure.key: figure.value for figure in WIZARDS.figures(draft)} == {name: told[name] for name in tables.CHARACTERISTICS}
    sheet = WIZARDS.sheet(scene, {**draft, "name": "Ash"}, None)
    assert WIZARDS.opened(sheet) == {**draft, "name": "Ash"}


def test_a_wizard_beyond_the_points_is_refused_and_one_at_them_is_not() -> None:
    scene = SYSTEM.scene.read({"library": LIBRARY, "generation_points": 20})
    at = {**WIZARDS.changed(WIZARDS.blank(), "strength", 20), "name": "Ash"}
    assert WIZARDS.sheet(scene, at, None)["characteristics"]["strength"] == 30
    with pytest.raises(RuleError) as caught:
        WIZARDS.sheet(scene, WIZARDS.changed(at, "endurance", 1), None)
    assert caught.value.code == "insufficient_points"
