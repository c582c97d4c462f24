"""A selection as clients send it, as a span of its page."""

from __future__ import annotations

from exactquote.offsets import Utf16Map
from exactquote.page import Page, Span
from pointline.web.bodies import SelectionBody
from pointline.web.problems import Problem


def selected(page: Page, given: SelectionBody) -> Span:
    """A selection given in UTF-16 units, in code points. Raises the 422 problem when it is no part of the page."""
    offsets = Utf16Map(page.text)
    if not given.start <= given.end <= offsets.utf16_length:
        raise Problem(422, "body", "The body does not fit", "selection: is not a part of the page", "Select again.")
    return Span(offsets.code_point(given.start), offsets.code_point(given.end, end=True))
