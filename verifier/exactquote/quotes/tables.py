"""Character tables of the fold levels, version 1. What is not in them is never folded.

``LAYOUT`` and ``TYPOGRAPHY`` map one character to one (``str.translate``), so that offsets stay; ``EXPANSIONS`` map
one to several.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

WHITE_SPACE = "".join(c for c in map(chr, range(0x3001)) if c.isspace())
"""All of Unicode's white space, no-break, thin and ideographic spaces included; U+200B is none."""

ZERO_WIDTH = "\u200b\u2060\ufeff"
JOINERS = "\u200c\u200d"
SOFT_HYPHEN = "\u00ad"
BIDI = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
IGNORABLE = SOFT_HYPHEN + ZERO_WIDTH + BIDI
"""Without width or meaning of their own. Joiners are ignorable by their neighbours only (:func:`drop_joiners`)."""
UNSEEN = WHITE_SPACE + IGNORABLE + JOINERS
"""Text of nothing else shows nothing."""

SKIPPED = "\ufdd0"
"""Stands in a masked text for each character of a skipped reference mark. A noncharacter: no text may hold it for its
own sake."""
JOINED = "\ufdd1"
"""Likewise for what a word broken over two lines leaves out."""
_FOREIGN = "\ufdd2"

SINGLE_QUOTES = "'‘’‚‛‹›`´ʹʻʼ′‵❛❜׳＇"
DOUBLE_QUOTES = '"“”„‟«»″‶〝〞〟❝❞「」『』｢｣״＂'
EM_DASHES = "—―"
HYPHENS = "-‐‑‒–−﹘﹣－֊־"
"""Hyphens, the en dash and the minus sign: in front of a number they are signs, between two words or numbers they
join."""
BREAKING_HYPHENS = "-‐" + SOFT_HYPHEN
"""What is set where a word goes on in the next line."""

CJK = (
    "\u2e80-\u2fdf\u3001-\u3007\u3010-\u301b\u301d-\u303f\u3040-\u30ff\u3100-\u312f\u3190-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\uff61-\uff9f\U00020000-\U0003ffff"
)
"""Han, kana, bopomofo and their punctuation, after the fold (body of a regular expression's class). Hangul sets
spaces."""
SPACELESS = (
    "\u0e00-\u0eff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff\u1950-\u19ff\u1a20-\u1aaf\ua9e0-\ua9ff\uaa60-\uaa7f"
    + CJK
    + "\u3008-\u300f"
)
"""Scripts that set no space between words: CJK, Thai, Lao, Tibetan, Myanmar, Khmer, Tai."""
PUNCTUATION = ".,;:!?'()[]{}…·"
"""After the fold; beside CJK, white space between it and a CJK character may vanish."""

_JOINER_SCRIPTS = (
    "\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\u1b00-\u1c4f\ua800-\uabff\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc"
    "\u2190-\u2bff\u3030\u303d\ufe0f\U00010a00-\U000110ff\U0001e900-\U0001e95f\U0001f000-\U0001faff"
)
"""Arabic, Syriac, Indic, Mongolian …, and emoji: a joiner beside these changes what is read."""
_IDLE_JOINER = re.compile(f"(?<![{_JOINER_SCRIPTS}])[{JOINERS}](?![{_JOINER_SCRIPTS}])")


def drop_joiners(text: str) -> str:
    """Replace zero-width joiners and non-joiners that do nothing by U+200B; the length stays."""
    if JOINERS[0] not in text and JOINERS[1] not in text:
        return text
    return _IDLE_JOINER.sub("\u200b", text)


def _layout() -> dict[int, str]:
    table = {ord(c): " " for c in WHITE_SPACE}
    table.update({ord(SKIPPED): SKIPPED, ord(JOINED): JOINED})
    return table


def _typography() -> tuple[dict[int, str], dict[str, str]]:
    one: dict[int, str] = {}
    several: dict[str, str] = {"…": "..."}
    for code in (*range(0xA0, 0x3100), *range(0xF900, 0x10000), *range(0x1D000, 0x1D200), *range(0x2F800, 0x2FA20)):
        character = chr(code)
        decomposition = unicodedata.decomposition(character)
        if not decomposition:
            continue
        if decomposition.startswith("<"):
            folded = _compatible(code, character, decomposition)
        else:
            folded = unicodedata.normalize("NFC", character)
        if folded != character and len(folded) == 1:
            one[code] = folded
        elif folded != character:
            several[character] = folded
    shapes = {ord(c): "'" for c in SINGLE_QUOTES + DOUBLE_QUOTES}
    shapes.update({ord(c): "-" for c in HYPHENS + EM_DASHES})
    shapes.update({0x301C: "~", 0xFF5E: "~", 0xFFE0: "¢", 0xFFE1: "£", 0xFFE5: "¥", 0xFFE6: "₩"})
    shapes.update(_layout())
    one = {code: folded.translate(shapes) for code, folded in one.items()}
    return one | shapes, several


def _compatible(code: int, character: str, decomposition: str) -> str:
    """Fold the compatibility characters that are only another shape: full-width ASCII, f-ligatures, Arabic forms."""
    whole = unicodedata.normalize("NFKC", character)
    if 0xFF01 <= code <= 0xFF5E or 0xFB00 <= code <= 0xFB06 or 0xFB13 <= code <= 0xFB17:
        return whole
    shaped = decomposition.split(maxsplit=1)[0] in ("<initial>", "<medial>", "<final>", "<isolated>")
    if shaped and whole.isalpha() and not 0xFDF0 <= code <= 0xFDFF:
        return whole
    return character


LAYOUT = _layout()
TYPOGRAPHY, EXPANSIONS = _typography()
RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻"
LOWERED = "₀₁₂₃₄₅₆₇₈₉₊₋"
RAISED_TABLE = str.maketrans(RAISED, "0123456789+-")
LOWERED_TABLE = str.maketrans(LOWERED, "0123456789+-")


def free_of_masks(text: str) -> str:
    """Replace the two noncharacters that masks are made of, should a text hold them; the length stays."""
    if SKIPPED in text or JOINED in text:
        return text.replace(SKIPPED, _FOREIGN).replace(JOINED, _FOREIGN)
    return text


def is_combining(character: str) -> bool:
    """Tell whether a character is one that :func:`composing` lists."""
    return character > "\u02ff" and bool(re.match(f"[{composing()}]", character))


@cache
def composing() -> str:
    """Return the characters that may change or join the one before them under NFC (body of a regular expression's
    class).
    """
    ranges: list[tuple[int, int]] = []
    for code in (*range(0x300, 0xD800), *range(0xFB00, 0x20000)):
        character = chr(code)
        if unicodedata.combining(character) or _composes(code, character):
            if ranges and ranges[-1][1] == code - 1:
                ranges[-1] = (ranges[-1][0], code)
            else:
                ranges.append((code, code))
    return "".join(f"{re.escape(chr(a))}-{re.escape(chr(b))}" for a, b in ranges)


def _composes(code: int, character: str) -> bool:
    if 0x1161 <= code <= 0x1175 or 0x11A8 <= code <= 0x11C2:
        return True
    return unicodedata.category(character) == "Mc"


LETTER = f"[^\\W_]|[{composing()}]"
"""A letter, a figure or a mark on one (regular expression; one character)."""
