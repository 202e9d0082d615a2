"""A fifth game, exactly as `docs/adding-a-game.md` writes it: a folder elsewhere, found like the others, played without any edit."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gmtool.headless import main as headless
from gmtool.play.table import Table, told
from gmtool.rules import system, systems
from gmtool.rules.system import find, names
from gmtool.tui.app import GmApp
from gmtool.tui.screens.desk import DeskScreen
from tests.tui.harness import press, seen, settle, write

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
WORDS = {
    "en": """
system = "Toy"
[action]
strike = "strike"
"strike.help" = "A blow."
[field]
name = "name"
hp = "hit points"
bonus = "bonus"
turn = "turn"
[figure]
damage = "damage"
down = "down"
[purpose]
damage = "damage"
[group]
attack = "attack"
[error]
not_allowed = "Whoever is down strikes nobody."
[log]
strike = "{name} strikes {targets}: {damage}."
""",
    "fr": """
system = "Jouet"
[action]
strike = "frapper"
"strike.help" = "Un coup."
[field]
name = "nom"
hp = "points de vie"
bonus = "bonus"
turn = "tour"
[figure]
damage = "dégâts"
down = "à terre"
[purpose]
damage = "dégâts"
[group]
attack = "attaque"
[error]
not_allowed = "Qui est à terre ne frappe personne."
[log]
strike = "{name} frappe {targets} : {damage}."
""",
}


@pytest.fixture
def fifth(tmp_path: Path) -> Iterator[str]:
    """The game of the page in a folder of its own."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), flags=re.S)
    folder = tmp_path / "games" / "pagetoy"
    folder.mkdir(parents=True)
    code = "".join(blocks).replace('"toy"', '"pagetoy"')
    (folder / "__init__.py").write_text(code, "utf-8")
    for language, words in WORDS.items():
        (folder / f"words.{language}.toml").write_text(words, "utf-8")
    systems.__path__.append(str(folder.parent))
    yield "pagetoy"
    systems.__path__.remove(str(folder.parent))
    system._loaded.pop("pagetoy", None)


SCENARIO = {
    "system": "pagetoy",
    "combatants": {"a": {"hp": 20}, "b": {"hp": 9}},
    "steps": [{"do": "strike", "by": "a", "to": "b", "with": {"bonus": 2}, "dice": [4]}],
}


def test_the_game_is_found_by_its_folder(fifth: str) -> None:
    assert fifth in names()
    assert find(fifth).name == fifth


def test_it_runs_and_is_weighed(fifth: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "one.json"
    file.write_text(json.dumps(SCENARIO))
    assert headless("run", str(file), "en") == 0
    result = json.loads(capsys.readouterr().out)
    assert result["steps"][0]["outcome"] == {"damage": 6, "down": False}
    assert result["combatants"]["b"]["state"] == {"hp": 3}
    assert headless("odds", str(file), "en") == 0
    odds = json.loads(capsys.readouterr().out)["odds"]
    assert odds["down"]["true"] == pytest.approx(0.4)


def test_it_is_played_at_the_table_and_taken_back(fifth: str, home: Path, tmp_path: Path) -> None:
    table = Table.create(tmp_path / "fifth.gmtool", "Fifth", [fifth], "en")
    table.create_character("Ann", sheets={fifth: {"hp": 20}})
    table.create_character("Bob", "creature", sheets={fifth: {"hp": 9}})
    entry = table.commit({"do": "strike", "by": "ann", "to": "bob", "with": {"bonus": 1}}, [5])
    assert told(entry, table.words) == "Ann strikes Bob: 6."
    assert table.position.game is not None
    assert table.position.game.states["bob"].hp == 3
    table.undo()
    assert table.position.game.states["bob"].hp == 9
    table.redo()
    assert table.verify() == []
    table.close()


async def test_its_screens_build_themselves(fifth: str, home: Path, tmp_path: Path) -> None:
    path = home / "campaigns" / "fifth.gmtool"
    table = Table.create(path, "Fifth", [fifth], "en")
    table.create_character("Ann", sheets={fifth: {"hp": 20}})
    table.create_character("Bob", "creature", sheets={fifth: {"hp": 9}})
    table.close()
    app = GmApp(campaign=path, language="fr")
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        assert "points de vie" in seen(app)
        await press(pilot, "e")
        assert "points de vie" in seen(app)
        await press(pilot, "escape", "3")
        assert isinstance(app.screen, DeskScreen)
        assert "Ann" in seen(app)
        await press(pilot, "1", "c")
        await press(pilot, "plus")
        await write(pilot, "bob")
        await press(pilot, "enter", "enter")
        assert "Ann frappe Bob" in seen(app)
        await press(pilot, "enter", "5")
        assert "Ann frappe Bob" in seen(app)
        app.close_campaign()
    again = Table.open(path)
    assert again.journal(limit=1)[0].do == "strike"
    again.close()
