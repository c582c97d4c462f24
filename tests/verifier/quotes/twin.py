"""A slow, obvious twin of the exact search: it walks page and quote side by side, character by character, from every
place.

It has no keys, no offset maps and no index. What it shares with the library are the character tables, the reading of
a page's marks and broken words, the rule where a quote may be cut, and the rule about numbers, each of which has
tests of its own.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

from exactquote.page import Page
from exactquote.quotes.guard import CJK_DIGITS, agree, telling
from exactquote.quotes.index import QuoteIndex, pieces
from exactquote.quotes.quantity import is_number
from exactquote.quotes.tables import (
    BREAKING_HYPHENS,
    CJK,
    DOUBLE_QUOTES,
    EXPANSIONS,
    IGNORABLE,
    JOINED,
    PUNCTUATION,
    SINGLE_QUOTES,
    SKIPPED,
    SPACELESS,
    TYPOGRAPHY,
    WHITE_SPACE,
    drop_joiners,
    free_of_masks,
    is_combining,
)

PREFIXES = (*"-*+•>", *("#" * number for number in range(1, 7)))
CLOSING = ".,;:!?)]}"


@dataclass(frozen=True)
class Character:
    """One character after the fold: what it is, the range of the text it comes from, and whether it is the first and
    the last of it.
    """

    what: str
    start: int
    end: int
    first: bool = True
    last: bool = True


def characters(text: str, *, typography: bool) -> list[Character]:
    """Fold a text character by character; ignorable characters and masks are left out, white space is one space."""
    out: list[Character] = []
    at = 0
    visible = [(c, number) for number, c in enumerate(text) if c not in IGNORABLE]
    while at < len(visible):
        c, start = visible[at]
        if c in WHITE_SPACE:
            out.append(Character(" ", start, start + 1))
            at += 1
            continue
        if c in (SKIPPED, JOINED):
            out.append(Character(c, start, start + 1))
            at += 1
            continue
        last = at
        if typography:
            while last + 1 < len(visible) and composes(visible[at : last + 2]):
                last += 1
        group = "".join(c for c, _ in visible[at : last + 1])
        if typography:
            group = "".join(EXPANSIONS.get(x, x) for x in group.translate(TYPOGRAPHY))
            group = unicodedata.normalize("NFC", group)
        for number, what in enumerate(group):
            end = visible[last][1] + 1
            out.append(Character(what, start, end, number == 0, number == len(group) - 1))
        at = last + 1
    return out


def composes(group: list[tuple[str, int]]) -> bool:
    """Tell whether the last of some characters belongs to those before it under NFC."""
    c = group[-1][0].translate(TYPOGRAPHY)
    if c in (SKIPPED, JOINED) or c.isspace():
        return False
    return (
        bool(unicodedata.combining(c))
        or unicodedata.category(c) == "Mc"
        or "\u1161" <= c <= "\u1175"
        or "\u11a8" <= c <= "\u11c2"
    )


def is_cjk(c: str) -> bool:
    return bool(re.match(f"[{CJK}]", c))


def spaced_word(c: str) -> bool:
    return c.isalnum() and not re.match(f"[{SPACELESS}]", c)


def even(folded: list[Character]) -> tuple[list[Character], list[int], list[int]]:
    """Take masks out and runs of white space together; return with it where white space beside CJK went, and where
    words were joined.
    """
    out: list[Character] = []
    vanished: list[int] = []
    joined: list[int] = []
    at = 0
    while at < len(folded):
        run = at
        while run < len(folded) and folded[run].what in (" ", SKIPPED, JOINED):
            run += 1
        if run == at:
            out.append(folded[at])
            at += 1
            continue
        kinds = [c.what for c in folded[at:run]]
        before = out[-1].what if out else ""
        after = folded[run].what if run < len(folded) else ""
        space = Character(" ", folded[at].start, folded[run - 1].end)
        if JOINED in kinds:
            joined.append(len(out))
        elif " " not in kinds:
            if spaced_word(before or " ") and spaced_word(after or " "):
                out.append(space)
        elif is_cjk(before or " ") or is_cjk(after or " "):
            vanished.append(len(out))
        elif not (SKIPPED in kinds and kinds[-1] == SKIPPED and after and after in CLOSING):
            out.append(space)
        at = run
    return out, vanished, joined


def places(page: Page, quote: str) -> dict[tuple[int, int], str]:
    """Return every range of the page text where the quote stands, with the fold it needs, or else where what it wraps
    stands; the quote has no marks of its own.
    """
    found = places_as_written(page, quote)
    inside = quote
    while not found:
        further = opened(inside)
        if further == inside:
            return {}
        inside = further
        if any(c.isalnum() or unicodedata.category(c) == "So" for c in inside):
            found = places_as_written(page, inside)
            found = {place: "layout" if level == "verbatim" else level for place, level in found.items()}
    return found


def opened(quote: str) -> str:
    """Take off one pair of quotation marks around a quote, or what Markdown sets before its lines.

    No bars of tables, which are compared cell by cell.
    """
    quote = drop_joiners(free_of_masks(quote)).strip(WHITE_SPACE + IGNORABLE)
    lines = [line.lstrip(" \t") for line in quote.split("\n")]
    plain = "\n".join(
        rest if sign in PREFIXES and is_text(rest := line[len(sign) :].lstrip(" \t"), sign) else original
        for original, line in zip(quote.split("\n"), lines, strict=True)
        for sign in [line.replace("\t", " ").split(" ")[0] if " " in line.replace("\t", " ") else ""]
    ).strip()
    if plain != quote:
        return plain
    for marks in (DOUBLE_QUOTES, SINGLE_QUOTES):
        if len(quote) > 2 and quote[0] in marks and quote[-1] in marks:
            return quote[1:-1].strip()
    return quote


def is_text(rest: str, sign: str) -> bool:
    """Tell whether a sign before this may be Markdown's: never before figures, > and + before no number in words."""
    if not rest or rest[0].isspace() or unicodedata.category(rest[0])[0] not in "LMP":
        return False
    word = re.split(r"\s", rest)[0]
    first = next((c for c in word if c.isalnum() or c == "_"), "")
    letters = re.match(r"[^\W\d_]*", word)
    return not first.isdecimal() and not (sign in (">", "+") and letters and letters[0] and is_number(letters[0], ""))


