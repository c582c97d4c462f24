"""Check a memo: open what it cites, find each claim's line, and judge.

Largest figures first. Every document is opened once. Evidence is found for all claims before any is judged, so that a
line that stands under several claims, and a figure that is the sum of other documents' figures, are seen.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from exactquote.facts import Support, supports
from exactquote.page import Page, Span
from exactquote.quotes import locate
from exactquote.units import Unit
from exactquote.verdicts import Caveat, Verdict, caveat_at, decide, reused_lines
from pointline.checks.columns import other_column, refuted_by_column
from pointline.checks.evidence import Evidence, Reader, find_evidence
from pointline.checks.found import Checked, FoundLine, Report, Status
from pointline.checks.memo import Memo, MemoClaim, by_load
from pointline.checks.sources import Anchors, Open, Source, Sources
from pointline.checks.sums import Sum, amounts_of, sum_of
from pointline.engine.base import Cancelled, Engine, EngineCancelled
from pointline.pipeline.caveats import Value, evaluator_caveats
from pointline.pipeline.judging import judge_claim, may_judge
from pointline.pipeline.rank import around, in_context

Told = Callable[[str, int, int], None]
"""What is being done ("open", "find", "judge"), how many are done, of how many."""

Known = Callable[[MemoClaim, FoundLine], Verdict | None]
"""The verdict over a claim by its first line, where it was judged before and kept."""

_OFFSETS = ("offset_by_other_action", "parallel_action_unreported")


@dataclass(slots=True)
class _Looked:
    """A claim with its sources and the best evidence."""

    claim: MemoClaim
    status: Status
    sources: tuple[Source, ...]
    found: tuple[Evidence, ...] = ()
    sum: Sum | None = None

    @property
    def best(self) -> Evidence | None:
        """The evidence with a line and the highest score, else the one that comes closest."""
        return max(self.found, key=lambda one: (bool(one.units), one.score), default=None)


def check_memo(
    memo: Memo,
    engine: Engine,
    open_page: Open,
    *,
    place: str = "",
    against: Sequence[Page] = (),
    apart: Mapping[str, Span] | None = None,
    told: Told = lambda _what, _done, _of: None,
    on_claim: Callable[[Checked], None] = lambda _checked: None,
    known: Known = lambda _claim, _line: None,
    anchors: Anchors = lambda _page: None,
    cancel: Cancelled | None = None,
) -> Report:
    """Check every claim of ``memo``.

    ``place``: the memo's own address, which its links are relative to (see :mod:`~pointline.checks.targets`).
    ``against``: pages in which a claim is looked up that cites nothing, or nothing that opens. ``apart``: the part of a
    page, by its SHA-256, that the memo was taken from, whose lines are no evidence for it. ``on_claim`` is handed each
    claim as it is judged; one that is ``known`` is not judged again. ``anchors``: the places in a page that links can
    name. Raises :class:`~pointline.engine.base.EngineError` when the engine fails, ``EngineCancelled`` when cancelled.
    """
    started = time.monotonic()
    claims = by_load(memo.claims)
    sources = Sources(open_page, place, memo.base, against, anchors)
    looked = []
    for number, claim in enumerate(claims):
        _stop(cancel)
        told("open", number, len(claims))
        looked.append(_sources(claim, sources, against))
    texts = [in_context(page, unit) for page in (*sources.pages, *against) for unit in page.units][:_BACKGROUND]
    reader = Reader([*texts, *(claim.text for claim in claims)], apart)
    for number, one in enumerate(looked):
        _stop(cancel)
        told("find", number, len(looked))
        one.found = _evidence(one, engine, reader, against, cancel)
    _find_sums(looked, reader)
    reused = _reused(looked)
    checked = []
    for number, one in enumerate(looked):
        _stop(cancel)
        told("judge", number, len(looked))
        checked.append(_judged(one, engine, one.claim.number in reused, known, cancel))
        on_claim(checked[-1])
    info = engine.info
    seconds = time.monotonic() - started
    return Report(memo, tuple(checked), len(sources), info.engine, info.name, may_judge(engine), seconds)


_BACKGROUND = 2000
"""Lines of other documents that say how rare a word is."""


def _stop(cancel: Cancelled | None) -> None:
    if cancel is not None and cancel():
        raise EngineCancelled("The check was cancelled.")


def _sources(claim: MemoClaim, sources: Sources, against: Sequence[Page]) -> _Looked:
    cited = tuple(sources.of(cite) for cite in claim.cites)
    return _Looked(claim, "cited" if cited or claim.noted else "against" if against else "uncited", cited)


def _evidence(
    one: _Looked, engine: Engine, reader: Reader, against: Sequence[Page], cancel: Cancelled | None
) -> tuple[Evidence, ...]:
    pages = [source.page for source in one.sources if source.page is not None] or list(against)
    about = one.claim.heading_path[-1] if one.claim.heading_path else ""
    distinct = {page.sha256: page for page in pages}
    return tuple(
        find_evidence(page, one.claim.text, engine, reader, about=about, row=one.claim.kind == "row", cancel=cancel)
        for page in distinct.values()
    )


def _find_sums(looked: Sequence[_Looked], reader: Reader) -> None:
    """For each claim whose largest amount its best line does not bear out: is it a sum over documents?"""
    lines = list({
        (unit.start, found.page.sha256): (found.page, unit)
        for one in looked
        for found in one.found
        for unit in found.units
    }.values())  # fmt: skip
    for one in looked:
        amounts = amounts_of(one.claim.text, one.claim.lang)
        several = len({found.page.sha256 for found in one.found}) > 1
        if not amounts or (one.best is not None and _bears(one.claim, one.best, amounts[0].text, several=several)):
            continue
        own = [(found.page, unit) for found in one.found for unit in reader.lines(found.page)[0]]
        added = sum_of(amounts[0], amounts[1:], [*_best_first(one.claim, own, reader), *lines])
        one.sum = added and _in_order(added, [found.page for found in one.found])


def _in_order(added: Sum, pages: Sequence[Page]) -> Sum:
    """The sum with its parts in the order in which their documents are cited."""
    place = {page.sha256: number for number, page in enumerate(pages)}
    parts = sorted(added.parts, key=lambda part: (place.get(part.page.sha256, len(place)), part.placed.unit.start))
    return replace(added, parts=tuple(parts))


def _bears(claim: MemoClaim, best: Evidence, amount: str, *, several: bool) -> bool:
    """Whether the lines have the amount; of ``several`` documents, one may be computed in the line that offsets it."""
    found = _support(claim, [(best.page, unit) for unit in best.units])
    fails = ("different", "missing", *(("computed_from",) if several else ()))
    return any(each.fact.text == amount and each.status not in fails for each in found.facts)


def _best_first(claim: MemoClaim, own: Sequence[tuple[Page, Unit]], reader: Reader) -> list[tuple[Page, Unit]]:
    """Lines of the claim's own documents with the largest shares of it."""
    shares: dict[tuple[str, int], float] = {}
    for page in {page.sha256: page for page, _ in own}.values():
        units, known = reader.lines(page)
        shares.update({(page.sha256, unit.start): held for unit, held in zip(units, known.of(claim.text), strict=True)})
    return sorted(own, key=lambda line: -shares[line[0].sha256, line[1].start])[:_SUMMED]


