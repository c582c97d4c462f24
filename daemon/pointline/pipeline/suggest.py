"""Suggest: items and fields for a table, from the structure of pages. No model, and no list of words.

Four structures name what they hold: the headers of a table (its row headers, or first column, are items, its column
headers fields; a table of two columns without column headers has a field in each row), definition lists, lines of the
form ``label: value`` that stand together, and headings that recur under different headings or on several pages. Each
gives pairs (item, field), as they stand on the page; what goes with the most of the other is kept.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from exactquote.page import Block, Page
from pointline.pipeline.lexical import terms

MOST_ITEMS = 50
MOST_FIELDS = 20
LONGEST = 80
"""Characters of a name; what is longer is a sentence."""
_WORDS = 10
_SECTION = 600
"""Characters below a recurring heading, at most, in the middle of its sections: a field has a value, not a chapter."""

_LABELLED = re.compile(r"(?P<label>[^:：]{1,80}?)\s*(?::(?=\s)|：)\s*(?P<value>\S.*)")
_BEFORE = re.compile(r"^(?:\s*(?:[#>*•‣◦⁃+\-–—·]+|\(?\w{1,3}[.)])\s)*\s*")
_EMPHASIS = re.compile(r"^(?:\*{1,3}|_{1,3})(?=\S)|(?<=\S)(?:\*{1,3}|_{1,3})$")

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Names as they stand on the pages, in the order they were met."""

    items: tuple[str, ...]
    fields: tuple[str, ...]


def suggest(pages: Sequence[Page]) -> Suggestion:
    """Items and fields that the structure of ``pages`` names; empty where there is none."""
    pairs: list[Pair] = []
    for page in pages:
        pairs += _of_tables(page)
        pairs += _of_terms(page)
        pairs += _of_labels(page)
    pairs += _of_headings(pages)
    known = [(_name(item), _name(field)) for item, field in pairs]
    known = [(item, field) for item, field in known if field and _key(item) != _key(field)]
    items = _most([(item, field) for item, field in known if item], MOST_ITEMS)
    return Suggestion(items, _most([(field, item) for item, field in known], MOST_FIELDS))


def _most(pairs: Iterable[Pair], most: int) -> tuple[str, ...]:
    """The first of each pair that stands with the most different others, in the order met."""
    beside: defaultdict[str, set[str]] = defaultdict(set)
    shown: dict[str, str] = {}
    for one, other in pairs:
        shown.setdefault(_key(one), one)
        beside[_key(one)].add(_key(other))
    kept = set(sorted(shown, key=lambda key: -len(beside[key]))[:most])
    return tuple(name for key, name in shown.items() if key in kept)


def _key(name: str) -> str:
    return " ".join(name.casefold().split())


def _name(text: str) -> str:
    """A name without marks of lists, headings and emphasis, and without a colon at its end; "" for what is none: too
    long, or without a letter."""
    one_line = " ".join(text.split())
    bare = _EMPHASIS.sub("", _BEFORE.sub("", one_line).rstrip(":： ")).rstrip(":： ")
    if len(bare) > LONGEST or len(bare.split()) > _WORDS or not any(map(str.isalpha, bare)) or not terms(bare):
        return ""
    return bare


def _about(page: Page, path: tuple[str, ...] = ()) -> str:
    """What a place of a page is about: the heading above it, else the first heading, else the title."""
    if path:
        return path[-1]
    first = next((block for block in page.blocks if block.kind == "heading"), None)
    return _text(page, first) if first is not None else page.title


def _text(page: Page, block: Block) -> str:
    return page.text[block.start : block.end]


# Tables


def _of_tables(page: Page) -> Iterator[Pair]:
    tables: defaultdict[int, dict[int, dict[int, Block]]] = defaultdict(dict)
    for block in page.blocks:
        if block.cell is not None:
            tables[block.cell.table].setdefault(block.cell.row, {}).setdefault(block.cell.index, block)
    for rows in tables.values():
        yield from _of_table(page, list(rows.values()))


def _of_table(page: Page, rows: list[dict[int, Block]]) -> Iterator[Pair]:
    """Pairs of one table, whose rows hold the first block of each cell by its place."""
    data = [[block for block in row.values() if block.cell is not None and not block.cell.header] for row in rows]
    data = [row for row in data if row]
    if any(block.column_headers for row in data for block in row):
        for row in data:
            yield from _of_row(page, row)
    elif any(block.row_headers for row in data for block in row):
        for row in data:
            yield from ((_about(page, block.heading_path), _last(block.row_headers)) for block in row[:1])
    else:
        yield from _without_headers(page, data)


def _of_row(page: Page, row: list[Block]) -> Iterator[Pair]:
    """A row under column headers: its item is its row header, or its first cell that is a name."""
    if any(block.row_headers for block in row):
        for block in row:
            yield _last(block.row_headers), _last(block.column_headers)
        return
    first = next((number for number, block in enumerate(row) if _name(_text(page, block))), None)
    if first is not None and len(row) > 1:
        for block in row[first + 1 :]:
            yield _text(page, row[first]), _last(block.column_headers)


