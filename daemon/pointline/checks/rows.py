"""Rows of a table, and items of a list, that are about another thing than a claim names.

The claim "Pike: 900" has its figure in the row of the perch, and names the pike, which has a row of its own: the row of
the perch is no evidence for it, whatever its figures. Told by the words that a row has for itself and the rows beside
it lack; a claim that names no row of a table, or this one among others, may have its figure from any.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from exactquote.facts.fold import lower
from exactquote.page import Page
from exactquote.units import Unit
from exactquote.verdicts.names import is_run, same_word, tokens, words
from pointline.pipeline.rank import in_context

_SHORT = 3
_LONGEST_NAME = 6
"""Words that name a row, at most; more are a sentence."""


@dataclass(frozen=True, slots=True)
class Named:
    """Where rows begin that a claim names, and those beside them that are about another thing."""

    own: frozenset[int] = frozenset()
    others: frozenset[int] = frozenset()


def named_rows(page: Page, claim: str, units: Sequence[Unit], *, lang: str = "") -> Named:
    """The rows of which the claim has every word that only they have; and those beside one, of which it has none.

    ``lang``: the claim's language where it is another than the page's: then names do not meet, and there are none.
    """
    if lang:
        return Named()
    said, flat = words(claim), lower(claim)
    own: set[int] = set()
    others: set[int] = set()
    for group in _groups(page, units):
        names = [(unit.start, name) for unit, name in zip(group, _own_words(page, group), strict=True) if name]
        named = {start for start, name in names if all(_said(word, said, flat) for word in name)}
        if named:
            own |= named
            others.update(start for start, name in names if not any(_said(word, said, flat) for word in name))
    return Named(frozenset(own), frozenset(others))


def _groups(page: Page, units: Sequence[Unit]) -> Iterator[list[Unit]]:
    """The rows of each table, and the items of each list."""

    def place(unit: Unit) -> tuple[object, ...]:
        block = page.blocks[unit.block]
        if block.cell is not None:
            return "table", block.cell.table
        return (block.kind, block.heading_path) if block.kind == "list_item" else ("", unit.start)

    for (kind, *_), group in groupby(units, key=place):
        together = list(group) if kind else []
        if len(together) > 1:
            yield together


def _name(page: Page, unit: Unit) -> frozenset[str]:
    """The words that say what a row is about: those of its headers or its first cell; of an item those beside its
    figures."""
    if unit.kind == "row":
        text = " ".join(unit.row_headers) or unit.spans[0].of(page.text)
    else:
        text = in_context(page, unit)
    found = [token for token in tokens(text) if token[0].isalpha()]
    return frozenset(found) if len(found) <= _LONGEST_NAME else frozenset()


def _own_words(page: Page, group: Sequence[Unit]) -> list[frozenset[str]]:
    """Of each row's name the words that no other row has, so that "the", and a unit in every item, tell nothing."""
    names = [_name(page, unit) for unit in group]
    often = Counter(word for name in names for word in name)
    return [frozenset(word for word in name if often[word] == 1) for name in names]


def _said(word: str, said: frozenset[str], flat: str) -> bool:
    """Whether the claim has a word, or a form of it; of three letters with one or two more (``eel``, ``eels``)."""
    if is_run(word):
        return word in flat
    longer = _SHORT + 2 if len(word) == _SHORT else 0
    return any(same_word(word, other) or (other.startswith(word) and len(other) <= longer) for other in said)
