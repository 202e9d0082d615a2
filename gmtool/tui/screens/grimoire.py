"""The grimoire: every spell of the campaign, who knows it, and with what chance it is cast today."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Input

from gmtool.play.table import StoreError, Table, TablePosition, sentence
from gmtool.rules.board import Position
from gmtool.rules.errors import RuleError
from gmtool.rules.resolve import odds, read_step
from gmtool.rules.view import Bit, Spell
from gmtool.rules.wording import visible
from gmtool.tui.keys import key
from gmtool.tui.names import name_of
from gmtool.tui.paint import Line, Span, cut, fit, heading, large, percent, spread, thin_bar, wrap
from gmtool.tui.screens.pane import Pane
from gmtool.tui.screens.pick import Pick, Row
from gmtool.tui.widgets.lines import Lines

SORTS = ("name", "order", "knowers")


class Known(NamedTuple):
    """A spell with everybody who knows it: (character, key on the sheet, what the sheet says of it)."""

    spell: Spell
    knowers: tuple[tuple[str, str, Spell], ...]


class Chance(NamedTuple):
    """How somebody would cast it today: the chance to cast and to tire, or the refusal in words."""

    cast: float | None
    tires: float | None
    refused: str


class GrimoirePane(Pane):
    """The grimoire tab."""

    HELP = "help.grimoire"
    DEFAULT_CSS = """
    GrimoirePane #left { width: 46%; background: $surface; }
    GrimoirePane #needle { height: 1; margin: 1 2 0 2; background: $surface; padding: 0; }
    GrimoirePane #needle:focus { background: $background; }
    GrimoirePane #spells { padding: 1 0 0 0; width: 100%; }
    GrimoirePane #spell { width: 1fr; padding: 1 0 0 0; }
    GrimoirePane.-narrow #left { width: 100%; }
    GrimoirePane.-narrow #needle { margin: 0 1; }
    GrimoirePane.-narrow #spells { padding: 0; }
    GrimoirePane.-narrow #spell { display: none; padding: 0; }
    GrimoirePane.-narrow.-open #left { display: none; }
    GrimoirePane.-narrow.-open #spell { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "open", "spell_open"),
        key("c", "cast", "spell_cast"),
        key("slash", "search", "spell_search"),
        key("o", "sort", "spell_sort"),
        key("escape", "back", "back", show=False),
    ]

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.all: list[tuple[Known, str]] = []
        self.sort = "name"
        self.revision = -1
        self.chances: dict[tuple[str, str], Chance] = {}

    def compose(self) -> ComposeResult:
        with Vertical(id="left"):
            field = Input(id="needle", placeholder=self.say("grimoire.search"))
            field.cursor_blink = False
            yield field
            yield Lines(id="spells", ground="surface")
        yield Lines(id="spell", ground="background", focus=False)

    @property
    def spells(self) -> Lines:
        return self.query_one("#spells", Lines)

    def take_focus(self) -> None:
        self.spells.focus()

    def show_position(self, position: TablePosition) -> None:
        self.set_class(self.app.narrow, "-narrow")
        self.query_one("#needle", Input).placeholder = self.say("grimoire.search")
        self.read(position)
        self.call_after_refresh(self.paint_all)

    @property
    def game(self) -> Position | None:
        return self.table.position.game

    def read(self, position: TablePosition) -> None:
        """Gather the spells of everybody in the scene."""
        if position.revision != self.revision:
            self.revision = position.revision
            self.chances.clear()
        game = position.game
        found: dict[str, list[tuple[str, str, Spell]]] = {}
        if game is not None:
            view = self.table.system.view
            for who in game.sheets:
                for spell in view.spells(game.sheets[who]):
                    found.setdefault(spell.same, []).append((who, spell.key, spell))
        self.all = []
        for knowers in found.values():
            spell = knowers[0][2]
            names = " ".join(name_of(self.table, who) for who, *_ in knowers)
            words = " ".join(self.bit(word) for word in spell.words)
            self.all.append((Known(spell, tuple(knowers)), f"{spell.name} {names} {words}".lower()))
        orders: dict[str, Any] = {
            "name": lambda pair: pair[0].spell.name.casefold(),
            "order": lambda pair: (pair[0].spell.order, pair[0].spell.name.casefold()),
            "knowers": lambda pair: (name_of(self.table, pair[0].knowers[0][0]).casefold(), pair[0].spell.name.casefold()),
        }
        self.all.sort(key=orders[self.sort])

    def bit(self, bit: Bit) -> str:
        if bit.word:
            return self.say(bit.word, self.table.system.name, **bit.facts)
        return "–" if bit.data is None else visible(str(bit.data))

    @property
    def shown(self) -> list[Known]:
        wanted = self.query_one("#needle", Input).value.strip().lower().split()
        return [known for known, text in self.all if all(word in text for word in wanted)]

    @property
    def chosen(self) -> Known | None:
        at = self.spells.key
        return next((known for known, _ in self.all if known.spell.same == at), None)

    # -- painting ---------------------------------------------------------------------------------------------------

    def paint_all(self) -> None:
        self.paint_list()
        self.paint_spell()

    def paint_list(self) -> None:
        lines = self.spells
        width = max(30, lines.size.width)
        shown = self.shown
        knower = 16 if width >= 50 else 0
        cells = [len(" ".join("".join(self.bit(bit) for bit in cell) for cell in known.spell.cells)) for known in shown]
        room = min(24, max(cells, default=0)) + 2
        head = spread(
            [Span(f"  {self.say('grimoire.name')}", "muted")],
            [Span(self.say(f"grimoire.by_{self.sort}"), "muted"), Span(f"   {len(shown)}"), Span("  ")],
            width,
        )
        rows: list[Line] = [head, []]
        keys: list[str | None] = [None, None]
        for known in shown:
            spell = known.spell
            told = " ".join("".join(self.bit(bit) for bit in cell) for cell in spell.cells)
            who = name_of(self.table, known.knowers[0][0])
            more = f" +{len(known.knowers) - 1}" if len(known.knowers) > 1 else ""
            left: Line = fit([Span(f"  {cut(visible(spell.name), max(8, width - room - knower - 4))}")], width - room - knower - 2)
            middle = fit([Span(told, "muted")], room)
            right = fit([Span(cut(visible(who), knower - len(more) - 1) + more, "muted")], knower) if knower else []
            rows.append([*left, *middle, *right, Span("  ")])
            keys.append(spell.same)
        if not shown:
            word = "grimoire.nothing" if self.all else "grimoire.empty"
            rows.append([Span(f"  {self.say(word)}", "bold")])
            rows += [[Span("  "), *line] for line in wrap(self.say(f"{word}_more"), width - 4, "muted")]
            keys += [None] * (len(rows) - len(keys))
        lines.show(rows, keys)
        if lines.key is None and lines.choices:
            lines.choose(lines.choices[0], tell=False)

    def paint_spell(self) -> None:
        lines = self.query_one("#spell", Lines)
        known = self.chosen
        width = lines.size.width
        if known is None or width < 10:
            lines.show([])
            return
        self.weigh(known)
        margin = 1 if self.app.narrow else 4
        lines.show([[Span(" " * margin), *line] for line in self.spell_lines(known, width - margin - 2)])

    def spell_lines(self, known: Known, width: int) -> list[Line]:
        glyphs, spell = self.app.glyphs, known.spell
        best = max((chance.cast for chance in self.of(known) if chance is not None and chance.cast is not None), default=None)
        figure = large(percent(best), glyphs=glyphs) if best is not None else [[], [], []]
        if best is not None:
            figure = [[*line, Span(" %" if index == 2 else "  ", "accent")] for index, line in enumerate(figure)]
        left: list[Line] = [[Span(visible(spell.name), "bold")], [], []]
        rows = [spread(one, other, width) for one, other in zip(left, figure, strict=True)]
        rows.append(spread([], [Span(self.say("grimoire.best"), "muted")], width))
        for label, bits in spell.details:
            rows.append([*fit([Span(self.bit(label), "muted")], 24), *[Span(self.bit(bit), bit.ink) for bit in bits]])
        rows += [[], heading(self.say("grimoire.known_by"), [Span(self.say("grimoire.heads"), "muted")], width, glyphs)]
        for (who, _, mine), chance in zip(known.knowers, self.of(known), strict=True):
            name = fit([Span(cut(visible(name_of(self.table, who)), 22))], 24)
            if chance is None:
                rows.append([*name, Span(self.say("grimoire.weighing"), "muted")])
            elif chance.cast is None:
                rows += [
                    [*(name if index == 0 else [Span(" " * 24)]), *line]
                    for index, line in enumerate(wrap(chance.refused, max(10, width - 24), "warning"))
                ]
            else:
                right: Line = [*fit([Span(percent(chance.cast), "bold")], 7, "right"), Span(" %", "muted")]
                right += [
                    *fit([Span(percent(chance.tires or 0.0), "warning" if (chance.tires or 0) >= 0.25 else "muted")], 8, "right"),
                    Span(" %", "muted"),
                ]
                rows.append(spread([*name, *thin_bar(chance.cast, max(4, min(24, width - 48)), "success", glyphs)], right, width))
            if mine.knows:
                rows.append([Span(" " * 24), *[Span(self.bit(bit), bit.ink or "muted") for bit in mine.knows]])
        return rows

    # -- odds -------------------------------------------------------------------------------------------------------

    def of(self, known: Known) -> list[Chance | None]:
        return [self.chances.get((who, at)) for who, at, _ in known.knowers]

    def weigh(self, known: Known) -> None:
        """Work out the odds of everybody who knows the spell, in a thread, once for each state of the campaign."""
        game, system, revision = self.game, self.table.system, self.revision
        missing = [(who, at) for who, at, _ in known.knowers if (who, at) not in self.chances]
        if game is None or not missing:
            return

        def work() -> None:
            found: dict[tuple[str, str], Chance] = {}
            for who, at in missing:
                step = system.view.spell_step(game, who, at)
                if step is None:
                    continue
                try:
                    told = odds(system, game, read_step(system, game, dict(step)), (), read)
                except RuleError as error:
                    found[who, at] = Chance(None, None, sentence(error, self.app.words, system.name))
                else:
                    found[who, at] = Chance(told["success"].get("true", 0.0), 1 - told["fatigue_lost"].get("0", 0.0), "")
            self.app.call_from_thread(self.weighed, revision, found)

        def read(outcome: dict[str, Any]) -> dict[str, Any]:
            return {"success": outcome.get("success"), "fatigue_lost": outcome.get("fatigue_lost", 0)}

        self.run_worker(work, thread=True, group="odds", exclusive=True)

    def weighed(self, revision: int, found: dict[tuple[str, str], Chance]) -> None:
        if revision == self.revision and self.is_mounted:
            self.chances.update(found)
            self.paint_spell()

    # -- commands ---------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.chosen is not None if action in ("cast", "open") and self.is_mounted else True

    def on_lines_chosen(self, event: Lines.Chosen) -> None:
        self.paint_spell()

    def on_lines_opened(self, event: Lines.Opened) -> None:
        self.action_open()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.spells.key = None
        self.paint_all()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.take_focus()

    def action_search(self) -> None:
        self.remove_class("-open")
        self.query_one("#needle", Input).focus()

    def action_sort(self) -> None:
        self.sort = SORTS[(SORTS.index(self.sort) + 1) % len(SORTS)]
        self.read(self.table.position)
        self.paint_all()

    def action_open(self) -> None:
        if self.app.narrow and not self.has_class("-open"):
            self.add_class("-open")
            self.call_after_refresh(self.paint_spell)
        else:
            self.action_cast()

    def action_back(self) -> None:
        needle = self.query_one("#needle", Input)
        if self.has_class("-open"):
            self.remove_class("-open")
        elif needle.value:
            needle.value = ""
        self.take_focus()

    def action_cast(self) -> None:
        """Cast the chosen spell; where several know it, choose who does."""
        known = self.chosen
        if known is None:
            return
        if len(known.knowers) == 1:
            self.cast(known, known.knowers[0][0])
        else:
            rows = [Row(who, visible(name_of(self.table, who))) for who, *_ in known.knowers]
            self.app.push_screen(Pick(self.say("grimoire.caster"), rows), lambda who: self.cast(known, who))

    def cast(self, known: Known, who: str | None) -> None:
        from gmtool.tui.screens.resolver import ResolverDialog

        at = next((at for knower, at, _ in known.knowers if knower == who), None)
        if who is None or at is None or self.game is None:
            return
        step = self.table.system.view.spell_step(self.game, who, at) or {}
        try:
            dialog = ResolverDialog(self.table, who, step.get("do"), at)
        except (RuleError, StoreError) as error:
            self.app.tell_fault(error)
            return
        self.app.push_screen(dialog, lambda entry: self.desk.changed())

    def places(self) -> Iterator[tuple[str, str, Any]]:
        for known, _ in self.all:
            yield visible(known.spell.name), self.say("grimoire.jump"), partial(self.go, known.spell.same)

    async def go(self, same: str) -> None:
        await self.desk.show_tab("grimoire")
        self.query_one("#needle", Input).value = ""
        self.spells.choose(same)
