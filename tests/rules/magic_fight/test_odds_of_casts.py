"""The odds of spells that mix damage with what reads it: those of every fall of their dice."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from gmtool.rules.dice import Tape
from gmtool.rules.resolve import odds, read_step, resolve, scalars, written
from gmtool.rules.systems.magic_fight import SYSTEM
from tests.rules.magic_fight.desk import Desk, armor, ball, effect, spell, wizard

BOLT = spell("Bolt", effect("energy_blast", 3))
STRONG = {"characteristics": {"constitution": 40}}


def agree_with_every_fall(desk: Desk, given: list[int], dice: int) -> None:
    """Compare the odds after the faces `given` with `dice` more thrown every way."""
    raw = desk.raw["steps"][0]
    position = SYSTEM.read(desk.raw["combatants"], desk.raw["scene"])
    step = read_step(SYSTEM, position, {key: value for key, value in raw.items() if key != "dice"})
    weighed = odds(SYSTEM, position, step, given)
    counted: dict[str, dict[str, float]] = {}
    for faces in product(range(1, 7), repeat=dice):
        outcome = scalars(resolve(SYSTEM, position, step, Tape([*given, *faces])).outcome)
        for name, value in outcome.items():
            chances = counted.setdefault(name, {})
            chances[written(value)] = chances.get(written(value), 0.0) + 1 / 6**dice
    assert weighed.keys() == counted.keys()
    for name, chances in counted.items():
        assert weighed[name].keys() == chances.keys(), name
        assert all(abs(weighed[name][value] - chance) < 1e-9 for value, chance in chances.items()), name


def at_one(*effects: dict[str, Any], foe: tuple[Any, ...] = (), **state: Any) -> Desk:
    desk = Desk(a=wizard([10, 10], spell("S", *effects), sheet=STRONG), b=wizard([12, 10], *foe, **state))
    return desk.do("cast", "a", "b", spell="S", defense="physical", destination=[15, 10])


def around(*effects: dict[str, Any], **state: Any) -> Desk:
    """A ball that holds the caster, a friend and a foe."""
    desk = Desk(
        a=wizard([10, 10], spell("S", *effects), sheet=STRONG, stun=5),
        b=wizard([11, 10], BOLT, **state),
        c=wizard([12, 10], stun=4),
    )
    return desk.do("cast", "a", spell="S", defense="energy", hex=[11, 10], destination=[15, 10])


HIT = [6, 6, 6]


@pytest.mark.parametrize(
    ("desk", "given", "dice"),
    [
        (at_one(effect("energy_blast", 2), effect("killing_attack", 1), effect("flash", 2), body=5, stun=9), [*HIT, 4, 3], 4),
        (
            at_one(effect("killing_attack", 2, "penetrating", "increased_stun"), foe=(armor(4, physical=8),), stun=-1, body=4),
            HIT,
            3,
        ),
        (at_one(effect("energy_blast", 2), effect("power_drain", 2, against="energy_blast"), foe=(BOLT,), stun=8), HIT, 4),
        (
            at_one(
                effect("power_drain", 2, against="armor"),
                effect("killing_attack", 1, "armor_piercing"),
                effect("energy_blast", 2, "no_stun"),
                foe=(armor(3, "hard_to_dispel", physical=5, energy=1),),
                body=3,
            ),
            [*HIT, 5],
            5,
        ),
        (
            at_one(
                effect("power_drain", 1, against="energy_blast"),
                effect("transfer", 2, against="energy_blast", into="body"),
                foe=(BOLT,),
            ),
            HIT,
            3,
        ),
        (around(effect("energy_blast", 2, ball()), effect("teleportation", 1), body=1), HIT, 5),
        (around(effect("flash", 2, ball()), effect("teleportation", 1)), HIT, 5),
        (around(effect("flash", 2, ball()), effect("teleportation", 1), effect("energy_blast", 2, ball())), [*HIT, 6, 6, 4, 3], 3),
        (
            around(effect("energy_blast", 2, ball()), effect("transfer", 2, ball(), against="energy_blast", into="constitution")),
            HIT,
            4,
        ),
    ],
    ids=["together", "killing", "drained", "armour", "transfer", "struck", "flashed", "before", "raised"],
)
def test_the_odds_of_a_mixed_spell_are_those_of_every_fall_of_its_dice(desk: Desk, given: list[int], dice: int) -> None:
    """Page 5.5, steps 5 and 6."""
    agree_with_every_fall(desk, given, dice)


def test_dice_of_one_flash_on_the_table_leave_the_other_one_open() -> None:
    """MF-EFF-FLASH, R17."""
    agree_with_every_fall(at_one(effect("flash", 2), effect("flash", 3)), [*HIT, 6, 6], 3)


def test_a_spell_of_many_dice_at_many_wizards_is_weighed_whole() -> None:
    """MF-MOD-AREA, MF-DMG-9: nine wizards lose 42 body to the killing dice and twice 25 less their defences, 29 together."""
    crowd = {f"w{n}": wizard([12 + n % 4, 8 + n // 4], sheet={"characteristics": {"constitution": 10 + n}}) for n in range(8)}
    storm = spell("S", effect("killing_attack", 12, ball()), effect("energy_blast", 25, ball()), effect("energy_blast", 25, ball()))
    mage = {"characteristics": {"dexterity": 90, "constitution": 40}, "bought": {"endurance": 200}}
    desk = Desk(a=wizard([30, 30], storm, sheet=mage), **crowd)
    found = desk.do("cast", "a", spell="S", defense="energy", hex=[13, 9]).odds()
    assert found["affected"] == {"9": 1.0}
    assert all(abs(sum(chances.values()) - 1) < 1e-6 for chances in found.values())
    mean = sum(int(body) * chance for body, chance in found["body_damage"].items())
    assert abs(mean - (9 * 42 + 2 * (9 * 25 - 29))) < 1e-3
