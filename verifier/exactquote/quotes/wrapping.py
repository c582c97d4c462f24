"""What a quote is wrapped in when it is written down: quotation marks of its own, the signs that begin a list item,
heading or block quote in Markdown, the bars between the cells of a table row.

A wrapping is taken off only when the quote with it is not on the page. What might be a sign of a number (``- 5``,
``> 5``) is none.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from exactquote.quotes.fold import fold
from exactquote.quotes.quantity import is_number
from exactquote.quotes.tables import DOUBLE_QUOTES, SINGLE_QUOTES

_MOST_LAYERS = 3
_PREFIX = re.compile(r"^[ \t]*(?:[-*+•]|#{1,6}|>)[ \t]+(?=(\S+))", re.MULTILINE)
_RULE = re.compile(r"^[ \t]*\|?[ \t]*:?-{3,}[-:| \t]*$", re.MULTILINE)
_BARS = re.compile(r"[ \t]*\|[ \t]*")
_CELL_EDGE = re.compile(r"[\t\n]+")


@dataclass(frozen=True, slots=True)
class Inside:
    """A quote out of its wrapping; ``cells`` are the folded texts of its cells when it is written as a table row."""

    text: str
    cells: tuple[str, ...] = ()

    def is_at(self, raw: str) -> bool:
        """Tell whether the page's text at a place of it has the same cells: a bar that is no edge of a cell counts."""
        return not self.cells or self.cells == _folded(_CELL_EDGE.split(raw))


def unwrapped(quote: str) -> list[Inside]:
    """Return what a quote says without the outermost wrapping, without the next one too, and so on."""
    found: list[Inside] = []
    text = quote
    for _ in range(_MOST_LAYERS):
        inner = next((new for new in (step(text) for step in _STEPS) if new and new != text), None)
        if inner is None:
            break
        text = inner
        found.append(Inside(text))
    if "|" in text:
        row = _RULE.sub("", text)
        cells = _folded(re.split(r"[|\n]", row))
        plain = _BARS.sub(" ", row).strip()
        if plain and cells:
            found.append(Inside(plain, cells))
    return found


def _folded(cells: list[str]) -> tuple[str, ...]:
    keys = (fold(cell).key.strip() for cell in cells)
    return tuple(key for key in keys if key)


def _inside_marks(text: str) -> str:
    if len(text) < 3:
        return text
    for marks in (DOUBLE_QUOTES, SINGLE_QUOTES):
        if text[0] in marks and text[-1] in marks:
            return text[1:-1].strip()
    return text


def _without_prefixes(text: str) -> str:
    def leave_out(found: re.Match[str]) -> str:
        sign, following = found[0].strip(), found[1]
        word = re.match(r"[^\W\d_]+", following)
        counts = sign in ">+" and word is not None and is_number(word[0], "")
        is_text = unicodedata.category(following[0])[0] in "LMP" and not re.match(r"\W*\d", following)
        return "" if is_text and not counts else found[0]

    return _PREFIX.sub(leave_out, text).strip()


_STEPS: tuple[Callable[[str], str], ...] = (_without_prefixes, _inside_marks)
