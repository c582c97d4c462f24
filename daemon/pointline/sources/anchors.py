"""The places within a page that a link can name (``#fees``): the ids of its elements, kept beside the page as it lives.

Of saved HTML all that looks like an id counts, in scripts too: a place is called missing only where it is nowhere.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from weakref import WeakKeyDictionary

from exactquote.page import Page

_NAMED = re.compile(r"""(?<![\w-])(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>`=]+))""", re.IGNORECASE)
_known: WeakKeyDictionary[Page, frozenset[str]] = WeakKeyDictionary()


def anchors_of(page: Page) -> frozenset[str] | None:
    """The names of a page's places; None where they are not known (a PDF, a text, what a browser sent)."""
    return _known.get(page)


def remember(page: Page, names: Iterable[str]) -> None:
    """Keep the names of a page's places for as long as the page lives."""
    _known[page] = frozenset(names)


def names_in(text: str) -> set[str]:
    """What may be names of places in the text of an HTML file."""
    return {html.unescape(next(filter(None, match.groups()), "")) for match in _NAMED.finditer(text)}
