"""Markers of the contract and the quote marks around a quote: what they look like, and where they open and close."""

from __future__ import annotations

import re
from collections.abc import Sequence

# Every spelling of Turkish i, dotted or not, in either case, with or without a loose dot.
_I = "[iıIİ]\u0307?"
_CLAIM = rf"claim|{_I}dd{_I}a"
_QUOTE = rf"(?:source[ \t_-]{{0,3}})?quotes?|kaynak[ \t_-]{{0,3}}al{_I}nt{_I}(?:s{_I})?"
# What lists and Markdown put before a marker: bullets, numbers, headings, block quotes, bold.
_LEAD = r"[ \t\u00a0]{0,40}(?:(?:[>#*_•·–—+-]{1,6}|\(?\d{1,3}[.):]|\[\d{1,3}\])[ \t\u00a0]{0,8}){0,4}"
# A colon, or without one what can only be a value: a quote mark or NONE.
_VALUE = r"[ \t]{0,4}(?:[\"“”„«「『]|none\b|yok\b)"
_COLON = (
    rf"[ \t]{{0,4}}(?:#?\d{{1,3}}[ \t]{{0,4}})?[*_]{{0,3}}[ \t]{{0,4}}(?:[:：]|(?={_VALUE}))[ \t]{{0,4}}[*_]{{0,3}}"
)
MARKER = re.compile(rf"{_LEAD}(?:(?P<claim>(?:{_CLAIM})(?=[^:：\n]{{0,16}}[:：]))|(?P<quote>{_QUOTE})){_COLON}", re.I)
"""A marker at the start of a line, with its colon and whatever decorates it."""

INLINE_QUOTE = re.compile(rf"[*_]{{0,3}}\b(?:source[ _-]quote|kaynak[ _-]al{_I}nt{_I}(?:s{_I})?){_COLON}", re.I)
"""The quote marker written on the line of its claim."""

NONE_ONLY = re.compile(r"[\s*_.\[\](){}<>\"'“”„«»「」`]*(?:none|yok)[\s*_.!\[\](){}<>\"'“”„«»「」`]*", re.I)
_NONE_PLAIN = re.compile(r"[\s*_\[({<]*(?:none|yok)[\s*_\])}>.!]*$", re.I)
_NONE_LOUD = re.compile(r"[\s*_\[({<\"'“„«]*(?:NONE|YOK)(?:[\s*_\])}>\"'”“»]*$|[*_]*\s*[^\w\s*_].*|\s*$)", re.S)

_CLOSERS = {
    '"': '"”“″',
    "“": '”"“',
    "”": '”"',
    "„": '“”"‟„',
    "‟": '”"',
    "«": "»",
    "»": "«»",
    "‹": "›",
    "›": "‹›",
    "「": "」",
    "『": "』",
    "﹁": "﹂",
    "〝": "〞〟",
    "＂": "＂",
    "'": "'’",
    "‘": "’'‘",
    "’": "’'",
    "‚": "‘’'",
    "`": "`´'",
}
_SINGLE = frozenset("'‘’‚`")
_TRAILING = " \t\u00a0\r\n*_"


def is_none(value: str) -> bool:
    """Whether the value after a quote marker says that there is no line.

    The bare word in any case; inside quote marks or before further words only in capitals, because a page may have
    such a line.
    """
    head = value[:400]
    return bool(_NONE_PLAIN.match(head) or _NONE_LOUD.match(head))


def partial_marker(line: str) -> bool:
    """Whether the line is the beginning of a marker that was cut off (``SOURCE QUO``)."""
    bare = line.strip(" \t*_#>-").replace("İ", "I").replace("ı", "i").upper()
    if not 2 <= len(bare) <= 16:
        return False
    whole = ("CLAIM:", "SOURCE QUOTE:", "KAYNAK ALINTI:", "KAYNAK ALINTISI:", "IDDIA:")
    return any(marker.startswith(bare) for marker in whole)


def opening(text: str) -> str:
    """Return the quote mark that ``text`` begins with (two characters for doubled single marks), or ``""``."""
    if text[:2] in ("''", "``"):
        return text[:2]
    return text[:1] if text[:1] in _CLOSERS else ""


def closes_at_end(text: str, mark: str) -> int | None:
    """Index of the mark that closes ``mark`` at the very end of ``text`` (decoration and a full stop aside), else
    ``None``."""
    body = text.rstrip(_TRAILING)
    if body[-1:] in ".。" and len(body) > 1 and body[-2] in _closers(mark):
        body = body[:-1]
    width = len(mark)
    if width == 2:
        return len(body) - 2 if body.endswith(("''", '""', "``")) and len(body) >= 2 else _last_in(body, "\"”'")
    return _last_in(body, _closers(mark))


def _last_in(body: str, closers: str) -> int | None:
    return len(body) - 1 if body and body[-1] in closers else None


def closes_inside(text: str, mark: str) -> int | None:
    """Index of the last mark in ``text`` that can close ``mark`` when more words follow it, else ``None``.

    Straight double marks close only when they come in pairs (the opening one counted), curly and angle marks only
    where no inner pair is open; single marks never, since they are apostrophes too.
    """
    if len(mark) == 2 or mark in _SINGLE:
        return None
    closers = _closers(mark)
    if mark in '"＂':
        marks = [index for index, char in enumerate(text) if char in closers]
        return marks[-1] if len(marks) % 2 else None
    depth = 1
    for index, char in enumerate(text):
        if char in closers:
            depth -= 1
            if not depth:
                return index
        elif char == mark:
            depth += 1
    return None


def closing_line(lines: Sequence[str], mark: str) -> tuple[int, int] | None:
    """The first line that ends in a mark closing ``mark`` with no inner pair open: (line, index in it), else
    ``None``."""
    closers = _closers(mark)
    simple = len(mark) == 2 or mark in _SINGLE
    depth = 1
    for number, line in enumerate(lines):
        closed = closes_at_end(line, mark)
        for char in () if simple else line:
            if char in closers:
                depth = 1 - depth if mark in '"＂' else depth - 1
            elif char == mark:
                depth += 1
        if closed is not None and (simple or depth <= 0):
            return number, closed
    return None


def _closers(mark: str) -> str:
    return "'\"`”" if len(mark) == 2 else _CLOSERS[mark]
