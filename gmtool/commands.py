"""Every command that the short way of `gmtool run` does not serve. A fault is a sentence and an exit status, never a traceback."""

from __future__ import annotations

import os
import sys
from argparse import SUPPRESS, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from json import dumps
from pathlib import Path
from re import match
from typing import Any, NoReturn

from gmtool import __version__
from gmtool.play.table import StoreError, Table, new_path, sentence, shelf, told, words_of
from gmtool.rules.errors import RuleError
from gmtool.rules.shapes import Json
from gmtool.rules.wording import LANGUAGES, Catalogue, visible
from gmtool.sheet_text import sheet_lines
from gmtool.tongue import language

OK, REFUSED, UNREADABLE = 0, 1, 2

UNREADABLE_CODES = frozenset(
    {
        "not_found",
        "damaged",
        "foreign",
        "newer",
        "cannot_open",
        "io",
        "not_json",
        "no_archive",
        "newer_archive",
        "no_campaign",
        "several",
    }
    | {"no_home", "missing_data", "no_migration", "bad_document", "no_game"}
)


class Out:
    """What a command says: sentences to people, or one JSON value a line."""

    def __init__(self, options: Namespace, words: Catalogue) -> None:
        self.json: bool = options.json
        self.words = words
        self.home: Path | None = options.home

    def say(self, key: str, **facts: Any) -> None:
        """A sentence of the catalogue."""
        self.line(self.words.say(f"cli.{key}", **facts))

    def line(self, text: str) -> None:
        if not self.json:
            print(text, flush=True)

    def data(self, value: Json) -> None:
        if self.json:
            print(dumps(value, ensure_ascii=False), flush=True)

    def fault(self, error: StoreError | RuleError, game: str = "") -> int:
        """Say why it was refused; gives the exit status."""
        message = sentence(error, self.words, game)
        if self.json:
            self.data({"error": fault_json(error, message)})
        else:
            place = f" ({visible(error.path)})" if isinstance(error, RuleError) and error.place else ""
            print(f"gmtool: {message}{place}", file=sys.stderr)
        return UNREADABLE if isinstance(error, StoreError) and error.code in UNREADABLE_CODES else REFUSED


def fault_json(error: StoreError | RuleError, message: str) -> dict[str, Json]:
    """An error as the contract writes it."""
    written: dict[str, Json] = {"code": error.code, "message": message}
    if isinstance(error, RuleError):
        written["path"] = error.path
    return written


def found(name: str, out: Out) -> Path:
    """The campaign that is meant: a path, the file's short name, or the campaign's name. Raises StoreError."""
    path = Path(name)
    if path.suffix == ".gmtool" or os.sep in name or path.is_file():
        return path
    shelved = shelf(out.home)
    wanted = name.casefold()
    matches = [one.path for one in shelved if one.path.stem == name]
    matches = matches or [one.path for one in shelved if one.name.casefold() == wanted]
    if not matches:
        raise StoreError("no_campaign", name=name, names=", ".join(one.path.stem for one in shelved) or "–")
    if len(matches) > 1:
        raise StoreError("several", name=name, names=", ".join(str(match) for match in matches))
    return matches[0]


def opened(options: Namespace, out: Out) -> Table:
    return Table.open(found(options.campaign, out), out.words.language)


# -- the screen ---------------------------------------------------------------------------------------------------------


def screen(out: Out, campaign: Path | None = None, demo: str | None = None) -> int:
    """Open the screen, where there is a terminal for it."""
    if os.environ.get("TERM") == "dumb" or not (sys.stdin.isatty() and sys.stdout.isatty()):
        print(f"gmtool: {out.words.say('cli.no_terminal')}", file=sys.stderr)
        return REFUSED
    from gmtool.tui.app import run_app

    return run_app(out.home, out.words.language, campaign=campaign, fresh_demo=demo)


def do_screen(options: Namespace, out: Out) -> int:
    from gmtool.play.locations import home_folder

    home_folder(out.home)
    return screen(out)


def do_open(options: Namespace, out: Out) -> int:
    path = found(options.campaign, out)
    Table.open(path, out.words.language).close()
    return screen(out, path)


def do_demo(options: Namespace, out: Out) -> int:
    from gmtool.play.table import fresh_demo, samples

    game = options.system or ("mixed" if "mixed" in samples() else "".join(samples()[:1]))
    if not (options.no_screen or out.json):
        return screen(out, demo=game)
    path = fresh_demo(game, out.words.language, out.home)
    return told_path(out, path, "made")


def told_path(out: Out, path: Path, key: str) -> int:
    table = Table.open(path, out.words.language)
    name = table.position.campaign.name
    table.close()
    out.say(key, name=name, path=str(path))
    out.data({"name": name, "path": str(path)})
    return OK


