"""Characters by hand: made, copied, edited, put away, deleted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gmtool.play.names import checked_text, free_key, numbered, slug
from gmtool.play.places import check_nobody_names, sit
from gmtool.play.seat import Seat
from gmtool.rules.changes import keys_of
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Of, Record
from gmtool.rules.shapes import Json
from gmtool.rules.system import System, find
from gmtool.store.errors import StoreError
from gmtool.store.values import KINDS, Deed, Said

if TYPE_CHECKING:
    from gmtool.store.database import Draft
    from gmtool.store.documents import Doc

FACTS = ("name", "kind", "group", "player", "notes")
MOST_COPIES = 500


def found_character(draft: Draft, who: str) -> Doc:
    """The character with that key. Raises StoreError `no_character`."""
    rows = draft.find("character", key=who)
    if not rows:
        raise StoreError("no_character", who=who)
    return rows[0]


def found_sheet(draft: Draft, character: Doc, game: str) -> Doc:
    """A character's sheet in a game. Raises StoreError `no_sheet`."""
    rows = draft.find("sheet", character=character["id"], game=game)
    if not rows:
        raise StoreError("no_sheet", who=character["name"], system=game)
    return rows[0]


def checked_fact(name: str, value: Json) -> str:
    """A fact of a character. Raises RuleError placed at its name."""
    if name not in FACTS:
        raise RuleError("unknown_field", (name,), field=name, names=FACTS)
    text = checked_text(value, name, empty=name not in ("name", "kind"))
    if name == "kind" and text not in KINDS:
        raise RuleError("bad_value", ("kind",), wanted="choice", names=KINDS, found=text)
    return text


def checked_sheet(system: System, raw: Json, name: str) -> Record:
    """A sheet read, with the character's name on it where the game's sheet has one. Raises RuleError placed inside the sheet."""
    if isinstance(raw, dict) and any(field.name == "name" for field in system.sheet.fields):
        raw = {**raw, "name": name}
    return system.sheet.read(raw)


def setting(seat: Seat, draft: Draft, system: System) -> Any:
    """The scene by which a state of that game is fresh: the one that is played, else the game's free play, else a plain one."""
    if seat.system is system and seat.position.game is not None:
        return seat.position.game.scene
    free = free_scene(draft, system.name)
    return system.scene.read(free["doc"] if free is not None else {})


def free_scene(draft: Draft, game: str) -> Doc | None:
    """The scene of free play of a game."""
    rows = draft.find("scene", game=game, free=True)
    return rows[0] if rows else None


def add_sheet(seat: Seat, draft: Draft, character: int, who: str, game: str, raw: Json, name: str, join: bool) -> None:
    """A first sheet in a game, its state fresh unless `raw` holds one; its owner joins the game's free play if `join`."""
    if game not in seat.position.campaign.games:
        raise RuleError("unknown_system", (game,), found=game, names=seat.position.campaign.games)
    system = find(game)
    given: Json = {}
    if isinstance(raw, dict) and "state" in raw:
        raw = dict(raw)
        given = raw.pop("state")
    sheet = checked_sheet(system, raw, name)
    state = system.read_state(given, sheet, setting(seat, draft, system))
    draft.create("sheet", who, character=character, game=game, sheet=sheet.write(), state=state.write(), fresh=given == {})
    free = free_scene(draft, game)
    if join and free is not None:
        sit(draft, who, free["id"], character)


def create(seat: Seat, draft: Draft, facts: Mapping[str, Json], sheets: Mapping[str, Json]) -> Deed:
    """A new character with its sheets."""
    doc = {name: checked_fact(name, facts[name]) for name in FACTS}
    key = free_key(draft, doc["name"], doc["kind"])
    made = draft.create("character", key, key=key, **doc, archived=False)
    for game, raw in sheets.items():
        try:
            add_sheet(seat, draft, made, key, game, raw, doc["name"], doc["kind"] != "template")
        except RuleError as error:
            raise error.within("sheets", game) from None
    return Deed("create_character", (Said("", "journal.create_character", {"name": doc["name"]}),), (key,))


def edit(draft: Draft, who: str, facts: Mapping[str, Json], reason: str) -> Deed:
    """Other facts of a character; its name goes onto its sheets too."""
    before = found_character(draft, who)
    wanted = {name: checked_fact(name, value) for name, value in facts.items()}
    draft.change("character", before["id"], who, **wanted)
    if wanted.get("name", before["name"]) != before["name"]:
        for sheet in draft.find("sheet", character=before["id"]):
            if "name" in sheet["sheet"]:
                draft.change("sheet", sheet["id"], who, sheet={**sheet["sheet"], "name": wanted["name"]})
    said = Said("", "journal.edit_character", {"name": before["name"]})
    if wanted.get("name", before["name"]) != before["name"]:
        said = Said("", "journal.rename_character", {"name": before["name"], "new": wanted["name"]})
    return Deed("edit_character", (said,), (who,), reason=reason)


