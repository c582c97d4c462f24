"""The place of a fact in its sentence: the letters on both sides of it.

A claim that copies its line but for one figure has another figure in the same place. Such a figure differs, even
when its value stands elsewhere in the line, or could be computed from it.
"""

from __future__ import annotations

import re
from itertools import accumulate

from exactquote.facts.fold import lower
from exactquote.facts.model import Fact

NEAR, WIDE = 4, 8
_REACH = 60
_BETWEEN = re.compile(r"[\W_]")


class Slots:
    """The places of facts in one text; its letters are found once."""

    def __init__(self, text: str) -> None:
        low = lower(text)
        self._letters = _BETWEEN.sub("", low)
        kept = bytearray(b"\1" * len(low))
        for match in _BETWEEN.finditer(low):
            kept[match.start()] = 0
        self._before = [0, *accumulate(kept)]

    def of(self, fact: Fact, letters: int) -> tuple[str, str]:
        """Up to ``letters`` letters and digits before and after the fact; ``^`` stands for the beginning or end of the
        text."""
        left = self._between(max(0, fact.start - _REACH), fact.start)
        right = self._between(fact.end, min(fact.end + _REACH, len(self._before) - 1))
        before = left[-letters:] if len(left) >= letters else "^" + left
        after = right[:letters] if len(right) >= letters else right + "^"
        return before, after

    def _between(self, start: int, end: int) -> str:
        return self._letters[self._before[start] : self._before[end]]
