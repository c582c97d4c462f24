"""Scope: which lines of which pages can speak of an item.

A page that names the item in its title, its address or a heading is about it from there on. Elsewhere a line that names
it speaks of it, and so may the few lines after, under the same headings; a table row that names it speaks for itself. A
page that never names it is left out, however well its lines would fit the field. Names are compared by their words
(case folded; in scripts without spaces by characters), never by a list.
"""

from __future__ import annotations

from exactquote.page import Page
from exactquote.units import Unit
from pointline.pipeline.lexical import terms
from pointline.pipeline.rank import in_context, lines_with_words

AFTER = 4
"""Lines after one that names the item that may still speak of it: a paragraph."""


def scope(page: Page, item: str) -> tuple[Unit, ...]:
    """The lines of a page that can speak of ``item``, in page order; none when the page never names it."""
    wanted = frozenset(terms(item))
    if not wanted:
        return ()
    units = lines_with_words(page)
    if wanted <= frozenset(terms(page.title)):
        return tuple(units)
    found: dict[int, Unit] = {}
    left = 0
    path: tuple[str, ...] = ()
    for unit in units:
        if wanted <= frozenset(terms(" ".join(unit.heading_path))):
            found[unit.start] = unit
        if wanted <= frozenset(terms(in_context(page, unit))):
            found[unit.start] = unit
            left, path = (0 if unit.kind == "row" else AFTER), unit.heading_path
        elif left and unit.heading_path[: len(path)] == path:
            found[unit.start] = unit
            left -= 1
        else:
            left = 0
    return tuple(found.values())


def names(page: Page, item: str) -> bool:
    """Whether every word of an item stands on a page or in its title."""
    wanted = frozenset(terms(item))
    return bool(wanted) and wanted <= frozenset(terms(f"{page.title}\n{page.text}"))
