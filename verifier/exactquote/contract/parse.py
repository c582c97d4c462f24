"""Reading a reply: claims with their quotes, and everything about it that broke the contract.

Small models break the form in many harmless ways, which are read all the same and listed as repairs. What loses a
claim or a line is a problem: nothing of a reply is dropped without one. Linear in the length of the reply; no
exception on any string.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from exactquote.contract import marks

ProblemCode = Literal[
    "no_contract", "claim_without_quote", "quote_without_claim", "empty_quote", "text_outside", "cut_off"
]
Repair = Literal[
    "missing_claim_marker", "same_line", "unclosed_quote", "unmarked_quote", "text_after_quote", "marker_in_quote"
]

_LINE_BREAK = re.compile(r"\r\n|[\n\r\u0085\u2028\u2029]")
_FENCE = re.compile(r"\s*(?:```+|~~~+)[\w-]*\s*|\s*[-*_=](?:\s*[-*_=]){2,}\s*")
_NUMBER = re.compile(r"\s*(?:\[\s*(\d{1,7})\s*\]|(\d{1,7})\s*[.)]?\s*$)")
_BETWEEN_NUMBERS = re.compile(r"[\s,;&+\[\]]+")
_DECORATION = " \t\u00a0*_"


@dataclass(frozen=True, slots=True)
class Draft:
    """A claim with the quote the model gave for it; ``quote`` is ``None`` where the model said that there is no
    line."""

    claim: str
    quote: str | None
    repairs: tuple[Repair, ...] = ()


@dataclass(frozen=True, slots=True)
class Problem:
    """What broke the contract: a stable code, a sentence for people, and the words concerned (``""`` when there are
    none)."""

    code: ProblemCode
    message: str
    claim: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply as read. ``none``: it says NONE and nothing else. ``repairs``: how its form was mended, in order."""

    drafts: tuple[Draft, ...]
    none: bool
    problems: tuple[Problem, ...] = ()

    @property
    def repairs(self) -> tuple[Repair, ...]:
        """All repairs of all drafts, in order."""
        return tuple(repair for draft in self.drafts for repair in draft.repairs)


_MESSAGES: dict[ProblemCode, str] = {
    "no_contract": "The reply has neither a claim with a source quote nor NONE.",
    "claim_without_quote": "A claim has no source quote.",
    "quote_without_claim": "A source quote stands without a claim.",
    "empty_quote": "The source quote of a claim is empty.",
    "text_outside": "There is text outside claims and quotes.",
    "cut_off": "The reply ends in the middle of a claim or a marker.",
}


def parse_reply(text: str) -> Reply:
    """Read a model's reply in the contract's form (docs/DESIGN.md, section 5). Never raises; linear time."""
    lines = [line for line in _LINE_BREAK.split(text) if not _FENCE.fullmatch(line[:80]) or len(line) > 80]
    if marks.NONE_ONLY.fullmatch(" ".join(line.strip() for line in lines if line.strip())[:200]) and len(text) < 4000:
        return Reply((), none=True)
    reader = _Reader(lines)
    reader.read()
    drafts, problems = tuple(reader.drafts), tuple(reader.problems)
    said_none = reader.said_none and not drafts and not problems
    if not drafts and not problems and not said_none:
        problems = (Problem("no_contract", _MESSAGES["no_contract"]),)
    return Reply(drafts, said_none, problems)


def cited_lines(quote: str) -> tuple[int, ...]:
    """The line numbers that a quote consists of (``[3] [7]``, ``[3], [7]``, ``[3, 7]``, ``3``), each once, else those
    of :func:`cited_line`; empty when it cites none."""
    parts = [part for part in _BETWEEN_NUMBERS.split(quote.strip().rstrip(".)")) if part] if len(quote) <= 400 else []
    if parts and all(part.isdecimal() and part.isascii() and len(part) <= 7 for part in parts):
        return tuple(dict.fromkeys(map(int, parts)))
    one = cited_line(quote)
    return () if one is None else (one,)


def cited_line(quote: str) -> int | None:
    """The line number that a quote consists of or begins with in brackets (``[12]``, ``12``, ``[12] words``), else
    ``None``."""
    found = _NUMBER.match(quote[:40])
    return int(found[1] or found[2]) if found else None


