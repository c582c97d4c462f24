"""Real pages: all are read, and their units hold all their text."""

from __future__ import annotations

import gzip
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from exactquote.html import read_html
from exactquote.plaintext import read_text
from exactquote.quotes.tables import UNSEEN


def pages(corpus: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted((corpus / "pages").glob("*/*.html*")):
        data = path.read_bytes()
        yield path.name, gzip.decompress(data) if path.suffix == ".gz" else data


@pytest.mark.corpus
def test_all_pages_are_read(corpus: Path) -> None:
    size = count = empty = 0
    spent = 0.0
    for name, data in pages(corpus):
        start = time.process_time()
        page = read_html(data)
        units = page.units
        spent += time.process_time() - start
        size += len(data)
        count += 1
        empty += not page.text
        position = 0
        for unit in units:
            text = unit.text(page.text)
            assert text == text.strip() != "", name
            assert not page.text[position : unit.start].strip(UNSEEN), name
            assert unit.end - unit.start <= (1000 if unit.kind == "row" else 600), name
            assert (unit.spans[0].start, unit.spans[-1].end) == (unit.start, unit.end), name
            position = unit.end
        assert not page.text[position:].strip(UNSEEN), name
        assert "\ufffd" not in page.text or b"\xef\xbf\xbd" in data or page.text.count("\ufffd") < 5, name
        assert len(page.title) > 0 or b"<title" not in data.lower(), name
    assert count >= 100
    # One of the pages holds nothing but scripts.
    assert empty <= 1
    assert spent / (size / 1e6) < 1.0, f"{spent / (size / 1e6):.2f} s for a megabyte"


@pytest.mark.corpus
def test_plain_texts_are_read(corpus: Path) -> None:
    count = 0
    for path in sorted((corpus / "texts").glob("*.txt")):
        source = path.read_text("utf-8")
        page = read_text(source)
        assert "".join(page.text.split()) == "".join(source.removeprefix("\ufeff").split())
        assert page.units
        count += 1
    assert count
