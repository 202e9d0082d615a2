"""What a command loads: `gmtool run` neither textual nor sqlmodel, opening a table no sqlmodel."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from gmtool.play.table import Table

HEAVY = ("textual", "sqlmodel", "sqlalchemy", "pydantic")


def loaded_after(program: str, *arguments: str) -> set[str]:
    """The heavy packages that a program has loaded at its end."""
    ending = f"\nimport sys; sys.stderr.write(' '.join(name for name in {HEAVY!r} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", program + ending, *arguments], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def test_gmtool_run_loads_neither_screen_nor_database(tmp_path: Path) -> None:
    case = tmp_path / "case.jsonl"
    case.write_text('{"system": "hermetic", "combatants": {"m": {}}, "steps": [{"do": "end_turn"}]}\n')
    for command in ("run", "odds"):
        program = f"from gmtool.cli import main; import sys; assert main(['{command}', sys.argv[1]]) == 0"
        assert loaded_after(program, str(case)) == set()


def test_opening_a_campaign_loads_no_database_toolkit(table: Table, path: Path) -> None:
    toys = Path(__file__).parent / "toys"
    program = (
        "import sys; from pathlib import Path\n"
        "from gmtool.rules import systems; systems.__path__.append(sys.argv[2])\n"
        "from gmtool.play.table import Table\n"
        "table = Table.open(Path(sys.argv[1])); table.roster(); table.character('rose'); table.position.game.states['rose']\n"
        "table.attempt({'do': 'strike', 'by': 'rose', 'to': 'rat'}, [1])"
    )
    assert loaded_after(program, str(path), str(toys)) == set()
