"""Caveats and their places: made from a line of a page, and located again before anybody sees them."""

from __future__ import annotations

from collections.abc import Iterable

from exactquote.page import Page, Span
from exactquote.quotes import locate
from exactquote.units import Unit
from exactquote.verdicts.model import Caveat, Code
from exactquote.verdicts.registry import CAVEATS


def caveat_at(code: Code, page: Page, unit: Unit, detail: str = "") -> Caveat:
    """A caveat that points at a line of a page."""
    units = page.units
    at = next((i for i, other in enumerate(units) if other.start == unit.start), None)
    before = units[at - 1].text(page.text) if at else ""
    after = units[at + 1].text(page.text) if at is not None and at + 1 < len(units) else ""
    span = Span(unit.start, unit.end)
    return Caveat(code, span, unit.text(page.text), page.url, page.sha256, detail, before, after)


def relocated(caveats: Iterable[Caveat], pages: Iterable[Page]) -> tuple[Caveat, ...]:
    """The caveats that hold: each textual one whose line stands exactly where it says, in one of ``pages``; each code
    once per line. What cannot be located is dropped, whoever found it."""
    known = {page.sha256: page for page in pages}
    kept: dict[tuple[str, str, Span | None], Caveat] = {}
    for caveat in caveats:
        if _stands(caveat, known.get(caveat.page_sha256)):
            kept.setdefault((caveat.code, caveat.page_sha256, caveat.line), caveat)
    return tuple(kept.values())


def _stands(caveat: Caveat, page: Page | None) -> bool:
    if caveat.line is None:
        return not CAVEATS[caveat.code].textual
    if page is None or not caveat.text.strip() or caveat.line.of(page.text) != caveat.text:
        return False
    found = locate(page, caveat.text, near=caveat.line)
    return found.found and any(
        one.spans[0].start == caveat.line.start and one.spans[-1].end == caveat.line.end for one in found.occurrences
    )
