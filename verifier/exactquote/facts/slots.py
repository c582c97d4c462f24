"""The place of a fact in its sentence: the letters on both sides of it.

A claim that copies its line but for one figure has another figure in the same place. Such a figure differs, even
when its value stands elsewhere in the line, or could be computed from it.
"""

from __future__ import annotations

import re

from exactquote.facts.fold import lower
from exactquote.facts.model import Fact

NEAR, WIDE = 4, 8
_REACH = 60
_BETWEEN = re.compile(r"[\W_]+")


def slot(text: str, fact: Fact, letters: int) -> tuple[str, str]:
    """Up to ``letters`` letters and digits before and after the fact; ``^`` stands for the beginning or end of the
    text."""
    left = _letters(text[max(0, fact.start - _REACH) : fact.start])
    right = _letters(text[fact.end : fact.end + _REACH])
    before = left[-letters:] if len(left) >= letters else "^" + left
    after = right[:letters] if len(right) >= letters else right + "^"
    return before, after


def _letters(text: str) -> str:
    return _BETWEEN.sub("", lower(text))
