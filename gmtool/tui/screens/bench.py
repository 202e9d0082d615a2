"""What the workshops share: three columns with what is chosen explained below, a name and a description, the large figure."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input

from gmtool.play.table import Entry, Table, sentence
from gmtool.rules.errors import RuleError
from gmtool.rules.system import System
from gmtool.rules.wording import visible
from gmtool.tui.designer_lines import Listed
from gmtool.tui.paint import Line, Span, cut, fit, spread
from gmtool.tui.screens.base import Dialog
from gmtool.tui.widgets.band import Band
from gmtool.tui.widgets.footer import KeyRow
from gmtool.tui.widgets.lines import Lines
from gmtool.tui.widgets.sheet import Painter

VAST = 160
"""Columns of the terminal from which the outer zones are wider."""


class BenchDialog(Dialog[None]):
    """A workshop over the whole screen. `ZONES` is what tab goes through: the left, the middle and the right list, then the fields.

    On a narrow screen one column is seen at a time, under the large figure.
    """

    ZONES: ClassVar[tuple[str, ...]] = ("left-list", "middle-list", "right-list", "name", "about")
    WORDS = "designer"
    NARROW = 116
    DEFAULT_CSS = """
    BenchDialog { background: $background; }
    BenchDialog > .box, BenchDialog.-narrow > .box, BenchDialog.-ascii > .box {
        width: 100%; height: 100%; max-height: 100%; border: none; padding: 0; background: $background;
    }
    BenchDialog #bench-head { height: 2; }
    BenchDialog #brief { height: 3; display: none; }
    BenchDialog #zones { height: 1fr; }
    BenchDialog #left { width: 37; background: $surface; }
    BenchDialog #middle { width: 1fr; }
    BenchDialog #right { width: 43; border-left: solid $line; }
    BenchDialog .main { margin: 1 0 0 0; }
    BenchDialog #about-left { height: 10; padding: 1 1 0 2; }
    BenchDialog #about-middle { height: 10; padding: 1 1 0 3; }
    BenchDialog #named { height: 1; margin: 1 0 0 0; }
    BenchDialog #right Input { padding: 0 0 0 3; }
    BenchDialog #name { width: 1fr; text-style: bold; }
    BenchDialog #free { width: 15; height: 1; }
    BenchDialog #total { height: 5; }
    BenchDialog #more { height: 9; padding: 0; }
    BenchDialog.-narrow #left, BenchDialog.-narrow #middle, BenchDialog.-narrow #right { display: none; width: 100%; border: none; }
    BenchDialog.-narrow #bench-head { height: 1; }
    BenchDialog.-narrow #brief { display: block; }
    BenchDialog.-narrow #about-left, BenchDialog.-narrow #more, BenchDialog.-narrow #total { display: none; }
    BenchDialog.-narrow #about-middle { height: 3; padding: 0 1 0 3; }
    BenchDialog.-narrow .main, BenchDialog.-narrow #named { margin: 0; }
    BenchDialog.-narrow.-left #left, BenchDialog.-narrow.-middle #middle, BenchDialog.-narrow.-right #right { display: block; }
    BenchDialog.-vast #left { width: 42; }
    BenchDialog.-vast #right { width: 60; }
    """

    def __init__(self, table: Table, system: System, done: Callable[[Entry | None], None]) -> None:
        super().__init__()
        self.table, self.system, self.done = table, system, done
        self.warned = False

    def compose(self) -> ComposeResult:
        left, middle, right = self.ZONES[:3]
        with Vertical(classes="box"):
            yield Band(self.head, ground="surface", id="bench-head")
            yield Band(self.brief, ground="background", id="brief")
            with Horizontal(id="zones"):
                with Vertical(id="left"):
                    yield Lines(id=left, ground="surface", classes="main")
                    yield Lines(id="about-left", ground="surface", focus=False)
                with Vertical(id="middle"):
                    yield Lines(id=middle, classes="main")
                    yield Lines(id="about-middle", focus=False)
                with Vertical(id="right"):
                    with Horizontal(id="named"):
                        yield self.made_field("name", 60)
                        yield Band(self.free, ground="background", id="free")
                    yield self.made_field("about", 400)
                    yield Band(self.total, ground="background", id="total")
                    yield Lines(id=right)
                    yield Lines(id="more", focus=False)
            yield KeyRow()

    def made_field(self, name: str, longest: int) -> Input:
        field = Input(id=name, max_length=longest)
        field.cursor_blink = False
        field.styles.background = "transparent"
        return field

    def on_mount(self) -> None:
        super().on_mount()
        self.set_class(self.app.size.width >= VAST, "-vast")
        self.to_zone(self.ZONES[0])
        self.call_after_refresh(self.repaint)

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        self.set_class(event.size.width >= VAST, "-vast")
        self.call_after_refresh(self.repaint)

    @property
    def narrow(self) -> bool:
        """Whether one zone is seen at a time."""
        return self.has_class("-narrow")

    # -- parts ------------------------------------------------------------------------------------------------------

    def lines(self, name: str) -> Lines:
        return self.query_one(f"#{name}", Lines)

    def field(self, name: str) -> Input:
        return self.query_one(f"#{name}", Input)

    @property
    def ready(self) -> bool:
        """Whether there is something to paint on."""
        return bool(self.query(f"#{self.ZONES[2]}"))

    @property
    def zone(self) -> str:
        """What has the keyboard."""
        held = self.focused.id if self.focused is not None else None
        return held if held in self.ZONES else self.ZONES[0]

    @property
    def typing(self) -> bool:
        """Whether letters go into a field."""
        return self.zone in ("name", "about")

    @property
    def called(self) -> str:
        """The name as it would be kept."""
        return self.field("name").value.strip()

    @property
    def painter(self) -> Painter:
        return Painter(self.say, self.system.name, self.app.glyphs, plain=self.app.look.plain)

    def told(self, error: RuleError) -> str:
        """A refusal in words."""
        return sentence(error, self.app.words, self.system.name)

    # -- painting ---------------------------------------------------------------------------------------------------

    def repaint(self) -> None:
        """Fields, bands and keys; a workshop paints its columns first."""
        self.field("name").placeholder = self.say(f"{self.WORDS}.name")
        self.field("about").placeholder = self.say(f"{self.WORDS}.description")
        for band in self.query(Band):
            band.repaint()
        self.refresh_bindings()

    @staticmethod
    def show(lines: Lines, listed: Listed) -> None:
        lines.show(listed.lines, listed.keys)

    def head(self, width: int) -> list[Line]:
        """Where one is, and what is not saved."""
        bar = Span(f"  {self.app.glyphs.column}  ", "line")
        title = Span(self.say(f"{self.WORDS}.title"), "bold" if self.narrow else "")
        left: Line = [Span("  "), title]
        if not self.narrow:
            name = cut(visible(self.table.position.campaign.name), 30)
            left = [Span("  "), Span(name, "bold"), bar, Span(self.say("system", self.system.name), "muted"), bar, title]
        return [spread(left, [*self.status(bar), Span("  ")], width), [Span(self.app.glyphs.rule * width, "line")]]

    def status(self, bar: Span) -> Line:
        """What stands at the right of the header."""
        raise NotImplementedError(type(self).__name__)

    def name_state(self) -> Span:
        """What is to be said of the name."""
        raise NotImplementedError(type(self).__name__)

    def figure(self, width: int) -> list[Line]:
        """The large figure, three rows."""
        raise NotImplementedError(type(self).__name__)

    def summary(self) -> str:
        """What stands beside the large figure on a narrow screen."""
        return ""

    def free(self, width: int) -> list[Line]:
        told = self.name_state()
        return [fit([told._replace(text=cut(told.text, width - 2)), Span("  ")], width, "right")]

    def total(self, width: int) -> list[Line]:
        return [[], *([Span("   "), *row] for row in self.figure(width - 4)), []]

    def brief(self, width: int) -> list[Line]:
        """On a narrow screen the large figure stays, with the name beside it."""
        name = visible(self.called) or self.say(f"{self.WORDS}.unnamed")
        rights: list[Line] = [[Span(cut(name, 34), "bold")], [Span(cut(self.summary(), 38), "muted")], []]
        return [
            spread([Span(" "), *row], [*right, Span(" ")], width) for row, right in zip(self.figure(width), rights, strict=True)
        ]

    # -- zones ------------------------------------------------------------------------------------------------------

    def to_zone(self, name: str) -> None:
        """Give the keyboard to a zone; on a narrow screen only that column is seen."""
        place = {self.ZONES[0]: "-left", self.ZONES[1]: "-middle"}.get(name, "-right")
        for other in ("-left", "-middle", "-right"):
            self.set_class(other == place, other)
        self.query_one(f"#{name}").focus()
        self.call_after_refresh(self.repaint)

    def action_zone(self, steps: int) -> None:
        self.to_zone(self.ZONES[(self.ZONES.index(self.zone) + steps) % len(self.ZONES)])

    def action_name(self) -> None:
        self.to_zone("name")

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.warned = False
        for band in self.query(Band):
            band.repaint()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.to_zone("about" if event.input.id == "name" else self.ZONES[2])

    def on_lines_opened(self, event: Lines.Opened) -> None:
        event.stop()
        self.set_focus(event.lines)
        self.action_take()

    def action_take(self) -> None:
        """What enter does in the zone that has the keyboard."""
        raise NotImplementedError(type(self).__name__)

    @property
    def unsaved(self) -> bool:
        """Whether leaving would lose something."""
        raise NotImplementedError(type(self).__name__)

    def action_leave(self) -> None:
        """Out of a field first; what is not saved is only given up when asked twice."""
        if self.typing:
            self.to_zone(self.ZONES[0])
        elif self.unsaved and not self.warned:
            self.warned = True
            self.app.tell(f"{self.WORDS}.leave", severity="warning")
        else:
            self.dismiss(None)


__all__ = ["BenchDialog"]
