"""Faithful: may a model's own sentence stand for its line, or does the line speak for itself?

Rules can refute and never confirm, so a sentence is shown only where a qualified evaluator, asked blind, says that the
line says it. Before that the rules have their say: facts that differ refute it; a sentence that neither shares most of
its words with its line nor means about the same has nothing that could be checked ("the page is empty" in any
language); and one that repeats its line with words left out, put in, changed or moved shows nothing that the line would
not show better, and may have lost a "not" or changed who does what. None of this knows a single word of any language.
What is left only the evaluator can tell, and its yes counts only when it says no to the same sentence over a line that
has nothing to do with it: an evaluator that agrees with anything has not looked. Whatever is refused gives way to the
line, which is never wrong.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

from exactquote.facts import Support, supports
from exactquote.page import Page
from exactquote.sentences import language_of, sentences
from exactquote.units import Unit
from pointline.engine.base import Cancelled, Engine
from pointline.pipeline.answer import Statement
from pointline.pipeline.encoder import EncoderUnavailable, sentence_encoder
from pointline.pipeline.judge import CLAIM_LIMIT, LINE_LIMIT, Evidence, calibration_of, joint_evidence, judge
from pointline.pipeline.lexical import grams, terms
from pointline.pipeline.rank import around, in_context, lines_with_words
from pointline.pipeline.visible import hides

GROUNDED = 0.5
"""Share of the sentence's words and word pieces that have to stand in its lines when no fact of it does."""

SAME_MEANING, RELATED = 0.6, 0.4
"""Cosine of a sentence and its lines from which it may be said in other words or another language: without a fact in
common, and with one.

Measured on XQuAD's parallel sentences in tr, de, zh, ar against English: the translation at least 0.55 to 0.66 in 95 of
100, the nearest other line of the article at most 0.53 to 0.61 in 90; "the page is empty" in four languages under any
line at most 0.11. A negation moves it little (0.43 for "dogs run free" under "dogs are not permitted").
"""

COPIED = 0.6
"""Share of the sentence's words that stand in its line in the line's order, from which it counts as a copy of it."""

REARRANGED = 0.7
"""Share of the sentence's words that stand in its line in any order, from which it counts as the line rearranged."""

YES = 0.5
"""Calibrated probability from which the evaluator says yes."""

NOT_QUALIFIED = "sentence of a model that has not qualified"
CONTROLS = 40
"""Lines among which the one is chosen that has least to do with a sentence."""


def gives_way(
    page: Page,
    statement: Statement,
    engine: Engine,
    *,
    claim_lang: str = "",
    cancel: Cancelled | None = None,
) -> str | None:
    """Why the sentence gives way to its lines, as the kind that is counted; None when it may be shown.

    Raises :class:`~pointline.engine.base.EngineError` when the engine fails, and ``EngineCancelled``.
    """
    if not engine.info.may_write:
        return NOT_QUALIFIED
    lines = [in_context(page, cite.unit) for cite in statement.cites]
    whole = "\n".join(lines)
    if hides(statement.text):
        return "sentence with characters that cannot be seen"
    if len(statement.text) > CLAIM_LIMIT or len(whole) > LINE_LIMIT:
        return "sentence or line longer than the evaluator reads"
    support = supports(
        statement.text,
        whole,
        lang=page.lang,
        claim_lang=claim_lang or None,
        context=around(page, statement.cites[0].unit),
    )
    if support.verdict == "mismatch":
        return "claim's facts not in its line"
    if _unread_figures(statement.text, whole, support):
        return "sentence with a figure that rules do not read"
    if not _grounded(statement.text, whole, support, claim_lang or page.lang):
        return "sentence with nothing to check"
    if any(repeats(statement.text, line) for line in lines):
        return "sentence that changes its line's words"
    if any(under_another_header(page, statement.text, cite.unit) for cite in statement.cites):
        return "value under another column's header"
    return _denied(page, statement, engine, cancel)


def _denied(page: Page, statement: Statement, engine: Engine, cancel: Cancelled | None) -> str | None:
    """Why the evaluator's word does not carry the sentence, or None."""
    calibration = calibration_of(engine)
    seen = joint_evidence(page, [cite.unit for cite in statement.cites])
    if judge(statement.text, seen, engine, calibration=calibration, cancel=cancel).best < YES:
        return "evaluator said no"
    control = unrelated(page, statement)
    if control is None:
        return "no other line to try the evaluator by"
    other = Evidence(in_context(page, control), url=page.url)
    if judge(statement.text, other, engine, calibration=calibration, cancel=cancel).best >= YES:
        return "evaluator agrees with anything"
    return None


