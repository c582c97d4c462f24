"""Rank: order the page's lines by how likely they are to answer, without the model that answers.

A long page then needs no full reading: the model scores the best lines first and reads on only while nothing answers.
Within a language, words and character n-grams do it; where question and page are in different languages, words do not
meet, and a sentence encoder joins in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from exactquote.page import Page
from exactquote.units import Unit
from exactquote.verdicts.lines import as_read
from pointline.engine.base import Cancelled, EngineCancelled
from pointline.pipeline.answer import Candidate, Note, Question
from pointline.pipeline.embeddings import page_vectors
from pointline.pipeline.encoder import EncoderUnavailable, sentence_encoder
from pointline.pipeline.languages import Languages, Relation, languages
from pointline.pipeline.lexical import LexicalIndex
from pointline.pipeline.question import without_addresses

COSINE_WEIGHT = 80.0
"""Points of lexical score for a cosine of 1, between languages.

Tuned on half of XQuAD's articles (English questions on five languages and the reverse): mean R@1 0.573, 0.580, 0.585,
0.585 and R@8 0.938, 0.940, 0.940, 0.940 at 40, 60, 80, 120. The sum of a line that answers is then about as large as
its lexical score within a language (35 and 35 Turkish, 29 and 26 Chinese), so that pointing need not tell them apart.
"""

WHOLE_QUESTION = 60
"""Length of a question in UTF-8 bytes (a measure of words in any script) from which the cosine has all its weight.

