"""All facts of a text, in order."""

from __future__ import annotations

from exactquote.facts.model import Fact
from exactquote.facts.numbers import find_numbers
from exactquote.facts.vocabulary import vocabulary


def find_facts(text: str, *, lang: str = "") -> tuple[Fact, ...]:
    """All facts of ``text`` in order, not overlapping, in code points. Never raises.

    ``lang``: the language tag of the text when it is known; it decides between readings, and adds the short words
    of that language.
    """
    return tuple(find_numbers(text, vocabulary(lang), lang))
