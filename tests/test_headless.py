"""`gmtool run` and `gmtool odds` on files as they come: streams, blank lines, byte-order marks, cut-off lines, closed pipes."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gmtool.headless import OK, REFUSED, UNREADABLE, main, scenarios
from gmtool.rules.errors import RuleError

EMPTY = '{"id": "a", "system": "hermetic"}'


def results(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def write(tmp_path: Path, data: bytes) -> str:
    path = tmp_path / "scenarios.jsonl"
    path.write_bytes(data)
    return str(path)


def test_one_result_a_line_in_the_order_of_the_scenarios(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = "\n".join(json.dumps({"id": str(n), "system": "hermetic"}) for n in range(5))
    assert main("run", write(tmp_path, lines.encode()), "en") == OK
    assert [result["id"] for result in results(capsys)] == ["0", "1", "2", "3", "4"]


def test_blank_lines_a_byte_order_mark_and_a_missing_last_newline_do_no_harm(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = b"\xef\xbb\xbf\n" + EMPTY.encode() + b"\r\n\n   \n" + EMPTY.encode()
    assert main("run", write(tmp_path, data), "en") == OK
    assert len(results(capsys)) == 2


def test_an_empty_file_gives_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main("run", write(tmp_path, b""), "en") == OK
    assert results(capsys) == []


def test_a_single_pretty_printed_object_is_read_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.dumps({"id": "p", "system": "hermetic", "combatants": {"a": {"name": 'brace } in "text"'}}}, indent=2)
    assert main("run", write(tmp_path, data.encode()), "en") == OK
    assert [result["id"] for result in results(capsys)] == ["p"]


def test_a_line_cut_short_is_refused_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = f'{{"id": "cut", "steps": [{{"do"\n{EMPTY}\n{EMPTY}\n'.encode()
    assert main("run", write(tmp_path, data), "en") == REFUSED
    found = results(capsys)
    assert [result.get("id") for result in found] == [None, "a", "a"]
    assert found[0]["error"]["code"] == "malformed_json"  # type: ignore[index]


@pytest.mark.parametrize("text", ["nonsense", "[" * 100_000, '{"a": NaN}', '{"a": 1e400000000000}x', "\x00", '"\\ud800"'])
def test_what_is_no_scenario_is_refused_with_a_code(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main("run", write(tmp_path, text.encode()), "en") == REFUSED
    assert all("error" in result for result in results(capsys))


def test_numbers_too_long_to_convert_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main("run", write(tmp_path, b'{"system": "hermetic", "seed": ' + b"9" * 10_000 + b"}"), "en") == REFUSED
    assert results(capsys)[0]["error"]["code"] == "malformed_json"  # type: ignore[index]


def test_a_file_that_is_not_there_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main("run", str(tmp_path / "none.jsonl"), "en") == UNREADABLE
    assert "none.jsonl" in capsys.readouterr().err


def test_the_message_of_an_error_is_in_the_language_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main("run", write(tmp_path, b'{"system": "chess"}'), "fr")
    assert "Aucun jeu" in str(results(capsys)[0]["error"]["message"])  # type: ignore[index]


def test_the_same_seed_gives_the_same_faces(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenario = {
        "system": "hermetic",
        "seed": 7,
        "combatants": {"m": {"kind": "magus"}},
        "steps": [{"do": "fast_cast_speed", "by": "m", "with": {"threshold": 0}}] * 3,
    }
    path = write(tmp_path, json.dumps(scenario).encode())
    main("run", path, "en")
    first = results(capsys)
    main("run", path, "en")
    assert results(capsys) == first


def test_only_one_scenario_is_held_at_a_time() -> None:
    taken: list[int] = []

    def lines() -> object:
        for number in range(1000):
            taken.append(number)
            yield json.dumps({"id": number})

    for number, (raw, fault) in enumerate(scenarios(lines())):  # type: ignore[arg-type]
        assert fault is None
        assert raw == {"id": number}
        assert len(taken) == number + 1


def test_a_pretty_object_that_never_closes_is_one_error() -> None:
    found = list(scenarios(iter(['{"a": [', "1,", "2"])))
    assert len(found) == 1
    assert isinstance(found[0][1], RuleError)


def run(arguments: list[str], **options: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "gmtool", *arguments], **options)  # type: ignore[call-overload, no-any-return]


def test_each_result_is_printed_before_the_next_scenario_is_read() -> None:
    with run(["run", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write(EMPTY.encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == "a"
        process.stdin.close()
        assert process.wait(20) == 0


def test_a_closed_pipe_ends_without_a_traceback() -> None:
    with run(["run", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        try:
            process.stdin.write((EMPTY + "\n").encode() * 2000)
            process.stdin.close()
        except BrokenPipeError:
            pass
        process.wait(20)
        assert b"Traceback" not in process.stderr.read()


def test_an_interrupt_ends_without_a_traceback() -> None:
    with run(["run", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(EMPTY.encode() + b"\n")
        process.stdin.flush()
        process.stdout.readline()
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(20) == 130
        assert process.stderr.read() == b""


def test_a_huge_line_is_one_scenario() -> None:
    text = json.dumps({"id": "big", "combatants": {f"c{n}": {"name": "x" * 1000} for n in range(2000)}, "system": "hermetic"})
    (raw, fault), *rest = scenarios(io.StringIO(text))
    assert fault is None
    assert rest == []
    assert raw["id"] == "big"
