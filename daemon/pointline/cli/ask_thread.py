"""The thread of a question on the command line: its turns so far, its pages opened again, and its next turn kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from exactquote.page import Page
from pointline.errors import BadInput, Failure
from pointline.pipeline.answer import Answer, Note, Question, Turn, notes_of
from pointline.sources.opened import Opened
from pointline.store.records import NewAsk, StoredPage, new_id
from pointline.store.store import Store
from pointline.store.turns import from_text, kept_thread, pages_of, turns_of

NEW = "new"
_NAME = re.compile(r"[0-9a-zA-Z_-]{1,64}")
Open = Callable[[str], Opened]


@dataclass(frozen=True, slots=True)
class Opening:
    """The pages that a turn is asked about, those of which only earlier lines are read, and notes on their reading."""

    pages: tuple[Page, ...]
    former: tuple[Page, ...]
    notes: tuple[Note, ...]


class CommandThread:
    """A thread by its name, with its turns; close it when the turn is kept."""

    def __init__(self, name: str) -> None:
        if not _NAME.fullmatch(name):
            message = f"{name!r} cannot name a thread."
            raise BadInput("thread-name", message, "Use up to 64 letters, digits, '-' and '_'; 'new' begins one.")
        self.name = new_id() if name == NEW else name
        self.store = Store.open()
        try:
            self._kept = kept_thread(self.store, self.name)
        except BaseException:
            self.close()
            raise
        self.turns: tuple[Turn, ...] = turns_of(self._kept)
        self.session: str | None = self._kept[-1].session if self._kept else None

    def open(self, names: Sequence[str], open_page: Open) -> Opening:
        """Open the named pages, and those of earlier turns again; without a name, all of the thread are asked.

        Raises :class:`BadInput` when a named page cannot be opened, or none of the thread can.
        """
        given, notes = opened(names, open_page)
        addresses = {page.url for page in given if page.url}
        before: list[Page] = []
        for kept in pages_of(self._kept):
            if kept.url and kept.url in addresses:
                continue
            page, told = _again(kept, open_page)
            before += [] if page is None else [page]
            notes += told
        before = [page for page in before if all(page.sha256 != one.sha256 for one in given)]
        if given:
            return Opening(tuple(given), tuple(before), tuple(notes))
        if not before:
            message = "No page of this thread can be opened again." if self.turns else "This thread has no page yet."
            raise BadInput("no-page", message, "Name a page before the question.")
        return Opening(tuple(before), (), tuple(notes))

    def keep(self, question: Question, opening: Opening, answer: Answer) -> None:
        """Keep the turn in the thread's session, a new one for its first."""
        first, *further = opening.pages
        new = NewAsk(
            question=question.text,
            page=first,
            session=self.session,
            thread=self.name,
            strategy=question.strategy,
            further=(*further, *opening.former),
        )
        self.store.begin_ask(new)
        self.store.finish_ask(new.id, answer)

    def close(self) -> None:
        """Close the store."""
        self.store.close()


def opened(names: Sequence[str], open_page: Open) -> tuple[list[Page], list[Note]]:
    """The named pages, each once, and notes on their reading. Raises :class:`BadInput` where one cannot be opened."""
    pages: list[Page] = []
    notes: list[Note] = []
    for name in dict.fromkeys(names):
        found = open_page(name)
        pages.append(found.page)
        notes += notes_of(found.notes)
    return pages, list(dict.fromkeys(notes))


def _again(kept: StoredPage, open_page: Open) -> tuple[Page | None, list[Note]]:
    """A page of an earlier turn as it is now, else from the text that was kept; and what was lost with it."""
    name = kept.url or "standard input"
    if kept.url:
        try:
            found = open_page(kept.url)
        except (BadInput, Failure) as error:
            why = str(error)
        else:
            return found.page, list(notes_of(found.notes))
    else:
        why = "It has no address."
    page = from_text(kept)
    if page is not None:
        told = f"{name} was read from the text that was kept of it, without its headings and tables: {why}"
        return page, [Note("page_from_kept_text", told)]
    return None, [Note("page_gone", f"{name}, asked earlier in this thread, cannot be read again: {why}")]
