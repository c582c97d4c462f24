"""What is one line of a page."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactquote.html import read_html
from exactquote.markup import BLANK
from exactquote.page import CapturedBlock, Cell, Page
from exactquote.plaintext import read_text
from exactquote.quotes import locate
from exactquote.quotes.tables import UNSEEN
from exactquote.units import Unit


def lines(page: Page) -> list[str]:
    return [unit.text(page.text) for unit in page.units]


def html(source: str, lang: str = "en") -> list[str]:
    return lines(read_html(f"<html lang={lang}><body>{source}"))


def check(page: Page) -> None:
    """Units are trimmed, in order, apart, and hold all text; their spans lie in their blocks."""
    position = 0
    for unit in page.units:
        assert not page.text[position : unit.start].strip(UNSEEN)
        text = unit.text(page.text)
        assert text
        assert text == text.strip()
        assert unit.block == unit.blocks[0]
        assert (unit.spans[0].start, unit.spans[-1].end) == (unit.start, unit.end)
        assert len(unit.column_headers) == len(unit.spans) == len(unit.blocks)
        for span, number in zip(unit.spans, unit.blocks, strict=True):
            block = page.blocks[number]
            # In a row, a cell of several blocks is one span.
            cell = [other for other in page.blocks[number:] if unit.kind == "row" and other.cell == block.cell]
            assert block.start <= span.start < span.end <= (cell or [block])[-1].end
            assert span.of(page.text).strip() == span.of(page.text)
        position = unit.end
    assert not page.text[position:].strip(UNSEEN)


def check_quotable(page: Page) -> None:
    """Every line that has a letter or figure is found where it stands."""
    for unit in page.units:
        text = unit.text(page.text)
        if any(map(str.isalnum, text)):
            result = locate(page, text)
            assert result.status == "exact", text
            assert unit.start in [found.spans[0].start for found in result.occurrences], text


def test_sentences() -> None:
    assert html("<p>Dr. Ek of Vask Inc. paid 2.5 euros. Was it No. 6? “Yes,” she said. It was.</p>") == [
        "Dr. Ek of Vask Inc. paid 2.5 euros.",
        "Was it No. 6?",
        "“Yes,” she said.",
        "It was.",
    ]


@pytest.mark.parametrize(
    ("lang", "source", "expected"),
    [
        ("zh-Hans", "港口开放。费用是多少？每月二百元。", ["港口开放。", "费用是多少？", "每月二百元。"]),
        ("zh", "他说：“港口关闭了。”她走了。", ["他说：“港口关闭了。”她走了。"]),
        ("ja", "港は開いています。料金は？二百円です。", ["港は開いています。", "料金は？", "二百円です。"]),
        ("hi", "बंदरगाह खुला है। शुल्क दो सौ है।", ["बंदरगाह खुला है।", "शुल्क दो सौ है।"]),
        ("ar", "الميناء مفتوح. كم الرسوم؟ مئتان.", ["الميناء مفتوح.", "كم الرسوم؟", "مئتان."]),
        (
            "de-AT",
            "Das gilt z. B. ab 1. August. Es kostet ca. 5 Mrd. Euro.",
            ["Das gilt z. B. ab 1. August.", "Es kostet ca. 5 Mrd. Euro."],
        ),
        ("nb", "Det gjelder fra 1. august. Så er det slutt.", ["Det gjelder fra 1. august.", "Så er det slutt."]),
        ("fi", "Laki tuli voimaan 1. toukokuuta. Se on uusi.", ["Laki tuli voimaan 1. toukokuuta.", "Se on uusi."]),
        (
            "tr",
            "Ücret T.C. vatandaşları için 5 TL'dir. 3. madde geçerlidir.",
            ["Ücret T.C. vatandaşları için 5 TL'dir.", "3. madde geçerlidir."],
        ),
        (
            "de",
            "Seit Anfang des 19. Jahrhunderts. Danach nicht.",
            ["Seit Anfang des 19. Jahrhunderts.", "Danach nicht."],
        ),
        (
            "tr",
            "Liman II. Murat döneminde kuruldu. Sonra büyüdü.",
            ["Liman II. Murat döneminde kuruldu.", "Sonra büyüdü."],
        ),
        ("en", "She was 19. Ek was older.", ["She was 19.", "Ek was older."]),
        ("xx-nonsense", "One. Two.", ["One.", "Two."]),
        ("", "One. Two.", ["One.", "Two."]),
    ],
)
def test_sentences_of_many_languages(lang: str, source: str, expected: list[str]) -> None:
    page = read_html(f"<html lang='{lang}'><p>{source}</p>")
    assert lines(page) == expected


def test_what_belongs_to_the_sentence_before_or_after() -> None:
    assert html("<p>It sank.<sup>[1]</sup><sup>[2]</sup> It rose. [3] Then J. R. Ek of S. Vask came. 🙁</p>") == [
        "It sank.[1][2]",
        "It rose. [3]",
        "Then J. R. Ek of S. Vask came. 🙁",
    ]
    assert html("<p>They were hunted down. [Log 2]</p>") == ["They were hunted down. [Log 2]"]
    assert html("<ol><li>1. Sign here.</li><li>B. Pay now. Then wait.</li></ol>") == [
        "1. Sign here.",
        "B. Pay now.",
        "Then wait.",
    ]


def test_units_never_cross_blocks() -> None:
    assert html("<p>one<p>two<ul><li>three<li>four</ul>") == ["one", "two", "three", "four"]


def test_line_breaks_part_lines_but_not_wrapped_prose() -> None:
    assert html("<p>Opening hours:<br>Monday 9–17<br>Tuesday 10–18<br>Closed on<br>holidays</p>") == [
        "Opening hours:",
        "Monday 9–17",
        "Tuesday 10–18",
        "Closed on\nholidays",
    ]
    assert html("<p>Quay Road 5,<br>33100 Vask</p>") == ["Quay Road 5,\n33100 Vask"]
    assert html("<p>First thought<br><br>and a second</p>") == ["First thought", "and a second"]
    wrapped = (
        "The harbour was closed for the whole winter because the ice near<br>Vask had grown thick. "
        "It opened again in May, when the ships from<br>Olm came."
    )
    assert html(f"<p>{wrapped}</p>") == [
        "The harbour was closed for the whole winter because the ice near\nVask had grown thick.",
        "It opened again in May, when the ships from\nOlm came.",
    ]


def test_lines_of_code() -> None:
    assert html("<pre>rate = 5\nprice = rate * 2\n\nprint(price)</pre>") == [
        "rate = 5",
        "price = rate * 2",
        "print(price)",
    ]


def test_preformatted_prose() -> None:
    text = "The harbour was closed for the whole winter because of ice near\nVask and Olm. It opened again in May."
    assert html(f"<pre>{text}</pre>") == [
        "The harbour was closed for the whole winter because of ice near\nVask and Olm.",
        "It opened again in May.",
    ]


def test_a_table_row_is_one_unit_with_a_span_per_cell() -> None:
    page = read_html("<table><tr><th>City<th>People<th>Since<tr><th>Vask<td> 900 <td>1820. Or 1821.</table>")
    row = page.units[1]
    assert row.kind == "row"
    assert row.text(page.text) == "Vask\t900\t1820. Or 1821."
    assert [span.of(page.text) for span in row.spans] == ["Vask", "900", "1820. Or 1821."]
    assert row.row_headers == ("Vask",)
    assert row.column_headers == (("City",), ("People",), ("Since",))
    check(page)


def test_rows_of_one_cell_are_sentences() -> None:
    page = read_html("<table><tr><td>One. Two.</table>")
    assert lines(page) == ["One.", "Two."]
    assert {unit.kind for unit in page.units} == {"cell"}


@pytest.mark.parametrize(
    "row",
    [
        "<td><h2>One</h2><p>Two.</p><td>Three.",
        "<td>" + "<p>One two three.</p>" * 5 + "<td>Four.",
        f"<td><p>{'One two. ' * 20}</p><p>Three.</p><td>Four.",
        f"<td>{'One. ' * 90}<td>Two.",
        "<td>One. <table><tr><td>Two.</table> Three.<td>Four.",
        "<td>" + "<td>".join(["One. Two three four five."] * 45),
    ],
)
def test_tables_for_layout_fall_back_to_sentences(row: str) -> None:
    page = read_html(f"<table><tr>{row}</table>")
    assert "row" not in {unit.kind for unit in page.units}
    check(page)


def test_a_row_around_a_nested_table_is_not_one_line() -> None:
    page = read_html("<table><tr><td>a<td>b <table><tr><td>c<td>d</table><td>e<td>f</table>")
    assert lines(page) == ["a", "b", "c\td", "e", "f"]


def test_rows_with_cells_of_odd_spaces() -> None:
    page = Page.from_blocks(
        [
            CapturedBlock("\u2003x\u2003", "cell", cell=Cell(0, 0, 0)),
            CapturedBlock("\x1f", "cell", cell=Cell(0, 0, 1)),
            CapturedBlock("y", "cell", cell=Cell(0, 0, 2)),
        ]
    )
    (row,) = page.units
    assert [span.of(page.text) for span in row.spans] == ["x", "y"]
    assert row.blocks == (0, 2)


@pytest.mark.parametrize(
    "text",
    [
        "word " * 1000,
        "x" * 3000,
        "漢字" * 900,
        "漢字，" * 600,
        "“He said. " * 300,
        "a" + "\u0301" * 2000,
        "👩\u200d" * 900,
        "1" * 2000,
        "Clause one; clause two, " * 100,
    ],
)
def test_long_units_are_cut(text: str) -> None:
    page = read_html(f"<p>{text}</p>")
    assert len(page.units) > 2
    assert max(unit.end - unit.start for unit in page.units) <= 600
    check(page)


@pytest.mark.parametrize(
    "text",
    [
        "12 500 " * 200,
        "− 5 % " * 300,
        "1990–1999" * 20 + " " + "a–b " * 300,
        ("wo" * 30 + " ro-\n") * 12,
        "Short. " + "x" * 590 + " word" * 40,
        "e\u0301n\u200bd " * 300,
        "三億5,000万円と" * 200,
        "A. B.[1] 7" * 200,
    ],
)
def test_cuts_are_made_where_a_quote_may_end(text: str) -> None:
    page = read_text(text)
    assert len(page.units) > 1
    check_quotable(page)


def test_a_line_is_cut_before_a_long_word_rather_than_inside_it() -> None:
    assert lines(read_text("Its name is " + "x" * 595 + " and nothing else" * 20))[:2] == [
        "Its name is",
        "x" * 595 + " and",
    ]


def test_cuts_keep_words_and_numbers_together() -> None:
    page = read_html(f"<p>{'1,234.5 ' * 400}</p>")
    assert {word for line in lines(page) for word in line.split()} == {"1,234.5"}
    page = read_html(f"<p>{'漢' * 598}1234567{'字' * 100}</p>")
    assert [line for line in lines(page) if "1234567" in line]


def test_units_know_their_headings() -> None:
    page = read_html("<h1>Fees</h1><h2>Boats</h2><p>Small. Large.")
    assert [unit.heading_path for unit in page.units] == [(), ("Fees",), ("Fees", "Boats"), ("Fees", "Boats")]


def test_units_are_worked_out_once() -> None:
    page = read_html("<p>One.")
    assert page.units is page.units
    assert isinstance(page.units[0], Unit)


SNIPPETS = st.sampled_from(
    [
        *("<p>", "</p>", "<br>", "</br>", "<pre>", "</pre>", "<li>", "<h2>", "</div>", "<div hidden>", "</span>"),
        *("<table><tr><td>", "<td>", "<th>", "<tr>", "</table>", "<td rowspan=3 colspan=2>", "<details>", "<summary>"),
        *(
            "<sup>",
            "</sup>",
            "<a href=x>",
            "</a>",
            "<span style='visibility:hidden'>",
            "<embed>",
            "<img>",
            "<!--",
            "-->",
        ),
        *("<svg>", "<text>", "<math>", "<mn>", "<title>", "</title>", "<template shadowrootmode=open>", "<xmp>"),
        *(
            "1",
            "2",
            " ",
            "\n",
            "\t",
            "\u00a0",
            "Dr. Ek. ",
            "“",
            "”",
            "[1]",
            "港。",
            "é",
            "e\u0301",
            "&nbsp;",
            "&#0;",
            "😀",
        ),
    ]
)


@given(st.text(alphabet=st.characters(exclude_categories=[])))
@settings(deadline=None)
def test_any_string_is_a_page(text: str) -> None:
    for page in (read_html(text), read_text(text), Page.from_blocks([CapturedBlock(text)] if text.strip() else [])):
        check(page)


@given(st.lists(SNIPPETS, max_size=40).map("".join))
@settings(max_examples=400, deadline=None)
def test_any_markup_is_a_page(source: str) -> None:
    page = read_html(source)
    check(page)
    assert all(page.text[block.start : block.end].strip(BLANK) for block in page.blocks)
    for mark in page.marks:
        assert 0 <= mark.start < mark.end <= len(page.text)
        assert any(block.start <= mark.start and mark.end <= block.end for block in page.blocks)
    assert all(count >= 0 for count in page.not_read.values())


@given(
    st.lists(
        st.sampled_from(
            ["a", "B. ", "\n", "\n\n", "# ", "- ", "1. ", "===", "---", "```", "  ", "漢。", "\u2028", ":"]
        ),
        max_size=40,
    ).map("".join)
)
@settings(max_examples=400, deadline=None)
def test_any_plain_text_is_a_page(source: str) -> None:
    page = read_text(source)
    check(page)
    assert "".join(page.text.split()) == "".join(source.replace("\ufeff", "").split())


def test_an_abbreviation_joined_to_a_word_is_not_parted() -> None:
    page = Page.from_blocks([CapturedBlock("The Nordic-U.S. Treaty was signed. It is kept in Oslo.")], lang="en")
    lines = [unit.text(page.text) for unit in page.units]
    assert lines == ["The Nordic-U.S. Treaty was signed.", "It is kept in Oslo."]


def test_a_stop_inside_a_token_parts_nothing() -> None:
    page = Page.from_blocks([CapturedBlock("HARBOUR.Net reports. All went well.Nobody was hurt.")], lang="en")
    lines = [unit.text(page.text) for unit in page.units]
    assert lines == ["HARBOUR.Net reports.", "All went well.", "Nobody was hurt."]


def test_a_row_whose_cells_hold_two_lines_is_one_unit() -> None:
    page = read_html(
        "<table><tr><th>Vehicle<th>Fare<tr><td><p>Motorcycle</p><p>(with rider)</p><td>19 €"
        "<tr><td>Van<div>up to 3 m</div><td>55 €</table>"
    )
    rows = [[span.of(page.text) for span in unit.spans] for unit in page.units]
    assert rows == [["Vehicle", "Fare"], ["Motorcycle\n(with rider)", "19 €"], ["Van\nup to 3 m", "55 €"]]
    assert page.units[1].column_headers == (("Vehicle",), ("Fare",))
    assert page.units[2].blocks == (5, 7)


@pytest.mark.parametrize(
    "text",
    [
        "The DING!Dong 5590 rings.",
        "Always up with the tide? 't Starts with us.",
        "Call line 112.Boats will come.",
        "What could he do there?--copy?",
        "See page.[1x and www.vask.example/?a=B!c for it.",
        "“Gone by May!”: how it went.",
    ],
)
def test_nothing_is_parted_where_no_space_stands(text: str) -> None:
    for unit in read_text(text).units:
        assert not text[: unit.start] or text[unit.start - 1] == " "


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("All was well at the end.Next came May.", ["All was well at the end.", "Next came May."]),
        ('It was "well."Next came May.', ['It was "well."', "Next came May."]),
        ("बंदरगाह खुला है।शुल्क दो सौ है।", ["बंदरगाह खुला है।", "शुल्क दो सौ है।"]),
        ("我们忘了拍照...(真的)很好。", ["我们忘了拍照...", "(真的)很好。"]),
    ],
)
def test_a_sentence_ends_where_only_the_space_is_missing(text: str, expected: list[str]) -> None:
    assert lines(read_text(text)) == expected


@given(
    st.lists(
        st.sampled_from(
            [
                *"aB1é.?!:;-–'\"(“”)[%€ \n\t",
                ". ",
                ".\n",
                "e\u0301",
                "\u0301",
                "\u200d",
                "\u00ad",
                "港",
                "。",
                "[1]",
                "12 500",
                "-\n",
            ]
        ),
        max_size=60,
    ).map("".join)
)
@settings(max_examples=400, deadline=None)
def test_any_line_can_be_quoted(text: str) -> None:
    check_quotable(read_text(text))


def test_what_nobody_sees_is_no_line() -> None:
    assert html("<p>&zwnj;</p><p>The quay.</p><p>&shy;&#8203; &rlm;</p><p>&zwnj;\u0646\u0645\u06cc</p>") == [
        "The quay.",
        "\u200c\u0646\u0645\u06cc",
    ]


@pytest.mark.parametrize("space", ["\u00a0", "\u0085", "\u2003", "\u2028", "\u3000"])
@pytest.mark.parametrize("lang", ["en", "de", "fr", "ja", "ar", ""])
def test_a_wide_space_before_a_full_stop_is_read(space: str, lang: str) -> None:
    """sentencex 1.0.32 panics on "M\u00a0."."""
    page = Page.from_blocks([CapturedBlock(f"It is Vask M{space}. Then B{space}.{space}And on")], lang=lang)
    check(page)
    assert page.units[-1].text(page.text).endswith("And on")


def test_a_panic_of_the_splitter_costs_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    class PanicException(BaseException):
        pass

    def panic(language: str, text: str) -> None:
        raise PanicException

    monkeypatch.setattr("sentencex.get_sentence_boundaries", panic)
    assert lines(read_text("One boat came. Two left. Fin")) == ["One boat came.", "Two left.", "Fin"]
