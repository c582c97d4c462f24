"""What the extension sends: read as it is, or refused with the name of the wrong field."""

from __future__ import annotations

import contextlib
import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactquote.capture import CaptureError, blocks_from_wire, page_from_wire
from exactquote.page import Mark

WIRE: dict[str, Any] = {
    "url": "https://port.example/",
    "title": "Port",
    "lang": "en",
    "blocks": [
        {"text": "Fees 😀", "kind": "heading", "level": 2},
        {
            "text": "😀 10^2 m[1]",
            "kind": "paragraph",
            "marks": [{"start": 5, "end": 7, "kind": "sup"}, {"start": 9, "end": 12, "kind": "reference"}],
        },
        {"text": "", "kind": "cell", "cell": {"table": 0, "row": 0, "index": 0, "colspan": 2}},
        {"text": "May", "kind": "cell", "cell": {"table": 0, "row": 0, "index": 1, "header": True}},
        {"text": "a", "kind": "cell", "cell": {"table": 0, "row": 1, "index": 0}},
        {"text": "b", "kind": "cell", "cell": {"table": 0, "row": 1, "index": 1}},
        {"text": "5", "kind": "cell", "cell": {"table": 0, "row": 1, "index": 2, "rowspan": 3}, "collapsed": True},
    ],
    "not_read": {"hidden": 3, "frames": 0, "images": 1, "form_fields": 0, "scripts": 2},
}


def test_a_capture_becomes_a_page() -> None:
    page = page_from_wire(json.loads(json.dumps(WIRE)))
    assert page.text == "Fees 😀\n😀 10^2 m[1]\nMay\na\tb\t5"
    assert (page.url, page.title, page.lang, page.not_read["hidden"]) == ("https://port.example/", "Port", "en", 3)
    assert [page.text[mark.start : mark.end] for mark in page.marks] == ["^2", "[1]"]
    assert page.blocks[1].heading_path == ("Fees 😀",)
    assert page.blocks[-1].column_headers == ("May",)
    assert page.blocks[-1].collapsed


def test_marks_are_counted_in_utf_16() -> None:
    (block,) = blocks_from_wire([WIRE["blocks"][1]])
    assert block.marks == (Mark(4, 6, "sup"), Mark(8, 11, "reference"))


def test_blocks_of_a_paginated_document_know_their_page() -> None:
    page = page_from_wire({"blocks": [{"text": "One.", "page": 1}, {"text": "Two.", "page": 2}, {"text": "Three."}]})
    assert [block.page for block in page.blocks] == [1, 2, None]
    assert [page.page_at(offset) for offset in (0, 4, 5, 10, 99)] == [1, 1, 2, None, None]
    assert page_from_wire({"blocks": []}).page_at(0) is None
    with pytest.raises(CaptureError, match=r"blocks\[0\]\.page"):
        page_from_wire({"blocks": [{"text": "One.", "page": 0}]})


def test_a_lone_surrogate_keeps_its_length() -> None:
    (block,) = blocks_from_wire(
        json.loads('[{"text": "a\\ud83d[1]", "marks": [{"start": 2, "end": 5, "kind": "reference"}]}]')
    )
    assert block.text == "a\ufffd[1]"
    assert block.marks == (Mark(2, 5, "reference"),)


def changed(path: str, value: object) -> dict[str, Any]:
    wire = copy.deepcopy(WIRE)
    *parents, last = (int(part) if part.isdigit() else part for part in path.split("."))
    place: Any = wire
    for part in parents:
        place = place[part]
    place[last] = value
    return wire


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        ("blocks", None, "blocks"),
        ("blocks", {}, "blocks"),
        ("blocks.0", "x", "blocks[0]"),
        ("blocks.0.text", 5, "blocks[0].text"),
        ("blocks.0.text", "", "blocks[0].text"),
        ("blocks.0.kind", "title", "blocks[0].kind"),
        ("blocks.0.kind", [], "blocks[0].kind"),
        ("blocks.0.level", 7, "blocks[0].level"),
        ("blocks.0.level", True, "blocks[0].level"),
        ("blocks.0.extra", 1, "blocks[0].extra"),
        ("blocks.0.collapsed", 1, "blocks[0].collapsed"),
        ("blocks.1.marks", "x", "blocks[1].marks"),
        ("blocks.1.marks.0.start", -1, "blocks[1].marks[0].start"),
        ("blocks.1.marks.0.start", 1, "blocks[1].marks[0].start"),
        ("blocks.1.marks.0.end", 13, "blocks[1].marks[0].end"),
        ("blocks.1.marks.0.end", 5, "blocks[1].marks[0].end"),
        ("blocks.1.marks.0.end", 6.0, "blocks[1].marks[0].end"),
        ("blocks.1.marks.0.kind", "sub-sup", "blocks[1].marks[0].kind"),
        ("blocks.1.marks.0", {"start": 0, "kind": "sup"}, "blocks[1].marks[0].end"),
        ("blocks.3.cell", {"table": 0, "row": 0}, "blocks[3].cell.index"),
        ("blocks.3.cell.colspan", 0, "blocks[3].cell.colspan"),
        ("blocks.3.cell.rowspan", 1001, "blocks[3].cell.rowspan"),
        ("blocks.3.cell.header", "yes", "blocks[3].cell.header"),
        ("blocks.3.cell.row", 10**30, "blocks[3].cell.row"),
        ("not_read", [], "not_read"),
        ("not_read.hidden", -1, "not_read.hidden"),
        ("title", None, "title"),
        ("extra", 1, "extra"),
    ],
)
def test_errors_name_the_field(path: str, value: object, named: str) -> None:
    with pytest.raises(CaptureError) as caught:
        page_from_wire(changed(path, value))
    assert caught.value.path == named
    assert str(caught.value).startswith(f"{named}: ")


def test_missing_fields() -> None:
    with pytest.raises(CaptureError, match=r"blocks\[0\]\.text: is missing"):
        blocks_from_wire([{"kind": "paragraph"}])
    with pytest.raises(CaptureError, match="capture: must be an object"):
        page_from_wire([])
    assert page_from_wire({"blocks": []}).text == ""


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["text", "kind", "marks", "cell", "start", "x"]), inner)
    ),
    max_leaves=12,
)


@given(JSON)
@settings(deadline=None)
def test_any_json_is_a_page_or_a_capture_error(value: object) -> None:
    for wire in (
        value,
        {"blocks": value},
        {"blocks": [value]},
        {"blocks": [{"text": "ab", "marks": value, "cell": value}]},
    ):
        with contextlib.suppress(CaptureError):
            page_from_wire(wire)
