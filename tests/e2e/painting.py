"""Read a page in a browser, locate quotes in what was read, paint them there and read the paint back.

What is read back comes from the ranges of the highlights, not from the capture; only characters that stand nowhere in
the DOM (the line break of a ``br``, what parts two blocks) are taken from the page text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from e2e.content_scripts import put_in
from e2e.drivers import Driver
from exactquote.capture import page_from_wire
from exactquote.offsets import Utf16Map
from exactquote.page import Page, Span
from exactquote.quotes import QuoteResult, locate

_CAPTURE = "() => pointline.capture()"
_PAINT = """async ({ capture, lines }) => {
  const answers = [];
  for (const [number, spans] of lines.entries()) {
    const claim = `line-${number}`;
    const state = await pointline.paint({ capture, claim, spans, line_spans: spans });
    answers.push({ state, read: pointline.readBack(claim)?.quote ?? null });
    pointline.erase(claim);
  }
  return answers;
}"""


@dataclass(frozen=True, slots=True)
class Captured:
    """A page as the browser gave it; ``number`` is how the page's own world calls the capture."""

    number: str
    page: Page


@dataclass(frozen=True, slots=True)
class Painting:
    """What came of painting a line. ``painted`` is what was to be painted, in the page's own characters; ``read_back``
    is what the ranges hold, None when nothing was painted."""

    state: str
    painted: str
    read_back: str | None

    @property
    def equal(self) -> bool:
        """Whether it was painted, and all of it."""
        return self.state == "painted" and self.read_back == self.painted


def read(driver: Driver) -> Captured:
    """Put the content scripts into the page that is shown, and read it."""
    put_in(driver)
    wire: dict[str, Any] = driver.evaluate(_CAPTURE)
    page = page_from_wire(wire["page"])
    if page.text != wire["text"]:
        raise AssertionError("the browser and the library join the blocks of a page differently")
    return Captured(wire["id"], page)


def paint(driver: Driver, captured: Captured, lines: Sequence[Sequence[Span]]) -> list[Painting]:
    """Paint each line (its spans, in code points of the page text) by itself and read it back."""
    text = captured.page.text
    places = Utf16Map(text)
    wire = [[{"start": places.utf16(span.start), "end": places.utf16(span.end)} for span in spans] for spans in lines]
    answers = driver.evaluate(_PAINT, {"capture": captured.number, "lines": wire})
    return [
        Painting(answer["state"], joined(text, spans), _put_together(text, spans, answer["read"]))
        for spans, answer in zip(lines, answers, strict=True)
    ]


def quote_spans(page: Page, quote: str) -> tuple[QuoteResult, tuple[Span, ...]]:
    """Locate a quote; return what was found and, for an exact quote, the spans of its first occurrence."""
    result = locate(page, quote)
    return result, result.occurrences[0].spans if result.found else ()


def joined(text: str, spans: Sequence[Span]) -> str:
    """Return the text of the spans, parted by what parts their blocks, else by a line break."""
    return _put_together(text, spans, [span.of(text) for span in spans]) or ""


def _put_together(text: str, spans: Sequence[Span], pieces: Sequence[str] | None) -> str | None:
    if pieces is None:
        return None
    whole = ""
    for number, piece in enumerate(pieces):
        if number:
            gap = text[spans[number - 1].end : spans[number].start]
            whole += gap if gap in ("\t", "\n") else "\n"
        whole += piece
    return whole
