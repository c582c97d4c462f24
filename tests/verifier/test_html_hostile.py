"""Pages that are deep, large or made to cost time: everything is read, and in time."""

from __future__ import annotations

import time

import pytest

from exactquote.html import read_html

DEEP = 50_000


@pytest.mark.parametrize(
    "name", ["div", "span", "b", "sup", "a", "ul><li", "table><tr><td", "details", "svg", "math", "blockquote"]
)
def test_text_behind_deep_nesting_is_read(name: str) -> None:
    """libxml2's tree stops at 2,048 open elements and drops what follows; its events do not."""
    page = read_html("<p>before</p>" + f"<{name}>" * DEEP + "deep" + "<p>after</p>")
    assert page.text.startswith("before")
    assert "deep" in page.text or name == "svg"
    assert page.text.endswith("after")


def test_closed_deep_nesting() -> None:
    page = read_html("<div>" * DEEP + "deep" + "</div>" * DEEP + "<p>after</p>")
    assert page.text == "deep\nafter"


@pytest.mark.parametrize(
    "html",
    [
        pytest.param("<table>" + "<tr><td colspan=1000 rowspan=1000>x<th>y" * 20_000, id="spans"),
        pytest.param("<table>" + "<tr><th colspan=500>x<th colspan=500>y" * 20_000, id="wide headers"),
        pytest.param("<table><tr>" + "<td rowspan=1000>x" * 999 + "<tr><th>x<td>y" * 20_000, id="tall cells"),
        pytest.param("<table><tr>" + "<th>x" * 50_000, id="one row"),
        pytest.param("<sup>" * 2_000 + "<p>x" * 20_000, id="open marks"),
        pytest.param("<p>" + "“He said. " * 100_000, id="quotation marks that never close"),
        pytest.param("<pre>x" + " " * 5_000_000 + "y", id="spaces"),
        pytest.param("<pre>" + ("x" + " " * 3_999) * 1_000, id="runs of spaces"),
        pytest.param("<p>" + "x<br>" * 100_000, id="line breaks"),
        pytest.param("<p>" + "x" * 3_000_000, id="one word"),
        pytest.param("<p>" + "漢字" * 500_000, id="no spaces"),
        pytest.param("<p>" + "<" * 500_000, id="signs"),
        pytest.param("x<x-y><template shadowrootmode=open>" * 5_000 + "y", id="shadow roots"),
        pytest.param("<p title='" + "x" * 20_000_000 + "'>y", id="attribute"),
        pytest.param("<p style='" + "a:b;" * 300_000 + "'>y", id="style"),
    ],
)
def test_hostile_pages_take_no_hostile_time(html: str) -> None:
    start = time.process_time()
    page = read_html(html)
    units = page.units
    assert time.process_time() - start < 12
    assert units
    assert max(unit.end - unit.start for unit in units) <= 1000


def test_a_page_of_five_megabytes_is_read_in_seconds() -> None:
    paragraph = (
        "<h2>Section {0}</h2><p>Line {0} of the <b>ledger</b> says {0}.5 euros. Dr. Ek signed it<sup>[{0}]</sup>.</p>\n"
    )
    html = "".join(paragraph.format(number) for number in range(45_000)).encode()
    assert len(html) > 4_500_000
    start = time.process_time()
    page = read_html(html)
    assert len(page.units) == 3 * 45_000
    assert time.process_time() - start < 20
    assert page.text.endswith("Dr. Ek signed it[44999].")
