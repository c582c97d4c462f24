"""Corruptions: quotes that say something else than the page, made so that they look honest."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable, Container, Iterator, Sequence

from scripts.bench.quotes_cases import Case, Sentence, is_spaceless, plain, rebuilt
from scripts.bench.quotes_raised import flattened, unlinked
from scripts.bench.quotes_words import HOMOGLYPHS, NEGATIONS, SCALES, SWAPS, UNITS

from exactquote.page import Page

Made = str | tuple[Page, str] | None
CUT_SCALE = "cut between a figure and its scale word"
"""Stands on the page letter for letter, and is wrong all the same."""
Maker = Callable[[Sentence, "Source", random.Random], Made]


class Source:
    """What corruptions draw on: the language's other sentences."""

    def __init__(self, language: str, sentences: Sequence[Sentence]) -> None:
        self.language = language
        self.sentences = sentences
        names = {w for s in sentences for w in re.findall(r"(?<=\w )[A-ZÄÖÜÇŞİÑ]\w{3,}", s.text)}
        self.names = sorted(names)


def makers() -> dict[str, Maker]:
    """Return every corruption by name."""
    return {
        "one digit changed": _digit,
        "a digit more or less": _digits,
        "decimal or grouping mark moved": _separator,
        "sign put in or taken out": _sign,
        "unit or currency changed": _unit,
        "scale word changed": lambda s, src, c: _swap(s, c, SCALES.get(src.language, ())),
        "negation put in": _negation_in,
        "negation taken out": _negation_out,
        "proper noun changed": _name,
        "direction word changed": lambda s, src, c: _swap(s, c, SWAPS.get(src.language, ())),
        "parts out of order, with an ellipsis": _out_of_order,
        "negation swallowed by an ellipsis": _swallowed,
        "word left out": _left_out,
        "two sentences written as one": _fused,
        "sentence of another page": _elsewhere,
        "cut inside a word": _cut_word,
        "cut inside a figure": _cut_figure,
        "cut inside a hyphenated token": _cut_hyphen,
        CUT_SCALE: _cut_scale,
        "raised figure flattened into a number": lambda s, _, c: flattened(s, c),
        "linked exponent left out": lambda s, _, c: unlinked(s, c),
        "look-alike letter": _homoglyph,
        "accent or vowel sign dropped": _unmarked,
        "case of a later word changed": _case,
    }


def corrupt(
    group: str, sentence: Sentence, source: Source, chance: random.Random, kinds: Container[str] | None = None
) -> Iterator[Case]:
    """Yield the corruptions of a sentence that could be made; only those of some kinds, if any are named."""
    page: Page | None = None
    for kind, make in makers().items():
        if kinds is not None and kind not in kinds:
            continue
        made = make(sentence, source, chance)
        if made is None:
            continue
        page = page or rebuilt(sentence, plain(sentence))[0]
        on, quote = (page, made) if isinstance(made, str) else made
        if quote.strip() and quote != sentence.text:
            yield Case(group, kind, False, on, quote, None, sentence.block)


def _one(chance: random.Random, found: Sequence[re.Match[str]]) -> re.Match[str] | None:
    return chance.choice(found) if found else None


def _put(text: str, start: int, end: int, new: str) -> str:
    return text[:start] + new + text[end:]


def _digit(sentence: Sentence, _: Source, chance: random.Random) -> Made:
    found = _one(chance, list(re.finditer(r"\d", sentence.text)))
    if found is None:
        return None
    zero = ord(found[0]) - unicodedata.decimal(found[0])
    other = chance.choice([n for n in range(10) if n != unicodedata.decimal(found[0])])
    return _put(sentence.text, *found.span(), chr(zero + other))


def _digits(sentence: Sentence, _: Source, chance: random.Random) -> Made:
    found = _one(chance, list(re.finditer(r"\d+", sentence.text)))
    if found is None:
        return None
    more = chance.random() < 0.5 or len(found[0]) == 1
    return _put(sentence.text, *found.span(), found[0] + "0" if more else found[0][:-1])


