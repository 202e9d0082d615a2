"""The wizard builder: figures bought point by point, spells with their units, armour shared out, and the points left as they go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.widgets import Input

from gmtool.play.table import Entry, StoreError, Table
from gmtool.rules.errors import RuleError
from gmtool.rules.shapes import Json
from gmtool.rules.system import System
from gmtool.rules.wording import visible
from gmtool.rules.workshop import Account, Document, Figure, Goods, wizard_bench
from gmtool.tui.figures import whole_number
from gmtool.tui.keys import key
from gmtool.tui.paint import Line, Span
from gmtool.tui.screens.ask import Answers, Ask, Field
from gmtool.tui.screens.bench import BenchDialog
from gmtool.tui.screens.files import ask_load, ask_write
from gmtool.tui.widgets.lines import Lines
from gmtool.tui.wizard_lines import Wizards


class WizardDialog(BenchDialog):
    """Makes a wizard from nothing, or changes one (`who`). `done` shows on the desk what was kept."""

    HELP = "help.wizard"
    WORDS = "wizard"
    ZONES = ("figures", "goods", "bought", "name", "about")
    DEFAULT_CSS = "WizardDialog #left { width: 42; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        key("tab", "zone(1)", "designer_zone", priority=True),
        key("shift+tab", "zone(-1)", "designer_zone_back", show=False, priority=True),
        key("right,plus,equals_sign", "turn(1)", "wizard_more", label="+"),
        key("left,minus", "turn(-1)", "wizard_less", label="-"),
        key("enter,space", "take", "wizard_take"),
        key("delete", "remove", "wizard_remove"),
        key("ctrl+s", "save", "wizard_save", priority=True),
        key("w", "write", "wizard_write", show=False),
        key("o", "load", "wizard_load", show=False),
        key("n", "name", "wizard_name", show=False),
        key("u", "back", "designer_back"),
        key("escape", "leave", "back"),
    ]

    def __init__(self, table: Table, system: System, done: Callable[[Entry | None], None], who: str = "") -> None:
        super().__init__(table, system, done)
        self.bench = wizard_bench(system)
        self.who = who
        self.before: Json = None
        if who:
            character = table.character(who)
            self.before = {**character.sheets[system.name].sheet, "name": character.name}
        self.draft: Document = self.bench.opened(self.before) if who else self.bench.blank()
        self.first = self.draft
        self.past: list[Document] = []
        self.fault = ""
        self.faults: dict[str, str] = {}
        self.name_fault = ""

    def on_mount(self) -> None:
        super().on_mount()
        self.field("name").value = str(self.draft["name"])
        self.field("about").value = " ".join(str(self.draft["appearance"]).split())

    # -- parts ------------------------------------------------------------------------------------------------------

    @property
    def scene(self) -> object:
        """What the wizard is made by: the points there are and the library."""
        game = self.table.position.game
        return game.scene if game is not None else self.system.scene.read({})

    @property
    def account(self) -> Account:
        return self.bench.account(self.scene, self.draft, self.before)

    @property
    def goods(self) -> Sequence[Goods]:
        return self.bench.goods(self.scene, self.draft, self.before)

    @property
    def wizards(self) -> Wizards:
        return Wizards(self.say, self.system.name, self.app.glyphs, self.painter.bits, self.told, dense=self.narrow)

    @property
    def chosen(self) -> tuple[int, int | None, str]:
        """The spell, effect and defence chosen at the right."""
        spell, effect, share = [*(self.lines("bought").key or "").split(":"), "", ""][:3]
        return int(spell or 0), int(effect) if effect else None, share

    # -- painting ---------------------------------------------------------------------------------------------------

    def repaint(self) -> None:
        """Everything follows from the draft."""
        if not self.ready:
            return
        wizards, account, goods = self.wizards, self.account, self.goods
        figures = self.lines("figures")
        told = self.bench.figures(self.draft)
        self.show(figures, wizards.figures(told, figures.size.width))
        offered = self.lines("goods")
        self.show(offered, wizards.goods(goods, offered.size.width))
        bought = self.lines("bought")
        spells = self.bench.bought(self.scene, self.draft, self.before)
        self.show(bought, wizards.bought(spells, account, self.faults, bought.size.width))
        for lines in (figures, offered, bought):
            if lines.key is None and lines.choices:
                lines.choose(lines.choices[0], tell=False, scroll=False)
        self.explain(wizards, told, goods)
        super().repaint()

    def explain(self, wizards: Wizards, figures: Sequence[Figure], goods: Sequence[Goods]) -> None:
        """What is to be known of the chosen figure and of the chosen spell."""
        about = self.lines("about-left")
        figure = next((one for one in figures if one.key == self.lines("figures").key), figures[0])
        about.show(wizards.about_figure(figure, self.fault, max(10, about.size.width)))
        below = self.lines("about-middle")
        one = next((one for one in goods if one.name == self.lines("goods").key), None)
        below.show([] if one is None else wizards.about_spell(one, self.described(one.name), max(10, below.size.width)))

    def described(self, name: str) -> str:
        """The description of a spell on offer."""
        spells = getattr(self.scene, "library", [])
        return next((visible(spell.description) for spell in spells if spell.name == name), "")

    def status(self, bar: Span) -> Line:
        words = "wizard.changing" if self.who else "wizard.making"
        right: Line = [Span(self.say(words), "muted")]
        return [*right, bar, Span(self.say("wizard.unsaved"), "warning")] if self.unsaved else right

    def name_state(self) -> Span:
        if self.name_fault:
            return Span(self.name_fault, "error")
        return Span("")

    def figure(self, width: int) -> list[Line]:
        return self.wizards.left(self.account, width)

    def summary(self) -> str:
        return ", ".join(visible(str(one["spell"])) for one in self.draft["spells"])

    # -- changing the draft -----------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not self.ready:
            return True
        if action == "back":
            return not self.typing and bool(self.past)
        if action == "remove":
            return not self.typing and bool(self.draft["spells"])
        return not self.typing if action in ("turn", "take", "write", "load", "name") else True

    def put(self, draft: Document) -> None:
        """Another draft; the one that was can come back."""
        if draft != self.draft:
            self.past.append(self.draft)
            self.draft = draft
        self.fault, self.faults, self.warned = "", {}, False
        self.repaint()

    def action_back(self) -> None:
        if self.past:
            self.draft = self.past.pop()
            self.fault, self.faults = "", {}
            self.repaint()

    def on_input_changed(self, event: Input.Changed) -> None:
        self.name_fault = ""
        super().on_input_changed(event)

    def on_lines_chosen(self, event: Lines.Chosen) -> None:
        event.stop()
        self.fault = ""
        self.repaint()

    def on_lines_pressed(self, event: Lines.Pressed) -> None:
        """One more or one fewer was clicked."""
        event.stop()
        self.set_focus(self.lines("bought"))
        self.lines("bought").choose(event.action[1:], tell=False)
        self.action_turn(1 if event.action[0] == "+" else -1)

    def action_turn(self, steps: int) -> None:
        """One more or one fewer: of the figure, of the units, of the armour on a defence."""
        if self.zone == "figures":
            self.change(self.lines("figures").key or "", steps)
        elif self.zone == "goods":
            self.to_zone("bought" if steps > 0 else "figures")
        elif self.draft["spells"]:
            spell, effect, share = self.chosen
            if effect is None:
                effect = 0
            if share:
                self.put(self.bench.shared(self.draft, spell, effect, share, steps))
            else:
                self.put(self.bench.grown(self.scene, self.draft, self.before, spell, effect, steps))

    def change(self, figure: str, steps: int) -> None:
        """A figure so much higher or lower, or the reason why not."""
        try:
            self.put(self.bench.changed(self.draft, figure, steps))
        except RuleError as error:
            self.fault = self.told(error)
            if self.narrow:
                self.app.toast(self.fault, "warning")
            self.repaint()

    def action_take(self) -> None:
        """Type the value of a figure; buy a spell or give it back; go to a bought spell's units."""
        if self.zone == "figures":
            self.ask_figure(self.lines("figures").key or "")
        elif self.zone == "goods":
            name = self.lines("goods").key
            if name is not None:
                self.put(self.bench.traded(self.scene, self.draft, self.before, name))
        elif self.zone == "bought":
            self.to_zone("name")

    def ask_figure(self, figure: str) -> None:
        """The value itself, where the arrows would be slow."""
        now = next(one.value for one in self.bench.figures(self.draft) if one.key == figure)

        def check(answers: Answers) -> tuple[str, str] | None:
            wanted = whole_number(answers["value"])
            if wanted is None:
                return "value", self.say("wizard.whole")
            try:
                self.bench.changed(self.draft, figure, wanted - now)
            except RuleError as error:
                return "value", self.told(error)
            return None

        def take(answers: Answers | None) -> None:
            wanted = whole_number(answers["value"]) if answers is not None else None
            if wanted is not None:
                self.change(figure, wanted - now)

        title = self.wizards.say(f"choice.{figure}")
        self.app.push_screen(Ask(title, [Field("value", self.say("wizard.value"), str(now))], check=check), take)

    def action_remove(self) -> None:
        """Give the chosen spell back."""
        name = None
        if self.zone == "bought":
            name = str(self.draft["spells"][self.chosen[0]]["spell"])
            self.lines("bought").key = None
        elif self.zone == "goods":
            name = next((one.name for one in self.goods if one.bought and one.name == self.lines("goods").key), None)
        if name is not None:
            self.put(self.bench.traded(self.scene, self.draft, self.before, name))

    # -- keeping ----------------------------------------------------------------------------------------------------

    @property
    def whole(self) -> Document:
        """The draft with its name and appearance."""
        typed = self.field("about").value.strip()
        looks = str(self.draft["appearance"])
        same = typed == " ".join(looks.split())
        return {**self.draft, "name": self.called, "appearance": looks if same else typed}

    @property
    def unsaved(self) -> bool:
        return self.ready and self.whole != self.first

    def checked(self) -> Document | None:
        """The sheet that the draft comes to; what is refused is said at its place."""
        try:
            return self.bench.sheet(self.scene, self.whole, self.before)
        except RuleError as error:
            self.refuse(error)
            return None

    def refuse(self, error: RuleError) -> None:
        """Say what is wrong where it is: at the name, under a spell, or under the whole."""
        told = self.told(error)
        place = [str(part) for part in error.place[:2]]
        if place[:1] == ["name"]:
            self.name_fault = self.say("wizard.needs_name")
            self.to_zone("name")
            self.name_fault = self.say("wizard.needs_name")
            return
        self.faults = {".".join(place) if place[:1] == ["spells"] and len(place) == 2 else "": told}
        self.to_zone("bought")

    def action_save(self) -> None:
        """Keep the wizard as one entry: a new character, or another sheet of the one that is changed."""
        sheet = self.checked()
        if sheet is None:
            return
        name = str(sheet["name"])
        try:
            if not self.who:
                entry = self.table.create_character(name, "pc", sheets={self.system.name: sheet})
            elif name != self.table.character(self.who).name:
                entry = self.table.edit_whole(self.who, {"name": name}, self.system.name, sheet)
            else:
                entry = self.table.edit_sheet(self.who, self.system.name, sheet)
        except RuleError as error:
            self.refuse(error)
            return
        except StoreError as error:
            if error.code == "unchanged":
                self.dismiss(None)
            else:
                self.app.tell_fault(error)
            return
        self.done(entry)
        if self.who:
            self.dismiss(None)
            return
        self.draft = self.first = self.bench.blank()
        self.past.clear()
        for field in ("name", "about"):
            self.field(field).value = ""
        for zone in self.ZONES[:3]:
            self.lines(zone).key = None
        self.put(self.draft)
        self.to_zone("figures")

    def action_write(self) -> None:
        """Write the wizard in hand to a file, once it can be kept."""
        sheet = self.checked()
        if sheet is not None:
            ask_write(self, self.table, self.system.name, "wizards", [sheet])

    def action_load(self) -> None:
        """Add the wizards of a file to the campaign's."""

        def load(raw: list[Json]) -> None:
            present = []
            for row in self.table.roster():
                documents = self.table.character(row.key).sheets.get(self.system.name)
                if documents is not None:
                    present.append({**documents.sheet, "name": row.name})
            added = self.bench.loaded(present, raw)
            for sheet in added:
                self.done(self.table.create_character(str(sheet["name"]), "pc", sheets={self.system.name: sheet}))
            self.app.tell("wizard.loaded", count=len(added))
            self.repaint()

        ask_load(self, self.system.name, "wizards", load)


__all__ = ["WizardDialog"]
