"""The journal read as a story: what changed since a session, Markdown, scenarios to replay."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from re import sub

from sqlalchemy import Connection

from gmtool.play.ledger import newcomers, present
from gmtool.play.values import Difference, TablePosition, told
from gmtool.rules.dice import FaceNeeded, Tape
from gmtool.rules.errors import RuleError
from gmtool.rules.shapes import Json
from gmtool.rules.wording import Catalogue, visible
from gmtool.store import journal
from gmtool.store.errors import StoreError
from gmtool.store.files import translated
from gmtool.store.values import BASE, DROPPED, LIVE, UNDONE, Entry


def since(connection: Connection) -> list[Difference]:
    """What states and scenes differ in now from when the last session began; everything, where none ever did."""
    rows = [row for row in journal.rows(connection, before=None, limit=-1, action="start_session") if row.standing == LIVE]
    found: dict[tuple[str, str, str], Difference] = {}
    for entry in journal.entries(connection, rows[0].number if rows else 0):
        for change in entry.state_changes():
            place = (change.who, entry.row.game, change.field)
            first = found[place].before if place in found else change.before
            found[place] = Difference(*place, first, change.after)
    return [difference for difference in found.values() if difference.before != difference.after]


def write_markdown(connection: Connection, path: Path, position: TablePosition, words: Catalogue, session: int | None) -> None:
    """The journal as Markdown, oldest first, with a heading a session. Raises StoreError where the file cannot be written."""
    lines = [f"# {plain(position.campaign.name)}", ""]
    heading: int | None = None
    for entry in journal.entries(connection, standing=(LIVE, UNDONE, DROPPED, BASE)):
        row = entry.row
        if session is not None and row.session != session:
            continue
        if row.session != heading:
            heading = row.session
            title = words.say("markdown.session", number=heading) if heading else words.say("markdown.between")
            lines += ["", f"## {title}", ""]
        when = ", ".join(plain(part) for part in (row.date, row.time) if part)
        text = plain(told(entry, words))
        if row.reason:
            text += f" ({plain(row.reason)})"
        if row.undone:
            text = f"~~{text}~~ ({words.say('markdown.undone')})"
        lines.append(f"- **{row.number}** {f'{when} · ' if when else ''}{text}{dice_of(entry, words)}")
    try:
        path.write_text("\n".join(lines) + "\n", "utf-8", "backslashreplace")
    except OSError as error:
        raise translated(error, path) from None


def dice_of(entry: Entry, words: Catalogue) -> str:
    """The dice of an entry, those typed marked so."""
    shown = []
    faces = list(entry.faces)
    for roll in entry.rolls:
        used, faces = faces[: len(roll["faces"])], faces[len(roll["faces"]) :]
        typed = words.say("markdown.typed") if used and all(face.typed for face in used) else words.say("markdown.rolled")
        purpose = words.say(f"dice.{roll['for']}", entry.row.game)
        shown.append(f"{plain(purpose)} {roll['die']}: {', '.join(str(face) for face in roll['faces'])} ({typed})")
    return f"  \n  {'; '.join(shown)}" if shown else ""


def plain(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    return sub(r"([\\`*_\[\]<>#|~])", r"\\\1", visible(text))


def scenario(connection: Connection, numbers: Sequence[int]) -> Json:
    """Some steps of one scene as a scenario with their faces. Raises StoreError where they would not come out the same alone."""
    wanted = sorted(set(numbers))
    chosen = [journal.entry(connection, number) for number in wanted]
    for entry in chosen:
        if entry.row.kind != "step" or entry.row.standing != LIVE:
            raise StoreError("not_a_step", number=entry.number)
    if not chosen:
        raise StoreError("no_steps")
    if len({entry.row.scene for entry in chosen}) > 1:
        raise StoreError("games_mixed")
    scene = chosen[0].row.scene
    ledger = present(connection)
    for entry in reversed(journal.entries(connection, wanted[0])):
        ledger.back(entry.changes)
    arriving = list(dict.fromkeys(who for entry in chosen for who in newcomers(entry.changes)))
    system, game, _ = ledger.position(scene, arriving)
    combatants = {who: {**sheet.write(), "state": game.states[who].write()} for who, sheet in game.sheets.items()}
    steps = []
    for entry in chosen:
        faces = [face.face for face in entry.faces]
        try:
            played = ledger.play(scene, entry.step, arriving, Tape(faces))
        except (RuleError, FaceNeeded):
            raise StoreError("gap", number=entry.number) from None
        if played.done.outcome != entry.outcome:
            raise StoreError("gap", number=entry.number)
        ledger.shift(played.changes)
        steps.append({**entry.step, "dice": faces})
    return {"system": system.name, "scene": game.scene.write(), "combatants": combatants, "steps": steps}
