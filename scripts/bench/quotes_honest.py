"""Honest variants: what page and quote may differ in when someone copied a line faithfully."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable, Iterator

from scripts.bench.quotes_cases import Case, Pieces, Sentence, is_spaceless, is_wide, plain, rebuilt
from scripts.bench.quotes_words import SCALES
from scripts.bench.quotes_wrapped import listed, quoted

from exactquote.html import read_html
from exactquote.page import Mark, Page

Maker = Callable[[Sentence, random.Random], "tuple[Page, str, tuple[int, int]] | None"]


_SCALE_WORDS = {word for pairs in SCALES.values() for pair in pairs for word in pair}
_ONE_FIGURE = re.compile(rf"\d (?:[\d%€$£]|{'|'.join(sorted(_SCALE_WORDS, key=len, reverse=True))})")


def makers() -> dict[str, Maker]:
    """Return every honest variant by name."""
    return {
        "as it is": _as_it_is,
        "part of it": _part,
        "no-break spaces on the page": lambda s, c: _spaces(s, c, "\u00a0"),
        "thin spaces on the page": lambda s, c: _spaces(s, c, "\u2009"),
        "lines broken on the page": lambda s, c: _spaces(s, c, "\n"),
        "line breaks and indents on the page": lambda s, c: _spaces(s, c, "\n    "),
        "line breaks in the quote": _quote_broken,
        "soft hyphens on the page": lambda s, c: _inside_words(s, c, "\u00ad"),
        "zero-width spaces on the page": lambda s, c: _inside_words(s, c, "\u200b"),
        "direction marks on the page": lambda s, c: _inside_words(s, c, "\u200f"),
        "words broken over lines in preformatted text": _hyphenated,
        "footnote marks on the page": _footnotes,
        "footnote links in HTML": _footnote_links,
        "emphasis in the quote": _emphasis,
        "quotation marks around the quote": quoted,
        "Markdown before the quote": listed,
        "curly quote marks on the page": _curly,
        "straight quote marks in the quote": _straight,
        "no-break hyphens on the page": lambda s, _: _swapped(s, "-", "\u2011"),
        "plain hyphens for dashes in the quote": _plain_dashes,
        "letters decomposed on the page": _decomposed_page,
        "letters decomposed in the quote": _decomposed_quote,
        "other case of the first letter": _first_letter,
        "full-width forms on the page": _full_width,
        "half-width forms in the quote": _half_width,
        "ellipsis character for three dots": lambda s, _: _swapped(s, "...", "…"),
        "ligatures on the page": lambda s, _: _swapped(s, "fi", "ﬁ"),
    }


def honest(group: str, sentence: Sentence, chance: random.Random) -> Iterator[Case]:
    """Yield the variants of a sentence that change something."""
    for kind, make in makers().items():
        made = make(sentence, chance)
        if made is not None:
            yield Case(group, kind, True, *made, sentence.block)


def _as_it_is(sentence: Sentence, _: random.Random) -> tuple[Page, str, tuple[int, int]]:
    page, place = rebuilt(sentence, plain(sentence))
    return page, sentence.text, place


def _part(sentence: Sentence, chance: random.Random) -> tuple[Page, str, tuple[int, int]] | None:
    """Take some of the words, cut at white space (in scripts without it: between two letters that are no figures)."""
    text = sentence.text
    if is_spaceless(text):
        edges = [at for at in range(1, len(text)) if all(map(is_wide, text[at - 1 : at + 1]))]
    else:
        # "12 500", "50 %" and "5 million" are one figure each, with a space in it.
        edges = [m.start() for m in re.finditer(r" ", text) if not _ONE_FIGURE.match(text, m.start() - 1)]
    if len(edges) < 4:
        return None
    first, last = sorted(chance.sample(edges, 2))
    quote = text[first:last].strip()
    page, (start, _) = rebuilt(sentence, plain(sentence))
    begin = start + first + (len(text[first:last]) - len(text[first:last].lstrip()))
    return (page, quote, (begin, begin + len(quote))) if any(map(str.isalnum, quote)) else None


def _changed(sentence: Sentence, change: Callable[[str, int], str]) -> list[Pieces]:
    return [[change(text, at) for at in range(len(text))] for text in sentence.texts]


def _spaces(sentence: Sentence, chance: random.Random, other: str) -> tuple[Page, str, tuple[int, int]] | None:
    """Put another white space in place of some; in scripts without spaces, line breaks between letters."""
    if "\n" in other and is_spaceless(sentence.text):

        def broken(text: str, at: int) -> str:
            letters = text[at - 1 : at].isalpha() and text[at].isalpha() and not text[at - 1 : at + 1].isascii()
            both = all(unicodedata.east_asian_width(c) == "W" for c in text[at - 1 : at + 1])
            return other + text[at] if at and letters and both and chance.random() < 0.05 else text[at]

        page, place = rebuilt(sentence, _changed(sentence, broken))
        first = page.text[place[0]]
        return page, sentence.text, (place[0] + (len(other) if first == "\n" else 0), place[1])

    def change(text: str, at: int) -> str:
        # Nobody sets a line break inside a figure.
        inside = text[at - 1 : at].isdigit() and text[at + 1 : at + 2].isdigit()
        return other if text[at] == " " and chance.random() < 0.3 and not inside else text[at]

    if " " not in sentence.text:
        return None
    return (*_with_quote(sentence, _changed(sentence, change)),)


def _with_quote(sentence: Sentence, pieces: list[Pieces]) -> tuple[Page, str, tuple[int, int]]:
    page, place = rebuilt(sentence, pieces)
    return page, sentence.text, place


def _quote_broken(sentence: Sentence, chance: random.Random) -> tuple[Page, str, tuple[int, int]] | None:
    page, place = rebuilt(sentence, plain(sentence))
    text = sentence.text
    quote = re.sub(r"(?<!\d) | (?!\d)", lambda m: "\n  " if chance.random() < 0.3 else m[0], text)
    return (page, quote, place) if quote != text else None


def _inside_words(sentence: Sentence, chance: random.Random, put: str) -> tuple[Page, str, tuple[int, int]]:
    def change(text: str, at: int) -> str:
        inside = text[at].isalpha() and text[at + 1 : at + 2].isalpha()
        return text[at] + put if inside and chance.random() < 0.1 else text[at]

    return _with_quote(sentence, _changed(sentence, change))


def _hyphenated(sentence: Sentence, chance: random.Random) -> tuple[Page, str, tuple[int, int]] | None:
    """Set the text in lines, words broken with a hyphen, as in preformatted text."""
    if is_spaceless(sentence.text) or "ar" in sentence.lang:
        return None  # Neither Chinese nor Arabic breaks words with hyphens.

    def change(text: str, at: int) -> str:
        inside = text[at - 1 : at + 3].isalpha() and len(text[at - 1 : at + 3]) == 4 and text[at + 1].islower()
        return text[at] + "-\n" if at and inside and chance.random() < 0.03 else text[at]

    page, place = rebuilt(sentence, _changed(sentence, change), kind="code")
    return page, sentence.text, place


def _footnotes(sentence: Sentence, chance: random.Random) -> tuple[Page, str, tuple[int, int]]:
    """Put bracketed reference marks behind words and sentences."""
    pieces: list[Pieces] = []
    marks: list[list[Mark]] = []
    for text in sentence.texts:
        own: list[Mark] = []
        changed: Pieces = []
        length = 0
        for at, character in enumerate(text):
            piece = character
            ends = character.isalpha() and text[at + 1 : at + 2] in (" ", ",", ".", "，", "。")
            if ends and chance.random() < 0.15:
                note = f"[{chance.randrange(1, 99)}]"
                own.append(Mark(length + 1, length + 1 + len(note), "reference"))
                piece += note
            changed.append(piece)
            length += len(piece)
        pieces.append(changed)
        marks.append(own)
    page, place = rebuilt(sentence, pieces, marks=marks)
    return page, sentence.text, place


def _footnote_links(sentence: Sentence, chance: random.Random) -> tuple[Page, str, tuple[int, int]] | None:
    """Write the page as HTML with linked, raised note figures, and read it by the walk."""
    if re.search(r"\s\s|[\t\n\u200b-\u200f\ufeff]|\s$|^\s", sentence.text):
        return None  # HTML's own white space is measured elsewhere.
    out = []
    for number, text in enumerate(sentence.texts):
        parts = []
        for at, character in enumerate(text):
            parts.append(character.replace("&", "&amp;").replace("<", "&lt;"))
            inside = number == sentence.block and sentence.start <= at < sentence.end - 1
            if inside and character.isalpha() and text[at + 1] in " ,.，。" and chance.random() < 0.15:
                parts.append(f'<sup><a href="#n">{chance.randrange(1, 99)}</a></sup>')
        out.append(f"<p>{''.join(parts)}</p>")
    page = read_html(f"<!doctype html><html lang='{sentence.lang}'><body>{''.join(out)}</body></html>")
    block = page.blocks[min(sentence.block, len(page.blocks) - 1)]
    return page, sentence.text, (block.start, block.end)


def _emphasis(sentence: Sentence, chance: random.Random) -> tuple[Page, str, tuple[int, int]] | None:
    """Write some words of the quote in bold or italics."""
    text = sentence.text
    mark = chance.choice(("**", "*", "_", "`"))
    if any(c in text for c in "*_`"):
        return None
    if is_spaceless(text):
        if len(text) < 8:
            return None
        start = chance.randrange(0, len(text) - 4)
        end = start + chance.randrange(2, 5)
        around = text[max(start - 1, 0) : start + 1] + text[end - 1 : end + 1]
        if not all(map(is_wide, around)):
            return None
    else:
        words = list(re.finditer(r"(?<!\S)\w+(?!\S)", text))
        if not words:
            return None
        word = chance.choice(words)
        start, end = word.span()
    page, place = rebuilt(sentence, plain(sentence))
    return page, f"{text[:start]}{mark}{text[start:end]}{mark}{text[end:]}", place


_CURLY = {'"': "“”", "'": "‘’"}


def _curly(sentence: Sentence, chance: random.Random) -> tuple[Page, str, tuple[int, int]] | None:
    if not any(c in sentence.text for c in "\"'"):
        return None
    pair = chance.choice(("“”", "„“", "«»", "「」"))

    def change(text: str, at: int) -> str:
        if text[at] not in "\"'":
            return text[at]
        opens = not text[max(at - 1, 0) : at].strip() or text[at - 1] in "(["
        return (pair if text[at] == '"' else "‘’")[0 if opens else 1]

    return _with_quote(sentence, _changed(sentence, change))


def _straight(sentence: Sentence, _: random.Random) -> tuple[Page, str, tuple[int, int]] | None:
    quote = re.sub("[“”„«»「」]", '"', re.sub("[‘’‚‹›]", "'", sentence.text))
    page, place = rebuilt(sentence, plain(sentence))
    return (page, quote, place) if quote != sentence.text else None


def _swapped(sentence: Sentence, old: str, new: str) -> tuple[Page, str, tuple[int, int]] | None:
    if old not in sentence.text:
        return None
    pieces = plain(sentence)
    for text, changed in zip(sentence.texts, pieces, strict=True):
        for found in re.finditer(re.escape(old), text):
            changed[found.start() : found.end()] = [new] + [""] * (len(old) - 1)
    return _with_quote(sentence, pieces)


def _plain_dashes(sentence: Sentence, _: random.Random) -> tuple[Page, str, tuple[int, int]] | None:
    quote = re.sub("[–—−‑]", "-", sentence.text)
    page, place = rebuilt(sentence, plain(sentence))
    return (page, quote, place) if quote != sentence.text else None


def _decomposed_page(sentence: Sentence, _: random.Random) -> tuple[Page, str, tuple[int, int]] | None:
    if unicodedata.normalize("NFD", sentence.text) == sentence.text:
        return None
    return _with_quote(sentence, _changed(sentence, lambda text, at: unicodedata.normalize("NFD", text[at])))


def _decomposed_quote(sentence: Sentence, _: random.Random) -> tuple[Page, str, tuple[int, int]] | None:
    quote = unicodedata.normalize("NFD", sentence.text)
    page, place = rebuilt(sentence, plain(sentence))
    return (page, quote, place) if quote != sentence.text else None


_TURKISH = {"I": "ı", "İ": "i", "i": "İ", "ı": "I"}


def _first_letter(sentence: Sentence, _: random.Random) -> tuple[Page, str, tuple[int, int]] | None:
    text = sentence.text
    first = text[0]
    other = _TURKISH.get(first) if sentence.lang.startswith("tr") else None
    other = other or first.swapcase()
    if other == first or len(other) != 1 or " " not in text:
        return None
    page, place = rebuilt(sentence, plain(sentence))
    return page, other + text[1:], place


def _full_width(sentence: Sentence, chance: random.Random) -> tuple[Page, str, tuple[int, int]] | None:
    """Set letters and figures of a Chinese page, all of a word or figure, in full width."""
    if not is_spaceless(sentence.text) or not re.search(r"[A-Za-z0-9,:;!?()%]", sentence.text):
        return None

    def change(text: str, at: int) -> str:
        return chr(ord(text[at]) + 0xFEE0) if "!" <= text[at] <= "~" else text[at]

    del chance
    return _with_quote(sentence, _changed(sentence, change))


def _half_width(sentence: Sentence, _: random.Random) -> tuple[Page, str, tuple[int, int]] | None:
    quote = "".join(chr(ord(c) - 0xFEE0) if "\uff01" <= c <= "\uff5e" else c for c in sentence.text)
    page, place = rebuilt(sentence, plain(sentence))
    return (page, quote, place) if quote != sentence.text else None
