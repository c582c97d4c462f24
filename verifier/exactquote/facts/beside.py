"""What stands after a number: a chain of scale words, then a unit or currency, or the smaller part of a sum."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

from exactquote.facts.fold import cased
from exactquote.facts.model import Reading
from exactquote.facts.scale_table import AMOUNT_SCALES
from exactquote.facts.vocabulary import Beside, Vocabulary, is_currency, sign_at

_SMALLER = re.compile(r"(?:\d{1,3},\d{3}|\d{1,4})(?![\d.,]{0,4}\d)")
_EMPHASIS = re.compile(r"[*_]{1,3}(?=[ \u00a0])")
_GAP = " \u00a0\u202f\u2009\u2007-‑"
_SPACES = " \u00a0\u202f\u2009"
_YEAR = re.compile(r"(?:[^\d.,])?(?:1[5-9]|20)\d\d")
_FILLER = re.compile(r"[ \u00a0](?:d[eiao]?s?|von|av|of)[ \u00a0]|[ \u00a0]?d['’]", re.I)
_MOST_WORDS = 5
_ONE, _MYRIAD = re.compile(""), 10**4  # 5億千万: and one 千万
_EAST = "\u2e80"
"""Scripts from here on write numbers in myriads: a smaller scale after a larger one begins a new part of the sum."""


def plus(one: Reading, other: Reading) -> Reading:
    """The sum, stated to the step of the second."""
    return Reading(one.value + other.value, other.step)


class After:
    """Reads what follows a number in one text; ``flat`` has ASCII digits, ``low`` is folded, both of one length."""

    def __init__(self, flat: str, low: str, vocabulary: Vocabulary) -> None:
        self.flat, self.low, self.vocabulary = flat, low, vocabulary
        self._read: dict[tuple[int, bool, frozenset[str]], Beside | None] = {}

    def beside(self, end: int, measures: frozenset[str], *, scaled: bool = False) -> Beside:
        """Scale words, then a unit or currency, after the number; with its end, or ``end`` when there is nothing.

        ``scaled``: a scale word stands before ``end`` (a unit may follow with a filler: ``millones y medio de euros``).
        """
        chain = self.scales(end, measures)
        hit = self._next(chain.end, scaled or bool(chain.factors), measures)
        if hit and hit.measures and not measures:
            return Beside(hit.end, chain.factors, hit.measures, chain.word)
        return chain

    def _leads_on(self, end: int, after: int) -> bool:
        """Whether a currency sign after a space is that of the number after it: no space parts it from that one
        (``in 2018 $5``), or a year stands before it (``in 2018 EUR 5``)."""
        if self.flat[after : after + 1].isdecimal():
            return True
        spaced = self.flat[after : after + 1] in tuple(_SPACES) and self.flat[after + 1 : after + 2].isdecimal()
        return spaced and bool(_YEAR.fullmatch(self.flat, max(0, end - 5), end))

    def scales(self, end: int, measures: frozenset[str]) -> Beside:
        """Only the scale words: those in a row multiply (``thousand crore``, ``千億``)."""
        factors: tuple[int, ...] = ()
        stop, word = end, False
        for _ in range(_MOST_WORDS):
            hit = self._next(stop, bool(factors), measures)
            if hit is None or not hit.factors:
                break
            if not factors:
                factors, stop, word = hit.factors, hit.end, hit.word
            elif word and hit.word and self._goes_on(stop, factors, hit):
                factors = tuple(dict.fromkeys(one * other for one, other in product(factors, hit.factors)))
                stop = hit.end
            else:
                break
        return Beside(stop, factors, frozenset(), word)

    def _goes_on(self, stop: int, factors: tuple[int, ...], hit: Beside) -> bool:
        """Whether a scale word after another multiplies it."""
        if _FILLER.match(self.low, stop):
            return False
        return self.flat[stop - 1] < _EAST or hit.factors[0] > factors[0]

    def _next(self, end: int, scaled: bool, measures: frozenset[str]) -> Beside | None:
        """The scale word or unit at a place; read once, for those of scale words in a row are asked for repeatedly."""
        asked = end, scaled, measures
        if asked not in self._read:
            self._read[asked] = self._at(end, scaled, measures)
        return self._read[asked]

    def _at(self, end: int, scaled: bool, measures: frozenset[str]) -> Beside | None:
        emphasis = _EMPHASIS.match(self.flat, end)
        place = end = emphasis.end() if emphasis else end  # **5** million
        if scaled and (filler := _FILLER.match(self.low, end)):
            place = filler.end()
        elif self.flat[place : place + 1] and self.flat[place] in _GAP:
            place += 1
        if self.flat[place : place + 1] == "." and scaled and self.flat[place + 1 : place + 2] in _SPACES:
            place += 2 if place + 2 < len(self.flat) else 0  # Mio. Euro
        sign, name = sign_at(self.flat, place), self.vocabulary.name_at(self.low, place)
        if sign and place > end and any(map(is_currency, sign.measures)) and self._leads_on(end, sign.end):
            return None
        short = self.flat[place : place + 1]
        if short in AMOUNT_SCALES and not self.flat[place + 1 : place + 2].isalpha() and not scaled:
            if any(map(is_currency, measures)) and place == end:
                return Beside(place + 1, (AMOUNT_SCALES[short],))
            if (after := sign_at(self.flat, place + 1)) and any(map(is_currency, after.measures)):
                return Beside(place + 1, (AMOUNT_SCALES[short],))
        if sign and sign.factors and not sign.measures and place > end and sign.end - place == 1 and not measures:
            # A lone capital after a space is a scale only before a currency (5 M€).
            after = sign_at(self.flat, sign.end) or sign_at(self.flat, sign.end + 1)
            sign = sign if after and any(map(is_currency, after.measures)) else None
        hits = [hit for hit in (sign, name) if hit and (hit.measures or hit.factors)]
        if not hits:
            return None
        longest = max(hit.end for hit in hits)
        best = [hit for hit in hits if hit.end == longest]
        factors = tuple(dict.fromkeys(factor for hit in best for factor in hit.factors))
        measures = frozenset().union(*(hit.measures for hit in best))
        return Beside(longest, factors, measures, word=name in best)

    def compound(self, values: tuple[Reading, ...], beside: Beside) -> tuple[tuple[Reading, ...], int]:
        """Add what a smaller scale goes on with: ``3億5000万``, ``3조 5천억``, ``2 crore 50 lakh``, ``1万2000``."""
        stop, factors = beside.end, beside.factors
        while beside.word and len(factors) == 1 and values and not beside.measures:
            east, spaced = not cased(self.flat[stop - 1]), self.flat[stop : stop + 1] in tuple(_SPACES)
            match = _SMALLER.match(self.flat, stop + spaced)
            if not match and self.flat[stop - 1] >= _EAST:
                match = _ONE.match(self.flat, stop + spaced)
            if not match or not (spaced or east):
                break
            many = int(match[0].replace(",", "") or 1)
            scale = self.scales(match.end(), frozenset())
            factor = scale.factors[0] if scale.word and scale.factors else 1
            if factor > 1 and many * factor < factors[0] and (match[0] or factor >= _MYRIAD):
                end = scale.end
            elif match[0] and not spaced and not scale.factors and many < factors[0]:
                end = match.end()
            else:
                break
            values = (plus(values[0], Reading(Fraction(many * factor), Fraction(factor))),)
            stop, factors = end, (factor,) if factor > 1 else ()
        return values, stop
