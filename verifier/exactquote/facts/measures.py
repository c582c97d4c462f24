"""Units and currencies that a text names anywhere, beside a number or not: table headers, "all amounts in euros"."""

from __future__ import annotations

import re

from exactquote.facts.fold import ascii_digits, cased, lower
from exactquote.facts.vocabulary import sign_at, vocabulary

_PLACE = re.compile(r"[^\W\d_]+|[^\w\s]")


def measures_in(text: str, lang: str) -> frozenset[str]:
    """All measures whose sign or name stands in ``text``."""
    flat = ascii_digits(text)
    low = lower(flat)
    names = vocabulary(lang)
    found: set[str] = set()
    for match in _PLACE.finditer(flat):
        places = range(match.start(), match.end()) if not cased(match[0][0]) else (match.start(),)
        for place in places:
            for hit in (sign_at(flat, place), names.name_at(low, place)):
                if hit:
                    found |= hit.measures
    return frozenset(found)
