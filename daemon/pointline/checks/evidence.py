"""Which line of a document supports a claim, if any: words, then facts, then a model's likelihood where two are close.

Every line gets the share of the claim that it holds (:mod:`~pointline.checks.shares`; between languages the cosine of
the sentence encoder, as :mod:`pointline.pipeline.rank` has it), and the best lines, together with those that hold a
figure of the claim, are compared fact by fact. A line is evidence when it holds enough of the claim; it may still
contradict it, which is the verdict's matter. Nothing here confirms anything.

Measured on 150 claims of WiCE dev (about 119 lines of evidence each): the best share tells a claim's own document from
another one's with AUROC 0.97; see the thresholds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from exactquote.facts import Fact, Support, find_facts
from exactquote.page import Page, Span
from exactquote.units import Unit
from pointline.checks.borne import borne_out, figures
from pointline.checks.completing import completed
from pointline.checks.rows import named_rows
from pointline.checks.shares import Shares
from pointline.engine.base import Cancelled, Engine
from pointline.pipeline.answer import Question
from pointline.pipeline.judging import compare
from pointline.pipeline.languages import Relation, languages
from pointline.pipeline.lexical import terms
from pointline.pipeline.point import BATCH, passage_prefix
from pointline.pipeline.rank import COSINE_WEIGHT, in_context, lines_with_words, rank_with_notes

RELEVANT = 0.2
"""Share of a claim in the best line from which its document is about it. WiCE: 90 of 100 claims reach it in their own
document, 9 in another one's; those that do not mostly have their words spread over many lines."""

SPREAD = 0.6
"""Share of a claim in all lines together from which its document is about it, too (WiCE: 77 of 100 and 4)."""

LINE = 0.3
"""Share from which a line is evidence without a figure or name in common (WiCE: none of 150 in another document)."""

LINE_WITH_FACT = 0.15
"""Share from which a line is evidence that holds a figure of the claim, or most of its facts."""

SILENT = 0.5
"""Share from which a line is evidence that says nothing on the claim's figures."""

MOST_FACTS = 0.6
"""Share of a claim's facts that are most of them."""

MEANT = 0.35
"""Cosine (less what unrelated texts have) from which a line in another language is evidence."""

FACTS = 0.5
"""Weight of the share of the claim's facts that a line bears out, beside the share of its words."""

CLOSE = 0.08
"""Lines whose scores are this near are told apart by the likelihood of the claim after each, where a model is there."""

