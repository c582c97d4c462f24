"""Units and currencies that a text names anywhere, beside a number or not: table headers, "all amounts in euros"."""

from __future__ import annotations

import re

from exactquote.facts.fold import ascii_digits, cased, lower
from exactquote.facts.vocabulary import Vocabulary, sign_at, vocabulary

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
            found |= measures_at(flat, low, place, names)
    return frozenset(found)


def measures_at(flat: str, low: str, place: int, names: Vocabulary) -> frozenset[str]:
    """The measures of the sign or name at a place of a text (``low``: the same, folded)."""
    hits = (sign_at(flat, place), names.name_at(low, place))
    return frozenset().union(*(hit.measures for hit in hits if hit))
