"""A small m on a number: a metre, and where newspapers count with it a million (``2.5m shares``, ``up to 12.4m``)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from exactquote.facts.beside import After
from exactquote.facts.fold import ascii_digits, lower
from exactquote.facts.model import Fact
from exactquote.facts.numerals import scaled
from exactquote.facts.ranges import kind_of
from exactquote.facts.scale_table import AMOUNT_SCALES
from exactquote.facts.vocabulary import vocabulary

_METRE = frozenset({"length-meter"})
_GLUED = re.compile(r"\dm$")


def in_millions(fact: Fact, text: str, lang: str) -> Fact | None:
    """A length in metres, its sign written onto the number, as so many millions of what follows (``3m tonnes``); None
    for any other fact."""
    if fact.measures != _METRE or not _GLUED.search(ascii_digits(fact.text)):
        return None
    beside = After(ascii_digits(text), lower(text), vocabulary(lang)).beside(fact.end, frozenset(), scaled=True)
    values = tuple(scaled(reading, AMOUNT_SCALES["m"]) for reading in fact.readings)
    end = beside.end if beside.measures else fact.end
    return replace(
        fact,
        kind=kind_of(beside.measures),
        text=text[fact.start : end],
        end=end,
        readings=values,
        measures=beside.measures,
    )


def all_in_millions(facts: Iterable[Fact], text: str, lang: str) -> Iterator[Fact]:
    """The facts that may be millions, read so."""
    return (other for fact in facts if (other := in_millions(fact, text, lang)))
