"""Quotes that are written down in quotation marks, as Markdown, or as a row of a table."""

from __future__ import annotations

import pytest

from exactquote.page import Page, Span
from exactquote.quotes import locate
from verifier.quotes.pages import found, how, page, row

MILL = page(
    "The mill burnt down in 1811. It was never built again. Two million bricks were sold.",
    *row("Town", "Bricks", number=0),
    *row("Lund", "3,400", number=1),
    *row("Aarau", "900", number=2),
    "P(A B) is small. Five men came.",
)


@pytest.mark.parametrize(
    "quote",
    [
        '"It was never built again."',
        "“It was never built again”",
        "«It was never built again.»",
        "'It was never built again.'",
        "「It was never built again.」",
        "- It was never built again.",
        "* It was never built again.",
        "> It was never built again.",
        "### It was never built again.",
        "- Two million bricks were sold.",
        '> "It was never built again."',
        "> - “It was never built again.”",
        "> The mill burnt down in 1811.\n> It was never built again.",
        "Lund | 3,400",
        "| Lund | 3,400 |",
        "|Lund|3,400|\n|Aarau|900|",
        "| Town | Bricks |\n| --- | ---: |\n| Lund | 3,400 |",
    ],
)
def test_what_a_quote_is_wrapped_in_is_layout(quote: str) -> None:
    assert how(MILL, quote) == "layout"


@pytest.mark.parametrize(
    "quote",
    [
        "P(A | B) is small.",  # a bar that is no edge of a cell
        "Lund | 900",
        "Lund 3,4 | 00",
        "The mill | burnt down",
        "- 3,400",  # might be a minus
        "> 3,400",
        "# 3,400",
        "+ 3,400",
        "> Five men came.",
        "2. It was never built again.",  # a figure is never left out
        '"It was never built',
        '"It was built again."',
        "~~It was never built again.~~",
        '""',
        "||",
        "- ",
    ],
)
def test_what_may_mean_something_is_no_wrapping(quote: str) -> None:
    assert not found(MILL, quote)


def test_marks_that_the_page_has_are_part_of_the_quote() -> None:
    said = page("He said “it is so” and left.", "But it is so.")
    result = locate(said, '"it is so"')
    assert [place.text for place in result.occurrences] == ["“it is so”"]


def test_context_and_hint_pick_inside_a_wrapping_too() -> None:
    twice = page("In May the fee is 7 euros.", "In June the fee is 7 euros.")
    (place,) = locate(twice, "> the fee is 7 euros.", before="In June").occurrences
    assert place.spans[0].start > twice.blocks[1].start
    (place,) = locate(twice, "> the fee is 7 euros.", near=Span(0, 5)).occurrences
    assert place.fold == "layout"


@pytest.mark.parametrize("quote", ["| " * 1000, "> " * 1000, "'" * 2000, "- > " * 500 + "x", "|---|\n" * 300])
def test_nothing_but_wrapping(quote: str) -> None:
    assert locate(MILL, quote).status in ("absent", "near")


@pytest.mark.parametrize(
    ("text", "quote"), [("超过2400万人", "超过 2400 万人"), ("使用 Python 语言", "使用Python语言")]
)
def test_a_space_between_chinese_and_other_letters(text: str, quote: str) -> None:
    assert how(text, quote) == "layout"


class TestLinesWithoutTheirStop:
    PIER = page("The pier was closed in autumn. Its lamps are green and old. Boats still stop here.")

    @pytest.mark.parametrize(
        ("quote", "parts"),
        [
            ("The pier was closed in autumn Its lamps are green and old.", 2),
            ("The pier was closed in autumn, its lamps are green and old.", 2),
            ("closed in autumn Its lamps are green and old Boats still stop here.", 3),
        ],
    )
    def test_are_fused(self, quote: str, parts: int) -> None:
        result = locate(self.PIER, quote)
        assert (result.status, len(result.parts)) == ("fused", parts)

    def test_but_a_comma_put_in_is_a_change(self) -> None:
        assert locate(self.PIER, "The pier, was closed in autumn. Its lamps are green and old.").status == "near"


def test_the_dotted_i_of_a_turkish_passage_on_another_page() -> None:
    text = "This page lists towns and what they are known for. " * 20
    mixed: Page = page(text, "Isırgan otu çayı sıcak içilir, kışın ısıtır.", "In Izmir it rains.", lang="en")
    assert not found(mixed, "isırgan otu çayı")
    assert found(mixed, "Isırgan otu çayı")
    assert found(mixed, "in Izmir it rains")
