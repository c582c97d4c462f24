"""Pages to measure on: read from the corpus that ``POINTLINE_CORPUS`` names, or assembled from it."""

from __future__ import annotations

import gzip
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from exactquote.html import read_html
from exactquote.page import CapturedBlock, Mark, Page

LANGUAGES = ("en", "de", "es", "tr", "ar", "zh")


def corpus() -> Path:
    """Return the corpus folder; ends the program with a message when there is none."""
    named = os.environ.get("POINTLINE_CORPUS", "")
    if not named or not Path(named).is_dir():
        sys.exit("Set POINTLINE_CORPUS to the folder of test data (pages/ and qa/ in it), then run again.")
    return Path(named)


def saved_pages(folder: Path) -> Iterator[tuple[str, Page]]:
    """Read every saved page, in the order of their names."""
    for path in sorted(folder.glob("pages/*/*.htm*")):
        data = path.read_bytes()
        page = read_html(gzip.decompress(data) if path.suffix == ".gz" else data)
        if page.text:
            yield path.name, page


def assembled(folder: Path, characters: int) -> Page:
    """Join saved pages until the page has so many characters; tables keep their cells, references their marks."""
    blocks: list[CapturedBlock] = []
    length = 0
    for _, page in saved_pages(folder):
        marks = iter(page.marks)
        mark = next(marks, None)
        for block in page.blocks:
            inside: list[Mark] = []
            while mark is not None and mark.start < block.end:
                inside.append(Mark(mark.start - block.start, mark.end - block.start, mark.kind))
                mark = next(marks, None)
            text = page.text[block.start : block.end]
            blocks.append(CapturedBlock(text, block.kind, block.level, None, tuple(inside), block.collapsed))
            length += len(text) + 1
            if length >= characters:
                return Page.from_blocks(blocks)
    return Page.from_blocks(blocks)


def articles(folder: Path, language: str) -> Iterator[tuple[str, list[str]]]:
    """Yield title and paragraphs of each XQuAD article."""
    data: dict[str, Any] = json.loads((folder / "qa" / f"xquad.{language}.json").read_text("utf-8"))
    for article in data["data"]:
        yield article.get("title", ""), [paragraph["context"] for paragraph in article["paragraphs"]]
