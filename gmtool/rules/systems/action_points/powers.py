"""What effects as data do to one person: chance to fail, amount, damage, healing, MP, conditions, cures (AP-EFF)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from gmtool.rules.dice import D10, D100, Dice, Die
from gmtool.rules.systems.action_points.blows import Blow, strike
from gmtool.rules.systems.action_points.effects import Effect
from gmtool.rules.systems.action_points.state import Lasting
from gmtool.rules.systems.action_points.tables import SPECIAL, STANCES, reduction, round_up
from gmtool.rules.systems.action_points.values import Fight, worth


class Fate(NamedTuple):
    """How somebody stands after part of a step, and what was done. `marks` are the effects that lie on the person: those there before
    by their place, new ones by the place of what put them, counted from -1 down."""

    pv: int
    mp: int
    marks: tuple[int, ...]
    damage: int = 0
    pv_lost: int = 0
    healed: int = 0
    mp_restored: int = 0
    mp_drained: int = 0
    downed: int = 0
    applied: tuple[str, ...] = ()
    cured: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    rolls: tuple[int, ...] = ()


class Source(NamedTuple):
    """Who causes the effects: what amounts are measured by, and how much more special effects fail."""

    who: str | None
    stats: dict[str, int]
    more_failure: int = 0


class Patient:
    """Somebody who undergoes a list of effects, perhaps a blow first. Nothing of it changes once it is made."""

    __slots__ = ("_reductions", "_weighty", "blow", "effects", "new", "old", "rounding", "sheet", "source", "start", "state", "who")

    def __init__(
        self,
        board: Fight,
        who: str,
        source: Source,
        effects: Sequence[Effect],
        blow: Blow | None = None,
        later: Sequence[Effect] = (),
    ) -> None:
        state = board.view(who)
        self.who, self.source, self.effects, self.blow = who, source, effects, blow
        self.sheet, self.state, self.old = board.sheet(who), state, tuple(state.effects)
        self.rounding = board.setting.percent_loss_rounding
        own_turn = board.setting.running and board.setting.active == who
        self.new = [condition(effect, source.who, own_turn) if effect.type == "condition" else None for effect in effects]
        self.start = Fate(state.pv, state.mp, tuple(range(len(self.old))))
        stats = {effect.reduced_by for effect in (*effects, *later) if effect.type == "damage"}
        if blow is not None:
            stats.add("def")
        marks = (*range(len(self.old)), *(-1 - index for index, record in enumerate(self.new) if record is not None))
        self._weighty = frozenset([mark for mark in marks if _weighs(self.lying(mark), stats)])
        self._reductions: dict[tuple[tuple[int, ...], str], int] = {}

    @property
    def turns(self) -> int:
        """How many things happen: the blow, then the effects."""
        return len(self.effects) + (self.blow is not None)

    def lying(self, mark: int) -> Lasting:
        """The effect that a mark stands for."""
        found = self.old[mark] if mark >= 0 else self.new[-1 - mark]
        assert found is not None
        return found

    def records(self, marks: Sequence[int]) -> list[Lasting]:
        """The effects that marks stand for."""
        return [self.lying(mark) for mark in marks]

    def reduced(self, marks: tuple[int, ...], stat: str | None) -> int:
        """What the protection of that name takes off, with these effects (AP-DMG-3)."""
        if stat is None:
            return 0
        known = self._reductions.get((marks, stat))
        if known is None:
            known = reduction(worth(self.sheet, self.state, self.records(marks), stat, self.rounding))
            self._reductions[(marks, stat)] = known
        return known

    def condition(self, fate: Fate) -> tuple[int, int, tuple[int, ...]]:
        """What of somebody matters to what befalls him later: PV, MP, and the effects on what protects him."""
        return fate.pv, fate.mp, tuple([mark for mark in fate.marks if mark in self._weighty])

    def sum_up(self, fate: Fate) -> tuple[object, ...]:
        """What matters to what befalls him later or to a figure."""
        return (*self.condition(fate), fate[3:9], len(fate.applied), len(fate.failed))

    def hurt(self, fate: Fate, damage: int) -> Fate:
        """Lose PV, and with the last one what falling ends (AP-DMG-4, AP-TURN-6)."""
        lost = min(fate.pv, damage)
        fate = fate._replace(pv=fate.pv - lost, damage=fate.damage + damage, pv_lost=fate.pv_lost + lost)
        if lost and not fate.pv:
            marks = tuple([mark for mark in fate.marks if self.lying(mark).id not in STANCES])
            fate = fate._replace(marks=marks, downed=fate.downed + 1)
        return fate

    def put(self, fate: Fate, index: int, effect: Effect) -> Fate:
        """A condition; the same one again replaces the former unless it stacks (AP-EFF-4)."""
        name = str(effect.condition)
        marks = fate.marks if effect.stacks else tuple([mark for mark in fate.marks if self.lying(mark).id != name])
        return fate._replace(marks=(*marks, -1 - index), applied=(*fate.applied, name))

    def cure(self, fate: Fate, name: str) -> Fate:
        """Take away all effects of that name (AP-EFF-4)."""
        marks = tuple([mark for mark in fate.marks if self.lying(mark).id != name])
        return fate if marks == fate.marks else fate._replace(marks=marks, cured=(*fate.cured, name))


def _weighs(record: Lasting, stats: Collection[str | None]) -> bool:
    """Whether an effect alters one of these characteristics."""
    return any(name in stats for name in (*record.modifiers, *record.percent_modifiers))


def condition(effect: Effect, by: str | None, own_turn: bool) -> Lasting:
    """The record of a condition; one that ends with the turn lasts one more where it is put in the bearer's own turn (AP-TURN-3)."""
    turns, ends = effect.turns, effect.ends
    if turns is None:
        ends = "manual"
    elif ends == "end_of_turn" and own_turn:
        turns += 1
    return Lasting(
        id=str(effect.condition),
        by=by,
        ends=ends,
        turns_left=turns,
        modifiers=effect.modifiers,
        percent_modifiers=effect.percent_modifiers,
        pv_per_turn=effect.pv_per_turn,
        mp_per_turn=effect.mp_per_turn,
        skip_turn=effect.skip_turn,
    )


