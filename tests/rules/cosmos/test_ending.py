"""Defeat, the end of a duel, and what the GM sets by hand (CO-END, R-28)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.cosmos.desk import Desk, attack, capacity, coming, deciding, effect, fighter, hit


def test_zero_hp_is_defeat_and_empties_what_was_open() -> None:
    """CO-END-1, 5: defeat by HP."""
    b = hit(
        coming("strong", "psychic", die=1),
        coming(),
        hp=10,
        decisions=[deciding()],
        sheet={"capacities": [capacity("aura")]},
        active_capacities=["aura"],
        markers={"ice": 2},
        effects=[effect("wind", 2, 1)],
        known={"a": ["blow"]},
    )
    desk = Desk({"active": "b"}, a=fighter(), b=b, c=fighter()).do("react", "b", choice="full")
    assert desk.figures("hp_lost", "defeated", "over", "activated", "effect") == (10, True, False, True, "psychic")
    after = desk.state("b")
    assert (after["defeated"], after["pending"], after["decisions"], after["active_capacities"]) == ("hp", [], [], [])
    assert (after["markers"], len(after["effects"]), after["known"]) == ({"ice": 2}, 1, {"a": ["blow"]})


def test_an_open_decision_given_up_is_defeat_by_its_effect() -> None:
    """CO-END-1."""
    b = hit(
        coming(),
        decisions=[deciding(10, "dimensional"), deciding(20)],
        sheet={"capacities": [capacity("x")]},
        active_capacities=["x"],
    )
    desk = Desk(a=fighter(), b=b).do("yield", "b")
    assert desk.outcome() == {"effect": "dimensional", "caster": "a", "over": True}
    after = desk.state("b")
    assert (after["defeated"], after["hp"], after["pending"], after["decisions"], after["active_capacities"]) == (
        "dimensional",
        200,
        [],
        [],
        [],
    )
    assert desk.scene()["winner"] == "a"


def test_the_duel_is_not_over_while_the_last_one_has_an_open_decision() -> None:
    """CO-END-1, R-19."""
    people = {"a": fighter(state={"decisions": [deciding(10, by="b")]}), "b": fighter(state={"decisions": [deciding(10)]})}
    desk = Desk(**people).do("yield", "b")
    assert desk.figures("over") == (False,)
    assert desk.scene()["winner"] is None
    won = Desk(**people).do("yield", "b").do("counter", "a")
    assert (won.figures("over"), won.scene()["winner"]) == ((True,), "a")
    drawn = Desk(**people).do("yield", "b").do("yield", "a")
    assert (drawn.figures("over"), drawn.scene()["winner"], drawn.scene()["over"]) == ((True,), None, True)


def test_whoever_fights_alone_does_not_win_but_may_fall() -> None:
    """5, over: of two or more combatants."""
    alone = {"a": fighter(state={"decisions": [deciding(10, by="a")]})}
    assert Desk(**alone).do("counter", "a").figures("over") == (False,)
    assert Desk(**alone).do("yield", "a").figures("over") == (True,)
    assert Desk(a=fighter()).do("adjust", to="a", hp=-200).scene()["over"] is True


def test_what_the_defeated_launched_stays_and_is_taken() -> None:
    """CO-END-1."""
    desk = Desk({"active": "b"}, a=fighter(state={"hp": 0}), b=hit(coming(die=4)), c=fighter())
    assert desk.do("react", "b", choice="normal").figures("hp_lost", "over") == (10, False)


def test_the_check_comes_with_the_next_step_that_has_one() -> None:
    """5, over: at the end of react, reply, counter, yield, end_turn, adjust."""
    people = {"a": fighter(), "b": fighter(state={"defeated": "psychic"})}
    assert Desk(**people).do("recharge", "a").scene()["over"] is False
    desk = Desk(**people).do("end_turn")
    assert desk.figures("over", "next", "turn") == (True, None, 1)
    assert Desk(**people).do("adjust", to="a", cs=-1).scene()["winner"] == "a"
    won = Desk({"active": "b"}, a=fighter(state={"hp": 0}), b=hit(coming(die=4))).do("react", "b", choice="normal")
    assert (won.figures("over"), won.scene()["winner"]) == ((True,), "b")


def test_nothing_is_done_in_a_duel_that_is_over_except_by_hand() -> None:
    """4.5: duel_over."""
    desk = Desk({"over": True, "winner": "a"}, a=fighter(attack("x"), capacities=[capacity("c")]), b=fighter())
    for name, options in (
        ("attack", {"to": "b", "attack": "x"}),
        ("recharge", {}),
        ("use_capacity", {"name": "c"}),
        ("drop_capacity", {"name": "c"}),
        ("counter", {}),
        ("yield", {}),
        ("break_free", {}),
    ):
        desk.do(name, "a", **options)
    desk.do("end_turn").do("start_duel", first="b")
    assert set(desk.codes()) == {"duel_over"}
    desk.do("adjust", to="b", hp=-200).do("apply_modifier", to="a", name="fog", block_die=1).do("remove_effect", to="a", index=0)
    desk.do("validate_sheet", "a")
    assert desk.codes()[-4:] == ["", "", "", ""]
    assert (desk.scene()["winner"], desk.state("b")["defeated"]) == ("a", "hp")


def test_the_end_of_a_duel_keeps_figures_and_known_attacks_alone() -> None:
    """CO-END-2, R-28."""
    state: dict[str, Any] = {
        "hp": 50,
        "pa": 10,
        "cs": 20,
        "markers": {"fire": 2},
        "special_markers": {"mark": 1},
        "effects": [effect("ice", 10)],
        "pending": [coming()],
        "decisions": [deciding()],
        "active_capacities": ["aura"],
        "capacities_used": 1,
        "capacity_cs_spent": True,
        "attacked": True,
        "replied": True,
        "recharged": True,
        "recharged_last_turn": True,
        "simultaneous_successes": 2,
        "known": {"a": ["blow"]},
        "special_uses": {"x": 1},
        "defeated": "psychic",
    }
    scene = {"turn": 9, "active": "b", "phase": "attack", "over": True, "winner": "c", "chaos_die": 8, "witnesses_learn": True}
    people = {
        "a": fighter(state={"hp": 0}),
        "b": fighter(capacities=[capacity("aura")], state=state),
        "c": fighter(state={"hp": 9}),
    }
    desk = Desk(scene, **people).do("end_duel")
    assert desk.outcome() == {"winner": "c", "restored": False, "forgotten": False}
    fresh = Desk(b=fighter()).run()["combatants"]["b"]["state"]
    assert desk.state("b") == {**fresh, "hp": 50, "pa": 10, "cs": 20, "known": {"a": ["blow"]}}
    assert (desk.state("a")["defeated"], desk.state("a")["hp"], desk.state("c")["hp"]) == ("hp", 0, 9)
    after = desk.scene()
    assert (after["turn"], after["active"], after["phase"], after["over"], after["winner"]) == (1, "b", "defence", False, None)
    assert (after["chaos_die"], after["witnesses_learn"]) == (8, True)


def test_figures_are_restored_and_attacks_forgotten_only_on_request() -> None:
    """CO-END-2, R-28."""
    state = {"hp": 0, "pa": 1, "cs": 2, "known": {"b": ["x"]}}
    desk = Desk({"over": True, "winner": "b"}, a=fighter(state=state), b=fighter()).do("end_duel", restore=True)
    assert desk.outcome() == {"winner": "b", "restored": True, "forgotten": False}
    assert (desk.points("a"), desk.state("a")["defeated"], desk.state("a")["known"]) == ((200, 100, 200), None, {"b": ["x"]})
    assert desk.scene()["active"] == "a"
    assert desk.do("end_duel", forget=True).outcome() == {"winner": None, "restored": False, "forgotten": True}
    assert desk.state("a")["known"] == {}


def test_where_nobody_stands_the_first_is_active_after_the_end() -> None:
    """end_duel: else the first."""
    desk = Desk({"active": "b"}, a=fighter(state={"hp": 0}), b=fighter(state={"hp": 0})).do("end_duel")
    assert desk.scene()["active"] == "a"


def test_an_adjustment_stays_between_zero_and_the_sheet() -> None:
    """adjust, CO-HIT-6."""
    desk = Desk(a=fighter(state={"hp": 100, "pa": 50, "cs": 100}), b=fighter()).do("adjust", to="a", hp=-30, pa=60, cs=-200)
    assert desk.outcome() == {"hp": 70, "pa": 100, "cs": 0, "defeated": False}
    assert desk.do("adjust", to="a").outcome() == {"hp": 70, "pa": 100, "cs": 0, "defeated": False}
    assert desk.do("adjust", to="a", hp=-99999).outcome() == {"hp": 0, "pa": 100, "cs": 0, "defeated": True}
    assert (desk.scene()["over"], desk.scene()["winner"]) == (True, "b")
    assert desk.do("adjust", to="a", hp=5).code() == "defeated"


def test_markers_are_adjusted_without_activation() -> None:
    """adjust: 0 to 9999."""
    desk = (
        Desk(a=fighter(), b=fighter())
        .do("adjust", to="a", element="fire", markers=9999)
        .do("adjust", to="a", element="fire", markers=5)
    )
    assert (desk.state("a")["markers"], desk.state("a")["effects"]) == ({"fire": 9999}, [])
    assert desk.do("adjust", to="a", element="fire", markers=-9999).state("a")["markers"] == {}
    assert desk.do("adjust", to="a", element="fire", markers=0).state("a")["markers"] == {}
    assert desk.do("adjust", to="a", element="fire").code() == "missing_field"
    assert desk.do("adjust", to="a", markers=1).code() == "missing_field"
    assert desk.do("adjust", to="a", element="physical", markers=1).code() == "bad_value"


@pytest.mark.parametrize("turns", [None, 2])
def test_a_modifier_by_hand_counts_from_this_turn(turns: int | None) -> None:
    """apply_modifier, 6.5."""
    desk = Desk({"turn": 7}, a=fighter(), b=fighter()).do("apply_modifier", to="b", name="fog", block_die=-2, turns=turns)
    assert desk.outcome() == {"name": "fog", "block_die": -2, "turns": turns}
    assert desk.state("b")["effects"] == [
        {"effect": "modifier", "name": "fog", "by": None, "value": -2, "turns_left": turns, "from_turn": 7}
    ]
    assert Desk(a=fighter(), b=fighter(state={"hp": 0})).do("apply_modifier", to="b", name="fog", block_die=1).code() == "defeated"


def test_any_running_effect_is_removed_by_hand() -> None:
    """remove_effect: none of the three looks at turns or the end."""
    effects = [effect("ice", 10), {**effect("modifier", 1), "name": "fog"}]
    desk = Desk({"over": True}, a=fighter(), b=fighter(state={"hp": 0, "effects": effects})).do("remove_effect", to="b", index=1)
    assert desk.outcome() == {"effect": "modifier", "name": "fog"}
    assert desk.do("remove_effect", to="b", index=1).code() == "not_allowed"
    assert desk.do("remove_effect", to="b", index=0).outcome() == {"effect": "ice", "name": None}
    assert desk.do("remove_effect", to="b").code() == "missing_field"


def test_a_burning_fighter_still_acts_once_before_falling() -> None:
    """R-34: the burn is at the recap."""
    state = {"hp": 2, "effects": [effect("fire", 3, 1)]}
    desk = Desk(a=fighter(attack("x"), state=state), b=fighter(), c=fighter()).do("attack", "a", "b", attack="x").do("end_turn")
    assert desk.figures("burn", "expired", "defeated", "over") == (2, ["fire"], True, False)
    assert [one["by"] for one in desk.state("b")["pending"]] == ["a"]
