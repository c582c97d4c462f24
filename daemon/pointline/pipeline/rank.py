"""Rank: order the page's lines by how likely they are to answer, without a model.

A long page then needs no full reading: the model scores the best lines first and reads on only while nothing answers.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from exactquote.page import Page
from exactquote.units import Unit
from pointline.pipeline.answer import Candidate, Question
from pointline.pipeline.lexical import LexicalIndex
from pointline.pipeline.question import without_addresses

_indexes: WeakKeyDictionary[Page, LexicalIndex] = WeakKeyDictionary()


def in_context(page: Page, unit: Unit) -> str:
    """The line as a model should read it: white space closed up, and in a table row each cell after its column
    header."""
    if unit.kind != "row":
        return " ".join(page.text[unit.start : unit.end].split())
    cells = []
    for span, headers in zip(unit.spans, unit.column_headers, strict=True):
        value = " ".join(span.of(page.text).split())
        header = " ".join(" ".join(headers).split())
        cells.append(f"{header}: {value}" if header and header != value else value)
    return " | ".join(cells)


def lines_with_words(page: Page) -> list[Unit]:
    """The lines that could say something: a lone bullet or brace cannot."""
    return [unit for unit in page.units if any(char.isalnum() for char in unit.text(page.text))]


def around(page: Page, unit: Unit) -> str:
    """What a claim about the line may take for granted: title and address of the page, and the headings above it."""
    return "\n".join((page.title, page.url, *unit.heading_path))


def rank(page: Page, question: Question) -> list[Candidate]:
    """Every line of the page with a word in it as a candidate, best first; lines of the selection before all others;
    ties in page order."""
    units = lines_with_words(page)
    index = _indexes.get(page)
    if index is None:
        index = LexicalIndex.of([in_context(page, unit) for unit in units])
        _indexes[page] = index
    scores = index.scores(without_addresses(question.text))
    order = sorted(range(len(units)), key=lambda i: (not _selected(units[i], question), -scores[i], i))
    return [Candidate(units[i], scores[i]) for i in order]


def _selected(unit: Unit, question: Question) -> bool:
    chosen = question.selection
    return chosen is not None and unit.start < chosen.end and chosen.start < unit.end
