"""Which language a question is in, which one the page is in, and whether words can meet.

py3langid (Lui and Baldwin, "langid.py: An Off-the-shelf Language Identification Tool", 2012, retrained) gives each of
139 languages a probability. Languages are named here by their ISO 639 code, varieties that share their written words by
that of the macrolanguage. Measured on XQuAD, 1190 questions each in six languages, with the thresholds below: of the
questions in the page's language 0 to 11 are not called so, of those in another 0 to 5 are taken for the page's.
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal
from weakref import WeakKeyDictionary

from exactquote.page import Page

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

Relation = Literal["same", "different", "unsure"]

LIKELY_SAME = 0.3
"""Probability of the page's language from which a question is taken to be in it."""

SURELY_OTHER = 0.5
"""Probability of another language from which a question is taken to be in that one; below it, it may be in any."""

PROBE, PROBES = 400, 16
"""Characters of a part of the page, and how many parts, spread evenly over it, are asked for their language."""

PROBE_SURE = 0.5
"""Probability below which a part of the page says nothing (numbers, names, code)."""

DECLARED_LEAST, OTHER_LEAST = 0.2, 0.6
"""The declared language stands unless it has less than this share of the page's parts and another one at least that:
templates leave ``lang="en"`` on pages of any language."""

_NO_LANGUAGE = "zxx"

_VARIETIES = {
    "ar": ("arz", "ary", "arb", "apc", "aeb", "ajp", "acm", "ars"),
    "zh": ("wuu", "yue", "cmn", "hak", "nan", "gan", "hsn"),
    "no": ("nb", "nn"),
    "ms": ("id", "in", "zsm", "ind"),
    "sh": ("hr", "bs", "sr", "cnr", "srl"),
    "fa": ("prs", "pes"),
    "ku": ("kmr", "ckb", "sdh"),
    "lv": ("ltg", "lvs"),
    "uz": ("uzs", "uzn"),
    "tl": ("fil",),
    "he": ("iw", "hbo"),
    "et": ("ekk",),
    "sq": ("als",),
    "en": ("pcm",),
}
"""ISO 639-3 macrolanguages and older codes; Nigerian Pidgin stands with English, whose short questions look like it."""

_FAMILY = {variety: family for family, varieties in _VARIETIES.items() for variety in varieties}
_SUBTAG = re.compile(r"[a-z]{2,3}")
_UNKNOWN = ("und", "mul", "mis", _NO_LANGUAGE)

_lock = threading.Lock()
_identifier: LanguageIdentifier | None = None
_pages: WeakKeyDictionary[Page, str] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Languages:
    """Languages of a question and of its page, ISO 639 codes, empty where none could be told; and how they relate."""

    question: str
    page: str
    relation: Relation


def family(tag: str) -> str:
    """The language of a BCP 47 tag (``zh-Hant``, ``nb_NO``), varieties under their macrolanguage; empty for none."""
    primary = re.split(r"[-_]", tag.strip().lower(), maxsplit=1)[0]
    if not _SUBTAG.fullmatch(primary) or primary in _UNKNOWN:
        return ""
    return _FAMILY.get(primary, primary)


def probabilities(text: str) -> Mapping[str, float]:
    """Probability of each language for ``text``; what is no language at all (numbers, code) counts for none."""
    found: Counter[str] = Counter()
    for code, probability in _load().rank(text):
        found[family(code)] += probability
    del found[""]
    return found


def languages(page: Page, question: str) -> Languages:
    """Languages of ``question`` (its words, without addresses) and ``page``.

    A short question ("IBAN?") may be in any language: then the relation is ``unsure``.
    """
    on_page = page_language(page)
    found = probabilities(question)
    best = max(found, key=lambda code: found[code], default="")
    if on_page and found.get(on_page, 0.0) >= LIKELY_SAME:
        return Languages(on_page, on_page, "same")
    if found.get(best, 0.0) < SURELY_OTHER:
        return Languages("", on_page, "unsure")
    return Languages(best, on_page, "different" if on_page else "unsure")


def page_language(page: Page) -> str:
    """The language most of the page is in: the declared one, unless the text clearly says otherwise."""
    known = _pages.get(page)
    if known is None:
        known = _page_language(family(page.lang), _shares(page.text))
        _pages[page] = known
    return known


def _page_language(declared: str, shares: Mapping[str, float]) -> str:
    best = max(shares, key=lambda code: shares[code], default="")
    if not declared:
        return best
    wrong = shares.get(declared, 0.0) < DECLARED_LEAST and shares.get(best, 0.0) >= OTHER_LEAST
    return best if wrong else declared


def _shares(text: str) -> Mapping[str, float]:
    """Share of each language among the parts of the text whose language is plain."""
    step = max(PROBE, len(text) // PROBES)
    found: Counter[str] = Counter()
    for start in range(0, len(text), step):
        likely = probabilities(text[start : start + PROBE])
        best = max(likely, key=lambda code: likely[code], default="")
        if likely.get(best, 0.0) >= PROBE_SURE:
            found[best] += 1
    total = sum(found.values())
    return {code: count / total for code, count in found.items()}


def _load() -> LanguageIdentifier:
    """The identifier, loaded once (a second or so); it only reads itself, so threads may share it."""
    global _identifier
    with _lock:
        if _identifier is None:
            from py3langid.langid import MODEL_FILE, LanguageIdentifier

            _identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
        return _identifier
