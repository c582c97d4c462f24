"""Numbers whose order counts: the two of a ratio (``3:2``)."""

from __future__ import annotations

import re

from exactquote.facts.fold import ascii_digits

_RATIO = re.compile(r"(?<![\d:∶.,/])(\d{1,4}) ?[:∶] ?(\d{1,4})(?![\d:∶/]|[.,]\d)")


def ratios(text: str) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """The ratios of a text, each with where it stands: ``{(3, 2): [(start, end)]}``."""
    found: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for match in _RATIO.finditer(ascii_digits(text)):
        found.setdefault((int(match[1]), int(match[2])), []).append(match.span())
    return found


def turned_round(claim: str, line: str) -> list[tuple[int, int]]:
    """Where ratios of a claim stand that the line has only the other way round."""
    theirs = ratios(line)
    return [
        span
        for (one, other), spans in ratios(claim).items()
        if one != other and (one, other) not in theirs and (other, one) in theirs
        for span in spans
    ]
