"""A text as it reads: without invisible characters and reference marks, every run of white space one character.

Facts are read there and put back to their places in the text as it came.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from exactquote.facts.model import Fact

_INVISIBLE = "\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
"""Soft hyphens, joiners, marks of direction, variation selectors: Unicode's characters that show nothing."""
_MARK = r"(?:(?<=[^\s\[(])\[\d{1,3}\]|(?<=[\d.,;:!?\]])\[[a-z]\])(?![\d(])"
"""A bracketed number written onto what stands before it (or a letter, onto a number or a stop) refers to a note."""
_LAYOUT = re.compile(rf"(?P<gone>[{_INVISIBLE}]+)|(?P<mark>(?:{_MARK})+)|(?P<space>\s[\s{_INVISIBLE}]*)")
_LOWERED = re.compile(r"[₀-₉]+(?:[.,][₀-₉]+)?")
_DIGITS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_BREAKS = frozenset("\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")
_NOTHING = re.compile(f"[{_INVISIBLE}]")
_BREAK = "\n"


@dataclass(frozen=True, slots=True)
class Plain:
    """The text as it reads, and for each of its characters (and its end) the place in ``raw``."""

    raw: str
    text: str
    places: tuple[int, ...] | None
    """``None`` when nothing had to change."""

    def restored(self, fact: Fact) -> Fact:
        """The fact at its place in the text as it came."""
        if self.places is None:
            return fact
        start, end = self.places[fact.start], self.places[fact.end - 1] + 1
        return replace(fact, text=self.raw[start:end], start=start, end=end)


def plain(text: str) -> Plain:
    """The text as it reads.

    Within a run of white space a tab counts most, for it parts cells; a line break, and any run between two digits
    that is more than one space, stay a break, so that two numbers do not become one.
    """
    parts: list[str] = []
    places: list[int] = []
    done = 0
    for match in _LAYOUT.finditer(text):
        parts.append(text[done : match.start()])
        places += range(done, match.start())
        done = match.end()
        if match["space"]:
            parts.append(_space(match[0], text[match.start() - 1 : match.start()], text[done : done + 1]))
            places.append(match.start())
    parts.append(text[done:])
    whole = _LOWERED.sub(_on_the_line, "".join(parts))
    if whole == text:
        return Plain(text, text, None)
    return Plain(text, whole, (*places, *range(done, len(text) + 1)))


def _on_the_line(lowered: re.Match[str]) -> str:
    """Lowered digits on a letter as usual ones (``CO₂``, ``PM₂.₅``); on another digit they would become part of it."""
    before = lowered.string[lowered.start() - 1 : lowered.start()]
    return lowered[0].translate(_DIGITS) if before.isalpha() else lowered[0]


def _space(run: str, before: str, after: str) -> str:
    run = _NOTHING.sub("", run)
    if "\t" in run:
        return "\t"
    if not _BREAKS.isdisjoint(run) or (len(run) > 1 and before.isdecimal() and after.isdecimal()):
        return _BREAK
    return run if len(run) == 1 else " "


_BETWEEN = re.compile(r"(?<!\d)\n|\n(?!\d)")


def unbroken(text: str) -> str:
    """A plain text with its line breaks as spaces, but for those between two digits; same length."""
    return _BETWEEN.sub(" ", text) if _BREAK in text else text
