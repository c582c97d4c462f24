"""Where a quote may begin and end: never inside a word, a number or a hyphenated token.

In scripts without spaces only numbers and combining sequences are held together.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence

from exactquote.number_edges import AFTER_ENTERING, Tail, begins_number, is_passed_over, tail_of
from exactquote.quotes.quantity import parts_quantity
from exactquote.quotes.tables import EM_DASHES, HYPHENS, IGNORABLE, JOINERS, SPACELESS

_IS_SPACELESS = re.compile(f"[{SPACELESS}]")
_SIGNS = frozenset(HYPHENS + "+＋±∓<>≤≥≈~＜＞")
_APOSTROPHES = "'’‘ʼ`´′＇"
_BETWEEN_NUMBERS = frozenset(".,:/'’‘`´′″\"^_×*°~〜～⁄∕٫٬．，：／＇·" + HYPHENS + EM_DASHES)
_BETWEEN_WORDS = frozenset("/@&+·‧" + _APOSTROPHES + HYPHENS)
_SPACED_SUFFIXES = ("%", "‰", "％")
_MOST_KNOWN = 20_000
"""Places kept with their answer: the readings of a quote ask for the same ones again."""
_SCRIPT_EDGES = frozenset("^_")
_NEAR = 16
"""Characters on each side of the edge of a raised or lowered number that are looked at."""
_GROUP_SPACES = frozenset(" \u00a0\u2002\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000")
_COMPARISONS = frozenset("+＋±∓<>≤≥≈~＜＞")
_ROOTS = frozenset("√∛∜")
_TIMES = frozenset("×✕⋅∙·*xX")
_FRACTION = re.compile(r"\d{1,3}[/⁄]\d")
_HAN_LINK = re.compile("[点點]|分之|又")
"""What makes one numeral of two in Chinese: the decimal point and the fraction."""
_LONGEST_LINK = 2


class Edges:
    """The cutting rule of one page. ``text`` has idle joiners dropped; ``skipped`` and ``joins`` are sorted ranges of
    it.
    """

    def __init__(
        self, text: str, skipped: Sequence[tuple[int, int]], joins: Sequence[tuple[int, int]], lang: str = ""
    ) -> None:
        self._text = text
        self._lang = lang
        self._skipped = skipped
        self._skipped_starts = [start for start, _ in skipped]
        self._joins = joins
        self._join_starts = [start for start, _ in joins]
        self._known: dict[int, bool] = {}

    def cut(self, position: int) -> bool:
        """Tell whether a quote that begins or ends at ``position`` would cut a word, number or hyphenated token
        there.
        """
        known = self._known.get(position)
        if known is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known = {}
            known = self._known[position] = self._cut(position)
        return known

    def _cut(self, position: int) -> bool:
        if self._joins and self._in_join(position):
            return True
        text = self._text
        if 0 < position < len(text) and _extends(text, position - 1, text[position - 1], text[position]):
            return True
        left = self._before(position)
        right = self._after(position)
        if left < 0 or right < 0:
            return False
        a, b = self._text[left], self._text[right]
        if _extends(self._text, left, a, b) or self._in_script(left, right):
            return True
        if a.isspace() or b.isspace():
            return self._in_spaced_number(left, right) or self._in_quantity(left, right)
        if self._in_han_number(left, right):
            return True
        if _is_word(a) and _is_word(b):
            if a.isnumeric() and b.isnumeric():
                return True
            if not (_IS_SPACELESS.match(a) or _IS_SPACELESS.match(b)):
                return True
            return parts_quantity(text, left + 1, right, self._lang)
        return self._in_compound(left, right) or self._in_amount(left, right)

    def after_number(self, position: int) -> bool:
        """Tell whether a figure stands before ``position`` in the same line, a space in between or not."""
        left = self._before(position)
        while left >= 0 and self._text[left] in _GROUP_SPACES:
            left = self._before(left)
        return left >= 0 and self._text[left].isnumeric()

    def _before(self, position: int) -> int:
        """Return the offset of the last character before ``position`` that counts, -1 if there is none."""
        at = position - 1
        while at >= 0:
            if self._text[at] in IGNORABLE:
                at -= 1
                continue
            mark = bisect_right(self._skipped_starts, at) - 1
            if mark >= 0 and at < self._skipped[mark][1] <= position:
                at = self._skipped[mark][0] - 1
                continue
            return at
        return -1

    def _after(self, position: int) -> int:
        """Return the offset of the first character from ``position`` on that counts, -1 if there is none."""
        at = position
        while at < len(self._text):
            if self._text[at] in IGNORABLE:
                at += 1
                continue
            mark = bisect_right(self._skipped_starts, at) - 1
            if mark >= 0 and position <= self._skipped[mark][0] and at < self._skipped[mark][1]:
                at = self._skipped[mark][1]
                continue
            return at
        return -1

    def _in_join(self, position: int) -> bool:
        at = bisect_right(self._join_starts, position) - 1
        return at >= 0 and position <= self._joins[at][1]

    def _in_script(self, left: int, right: int) -> bool:
        """Tell whether the cut parts a number from the raised or lowered one at it: ``10^−3`` (``WALK.md``)."""
        text = self._text
        at = right
        if text[right] not in _SCRIPT_EDGES:
            at, least = left, max(left - _NEAR, 0)
            while at > least and (text[at] in AFTER_ENTERING or is_passed_over(text[at])):
                at -= 1
            if text[at] not in _SCRIPT_EDGES:
                return False
        tail = tail_of(text[max(at - _NEAR, 0) : at])
        before = tail is Tail.NUMBER or (tail is Tail.LINK and at < right)
        return before and begins_number(text[at + 1 : at + 1 + _NEAR], AFTER_ENTERING) is True

    def _in_spaced_number(self, left: int, right: int) -> bool:
        """Tell whether one of the two characters is the space of a number like ``12 500``, ``50 %`` or ``− 5``."""
        text = self._text
        space = left if text[left].isspace() else right
        following = text[space + 1 : space + 2]
        if text[space] not in _GROUP_SPACES or not (
            following.isnumeric() or following in _SPACED_SUFFIXES or following in _TIMES
        ):
            return False
        if text[space - 1 : space].isnumeric() and text[space + 1 : space + 2] in _SPACED_SUFFIXES:
            return True
        if text[space - 1 : space] == "−" and text[space + 1 : space + 2].isdecimal() and space == left:
            # After a number it is taken from, before one alone it is a sign.
            ahead = text[max(space - 4, 0) : space - 1]
            return ahead[-1:] in ("", " ", "(") and not ahead.rstrip()[-1:].isnumeric()
        if self._in_product(space):
            return True
        group = text[space + 1 : space + 5]
        head = text[max(space - 4, 0) : space]
        run = len(head) - len(head.rstrip("0123456789")) if head.isascii() else len(head) - len(_strip_digits(head))
        if not 1 <= run <= 3:
            return False
        if _FRACTION.match(text, space + 1) or (group[:1].isnumeric() and "VULGAR" in unicodedata.name(group[0], "")):
            return True  # "1 1/2 cups", "1 ½ cups"
        return group[:3].isdecimal() and len(group) >= 3 and not group[3:].isdecimal()

    def _in_quantity(self, left: int, right: int) -> bool:
        """Tell whether one of the two characters is the space between a number and its scale word or unit, or inside
        a number in words.
        """
        space = left if self._text[left].isspace() else right
        if self._text[space] not in _GROUP_SPACES:
            return False
        end, begin = self._before(space), self._after(space + 1)
        return end >= 0 and begin >= 0 and parts_quantity(self._text, end + 1, begin, self._lang)

    def _in_product(self, space: int) -> bool:
        """Tell whether a space stands beside the sign of a product of two figures, like ``5 × 10^6``."""
        text = self._text
        for at in (space - 1, space + 1):
            if not (0 < at < len(text) - 1 and text[at] in _TIMES):
                continue
            left = at - 2 if text[at - 1] in _GROUP_SPACES else at - 1
            right = at + 2 if text[at + 1] in _GROUP_SPACES else at + 1
            if left >= 0 and right < len(text) and text[left].isnumeric() and text[right].isnumeric():
                return True
        return False

    def _in_han_number(self, left: int, right: int) -> bool:
        """Tell whether the cut is in a numeral like ``三点五`` or ``百分之三``."""
        text = self._text
        if text[left] < "\u4e00" and text[right] < "\u4e00":
            return False
        window = max(left - _LONGEST_LINK, 0)
        for found in _HAN_LINK.finditer(text, window, right + _LONGEST_LINK + 1):
            start, end = found.span()
            after = text[end : end + 1]
            if start <= right <= end and text[start - 1 : start].isnumeric() and (after.isnumeric() or after == "半"):
                return True
        return False

    def _in_compound(self, left: int, right: int) -> bool:
        """Tell whether one of the two characters joins the other to what stands on its far side: ``seizure-free``,
        ``1.5``.
        """
        text = self._text
        if _is_word(text[left]):
            far = self._after(right + 1)
            return far >= 0 and _joins(text[left], text[right], text[far])
        if _is_word(text[right]):
            far = self._before(left)
            return far >= 0 and _joins(text[far], text[left], text[right])
        return False

    def _in_amount(self, left: int, right: int) -> bool:
        """Tell whether a sign, a currency or a percent sign belongs to a number on the other side of the cut."""
        text = self._text
        a, b = text[left], text[right]
        far = self._before(left)
        before = text[far] if far >= 0 else " "
        free = not _is_word(before) or bool(_IS_SPACELESS.match(before))
        if b.isdecimal():
            if a in _ROOTS:
                return True
            if a in _SIGNS or a in "%％" or (a in ".．" and not before.isalnum() and before not in ".．…"):
                return free
            return unicodedata.category(a) == "Sc"
        if b in _SIGNS and (a in _COMPARISONS or unicodedata.category(a) == "Sc"):
            ahead = self._after(right + 1)
            return ahead >= 0 and text[ahead].isdecimal()  # "$-5", "<-5"
        if unicodedata.category(b) == "Sc":
            ahead = self._after(right + 1)
            amount = ahead >= 0 and (text[ahead].isdecimal() or text[ahead].isspace())
            return a.isdecimal() or (amount and (a.isalpha() or (a in _SIGNS and free)) and not _IS_SPACELESS.match(a))
        if a.isnumeric():
            return b in "%％‰‱°′″+＋℃℉"
        if a in "°′″" and before.isnumeric():
            return b.isalpha()
        return b in "+#" and a.isalpha() and not _IS_SPACELESS.match(a)


def _strip_digits(head: str) -> str:
    end = len(head)
    while end and head[end - 1].isdecimal():
        end -= 1
    return head[:end]


def _is_word(character: str) -> bool:
    if character.isalnum() or character == "_" or character in JOINERS:
        return True
    return character > "\u02ff" and unicodedata.category(character)[0] == "M"


def _joins(before: str, link: str, after: str) -> bool:
    """Tell whether ``link`` makes one token of the two words beside it; each is known by its character next to the
    link.
    """
    if not (_is_word(before) and _is_word(after)):
        return False
    if before.isnumeric() and after.isnumeric():
        return link in _BETWEEN_NUMBERS
    if _IS_SPACELESS.match(before) or _IS_SPACELESS.match(after):
        return False
    if link in ".．":
        # "example.com" and "U.S" are tokens; in "the end.Next" a space is missing.
        return not before.isnumeric() and after.isalpha() and (before.isupper() or not after.isupper())
    return link in _BETWEEN_WORDS


def _extends(text: str, left: int, a: str, b: str) -> bool:
    """Tell whether ``b`` belongs to the character before it (a grapheme, as Unicode's annex 29 has it)."""
    if (a < "\u0300" and b < "\u0300") or a.isspace() or b.isspace() or a in IGNORABLE:
        return False  # a mark that begins a line or word has no letter to belong to
    if b in JOINERS or a in JOINERS or b in "\u0e33\u0eb3" or unicodedata.category(b)[0] == "M":
        return True
    if "\u1160" <= b <= "\u11ff" and ("\u1100" <= a <= "\u11ff" or "\uac00" <= a <= "\ud7a3"):
        return True
    if "\U0001f3fb" <= b <= "\U0001f3ff" or "\U000e0020" <= b <= "\U000e007f":
        return True
    if "\U0001f1e6" <= b <= "\U0001f1ff":
        flags = 0
        while left >= 0 and "\U0001f1e6" <= text[left] <= "\U0001f1ff":
            flags += 1
            left -= 1
        return flags % 2 == 1
    return False
