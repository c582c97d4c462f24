"""Locating quotes: whether the words of a quote stand on a page, exactly, and where.

``locate(page, quote)`` is the whole of it; ``QuoteResult`` says what it found. Only ``exact`` is found. The room may
import :mod:`exactquote.page`, :mod:`exactquote.units`, the tables and words of :mod:`exactquote.facts` (names of scales
and units, where no quote may be cut) and rapidfuzz, which only ever chooses the real line to show beside a quote that
failed.
"""

from exactquote.quotes.index import quote_index
from exactquote.quotes.locate import locate
from exactquote.quotes.results import DiffPart, Flag, Fold, Nearest, Occurrence, QuoteResult, Status

__all__ = ["DiffPart", "Flag", "Fold", "Nearest", "Occurrence", "QuoteResult", "Status", "locate", "quote_index"]
