"""The wizard bench: figures with the price of a point, spells on offer, armour shared out, points left (page 6, MF-WIZ-*)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gmtool.rules.board import Board, Position
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record
from gmtool.rules.shapes import Json
from gmtool.rules.systems.magic_fight import tables
from gmtool.rules.systems.magic_fight.costs import least_units, spell_cost
from gmtool.rules.systems.magic_fight.doing import deed, deeds
from gmtool.rules.systems.magic_fight.library import merge, read_all
from gmtool.rules.systems.magic_fight.sheet import BOUGHT, PRIMARIES, RosterSheet, characteristics_cost, derive, figures_of
from gmtool.rules.systems.magic_fight.spells import DEFENSES, Effect, Spell, bought
from gmtool.rules.systems.magic_fight.values import Fight
from gmtool.rules.systems.magic_fight.wizards import Draft, afforded, drafted
from gmtool.rules.workshop import Account, Bought, Document, Figure, Goods, Share

DERIVED_FIRST = len(tables.PRIMARY)


def even(units: int) -> dict[str, int]:
    """Armour shared out evenly, what is over to the first defences."""
    points = 2 * units
    return {name: points // 4 + (1 if place < points % 4 else 0) for place, name in enumerate(DEFENSES)}


def read_before(before: Json) -> RosterSheet | None:
    """The wizard that is changed."""
    return RosterSheet.read(before) if before is not None else None


class MagicFightWizards:
    """The wizard bench of magic fight."""

    def blank(self) -> Document:
        """Every figure at its base (T1)."""
        return {
            "name": "",
            "appearance": "",
            "characteristics": PRIMARIES.read({}, None),
            "bought": BOUGHT.read({}, None),
            "spells": [],
        }

    def opened(self, sheet: Json) -> Document:
        """The figures and spells of a sheet as a draft (MF-WIZ-10)."""
        read = RosterSheet.read(sheet)
        spells = [
            {
                "spell": spell.name,
                "units": [effect.units for effect in spell.effects],
                "allocations": [dict(effect.allocation) if effect.allocation is not None else None for effect in spell.effects],
            }
            for spell in read.spells
        ]
        return {
            "name": read.name, "appearance": read.appearance, "characteristics": dict(read.characteristics), "bought": dict(read.bought),
            "spells": spells,
        }  # fmt: skip

    # -- figures ----------------------------------------------------------------------------------------------------

    def figures(self, draft: Document) -> tuple[Figure, ...]:
        """The eight primary ones and the eleven derived ones, in the order of T1."""
        primary, points = draft["characteristics"], draft["bought"]
        base = {**tables.START, **derive(primary)}
        values = figures_of(primary, points)
        found = []
        for place, key in enumerate(tables.CHARACTERISTICS):
            group = "primary" if place < DERIVED_FIRST else "derived"
            price = tables.HALVES[key]
            found.append(Figure(key, group, base[key], values[key], price, price * (values[key] - base[key])))
        return tuple(found)

    def changed(self, draft: Document, key: str, steps: int) -> Document:
        """Points bought or given back, within the limits (MF-WIZ-4)."""
        part = "characteristics" if key in tables.PRIMARY else "bought"
        table = {**draft[part], key: draft[part][key] + steps}
        after = {**draft, part: PRIMARIES.read(table, None) if part == "characteristics" else BOUGHT.read(table, None)}
        figures_of(after["characteristics"], after["bought"])
        return after

    # -- spells -----------------------------------------------------------------------------------------------------

    def _on_offer(self, scene: Any, before: Json) -> dict[str, Spell]:
        own = read_before(before)
        held = (
            {spell.name: Spell(name=spell.name, description=spell.description, effects=spell.effects) for spell in own.spells}
            if own
            else {}
        )
        return {**held, **{spell.name: spell for spell in scene.library}}

    def goods(self, scene: Any, draft: Document, before: Json) -> tuple[Goods, ...]:
        """The library, then the wizard's own spells that it no longer has (MF-LIB-6)."""
        names = {choosing["spell"] for choosing in draft["spells"]}
        found = []
        for name, spell in sorted(self._on_offer(scene, before).items(), key=lambda pair: pair[0].casefold()):
            units = least_units(spell.effects)
            does = deeds(spell, units, "muted")  # type: ignore[arg-type]
            found.append(Goods(name, spell_cost(spell.effects, units), does, name in names))
        return tuple(found)

    def traded(self, scene: Any, draft: Document, before: Json, name: str) -> Document:
        """Each spell at most once, with its minimum units, armour shared out evenly (MF-WIZ-5, 6)."""
        kept = [choosing for choosing in draft["spells"] if choosing["spell"] != name]
        if len(kept) == len(draft["spells"]):
            effects = self._on_offer(scene, before)[name].effects
            units = least_units(effects)
            allocations = [even(number) if one.effect == "armor" else None for one, number in zip(effects, units, strict=True)]
            kept.append({"spell": name, "units": units, "allocations": allocations})
        return {**draft, "spells": kept}

    def bought(self, scene: Any, draft: Document, before: Json) -> tuple[tuple[str, tuple[Bought, ...]], ...]:
        """The spells bought with their effects."""
        offer = self._on_offer(scene, before)
        found = []
        for choosing in draft["spells"]:
            effects = offer[choosing["spell"]].effects
            rows = [
                self._bought(effect, units, allocation)
                for effect, units, allocation in zip(effects, choosing["units"], choosing["allocations"], strict=True)
            ]
            found.append((choosing["spell"], tuple(rows)))
        return tuple(found)

    def _bought(self, effect: Effect, units: int, allocation: dict[str, int] | None) -> Bought:
        shares = tuple([Share(name, allocation[name]) for name in DEFENSES]) if allocation is not None else ()
        left = 2 * units - sum(allocation.values()) if allocation is not None else 0
        most = 1 if effect.effect == "desolidification" else 99
        return Bought(effect.effect, deed(bought(effect, units, None), units), units, effect.traits.least, most, shares, left)

    def grown(self, scene: Any, draft: Document, before: Json, spell: int, effect: int, steps: int) -> Document:
        """Units between the minimum and the most; new armour is left to be shared out, given back armour leaves the fullest defence."""
        choosing = draft["spells"][spell]
        kind = self._on_offer(scene, before)[choosing["spell"]].effects[effect]
        most = 1 if kind.effect == "desolidification" else 99
        units = [*choosing["units"]]
        units[effect] = max(kind.traits.least, min(most, units[effect] + steps))
        allocations = [*choosing["allocations"]]
        if allocations[effect] is not None:
            shares = dict(allocations[effect])
            while sum(shares.values()) > 2 * units[effect]:
                fullest = max(shares, key=lambda name: shares[name])
                shares[fullest] -= 1
            allocations[effect] = shares
        return self._with(draft, spell, {**choosing, "units": units, "allocations": allocations})

    def shared(self, draft: Document, spell: int, effect: int, key: str, steps: int) -> Document:
        """A defence has 0 or more of it, and no more than there is (MF-WIZ-6)."""
        choosing = draft["spells"][spell]
        shares = dict(choosing["allocations"][effect])
        room = 2 * choosing["units"][effect] - sum(shares.values())
        shares[key] = max(0, shares[key] + min(steps, max(0, room)) if steps > 0 else shares[key] + steps)
        allocations = [*choosing["allocations"]]
        allocations[effect] = shares
        return self._with(draft, spell, {**choosing, "allocations": allocations})

    def _with(self, draft: Document, spell: int, choosing: Document) -> Document:
        return {**draft, "spells": [*draft["spells"][:spell], choosing, *draft["spells"][spell + 1 :]]}

    # -- the whole --------------------------------------------------------------------------------------------------

    def account(self, scene: Any, draft: Document, before: Json) -> Account:
        """The total and what is left, in half points (MF-WIZ-7)."""
        offer = self._on_offer(scene, before)
        figures = characteristics_cost(draft["characteristics"], draft["bought"])
        spells = tuple([spell_cost(offer[one["spell"]].effects, one["units"]) for one in draft["spells"]])
        total = figures + 2 * sum(spells)
        budget = 2 * scene.generation_points
        return Account(figures, spells, total, budget, budget - total)

    def sheet(self, scene: Any, draft: Document, before: Json) -> Document:
        """The checks of `create_wizard`, or of `edit_wizard` where a wizard is changed (MF-WIZ-8, 9, 10)."""
        board: Fight = Board(Position({}, {}, scene))
        if before is None and not scene.library:
            raise RuleError("no_spells", ("spells",))
        name = str(draft["name"]).strip()
        if not name:
            raise RuleError("no_name", ("name",))
        try:
            sheet = drafted(board, Draft.read(draft), name, read_before(before))
        except RuleError as error:
            error.place = error.place[1:] if error.place[:1] == ("with",) else error.place
            raise
        afforded(board, sheet)
        return sheet.write()

    def loaded(self, present: Sequence[Json], raw: Sequence[Json]) -> list[Document]:
        """What is there stays; a name that is taken gets a number (MF-WIZ-11)."""
        loaded = read_all(list(raw), RosterSheet, "wizards")
        here: list[Record] = [RosterSheet.read(sheet) for sheet in present]
        after, _, _ = merge(here, loaded)
        return [sheet.write() for sheet in after[len(here) :]]


BENCH = MagicFightWizards()
