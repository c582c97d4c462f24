"""What fuzzing tries of ``exactquote``: checks that take any bytes and raise when something does not hold.

Texts are decoded so that bytes which are not UTF-8 become lone surrogates; the byte 0xff, which UTF-8 never has, parts
one text from the next.
"""

from __future__ import annotations

import re
import time
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from scripts.lib import fuzz_values as values

from exactquote.capture import CaptureError, page_from_wire
from exactquote.contract import parse_reply
from exactquote.contract.parse import cited_line
from exactquote.facts import find_facts, supports
from exactquote.html import read_html
from exactquote.page import Block, CapturedBlock, Page
from exactquote.plaintext import read_text
from exactquote.quotes import locate, quote_index
from exactquote.quotes.short import says_something
from exactquote.units import split_units

P = ParamSpec("P")
R = TypeVar("R")

LONGEST = 20_000
"""Bytes of an input at most."""
SLOW = 0.5
"""Seconds of processor time that no call may take for it."""
_LOOKED_UP = 40
"""Lines of a page that are looked up."""
_TOKEN = re.compile(r"\S{400,}")
"""What may be so long that a line is cut inside it."""
LANGUAGES = ("", "en", "de", "tr", "fr", "es", "ar", "ja", "zh", "hi", "ru", "fi", "th", "zh-Hant-TW")


class TooSlow(Exception):
    """A call took longer than it may."""


def timed(call: Callable[P, R], *args: P.args, **named: P.kwargs) -> R:
    """Call; raise :class:`TooSlow` when that takes long twice (the first time may be the collector's)."""
    for _ in range(2):
        began = time.process_time()
        result = call(*args, **named)
        took = time.process_time() - began
        if took <= SLOW:
            return result
    raise TooSlow(f"{call.__name__} took {took:.2f} s")


def check_html(data: bytes) -> None:
    """Any bytes are a page, and its lines are found where they stand."""
    page = timed(read_html, data)
    check_page(page)
    check_lines(page)


def check_facts(data: bytes) -> None:
    """Facts are slices in order; a line bears itself out; any claim can be put beside any line."""
    lang, claim, line, context = _texts(data, 3)
    for text in (claim, line):
        place = 0
        for fact in timed(find_facts, text, lang=lang):
            assert place <= fact.start < fact.end <= len(text)
            assert fact.text == text[fact.start : fact.end]
            place = fact.end
        assert supports(text, text, lang=lang).verdict != "mismatch", "a line does not bear itself out"
    result = timed(supports, claim, line, lang=lang, context=context)
    refuted = any(finding.status in ("different", "missing") for finding in result.facts)
    assert result.verdict == ("mismatch" if refuted else "uncertain")


def check_reply(data: bytes) -> None:
    """Any string is a reply, and nothing of it is lost without a word."""
    text = data.decode("utf-8", "surrogateescape")
    reply = timed(parse_reply, text)
    assert reply.drafts or reply.none or reply.problems
    for draft in reply.drafts:
        assert draft.claim == draft.claim.strip()
        assert draft.claim
        assert draft.quote is None or draft.quote.strip()
        cited_line(draft.quote or "")


def check_text(data: bytes) -> None:
    """Any string is a page that holds all of it."""
    text = data.decode("utf-8", "surrogateescape")
    page = timed(read_text, text)
    check_page(page)
    check_lines(page)


def check_capture(data: bytes) -> None:
    """Any JSON value is a page or an error that says where."""
    value = values.json_value(data)
    try:
        page = timed(page_from_wire, value)
    except CaptureError:
        return
    check_page(page)
    check_lines(page)


def check_locate(data: bytes) -> None:
    """Any quote can be looked for on any page; what is found says what the quote says; what stands there is found."""
    lang, text, quote, _ = _texts(data, 3)
    page = Page.from_blocks([CapturedBlock(part) for part in text.split("\n\n") if part], lang=lang)
    result = timed(locate, page, quote)
    for found in (*result.occurrences, *result.parts):
        assert found.spans
        for span in found.spans:
            assert 0 <= span.start < span.end <= len(page.text)
    if result.status == "exact":
        for found in result.occurrences:
            assert found.text == page.text[found.spans[0].start : found.spans[-1].end]
            assert _said(found.text) == _said(quote), f"found {found.text!r}"
    if page.text:
        start, end = len(quote) % len(page.text), len(page.text) - data.count(b"\xff") % len(page.text)
        edges = quote_index(page).edges
        while start < end and edges.cut(start):
            start += 1
        while start < end and edges.cut(end):
            end -= 1
        part = page.text[start:end]
        if part == part.strip() and says_something(part):
            _found_at(page, part, start)


