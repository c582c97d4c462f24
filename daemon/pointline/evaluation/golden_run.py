"""Run the turns of a scenario through the pipeline, and reduce each answer to what a person is shown.

What is graded is the record that the command line prints and the API sends, not the objects behind it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from exactquote.page import Page
from pointline.checks.check import check_memo
from pointline.checks.found import FoundLine
from pointline.checks.reading import read_memo
from pointline.engine.base import Engine
from pointline.errors import BadInput
from pointline.evaluation.golden_format import GoldenPage, Scenario, Turn
from pointline.evaluation.golden_watch import Watch, WatchedEngine
from pointline.pipeline.answer import Answer, Budget, Question
from pointline.pipeline.answer import Turn as Asked
from pointline.pipeline.asking import answer_asked
from pointline.pipeline.cells import Cell, cell_record
from pointline.pipeline.record import answer_json
from pointline.pipeline.tables import run_table
from pointline.pipeline.threads import turn_of

Json = dict[str, Any]
OpenFile = Callable[[Path, str], Page]
"""Reads a file as the page at an address; raises :class:`BadInput` where it is none."""

MakeEngine = Callable[[Scenario, Turn], Engine]
"""The engine for a turn; whoever calls :func:`run_scenario` owns and closes it."""


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line as it was handed out: its text, the page that it is said to be on, and where (code points).

    ``read``: with the headers of a table row, as its figures are read.
    """

    text: str
    page: Page | None
    spans: tuple[tuple[int, int], ...]
    quote: str = ""
    quote_spans: tuple[tuple[int, int], ...] = ()
    read: str = ""
    around: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """A claim as it was shown, with its lines and, in ``beside``, those of its caveats, which must point too.

    ``marks`` are its flags and caveats, ``computed`` its computed facts.
    """

    text: str
    lines: tuple[ShownLine, ...]
    beside: tuple[ShownLine, ...] = ()
    marks: tuple[str, ...] = ()
    computed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Came:
    """What came of a turn. ``pages``: those of its scenario by name; ``statement``: the words that were put to a check,
    "" for other turns."""

    turn: Turn
    pages: Mapping[str, Page]
    none: bool
    claims: tuple[Shown, ...]
    withheld: tuple[str, ...] = ()
    nearest: tuple[ShownLine, ...] = ()
    read_share: float = 1.0
    budget_ended: bool = False
    notes: tuple[str, ...] = ()
    verdict: str = ""
    statement: str = ""
    guards: Mapping[str, int] = field(default_factory=Counter)
    written: int = 0
    retries: int = 0
    retry_seconds: float = 0.0


def open_pages(scenario: Scenario, open_file: OpenFile) -> dict[str, Page]:
    """The pages of a scenario by name; raises :class:`BadInput` naming the scenario's file where one cannot be read."""
    return {page.name: _opened(scenario, page, open_file) for page in scenario.pages}


def _opened(scenario: Scenario, given: GoldenPage, open_file: OpenFile) -> Page:
    try:
        page = open_file(given.file, given.url)
    except BadInput as error:
        raise BadInput("bad-scenario", f"{scenario.file}: page '{given.name}': {error}", error.action) from None
    if not given.title and not given.lang:
        return page
    return replace(page, title=given.title or page.title, lang=given.lang or page.lang)


def run_scenario(scenario: Scenario, pages: Mapping[str, Page], make: MakeEngine) -> list[Came]:
    """Run every turn of a scenario, as one conversation or each by itself.

    Raises :class:`~pointline.engine.base.EngineError` when an engine fails.
    """
    thread = Thread() if scenario.thread else None
    return [run_turn(turn, pages, make(scenario, turn), thread) for turn in scenario.turns]


@dataclass
class Thread:
    """A conversation so far: what each turn left, and the pages that were asked."""

    turns: list[Asked] = field(default_factory=list)
    names: dict[str, None] = field(default_factory=dict)


def run_turn(turn: Turn, pages: Mapping[str, Page], engine: Engine, thread: Thread | None = None) -> Came:
    """Run one turn over its pages, which are given by name, as the next of ``thread`` or by itself."""
    watch = Watch()
    watched = WatchedEngine(engine, watch)
    if turn.kind == "cell":
        came = _cell(turn, pages, watched)
    elif turn.kind == "statement":
        came = _statement(turn, pages, watched)
    else:
        came = _question(turn, pages, watched, thread)
    return replace(came, written=watch.written, retries=watch.retries, retry_seconds=watch.retry_seconds)


def _question(turn: Turn, pages: Mapping[str, Page], engine: Engine, thread: Thread | None) -> Came:
    """Ask as the command line and the API do; a thread keeps the verified lines and nothing that was written."""
    own = [pages[name] for name in turn.pages]
    question = Question(turn.text, budget=Budget(max_claims=turn.max_claims))
    if thread is None:
        return came_of(turn, pages, answer_asked(own, question, engine))
    former = [pages[name] for name in thread.names if name not in turn.pages]
    answer = answer_asked(own, question, engine, thread=tuple(thread.turns), former=former, gather=turn.gather)
    thread.turns.append(turn_of(answer))
    thread.names.update(dict.fromkeys(turn.pages))
    return came_of(turn, pages, answer)


