"""Effects in force: aiming and concentrating by themselves, ending an effect, meeting one anew (HM-AIM, HM-CONC-5, HM-RES-3)."""

from __future__ import annotations

from gmtool.rules.dice import Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, choice, flag, integer, text
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.hermetic.delivery import Meeting, row
from gmtool.rules.systems.hermetic.effects import drop_effects
from gmtool.rules.systems.hermetic.fatigue import check_able
from gmtool.rules.systems.hermetic.resistance import resistance
from gmtool.rules.systems.hermetic.rolls import aim, aim_bonus, concentrate, concentration_bonus, hits
from gmtool.rules.systems.hermetic.scene import HermeticBoard
from gmtool.rules.systems.hermetic.state import Effect, Touched
from gmtool.rules.systems.hermetic.tables import DELIVERIES, DICE_KINDS, FORMS


class AimAlone(Record):
    """An aiming roll by itself."""

    die: str | None = choice(DICE_KINDS, default=None, null=True)
    size_bonus: int = integer(-50, 50, default=0)
    defense: int | None = integer(-1000, 1000, default=None, null=True)
    targets: int = integer(0, 60, default=0)
    modifier: int = integer(-100, 100, default=0)
    extra_botch_dice: int = integer(0, 20, default=0)


class Concentrate(Record):
    """A concentration roll by itself."""

    ease_factor: int = integer(0, 100)
    modifier: int = integer(-100, 100, default=0)
    extra_botch_dice: int = integer(0, 20, default=0)


class EndEffect(Record):
    """An effect to end."""

    effect: str = text()


class Encounter(Record):
    """An effect in force, or any magic by its figures, that somebody meets."""

    caster: str | None = text(default=None, null=True)
    effect: str | None = text(default=None, null=True)
    penetration: int | None = integer(None, None, default=None, null=True)
    form: str | None = choice(FORMS, default=None)
    family: str | None = text(default=None, null=True)
    delivery: str | None = choice(tuple(DELIVERIES), default=None, null=True)
    hit: bool = flag(default=True)


def aim_alone(board: HermeticBoard, dice: Dice, step: Step[AimAlone]) -> Outcome:
    """An aiming roll (HM-AIM-1 to HM-AIM-4)."""
    check_able(board, step.by)
    options, scene = step.options, board.setting
    kind = options.die or ("stress" if scene.stress else "simple")
    bonus = aim_bonus(board, step.by, options.size_bonus, options.targets, options.modifier)
    roll = aim(dice, bonus, kind, scene.botch_dice + options.extra_botch_dice)
    return {
        "die": roll.die,
        "total": roll.total,
        "botches": roll.botches,
        "hit": hits(roll, options.defense),
        "margin": None if options.defense is None else roll.total - options.defense,
    }


def keep_concentrating(board: HermeticBoard, dice: Dice, step: Step[Concentrate]) -> Outcome:
    """A concentration roll; what is maintained is lost when it fails (HM-CONC-5)."""
    check_able(board, step.by)
    state = board.view(step.by)
    maintained = any(effect.ends == "concentration" for effect in state.effects)
    if not maintained and not state.resistance_suspended:
        raise RuleError("nothing_maintained", who=step.by)
    options = step.options
    bonus = concentration_bonus(board, step.by, options.modifier)
    roll = concentrate(dice, bonus, board.setting.botch_dice + options.extra_botch_dice)
    success = not roll.botches and roll.total >= options.ease_factor
    lost: list[str] = []
    suspension = False
    if not success:
        working = board.state(step.by)
        lost = drop_effects(working, lambda effect: effect.ends == "concentration")
        suspension, working.resistance_suspended = working.resistance_suspended, False
    return {
        "die": roll.die,
        "total": roll.total,
        "botches": roll.botches,
        "success": success,
        "effects_lost": lost,
        "suspension_lost": suspension,
    }


def end_effect(board: HermeticBoard, dice: Dice, step: Step[EndEffect]) -> Outcome:
    """End an effect in force."""
    name = step.options.effect
    if not any(effect.id == name for effect in board.view(step.by).effects):
        raise RuleError("unknown_effect", ("with", "effect"), found=name)
    drop_effects(board.state(step.by), lambda effect: effect.id == name)
    return {"ended": name}


def encounter(board: HermeticBoard, dice: Dice, step: Step[Encounter]) -> Outcome:
    """Somebody meets magic that is there (HM-RES-3)."""
    options = step.options
    stored = options.caster is not None or options.effect is not None
    if stored and (options.penetration is not None or options.form is not None or options.family is not None):
        raise RuleError("bad_value", ("with",), wanted="encounter")
    if not stored:
        if options.penetration is None:
            raise RuleError("missing_field", ("with", "penetration"), field="penetration")
        delivery = options.delivery or "direct"
        met = _meet(board, step, delivery, False, options.form or "vim", options.family, options.penetration)
        return _figures(met)
    for name in ("caster", "effect"):
        if getattr(options, name) is None:
            raise RuleError("missing_field", ("with", name), field=name)
    caster = options.caster or ""
    if caster not in board:
        raise RuleError("unknown_combatant", ("with", "caster"), found=caster)
    effect = _effect(board, caster, options.effect)
    known = next((one for one in effect.targets if one.who == step.by), None)
    penetration = effect.penetration if known is None else known.penetration
    personal = effect.range == "personal" and step.by == caster
    met = _meet(board, step, options.delivery or effect.delivery, personal, effect.form, effect.family, penetration)
    figures = _figures(met)
    _touch(board, caster, effect.id, Touched(who=step.by, penetration=penetration, affected=figures["affected"]))
    return figures


def _effect(board: HermeticBoard, caster: str, name: str | None) -> Effect:
    for effect in board.view(caster).effects:
        if effect.id == name:
            return effect
    raise RuleError("unknown_effect", ("with", "effect"), found=name)


def _meet(
    board: HermeticBoard, step: Step[Encounter], delivery: str, personal: bool, form: str, family: str | None, penetration: int
) -> Meeting:
    applies = DELIVERIES[delivery].resisted is not None and not personal
    resisted = resistance(board, step.by, form, family) if applies else None
    hit = step.options.hit if delivery == "indirect" else None
    return Meeting(step.by, delivery, applies, resisted, penetration, None, hit)


def _figures(met: Meeting) -> Outcome:
    figures = row(met)
    del figures["who"], figures["aim_total"]
    return figures


def _touch(board: HermeticBoard, caster: str, name: str, touched: Touched) -> None:
    """Note how an effect met somebody, in the place of an earlier meeting."""
    effect = next(one for one in board.state(caster).effects if one.id == name)
    for index, one in enumerate(effect.targets):
        if one.who == touched.who:
            effect.targets[index] = touched
            return
    effect.targets.append(touched)
