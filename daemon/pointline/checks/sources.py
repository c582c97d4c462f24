"""The documents that a memo cites, each opened once, and what became of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import unquote, urldefrag

from exactquote.page import Page
from pointline.checks.targets import resolved, target_of
from pointline.errors import BadInput

Open = Callable[[str], Page]
"""Opens an address (http, https or file) as a page; raises :class:`BadInput` with what is wrong."""

Anchors = Callable[[Page], frozenset[str] | None]
"""The names of the places within a page that a link can lead to; None where they are not known."""

_ROUTE = re.compile(r"[!/]|.*[=&]|L\d+|top$", re.IGNORECASE)
"""Fragments that are for scripts of a page or for every page, and name no place in it: ``!/fees``, ``a=1``, ``L10``."""


@dataclass(frozen=True, slots=True)
class Source:
    """A document that was cited as ``cite``: its page, or why there is none. ``problem`` also says where the page is
    there and the place in it that the link names is not."""

    cite: str
    address: str
    page: Page | None = None
    problem: str = ""
    code: str = ""

    @property
    def works(self) -> bool:
        """Whether the link led to a page with text."""
        return self.page is not None


class Sources:
    """Opens what is cited, each address once, however often and however it is written.

    ``given`` are pages that are open already; a citation of one of them needs no opening, wherever it lies.
    """

    def __init__(
        self,
        open_page: Open,
        place: str,
        base: str = "",
        given: Sequence[Page] = (),
        anchors: Anchors = lambda _page: None,
    ) -> None:
        self._open = open_page
        self._anchors = anchors
        self._place = place
        self._base = base
        self._given = {page.url: page for page in given if page.url}
        self._known: dict[str, Page | BadInput] = {}

    def __len__(self) -> int:
        return len(self._known)

    def of(self, cite: str) -> Source:
        """The document behind a citation."""
        address = resolved(cite, self._place, self._base)
        if address in self._given:
            return self._found(cite, address, self._given[address])
        try:
            address = target_of(cite, self._place, self._base)
        except BadInput as error:
            return Source(cite, cite, None, str(error), error.code)
        found = self._known.get(address)
        if found is None:
            try:
                found = self._open(address)
            except BadInput as error:
                found = error
            self._known[address] = found
        if isinstance(found, BadInput):
            return Source(cite, address, None, str(found), found.code)
        return self._found(cite, address, found)

    def _found(self, cite: str, address: str, page: Page) -> Source:
        name = unquote(urldefrag(cite.strip()).fragment.partition(":~:")[0])
        names = self._anchors(page)
        if not name or names is None or _ROUTE.match(name) or {name, f"user-content-{name}"} & names:
            return Source(cite, address, page)
        return Source(cite, address, page, f"The page opens, but it has no place called {name!r}.", "no-place")

    @property
    def pages(self) -> tuple[Page, ...]:
        """Every page that was opened, in the order it was cited."""
        return tuple(found for found in self._known.values() if isinstance(found, Page))
