"""Whether a line, or what stands around it, has a name of the claim."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from exactquote.facts import names
from exactquote.facts.cldr import is_territory, language
from exactquote.facts.model import Fact, Flag, Status


@dataclass
class Names:
    """The names of one line, ready to be asked for those of one claim.

    ``named``: the names of the line; ``words``: all its words.
    """

    claim: str
    claim_lang: str
    line: str
    lang: str
    context: str
    named: tuple[Fact, ...]
    words: frozenset[str]

    @cached_property
    def one_language(self) -> bool:
        """Whether claim and line are in one language."""
        return language(self.lang) == language(self.claim_lang)

    @cached_property
    def one_script(self) -> bool:
        """Whether claim and line are written in one script."""
        return names.script(self.claim) == names.script(self.line)

    @cached_property
    def _decide(self) -> bool:
        """Whether a name that is not in the line is missing from it: both in one language and script, and case
        tells."""
        return self.one_language and self.one_script and names.case_marks_names(self.claim, self.claim_lang)

    def find(self, fact: Fact) -> tuple[Status | None, tuple[Fact, ...], Flag | None]:
        """What the line says about a name: the status (``None`` when it is refuted), its own names, and a flag.

        A name that opens its sentence is looked for without its first word, which may belong to it or not; where the
        line has another word there, nothing is decided, unless it is a country.
        """
        parts = fact.key.split() or sorted(names.words_of(fact.text))
        beside = self._by_word.get(parts[0], ())
        absent = [part for part in parts if part not in self.words]
        if self._other_head(fact, absent):
            if self._decide and is_territory(f"{names.opening_word(fact)} {fact.key}", self.claim_lang):
                return None, (), None
            return "unchecked", beside, "names_unchecked"
        if not absent:
            return "same", beside, None
        absent = [part for part in absent if part not in self._context_words]
        if not absent:
            return "same", (), "from_context"
        open_question = (
            not fact.key
            or not self._decide
            or all(map(self._stems.holds, absent))
            or (names.is_acronym(fact.text) and fact.text in self._firsts)
            or self._spelled_by(names.firsts(fact.text))
        )
        return ("unchecked", (), "names_unchecked") if open_question else (None, (), None)

    def _other_head(self, fact: Fact, absent: list[str]) -> bool:
        """Whether a name that opens a sentence is in the line or its context only behind another capitalised word
        (``Jane Smith`` for ``John Smith``)."""
        opening = names.opening_word(fact)
        if not opening or opening in self.words or opening in self._context_words:
            return False
        heads = names.heads_before(self.context if absent else self.line, fact.key)
        return bool(heads) and "" not in heads

    @cached_property
    def _by_word(self) -> dict[str, tuple[Fact, ...]]:
        """Names of the line by each of their words."""
        found: dict[str, list[Fact]] = {}
        for other in self.named:
            for word in dict.fromkeys(other.key.split()):
                found.setdefault(word, []).append(other)
        return {word: tuple(others) for word, others in found.items()}

    def _spelled_by(self, firsts: str) -> bool:
        """Whether first letters in a row spell an acronym of the line."""
        return any(len(acronym) <= len(firsts) and acronym in firsts for acronym in self._acronyms)

    @cached_property
    def _context_words(self) -> frozenset[str]:
        return names.words_of(self.context)

    @cached_property
    def _stems(self) -> names.Stems:
        return names.Stems(self.words)

    @cached_property
    def _firsts(self) -> str:
        return names.firsts(self.line)

    @cached_property
    def _acronyms(self) -> frozenset[str]:
        """Names of the line that the first letters of a name in the claim may spell."""
        return frozenset(other.text for other in self.named if names.is_acronym(other.text))
