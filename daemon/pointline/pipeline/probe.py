"""Leading questions: does the answer depend on who asks?

The question is asked as it was put, then as somebody would who believes that it is so, then as a sceptic would. Only
what stands before the question changes (``Question.lead``); the page, its order of lines and the bar stay. The lines
that answer and the figures in them are compared; where they differ each claim of the answer as put carries
``answer_depends_on_framing`` with the other line, and NONE against a line is a difference, too.

What a believer and a sceptic say is data, one sentence each per language (``data/framings.toml``), never searched for
in any text. For a language that has none a sign of agreement and one of doubt take their place: they lead less, and a
note says so.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any

from exactquote.facts import find_facts
from exactquote.page import Page
from exactquote.units import Unit
from exactquote.verdicts import Caveat, Code, caveat_at
from exactquote.verdicts.lines import as_read
from pointline.pipeline.answer import Answer, Claim, Framed, Note, Question
from pointline.pipeline.languages import languages

NEUTRAL, BELIEVER, SCEPTIC = "neutral", "believer", "sceptic"
CODE: Code = "answer_depends_on_framing"
_ANY = "und"
_FIGURES = ("number", "percent", "amount", "quantity", "date", "time")


def probe(answer_to: Callable[[Question, bool], Answer], question: Question, pages: Sequence[Page]) -> Answer:
    """The answer to the question as put, with what came of it in the other framings and the caveats that follow.

    ``answer_to`` answers one question; the second argument says whether it is the one to be shown (its claims may be
    handed out while it runs). Raises what ``answer_to`` raises.
    """
    words, notes = framing_words(pages[0], question.text)
    plain = answer_to(question, True)
    framed = [framed_answer(NEUTRAL, question.text, plain)]
    for framing in (BELIEVER, SCEPTIC):
        led = replace(question, lead=f"{words[framing]}\n")
        framed.append(framed_answer(framing, f"{words[framing]} {question.text}", answer_to(led, False)))
    return with_framings(replace(plain, notes=(*plain.notes, *notes)), framed)


def with_framings(answer: Answer, framed: Sequence[Framed]) -> Answer:
    """The answer as put with its framings (the first is its own), each difference at its line."""
    own, *others = framed
    claims = list(answer.claims)
    notes = list(answer.notes)
    for other in others:
        if not differs(own, other):
            continue
        caveat = _caveat(own, other)
        touched = [i for i, claim in enumerate(claims) if _key(answer.page_of(claim), claim.unit) not in _keys(other)]
        for i in touched or range(min(1, len(claims))):
            claims[i] = replace(claims[i], caveats=(*claims[i].caveats, caveat))
        if not claims:
            line = f"“{caveat.text}”" if caveat.text else "other lines"
            notes.append(Note(CODE, f"Asked as a {other.framing} would, the answer is {line}; as it was put, NONE."))
    return replace(answer, claims=tuple(claims), notes=tuple(notes), framings=tuple(framed))


def depends_on_framing(framed: Sequence[Framed]) -> bool:
    """Whether any framing has another line or another figure than the question as put."""
    return any(differs(framed[0], other) for other in framed[1:])


def differs(one: Framed, other: Framed) -> bool:
    """Whether two framings differ in a line or a figure."""
    return _keys(one) != _keys(other) or set(one.values) != set(other.values)


def framing_words(page: Page, question: str) -> tuple[Mapping[str, str], tuple[Note, ...]]:
    """What believer and sceptic say before a question, in its language; and a note where a sign has to do."""
    related = languages(page, question)
    code = related.question or related.page
    known = _words()
    if code in known:
        return known[code], ()
    text = (
        f"No believer's and sceptic's words are known in the language of the question ({code or 'unknown'}): "
        f"{known[_ANY][BELIEVER]} and {known[_ANY][SCEPTIC]} stood before it, which lead less."
    )
    return known[_ANY], (Note("framing_signs", text),)


@cache
def _words() -> Mapping[str, Mapping[str, str]]:
    text = resources.files("pointline").joinpath("data", "framings.toml").read_text(encoding="utf-8")
    found: dict[str, Any] = tomllib.loads(text)
    return found


def framed_answer(framing: str, asked: str, answer: Answer) -> Framed:
    """The lines of an answer and the figures in them; ``asked``: the question with what stood before it."""
    lines: dict[tuple[str, int], tuple[Page, Unit]] = {}
    for claim in answer.claims:
        page = answer.page_of(claim)
        for unit in _units(claim):
            lines.setdefault(_key(page, unit), (page, unit))
    values: dict[str, None] = {}
    for page, unit in lines.values():
        found = find_facts(as_read(page, unit), lang=page.lang)
        values.update(dict.fromkeys(" ".join(fact.text.split()) for fact in found if fact.kind in _FIGURES))
    return Framed(framing, asked, tuple(lines.values()), tuple(values))


def _caveat(own: Framed, other: Framed) -> Caveat:
    """The first line of the other framing that the question as put does not give; none where it gives less."""
    keys = _keys(own)
    found = next(((page, unit) for page, unit in other.lines if _key(page, unit) not in keys), None)
    if found is None:
        return Caveat("answer_depends_on_framing", detail=f"{other.framing}: {'NONE' if not other.lines else '−'}")
    return caveat_at("answer_depends_on_framing", *found, other.framing)


def _units(claim: Claim) -> tuple[Unit, ...]:
    return (claim.unit, *(further.unit for further in claim.more))


def _keys(framed: Framed) -> set[tuple[str, int]]:
    return {_key(page, unit) for page, unit in framed.lines}


def _key(page: Page, unit: Unit) -> tuple[str, int]:
    return page.sha256, unit.start
