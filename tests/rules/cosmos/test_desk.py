"""What the resolver asks of a duel: legal values, the dice that decide, warnings, what comes next."""

from __future__ import annotations

from random import Random

import pytest

from gmtool.rules.board import Position
from gmtool.rules.desk import Step, desk_of
from gmtool.rules.resolve import odds, read_step
from gmtool.rules.wording import LANGUAGES, Catalogue, Word
from tests.rules.cosmos.duels import COSMOS, KORAX, done, duel, pending, rolled

DESK = desk_of(COSMOS)
WORDS = {language: Catalogue(language) for language in LANGUAGES}


def begun(position: Position, who: str, action: str) -> dict[str, object]:
    return DESK.begin(COSMOS, position, who, COSMOS.actions[action])


def options(position: Position, step: Step) -> dict[str, list[object]]:
    return {item.path[-1]: [value.value for value in item.values] for item in DESK.items(COSMOS, position, step)}


def warned(position: Position, step: Step) -> list[str]:
    return [warn.word.key for warn in DESK.warnings(COSMOS, position, step, DESK.tried(COSMOS, position, step))]


def chances(position: Position, step: Step) -> dict[str, dict[str, float]]:
    reading = DESK.weighs(COSMOS, position, step)
    return odds(COSMOS, position, read_step(COSMOS, position, dict(step)), reading=reading)


def test_an_attack_begins_with_the_first_that_can_be_paid_at_the_only_adversary() -> None:
    step = begun(duel(ilmar={"cs": 12}), "ilmar", "attack")
    assert step["with"] == {"attack": "Diamond Fist", "tier": "weak", "special": False}
    assert (step["by"], step["to"]) == ("ilmar", "nereis")


def test_an_attack_offers_its_own_tiers_and_its_special_effect_only_where_it_has_one() -> None:
    position = duel()
    lance = begun(position, "ilmar", "attack")
    assert options(position, lance) == {"attack": ["Aurora Lance", "Diamond Fist"], "tier": ["medium", "strong", "seventh"]}
    fist = DESK.settled(position, {**lance, "with": {**lance["with"], "attack": "Diamond Fist", "tier": "seventh"}})
    assert fist["with"] == {"attack": "Diamond Fist", "tier": "weak"}
    assert options(position, fist)["special"] == [False, True]


def test_a_block_may_be_made_by_the_armour_or_by_an_active_capacity_that_blocks() -> None:
    position = duel(ilmar={"pending": [pending(block_die=6)], "active_capacities": ["Frost Wall"]})
    step = {"do": "react", "by": "ilmar", "with": {"choice": "blocked"}}
    assert options(position, step)["capacity"] == [None, "Frost Wall"]
    assert "capacity" not in options(position, {**step, "with": {"choice": "normal"}})


def test_a_pending_attack_is_named_by_attack_author_and_damage_where_there_are_several() -> None:
    two = [pending(), pending(attack="Scald", element="fire", tier="medium", damage=20)]
    position = duel(ilmar={"pending": two})
    item = DESK.items(COSMOS, position, {"do": "roll_block", "by": "ilmar", "with": {}})[0]
    told = [WORDS["en"].say(value.word.key, "cosmos", **value.word.facts) for value in item.values if isinstance(value.word, Word)]
    assert told == ["Maelstrom of Nereis, 30", "Scald of Nereis, 20"]
    assert options(duel(ilmar={"pending": two[:1]}), {"do": "roll_block", "by": "ilmar", "with": {}}) == {}


def test_the_blocking_die_is_weighed_by_what_it_leaves_open() -> None:
    position = duel(ilmar={"pending": [pending()], "active_capacities": ["Frost Wall"]})
    found = chances(position, {"do": "roll_block", "by": "ilmar", "with": {}})
    assert found["band"] == pytest.approx({"normal": 4 / 6, "blocked": 2 / 6})


def test_the_simultaneous_die_is_weighed_against_its_threshold() -> None:
    position = duel(ilmar={"pending": [pending(block_die=4)], "simultaneous_successes": 1})
    found = chances(position, {"do": "try_simultaneous", "by": "ilmar", "with": {}})
    assert found["success"] == pytest.approx({"true": 1 / 3, "false": 2 / 3})


def test_a_clash_is_weighed_by_who_takes_the_upper_hand() -> None:
    incoming = pending(attack="Rime", element="ice", block_die=6)
    position = duel(ilmar={"pending": [incoming]})
    step = {"do": "reply", "by": "ilmar", "with": {"attack": "Aurora Lance", "tier": "strong"}}
    assert chances(position, step) == {"hand": pytest.approx({"by": 15 / 36, "to": 15 / 36, "tie": 6 / 36})}


