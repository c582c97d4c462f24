"""Scope: which lines of which pages can speak of an item.

A page that names the item in its title, its address or a heading is about it from there on. Elsewhere a line that names
it speaks of it, and so may the few lines after, under the same headings; a table row that names it speaks for itself. A
page that never names it is left out, however well its lines would fit the field. Names are compared by their words
(case folded; in scripts without spaces by characters), never by a list.

A page may give a party, or several together, a short name: the first words of the item, in quotation marks or at the
end of brackets, under the headings where the whole name stands. There the short name names it too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from exactquote.page import Page
from exactquote.units import Unit
from exactquote.verdicts.names import is_long, tokens
from pointline.pipeline.lexical import terms
from pointline.pipeline.rank import in_context, lines_with_words

AFTER = 4
"""Lines after one that names the item that may still speak of it: a paragraph."""

_MARKED = re.compile(r"[“„\"«‘‚]([^“”„\"«»‘’‚]+)[”“\"»’‘]|\(([^()]+)\)")
"""What stands in quotation marks or brackets."""


def scope(page: Page, item: str) -> tuple[Unit, ...]:
    """The lines of a page that can speak of ``item``, in page order; none when the page never names it."""
    wanted = frozenset(terms(item))
    if not wanted:
        return ()
    units = lines_with_words(page)
    known = (wanted, *_short_names(page, units, item))

    def named(text: str) -> bool:
        have = frozenset(terms(text))
        return any(name <= have for name in known)

    if named(page.title):
        return tuple(units)
    found: dict[int, Unit] = {}
    left = 0
    path: tuple[str, ...] = ()
    for unit in units:
        if named(" ".join(unit.heading_path)):
            found[unit.start] = unit
        if named(in_context(page, unit)):
            found[unit.start] = unit
            left, path = (0 if unit.kind == "row" else AFTER), unit.heading_path
        elif left and unit.heading_path[: len(path)] == path:
            found[unit.start] = unit
            left -= 1
        else:
            left = 0
    return tuple(found.values())


def _short_names(page: Page, units: Sequence[Unit], item: str) -> list[frozenset[str]]:
    """The short names that a page gives an item where it names it in full."""
    whole = tokens(item)
    shorter = [whole[:most] for most in range(len(whole) - 1, 0, -1) if any(map(is_long, whole[:most]))]
    wanted = frozenset(terms(item))
    places = {unit.heading_path for unit in units if wanted <= frozenset(terms(unit.text(page.text)))}
    found = []
    for unit in units if shorter and places else ():
        if unit.heading_path in places:
            for marked in _MARKED.finditer(unit.text(page.text)):
                said = [token for token in tokens(marked[1] or marked[2]) if token[0].isalnum()]
                name = next((name for name in shorter if said[-len(name) :] == name), None)
                if name is not None:
                    found.append(frozenset(terms(" ".join(name))))
    return [name for name in found if name]


def names(page: Page, item: str) -> bool:
    """Whether every word of an item stands on a page or in its title."""
    wanted = frozenset(terms(item))
    return bool(wanted) and wanted <= frozenset(terms(f"{page.title}\n{page.text}"))
