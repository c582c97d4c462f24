"""Whether a claim or its line says that something is doubled or halved: two or a half, as a number or a word.

Twice a number and its half are the only results with one number behind them, so they come out of anything. Without a
word for it they stay open.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from exactquote.facts.cldr import language
from exactquote.facts.fold import lower
from exactquote.facts.model import Fact
from exactquote.facts.spoken import parts_alone

_SAYS_SO = frozenset({Fraction(2), Fraction(1, 2)})
_PERCENT = frozenset({Fraction(50), Fraction(100), Fraction(200)})


def says_twice_or_half(text: str, lang: str, facts: Iterable[Fact]) -> bool:
    """Whether a text with these facts has a two, a half, or 50, 100 or 200 percent; ``lang`` is its language tag."""
    for fact in facts:
        wanted = _PERCENT if fact.kind == "percent" else _SAYS_SO
        if any(reading.value in wanted for reading in fact.readings):
            return True
    return any(part in _SAYS_SO for _, _, part in parts_alone(lower(text), language(lang) or "en"))
