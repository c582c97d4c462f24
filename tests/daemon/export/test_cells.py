"""Cells as a file: hostile text stays text, what nobody verified says so, and annotations have what the model asks."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactquote.page import Span
from pointline.export.session import FORMS, Export, Form, export_session
from pointline.export.words import UNVERIFIED, hosts, parted
from pointline.store.cell_records import CellRecord, Replaced, StoredCell
from pointline.store.records import Caveat, Session, Verdict

AT = datetime(2031, 2, 3, tzinfo=UTC)
SESSION = Session("s1", "Fines", AT, cells=1)
CAVEAT = Caveat(
    "composite_value", "It has to pay $8.", "https://a.example/x", "abc", (Span(40, 57),), "Before.", "After."
)
RECORD = CellRecord(
    item="Alder", field="fine", value="$5 ($5 + $3 = $8)", source_url="https://a.example/x", page_sha256="abc",
    quote="The fine is $5.", spans=(Span(0, 15),), deep_link="https://a.example/x#:~:text=The%20fine",
    verdict="caveated", score=0.7, caveats=(CAVEAT,), why="The line has it.", verdict_source="evaluator", attempts=1,
    engine="m", line="The fine is $5.", line_before="Hear.", line_after="So be it.", heading_path=("News",),
    source_title="Court",
)  # fmt: skip
CELL = StoredCell("c1", "s1", AT, RECORD)
HOSTILE = "<img src=x onerror=alert(1)>|*a*\n# =1+1 [x](javascript:alert(1))"


def exported(form: Form, cell: StoredCell) -> str:
    return export_session(Export(SESSION, (), (cell,)), form)


def test_one_is_not_said_in_the_plural() -> None:
    forms: tuple[Form, ...] = ("md", "html")
    for form in forms:
        assert "1 cell, 1 source, 1 domain" in exported(form, CELL)
    two = export_session(Export(SESSION, (), (CELL, CELL)), "md")
    assert "2 cells, 1 source, 1 domain" in two


class Tags(HTMLParser):
    """Every tag with its attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def tags_of(report: str) -> list[tuple[str, dict[str, str | None]]]:
    parser = Tags()
    parser.feed(report)
    return parser.tags


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("verdict", get_args(Verdict))
def test_what_nobody_verified_says_so(form: Form, verdict: Verdict) -> None:
    said = exported(form, replace(CELL, record=replace(RECORD, verdict=verdict, caveats=())))
    assert (UNVERIFIED in said) == (verdict in ("uncertain", "mismatch"))
    if form == "json":
        assert json.loads(said)["cells"][0]["verdict"] == verdict


@pytest.mark.parametrize("form", FORMS)
def test_a_cell_without_a_line_is_no_empty_cell(form: Form) -> None:
    record = replace(RECORD, value=None, quote=None, line="", spans=(), verdict="uncertain", caveats=(), deep_link="")
    said = exported(form, replace(CELL, record=record))
    if form == "json":
        assert json.loads(said)["cells"][0]["quote"] is None
    elif form == "csv":
        assert next(csv.DictReader(io.StringIO(said)))["standing"].startswith(UNVERIFIED)
    else:
        assert "no line found" in said


def test_the_report_shows_the_value_in_its_line_between_its_neighbours() -> None:
    said = exported("html", CELL)
    assert '<span class="beside">Hear.</span> <strong>The fine is <mark>$5</mark>.</strong>' in said
    assert '<strong>It has to pay $8.</strong> <span class="beside">After.</span>' in said
    assert parted(CELL) == ("The fine is ", "$5", ".")


def test_the_report_fetches_and_runs_nothing() -> None:
    tags = tags_of(exported("html", CELL))
    assert not {"script", "img", "iframe", "object", "form", "base"} & {tag for tag, _ in tags}
    assert not [tag for tag, given in tags if "src" in given or (tag == "link" and "href" in given)]
    assert "default-src 'none'" in str(tags)
    anchors = {given.get("href") for tag, given in tags if tag == "a"}
    assert anchors == {"#cell-1", RECORD.deep_link, CAVEAT.source_url}