class _Reader:
    """The state of one reading: lines not yet given to a claim, and the claim that waits for its quote."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.markers = [marks.MARKER.match(line) for line in lines]
        self.drafts: list[Draft] = []
        self.problems: list[Problem] = []
        self.claim: list[str] | None = None
        self.loose: list[str] = []
        self.said_none = False

    def read(self) -> None:
        at = 0
        while at < len(self.lines):
            marker = self.markers[at]
            rest = self.lines[at][marker.end() :] if marker else self.lines[at]
            if marker and marker["quote"]:
                at = self._quote(at, rest, [])
                continue
            if marker:
                self._finish_claim()
                self._loose_text()
                self.claim = []
            inline = marks.INLINE_QUOTE.search(rest)
            if inline:
                self._text(rest[: inline.start()])
                at = self._quote(at, rest[inline.end() :], ["same_line"])
                continue
            self._text(rest)
            at += 1
        self._end()

    def _text(self, line: str) -> None:
        (self.loose if self.claim is None else self.claim).append(line)

    def _problem(self, code: ProblemCode, claim: str = "") -> None:
        self.problems.append(Problem(code, _MESSAGES[code], claim))

    def _finish_claim(self) -> None:
        """A claim that waits for its quote gets none any more."""
        claim = _one_line(self.claim or [])
        if claim and marks.NONE_ONLY.fullmatch(claim[:200]):
            self.said_none = True
        elif claim:
            self._problem("claim_without_quote", claim)
        self.claim = None

    def _loose_text(self) -> None:
        text = _one_line(self.loose)
        self.loose = []
        if text:
            self._problem("text_outside", text)

    def _take_claim(self, repairs: list[Repair]) -> str:
        """The words of the claim that a quote belongs to: those after the marker, else the last paragraph before
        the quote."""
        if self.claim is not None:
            claim = _one_line(self.claim)
            self.claim = None
            if claim:
                return claim
        while self.loose and not self.loose[-1].strip():
            self.loose.pop()
        paragraph: list[str] = []
        while self.loose and self.loose[-1].strip():
            paragraph.append(self.loose.pop())
        claim = _one_line(paragraph[::-1])
        if claim:
            repairs.append("missing_claim_marker")
        self._loose_text()
        return claim

    def _quote(self, at: int, rest: str, repairs: list[Repair]) -> int:
        """Read the quote that begins with ``rest`` on line ``at``; return the line to go on with."""
        claim = self._take_claim(repairs)
        while not rest.strip(_DECORATION) and at + 1 < len(self.lines) and self.markers[at + 1] is None:
            at, rest = at + 1, self.lines[at + 1]  # the quote stands on the lines below its marker
        if marks.is_none(rest):
            if claim and not marks.NONE_ONLY.fullmatch(claim[:200]):
                if not marks.NONE_ONLY.fullmatch(rest[:200]):
                    repairs.append("text_after_quote")
                self.drafts.append(Draft(claim, None, tuple(repairs)))
            self.said_none = True
            return at + 1
        quote, at = self._body(at, rest.lstrip(_DECORATION), repairs)
        if not quote:
            self._problem("empty_quote", claim)
        elif not claim:
            self._problem("quote_without_claim", quote)
        else:
            self.drafts.append(Draft(claim, quote, tuple(repairs)))
        return at

    def _body(self, at: int, rest: str, repairs: list[Repair]) -> tuple[str, int]:
        mark = marks.opening(rest)
        stop = at + 1
        while stop < len(self.lines) and self.markers[stop] is None:
            stop += 1
        if not mark:
            # Without marks only the paragraph can be meant; what follows a blank line is other text.
            end = at + 1
            while end < stop and self.lines[end].strip():
                end += 1
            repairs.append("unmarked_quote")
            return _trim([rest, *self.lines[at + 1 : end]]), end
        first = rest[len(mark) :]
        segment = [first, *self.lines[at + 1 : stop]]
        closed = marks.closes_at_end(_join(segment), mark)
        if closed is not None:
            return _join(segment)[:closed].strip(), stop
        early = marks.closing_line(segment, mark)
        if early is not None:  # a line that ends in the closing mark before the segment does; the rest is other text
            line, closed = early
            return _join([*segment[:line], segment[line][:closed]]).strip(), at + line + 1
        beyond = self._closed_beyond(stop, mark)
        if beyond is not None:
            repairs.append("marker_in_quote")
            body = _join([first, *self.lines[at + 1 : beyond + 1]])
            closed = marks.closes_at_end(body, mark)
            return body[:closed].strip(), beyond + 1
        paragraph = next((i for i, line in enumerate(segment) if i and not line.strip()), len(segment))
        body = _join(segment[:paragraph])
        closed = marks.closes_inside(body, mark)
        if closed is not None:
            repairs.append("text_after_quote")
            self.loose.append(body[closed + 1 :].strip(" .,;:!?)"))
            return body[:closed].strip(), at + paragraph
        repairs.append("unclosed_quote")
        return _trim(segment[:paragraph]), at + paragraph

    def _closed_beyond(self, stop: int, mark: str) -> int | None:
        """The line that closes a quote in which markers stand, up to the next quote that opens by itself.

        Every scan ends at such a quote, where the next one begins: so all scans together stay linear.
        """
        for at in range(stop, len(self.lines)):
            marker = self.markers[at]
            line = self.lines[at]
            own = bool(marker and marker["quote"] and marks.opening(line[marker.end() :].lstrip(_DECORATION)))
            if own:
                return None
            if marks.closes_at_end(line, mark) is not None:
                return at
        return None

    def _end(self) -> None:
        """What is left when the reply ends: a claim without its quote, or text that is no claim."""
        tail = self.loose if self.claim is None else self.claim
        while tail and not tail[-1].strip():
            tail.pop()
        cut = bool(tail) and marks.partial_marker(tail[-1])
        if cut:
            tail.pop()
        if self.claim is not None and not _one_line(self.claim):
            self.claim = None
            cut = True
        if cut:
            self._problem("cut_off", _one_line(self.claim or []))
            self.claim = None
        self._finish_claim()
        text = _one_line(self.loose)
        if text and not marks.NONE_ONLY.fullmatch(text[:200]):
            self._problem("text_outside" if self.drafts or self.problems else "no_contract", text)
        elif text:
            self.said_none = True


def _join(lines: list[str]) -> str:
    return "\n".join(lines)


def _trim(lines: list[str]) -> str:
    return _join(lines).strip().strip("*_").strip()


def _one_line(lines: list[str]) -> str:
    """Join the lines of a claim to one, without decoration around it."""
    text = " ".join(" ".join(lines).split())
    for mark in ("**", "__"):
        if text.startswith(mark) and text.endswith(mark) and len(text) > 4:
            text = text[2:-2]
    return text.strip("*_ ")
