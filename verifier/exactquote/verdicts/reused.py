"""One line under claims about different things: background that was made to carry more than it says."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TypeVar

from exactquote.page import Span

K = TypeVar("K")


def reused_lines(uses: Iterable[tuple[K, str, str, Span]]) -> frozenset[K]:
    """The keys of the claims whose line stands under a claim about something else, too.

    ``uses``: for each claim its key, what it is about (the item of a cell; the claim itself in a memo), the page
    (SHA-256) and the place of its line.
    """
    about: defaultdict[tuple[str, Span], set[str]] = defaultdict(set)
    keys: defaultdict[tuple[str, Span], list[K]] = defaultdict(list)
    for key, subject, sha256, line in uses:
        about[sha256, line].add(subject)
        keys[sha256, line].append(key)
    return frozenset(key for place, subjects in about.items() if len(subjects) > 1 for key in keys[place])