def hostile(text: str) -> StoredCell:
    caveat = replace(CAVEAT, line=text, source_url=text, line_before=text, line_after=text)
    record = replace(
        RECORD, item=text, field=text, value=text, source_url=text, deep_link=text, why=text, line=text, quote=text,
        line_before=text, line_after=text, heading_path=(text,), source_title=text, caveats=(caveat,),
    )  # fmt: skip
    return StoredCell("c1", "s1", AT, record, (Replaced("mismatch", "rules", 0.1, text, AT),))


@pytest.mark.parametrize("text", [HOSTILE, "javascript:alert(1)", '"><script>alert(1)</script>', "http://[", "a\tb"])
def test_hostile_text_stays_text(text: str) -> None:
    plain, changed = tags_of(exported("html", hostile("a"))), tags_of(exported("html", hostile(text)))
    kinds = [tag for tag, _ in plain if tag not in ("a", "mark")]
    assert [tag for tag, _ in changed if tag not in ("a", "mark")] == kinds
    assert all(re.match(r"#cell-\d+$|https?://", given["href"] or "") for tag, given in changed if tag == "a")
    table = [row for row in exported("md", hostile(text)).splitlines() if row.startswith("|")]
    assert len(table) == 3
    assert "](javascript" not in exported("md", hostile(text))
    assert "<img" not in exported("md", hostile(text))


def test_no_column_of_the_spreadsheet_becomes_a_formula() -> None:
    rows = list(csv.reader(io.StringIO(exported("csv", hostile("=1+1")))))
    assert all(not value.startswith(("=", "+", "-", "@")) for value in rows[1])
    assert rows[1].count("'=1+1") > 5


@settings(max_examples=60)
@given(st.text())
def test_every_form_takes_any_text(text: str) -> None:
    for form in FORMS:
        said = exported(form, hostile(text))
        if form in ("json", "jsonld"):
            json.loads(said)
        said.encode("utf-8")


def test_annotations_have_what_the_model_asks() -> None:
    found = json.loads(exported("jsonld", CELL))
    assert (found["@context"], found["type"]) == ("http://www.w3.org/ns/anno.jsonld", "AnnotationCollection")
    items = found["first"]["items"]
    assert found["first"]["type"] == "AnnotationPage"
    assert all(item["type"] == "Annotation" and item["id"] and item["target"] for item in items)
    assert len({item["id"] for item in items}) == len(items) == found["total"] == 2
    cell, caveat = items
    assert cell["target"] == {
        "type": "SpecificResource",
        "source": "https://a.example/x",
        "selector": {
            "type": "TextQuoteSelector",
            "exact": "The fine is $5.",
            "prefix": "Hear. ",
            "suffix": " So be it.",
        },
    }
    assert [body["purpose"] for body in cell["body"]] == ["assessing", "tagging"]
    assert caveat["target"]["selector"]["exact"] == CAVEAT.line
    assert caveat["body"][-1] == {"type": "SpecificResource", "source": cell["id"], "purpose": "linking"}


def test_an_annotation_of_a_pdf_leads_to_its_page() -> None:
    pdf = replace(RECORD, source_url="https://a.example/x.pdf", deep_link="https://a.example/x.pdf#page=3", caveats=())
    (item,) = json.loads(exported("jsonld", replace(CELL, record=pdf)))["first"]["items"]
    selector = item["target"]["selector"]
    assert (selector["type"], selector["value"]) == ("FragmentSelector", "page=3")
    assert selector["refinedBy"]["exact"] == "The fine is $5."


def test_what_a_person_replaced_is_shown() -> None:
    record = replace(RECORD, verdict="confirmed", verdict_source="person")
    cell = StoredCell("c1", "s1", AT, record, (Replaced("mismatch", "rules", 0.1, "It differs.", AT),))
    for form in FORMS:
        assert "mismatch" in exported(form, cell), form


def test_hosts_are_counted_once() -> None:
    assert hosts(["https://a.example/x", "https://a.example/y", "http://b.example", "file:///x", "http://["]) == {
        "a.example",
        "b.example",
    }
