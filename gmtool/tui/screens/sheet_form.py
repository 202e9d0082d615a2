"""Forms made from the declared shapes of a record: one row a field, checked as it is typed, lists opened in a form of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Input

from gmtool.play.table import StoreError, sentence
from gmtool.rules.changes import difference
from gmtool.rules.errors import Place, RuleError
from gmtool.rules.records import Field as Declared
from gmtool.rules.records import Of, Record
from gmtool.rules.shapes import Choice, Flag, Integer, Json, ListOf, MapOf, Maybe, Shape, Table, Text
from gmtool.rules.view import View
from gmtool.rules.wording import visible
from gmtool.tui.figures import whole_number
from gmtool.tui.keys import key
from gmtool.tui.paint import Line, Span, clip, cut, fit, heading, spread, wrap
from gmtool.tui.screens.ask import Answers, Ask, Field
from gmtool.tui.screens.ask import Choice as Choices
from gmtool.tui.screens.base import Dialog
from gmtool.tui.screens.pick import Pick, Row
from gmtool.tui.widgets.footer import KeyRow
from gmtool.tui.widgets.lines import Lines
from gmtool.tui.widgets.sheet import Painter

if TYPE_CHECKING:
    from gmtool.tui.people import People
    from gmtool.tui.screens.pane import Pane
    from gmtool.tui.screens.roster import RosterPane

KINDS = ("pc", "npc", "creature", "crowd", "template")
PERSON = "person"
REASON, SAVE = "=reason", "=save"
"""Rows that are no field of the record."""
Path = tuple[str | int, ...]


class Leaf(NamedTuple):
    """One row of a form: where its value stands in the document, its shape, its label."""

    path: Path
    shape: Shape
    label: str
    title: str


def bare(shape: Shape) -> Shape:
    """The shape without its null."""
    return shape.inner if isinstance(shape, Maybe) else shape


def value_at(document: Json, path: Path) -> Json:
    """The value at a path; None where it is absent."""
    for part in path:
        if isinstance(document, Mapping):
            document = document.get(part)
        elif isinstance(document, list) and isinstance(part, int) and part < len(document):
            document = document[part]
        else:
            return None
    return document


def with_value(document: Json, path: Path, value: Json) -> Json:
    """The document with another value at a path; the one given is left as it is."""
    if not path:
        return value
    first, rest = path[0], path[1:]
    if isinstance(document, list) and isinstance(first, int):
        return [with_value(item, rest, value) if index == first else item for index, item in enumerate(document)]
    inside = dict(document) if isinstance(document, Mapping) else {}
    inside[str(first)] = with_value(inside.get(str(first)), rest, value)
    return inside


class FormDialog(Dialog[Json]):
    """Edits a document of a record (and, with `person`, what the character is). Gives the document, or None when left.

    `save` is called with the document before the form closes; a RuleError from it is shown at its field and nothing is lost.
    """

    HELP = "help.form"
    DEFAULT_CSS = """
    FormDialog > .box { width: 96; height: 90%; }
    FormDialog.-narrow > .box { width: 100%; height: 100%; }
    FormDialog Input { margin: 0; }
    FormDialog #value { height: 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "apply", "form_apply"),
        key("ctrl+s", "save", "form_save"),
        key("up", "go(-1)", "form_up", show=False),
        key("down", "go(1)", "form_down", show=False),
        key("pageup", "go(-10)", "form_page_up", show=False),
        key("pagedown", "go(10)", "form_page_down", show=False),
        key("ctrl+f", "find", "form_find", priority=True),
        key("ctrl+down", "section(1)", "form_section", show=False),
        key("ctrl+up", "section(-1)", "form_section_up", show=False),
        key("escape", "leave", "back"),
    ]

    def __init__(
        self,
        title: str,
        kind: type[Record],
        document: Json,
        game: str,
        *,
        person: Mapping[str, str] | None = None,
        save: Callable[[Json, Mapping[str, str]], None] | None = None,
        reasoned: bool = False,
        view: View | None = None,
    ) -> None:
        super().__init__()
        self.heading, self.kind, self.document, self.game = title, kind, document, game
        self.view = view
        self.person = dict(person) if person is not None else None
        self.save, self.reasoned = save, reasoned
        self.reason = ""
        self.before = (document, dict(person) if person is not None else None)
        self.warned = False
        self.leaves: list[Leaf] = []
        self.faults: dict[Path, str] = {}
        self.at = 0

    # -- rows -------------------------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        super().on_mount()
        self.leaves = list(self._rows())
        field = self.query_one(Input)
        field.focus()
        self.call_after_refresh(self.choose, 0)

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Lines(id="remarks", ground="surface", focus=False)
            yield Lines(id="rows", ground="surface", focus=False)
            yield Lines(id="about", ground="surface", focus=False)
            field = Input(id="entry")
            field.cursor_blink = False
            yield field
            yield KeyRow()

    def _rows(self) -> Iterator[Leaf]:
        if self.person is not None:
            title = self.say("form.person")
            for name in ("name", "kind", "group", "player", "notes"):
                shape: Shape = Choice(KINDS) if name == "kind" else Text(empty=name != "name", lines=name == "notes")
                yield Leaf((PERSON, name), shape, self.say(f"form.{name}"), title)
        title = self.say("form.sheet") if self.person is not None else ""
        for group, fields in self.grouped():
            for field in fields:
                if field.name != "state" and (self.person is None or field.name != "name"):
                    yield from self._of(
                        field.name, field.shape, (field.name,), group or title, alone=bool(group) and len(fields) == 1
                    )
        end = self.say("form.end")
        if self.reasoned:
            yield Leaf((REASON,), Text(empty=True), self.say("form.reason"), end)
        yield Leaf((SAVE,), Flag(), self.say("cmd.form_save"), end)

    def grouped(self) -> list[tuple[str, list[Declared]]]:
        """The fields under the headings that the game gives them, the others after those."""
        groups: dict[str, list[Declared]] = {word: [] for word, _ in self.view.groups} if self.view is not None else {}
        for field in self.kind.fields:
            groups.setdefault(self.view.heading_of(field.name) if self.view is not None else "", []).append(field)
        return [(self.say(word, self.game) if word else "", fields) for word, fields in groups.items() if fields]

    def _of(self, name: str, shape: Shape, path: Path, title: str, *, alone: bool = False) -> Iterator[Leaf]:
        inner = bare(shape)
        label = self.label(name)
        if isinstance(inner, Table):
            for part in inner.names:
                yield Leaf((*path, part), inner.inner, self.label(part), title if alone else label)
        elif isinstance(inner, Of) and not isinstance(shape, Maybe):
            for field in inner.kind.fields:
                yield from self._of(field.name, field.shape, (*path, field.name), title if alone else label)
        else:
            yield Leaf(path, shape, label, title)

    def label(self, name: str) -> str:
        for word in (f"field.{name}", f"art.{name}", f"choice.{name}"):
            if self.app.words.has(word, self.game):
                return self.say(word, self.game)
        return visible(name)

    def value(self, leaf: Leaf) -> Json:
        if leaf.path[0] == PERSON and self.person is not None:
            return self.person[str(leaf.path[1])]
        if leaf.path[0] in (REASON, SAVE):
            return self.reason if leaf.path[0] == REASON else ""
        return value_at(self.document, leaf.path)

    def shown(self, leaf: Leaf, value: Json) -> str:
        """A value in a row."""
        if leaf.path == (SAVE,):
            return ""
        if value is None:
            return self.say("form.none")
        shape = bare(leaf.shape)
        if isinstance(shape, Flag):
            return self.app.words.fact(value)
        if isinstance(shape, Choice):
            word = f"roster.kind.{value}" if leaf.path[0] == PERSON else f"choice.{value}"
            return self.say(word, self.game)
        if isinstance(value, list) and isinstance(shape, ListOf) and isinstance(shape.inner, Choice):
            return ", ".join(self.say(f"choice.{item}", self.game) for item in value) or self.say("form.none")
        if isinstance(value, list | Mapping):
            return self.say("form.count", count=len(value))
        return visible(str(value)).replace("-", self.app.glyphs.minus) if type(value) is int else visible(str(value))

    def range_of(self, shape: Shape) -> str:
        inner = bare(shape)
        if not isinstance(inner, Integer) or inner.low is None:
            return ""
        low = str(inner.low).replace("-", self.app.glyphs.minus)
        return self.say("form.at_least", low=low) if inner.high is None else self.say("form.range", low=low, high=inner.high)

    def repaint(self) -> None:
        lines = self.query_one("#rows", Lines)
        width = max(30, lines.size.width - 1)
        rows: list[Line] = [[Span(self.heading, "bold")]]
        keys: list[str | None] = [None]
        self.show_remarks(width)
        title = None
        for index, leaf in enumerate(self.leaves):
            if leaf.title != title:
                title = leaf.title
                rows += [[], heading(title or self.say("form.other"), [], width, self.app.glyphs)]
                keys += [None, None]
            fault = self.faults.get(leaf.path)
            right: Line = [Span(cut(fault, width // 2), "error")] if fault else [Span(self.range_of(leaf.shape), "muted")]
            label = fit([Span(f"  {cut(leaf.label, 26)}", "accent bold" if leaf.path == (SAVE,) else "muted")], 30)
            shown = cut(self.shown(leaf, self.value(leaf)).replace("\n", " "), max(8, width - 32 - 20))
            rows.append(spread([*label, Span(shown, "error" if fault else "")], right, width))
            keys.append(str(index))
        lines.show(rows, keys)
        if self.leaves:
            lines.choose(str(self.at), tell=False)

    def show_remarks(self, width: int) -> None:
        """What the rules say of the sheet as it stands now, above the rows."""
        told = self.view.remarks(self.document) if self.view is not None else ()
        painter = Painter(self.say, self.game, self.app.glyphs, plain=self.app.look.plain)
        lines = self.query_one("#remarks", Lines)
        lines.styles.height = len(told)
        lines.show([clip(painter.bits(bits), width) for bits in told])

    @property
    def leaf(self) -> Leaf | None:
        return self.leaves[self.at] if self.leaves else None

    def choose(self, at: int) -> None:
        """Go to a row; its value comes into the field at the bottom."""
        if not self.leaves:
            self.repaint()
            return
        self.at = max(0, min(len(self.leaves) - 1, at))
        leaf = self.leaves[self.at]
        self.warned = False
        field = self.query_one(Input)
        typed = self.typed_in(leaf)
        field.disabled = False
        value = self.value(leaf)
        field.value = "" if value is None or not typed else str(value)
        field.placeholder = "" if typed else self.shown(leaf, value)
        field.cursor_position = len(field.value)
        about = self.query_one("#about", Lines)
        about.styles.height = 2
        help_word = f"field.{leaf.path[-1]}.help"
        told = self.faults.get(leaf.path) or (
            self.say(help_word, self.game) if self.app.words.has(help_word, self.game) else leaf.label
        )
        about.show(wrap(told, max(20, about.size.width - 2), "error" if leaf.path in self.faults else "muted")[:2])
        self.repaint()

    def typed_in(self, leaf: Leaf) -> bool:
        """Whether the value is typed, not chosen or opened."""
        return isinstance(bare(leaf.shape), Integer | Text) and leaf.path[-1] != "notes"

    # -- keys -------------------------------------------------------------------------------------------------------

    def on_lines_chosen(self, event: Lines.Chosen) -> None:
        if event.key.isdigit() and int(event.key) != self.at and self.take():
            self.choose(int(event.key))

    def on_lines_opened(self, event: Lines.Opened) -> None:
        self.action_apply()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_apply()

    def action_go(self, steps: int) -> None:
        if self.take():
            self.choose(self.at + steps)

    def action_section(self, steps: int) -> None:
        """To the first row of the next heading, or of the one above."""
        starts = [index for index, leaf in enumerate(self.leaves) if not index or leaf.title != self.leaves[index - 1].title]
        further = [index for index in starts if (index > self.at if steps > 0 else index < self.at)]
        if further and self.take():
            self.choose(further[0 if steps > 0 else -1])

    def action_find(self) -> None:
        """Choose a row by its name, its heading or what stands in it."""
        rows = [
            Row(
                str(index), leaf.label, cut(" ".join(part for part in (leaf.title, self.shown(leaf, self.value(leaf))) if part), 60)
            )
            for index, leaf in enumerate(self.leaves)
        ]
        if self.take():
            self.app.push_screen(Pick(self.say("form.find"), rows), self.found)

    def found(self, index: str | None) -> None:
        if index is not None:
            self.choose(int(index))

    def take(self) -> bool:
        """Take the typed value into the document; False and a word at the field where it cannot be."""
        leaf = self.leaf
        if leaf is None or not self.typed_in(leaf):
            return True
        text = self.query_one(Input).value
        value: Json = text
        if isinstance(bare(leaf.shape), Integer):
            figure = whole_number(text)
            value = figure if figure is not None else None if not text.strip() and isinstance(leaf.shape, Maybe) else text
        elif not text and isinstance(leaf.shape, Maybe):
            value = None
        try:
            leaf.shape.read(value, None)
        except RuleError as error:
            nameless = leaf.path == (PERSON, "name")
            self.faults[leaf.path] = self.say("form.needs_name") if nameless else sentence(error, self.app.words, self.game)
            self.choose(self.at)
            field = self.query_one(Input)
            field.value = text
            field.cursor_position = len(text)
            return False
        self.faults.pop(leaf.path, None)
        self.put(leaf, value)
        return True

    def put(self, leaf: Leaf, value: Json) -> None:
        if leaf.path == (REASON,):
            self.reason = str(value)
        elif leaf.path[0] == PERSON and self.person is not None:
            self.person[str(leaf.path[1])] = str(value)
        else:
            self.document = with_value(self.document, leaf.path, value)

    def action_apply(self) -> None:
        """Take the value and go on; open what is chosen or holds several."""
        leaf = self.leaf
        if leaf is None:
            return
        shape = bare(leaf.shape)
        if leaf.path == (SAVE,):
            self.action_save()
        elif self.typed_in(leaf):
            if self.take():
                self.choose(self.at + 1)
        elif leaf.path == (PERSON, "notes"):
            ask = Ask(leaf.label, [Field("text", leaf.label, self.value(leaf), lines=True)], hint=self.say("form.notes_hint"))
            self.app.push_screen(ask, lambda answers: self.answered(leaf, answers["text"] if answers is not None else None))
        elif isinstance(shape, Flag | Choice):
            values: list[Json] = [False, True] if isinstance(shape, Flag) else list(shape.names)
            if isinstance(leaf.shape, Maybe):
                values.insert(0, None)
            rows = [Row(str(index), self.shown(leaf, value)) for index, value in enumerate(values)]
            self.app.push_screen(Pick(leaf.label, rows), lambda index: self.picked(leaf, values, index))
        elif isinstance(shape, ListOf) and isinstance(shape.inner, Choice):
            self.pick_several(leaf, shape, shape.inner)
        elif isinstance(shape, ListOf) and isinstance(shape.inner, Text):
            ask = Ask(leaf.label, [Field("text", leaf.label, ", ".join(self.value(leaf) or []))])
            self.app.push_screen(ask, lambda answers: self.listed(leaf, answers))
        elif isinstance(shape, Of):
            document = self.value(leaf)
            document = document if document is not None else _blank(shape.kind)
            self.app.push_screen(FormDialog(leaf.label, shape.kind, document, self.game), lambda new: self.answered(leaf, new))
        elif isinstance(shape, MapOf | ListOf):
            self.app.push_screen(ListDialog(leaf.label, shape, self.value(leaf), self.game), lambda new: self.answered(leaf, new))

    def pick_several(self, leaf: Leaf, shape: ListOf, inner: Choice) -> None:
        """Choose several names; a list that may repeat offers each twice."""
        now = self.value(leaf) or []
        rows = [Row(name, self.say(f"choice.{name}", self.game)) for name in inner.names]
        if not shape.unique:
            rows += [Row(f"{name} 2", f"{self.say(f'choice.{name}', self.game)} ×2") for name in inner.names]
        chosen = [name if index == now.index(name) else f"{name} 2" for index, name in enumerate(now)]
        pick = Pick(leaf.label, rows, many=True, chosen=chosen)
        self.app.push_screen(
            pick, lambda names: self.answered(leaf, None if names is None else [name.removesuffix(" 2") for name in names])
        )

    def picked(self, leaf: Leaf, values: Sequence[Json], index: str | None) -> None:
        if index is not None:
            self.put(leaf, values[int(index)])
            self.choose(self.at + 1)

    def listed(self, leaf: Leaf, answers: Answers | None) -> None:
        if answers is not None:
            self.answered(leaf, [part.strip() for part in answers["text"].split(",") if part.strip()])

    def answered(self, leaf: Leaf, value: Json) -> None:
        if value is not None:
            self.put(leaf, value)
            self.faults.pop(leaf.path, None)
        self.choose(self.at)

    def action_save(self) -> None:
        """Check the whole and hand it on; the first fault is shown at its field."""
        if not self.take():
            return
        if self.person is not None and not self.person["name"].strip():
            self.faults[PERSON, "name"] = self.say("form.needs_name")
            self.choose(0)
            return
        try:
            self.kind.read(self.document)
            if self.save is not None:
                self.save(self.document, {**(self.person or {}), "reason": self.reason})
        except RuleError as error:
            self.show_fault(error)
            return
        except StoreError as error:
            if error.code != "unchanged":
                self.app.tell_fault(error)
                return
        self.dismiss(self.document)

    def show_fault(self, error: RuleError) -> None:
        """Say what is wrong at the row that it concerns."""
        told = sentence(error, self.app.words, self.game)
        index = next((index for index, leaf in enumerate(self.leaves) if _starts(error.place, leaf.path)), None)
        if index is None:
            self.app.toast(f"{error.path}: {told}", "error")
            return
        deeper = ".".join(str(part) for part in error.place[len(self.leaves[index].path) :])
        self.faults[self.leaves[index].path] = f"{deeper}: {told}" if deeper else told
        self.choose(index)

    @property
    def altered(self) -> bool:
        """Whether leaving would lose something."""
        leaf = self.leaf
        text = self.query_one(Input).value
        value = self.value(leaf) if leaf is not None else None
        typed = leaf is not None and self.typed_in(leaf) and text != ("" if value is None else str(value))
        return typed or (self.document, self.person) != self.before

    def action_leave(self) -> None:
        """Leave; what was altered is only given up when asked twice."""
        if self.altered and not self.warned:
            self.warned = True
            about = self.query_one("#about", Lines)
            about.show(wrap(self.say("form.leave"), max(20, about.size.width - 2), "warning")[:2])
            return
        self.dismiss(None)


def _starts(place: Place, path: Path) -> bool:
    return tuple(place[: len(path)]) == path


def _blank(kind: type[Record]) -> dict[str, Json]:
    """A document with every default of a record; what is required and has no natural value stays open."""
    document: dict[str, Json] = {}
    for field in kind.fields:
        shape = bare(field.shape)
        if not field.required:
            document[field.name] = field.shape.write(field.make())
        elif isinstance(shape, Choice):
            document[field.name] = shape.names[0]
        elif isinstance(shape, Integer):
            document[field.name] = max(shape.low or 0, 0)
    return document


class ListDialog(Dialog[Json]):
    """A list or free map of records: add, edit, remove."""

    HELP = "help.form"
    DEFAULT_CSS = "ListDialog > .box { width: 84; height: 80%; } ListDialog.-narrow > .box { width: 100%; height: 100%; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "edit", "form_apply"),
        key("n", "add", "form_add"),
        key("r", "rename", "form_rename"),
        key("slash", "find", "list_find"),
        key("delete", "remove", "form_remove"),
        key("ctrl+s", "save", "form_save"),
        key("escape", "save", "back"),
    ]

    def __init__(self, title: str, shape: MapOf | ListOf, value: Json, game: str) -> None:
        super().__init__()
        self.heading, self.shape, self.game = title, shape, game
        self.mapped = isinstance(shape, MapOf)
        self.items: list[tuple[str, Json]] = (
            list(value.items()) if self.mapped else [(str(n), item) for n, item in enumerate(value or [])]
        )

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Lines(id="items", ground="surface")
            yield KeyRow()

    def on_mount(self) -> None:
        super().on_mount()
        self.query_one(Lines).focus()
        self.call_after_refresh(self.repaint)

    @property
    def inner(self) -> Shape:
        return bare(self.shape.inner)

    def repaint(self) -> None:
        lines = self.query_one(Lines)
        width = max(30, lines.size.width - 1)
        rows: list[Line] = [heading(self.heading, [Span(str(len(self.items)), "bold")], width, self.app.glyphs)]
        keys: list[str | None] = [None]
        for index, (name, item) in enumerate(self.items):
            told, rest = self.told(name, item)
            rows.append(spread([Span(f"  {cut(told, width // 2)}")], [Span(cut(rest, width // 2 - 2), "muted")], width))
            keys.append(str(index))
        if not self.items:
            rows += [[], [Span(self.say("form.list_empty"), "muted")]]
            keys += [None, None]
        lines.show(rows, keys)
        if lines.key is None and lines.choices:
            lines.choose(lines.choices[0], tell=False)

    def told(self, name: str, item: Json) -> tuple[str, str]:
        """An item in one line: its name, then the plain values that say most."""
        if not isinstance(item, Mapping):
            return (visible(name), visible(str(item))) if self.mapped else (visible(str(item)), "")
        title = visible(str(item.get("name") or (name if self.mapped else item.get("id") or item.get("spell") or name)))
        parts = [
            self.say(f"choice.{value}", self.game) if self.app.words.has(f"choice.{value}", self.game) else visible(str(value))
            for part, value in item.items()
            if part not in ("name", "id") and value and isinstance(value, str | int) and not isinstance(value, bool)
        ]
        return title, ", ".join(parts[:3])

    def on_lines_opened(self, event: Lines.Opened) -> None:
        self.action_edit()

    @property
    def index(self) -> int | None:
        at = self.query_one(Lines).key
        return int(at) if at is not None else None

    def action_edit(self) -> None:
        index = self.index
        if index is None:
            return
        name, item = self.items[index]
        inner = self.inner
        if isinstance(inner, Of):
            form = FormDialog(self.told(name, item)[0], inner.kind, item, self.game)
            self.app.push_screen(form, lambda new: self.edited(index, new))
        else:
            field = Field("value", self.heading, str(item))
            self.app.push_screen(Ask(self.heading, [field]), lambda answers: self.typed(index, answers))

    def typed(self, index: int, answers: Answers | None) -> None:
        if answers is None:
            return
        text = answers["value"].strip()
        figure = whole_number(text)
        value: Json = text if figure is None else figure
        try:
            self.inner.read(value, None)
        except RuleError as error:
            self.app.tell_fault(error)
            return
        self.edited(index, value)

    def edited(self, index: int, new: Json) -> None:
        if new is not None:
            self.items[index] = (self.items[index][0], new)
        self.repaint()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.mapped if action == "rename" else True

    def action_rename(self) -> None:
        """Another key for an entry of a map; it stays in its place."""
        index = self.index
        if index is not None:
            field = Field("key", self.say("form.key"), self.items[index][0])
            ask = Ask(self.say("form.rename"), [field], check=lambda answers: self.check_key(answers, index))
            self.app.push_screen(ask, lambda answers: self.renamed(index, answers))

    def renamed(self, index: int, answers: Answers | None) -> None:
        if answers is not None:
            self.items[index] = (answers["key"].strip(), self.items[index][1])
            self.repaint()

    def action_find(self) -> None:
        """Choose an entry by what its line says."""
        rows = [Row(str(index), *self.told(name, item)) for index, (name, item) in enumerate(self.items)]
        self.app.push_screen(Pick(self.heading, rows), self.found)

    def found(self, index: str | None) -> None:
        if index is not None:
            self.query_one(Lines).choose(index, tell=False)

    def action_add(self) -> None:
        if self.mapped:
            self.app.push_screen(
                Ask(self.say("form.new_key"), [Field("key", self.say("form.key"))], check=self.check_key), self.named
            )
        else:
            self.append(str(len(self.items)))

    def check_key(self, answers: Answers, own: int = -1) -> tuple[str, str] | None:
        name = answers["key"].strip()
        if not name or any(name == key for index, (key, _) in enumerate(self.items) if index != own):
            return "key", self.say("form.key_taken" if name else "form.needs_name")
        return None

    def named(self, answers: Answers | None) -> None:
        if answers is not None:
            self.append(answers["key"].strip())

    def append(self, name: str) -> None:
        inner = self.inner
        item: Json = _blank(inner.kind) if isinstance(inner, Of) else max(inner.low or 0, 0) if isinstance(inner, Integer) else "–"
        self.items.append((name, item))
        self.repaint()
        self.query_one(Lines).choose(str(len(self.items) - 1), tell=False)
        self.action_edit()

    def action_remove(self) -> None:
        index = self.index
        if index is not None:
            del self.items[index]
            self.query_one(Lines).key = None
            self.repaint()

    def action_save(self) -> None:
        self.dismiss(dict(self.items) if self.mapped else [item for _, item in self.items])


# -- from the roster --------------------------------------------------------------------------------------------------------


def new_character(pane: RosterPane, people: People) -> None:
    """Choose a blank sheet or a template, then fill in the form."""
    system = people.system
    if system is None:
        pane.app.tell("roster.nothing_to_do", severity="warning")
        return
    choices = [Choices(f"preset {index}", pane.say(preset.word, system.name)) for index, preset in enumerate(people.view.presets)]
    choices = choices or [Choices("preset", pane.say("system", system.name))]
    templates = [row for row in pane.table.roster() if row.kind == "template" and system.name in row.games]
    choices += [Choices(f"template {row.key}", pane.say("roster.template", name=row.name)) for row in templates]

    def begin(answers: Answers | None) -> None:
        if answers is None:
            return
        what, _, which = answers["from"].partition(" ")
        sheet: Json = {}
        person = {"name": "", "kind": "pc", "group": "", "player": "", "notes": ""}
        if what == "template":
            copied = pane.table.character(which)
            sheet = copied.sheets[system.name].sheet
            person |= {"name": copied.name, "kind": "npc", "group": copied.group, "notes": copied.notes}
        elif which:
            preset = people.view.presets[int(which)]
            sheet, person["kind"] = dict(preset.sheet), preset.kind
        try:
            document = system.sheet.read(sheet).write()
        except RuleError:
            document = {**_blank(system.sheet), **sheet}

        def save(document: Json, person: Mapping[str, str]) -> None:
            entry = pane.table.create_character(
                person["name"].strip(), person["kind"], person["group"], person["player"], {system.name: document}, person["notes"]
            )
            pane.done(entry)
            if entry.row.about:
                pane.jump(entry.row.about[0])

        form = FormDialog(pane.say("form.new"), system.sheet, document, system.name, person=person, save=save, view=people.view)
        pane.app.push_screen(form)

    pane.app.push_screen(
        Ask(pane.say("roster.new_title"), [Field("from", pane.say("roster.begin_from"), choices[0].value, choices=choices)]), begin
    )


def edit_character(pane: Pane, people: People, who: str, what: str) -> None:
    """Edit somebody's sheet and person, or (`what` is `state`) any figure of the state by hand."""
    system = people.system
    if system is None:
        return
    character = pane.table.character(who)
    documents = character.sheets.get(system.name)
    sheet = documents.sheet if documents is not None else _blank(system.sheet)
    name = visible(character.name)
    if what == "state":
        edit_state(pane, people, who, name)
        return
    person = {
        "name": character.name, "kind": character.kind, "group": character.group, "player": character.player, "notes": character.notes,
    }  # fmt: skip
    before = dict(person)

    def save(document: Json, person: Mapping[str, str]) -> None:
        reason = person["reason"]
        facts = {field: value for field, value in person.items() if field in before and value != before[field]}
        if facts and document != sheet:
            pane.done(pane.table.edit_whole(who, facts, system.name, document, reason))
        elif facts:
            pane.done(pane.table.edit_character(who, reason, **facts))
        elif document != sheet:
            pane.done(pane.table.edit_sheet(who, system.name, document, reason))

    title = pane.say("form.edit_sheet", name=name)
    form = FormDialog(title, system.sheet, sheet, system.name, person=person, save=save, reasoned=True, view=people.view)
    pane.app.push_screen(form)


def edit_state(pane: Pane, people: People, who: str, name: str) -> None:
    """Edit any figure of a state by hand."""
    system, position = people.system, people.position(who)
    if system is None or position is None:
        return
    state = position.states[who]

    def save(document: Json, person: Mapping[str, str]) -> None:
        after = system.state.read(document)
        values = {change.field: change.after for change in difference(who, state, after)}
        if values:
            pane.done(pane.table.edit_state(who, values, person["reason"], game=system.name))

    title = pane.say("form.edit_state", name=name)
    pane.app.push_screen(FormDialog(title, system.state, state.write(), system.name, save=save, reasoned=True))


__all__ = ["FormDialog", "ListDialog", "Path", "edit_character", "edit_state", "new_character"]
