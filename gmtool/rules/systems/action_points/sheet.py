"""A combatant's sheet: characteristics, possessions, spells (page 4.1)."""

from __future__ import annotations

from gmtool.rules.records import Fixed, Record, choice, integer, map_of, of_shape, text
from gmtool.rules.shapes import Integer, Json, Text
from gmtool.rules.systems.action_points.gear import Equipment, Item, Spell, fit_bag
from gmtool.rules.systems.action_points.tables import HANDS, MOST_CARRIED


class Sheet(Record, frozen=True):
    """What somebody permanently is and may own. Without a name of its own a combatant is called by its identifier."""

    name: str = text(default="")
    side: str = text(default="party")
    group: str | None = text(default=None, null=True)
    dex: int = integer(0, 999, default=0)
    per: int = integer(0, 999, default=0)
    att: int = integer(0, 999, default=0)
    att_dist: int = integer(0, 999, default=0)
    mag: int = integer(0, 999, default=0)
    vars()["def"] = integer(0, 999, default=0)
    def_m: int = integer(0, 999, default=0)
    pv_max: int = integer(1, 9999)
    mp_max: int = integer(0, 9999, default=0)
    pa_max: int | None = integer(1, 99, default=None, null=True)
    items: dict[str, Item] = map_of(Fixed(Item), key=Text(), default={})
    equipment: Equipment = of_shape(Fixed(Equipment), default=Equipment())
    hand: str = choice(HANDS, default="melee")
    bag: dict[str, int] = map_of(Integer(0, MOST_CARRIED), default={})
    spells: dict[str, Spell] = map_of(Fixed(Spell), key=Text(), default={})
    notes: str = text(default="", empty=True, lines=True)

    def check(self) -> None:
        self.equipment.fit(self.items, self.hand)
        fit_bag(self.bag, self.items)

    def write(self) -> dict[str, Json]:
        written = super().write()
        for name in ("name", "notes"):
            if not written[name]:
                del written[name]
        return written