def undergo(dice: Dice, patient: Patient) -> Fate:
    """The blow and the effects, in order (AP-EFF-5)."""
    return dice.fold(one_turn, patient.turns, patient.start, patient, key=patient.sum_up)


def one_turn(dice: Dice, fate: Fate, index: int, patient: Patient) -> Fate:
    """The blow, or one effect (AP-EFF-1 to 4)."""
    if patient.blow is not None:
        if not index:
            face = dice.one(D10, "damage")
            struck = strike(patient.blow, face, patient.reduced(fate.marks, "def"))
            return patient.hurt(fate._replace(rolls=(*fate.rolls, face)), struck.damage)
        index -= 1
    effect = patient.effects[index]
    kind = effect.type
    chance = effect.fail_percent + (patient.source.more_failure if kind in SPECIAL else 0)
    if chance and (chance >= 100 or dice.at_most(chance, D100, "fail")):
        return fate._replace(failed=(*fate.failed, effect.condition if effect.condition is not None else kind))
    if kind == "condition":
        return patient.put(fate, index, effect)
    if kind == "cure":
        return patient.cure(fate, str(effect.condition))
    points = _amount(dice, effect, patient.source)
    if kind == "damage":
        return patient.hurt(fate, max(0, points - patient.reduced(fate.marks, effect.reduced_by)))
    if kind == "heal":
        healed = min(points, patient.sheet.pv_max - fate.pv)
        return fate._replace(pv=fate.pv + healed, healed=fate.healed + healed)
    if kind == "restore_mp":
        restored = min(points, patient.sheet.mp_max - fate.mp)
        return fate._replace(mp=fate.mp + restored, mp_restored=fate.mp_restored + restored)
    drained = min(points, fate.mp)
    return fate._replace(mp=fate.mp - drained, mp_drained=fate.mp_drained + drained)


def _amount(dice: Dice, effect: Effect, source: Source) -> int:
    count, sides = effect.thrown
    measure = None if effect.stat is None else source.stats[effect.stat]
    if count or (measure is not None and effect.x_d10):
        return dice.of(amount, effect.flat, measure, effect.percent, effect.x_d10, count, sides)
    return max(0, effect.flat + (0 if measure is None else round_up(measure * effect.percent, 100)))


def amount(dice: Dice, flat: int, measure: int | None, percent: int, x_d10: bool, count: int, sides: int) -> int:
    """How much: a flat part, a share of a characteristic, perhaps times a die, and dice (AP-EFF-2)."""
    points = flat
    if measure is not None:
        if x_d10:
            points += round_up(dice.one(D10, "power") * measure * percent, 1000)
        else:
            points += round_up(measure * percent, 100)
    if count:
        points += dice.total(count, Die(sides), "amount")
    return max(0, points)


def alike(fate: Fate) -> None:
    """Nothing of what befalls one person decides what befalls another."""


SUMS = ("damage", "pv_lost", "healed", "mp_restored", "mp_drained", "applied", "failed", "downed")
"""The figures that are added up over everybody, in the order of the outcome."""


def figures(fate: Fate) -> dict[str, Any]:
    """The figures of one person's part."""
    return {
        "damage": fate.damage,
        "pv_lost": fate.pv_lost,
        "healed": fate.healed,
        "mp_restored": fate.mp_restored,
        "mp_drained": fate.mp_drained,
        "applied": len(fate.applied),
        "failed": len(fate.failed),
        "downed": fate.downed,
        "pv": fate.pv,
        "mp": fate.mp,
        "down": not fate.pv,
    }
