"""Changes to one figure of a sentence that make a true claim false; made from the text, not from the lexer."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

SCALES = {
    "en": [("million", "billion"), ("billion", "trillion"), ("thousand", "million")],
    "de": [("Millionen", "Milliarden"), ("Milliarden", "Billionen"), ("Million", "Milliarde")],
    "es": [("mil millones", "millones"), ("millones", "billones"), ("mil", "millones")],
    "tr": [("milyon", "milyar"), ("milyar", "trilyon"), ("bin", "milyon")],
    "ar": [("مليون", "مليار"), ("مليار", "مليون"), ("ألف", "مليون")],
    "zh": [("亿", "万"), ("万", "亿"), ("百万", "亿")],
}
UNITS = {
    "en": [
        ("kilometers", "miles"), ("km", "kg"), ("miles", "yards"), ("feet", "inches"), ("years", "months"),
        ("months", "weeks"),
        ("days", "hours"), ("percent", "km"), ("%", "‰"), ("hours", "minutes"), ("acres", "hectares"), ("m", "km"),
        ("mph", "km/h"),
    ],
    "de": [
        ("Kilometer", "Meilen"), ("km", "kg"), ("Jahre", "Monate"), ("Jahren", "Tagen"), ("Tage", "Stunden"),
        ("Meter", "Kilometer"),
        ("m", "km"), ("Prozent", "Kilometer"), ("%", "‰"), ("Stunden", "Minuten"),
    ],
    "es": [
        ("kilómetros", "millas"), ("km", "kg"), ("años", "meses"), ("días", "horas"), ("metros", "kilómetros"),
        ("m", "km"),
        ("horas", "minutos"), ("%", "‰"), ("millas", "metros"),
    ],
    "tr": [
        ("kilometre", "mil"), ("km", "kg"), ("yıl", "ay"), ("gün", "saat"), ("metre", "kilometre"), ("m", "km"),
        ("saat", "dakika"),
        ("mil", "metre"),
    ],
    "ar": [
        ("كم", "كغ"), ("سنوات", "أشهر"), ("سنة", "شهرا"), ("متر", "كيلومتر"), ("أيام", "ساعات"), ("٪", "‰"), ("%",
        "‰"),
        ("ميل", "متر"),
    ],
    "zh": [("公里", "米"), ("米", "公里"), ("年", "天"), ("天", "小时"), ("小时", "分钟"), ("%", "‰"),
           ("英里", "公里")],
}  # fmt: skip
MONEY = {
    "en": [("dollars", "euros"), ("pounds", "dollars"), ("euros", "dollars")],
    "de": [("Dollar", "Euro"), ("Euro", "Pfund"), ("Pfund", "Euro")],
    "es": [("dólares", "euros"), ("euros", "dólares"), ("libras", "euros")],
    "tr": [("dolar", "avro"), ("sterlin", "dolar"), ("avro", "dolar")],
    "ar": [("دولار", "يورو"), ("يورو", "دولار"), ("جنيه", "يورو")],
    "zh": [("美元", "欧元"), ("英镑", "美元"), ("欧元", "美元")],
}
SIGNS = [("US$", "€"), ("$", "€"), ("€", "£"), ("£", "$"), ("¥", "€")]


def digits(text: str, rng: random.Random) -> Iterator[str]:
    """One decimal digit, of any script, becomes another one."""
    places = [index for index, char in enumerate(text) if char.isdecimal()]
    for place in rng.sample(places, min(2, len(places))):
        value = int(text[place])
        other = rng.choice([digit for digit in range(10) if digit != value])
        yield text[:place] + chr(ord(text[place]) - value + other) + text[place + 1 :]


def words(text: str, lang: str, pairs: list[tuple[str, str]]) -> Iterator[str]:
    """A word right after a number becomes another one."""
    for old, new in pairs:
        edge = r"(?!\w)" if old[-1].isalpha() and lang != "zh" else ""
        for match in re.finditer(rf"(?<=\d)([ \u00a0]?){re.escape(old)}{edge}", text):
            calendar_year = old == "年" and re.search(r"\d{4}$", text[: match.start()])
            if not calendar_year:
                yield text[: match.start()] + match[1] + new + text[match.end() :]


def money(text: str, lang: str) -> Iterator[str]:
    """A currency, by its sign or by its name after a number and its scale, becomes another one."""
    scales = "|".join(word for word, _ in SCALES[lang])
    for old, new in MONEY[lang]:
        edge = "" if lang == "zh" else r"(?!\w)"
        for match in re.finditer(rf"(\d[ \u00a0]?(?:(?:{scales})[ \u00a0]?)?(?:de )?){re.escape(old)}{edge}", text):
            yield text[: match.start()] + match[1] + new + text[match.end() :]
    for old, new in SIGNS:
        for match in re.finditer(rf"(?<![A-Z$]){re.escape(old)}(?=[ \u00a0]?\d)", text):
            yield text[: match.start()] + new + text[match.end() :]
