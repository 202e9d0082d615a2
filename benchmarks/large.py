"""A campaign of 10,000 characters and 100,000 entries against a small one: opening, filter key, commit, undo; as ratios.

python benchmarks/large.py
"""

from __future__ import annotations

import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from start import DESK, frame

from gmtool.play.table import Table, fresh_demo

CHARACTERS, ENTRIES = 10_000, 100_000


def grow(path: Path) -> None:
    """Fill a campaign with copies of its own rows."""
    with sqlite3.connect(path) as connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(entry)") if row[1] != "number"]
        names = ", ".join(f'"{column}"' for column in columns)
        (newest,) = connection.execute("SELECT max(number) FROM entry").fetchone()
        connection.execute(
            f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
            f"INSERT INTO entry ({names}) SELECT {names} FROM entry, n WHERE entry.number = ?",
            (ENTRIES, newest),
        )
        for number in range(CHARACTERS):
            connection.execute(
                'INSERT INTO character (key, name, kind, "group", player, notes, archived, revision) VALUES (?, ?, ?, ?, ?, ?, 0, 0)',
                (f"copy_{number}", f"Copy {number}", "npc", "crowd", "", ""),
            )
        connection.execute(
            "INSERT INTO sheet (character, game, sheet, state, fresh, revision) SELECT c.id, s.game, s.sheet, s.state, 1, 0 "
            "FROM character c, (SELECT * FROM sheet LIMIT 1) s WHERE c.key LIKE 'copy_%'"
        )


def timed(act: Callable[[], object], times: int = 15) -> float:
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        act()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken) * 1000


def opened(path: Path) -> Callable[[], object]:
    def act() -> None:
        table = Table.open(path)
        table.position  # noqa: B018
        table.roster()
        table.journal(limit=100)
        table.close()

    return act


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        small = fresh_demo("hermetic", "en", Path(folder) / "small")
        large = fresh_demo("hermetic", "en", Path(folder) / "large")
        for path in (small, large):
            table = Table.open(path)
            table.note("a first note")
            table.close()
        grow(large)
        opening = timed(opened(large)) / timed(opened(small))
        print(f"table with the whole roster read, large / small: {opening:.2f}")
        frames = []
        for path in (small, large):
            frame(DESK, folder, str(path))
            frames.append(statistics.median([frame(DESK, folder, str(path)) for _ in range(5)]))
        ratio = frames[1] / frames[0]
        print(f"first frame with rows, large / small: {ratio:.2f}  ({frames[1] * 1000:.0f} ms / {frames[0] * 1000:.0f} ms)")
        tables = [Table.open(small), Table.open(large)]
        for name in ("commit", "undo"):
            taken = []
            for table in tables:
                table.warm()
                table.note("warm")
                if name == "commit":
                    taken.append(timed(lambda table=table: table.note("again")))
                else:
                    taken.append(timed(table.undo, 12))
            print(f"{name}, large / small: {taken[1] / taken[0]:.2f}  ({taken[1]:.1f} ms / {taken[0]:.1f} ms)")


if __name__ == "__main__":
    main()
