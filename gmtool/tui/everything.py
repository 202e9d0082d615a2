"""The palette: every command that works here, those of the other tabs, and whatever the screen can jump to."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.markup import escape

from gmtool.rules.wording import visible
from gmtool.tui.paint import cut

if TYPE_CHECKING:
    from gmtool.tui.app import GmApp

LONGEST = 200
"""Letters of a name that are looked at and shown."""

MOST = 200
"""How many finds are listed; one types more to find the others."""


class Find(NamedTuple):
    """Something that the palette finds: its name, a sentence, what choosing it does."""

    name: str
    help: str
    run: Callable[[], Awaitable[Any] | None]


class Everything(Provider):
    """The palette's own source. Names come from outside: they are shown, never read as markup."""

    jumps: list[Find]

    @property
    def gm(self) -> GmApp:
        """The application, by its own type."""
        from gmtool.tui.app import GmApp

        assert isinstance(self.app, GmApp)
        return self.app

    async def startup(self) -> None:
        """Gather what the screen can jump to, in a thread: a large campaign holds thousands of spells."""
        self.jumps = await to_thread(lambda: [Find(*found) for found in self.gm.places(self.screen)])

    def commands(self) -> list[Find]:
        """The commands that work here now."""
        found: dict[str, Find] = {}
        for node, binding, enabled, _ in self.screen.active_bindings.values():
            word = binding.description
            if enabled and word.startswith("cmd.") and word != "cmd.choose" and word not in found:
                run = partial(self.gm.run_action, binding.action, node)
                found[word] = Find(self.gm.say(word, self.gm.game), self.gm.say(f"{word}.help", self.gm.game), run)
        return list(found.values())

    async def discover(self) -> Hits:
        for name, help_text, run in self.commands():
            yield DiscoveryHit(Content(name), run, text=name, help=escape(help_text))

    async def search(self, query: str) -> Hits:
        from gmtool.tui.spellbook import folded

        wanted = folded(query)
        hits: list[Hit] = []
        for find in (*self.commands(), *self.jumps):
            name = cut(visible(find.name), LONGEST)
            how_well = fits(folded(name), wanted)
            if how_well:
                hits.append(
                    Hit(how_well, self.marked(name, folded(name), wanted), find.run, text=name, help=escape(visible(find.help)))
                )
        for hit in sorted(hits, reverse=True)[:MOST]:
            yield hit

    def marked(self, name: str, plain: str, wanted: str) -> Content:
        """A name with the words that were looked for marked; `plain` is the name as it is looked for."""
        content, style = Content(name), self.match_style
        if style is not None and len(plain) == len(name):
            for word in wanted.split():
                at = plain.find(word)
                if at >= 0:
                    content = content.stylize(style, at, at + len(word))
        return content


def fits(name: str, wanted: str) -> float:
    """How well a name fits what is looked for: best where it begins so, then where words of it do; 0 where not even its letters stand there
    in that order."""
    words = wanted.split()
    if name.startswith(wanted):
        return 1.0
    if all(word in name for word in words):
        starts = sum(f" {word}" in f" {name}" for word in words)
        return 0.5 + 0.4 * starts / max(1, len(words))
    letters = iter(name)
    return 0.1 if all(letter in letters for letter in wanted if letter != " ") else 0.0
