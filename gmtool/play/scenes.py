"""Scenes, sessions, clock and notes by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gmtool.play.begin import scene_doc
from gmtool.play.names import checked_text
from gmtool.play.people import found_character, placed
from gmtool.play.places import check_nobody_names, label_for, sit
from gmtool.play.seat import Seat
from gmtool.rules.errors import RuleError
from gmtool.rules.shapes import Json
from gmtool.rules.system import System, find
from gmtool.store.errors import StoreError
from gmtool.store.values import Deed, Said

if TYPE_CHECKING:
    from gmtool.store.database import Draft
    from gmtool.store.documents import Doc


def found_scene(draft: Draft, scene: int) -> Doc:
    """The scene with that id. Raises StoreError `no_scene`."""
    rows = draft.find("scene", id=scene)
    if not rows:
        raise StoreError("no_scene", id=scene)
    return rows[0]


def lasting(draft: Draft, system: System) -> dict[str, Json]:
    """The fields that go over from a game's last scene to the next one."""
    last = draft.latest_scene(system.name)
    return {} if last is None else {name: last["doc"][name] for name in system.lasting_scene_fields}


def made(draft: Draft, name: str, game: str, doc: Json, **more: Json) -> int:
    """A scene's document written; gives its id."""
    plain = scene_doc(0, name, game, doc, **more)
    del plain["id"]
    return draft.create("scene", **plain)


def laid_out(seat: Seat, draft: Draft, name: str, game: str, values: Mapping[str, Json], notes: str, standing: str = "") -> int:
    """A scene in one of the campaign's games with what lasts in it and these values; gives its id. Raises RuleError with the place."""
    checked_text(name, "name", empty=False)
    checked_text(notes, "notes")
    if game not in seat.position.campaign.games:
        raise RuleError("unknown_system", ("game",), found=game, names=seat.position.campaign.games)
    system = find(game)
    fresh = system.scene.read(lasting(draft, system)).write()
    return made(draft, name, game, placed(system.scene, fresh, values).write(), notes=notes, standing=standing)


def create(seat: Seat, draft: Draft, name: str, game: str, members: Sequence[str], values: Mapping[str, Json], notes: str) -> Deed:
    """A new scene, played from now on."""
    scene = laid_out(seat, draft, name, game, values, notes)
    for who in dict.fromkeys(members):
        enter(draft, scene, game, who)
    draft.change("campaign", 1, scene=scene)
    return Deed("create_scene", (Said("", "journal.create_scene", {"scene": name}),), tuple(members), game=game, scene=scene)


def enter(draft: Draft, scene: int, game: str, who: str, **noted: Json) -> str:
    """A character enters a scene, in an encounter with a label; gives its name. Raises StoreError where it has no sheet in the game or is a
    template."""
    character = found_character(draft, who)
    if character["kind"] == "template":
        raise StoreError("template", who=character["name"])
    if not draft.find("sheet", character=character["id"], game=game):
        raise StoreError("no_sheet", who=character["name"], system=game)
    if not draft.find("combatant", scene=scene, character=character["id"]):
        sit(draft, who, scene, character["id"], labelled(draft, scene, who, character["name"]), **noted)
    name: str = character["name"]
    return name


def labelled(draft: Draft, scene: int, who: str, name: str) -> str:
    """The label of somebody who enters an encounter: the one that it had there before, else a new one; none in a plain scene."""
    doc = found_scene(draft, scene)
    if not doc["standing"]:
        return ""
    labels: dict[str, str] = doc["tally"].get("labels", {})
    for label, owner in labels.items():
        if owner == who:
            return label
    label = label_for(name, labels)
    draft.change("scene", scene, tally={**doc["tally"], "labels": {**labels, label: who}})
    return label


def switch(draft: Draft, scene: int) -> Deed:
    """Play another scene; what lasts in its game comes over from the game's last one."""
    doc = found_scene(draft, scene)
    after = {**doc["doc"], **lasting(draft, find(doc["game"]))}
    if after != doc["doc"]:
        draft.change("scene", scene, doc=after)
    draft.change("campaign", 1, scene=scene)
    return Deed("switch_scene", (Said("", "journal.switch_scene", {"scene": doc["name"]}),), game=doc["game"], scene=scene)


