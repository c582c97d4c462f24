"""Corruptions of raised figures: written as part of the number before them, or left out as if they were footnotes."""

from __future__ import annotations

import random
import re

from scripts.bench.quotes_cases import Sentence

from exactquote.html import read_html
from exactquote.page import Page

_SHORT_FIGURE = re.compile(r"(?<![\d.,:'’\-–])[0-9]{1,2}([0-9])(?![\d.,:'’\-–])")
"""Its last digit may be an exponent; behind longer ones and years, a raised figure is a footnote."""


def flattened(sentence: Sentence, chance: random.Random) -> tuple[Page, str] | None:
    """Raise the last digit of a figure on the page, and quote the figure as if it were none."""
    found = list(re.finditer(r"(?<=\d)\d(?!\d)", sentence.text))
    if not found:
        return None
    at = chance.choice(found).start()
    return _raised(sentence, at, "<sup>{}</sup>"), sentence.text + "\u200b"


def unlinked(sentence: Sentence, chance: random.Random) -> tuple[Page, str] | None:
    """Raise the last digit of a short figure on the page and link it, and leave it out of the quote."""
    found = list(_SHORT_FIGURE.finditer(sentence.text))
    if not found:
        return None
    at = chance.choice(found).start(1)
    quote = sentence.text[:at] + sentence.text[at + 1 :]
    return _raised(sentence, at, '<sup><a href="#note">{}</a></sup>'), quote


def _raised(sentence: Sentence, at: int, how: str) -> Page:
    """Build the page anew as HTML with the character at ``at`` of the sentence in other tags."""
    rows = []
    for number, text in enumerate(sentence.texts):
        escaped = [c.replace("&", "&amp;").replace("<", "&lt;") for c in text]
        if number == sentence.block:
            place = sentence.start + at
            escaped[place] = how.format(escaped[place])
        rows.append(f"<p>{''.join(escaped)}</p>")
    return read_html(f"<!doctype html><body>{''.join(rows)}")
