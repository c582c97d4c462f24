"""Memos: what claims something, and what it cites."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactquote.html import read_html
from exactquote.links import read_linked_html
from pointline.checks.memo import Form, by_load
from pointline.checks.reading import form_of, read_memo
from pointline.errors import BadInput


def cited(text: str, form: str = "markdown") -> list[tuple[str, tuple[str, ...]]]:
    memo = read_memo(text, form)  # type: ignore[arg-type]
    return [(claim.text, claim.cites) for claim in memo.claims]


def test_inline_reference_and_bare_links() -> None:
    text = (
        "The mill paid 5 million ([order](a.html)). It closed in May [order][o]. It reopened, see https://x.example/b?c=1."
        "\n\n[o]: docs/o.html\n"
    )
    assert cited(text) == [
        ("The mill paid 5 million.", ("a.html",)),
        ("It closed in May order.", ("docs/o.html",)),
        ("It reopened, see.", ("https://x.example/b?c=1",)),
    ]


def test_footnotes_in_markdown_are_followed_and_are_no_claims() -> None:
    text = "The mill paid.[^1] It closed.[^two]\n\n[^1]: See [the order](a.html), p. 3.\n[^two]: https://x.example/b\n"
    assert cited(text) == [("The mill paid.", ("a.html",)), ("It closed.", ("https://x.example/b",))]


def test_a_mark_is_no_figure_and_joins_no_sentences() -> None:
    twice = "It paid $22 million.[^r]\nIt paid $26 million.[^r]\nIt closed.\n\n[^r]: [the order](a.html)\n"
    assert cited(twice) == [
        ("It paid $22 million.", ("a.html",)),
        ("It paid $26 million.", ("a.html",)),
        ("It closed.", ()),
    ]
    labels = "A seat is €12.50 [1]. A child pays 3.[2] It is [no. 5][2].\n\n[1]: a.html\n[2]: b.html\n"
    assert cited(labels) == [
        ("A seat is €12.50.", ("a.html",)), ("A child pays 3.", ("b.html",)), ("It is no. 5.", ("b.html",)),
    ]  # fmt: skip
    raised = (
        '<p>Ein Platz kostet 5 €.<sup><a href="#n">1</a></sup> Kinder zahlen 3 €.<sup><a href="#m">2</a></sup></p>'
        '<p id="n">1. https://x.example/a</p><p id="m">2. https://x.example/b</p>'
    )
    assert cited(raised, "html") == [
        ("Ein Platz kostet 5 €.", ("https://x.example/a",)), ("Kinder zahlen 3 €.", ("https://x.example/b",)),
    ]  # fmt: skip


def test_a_note_without_an_address_is_a_citation_that_leads_nowhere() -> None:
    claim = read_memo("The mill paid.[^1]\n\n[^1]: The order, on paper.\n", "markdown").claims[0]
    assert (claim.cites, claim.noted) == ((), True)


def test_footnotes_in_html() -> None:
    html = '<p>The mill paid.<sup><a href="#n1">1</a></sup></p><ol><li id="n1">The <a href="a.html">order</a></li></ol>'
    assert cited(html, "html") == [("The mill paid.", ("a.html",))]


def test_numbered_references_in_plain_text_and_in_a_list() -> None:
    plain = "The mill paid [1].\n\nIt closed [2].\n\n[1] https://x.example/a\n[2] https://x.example/b\n"
    wanted = [("The mill paid.", ("https://x.example/a",)), ("It closed.", ("https://x.example/b",))]
    assert cited(plain, "text") == wanted
    listed = (
        "The mill paid [1].\n\nIt closed [2].\n\n## Sources\n\n1. https://x.example/a\n2. [b](https://x.example/b)\n"
    )
    assert cited(listed) == wanted


def test_a_citation_that_stands_alone_speaks_for_what_is_before_it() -> None:
    assert cited("The mill paid. It closed. [Order](a.html)") == [
        ("The mill paid.", ("a.html",)),
        ("It closed.", ("a.html",)),
    ]
    assert cited("The mill paid.\n\nSource: [the order](a.html)\n\nIt closed.") == [
        ("The mill paid.", ("a.html",)),
        ("It closed.", ()),
    ]


def test_a_lead_in_lends_its_citation_to_the_list_below_it() -> None:
    text = "According to the [order](a.html):\n\n- the mill paid\n- it closed ([b](b.html))\n\nIt reopened."
    assert cited(text) == [("the mill paid", ("a.html",)), ("it closed", ("b.html",)), ("It reopened.", ())]


def test_table_rows_are_claims_with_their_headers_and_their_own_links() -> None:
    text = "| Firm | Fine | Source |\n|---|---|---|\n| Tarn | $5,000 | [order](a.html) |\n| Mere | $7,000 | |\n"
    assert cited(text) == [("Firm: Tarn | Fine: $5,000", ("a.html",)), ("Firm: Mere | Fine: $7,000", ())]


def test_the_first_cell_says_what_a_row_is_about_though_it_is_a_link() -> None:
    text = "| Firm | Fine |\n|---|---|\n| [Tarn Milling](a.html) | $5,000 |\n"
    assert cited(text) == [("Firm: Tarn Milling | Fine: $5,000", ("a.html",))]


@pytest.mark.parametrize("form", ["markdown", "text", "html"])
@pytest.mark.parametrize(
    "sentence",
    ["Der Entscheid der Aufsicht ist vom 4. April 2023.", "Virasto teki tämän päätöksen 4. huhtikuuta 2023."],
)
def test_where_a_sentence_ends_depends_on_the_language_of_the_memo(sentence: str, form: Form) -> None:
    (claim,) = read_memo(f"<p>{sentence}</p>" if form == "html" else sentence, form).claims
    assert claim.text == sentence


def test_headings_code_front_matter_and_links_to_nothing_make_no_claims() -> None:
    text = (
        "---\ntitle: x\n---\n# Tarn 2020\n\n```\ncode = 5\n```\n\nIt paid ([mail](mailto:a@b.example), [up](#tarn)).\n"
    )
    assert cited(text) == [("It paid (mail, up).", ())]


def test_a_linked_sentence_stays_a_claim() -> None:
    assert cited("[The mill paid 5 million](a.html)") == [("The mill paid 5 million", ("a.html",))]
    assert cited("[The mill paid up.](a.html)") == [("The mill paid up.", ("a.html",))]


@pytest.mark.parametrize(
    "text",
    [
        "It paid.[^1]\n\n[^1]: docs/a.html\n",
        "It paid[1](docs/a.html).",
        "It paid. [[1]](docs/a.html)",
        "It paid ([the order](docs/a.html)).",
    ],
)
def test_marks_of_many_forms_are_no_part_of_the_claim(text: str) -> None:
    assert cited(text) == [("It paid.", ("docs/a.html",))]


def test_raised_marks_in_plain_text() -> None:
    assert cited("It paid.¹\n\nIt has 5 km².\n\n¹ https://x.example/a\n", "text") == [
        ("It paid.", ("https://x.example/a",)),
        ("It has 5 km².", ()),
    ]


def test_what_has_no_claims_is_refused() -> None:
    for text, code in (
        ("  \n", "empty-memo"),
        ("# Title\n\n[x](a.html)\n", "no-claims"),
        ("a " * 1_000_001, "long-memo"),
    ):
        with pytest.raises(BadInput) as error:
            read_memo(text, "markdown")
        assert error.value.code == code


def test_the_form_is_told_by_name_and_by_beginning() -> None:
    assert form_of("<p>x", "memo.md") == "markdown"
    assert form_of("<!DOCTYPE html><p>x") == "html"
    assert form_of("Plain.", "memo.txt") == "text"
    assert form_of("Plain.") == "markdown"


def test_largest_amounts_come_first_and_years_carry_no_load() -> None:
    memo = read_memo("In 2020 it rained.\n\nIt holds 9,000 books.\n\nIt cost $70.\n\nIt cost $5 million.", "markdown")
    assert [claim.number for claim in by_load(memo.claims)] == [4, 3, 2, 1]


def test_the_walk_with_links_reads_the_same_text() -> None:
    html = (
        '<base href="/x/"><p>A <a href="a">one</a>, two<sup><a href="#f">[1]</a></sup></p>'
        '<a href="b"><div>c</div><div>d</div></a><table><tr><th>e<th>f<tr><td id="g">1<td><a href="h"></a></table>'
    )
    linked = read_linked_html(html)
    assert linked.page.text == read_html(html).text
    held = [(linked.page.text[link.start : link.end], link.href) for link in linked.links]
    assert held == [("one", "a"), ("[1]", "#f"), ("c", "b"), ("d", "b")]
    assert linked.base == "/x/"
    assert linked.anchors is not None
    first, after = linked.anchors["g"]
    assert [linked.page.text[block.start : block.end] for block in linked.page.blocks[first:after]] == ["1"]


@given(st.text(max_size=200), st.sampled_from(["markdown", "html", "text"]))
def test_any_text_is_read_or_refused(text: str, form: str) -> None:
    try:
        memo = read_memo(text, form)  # type: ignore[arg-type]
    except BadInput:
        return
    assert all(claim.text.strip() for claim in memo.claims)


@given(st.lists(st.sampled_from(["<a href='x'>", "</a>", "<p>", "<td>", "<table>", "t ", "<li id=q>", "[1]", "<sup>"])))
def test_any_nesting_of_links_keeps_them_inside_the_text(parts: list[str]) -> None:
    linked = read_linked_html("".join(parts))
    assert all(0 <= link.start <= link.end <= len(linked.page.text) for link in linked.links)