def edit(draft: Draft, scene: int, name: str | None, notes: str | None) -> Deed:
    """Another name or other notes."""
    before = found_scene(draft, scene)
    wanted: dict[str, Any] = {}
    if name is not None:
        wanted["name"] = checked_text(name, "name", empty=False)
    if notes is not None:
        wanted["notes"] = checked_text(notes, "notes")
    draft.change("scene", scene, **wanted)
    said = Said("", "journal.edit_scene", {"scene": before["name"]})
    if wanted.get("name", before["name"]) != before["name"]:
        said = Said("", "journal.rename_scene", {"scene": before["name"], "new": wanted["name"]})
    return Deed("edit_scene", (said,), game=before["game"], scene=scene)


def join(draft: Draft, whos: Sequence[str], scene: int) -> Deed:
    doc = found_scene(draft, scene)
    names = [enter(draft, scene, doc["game"], who) for who in whos]
    said = Said("", "journal.join_scene", {"names": names, "scene": doc["name"]})
    return Deed("join_scene", (said,), tuple(whos), game=doc["game"], scene=scene)


def leave(draft: Draft, whos: Sequence[str], scene: int) -> Deed:
    doc = found_scene(draft, scene)
    check_nobody_names(draft, doc, whos)
    names = []
    for who in whos:
        character = found_character(draft, who)
        names.append(character["name"])
        for place in draft.find("combatant", scene=scene, character=character["id"]):
            draft.delete("combatant", place["id"], who)
    said = Said("", "journal.leave_scene", {"names": names, "scene": doc["name"]})
    return Deed("leave_scene", (said,), tuple(whos), game=doc["game"], scene=scene)


def set_values(seat: Seat, draft: Draft, values: Mapping[str, Json], reason: str) -> Deed:
    """Set fields of the scene that is played."""
    system, scene, game, _ = seat.here()
    doc = found_scene(draft, scene.id)
    after = placed(system.scene, doc["doc"], values)
    if system.agree is not None:
        system.agree(game.sheets, game.states, after)
    draft.change("scene", scene.id, doc=after.write())
    said = Said("", "journal.set_scene", {"scene": scene.name})
    return Deed("set_scene", (said,), game=system.name, scene=scene.id, reason=reason)


def start_session(draft: Draft, title: str, now: str) -> Deed:
    """The next session begins. Raises StoreError `session_runs`."""
    campaign = draft.get("campaign", 1)
    if campaign["session"]:
        raise StoreError("session_runs", number=campaign["session"])
    number = max([0, *(session["number"] for session in draft.find("session"))]) + 1
    draft.create("session", number=number, title=checked_text(title, "title"), started=now, ended="")
    draft.change("campaign", 1, session=number)
    return Deed("start_session", (Said("", "journal.start_session", {"number": number, "title": title}),))


def end_session(draft: Draft, title: str | None, now: str) -> Deed:
    """The running session ends. Raises StoreError `no_session`."""
    campaign = draft.get("campaign", 1)
    number = campaign["session"]
    if not number:
        raise StoreError("no_session")
    for session in draft.find("session", number=number):
        draft.change("session", session["id"], ended=now, title=session["title"] if title is None else checked_text(title, "title"))
    draft.change("campaign", 1, session=0)
    return Deed("end_session", (Said("", "journal.end_session", {"number": number}),))


def set_clock(draft: Draft, date: str, time: str) -> Deed:
    draft.change("campaign", 1, date=checked_text(date, "date"), time=checked_text(time, "time"))
    return Deed("set_clock", (Said("", "journal.set_clock", {"date": date, "time": time}),))


def rename(draft: Draft, name: str) -> Deed:
    draft.change("campaign", 1, name=checked_text(name, "name", empty=False))
    return Deed("rename", (Said("", "journal.rename", {"name": name}),))


def note(draft: Draft, text: str, about: str) -> Deed:
    """A note, about a character or nobody."""
    checked_text(text, "text", empty=False)
    if about:
        found_character(draft, about)
    draft.create("note", about, about=about, text=text)
    return Deed("note", (Said("", "journal.note", {"text": text}),), (about,) if about else ())
