"""Checking a memo: links, lines, verdicts, sums, and what is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from exactquote.page import Page
from exactquote.plaintext import read_text
from pointline.checks.check import check_memo
from pointline.checks.found import Report
from pointline.checks.reading import read_memo
from pointline.checks.report import fixes, rates, report_json
from pointline.checks.rules_only import RulesOnly
from pointline.checks.sources import Sources
from pointline.checks.targets import target_of
from pointline.engine.base import Engine, EngineCancelled
from pointline.engine.scripted import Script, ScriptedEngine
from pointline.errors import BadInput

HOME = "https://memo.example/"
ORDER = """# Grain Board orders Tarn Milling to pay

The Grain Board ordered Tarn Milling Co. to pay $61,350,000 for selling wheat under a false grade.

The Board will offset up to $20,000,000 of what Tarn Milling pays to the State Attorney.

The order ends a case that began in 2019.
"""
PLEA = """# State Attorney settles with Tarn Milling

The State Attorney announced that Tarn Milling Co. will pay a fine of $27,480,000.

The mill in Ashford stays closed until October.
"""
PAGES = {HOME + "order": ORDER, HOME + "plea": PLEA}


class Opener:
    """Opens the two pages, and counts."""

    def __init__(self) -> None:
        self.opened: Counter[str] = Counter()

    def __call__(self, address: str) -> Page:
        self.opened[address] += 1
        if address not in PAGES:
            raise BadInput("http-status", f"{address} answered with 404 (Not Found).", "Check the address.")
        return read_text(PAGES[address], url=address)


def checked(
    text: str, engine: Engine | None = None, *, against: Sequence[str] = (), opener: Callable[[str], Page] | None = None
) -> Report:
    pages = [read_text(PAGES[HOME + name], url=HOME + name) for name in against]
    return check_memo(read_memo(text, "markdown"), engine or RulesOnly(), opener or Opener(), place=HOME, against=pages)


def judging(*labels: float) -> ScriptedEngine:
    """An engine whose model has qualified, and says yes with these probabilities, then no."""
    given = tuple({"yes": p, "no": 1 - p} for p in labels)
    return ScriptedEngine(Script(labels=given, label={"yes": 0.0, "no": 1.0}, may_judge=True, calibration=(1.0, 0.0)))


def test_each_document_is_opened_once_however_it_is_written() -> None:
    opener = Opener()
    text = "Tarn pays $61,350,000 ([a](order)). It began in 2019 ([b](./order#case)). Closed ([c](https://memo.example/order))."
    report = checked(text, opener=opener)
    assert opener.opened == {HOME + "order": 1}
    assert report.opened == 1


def test_a_line_that_bears_the_figure_out_is_given_exactly_and_not_confirmed_by_rules() -> None:
    one = checked("Tarn Milling was ordered to pay $61,350,000 ([order](order)).").claims[0]
    assert one.lines[0].quote == (
        "The Grain Board ordered Tarn Milling Co. to pay $61,350,000 for selling wheat under a false grade."
    )
    assert one.lines[0].page.text[one.lines[0].spans[0].start : one.lines[0].spans[-1].end] == one.lines[0].quote
    assert (one.verdict.verdict, one.verdict.source) == ("uncertain", "rules")
    assert (one.link_works, one.relevant, one.source_url) == (True, True, HOME + "order")


def test_a_wrong_figure_is_refuted_by_its_line() -> None:
    report = checked("Tarn Milling was ordered to pay $63,150,000 ([order](order)).")
    one = report.claims[0]
    assert one.verdict.verdict == "mismatch"
    assert "$61,350,000" in one.lines[0].quote
    assert "number_not_in_line" in [caveat.code for caveat in one.verdict.caveats]
    assert report.failed()
    assert [fix.fault for fix in fixes(report)] == ["mismatch"]


def test_what_the_document_does_not_speak_of_has_no_line() -> None:
    report = checked("Tarn Milling has 2,600 employees ([order](order)).")
    one = report.claims[0]
    assert one.lines == ()
    assert one.relevant is True
    assert one.nearest is not None
    assert (one.verdict.verdict, one.verdict.score) == ("uncertain", 0.0)
    assert report.failed()


def test_another_document_is_not_about_it() -> None:
    report = checked("Bees dance in the evening wind to show where flowers are ([plea](plea)).")
    assert report.claims[0].relevant is False
    assert [fix.fault for fix in fixes(report)] == ["not_relevant"]


def test_a_broken_link_is_said_and_never_called_a_lie() -> None:
    report = checked("Tarn pays $61,350,000 ([order](gone)).")
    one = report.claims[0]
    assert (one.link_works, one.relevant, one.verdict.verdict) == (False, None, "uncertain")
    assert "404" in one.verdict.why
    assert report.failed()
    assert rates(report)["link_works"] == 0.0


def test_a_claim_without_a_link_is_looked_up_in_the_pages_given() -> None:
    report = checked("The mill in Ashford stays closed until October.", against=["order", "plea"])
    one = report.claims[0]
    assert (one.status, one.link_works, one.source_url) == ("against", None, HOME + "plea")
    assert one.lines[0].quote == "The mill in Ashford stays closed until October."


def test_a_page_given_stands_in_for_a_link_that_does_not_open() -> None:
    one = checked("Tarn Milling is to pay $61,350,000 ([order](gone)).", against=["order"]).claims[0]
    assert one.link_works is False
    assert "$61,350,000" in one.lines[0].quote


def test_uncited_claims_are_counted_apart_and_fail_only_with_a_figure() -> None:
    prose = checked("This memo is about mills.")
    assert not prose.failed()
    assert prose.failed(strict=True)
    assert rates(prose)["uncited"] == 1
    assert rates(prose)["supported"] is None
    assert checked("They hold 7,000 tonnes.").failed()


def test_a_sum_over_documents_has_the_lines_of_its_parts_and_the_line_that_ties_them() -> None:
    one = checked("Tarn Milling has to pay $88,830,000 in all ([order](order), [plea](plea)).").claims[0]
    assert one.verdict.verdict == "uncertain"
    assert [line.page.url for line in one.lines] == [HOME + "order", HOME + "plea"]
    found = {caveat.code: caveat for caveat in one.verdict.caveats}
    assert found["computed_value"].detail == "$61,350,000 + $27,480,000 = $88,830,000"
    assert found["composite_value"].text.startswith("The Board will offset up to $20,000,000")


def test_a_line_with_both_parts_of_a_sum_over_documents_is_the_one_that_ties_them() -> None:
    offset = "The Board will offset up to $20,000,000 of what Tarn Milling pays to the State Attorney."
    tie = "What Tarn Milling has to pay the State Attorney, $27,480,000, is deducted from the $61,350,000 in all."
    pages = {**PAGES, HOME + "order": ORDER.replace(offset, tie)}
    one = checked(
        "Tarn Milling has to pay $88,830,000 in all ([order](order), [plea](plea)).",
        opener=lambda address: read_text(pages[address], url=address),
    ).claims[0]
    assert [line.page.url for line in one.lines] == [HOME + "order", HOME + "plea"]
    ties = {caveat.text for caveat in one.verdict.caveats if caveat.code == "composite_value"}
    assert tie in ties


def test_a_total_that_nobody_cites_is_the_sum_of_other_claims_lines() -> None:
    text = (
        "The Grain Board ordered Tarn Milling to pay $61,350,000 ([a](order)). The State Attorney fined Tarn Milling "
        "$27,480,000 ([b](plea)).\n\nTogether that is $88,830,000."
    )
    total = next(one for one in checked(text).claims if "$88,830,000" in one.claim.text)
    assert [caveat.code for caveat in total.verdict.caveats][:2] == ["computed_value", "computed_value"]
    assert len(total.lines) == 2


def test_a_wrong_sum_is_no_sum() -> None:
    report = checked("Tarn Milling has to pay $88,380,000 in all ([order](order), [plea](plea)).")
    assert "computed_value" not in [caveat.code for caveat in report.claims[0].verdict.caveats]
    assert report.failed()


def test_only_a_qualified_evaluator_confirms() -> None:
    text = "The mill in Ashford stays closed until October ([plea](plea))."
    assert checked(text, judging(0.9)).claims[0].verdict.verdict == "confirmed"
    assert checked(text, judging(0.05)).claims[0].verdict.verdict == "mismatch"
    unqualified = ScriptedEngine(Script(label={"yes": 1.0, "no": 0.0}))
    assert checked(text, unqualified).claims[0].verdict.verdict == "uncertain"


def test_an_evaluator_that_agrees_does_not_save_a_wrong_figure() -> None:
    engine = ScriptedEngine(Script(label={"yes": 1.0, "no": 0.0}, may_judge=True, calibration=(1.0, 0.0)))
    one = checked("Tarn Milling was ordered to pay $63,150,000 ([order](order)).", engine).claims[0]
    assert (one.verdict.verdict, one.verdict.source) == ("mismatch", "rules")


def test_a_value_under_another_columns_name_is_refuted() -> None:
    page = "<table><tr><th>Item<th>2021<th>2022<tr><td>Books<td>$84,300<td>$91,750</table>"
    from exactquote.html import read_html

    def opened(address: str) -> Page:
        return read_html(page, url=address)

    wrong = checked("In 2021 the library spent $91,750 on books ([t](t)).", opener=opened).claims[0]
    right = checked("In 2022 the library spent $91,750 on books ([t](t)).", opener=opened).claims[0]
    assert (wrong.verdict.verdict, right.verdict.verdict) == ("mismatch", "uncertain")


def test_a_column_whose_name_holds_another_ones_is_told_from_it() -> None:
    page = "<table><tr><th>Visitor<th>Museum<th>Museum and ship<tr><td>Students<td>€8.00<td>€11.50</table>"
    from exactquote.html import read_html

    def opened(address: str) -> Page:
        return read_html(page, url=address)

    for said, verdict in (
        ("Students pay €8.00 for museum and ship", "mismatch"),
        ("Students pay €11.50 for museum and ship", "uncertain"),
        ("Students pay €8.00 for the museum", "uncertain"),
        ("Students pay €8.00 for the museum, €11.50 for museum and ship", "uncertain"),
    ):
        assert checked(f"{said} ([t](t)).", opener=opened).claims[0].verdict.verdict == verdict, said


CATCH = """<html lang=en><p>The river board counts fish and wardens.</p>
<ul><li>Pike: 4,100<li>Perch: 12,700<li>Eel: 230</ul>
<table><tr><th>Reach<th>Catch 2023<th>Catch 2022<th>Change<tr><td>Upper–Mere<td>3,310,000<td>3,502,000<td>−5.5%
<tr><td>Newford–Dell<td>2,090,000<td>2,090,000<td>0.0%<tr><td>All reaches<td>5,400,000<td>5,592,000<td>−3.4%</table>
<table><tr><th><th>2021<th>2022<th>2023<tr><th>Wardens<td>4<td>5<td>5</table>
<p>The board spent $1.24 billion in 2023, up 8.3% on 2022 ($1.145 billion).</p>
<p>It expects to spend between $1.3 billion and $1.35 billion in 2024.</p>"""


@pytest.mark.parametrize(
    ("said", "fails"),
    [
        ("There were 4,100 perch", True),
        ("There were 12,700 perch and 230 eels", False),
        ("Upper–Mere had a catch of 2.09 million in 2023", True),
        ("Upper–Mere had a catch of 3.31 million in 2023, down from 3.5 million", False),
        ("Upper–Mere had a catch of 3.5 million in 2023", True),
        ("Upper–Mere had 61.3% of the catch of all reaches in 2023", False),
        ("There were four wardens in 2023", True),
        ("There were five wardens in 2023", False),
        ("Spending rose by 8.3% from $1,145 million", False),
        ("Spending rose by 3.8% from $1,145 million", True),
    ],
)
def test_a_figure_of_another_row_or_line_bears_nothing_out(said: str, fails: bool) -> None:
    from exactquote.html import read_html

    found = checked(f"{said} ([r](r)).", opener=lambda address: read_html(CATCH, url=address)).claims[0]
    assert (found.refuted or found.without_line) is fails, found.verdict.why


def test_the_json_has_the_keys_that_were_promised() -> None:
    found = report_json(checked("Tarn Milling was ordered to pay $61,350,000 ([order](order))."))
    keys = {"text", "source_url", "link_works", "relevant", "quote", "verdict", "score", "caveats", "why"}
    assert keys <= found["claims"][0].keys()
    assert {"link_works", "relevant", "supported"} <= found["rates"].keys()


def test_a_check_can_be_cancelled() -> None:
    with pytest.raises(EngineCancelled):
        check_memo(
            read_memo("It paid ([a](order)).", "markdown"), RulesOnly(), Opener(), place=HOME, cancel=lambda: True
        )


def test_a_memo_on_disk_leads_to_files_below_its_folder_only(tmp_path: Path) -> None:
    folder = tmp_path / "memos"
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "a b.html").write_text("x", encoding="utf-8")
    (tmp_path / "secret.html").write_text("x", encoding="utf-8")
    (folder / "link.html").symlink_to(tmp_path / "secret.html")
    place = (folder / "memo.md").as_uri()
    assert target_of("docs/a%20b.html#part", place) == (folder / "docs" / "a b.html").as_uri()
    outside = [
        "../secret.html",
        "/etc/passwd",
        (tmp_path / "secret.html").as_uri(),
        "link.html",
        "docs/%2e%2e/%2e%2e/secret.html",
    ]
    for cite in [*outside, "file://other.example/memos/x"]:
        with pytest.raises(BadInput) as error:
            target_of(cite, place)
        assert error.value.code == "outside", cite


@pytest.mark.parametrize(
    ("cite", "place", "code"),
    [
        ("a.html", "", "relative"),
        ("file:///etc/passwd", HOME, "outside"),
        ("ftp://x.example/a", HOME, "scheme"),
        ("http://[::1", HOME, "address"),
    ],
)
def test_what_may_not_be_followed_is_said(cite: str, place: str, code: str) -> None:
    with pytest.raises(BadInput) as error:
        target_of(cite, place)
    assert error.value.code == code


def test_a_page_that_was_given_needs_no_opening() -> None:
    opener = Opener()
    given = read_text(ORDER, url="file:///elsewhere/order.html")
    source = Sources(opener, "file:///memos/", given=[given]).of("file:///elsewhere/order.html")
    assert source.page is given
    assert not opener.opened
