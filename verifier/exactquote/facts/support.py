"""Whether a line bears out the facts of a claim. Rules can refute, never confirm."""

from __future__ import annotations

from exactquote.facts.compare import match_values, same_measure
from exactquote.facts.find import find_facts
from exactquote.facts.model import Fact, Finding, Flag, Support


def supports(claim: str, line: str, *, lang: str = "") -> Support:
    """Compare every fact of ``claim`` with the facts of ``line``; never raises.

    ``mismatch`` when a fact is different or missing, else ``uncertain``. ``line`` is page text: a sentence, or a
    table row with its headers joined in. ``lang``: the language tag of the page.
    """
    line_facts = find_facts(line, lang=lang)
    flags: list[Flag] = []
    findings = tuple(_find(fact, line_facts, line, flags) for fact in find_facts(claim, lang=lang))
    refuted = any(finding.status in ("different", "missing") for finding in findings)
    return Support("mismatch" if refuted else "uncertain", findings, tuple(dict.fromkeys(flags)))


def _find(fact: Fact, line_facts: tuple[Fact, ...], line: str, flags: list[Flag]) -> Finding:
    agreeing = [
        (match, other) for other in line_facts if (match := match_values(fact, other)) and same_measure(fact, other)
    ]
    if agreeing:
        match, other = min(agreeing, key=lambda pair: (pair[0].rounded, pair[0].unlikely))
        if match.unlikely:
            flags.append("ambiguous_number")
        if match.rounded:
            flags.append("rounded_value")
        return Finding(fact, "rounds_to" if match.rounded else "same", (other,))
    alike = tuple(other for other in line_facts if other.kind == fact.kind)
    return Finding(fact, "different" if alike else "missing", alike)
