"""Finding names: runs of capitalised words, where case marks names; and whether a text has such a name.

Case marks names in most languages written in Latin, Cyrillic, Greek, Armenian and Georgian letters; not in German,
which capitalises every noun, not in headlines, and not in scripts without case. Where it does not, nothing is
decided.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from exactquote.facts.cldr import language
from exactquote.facts.fold import MARKS, cased, lower
from exactquote.facts.model import Fact

_EAST = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff"  # scripts that are written without spaces beside Latin words
_WORD = re.compile(rf"(?:(?![\d_{_EAST}])\w)(?:(?![_{_EAST}])\w|[{MARKS}])*")
_JOIN = re.compile(r"[ \u00a0]|[-‐‑]|\.[ \u00a0]?|['’]|[ \u00a0]?&[ \u00a0]?")
_SENTENCE_START = re.compile(r"(?:^|[.!?…:;|•。！？\n\t\r]|[-–—](?=\s))[\s\"'“”„«»‘’‚‹›(\[¿¡*_#>-]*$")
NOUNS_CAPITALISED = frozenset({"de", "lb"})
"""Languages whose orthography capitalises all nouns."""
_HEADLINE_SHARE = 0.6
_INITIALS_LEAST = 3
_STEM, _ENDING = 4, 6
"""Letters of a word that is compared by its stem at least, and of what may follow a stem at most."""


def case_marks_names(text: str, lang: str) -> bool:
    """Whether capitals tell names from other words in ``text``."""
    if language(lang) in NOUNS_CAPITALISED:
        return False
    inside = capital = small = 0
    for match in _WORD.finditer(text):
        first = match[0][0]
        if not cased(first):
            continue
        small += first.islower()
        if match.start() and not _starts_sentence(text, match.start()):
            inside += 1
            capital += first.isupper()
    share = 0.4 if not language(lang) else _HEADLINE_SHARE
    return bool(small) and not (inside >= 5 and capital > share * inside)


def uncased_letters(text: str) -> bool:
    """Whether a text has letters of a script without case, in which a name cannot be told from a word."""
    return any(char.isalpha() and not cased(char) and unicodedata.category(char) == "Lo" for char in text)


def find_names(text: str) -> list[Fact]:
    """Runs of capitalised words. A lone word that begins a sentence is one only with more capitals in it
    (``CFTC``): its capital says nothing.

    ``key``: the words, folded, joined by spaces; a word that begins a sentence is left out of it unless it must be
    a name.
    """
    names: list[Fact] = []
    run: list[re.Match[str]] = []
    for match in _WORD.finditer(text):
        if not match[0][0].isupper() or (len(match[0]) == 1 and not cased(match[0])):
            _close(text, run, names)
            run = []
            continue
        if run and not _JOIN.fullmatch(text, run[-1].end(), match.start()):
            _close(text, run, names)
            run = []
        run.append(match)
    _close(text, run, names)
    return names


def _close(text: str, run: list[re.Match[str]], names: list[Fact]) -> None:
    if not run:
        return
    words = [match[0] for match in run]
    first = words[0]
    if _starts_sentence(text, run[0].start()) and not (len(first) > 1 and any(char.isupper() for char in first[1:])):
        words = words[1:]
    words = [word for word in words if len(word) > 1]
    if words:
        start, end = run[0].start(), run[-1].end()
        names.append(Fact("name", text[start:end], start, end, key=" ".join(map(folded, words))))


def _starts_sentence(text: str, place: int) -> bool:
    return bool(_SENTENCE_START.search(text, max(0, place - 12), place)) if place else True


def opening_word(fact: Fact) -> str:
    """The word, folded, that begins both a name and its sentence and so is not in the name's key; else ``""``.

    It may belong to the name (``John Smith``) or not (``The Smiths``).
    """
    words = [folded(match[0]) for match in _WORD.finditer(fact.text)]
    keyed = set(fact.key.split())
    return words[0] if keyed and len(words) > 1 and words[0] not in keyed and len(words[0]) > 1 else ""


def heads_before(text: str, key: str) -> frozenset[str]:
    """The capitalised words, folded, that stand right before the words of a name in a text; ``""`` among them where
    none does."""
    wanted = key.split()
    matches = list(_WORD.finditer(text))
    words = [folded(match[0]) for match in matches]
    found: set[str] = set()
    for index, word in enumerate(words):
        if word != wanted[0] or words[index : index + len(wanted)] != wanted:
            continue
        before = matches[index - 1] if index else None
        joined = before and before[0][0].isupper() and _JOIN.fullmatch(text, before.end(), matches[index].start())
        found.add(words[index - 1] if joined else "")
    return frozenset(found)


def words_of(text: str) -> frozenset[str]:
    """All words of a text, folded, taken apart at hyphens and apostrophes."""
    return frozenset(folded(match[0]) for match in _WORD.finditer(text))


def word_after(text: str, place: int) -> str:
    """The word, folded, right after a place of a text, when it is long enough to be no particle; else ``""``."""
    match = _WORD.match(text, place + 1 if text[place : place + 1] in tuple(" \u00a0-") else place)
    return folded(match[0]) if match and len(match[0]) >= (4 if cased(match[0][0]) else 2) else ""


def counted(text: str, place: int, known: Iterable[str]) -> bool:
    """Whether the number that ends at ``place`` counts something: a word after it that is no particle and not
    ``known``."""
    word = word_after(text, place)
    return bool(word) and word not in known


def folded(word: str) -> str:
    """A word as names are compared: composed and in lower case."""
    return lower(unicodedata.normalize("NFC", word))


class Stems:
    """Words, ready to be asked whether another may be formed from one of them, or one of them from it.

    Inflections and derivations (``Tampereen``, ``Libyan``) cannot be told from other names by rules: the question
    stays open.
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._stems: set[str] = set()
        self._beginnings: set[str] = set()
        for word in words:
            if len(word) >= _STEM:
                self._stems.add(_stem(word))
                self._beginnings.update(word[:end] for end in range(max(len(word) - _ENDING, _STEM), len(word) + 1))

    def holds(self, word: str) -> bool:
        """Whether the shorter of ``word`` and one of the words, without its last letter if it has more than four,
        begins the longer, which has at most six letters more."""
        if len(word) < _STEM:
            return False
        ends = range(max(len(word) - _ENDING, _STEM), len(word) + 1)
        return _stem(word) in self._beginnings or any(word[:end] in self._stems for end in ends)


def _stem(word: str) -> str:
    return word if len(word) == _STEM else word[:-1]


def firsts(text: str) -> str:
    """The first letters of the capitalised words of a text, in a row."""
    return "".join(match[0][0] for match in _WORD.finditer(text) if match[0][0].isupper())


def is_acronym(text: str) -> bool:
    """Whether a name may spell the first letters of others (``CFTC``: Commodity Futures Trading Commission)."""
    return len(text) >= _INITIALS_LEAST and text.isupper()


def script(text: str) -> str:
    """The script that most letters of a text are of, by their Unicode names (``LATIN``, ``CYRILLIC`` …)."""
    counts: dict[str, int] = {}
    for char in text[:2000]:
        if char.isalpha():
            name = "LATIN" if char.isascii() else unicodedata.name(char, "?").split(" ", 1)[0]
            counts[name] = counts.get(name, 0) + 1
    return max(counts, key=lambda name: counts[name]) if counts else ""
