"""Encounters: prepared, started, parked, resumed, ended; copies of templates; what is noted of each combatant; the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from gmtool.hexes import Hex
from gmtool.play.names import checked_text, numbered, slug
from gmtool.play.people import MOST_COPIES, add_sheet, found_character, free_scene, leave_all
from gmtool.play.places import checked_label, checked_place, label_for, sit
from gmtool.play.scenes import enter, found_scene, laid_out, lasting, made, switch
from gmtool.play.seat import Seat
from gmtool.rules.errors import RuleError
from gmtool.rules.shapes import Json
from gmtool.rules.system import find
from gmtool.store.errors import StoreError
from gmtool.store.ground import Ground
from gmtool.store.values import ENDED, PREPARED, RUNNING, Deed, Said

if TYPE_CHECKING:
    from gmtool.store.database import Draft
    from gmtool.store.documents import Doc


def prepare(
    seat: Seat,
    draft: Draft,
    name: str,
    game: str,
    members: Sequence[str],
    copies: Mapping[str, int],
    hidden: Sequence[str],
    notes: str,
    values: Mapping[str, Json],
) -> Deed:
    """A new encounter, not yet played; `copies` says how many of whom are made for it."""
    scene = laid_out(seat, draft, name, game, values, notes, PREPARED)
    for who in dict.fromkeys(members):
        enter(draft, scene, game, who, **({"hidden": True} if who in hidden else {}))
    for who, number in copies.items():
        spawn(seat, draft, scene, who, number, who in hidden)
    return Deed("prepare", (Said("", "journal.prepare", {"scene": name}),), tuple(members), game=game, scene=scene)


def spawn(seat: Seat, draft: Draft, scene: int, who: str, copies: int, hidden: bool = False) -> list[str]:
    """Numbered copies of somebody, made for an encounter; numbers and labels are never given twice there. Gives their keys."""
    if not 1 <= copies <= MOST_COPIES:
        raise RuleError("bad_value", ("copies",), wanted="range", low=1, high=MOST_COPIES, found=copies)
    original = found_character(draft, who)
    doc = found_scene(draft, scene)
    sheets = draft.find("sheet", character=original["id"], game=doc["game"])
    if not sheets:
        raise StoreError("no_sheet", who=original["name"], system=doc["game"])
    name = numbered(original["name"])
    base = slug(name, original["kind"])
    tally = doc["tally"]
    counts, labels = dict(tally.get("counts", {})), dict(tally.get("labels", {}))
    made_now: list[str] = []
    for _ in range(copies):
        number = counts[base] = counts.get(base, 0) + 1
        called = f"{name} {number}"
        key = f"{base}_{number}"
        if draft.known_key(key):
            key = f"{base}_{draft.highest_number(base) + 1}"
        kind = "creature" if original["kind"] in ("template", "crowd") else original["kind"]
        copy = {**original, "key": key, "name": called, "kind": kind, "archived": False}
        del copy["id"]
        row = draft.create("character", key, **copy)
        add_sheet(seat, draft, row, key, doc["game"], sheets[0]["sheet"], called, False)
        label = label_for(called, labels)
        labels[label] = key
        sit(draft, key, scene, row, label, copy=True, **({"hidden": True} if hidden else {}))
        made_now.append(key)
    draft.change("scene", scene, tally={**tally, "counts": counts, "labels": labels})
    return made_now


def add(seat: Seat, draft: Draft, scene: int, whos: Sequence[str], copies: Mapping[str, int], hidden: bool) -> Deed:
    """Others enter an encounter, copies of templates among them."""
    doc = found_scene(draft, scene)
    noted: dict[str, Json] = {"hidden": True} if hidden else {}
    names = [enter(draft, scene, doc["game"], who, **noted) for who in whos]
    about = list(whos)
    for who, number in copies.items():
        keys = spawn(seat, draft, scene, who, number, hidden)
        about += keys
        names += [found_character(draft, key)["name"] for key in keys]
    said = Said("", "journal.join_scene", {"names": names, "scene": doc["name"]})
    return Deed("join_scene", (said,), tuple(about), game=doc["game"], scene=scene)


def start(draft: Draft, scene: int) -> Deed:
    """Play an encounter: for the first time, or on from where it was parked. Raises StoreError `scene_ended`."""
    doc = found_scene(draft, scene)
    if doc["standing"] == ENDED:
        raise StoreError("scene_ended", scene=doc["name"])
    word = "journal.resume" if doc["standing"] == RUNNING else "journal.start"
    switch(draft, scene)
    draft.change("scene", scene, standing=RUNNING)
    for place in draft.find("combatant", scene=scene):
        if not place["label"]:
            character = draft.get("character", place["character"])
            tally = found_scene(draft, scene)["tally"]
            labels = {**tally.get("labels", {})}
            label = label_for(character["name"], labels)
            labels[label] = character["key"]
            draft.change("scene", scene, tally={**tally, "labels": labels})
            draft.change("combatant", place["id"], character["key"], label=label)
    return Deed("start", (Said("", word, {"scene": doc["name"]}),), game=doc["game"], scene=scene)


def park(draft: Draft, scene: int) -> Deed:
    """Leave an encounter as it stands and go back to free play."""
    doc = found_scene(draft, scene)
    _to_free_play(draft, doc)
    return Deed("park", (Said("", "journal.park", {"scene": doc["name"]}),), game=doc["game"], scene=scene)


def end(draft: Draft, scene: int) -> Deed:
    """The encounter is over: its copies are put away, everybody else keeps what it left them with."""
    doc = found_scene(draft, scene)
    draft.change("scene", scene, standing=ENDED)
    gone: list[str] = []
    for place in draft.find("combatant", scene=scene):
        if place["place"].get("copy"):
            character = draft.get("character", place["character"])
            draft.change("character", character["id"], character["key"], archived=True)
            leave_all(draft, character["id"], character["key"])
            gone.append(character["key"])
    if draft.get("campaign", 1)["scene"] == scene:
        _to_free_play(draft, doc)
    said = Said("", "journal.end", {"scene": doc["name"], "count": len(gone)})
    return Deed("end", (said,), tuple(gone), game=doc["game"], scene=scene)


def _to_free_play(draft: Draft, doc: Doc) -> None:
    free = free_scene(draft, doc["game"])
    if free is None:
        raise StoreError("no_scene", id=0)
    switch(draft, free["id"])


def duplicate(seat: Seat, draft: Draft, scene: int, name: str) -> Deed:
    """The same encounter again: the same people, fresh copies, the map, nothing of how it went."""
    doc = found_scene(draft, scene)
    checked_text(name, "name", empty=False)
    system = find(doc["game"])
    fresh = system.scene.read(lasting(draft, system)).write()
    ground = doc["ground"]
    made_now = made(draft, name, doc["game"], fresh, notes=doc["notes"], standing=PREPARED, ground=ground)
    for place in draft.find("combatant", scene=scene):
        character = draft.get("character", place["character"])
        noted = {name: value for name, value in place["place"].items() if name in ("side", "hidden", "notes", "reminder", "at")}
        if place["place"].get("copy"):
            for key in spawn(seat, draft, made_now, character["key"], 1):
                row = draft.find("combatant", scene=made_now, character=found_character(draft, key)["id"])[0]
                draft.change("combatant", row["id"], key, place={**noted, "copy": True})
        else:
            enter(draft, made_now, doc["game"], character["key"], **noted)
    said = Said("", "journal.duplicate_scene", {"scene": doc["name"], "new": name})
    return Deed("duplicate_scene", (said,), game=doc["game"], scene=made_now)


def note_place(draft: Draft, scene: int, whos: Sequence[str], noted: Mapping[str, Json], reason: str) -> Deed:
    """Set label, side, hidden, notes, reminder or hex of combatants."""
    doc = found_scene(draft, scene)
    names = []
    for who in whos:
        character = found_character(draft, who)
        rows = draft.find("combatant", scene=scene, character=character["id"])
        if not rows:
            raise StoreError("not_there", who=character["name"], scene=doc["name"])
        names.append(character["name"])
        wanted = dict(noted)
        if "label" in wanted:
            tally = found_scene(draft, scene)["tally"]
            labels = {label: owner for label, owner in tally.get("labels", {}).items() if owner != who or label != rows[0]["label"]}
            label = checked_label(wanted.pop("label"), [label for label, owner in labels.items() if owner != who])
            draft.change("scene", scene, tally={**tally, "labels": {**labels, label: who}})
            draft.change("combatant", rows[0]["id"], who, label=label)
        copy = {"copy": True} if rows[0]["place"].get("copy") else {}
        draft.change("combatant", rows[0]["id"], who, place=checked_place({**rows[0]["place"], **wanted}) | copy)
    kind = "move" if set(noted) == {"at"} else "place"
    said = Said("", f"journal.{kind}", {"names": names, "scene": doc["name"]})
    return Deed(kind, (said,), tuple(whos), game=doc["game"], scene=scene, reason=reason)


def place_tokens(draft: Draft, scene: int, spots: Mapping[str, Hex]) -> Deed:
    """Several combatants set on hexes at once."""
    doc = found_scene(draft, scene)
    names = []
    for who, spot in spots.items():
        note_place(draft, scene, (who,), {"at": list(spot)}, "")
        names.append(found_character(draft, who)["name"])
    said = Said("", "journal.move", {"names": names, "scene": doc["name"]})
    return Deed("move", (said,), tuple(spots), game=doc["game"], scene=scene)


def set_ground(draft: Draft, scene: int, ground: Json, word: str) -> Deed:
    """Another map for a scene; None takes it away. `word` says what was done to it. Raises RuleError with the place."""
    doc = found_scene(draft, scene)
    draft.change("scene", scene, ground=None if ground is None else Ground.read(ground).write())
    return Deed("map", (Said("", word, {"scene": doc["name"]}),), game=doc["game"], scene=scene)


def keep_item(draft: Draft, kind: str, name: str, doc: Json, game: str) -> Deed:
    """Something kept in the library, in place of what has that name there. Raises RuleError with the place."""
    checked_text(name, "name", empty=False)
    if kind == "map":
        try:
            doc = Ground.read(doc).write()
        except RuleError as error:
            raise error.within("doc") from None
    for row in draft.find("item", kind=kind, game=game, name=name):
        draft.change("item", row["id"], doc=doc)
        break
    else:
        draft.create("item", game=game, kind=kind, name=name, doc=doc)
    return Deed("keep_item", (Said("", "journal.keep_item", {"name": name}),), game=game)


def drop_item(draft: Draft, item: int) -> Deed:
    """Something taken out of the library. Raises StoreError `gone`."""
    row = draft.get("item", item)
    draft.delete("item", item)
    return Deed("drop_item", (Said("", "journal.drop_item", {"name": row["name"]}),), game=row["game"])


__all__ = ["add", "drop_item", "duplicate", "end", "keep_item", "note_place", "park", "prepare", "set_ground", "spawn", "start"]
