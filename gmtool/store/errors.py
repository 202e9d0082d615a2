"""What the file or the database refuses: a code and the facts that its sentence names."""

from __future__ import annotations


class StoreError(Exception):
    """A campaign that cannot be read or written, or a change that no longer fits it. Nothing was applied.

    The catalogue's sentence for `code` is `store.<code>`.
    """

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        return f"{self.code}: {', '.join(f'{name}={value}' for name, value in self.facts.items())}" if self.facts else self.code


class StaleError(StoreError):
    """Another process changed the campaign meanwhile: the position was read again, nothing was written."""

    def __init__(self) -> None:
        super().__init__("stale")


class NothingToUndo(StoreError):
    """No live entry is left to take back."""

    def __init__(self) -> None:
        super().__init__("nothing_to_undo")


class NothingToRedo(StoreError):
    """No undone entry can be done again."""

    def __init__(self) -> None:
        super().__init__("nothing_to_redo")