Lexical scores grow with the words that are asked for, cosines do not. On XQuAD (median question 60 bytes) it changes
nothing; without it, any line would seem to answer a question of one word.
"""

UNSURE_WEIGHT = 20.0
"""The weight where a question may be in any language, for the order alone: one word that a line shares should still
find it, and what is not known to be meant must not speak for an answer."""

ENCODING = 0.25
"""Share of the question's seconds in which its page may be encoded: 30 s for some 12,000 lines on an idle machine.
Lines that words speak for come first; the next question goes on."""

UNRELATED = 0.05
"""Cosine of a line and a question that have nothing to do with each other (XQuAD, other articles: median 0.03)."""

_indexes: WeakKeyDictionary[Page, LexicalIndex] = WeakKeyDictionary()
_lines: WeakKeyDictionary[Page, tuple[Unit, ...]] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Ranked:
    """Every line with a word in it, best first, what to say about the order, and the languages it was made for."""

    candidates: tuple[Candidate, ...]
    notes: tuple[Note, ...]
    languages: Languages


def in_context(page: Page, unit: Unit) -> str:
    """The line as a model should read it, which is how its facts are read too; see :func:`as_read`."""
    return as_read(page, unit)


def lines_with_words(page: Page) -> list[Unit]:
    """The lines that could say something: a lone bullet or brace cannot."""
    known = _lines.get(page)
    if known is None:
        known = _lines[page] = tuple(unit for unit in page.units if any(map(str.isalnum, unit.text(page.text))))
    return list(known)


def around(page: Page, unit: Unit) -> str:
    """What a claim about the line may take for granted: title and address of the page, and the headings above it."""
    return "\n".join((page.title, page.url, *unit.heading_path))


def rank(page: Page, question: Question) -> list[Candidate]:
    """Every line of the page with a word in it as a candidate, best first; see :func:`rank_with_notes`."""
    return list(rank_with_notes(page, question).candidates)


def rank_with_notes(
    page: Page,
    question: Question,
    *,
    cancel: Cancelled | None = None,
    progress: Callable[[float], None] = lambda _share: None,
) -> Ranked:
    """Every line of the page with a word in it as a candidate, best first; lines of the selection before all others;
    ties in page order.

    ``Candidate.lexical`` is the lexical score; where question and page differ in language, plus up to
    :data:`COSINE_WEIGHT` times the cosine above :data:`UNRELATED`, never below 0. ``progress`` is called while a page
    is encoded. Raises :class:`~pointline.engine.base.EngineCancelled` when cancelled meanwhile.
    """
    page.cut(_stop_at(cancel))
    units = lines_with_words(page)
    asked = without_addresses(question.text)
    lexical = lexical_scores(page, units, asked, cancel)
    related = languages(page, asked)
    scores, notes = lexical, tuple[Note, ...]()
    if units and related.relation != "same":
        first = sorted(range(len(units)), key=lambda i: (not _selected(units[i], question), -lexical[i], i))
        seconds = ENCODING * question.budget.seconds
        meant, notes = _by_meaning(page, units, asked, related, first, seconds, cancel, progress)
        scores = [score + more for score, more in zip(lexical, meant, strict=True)]
    order = sorted(range(len(units)), key=lambda i: (not _selected(units[i], question), -scores[i], i))
    shown = scores if related.relation == "different" else lexical
    return Ranked(tuple(Candidate(units[i], max(0.0, shown[i])) for i in order), notes, related)


def lexical_scores(page: Page, units: Sequence[Unit], asked: str, cancel: Cancelled | None = None) -> list[float]:
    """Lexical score of each of ``units`` (the page's lines with words) for the words asked."""
    index = _indexes.get(page)
    if index is None:
        index = LexicalIndex.of([in_context(page, unit) for unit in units], _stop_at(cancel))
        _indexes[page] = index
    return index.scores(asked)


def _stop_at(cancel: Cancelled | None) -> Callable[[], None]:
    """A look whether to stop, for work that takes seconds on a long page."""

    def look() -> None:
        if cancel is not None and cancel():
            raise EngineCancelled("The question was cancelled.")

    return look


def cosine_weight(asked: str, relation: Relation) -> float:
    """Points of lexical score for a cosine of 1 between a line and the question asked."""
    whole = {"same": 0.0, "unsure": UNSURE_WEIGHT, "different": COSINE_WEIGHT}[relation]
    return whole * min(1.0, len(asked.encode("utf-8", "replace")) / WHOLE_QUESTION)


def _by_meaning(
    page: Page,
    units: Sequence[Unit],
    asked: str,
    related: Languages,
    order: Sequence[int],
    seconds: float,
    cancel: Cancelled | None,
    progress: Callable[[float], None],
) -> tuple[list[float], tuple[Note, ...]]:
    """What the encoder, reading the lines in ``order``, adds to each line's score; and what kept it from doing so."""
    nothing = [0.0] * len(units)
    try:
        encoder = sentence_encoder()
    except EncoderUnavailable as error:
        return nothing, (_without_encoder(related, str(error)),)
    unknown = [code for code in dict.fromkeys((related.question, related.page)) if code not in {"", *encoder.languages}]
    if unknown:
        return nothing, (_unknown_language(related, unknown),)
    vectors = page_vectors(page, encoder, units, lambda unit: in_context(page, unit))
    encoded = vectors.encode(order, seconds, cancel=cancel, progress=progress)
    weight = cosine_weight(asked, related.relation)
    meant = [weight * (float(cosine) - UNRELATED) for cosine in vectors.cosines(asked)]
    if encoded == len(units):
        return meant, ()
    share = f"The sentence encoder read {encoded} of {len(units)} lines in its time"
    text = f"{share}; the others were ranked by the words they share with the question alone."
    return meant, (Note("encoder_partial", text),)


_WORDS_ONLY = "lines were ranked by the words, names and numbers they share with the question alone."


def _without_encoder(related: Languages, why: str) -> Note:
    if related.relation == "different":
        differ = (
            f"The question is in another language ({related.question}) than the page ({related.page}); {_WORDS_ONLY}"
        )
        return Note("encoder_missing", f"{differ} {why}")
    return Note("language_unsure", f"The question may be in another language than the page; {_WORDS_ONLY} {why}")


def _unknown_language(related: Languages, unknown: Sequence[str]) -> Note:
    named = " and ".join(unknown)
    differ = (
        f"The question is in another language ({related.question}) than the page ({related.page})"
        if related.relation == "different"
        else "The question may be in another language than the page"
    )
    text = f"{differ}, and the sentence encoder does not know {named}; {_WORDS_ONLY}"
    return Note("encoder_language", text)


def _selected(unit: Unit, question: Question) -> bool:
    chosen = question.selection
    return chosen is not None and unit.start < chosen.end and chosen.start < unit.end
