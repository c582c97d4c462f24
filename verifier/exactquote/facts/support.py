"""Whether a line bears out the facts of a claim. Rules can refute, never confirm."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from exactquote.facts import names, words
from exactquote.facts.cldr import language
from exactquote.facts.compare import Match, match_dates, match_values, same_measure
from exactquote.facts.computed import computed
from exactquote.facts.find import find_facts
from exactquote.facts.fold import ascii_digits
from exactquote.facts.links import url_key
from exactquote.facts.measures import measures_in
from exactquote.facts.model import Fact, Finding, Flag, Support
from exactquote.facts.slots import NEAR, WIDE, slot
from exactquote.facts.words import MAYBE_SPELLED, SPELLED

_DECADE = frozenset({"decade"})
_SMALL = frozenset(range(2, 13))
_COUNTED = frozenset({"number", "percent", "amount", "quantity"})


def supports(claim: str, line: str, *, lang: str = "", claim_lang: str | None = None, context: str = "") -> Support:
    """Compare every fact of ``claim`` with the facts of ``line``; never raises.

    ``mismatch`` when a fact is different or missing, else ``uncertain``. ``line`` is page text: a sentence, or a
    table row with its headers joined in. ``lang``: the language tag of the page; ``claim_lang``: that of the claim,
    when it is another. ``context``: what stands around the line (title, heading path, the page's own address):
    names, addresses and the year of a date may come from there, which is flagged; numbers may not.
    """
    spoken = lang if claim_lang is None else claim_lang
    comparison = _Comparison(claim, line, lang, spoken, context)
    findings = tuple(comparison.find(fact) for fact in find_facts(claim, lang=spoken))
    if names.uncased_letters(claim):
        comparison.flags["names_unchecked"] = None
    refuted = any(finding.status in ("different", "missing") for finding in findings)
    return Support("mismatch" if refuted else "uncertain", findings, tuple(comparison.flags))


@dataclass
class _Comparison:
    """One claim beside one line, with what is worked out about them on the way."""

    claim: str
    line: str
    lang: str
    claim_lang: str
    context: str

    def __post_init__(self) -> None:
        self.flags: dict[Flag, None] = {}
        self.line_facts = find_facts(self.line, lang=self.lang)

    def find(self, fact: Fact) -> Finding:
        """What the line says about one fact of the claim."""
        if fact.kind == "name":
            return self._name(fact)
        if fact.kind in ("url", "email"):
            return self._address(fact)
        agreeing = [(match, other) for other in self.line_facts if (match := _agree(fact, other))]
        nearly = self._nearly(fact)
        same_place = [other for _, other in agreeing] + [other for _, other in nearly]
        if rival := self._rival(fact, WIDE, same_place):
            return Finding(fact, "different", (rival,))
        if agreeing:
            match, other = min(agreeing, key=lambda pair: (pair[0].rounded, pair[0].unlikely))
            return self._agreed(fact, match, other)
        if nearly:
            return self._inferred(fact, nearly)
        if fact.kind in _COUNTED and not self._rival(fact, NEAR, []) and (result := computed(fact, self.line_facts)):
            self.flags["computed_value"] = None
            return Finding(fact, "computed_from", result[1], result[0])
        if (beside := self._open(fact)) is not None:
            return Finding(fact, "unchecked", beside)
        alike = tuple(other for other in self.line_facts if other.kind == fact.kind)
        return Finding(fact, "different" if alike else "missing", alike)

    def _open(self, fact: Fact) -> tuple[Fact, ...] | None:
        """Whether rules cannot tell that a number is not in the line (then with the facts that leave it open).

        A word that may be a number or another word; words and small numbers where the line's number words are not
        read; a decade beside its first year.
        """
        if fact.key == MAYBE_SPELLED:
            return ()
        if fact.measures == _DECADE:
            same = tuple(other for other in self.line_facts if not other.measures and match_values(fact, other))
            return same if same or not self._one_language else None
        if fact.kind == "code" and not self._one_script:
            return ()
        if fact.kind not in _COUNTED or self._rival(fact, NEAR, []):
            return None
        if words.reads(self.lang) or not self.lang or any(match_values(fact, other) for other in self.line_facts):
            return None
        return () if fact.key == SPELLED or (fact.readings and fact.readings[0].value in _SMALL) else None

    def _agreed(self, fact: Fact, match: Match, other: Fact) -> Finding:
        if match.unlikely:
            self.flags["ambiguous_number"] = None
        if match.rounded:
            self.flags["rounded_value"] = None
        if fact.measures < other.measures:
            self.flags["unit_or_currency_inferred"] = None  # the line's sign is shared by several currencies
        return Finding(fact, "rounds_to" if match.rounded else "same", (other,))

    def _rival(self, fact: Fact, letters: int, agreeing: list[Fact]) -> Fact | None:
        """A fact of the line that stands in the same place as this one and does not agree with it, when none there
        does."""
        there = self._slots[letters].get(slot(self.claim, fact, letters), ())
        if not there or any(other in agreeing for other in there):
            return None
        return there[0]

    @cached_property
    def _slots(self) -> dict[int, dict[tuple[str, str], list[Fact]]]:
        """Facts of the line by their place in it."""
        places: dict[int, dict[tuple[str, str], list[Fact]]] = {NEAR: {}, WIDE: {}}
        for letters, by_slot in places.items():
            for other in self.line_facts:
                if other.kind not in ("name", "url", "email"):
                    by_slot.setdefault(slot(self.line, other, letters), []).append(other)
        return places

    def _nearly(self, fact: Fact) -> list[tuple[Match | None, Fact]]:
        """Facts of the line with the same value whose unit must be inferred, and dates whose year stands elsewhere.

        A unit may stand elsewhere in the line (the header of a table) or be left out in the claim. Where the
        line leaves open what it counts, there is no match to go by.
        """
        if fact.dates:
            return [(None, other) for other in self.line_facts if self._year_apart(fact, other)]
        found: list[tuple[Match | None, Fact]] = []
        for other in self.line_facts:
            match = match_values(fact, other) if fact.kind in _COUNTED and other.kind in _COUNTED else None
            if not match or same_measure(fact, other):
                continue
            from_header = bool(fact.measures) and not other.measures and bool(fact.measures & self._loose_measures)
            left_out = (
                fact.kind == "number" and other.kind in ("quantity", "amount") and self._leaves_unit_out(fact, other)
            )
            if from_header or left_out:
                found.append((match, other))
            elif fact.kind == "quantity" and other.kind == "number" and self._counts_nothing(other):
                found.append((None, other))
        return found

    def _inferred(self, fact: Fact, nearly: list[tuple[Match | None, Fact]]) -> Finding:
        if not fact.dates:
            self.flags["unit_or_currency_inferred"] = None
        for match, other in nearly:
            if match:
                return self._agreed(fact, match, other)
        return Finding(fact, "unchecked", (nearly[0][1],))

    def _leaves_unit_out(self, fact: Fact, other: Fact) -> bool:
        """Whether a bare number in the claim may be the line's quantity without its unit (``over 18``, ``18
        years``)."""
        return not names.counted(self.claim, fact.end, self._line_words) and other.measures != _DECADE

    def _counts_nothing(self, other: Fact) -> bool:
        """Whether the line leaves open what its bare number counts (a table cell, ``aged 10–24``)."""
        return not names.counted(self.line, other.end, names.words_of(self.claim))

    @cached_property
    def _loose_measures(self) -> frozenset[str]:
        """Units and currencies that the line names anywhere."""
        return measures_in(self.line, self.lang)

    def _year_apart(self, fact: Fact, other: Fact) -> bool:
        """Whether a date of the line lacks only the year, and that year stands elsewhere in the line or its context."""
        text = ascii_digits(f"{self.line} {self.context}")
        return any(
            mine.year and theirs.year is None and re.search(rf"(?<!\d){mine.year}(?!\d)", text)
            for mine in fact.dates
            for theirs in other.dates
            if (mine.month, mine.day) == (theirs.month, theirs.day)
        )

    def _address(self, fact: Fact) -> Finding:
        for other in self.line_facts:
            if other.kind == fact.kind and other.key == fact.key:
                return Finding(fact, "same", (other,))
        if any(other.key == fact.key for other in find_facts(self.context, lang=self.lang)) or (
            fact.kind == "url" and fact.key in map(url_key, self.context.split())
        ):
            self.flags["from_context"] = None
            return Finding(fact, "same")
        alike = tuple(other for other in self.line_facts if other.kind == fact.kind)
        return Finding(fact, "different" if alike else "missing", alike)

    @cached_property
    def _line_words(self) -> frozenset[str]:
        # A name may end where another fact begins, within what looks like one word.
        found = (names.words_of(other.text) for other in self.line_facts if other.kind == "name")
        return names.words_of(self.line).union(*found)

    @cached_property
    def _one_language(self) -> bool:
        return language(self.lang) == language(self.claim_lang)

    @cached_property
    def _one_script(self) -> bool:
        return names.script(self.claim) == names.script(self.line)

    @cached_property
    def _names_decide(self) -> bool:
        """Whether a name that is not in the line is missing from it: both in one language and script, and case
        tells."""
        return self._one_language and self._one_script and names.case_marks_names(self.claim, self.claim_lang)

    def _name(self, fact: Fact) -> Finding:
        parts = fact.key.split() or sorted(names.words_of(fact.text))
        absent = [part for part in parts if part not in self._line_words]
        if not absent:
            return Finding(fact, "same", tuple(o for o in self.line_facts if o.kind == "name" and parts[0] in o.key))
        around = names.words_of(self.context) if self.context else frozenset()
        absent = [part for part in absent if part not in around]
        if not absent:
            self.flags["from_context"] = None
            return Finding(fact, "same")
        open_question = (
            not fact.key
            or not self._names_decide
            or all(names.held(part, self._line_words) for part in absent)
            or names.initials_in(fact.text, self.line)
            or any(names.initials_in(other.text, fact.text) for other in self.line_facts if other.kind == "name")
        )
        if open_question:
            self.flags["names_unchecked"] = None
            return Finding(fact, "unchecked")
        alike = tuple(other for other in self.line_facts if other.kind == "name")
        return Finding(fact, "different" if alike else "missing", alike)


def _agree(fact: Fact, other: Fact) -> Match | None:
    if fact.dates or other.dates:
        return match_dates(fact, other)
    if (fact.kind == "time") != (other.kind == "time") or (fact.kind == "code") != (other.kind == "code"):
        return None
    return match_values(fact, other) if same_measure(fact, other) else None
