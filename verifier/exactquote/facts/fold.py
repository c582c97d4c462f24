"""Foldings that keep every character in its place: digits of any script, full-width forms, case."""

from __future__ import annotations

import unicodedata

# Full-width punctuation of numbers, and the percent and minus signs of other scripts, which mean the same.
_ALIKE = dict(zip("．，％٪﹪－−﹣＋＄￥￡￦／：", ".,%%%---+$¥£₩/:", strict=True))


class _Table(dict[int, str]):
    """A table for ``str.translate`` that is filled as characters are met."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        alike = str(unicodedata.decimal(char)) if char.isdecimal() else _ALIKE.get(char, char)
        self[code] = alike
        return alike


_DIGITS = _Table()


def _mark_ranges() -> str:
    """The combining marks below U+3100 as ranges of a character class; ``\\w`` of :mod:`re` has none of them."""
    codes = [code for code in range(0x300, 0x3100) if unicodedata.category(chr(code)) in ("Mn", "Mc")]
    starts = [code for code in codes if code - 1 not in codes]
    ends = [code for code in codes if code + 1 not in codes]
    return "".join(f"{chr(start)}-{chr(end)}" for start, end in zip(starts, ends, strict=True))


MARKS = _mark_ranges()
_ODD_CASE = {"İ": "i", "ı": "i"}


def ascii_digits(text: str) -> str:
    """Write decimal digits of every script, and the full-width marks of numbers, in ASCII; same length."""
    return text if text.isascii() else text.translate(_DIGITS)


def lower(text: str) -> str:
    """Lower case without a change of length; the Turkish dotted and dotless i both become ``i``."""
    low = text.lower()
    if len(low) != len(text):
        low = "".join(_ODD_CASE.get(char) or (char.lower() if len(char.lower()) == 1 else char) for char in text)
    return low.replace("ı", "i")


# Letters that Unicode never composes again, though pages use them (Devanagari and Bengali with a dot below).
_COMPOSED = {unicodedata.normalize("NFD", chr(code)): chr(code) for code in (*range(0x958, 0x960), 0x9DC, 0x9DD, 0x9DF)}


def spellings(name: str) -> set[str]:
    """A name, folded, in every way that Unicode may write it: composed, decomposed, and as it came."""
    forms = {name, unicodedata.normalize("NFC", name), unicodedata.normalize("NFD", name)}
    dotted = name
    for pair, char in _COMPOSED.items():
        dotted = dotted.replace(pair, char)
    return {lower(form) for form in (*forms, dotted)}


def cased(char: str) -> bool:
    """Whether ``char`` is a letter of a script that has upper and lower case."""
    return char.isalpha() and (char.lower() != char or char.upper() != char)
