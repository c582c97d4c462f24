"""Names that the structure of pages suggests."""

from __future__ import annotations

import pytest

from exactquote.html import read_html
from exactquote.plaintext import read_text
from pointline.pipeline.suggest import MOST_FIELDS, MOST_ITEMS, suggest

FIRMS = (("Alpha AS", "$5", "2 June"), ("Beta AS", "$7", "3 June"))


def rows(cell: str) -> str:
    return "".join(f"<tr><{cell}>{a}</{cell}><td>{b}</td><td>{c}</td></tr>" for a, b, c in FIRMS)


@pytest.mark.parametrize("first", ["td", "th"])
def test_a_table_has_its_items_in_the_first_column_and_its_fields_above(first: str) -> None:
    page = read_html(f"<table><tr><th>Firm</th><th>Penalty</th><th>Date:</th></tr>{rows(first)}</table>")
    assert suggest([page]).items == ("Alpha AS", "Beta AS")
    assert suggest([page]).fields == ("Penalty", "Date")


def test_a_column_of_numbers_is_no_column_of_items() -> None:
    head = "<tr><th>No.</th><th>Firm</th><th>Fine</th></tr>"
    page = read_html(f"<table>{head}<tr><td>1</td><td>Ola AS</td><td>$5</td></tr></table>")
    assert suggest([page]).items == ("Ola AS",)
    assert suggest([page]).fields == ("Fine",)


def test_header_cells_need_not_be_marked() -> None:
    page = read_html(f"<table><tr><td>Firm</td><td>Penalty</td><td>Date</td></tr>{rows('td')}</table>")
    assert suggest([page]).items == ("Alpha AS", "Beta AS")
    assert suggest([page]).fields == ("Penalty", "Date")


@pytest.mark.parametrize(
    "html",
    [
        "<table><tr><th>Mayor</th><td>Ann</td></tr><tr><th>Area</th><td>480</td></tr></table>",
        "<table><tr><td>Mayor</td><td>Ann</td></tr><tr><td>Area</td><td>480</td></tr></table>",
        "<dl><dt>Mayor</dt><dd>Ann</dd><dt>Area</dt><dd>480</dd></dl>",
        "<p>Mayor: Ann<br>Area: 480</p>",
        "<ul><li>Mayor: Ann</li><li><b>Area</b>: 480</li></ul>",
        "<p>Mayor：Ann</p><p>Area：480</p>",
    ],
)
def test_names_beside_values_are_fields_of_what_the_page_is_about(html: str) -> None:
    found = suggest([read_html(f"<h1>Oslo</h1>{html}")])
    assert (found.items, found.fields) == (("Oslo",), ("Mayor", "Area"))


def test_headings_that_recur_are_fields_of_those_above() -> None:
    one = "<h3>Penalty</h3><p>$5</p><h3>Regulator</h3><p>HMC</p>"
    found = suggest([read_html(f"<h1>Firms</h1><h2>Alpha</h2>{one}<h2>Beta</h2>{one}")])
    assert (found.items, found.fields) == (("Alpha", "Beta"), ("Penalty", "Regulator"))
    pages = [read_html(f"<h1>{name}</h1><h2>Penalty</h2><p>$5</p>") for name in ("Alpha", "Beta")]
    assert suggest(pages).items == ("Alpha", "Beta")
    assert suggest(pages).fields == ("Penalty",)
    assert suggest(pages[:1]).fields == ()
    chapter = f"<h3>History</h3><p>{'Much was said of it. ' * 50}</p>"
    assert suggest([read_html(f"<h1>A</h1><h2>B</h2>{chapter}<h2>C</h2>{chapter}")]).fields == ()


def test_records_that_begin_with_the_same_label_have_their_items_there() -> None:
    found = suggest([read_text("Name: Ann\nAge: 5\nName: Bob\nAge: 7\n")])
    assert (found.items, found.fields) == (("Ann", "Bob"), ("Age",))


@pytest.mark.parametrize(
    "html",
    [
        "<p>He said: this is fine. At 10:30 it was https://a.example/x: gone.</p>",
        "<p>Note: this stands alone.</p><p>And this is a line without any.</p>",
        f"<table><tr><th>{'A long sentence in a header, ' * 9}</th><td>x</td></tr></table>",
        "<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>",
        "",
    ],
)
def test_where_there_is_no_structure_nothing_is_suggested(html: str) -> None:
    assert suggest([read_html(html)]).fields == ()


def test_it_is_bounded_and_what_stands_with_the_most_is_kept() -> None:
    head = "".join(f"<th>Field {n}</th>" for n in range(60))
    body = "".join(f"<tr><th>Firm {n}</th>{'<td>x</td>' * (60 if n == 90 else 3)}</tr>" for n in range(100))
    found = suggest([read_html(f"<table><tr><th>Firm</th>{head}</tr>{body}</table>")])
    assert (len(found.items), len(found.fields)) == (MOST_ITEMS, MOST_FIELDS)
    assert "Firm 90" in found.items
    assert found.fields[:3] == ("Field 0", "Field 1", "Field 2")
