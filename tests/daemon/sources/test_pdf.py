"""PDFs: pages, lines, raised figures, broken words; scans, passwords and broken files say what they are."""

from __future__ import annotations

import io
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.sources.local_net import Server
from daemon.sources.pdf_maker import Words, pdf
from exactquote.quotes import locate
from pointline.errors import BadInput
from pointline.sources.opened import OpeningCancelled
from pointline.sources.opening import open_address
from pointline.sources.pdf import read_pdf
from pointline.sources.pdf_layout import Glyph, blocks_of, body_size, heading_levels, lines_of
from pointline.sources.reading import open_typed

TWO_PAGES = pdf(
    [
        [
            Words("Harbour rules", 30, 380, 20),
            Words("The harbour master commu-", 30, 340),
            Words("nicates the rules to all skippers.", 30, 325),
            Words("The fee is \u20ac12.50 for 10", 30, 310),
            Words("2", 153, 315, 8),
            Words("metres of quay.", 165, 310),
            Words("Boats are moored at the owner's risk.", 30, 270),
        ],
        [Words("Opening hours", 30, 380, 20), Words("The office is open from 8 to 17.", 30, 340)],
    ],
    title="Rules of the harbour",
    lang="en",
)


_RULES = (
    "The harbour master commu-\nnicates the rules to all skippers.\nThe fee is \u20ac12.50 for 10^2 metres of quay."
)


def test_a_pdf_is_read_page_by_page(tmp_path: Path) -> None:
    path = tmp_path / "rules.pdf"
    path.write_bytes(TWO_PAGES)
    opened = open_typed(str(path))
    page = opened.page
    assert [(page.text[b.start : b.end], b.kind, b.page) for b in page.blocks] == [
        ("Harbour rules", "heading", 1),
        (
            _RULES,
            "paragraph",
            1,
        ),
        ("Boats are moored at the owner's risk.", "paragraph", 1),
        ("Opening hours", "heading", 2),
        ("The office is open from 8 to 17.", "paragraph", 2),
    ]
    assert (page.title, page.lang, page.url, opened.notes) == ("Rules of the harbour", "en", path.as_uri(), ())
    assert page.blocks[-1].heading_path == ("Opening hours",)
    assert page.page_at(page.text.index("8 to 17")) == 2
    assert page.page_at(0) == 1
    assert page.link_to(page.text.index("8 to 17")) == f"{path.as_uri()}#page=2"


def test_quotes_are_found_over_line_ends_and_raised_figures_stay_apart() -> None:
    page = read_pdf(TWO_PAGES, name="rules.pdf").page
    found = locate(page, "The harbour master communicates the rules to all skippers.")
    assert (found.found, found.fold) == (True, "layout")
    assert locate(page, "The office is open from 8 to 17.").fold == "verbatim"
    assert not locate(page, "for 102 metres of quay").found
    assert not locate(page, "to all skippers.\nThe office").found


def test_standard_input_and_addresses(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TWO_PAGES)))
    read = open_typed("-").page
    assert read.page_at(len(read.text) - 1) == 2
    server.put("/rules", TWO_PAGES, Content_Type="application/octet-stream")
    opened = open_address(f"{server.origin}/rules")
    assert (opened.page.sha256, opened.page.url) == (read.sha256, f"{server.origin}/rules")


def refused(data: bytes) -> BadInput:
    with pytest.raises(BadInput) as caught:
        read_pdf(data, name="paper.pdf")
    return caught.value


def test_a_scan_says_that_it_has_no_text() -> None:
    error = refused(pdf([[], [], []]))
    assert error.code == "no-text"
    assert "3 pages without text (0 characters)" in str(error)


def test_pages_without_text_are_named() -> None:
    words = [Words("Something.", 30, 300)]
    opened = read_pdf(pdf([[], words, [], [], [], words]), name="paper.pdf")
    [note] = opened.notes
    assert (note.code, note.text) == ("pages_without_text", "Pages 1, 3–5 have no text and were not read (6 pages).")
    assert [block.page for block in opened.page.blocks] == [2, 6]


def test_text_outside_the_page_is_not_read() -> None:
    opened = read_pdf(pdf([[Words("Seen.", 30, 300), Words("Unseen.", 30, 900)]]), name="paper.pdf")
    assert opened.page.text == "Seen."
    assert opened.page.not_read["hidden"] == len("Unseen.")


def test_many_pages() -> None:
    line = "The quay at this plot is swept on the first Monday."
    pages = [[Words(f"{line} {number}", 20, 400 - 12 * row, 8) for row in range(20)] for number in range(120)]
    page = read_pdf(pdf(pages), name="paper.pdf").page
    assert page.page_at(page.text.rindex(line)) == 120
    assert page.text.count(line) == 2400


def test_locked_and_broken_files() -> None:
    assert refused(pdf([[Words("Secret.", 30, 300)]], locked=True)).code == "pdf-locked"
    assert refused(b"%PDF-1.7\n").code == "pdf-broken"
    assert refused(TWO_PAGES[:300]).code == "pdf-broken"
    assert refused(b"%PDF-1.7\n" + bytes(range(256)) * 100).code == "pdf-broken"


def test_it_can_be_cancelled() -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(OpeningCancelled):
        read_pdf(pdf([[Words("Word.", 30, 300)]] * 3000), name="paper.pdf", cancel=stop.is_set)


def test_two_columns_are_two_blocks() -> None:
    left = [Words("Left one", 20, 300), Words("left two.", 20, 286)]
    right = [Words("Right one", 160, 300), Words("right.", 160, 286)]
    page = read_pdf(pdf([left + right]), name="paper.pdf").page
    assert page.text == "Left one\nleft two.\nRight one\nright."
    assert len(page.blocks) == 2


_SIZES = st.floats(0, 50) | st.floats()
_GLYPHS = st.builds(
    Glyph, st.characters(codec="utf-8", categories=["L", "N", "P", "Zs"]), _SIZES, _SIZES, _SIZES, _SIZES, st.booleans()
)


@settings(max_examples=200, deadline=None)
@given(st.lists(_GLYPHS | st.just(Glyph("\n", 0, 0, 0, 0)), max_size=30))
def test_no_glyph_is_lost_and_no_place_breaks_it(glyphs: list[Glyph]) -> None:
    given_text = [glyph.text for glyph in glyphs if not glyph.text.isspace()]
    lines = lines_of(glyphs)
    assert [text for line in lines for text in line.text if not text.isspace()] == given_text
    blocks = blocks_of(lines, 1, heading_levels([lines], body_size([lines])))
    read = "".join(block.text for block in blocks)
    assert set(given_text) <= set(read)