# -- campaigns ----------------------------------------------------------------------------------------------------------


def do_new(options: Namespace, out: Out) -> int:
    from gmtool.rules.system import names

    path = new_path(options.name, out.home)
    games = options.game or list(names())
    Table.create(path, options.name, games, out.words.language).close()
    return told_path(out, path, "made")


def do_list(options: Namespace, out: Out) -> int:
    shelved = shelf(out.home)
    if not shelved:
        out.say("no_campaigns")
    for one in shelved:
        if one.fault is not None:
            out.line(f"{one.path.stem}  {sentence(one.fault, out.words)}")
            continue
        games = ", ".join(out.words.say("system", game) for game in one.games)
        out.line(
            f"{one.path.stem}  {visible(one.name)}  {games}  {out.words.say('cli.characters', count=one.characters)}  {one.played}"
        )
    out.data([listed(one, out.words) for one in shelved])
    return OK


def listed(one: Any, words: Catalogue) -> Json:
    row = {**one._asdict(), "path": str(one.path)}
    row["fault"] = None if one.fault is None else fault_json(one.fault, sentence(one.fault, words))
    return row


def do_show(options: Namespace, out: Out) -> int:
    table = opened(options, out)
    try:
        return show_one(table, options.who, out) if options.who else show_all(table, out)
    finally:
        table.close()


def show_all(table: Table, out: Out) -> int:
    position, roster = table.position, table.roster()
    facts = position.campaign
    games = [out.words.say("system", game) for game in facts.games]
    out.line(f"{visible(facts.name)}  {', '.join(games)}")
    if facts.session:
        out.say("session", number=facts.session)
    when = ", ".join(visible(part) for part in (facts.date, facts.time) if part)
    if when:
        out.line(when)
    if position.scene is not None:
        out.say("scene", scene=position.scene.name, names=len(position.scene.members))
    for row in roster:
        out.line(
            f"  {row.key}  {visible(row.name)}  {out.words.say(f'kind.{row.kind}')}  {visible(row.group)}  {visible(row.player)}".rstrip()
        )
    scene = position.scene
    out.data(
        {
            **facts._asdict(),
            "scene": None if scene is None else scene._asdict(),
            "characters": [row._asdict() for row in roster],
        }
    )
    return OK


def show_one(table: Table, who: str, out: Out) -> int:
    character = character_of(table, who)
    out.line(f"{visible(character.name)}  ({character.key})  {out.words.say(f'kind.{character.kind}')}")
    for text in (character.group, character.player, *character.notes.splitlines()):
        if text:
            out.line(visible(text))
    people = {row.key: row.name for row in (*table.roster(), *table.roster(True))}
    for game, documents in character.sheets.items():
        out.line(out.words.say("system", game))
        owned = {key: str(one["name"]) for part in documents.sheet.values() for key, one in named(part)}
        for document in (documents.sheet, documents.state):
            for line in sheet_lines(document, out.words, game, {**people, **owned}, zeros=document is documents.state):
                out.line(f"  {line}")
    sheets = {game: {**documents.sheet, "state": documents.state} for game, documents in character.sheets.items()}
    out.data({**character._asdict(), "sheets": sheets})
    return OK


def character_of(table: Table, who: str) -> Any:
    """A character by key, else by name. Raises StoreError `no_character`."""
    try:
        return table.character(who)
    except StoreError:
        keys = [row.key for row in (*table.roster(), *table.roster(True)) if row.name.casefold() == who.casefold()]
        if len(keys) != 1:
            raise
        return table.character(keys[0])


def named(part: Json) -> list[tuple[str, dict[str, Json]]]:
    """What a part of a sheet holds by key that has a name of its own."""
    return [(key, one) for key, one in part.items() if isinstance(one, dict) and one.get("name")] if isinstance(part, dict) else []


# -- journal ------------------------------------------------------------------------------------------------------------


def do_journal(options: Namespace, out: Out) -> int:
    table = opened(options, out)
    try:
        rows = table.journal(limit=options.limit, who=options.who or "", session=options.session, text=options.text or "")
    finally:
        table.close()
    for row in rows:
        text = told(row, out.words)
        mark = f" ({out.words.say('markdown.undone')})" if row.undone else ""
        out.line(f"{row.number:>5}  {row.at[:16]}  {text}{f' ({visible(row.reason)})' if row.reason else ''}{mark}")
        out.data({**row._asdict(), "said": None, "text": text})
    return OK


