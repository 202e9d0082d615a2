"""Whether a casting is allowed: the rules' checks of all casting actions, in the order that the contract binds."""

from __future__ import annotations

from gmtool.rules.errors import RuleError
from gmtool.rules.system import Step
from gmtool.rules.systems.hermetic.fatigue import check_able
from gmtool.rules.systems.hermetic.plan import Cast, CastKnown, CastMultiple, CastSpontaneous, Plan
from gmtool.rules.systems.hermetic.scene import HermeticBoard
from gmtool.rules.systems.hermetic.sheet import Spell
from gmtool.rules.systems.hermetic.tables import SINGLE_TARGETS, STUDIES, VOICE_REACH, magnitude
from gmtool.rules.wording import Word

MINUTES_PER_MAGNITUDE = 15
LEVEL_PER_QUARTER = 5
RITUAL_REACH = 15

Targets = tuple[tuple[str, ...], ...]
"""The targets of each copy."""


def planned(board: HermeticBoard, step: Step[Cast]) -> tuple[Plan, Targets]:
    """The plan and targets of a casting that is allowed as far as its links."""
    check_able(board, step.by)
    options = step.options
    if isinstance(options, CastSpontaneous):
        plan = _spontaneous(options)
    else:
        assert isinstance(options, CastKnown)
        spell = board.sheet(step.by).spells.get(options.spell)
        if spell is None:
            raise RuleError("unknown_spell", ("with", "spell"), who=step.by, spell=options.spell)
        if step.do == "cast_formal" and spell.ritual:
            raise RuleError("is_ritual", ("with", "spell"), spell=spell.name or options.spell)
        if step.do == "cast_ritual" and not spell.ritual:
            raise RuleError("not_ritual", ("with", "spell"), spell=spell.name or options.spell)
        plan = _known(board, options, spell)
    _check_options(options, plan)
    _check_training(board, step, plan)
    _check_vis(board, step, plan)
    return plan, _targets(board, step, plan)


def _known(board: HermeticBoard, options: CastKnown, spell: Spell) -> Plan:
    cost = magnitude(spell.level) if spell.ritual else 0
    return Plan(
        kind="ritual" if spell.ritual else "formal",
        spell=options.spell,
        technique=spell.technique,
        form=spell.form,
        level=spell.level,
        range=spell.range,
        duration=spell.duration,
        target=spell.target,
        delivery=options.delivery or spell.delivery,
        family=spell.family or options.spell,
        mastery=spell.mastery,
        specials=tuple(spell.specials),
        stress=board.setting.stress if options.stress is None else options.stress,
        copies=options.copies if isinstance(options, CastMultiple) else 1,
        pawns=sum(options.vis.values()),
        cost=cost,
        minutes=MINUTES_PER_MAGNITUDE * cost,
        modifier=options.modifier,
        voice=options.voice,
        gestures=options.gestures,
        fast=options.fast,
        ceremonial=False,
        tiring=True,
        open=False,
        against=getattr(options, "against", None),
    )


def _spontaneous(options: CastSpontaneous) -> Plan:
    minutes = 0
    if options.ceremonial:
        minutes = options.minutes or MINUTES_PER_MAGNITUDE * magnitude(options.level)
    return Plan(
        kind="spontaneous",
        spell=None,
        technique=options.technique,
        form=options.form,
        level=options.level,
        range=options.range,
        duration=options.duration,
        target=options.target,
        delivery=options.delivery or "direct",
        family=options.family,
        mastery=0,
        specials=(),
        stress=True,
        copies=1,
        pawns=sum(options.vis.values()),
        cost=0,
        minutes=minutes,
        modifier=options.modifier,
        voice=options.voice,
        gestures=options.gestures,
        fast=options.fast,
        ceremonial=options.ceremonial,
        tiring=options.fatigue,
        open=options.open,
        against=options.against,
    )


def _check_options(options: Cast, plan: Plan) -> None:
    """Options that exclude one another (HM-WORD-1, HM-FAST-2, HM-AIM-1)."""
    spoken = plan.voice != "clear" or plan.gestures != "bold"
    if plan.kind == "ritual" and (spoken or plan.fast):
        raise RuleError("option_conflict", ("with",), wanted="ritual")
    if plan.fast and (spoken or plan.pawns or plan.ceremonial):
        raise RuleError("option_conflict", ("with",), wanted="fast")
    if plan.against is not None and not plan.fast:
        raise RuleError("option_conflict", ("with", "against"), wanted="against")
    if isinstance(options, CastSpontaneous) and options.minutes is not None and not plan.ceremonial:
        raise RuleError("option_conflict", ("with", "minutes"), wanted="minutes")
    if plan.range == "personal" and plan.delivery == "indirect":
        raise RuleError("option_conflict", ("with",), wanted="personal")
    if options.aim is not None and plan.delivery != "indirect":
        raise RuleError("option_conflict", ("with", "aim"), wanted="aim")


