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


def cased(char: str) -> bool:
    """Whether ``char`` is a letter of a script that has upper and lower case."""
    return char.isalpha() and (char.lower() != char or char.upper() != char)
