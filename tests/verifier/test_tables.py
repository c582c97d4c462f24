"""Which headers a cell has."""

from __future__ import annotations

import pytest

from exactquote.html import read_html


def headers(html: str) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    page = read_html(f"<table>{html}</table>")
    return {page.text[b.start : b.end]: (b.row_headers, b.column_headers) for b in page.blocks}


def test_simple_table() -> None:
    found = headers("<tr><th>City<th>People<tr><th>Vask<td>900<tr><th>Olm<td>70")
    assert found["900"] == (("Vask",), ("People",))
    assert found["70"] == (("Olm",), ("People",))
    assert found["Vask"] == ((), ("City",))
    assert found["City"] == ((), ())


def test_no_header_cells_no_headers() -> None:
    assert set(headers("<tr><td>City<td>People<tr><td>Vask<td>900").values()) == {((), ())}


def test_two_levels_with_an_empty_corner() -> None:
    found = headers(
        "<tr><td rowspan=2></td><th colspan=2>2023<th colspan=2>2024<tr><th>Q1<th>Q2<th>Q3<th>Q4"
        "<tr><th>Sales<td>1<td>2<td>3<td>4"
    )
    assert [found[n] for n in "1234"] == [
        (("Sales",), ("2023", "Q1")),
        (("Sales",), ("2023", "Q2")),
        (("Sales",), ("2024", "Q3")),
        (("Sales",), ("2024", "Q4")),
    ]


def test_an_empty_cell_without_spans_counts_as_one_column() -> None:
    found = headers("<tr><td></td><th>A<th>B<tr><th>x<td></td><td>2")
    assert found["2"] == (("x",), ("B",))


def test_row_headers_that_span_rows() -> None:
    found = headers(
        "<tr><th>Area<th>City<th>People<tr><th rowspan=2>North<th>Vask<td>900<tr><th>Olm<td>70<tr><th>South<td>Ryd<td>5"
    )
    assert found["70"] == (("North", "Olm"), ("People",))
    assert found["Olm"] == (("North",), ("City",))
    assert found["5"] == (("South",), ("People",))


def test_a_cell_that_spans_columns_has_the_headers_of_all() -> None:
    found = headers("<tr><th>A<th>B<th>C<tr><td colspan=2>1<td>2")
    assert found["1"] == ((), ("A", "B"))
    assert found["2"] == ((), ("C",))


def test_a_header_row_below_data_begins_anew() -> None:
    found = headers("<tr><th>A<th>B<tr><td>1<td>2<tr><th>C<th>D<tr><td>3<td>4")
    assert found["2"] == ((), ("B",))
    assert found["4"] == ((), ("D",))


def test_sections_stand_until_the_next() -> None:
    found = headers(
        "<tr><th>City<th>People<tr><th colspan=2>North<tr><th>Vask<td>900<tr><th colspan=2>South<tr><th>Ryd<td>5"
    )
    assert found["900"] == (("Vask",), ("People", "North"))
    assert found["5"] == (("Ryd",), ("People", "South"))


def test_a_title_over_the_header_row() -> None:
    found = headers("<tr><th colspan=2>Cities<tr><th>City<th>People<tr><td>Vask<td>900")
    assert found["900"] == ((), ("Cities", "People"))


def test_a_first_cell_that_is_no_header_cell() -> None:
    found = headers("<tr><td>City<th>2023<th>2024<tr><td>Vask<td>1<td>2")
    assert found["2"] == ((), ("2024",))


def test_a_row_that_has_lost_its_data_is_no_header_row() -> None:
    found = headers("<tr><th>A<th>B<th>C<tr><th>x<td></td><td></td><tr><th>y<td>1<td>2")
    assert found["2"] == (("y",), ("C",))


def test_notes_have_no_headers() -> None:
    found = headers("<tr><th>A<th>B<tr><td>1<td>2<tr><td colspan=2>Figures of May")
    assert found["Figures of May"] == ((), ())


def test_nested_tables_are_apart() -> None:
    found = headers("<tr><th>A<th>B<tr><td>1<td>in <table><tr><th>C<tr><td>3</table> out")
    assert found["3"] == ((), ("C",))
    assert found["out"] == ((), ("B",))


def test_header_cells_of_several_blocks_and_long_ones() -> None:
    found = headers(f"<tr><th><p>Price</p><p>in euros</p><th>{'word ' * 80}<tr><td>1<td>2")
    assert found["1"] == ((), ("Price in euros",))
    assert found["2"] == ((), ())


def test_a_rowspan_of_zero_reaches_down_to_the_end() -> None:
    found = headers("<tr><th>Area<th>City<th>People<tr><th rowspan=0>North<th>Vask<td>900<tr><th>Olm<td>70")
    assert found["900"] == (("North", "Vask"), ("People",))
    assert found["70"] == (("North", "Olm"), ("People",))


def test_a_colspan_of_zero_is_one() -> None:
    assert headers("<tr><th>A<th>B<tr><td colspan=0>1<td>2")["2"] == ((), ("B",))


@pytest.mark.parametrize("span", ["-3", "x", "", "1.5", " 1 "])
def test_spans_that_are_none(span: str) -> None:
    found = headers(f"<tr><th>A<th>B<tr><td colspan='{span}' rowspan='{span}'>1<td>2")
    assert found["2"] == ((), ("B",))


def test_spans_are_clipped() -> None:
    found = headers("<tr><th>A<th>B<tr><td rowspan=99999999999>1<td>2<tr><td>3")
    assert found["3"] == ((), ("B",))


def test_labels_have_no_reference_marks() -> None:
    found = headers("<tr><th>City<th>People<sup>[2]</sup><sup><a>a</a></sup><br>in May<tr><th>Vask<td>900")
    assert found["900"] == (("Vask",), ("People in May",))