def _without_headers(page: Page, rows: list[list[Block]]) -> Iterator[Pair]:
    """A table without header cells: names beside values, or a first row of names over rows with figures (of two
    columns, over at least two rows that all have one: else they are names beside values)."""
    width = len(rows[0]) if rows else 0
    if len(rows) < 2 or width < 2 or any(len(row) != width for row in rows):
        return
    heads = [_text(page, block) for block in rows[0]]
    first = [_text(page, row[0]) for row in rows]
    if all(_bare(head) for head in heads) and _different(heads) and _figures(page, rows[1:]):
        for row in rows[1:]:
            for head, _ in zip(heads[1:], row[1:], strict=True):
                yield _text(page, row[0]), head
    elif width == 2 and all(map(_bare, first)) and _different(first):
        yield from ((_about(page, row[0].heading_path), name) for row, name in zip(rows, first, strict=True))


def _figures(page: Page, rows: list[list[Block]]) -> bool:
    """Whether some column but the first has a digit in most of its rows; where there is but one, in all of them."""
    columns = [[any(map(str.isdigit, _text(page, block))) for block in column] for column in zip(*rows, strict=True)]
    if len(columns) == 2:
        return len(rows) > 1 and all(columns[1])
    return any(2 * sum(column) > len(rows) for column in columns[1:])


def _bare(text: str) -> bool:
    """Whether a text is a name without a digit."""
    return bool(_name(text)) and not any(map(str.isdigit, text))


def _different(names: Sequence[str]) -> bool:
    return len(set(map(_key, names))) == len(names)


def _last(headers: tuple[str, ...]) -> str:
    return headers[-1] if headers else ""


# Definition lists, and lines with a label


def _of_terms(page: Page) -> Iterator[Pair]:
    for block, after in zip(page.blocks, page.blocks[1:], strict=False):
        if block.kind == "term" and after.kind in ("definition", "term"):
            yield _about(page, block.heading_path), _text(page, block)


def _of_labels(page: Page) -> Iterator[Pair]:
    """Lines ``label: value`` that stand together, or whose label stands under other headings too."""
    lines = list(_lines(page))
    found: list[tuple[str, list[tuple[str, str]]]] = []
    for (labelled, about), together in groupby(lines, key=lambda line: (line[1] is not None, line[0])):
        if labelled:
            found.append((about, [line[1] for line in together if line[1] is not None]))
    under = Counter(label for label, _ in {(_key(label), about) for about, run in found for label, _ in run})
    for about, run in found:
        first = _key(run[0][0])
        if sum(_key(label) == first for label, _ in run) > 1 and len({_key(label) for label, _ in run}) > 1:
            yield from _repeated(run, first)
        else:
            yield from ((about, label) for label, _ in run if len(run) > 1 or under[_key(label)] > 1)


def _repeated(run: list[tuple[str, str]], first: str) -> Iterator[Pair]:
    """Records one after the other, each of which begins with the same label: its value is the item."""
    item = ""
    for label, value in run:
        if _key(label) == first:
            item = value
        else:
            yield item, label


def _lines(page: Page) -> Iterator[tuple[str, tuple[str, str] | None]]:
    """Every line of text with what it is about, and its label and value if it has them."""
    for block in page.blocks:
        if block.cell is not None or block.kind in ("heading", "code", "term", "definition"):
            continue
        for line in _text(page, block).split("\n"):
            if line.strip():
                yield _about(page, block.heading_path), _label(line)


def _label(line: str) -> tuple[str, str] | None:
    match = _LABELLED.fullmatch(" ".join(line.split()))
    return (match["label"], match["value"]) if match is not None and _name(match["label"]) else None


# Headings


@dataclass(frozen=True, slots=True)
class _Heading:
    text: str
    parent: str
    place: tuple[int, tuple[str, ...]]
    below: int


def _of_headings(pages: Sequence[Page]) -> Iterator[Pair]:
    """Headings that stand under different headings, or on several pages, over little text each time."""
    found: defaultdict[str, list[_Heading]] = defaultdict(list)
    for number, page in enumerate(pages):
        for heading in _headings(page, number):
            found[_key(_name(heading.text))].append(heading)
    for name, same in found.items():
        if name and len({heading.place for heading in same}) > 1 and _middle(same) <= _SECTION:
            yield from ((heading.parent, heading.text) for heading in same)


def _middle(headings: Sequence[_Heading]) -> int:
    return sorted(heading.below for heading in headings)[len(headings) // 2]


def _headings(page: Page, number: int) -> Iterator[_Heading]:
    """Every heading below another, with the characters of text up to the next."""
    headings = [block for block in page.blocks if block.kind == "heading"]
    for block, after in zip(headings, [*headings[1:], None], strict=False):
        if block.heading_path:
            end = after.start if after is not None else len(page.text)
            place = (number, block.heading_path)
            yield _Heading(_text(page, block), block.heading_path[-1], place, end - block.end)
