"""Casting: what formal, ritual and spontaneous magic, single or in copies, have in common (HM-CAST, HM-CONC, HM-AIM)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from gmtool.rules.board import Term
from gmtool.rules.dice import Dice
from gmtool.rules.shapes import Json
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.hermetic.checks import Targets, ceremonial_limit, check_against, planned, voice_reach
from gmtool.rules.systems.hermetic.delivery import Meeting, affected_of, block, failed_block, row
from gmtool.rules.systems.hermetic.dice import Rolled, simple, stress, worth
from gmtool.rules.systems.hermetic.effects import ending, keep_effect
from gmtool.rules.systems.hermetic.fatigue import level_of, lose_long, lose_short
from gmtool.rules.systems.hermetic.links import multipliers
from gmtool.rules.systems.hermetic.plan import Aim, Cast, Plan
from gmtool.rules.systems.hermetic.resistance import resistance
from gmtool.rules.systems.hermetic.rolls import aim, aim_bonus, concentrate, concentration_bonus, hits
from gmtool.rules.systems.hermetic.scene import HermeticBoard
from gmtool.rules.systems.hermetic.score import casting_score, explained
from gmtool.rules.systems.hermetic.state import Against, Effect, Reached, Spontaneous, Touched
from gmtool.rules.systems.hermetic.tables import DELIVERIES, UNCONSCIOUS, ritual_loss

FAST_BOTCH_DICE = 2
FORMAL_REACH = -10
INTERRUPTED_RITUAL, BOTCHED_RITUAL = 4, 5


class Foe(NamedTuple):
    """A target before the dice: whether resistance applies, how much it has, and what links add to Penetration."""

    who: str
    applies: bool
    resistance: int | None
    bonus: int


class Aiming(NamedTuple):
    """How the targets of an indirect spell are aimed at."""

    bonus: int
    kind: str
    pool: int
    defense: int | None


class Prepared(NamedTuple):
    """Everything that one copy needs besides its dice."""

    kind: str
    level: int
    delivery: str
    base: int
    halved: bool
    limit: int | None
    die_kind: str
    pool: int
    tiring: bool
    bonus: int
    aiming: Aiming | None


class Thrown(NamedTuple):
    """One copy thrown: die, total, success, botches and what it costs."""

    rolled: Rolled | None
    total: int | None
    success: bool
    fatigue: int


def prepare(board: HermeticBoard, step: Step[Cast], plan: Plan, copies: Targets) -> tuple[int, Prepared, dict[str, Foe]]:
    """The Casting Score, the figures of a copy and the targets, each explained before the first die."""
    by = step.by
    sheet = board.sheet(by)
    everybody = tuple(dict.fromkeys([who for targets in copies for who in targets]))
    linked = multipliers(board.view(by).links, step.options.links, everybody)
    check_against(board, step, plan)
    score = casting_score(board, by, plan)
    scholar = plan.kind == "ritual"
    total_terms = [
        Term("term.score", score, "HM-FORM-2"),
        Term("term.artes_liberales", sheet.abilities["artes_liberales"] if scholar else 0, "HM-RIT-5"),
        Term("term.philosophiae", sheet.abilities["philosophiae"] if scholar else 0, "HM-RIT-5"),
        Term("term.mastery", plan.mastery, "HM-MAS-2"),
    ]
    base = sum([term.value or 0 for term in total_terms])
    die_kind = die_of(plan)
    pool = botch_pool(board, step, plan) if die_kind == "stress" else 0
    if die_kind != "none":
        total_terms.append(Term(f"term.die.{die_kind}", None, "HM-DIE-2" if die_kind == "stress" else "HM-DIE-1"))
    if plan.kind == "spontaneous":
        total_terms.append(Term("term.halved", None, "HM-SPON-2") if plan.tiring else Term("term.fifth", None, "HM-SPON-3"))
    board.explain("total", *[term for term in total_terms if term.value != 0 or term.name == "term.score"])
    skill = sheet.abilities["penetration"] + (plan.mastery if "penetration" in plan.specials else 0)
    foes: dict[str, Foe] = {}
    for who in everybody:
        applies = DELIVERIES[plan.delivery].resisted is not None and not (plan.range == "personal" and who == by)
        multiplier = linked.get(who, 1)
        resisted = resistance(board, who, plan.form, plan.family) if applies else None
        foes[who] = Foe(who, applies, resisted, skill * multiplier)
        explain_penetration(board, f"penetration.{who}", plan.level, skill, multiplier)
    if not everybody:
        explain_penetration(board, "penetration", plan.level, skill, 1)
    aiming = None
    if plan.delivery == "indirect":
        aiming = prepare_aim(board, step, len(everybody) if plan.copies > 1 else 0)
    limit = ceremonial_limit(plan) if plan.ceremonial else None
    return (
        score,
        Prepared(plan.kind, plan.level, plan.delivery, base, plan.tiring, limit, die_kind, pool, plan.tiring, skill, aiming),
        foes,
    )


def explain_penetration(board: HermeticBoard, name: str, level: int, skill: int, multiplier: int) -> None:
    """Casting Total + Penetration − level (HM-PEN-1, HM-PEN-2)."""
    terms = [Term("term.total", None, "HM-PEN-1")]
    if skill:
        terms.append(Term("term.penetration", skill * multiplier, "HM-PEN-2", {"skill": skill, "multiplier": multiplier}))
    terms.append(Term("term.level", -level, "HM-PEN-1"))
    board.explain(name, *terms)


def prepare_aim(board: HermeticBoard, step: Step[Cast], targets: int) -> Aiming:
    """The aiming roll of a casting; the calm or stress of the scene decides unless the option says (HM-AIM-2)."""
    option = step.options.aim or Aim()
    scene = board.setting
    kind = option.die or ("stress" if scene.stress else "simple")
    bonus = aim_bonus(board, step.by, option.size_bonus, targets)
    return Aiming(bonus, kind, scene.botch_dice + option.extra_botch_dice, option.defense)


def die_of(plan: Plan) -> str:
    """Simple, stress or none (HM-FORM-3, HM-RIT-5, HM-SPON-2, HM-SPON-3)."""
    if plan.kind == "spontaneous":
        return "stress" if plan.tiring else "none"
    return "stress" if plan.kind == "ritual" or plan.stress or plan.mastery else "simple"


def botch_pool(board: HermeticBoard, step: Step[Cast], plan: Plan) -> int:
    """How many botch dice a zero would call for (HM-DIE-5, HM-MAS-3, HM-MAS-5, HM-VIS-4)."""
    if plan.mastery and not plan.stress:
        board.explain("botch_dice", Term("term.calm_mastery", 0, "HM-MAS-5"))
        return 0
    scene = board.setting
    pool = explained(
        board,
        "botch_dice",
        (Term("term.situation", scene.botch_dice, "HM-DIE-5"),),
        (
            Term("term.aura", scene.aura_botch_dice, "HM-DIE-5"),
            Term("term.modifier", step.options.extra_botch_dice, "HM-DIE-5"),
            Term("term.vis", plan.pawns, "HM-VIS-4"),
            Term("term.fast", FAST_BOTCH_DICE if plan.fast else 0, "HM-FAST-7"),
            Term("term.mastery", -plan.mastery, "HM-MAS-3"),
        ),
    )
    return max(0, pool)


# -- dice ---------------------------------------------------------------------------------------------------------


def throw(dice: Dice, prepared: Prepared) -> Thrown:
    """The casting die of one copy and what it comes to (HM-FORM, HM-RIT, HM-SPON)."""
    rolled: Rolled | None
    if prepared.die_kind == "none":
        rolled, die = None, 0
    else:
        if prepared.die_kind == "simple":
            rolled = simple(dice, "casting")
        else:
            rolled = stress(dice, prepared.pool, "casting", "casting_botch")
        die = rolled.die
    botches = rolled.botches if rolled else 0
    total = prepared.base + die
    if prepared.kind == "spontaneous":
        total = total // 2 if rolled else total // 5
    total = worth(total, botches)
    margin = total - prepared.level
    if prepared.kind == "ritual":
        cast = not botches and margin >= FORMAL_REACH
        return Thrown(rolled, total, cast, BOTCHED_RITUAL if botches else ritual_loss(margin))
    if prepared.kind == "formal":
        return Thrown(rolled, total, not botches and margin >= FORMAL_REACH, 0 if margin >= 0 and not botches else 1)
    return Thrown(rolled, total, not botches and margin >= 0, 1 if prepared.tiring else 0)


def throw_interrupted(dice: Dice, prepared: Prepared, costs: bool) -> Thrown:
    """The stress die of an interrupted casting, only to look for a botch (HM-CONC-3, HM-CONC-4)."""
    rolled = stress(dice, prepared.pool, "casting", "casting_botch") if prepared.die_kind == "stress" else None
    if not costs:
        return Thrown(rolled, None, False, 0)
    if prepared.kind == "ritual":
        return Thrown(rolled, None, False, BOTCHED_RITUAL if rolled and rolled.botches else INTERRUPTED_RITUAL)
    return Thrown(rolled, None, False, 1 if prepared.tiring else 0)


class Aimed(NamedTuple):
    """An aiming roll read against the defence."""

    total: int
    hit: bool | None


def aim_once(dice: Dice, aiming: Aiming) -> Aimed:
    """The aiming roll at one target (HM-AIM-3)."""
    roll = aim(dice, aiming.bonus, aiming.kind, aiming.pool)
    return Aimed(roll.total, hits(roll, aiming.defense))


def hit_of(aimed: Aimed) -> bool | None:
    return aimed.hit


def aim_figure(aimed: Aimed) -> dict[str, Any]:
    return {"aim_total": aimed.total}


def hit_count(aimed: object) -> tuple[int]:
    """1 for a hit, to be added up."""
    assert isinstance(aimed, Aimed)
    return (1 if aimed.hit else 0,)


def meet(dice: Dice, prepared: Prepared, foes: Sequence[Foe], total: int) -> tuple[list[dict[str, Json]], int]:
    """The targets of a copy that is cast, aimed at where indirect, then decided one by one; and how many are affected (HM-PEN-10)."""
    aiming = prepared.aiming
    if aiming is None:
        rows = [_decide(prepared, foe, total, None, None) for foe in foes]
        return rows, affected_of(rows)
    if len(foes) == 1:
        hit, figures = dice.apart(aim_once, aiming, key=hit_of, figures=aim_figure)
        rows = [_decide(prepared, foes[0], total, figures["aim_total"], hit)]
        return rows, affected_of(rows)
    (count,), aimed = dice.each([(aim_once, (aiming,))] * len(foes), hit_count)
    rows = []
    for foe, one in zip(foes, aimed, strict=False):
        assert isinstance(one, Aimed)
        rows.append(_decide(prepared, foe, total, one.total, one.hit))
    return rows, count


def _decide(prepared: Prepared, foe: Foe, total: int, aimed: int | None, hit: bool | None) -> dict[str, Json]:
    penetration = total + foe.bonus - prepared.level
    return row(Meeting(foe.who, prepared.delivery, foe.applies, foe.resistance, penetration, aimed, hit))


# -- what stays ---------------------------------------------------------------------------------------------------


def pay_fatigue(board: HermeticBoard, by: str, plan: Plan, levels: int) -> str | None:
    """Fatigue is lost at the end, at once; a wound may come of it (HM-FAT-7, HM-FAT-10)."""
    if plan.kind == "ritual":
        return lose_long(board, by, levels)
    lose_short(board, by, levels)
    return None


def spend_vis(board: HermeticBoard, step: Step[Cast], plan: Plan) -> int:
    """Pawns leave the stock whether or not the casting succeeds (HM-CAST-3, HM-VIS-6)."""
    if plan.pawns:
        stock = board.state(step.by).vis
        for art, pawns in step.options.vis.items():
            stock[art] -= pawns * plan.copies
    return plan.pawns * plan.copies


def keep(board: HermeticBoard, by: str, plan: Plan, penetration: int, rows: list[dict[str, Json]]) -> str | None:
    """Note a cast spell that lasts among the effects in force; its identifier (HM-FAT-10, HM-RES-3)."""
    if plan.duration == "momentary":
        return None
    if plan.duration == "concentration" and level_of(board.view(by)) >= UNCONSCIOUS:
        return None
    ends, minutes = ending(plan.duration, board.setting.sun)
    effect = Effect(
        id="",
        spell=plan.spell,
        technique=plan.technique,
        form=plan.form,
        level=plan.level,
        range=plan.range,
        duration=plan.duration,
        target=plan.target,
        delivery=plan.delivery,
        family=plan.family,
        penetration=penetration,
        ends=ends,
        minutes_left=minutes,
        targets=[Touched(who=one["who"], penetration=one["penetration"], affected=one["affected"]) for one in rows],
    )
    return keep_effect(board.state(by), effect)


def defended(against: Against, level: int, in_time: bool | None, success: bool) -> str:
    """How a fast defence ends (HM-DEF-4, HM-DEF-5, HM-DEF-6)."""
    if not success or 2 * level < against.level:
        return "none"
    if not in_time:
        return "too_late"
    return "annihilated" if level >= against.level else "deflected"


# -- the actions --------------------------------------------------------------------------------------------------


class Begun(NamedTuple):
    """A casting up to the casting die."""

    plan: Plan
    copies: Targets
    score: int
    prepared: Prepared
    foes: dict[str, Foe]
    interrupted: bool
    costs: bool
    concentration: dict[str, Any]
    in_time: bool | None


def begin(board: HermeticBoard, dice: Dice, step: Step[Cast]) -> Begun:
    """Check, explain, then roll concentration where the caster is distracted (HM-CONC-1)."""
    plan, copies = planned(board, step)
    score, prepared, foes = prepare(board, step, plan, copies)
    distraction = step.options.distraction
    costs = board.setting.house.interruption_fatigue
    in_time = board.view(step.by).fast.pending == "in_time" if plan.fast else None
    interrupted = False
    figures: dict[str, Any] = {"concentration_total": None, "concentration_botches": 0}
    if distraction is not None:
        bonus = concentration_bonus(board, step.by)
        pool = board.setting.botch_dice
        interrupted, figures = dice.apart(distracted, bonus, pool, distraction, key=is_interrupted, figures=concentration_figures)
    return Begun(plan, copies, score, prepared, foes, interrupted, costs, figures, in_time)


class Distracted(NamedTuple):
    """A concentration roll read against the distraction."""

    interrupted: bool
    total: int
    botches: int


def distracted(dice: Dice, bonus: int, pool: int, distraction: int) -> Distracted:
    """The concentration roll of a distracted caster (HM-CONC-1, HM-CONC-2)."""
    kept = concentrate(dice, bonus, pool)
    return Distracted(bool(kept.botches) or kept.total < distraction, kept.total, kept.botches)


def is_interrupted(roll: Distracted) -> bool:
    return roll.interrupted


def concentration_figures(roll: Distracted) -> dict[str, Any]:
    return {"concentration_total": roll.total, "concentration_botches": roll.botches}


def used_up(board: HermeticBoard, step: Step[Cast], plan: Plan) -> int:
    """What every casting takes: pawns, the pending fast spell, and the last spontaneous spell; the pawns spent."""
    if plan.fast:
        board.state(step.by).fast.pending = None
    if board.view(step.by).last_spontaneous is not None:
        board.state(step.by).last_spontaneous = None
    return spend_vis(board, step, plan)


def head(board: HermeticBoard, by: str, begun: Begun, fatigue: int, wound: str | None, spent: int) -> Outcome:
    """The figures that all castings have, `kind` to `in_time`."""
    plan = begun.plan
    level = level_of(board.view(by))
    kinds = {"formal": "short", "ritual": "long", "spontaneous": "short" if plan.tiring else None}
    return {
        "kind": plan.kind,
        "level": plan.level,
        "score": begun.score,
        "die_kind": begun.prepared.die_kind,
        "interrupted": begun.interrupted,
        **begun.concentration,
        "fatigue_kind": kinds[plan.kind],
        "fatigue_lost": fatigue,
        "fatigue_level": level,
        "unconscious": level >= UNCONSCIOUS,
        "wound": wound,
        "vis_spent": spent,
        "minutes": plan.minutes,
        "voice_reach": voice_reach(plan),
        "in_time": begun.in_time,
    }


def cast(board: HermeticBoard, dice: Dice, step: Step[Cast]) -> Outcome:
    """Cast one spell: formal, ritual or spontaneous (HM-FORM, HM-RIT, HM-SPON)."""
    begun = begin(board, dice, step)
    plan, prepared = begun.plan, begun.prepared
    by = step.by
    foes = [begun.foes[who] for who in begun.copies[0]]
    done = throw_interrupted(dice, prepared, begun.costs) if begun.interrupted else throw(dice, prepared)
    total = done.total or 0
    rows, affected = meet(dice, prepared, foes, total) if done.success else ([], 0)
    spent = used_up(board, step, plan)
    wound = pay_fatigue(board, by, plan, done.fatigue)
    unlinked = total + prepared.bonus - plan.level
    effect = keep(board, by, plan, unlinked, rows) if done.success else None
    highest = None
    if done.success and plan.kind == "spontaneous":
        highest = total if prepared.limit is None else min(total, prepared.limit)
        board.state(by).last_spontaneous = remembered(plan, highest, unlinked, rows, effect, begun.in_time)
    outcome = head(board, by, begun, done.fatigue, wound, spent)
    outcome.update(die_figures(done, plan.level))
    outcome["effect"] = effect
    outcome["max_level"] = highest
    outcome["defense"] = None if plan.against is None else defended(plan.against, plan.level, begun.in_time, done.success)
    outcome.update(block(rows, len(foes), affected, unlinked) if done.success else failed_block(len(foes)))
    return outcome


def die_figures(done: Thrown, level: int) -> Outcome:
    """The figures of the casting die."""
    rolled, total = done.rolled, done.total
    return {
        "die": rolled.die if rolled else None,
        "total": total,
        "margin": None if total is None else total - level,
        "success": done.success,
        "botch_dice": rolled.botch_dice if rolled else 0,
        "botches": rolled.botches if rolled else 0,
    }


def remembered(
    plan: Plan, highest: int, penetration: int, rows: list[dict[str, Json]], effect: str | None, in_time: bool | None
) -> Spontaneous:
    """What may be raised later (HM-SPON-7)."""
    return Spontaneous(
        level=plan.level,
        max_level=highest,
        open=plan.open,
        technique=plan.technique,
        form=plan.form,
        family=plan.family,
        range=plan.range,
        duration=plan.duration,
        target=plan.target,
        delivery=plan.delivery,
        penetration=penetration,
        targets=[
            Reached(who=one["who"], penetration=one["penetration"], aim_total=one["aim_total"], hit=one["hit"]) for one in rows
        ],
        effect=effect,
        against=plan.against,
        in_time=in_time,
    )