def test_an_attack_is_weighed_by_the_chance_that_nothing_blocks_it() -> None:
    position = duel(ilmar={"active_capacities": ["Focus"]}, nereis={"effects": [{"effect": "wind", "value": 2, "turns_left": 1}]})
    step = {"do": "attack", "by": "ilmar", "to": "nereis", "with": {"attack": "Aurora Lance", "tier": "strong"}}
    assert chances(position, step) == {"through nereis": pytest.approx({"true": 1.0})}
    line = DESK.target_line(position, step, "nereis", {})
    assert [WORDS["en"].fact(part, "cosmos") for part in line] == ["170/170 HP, 90 PA, 110 CS", "blocking die −3"]


def test_a_first_use_and_an_attack_that_reveals_its_higher_tiers_are_pointed_out() -> None:
    step = {"do": "attack", "by": "ilmar", "to": "nereis", "with": {"attack": "Aurora Lance", "tier": "seventh"}}
    assert warned(duel(), step) == ["desk.warn.first_use"]
    assert warned(duel(), {**step, "with": {**step["with"], "tier": "medium"}}) == ["desk.warn.reveals"]


def test_a_recharge_that_would_suffice_is_pointed_out() -> None:
    position = duel(ilmar={"cs": 25, "decisions": [{"by": "nereis", "effect": "psychic", "cost": 40}]})
    assert warned(position, {"do": "counter", "by": "ilmar", "with": {}}) == ["desk.warn.recharge_suffices"]


def test_a_burn_that_kills_at_the_recap_is_pointed_out() -> None:
    position = duel(ilmar={"hp": 3, "effects": [{"effect": "fire", "value": 4, "turns_left": 2}]})
    assert "desk.warn.burn_kills" in warned(position, {"do": "end_turn"})


def test_after_an_attack_the_turn_ends_and_the_adversary_throws_the_die() -> None:
    attack = {"do": "attack", "by": "ilmar", "to": "nereis", "with": {"attack": "Aurora Lance", "tier": "medium"}}
    position = done(duel(), attack)
    steps = DESK.after(COSMOS, position, attack, {})
    assert steps == [{"do": "end_turn"}]
    position = done(position, steps[0])
    steps = DESK.after(COSMOS, position, steps[0], {})
    assert steps == [{"do": "roll_block", "by": "nereis", "with": {}}]
    position = done(position, steps[0], (6,))
    assert DESK.after(COSMOS, position, steps[0], {}) == [{"do": "react", "by": "nereis", "with": {"choice": "blocked"}}]


def test_after_a_simultaneous_die_that_came_up_the_reply_follows() -> None:
    position = duel(ilmar={"pending": [pending(block_die=4, block_result=4, simultaneous="open")]})
    steps = DESK.after(COSMOS, position, {"do": "try_simultaneous", "by": "ilmar"}, {"success": True})
    assert steps[0]["do"] == "reply"
    assert DESK.refused(COSMOS, position, steps[0]) is None


def test_every_action_of_the_game_can_be_begun_from_the_resolver() -> None:
    position = duel(
        KORAX,
        ilmar={
            "pending": [pending(block_die=6)],
            "effects": [{"effect": "ice", "value": 10}, {"effect": "modifier", "name": "Fog", "value": -1}],
            "special_markers": {"Chill": 2},
            "active_capacities": ["Frost Wall"],
        },
    )
    found = {offer.action: offer.refused for offer in DESK.offers(COSMOS, position, "ilmar")}
    assert set(found) == set(COSMOS.actions)
    for action in ("react", "break_free", "use_capacity", "drop_capacity", "remove_effect", "spend_special", "adjust", "end_duel"):
        assert found[action] is None, action
        step = begun(position, "ilmar", action)
        assert DESK.tried(COSMOS, position, step).refused is None, action


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_desk_stands_in_the_catalogue(language: str) -> None:
    words = WORDS[language]
    chance = Random(11)
    position = duel(KORAX)

    def told(word: Word | str) -> None:
        if isinstance(word, Word):
            assert words.has(word.key, "cosmos"), word.key
            words.say(word.key, "cosmos", **word.facts)

    for _ in range(150):
        legal = []
        for who in position.sheets:
            for offer in DESK.offers(COSMOS, position, who):
                step = begun(position, who, offer.action)
                for item in DESK.items(COSMOS, position, step):
                    for word in (item.label, item.note, *[value.word for value in item.values]):
                        told(word)
                for word in (
                    DESK.title(position, step),
                    *DESK.about(position, step),
                    *[bar.label for bar in DESK.bars(COSMOS, position, step)],
                ):
                    told(word)
                whole = all(field.name in step["with"] for field in COSMOS.actions[offer.action].options.fields if field.required)
                if offer.refused is None and whole:
                    if offer.action not in ("end_duel", "adjust", "yield"):
                        legal.append(step)
                    for warn in DESK.warnings(COSMOS, position, step, DESK.tried(COSMOS, position, step)):
                        told(warn.word)
                    if isinstance(step.get("to"), str):
                        for word in DESK.target_line(position, step, step["to"], {}):
                            told(word)
        step = chance.choice(legal)
        position = rolled(position, step, chance)
        for following in DESK.after(COSMOS, position, step, {}):
            assert DESK.refused(COSMOS, position, following) is None, following
