"""The application: look, language, dice mode and the open campaign; which screen stands."""

from __future__ import annotations

from collections.abc import Iterator
from os import environ
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from rich.segment import Segment
from textual.app import App
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.events import Event, Paste, Resize
from textual.reactive import var
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.strip import Strip

from gmtool.play.settings import Settings
from gmtool.rules.wording import Catalogue, visible
from gmtool.tui.everything import Everything
from gmtool.tui.harmless import Harmless, pasted
from gmtool.tui.keys import key
from gmtool.tui.paint import ASCII, ASCII_SIGNS, FINE, Glyphs, Line
from gmtool.tui.palette import Look
from gmtool.tui.themes import TERMINAL, looks, theme_of

if TYPE_CHECKING:
    from gmtool.play.table import Entry, Table

SMALLEST = (80, 24)
NARROW = 100
WIDE = 140


class BlankBars(ScrollBarRender):
    """Scrollbars without the eighths of a block that ASCII lacks."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * 8


class GmApp(App[None]):
    """gmtool's screen."""

    TITLE = "gmtool"
    CSS_PATH = Path(__file__).with_name("app.tcss")
    ENABLE_COMMAND_PALETTE = True
    COMMANDS = {Everything}
    BINDINGS: ClassVar[list[BindingType]] = [
        key("question_mark", "app.help", "help", label="?"),
        key("ctrl+p", "command_palette", "palette", show=False),
        key("ctrl+t", "look", "look", show=False),
        key("ctrl+l", "language", "language", show=False),
        key("f2", "settings", "settings", show=False),
        Binding("ctrl+q", "quit", "cmd.quit", show=False, priority=True, id="quit", tooltip="cmd.quit.help"),
    ]

    typing: var[bool] = var(False)
    """True when the GM types the faces that lie on the table, False when gmtool rolls."""

    def __init__(
        self,
        *,
        home: Path | None = None,
        language: str = "en",
        campaign: Path | None = None,
        demo: str | None = None,
    ) -> None:
        self.home = home
        self.settings = Settings.load(home)
        self.looks, self.theme_faults = looks(home)
        self._look: Look = self.looks["dark"]
        super().__init__(ansi_color=True if "NO_COLOR" in environ else None)
        self.words = Catalogue(language, _word_folders())
        self.table: Table | None = None
        self._campaign, self._demo = campaign, demo
        self.glyphs: Glyphs = FINE
        self.take_signs()
        self._filters.append(Harmless())
        for look in self.looks.values():
            self.register_theme(theme_of(look))

    # -- words and looks --------------------------------------------------------------------------------------------

    @property
    def language(self) -> str:
        return self.words.language

    def say(self, word: str, game: str = "", **facts: Any) -> str:
        """A word or sentence of the catalogue in the language in use; facts are data and stay data."""
        return self.words.say(word, game, **facts)

    @property
    def game(self) -> str:
        """The game of the scene that is played; empty where none is."""
        return self.table.position.scene.game if self.table is not None and self.table.position.scene is not None else ""

    @property
    def look(self) -> Look:
        """The look that painted widgets wear."""
        return self._look

    def strip(self, line: Line, ground: str, width: int) -> Strip:
        """A painted line as the terminal gets it, in the look that is worn, in ASCII where nothing else can be drawn."""
        style, fine = self._look.style, self.glyphs.large
        return Strip(
            [Segment(span.text if fine else span.text.translate(ASCII_SIGNS), style(span.ink, ground)) for span in line], width
        )

    @property
    def narrow(self) -> bool:
        return self.size.width < NARROW

    @property
    def wide(self) -> bool:
        return self.size.width >= WIDE

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The variables of our own that the style sheets name, before a look is worn."""
        return theme_of(self.looks["dark"]).variables

    def key_name(self, binding: Binding) -> str:
        """A key as the GM reads it: `ctrl+r`, `enter`, `?`."""
        if binding.key_display:
            return binding.key_display
        first = binding.key.split(",")[0]
        if self.words.has(f"key.{first}"):
            return self.say(f"key.{first}")
        return first if first.startswith("ctrl+") else self.get_key_display(binding)

    def wear(self, name: str) -> None:
        """Put on a look; an unknown name is the dark one."""
        look = self.looks.get(name, self.looks["dark"])
        if self.no_color:
            look = Look(look.name, look.dark, look.roles, sixteen=look.sixteen, plain=True)
        self._look = look
        self.theme = look.name
        self.redraw()

    def redraw(self) -> None:
        """Paint everything again: another look or language."""
        for screen in self.screen_stack:
            repaint = getattr(screen, "repaint", None)
            if repaint is not None:
                repaint()
            screen.refresh(layout=True)

    def take_signs(self) -> None:
        """Draw with the fine signs, or in ASCII where the user or the terminal wants it."""
        ascii_only = self.settings.ascii or environ.get("TERM") == "linux"
        self.glyphs = (ASCII if ascii_only else FINE)._replace(point=self.words.point)
        ScrollBar.renderer = BlankBars if ascii_only else ScrollBarRender

    def draw_in(self, *, ascii_only: bool) -> None:
        """Other signs from now on."""
        self.settings.ascii = ascii_only
        self.settings.save()
        self.take_signs()
        for screen in self.screen_stack:
            screen.set_class(not self.glyphs.large, "-ascii")
        self.redraw()

    def use_keys(self) -> None:
        """Give the commands the keys that the user chose; those that clash or name nothing are left out."""
        if self.settings.keys:
            from gmtool.tui.keymap import keymap, sound

            self.set_keymap(keymap(sound(self.settings.keys)))
        else:
            self.set_keymap({})

    def action_settings(self) -> None:
        """Language, look, dice, signs and keys."""
        from gmtool.tui.screens.settings import SettingsDialog

        if not isinstance(self.screen, SettingsDialog | CommandPalette):
            self.push_screen(SettingsDialog())

    def action_typing(self) -> None:
        """Type the faces, or let gmtool roll them."""
        self.typing = not self.typing
        self.settings.typed_dice = self.typing
        self.settings.save()

    def action_look(self, steps: int = 1) -> None:
        """The next look."""
        names = list(self.looks)
        self.wear(names[(names.index(self._look.name) + steps) % len(names)])
        self.settings.look = self._look.name
        self.settings.save()

    def action_language(self) -> None:
        """The other language, at once."""
        self.words = Catalogue("fr" if self.language == "en" else "en", _word_folders())
        self.take_signs()
        self.settings.language = self.language
        self.settings.save()
        self.redraw()
        self.screen.refresh_bindings()

    # -- screens ----------------------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        self.typing = self.settings.typed_dice
        self.use_keys()
        self.wear(TERMINAL if self.no_color else self.settings.look)
        from gmtool.tui.screens.shelf import ShelfScreen

        self.push_screen(ShelfScreen())
        if self._campaign is not None:
            self.open_campaign(self._campaign)
        elif self._demo is not None:
            self.call_later(self.open_demo, self._demo)
        for fault in self.theme_faults:
            self.tell("toast.bad_theme", reason=str(fault), severity="warning")

    def open_campaign(self, path: Path) -> None:
        """Go to the desk of that campaign; what cannot be opened is said and the shelf stays."""
        from gmtool.play.table import StoreError, Table
        from gmtool.tui.screens.desk import DeskScreen

        try:
            table = Table.open(path, self.language)
        except StoreError as error:
            self.tell_fault(error)
            return
        self.table = table
        self.push_screen(DeskScreen(table))
        if not table.writable:
            self.tell("store.read_only", path=str(path), severity="warning")

    def open_demo(self, game: str) -> None:
        """Open a fresh copy of a sample campaign."""
        from gmtool.play.table import StoreError, fresh_demo

        try:
            path = fresh_demo(game, self.language, self.home)
        except StoreError as error:
            self.tell_fault(error)
            return
        self.open_campaign(path)

    def close_campaign(self) -> None:
        """Back to the shelf."""
        if self.table is not None:
            self.table.close()
            self.table = None

    def places(self, screen: Any) -> Iterator[tuple[str, str, Any]]:
        """What the palette can jump to on a screen: characters, spells, encounters."""
        offer = getattr(screen, "places", None)
        if offer is not None:
            yield from offer()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """In a terminal that is too small nothing opens but the way out."""
        from gmtool.tui.screens.small import TooSmall

        small = bool(self.screen_stack) and isinstance(self.screen_stack[-1], TooSmall)
        return action in ("quit", "help_quit") if small else super().check_action(action, parameters)

    def action_help_quit(self) -> None:
        """Say how to leave, to whoever tries ctrl+c."""
        self.tell("toast.how_to_quit", quits=self.key_name(Binding("ctrl+q", "", "")))

    def action_help(self) -> None:
        """Explain this screen."""
        from gmtool.tui.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen | CommandPalette):
            self.push_screen(HelpScreen(self.screen))

    async def on_event(self, event: Event) -> None:
        if isinstance(event, Paste):
            event.text = pasted(event.text)
        await super().on_event(event)

    def on_resize(self, event: Resize) -> None:
        from gmtool.tui.screens.small import TooSmall

        small = event.size.width < SMALLEST[0] or event.size.height < SMALLEST[1]
        if small and not isinstance(self.screen, TooSmall):
            self.push_screen(TooSmall())
        elif not small and isinstance(self.screen, TooSmall):
            self.pop_screen()

    # -- messages to the GM -----------------------------------------------------------------------------------------

    def tell(self, word: str, game: str = "", *, severity: str = "information", **facts: Any) -> None:
        """A toast: what just happened, or why something cannot be done."""
        self.toast(self.say(word, game, **facts), severity)

    def toast(self, text: str, severity: str = "information") -> None:
        """A toast with a text that is already in words."""
        level: Any = severity
        self.notify(visible(text), severity=level, markup=False, timeout=6 if severity == "information" else 10)

    def hush(self) -> None:
        """Take down what has been told already, so that it covers nothing new; refusals stay their time."""
        for told in [one for one in self._notifications if one.severity == "information"]:
            self._unnotify(told)

    def tell_done(self, entry: Entry) -> None:
        """A toast with what an entry did, and how to take it back."""
        from gmtool.play.table import told

        self.hush()
        self.tell("toast.done_undo", what=told(entry, self.words).rstrip("."))

    def tell_fault(self, error: Exception) -> None:
        """Say an error of the table or the rules in words."""
        from gmtool.play.table import sentence

        self.toast(sentence(error, self.words, self.game), "error")


def _word_folders() -> tuple[str, ...]:
    here = Path(__file__).parent
    return str(here.parent / "play"), str(here)


def run_app(home: Path | None, language: str, campaign: Path | None = None, fresh_demo: str | None = None) -> int:
    """Open the screen; gives the exit status."""
    app = GmApp(home=home, language=language, campaign=campaign, demo=fresh_demo)
    try:
        app.run()
    finally:
        app.close_campaign()
    return app.return_code or 0
