"""Magic and rapid magic (AP-MAG, AP-RMAG)."""

from __future__ import annotations

from gmtool.rules.board import Term
from gmtool.rules.dice import Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, text
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.action_points.checks import afford, aimed, gate, pay, target
from gmtool.rules.systems.action_points.powers import Source
from gmtool.rules.systems.action_points.tables import CAST, PERCENT, PERCENT_LIGHT, RAPID_CAST, STATS, lowered
from gmtool.rules.systems.action_points.values import Fight, current, parts, weapon
from gmtool.rules.systems.action_points.working import work


class CastOptions(Record):
    """Which spell."""

    spell: str = text()


def cast(board: Fight, dice: Dice, step: Step[CastOptions]) -> Outcome:
    """Magie: a memorized spell takes effect (AP-MAG-1)."""
    return _cast(board, dice, step, CAST, False)


def rapid_cast(board: Fight, dice: Dice, step: Step[CastOptions]) -> Outcome:
    """Magie rapide: less magic, special effects less certain (AP-RMAG-1, 2)."""
    return _cast(board, dice, step, RAPID_CAST, True)


def _cast(board: Fight, dice: Dice, step: Step[CastOptions], cost: int, rapid: bool) -> Outcome:
    who = step.by
    gate(board, who, magic=True)
    sheet = board.sheet(who)
    spell = sheet.spells.get(step.options.spell)
    if spell is None:
        raise RuleError("unknown_spell", ("with", "spell"), found=step.options.spell)
    if not spell.memorized:
        raise RuleError("not_memorized", ("with", "spell"), spell=spell.name or step.options.spell)
    to = aimed(board, who, step.to, spell.targets)
    for other in to:
        target(board, other, upright=False)
    afford(board, who, cost, spell.mp)
    held = weapon(sheet, board.view(who))
    haste = (PERCENT_LIGHT if held is not None and held.kind == "wand" else PERCENT) if rapid else 0
    stats = measures(board, who)
    full = stats["mag"]
    stats["mag"] = lowered(full, haste, board.setting.percent_loss_rounding)
    terms = parts(board, who, "mag", "AP-MAG-2")
    if stats["mag"] != full:
        terms.append(Term("term.loss", stats["mag"] - full, "AP-RMAG-1", {"percent": haste}))
    board.explain("mag", *terms)
    spent = pay(board, who, cost, spell.mp)
    worked = work(board, dice, Source(who, stats, haste), who, to, spell.effects)
    return {
        "spell": step.options.spell,
        "rapid": rapid,
        "mag": stats["mag"],
        "pa_spent": spent,
        "mp_spent": spell.mp,
        "pa_left": board.view(who).pa,
        "mp_left": worked.mp_left(board, who),
        **worked.fields(to),
    }


def measures(board: Fight, who: str) -> dict[str, int]:
    """What the amounts of somebody's effects are measured by, as it is when the step begins (AP-EFF-2)."""
    return {name: current(board, who, name) for name in STATS}
