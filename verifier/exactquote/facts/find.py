"""All facts of a text, in order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from exactquote.facts.dates import find_dates
from exactquote.facts.links import find_links
from exactquote.facts.model import Fact
from exactquote.facts.names import find_names
from exactquote.facts.numbers import find_numbers
from exactquote.facts.plain import plain, unbroken
from exactquote.facts.vocabulary import vocabulary

_BLANK = "\ufffc"


def find_facts(text: str, *, lang: str = "") -> tuple[Fact, ...]:
    """All facts of ``text`` in order, not overlapping, in code points. Never raises.

    ``lang``: the language tag of the text when it is known; it decides between readings, and adds the short words
    of that language.
    """
    given = plain(text)
    return tuple(map(given.restored, find_plain(given.text, lang=lang)))


def find_plain(text: str, *, lang: str) -> tuple[Fact, ...]:
    """The facts of a text that is plain already (:func:`exactquote.facts.plain.plain`)."""
    links = find_links(text)
    rest = unbroken(_without(text, links))
    dates = find_dates(rest, lang)
    numbers = find_numbers(_without(rest, dates), vocabulary(lang), lang)
    taken = sorted([*links, *_as_in(text, dates), *_as_in(text, numbers)], key=lambda fact: fact.start)
    return tuple(sorted([*taken, *find_names(_without(text, taken))], key=lambda fact: fact.start))


def _as_in(text: str, facts: Iterable[Fact]) -> Iterable[Fact]:
    """The facts as they stand in a text of the same length."""
    return (replace(fact, text=text[fact.start : fact.end]) if "\n" in text else fact for fact in facts)


def _without(text: str, facts: Iterable[Fact]) -> str:
    """The text with the characters of facts blanked out, at the same length."""
    parts: list[str] = []
    place = 0
    for fact in facts:
        parts += (text[place : fact.start], _BLANK * (fact.end - fact.start))
        place = fact.end
    return "".join((*parts, text[place:])) if parts else text