def do_step(options: Namespace, out: Out) -> int:
    """Steps from standard input, each committed before its line is printed."""
    from gmtool.headless import decoded, parse
    from gmtool.rules.scenario import write_error

    table = opened(options, out)
    status = OK
    try:
        if options.scene:
            go_to(table, options.scene)
        for text in decoded(sys.stdin.buffer):
            if not text.strip():
                continue
            try:
                line = played(table, parse(text), out.words)
            except RuleError as error:
                line = {"error": write_error(error, out.words)}
            except StoreError as error:
                line = {"error": fault_json(error, sentence(error, out.words))}
            if "error" in line:
                status = REFUSED
            out.data(line)
            out.line(line["error"]["message"] if "error" in line else f"{line['entry']:>5}  {' '.join(line['log'])}")
    finally:
        table.close()
    return status


def go_to(table: Table, name: str) -> None:
    """Play the scene with that name or number."""
    wanted = [scene for scene in table.scenes() if name in (str(scene.id), scene.name)]
    if not wanted:
        raise StoreError("no_scene")
    if not wanted[0].current:
        table.switch_scene(wanted[0].id)


def played(table: Table, raw: Json, words: Catalogue) -> dict[str, Any]:
    """One step, committed; its line of the result. Given dice must be exactly those that are asked for."""
    faces: Sequence[int] = ()
    if isinstance(raw, dict) and "dice" in raw:
        table.read_step(raw)
        faces = raw["dice"]
        needs = table.attempt(raw, faces).needs
        if needs is not None:
            raise RuleError("dice_exhausted", ("dice",), purpose=needs.purpose, die=needs.die.name, count=needs.count)
    entry = table.commit(raw, faces)
    return {
        "entry": entry.number,
        "outcome": entry.outcome,
        "changes": [change.write() for change in entry.state_changes()],
        "dice": entry.rolls,
        "log": [words.say(said.key, said.game, **said.facts) for said in entry.said],
    }


def do_undo(options: Namespace, out: Out) -> int:
    return moved(options, out, "undo", "undone")


def do_redo(options: Namespace, out: Out) -> int:
    return moved(options, out, "redo", "redone")


def moved(options: Namespace, out: Out, way: str, key: str) -> int:
    table = opened(options, out)
    try:
        for _ in range(options.count):
            entry = getattr(table, way)()
            out.say(key, number=entry.number, what=told(entry, out.words))
            out.data({"entry": entry.number, "standing": entry.row.standing, "text": told(entry, out.words)})
    finally:
        table.close()
    return OK


# -- files --------------------------------------------------------------------------------------------------------------


def do_import(options: Namespace, out: Out) -> int:
    from gmtool.play.table import import_campaign

    return told_path(out, import_campaign(Path(options.file), out.home), "made")


def do_export(options: Namespace, out: Out) -> int:
    table = opened(options, out)
    try:
        table.export(Path(options.file))
    finally:
        table.close()
    out.say("exported", path=options.file)
    out.data({"path": options.file})
    return OK


def do_backup(options: Namespace, out: Out) -> int:
    table = opened(options, out)
    try:
        path = table.backup()
    finally:
        table.close()
    out.say("backed_up", path=str(path))
    out.data({"path": str(path)})
    return OK


def do_verify(options: Namespace, out: Out) -> int:
    table = opened(options, out)
    try:
        faults = table.verify()
    finally:
        table.close()
    for fault in faults:
        out.line(sentence(fault, out.words))
    if not faults:
        out.say("verified")
    out.data({"differences": [{**fault_json(fault, sentence(fault, out.words)), **fault.facts} for fault in faults]})
    return REFUSED if faults else OK


def do_headless(options: Namespace, out: Out) -> int:
    from gmtool.headless import main as headless

    return headless(options.command, options.file, out.words.language)


# -- the command line ---------------------------------------------------------------------------------------------------

COMMANDS: dict[str, tuple[Callable[[Namespace, Out], int], tuple[str, ...]]] = {
    "run": (do_headless, ("file",)),
    "odds": (do_headless, ("file",)),
    "demo": (do_demo, ("system?",)),
    "new": (do_new, ("name",)),
    "open": (do_open, ("campaign",)),
    "list": (do_list, ()),
    "show": (do_show, ("campaign", "who?")),
    "journal": (do_journal, ("campaign",)),
    "step": (do_step, ("campaign",)),
    "undo": (do_undo, ("campaign", "count?")),
    "redo": (do_redo, ("campaign", "count?")),
    "import": (do_import, ("file",)),
    "export": (do_export, ("campaign", "file")),
    "backup": (do_backup, ("campaign",)),
    "verify": (do_verify, ("campaign",)),
}
"""Each command with its arguments; a question mark ends those that may be left out."""