def _separator(sentence: Sentence, _: Source, chance: random.Random) -> Made:
    found = _one(chance, list(re.finditer(r"\d\d", sentence.text)))
    if found is None:
        return None
    return _put(sentence.text, *found.span(), found[0][0] + chance.choice((".", ",", " ")) + found[0][1])


def _sign(sentence: Sentence, _: Source, chance: random.Random) -> Made:
    signed = list(re.finditer(r"(?<![\w.])[-−–+](?=\d)", sentence.text))
    if signed:
        sign = chance.choice(signed)
        return _put(sentence.text, *sign.span(), chance.choice(("", "+" if sign[0] != "+" else "-")))
    found = _one(chance, list(re.finditer(r"(?<=\s)(?=\d)", sentence.text)))
    return None if found is None else _put(sentence.text, *found.span(), chance.choice(("-", "−", "+")))


def _unit(sentence: Sentence, _: Source, chance: random.Random) -> Made:
    near = [
        (old, new) for old, new in UNITS if re.search(rf"\d\s?{re.escape(old)}|{re.escape(old)}\s?\d", sentence.text)
    ]
    if not near:
        return None
    old, new = chance.choice(near)
    found = re.search(rf"(?<=\d){re.escape(old)}|(?<=\d\s){re.escape(old)}|{re.escape(old)}(?=\s?\d)", sentence.text)
    return None if found is None else _put(sentence.text, *found.span(), new)


def _swap(sentence: Sentence, chance: random.Random, pairs: Sequence[tuple[str, str]]) -> Made:
    spaceless = is_spaceless(sentence.text)
    options = []
    for a, b in pairs:
        for old, new in ((a, b), (b, a)):
            edge = "" if spaceless else r"\b"
            options += [(found, new) for found in re.finditer(f"{edge}{re.escape(old)}{edge}", sentence.text)]
    if not options:
        return None
    found, new = chance.choice(options)
    return _put(sentence.text, *found.span(), new)


def _negation_in(sentence: Sentence, source: Source, chance: random.Random) -> Made:
    word = chance.choice(NEGATIONS[source.language])
    text = sentence.text
    if is_spaceless(text):
        at = chance.randrange(1, len(text))
        return _put(text, at, at, word)
    spaces = [m.start() for m in re.finditer(" ", text)]
    if not spaces:
        return None
    at = chance.choice(spaces)
    return _put(text, at, at, f" {word}")


def _negation_out(sentence: Sentence, source: Source, chance: random.Random) -> Made:
    words = "|".join(map(re.escape, NEGATIONS[source.language]))
    pattern = words if is_spaceless(sentence.text) else rf"\b(?:{words})\s"
    found = _one(chance, list(re.finditer(pattern, sentence.text)))
    return None if found is None else _put(sentence.text, *found.span(), "")


def _name(sentence: Sentence, source: Source, chance: random.Random) -> Made:
    found = _one(chance, list(re.finditer(r"(?<=\w )[A-ZÄÖÜÇŞİÑ]\w{3,}", sentence.text)))
    if found is None or len(source.names) < 2:
        return None
    other = chance.choice([name for name in source.names if name != found[0]])
    return _put(sentence.text, *found.span(), other)


def _halves(sentence: Sentence) -> tuple[str, str] | None:
    text = sentence.text
    if len(text) < 24:
        return None
    middle = len(text) // 2 if is_spaceless(text) else text.find(" ", len(text) // 2)
    return None if middle < 0 else (text[:middle].strip(), text[middle:].strip())


def _out_of_order(sentence: Sentence, _: Source, chance: random.Random) -> Made:
    halves = _halves(sentence)
    return None if halves is None else halves[1].rstrip(".。") + chance.choice((" ... ", " … ", " [...] ")) + halves[0]


def _swallowed(sentence: Sentence, source: Source, _: random.Random) -> Made:
    words = "|".join(map(re.escape, NEGATIONS[source.language]))
    pattern = words if is_spaceless(sentence.text) else rf"\b(?:{words})\b"
    found = re.search(pattern, sentence.text)
    return None if found is None else _put(sentence.text, *found.span(), "...")