COMPARED = 16
"""Lines compared fact by fact: those with the largest shares, and as many that hold a figure of the claim."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A line with the share of the claim that it holds, its facts beside the claim's, and the sum of both."""

    unit: Unit
    share: float
    score: float
    support: Support
    enough: bool


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one document has for a claim: its lines, the best first (empty: none); how much the best line holds; and
    whether the document is about it."""

    page: Page
    units: tuple[Unit, ...]
    share: float
    score: float
    relevant: bool
    claim_lang: str = ""
    nearest: Unit | None = None


class Reader:
    """Documents with what was worked out about them, for all the claims of one check.

    ``background``: other texts at hand, for how rare a word is. ``apart``: where the claims themselves stand in a
    document (by its SHA-256, in code points): a line that touches it is no evidence, or each claim would find itself.
    """

    def __init__(self, background: Sequence[str] = (), apart: Mapping[str, Span] | None = None) -> None:
        self._background = background
        self._apart = apart or {}
        self._lines: WeakKeyDictionary[Page, tuple[list[Unit], Shares]] = WeakKeyDictionary()
        self._facts: WeakKeyDictionary[Page, list[tuple[Fact, ...]]] = WeakKeyDictionary()

    def lines(self, page: Page) -> tuple[list[Unit], Shares]:
        """The lines with words and their shares."""
        known = self._lines.get(page)
        if known is None:
            units = lines_with_words(page)
            apart = self._apart.get(page.sha256)
            if apart is not None:
                units = [unit for unit in units if unit.end <= apart.start or apart.end <= unit.start]
            known = self._lines[page] = (units, Shares([in_context(page, unit) for unit in units], self._background))
        return known

    def facts(self, page: Page) -> list[tuple[Fact, ...]]:
        """The facts of each line with words."""
        known = self._facts.get(page)
        if known is None:
            units, _ = self.lines(page)
            known = [find_facts(in_context(page, unit), lang=page.lang) for unit in units]
            self._facts[page] = known
        return known


def find_evidence(
    page: Page,
    claim: str,
    engine: Engine,
    reader: Reader,
    *,
    about: str = "",
    row: bool = False,
    cancel: Cancelled | None = None,
) -> Evidence:
    """The lines of ``page`` that a claim can be judged by.

    ``about``: what the claim stands under in its memo (a heading), which helps to tell lines apart and is no part of
    what they must hold. ``row``: the claim is a table row, whose cells may stand in lines that have nothing else in
    common. Raises :class:`~pointline.engine.base.EngineError` when the engine fails, and
    ``EngineCancelled``.
    """
    units, shares = reader.lines(page)
    if not units:
        return Evidence(page, (), 0.0, 0.0, relevant=False)
    related = languages(page, claim)
    lang = related.question if related.relation == "different" else ""
    held = shares.of(claim)
    meant = _meant(page, units, claim, related.relation, cancel)
    hints = shares.of(about) if about else [0.0] * len(units)
    order = sorted(range(len(units)), key=lambda i: (-max(held[i], meant[i]) - 0.1 * hints[i], i))
    chosen = list(dict.fromkeys([*order[:COMPARED], *_with_figures(page, claim, reader, order, lang)]))
    rows = named_rows(page, claim, units, lang=lang)
    scored = [_scored(page, claim, units[i], held[i], meant[i], 0.1 * hints[i], claim_lang=lang) for i in chosen]
    scored = [replace(one, enough=False) if one.unit.start in rows.others else one for one in scored]
    scored.sort(key=lambda one: -one.score)
    scored = _told_apart(page, claim, scored, engine, cancel)
    good = [one for one in scored if one.enough]
    best = max((max(held[i], meant[i]) for i in order[:1]), default=0.0)
    relevant = bool(good) or best >= RELEVANT or _named(page, claim, lang)
    relevant = relevant or shares.union(claim, range(len(units))) >= SPREAD
    if not good:
        return Evidence(page, (), best, scored[0].score, relevant, lang, scored[0].unit)
    may = scored if row else [one for one in scored if one.enough or one.unit.start in rows.own]
    further = [one.unit for one in may[:COMPARED] if one.unit.start != good[0].unit.start]
    chosen_units = completed(page, claim, good[0].unit, further, units, rows.others, lang)
    return Evidence(page, chosen_units, best, good[0].score, relevant, lang)


def _named(page: Page, claim: str, lang: str) -> bool:
    """Whether the claim has names, and every one of them stands on the page or in its title."""
    names = [fact for fact in find_facts(claim, lang=lang or page.lang) if fact.kind == "name"]
    there = frozenset(terms(f"{page.title}\n{page.text}")) if names else frozenset[str]()
    return bool(names) and all(there.issuperset(terms(fact.key or fact.text)) for fact in names)


def _meant(page: Page, units: Sequence[Unit], claim: str, relation: Relation, cancel: Cancelled | None) -> list[float]:
    """How near each line is to the claim in meaning, where words cannot meet; 0.0 within one language."""
    if relation != "different":
        return [0.0] * len(units)
    ranked = rank_with_notes(page, Question(claim), cancel=cancel)
    found = {candidate.unit.start: candidate.lexical / COSINE_WEIGHT for candidate in ranked.candidates}
    return [min(1.0, found.get(unit.start, 0.0)) for unit in units]


def _with_figures(page: Page, claim: str, reader: Reader, order: Sequence[int], lang: str) -> list[int]:
    """The lines that hold a figure of the claim with the same value, best share first."""
    wanted = {reading.value for fact in figures(find_facts(claim, lang=lang or page.lang)) for reading in fact.readings}
    if not wanted:
        return []
    facts = reader.facts(page)
    there = [
        i for i in order if any(reading.value in wanted for fact in figures(facts[i]) for reading in fact.readings)
    ]
    return there[:COMPARED]


def _scored(page: Page, claim: str, unit: Unit, held: float, meant: float, hint: float, *, claim_lang: str) -> Scored:
    support = compare(page, claim, (unit,), claim_lang=claim_lang)
    share = max(held, meant)
    borne = borne_out(support.facts)
    if borne.all:
        enough = share > 0
    elif borne.figure or borne.share > MOST_FACTS:
        enough = share >= LINE_WITH_FACT
    elif borne.silent:
        enough = share >= SILENT
    else:
        enough = share >= (MEANT if claim_lang else LINE)
    return Scored(unit, share, share + FACTS * borne.share + hint, support, enough)


def _told_apart(page: Page, claim: str, scored: list[Scored], engine: Engine, cancel: Cancelled | None) -> list[Scored]:
    """The same lines; those whose scores are close to the best one's in the order of the claim's likelihood."""
    if not engine.info.likelihoods:
        return scored
    close = [one for one in scored[:BATCH] if one.enough and one.score >= scored[0].score - CLOSE]
    if len(close) < 2:
        return scored
    pairs = [(passage_prefix(in_context(page, one.unit)), f" {claim}") for one in close]
    found = [each.logprob for each in engine.score_pairs(pairs, cancel=cancel)]
    order = sorted(range(len(close)), key=lambda i: -found[i])
    first = replace(close[order[0]], score=scored[0].score)
    return [first, *(one for one in scored if one.unit.start != first.unit.start)]
