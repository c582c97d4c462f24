"""Visible: what of a model's words a person can see, so that no two readings of one text exist.

Controls that turn the direction of writing show ``69`` where the text says ``96``; a terminal obeys others. What the
page itself says is not touched here; only what a model wrote is.
"""

from __future__ import annotations

import unicodedata

_JOINERS = "\u200c\u200d"
"""Shape letters in Persian, Hindi and emoji."""
_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
REPLACED = "\ufffd"


def unseen(char: str) -> bool:
    """Whether a character is a control, has no shape, or is no character at all."""
    return char not in _JOINERS and unicodedata.category(char) in _UNSEEN


def hides(text: str) -> bool:
    """Whether any character of a text cannot be seen."""
    return any(map(unseen, text))


def visible(text: str) -> str:
    """The text on one line, with a mark for each character that cannot be seen."""
    return "".join(REPLACED if unseen(char) else char for char in " ".join(text.split()))
