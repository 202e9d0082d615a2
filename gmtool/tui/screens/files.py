"""Asking for the file that documents are written to or brought in from; what is wrong with it is said at the field."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from gmtool.play.shared import read_shared, write_shared
from gmtool.play.table import StoreError, Table, sentence
from gmtool.rules.errors import RuleError
from gmtool.rules.wording import visible
from gmtool.tui.screens.ask import Answers, Ask, Field
from gmtool.tui.screens.base import Dialog

ENDINGS = {"spells": "sort", "wizards": "magic"}
"""The extensions of files of each kind (page 6)."""


def ask_write(screen: Dialog[Any], table: Table, game: str, kind: str, documents: list[Any]) -> None:
    """Write documents to a file of the user's choice."""

    def check(answers: Answers) -> tuple[str, str] | None:
        name = answers["path"].strip()
        if not name:
            return "path", screen.say("shelf.needs_file")
        try:
            write_shared(Path(name).expanduser(), game, kind, documents)
        except StoreError as error:
            return "path", visible(sentence(error, screen.app.words))
        except (ValueError, RuntimeError) as error:
            return "path", visible(screen.say("book.not_written", reason=str(error), path=name))
        return None

    def written(answers: Answers | None) -> None:
        if answers is not None:
            screen.app.tell("book.written", path=answers["path"].strip())

    field = Field("path", screen.say("files.path"), str(Path.cwd() / f"{table.path.stem}.{ENDINGS[kind]}"))
    screen.app.push_screen(Ask(screen.say(f"files.write.{kind}"), [field], check=check), written)


def ask_load(screen: Dialog[Any], game: str, kind: str, load: Callable[[list[Any]], None]) -> None:
    """Bring documents in from a file; `load` adds them to what is there, or raises RuleError where one is wrong."""

    def check(answers: Answers) -> tuple[str, str] | None:
        name = answers["path"].strip()
        if not name:
            return "path", screen.say("shelf.needs_file")
        try:
            load(read_shared(Path(name).expanduser(), game, kind))
        except RuleError as error:
            told = sentence(error, screen.app.words, game)
            return "path", visible(f"{error.path}: {told}")
        except StoreError as error:
            return "path", visible(sentence(error, screen.app.words, game))
        except (ValueError, RuntimeError) as error:
            return "path", visible(str(error))
        return None

    field = Field("path", screen.say("files.path"))
    hint = screen.say(f"files.hint.{kind}")
    screen.app.push_screen(Ask(screen.say(f"files.load.{kind}"), [field], hint=hint, check=check), lambda _: None)


__all__ = ["ask_load", "ask_write"]
