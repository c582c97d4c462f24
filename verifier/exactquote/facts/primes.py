"""Quotation marks that are feet and inches, or minutes and seconds of arc: ``6'2"``, ``8" x 10"``.

One mark alone after a number may close a quotation, and is left as it is.
"""

from __future__ import annotations

import re

_PAIR = re.compile(r"(?<![\w'’\"”“‘.,])(\d{1,3})['’′]([ \u00a0]?\d{1,2}(?:[.,]\d{1,3})?)[\"”″](?![\w'’])")
_SIDES = re.compile(r"(?<=\d)[\"”](?=[ \u00a0]?[x×][ \u00a0]?\d{1,4}(?:[.,]\d{1,3})?[\"”](?!\w))")
_LAST_SIDE = re.compile(r"(?<=″)([ \u00a0]?[x×][ \u00a0]?\d{1,4}(?:[.,]\d{1,3})?)[\"”]")


def with_primes(text: str) -> str:
    """The text with such marks as primes (``6′2″``); same length. Digits are ASCII."""
    if '"' not in text and "”" not in text and "″" not in text:
        return text
    text = _SIDES.sub("″", _PAIR.sub(r"\1′\2″", text))
    return _LAST_SIDE.sub(r"\1″", text)
