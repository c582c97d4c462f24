"""Tables: items × fields over pages, one cell after the other, each a full record.

Each cell takes its own steps, told as they begin: ``point`` (the line that answers the field best, of all pages that
name the item), ``extract`` (the shortest span of it), ``judge`` (rules, and the blind evaluator where one has
qualified), ``caveats`` (the evaluator's, each at its line). A cell that was found is handed out at once; a cancel keeps
what is done, and ``done`` leaves out what another run found.

The question that lines are pointed at with is the field alone: the item says which lines may speak (:mod:`.scope`), and
in the question it would only pull towards the lines that name it. Measured with the starter on 15 cells of five pages:
right line first 9 with the field alone, 5 or 6 with the item in the question, in three forms.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from urllib.parse import urlsplit

from exactquote.page import Page, Span
from exactquote.verdicts import Caveat, caveat_at, reused_lines
from pointline.engine.base import Cancelled, Engine, EngineCancelled
from pointline.pipeline.answer import Budget, Candidate, Question
from pointline.pipeline.ask import ask
from pointline.pipeline.caveats import Value, evaluator_caveats
from pointline.pipeline.cells import Cell, deep_link, value_with_parts
from pointline.pipeline.extract import Extracted, extract, in_place, unit_inferred
from pointline.pipeline.field_line import field_line
from pointline.pipeline.judging import Examined, examine
from pointline.pipeline.labels import labelled
from pointline.pipeline.numbered import point_by_number
from pointline.pipeline.open_pages import OpenPages
from pointline.pipeline.rank import lines_with_words, rank_with_notes
from pointline.pipeline.scope import scope

SECONDS = 120.0
"""Seconds in which one cell's line is looked for."""

ATTEMPTS = 3
"""Tries for one value: the first, and two corrections of an engine that writes."""


@dataclass(frozen=True, slots=True)
class CellStep:
    """What is being done for which cell: ``number`` of ``cells``, from 1."""

    number: int
    cells: int
    item: str
    field: str
    step: str


@dataclass(frozen=True, slots=True)
class CellDone:
    """A cell that was found; ``kept`` when another run had found it.

    A cell is told again when a later one makes another of it: their lines are the same, their items are not.
    """

    number: int
    cells: int
    cell: Cell
    kept: bool = False


TableEvent = CellStep | CellDone


@dataclass(frozen=True, slots=True)
class Table:
    """The cells in the order of items, then fields; of a cancelled one those that were done.

    ``sources``: pages that were read for it; ``domains``: their different hosts.
    """

    cells: tuple[Cell, ...]
    sources: int
    domains: int
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class _Line:
    page: Page
    found: Candidate
    attempts: int


