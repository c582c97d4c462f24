"""The text of a PDF page from its glyphs: lines, raised text, paragraphs, headings. Pure.

A PDF says where glyphs stand, not what belongs together. What is worked out here is geometry only, in the file's own
order of reading: a line ends where the baseline is left, a block ends where the lines' distance, size or direction of
reading changes. Lines keep their line break; a hyphen at a line's end stays (``exactquote`` reads over both).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from exactquote.builder import BlockBuilder
from exactquote.page import CapturedBlock

_LEAST = 0.01
"""Points: text of no size counts as this large."""
_SMALLER = 0.9
"""Raised or lowered text is smaller than this share of its line."""
_SHIFT = 0.08
"""... and its baseline lies off the line's by more than this share of the line's height."""
_WIDER = 1.3
"""A distance between lines larger than this share of the usual one parts blocks."""
_HEADING = 1.15
"""Text larger than this share of the body's size is a heading, if short."""
_HEADING_LINES = 3
_HEADING_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class Glyph:
    """A character and its box, in points from the lower left corner of the page; ``size`` is the height of its font."""

    text: str
    left: float
    right: float
    baseline: float
    size: float
    hyphen: bool = False
    """The PDF's word goes on in the next line."""


@dataclass(frozen=True, slots=True)
class Line:
    """Text on one baseline, in runs: (1 raised, -1 lowered, 0 neither; text)."""

    runs: tuple[tuple[int, str], ...]
    baseline: float
    size: float

    @property
    def text(self) -> str:
        """Its characters."""
        return "".join(text for _, text in self.runs)


def lines_of(glyphs: Iterable[Glyph]) -> list[Line]:
    """Part the glyphs of a page, in the file's order, into lines. Line breaks among them ("\\n") are hints only."""
    lines: list[list[Glyph]] = [[]]
    broken = False
    for glyph in glyphs:
        if glyph.text == "\n":
            broken = True
            continue
        last = lines[-1][-1] if lines[-1] else None
        if last is not None and (broken or last.hyphen) and not _beside(lines[-1], glyph):
            lines.append([])
        broken = False
        lines[-1].append(glyph)
    return [_line(each) for each in lines if any(not glyph.text.isspace() for glyph in each)]


def _beside(line: Sequence[Glyph], glyph: Glyph) -> bool:
    """Tell whether a glyph goes on in a line: beside a raised figure PDFium reports a line break that is none."""
    size = max(each.size for each in line)
    if min(line[-1].size, glyph.size) > _SMALLER * size:
        return False
    near = min(abs(each.baseline - glyph.baseline) for each in line[-3:])
    return near < 0.5 * size and -0.2 * size <= glyph.left - line[-1].right < 2 * size


def _line(glyphs: Sequence[Glyph]) -> Line:
    seen = [glyph for glyph in glyphs if not glyph.text.isspace()]
    size = max(_LEAST, *(glyph.size for glyph in seen))
    large = [glyph for glyph in seen if glyph.size > _SMALLER * size] or seen
    baseline = median(glyph.baseline for glyph in large)
    return Line(tuple(_runs(glyphs, baseline, size)), baseline, size)


def _runs(glyphs: Sequence[Glyph], baseline: float, size: float) -> Iterator[tuple[int, str]]:
    run: list[str] = []
    before = 0
    for glyph in glyphs:
        off = glyph.baseline - baseline
        small = glyph.size < _SMALLER * size and abs(off) > _SHIFT * size
        side = 0 if not small or glyph.text.isspace() else 1 if off > 0 else -1
        if side != before and run:
            yield before, "".join(run)
            run = []
        run.append(glyph.text)
        before = side
    if run:
        yield before, "".join(run)


def body_size(pages: Iterable[Sequence[Line]]) -> float:
    """Return the size that most characters of a document have."""
    sizes: Counter[float] = Counter()
    for page in pages:
        for line in page:
            sizes[round(line.size, 1)] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def heading_levels(pages: Sequence[Sequence[Line]], body: float) -> dict[float, int]:
    """Rank the sizes of a document's headings: the largest is level 1; at most 6 levels."""
    sizes = {round(line.size, 1) for page in pages for line in page if line.size > _HEADING * body}
    return {size: min(level, 6) for level, size in enumerate(sorted(sizes, reverse=True), 1)}


def blocks_of(lines: Sequence[Line], page: int, levels: dict[float, int]) -> list[CapturedBlock]:
    """Turn the lines of a page into blocks that know their page (from 1)."""
    blocks: list[CapturedBlock] = []
    for group in _paragraphs(lines):
        builder = BlockBuilder()
        for number, line in enumerate(group):
            if number:
                builder.line_break()
            _write(line, builder)
        level = levels.get(round(group[0].size, 1))
        short = len(group) <= _HEADING_LINES and sum(len(line.text) for line in group) <= _HEADING_CHARACTERS
        heading = level is not None and short
        builder.flush("heading" if heading else "paragraph", level if heading else None, None, False)
        blocks += [
            CapturedBlock(block.text, block.kind, block.level, marks=block.marks, page=page) for block in builder.blocks
        ]
    return blocks


def _paragraphs(lines: Sequence[Line]) -> Iterator[list[Line]]:
    steps = [(above.baseline - below.baseline) / max(above.size, below.size) for above, below in pairwise(lines)]
    going_on = [step for step in steps if 0.5 < step < 3]
    usual = median(going_on) if going_on else 1.2
    group: list[Line] = []
    for line in lines:
        if group and not _goes_on(group[-1], line, usual):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _goes_on(above: Line, below: Line, usual: float) -> bool:
    small, large = sorted((above.size, below.size))
    step = (above.baseline - below.baseline) / large
    return small > _SMALLER * large and 0 < step <= _WIDER * usual


def _write(line: Line, builder: BlockBuilder) -> None:
    """Add a line; where text is raised or lowered, as in ``<sup>`` and ``<sub>`` (WALK.md), so that 10² is not 102."""
    for raised, text in line.runs:
        if not raised:
            builder.add(text)
            continue
        builder.edge("^" if raised > 0 else "_")
        mark = builder.open("sup" if raised > 0 else "sub")
        builder.add(text)
        builder.close(mark)
        builder.edge(" ")
