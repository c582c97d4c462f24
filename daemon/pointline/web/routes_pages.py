"""Pages: sent as a capture, HTML or text, or opened by address; and quotes looked for on them."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, jsonify

from exactquote.capture import CaptureError, blocks_from_wire
from exactquote.html import read_html
from exactquote.offsets import Utf16Map
from exactquote.page import Page
from exactquote.plaintext import read_text
from exactquote.quotes import locate
from pointline.pipeline.answer import Note
from pointline.pipeline.page_record import quote_json
from pointline.pipeline.record import Json
from pointline.sources.reading import with_text
from pointline.web.bodies import PageBody, VerifyBody
from pointline.web.endpoints import Endpoint, endpoint
from pointline.web.idempotency import once
from pointline.web.problems import Problem
from pointline.web.service import KeptPage, Opener, Service
from pointline.web.streams import client_gone
from pointline.web.views_pages import PageView, VerifyView

CUT_AT_ONCE = 250_000
"""Characters up to which a page is cut into lines before it is acknowledged; a longer one when it is asked about."""


def routes(service: Service) -> Blueprint:
    """The routes, around ``service``."""
    blueprint = Blueprint("pages", __name__)

    @blueprint.post("/v1/pages")
    @endpoint(
        Endpoint(
            "Send a page, or name one to open",
            {201: PageView},
            body=PageBody,
            problems=(400, 413, 415, 422),
            idempotent=True,
        )
    )
    def pages(body: PageBody) -> Response:
        def work() -> Response:
            page, notes = page_of(body, service.opener, client_gone())
            kept = service.pages.put(page, private=body.private, keep_text=body.keep_text, notes=notes)
            response = jsonify(page_json(kept, cut=len(page.text) <= CUT_AT_ONCE))
            response.status_code = 201
            return response

        return once(service.keys, work)

    @blueprint.get("/v1/pages/<page_id>")
    @endpoint(Endpoint("What is known of a page that was sent", {200: PageView}, problems=(404,)))
    def page(page_id: str) -> Response:
        return jsonify(page_json(service.pages.require(page_id), cut=True))

    @blueprint.post("/v1/verify")
    @endpoint(
        Endpoint(
            "Look for quotes on a page; no model is used",
            {200: VerifyView},
            body=VerifyBody,
            problems=(400, 404, 413, 415, 422),
            idempotent=True,
        )
    )
    def verify(body: VerifyBody) -> Response:
        def work() -> Response:
            page = service.pages.require(body.page_id).page
            place = Utf16Map(page.text).utf16
            found = [locate(page, quote) for quote in body.quotes]
            for result in found:
                service.metrics.quote(result.status, result.fold)
            quotes = [
                {**quote_json(result, page, place), "quote": quote}
                for quote, result in zip(body.quotes, found, strict=True)
            ]
            return jsonify(
                page_id=body.page_id, sha256=page.sha256, found=all(one.found for one in found), quotes=quotes
            )

        return once(service.keys, work)

    return blueprint


def page_of(body: PageBody, opener: Opener, gone: Callable[[], bool]) -> tuple[Page, tuple[Note, ...]]:
    """The page that a body holds or names; opening it ends when its client is ``gone``.

    Raises :class:`Problem`, ``BadInput`` and ``EngineCancelled``.
    """
    given = [name for name in ("blocks", "html", "text") if getattr(body, name) is not None]
    if len(given) > 1 or not (given or body.url.strip()):
        raise Problem(
            422,
            "body",
            "The body does not fit",
            "Exactly one of blocks, html and text is needed, or else the url of a page to open.",
            "Send one of them.",
        )
    if not given:
        return opener(body.url.strip(), gone, unattended=body.unattended)
    if body.html is not None:
        page = read_html(body.html, url=body.url)
    elif body.text is not None:
        page = read_text(body.text, url=body.url, title=body.title)
    else:
        try:
            blocks = blocks_from_wire(body.blocks)
        except CaptureError as error:
            raise Problem(
                422, "capture", "The capture does not fit", str(error), "Reload the page and ask again."
            ) from None
        page = Page.from_blocks(blocks, url=body.url, title=body.title, lang=body.lang, not_read=body.not_read)
    return with_text(page, body.url or "The page"), ()


def page_json(kept: KeptPage, *, cut: bool) -> Json:
    """A page as :class:`PageView` says; ``cut``: count its lines, which takes a while on a long one."""
    page = kept.page
    return {
        "page_id": kept.id,
        "url": page.url,
        "title": page.title,
        "sha256": page.sha256,
        "characters": len(page.text),
        "units": len(page.units) if cut else None,
        "not_read": dict(page.not_read),
        "notes": [{"code": note.code, "text": note.text} for note in kept.notes],
        "private": kept.private,
    }
