"""The turns of a thread as they were kept: questions, verified lines and pages, nothing that a model wrote."""

from __future__ import annotations

from collections.abc import Sequence

from exactquote.page import CapturedBlock, Page, Span
from pointline.pipeline.answer import Turn, TurnLine
from pointline.store.paging import LARGEST, oldest_first
from pointline.store.records import StoredAsk, StoredLine, StoredPage
from pointline.store.store import Store


def kept_thread(store: Store, thread: str) -> tuple[StoredAsk, ...]:
    """Every question of a thread that was answered, oldest first."""
    found = oldest_first(lambda cursor: store.asks(thread=thread, cursor=cursor, limit=LARGEST))
    return tuple(ask for ask in found if ask.status == "done" and ask.result is not None)


def turns_of(asks: Sequence[StoredAsk]) -> tuple[Turn, ...]:
    """The turns that a further one follows, numbered from 1."""
    found = []
    for number, ask in enumerate(asks, 1):
        result = ask.result
        claims = () if result is None else result.claims
        lines = dict.fromkeys(_line(line) for claim in claims for line in claim.lines)
        found.append(Turn(number, ask.question, tuple(lines), 0 if result is None else len(result.withheld)))
    return tuple(found)


def pages_of(asks: Sequence[StoredAsk]) -> tuple[StoredPage, ...]:
    """The pages of a thread in the order in which they came; of one address the version that was read last."""
    found: dict[str, StoredPage] = {}
    for ask in asks:
        for page in (ask.page, *ask.further):
            found[page.url or page.sha256] = page
    return tuple(found.values())


def from_text(kept: StoredPage) -> Page | None:
    """A page from the text that was kept of it, a paragraph for each line; None when its text was not kept."""
    if kept.text is None:
        return None
    blocks = [CapturedBlock(line) for line in kept.text.split("\n")]
    return Page.from_blocks(blocks, url=kept.url, title=kept.title, lang=kept.lang)


def _line(line: StoredLine) -> TurnLine:
    span = Span(line.line_spans[0].start, line.line_spans[-1].end)
    return TurnLine(line.line, span, line.source_url, line.page_sha256)
