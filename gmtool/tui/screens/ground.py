"""The ground of the battlemap: terrain by brush, rectangle, flood and seed; notes, fog, size, and maps kept for other encounters."""

from __future__ import annotations

from collections.abc import Iterable
from json import dumps

from gmtool.hexes import Hex, ball, flood, scatter
from gmtool.play.grounds import Plan, plan_of
from gmtool.play.table import Table
from gmtool.rules.shapes import Json
from gmtool.rules.wording import visible
from gmtool.tui.figures import whole_number
from gmtool.tui.screens.ask import Answers, Ask, Choice, Field
from gmtool.tui.screens.map_pane import MapPane
from gmtool.tui.screens.pick import Pick, Row

TERRAIN = ("wall", "tree", "rock", "water", "difficult", "hazard")
SEEN, OPEN = "seen", "open"
BRUSHES = (*TERRAIN, OPEN, SEEN)
"""What can be painted: terrain, nothing, and what the players see."""

MOST_STREWN = 200
LARGEST = 200


class GroundPane(MapPane):
    """The battlemap with everything that alters its ground; each change is one entry, two where the rules keep the obstacles."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.terrain = TERRAIN[0]

    # -- keeping ----------------------------------------------------------------------------------------------------

    def stored(self) -> Plan:
        """The map as the file has it, of the size that is played on."""
        assert self.battle is not None
        scene = self.table.position.scene
        plan = (plan_of(scene.ground) if scene is not None else None) or Plan()
        return plan if plan.size == self.battle.plan.size else plan.resized(*self.battle.plan.size)

    def keep(self, plan: Plan, word: str) -> bool:
        """Keep another map as one entry; nothing where it is the same."""
        if plan == self.stored():
            return True
        return self.act(lambda: self.table.set_ground(plan.write(), word))

    def lay_walls(self, spots: list[Hex], there: bool) -> bool:
        """Obstacles through the rules."""
        battle = self.battle
        assert battle is not None
        step = battle.field.lay(battle.game, spots, there)
        return step is not None and self.act(lambda: self.table.commit(dict(step)))

    def paint_spots(self, spots: Iterable[Hex], kind: str) -> None:
        """Paint hexes; where all are so already, clear them. Obstacles go through the rules where they keep them."""
        battle = self.battle
        if battle is None:
            return
        wanted = list(dict.fromkeys(spots))
        if kind == SEEN:
            self.keep(self.stored().shown(wanted, not battle.plan.seen.issuperset(wanted)), "journal.fog")
            return
        if all(battle.plan.terrain.get(spot) == kind for spot in wanted):
            kind = OPEN
        if battle.field.ruled:
            walls = [spot for spot in wanted if spot in battle.walls]
            if kind == "wall":
                self.lay_walls(wanted, True)
                return
            if walls and not self.lay_walls(walls, False):
                return
        self.keep(self.stored().painted(wanted, kind), "journal.map")

    # -- the brush --------------------------------------------------------------------------------------------------

    def action_paint(self) -> None:
        """Take up the brush, or lay it down."""
        brush = "" if self.brush else self.terrain
        self.lay_down()
        self.brush = brush
        self.draw_over()

    def action_terrain(self) -> None:
        """The next thing to paint."""
        self.terrain = BRUSHES[(BRUSHES.index(self.terrain) + 1) % len(BRUSHES)]
        self.brush = self.terrain
        self.draw_over()

    def action_corner(self) -> None:
        """Begin a rectangle here; enter paints it."""
        self.brush = self.terrain
        self.corner = None if self.corner is not None else self.cursor
        self.draw_over()

    def action_flood(self) -> None:
        """Paint everything of the same kind that hangs together with the hex under the cursor."""
        battle = self.battle
        if battle is None:
            return
        terrain, size = battle.plan.terrain, battle.plan.size
        kind = terrain.get(self.cursor, OPEN)
        found = flood(self.cursor, size, lambda spot: terrain.get(spot, OPEN) == kind)
        if kind == OPEN and self.terrain != SEEN and len(found) > size[0] * size[1] // 2:
            self.app.tell("battlemap.flood_too_wide", severity="warning", count=len(found))
            return
        self.paint_spots(found, self.terrain)

    def action_scatter(self) -> None:
        """Strew terrain at random; the same seed strews the same."""
        kinds = [Choice(kind, self.say(f"battlemap.terrain.{kind}")) for kind in TERRAIN]
        fields = [
            Field("kind", self.say("battlemap.kind"), self.terrain if self.terrain in TERRAIN else TERRAIN[0], choices=kinds),
            Field("count", self.say("battlemap.count"), "40"),
            Field("seed", self.say("battlemap.seed"), "1"),
        ]
        self.app.push_screen(Ask(self.say("battlemap.scatter_title"), fields, check=self.wrong_scatter), self.scattered)

    def wrong_scatter(self, answers: Answers) -> tuple[str, str] | None:
        count, seed = whole_number(answers["count"]), whole_number(answers["seed"])
        if count is None or not 1 <= count <= MOST_STREWN:
            return "count", self.say("battlemap.bad_count")
        return ("seed", self.say("battlemap.bad_count")) if seed is None else None

    def scattered(self, answers: Answers | None) -> None:
        battle = self.battle
        if answers is None or battle is None:
            return
        count, seed = whole_number(answers["count"]), whole_number(answers["seed"])
        assert count is not None
        assert seed is not None
        taken = set(battle.plan.terrain) | {token.spot for token in battle.tokens}
        spots = scatter(seed, count, battle.plan.size, taken)
        if not spots:
            self.app.tell("battlemap.no_room", severity="warning")
            return
        self.paint_spots(spots, answers["kind"])

    # -- notes and fog ----------------------------------------------------------------------------------------------

    def action_note(self) -> None:
        """A note on the hex under the cursor."""
        battle = self.battle
        if battle is None:
            return
        spot = self.cursor
        field = Field("text", self.say("battlemap.note"), battle.plan.notes.get(spot, ""))
        title = self.say("battlemap.note_title", column=spot[0], row=spot[1])

        def written(answers: Answers | None) -> None:
            if answers is not None:
                self.keep(self.stored().noted(spot, answers["text"].strip()), "journal.map_note")

        self.app.push_screen(Ask(title, [field]), written)

    def action_fog(self) -> None:
        """Show the hexes around the cursor to the players, or cover the one under it again."""
        battle = self.battle
        if battle is None:
            return
        plan, spot = self.stored(), self.cursor
        if plan.fog and spot in plan.seen:
            self.keep(plan.shown([spot], False), "journal.fog")
        else:
            self.keep(plan.shown(ball(spot, 1, plan.size)), "journal.fog")

    def action_lift(self) -> None:
        """Lift the fog, or let what was covered be covered again."""
        if self.battle is not None:
            plan = self.stored()
            self.keep(plan._replace(fog=not plan.fog), "journal.fog")

    def action_seen(self) -> None:
        """Show the players what their characters see from where they stand; of somebody under the cursor, what that one sees."""
        battle = self.battle
        if battle is None:
            return
        there = battle.at.get(self.cursor)
        whos = [there.who] if there is not None else []
        whos = whos or [token.who for token in battle.tokens if battle.kind(token.who) == "pc" and not token.out]
        if not whos:
            self.app.tell("battlemap.no_players", severity="warning")
            return
        self.keep(self.stored().shown(battle.seen_by(whos)), "journal.fog")

    # -- size and kept maps -----------------------------------------------------------------------------------------

    def action_size(self) -> None:
        """Another size of the map."""
        battle = self.battle
        if battle is None:
            return
        if battle.field.size(battle.game) is not None and battle.course.running:
            self.app.tell("battlemap.size_fixed", severity="warning")
            return
        fields = [
            Field(name, self.say(f"battlemap.{name}"), str(value))
            for name, value in zip(("width", "height"), battle.plan.size, strict=True)
        ]
        self.app.push_screen(Ask(self.say("battlemap.size_title"), fields, check=self.wrong_size), self.sized)

    def wrong_size(self, answers: Answers) -> tuple[str, str] | None:
        for name in ("width", "height"):
            if not 1 <= (whole_number(answers[name]) or 0) <= LARGEST:
                return name, self.say("battlemap.bad_size")
        return None

    def sized(self, answers: Answers | None) -> None:
        battle = self.battle
        if answers is None or battle is None:
            return
        width, height = whole_number(answers["width"]) or 0, whole_number(answers["height"]) or 0
        if battle.field.size(battle.game) is not None:
            self.act(lambda: self.table.set_scene({"size": [width, height]}))
            return
        off = [token.name for token in battle.tokens if token.spot[0] >= width or token.spot[1] >= height]
        if off:
            self.app.tell("battlemap.would_fall_off", severity="warning", names=[visible(name) for name in off])
            return
        self.keep(self.stored().resized(width, height), "journal.map")

    def action_library(self) -> None:
        """Keep this map for other encounters, or put a kept one here."""
        kept = self.table.library("map")
        rows = [Row("keep", self.say("battlemap.keep_map"))]
        rows += [Row(str(item.id), visible(item.name), self.say("battlemap.put_here")) for item in kept]
        self.app.push_screen(Pick(self.say("battlemap.library_title"), rows), self.from_library)

    def from_library(self, chosen: str | None) -> None:
        if chosen is None or self.battle is None:
            return
        if chosen == "keep":
            name = self.table.position.scene.name if self.table.position.scene is not None else ""
            self.app.push_screen(Ask(self.say("battlemap.keep_map"), [Field("name", self.say("battlemap.name"), name)]), self.kept)
            return
        item = next((item for item in self.table.library("map") if str(item.id) == chosen), None)
        if item is not None:
            self.put_map(item.doc)

    def kept(self, answers: Answers | None) -> None:
        battle = self.battle
        if answers is not None and battle is not None:
            plan = battle.plan._replace(fog=False, seen=frozenset())
            self.act(lambda: self.table.keep_item("map", answers["name"].strip(), plan.write()))

    def put_map(self, doc: Json) -> None:
        """Put a kept map here in place of this one: its obstacles through the rules where they keep them."""
        battle = self.battle
        assert battle is not None
        plan = plan_of(dumps(doc)) or Plan()
        if not battle.field.ruled:
            self.keep(plan, "journal.map")
            return
        walls = frozenset(spot for spot, kind in plan.terrain.items() if kind == "wall")
        rest = {spot: kind for spot, kind in plan.terrain.items() if kind != "wall"}
        gone, come = sorted(battle.walls - walls), sorted(walls - battle.walls)
        if gone and not self.lay_walls(gone, False):
            return
        if battle.plan.size != plan.size and not self.act(lambda: self.table.set_scene({"size": list(plan.size)})):
            return
        if come and not self.lay_walls(come, True):
            return
        self.keep(plan._replace(terrain=rest), "journal.map")


__all__ = ["BRUSHES", "TERRAIN", "GroundPane"]
