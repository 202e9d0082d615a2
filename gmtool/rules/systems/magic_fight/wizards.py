"""The making of wizards: quotes, making, editing and loading (MF-WIZ-*)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gmtool.rules.dice import Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, of_shape, text
from gmtool.rules.shapes import Ids, Integer, Json, ListOf, Maybe, Shape, Table, check_object
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.magic_fight.costs import bought_cost
from gmtool.rules.systems.magic_fight.fields import Fixed, Later, choice_word, trimmed
from gmtool.rules.systems.magic_fight.library import merge, place_of, read_all
from gmtool.rules.systems.magic_fight.sheet import BOUGHT, PRIMARIES, RosterSheet, characteristics_cost, figures_of
from gmtool.rules.systems.magic_fight.spells import BoughtEffect, BoughtSpell, Spell, bought, check_allocation, check_units
from gmtool.rules.systems.magic_fight.tables import CHARACTERISTICS, figure
from gmtool.rules.systems.magic_fight.values import Fight


class Given(Shape):
    """Only those figures of a table that were given."""

    plain = False

    def __init__(self, whole: Table) -> None:
        self.whole = whole

    def read(self, raw: Json, ids: Ids) -> dict[str, int]:
        table = self.whole.read(raw, ids)
        return {name: table[name] for name in self.whole.names if name in raw}

    def write(self, value: Any) -> Json:
        return dict(value)

    def copy(self, value: Any) -> Any:
        return dict(value)


class Whole(Shape):
    """An object that is read later."""

    def read(self, raw: Json, ids: Ids) -> dict[str, Json]:
        return check_object(raw)


class Choosing(Record):
    """A spell to buy: units for each effect, and what armour protects (MF-WIZ-5, 6)."""

    spell: str = text(empty=True)
    units: list[int] = of_shape(ListOf(Integer(None, None)))
    allocations: list[Any] | None = of_shape(Maybe(ListOf(Maybe(Whole()))), default=None)


class Draft(Record):
    """A wizard to be priced."""

    name: str = text(default="", empty=True)
    appearance: str = text(default="", empty=True, lines=True)
    characteristics: dict[str, int] = of_shape(PRIMARIES, default=PRIMARIES.read({}, None))
    bought: dict[str, int] = of_shape(BOUGHT, default=BOUGHT.read({}, None))
    spells: list[Choosing] = of_shape(ListOf(Fixed(Choosing)), default=[])


class NewWizard(Draft):
    """A wizard to be made."""

    name: str = text(empty=True)


class Edit(Record):
    """What to change of a wizard of the roster."""

    wizard: str = text(empty=True)
    name: str | None = text(default=None, null=True, empty=True)
    appearance: str | None = text(default=None, null=True, empty=True, lines=True)
    characteristics: dict[str, int] = of_shape(Given(PRIMARIES), default={})
    bought: dict[str, int] = of_shape(Given(BOUGHT), default={})
    spells: list[Choosing] | None = of_shape(Maybe(ListOf(Fixed(Choosing))), default=None)


class LoadWizards(Record):
    """Wizards of a file."""

    wizards: list[Any] = of_shape(Later(Fixed(RosterSheet)))


def account(board: Fight, sheet: RosterSheet) -> Outcome:
    """What a wizard costs and comes to (MF-WIZ-7)."""
    halves = characteristics_cost(sheet.characteristics, sheet.bought)
    costs = [bought_cost(spell) for spell in sheet.spells]
    total = halves + 2 * sum(costs)
    budget = 2 * board.setting.generation_points
    return {
        "characteristics_cost": figure(halves, 2),
        "spells_cost": sum(costs),
        "spell_costs": costs,
        "total_cost": figure(total, 2),
        "remaining": figure(budget - total, 2),
        "affordable": total <= budget,
        **{name: sheet.figures[name] for name in CHARACTERISTICS},
    }


def afforded(board: Fight, sheet: RosterSheet) -> Outcome:
    """The account of a wizard within the budget; more is `insufficient_points` (MF-WIZ-7)."""
    outcome = account(board, sheet)
    if not outcome["affordable"]:
        raise RuleError("insufficient_points", cost=outcome["total_cost"], budget=board.setting.generation_points)
    return outcome


def quote_wizard(board: Fight, dice: Dice, step: Step[Draft]) -> Outcome:
    """Price a wizard at any moment without keeping it (MF-WIZ-7)."""
    return account(board, drafted(board, step.options))


def create_wizard(board: Fight, dice: Dice, step: Step[NewWizard]) -> Outcome:
    """Add a wizard to the roster (MF-WIZ-1 to 9)."""
    name = trimmed(step.options.name)
    if not board.setting.library:
        raise RuleError("no_spells")
    sheet = drafted(board, step.options, name)
    return _keep(board, sheet, len(board.setting.roster))


def edit_wizard(board: Fight, dice: Dice, step: Step[Edit]) -> Outcome:
    """Change a wizard of the roster; the same checks apply (MF-WIZ-10)."""
    options = step.options
    name = None if options.name is None else trimmed(options.name)
    place = place_of(board.setting.roster, options.wizard, "unknown_wizard", "wizard")
    before = board.setting.roster[place]
    characteristics = {**before.characteristics, **options.characteristics}
    points = {**before.bought, **options.bought}
    _check_figures(characteristics, points)
    spells = before.spells if options.spells is None else buy(board, options.spells, before)
    sheet = RosterSheet(
        name=before.name if name is None else name,
        appearance=before.appearance if options.appearance is None else options.appearance,
        characteristics=characteristics,
        bought=points,
        spells=spells,
    )
    return _keep(board, sheet, place)


def load_wizards(board: Fight, dice: Dice, step: Step[LoadWizards]) -> Outcome:
    """Add the wizards of a file; who is there stays (MF-WIZ-11)."""
    loaded = read_all(step.options.wizards, RosterSheet, "wizards")
    roster, renamed, skipped = merge(board.setting.roster, loaded)
    if len(roster) > len(board.setting.roster):
        board.scene.roster = roster
    return {
        "added": len(loaded) - skipped,
        "renamed": renamed,
        "skipped": skipped,
        "roster_size": len(roster),
    }


def drafted(board: Fight, options: Draft, name: str = "", before: RosterSheet | None = None) -> RosterSheet:
    """The sheet that a draft comes to; `before` is the wizard that is changed (MF-WIZ-1 to 6, 10)."""
    _check_figures(options.characteristics, options.bought)
    return RosterSheet(
        name=name,
        appearance=options.appearance,
        characteristics=options.characteristics,
        bought=options.bought,
        spells=buy(board, options.spells, before),
    )


def _check_figures(characteristics: Mapping[str, int], points: Mapping[str, int]) -> None:
    try:
        figures_of(characteristics, points)
    except RuleError as error:
        raise error.within("with") from None


def _keep(board: Fight, sheet: RosterSheet, place: int) -> Outcome:
    roster = board.setting.roster
    if any(known.name == sheet.name for index, known in enumerate(roster) if index != place):
        raise RuleError("duplicate_name", ("with", "name"), name=sheet.name)
    outcome = afforded(board, sheet)
    board.scene.roster = [*roster[:place], sheet, *roster[place + 1 :]]
    return {**outcome, "name": sheet.name, "roster_size": len(board.scene.roster)}


def buy(board: Fight, choices: list[Choosing], before: RosterSheet | None) -> list[BoughtSpell]:
    """The wizard's own copies of the spells chosen (MF-WIZ-5, 6)."""
    library = {spell.name: spell for spell in board.setting.library}
    spells: list[BoughtSpell] = []
    names: set[str] = set()
    for index, choosing in enumerate(choices):
        try:
            spell: Spell | None = library.get(choosing.spell)
            if spell is None and before is not None:
                spell = before.spell(choosing.spell)
            if spell is None:
                raise RuleError("unknown_spell", ("spell",), found=choosing.spell)
            spells.append(_bought(spell, choosing, names))
        except RuleError as error:
            raise error.within("with", "spells", index) from None
    return spells


