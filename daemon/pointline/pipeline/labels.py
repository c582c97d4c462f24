"""Lines that only name what the next line gives: a term before its definition, a label or heading before its value."""

from __future__ import annotations

from exactquote.page import Page
from exactquote.units import Unit
from pointline.pipeline.lexical import terms


def labelled(page: Page, unit: Unit, field: str, item: str) -> Unit | None:
    """The line that gives what ``unit`` names: the next one under the same headings, where ``unit`` has no word but
    those of ``field`` and ``item``. ``unit`` itself where it says more, None where nothing follows."""
    if unit.kind == "row" or not _names(page, unit, field, item):
        return unit
    units = page.units
    at = next(i for i, other in enumerate(units) if other.start == unit.start)
    path = (*unit.heading_path, " ".join(unit.text(page.text).split())) if unit.kind == "heading" else unit.heading_path
    after = units[at + 1] if at + 1 < len(units) else None
    if after is None or after.kind in ("row", "heading") or after.heading_path != path:
        return None
    return None if _names(page, after, field, item) else after


def _names(page: Page, unit: Unit, field: str, item: str) -> bool:
    said = set(terms(unit.text(page.text)))
    return bool(said) and said <= set(terms(f"{field} {item}")) and bool(said & set(terms(field)))
