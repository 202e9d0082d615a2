"""What every fight of every game keeps: stepping back is the way there backwards, and the turn belongs to a person, not to a place."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from gmtool.play.table import StoreError, Table, fresh_demo
from gmtool.rules.errors import RuleError
from gmtool.rules.fight import Fight, fight_of
from gmtool.rules.shapes import Json
from gmtool.rules.system import names

STEPS = 14
MOST_FACES = 60


@pytest.fixture(params=names())
def table(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """The sample campaign of a game, at a fight that is under way."""
    monkeypatch.setenv("GMTOOL_HOME", str(tmp_path))
    opened = Table.open(fresh_demo(request.param, "en", tmp_path))
    for row in opened.scenes():
        if row.standing == "running" and not row.current:
            opened.start_encounter(row.id)
            break
    fight, (system, game) = fight_of(opened.system), (opened.system, opened.position.game)
    assert game is not None
    begin = fight.course(system, game).begin
    if begin is not None:
        assert commit(opened, begin)
    yield opened
    opened.close()


def documents(table: Table) -> dict[str, Any]:
    """Everything of the fight that the game keeps."""
    game = table.position.game
    assert game is not None
    return {
        "sheets": {who: sheet.write() for who, sheet in game.sheets.items()},
        "states": {who: state.write() for who, state in game.states.items()},
        "scene": game.scene.write(),
    }


def faces_for(table: Table, step: dict[str, Json]) -> list[int] | None:
    """Low, middling and high faces in turn, as many as the step asks for; None where the rules refuse it."""
    faces: list[int] = []
    for part in cycle((1, 2, 3, 5)):
        tried = table.attempt(step, faces)
        if tried.refused is not None or len(faces) > MOST_FACES:
            return None
        if tried.needs is None:
            return faces
        kinds = tried.needs.die.faces
        faces.append(kinds[min(len(kinds) - 1, part * len(kinds) // 6)])
    return None


def commit(table: Table, step: Any) -> bool:
    """Take a step with fixed faces where the rules allow it as it stands."""
    try:
        faces = faces_for(table, dict(step))
        if faces is None:
            return False
        table.commit(dict(step), faces)
    except (RuleError, StoreError):
        return False
    return True


def forward(table: Table, fight: Fight, turn: int) -> bool:
    """One step: each of the moves in its turn, else what goes on."""
    system, game = table.system, table.position.game
    assert game is not None
    course = fight.course(system, game)
    actor = fight.actor(system, game) or next(iter(game.sheets))
    target = next(iter(fight.targets(system, game, actor)), None)
    able = [move for move in fight.moves(system, game, actor, target) if move.refused is None]
    ahead = course.ahead if course.running else course.begin
    wanted = [move.step for move in (*able[turn % max(1, len(able)) :], *able)][:4]
    if turn % 3 == 2 and ahead is not None:
        wanted = [ahead, *wanted]
    elif ahead is not None:
        wanted = [*wanted, ahead]
    return any(commit(table, step) for step in wanted)


def test_stepping_forward_and_back_as_often_is_where_it_began(table: Table) -> None:
    fight = fight_of(table.system)
    stood = [documents(table)]
    for turn in range(STEPS):
        if not forward(table, fight, turn):
            break
        stood.append(documents(table))
    assert len(stood) > 4
    for before in reversed(stood[:-1]):
        table.undo()
        assert documents(table) == before
    for after in stood[1:]:
        table.redo()
        assert documents(table) == after


def test_the_turn_stays_with_its_owner_when_others_come_fall_and_go(table: Table) -> None:
    fight, scene = fight_of(table.system), table.position.scene
    assert scene is not None

    def active() -> str | None:
        game = table.position.game
        assert game is not None
        return fight.course(table.system, game).active

    owner = active()
    templates = [row.key for row in table.roster() if row.kind in ("template", "crowd") and scene.game in row.games]
    others = [row.key for row in table.roster() if scene.game in row.games and row.key not in scene.members]
    table.add_combatants(others[:1] if not templates else [], {templates[0]: 2} if templates else {})
    assert active() == owner
    game = table.position.game
    assert game is not None
    join = fight.join(table.system, game)
    if join is not None:
        assert commit(table, join)
        assert active() == owner
    hands = fight.hands(table.system, game)
    victims = [who for who in scene.members if who != owner][:2]
    for hand in hands[:1]:
        now = table.position.game
        assert now is not None
        for amount in (400, 60, 3, 1):
            try:
                values = {who: fight.by_hand(table.system, now, hand.id, who, amount) for who in victims}
                table.edit_states(values, "a falling roof")
                break
            except (RuleError, StoreError):
                continue
    assert active() == owner
    assert owner is None or owner in {place.who for place in fight.places(table.system, table.position.game)}  # type: ignore[arg-type]
