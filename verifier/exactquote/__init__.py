"""Exactquote: does this quote stand on that page, exactly, and do the facts of a claim come from its line?

The pure library under Pointline, usable alone: no model, no web, no database, no I/O. It imports nothing of
``pointline``; its own dependencies are lxml (HTML), rapidfuzz (the nearest line of a quote that is not there),
sentencex (sentences), Babel, text2num and ada-url (vocabularies and rules of numbers, dates and addresses).

* :mod:`~exactquote.page`, :mod:`~exactquote.html`, :mod:`~exactquote.plaintext`, :mod:`~exactquote.units`: a page as
  one string, its blocks and its lines. The walk over HTML is specified in ``WALK.md``.
* :mod:`~exactquote.quotes`: where a quote stands, or what it is instead.
* :mod:`~exactquote.facts`: numbers, amounts, dates, names of a claim against its line.
* :mod:`~exactquote.contract`: the form of a reply that cites.
* :mod:`~exactquote.offsets`, :mod:`~exactquote.capture`: UTF-16 offsets, and blocks that a browser sent.

All offsets are code points of the page text.
"""

from exactquote.facts import Support, find_facts, supports
from exactquote.html import read_html
from exactquote.page import Block, Page, Span
from exactquote.plaintext import read_text
from exactquote.quotes import QuoteResult, locate
from exactquote.units import Unit

__all__ = [
    "Block",
    "Page",
    "QuoteResult",
    "Span",
    "Support",
    "Unit",
    "find_facts",
    "locate",
    "read_html",
    "read_text",
    "supports",
]
