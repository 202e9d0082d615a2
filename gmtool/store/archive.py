"""A campaign as one JSON document: everything with its ids, and the journal, so that the copy can be undone like the original."""

from __future__ import annotations

from sqlalchemy import Connection, select

from gmtool.rules.shapes import Json
from gmtool.store import journal
from gmtool.store.database import table_of
from gmtool.store.documents import Doc, parsed

FORMAT = "gmtool-campaign"
VERSION = 2


def whole(connection: Connection) -> Json:
    """The archive of an open campaign."""

    def rows(kind: str) -> list[Doc]:
        table = table_of(kind)
        return [parsed(kind, dict(row)) for row in connection.execute(select(table).order_by(table.c.id)).mappings()]

    campaign = rows("campaign")[0]
    characters: dict[int, Doc] = {}
    for row in rows("character"):
        characters[row["id"]] = {**row, "archived": bool(row["archived"]), "sheets": {}, "sheet_ids": {}, "fresh": []}
    for row in rows("sheet"):
        owner = characters[row["character"]]
        owner["sheets"][row["game"]] = {**row["sheet"], "state": row["state"]}
        owner["sheet_ids"][row["game"]] = row["id"]
        if row["fresh"]:
            owner["fresh"].append(row["game"])
    scenes: dict[int, Doc] = {}
    for row in rows("scene"):
        scene = row.pop("doc")
        scenes[row["id"]] = {**row, "free": bool(row["free"]), "scene": scene, "members": [], "seats": [], "places": []}
    for row in rows("combatant"):
        scene = scenes[row["scene"]]
        scene["members"].append(characters[row["character"]]["key"])
        scene["seats"].append(row["id"])
        scene["places"].append({"label": row["label"], **row["place"]})
    return {
        "format": FORMAT,
        "version": VERSION,
        **{name: campaign[name] for name in ("name", "language", "games", "session", "date", "time")},
        "playing": campaign["scene"],
        "characters": list(characters.values()),
        "library": rows("item"),
        "scenes": list(scenes.values()),
        "sessions": [
            {**{name: row[name] for name in ("id", "number", "title", "ended")}, "date": row["started"]} for row in rows("session")
        ],
        "notes": rows("note"),
        "journal": journal.written(connection),
    }
