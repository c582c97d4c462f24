"""The documents that a memo cites, each opened once, and what became of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from exactquote.page import Page
from pointline.checks.targets import resolved, target_of
from pointline.errors import BadInput

Open = Callable[[str], Page]
"""Opens an address (http, https or file) as a page; raises :class:`BadInput` with what is wrong."""


@dataclass(frozen=True, slots=True)
class Source:
    """A document that was cited as ``cite``: its page, or why there is none."""

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

    def __init__(self, open_page: Open, place: str, base: str = "", given: Sequence[Page] = ()) -> None:
        self._open = open_page
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
            return Source(cite, address, self._given[address])
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
        return Source(cite, address, found)

    @property
    def pages(self) -> tuple[Page, ...]:
        """Every page that was opened, in the order it was cited."""
        return tuple(found for found in self._known.values() if isinstance(found, Page))