def edit_whole(seat: Seat, draft: Draft, who: str, facts: Mapping[str, Json], game: str, raw: Json, reason: str) -> Deed:
    """Other facts and another sheet at once."""
    person = edit(draft, who, facts, reason)
    sheet = edit_sheet(seat, draft, who, game, raw, reason)
    return sheet._replace(said=(*(said for said in person.said if said.key != "journal.edit_character"), *sheet.said))


def edit_sheet(seat: Seat, draft: Draft, who: str, game: str, raw: Json, reason: str) -> Deed:
    """Another sheet; the state stays as it is, unless it is fresh."""
    character = found_character(draft, who)
    rows = draft.find("sheet", character=character["id"], game=game)
    if not rows:
        add_sheet(
            seat,
            draft,
            character["id"],
            who,
            game,
            raw,
            character["name"],
            character["kind"] != "template" and not character["archived"],
        )
    else:
        system = find(game)
        sheet = checked_sheet(system, raw, character["name"])
        state = rows[0]["state"]
        if rows[0]["fresh"]:
            state = system.fresh(sheet, setting(seat, draft, system)).write()
        held = fitted(seat, draft, system, sheet, state)
        check_agreement(seat, system, who, sheet, held)
        draft.change("sheet", rows[0]["id"], who, sheet=sheet.write(), state=held.write())
    return Deed("edit_sheet", (Said("", "journal.edit_sheet", {"name": character["name"]}),), (who,), game=game, reason=reason)


def fitted(seat: Seat, draft: Draft, system: System, sheet: Record, state: Json) -> Record:
    """A state as the game reads it back with that sheet. Raises RuleError, placed at `state`, where the sheet cannot have it."""
    return system.read_state(state, sheet, setting(seat, draft, system))


def check_agreement(seat: Seat, system: System, who: str, sheet: Record, state: Record) -> None:
    """Raise RuleError where a character's new documents contradict those of the scene it stands in."""
    check_agreements(seat, system, {who: (sheet, state)})


def check_agreements(seat: Seat, system: System, after: Mapping[str, tuple[Record, Record]]) -> None:
    """Raise RuleError where the new documents of several characters contradict those of the scene they stand in."""
    game = seat.position.game
    if system.agree is None or seat.system is not system or game is None:
        return
    here = {who: documents for who, documents in after.items() if who in game.sheets}
    sheets = {who: sheet for who, (sheet, _) in here.items()}
    states = {who: state for who, (_, state) in here.items()}
    if here:
        system.agree(game.sheets | sheets, game.states | states, game.scene)  # type: ignore[operator]


def placed(record: type[Record], document: Json, values: Mapping[str, Json]) -> Record:
    """The record after its dotted fields took other values. Raises RuleError placed at the field."""
    shape = Of(record)
    for field, value in values.items():
        keys = keys_of(field)
        for depth in range(1, len(keys)):
            if shape.at(document, keys[:depth]) is None:
                raise RuleError("bad_value", keys, wanted="object", found=None)
        document = shape.put(document, keys, value)
    return record.read(document)


def edit_state(seat: Seat, draft: Draft, who: str, game: str, values: Mapping[str, Json], reason: str) -> Deed:
    """Set fields of a state by hand."""
    character = found_character(draft, who)
    row = found_sheet(draft, character, game)
    system = find(game)
    sheet = system.sheet.read(row["sheet"])
    state = fitted(seat, draft, system, sheet, placed(system.state, row["state"], values).write())
    check_agreement(seat, system, who, sheet, state)
    draft.change("sheet", row["id"], who, state=state.write(), fresh=False)
    return Deed("edit_state", (Said("", "journal.edit_state", {"name": character["name"]}),), (who,), game=game, reason=reason)


