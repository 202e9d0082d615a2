"""Where characters stand in scenes: a place of their own with a label, and leaving it only when nothing there names them any more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from re import fullmatch
from typing import TYPE_CHECKING, Any

from gmtool.play.names import checked_text
from gmtool.rules.errors import RuleError
from gmtool.rules.shapes import Json
from gmtool.rules.system import find
from gmtool.store.errors import StoreError
from gmtool.store.values import RUNNING

if TYPE_CHECKING:
    from gmtool.store.database import Draft
    from gmtool.store.documents import Doc

LONGEST_LABEL = 3


def sit(draft: Draft, who: str, scene: int, character: int, label: str = "", **noted: Json) -> int:
    """A place in a scene; gives its id."""
    return draft.create("combatant", who, scene=scene, character=character, label=label, place=noted)


def checked_place(noted: dict[str, Json]) -> dict[str, Json]:
    """What the GM notes of a combatant; what is as it would be without a note is left out. Raises RuleError placed at the field."""
    kept: dict[str, Json] = {}
    for name, value in noted.items():
        if name in ("hidden", "copy"):
            if type(value) is not bool:
                raise RuleError("bad_value", (name,), wanted="flag", found=value)
        elif name == "side":
            if type(value) is not int or not 0 <= value <= 4:
                raise RuleError("bad_value", (name,), wanted="range", low=0, high=4, found=value)
        elif name in ("notes", "reminder"):
            checked_text(value, name)
        elif name == "at":
            if value is not None and not _is_hex(value):
                raise RuleError("bad_value", (name,), wanted="hex", found=value)
        else:
            raise RuleError("unknown_field", (name,), field=name, names=("side", "hidden", "notes", "reminder", "at"))
        if value:
            kept[name] = list(value) if name == "at" else value
    return kept


def _is_hex(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2 and all(type(part) is int and 0 <= part < 200 for part in value)


def checked_label(value: Json, taken: Iterable[str]) -> str:
    """A label of one to three signs that nobody else has. Raises RuleError placed at `label`."""
    label = checked_text(value, "label", empty=False).strip()
    if len(label) > LONGEST_LABEL:
        raise RuleError("bad_value", ("label",), wanted="range", low=1, high=LONGEST_LABEL, found=len(label))
    if label in taken:
        raise RuleError("bad_value", ("label",), wanted="distinct", found=label)
    return label


def label_for(name: str, taken: Iterable[str]) -> str:
    """Two signs for a name, never those that somebody had in the same encounter: "Rat 3" is R3, "Lyse" is Ly."""
    used = set(taken)
    letters = [sign for sign in name if sign.isalpha()] or ["?"]
    numbered = fullmatch(r".*?(\d+)", name.strip())
    first = letters[0].upper()
    tries = [first + numbered[1]] if numbered and len(numbered[1]) < LONGEST_LABEL else []
    if not numbered:
        tries += [first + letter.lower() for letter in letters[1:]]
    for wanted in tries:
        if wanted not in used:
            return wanted
    number = 1
    while f"{first}{number}" in used:
        number += 1
    return f"{first}{number}"


def check_nobody_names(draft: Draft, scene: Doc, whos: Sequence[str]) -> None:
    """Raise StoreError `still_named` where a running encounter, or somebody in it, would still name those who leave."""
    if scene["standing"] != RUNNING:
        return
    system = find(scene["game"])
    gone = set(whos)
    combatants: dict[str, Json] = {}
    names: dict[str, str] = {}
    for place in draft.find("combatant", scene=scene["id"]):
        character = draft.get("character", place["character"])
        names[character["key"]] = character["name"]
        if character["key"] in gone:
            continue
        for sheet in draft.find("sheet", character=character["id"], game=system.name):
            combatants[character["key"]] = {**sheet["sheet"], "state": sheet["state"]}
    try:
        system.read(combatants, scene["doc"])
    except RuleError as error:
        found = error.facts.get("found")
        left = found if isinstance(found, str) and found in gone else next(iter(whos))
        head = error.place[1] if error.place[:1] == ("combatants",) and len(error.place) > 1 else ""
        raise StoreError("still_named", who=names.get(left, left), by=names.get(str(head), scene["name"])) from None
