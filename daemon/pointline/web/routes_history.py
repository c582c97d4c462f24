"""The history: sessions, their export, cells, and forgetting."""

from __future__ import annotations

from dataclasses import asdict
from datetime import timedelta

from flask import Blueprint, Response, jsonify

from pointline.export.records import ask_json, cell_json, counts_json, session_json
from pointline.export.session import FORMS, Export, export_session
from pointline.pipeline.record import Json
from pointline.store.cell_records import StoredCell
from pointline.store.cells import CellFilter, Sort
from pointline.store.hosts import host_of, site_of
from pointline.store.records import Session, StoredAsk
from pointline.store.store import Store
from pointline.web.bodies import AsksQuery, CellsQuery, ExportQuery, ForgetBody, ListQuery
from pointline.web.endpoints import Endpoint, endpoint
from pointline.web.idempotency import once
from pointline.web.problems import Problem, no_session
from pointline.web.service import Service
from pointline.web.views_history import CellsView, ForgottenView, SessionAsksView, SessionsView
from pointline.web.work import Work

_MOST = 200


def routes(service: Service) -> Blueprint:
    """The routes, around ``service``."""
    blueprint = Blueprint("history", __name__)

    @blueprint.get("/v1/sessions")
    @endpoint(Endpoint("Sessions, newest first", {200: SessionsView}, query=ListQuery, problems=(422, 503)))
    def sessions(query: ListQuery) -> Response:
        found = service.history().sessions(query.cursor, query.limit)
        return jsonify(items=[session_json(session) for session in found.items], next=found.cursor)

    @blueprint.get("/v1/sessions/<session_id>")
    @endpoint(
        Endpoint(
            "A session with its questions, newest first",
            {200: SessionAsksView},
            query=AsksQuery,
            problems=(404, 422, 503),
        )
    )
    def session(session_id: str, query: AsksQuery) -> Response:
        store = service.history()
        found = _session(store, session_id)
        asks = store.asks(session_id, thread=query.thread, cursor=query.cursor, limit=query.limit)
        return jsonify({**session_json(found), "items": [ask_json(ask) for ask in asks.items], "next": asks.cursor})

    @blueprint.get("/v1/sessions/<session_id>/export")
    @endpoint(
        Endpoint(
            "A session as a file",
            {200: tuple(kind.partition(";")[0] for kind in FORMS.values())},
            query=ExportQuery,
            problems=(404, 422, 503),
        )
    )
    def export(session_id: str, query: ExportQuery) -> Response:
        store = service.history()
        whole = Export(_session(store, session_id), _all_asks(store, session_id), _all_cells(store, session_id))
        response = Response(export_session(whole, query.format), content_type=FORMS[query.format])
        response.headers["Content-Disposition"] = f'attachment; filename="pointline-session.{query.format}"'
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
        return response

    @blueprint.delete("/v1/sessions/<session_id>")
    @endpoint(Endpoint("Forget a session", {204: None}, problems=(404, 503)))
    def forget_session(session_id: str) -> tuple[str, int]:
        _session(service.history(), session_id)
        service.history().forget_session(session_id)
        service.desk.forget(lambda work: work.session == session_id, lambda work: work.session == session_id)
        service.threads.drop(session_id)
        return "", 204

    @blueprint.get("/v1/cells")
    @endpoint(Endpoint("Cells", {200: CellsView}, query=CellsQuery, problems=(422, 503)))
    def cells(query: CellsQuery) -> Response:
        store = service.history()
        wanted = CellFilter(
            query.session, query.run, query.item, query.field, query.verdict, query.caveat, query.domain
        )
        sort: Sort = "score" if query.sort == "score" else "created"
        found = store.cells(wanted, sort=sort, cursor=query.cursor, limit=query.limit)
        counts = counts_json(store.count_cells(wanted))
        return jsonify(items=[cell_json(cell) for cell in found.items], next=found.cursor, counts=counts)

    @blueprint.post("/v1/forget")
    @endpoint(
        Endpoint(
            "Forget everything, a site, or what is older than some days",
            {200: ForgottenView},
            body=ForgetBody,
            problems=(400, 413, 415, 422, 503),
            idempotent=True,
            description="What is in memory is forgotten too: pages, answers whose events could still be read, and the"
            " keys of requests. Without a store, only that.",
        )
    )
    def forget(body: ForgetBody) -> Response:
        return once(service.keys, lambda: jsonify(_forget(service, body)))

    return blueprint


def _forget(service: Service, body: ForgetBody) -> Json:
    given = [name for name in ("everything", "site", "older_than_days") if getattr(body, name) is not None]
    if len(given) != 1:
        raise Problem(
            422,
            "body",
            "The body does not fit",
            "Exactly one of everything, site and older_than_days is needed.",
            "Send one of them.",
        )
    age = None if body.older_than_days is None else timedelta(days=body.older_than_days)
    counts = {"sessions": 0, "asks": 0, "claims": 0, "cells": 0, "pages": 0}
    try:
        if service.store is not None:
            found = service.store.forget(everything=body.everything is True, site=body.site, older_than=age)
            counts = {name: number for name, number in asdict(found).items() if name in counts}
    finally:  # a full disk is no reason to keep things in memory
        dropped = _forget_in_memory(service, body, age)
    return {**counts, "pages_in_memory": dropped}


def _forget_in_memory(service: Service, body: ForgetBody, age: timedelta | None) -> int:
    """Forget pages, work and keys of requests; how many pages."""
    if body.site is not None:
        site = site_of(body.site)
        dropped = service.pages.drop(lambda kept: _below(host_of(kept.page.url), site))
    elif age is not None:
        dropped = service.pages.drop(lambda kept: kept.older_than(age))
    else:
        dropped = service.pages.drop(lambda _kept: True)

    # Which site an answer in memory is about is not known any more; so all go that have ended. Of what is under way it
    # is known, and the store knows more: a question may name the site.
    def gone(work: Work) -> bool:
        if body.site is not None:
            return service.gone(work) or any(_below(host_of(found), site_of(body.site)) for found in work.addresses())
        return age is None or work.older_than(age)

    service.desk.forget(lambda work: age is None or work.older_than(age), gone)
    service.threads.drop(None)
    service.keys.clear()
    return dropped


def _below(host: str, site: str) -> bool:
    return host == site or host.endswith(f".{site}")


def _session(store: Store, session_id: str) -> Session:
    found = store.session(session_id)
    if found is None:
        raise no_session("List the sessions to see which there are.")
    return found


def _all_asks(store: Store, session_id: str) -> list[StoredAsk]:
    found: list[StoredAsk] = []
    cursor = None
    while True:
        part = store.asks(session_id, cursor=cursor, limit=_MOST)
        found += part.items
        if (cursor := part.cursor) is None:
            return found[::-1]


def _all_cells(store: Store, session_id: str) -> list[StoredCell]:
    found: list[StoredCell] = []
    cursor = None
    while True:
        part = store.cells(CellFilter(session=session_id), cursor=cursor, limit=_MOST)
        found += part.items
        if (cursor := part.cursor) is None:
            return found[::-1]
