"""What a spreadsheet might take for a formula is never left at the beginning of a cell; lines and caveats of a claim
are given with the page that they stand on."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactquote.page import Span
from exactquote.verdicts import Caveat
from helpers import kept
from pointline.export.session import Export, csv_safe, export_session
from pointline.store.records import NewAsk
from pointline.store.store import Store


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        " =1",
        "＝1",
        "\n=1",
        "\ufeff=1",
        "\u200b=1",
        "\x00=1",
        "\u202e@A",
    ],
)
def test_formulas_are_guarded(text: str) -> None:
    assert csv_safe(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "14 euros", "a=b", "1-2", "'=1"])
def test_other_texts_stay(text: str) -> None:
    assert csv_safe(text) == text


@given(st.text())
def test_nothing_is_lost(text: str) -> None:
    safe = csv_safe(text)
    assert safe.removeprefix("'") == text or safe == text
    assert not re.match(r"\s*[=+\-@]", safe)


def exported() -> Export:
    """A question about two pages whose claim stands on the second and has a caveat on the first."""
    page, other = kept.page(), kept.page("Adults pay 15 euros.", url="https://harbour.example/fares", title="Harbour")
    line = page.units[2]
    caveat = Caveat(
        "conflicting_lines", Span(line.start, line.end), line.text(page.text), page.url, page.sha256, "14 | 15"
    )
    claim = replace(kept.claim(other, "15 euros"), caveats=(caveat,), source=other)
    ask = NewAsk("What does it cost?", page, further=(other,))
    with Store.open() as store:
        store.begin_ask(ask)
        store.finish_ask(ask.id, kept.answer(page, claim, pages=(page, other)))
        found = store.ask(ask.id)
        assert found is not None
        return Export(store.sessions().items[0], (found,), ())


def test_a_page_that_was_read_but_for_a_word_was_not_read_whole() -> None:
    found = exported()
    (ask,) = found.asks
    assert ask.result is not None
    nothing = replace(ask.result, claims=(), none=True, read_share=0.9996)
    report = export_session(Export(found.session, (replace(ask, result=nothing),), ()), "md")
    assert "99% of the page was read" in report
    assert "100%" not in report


def test_a_claim_is_exported_with_its_page_and_the_lines_of_its_caveats() -> None:
    found = exported()
    (claim,) = json.loads(export_session(found, "json"))["asks"][0]["result"]["claims"]
    assert claim["lines"][0]["source_url"] == "https://harbour.example/fares"
    (caveat,) = claim["caveats"]
    assert (caveat["code"], caveat["line"], caveat["detail"]) == ("conflicting_lines", kept.LINES[1], "14 | 15")
    row = next(csv.DictReader(io.StringIO(export_session(found, "csv"))))
    assert (row["source_url"], row["source_title"]) == ("https://harbour.example/fares", "Harbour")
    assert "conflicting_lines" in row["caveats"].split("; ")
    assert row["caveat lines"] == f"conflicting_lines (14 | 15): {kept.LINES[1]}"
    assert kept.LINES[1] in export_session(found, "html")
    assert "conflicting" in export_session(found, "md")
    line, shown = json.loads(export_session(found, "jsonld"))["first"]["items"]
    assert line["target"]["source"] == "https://harbour.example/fares"
    assert [one["value"] for one in line["body"] if one["purpose"] == "tagging"] == ["conflicting_lines"]
    assert shown["target"] == {**shown["target"], "source": "https://ferry.example/fares"}
    assert shown["target"]["selector"]["exact"] == kept.LINES[1]
    assert {"type": "SpecificResource", "source": line["id"], "purpose": "linking"} in shown["body"]