def check_page(page: Page) -> None:
    """Blocks, lines and marks lie in the text, in order and apart; together the lines hold all of it."""
    place = 0
    for block in page.blocks:
        assert place <= block.start < block.end <= len(page.text)
        assert block.start - place in (0, 1)
        place = block.end
    assert place == len(page.text)
    for mark in page.marks:
        assert 0 <= mark.start < mark.end <= len(page.text)
    place = 0
    for unit in timed(split_units, page):
        assert not page.text[place : unit.start].strip(), f"text left out: {page.text[place : unit.start]!r}"
        text = unit.text(page.text)
        assert text
        assert text == text.strip()
        assert (unit.spans[0].start, unit.spans[-1].end) == (unit.start, unit.end)
        for span, number in zip(unit.spans, unit.blocks, strict=True):
            block = page.blocks[number]
            cell = [other for other in page.blocks[number:] if unit.kind == "row" and _place(other) == _place(block)]
            assert max(block.start, place) <= span.start < span.end <= (cell or [block])[-1].end
            place = span.end
        place = unit.end
    assert not page.text[place:].strip(), f"text left out: {page.text[place:]!r}"
    page.text.encode()
    assert page.sha256


def _place(block: Block) -> tuple[int, int, int] | None:
    return (block.cell.table, block.cell.row, block.cell.index) if block.cell else None


def check_lines(page: Page) -> None:
    """Every line with a letter or digit is found where it stands, unless a token is longer than a line may be."""
    edges = quote_index(page).edges
    tokens = [found.span() for found in _TOKEN.finditer(page.text)]
    for unit in page.units[:: len(page.units) // _LOOKED_UP + 1]:
        text = unit.text(page.text)
        forced = (edges.cut(at) and start < at < end for at in (unit.start, unit.end) for start, end in tokens)
        if any(map(str.isalnum, text)) and not any(forced):
            _found_at(page, text, unit.start)


def _found_at(page: Page, text: str, start: int) -> None:
    result = timed(locate, page, text)
    starts = [found.spans[0].start for found in result.occurrences]
    assert result.status == "exact", f"{text!r} stands on the page and is {result.status}"
    assert start in starts or "many" in result.flags, f"{text!r} stands at {start}, found at {starts}"


def _said(text: str) -> str:
    """Return letters, marks and digits of a text in one form, the case of the first letter aside."""
    plain = unicodedata.normalize("NFKD", text)
    kept = "".join(character for character in plain if unicodedata.category(character)[0] in "LMN")
    return kept[:1].casefold()[:1].replace("ı", "i") + kept[1:].removeprefix("\u0307")


def _texts(data: bytes, number: int) -> tuple[str, ...]:
    """Return a language and so many texts."""
    lang = LANGUAGES[data[0] % len(LANGUAGES)] if data else ""
    parts = [part.decode("utf-8", "surrogateescape") for part in data[1:].split(b"\xff", number - 1)]
    return (lang, *parts, *[""] * (number - len(parts)))


@dataclass(frozen=True, slots=True)
class Target:
    """One thing to try: its check, the texts to begin with, and words to put in."""

    check: Callable[[bytes], None]
    seeds: tuple[str, ...]
    words: tuple[str, ...]


TARGETS = {
    "html": Target(check_html, values.HTML_SEEDS, (*values.HTML_WORDS, *values.TEXT_WORDS)),
    "facts": Target(check_facts, values.TEXT_SEEDS, values.TEXT_WORDS),
    "reply": Target(check_reply, values.REPLY_SEEDS, values.REPLY_WORDS),
    "text": Target(check_text, values.MARKDOWN_SEEDS, (*values.MARKDOWN_WORDS, *values.TEXT_WORDS)),
    "capture": Target(check_capture, values.CAPTURE_SEEDS, (*values.CAPTURE_WORDS, *values.TEXT_WORDS)),
    "locate": Target(check_locate, values.TEXT_SEEDS, values.TEXT_WORDS),
}
