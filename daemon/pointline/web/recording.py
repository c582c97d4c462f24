"""What of a question goes into the store, and when: its beginning before it is acknowledged, its end before the last
event is sent. Of a private question nothing does."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Literal

from pointline.pipeline.answer import Answer, Claim, Note
from pointline.store.errors import StoreError
from pointline.store.opened import unread
from pointline.store.records import NewAsk
from pointline.store.store import Store
from pointline.web.asked import Ask

log = logging.getLogger("pointline.web")


class Recorder:
    """Writes questions to a store, or to none."""

    def __init__(self, store: Store | None) -> None:
        self.store = store

    def begin(self, ask: Ask) -> None:
        """Note a question that begins, whether its page is there or must be opened first; raises ``BadInput`` when it
        cannot be kept."""
        if self.store is None or ask.private:
            return
        new = NewAsk(
            question=ask.question.text,
            page=unread(ask.address) if ask.page is None else ask.page,
            id=ask.id,
            session=ask.session or None,
            thread=ask.thread,
            selection=ask.question.selection,
            strategy=ask.question.strategy,
            keep_text=ask.keep_text,
            further=(*ask.further, *ask.former),
        )
        self.store.begin_ask(new)
        if not ask.session:
            noted = self.store.ask(ask.id)
            ask.session = noted.session if noted is not None else ""

    def opened(self, ask: Ask) -> None:
        """Note which page was found at the address of a question; raises ``BadInput`` when it cannot be kept."""
        if self.store is not None and not ask.private and ask.page is not None:
            ask.forgotten |= not self.store.page_opened(ask.id, ask.page)

    def finish(self, ask: Ask, answer: Answer) -> tuple[Note, ...]:
        """Keep the answer; a store that fails now costs the record, not the answer, and the person is told."""
        if self.store is None or ask.private:
            return ()
        try:
            ask.forgotten |= not self.store.finish_ask(ask.id, answer)
        except StoreError as error:
            log.error("ask %s could not be kept: %s", ask.id, error)
            return (Note("not_recorded", f"This answer is not in the history. {error} {error.action}"),)
        return ()

    def stop(self, ask: Ask, status: Literal["failed", "cancelled"], problem: str, found: Sequence[Claim] = ()) -> None:
        """Keep how a question ended that has no answer, with the claims that were handed out."""
        if self.store is None or ask.private:
            return
        try:
            self.store.end_ask(ask.id, status, problem=problem, page=ask.page, found=found)
        except StoreError as error:
            log.error("the end of ask %s could not be kept: %s", ask.id, error)
