"""Raising a spontaneous spell after its casting (HM-SPON-7, HM-SPON-8)."""

from __future__ import annotations

from gmtool.rules.board import Term
from gmtool.rules.dice import Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, choice, integer, list_of
from gmtool.rules.shapes import Choice, Json
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.hermetic.casting import defended
from gmtool.rules.systems.hermetic.delivery import Meeting, affected_of, block, row
from gmtool.rules.systems.hermetic.effects import drop_effects, ending, keep_effect
from gmtool.rules.systems.hermetic.fatigue import check_magus, level_of
from gmtool.rules.systems.hermetic.resistance import resistance
from gmtool.rules.systems.hermetic.scene import HermeticBoard
from gmtool.rules.systems.hermetic.state import Effect, Reached, Spontaneous, Touched
from gmtool.rules.systems.hermetic.tables import (
    DELIVERIES,
    DURATIONS,
    RAISABLE,
    RANGES,
    SINGLE_TARGETS,
    TARGETS,
    UNCONSCIOUS,
)


class RaiseEffect(Record):
    """How far to raise the last spontaneous spell, and what the levels buy."""

    level: int = integer(1, 200)
    change: list[str] = list_of(Choice(RAISABLE), unique=True)
    range: str | None = choice(RANGES, default=None, null=True)
    duration: str | None = choice(DURATIONS, default=None, null=True)
    target: str | None = choice(TARGETS, default=None, null=True)


def check_raise(step: Step[RaiseEffect], last: Spontaneous) -> None:
    """What may be raised, in the order that the contract binds."""
    options, change = step.options, step.options.change
    if not change:
        raise RuleError("bad_value", ("with", "change"), wanted="change")
    if options.level <= last.level:
        raise RuleError("not_allowed", ("with", "level"), wanted="not_raised", level=last.level)
    if options.level > last.max_level:
        raise RuleError("over_total", ("with", "level"), level=options.level, most=last.max_level)
    if "strength" in change and not last.open:
        raise RuleError("not_allowed", ("with", "change"), wanted="not_open")
    for name in ("range", "duration", "target"):
        if getattr(options, name) is not None and name not in change:
            raise RuleError("not_allowed", ("with", name), wanted="not_listed")
    if step.to and ("target" not in change or last.delivery == "indirect"):
        raise RuleError("not_allowed", ("to",), wanted="targets_stay")
    targets = step.to or tuple([one.who for one in last.targets])
    if (options.range or last.range) == "personal" and any(who != step.by for who in targets):
        raise RuleError("not_allowed", ("to",), wanted="personal")
    if (options.target or last.target) in SINGLE_TARGETS and len(targets) > 1:
        raise RuleError("too_many_targets", ("to",), wanted=options.target or last.target)


def raise_effect(board: HermeticBoard, dice: Dice, step: Step[RaiseEffect]) -> Outcome:
    """Raise the level of the last spontaneous spell; each level costs one of penetration (HM-SPON-7)."""
    check_magus(board, step.by)
    if board.view(step.by).last_spontaneous is None:
        raise RuleError("nothing_to_raise", who=step.by)
    state = board.state(step.by)
    last = state.last_spontaneous
    assert last is not None
    check_raise(step, last)
    options = step.options
    rise = options.level - last.level
    before = {one.who: one for one in last.targets}
    last.penetration -= rise
    last.level = options.level
    was = last.duration
    for name in ("range", "duration", "target"):
        if getattr(options, name) is not None:
            setattr(last, name, getattr(options, name))
    rows: list[dict[str, Json]] = []
    for who in step.to or tuple(before):
        known = before.get(who)
        penetration = last.penetration if known is None else known.penetration - rise
        board.explain(
            f"penetration.{who}",
            Term("term.before", penetration + rise, "HM-PEN-1"),
            Term("term.raised", -rise, "HM-SPON-7"),
        )
        applies = DELIVERIES[last.delivery].resisted is not None and not (last.range == "personal" and who == step.by)
        resisted = resistance(board, who, last.form, last.family) if applies else None
        aim, hit = (None, None) if known is None else (known.aim_total, known.hit)
        rows.append(row(Meeting(who, last.delivery, applies, resisted, penetration, aim, hit)))
    last.targets = [
        Reached(who=one["who"], penetration=one["penetration"], aim_total=one["aim_total"], hit=one["hit"]) for one in rows
    ]
    highest, against, in_time, unlinked = last.max_level, last.against, last.in_time, last.penetration
    effect = _store(board, step, last, rows, was)
    return {
        "level": options.level,
        "max_level": highest,
        "effect": effect,
        "defense": None if against is None else defended(against, options.level, in_time, True),
        **block(rows, len(rows), affected_of(rows), unlinked),
    }


def _store(board: HermeticBoard, step: Step[RaiseEffect], last: Spontaneous, rows: list[dict[str, Json]], was: str) -> str | None:
    """Bring the effect in force in line: changed, ended where it is now momentary, begun where it no longer is."""
    state = board.state(step.by)
    touched = [Touched(who=one["who"], penetration=one["penetration"], affected=one["affected"]) for one in rows]
    ends, minutes = ending(last.duration, board.setting.sun)
    effect = next((one for one in state.effects if one.id == last.effect), None)
    if effect is not None:
        if last.duration == "momentary":
            drop_effects(state, lambda one: one.id == last.effect)
            return None
        effect.level, effect.penetration = last.level, last.penetration
        effect.range, effect.duration, effect.target = last.range, last.duration, last.target
        if step.options.duration is not None:
            effect.ends, effect.minutes_left = ends, minutes
        effect.targets = touched
        return effect.id
    if was != "momentary" or last.duration == "momentary":
        return None
    if last.duration == "concentration" and level_of(state) >= UNCONSCIOUS:
        return None
    begun = Effect(
        id="",
        spell=None,
        technique=last.technique,
        form=last.form,
        level=last.level,
        range=last.range,
        duration=last.duration,
        target=last.target,
        delivery=last.delivery,
        family=last.family,
        penetration=last.penetration,
        ends=ends,
        minutes_left=minutes,
        targets=touched,
    )
    last.effect = keep_effect(state, begun)
    return last.effect