def count(text: str) -> int:
    """How many entries to move: at least one."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


class Speaking(ArgumentParser):
    """A parser whose headings and errors are of the catalogue too."""

    def __init__(self, *, words: Catalogue, **more: Any) -> None:
        super().__init__(add_help=False, **more)
        self.words = words
        self._positionals.title = words.say("cli.help.arguments")
        self._optionals.title = words.say("cli.help.options")
        self.add_argument("-h", "--help", action="help", help=words.say("cli.help.help"))

    def format_usage(self) -> str:
        return self.in_words(super().format_usage())

    def format_help(self) -> str:
        return self.in_words(super().format_help())

    def in_words(self, text: str) -> str:
        """The text with the first word, which argparse writes, in the language in use."""
        return self.words.say("cli.help.usage") + text.removeprefix("usage:")

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the command line and how it is used."""
        self.print_usage(sys.stderr)
        self.exit(UNREADABLE, f"{self.prog}: {self.wrong(message)}\n")

    def wrong(self, message: str) -> str:
        """What argparse says is wrong, in the language in use."""
        for key, pattern in WRONG.items():
            found = match(pattern, message)
            if found is not None:
                return self.words.say(f"cli.wrong.{key}", **found.groupdict())
        return message


WRONG = {
    "command": r"argument COMMAND: invalid choice: '(?P<found>.*)' \(choose from",
    "choice": r"argument (?P<argument>[^:]*): invalid choice: '?(?P<found>.*?)'? \(choose from (?P<choices>.*)\)",
    "number": r"argument (?P<argument>[^:]*): invalid (count|int) value: '(?P<found>.*)'",
    "value": r"argument (?P<argument>[^:]*): expected one argument",
    "missing": r"the following arguments are required: (?P<names>.*)",
    "unknown": r"unrecognized arguments: (?P<found>.*)",
}
"""What argparse says when a command line cannot be read; the facts in it are named."""


def parser(words: Catalogue) -> ArgumentParser:
    """The whole command line, its help in the language in use."""

    def help_of(key: str, **facts: Any) -> str:
        return words.say(f"cli.help.{key}", **facts)

    from gmtool.play.table import samples
    from gmtool.rules.system import names

    def common(to: ArgumentParser, default: Any) -> None:
        to.add_argument("--json", action="store_true", default=default if default is SUPPRESS else False, help=help_of("json"))
        to.add_argument("--home", type=Path, metavar="DIR", default=default, help=help_of("home"))
        to.add_argument("--lang", choices=LANGUAGES, default=default, help=help_of("lang"))

    top = Speaking(
        words=words,
        prog="gmtool",
        description=help_of("gmtool"),
        epilog=help_of("status"),
        formatter_class=RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", help=help_of("version"), version=f"gmtool {__version__}")
    common(top, None)
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    for name, (_, arguments) in COMMANDS.items():
        sub = commands.add_parser(name, words=words, help=help_of(name), description=help_of(name))
        for argument in arguments:
            plain = argument.rstrip("?")
            more: dict[str, Any] = {"type": count, "default": 1} if plain == "count" else {}
            if argument != plain:
                more["nargs"] = "?"
            sub.add_argument(plain, metavar=plain.upper(), help=help_of(f"argument.{plain}", games=", ".join(samples())), **more)
        common(sub, SUPPRESS)
        if name == "new":
            sub.add_argument("--game", action="append", metavar="GAME", help=help_of("game", games=", ".join(names())))
        elif name == "demo":
            sub.add_argument("--no-screen", action="store_true", help=help_of("no_screen"))
        elif name == "step":
            sub.add_argument("--scene", metavar="NAME", help=help_of("scene"))
        elif name == "journal":
            sub.add_argument("--limit", type=count, default=200, metavar="N", help=help_of("limit"))
            sub.add_argument("--who", metavar="KEY", help=help_of("by_who"))
            sub.add_argument("--session", type=int, metavar="N", help=help_of("by_session"))
            sub.add_argument("--text", metavar="TEXT", help=help_of("by_text"))
    return top


def wanted_language(arguments: Sequence[str]) -> str:
    """The language before the command line is read, so that `--help` speaks it too."""
    for index, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            return language(argument.partition("=")[2])
        if argument == "--lang" and index + 1 < len(arguments):
            return language(arguments[index + 1])
    return language()


def main(arguments: Sequence[str]) -> int:
    """Run one command; gives the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    words = words_of(wanted_language(arguments))
    try:
        options = parser(words).parse_args(arguments)
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else UNREADABLE
    out = Out(options, words)
    act = do_screen if options.command is None else COMMANDS[options.command][0]
    try:
        return act(options, out)
    except (StoreError, RuleError) as error:
        return out.fault(error)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
