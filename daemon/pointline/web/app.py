"""The flask application: routes only; who may call is in ``guard``, what may be sent in ``bodies``, how it is answered
in ``asks``."""

from __future__ import annotations

from typing import Any

from flask import Flask, Response, jsonify, request

from exactquote.capture import CaptureError, blocks_from_wire
from exactquote.html import read_html
from exactquote.offsets import Utf16Map
from exactquote.page import Page, Span
from exactquote.plaintext import read_text
from pointline import __version__
from pointline.engine.base import Engine
from pointline.pipeline.answer import Budget, Question
from pointline.sources.reading import with_text
from pointline.store.pages import PageShelf
from pointline.web import access_log, guard, problems, routes_pairing
from pointline.web.asks import AskDesk, stream
from pointline.web.bodies import AskBody, PageBody, SelectionBody, read_body
from pointline.web.guard import Access
from pointline.web.problems import Problem

PROTOCOL = 1
LARGEST_BODY = 16 * 1024 * 1024
"""Bytes of the largest body: a capture of a 5 MB page with its offsets fits."""


def create_app(engine: Engine, access: Access, *, desk: AskDesk | None = None, shelf: PageShelf | None = None) -> Flask:
    """Make the application around one engine."""
    app = Flask("pointline", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    desk = desk or AskDesk(engine)
    shelf = shelf or PageShelf()
    access_log.install(app)
    guard.install(app, access)
    app.register_blueprint(routes_pairing.routes(access))
    problems.install(app)

    @app.get("/healthz")
    def healthz() -> Response:
        return jsonify(name="pointline", protocol=PROTOCOL)

    @app.get("/v1/status")
    def status() -> Response:
        info = engine.info
        return jsonify(
            version=__version__,
            protocol=PROTOCOL,
            engine=info.engine,
            model=info.name,
            may_state=info.may_state,
            may_judge=info.may_judge,
            asks_under_way=desk.under_way(),
            pages=len(shelf),
        )

    @app.post("/v1/pages")
    def pages() -> tuple[Response, int]:
        page = _page_from(read_body(PageBody))
        return jsonify(_kept(shelf, page)), 201

    @app.post("/v1/asks")
    def asks() -> Response:
        body = read_body(AskBody)
        page = shelf.get(body.page_id)
        if page is None:
            raise Problem(
                404,
                "page",
                "This page is not here",
                "The daemon has no page with this id (any more).",
                "Send the page again.",
            )
        if not body.question.strip():
            raise Problem(422, "body", "The body does not fit", "question: is empty", "Write what you want to know.")
        budget = Budget(body.max_claims, body.attempts, body.max_tokens, body.seconds)
        question = Question(body.question, _selection(page, body.selection), budget, body.strategy)
        ask = desk.start(page, question)
        gone = request.environ.get("waitress.client_disconnected", lambda: False)
        return Response(
            stream(ask, gone),
            content_type="text/event-stream; charset=utf-8",
            headers={"Cache-Control": "no-store", "X-Ask-Id": ask.id},
        )

    @app.delete("/v1/asks/<ask_id>")
    def cancel(ask_id: str) -> tuple[str, int]:
        if not desk.cancel(ask_id):
            raise Problem(
                404,
                "ask",
                "No such question",
                "No question with this id is under way.",
                "Nothing is left to cancel; ask again when you like.",
            )
        return "", 204

    return app


def _page_from(body: PageBody) -> Page:
    given = [name for name in ("blocks", "html", "text") if getattr(body, name) is not None]
    if len(given) != 1:
        raise Problem(
            422, "body", "The body does not fit", "Exactly one of blocks, html and text is needed.", "Send one of them."
        )
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
    return with_text(page, body.url or "The page")


def _kept(shelf: PageShelf, page: Page) -> dict[str, Any]:
    return {
        "page_id": shelf.put(page),
        "url": page.url,
        "title": page.title,
        "sha256": page.sha256,
        "characters": len(page.text),
        "units": len(page.units),
        "not_read": dict(page.not_read),
    }


def _selection(page: Page, given: SelectionBody | None) -> Span | None:
    if given is None:
        return None
    offsets = Utf16Map(page.text)
    if not given.start <= given.end <= offsets.utf16_length:
        raise Problem(422, "body", "The body does not fit", "selection: is not a part of the page", "Select again.")
    return Span(offsets.code_point(given.start), offsets.code_point(given.end, end=True))
