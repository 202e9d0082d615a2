"""First frame and `gmtool run`, as ratios to an empty Textual app and to `python -c pass` on the same machine.

python benchmarks/start.py [RUNS]
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

EMPTY = """
import os, time
from textual.app import App
class Empty(App):
    def on_mount(self):
        self.call_after_refresh(self.done)
    def done(self):
        os.write(2, f"FRAME {time.time() - float(os.environ['STARTED'])} ".encode())
        self.exit()
Empty().run(headless=True)
"""

DESK = """
import os, sys, time
from pathlib import Path
from gmtool.tui.app import GmApp
from gmtool.tui.widgets.lines import Lines
class Timed(GmApp):
    def on_mount(self):
        super().on_mount()
        self.set_interval(0.002, self.look_for_rows)
    def look_for_rows(self):
        lists = list(self.screen.query(Lines))
        if any(widget.choices and widget.size.height for widget in lists):
            os.write(2, f"FRAME {time.time() - float(os.environ['STARTED'])} ".encode())
            self.exit()
Timed(home=Path(sys.argv[1]), campaign=Path(sys.argv[2])).run(headless=True)
"""


def frame(program: str, *arguments: str) -> float:
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env={**os.environ, "STARTED": str(time.time())},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(next(line for line in done.stderr.splitlines() if "FRAME" in line).split("FRAME")[1].split()[0])


def whole(*command: str) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main(runs: int) -> None:
    from gmtool.play.table import fresh_demo

    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        campaign = fresh_demo("hermetic", "en", home)
        case = home / "case.jsonl"
        case.write_text(
            json.dumps(
                {
                    "system": "hermetic",
                    "combatants": {
                        "m": {"arts": {"creo": 9}, "spells": {"s": {"technique": "creo", "form": "ignem", "level": 10}}}
                    },
                    "steps": [{"do": "cast_formal", "by": "m", "with": {"spell": "s"}, "dice": [5]}],
                }
            )
        )
        empty, desk, nothing, run = [], [], [], []
        frame(EMPTY), frame(DESK, folder, str(campaign))
        for _ in range(runs):
            empty.append(frame(EMPTY))
            desk.append(frame(DESK, folder, str(campaign)))
            nothing.append(whole(sys.executable, "-c", "pass"))
            run.append(whole(sys.executable, "-m", "gmtool", "run", str(case)))
        for name, top, bottom in (
            ("first frame with rows / empty app", desk, empty),
            ("gmtool run / python -c pass", run, nothing),
        ):
            high, low = statistics.median(top), statistics.median(bottom)
            print(f"{name}: {high / low:.2f}  ({high * 1000:.0f} ms / {low * 1000:.0f} ms)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
