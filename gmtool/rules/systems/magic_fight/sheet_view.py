"""The blocks of a wizard's sheet: points, what lies on it, figures as they are now, spells, what was paid."""

from __future__ import annotations

from gmtool.rules.board import Board, Position
from gmtool.rules.systems.magic_fight.aims import attacks, castable, cost_now, likeliest, usual_cast
from gmtool.rules.systems.magic_fight.costs import bought_cost
from gmtool.rules.systems.magic_fight.doing import deeds, units_now
from gmtool.rules.systems.magic_fight.lying import GAP, boost_line, conditions, drain_line, holds_on, power_line
from gmtool.rules.systems.magic_fight.sheet import Sheet, characteristics_cost
from gmtool.rules.systems.magic_fight.tables import PRIMARY, SEGMENTS
from gmtool.rules.systems.magic_fight.values import (
    Fight,
    armour,
    charges,
    charges_left,
    current,
    defence,
    offence,
    regeneration,
)
from gmtool.rules.view import Bit, Bits, Figures, Offer, Reading, Row, Rows, Said, Track, Tracks, named, say, shown

HITS = Reading("view.head.hits", "hit", ("true",))
DOES = 34
ROLES = {"stun": "stun", "body": "hp", "endurance": "endurance"}


def half_points(halves: int) -> str:
    """Points of generation, with the half that a point of endurance costs."""
    return f"{halves // 2}" if halves % 2 == 0 else f"{halves // 2}½"


def total_halves(sheet: Sheet) -> int:
    """What a wizard cost, in half points (MF-WIZ-7)."""
    return characteristics_cost(sheet.characteristics, sheet.bought) + 2 * sum([bought_cost(spell) for spell in sheet.spells])


class Blocks:
    """The blocks of one wizard's sheet."""

    def __init__(self, position: Position, who: str) -> None:
        self.position, self.who = position, who
        self.sheet, self.state, self.scene = position.sheets[who], position.states[who], position.scene
        self.board: Fight = Board(position)

    def points(self) -> Tracks:
        """Stun, body and endurance of what they can be; a click takes one point away."""
        tracks = []
        for name, role in ROLES.items():
            value, most = getattr(self.state, name), current(self.board, self.who, name)
            tracks.append(Track(say(f"fight.head.{name}"), value, most, role, changed(name, value, -1, most)))
        return Tracks("view.points", tuple(tracks), self.standing())

    def standing(self) -> Bits:
        """Dead or knocked out, and where the wizard stands."""
        bits: list[Bit] = []
        if self.state.body <= 0:
            bits.append(say("fight.out.dead", "error"))
        elif self.state.stun <= 0:
            bits.append(say("fight.out.ko", "error"))
        if self.state.position is not None:
            col, row = self.state.position
            bits += [*((GAP,) if bits else ()), say("view.at", "muted", hex=f"{col}, {row}")]
        return tuple(bits)

    def lying(self) -> Said | None:
        """Conditions, powers, drains and boosts, each with what ends it; charges that were used."""
        state, holds = self.state, holds_on(self.position)
        lines: list[Bits] = [*conditions(self.position, self.who, holds)]
        lines += [power_line(self.position, power) for power in state.powers]
        lines += [drain_line(drain) for drain in state.drains]
        lines += [boost_line(boost) for boost in state.boosts]
        return Said("view.lying", tuple(lines)) if lines else None

    def figures(self) -> Figures:
        """What decides in a fight, as it is now: values, defences with armour, threshold, speed (MF-HIT-4, MF-DMG-1, 5)."""
        board, who = self.board, self.who
        found: list[tuple[Bit, Bit]] = [
            (say("fight.head.ocv", "muted"), shown(f"{offence(board, who, False)}/{offence(board, who, True)}")),
            (say("fight.head.dcv", "muted"), shown(f"{defence(board, who, False)}/{defence(board, who, True)}")),
        ]
        for name in ("physical", "energy", "mental", "flash"):
            own, worn = current(board, who, f"{name}_defense"), sum(armour(board, who, name))
            word = "view.armoured" if worn else "view.plain"
            found.append((say(f"view.against.{name}", "muted"), say(word, "", total=own + worn, armour=worn)))
        found += [
            (say("view.stunned_above", "muted"), shown(current(board, who, "constitution"))),
            (say("view.recovers", "muted"), shown(current(board, who, "recovery"))),
        ]
        heals = regeneration(board, who)
        if heals:
            found.append((say("choice.regeneration", "muted"), shown(heals)))
        speed = current(board, who, "speed")
        segments = " ".join([str(segment) for segment in SEGMENTS[speed]])
        found.append((say("view.acts_in", "muted"), shown(segments)))
        return Figures("view.figures", tuple(found), (say("view.physical_mental", "muted"),))

    def characteristics(self) -> Figures:
        """The eight that were bought, and what the wizard cost of the points there are."""
        found = [(say(f"field.{name}", "muted"), shown(current(self.board, self.who, name))) for name in PRIMARY if name != "body"]
        found.insert(6, (say("field.body", "muted"), shown(self.sheet.figures["body"])))
        total, budget = total_halves(self.sheet), self.scene.generation_points
        ink = "error" if total > 2 * budget else "muted"
        cost = say("view.paid", ink, total=half_points(total), budget=budget)
        return Figures("field.characteristics", tuple(found), (cost,))

    def spells(self) -> Rows | None:
        """Spells as they are now: endurance, charges, what they do, and the chance to hit the likeliest target."""
        acts = self.scene.running and self.scene.active == self.who
        foe = likeliest(self.position, self.who)
        rows = []
        for spell in self.sheet.spells:
            does = deeds(spell, units_now(self.state, spell))
            if not castable(spell):
                rows.append(Row(spell.name, spell.name, ((shown(None, "muted"),), (say("view.always", "muted"),), does)))
                continue
            cost = cost_now(self.board, self.who, spell)
            left, most = charges_left(self.state, spell), charges(spell)
            charged: Bits = () if left is None else (shown(left, "" if left else "error"), shown(f"/{most}", "muted"))
            paid = shown(cost, "error" if cost > self.state.endurance else "endurance") if cost else shown(None, "muted")
            rows.append(Row(spell.name, spell.name, ((paid,), charged, does), usual_cast(self.position, self.who, spell, foe)))
        if not rows:
            return None
        strikes = acts and foe is not None and any(attacks(spell) for spell in self.sheet.spells)
        heads = (("fight.head.endurance", -3), ("view.head.charges", 7), ("", DOES))
        return Rows("field.spells", "spell", heads, tuple(rows), (HITS,) if strikes else ())

    def appearance(self) -> Said | None:
        """How the wizard looks."""
        text = self.sheet.appearance
        return Said("field.appearance", tuple([(shown(line),) for line in text.splitlines()])) if text else None


def changed(name: str, value: int, points: int, most: int) -> Offer | None:
    """Points more or fewer by hand, never above the full value, endurance never below 0."""
    after = min(most, value + points)
    if name == "endurance":
        after = max(0, after)
    if after == value:
        return None
    word = "view.offer.more" if points > 0 else "view.offer.less"
    now = (shown(value), shown(f"/{most}", "muted"))
    return Offer(word, facts={"what": named(f"field.{name}"), "count": abs(after - value)}, edit={name: after}, now=now)