def unrelated(page: Page, statement: Statement) -> Unit | None:
    """The line that shares least with the sentence, of those that stand furthest from its own; None without any."""
    cited = {(cite.unit.start, cite.unit.end) for cite in statement.cites}
    place = statement.cites[0].unit.start
    others = [unit for unit in lines_with_words(page) if (unit.start, unit.end) not in cited]
    furthest = sorted(others, key=lambda unit: -abs(unit.start - place))[:CONTROLS]
    return min(furthest, key=lambda unit: _share(statement.text, in_context(page, unit)), default=None)


def _grounded(claim: str, lines: str, support: Support, lang: str) -> bool:
    """Whether every sentence of a claim shares half of its words with the lines, or means about the same.

    Without the sentence encoder a fact in common is enough: in another language words cannot meet.
    """
    shared = [found.fact.start for found in support.facts if found.status in ("same", "rounds_to", "computed_from")]
    for start, end in sentences(claim, language_of(lang), code=False, joined=lambda _place: False):
        if _share(claim[start:end], lines) >= GROUNDED:
            continue
        has_fact = any(start <= place < end for place in shared)
        close = _cosine(claim[start:end], lines)
        if not has_fact if close is None else close < (RELATED if has_fact else SAME_MEANING):
            return False
    return True


def _cosine(claim: str, lines: str) -> float | None:
    """How near the meanings of a sentence and its lines are; None without the encoder."""
    try:
        first, second = sentence_encoder().encode([claim, lines])
    except EncoderUnavailable:
        return None
    return float(first @ second)


def _unread_figures(claim: str, lines: str, support: Support) -> bool:
    """Whether a digit, or any other character that stands for a number, is in no fact that was found in the lines.

    Powers, fractions and digits in circles have to stand there too: rules may take ``96²`` for ``96`` and a note. So
    have signs of mathematics: ``>96``, ``96+`` and ``~96`` say more than the figure.
    """
    if any(unicodedata.category(char) == "Sm" and char not in lines for char in claim):
        return True
    checked = [found.fact for found in support.facts if found.status != "unchecked"]
    figures = [(at, char) for at, char in enumerate(claim) if unicodedata.category(char).startswith("N")]
    return any(
        (not char.isdecimal() and char not in lines) or not any(fact.start <= at < fact.end for fact in checked)
        for at, char in figures
    )


def _share(claim: str, lines: str) -> float:
    """Share of the claim's words and word pieces that stand in its lines."""
    words = terms(claim)
    wanted = {*words, *grams(words)}
    there = terms(lines)
    return len(wanted & {*there, *grams(there)}) / len(wanted) if wanted else 0.0


def repeats(claim: str, line: str) -> bool:
    """Whether the claim is a copy of the line, or of most of it, with words left out, put in, changed or moved.

    A part of the line counts too: "tenants may keep bees" under "No tenants may keep bees". In scripts without spaces
    each character is taken for a word.
    """
    ours, theirs = _words(claim), _words(line)
    if ours == theirs:
        return False
    same = sum(block.size for block in SequenceMatcher(None, theirs, ours, autojunk=False).get_matching_blocks())
    anywhere = (Counter(ours) & Counter(theirs)).total()
    return same >= COPIED * len(ours) or anywhere >= REARRANGED * len(ours)


def under_another_header(page: Page, claim: str, row: Unit) -> bool:
    """Whether a claim about a table row names one column and gives the value of another one instead."""
    said = set(terms(claim))
    headers = [set(terms(" ".join(names))) for names in row.column_headers]
    values = [set(terms(span.of(page.text))) for span in row.spans]
    named = named_columns(headers, said)
    given = [bool(value) and value <= said for value in values]
    return any(name and not value for name, value in zip(named, given, strict=False)) and any(
        value and header and not name for name, value, header in zip(named, given, headers, strict=False)
    )


def named_columns(headers: Sequence[set[str]], said: set[str]) -> list[bool]:
    """Which headers, each as its words, are named by the words said; one within a longer one that is named is not:
    "museum and lightship" does not name the column "Museum"."""
    named = [bool(header) and header <= said for header in headers]
    longer = [header for header, there in zip(headers, named, strict=True) if there]
    return [there and not any(header < other for other in longer) for header, there in zip(headers, named, strict=True)]


def _words(text: str) -> list[str]:
    return [piece for word in re.findall(r"\w+", text.casefold()) for piece in _pieces(word)]


def _pieces(word: str) -> Iterable[str]:
    return word if len(terms(word)) > 1 else (word,)
