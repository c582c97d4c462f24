"""The facts of a line that agree with a fact of a claim, or would if a unit or a year were stated."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from exactquote.facts import names
from exactquote.facts.compare import Match, match_dates, match_values, may_agree, same_measure
from exactquote.facts.conversion import Converted, parts_of_a_whole
from exactquote.facts.fold import ascii_digits
from exactquote.facts.measures import measures_in
from exactquote.facts.millions import all_in_millions
from exactquote.facts.model import Fact
from exactquote.facts.nearby import Nearby

DECADE = frozenset({"decade"})
RAISED_OR_YEARS = frozenset({"number", "percent", "amount", "quantity", "date"})
COUNTED = frozenset({"number", "percent", "amount", "quantity"})


@dataclass(frozen=True, slots=True)
class Partners:
    """What of a line goes with one fact of a claim.

    ``agreeing``: the fact that agrees best. ``nearly``: one with the same value whose unit must be inferred, or the
    same day of a year that stands elsewhere; no match beside it where the line leaves open what it counts. ``equal``:
    all with the same number, whatever they count. ``converted``: the fact that agrees in another unit.
    ``unsure``: those that agree if a raised figure is the mark of a note, or a year of the era that only one states.
    ``places``: where all that agree, in any of these ways, begin.
    """

    agreeing: tuple[Match, Fact] | None
    nearly: tuple[Match | None, Fact] | None
    equal: tuple[Fact, ...]
    converted: tuple[Match, Fact] | None
    places: frozenset[int]
    unsure: tuple[Fact, ...] = ()


class Line:
    """The facts of one line, ready to be compared with those of one claim."""

    def __init__(self, line: str, facts: tuple[Fact, ...], claim: str, context: str, lang: str) -> None:
        self._line, self._claim, self._context, self._lang = line, claim, context, lang
        self._facts = facts
        self._converted = Converted((*facts, *parts_of_a_whole(line, facts, lang)))
        all_ways = (*facts, *all_in_millions(facts, line, lang))
        self._nearby = Nearby(fact for fact in all_ways if fact.kind not in ("name", "url", "email"))
        self._known: dict[object, Partners] = {}

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the line. A name may end where another fact begins, within what looks like one word."""
        found = (names.words_of(fact.text) for fact in self._facts if fact.kind == "name")
        return names.words_of(self._line).union(*found)

    def partners(self, fact: Fact) -> Partners:
        """Return what goes with a fact of the claim; found once for facts that say the same."""
        counts = fact.kind == "number" and (
            names.counted(self._claim, fact.end, self.words)
            or names.word_after(self._claim, fact.end) in self._counted_words
        )
        said = (fact.kind, fact.readings, fact.measures, fact.dates, fact.key, fact.bound, counts)
        known = self._known.get(said)
        if known is None:
            known = self._known[said] = self._found(fact, counts)
        return known

    def _found(self, fact: Fact, counts: bool) -> Partners:
        agreeing: list[tuple[Match, Fact]] = []
        nearly: list[tuple[Match | None, Fact]] = []
        equal: list[Fact] = []
        unsure: list[Fact] = []
        for other in self._nearby.of(fact):
            values = match_values(fact, other)
            if values:
                equal.append(other)
            if match := _agree(fact, other, values):
                agreeing.append((match, other))
            if not values and {fact.kind, other.kind} <= RAISED_OR_YEARS and may_agree(fact, other):
                unsure.append(other)
            elif fact.dates:
                if self._year_apart(fact, other):
                    nearly.append((None, other))
            elif values and not same_measure(fact, other) and {fact.kind, other.kind} <= COUNTED:
                nearly += self._inferred(fact, other, values, counts)
        converted = self._converted.of(fact)
        return Partners(
            min(agreeing, key=_by_likelihood, default=None),
            next((pair for pair in nearly if pair[0]), nearly[0] if nearly else None),
            tuple(equal),
            min(converted, key=_by_likelihood, default=None),
            frozenset(other.start for other in (*(pair[1] for pair in (*agreeing, *nearly, *converted)), *unsure)),
            tuple(unsure),
        )

    def _inferred(self, fact: Fact, other: Fact, match: Match, counts: bool) -> list[tuple[Match | None, Fact]]:
        """A unit may stand elsewhere in the line (the header of a table) or be left out in the claim. Where the line
        leaves open what it counts, there is no match to go by."""
        if fact.measures and not other.measures and fact.measures & self._loose_measures:
            return [(match, other)]
        # A bare number in the claim may be the line's quantity without its unit ("over 18", "18 years").
        if fact.kind == "number" and other.kind in ("quantity", "amount") and not counts and other.measures != DECADE:
            return [(match, other)]
        return [(None, other)] if fact.kind == "quantity" and other.kind == "number" and self._bare(other) else []

    @cached_property
    def _counted_words(self) -> frozenset[str]:
        """The words that stand right after a bare number of the line, as what it counts (``4 cars in 2 years``)."""
        numbers = (fact for fact in self._facts if fact.kind == "number")
        return frozenset(names.word_after(self._line, fact.end) for fact in numbers) - {""}

    def _bare(self, other: Fact) -> bool:
        """Whether the line leaves open what its number counts (a table cell, ``aged 10–24``)."""
        return not names.counted(self._line, other.end, self._claim_words)

    @cached_property
    def _claim_words(self) -> frozenset[str]:
        return names.words_of(self._claim)

    @cached_property
    def _loose_measures(self) -> frozenset[str]:
        """Units and currencies that the line names anywhere."""
        return measures_in(self._line, self._lang)

    def _year_apart(self, fact: Fact, other: Fact) -> bool:
        """Whether a date of the line lacks only the year, and that year stands elsewhere in the line or its context."""
        return any(
            mine.year and theirs.year is None and str(mine.year) in self._figures
            for mine in fact.dates
            for theirs in other.dates
            if (mine.month, mine.day) == (theirs.month, theirs.day)
        )

    @cached_property
    def _figures(self) -> frozenset[str]:
        return frozenset(re.findall(r"\d+", ascii_digits(f"{self._line} {self._context}")))


def _by_likelihood(pair: tuple[Match, Fact]) -> tuple[bool, bool]:
    return pair[0].rounded, pair[0].unlikely


def _agree(fact: Fact, other: Fact, values: Match | None) -> Match | None:
    if fact.dates or other.dates:
        return match_dates(fact, other)
    if (fact.kind == "time") != (other.kind == "time") or (fact.kind == "code") != (other.kind == "code"):
        return None
    if fact.bound and other.bound and fact.bound != other.bound:
        return None
    return values if same_measure(fact, other) else None