def _left_out(sentence: Sentence, _: Source, chance: random.Random) -> Made:
    text = sentence.text
    if is_spaceless(text):
        at = chance.randrange(1, max(len(text) - 1, 2))
        return None if text[at].isspace() else _put(text, at, at + 1, "")
    words = text.split(" ")
    if len(words) < 4:
        return None
    at = chance.randrange(1, len(words) - 1)
    return " ".join(words[:at] + words[at + 1 :])


def _fused(sentence: Sentence, source: Source, chance: random.Random) -> Made:
    here = [other for other in source.sentences if other.texts == sentence.texts and other != sentence]
    halves = _halves(sentence)
    if not here or halves is None:
        return None
    other = _halves(chance.choice(here))
    return None if other is None else halves[0] + ("" if is_spaceless(halves[0]) else " ") + other[1]


def _elsewhere(sentence: Sentence, source: Source, chance: random.Random) -> Made:
    others = [other for other in chance.sample(list(source.sentences), 8) if other.texts != sentence.texts]
    return others[0].text if others else None


def _cut_word(sentence: Sentence, _: Source, chance: random.Random) -> Made:
    if is_spaceless(sentence.text):
        return None  # No word can be told there.
    words = [m for m in re.finditer(r"[^\W\d_\u3040-\uabff]{4,}", sentence.text) if m.start() > 0]
    if not words:
        return None
    word = chance.choice(words)
    return sentence.text[: word.end() - chance.randrange(1, 3)]


def _cut_figure(sentence: Sentence, _: Source, chance: random.Random) -> Made:
    figures = list(re.finditer(r"\d[\d.,]*\d", sentence.text))
    if not figures:
        return None
    figure = chance.choice(figures)
    at = chance.randrange(figure.start() + 1, figure.end())
    return sentence.text[:at] if chance.random() < 0.5 else sentence.text[at:]


def _cut_hyphen(sentence: Sentence, _: Source, chance: random.Random) -> Made:
    hyphens = list(re.finditer(r"(?<=[^\W_])-(?=[^\W_])", sentence.text))
    if not hyphens or is_spaceless(sentence.text):
        return None
    hyphen = chance.choice(hyphens)
    return sentence.text[: hyphen.start()] if chance.random() < 0.5 else sentence.text[hyphen.end() :]


def _cut_scale(sentence: Sentence, source: Source, chance: random.Random) -> Made:
    """End behind a figure, or begin behind it, in front of its scale word or percent word."""
    words = {word for pair in SCALES.get(source.language, ()) for word in pair}
    scales = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    gap = r"\s?" if is_spaceless(sentence.text) else r"[ \u00a0]"
    found = _one(chance, list(re.finditer(rf"(?<=\d){gap}(?:{scales})", sentence.text)) if scales else [])
    if found is None:
        return None
    return sentence.text[: found.start()] if chance.random() < 0.7 else sentence.text[found.start() :].strip()


def _homoglyph(sentence: Sentence, _: Source, chance: random.Random) -> Made:
    places = [at for at, c in enumerate(sentence.text) if c in HOMOGLYPHS]
    if not places:
        return None
    at = chance.choice(places)
    return _put(sentence.text, at, at + 1, HOMOGLYPHS[sentence.text[at]])


def _unmarked(sentence: Sentence, _: Source, chance: random.Random) -> Made:
    marked = [
        at for at, c in enumerate(sentence.text) if any(map(unicodedata.combining, unicodedata.normalize("NFD", c)))
    ]
    if not marked:
        return None
    at = chance.choice(marked)
    bare = "".join(c for c in unicodedata.normalize("NFD", sentence.text[at]) if not unicodedata.combining(c))
    return _put(sentence.text, at, at + 1, bare)


def _case(sentence: Sentence, _: Source, chance: random.Random) -> Made:
    letters = [at for at, c in enumerate(sentence.text) if at > 12 and c.swapcase() != c and len(c.swapcase()) == 1]
    if not letters:
        return None
    at = chance.choice(letters)
    return _put(sentence.text, at, at + 1, sentence.text[at].swapcase())
