"""Whether a line still stands on a page that was opened again. The original evidence stays what it was."""

from __future__ import annotations

from typing import Literal

from exactquote.page import Page, Span
from exactquote.quotes import locate
from exactquote.verdicts.model import Caveat

Standing = Literal["unchanged", "line_still_there", "page_changed"]
"""The same page version; another version with the line in it; another version without it."""


def line_now(page: Page, page_sha256: str, quote: str, *, near: Span | None = None) -> tuple[Standing, Caveat | None]:
    """How a quote stands on ``page`` as it is now, and the caveat for one that is gone.

    ``page_sha256``: the version it was quoted from. A page that changed elsewhere does not change the quote.
    """
    if page.sha256 == page_sha256:
        return "unchanged", None
    if locate(page, quote, near=near).found:
        return "line_still_there", None
    return "page_changed", Caveat("page_changed", url=page.url, page_sha256=page.sha256)
