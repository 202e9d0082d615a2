"""Keys of one's own: which commands share a screen, which key is free for one of them, and what Textual is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from textual.binding import Binding

APP = "gmtool.tui.app:GmApp"
DESK = "gmtool.tui.screens.desk:DeskScreen"
LIST = "gmtool.tui.widgets.lines:Lines"
ROSTER_LIST = "gmtool.tui.widgets.roster_list:RosterList"
SCREENS = "gmtool.tui.screens"

LISTS: Mapping[str, str] = {"roster": ROSTER_LIST, "grimoire": LIST, "journal": LIST}
"""The tabs whose list takes keys of its own."""

DIALOGS: Mapping[str, tuple[str, ...]] = {
    "resolver": (f"{SCREENS}.resolver:ResolverDialog",),
    "what_if": (f"{SCREENS}.what_if:WhatIfDialog",),
    "form": (f"{SCREENS}.sheet_form:FormDialog",),
    "list": (f"{SCREENS}.sheet_form:ListDialog", LIST),
    "dialog": (f"{SCREENS}.ask:Ask",),
    "pick": (f"{SCREENS}.pick:Pick",),
    "designer": (f"{SCREENS}.designer:DesignerDialog",),
    "library": (f"{SCREENS}.library:LibraryDialog",),
    "wizard": (f"{SCREENS}.wizard:WizardDialog",),
    "encounters": (f"{SCREENS}.encounters:EncountersDialog",),
    "shelf": (f"{SCREENS}.shelf:ShelfScreen", LIST),
}

TYPED = ("form", "dialog", "pick")
"""Places where letters are typed into a field, so that no letter can be a command."""

COUNTED = ("resolver", "what_if")
"""Places where digits are faces of dice."""

RESERVED = ("tab", "shift+tab", "escape", "ctrl+c", "ctrl+q")
"""Keys that keep their meaning everywhere."""


class Command(NamedTuple):
    """A command of one place: its id and the keys that it has from the start."""

    id: str
    keys: tuple[str, ...]


class Refused(NamedTuple):
    """Why a key cannot be taken: `reserved`, `typed`, `counted`, or `taken` by another command."""

    reason: str
    by: str = ""


def _declared(path: str) -> Iterator[Binding]:
    module, _, name = path.partition(":")
    for kind in getattr(import_module(module), name).__mro__:
        own: Sequence[Any] = vars(kind).get("BINDINGS", ()) if kind.__module__.startswith("gmtool.") else ()
        yield from (binding for binding in own if isinstance(binding, Binding))
        if not getattr(kind, "_inherit_bindings", True):
            return


@cache
def places() -> Mapping[str, tuple[str, ...]]:
    """The classes whose commands work at the same time, by the place they work in: the tabs of the desk, then dialogs and the shelf. Those of
    the application work everywhere."""
    from gmtool.tui.screens.desk import TABS

    tabs = {tab.id: (DESK, f"{tab.module}:{tab.pane}", *((LISTS[tab.id],) if tab.id in LISTS else ())) for tab in TABS}
    return {**tabs, **DIALOGS}


@cache
def commands(place: str) -> tuple[Command, ...]:
    """The commands of a place, those of the application last; what has no id cannot be changed but takes its keys."""
    found: dict[str, Command] = {}
    for path in (*places()[place], APP):
        for binding in _declared(path):
            name = binding.id or ""
            keys = (*(found[name].keys if name in found else ()), *binding.key.split(","))
            found[name] = Command(name, tuple(dict.fromkeys(keys)))
    return tuple(found.values())


def keys_of(command: Command, own: Mapping[str, str]) -> tuple[str, ...]:
    """The keys of a command as they are now."""
    return tuple(own[command.id].split(",")) if command.id in own else command.keys


def refused(name: str, key: str, own: Mapping[str, str]) -> Refused | None:
    """Why a command cannot have a key; None where it can. Commands that share a key from the start never work together."""
    if key in RESERVED:
        return Refused("reserved")
    for place in places():
        here = commands(place)
        mine = next((command for command in here if command.id == name), None)
        if mine is None:
            continue
        if place in TYPED and len(key) == 1:
            return Refused("typed")
        if place in COUNTED and key.isdigit():
            return Refused("counted")
        for other in here:
            if other.id != name and key in keys_of(other, own) and not set(other.keys) & set(mine.keys):
                return Refused("taken", other.id)
    return None


def sound(own: Mapping[str, str]) -> dict[str, str]:
    """The keys of one's own that name a command and clash with nothing; the others are left out."""
    known = {command.id for place in places() for command in commands(place) if command.id}
    kept: dict[str, str] = {}
    for name, key in own.items():
        if name in known and key and "," not in key and refused(name, key, kept) is None:
            kept[name] = key
    return kept


def keymap(own: Mapping[str, str]) -> dict[str, str]:
    """What Textual is told: it takes a key away from every command that has it, so those that share one of a changed command are told too."""
    told = dict(own)
    for name in own:
        for place in places():
            here = commands(place)
            mine = next((command for command in here if command.id == name), None)
            for other in here if mine is not None else ():
                if other.id and other.id not in told and mine is not None and set(other.keys) & set(mine.keys):
                    told[other.id] = ",".join(other.keys)
    return told
