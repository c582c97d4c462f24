"""Cells as they go into the store and come out of it, and the sessions that hold them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from exactquote.page import Span
from pointline.store.records import Caveat, Session, StoredAsk, Verdict, VerdictSource


@dataclass(frozen=True, slots=True)
class CellRecord:
    """One item, one field, one value, and what checking it found (DESIGN section 7).

    ``value`` and ``quote`` are None where nothing was found. ``score`` runs from 0 to 1. ``run`` names the table or
    check that the cell belongs to.
    """

    item: str
    field: str
    value: str | None
    source_url: str
    page_sha256: str
    quote: str | None
    spans: tuple[Span, ...]
    deep_link: str
    verdict: Verdict
    score: float | None
    caveats: tuple[Caveat, ...]
    why: str
    verdict_source: VerdictSource
    attempts: int
    engine: str
    line: str = ""
    line_before: str = ""
    line_after: str = ""
    heading_path: tuple[str, ...] = ()
    source_title: str = ""
    run: str = ""
    value_spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Replaced:
    """A verdict that a person put another in place of, at ``at``."""

    verdict: Verdict
    verdict_source: VerdictSource
    score: float | None
    why: str
    at: datetime


@dataclass(frozen=True, slots=True)
class StoredCell:
    """A cell as kept; ``replaced`` holds the verdicts before a person's own, oldest first."""

    id: str
    session: str
    created_at: datetime
    record: CellRecord
    replaced: tuple[Replaced, ...] = ()


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """A session with all its questions and cells, each oldest first."""

    session: Session
    asks: tuple[StoredAsk, ...]
    cells: tuple[StoredCell, ...]


@dataclass(frozen=True, slots=True)
class CellCounts:
    """How many cells, pages and sites a session's cells touch; ``verdicts`` by verdict, ``caveats`` by code."""

    cells: int
    sources: int
    domains: int
    verdicts: Mapping[str, int]
    caveats: Mapping[str, int]
