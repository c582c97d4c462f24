"""A session as W3C Web Annotations (https://www.w3.org/TR/annotation-model/), in JSON-LD.

Each cell and each line of a claim becomes an annotation whose target is the line in its page: a ``TextQuoteSelector``
with the lines beside it, inside a ``FragmentSelector`` for the page of a PDF. Positions are left out: they count
characters of the text that was read, which is not the text content of the page's document. A caveat with a line of its
own is an annotation of that line, linked to the cell. The verdict is part of the body that is read, so that what nobody
verified says so in any annotation client.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pointline.export.words import meaning, standing, value_of
from pointline.store.cell_records import StoredCell
from pointline.store.records import Caveat, Session, StoredAsk, StoredLine

Json = dict[str, Any]
CONTEXT = "http://www.w3.org/ns/anno.jsonld"
_PDF_PAGE = "http://tools.ietf.org/rfc/rfc3778"
_LONGEST_CONTEXT = 200
_NOT_JUDGED = {"mismatch": "the line does not say it", "uncertain": "not judged"}


def annotations_json(session: Session, asks: Sequence[StoredAsk], cells: Sequence[StoredCell]) -> Json:
    """The session as an ``AnnotationCollection`` with one page of annotations."""
    items = [*_of_asks(asks), *(annotation for cell in cells for annotation in _of_cell(cell))]
    name = f"urn:pointline:session:{session.id}"
    return {
        "@context": CONTEXT,
        "id": name,
        "type": "AnnotationCollection",
        "label": session.title or "Session",
        "created": session.created_at.isoformat(),
        "total": len(items),
        "first": {"id": f"{name}:1", "type": "AnnotationPage", "partOf": name, "startIndex": 0, "items": items},
    }


def _of_asks(asks: Sequence[StoredAsk]) -> Iterator[Json]:
    for ask in asks:
        result = ask.result
        for number, claim in enumerate(result.claims if result is not None else (), 1):
            said = f"{ask.question}\n{claim.text}\nVerdict: {_NOT_JUDGED.get(claim.verdict, claim.verdict)}"
            name = f"urn:pointline:ask:{ask.id}:{number}"
            for place, line in enumerate(claim.lines, 1):
                yield {
                    "id": f"{name}:{place}",
                    "type": "Annotation",
                    "motivation": "assessing",
                    "created": ask.created_at.isoformat(),
                    "body": [_text(said, "assessing"), *(_text(one.code, "tagging") for one in claim.caveats)],
                    "target": _target(_address(ask, line), "", line.line, line.line_before, line.line_after),
                }
            for place, caveat in enumerate(claim.caveats, 1):
                if caveat.line:
                    yield _of_caveat(caveat, f"{name}:caveat:{place}", f"{name}:1")


def _address(ask: StoredAsk, line: StoredLine) -> str:
    return line.source_url if line.page_sha256 else ask.page.url


def _of_cell(cell: StoredCell) -> Iterator[Json]:
    record = cell.record
    name = f"urn:pointline:cell:{cell.id}"
    said = f"{record.item}, {record.field}: {value_of(cell)}\nVerdict: {standing(cell)}\n{record.why}".rstrip()
    found: Json = {
        "id": name,
        "type": "Annotation",
        "motivation": "assessing",
        "created": cell.created_at.isoformat(),
        "body": [_text(said, "assessing"), *(_text(caveat.code, "tagging") for caveat in record.caveats)],
    }
    if record.quote:
        found["target"] = _target(
            record.source_url, record.deep_link, record.line or record.quote, record.line_before, record.line_after
        )
    else:  # an annotation needs a target; nothing was found on any page
        found["target"] = record.source_url or f"urn:pointline:session:{cell.session}"
    yield found
    for number, caveat in enumerate(record.caveats, 1):
        if caveat.line:
            yield _of_caveat(caveat, f"{name}:caveat:{number}", name)


def _of_caveat(caveat: Caveat, name: str, about: str) -> Json:
    said = f"{caveat.code}: {meaning(caveat)}".rstrip(": ")
    return {
        "id": name,
        "type": "Annotation",
        "motivation": "commenting",
        "body": [
            _text(said, "commenting"),
            _text(caveat.code, "tagging"),
            {"type": "SpecificResource", "source": about, "purpose": "linking"},
        ],
        "target": _target(caveat.source_url, "", caveat.line or "", caveat.line_before, caveat.line_after),
    }


def _text(value: str, purpose: str) -> Json:
    return {"type": "TextualBody", "value": value, "format": "text/plain", "purpose": purpose}


def _target(url: str, deep_link: str, line: str, before: str, after: str) -> Json:
    quote: Json = {"type": "TextQuoteSelector", "exact": line}
    if before:
        quote["prefix"] = f"{before[-_LONGEST_CONTEXT:]} "
    if after:
        quote["suffix"] = f" {after[:_LONGEST_CONTEXT]}"
    page = deep_link.rpartition("#page=")[2] if "#page=" in deep_link else ""
    selector = (
        {"type": "FragmentSelector", "conformsTo": _PDF_PAGE, "value": f"page={page}", "refinedBy": quote}
        if page.isdecimal()
        else quote
    )
    return {"type": "SpecificResource", "source": url or "urn:pointline:page-without-address", "selector": selector}