def ceremonial_limit(plan: Plan) -> int:
    """The highest level that the minutes of a ceremony allow (HM-CER-4)."""
    return LEVEL_PER_QUARTER * (plan.minutes // MINUTES_PER_MAGNITUDE)


def _check_training(board: HermeticBoard, step: Step[Cast], plan: Plan) -> None:
    """Mastery, speed and ceremony (HM-FAST-1, HM-FAST-3, HM-MAS-8, HM-CER-3, HM-CER-4)."""
    sheet = board.sheet(step.by)
    if plan.fast and plan.kind == "formal" and "fast_casting" not in plan.specials:
        raise RuleError("not_mastered", ("with", "fast"), special=Word("choice.fast_casting"))
    if step.do == "cast_multiple":
        if "multiple_casting" not in plan.specials:
            raise RuleError("not_mastered", ("with", "spell"), special=Word("choice.multiple_casting"))
        most = plan.mastery + (1 if board.setting.house.multiple_casting_extra else 0)
        if plan.copies > most:
            raise RuleError("too_many_copies", ("with", "copies"), most=most, copies=plan.copies)
    if plan.fast and board.view(step.by).fast.pending is None:
        raise RuleError("no_speed_roll", ("with", "fast"), who=step.by)
    if plan.ceremonial:
        if not any(sheet.abilities[study] or sheet.experience[study] for study in STUDIES):
            raise RuleError("no_ceremonial_training", ("with", "ceremonial"), who=step.by)
        if plan.level > ceremonial_limit(plan):
            raise RuleError(
                "level_over_preparation", ("with", "level"), level=plan.level, most=ceremonial_limit(plan), minutes=plan.minutes
            )


def _check_vis(board: HermeticBoard, step: Step[Cast], plan: Plan) -> None:
    """Pawns of the right Arts, within the Art and within the stock (HM-VIS-1, HM-VIS-2, HM-VIS-6, HM-RIT-3, HM-RIT-4)."""
    if plan.pawns:
        used = [(art, pawns) for art, pawns in step.options.vis.items() if pawns]
        for art, _ in used:
            if art not in (plan.technique, plan.form):
                raise RuleError("vis_wrong_art", ("with", "vis", art), art=Word(f"choice.{art}"))
        arts = board.sheet(step.by).arts
        for art, pawns in used:
            if pawns * plan.copies > arts[art]:
                raise RuleError(
                    "vis_over_art", ("with", "vis", art), art=Word(f"choice.{art}"), most=arts[art], pawns=pawns * plan.copies
                )
    if plan.pawns < plan.cost:
        raise RuleError("ritual_vis_short", ("with", "vis"), needed=plan.cost, pawns=plan.pawns)
    if plan.pawns:
        stock = board.view(step.by).vis
        for art, pawns in used:
            if pawns * plan.copies > stock[art]:
                raise RuleError(
                    "vis_over_stock", ("with", "vis", art), art=Word(f"choice.{art}"), stock=stock[art], pawns=pawns * plan.copies
                )


def _targets(board: HermeticBoard, step: Step[Cast], plan: Plan) -> Targets:
    """The targets of every copy, allowed and in reach."""
    copies = _dealt(board, step, plan.copies)
    here = {who for targets in copies for who in targets}
    if plan.range == "personal":
        if here - {step.by}:
            raise RuleError("not_allowed", ("to",), wanted="personal")
        copies = ((step.by,),) * plan.copies
    elif plan.delivery == "indirect" and not all(copies):
        raise RuleError("missing_field", ("to",), field="to")
    if plan.target in SINGLE_TARGETS and any(len(targets) > 1 for targets in copies):
        raise RuleError("too_many_targets", ("to",), wanted=plan.target)
    if plan.range == "voice":
        reach = voice_reach(plan)
        distance = step.options.distance
        if (distance is not None and distance > (reach or 0)) or (not reach and here - {step.by}):
            raise RuleError("out_of_range", ("with", "distance"), reach=reach)
    return copies


def _dealt(board: HermeticBoard, step: Step[Cast], copies: int) -> Targets:
    """Who is meant by each copy (HM-MAS-8)."""
    if step.do != "cast_multiple":
        return (step.to,)
    options = step.options
    assert isinstance(options, CastMultiple)
    if options.assign is not None:
        if step.to:
            raise RuleError("bad_value", ("to",), wanted="assigned")
        if len(options.assign) != copies:
            raise RuleError("bad_value", ("with", "assign"), wanted="copies", found=len(options.assign), copies=copies)
        for index, targets in enumerate(options.assign):
            for who in targets:
                if who not in board:
                    raise RuleError("unknown_combatant", ("with", "assign", index), found=who)
        return tuple([tuple(targets) for targets in options.assign])
    if len(step.to) <= 1:
        return (step.to,) * copies
    if len(step.to) != copies:
        raise RuleError("bad_value", ("to",), wanted="copies", found=len(step.to), copies=copies)
    return tuple([(who,) for who in step.to])


def voice_reach(plan: Plan) -> int | None:
    """How many paces the voice carries; None where the range is not the voice's (HM-WORD-3)."""
    if plan.range != "voice":
        return None
    return RITUAL_REACH if plan.kind == "ritual" else VOICE_REACH[plan.voice]


def check_against(board: HermeticBoard, step: Step[Cast], plan: Plan) -> None:
    """An attack warded off must come from somebody here and have been recognised (HM-DEF-1)."""
    if plan.against is not None:
        who = plan.against.who
        if who not in board:
            raise RuleError("unknown_combatant", ("with", "against", "who"), found=who)
        if who not in board.view(step.by).recognized:
            raise RuleError("form_not_recognized", ("with", "against", "who"), who=who)