_SUMMED = 24


def _support(claim: MemoClaim, lines: Sequence[tuple[Page, Unit]]) -> Support:
    """The claim's facts beside lines of several documents."""
    joined = "\n".join(in_context(page, unit) for page, unit in lines)
    context = "\n".join(around(page, unit) for page, unit in lines)
    lang = lines[0][0].lang if lines else claim.lang
    return supports(claim.text, joined, lang=lang, context=context)


def _reused(looked: Sequence[_Looked]) -> frozenset[int]:
    """Numbers of the claims whose line stands under other claims, too, and bears out no figure or date of this one: a
    line that has a claim's figure was not made to carry it."""
    uses = []
    for one in looked:
        best = one.best
        if best is None or not best.units or one.sum is not None:
            continue
        facts = _support(one.claim, [(best.page, best.units[0])]).facts
        if not any(found.fact.kind != "name" and found.status in ("same", "rounds_to") for found in facts):
            unit = best.units[0]
            uses.append((one.claim.number, one.claim.text, best.page.sha256, Span(unit.start, unit.end)))
    return reused_lines(uses)


def _judged(one: _Looked, engine: Engine, reused: bool, known: Known, cancel: Cancelled | None) -> Checked:
    works = all(source.works for source in one.sources) if one.sources else None
    relevant = any(found.relevant for found in one.found) if one.found else None
    if one.sum is not None:
        return _judged_sum(one, one.sum, engine, works, relevant, cancel)
    best = one.best
    lines = _located(best.page, best.units) if best is not None else ()
    url = _address(one, None if best is None else best.page)
    if best is None or not lines:
        verdict = replace(decide(None), why=_why_not(one, relevant))
        near = _located(best.page, (best.nearest,)) if best is not None and best.nearest is not None else ()
        return Checked(one.claim, one.status, one.sources, url, works, relevant, (), verdict, near[0] if near else None)
    if (before := known(one.claim, lines[0])) is not None:
        return Checked(one.claim, one.status, one.sources, url, works, relevant, lines, before)
    caveats: list[Caveat] = [caveat_at("reused_line", best.page, best.units[0])] if reused else []
    caveats += _evaluated(one.claim, best.page, best.units[0], (), engine, cancel)
    verdict = judge_claim(
        best.page,
        one.claim.text,
        best.units,
        engine,
        caveats=caveats,
        claim_lang=best.claim_lang,
        cancel=cancel,
    )
    if verdict.verdict != "mismatch" and other_column(best.page, one.claim.text, best.units[0]):
        verdict = refuted_by_column(verdict)
    return Checked(one.claim, one.status, one.sources, url, works, relevant, lines, verdict)


