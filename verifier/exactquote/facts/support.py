"""Whether a line bears out the facts of a claim. Rules can refute, never confirm."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from exactquote.facts import names, words
from exactquote.facts.cldr import is_territory, language, settled_comma
from exactquote.facts.compare import Match
from exactquote.facts.computed import Formulas
from exactquote.facts.find import find_plain
from exactquote.facts.fold import ascii_digits
from exactquote.facts.links import url_key
from exactquote.facts.model import Fact, Finding, Flag, Support
from exactquote.facts.numerals import shows
from exactquote.facts.partners import COUNTED, DECADE, Line
from exactquote.facts.plain import Plain, plain
from exactquote.facts.slots import NEAR, WIDE, Slots
from exactquote.facts.words import MAYBE_SPELLED, SPELLED

_SMALL = frozenset(range(2, 13))
_PAIR = 2
"""Said in many ways beside its number word (both, a pair): in words it is refuted only beside another small number."""


def supports(claim: str, line: str, *, lang: str = "", claim_lang: str | None = None, context: str = "") -> Support:
    """Compare every fact of ``claim`` with the facts of ``line``; never raises.

    ``mismatch`` when a fact is different or missing, else ``uncertain``. ``line`` is page text: a sentence, or a
    table row with its headers joined in. ``lang``: the language tag of the page; ``claim_lang``: that of the claim,
    when it is another. ``context``: what stands around the line (title, heading path, the page's own address):
    names, addresses and the year of a date may come from there, which is flagged; numbers may not.
    """
    spoken = lang if claim_lang is None else claim_lang
    given, page = plain(claim), plain(line)
    comparison = _Comparison(given.text, page.text, lang, spoken, plain(context).text)
    findings = []
    for fact in find_plain(given.text, lang=spoken):
        found = comparison.find(comparison.read(fact))
        findings.append(replace(found, fact=given.restored(fact), line_facts=comparison.shown(found.line_facts, page)))
    if names.uncased_letters(claim):
        comparison.flags["names_unchecked"] = None
    refuted = any(finding.status in ("different", "missing") for finding in findings)
    return Support("mismatch" if refuted else "uncertain", tuple(findings), tuple(comparison.flags))


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
        whole = find_plain(self.line, lang=self.lang)
        self.line_facts = tuple(map(self.read, whole))
        self._whole = {mine.start: other for mine, other in zip(self.line_facts, whole, strict=True) if mine != other}
        self._shown: dict[int, tuple[tuple[Fact, ...], tuple[Fact, ...]]] = {}
        self._line = Line(self.line, self.line_facts, self.claim, self.context, self.lang)
        self._formulas = Formulas(self.line, self.line_facts, self.lang)
        self._rivals: dict[object, Fact | None] = {}

    def find(self, fact: Fact) -> Finding:
        """What the line says about one fact of the claim."""
        if fact.kind == "name":
            return self._name(fact)
        if fact.kind in ("url", "email"):
            return self._address(fact)
        partners = self._line.partners(fact)
        if rival := self._rival(fact, WIDE, partners.places):
            return Finding(fact, "different", (rival,))
        if partners.agreeing:
            return self._agreed(fact, *partners.agreeing)
        if partners.converted:
            return self._in_other_unit(fact, *partners.converted)
        if partners.nearly:
            match, other = partners.nearly
            return self._inferred(fact, match, other)
        counted = fact.kind in COUNTED and not self._rival(fact, NEAR)
        if counted and (result := self._formulas.of(fact, self.claim_lang)):
            self.flags["computed_value"] = None
            return Finding(fact, "computed_from", result[1], result[0])
        if (beside := self._open(fact, partners.equal)) is not None:
            return Finding(fact, "unchecked", beside)
        return self._refuted(fact)

    def shown(self, facts: tuple[Fact, ...], page: Plain) -> tuple[Fact, ...]:
        """Facts of the line with all their readings, at their places in the line as it came."""
        if (page.places is None and not self._whole) or not facts:
            return facts
        if len(facts) == 1:
            return (page.restored(self._whole.get(facts[0].start, facts[0])),)
        # More are mostly all of a kind or name, time and again.
        known = self._shown.get(id(facts))
        if known is None or known[0] is not facts:
            found = tuple(page.restored(self._whole.get(other.start, other)) for other in facts)
            known = self._shown[id(facts)] = facts, found
        return known[1]

    def read(self, fact: Fact) -> Fact:
        """The fact without the readings of another custom, where the languages of claim and line settle theirs."""
        if len(fact.readings) < 2 or not self._one_custom:
            return fact
        first = fact.readings[0].custom
        return replace(fact, readings=tuple(reading for reading in fact.readings if reading.custom == first))

    @cached_property
    def _one_custom(self) -> bool:
        """Whether both texts are in languages of one and the same custom, and neither shows the other one."""
        comma = settled_comma(self.lang)
        if comma is None or comma != settled_comma(self.claim_lang):
            return False
        return not any(shows(ascii_digits(text), decimal_comma=not comma) for text in (self.claim, self.line))

    def _refuted(self, fact: Fact) -> Finding:
        alike = self._of_kind.get(fact.kind, ())
        return Finding(fact, "different" if alike else "missing", alike)

    @cached_property
    def _of_kind(self) -> dict[str, tuple[Fact, ...]]:
        kinds = dict.fromkeys(other.kind for other in self.line_facts)
        return {kind: tuple(other for other in self.line_facts if other.kind == kind) for kind in kinds}

    def _open(self, fact: Fact, equal: tuple[Fact, ...]) -> tuple[Fact, ...] | None:
        """Whether rules cannot tell that a number is not in the line (then with the facts that leave it open).

        A word that may be a number or another word; ``two`` where the line counts nothing; words and small numbers
        where the line's number words are not read; a decade beside its first year. ``equal``: the facts of the line
        with the same number.
        """
        if fact.key == MAYBE_SPELLED:
            return ()
        if fact.measures == DECADE:
            same = tuple(other for other in equal if not other.measures)
            return same if same or not self._one_language else None
        if fact.kind == "code" and not self._one_script:
            return ()
        if fact.kind not in COUNTED or self._rival(fact, NEAR):
            return None
        if fact.key == SPELLED and fact.readings[0].value == _PAIR and not self._counts:
            return ()
        if words.reads(self.lang) or not self.lang or equal:
            return None
        return () if fact.key == SPELLED or (fact.readings and fact.readings[0].value in _SMALL) else None

    @cached_property
    def _counts(self) -> bool:
        """Whether the line has a small bare number, which a small one of the claim may have been."""
        return any(other.kind == "number" and other.readings[0].value in _SMALL for other in self.line_facts)

    def _agreed(self, fact: Fact, match: Match, other: Fact) -> Finding:
        if match.unlikely:
            self.flags["ambiguous_number"] = None
        if match.rounded:
            self.flags["rounded_value"] = None
        if fact.measures < other.measures:
            self.flags["unit_or_currency_inferred"] = None  # the line's sign is shared by several currencies
        return Finding(fact, "rounds_to" if match.rounded else "same", (other,))

    def _in_other_unit(self, fact: Fact, match: Match, other: Fact) -> Finding:
        """A sum of money in parts of its currency is the same; another quantity is computed."""
        if fact.kind == "amount" and not match.rounded:
            return self._agreed(fact, match, other)
        self.flags["computed_value"] = None
        formula = f"{other.text} {'≈' if match.rounded else '='} {fact.text}"
        return Finding(fact, "computed_from", (other,), formula)

    def _inferred(self, fact: Fact, match: Match | None, other: Fact) -> Finding:
        if not fact.dates:
            self.flags["unit_or_currency_inferred"] = None
        return self._agreed(fact, match, other) if match else Finding(fact, "unchecked", (other,))

    def _rival(self, fact: Fact, letters: int, agreeing: frozenset[int] = frozenset()) -> Fact | None:
        """A fact of the line that stands in the same place as this one and does not agree with it, when none there
        does (``agreeing``: where those that do begin)."""
        place = self._claim_slots.of(fact, letters)
        asked = (letters, place, agreeing)
        if asked not in self._rivals:
            there = self._slots[letters].get(place, [])
            agrees = any(other.start in agreeing for other in there)
            self._rivals[asked] = there[0] if there and not agrees else None
        return self._rivals[asked]

    @cached_property
    def _claim_slots(self) -> Slots:
        return Slots(self.claim)

    @cached_property
    def _slots(self) -> dict[int, dict[tuple[str, str], list[Fact]]]:
        """Facts of the line by their place in it."""
        places: dict[int, dict[tuple[str, str], list[Fact]]] = {NEAR: {}, WIDE: {}}
        line = Slots(self.line)
        for letters, by_slot in places.items():
            for other in self.line_facts:
                if other.kind not in ("name", "url", "email"):
                    by_slot.setdefault(line.of(other, letters), []).append(other)
        return places

    def _address(self, fact: Fact) -> Finding:
        if other := self._addresses.get((fact.kind, fact.key)):
            return Finding(fact, "same", (other,))
        if fact.key in self._context_keys or (fact.kind == "url" and fact.key in self._context_urls):
            self.flags["from_context"] = None
            return Finding(fact, "same")
        return self._refuted(fact)

    @cached_property
    def _addresses(self) -> dict[tuple[str, str], Fact]:
        return {(other.kind, other.key): other for other in reversed(self.line_facts)}

    @cached_property
    def _context_keys(self) -> frozenset[str]:
        return frozenset(other.key for other in find_plain(self.context, lang=self.lang))

    @cached_property
    def _context_urls(self) -> frozenset[str]:
        return frozenset(map(url_key, self.context.split()))

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
        absent = [part for part in parts if part not in self._line.words]
        if self._other_head(fact, absent):
            if self._names_decide and is_territory(f"{names.opening_word(fact)} {fact.key}", self.claim_lang):
                return self._refuted(fact)
            self.flags["names_unchecked"] = None
            return Finding(fact, "unchecked", self._named.get(parts[0], ()))
        if not absent:
            return Finding(fact, "same", self._named.get(parts[0], ()))
        absent = [part for part in absent if part not in self._context_words]
        if not absent:
            self.flags["from_context"] = None
            return Finding(fact, "same")
        open_question = (
            not fact.key
            or not self._names_decide
            or all(map(self._stems.holds, absent))
            or (names.is_acronym(fact.text) and fact.text in self._firsts)
            or self._spelled_by(names.firsts(fact.text))
        )
        if open_question:
            self.flags["names_unchecked"] = None
            return Finding(fact, "unchecked")
        return self._refuted(fact)

    def _other_head(self, fact: Fact, absent: list[str]) -> bool:
        """Whether a name that opens a sentence is in the line or its context only behind another capitalised word
        (``Jane Smith`` for ``John Smith``)."""
        opening = names.opening_word(fact)
        if not opening or opening in self._line.words or opening in self._context_words:
            return False
        heads = names.heads_before(self.context if absent else self.line, fact.key)
        return bool(heads) and "" not in heads

    @cached_property
    def _named(self) -> dict[str, tuple[Fact, ...]]:
        """Names of the line by each of their words."""
        found: dict[str, list[Fact]] = {}
        for other in self._of_kind.get("name", ()):
            for word in dict.fromkeys(other.key.split()):
                found.setdefault(word, []).append(other)
        return {word: tuple(others) for word, others in found.items()}

    def _spelled_by(self, firsts: str) -> bool:
        """Whether first letters in a row spell an acronym of the line."""
        return any(len(acronym) <= len(firsts) and acronym in firsts for acronym in self._acronyms)

    @cached_property
    def _context_words(self) -> frozenset[str]:
        return names.words_of(self.context)

    @cached_property
    def _stems(self) -> names.Stems:
        return names.Stems(self._line.words)

    @cached_property
    def _firsts(self) -> str:
        return names.firsts(self.line)

    @cached_property
    def _acronyms(self) -> frozenset[str]:
        """Names of the line that the first letters of a name in the claim may spell."""
        return frozenset(other.text for other in self._of_kind.get("name", ()) if names.is_acronym(other.text))
