"""The command line: the screen by default, and every command that needs none. Imports late, so that each command is quick."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; gives the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if len(given) == 2 and given[0] in ("run", "odds") and (given[1] == "-" or not given[1].startswith("-")):
            from gmtool.headless import main as headless
            from gmtool.tongue import language

            return headless(given[0], given[1], language())
        from gmtool.commands import main as commands

        return commands(given)
    except KeyboardInterrupt:
        return 130