def run_table(
    items: Sequence[str],
    fields: Sequence[str],
    pages: Sequence[Page],
    engine: Engine,
    *,
    done: Mapping[tuple[str, str], Cell] | None = None,
    on_event: Callable[[TableEvent], None] = lambda _event: None,
    cancel: Cancelled | None = None,
    seconds: float = SECONDS,
    attempts: int = ATTEMPTS,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> Table:
    """Find every cell of ``items`` × ``fields`` in ``pages`` (all of one session).

    ``done``: cells of an earlier run by (item, field), kept as they are. A cancel ends the run and keeps what was done.
    Raises :class:`~pointline.engine.base.EngineError` when the engine fails; what was handed to ``on_event`` before
    stays valid.
    """
    run = _Run(_different(pages), engine, on_event, cancel, Budget(1, attempts, seconds=seconds), clock)
    wanted = [(item, field) for item in dict.fromkeys(items) for field in dict.fromkeys(fields)]
    try:
        for number, key in enumerate(wanted, 1):
            kept = (done or {}).get(key)
            cell = run.cell(number, len(wanted), *key) if kept is None else kept
            run.cells.append(cell)
            on_event(CellDone(number, len(wanted), cell, kept is not None))
            for earlier, changed in run.reused():
                run.cells[earlier - 1] = changed
                on_event(CellDone(earlier, len(wanted), changed))
    except EngineCancelled:
        if cancel is None or not cancel():
            raise
        return run.table(cancelled=True)
    finally:
        run.shelf.close()
    return run.table()


class _Run:
    """What one run holds: its pages, its engine with what it has read, and the cells so far."""

    def __init__(
        self,
        pages: Sequence[Page],
        engine: Engine,
        on_event: Callable[[TableEvent], None],
        cancel: Cancelled | None,
        budget: Budget,
        clock: Callable[[], datetime],
    ) -> None:
        self.pages = pages
        self.engine = engine
        self.on_event = on_event
        self.cancel = cancel
        self.budget = budget
        self.clock = clock
        self.shelf = OpenPages(engine)
        self.cells: list[Cell] = []
        self.examined: dict[tuple[str, str], tuple[Examined, tuple[Caveat, ...]]] = {}

    def cell(self, number: int, cells: int, item: str, field: str) -> Cell:
        """Find one cell, a step after the other."""

        def step(name: str) -> None:
            if self.cancel is not None and self.cancel():
                raise EngineCancelled("The table was cancelled.")
            self.on_event(CellStep(number, cells, item, field, name))

        step("point")
        line, why = self.point(item, field)
        if line is None:
            return self.empty(item, field, why)
        page, unit = line.page, line.found.unit
        step("extract")
        found = extract(page, unit, item, field, self.engine, attempts=self.budget.attempts, cancel=self.cancel)
        if found is None:
            return self.empty(item, field, "The model found no words for it in the line that came closest.", line)
        text, value = " ".join(found.text.split()), value_with_parts(page, unit, found.span)
        step("judge")
        examined = examine(
            page,
            f"{item}, {field}: {text}",
            (unit,),
            self.engine,
            asked=f"{item} {field}",
            compared=in_place(page, unit, found.span),
            cancel=self.cancel,
        )
        more = unit_inferred(page, unit, found.span)
        if examined.verdict().verdict != "mismatch":
            step("caveats")
            others = [other for other in self.pages if other is not page]
            asked = Value(page, unit, item, field, text)
            more += evaluator_caveats(asked, others, self.engine, cancel=self.cancel)
        cell = self.made(item, field, line, found, value)
        self.examined[cell.key] = examined, more
        return cell.judged(examined.verdict(more))

    def reused(self) -> list[tuple[int, Cell]]:
        """Cells whose line stands under another item too, with the caveat that says so; numbers from 1."""
        uses = [(n, cell.item, cell.page_sha256, _whole(cell)) for n, cell in enumerate(self.cells, 1) if cell.spans]
        found = []
        for number in sorted(reused_lines(uses)):
            cell = self.cells[number - 1]
            if cell.key in self.examined and all(caveat.code != "reused_line" for caveat in cell.caveats):
                examined, more = self.examined[cell.key]
                page = next(page for page in self.pages if page.sha256 == cell.page_sha256)
                unit = next(unit for unit in page.units if unit.start == cell.spans[0].start)
                reused = caveat_at("reused_line", page, unit)
                found.append((number, cell.judged(examined.verdict((*more, reused)))))
        return found

    def point(self, item: str, field: str) -> tuple[_Line | None, str]:
        """The best line of all pages that name the item, or why there is none."""
        best: _Line | None = None
        seen, until = 0, time.monotonic() + self.budget.seconds
        for page in self.pages:
            units = {unit.start for unit in scope(page, item)}
            if not units:
                continue
            if seen and time.monotonic() > until:
                return best, "The time was over before every source was read."
            seen += 1
            found = self.pointed(page, units, item, field)
            given = None if found is None else labelled(page, found.found.unit, field, item)
            found = None if found is None or given is None else replace(found, found=replace(found.found, unit=given))
            if found is not None and (best is None or found.found.score > best.found.score):
                best = found
        if not seen:
            return None, f"None of the {len(self.pages)} sources names {item!r}."
        return best, f"No line answers it in the {seen} of {len(self.pages)} sources that name {item!r}."

    def pointed(self, page: Page, units: set[int], item: str, field: str) -> _Line | None:
        """The line of one page that answers the field, if any does."""
        if not self.engine.info.likelihoods:
            asked = Question(f"{field} ({item})", budget=self.budget)
            answer = ask(page, asked, self.engine, cancel=self.cancel, open_pages=self.shelf)
            first = next((claim for claim in answer.claims if claim.unit.start in units), None)
            if first is None:  # nothing was cited, or only lines about another item
                return None
            return _Line(page, Candidate(first.unit, 0.0, score=first.score or 0.0), first.attempts)
        by_score = self.engine.info.strategy == "score"
        question = Question(field if by_score else f"{field} ({item})", budget=self.budget)
        ranked = rank_with_notes(page, question, cancel=self.cancel).candidates
        inside = [candidate for candidate in ranked if candidate.unit.start in units]
        if by_score:
            best = field_line(page, field, inside, self.engine, cancel=self.cancel)
            return None if best is None else _Line(page, best, 1)
        found = point_by_number(page, question, ranked, self.engine, cancel=self.cancel, open_pages=self.shelf)
        chosen = [candidate for candidate in found.chosen if candidate.unit.start in units]
        return _Line(page, chosen[0], 1) if chosen else None

    def empty(self, item: str, field: str, why: str, line: _Line | None = None) -> Cell:
        """A cell without a value; nothing is known, so nothing is denied."""
        url, sha256 = ("", "") if line is None else (line.page.url, line.page.sha256)
        return Cell(
            item, field, None, url, sha256, None, (), "", "uncertain", 0.0, (), why, "rules",
            self.budget.attempts if line is not None else 1, self.engine.info.name, self.clock(),
        )  # fmt: skip

    def made(self, item: str, field: str, line: _Line, found: Extracted, value: str) -> Cell:
        """A cell with its line, before its verdict."""
        page, unit = line.page, line.found.unit
        units = lines_with_words(page)
        at = next((i for i, other in enumerate(units) if other.start == unit.start), None)
        before = units[at - 1].text(page.text) if at else ""
        after = units[at + 1].text(page.text) if at is not None and at + 1 < len(units) else ""
        return Cell(
            item=item,
            field=field,
            value=value,
            source_url=page.url,
            page_sha256=page.sha256,
            quote=unit.text(page.text),
            spans=unit.spans,
            deep_link=deep_link(page, unit),
            verdict="uncertain",
            score=0.0,
            caveats=(),
            why="",
            verdict_source="rules",
            attempts=max(line.attempts, found.attempts),
            engine=self.engine.info.name,
            created_at=self.clock(),
            value_spans=(found.span,),
            line_before=before,
            line_after=after,
            heading_path=unit.heading_path,
            source_title=page.title,
        )

    def table(self, *, cancelled: bool = False) -> Table:
        """The cells so far."""
        hosts = {urlsplit(page.url).hostname or "" for page in self.pages}
        return Table(tuple(self.cells), len(self.pages), len(hosts - {""}), cancelled)


def _whole(cell: Cell) -> Span:
    return Span(cell.spans[0].start, cell.spans[-1].end)


def _different(pages: Sequence[Page]) -> tuple[Page, ...]:
    """Each page version once."""
    return tuple({(page.url, page.sha256): page for page in pages}.values())
