"""Hermetic magic: spellcasting of the Hermetic magi."""

from __future__ import annotations

from typing import Any

from gmtool.rules.system import Action, System, To
from gmtool.rules.systems.hermetic import fast, ledger, links, mastery, parma, plan, spontaneous, time, upkeep
from gmtool.rules.systems.hermetic.casting import cast
from gmtool.rules.systems.hermetic.multiple import cast_multiple
from gmtool.rules.systems.hermetic.scene import Scene
from gmtool.rules.systems.hermetic.sheet import Sheet
from gmtool.rules.systems.hermetic.state import State
from gmtool.rules.systems.hermetic.tell import tell

ONE = To("one")
MANY = To("many")
SOME = To("many", required=False)
COPIES = To("many", required=False, repeats=True)
ABSENT = To("many", absent=True)


def fresh(sheet: Any, scene: Any) -> State:
    """Rested, unhurt, without stocks, protections or effects."""
    return State()


SYSTEM = System(
    "hermetic",
    sheet=Sheet,
    state=State,
    scene=Scene,
    fresh=fresh,
    lasting_scene_fields=("sun", "minutes"),
    actions=(
        Action("cast_formal", cast, to=SOME, options=plan.CastFormal, group="casting"),
        Action("cast_ritual", cast, to=SOME, options=plan.CastRitual, group="casting"),
        Action("cast_spontaneous", cast, to=SOME, options=plan.CastSpontaneous, group="casting"),
        Action("cast_multiple", cast_multiple, to=COPIES, options=plan.CastMultiple, group="casting"),
        Action("raise_effect", spontaneous.raise_effect, to=SOME, options=spontaneous.RaiseEffect, group="casting"),
        Action("fast_cast_speed", fast.fast_cast_speed, options=fast.Speed, group="fast"),
        Action("recognize_form", fast.recognize_form, to=ONE, options=fast.Recognize, group="fast"),
        Action("aim", upkeep.aim_alone, options=upkeep.AimAlone, group="effects"),
        Action("concentrate", upkeep.keep_concentrating, options=upkeep.Concentrate, group="effects"),
        Action("end_effect", upkeep.end_effect, options=upkeep.EndEffect, group="effects"),
        Action("encounter", upkeep.encounter, options=upkeep.Encounter, group="effects"),
        Action("raise_parma", parma.raise_parma, group="resistance"),
        Action("suspend_resistance", parma.suspend_resistance, group="resistance"),
        Action("resume_resistance", parma.resume_resistance, group="resistance"),
        Action("protect", parma.protect, to=MANY, options=parma.Protect, group="resistance"),
        Action("unprotect", parma.unprotect, to=ABSENT, options=parma.Unprotect, group="resistance"),
        Action("sunrise", time.sunrise, by=False, group="time"),
        Action("sunset", time.sunset, by=False, group="time"),
        Action("pass_time", time.pass_time, by=False, options=time.PassTime, group="time"),
        Action("night_rest", time.night_rest, by=False, options=time.NightRest, group="time"),
        Action("end_turn", time.end_turn, by=False, group="time"),
        Action("gain_vis", ledger.gain_vis, options=ledger.Pawns, group="ledger"),
        Action("spend_vis", ledger.spend_vis, options=ledger.Pawns, group="ledger"),
        Action("add_link", links.add_link, to=ONE, options=links.AddLink, group="ledger"),
        Action("drop_link", links.drop_link, options=links.DropLink, group="ledger"),
        Action("adjust_fatigue", ledger.adjust_fatigue, options=ledger.AdjustFatigue, group="ledger"),
        Action("adjust_wounds", ledger.adjust_wounds, options=ledger.AdjustWounds, group="ledger"),
        Action("study_mastery", mastery.study_mastery, to=ONE, options=mastery.Study, group="ledger"),
    ),
    tell=tell,
)
