"""Where the palette can go from the desk: every character, wherever he is, every spell, every scene, and the commands of the other tabs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from textual.binding import Binding

from gmtool.play.table import StoreError, told
from gmtool.rules.errors import RuleError
from gmtool.tui.spellbook import Shelf, people

if TYPE_CHECKING:
    from gmtool.tui.screens.desk import DeskScreen, Tab

Place = tuple[str, str, Any]


class Places:
    """Gathers the places of one desk; may run in a thread. Spells stay gathered as long as their sheets are the same."""

    def __init__(self, desk: DeskScreen) -> None:
        self.desk = desk
        self.table = desk.table
        self.shelf = Shelf()

    def all(self) -> Iterator[Place]:
        """Name, help and action of each; what cannot be read is left out."""
        try:
            yield from self.characters()
            yield from self.scenes()
            yield from self.spells()
        except (StoreError, RuleError):
            return
        for pane in list(self.desk.panes.values()):
            yield from pane.places()
        yield from self.commands()

    def characters(self) -> Iterator[Place]:
        """Everybody of the campaign, those put away and the templates too."""
        for archived in (False, True):
            for row in self.table.roster(archived):
                where = "archived" if archived else "template" if row.kind == "template" else "sheet"
                yield row.name, self.desk.say(f"find.{where}"), partial(self.to_character, row.key, archived)

    async def to_character(self, who: str, archived: bool) -> None:
        from gmtool.tui.screens.roster import RosterPane

        await self.desk.show_tab("roster")
        pane = self.desk.panes["roster"]
        assert isinstance(pane, RosterPane)
        pane.go(who, archived)

    def scenes(self) -> Iterator[Place]:
        """The scenes that are not played now."""
        current = self.table.position.scene
        for scene in self.table.scenes():
            if current is None or scene.id != current.id:
                yield (
                    scene.name,
                    self.desk.say("find.scene", played=self.desk.say("system", scene.game)),
                    partial(self.to_scene, scene.id),
                )

    def to_scene(self, scene: int) -> None:
        app = self.desk.app
        try:
            entry = self.table.switch_scene(scene)
        except (StoreError, RuleError) as error:
            app.tell_fault(error)
        else:
            app.tell("toast.done_undo", what=told(entry, app.words))
        self.desk.changed()

    def spells(self) -> Iterator[Place]:
        """The spells of the game that is played."""
        from gmtool.rules.system import find

        position = self.table.position
        if position.scene is None:
            return
        system = find(position.scene.game)
        for known in self.shelf.gather(self.table, position, system, people(self.table, position, system.name)):
            knowers = ", ".join(knower.name for knower in known.knowers[:3])
            yield known.spell.name, self.desk.say("find.spell", names=knowers), partial(self.to_spell, known.spell.same)

    async def to_spell(self, same: str) -> None:
        from gmtool.tui.screens.grimoire import GrimoirePane

        await self.desk.show_tab("grimoire")
        pane = self.desk.panes["grimoire"]
        assert isinstance(pane, GrimoirePane)
        pane.go(same)

    def commands(self) -> Iterator[Place]:
        """What works in the tabs that do not stand."""
        from gmtool.tui.screens.desk import TABS

        for tab in TABS:
            if tab.id != self.desk.tab:
                pane = getattr(import_module(tab.module), tab.pane)
                title = self.desk.say(f"tab.{tab.id}")
                for binding in pane.BINDINGS:
                    if isinstance(binding, Binding) and binding.description not in ("cmd.back", "cmd.choose"):
                        name = self.desk.say("find.command", tab=title, command=self.desk.say(binding.description))
                        yield name, self.desk.say(f"{binding.description}.help"), partial(self.run, tab, binding.action)

    async def run(self, tab: Tab, action: str) -> None:
        await self.desk.show_tab(tab.id)
        await self.desk.app.run_action(action, self.desk.panes[tab.id])
