"""What opening a page gives: the page, and what the person should know of how it was read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from exactquote.page import Page

Cancelled = Callable[[], bool]
"""Asked now and then; true means stop."""


@dataclass(frozen=True, slots=True)
class SourceNote:
    """Something about how the page was read: a stable code and a sentence.

    Codes: ``no_browser`` (its scripts were not run), ``still_loading``, ``not_all_loaded``, ``covered`` (a layer lies
    over the page), ``pages_without_text`` (of a PDF), ``unmapped_text`` (of a PDF).
    """

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Opened:
    """A page with the notes on its reading."""

    page: Page
    notes: tuple[SourceNote, ...] = ()


class OpeningCancelled(Exception):
    """The person stopped it."""