def edit_states(seat: Seat, draft: Draft, game: str, values: Mapping[str, Mapping[str, Json]], reason: str) -> Deed:
    """Set fields of several states by hand, all of them or none. Raises RuleError placed at whom and what."""
    system = find(game)
    names: list[str] = []
    after: dict[str, tuple[Record, Record]] = {}
    for who, fields in values.items():
        character = found_character(draft, who)
        names.append(character["name"])
        if fields:
            row = found_sheet(draft, character, game)
            sheet = system.sheet.read(row["sheet"])
            try:
                state = fitted(seat, draft, system, sheet, placed(system.state, row["state"], fields).write())
            except RuleError as error:
                raise error.within(who) from None
            draft.change("sheet", row["id"], who, state=state.write(), fresh=False)
            after[who] = (sheet, state)
    check_agreements(seat, system, after)
    return Deed("edit_state", (Said("", "journal.edit_states", {"names": names}),), tuple(values), game=game, reason=reason)


def restore(seat: Seat, draft: Draft, whos: Sequence[str], game: str, reason: str) -> Deed:
    """States as those of somebody new: nothing lost, nothing in force."""
    system = find(game)
    names: list[str] = []
    after: dict[str, tuple[Record, Record]] = {}
    for who in whos:
        character = found_character(draft, who)
        row = found_sheet(draft, character, game)
        sheet = system.sheet.read(row["sheet"])
        state = system.fresh(sheet, setting(seat, draft, system))
        draft.change("sheet", row["id"], who, state=state.write(), fresh=True)
        after[who] = (sheet, state)
        names.append(character["name"])
    check_agreements(seat, system, after)
    return Deed("restore", (Said("", "journal.restore", {"names": names}),), tuple(whos), game=game, reason=reason)


def award(draft: Draft, whos: Sequence[str], text: str) -> Deed:
    """The same note on several characters."""
    checked_text(text, "text", empty=False)
    names = []
    for who in whos:
        names.append(found_character(draft, who)["name"])
        draft.create("note", who, about=who, text=text)
    return Deed("award", (Said("", "journal.award", {"names": names, "text": text}),), tuple(whos))


def duplicate(seat: Seat, draft: Draft, who: str, copies: int) -> Deed:
    """Copies with fresh states, numbered on from the highest number that ever was."""
    if not 1 <= copies <= MOST_COPIES:
        raise RuleError("bad_value", ("copies",), wanted="range", low=1, high=MOST_COPIES, found=copies)
    original = found_character(draft, who)
    sheets = draft.find("sheet", character=original["id"])
    name = numbered(original["name"])
    base = slug(name, original["kind"])
    number = max(1, draft.highest_number(base))
    made: list[str] = []
    for _ in range(copies):
        number += 1
        key, label = f"{base}_{number}", f"{name} {number}"
        kind = "creature" if original["kind"] == "template" else original["kind"]
        doc = {**original, "key": key, "name": label, "kind": kind, "archived": False}
        del doc["id"]
        row = draft.create("character", key, **doc)
        for sheet in sheets:
            add_sheet(seat, draft, row, key, sheet["game"], sheet["sheet"], label, True)
        made.append(key)
    said = Said("", "journal.duplicate", {"name": original["name"], "count": copies})
    return Deed("duplicate", (said,), (who, *made))


def leave_all(draft: Draft, character: int, who: str) -> None:
    """Out of every scene. Raises StoreError where a running encounter still names the character."""
    for seat in draft.find("combatant", character=character):
        check_nobody_names(draft, draft.get("scene", seat["scene"]), (who,))
        draft.delete("combatant", seat["id"], who)


def archive(draft: Draft, whos: Sequence[str], archived: bool) -> Deed:
    """Put away, out of every scene; or back, into free play."""
    names = []
    for who in whos:
        character = found_character(draft, who)
        names.append(character["name"])
        if character["archived"] == archived:
            continue
        draft.change("character", character["id"], who, archived=archived)
        if archived:
            leave_all(draft, character["id"], who)
        elif character["kind"] != "template":
            for sheet in draft.find("sheet", character=character["id"]):
                free = free_scene(draft, sheet["game"])
                if free is not None:
                    sit(draft, who, free["id"], character["id"])
    kind = "archive" if archived else "unarchive"
    return Deed(kind, (Said("", f"journal.{kind}", {"names": names}),), tuple(whos))


def delete(draft: Draft, whos: Sequence[str]) -> Deed:
    """Gone with their sheets; the journal keeps them, so that it can be taken back."""
    names = []
    for who in whos:
        character = found_character(draft, who)
        names.append(character["name"])
        leave_all(draft, character["id"], who)
        for sheet in draft.find("sheet", character=character["id"]):
            draft.delete("sheet", sheet["id"], who)
        draft.delete("character", character["id"], who)
    return Deed("delete", (Said("", "journal.delete", {"names": names}),), tuple(whos))
