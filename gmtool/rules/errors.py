"""What the rules refuse: a code, the place of the fault and the facts that a message needs."""

from __future__ import annotations

Place = tuple[int | str, ...]


class RuleError(Exception):
    """A step, sheet or scenario that the rules or its shape forbid.

    `code` is one of the contract's error codes or of the game's own; `place` leads from the outermost thing
    read to the fault (`("steps", 2, "with", "vis")`); `facts` are the figures and names that the catalogue's
    sentence for the code may name. Raised before the first die whenever the fault can be known then.
    """

    def __init__(self, code: str, place: Place = (), **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.place = place
        self.facts = facts

    def within(self, *outer: int | str) -> RuleError:
        """The same error with its place seen from further out; changes this error and returns it."""
        self.place = outer + self.place
        return self

    @property
    def path(self) -> str:
        """The place as the contract writes it: `steps[2].with.vis`."""
        written = ""
        for part in self.place:
            if isinstance(part, int):
                written += f"[{part}]"
            else:
                written += f".{part}" if written else part or '""'
        return written

    def __str__(self) -> str:
        return f"{self.code} at {self.path}" if self.place else self.code
