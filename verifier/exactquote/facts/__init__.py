"""Facts: the numbers, amounts, dates, addresses and names in a sentence, and whether a line of the page bears them out.

Rules can refute, never confirm. :func:`supports` says ``mismatch`` when a fact of the claim is missing from its
line or differs from it, and ``uncertain`` otherwise: that all facts agree does not make a claim true. Vocabularies
are data (CLDR through Babel, text2num, the unit table in :mod:`~exactquote.facts.vocabulary`); no phrase decides
anything.

Pure text in, plain values out. This room may import the standard library, Babel, text2num, ada-url and its own modules.
"""

from exactquote.facts.find import find_facts
from exactquote.facts.model import Fact, FactKind, Finding, Flag, Reading, Status, Support
from exactquote.facts.support import supports

__all__ = ["Fact", "FactKind", "Finding", "Flag", "Reading", "Status", "Support", "find_facts", "supports"]
