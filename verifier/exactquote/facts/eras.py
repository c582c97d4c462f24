"""Years of an era: before and after Christ by CLDR's names, and the years of Japanese, Chinese and Thai calendars."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from exactquote.facts.cldr import data, language, sources
from exactquote.facts.fold import cased
from exactquote.facts.model import DateParts
from exactquote.facts.table import rows

_MORE = {
    (key.split(":")[0], int(key.split(":")[1])): names
    for key, names in rows("""
en:0 = BCE
en:1 = CE
de:0 = vor Christus, v. u. Z.
de:1 = nach Christus, u. Z.
es:0 = antes de nuestra era, a. e. c.
fr:0 = avant notre ère
it:0 = prima di Cristo
ru:0 = до нашей эры
ru:1 = нашей эры
""")
}
"""Names beside those of CLDR, by language and era (0: before Christ)."""

# Era = what is added to its years (first year minus one).
_OFFSETS = {
    name: int(offset)
    for offset, names in rows("""
1867 = 明治
1911 = 大正, 民國, 民国
1925 = 昭和
1988 = 平成
2018 = 令和
-543 = 佛曆, พ.ศ., พุทธศักราช
""")
    for name in names
}
"""How years of these eras become Gregorian ones (CLDR's supplemental calendar data, which Babel leaves out)."""
_BUDDHIST = 543
_OF_AN_ERA = re.compile(
    "(" + "|".join(map(re.escape, _OFFSETS)) + r")[ \u00a0]?(\d{1,4}|元)(?!\d)"
    r"(?:[ \u00a0]?年)?(?:[ \u00a0]?(\d{1,2})[ \u00a0]?月)?(?:[ \u00a0]?(\d{1,2})[ \u00a0]?日)?"
)
_YEAR = r"(?<![\d.,:/-])(\d{1,4})(?![\d:/%]|[.,]\d)"
_SHORT = 4
_GAP = "[ \u00a0\u202f]?"


def years_of_eras(flat: str, lang: str) -> Iterator[tuple[int, int, DateParts]]:
    """The years of a text that state their era, and dates in such years: (start, end, date).

    A year before Christ is negative.
    """
    for match in _OF_AN_ERA.finditer(flat):
        year = 1 if match[2] == "元" else int(match[2])
        month, day = (int(part) if part else None for part in (match[3], match[4]))
        if year and _OFFSETS[match[1]] + year > 0:
            yield *match.span(), DateParts(_OFFSETS[match[1]] + year, month, day)
    for pattern in _patterns(language(lang) or "en"):
        for match in pattern.finditer(flat):
            year = int(match["after"] or match["before"])
            before_christ = match["bc1"] or match["bc2"]
            if year:
                yield *match.span(), DateParts(-year if before_christ else year)


def in_other_calendar(date: DateParts, lang: str) -> DateParts | None:
    """The date that one stands for in a language whose calendar counts otherwise (Thai: 2566 is 2023)."""
    if language(lang) != "th" or date.year is None or not 2400 <= date.year <= 2700:
        return None
    return DateParts(date.year - _BUDDHIST, date.month, date.day)


@lru_cache(maxsize=64)
def _patterns(lang: str) -> tuple[re.Pattern[str], ...]:
    before, after = (_either(lang, era) for era in (0, 1))
    if not before or not after:
        return ()
    end = r"(?![^\W\d_])"
    of_year = r"(?:[年년]|(?![^\W\d_]))" if lang in ("zh", "ja", "ko") else ""
    first = rf"(?<![^\W\d_])(?:(?P<bc1>{before})|(?:{after})){_GAP}(?P<before>{_YEAR}){of_year}(?P<after>)(?P<bc2>)"
    later = rf"(?P<bc1>)(?P<before>)(?P<after>{_YEAR}){_GAP}(?:(?P<bc2>{before})|(?:{after})){end}"
    east = first.replace(r"(?<![^\W\d_])", "")
    return (re.compile(later), re.compile(east if of_year else first))


def _either(lang: str, era: int) -> str:
    names: dict[str, bool] = {}
    for source in dict.fromkeys((*sources(lang), "en")):
        eras = data(source).get("eras") or {}
        names.update((str(dict(eras.get(style) or {}).get(era, "")), True) for style in ("wide", "abbreviated"))
        names.update((name, True) for name in _MORE.get((source, era), ()))
    forms = {
        _form(name) for name in names if sum(char.isalpha() for char in name) >= (2 if cased(name[:1] or " ") else 1)
    }
    return "|".join(sorted(forms, key=len, reverse=True))


def _form(name: str) -> str:
    """A name with its stops and spaces where they may be left out; capitals matter only in short forms."""
    letters = [re.escape(char) for char in name if char.isalpha() or char in "-״"]
    if "." in name:
        return r"\.?[ \u00a0]?".join(letters) + r"\.?"
    if name.isupper() and len(letters) <= _SHORT:
        dotted = r"\.[ \u00a0]?".join(letters)
        return rf"(?:{''.join(letters)}|{dotted}\.)"
    words = "[ \u00a0]".join(map(re.escape, name.split()))
    return f"(?i:{words})"
