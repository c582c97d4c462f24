"""What a table is called by: its items and fields as they were given, and the name of its run."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from exactquote.page import Page

LONGEST_NAME = 300
"""Characters of an item or field."""
MOST_CELLS = 1000
"""Items × fields."""


def closed_up(names: Iterable[str]) -> tuple[str, ...]:
    """The names of items or fields, white space closed up, each once; one of white space alone becomes ""."""
    return tuple(dict.fromkeys(" ".join(name.split()) for name in names))


def run_name(session: str, pages: Sequence[Page], model: str) -> str:
    """The name of a table over ``pages`` in ``session``: the same for the same page versions and model.

    So the same table asked again finds the cells that are done, and so does one with more items or fields; pages that
    have changed, more pages and another model make another table.
    """
    whole = repr((session, model, sorted({(page.url, page.sha256) for page in pages})))
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:32]