def came_of(turn: Turn, pages: Mapping[str, Page], answer: Answer) -> Came:
    """What an answer shows, from its record."""
    record = answer_json(answer)
    near = answer.near or (answer.page,) * len(record["nearest"])
    return Came(
        turn,
        pages,
        record["none"],
        tuple(shown_claim(claim, pages.values()) for claim in record["claims"]),
        tuple(f"{held['text']} {held['quote']}" for held in record["withheld"]),
        tuple(_near(line, page) for line, page in zip(record["nearest"], near, strict=True)),
        record["page"]["read_share"],
        record["stats"]["budget_ended"],
        tuple(note["code"] for note in record["notes"]),
        guards=record["stats"]["guards"],
    )


def shown_claim(claim: Json, pages: Iterable[Page]) -> Shown:
    """A claim of an answer's record; its lines are on the page that it names."""
    known = list(pages)
    page = _named(claim, known)
    codes = [caveat["code"] for caveat in claim["caveats"]]
    marks = tuple(dict.fromkeys((*claim["flags"], *claim["support"]["flags"], *codes)))
    computed = [fact["text"] for fact in claim["support"]["facts"] if fact["status"] == "computed_from"]
    lines = (_line(claim, page), *(_line(further, page) for further in claim["more"]))
    beside = tuple(_caveat_line(caveat, known) for caveat in claim["caveats"] if caveat["line"] is not None)
    return Shown(claim["text"], lines, beside, marks, tuple(computed))


def _named(found: Json, pages: Sequence[Page]) -> Page | None:
    """The page that a record names by its version and address."""
    same = [page for page in pages if page.sha256 == found["page_sha256"]]
    return next((page for page in same if page.url == found["source_url"]), None)


def _line(found: Json, page: Page | None) -> ShownLine:
    spans = _spans(found["line_spans"])
    read, around = _as_read(page, spans)
    return ShownLine(found["line"], page, spans, found["quote"], _spans(found["spans"]), read, around)


def _near(found: Json, page: Page) -> ShownLine:
    return ShownLine(found["text"], page, ((found["start"], found["end"]),))


def _spans(found: Sequence[Json]) -> tuple[tuple[int, int], ...]:
    return tuple((span["start"], span["end"]) for span in found)


def _as_read(page: Page | None, spans: Sequence[tuple[int, int]]) -> tuple[str, str]:
    """A line's words with the headers of its cells, from the page's blocks; and what stands above and around it."""
    if page is None:
        return "", ""
    cells, above = list[str](), list[str]()
    for start, end in spans:
        here = next((block for block in page.blocks if block.start <= start and end <= block.end), None)
        words = page.text[start:end]
        header = " ".join((*here.row_headers, *here.column_headers)) if here is not None else ""
        cells.append(f"{header}: {words}" if header and header != words else words)
        above += here.heading_path if here is not None else ()
    return " | ".join(cells), "\n".join([*above, page.title, page.url])


def _cell(turn: Turn, pages: Mapping[str, Page], engine: Engine) -> Came:
    table = run_table([turn.item], [turn.field], [pages[name] for name in turn.pages], engine)
    cell = table.cells[0]
    record, known = cell_record(cell), list(pages.values())
    marks = tuple(caveat["code"] for caveat in record["caveats"])
    claims = tuple[Shown, ...]()
    if record["value"] is not None:
        beside = tuple(_caveat_line(caveat, known) for caveat in record["caveats"] if caveat["line"] is not None)
        claims = (Shown(record["value"], (_cell_line(cell, record, known),), beside, marks),)
    return Came(turn, pages, record["value"] is None, claims, verdict=record["verdict"])


def _caveat_line(caveat: Json, pages: Sequence[Page]) -> ShownLine:
    page, spans = _named(caveat, pages), _spans(caveat["spans"])
    read, around = _as_read(page, spans)
    return ShownLine(caveat["line"], page, spans, read=read, around=around)


def _cell_line(cell: Cell, record: Json, pages: Sequence[Page]) -> ShownLine:
    page, spans = _named(record, pages), _spans(record["spans"])
    read, around = _as_read(page, spans)
    values = tuple((span.start, span.end) for span in cell.value_spans)
    quote = "" if page is None else "".join(page.text[start:end] for start, end in values)
    return ShownLine(record["quote"], page, spans, quote, values, read, around)


def _statement(turn: Turn, pages: Mapping[str, Page], engine: Engine) -> Came:
    def refuse(address: str) -> Page:
        raise BadInput("not-opened", f"{address} is no page of the scenario.", "Name it under [[page]].")

    memo = read_memo(turn.text, "markdown")
    checked = check_memo(memo, engine, refuse, against=[pages[name] for name in turn.pages]).claims[0]
    lines = tuple(_found(line) for line in checked.lines)
    marks = tuple(caveat.code for caveat in checked.verdict.caveats)
    return Came(
        turn,
        pages,
        not lines,
        (Shown("", lines, marks=marks),) if lines else (),
        nearest=() if checked.nearest is None else (_found(checked.nearest),),
        verdict=checked.verdict.verdict,
        statement=checked.claim.text,
    )


def _found(line: FoundLine) -> ShownLine:
    spans = tuple((span.start, span.end) for span in line.unit.spans)
    read, around = _as_read(line.page, spans)
    quoted = tuple((span.start, span.end) for span in line.spans)
    return ShownLine(line.unit.text(line.page.text), line.page, spans, line.quote, quoted, read, around)