def _address(one: _Looked, page: Page | None) -> str:
    """The address of a page as it was cited; without a page the first that was cited."""
    cited = next((source.address for source in one.sources if source.page is page), "")
    return cited or (page.url if page is not None else one.sources[0].address if one.sources else "")


def _judged_sum(
    one: _Looked, added: Sum, engine: Engine, works: bool | None, relevant: bool | None, cancel: Cancelled | None
) -> Checked:
    """A sum over documents: the rules compare with all lines together; nobody has judged it as a whole."""
    parts = [(part.page, part.placed.unit) for part in added.parts]
    support = _with_sum(_support(one.claim, parts), added)
    caveats = list(added.caveats())
    pages = [page for page, _ in parts]
    for page, unit in parts:
        caveats += _evaluated(one.claim, page, unit, [other for other in pages if other is not page], engine, cancel)
    verdict = decide(support, tuple(dict.fromkeys(caveats)))
    why = f"No single line has {added.total.text!r}; it is a sum over documents: {added.formula}. {verdict.why}"
    lines = tuple(line for page, unit in parts for line in _located(page, (unit,)))
    checked = replace(verdict, why=why)
    return Checked(one.claim, one.status, one.sources, _address(one, pages[0]), works, relevant or True, lines, checked)


def _with_sum(support: Support, added: Sum) -> Support:
    """The comparison, with the sum as where its total comes from."""
    facts = tuple(
        replace(found, status="computed_from", formula=added.formula)
        if found.fact.text == added.total.text and found.status in ("different", "missing")
        else found
        for found in support.facts
    )
    refuted = any(found.status in ("different", "missing") for found in facts)
    return Support("mismatch" if refuted else "uncertain", facts, support.flags)


def _evaluated(
    claim: MemoClaim, page: Page, unit: Unit, others: Sequence[Page], engine: Engine, cancel: Cancelled | None
) -> list[Caveat]:
    """What a qualified evaluator finds that has to be known about the claim's largest figure; of a sum only whether
    its parts meet."""
    found = claim.figures
    if not found or not may_judge(engine):
        return []
    figure = max(found, key=lambda fact: abs(fact.readings[0].value))
    item = claim.heading_path[-1] if claim.heading_path else claim.text
    value = Value(page, unit, item, claim.text, figure.text)
    caveats = evaluator_caveats(value, others, engine, cancel=cancel)
    return [caveat for caveat in caveats if not others or caveat.code in _OFFSETS]


def _located(page: Page, units: Sequence[Unit]) -> tuple[FoundLine, ...]:
    """The lines, each located again as a quote, trusting nobody; what is not found exactly is no line."""
    found = []
    for unit in units:
        text = unit.text(page.text)
        result = locate(page, text, near=Span(unit.start, unit.end))
        there = (one for one in result.occurrences if unit.start <= one.spans[0].start < unit.end)
        occurrence = next(there, None)
        if result.status == "exact" and occurrence is not None:
            found.append(FoundLine(page, unit, occurrence.text, occurrence.spans))
    return tuple(found)


def _why_not(one: _Looked, relevant: bool | None) -> str:
    broken = [source for source in one.sources if not source.works]
    if one.status == "uncited":
        return "It cites no source, and no page was given to look it up in."
    if not one.sources and one.status == "cited":
        return "Its note names no document that could be opened."
    if broken and not one.found:
        return f"The link does not work: {broken[0].problem}"
    if relevant is False:
        return "The document has no line about it."
    return "The document is about it, but no line was found that says it."
