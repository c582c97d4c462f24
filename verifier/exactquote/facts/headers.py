"""The scale and unit that the header of a cell states for its number: ``Revenue ($ million): 5`` is five million
dollars, ``Weight (kg): 20`` is 20 kg."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace

from exactquote.facts import numerals
from exactquote.facts.beside import After
from exactquote.facts.fold import cased
from exactquote.facts.measures import measures_at
from exactquote.facts.model import Fact
from exactquote.facts.ranges import Found, kind_of
from exactquote.facts.scale_table import AMOUNT_SCALES
from exactquote.facts.vocabulary import is_currency, sign_at
from exactquote.facts.words import MAYBE_SPELLED

_CELL = re.compile(r"[^|\t\n]+")
_HEAD = re.compile(r"[^:：]{1,200}?(?:[(（]([^()（）:：]{1,60})[)）])?\s?[:：]\s?")
_PLACE = re.compile(r"[^\W\d_]+|[^\w\s]")
_THOUSANDS = re.compile(r"(?<!\d)['’]?000s?(?!\w)")
_YEAR_AND_SIGN = re.compile(r"(?:19|20)[0-9]{2}[ \u00a0]\D+")
_NUMBER_AND_SIGN = re.compile(r"[0-9]{1,4}[ \u00a0]\D+")
_SPACES = " \u00a0"
_YEAR_DIGITS = 4
_OPENS = re.compile(r"[^\w|]{0,2}[(（]")
"""What stands before a loss in accounts: ``(55)``, ``$(55)``."""
_JOINED = re.compile(r"[^\w|]{1,3}")


@dataclass(frozen=True, slots=True)
class _Header:
    """Where a header begins and states its scale, where the value of its cell begins and ends, and what a number there
    counts."""

    first: int
    stated: int
    start: int
    end: int
    factors: tuple[int, ...]
    measures: frozenset[str]


def under_headers(after: After, found: list[Found]) -> list[Found]:
    """The numbers of a text, those that begin the value of a cell with the scale and unit of its header.

    The header is what stands in a parenthesis before the colon; in a row of cells parted by ``|``, all before the
    colon. A unit without a scale counts only in a row, where it is all that the parenthesis holds: ``Days open: 3``
    are no three days for sure. A number with a scale or another unit of its own keeps it.
    """
    if not found or not (":" in after.flat or "：" in after.flat):
        return found
    result, starts = list(found), [number.fact.start for number in found]
    spent: set[int] = set()  # words of a scale, which is stated for the cell
    for header in _headers(after, [number for number in found if number.fact.key != MAYBE_SPELLED]):
        last = header.start
        for index in range(bisect_left(starts, last), bisect_left(starts, header.end)):
            number, fact = result[index], result[index].fact
            between = after.flat[last : fact.start]
            if between and not (_OPENS if last == header.start else _JOINED).fullmatch(between):
                break
            last = fact.end
            fits = not fact.measures or not header.measures or fact.measures & header.measures
            if fact.readings and not number.factors and fits and kind_of(fact.measures) in ("number", "amount"):
                scaled = (
                    numerals.scaled(value, factor) for factor in header.factors or (1,) for value in fact.readings
                )
                measures = fact.measures or header.measures
                fact = replace(fact, readings=tuple(dict.fromkeys(scaled)), measures=measures, kind=kind_of(measures))
                result[index] = Found(fact, header.factors)
        for index in range(bisect_left(starts, header.stated), bisect_left(starts, header.start)):
            if result[index].fact.key == MAYBE_SPELLED:
                spent.add(index)
        for index in range(bisect_left(starts, header.first), bisect_left(starts, header.stated)):
            if _year_before_sign(result[index].fact):
                result[index] = Found(_bare_year(result[index].fact))
    return [number for index, number in enumerate(result) if index not in spent]


def _headers(after: After, found: list[Found]) -> Iterator[_Header]:
    row = "|" in after.flat
    starts = [number.fact.start for number in found]
    for cell in _CELL.finditer(after.flat):
        start = cell.start()
        head = _HEAD.match(after.flat, start, cell.end())
        if not head or (not row and head[1] is None):
            continue
        begin, stop = head.span(1) if head[1] is not None else head.span()
        if head[1] is None:
            inside = found[bisect_left(starts, begin) : bisect_left(starts, stop)]
            inside = [number for number in inside if not _sign_of_header(after, number.fact, head.end())]
            own = [number for number in inside if any(reading.value for reading in number.fact.readings)]  # not '000
            if not all(map(_leaves_the_scale, own)):
                continue  # a number of the header's own takes its scale word
            begin = max([begin, *(_end(number.fact) for number in own)])
        factors, measures = _stated(after, begin, stop)
        alone = row and not factors and head[1] is not None and _is_unit(after, begin, stop)
        if factors or alone:
            yield _Header(start, begin, head.end(), cell.end(), factors, measures)


def _is_unit(after: After, start: int, end: int) -> bool:
    """Whether a stretch of the text is the name of one unit or currency, no more: ``kg``, ``€``, ``minutes``."""
    hits = (sign_at(after.flat, start), after.vocabulary.name_at(after.low, start))
    return any(hit.end == end and hit.measures and not hit.factors for hit in hits if hit)


def _leaves_the_scale(number: Found) -> bool:
    """Whether a number of a header is no amount that the sign and scale after it belong to: ``2019 €m``, ``52 weeks``,
    not ``5 million`` or ``2 $M``."""
    money = any(map(is_currency, number.fact.measures))
    return not number.factors and (not money or _year_before_sign(number.fact))


def _year_before_sign(fact: Fact) -> bool:
    return any(map(is_currency, fact.measures)) and bool(_YEAR_AND_SIGN.fullmatch(fact.text))


def _sign_of_header(after: After, fact: Fact, end: int) -> bool:
    """Whether a header ends in a currency sign with a scale (``See note 2 $M:``), which is not the number's."""
    if not any(map(is_currency, fact.measures)) or not _NUMBER_AND_SIGN.fullmatch(fact.text):
        return False
    scale = after.scales(fact.end, fact.measures)
    return bool(scale.factors) and after.flat[fact.end] not in _SPACES and not after.flat[scale.end : end].strip(" :：")


def _end(fact: Fact) -> int:
    return fact.start + _YEAR_DIGITS if _year_before_sign(fact) else fact.end


def _bare_year(fact: Fact) -> Fact:
    return replace(
        fact, kind="number", text=fact.text[:_YEAR_DIGITS], end=fact.start + _YEAR_DIGITS, measures=frozenset()
    )


def _stated(after: After, start: int, end: int) -> tuple[tuple[int, ...], frozenset[str]]:
    """The first scale, and the units, that a stretch of the text names."""
    factors: tuple[int, ...] = (1000,) if _THOUSANDS.search(after.flat, start, end) else ()
    measures: frozenset[str] = frozenset()
    place = start
    for match in _PLACE.finditer(after.flat, start, end):
        for place in range(match.start(), match.end()) if not cased(match[0][0]) else (match.start(),):
            here = measures_at(after.flat, after.low, place, after.vocabulary)
            money = any(map(is_currency, measures))
            scale = after.scales(place, frozenset())
            if not factors and scale.factors and scale.end <= end and (scale.word or money or scale.end - place > 1):
                factors = scale.factors
            elif not factors and money and after.low[place] in AMOUNT_SCALES and match[0] == after.flat[place]:
                factors = (AMOUNT_SCALES[after.low[place]],)
                continue
            measures |= here
    return factors, measures
