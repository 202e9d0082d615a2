"""The command line: sentences or JSON, an exit status, never a traceback."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from gmtool.cli import main
from gmtool.commands import COMMANDS
from gmtool.play.table import Table

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def ford(toy: None, home: Path) -> Path:
    """A campaign on the shelf."""
    path = home / "campaigns" / "ford.gmtool"
    table = Table.create(path, "The Ford", ["toy"])
    table.create_character("Rose", sheets={"toy": {"strength": 5, "hits": 20}})
    table.create_character("Rat", "creature", sheets={"toy": {}})
    table.close()
    return path


def typed(monkeypatch: pytest.MonkeyPatch, *steps: Any) -> None:
    text = "\n".join(step if isinstance(step, str) else json.dumps(step) for step in steps)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def lines(capsys: Capture) -> list[Any]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize("name", ["ford", "The Ford", "the ford", "path"])
def test_a_campaign_is_named_by_name_short_name_or_path(ford: Path, capsys: Capture, name: str) -> None:
    assert main(["show", str(ford) if name == "path" else name, "--json"]) == 0
    shown = lines(capsys)[0]
    assert [row["key"] if isinstance(row, dict) else row[1] for row in shown["characters"]] == ["rat", "rose"]


def test_steps_are_committed_one_by_one(ford: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    blow = {"do": "strike", "by": "rose", "to": "rat"}
    typed(
        monkeypatch, {**blow, "dice": [6, 2]}, {**blow, "dice": [6]}, "{", {**blow, "by": "cat"}, {**blow, "dice": [1, 1]}, "", blow
    )
    assert main(["step", "ford", "--json"]) == 1
    found = lines(capsys)
    assert [line.get("error", {}).get("code") for line in found] == [
        None,
        "dice_exhausted",
        "malformed_json",
        "unknown_combatant",
        "dice_unused",
        None,
    ]
    assert found[0]["outcome"] == {"damage": 13}
    assert found[0]["log"] == ["Rose strikes Rat: 13."]
    assert {"who": "rat", "field": "hits", "from": 10, "to": -3} in found[0]["changes"]
    assert main(["undo", "ford", "2", "--json"]) == 0
    assert main(["show", "ford", "rat", "--json"]) == 0
    assert lines(capsys)[-1]["sheets"]["toy"]["state"]["hits"] == 10
    assert main(["redo", "ford"]) == 0
    assert "Rose strikes Rat: 13." in capsys.readouterr().out
    assert main(["verify", "ford"]) == 0


def test_words_are_french_where_asked(ford: Path, capsys: Capture) -> None:
    assert main(["verify", "ford", "--lang", "fr"]) == 0
    assert capsys.readouterr().out == "Le journal et le fichier concordent.\n"
    assert main(["--lang", "fr", "undo", "ford", "9"]) == 1
    assert "Il n'y a rien à annuler." in capsys.readouterr().err
    assert main(["--lang=fr", "--help"]) == 0
    assert "gestionnaire de campagnes" in capsys.readouterr().out


def test_a_campaign_goes_out_and_comes_in(ford: Path, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "ford.json"
    assert main(["export", "ford", str(file)]) == 0
    assert main(["import", str(file), "--json", "--home", str(tmp_path / "elsewhere")]) == 0
    made = Path(lines_of_last(capsys)["path"])
    assert made == tmp_path / "elsewhere" / "campaigns" / "the-ford.gmtool"
    assert main(["backup", str(made), "--json"]) == 0
    assert Path(lines_of_last(capsys)["path"]).is_file()


def lines_of_last(capsys: Capture) -> Any:
    return json.loads(capsys.readouterr().out.splitlines()[-1])


def test_new_and_list_and_journal(toy: None, home: Path, capsys: Capture) -> None:
    assert main(["list"]) == 0
    assert main(["new", "Été à Nîmes", "--game", "toy", "--json"]) == 0
    capsys.readouterr()
    assert main(["list", "--json"]) == 0
    (only,) = lines(capsys)[0]
    assert (only["name"], Path(only["path"]).name, only["games"]) == ("Été à Nîmes", "ete-a-nimes.gmtool", ["toy"])
    assert main(["journal", "ete-a-nimes"]) == 0
    assert "Été à Nîmes begins." in capsys.readouterr().out
    assert main(["new", "Another", "--game", "chess"]) == 1
    assert "chess" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["show", "journal", "step", "undo", "redo", "verify", "backup", "open"])
def test_a_file_that_cannot_be_read_is_a_sentence_and_two(
    toy: None, home: Path, tmp_path: Path, capsys: Capture, command: str
) -> None:
    broken = tmp_path / "broken.gmtool"
    broken.write_bytes(b"SQLite format 3\x00" + b"\x00" * 200)
    for name in (str(broken), str(tmp_path / "none.gmtool"), "nobody"):
        assert main([command, name]) == 2
        error = capsys.readouterr().err
        assert error.startswith("gmtool: ")
        assert "Traceback" not in error


def test_without_a_terminal_the_screen_says_the_way_out(ford: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    for arguments in ([], ["open", "ford"], ["demo", "toy"]):
        assert main(arguments) == 1
        assert "gmtool show" in capsys.readouterr().err


def test_without_a_home_folder_the_command_says_so(toy: None, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    import platformdirs

    monkeypatch.delenv("GMTOOL_HOME", raising=False)
    monkeypatch.setattr(platformdirs, "user_data_path", lambda *_, **__: Path("~/.local/share/gmtool"))
    assert main(["list"]) == 2
    assert "--home" in capsys.readouterr().err


def test_run_takes_a_language(toy: None, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "one.jsonl"
    file.write_text('{"system": "toy", "combatants": {"a": {"name": "Ann"}}, "steps": [{"do": "end_turn", "dice": []}]}\n')
    assert main(["run", str(file), "--lang", "fr"]) == 0
    assert lines(capsys)[0]["steps"][0]["log"] == ["Tour 1."]


@pytest.mark.parametrize("game", ["action_points", "cosmos", "hermetic", "magic_fight", "mixed"])
def test_a_character_as_text_shows_words_and_names_and_no_identifier(home: Path, capsys: Capture, game: str) -> None:
    assert main(["demo", game, "--no-screen", "--json"]) == 0
    path = lines(capsys)[0]["path"]
    table = Table.open(Path(path))
    keys = [row.key for row in table.roster()]
    table.close()
    for key in keys:
        assert main(["show", path, key]) == 0
        head, *rest = capsys.readouterr().out.splitlines()
        assert f"({key})" in head
        assert [line for line in rest if any(mark in line for mark in ("{", "'id'", "_", "\\n", "None"))] == []


def test_the_notes_of_a_character_stand_on_lines_of_their_own(ford: Path, capsys: Capture) -> None:
    table = Table.open(ford)
    table.create_character("Elm", notes="Tall.\nOwes a horse.")
    table.close()
    assert main(["show", "ford", "Elm"]) == 0
    assert "Tall.\nOwes a horse.\n" in capsys.readouterr().out


def test_who_has_no_points_left_is_told_so(home: Path, capsys: Capture) -> None:
    assert main(["demo", "cosmos", "--no-screen"]) == 0
    assert main(["show", "the-nine-lanterns", "moth"]) == 0
    assert "  Armour points: 0\n" in capsys.readouterr().out


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)])
def test_the_help_is_whole_in_french(capsys: Capture, command: list[str]) -> None:
    assert main([*command, "--lang", "fr", "--help"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("usage : gmtool")
    assert "positional" not in said
    assert "show " not in said.replace("gmtool show", "").replace("    show ", "")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("frob", "Aucune commande ne s'appelle frob."),
        ("undo ford x", "COUNT : x n'est pas un nombre entier"),
        ("undo ford 0", "COUNT : 0 n'est pas un nombre entier"),
        ("show", "Il manque : CAMPAIGN."),
        ("list more", "Non compris : more."),
        ("journal ford --who", "--who demande une valeur."),
    ],
)
def test_a_command_line_that_cannot_be_read_is_told_so_in_french(ford: Path, capsys: Capture, line: str, said: str) -> None:
    assert main(["--lang=fr", *line.split()]) == 2
    assert said in capsys.readouterr().err


def test_the_help_of_demo_names_the_samples(capsys: Capture) -> None:
    assert main(["demo", "--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "action_points, cosmos, hermetic, magic_fight, mixed" in said


def test_a_scenario_file_that_is_not_there_is_told_in_the_language_in_use(capsys: Capture) -> None:
    assert main(["run", "nowhere.jsonl", "--lang", "fr"]) == 2
    assert capsys.readouterr().err == "gmtool: Ce fichier n'existe pas : nowhere.jsonl.\n"
