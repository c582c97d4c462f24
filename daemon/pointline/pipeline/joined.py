"""Several pages read as one: their lines stand in one order, and each is led back to the page it is of.

A question over several pages is ranked and pointed over all their lines at once, so that a page that says nothing about
it costs nothing. What is stated and verified afterwards is stated and verified on the line's own page.
"""

from __future__ import annotations

import operator
from bisect import bisect_right
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType

from exactquote.page import Block, Mark, Page, Span
from exactquote.units import Unit
from pointline.engine.base import Cancelled
from pointline.pipeline.answer import Candidate, Note, Question, Statement
from pointline.pipeline.languages import Languages, page_language
from pointline.pipeline.rank import Ranked, lexical_scores, lines_with_words, rank_with_notes

EARLIER = 0.1
"""Weight of the words of an earlier question beside those of the one that is asked; see
:mod:`pointline.pipeline.threads` for what was measured."""


@dataclass(frozen=True, eq=False)
class Joined:
    """``pages`` one after the other, as ``whole``; a single page is its own whole.

    ``starts``: where each page begins in the text of the whole, in code points.
    """

    whole: Page
    pages: tuple[Page, ...]
    starts: tuple[int, ...]
    only: Mapping[Page, Collection[int]]

    @classmethod
    def of(cls, pages: Sequence[Page], only: Mapping[Page, Collection[int]] = MappingProxyType({})) -> Joined:
        """Join pages (at least one); the whole is in the language of the first. Raises :class:`ValueError` for none.

        ``only``: of these pages just the lines that begin there are read.
        """
        if not pages:
            raise ValueError("no page to join")
        if len(pages) == 1 and pages[0] not in only:
            return cls(pages[0], (pages[0],), (0,), only)
        texts, blocks, marks, starts, units = list[str](), list[Block](), list[Mark](), list[int](), list[Unit]()
        at = tables = 0
        for page in pages:
            starts.append(at)
            first = len(blocks)
            blocks += [_block(block, at, tables) for block in page.blocks]
            marks += [Mark(at + mark.start, at + mark.end, mark.kind) for mark in page.marks]
            units += [_unit(unit, at, first) for unit in _read(page, only)]
            tables = 1 + max((block.cell.table for block in blocks if block.cell is not None), default=-1)
            texts.append(page.text)
            at += len(page.text) + 1  # the line break between two pages
        url, title = pages[0].url, " · ".join(page.title for page in pages if page.title)
        whole = Page("\n".join(texts), tuple(blocks), url, title, pages[0].lang, tuple(marks))
        whole.__dict__["units"] = tuple(units)  # as each page was cut, in its own language
        return cls(whole, tuple(pages), tuple(starts), only)

    def is_of(self, pages: Sequence[Page], only: Mapping[Page, Collection[int]]) -> bool:
        """Whether these very pages were joined, with the same lines of them."""
        same = len(pages) == len(self.pages) and all(map(operator.is_, pages, self.pages))
        return same and {page: set(lines) for page, lines in only.items()} == {
            page: set(lines) for page, lines in self.only.items()
        }

    def groups(self, chosen: Sequence[Candidate], *, together: bool) -> list[tuple[Page, Sequence[Candidate]]]:
        """Chosen lines as lines of their own pages: one by one, or those of a page ``together``, in their order."""
        found: dict[Page | int, tuple[Page, list[Candidate]]] = {}
        for number, one in enumerate(chosen):
            page, unit = self.own(one.unit)
            found.setdefault(page if together else number, (page, []))[1].append(replace(one, unit=unit))
        return list(found.values())

    def own_statement(self, statement: Statement) -> tuple[Page, list[Statement]]:
        """A statement about lines of the whole as one about lines of their own page (that of its first line)."""
        cites = [(self.own(cite.unit), cite) for cite in statement.cites]
        page = cites[0][0][0]
        own = tuple(replace(cite, unit=unit) for (other, unit), cite in cites if other is page)
        return page, [replace(statement, cites=own)]

    def own(self, unit: Unit) -> tuple[Page, Unit]:
        """The page that a line of the whole is of, and the line there."""
        number = bisect_right(self.starts, unit.start) - 1
        return self.pages[number], self._own[unit.start]

    def joint(self, page: Page, unit: Unit) -> Unit:
        """The line of the whole that a line of one of the pages is. Raises :class:`ValueError` for another page."""
        number = next((i for i, other in enumerate(self.pages) if other is page), None)
        if number is None:
            raise ValueError("not one of the pages that were joined")
        return self._joint[self.starts[number] + unit.start]

    def span(self, page: Page, span: Span) -> Span:
        """A place of one of the pages as a place of the whole."""
        start = self.starts[next(i for i, other in enumerate(self.pages) if other is page)]
        return Span(start + span.start, start + span.end)

    @cached_property
    def by_language(self) -> dict[str, Joined]:
        """The pages of each language, joined; a single page has none of its own."""
        found: dict[str, list[Page]] = {}
        for page in self.pages:
            found.setdefault(page_language(page) if len(self.pages) > 1 else "", []).append(page)
        return {name: self if len(found) == 1 else Joined.of(pages, self.only) for name, pages in found.items()}

    @cached_property
    def _own(self) -> dict[int, Unit]:
        pairs = zip(self.whole.units, (unit for page in self.pages for unit in _read(page, self.only)), strict=True)
        return {joint.start: unit for joint, unit in pairs}

    @cached_property
    def _joint(self) -> dict[int, Unit]:
        return {unit.start: unit for unit in self.whole.units}


