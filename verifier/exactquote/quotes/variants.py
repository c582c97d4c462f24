"""What may stand only in the quote: each variant leaves one such thing out, or reads it as the page writes it.

Leaving out is masking: the characters are replaced one for one, so that offsets stay. A variant is only searched when
those before it were not found, and every hit is checked against the page (:mod:`exactquote.quotes.guard`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from exactquote.number_edges import AFTER_ENTERING, Tail, begins_number, tail_of
from exactquote.quotes.index import QuoteIndex, pieces
from exactquote.quotes.tables import (
    BREAKING_HYPHENS,
    JOINED,
    LETTER,
    LOWERED,
    LOWERED_TABLE,
    RAISED,
    RAISED_TABLE,
    SKIPPED,
    SPACELESS,
)

_EMPHASIS = re.compile(r"\*{1,3}|_{1,3}|`{1,3}")
"""Not ``~~``: what is struck out says the opposite."""
_MOST_OPEN = 20
_IS_SPACELESS = re.compile(f"[{SPACELESS}]")
_HYPHENED = re.compile(f"(?<={LETTER})([{BREAKING_HYPHENS}])(\\s*)(?=[^\\W_])")
_SCRIPT = re.compile(f"[{RAISED}]+|[{LOWERED}]+")
_BRACKETED = re.compile(r"\[[^\[\]]{1,40}\]")
_MASK = "\u200b"
_NEAR = 16
"""Characters beside a raised or lowered number that tell whether the walk parts it from the one before it."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A quote in one reading: ``text`` with masks, ``original`` without, of the same length. ``scripts`` are the
    offsets of digits that stood raised or lowered; ``case`` is set when the first letter was given its other case."""

    text: str
    original: str
    scripts: tuple[int, ...] = ()


def readings(index: QuoteIndex, quote: str) -> list[Variant]:
    """Return the quote as it is, then its other readings."""
    found = [Variant(quote, quote)]
    for change in (_without_emphasis, _without_marks, _without_breaks, _as_marked):
        changed = (change(index, reading) for reading in tuple(found))
        found += (reading for reading in changed if reading is not None)
    return found


def _without_emphasis(_: QuoteIndex, reading: Variant) -> Variant | None:
    """Leave out Markdown's emphasis and code marks, in pairs, where they do not stand inside a word or number."""
    text = reading.text
    opened: list[re.Match[str]] = []
    pairs: list[re.Match[str]] = []
    for found in _EMPHASIS.finditer(text):
        before = text[found.start() - 1] if found.start() else " "
        after = text[found.end()] if found.end() < len(text) else " "
        opens = not after.isspace() and not _glues(before)
        closes = not before.isspace() and not _glues(after)
        match = next((mark for mark in reversed(opened) if mark[0] == found[0]), None)
        if closes and match is not None and match.end() < found.start():
            pairs += (match, found)
            del opened[opened.index(match) :]
        elif opens:
            opened.append(found)
            del opened[:-_MOST_OPEN]
    if not pairs:
        return None
    characters = list(text)
    for mark in pairs:
        characters[mark.start() : mark.end()] = _MASK * (mark.end() - mark.start())
    return replace(reading, text="".join(characters))


def _glues(neighbour: str) -> bool:
    return neighbour.isalnum() and not _IS_SPACELESS.match(neighbour)


def _without_marks(index: QuoteIndex, reading: Variant) -> Variant | None:
    """Leave out what is written like a bracketed reference; that the page has that very mark there is checked on the
    hit.
    """
    if not index.skipped or "[" not in reading.text:
        return None
    inside = len(reading.text)

    def leave_out(found: re.Match[str]) -> str:
        return SKIPPED * len(found[0]) if found.start() > 0 and found.end() < inside else found[0]

    text = _BRACKETED.sub(leave_out, reading.text)
    return None if text == reading.text else replace(reading, text=text)


def may_break(index: QuoteIndex, quote: str) -> bool:
    """Tell whether a quote may break a word over two lines as the page does somewhere."""
    return bool(index.breaks) and bool(_HYPHENED.search(quote))


def _without_breaks(index: QuoteIndex, reading: Variant) -> Variant | None:
    """Leave out the hyphen and the white space of words that the page breaks over two lines."""
    if not index.breaks:
        return None

    def leave_out(found: re.Match[str]) -> str:
        whole = index.breaks.get(pieces(reading.text, found.start(), found.end()))
        if whole is None:
            return found[0]
        return JOINED * len(found[0]) if whole else found[1] + JOINED * len(found[2])

    text = _HYPHENED.sub(leave_out, reading.text)
    return None if text == reading.text else replace(reading, text=text)


def _as_marked(index: QuoteIndex, reading: Variant) -> Variant | None:
    """Read raised and lowered digits as the page writes them: plain digits under a mark, after ``^`` or ``_`` when a
    digit precedes.
    """
    if not index.raised or not _SCRIPT.search(reading.text):
        return None
    parts: list[str] = []
    originals: list[str] = []
    scripts: list[int] = []
    length = done = 0
    text = reading.text
    for found in _SCRIPT.finditer(text):
        raised = found[0][0] in RAISED
        plain = found[0].translate(RAISED_TABLE if raised else LOWERED_TABLE)
        parted = tail_of(text[max(found.start() - _NEAR, 0) : found.start()]) is not Tail.OTHER
        parted = parted and begins_number(plain + text[found.end() : found.end() + _NEAR], AFTER_ENTERING) is True
        edge = ("^" if raised else "_") if parted else ""
        parts += (text[done : found.start()], edge, plain)
        originals += (reading.original[done : found.start()], edge, plain)
        length += found.start() - done + len(edge)
        scripts += range(length, length + len(plain))
        length += len(plain)
        done = found.end()
    parts.append(text[done:])
    originals.append(reading.original[done:])
    return replace(reading, text="".join(parts), original="".join(originals), scripts=tuple(scripts))


def other_case(index: QuoteIndex, reading: Variant) -> Variant | None:
    """Give the first letter its other case, when the quote begins with a letter and more than one short word follows
    from it.
    """
    text = reading.text
    at = next((number for number, character in enumerate(text) if character.isalnum()), -1)
    if at < 0:
        return None
    letter = text[at]
    other = _swapped(letter, text[at + 1 : at + 2], index.turkic)
    if other is None:
        return None
    rest = text[at + 1 :].split()
    if len(text[at:].split()) == 1 and not (rest and rest[0].islower() and len(rest[0]) > 1):
        # "mW" is not "MW", "m" not "M": in a quote of one word the case may be the meaning.
        return None
    return replace(reading, text=text[:at] + other + text[at + 1 :])


def _swapped(letter: str, following: str, turkic: bool) -> str | None:
    if turkic and following != "\u0307" and letter in "iİıI":
        return {"i": "İ", "İ": "i", "ı": "I", "I": "ı"}[letter]
    other = letter.lower() if letter.isupper() else letter.upper()
    back = other.upper() if letter.isupper() else other.lower()
    return other if len(other) == 1 and other != letter and back == letter else None