def places_as_written(page: Page, quote: str) -> dict[tuple[int, int], str]:
    """Likewise, as the quote is."""
    index = QuoteIndex(page)
    text = drop_joiners(free_of_masks(quote)).strip(WHITE_SPACE + IGNORABLE)
    found: dict[tuple[int, int], str] = {}
    # What is around the quote and ignorable is taken in where the page has the very same.
    lead = len(quote.strip()) - len(drop_joiners(quote.strip()).lstrip(WHITE_SPACE + IGNORABLE))

    def note(start: int, end: int, level: str) -> None:
        whole = (start - lead, start - lead + len(quote.strip()))
        same = start >= lead and page.text[slice(*whole)] == quote.strip()
        place, level = (whole, "verbatim") if same else ((start, end), level)
        order = ["verbatim", "layout", "typography"]
        if place not in found or order.index(level) < order.index(found[place]):
            found[place] = level

    for masked in {index.reader, index.shown}:
        for typography in (False, True):
            for form in {text, joined(index, text)}:
                for start, end in side_by_side(index, masked, form, text, typography=typography):
                    note(start, end, "typography" if typography else "layout")
    for start, end in as_it_is(page, quote):
        note(start, end, "layout")
    return found


def joined(index: QuoteIndex, text: str) -> str:
    """Mask what is left out of a quote's words that the page breaks over two lines somewhere."""
    out = list(text)
    for at, c in enumerate(text):
        end = at + 1
        while end < len(text) and text[end].isspace():
            end += 1
        if c not in BREAKING_HYPHENS or at == 0 or end == len(text) or not text[end].isalnum():
            continue
        if text[at - 1].isalnum() or is_combining(text[at - 1]):
            whole = index.breaks.get(pieces(text, at, end))
            if whole is not None:
                begin = at if whole else at + 1
                out[begin:end] = JOINED * (end - begin)
    return "".join(out)