def rank_joined(
    joined: Joined,
    question: Question,
    *,
    cancel: Cancelled | None = None,
    progress: Callable[[float], None] = lambda _share: None,
) -> Ranked:
    """Every line of the whole with a word in it, best first: pages in one language are ranked together, so that rare
    words are rare over all of them; pages in several, each language by itself. The words of an earlier question
    (``question.earlier``) count for :data:`EARLIER` of their score.

    Raises :class:`~pointline.engine.base.EngineCancelled` when cancelled.
    """
    chosen = question.selection
    alone = replace(question, selection=None)
    groups = joined.by_language.values()
    whole = joined.whole
    if len(groups) == 1 and not question.earlier:
        return rank_with_notes(whole, question, cancel=cancel, progress=progress)
    found: list[Candidate] = []
    notes: dict[Note, None] = {}
    related: list[Languages] = []
    for group in groups:
        ranked = rank_with_notes(group.whole, alone, cancel=cancel, progress=progress)
        found += [replace(one, unit=joined.joint(*group.own(one.unit))) for one in ranked.candidates]
        notes.update(dict.fromkeys(ranked.notes))
        related.append(ranked.languages)
    before = dict[int, float]()
    if question.earlier:
        units = lines_with_words(whole)
        scores = lexical_scores(whole, units, question.earlier)
        before = {unit.start: EARLIER * score for unit, score in zip(units, scores, strict=True)}
    found = [replace(one, lexical=one.lexical + before.get(one.unit.start, 0.0)) for one in found]

    def order(one: Candidate) -> tuple[bool, float, int]:
        within = chosen is not None and one.unit.start < chosen.end and chosen.start < one.unit.end
        return (not within, -one.lexical, one.unit.start)

    same = next((one for one in related if one.relation == "same"), related[0])
    return Ranked(tuple(sorted(found, key=order)), tuple(notes), same)


def _read(page: Page, only: Mapping[Page, Collection[int]]) -> Sequence[Unit]:
    return page.units if page not in only else [unit for unit in page.units if unit.start in only[page]]


def _block(block: Block, at: int, tables: int) -> Block:
    cell = None if block.cell is None else replace(block.cell, table=block.cell.table + tables)
    return replace(block, start=block.start + at, end=block.end + at, cell=cell)


def _unit(unit: Unit, at: int, first: int) -> Unit:
    return replace(
        unit,
        start=unit.start + at,
        end=unit.end + at,
        spans=tuple(Span(span.start + at, span.end + at) for span in unit.spans),
        block=unit.block + first,
        blocks=tuple(number + first for number in unit.blocks),
    )
