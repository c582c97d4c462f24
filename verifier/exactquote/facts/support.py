"""Whether a line bears out the facts of a claim. Rules can refute, never confirm."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from exactquote.facts import names, words
from exactquote.facts.cldr import settled_comma
from exactquote.facts.compare import Match, stated_dates
from exactquote.facts.computed import Formulas, with_unit
from exactquote.facts.doubling import says_twice_or_half
from exactquote.facts.find import find_plain
from exactquote.facts.fold import ascii_digits, lower
from exactquote.facts.links import url_key
from exactquote.facts.millions import in_millions
from exactquote.facts.model import BASE, Fact, Finding, Flag, Support
from exactquote.facts.named import Names
from exactquote.facts.numerals import shows
from exactquote.facts.order import turned_round
from exactquote.facts.partners import COUNTED, DECADE, Line
from exactquote.facts.plain import Plain, plain
from exactquote.facts.slots import NEAR, WIDE, Slots
from exactquote.facts.unread import unread_values
from exactquote.facts.vocabulary import vocabulary
from exactquote.facts.words import MAYBE_SPELLED, SPELLED

MOST_FACTS = 200
"""Facts of a claim that are compared: far more than a sentence has, and few enough to be done in a moment."""
_CENTURY = "duration-century"
_SMALL = frozenset(range(2, 13))
_WRONG = ("different", "missing")
_PAIR = 2
"""Said in many ways beside its number word (both, a pair): in words it is refuted only beside another small number."""


def supports(claim: str, line: str, *, lang: str = "", claim_lang: str | None = None, context: str = "") -> Support:
    """Compare every fact of ``claim`` with the facts of ``line``; never raises.

    ``mismatch`` when a fact is different or missing, else ``uncertain``. ``line`` is page text: a sentence, or a
    table row with its headers joined in. ``lang``: the language tag of the page; ``claim_lang``: that of the claim,
    when it is another. ``context``: what stands around the line (title, heading path, the page's own address):
    names, addresses and the year of a date may come from there, which is flagged; numbers may not.

    Only the first 200 facts of a claim are compared; the others are ``unchecked``, and ``too_many_facts`` says so.
    """
    spoken = lang if claim_lang is None else claim_lang
    given, page = plain(claim), plain(line)
    comparison = _Comparison(given.text, page.text, lang, spoken, plain(context).text)
    findings = []
    for number, fact in enumerate(find_plain(given.text, lang=spoken)):
        if number < MOST_FACTS:
            found = comparison.find(comparison.read(fact))
        else:
            comparison.flags["too_many_facts"] = None
            found = Finding(fact, "unchecked")
        findings.append(replace(found, fact=given.restored(fact), line_facts=comparison.shown(found.line_facts, page)))
    if names.uncased_letters(claim):
        comparison.flags["names_unchecked"] = None
    refuted = any(finding.status in _WRONG for finding in findings)
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
        found, other = self._found(fact), in_millions(fact, self.claim, self.claim_lang)
        again = self._found(other) if other and found.status in _WRONG else found
        return found if again.status in _WRONG else replace(again, fact=fact)

    def _found(self, fact: Fact) -> Finding:
        if fact.kind == "name":
            return self._name(fact)
        if fact.kind in ("url", "email"):
            return self._address(fact)
        if fact.kind == "number" and any(start <= fact.start and fact.end <= end for start, end in self._turned):
            return self._refuted(fact)
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
        if partners.unsure:
            self.flags["ambiguous_number"] = None
            return Finding(fact, "unchecked", partners.unsure)
        counted = fact.kind in COUNTED and not self._rival(fact, NEAR)
        if counted and (result := self._formulas.of(fact, self.claim_lang)):
            self.flags["computed_value"] = None
            if len(result[1]) == 1 and not self._doubled:
                self.flags["uncomputed_number"] = None
            return Finding(fact, "computed_from", result[1], result[0])
        if (beside := self._open(fact, partners.equal)) is not None:
            return Finding(fact, "unchecked", beside)
        if counted and (used := self._formulas.but_for_unit(fact) or self._formulas.left_open(fact)):
            self.flags["uncomputed_number"] = None
            return Finding(fact, "unchecked", used)
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
        return replace(fact, readings=tuple(reading for reading in fact.readings if reading.custom in (first, BASE)))

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
            return same if same or not self._names.one_language else None
        if fact.kind == "code" and not self._names.one_script:
            return ()
        if fact.kind not in COUNTED or self._rival(fact, NEAR):
            return None
        if century := self._of_century(fact):
            return century
        if any(reading.value in self._unread for reading in fact.readings):
            return ()
        if fact.key == SPELLED and fact.readings[0].value == _PAIR and not self._counts:
            return ()
        if words.reads(self.lang) or not self.lang or equal:
            return None
        return () if fact.key == SPELLED or (fact.readings and fact.readings[0].value in _SMALL) else None

    def _of_century(self, fact: Fact) -> tuple[Fact, ...]:
        """The years of the line that lie in the century which the claim numbers (``the 19th century``: 1850)."""
        place = next((at for at in range(fact.end, len(self.claim)) if self.claim[at] not in ". \u00a0"), fact.end)
        unit = vocabulary(self.claim_lang).name_at(lower(self.claim), place)
        if _CENTURY not in fact.measures | (unit.measures if unit else frozenset()):
            return ()
        numbers = {reading.value for reading in fact.readings}
        return tuple(
            other
            for other in self.line_facts
            if any(
                date.year and {date.year // 100 + 1, (date.year + 99) // 100} & numbers for date in stated_dates(other)
            )
        )

    @cached_property
    def _unread(self) -> frozenset[Fraction]:
        return unread_values(self.line)

    @cached_property
    def _doubled(self) -> bool:
        """Whether claim or line says that something is doubled or halved."""
        said = says_twice_or_half(self.line, self.lang, self.line_facts)
        return said or says_twice_or_half(self.claim, self.claim_lang, find_plain(self.claim, lang=self.claim_lang))

    @cached_property
    def _turned(self) -> list[tuple[int, int]]:
        return turned_round(self.claim, self.line)

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
        sign = "≈" if match.rounded else "="
        formula = f"{with_unit(other, self.lang)} {sign} {with_unit(fact, self.claim_lang)}"
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
    def _names(self) -> Names:
        named = self._of_kind.get("name", ())
        return Names(self.claim, self.claim_lang, self.line, self.lang, self.context, named, self._line.words)

    def _name(self, fact: Fact) -> Finding:
        status, beside, flag = self._names.find(fact)
        if flag:
            self.flags[flag] = None
        return Finding(fact, status, beside) if status else self._refuted(fact)
