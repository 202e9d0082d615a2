"""Casting: formal, ritual and spontaneous magic, virtus, words and gestures (HM-CAST, HM-FORM, HM-RIT, HM-SPON, HM-VIS, HM-WORD)."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.rules.resolve import attempt, read_step
from gmtool.rules.systems.hermetic import SYSTEM
from tests.rules.hermetic.desk import MUNDANE, PLAIN, STOCK, Desk, magus


def stocked(**scene: Any) -> Desk:
    return Desk({"m": magus({"vis": STOCK}), "g": MUNDANE, "p": PLAIN}, **scene)


CREO_IGNEM = {"technique": "creo", "form": "ignem"}


def test_the_score_adds_arts_stamina_aura_and_whatever_weighs_and_explains_each() -> None:
    """HM-CAST-1."""
    desk = stocked(aura=3)
    outcome = desk.do("cast_formal", spell="pilum", vis={"creo": 2}, voice="quiet", gestures="exaggerated", modifier=-4, dice=(5,))
    assert outcome["score"] == 10 + 8 + 2 + 3 + 4 - 5 + 1 - 4
    parts = desk.why("score")
    assert sum(value or 0 for value in parts.values()) == outcome["score"]
    assert parts["choice.creo"] == 10
    assert parts["term.voice.quiet"] == -5
    assert "term.fast" not in parts


def test_only_a_magus_casts() -> None:
    """HM-CAST-2."""
    assert stocked().refused("cast_formal", "g", spell="pilum") == "not_a_magus"


def test_virtus_is_spent_and_fatigue_lost_whether_or_not_the_casting_succeeds() -> None:
    """HM-CAST-3, HM-VIS-6."""
    desk = stocked()
    outcome = desk.do("cast_formal", spell="inferno", vis={"ignem": 1}, modifier=-20, dice=(2,))
    assert (outcome["success"], outcome["vis_spent"], outcome["fatigue_lost"]) == (False, 1, 1)
    assert desk.state()["vis"]["ignem"] == 11


def test_formal_magic_is_for_known_spells_that_are_no_rituals() -> None:
    """HM-FORM-1, HM-RIT-1."""
    assert stocked().refused("cast_formal", spell="lost") == "unknown_spell"
    assert stocked().refused("cast_formal", spell="aegis") == "is_ritual"
    assert stocked().refused("cast_ritual", spell="pilum") == "not_ritual"


def test_a_formal_total_adds_mastery_and_the_die() -> None:
    """HM-FORM-2, HM-MAS-2."""
    assert stocked().do("cast_formal", spell="spark", dice=(5,))["total"] == 20 + 4 + 5


def test_the_formal_die_is_simple_when_calm_and_stress_under_stress_or_for_a_mastered_spell() -> None:
    """HM-FORM-3, HM-MAS-5."""
    assert stocked().do("cast_formal", spell="pilum", dice=(5,))["die_kind"] == "simple"
    assert stocked(stress=True).do("cast_formal", spell="pilum", dice=(5,))["die_kind"] == "stress"
    assert stocked(stress=True).do("cast_formal", spell="pilum", stress=False, dice=(5,))["die_kind"] == "simple"
    assert stocked().do("cast_formal", spell="spark", dice=(5,))["die_kind"] == "stress"


@pytest.mark.parametrize(("modifier", "success", "lost"), [(0, True, 0), (-1, True, 1), (-10, True, 1), (-11, False, 1)])
def test_a_formal_spell_is_cast_with_up_to_ten_missing_at_the_price_of_a_level(modifier: int, success: bool, lost: int) -> None:
    """HM-FORM-4, HM-FORM-5, HM-FORM-6, HM-FORM-7."""
    outcome = stocked().do("cast_formal", spell="pilum", modifier=modifier - 5, dice=(5,))
    assert (outcome["success"], outcome["fatigue_lost"], outcome["minutes"]) == (success, lost, 0)


def test_a_ritual_takes_a_quarter_of_an_hour_and_a_pawn_for_each_magnitude() -> None:
    """HM-RIT-2, HM-RIT-3."""
    outcome = stocked().do("cast_ritual", spell="aegis", vis={"rego": 2, "vim": 3}, dice=(5,))
    assert (outcome["minutes"], outcome["vis_spent"], outcome["score"]) == (75, 5, 13)
    assert stocked().refused("cast_ritual", spell="aegis", vis={"rego": 4}) == "ritual_vis_short"
    assert stocked().refused("cast_ritual", spell="aegis", vis={"creo": 5}) == "vis_wrong_art"


def test_pawns_beyond_the_cost_boost_within_the_score_of_each_art() -> None:
    """HM-RIT-3, HM-RIT-4, HM-VIS-3."""
    assert stocked().do("cast_ritual", spell="aegis", vis={"rego": 6, "vim": 1}, dice=(5,))["score"] == 13 + 4
    assert stocked().refused("cast_ritual", spell="aegis", vis={"rego": 7}) == "vis_over_art"


def test_a_ritual_total_adds_both_studies_which_may_be_nought() -> None:
    """HM-RIT-5, HM-RIT-6."""
    outcome = stocked().do("cast_ritual", spell="aegis", vis={"rego": 5}, dice=(5,))
    assert (outcome["total"], outcome["die_kind"]) == (13 + 3 + 5, "stress")
    plain = Desk({"m": magus({"vis": STOCK}, abilities={})})
    assert plain.do("cast_ritual", spell="aegis", vis={"rego": 5}, dice=(5,))["total"] == 18


@pytest.mark.parametrize(
    ("margin", "success", "lost"),
    [(0, True, 1), (-1, True, 2), (-5, True, 2), (-6, True, 3), (-10, True, 3), (-11, False, 4), (-15, False, 4), (-16, False, 5)],
)
def test_a_ritual_costs_long_levels_by_its_margin(margin: int, success: bool, lost: int) -> None:
    """HM-RIT-7."""
    outcome = stocked().do("cast_ritual", spell="aegis", vis={"rego": 5}, modifier=margin + 4, dice=(5,))
    assert (outcome["margin"], outcome["success"], outcome["fatigue_lost"], outcome["fatigue_kind"]) == (
        margin,
        success,
        lost,
        "long",
    )


def test_a_botched_ritual_costs_five_levels() -> None:
    """HM-RIT-7."""
    outcome = stocked().do("cast_ritual", spell="aegis", vis={"rego": 5}, modifier=40, dice=(0, 0, 5, 5, 5, 5, 5))
    assert (outcome["total"], outcome["fatigue_lost"]) == (0, 5)


def test_a_botched_ritual_of_a_low_level_costs_five_levels_too() -> None:
    """HM-RIT-7: its total of 0 is only 5 below the level."""
    rite = {"technique": "rego", "form": "vim", "level": 5, "ritual": True}
    desk = Desk({"m": magus({"vis": STOCK}, spells={"rite": rite})})
    outcome = desk.do("cast_ritual", spell="rite", vis={"rego": 1}, dice=(0, 0, 5))
    assert (outcome["margin"], outcome["success"], outcome["fatigue_lost"]) == (-5, False, 5)
    assert desk.state()["fatigue"]["long"] == 5


def test_any_level_from_one_may_be_declared_spontaneously() -> None:
    """HM-SPON-1."""
    assert stocked().do("cast_spontaneous", **CREO_IGNEM, level=1, dice=(5,))["success"] is True


def test_with_fatigue_the_sum_with_a_stress_die_is_halved_and_costs_a_level() -> None:
    """HM-SPON-2, HM-SPON-4."""
    outcome = stocked().do("cast_spontaneous", **CREO_IGNEM, level=15, dice=(5,))
    assert (outcome["total"], outcome["die_kind"], outcome["fatigue_lost"], outcome["success"]) == (12, "stress", 1, False)


def test_without_fatigue_the_score_is_divided_by_five_without_a_die() -> None:
    """HM-SPON-3."""
    outcome = stocked().do("cast_spontaneous", **CREO_IGNEM, level=4, fatigue=False)
    assert (outcome["total"], outcome["die"], outcome["fatigue_lost"], outcome["fatigue_kind"]) == (4, None, 0, None)
    assert stocked().do("cast_spontaneous", **CREO_IGNEM, level=1, fatigue=False, modifier=-21)["total"] == -1


def test_the_spell_is_cast_at_the_declared_level_and_the_surplus_penetrates() -> None:
    """HM-SPON-5, HM-SPON-9."""
    outcome = stocked().do("cast_spontaneous", **CREO_IGNEM, level=5, dice=(5,))
    assert (outcome["level"], outcome["penetration"], outcome["max_level"]) == (5, 12 + 3 - 5, 12)
    assert stocked().do("cast_spontaneous", **CREO_IGNEM, level=13, dice=(5,))["success"] is False


def test_a_cast_effect_may_be_raised_to_the_total_each_level_costing_penetration() -> None:
    """HM-SPON-7."""
    desk = stocked()
    desk.do("cast_spontaneous", to="p", **CREO_IGNEM, level=5, dice=(5,))
    assert desk.refused("raise_effect", level=13, change=["range"]) == "over_total"
    assert desk.refused("raise_effect", level=8, change=[]) == "bad_value"
    outcome = desk.do("raise_effect", level=8, change=["duration"], duration="sun")
    assert (outcome["penetration"], outcome["affected"], outcome["effect"]) == (7, False, "e1")
    desk.do("end_turn", None)
    assert desk.refused("raise_effect", level=9, change=["range"]) == "nothing_to_raise"


def test_strength_is_raised_only_where_the_effect_was_declared_open() -> None:
    """HM-SPON-6, HM-SPON-8."""
    desk = stocked()
    desk.do("cast_spontaneous", **CREO_IGNEM, level=5, dice=(5,))
    assert desk.refused("raise_effect", level=8, change=["strength"]) == "not_allowed"
    desk.do("cast_spontaneous", **CREO_IGNEM, level=5, open=True, dice=(5,))
    assert desk.do("raise_effect", level=8, change=["strength"])["level"] == 8


def test_pawns_are_of_the_spell_s_arts_within_the_art_and_the_stock() -> None:
    """HM-VIS-1, HM-VIS-2, HM-VIS-6."""
    assert stocked().refused("cast_formal", spell="pilum", vis={"vim": 1}) == "vis_wrong_art"
    assert stocked().refused("cast_formal", spell="pilum", vis={"ignem": 9}) == "vis_over_art"
    assert Desk().refused("cast_formal", spell="pilum", vis={"ignem": 1}) == "vis_over_stock"


def test_the_stock_is_a_ledger() -> None:
    """HM-VIS-6."""
    desk = Desk()
    assert desk.do("gain_vis", art="vim", pawns=4, reason="a spring")["stock"] == 4
    assert desk.refused("spend_vis", art="vim", pawns=5) == "vis_over_stock"
    assert desk.refused("gain_vis", art="vim", pawns=997) == "not_allowed"
    assert desk.do("spend_vis", art="vim", pawns=3) == {"art": "vim", "pawns": 3, "stock": 1, "reason": None}


def test_rituals_keep_to_a_clear_voice_and_bold_gestures() -> None:
    """HM-WORD-1."""
    for options in ({"voice": "loud"}, {"gestures": "none"}, {"fast": True}):
        assert stocked().refused("cast_ritual", spell="aegis", vis={"rego": 5}, **options) == "option_conflict"


@pytest.mark.parametrize(("voice", "modifier", "reach"), [("loud", 1, 50), ("clear", 0, 15), ("quiet", -5, 5), ("silent", -10, 0)])
def test_the_voice_modifies_the_score_and_carries_so_far(voice: str, modifier: int, reach: int) -> None:
    """HM-WORD-2, HM-WORD-3."""
    outcome = stocked().do("cast_formal", spell="pilum", voice=voice, distance=reach, dice=(5,))
    assert (outcome["score"], outcome["voice_reach"]) == (20 + modifier, reach)
    assert stocked().refused("cast_formal", spell="pilum", voice=voice, distance=reach + 1) == "out_of_range"


@pytest.mark.parametrize(("gestures", "modifier"), [("exaggerated", 1), ("bold", 0), ("subtle", -2), ("none", -5)])
def test_gestures_modify_the_score(gestures: str, modifier: int) -> None:
    """HM-WORD-2."""
    assert stocked().do("cast_formal", spell="pilum", gestures=gestures, dice=(5,))["score"] == 20 + modifier


def test_a_silent_voice_reaches_the_caster_alone() -> None:
    """HM-WORD-3."""
    assert stocked().refused("cast_formal", to="g", spell="pilum", voice="silent") == "out_of_range"
    assert stocked().do("cast_formal", to="m", spell="pilum", voice="silent", dice=(5,))["voice_reach"] == 0


def test_every_part_is_explained_before_the_first_die() -> None:
    """HM-CAST-1, HM-PEN-1, HM-MR-4, HM-DIE-5."""
    desk = stocked(stress=True)
    step = read_step(SYSTEM, desk.position, desk.step("cast_formal", to="p", spell="pilum"))
    tried = attempt(SYSTEM, desk.position, step, ())
    assert tried.needs is not None
    assert tried.needs.purpose == "casting"
    assert set(tried.why) == {"score", "botch_dice", "total", "resistance.p", "penetration.p"}
    assert [(term.name, term.value) for term in tried.why["resistance.p"]] == [("choice.ignem", 7)]
