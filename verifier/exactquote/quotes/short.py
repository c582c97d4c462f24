"""Which quotes say nothing in words, and which are too short to show much: one word, or a bare number."""

from __future__ import annotations

import re
import unicodedata

from exactquote.quotes.tables import SPACELESS

_SPACELESS = re.compile(f"[{SPACELESS}]")
_PER_WORD = 2
"""Characters of a script without spaces that count as one word."""


def says_something(quote: str) -> bool:
    """Tell whether a quote has a letter, a figure or a picture character: punctuation and space alone say nothing
    and are only looked for as they are."""
    categories = set(map(unicodedata.category, quote))
    return any(category[0] in "LN" or category == "So" for category in categories)


def is_short(quote: str) -> bool:
    """Tell whether a quote has at most one word, or nothing but figures and their signs."""
    if not any(map(str.isalpha, quote)):
        return True
    letters = len(_SPACELESS.findall(quote))
    words = [word for word in _SPACELESS.sub(" ", quote).split() if any(map(str.isalnum, word))]
    return len(words) + letters // _PER_WORD <= 1