def _bought(spell: Spell, choosing: Choosing, names: set[str]) -> BoughtSpell:
    wanted = len(spell.effects)
    allocations = choosing.allocations if choosing.allocations is not None else [None] * wanted
    for key, given in (("units", choosing.units), ("allocations", allocations)):
        if len(given) != wanted:
            raise RuleError("bad_value", (key,), wanted="length", low=wanted, high=wanted, found=len(given))
    if spell.name in names:
        raise RuleError("duplicate_name", ("spell",), name=spell.name)
    names.add(spell.name)
    effects: list[BoughtEffect] = []
    for index, effect in enumerate(spell.effects):
        allocation = allocations[index]
        if effect.effect == "armor" and allocation is None:
            raise RuleError("missing_field", ("allocations", index), field="allocations")
        if effect.effect != "armor" and allocation is not None:
            raise RuleError("bad_value", ("allocations", index), wanted="armor", found=choice_word(effect.effect))
        try:
            units = check_units(effect.effect, choosing.units[index])
        except RuleError as error:
            raise error.within("units", index) from None
        try:
            shared = None if allocation is None else check_allocation(allocation, units)
        except RuleError as error:
            raise error.within("allocations", index) from None
        effects.append(bought(effect, units, shared))
    return BoughtSpell(name=spell.name, description=spell.description, effects=effects)
