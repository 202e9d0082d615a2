"""The spell designer: base effects, the modifiers that fit, and the draft with its live cost; kept in the campaign's library."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.binding import BindingType

from gmtool.play.table import Entry, StoreError, Table
from gmtool.rules.errors import RuleError
from gmtool.rules.shapes import Json
from gmtool.rules.system import System
from gmtool.rules.workshop import Document, Mark, Quote, Setting, spell_bench
from gmtool.tui.designer_lines import Designs, next_value
from gmtool.tui.draft import Draft
from gmtool.tui.keys import key
from gmtool.tui.paint import Line, Span, wrap
from gmtool.tui.screens.bench import BenchDialog
from gmtool.tui.screens.pick import Pick, Row
from gmtool.tui.widgets.lines import Lines


class DesignerDialog(BenchDialog):
    """Makes spells from nothing. `done` shows on the desk what was kept."""

    HELP = "help.designer"
    ZONES = ("effects", "marks", "draft", "name", "about")
    BINDINGS: ClassVar[list[BindingType]] = [
        key("tab", "zone(1)", "designer_zone", priority=True),
        key("shift+tab", "zone(-1)", "designer_zone_back", show=False, priority=True),
        key("enter,space", "take", "designer_take"),
        key("left", "turn(-1)", "designer_less", show=False),
        key("right", "turn(1)", "designer_more", show=False),
        key("plus,equals_sign", "grow(1)", "designer_grow", label="+"),
        key("minus", "grow(-1)", "designer_shrink", show=False, label="-"),
        key("delete", "remove", "designer_remove"),
        key("ctrl+s", "save", "designer_save", priority=True),
        key("l", "library", "designer_library"),
        key("n", "name", "designer_name", show=False),
        key("u", "back", "designer_back"),
        key("escape", "leave", "back"),
    ]

    def __init__(self, table: Table, system: System, done: Callable[[Entry | None], None]) -> None:
        super().__init__(table, system, done)
        self.bench = spell_bench(system)
        self.draft = Draft(self.bench)
        self.refused = ""
        self.name_fault = ""
        self.marks_now: dict[str, Mark] = {}
        self.settings_now: dict[str, Setting] = {}

    # -- parts ------------------------------------------------------------------------------------------------------

    @property
    def library(self) -> list[Document]:
        game = self.table.position.game
        return self.bench.library(game.scene) if game is not None else []

    @property
    def quote(self) -> Quote:
        return self.bench.quote(self.draft.effects, self.draft.units)

    @property
    def designs(self) -> Designs:
        return Designs(self.say, self.system.name, self.app.glyphs, self.painter.bits, self.told, dense=self.narrow)

    # -- painting ---------------------------------------------------------------------------------------------------

    def repaint(self) -> None:
        """Everything follows from the draft."""
        if not self.ready:
            return
        designs, draft, quote = self.designs, self.draft, self.quote
        effects = self.lines("effects")
        self.show(effects, designs.effects(self.bench.bases(), draft, effects.size.width))
        wanted = draft.candidate or str(draft.effects[draft.at]["effect"])
        effects.choose(wanted, tell=False)
        base = next(base for base in self.bench.bases() if base.key == wanted)
        about = self.lines("about-left")
        about.show(designs.about_effect(base, max(10, about.size.width)))
        self.paint_marks(designs)
        rows = self.lines("draft")
        self.show(rows, designs.draft(quote, rows.size.width, self.refused))
        if (rows.key is None and draft.effects) or (rows.key is not None and rows.key.partition(":")[0] != str(draft.at)):
            rows.choose(str(draft.at), tell=False)
        more = self.lines("more")
        inner = max(10, more.size.width - 5)
        below = [*designs.grown(draft, inner), *([[], *designs.warnings(quote, inner)] if quote.warnings else [])]
        more.show([[Span("   "), *line] for line in below])
        super().repaint()

    def paint_marks(self, designs: Designs) -> None:
        """The modifiers as they stand to the chosen effect, and what is to be known of the chosen one."""
        subject = self.draft.subject
        lines = self.lines("marks")
        before = lines.key or ""
        settings = self.bench.settings(subject.effect)
        marks = self.bench.marks(subject.effects, subject.units, subject.at, self.draft.options)
        self.settings_now = {f"set:{setting.key}": setting for setting in settings}
        self.marks_now = {f"mark:{mark.key}": mark for mark in marks}
        cost = self.bench.quote(subject.effects, subject.units).cost
        self.show(lines, designs.marks(subject.effect, settings, marks, cost, before, lines.size.width))
        if lines.key is None and lines.choices:
            lines.choose(lines.choices[0], tell=False, scroll=False)
        about = self.lines("about-middle")
        width = max(10, about.size.width)
        mark = self.marks_now.get(lines.key or "")
        setting = self.settings_now.get(lines.key or "")
        if mark is not None:
            rows = designs.about_mark(subject.effect, mark, cost, mark.sum, width)
            if self.narrow:
                rows = rows[1:]
            about.show(rows)
        elif setting is not None:
            about.show(wrap(designs.say(f"designer.about.{setting.key}"), width, "muted"))

    def status(self, bar: Span) -> Line:
        right: Line = [
            Span(f"{self.say('designer.library')} ", "muted"),
            Span(self.say("designer.spells", count=len(self.library))),
        ]
        if self.draft.effects:
            right += [bar, Span(f"{self.say('designer.draft')} ", "muted"), Span(self.say("designer.unsaved"), "warning")]
        return right

    def name_state(self) -> Span:
        """Whether the name can be had."""
        if self.name_fault and not self.called:
            return Span(self.name_fault, "error")
        if any(spell["name"] == self.called for spell in self.library):
            return Span(self.say("designer.taken"), "error")
        return Span(self.say("designer.free"), "success") if self.called else Span("")

    @property
    def at_least(self) -> bool:
        return all(units == self.bench.least(effect) for effect, units in zip(self.draft.effects, self.draft.units, strict=True))

    def figure(self, width: int) -> list[Line]:
        return self.designs.total(self.quote, self.at_least, width)

    def summary(self) -> str:
        return ", ".join(f"{index + 1} {self.designs.name(part.key)}" for index, part in enumerate(self.quote.parts))

    def on_lines_pressed(self, event: Lines.Pressed) -> None:
        """A value of a modifier was clicked: it is the one meant."""
        event.stop()
        name, _, place = event.action.partition(":")
        mark = self.marks_now[f"mark:{name}"]
        self.set_focus(self.lines("marks"))
        self.lines("marks").choose(f"mark:{name}", tell=False)
        self.mean(mark, mark.options[int(place)])

    # -- changing the draft -----------------------------------------------------------------------------------------

    def on_lines_chosen(self, event: Lines.Chosen) -> None:
        event.stop()
        if event.lines.id == "effects":
            self.draft.look_at(event.key)
        elif event.lines.id == "draft":
            self.draft.choose(int(event.key.partition(":")[0]))
        self.repaint()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not self.ready:
            return True
        typing = self.typing
        if action in ("take", "turn", "grow", "library", "name"):
            return not typing
        if action == "remove":
            return not typing and bool(self.draft.effects)
        return not typing and bool(self.draft.past) if action == "back" else True

    def altered(self) -> None:
        """The draft is another one."""
        self.refused, self.warned = "", False
        self.repaint()

    def action_take(self) -> None:
        """Add the effect; put the modifier on or take it off; choose a setting's value."""
        if self.zone == "effects":
            at = self.lines("effects").key
            if at is not None:
                self.draft.add(at)
                self.altered()
                self.to_zone("marks")
            return
        if self.zone == "draft":
            self.to_zone("marks")
            return
        at = self.lines("marks").key or ""
        mark, setting = self.marks_now.get(at), self.settings_now.get(at)
        if mark is not None:
            self.toggle(mark)
        elif setting is not None:
            names = {str(index): value for index, value in enumerate(setting.values)}
            rows = [Row(index, self.designs.name(value)) for index, value in names.items()]
            title = self.designs.say(f"designer.set.{setting.key}")
            chosen = [index for index, value in names.items() if value == setting.value]
            self.app.push_screen(Pick(title, rows, chosen=chosen), lambda index: self.set(setting.key, names.get(index or "")))

    def toggle(self, mark: Mark) -> None:
        try:
            self.draft.toggle(mark.key, mark.option)
        except RuleError as error:
            self.app.toast(self.told(error), "warning")
            return
        self.altered()

    def set(self, name: str, value: object) -> None:
        if value is not None:
            self.draft.alter({**self.draft.subject.effect, name: value})
            self.altered()

    def action_turn(self, steps: int) -> None:
        """Another value of the chosen modifier or setting; more or fewer units in the draft; else the zone beside."""
        at = self.lines("marks").key or ""
        mark, setting = self.marks_now.get(at), self.settings_now.get(at)
        if self.zone == "draft":
            self.action_grow(steps)
        elif self.zone == "effects":
            self.to_zone("marks" if steps > 0 else "draft")
        elif setting is not None:
            self.set(setting.key, next_value(setting.values, setting.value, steps))
        elif mark is not None and mark.options and mark.refused is None:
            self.mean(mark, next_value(mark.options, mark.option, steps))
        else:
            self.to_zone("draft" if steps > 0 else "effects")

    def mean(self, mark: Mark, option: Json) -> None:
        """Another value of a modifier, at once where it is on."""
        self.draft.options[mark.key] = option
        if mark.on and option != mark.option:
            self.draft.toggle(mark.key, option)
        self.altered()

    def action_grow(self, steps: int) -> None:
        self.draft.grow(steps)
        self.altered()

    def action_remove(self) -> None:
        """Take off what is chosen: an effect or a modifier of the draft."""
        at = ""
        if self.zone == "draft":
            at = self.lines("draft").key or ""
        elif self.zone == "marks":
            mark = self.marks_now.get(self.lines("marks").key or "")
            at = f"{self.draft.at}:{mark.key}" if mark is not None and mark.on and not self.draft.candidate else ""
        elif not self.draft.candidate:
            at = str(self.draft.at)
        if at:
            index, _, name = at.partition(":")
            self.lines("draft").key = None
            self.draft.remove(int(index), name)
            self.altered()

    def action_back(self) -> None:
        self.draft.back()
        self.altered()

    # -- keeping ----------------------------------------------------------------------------------------------------

    def action_save(self) -> None:
        """Keep the draft in the library; what is refused is said at its place."""
        step = self.bench.create(self.called, self.field("about").value.strip(), self.draft.effects)
        try:
            entry = self.table.commit(step)
        except RuleError as error:
            told = self.told(error)
            if error.place[:2] == ("with", "name"):
                self.name_fault = self.say("designer.taken" if self.called else "designer.needs_name")
                self.to_zone("name")
                self.app.toast(told, "error")
            else:
                self.refused = told
                self.to_zone("draft")
            return
        except StoreError as error:
            self.app.tell_fault(error)
            return
        self.draft.clear()
        for name in ("name", "about"):
            self.field(name).value = ""
        self.done(entry)
        self.altered()
        self.to_zone("effects")

    def action_library(self) -> None:
        from gmtool.tui.screens.library import LibraryDialog

        self.app.push_screen(LibraryDialog(self.table, self.system, self.done), self.from_library)

    def from_library(self, spell: Document | None) -> None:
        """Begin from a spell of the library."""
        if spell is not None:
            effects = spell["effects"]
            self.draft.put(effects, [self.bench.least(effect) for effect in effects])
            self.draft.choose(0)
            self.field("about").value = str(spell["description"])
        self.altered()

    @property
    def unsaved(self) -> bool:
        return bool(self.draft.effects)


__all__ = ["DesignerDialog"]
