"""The caveats that rules find, and the look-alikes that are none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from exactquote import read_html, read_text, supports
from exactquote.page import Page, Span
from exactquote.units import Unit
from exactquote.verdicts import CAVEATS, caveat_at, composite_of, line_now, relocated, reused_lines, rule_caveats
from exactquote.verdicts.lines import as_read, lines_of

HEAD = "<title>Report</title>"


def page_of(body: str, lang: str = "en") -> Page:
    return read_html(
        f'<html lang="{lang}"><head>{HEAD}</head><body>{body}</body></html>'.encode(), url="https://a.example/"
    )


def line(page: Page, part: str) -> Unit:
    return next(unit for unit in page.units if part in unit.text(page.text))


def codes(page: Page, part: str, claim: str, asked: str = "") -> dict[str, str]:
    """Code -> line of the caveats that the rules find about a claim over the line with ``part`` in it."""
    unit = line(page, part)
    support = supports(claim, as_read(page, unit), lang=page.lang, context=page.title)
    found = rule_caveats(page, [unit], support, asked=asked)
    assert all(caveat.line is not None and caveat.line.of(page.text) == caveat.text for caveat in found)
    return {caveat.code: caveat.text for caveat in found}


SUM = "<p>The firm has to pay {t}.</p><p>The fine is {a}. The profit given back is {b}.</p>"


@pytest.mark.parametrize(
    ("total", "one", "other"),
    [
        ("$8,123,456", "$5,000,400", "$3,123,056"),
        ("$8.12 million", "$5,000,400", "$3,123,056"),
        ("€1.270 billion", "€912,305,400", "€358,145,512"),
    ],
)
def test_a_total_and_its_parts_in_other_lines(total: str, one: str, other: str) -> None:
    page = page_of(SUM.format(t=total, a=one, b=other))
    assert "composite_value" in codes(page, "has to pay", total)
    assert codes(page, "The fine is", one)["composite_value"] == f"The firm has to pay {total}."


@pytest.mark.parametrize(
    ("total", "one", "other"),
    [
        ("$8,123,456", "$5,000,400", "$3,123,058"),  # off by two dollars
        ("$8,123,456", "€5,000,400", "$3,123,056"),  # another currency
        ("$9 million", "$5 million", "$4 million"),  # round figures in three lines meet by chance
        ("$8.12 million", "$8,115,000", "$5,000"),  # a part that is lost in the rounding
    ],
)
def test_amounts_that_only_look_like_a_sum(total: str, one: str, other: str) -> None:
    page = page_of(SUM.format(t=total, a=one, b=other))
    assert "composite_value" not in codes(page, "The fine is", one)
    assert "composite_value" not in codes(page, "has to pay", total)


PLAIN = "<p>{parts}</p><p>Both are paid at the desk.</p><p>{total}</p><p>A key costs $7.</p>"


@pytest.mark.parametrize(
    ("parts", "total", "value"),
    [
        ("The permit costs $40 and the plate $12.", "You pay $52 in all.", "$52"),
        ("It pays a penalty of $12.4 million and returns $9.6 million.", "It owes $22 million.", "$22 million"),
        ("Der Ausweis kostet 40 Euro, das Schild 12 Euro.", "Das sind 52 Euro.", "52 Euro"),
        ("Kart 40 TL, plaka 12 TL.", "Hepsi 52 TL.", "52 TL"),
    ],
)
def test_plain_parts_of_one_line_add_up_to_the_total_of_another(parts: str, total: str, value: str) -> None:
    page = page_of(PLAIN.format(parts=parts, total=total))
    assert codes(page, total, value)["composite_value"] == parts


@pytest.mark.parametrize(
    ("parts", "total"),
    [
        ("The permit costs $40 and the plate $12.", "You pay $53 in all."),
        ("The permit costs $5 and the plate $3.", "A dog pays $8."),  # single figures meet by chance
        ("The permit costs $40, the plate $12, the key $9.", "You pay $52 in all."),  # one too many
        ("The permit costs $40 and the plate $12.", "You pay $52, or $60 abroad."),
        ("The permit costs $40. The plate costs $12.", "You pay $52 in all."),  # in two lines
        ("Some 40% walk and 12% ride.", "In all 52% come."),
    ],
)
def test_plain_figures_that_are_no_sum(parts: str, total: str) -> None:
    page = page_of(PLAIN.format(parts=parts, total=total))
    value = next(word for word in total.split() if any(map(str.isdigit, word))).strip(".,")
    assert "composite_value" not in codes(page, total, value)


def test_round_figures_add_up_when_one_line_has_them_all() -> None:
    page = page_of(
        "<p>The bank pays $900 million: $500 million as a fine, $300 million back, $100 million in interest.</p>"
    )
    unit = page.units[0]
    value = next(placed.fact for placed in lines_of(page).amounts(unit) if placed.fact.text == "$900 million")
    found = composite_of(page, unit, value)
    assert found is not None
    assert found.role == "total"
    assert found.formula == "$500 million + $300 million + $100 million = $900 million"


def test_another_line_with_another_amount_for_the_same_thing() -> None:
    page = page_of(
        "<p>The yearly fee for a mooring is $420.</p><p>Boats leave at noon.</p>"
        "<p>The yearly fee for a mooring is $460.</p>"
    )
    assert codes(page, "$420", "$420")["conflicting_lines"] == "The yearly fee for a mooring is $460."


@pytest.mark.parametrize(
    "other",
    [
        "The yearly fee for a mooring in Halden is $460.",  # a name tells them apart
        "In 2019 the yearly fee for a mooring was $460.",  # a date does
        "The yearly fee for a mooring is €460.",  # another unit
        "The deposit for a key to the gate is $460.",  # other words
        "The yearly fee for a mooring is $420.00.",  # the same amount
    ],
)
def test_lines_that_do_not_conflict(other: str) -> None:
    page = page_of(f"<p>The yearly fee for a mooring is $420.</p><p>{other}</p>")
    assert "conflicting_lines" not in codes(page, "mooring is $420.", "$420")


def test_entries_of_lists_are_about_what_stands_above_them() -> None:
    entries = (
        "<p>{}</p><ul><li>First year $420 / later years $170</li></ul>"
        "<p>{}</p><ul><li>First year $480 / later years $430</li></ul>"
    )
    assert "conflicting_lines" not in codes(page_of(entries.format("Online", "On paper")), "$420", "$420")
    assert "conflicting_lines" in codes(page_of(entries.format("On paper", "On paper")), "$420", "$420")


FEE = "<h1>Halden Marina</h1><p>The yearly fee at the marina is $420.</p><h2>{}</h2><p>{}</p>"


@pytest.mark.parametrize(
    ("heading", "line", "conflict"),
    [
        ("Getting there", "The yearly fee at the marina is $460.", True),
        ("Getting there", "The yearly fee is $460.", False),  # other words
        ("Prices of 2019", "The yearly fee at the marina is $460.", False),  # the heading tells them apart
        ("Halden Lido", "The yearly fee at the marina is $460.", False),
        ("Fee of members", "The yearly fee at the marina is $460.", False),  # the heading has a word that was asked for
    ],
)
def test_lines_under_other_headings_conflict_when_they_are_about_the_page(
    heading: str, line: str, conflict: bool
) -> None:
    page = page_of(FEE.format(heading, line))
    assert ("conflicting_lines" in codes(page, "$420", "$420", asked="Halden Marina yearly fee")) is conflict
    assert not conflict or "conflicting_lines" in codes(page, "$460", "$460", asked="Halden Marina yearly fee")


def test_sections_do_not_conflict() -> None:
    page = page_of(
        "<h1>Fees at the marina</h1><h2>Summer</h2><p>A day at the marina costs $14.</p>"
        "<h2>Winter</h2><p>A day at the marina costs $12.</p>"
    )
    assert "conflicting_lines" not in codes(page, "$14", "$14", asked="marina price of a day")


@pytest.mark.parametrize(
    ("other", "conflict"),
    [
        ("With a length of 4,810 m the Orrin tunnel is the longest.", True),
        ("With a length of 310 m the shaft of the Orrin tunnel is short.", False),  # another kind of length
        ("With a length of 4,810 m the Marsk tunnel outdoes the Orrin tunnel.", False),  # another name
        ("In 1911 the Orrin tunnel was built to a length of 4,810 m.", False),  # a date
        ("The Orrin tunnel has bays 4,810 m apart.", False),  # not what was asked for
        ("The length of the Orrin tunnel is 4,810 m, 630 m more than planned.", False),  # one of two
    ],
)
def test_a_line_in_other_words_that_answers_with_another_amount(other: str, conflict: bool) -> None:
    page = page_of(f"<p>The Orrin tunnel is 4,180 m long, they say.</p><p>Work began in spring.</p><p>{other}</p>")
    assert ("conflicting_lines" in codes(page, "4,180 m", "4,180 m", asked="Orrin tunnel length")) is conflict


def test_rows_that_repeat_as_a_block_are_of_several_years() -> None:
    def table(*labels: str) -> Page:
        rows = "".join(f"<tr><td>{label}</td><td>${420 + at}</td></tr>" for at, label in enumerate(labels))
        return page_of(f"<table><tr><th>Part</th><th>Sum</th></tr>{rows}</table>")

    assert "conflicting_lines" not in codes(table("Sales", "Costs", "Sales", "Costs"), "$420", "$420")
    assert "conflicting_lines" in codes(table("Sales", "Costs", "Sales", "Rent"), "$420", "$420")


def test_rows_conflict_only_under_the_same_label_and_header() -> None:
    rows = "<tr><th>Firm</th><th>Fine</th></tr><tr><td>Alder</td><td>$420</td></tr><tr><td>Birch</td><td>$460</td></tr>"
    page = page_of(f"<table>{rows}</table>")
    assert "conflicting_lines" not in codes(page, "Alder", "$420")


def test_a_value_that_another_line_states_more_precisely() -> None:
    page = page_of("<h1>Fine of $1.27 million</h1><p>The fine is $1,270,450.</p>")
    assert codes(page, "Fine of", "$1.27 million")["rounded_value"] == "The fine is $1,270,450."
    assert "rounded_value" not in codes(page, "The fine is", "$1,270,450")


def test_what_the_facts_say() -> None:
    page = page_of("<p>Of the 20 boats 11 were sold for $5.</p>")
    assert "computed_value" in codes(page, "boats", "55% of the boats were sold")
    assert "unit_or_currency_inferred" in codes(page, "boats", "sold for USD 5")
    assert "number_not_in_line" in codes(page, "boats", "sold for $6")


def test_the_date_that_was_asked_for() -> None:
    page = page_of(
        "<h1>Year 2021</h1><p>The harbour earned $5,120,000.</p><h1>Year 2023</h1><p>In 2023 it earned $6,340,000.</p>"
    )
    assert "date_scope_differs" in codes(page, "$5,120,000", "$5,120,000", asked="earnings 2023")
    assert "date_scope_differs" not in codes(page, "$6,340,000", "$6,340,000", asked="earnings 2023")
    assert "date_scope_differs" not in codes(page, "$5,120,000", "$5,120,000", asked="earnings")


def test_a_day_meets_its_year() -> None:
    page = page_of("<p>On 3 May 2021 the harbour was fined $5,120,000.</p>")
    assert "date_scope_differs" not in codes(page, "fined", "$5,120,000", asked="fine in 2021")


def test_short_repeated_and_hidden_lines() -> None:
    page = page_of(
        "<p>12</p><details><summary>More</summary><p>The gate is shut at night.</p></details><p>A</p><p>12</p>"
    )
    assert {"short_line", "repeated_line"} <= set(codes(page, "12", "12"))
    assert set(codes(page, "gate", "The gate is shut")) == {"hidden_text"}


def test_every_code_is_defined_with_an_example() -> None:
    assert len(CAVEATS) == 20
    for code, one in CAVEATS.items():
        assert one.code == code
        assert one.definition.endswith(".")
        assert one.example.endswith((".", "'."))
        assert 0 < one.weight < 1


def test_a_caveat_whose_line_does_not_stand_there_is_dropped() -> None:
    page = page_of("<p>The gate is shut at night.</p><p>The fee is $420.</p>")
    good = caveat_at("conditional", page, page.units[0])
    other = page_of("<p>Another page.</p>")
    bad = [
        replace(good, line=Span(1, 12)),
        replace(good, text="The gate is open at night."),
        replace(good, page_sha256=other.sha256),
        replace(good, line=None),
    ]
    assert relocated([*bad, good, good], [page, other]) == (good,)
    assert relocated([good], [other]) == ()


def test_a_line_on_a_page_that_was_opened_again() -> None:
    old = page_of("<p>The fee is $420.</p>")
    assert line_now(old, old.sha256, "The fee is $420.")[0] == "unchanged"
    more = page_of("<p>News.</p><p>The fee is $420.</p>")
    assert line_now(more, old.sha256, "The fee is $420.")[0] == "line_still_there"
    gone, caveat = line_now(page_of("<p>The fee is $460.</p>"), old.sha256, "The fee is $420.")
    assert gone == "page_changed"
    assert caveat is not None
    assert caveat.code == "page_changed"


def test_lines_are_reused_only_under_different_subjects() -> None:
    here, there = Span(0, 5), Span(6, 9)
    uses = [(1, "a", "x", here), (2, "a", "x", here), (3, "b", "x", there), (4, "b", "y", here)]
    assert reused_lines(uses) == frozenset()
    assert reused_lines([*uses, (5, "c", "x", here)]) == frozenset({1, 2, 5})


@pytest.mark.parametrize("text", ["", "\x00", "﷽" * 50, "1" * 400, "$" * 100, "١٢٣ ريال", "½ €, ¼ €, ¾ €"])
def test_no_text_breaks_the_rules(text: str) -> None:
    page = page_of(f"<p>{text}</p><p>The fee is $420, {text} and $5.</p>")
    for unit in page.units:
        rule_caveats(page, [unit], supports(text, as_read(page, unit)), asked=text)


@pytest.mark.corpus
def test_real_releases_have_their_sums_and_no_false_conflict(corpus: Path) -> None:
    found: dict[str, set[str]] = {}
    for file in sorted((corpus / "texts").glob("*.txt")):
        page = read_text(file.read_text(encoding="utf-8").partition("# ---\n")[2])
        for unit in lines_of(page).units:
            for placed in lines_of(page).amounts(unit):
                support = supports(placed.fact.text, as_read(page, unit), lang=page.lang)
                for caveat in rule_caveats(page, [unit], support):
                    found.setdefault(caveat.code, set()).add(caveat.detail)
    sums = {detail.replace("Billion", "billion") for detail in found.pop("composite_value")}
    assert sums == {"$865,630,784 + $320,715,066 ≈ $1.186 billion"}
    assert set(found) <= {"repeated_line"}


ORDERED = "<p>The Grain Board ordered Quell Mills to pay a penalty of €41.5 million.</p>"
FINED = "<p>The Port Authority fined Quell Mills €17.25 million.</p>"
BOTH = "<p>Quell Mills pays €41.5 million to the Grain Board and €17.25 million to the Port Authority.</p>"


@pytest.mark.parametrize(
    ("parts", "line", "tied"),
    [
        (ORDERED + FINED, "The Board will recognise up to €17.25 million that is paid to the Port Authority.", True),
        (ORDERED, "It pays €17.25 million to the Port Authority, which counts towards the €41.5 million.", True),
        (BOTH, "What goes to the Port Authority, up to €17.25 million, is credited by the Grain Board.", True),
        (ORDERED + FINED, "Quell Mills has until June to pay the €17.25 million.", False),
        (ORDERED + FINED, "The Port Authority has fined 17 others with the Grain Board.", False),
        (BOTH, "Quell Mills has until June to pay the €17.25 million to the Port Authority.", False),
    ],
)
def test_a_sum_that_the_page_does_not_state_points_at_what_ties_its_parts(parts: str, line: str, tied: bool) -> None:
    page = read_html(
        f'<html lang="en"><title>Quell Mills</title>{parts}<p>It mended its books.</p><p>{line}</p></html>'
    )
    claim = "Quell Mills has to pay €58.75 million in all."
    units = [unit for unit in page.units if any(fact.kind == "amount" for fact in lines_of(page).facts(unit))][:2]
    support = supports(claim, "\n".join(as_read(page, unit) for unit in units), lang="en", context=page.title)
    found = {caveat.code: caveat for caveat in rule_caveats(page, units, support)}
    assert found["computed_value"].detail == "€41.5 million + €17.25 million = €58.75 million"
    assert ("composite_value" in found) is tied
    assert not tied or (found["composite_value"].text, found["composite_value"].detail) == (
        line, found["computed_value"].detail
    )  # fmt: skip
