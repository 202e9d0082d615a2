"""What if: another future from one entry on, compared with the one that is, and kept if wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import Connection

from gmtool.play.dice import RandomDice
from gmtool.play.ledger import Ledger, newcomers, present
from gmtool.play.steps import told_of
from gmtool.play.values import Comparison, Difference, Replayed
from gmtool.rules.board import Position
from gmtool.rules.changes import difference
from gmtool.rules.dice import Die
from gmtool.rules.errors import RuleError
from gmtool.rules.shapes import Json
from gmtool.rules.system import System, find
from gmtool.store import journal
from gmtool.store.documents import value_at
from gmtool.store.errors import StaleError, StoreError
from gmtool.store.values import LIVE, UNDONE, CampaignFacts, Deed, DocChange, Entry, Face

if TYPE_CHECKING:
    from gmtool.store.database import Draft


class Plan(NamedTuple):
    """What keeping another future takes: the revision it was seen from, and each entry anew."""

    revision: int
    entries: tuple[tuple[Entry, Deed, tuple[DocChange, ...]], ...]


class AgainDice(RandomDice):
    """Recorded faces as far as they fit the dice that are asked for; the rest is rolled, what is left over stays on the table."""

    def __init__(self, faces: Sequence[Face]) -> None:
        super().__init__()
        self.given = list(faces)
        self.used: list[Face] = []

    def face(self, die: Die, purpose: str, before: tuple[int, ...], count: int) -> int:
        if self.given and self.given[0].face in die.faces:
            self.used.append(self.given.pop(0))
        else:
            self.used.append(Face(super().face(die, purpose, before, count), False))
        return self.used[-1].face


class TypedDice(AgainDice):
    """Faces that the GM gave for the other future: each must fit, and none may be left."""

    def face(self, die: Die, purpose: str, before: tuple[int, ...], count: int) -> int:
        if self.given and self.given[0].face not in die.faces:
            raise RuleError("bad_die", ("dice", len(self.used)), face=self.given[0].face, die=die.name, purpose=purpose)
        return super().face(die, purpose, before, count)

    def finish(self) -> None:
        if self.given:
            raise RuleError("dice_unused", ("dice", len(self.used)), face=self.given[0].face)


def compare(connection: Connection, revision: int, number: int, faces: Sequence[int] | None, step: Json | None) -> Comparison:
    """Entry `number` with other faces or another step, then the later live entries, on a copy.

    Raises StoreError `not_a_step` where it is none that holds, RuleError where the changed step is refused.
    """
    entries = journal.entries(connection, number)
    if not entries or entries[0].number != number or entries[0].row.kind != "step":
        raise StoreError("not_a_step", number=number)
    ledger = present(connection)
    now = dict(ledger.docs)
    for entry in reversed(entries):
        ledger.back(entry.changes)
    replayed: list[Replayed] = []
    plan: list[tuple[Entry, Deed, tuple[DocChange, ...]]] = []
    for entry in entries:
        dice = AgainDice(entry.faces)
        raw = entry.step
        if entry.number == number:
            raw = step if step is not None else raw
            dice = TypedDice([Face(face, True) for face in faces]) if faces is not None else dice
        try:
            deed, changes = again(ledger, entry, raw, dice)
        except RuleError as error:
            if entry.number == number:
                raise
            replayed.append(Replayed(entry.row, entry.outcome, None, error))
            continue
        ledger.shift(changes)
        plan.append((entry, deed, changes))
        replayed.append(Replayed(entry.row, entry.outcome, deed.outcome, None))
    return Comparison(number, tuple(replayed), tuple(differing(now, ledger)), Plan(revision, tuple(plan)))


def before(connection: Connection, number: int) -> tuple[System, Position]:
    """The game and the position that entry `number` was done in. Raises StoreError `not_a_step` where it is none that holds."""
    entries = journal.entries(connection, number)
    if not entries or entries[0].number != number or entries[0].row.kind != "step":
        raise StoreError("not_a_step", number=number)
    ledger = present(connection)
    for entry in reversed(entries):
        ledger.back(entry.changes)
    system, position, _ = ledger.position(entries[0].row.scene, newcomers(entries[0].changes))
    return system, position


def again(ledger: Ledger, entry: Entry, raw: Json, dice: AgainDice) -> tuple[Deed, tuple[DocChange, ...]]:
    """An entry anew on the other future. Raises RuleError where it can no longer be done."""
    row = entry.row
    deed = Deed(row.kind, row.said, row.about, row.do, row.game, row.scene, row.reason, entry.step, entry.faces, entry.rolls, entry.outcome, entry.why)  # fmt: skip
    if row.kind != "step":
        return deed, tuple([moved(ledger, change) for change in entry.changes])
    raw = {key: value for key, value in raw.items() if key != "dice"}
    arriving = newcomers(entry.changes)
    played = ledger.play(row.scene, raw, arriving, dice)
    about = tuple(dict.fromkeys([*([played.step.by] if played.step.by else []), *played.step.to]))
    deed = deed._replace(
        about=about,
        do=played.step.do,
        said=told_of(played.system, played.game, played.step, played.done.outcome),
        step=raw,
        faces=tuple(dice.used),
        rolls=[roll.write() for roll in played.done.rolls],
        outcome=played.done.outcome,
        why=dict(played.done.why),
    )
    seats = tuple([change for change in entry.changes if change.kind == "combatant" and not change.field])
    return deed, (*seats, *played.changes)


def moved(ledger: Ledger, change: DocChange) -> DocChange:
    """A change by hand on the other future: it leaves the same value, whatever stood there before."""
    doc = ledger.docs.get((change.kind, change.id))
    if not change.field:
        if (doc is None) != (change.before is None):
            raise RuleError("not_allowed", who=change.who)
        return change._replace(before=doc)
    if doc is None:
        raise RuleError("not_allowed", who=change.who)
    return change._replace(before=value_at(doc, change))


def differing(now: dict[tuple[str, int], Json], ledger: Ledger) -> list[Difference]:
    """The states and scenes that are not the same in both futures."""
    found: list[Difference] = []
    for (kind, key), doc in now.items():
        other = ledger.docs.get((kind, key))
        if kind not in ("sheet", "scene") or other is None or other == doc:
            continue
        system = find(doc["game"])
        who, column, record = "scene", "doc", system.scene
        if kind == "sheet":
            who, column, record = now["character", doc["character"]]["key"], "state", system.state
        for change in difference(who, record.read(doc[column]), record.read(other[column])):
            found.append(Difference(who, doc["game"], change.field, change.before, change.after))
    return found


def enact(draft: Draft, comparison: Comparison) -> list[Entry]:
    """Take back every entry from the changed one on and enter the other future. Raises StaleError where something happened since."""
    plan: Plan = comparison.plan
    if plan.revision != draft.revision - 1:
        raise StaleError
    for entry in reversed(journal.entries(draft.connection, comparison.number)):
        journal.move(draft, entry, UNDONE)
    made = []
    for former, deed, changes in plan.entries:
        journal.shift(draft, changes)
        row = former.row
        facts = CampaignFacts("", (), "", row.session, row.date, row.time)
        made.append(journal.append(draft, deed, facts, changes, LIVE))
    return made
