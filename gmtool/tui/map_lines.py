"""How the battlemap's panel looks: what lies between, who may do what, whom it strikes, what the signs mean. Values and a width in, lines out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gmtool.hexes import Hex
from gmtool.rules.field import Aim, Look
from gmtool.rules.wording import visible
from gmtool.tui.battle import Battle, Token
from gmtool.tui.fight_lines import FightPainter
from gmtool.tui.map.face import ASCII_SIGNS, SIGNS
from gmtool.tui.paint import Line, Span, beside, clip, cut, fit, heading, large, number, percent, spread, thin_bar, width_of, wrap

MOST_AIMS = 8
MOST_STRUCK = 6
MOST_WAITING = 6
LABEL = 12
FIGURE = 11
REFUSED = 22


class Moment(NamedTuple):
    """What the panel tells of: the hex under the cursor, who acts, what is in hand.

    `start` is the hex that distances are measured from, `brush` the terrain being painted, `mover` who was picked up and `way` where he would
    go; `chance` is that of what decides for the `aim` that is chosen.
    """

    battle: Battle
    spot: Hex
    token: Token | None = None
    start: Hex | None = None
    brush: str = ""
    mover: str | None = None
    way: Sequence[Hex] = ()
    aims: Sequence[Aim] = ()
    aim: Aim | None = None
    chance: float | None = None


class MapLines:
    """Paints one moment in the words of its game."""

    def __init__(self, painter: FightPainter, moment: Moment) -> None:
        self.painter, self.moment, self.battle = painter, moment, moment.battle
        self.say, self.glyphs = painter.say, painter.glyphs

    # -- the whole panel --------------------------------------------------------------------------------------------

    def panel(self, width: int) -> list[Line]:
        """Beside the map: from what is under the cursor to the meaning of the signs."""
        moment = self.moment
        lines: list[Line] = [self.title(width), [], *self.between(width), *self.note(width)]
        if moment.brush:
            return [*lines, [], *self.brush(width)]
        lines += self.walk(width)
        if moment.token is not None:
            lines += [[], *self.actor(moment.token, width), *self.aims(moment.token, width)]
        return [*lines, *self.waiting(width), [], *self.legend(width)]

    def short(self, width: int) -> list[Line]:
        """The same in three lines below the map."""
        moment, battle = self.moment, self.battle
        lines: list[Line] = [spread([*self.name(), Span(f"  {moment.spot[0]}, {moment.spot[1]}", "muted")], self.distance(), width)]
        if moment.brush:
            word, keys = self.say(f"battlemap.terrain.{moment.brush}"), self.say("battlemap.painting_short")
            lines.append([Span(f"{self.say('battlemap.painting')} ", "muted"), Span(word, "bold")])
            return [*lines, clip([Span(keys, "muted")], width)]
        note = battle.plan.notes.get(moment.spot)
        if moment.aim is not None:
            names = ", ".join(visible(battle.name(who)) for who in moment.aim.struck) or self.say("battlemap.nobody")
            label = self.painter.words(moment.aim.move.label)
            lines.append([Span(label, "bold"), Span(f"  {self.say('battlemap.strikes')} ", "muted"), Span(names), *self.odds("  ")])
        elif moment.mover is not None:
            lines.append(self.walking(moment.mover))
        elif note:
            lines.append([Span(f"{self.glyphs.mark} ", "accent"), Span(visible(note).replace("\n", " "))])
        token = moment.token
        if token is not None:
            left = self.painter.bits(battle.fight.left(battle.system, battle.game, token.who))
            lines.append([Span(visible(token.name), "bold"), Span("  "), *left])
        return [clip(line, width) for line in lines[:3]]

    # -- what is under the cursor -----------------------------------------------------------------------------------

    def name(self) -> Line:
        """Who stands under the cursor, else what the ground is."""
        there = self.battle.at.get(self.moment.spot)
        if there is None:
            kind = self.battle.plan.terrain.get(self.moment.spot, "open")
            return [Span(self.say(f"battlemap.terrain.{kind}"), "bold")]
        name: Line = [Span(f"{there.label} ", f"side{there.side} bold"), Span(visible(there.name), "bold")]
        if there.hidden:
            name.append(Span(f" {self.say('initiative.hidden')}", "muted"))
        return name

    def title(self, width: int) -> Line:
        spot = self.moment.spot
        tail = f"{spot[0]}, {spot[1]}"
        if self.battle.plan.fog and spot not in self.battle.plan.seen:
            tail = f"{self.say('battlemap.unseen')}  {tail}"
        return spread(self.name(), [Span(tail, "muted")], width)

    def look(self) -> Look | None:
        """From where distances are measured to the cursor."""
        start = self.moment.start
        return None if start is None else self.battle.look(start, self.moment.spot)

    def sight(self, look: Look) -> Span:
        return Span(
            self.say("battlemap.in_sight" if look.seen else "battlemap.no_sight"), "success bold" if look.seen else "error bold"
        )

    def range(self, look: Look) -> Line:
        """The range penalty, where the game has one."""
        if look.penalty is None:
            return []
        return [Span(f"{self.say('battlemap.range')} ", "muted"), Span(number(look.penalty, self.glyphs), "bold")]

    def between(self, width: int) -> list[Line]:
        """Distance, sight and range from the active token to the cursor; the distance is the large figure."""
        look = self.look()
        if look is None:
            return []
        figure = large(str(look.far), glyphs=self.glyphs)
        side = max(3, *(width_of(row) for row in figure))
        room = width - side - 2
        rows: list[Line] = [
            spread([Span(self.say("battlemap.hexes_away", count=look.far), "muted")], self.range(look), room),
            [self.sight(look)],
            [Span(self.say(f"battlemap.{self.apart(look)}"), "muted")],
        ]
        return beside([(figure, side), (rows, room)], 2)

    def apart(self, look: Look) -> str:
        """The word for what lies between."""
        near = {0: "same_hex", 1: "side_by_side"}.get(look.far)
        return near or ("nothing_between" if look.seen else "blocked")

    def distance(self) -> Line:
        """The same in a few words."""
        look = self.look()
        if look is None:
            return []
        found: Line = [Span(self.say("battlemap.hexes_away_short", count=look.far), "accent bold"), Span("  "), self.sight(look)]
        return [*found, Span("  "), *self.range(look)] if look.penalty is not None else found

    def note(self, width: int) -> list[Line]:
        """The GM's note on the hex."""
        note = self.battle.plan.notes.get(self.moment.spot)
        if not note:
            return []
        return [[], *[[Span(f"{self.glyphs.mark} ", "accent"), *row] for row in wrap(visible(note), width - 2)]]

    # -- what is in hand --------------------------------------------------------------------------------------------

    def brush(self, width: int) -> list[Line]:
        """What is painted, and with which keys."""
        word = self.say(f"battlemap.terrain.{self.moment.brush}")
        lines: list[Line] = [heading(self.say("battlemap.painting"), [Span(word, "bold")], width, self.glyphs)]
        return lines + wrap(self.say("battlemap.painting_keys"), width, "muted")

    def walking(self, mover: str) -> Line:
        """Who is picked up and how long the way to the cursor is."""
        name = Span(visible(self.battle.name(mover)), "bold")
        if self.moment.way:
            return [name, Span(f"  {self.say('battlemap.way', count=len(self.moment.way))}", "secondary")]
        token = self.battle.token(mover)
        here = token is not None and token.spot == self.moment.spot
        return [name, Span(f"  {self.say('battlemap.way_none')}", "muted" if here else "warning")] if not here else [name]

    def walk(self, width: int) -> list[Line]:
        """The way of whoever was picked up."""
        mover = self.moment.mover
        if mover is None:
            return []
        keys = wrap(self.say("battlemap.set_down"), width, "muted")
        return [[], heading(self.say("battlemap.in_hand"), [], width, self.glyphs), clip(self.walking(mover), width), *keys]

    # -- who acts ---------------------------------------------------------------------------------------------------

    def actor(self, token: Token, width: int) -> list[Line]:
        """The active one: name, what is left, bars."""
        battle, painter = self.battle, self.painter
        left = painter.bits(battle.fight.left(battle.system, battle.game, token.who))
        name = visible(token.name)
        fits = width_of(left) + len(name) + 5 <= width
        lines: list[Line] = [heading(name, left if fits else [], width, self.glyphs)]
        if not fits and left:
            lines.append(clip(left, width))
        place = battle.place(token.who)
        figures: Line = []
        for column, cell in zip(battle.fight.columns, place.cells if place is not None else (), strict=False):
            label = self.say(column.word, battle.system.name) if column.word else ""
            if cell.bar is not None and cell.bar[1]:
                lines.append(self.gauge(label, *cell.bar, width))
            elif cell.bits and label and not column.wide:
                found: Line = [Span(f"{label} ", "muted"), *painter.bits(cell.bits)]
                if width_of(figures) + width_of(found) + 2 > width:
                    lines.append(figures)
                    figures = []
                figures += [*([Span("  ")] if figures else []), *found]
        return [*lines, figures] if figures else lines

    def gauge(self, label: str, value: int, most: int, role: str, width: int) -> Line:
        """A bar; with its word and figure where it has a word."""
        if not label:
            return thin_bar(value / most, width, role, self.glyphs)
        figure: Line = [Span(number(value, self.glyphs), "bold"), Span(f" / {most}", "muted")]
        bar = thin_bar(value / most, max(6, width - LABEL - FIGURE), role, self.glyphs)
        return [*fit([Span(label, "muted")], LABEL), *bar, *fit(figure, FIGURE, "right")]

    def aims(self, token: Token, width: int) -> list[Line]:
        """What the active one may do to the hex under the cursor, and whom the chosen one strikes."""
        moment, battle, painter = self.moment, self.battle, self.painter
        if not moment.aims:
            return []
        there = battle.at.get(moment.spot)
        title = self.say("battlemap.against", name=visible(there.name)) if there is not None else self.say("battlemap.aimed")
        lines: list[Line] = [[], heading(title, [Span("c", "accent bold")], width, self.glyphs)]
        for aim in self.listed():
            chosen = moment.aim is not None and aim.move.id == moment.aim.move.id
            fault = aim.move.refused
            right: Line = [] if fault is not None else painter.pips(aim.move, chosen)
            if aim.hexes and fault is None:
                right = [*right, Span(f"  {self.say('battlemap.covers', count=len(aim.hexes))}", "muted")]
            label = cut(
                painter.words(aim.move.label), REFUSED if fault is not None else width - width_of(right) - 3, self.glyphs.ellipsis
            )
            if fault is not None:
                reason = self.say("battlemap.needs_target") if fault.code == "missing_field" else painter.fault(fault)
                right = [Span(cut(reason, max(8, width - len(label) - 4), self.glyphs.ellipsis), "muted")]
            ink = "muted struck" if fault is not None else "bold" if chosen else ""
            row = spread([Span("  "), Span(label, ink)], right, width)
            lines.append(painter.grounded(row, width, " @panel", True) if chosen else row)
        if moment.aim is not None:
            lines += self.struck(moment.aim, token, width)
        return lines

    def listed(self) -> Sequence[Aim]:
        """The aims that are listed: the first ones, the chosen one always among them."""
        aims, chosen = list(self.moment.aims), self.moment.aim
        first = aims[:MOST_AIMS]
        if chosen is not None and all(aim.move.id != chosen.move.id for aim in first):
            first[-1] = chosen
        return first

    def odds(self, before: str = "") -> Line:
        """The chance of what decides, with its word."""
        if self.moment.chance is None:
            return []
        word = self.say(self.battle.fight.decides, self.battle.system.name)
        return [
            Span(f"{before}{word} ", "muted"), Span(percent(self.moment.chance, self.glyphs), "accent bold"), Span(" %", "muted"),
        ]  # fmt: skip

    def struck(self, aim: Aim, token: Token, width: int) -> list[Line]:
        """Who is inside, friends named."""
        battle = self.battle
        lines: list[Line] = [[], heading(self.say("battlemap.strikes"), self.odds(), width, self.glyphs)]
        for who in aim.struck[:MOST_STRUCK]:
            other = battle.token(who)
            if other is not None:
                lines.append([Span(f"{other.label} ", f"side{other.side} bold"), Span(visible(other.name))])
        if len(aim.struck) > MOST_STRUCK:
            lines.append([Span(self.say("battlemap.more_struck", count=len(aim.struck) - MOST_STRUCK), "muted")])
        if not aim.struck:
            lines.append([Span(self.say("battlemap.nobody"), "muted")])
        for who in aim.struck:
            if battle.sides.get(who) == battle.sides.get(token.who) and who != token.who:
                text = self.say("battlemap.friend", name=visible(battle.name(who)))
                lines.append([Span("! ", "warning bold"), Span(cut(text, width - 2, self.glyphs.ellipsis), "warning")])
        return lines

    # -- the rest ---------------------------------------------------------------------------------------------------

    def waiting(self, width: int) -> list[Line]:
        """Those who stand nowhere yet."""
        waiting = self.battle.missing()
        if not waiting:
            return []
        names = ", ".join(visible(self.battle.name(who)) for who in waiting[:MOST_WAITING])
        more = len(waiting) - MOST_WAITING
        if more > 0:
            names += f", {self.say('battlemap.more_waiting', count=more)}"
        return [
            [],
            heading(self.say("battlemap.unplaced"), [Span("p", "accent bold")], width, self.glyphs),
            *wrap(names, width, "muted"),
        ]

    def legend(self, width: int) -> list[Line]:
        """What the tints and signs mean: those that are on the map."""
        moment = self.moment
        signs = SIGNS if self.glyphs.large else ASCII_SIGNS
        kinds, look = set(self.battle.plan.terrain.values()), self.look()
        rows = [
            ("3", "secondary @track", "reach", bool(moment.token is not None and self.battle.reach(moment.token.who))),
            ("×" if self.glyphs.large else "x", "warning @track", "area", moment.aim is not None and bool(moment.aim.hexes)),
            (self.glyphs.pip, "text @track", "sight", moment.start is not None),
            (self.glyphs.spent, "error @track", "beyond", look is not None and not look.seen),
            (signs["wall"], "muted @track", "blocks", bool(self.battle.walls)),
            ("¶" if self.glyphs.large else '"', "accent @track", "noted", bool(self.battle.plan.notes)),
        ]
        lines: list[Line] = [heading(self.say("battlemap.legend"), [], width, self.glyphs)]
        for sign, ink, word, there in rows:
            if there:
                lines.append([Span(f" {sign} ", ink), Span(f"  {self.say(f'battlemap.{word}')}", "muted")])
        for kind in [kind for kind in signs if kind in kinds and (kind != "wall" and signs[kind])]:
            lines.append([Span(f" {signs[kind]} ", "muted @track"), Span(f"  {self.say(f'battlemap.terrain.{kind}')}", "muted")])
        return lines if len(lines) > 1 else []


__all__ = ["MapLines", "Moment"]
