"""Settings: language, look, dice, signs, and the key of every command."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from gmtool.tui.keymap import DIALOGS, Command, commands, keys_of, places, refused
from gmtool.tui.keys import key
from gmtool.tui.paint import Line, Span, cut, fit, heading, spread, wrap
from gmtool.tui.screens.base import Dialog
from gmtool.tui.screens.pick import Pick, Row
from gmtool.tui.widgets.footer import KeyRow
from gmtool.tui.widgets.lines import Lines

CHOICES = ("language", "look", "dice", "signs")


class PressKey(Dialog[str | None]):
    """Waits for one key and gives its name; esc gives None."""

    DEFAULT_CSS = "PressKey > .box { width: 64; height: 6; } PressKey.-narrow > .box { width: 64; height: 6; }"

    def __init__(self, command: str) -> None:
        super().__init__()
        self.command = command

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Lines(id="ask", ground="surface")

    def on_mount(self) -> None:
        super().on_mount()
        self.call_after_refresh(self.repaint)

    def repaint(self) -> None:
        lines = self.query_one(Lines)
        name = self.say(f"cmd.{self.command}")
        lines.show(wrap(self.say("settings.press", command=name), max(20, lines.size.width - 2)))
        lines.focus()

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        self.dismiss(None if event.key == "escape" else event.key)


class SettingsDialog(Dialog[None]):
    """Everything that the user chooses for himself, kept at once."""

    HELP = "help.settings"
    DEFAULT_CSS = """
    SettingsDialog > .box { width: 92; height: 90%; }
    SettingsDialog.-narrow > .box { width: 100%; height: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter,right", "change(1)", "setting_change"),
        key("left", "change(-1)", "setting_back", show=False),
        key("slash", "find", "setting_find"),
        key("backspace,delete", "reset", "setting_reset"),
        key("R", "reset_all", "setting_reset_all"),
        key("escape", "leave", "back"),
    ]

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Lines(id="settings", ground="surface")
            yield KeyRow()

    def on_mount(self) -> None:
        super().on_mount()
        self.query_one(Lines).focus()
        self.call_after_refresh(self.repaint)

    # -- rows -------------------------------------------------------------------------------------------------------

    @property
    def own(self) -> dict[str, str]:
        """The keys of one's own."""
        return self.app.settings.keys

    def value(self, name: str) -> str:
        """What stands at a choice now."""
        if name == "language":
            return self.say(f"settings.languages.{self.app.language}")
        if name == "look":
            look = self.app.look.name
            return self.say(f"settings.looks.{look}") if self.app.words.has(f"settings.looks.{look}") else look
        if name == "dice":
            return self.say(f"head.{'typed' if self.app.typing else 'rolled'}")
        return self.say(f"settings.signs_{'ascii' if self.app.settings.ascii else 'fine'}")

    def changeable(self) -> list[tuple[str, list[Command]]]:
        """The commands by place, each where it first stands; those that work everywhere come first."""
        seen: set[str] = set()
        shared = [command for command in commands("roster") if all(command in commands(place) for place in places())]
        found = [("everywhere", shared)]
        seen |= {command.id for command in shared}
        for place in places():
            here = [command for command in commands(place) if command.id and command.id not in seen]
            seen |= {command.id for command in here}
            found.append((place, here))
        return [(place, [command for command in here if command.id not in ("", "quit", "back")]) for place, here in found]

    def place(self, place: str) -> str:
        """The name of a place: a tab's own, or what the dialogs are called here."""
        return self.say(f"settings.place.{place}" if place in DIALOGS or place in ("everywhere", "roster") else f"tab.{place}")

    def keys_shown(self, names: tuple[str, ...]) -> str:
        return ", ".join(self.app.key_name(Binding(name, "", "")) for name in names)

    def repaint(self) -> None:
        if not self.query(Lines):
            return
        lines = self.query_one(Lines)
        width = max(40, lines.size.width - 1)
        rows: list[Line] = [heading(self.say("settings.title"), [], width, self.app.glyphs)]
        keys: list[str | None] = [None]
        for name in CHOICES:
            rows.append([*fit([Span(f"  {self.say(f'settings.{name}')}", "muted")], 24), Span(self.value(name), "bold")])
            keys.append(f"={name}")
        for place, here in self.changeable():
            if not here:
                continue
            rows += [[], heading(self.place(place), [], width, self.app.glyphs)]
            keys += [None, None]
            for command in here:
                changed = command.id in self.own
                shown = self.keys_shown(keys_of(command, self.own))
                about = self.say(f"cmd.{command.id}.help")
                left: Line = [
                    *fit([Span(f"  {cut(self.say(f'cmd.{command.id}'), 20)}", "muted")], 24),
                    *fit([Span(cut(shown, 17), "accent bold" if changed else "")], 19),
                ]
                rows.append(spread(left, [*fit([Span(cut(about, width - 45), "muted")], width - 44)], width))
                keys.append(command.id)
        kept = lines.key
        lines.show(rows, keys)
        lines.choose(kept if kept in lines.choices else lines.choices[0], tell=False, scroll=kept is None)

    def on_lines_opened(self, event: Lines.Opened) -> None:
        self.action_change(1)

    # -- changes ----------------------------------------------------------------------------------------------------

    def action_change(self, steps: int) -> None:
        """The next value of a choice, or another key for a command."""
        at = self.query_one(Lines).key
        if at is None:
            return
        if at == "=language":
            self.app.action_language()
        elif at == "=look":
            self.app.action_look(steps)
        elif at == "=dice":
            self.app.action_typing()
        elif at == "=signs":
            self.app.draw_in(ascii_only=not self.app.settings.ascii)
        elif steps > 0:
            self.app.push_screen(PressKey(at), lambda pressed: self.pressed(at, pressed))
        self.repaint()
        self.refresh_bindings()

    def pressed(self, name: str, pressed: str | None) -> None:
        """Take a key for a command, or say why it cannot be had."""
        if pressed is None:
            return
        wrong = refused(name, pressed, self.own)
        if wrong is not None:
            other = self.say(f"cmd.{wrong.by}") if wrong.by else self.say("settings.list_keys")
            shown = self.keys_shown((pressed,))
            self.app.tell(f"settings.refused_{wrong.reason}", pressed=shown, other=other, severity="error")
            return
        self.app.settings.keys = {**self.own, name: pressed}
        self.keep()

    def keep(self) -> None:
        """Keep the keys and use them from now on."""
        if not self.app.settings.save():
            self.app.tell("settings.not_kept", severity="warning")
        self.app.use_keys()
        self.repaint()
        self.refresh_bindings()

    def action_reset(self) -> None:
        """The key that a command has from the start."""
        at = self.query_one(Lines).key
        if at in self.own:
            own = {name: pressed for name, pressed in self.own.items() if name != at}
            wrong = self.clash(at, own)
            if wrong:
                self.app.tell("settings.refused_taken", pressed=wrong[0], other=self.say(f"cmd.{wrong[1]}"), severity="error")
                return
            self.app.settings.keys = own
            self.keep()

    def clash(self, name: str, own: dict[str, str]) -> tuple[str, str] | None:
        """The key of a command that another one took meanwhile, and that one."""
        for place in places():
            for command in commands(place):
                for its in command.keys if command.id == name else ():
                    wrong = refused(name, its, own)
                    if wrong is not None and wrong.reason == "taken" and wrong.by in own:
                        return self.keys_shown((its,)), wrong.by
        return None

    def action_reset_all(self) -> None:
        self.app.settings.keys = {}
        self.keep()
        self.app.tell("settings.reset_done")

    def action_find(self) -> None:
        """Choose a command by its name."""
        rows = [
            Row(command.id, self.say(f"cmd.{command.id}"), self.place(place))
            for place, here in self.changeable()
            for command in here
        ]
        self.app.push_screen(Pick(self.say("settings.find"), rows), self.found)

    def found(self, name: str | None) -> None:
        if name is not None:
            self.query_one(Lines).choose(name, tell=False)

    def action_leave(self) -> None:
        self.dismiss(None)


__all__ = ["PressKey", "SettingsDialog"]
