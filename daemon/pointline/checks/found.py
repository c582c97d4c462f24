"""What flows out: a claim as it was checked, and the report over a memo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from exactquote.page import Page, Span
from exactquote.units import Unit
from exactquote.verdicts import Verdict
from pointline.checks.memo import Memo, MemoClaim
from pointline.checks.sources import Source

Status = Literal["cited", "against", "uncited"]
"""Looked up in what it cites; in the pages given; or nowhere, since it cites nothing and no page was given."""


@dataclass(frozen=True, slots=True)
class FoundLine:
    """A line of a document, located again: ``page.text`` at ``spans`` is what is shown (code points)."""

    page: Page
    unit: Unit
    quote: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """A claim with what was found. ``lines``: its lines, the best first, maybe of several documents (a sum); empty for
    none. ``link_works`` is None for a claim that cites nothing, ``relevant`` where no document could be read.
    ``nearest`` is the line that came closest where none was found."""

    claim: MemoClaim
    status: Status
    sources: tuple[Source, ...]
    source_url: str
    link_works: bool | None
    relevant: bool | None
    lines: tuple[FoundLine, ...]
    verdict: Verdict
    nearest: FoundLine | None = None

    @property
    def refuted(self) -> bool:
        """Whether its own source says otherwise."""
        return self.verdict.verdict == "mismatch"

    @property
    def without_line(self) -> bool:
        """Whether there is no line for it. A claim that cites nothing and has no figure is counted apart: nothing was
        looked up for it."""
        return not self.lines and (self.status != "uncited" or bool(self.claim.figures))


@dataclass(frozen=True, slots=True)
class Report:
    """A memo as it was checked: claims in the order of their load, documents opened, and who judged."""

    memo: Memo
    claims: tuple[Checked, ...]
    opened: int
    engine: str
    model: str
    judged: bool
    seconds: float

    def failed(self, *, strict: bool = False) -> bool:
        """Whether any claim is refuted or has no line; ``strict``: or is uncertain."""
        return any(
            one.refuted or one.without_line or (strict and one.verdict.verdict == "uncertain") for one in self.claims
        )


def share(held: Sequence[bool]) -> float | None:
    """Share of those that hold; None of none."""
    return sum(held) / len(held) if held else None