def as_it_is(page: Page, quote: str) -> dict[tuple[int, int], str]:
    """Return where the very same characters stand, cut out of nothing; what does not count around them is not looked
    for.
    """
    edges = QuoteIndex(page).edges
    plain = drop_joiners(free_of_masks(quote))
    start = len(plain) - len(plain.lstrip(WHITE_SPACE + IGNORABLE))
    text = quote[start : start + len(plain.strip(WHITE_SPACE + IGNORABLE))]
    if not text:
        return {}
    ranges = [(at, at + len(text)) for at in range(len(page.text)) if page.text[at : at + len(text)] == text]
    return {(start, end): "verbatim" for start, end in ranges if not (edges.cut(start) or edges.cut(end))}


def side_by_side(index: QuoteIndex, masked: str, form: str, text: str, *, typography: bool) -> list[tuple[int, int]]:
    """Walk from every character of the page along a form of the quote ``text``."""
    page, page_gaps, page_joined = even(characters(masked, typography=typography))
    asked, asked_gaps, asked_joined = even(characters(form, typography=typography))
    out = []
    for begin in range(len(page) - len(asked) + 1):
        stretch = page[begin : begin + len(asked)]
        if not asked or not (stretch[0].first and stretch[-1].last):
            continue
        if any(a.what != b.what for a, b in zip(stretch, asked, strict=True)):
            continue
        start, end = stretch[0].start, stretch[-1].end
        if index.edges.cut(start) or index.edges.cut(end):
            continue
        if not {begin + at for at in asked_joined} <= set(page_joined):
            continue
        gaps = {at - begin for at in page_gaps if begin < at < begin + len(asked)} ^ set(asked_gaps)
        plain = [c.what.translate(TYPOGRAPHY) for c in asked]
        edges = {at for at in gaps if at + begin in page_gaps and is_edge(index, page, begin + at)}
        if not all(may_vanish(plain, at) or (at not in edges and spaced_out(plain, at)) for at in gaps):
            continue
        raw = index.base[start:end]
        if raw != text and not agree(telling(masked[start:end]), telling(form)):
            continue
        out.append((start, end))
    return out


def may_vanish(asked: list[str], at: int) -> bool:
    before, after = asked[at - 1], asked[at]
    if is_cjk(before) and is_cjk(after):
        return True
    if is_cjk(before):
        return after in PUNCTUATION
    return is_cjk(after) and (before in PUNCTUATION or before == "-")


def is_edge(index: QuoteIndex, page: list[Character], at: int) -> bool:
    """Tell whether a line or cell ends in the white space before a character."""
    between = index.base[page[at - 1].end : page[at].start]
    return not (page[at - 1].last and page[at].first) or len(f"x{between}x".splitlines()) > 1 or "\t" in between


def spaced_out(asked: list[str], at: int) -> bool:
    """Tell whether one of two characters is CJK and the other a letter or figure, not both figures."""
    pair = asked[at - 1], asked[at]
    other = next((c for c in pair if not is_cjk(c)), "")
    figures = any(c.isnumeric() for c in pair if not is_cjk(c)) and any(c in CJK_DIGITS for c in pair)
    return other.isalnum() and not figures


@cache
def alphabet() -> str:
    """Characters that have tripped peers, some of them often."""
    return (
        "aabeEio  ,.-–—'\"“”«’1123½²^%％$€+−\u00a0\u2009\u3000\n\u00ad\u200b\u200d\u200c\u2060\ufeff\u200e"
        "中文。，「ー5千点é\u0301\u0323ñÅ\u212bıİ…ﬁ*_`[]()/:&\U0001f600\U0001f1e9\U0001f1ea\u064aكِﻻ\u0e01\u0e33\u0e44\u0915\u093f\u0938"
        "′″×点三五\u2002x>#"
        "각\u1100\u1161\u11a8\ufdd0\ufdd1\ud800Ａ１Σς"
    )
