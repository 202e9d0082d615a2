"""`gmtool run` and `gmtool odds`: scenarios in, one result a line out. Loads neither textual nor sqlmodel."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from json import JSONDecodeError, dumps, loads
from re import sub
from typing import IO, Any

from gmtool.rules.dice import Faces
from gmtool.rules.errors import RuleError
from gmtool.rules.scenario import run, weigh, write_error
from gmtool.rules.shapes import Json
from gmtool.rules.wording import Catalogue

OK, REFUSED, UNREADABLE = 0, 1, 2

Line = tuple[Json, RuleError | None]
"""A scenario read from one line, or why the line is no JSON."""


def roller(seed: int | None) -> Faces:
    """Dice of chance for a scenario; loaded only when one is rolled."""
    from gmtool.play.dice import RandomDice

    return RandomDice(seed)


def _refuse_constant(name: str) -> Json:
    raise ValueError(name)


def parse(text: str) -> Json:
    """JSON as the contract wants it: no NaN, no Infinity. Raises RuleError `malformed_json`."""
    try:
        return loads(text, parse_constant=_refuse_constant)
    except JSONDecodeError as error:
        raise RuleError("malformed_json", reason=error.msg, line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise RuleError("malformed_json", reason="nested too deeply", line=1, column=1) from None
    except ValueError as error:
        raise RuleError("malformed_json", reason=str(error)[:60], line=1, column=1) from None


def _line(text: str) -> Line:
    try:
        return parse(text), None
    except RuleError as error:
        return None, error


def scenarios(lines: Iterator[str]) -> Iterator[Line]:
    """Scenarios, one a line, blank lines skipped. A first line that opens more than it closes begins one pretty-printed object."""
    for number, text in enumerate(lines):
        if number == 0:
            text = text.removeprefix("\ufeff")
        if not text.strip():
            continue
        found = _line(text)
        if found[1] is not None and text.lstrip().startswith("{") and _depth(text) > 0:
            yield from _one_object(text, lines)
        else:
            yield found
        break
    for text in lines:
        if text.strip():
            yield _line(text)


def _depth(text: str) -> int:
    """How many braces and brackets a line opens beyond those that it closes, texts aside."""
    bare = sub(r'"(?:[^"\\]|\\.)*"', "", text)
    return bare.count("{") + bare.count("[") - bare.count("}") - bare.count("]")


def _one_object(first: str, lines: Iterator[str]) -> Iterator[Line]:
    """The object that `first` begins, up to the line that closes it. Where a later line is a scenario by itself, `first` was a
    scenario cut short: it is refused alone and the file goes on line by line."""
    held = [first]
    depth = _depth(first)
    for text in lines:
        if text.startswith("{") and type(_line(text)[0]) is dict:
            yield _line(first)
            for line in [*held[1:], text]:
                if line.strip():
                    yield _line(line)
            return
        held.append(text)
        depth += _depth(text)
        if depth <= 0:
            break
    yield _line("".join(held))


def decoded(file: IO[bytes]) -> Iterator[str]:
    """Lines of UTF-8 text; bytes that are none become the replacement character, so that the line is refused with its place."""
    for line in file:
        yield line.decode("utf-8", "replace")


def dump(result: Json) -> str:
    return dumps(result, ensure_ascii=False, separators=(",", ":"))


Treat = Callable[[Json, Callable[[int | None], Faces], Catalogue], dict[str, Any]]


def treat(file: IO[bytes], out: IO[str], language: str, what: Treat) -> int:
    """Treat every scenario of `file` in turn, each result printed and flushed before the next is read. Gives the exit status."""
    words = Catalogue(language)
    status = OK
    for raw, fault in scenarios(decoded(file)):
        if fault is None:
            try:
                result = what(raw, roller, words)
            except RecursionError:
                fault = RuleError("malformed_json", reason="nested too deeply", line=1, column=1)
        if fault is not None:
            result = {"error": write_error(fault, words)}
        if "error" in result or any("error" in step for step in result.get("steps", ())):
            status = REFUSED
        out.write(dump(result) + "\n")
        out.flush()
    return status


def main(what: str, path: str, language: str) -> int:
    """`gmtool run` (`what` is "run") or `gmtool odds` on a file, `-` being standard input."""
    doing: Treat = run if what == "run" else weigh
    out = sys.stdout
    if hasattr(out, "reconfigure"):
        out.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        if path == "-":
            return treat(sys.stdin.buffer, out, language, doing)
        with open(path, "rb") as file:
            return treat(file, out, language, doing)
    except BrokenPipeError:
        import os

        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except FileNotFoundError:
        sys.stderr.write(f"gmtool: {Catalogue(language).say('run.no_file', path=path)}\n")
        return UNREADABLE
    except OSError as error:
        sys.stderr.write(f"gmtool: {path}: {error.strerror}\n")
        return UNREADABLE
