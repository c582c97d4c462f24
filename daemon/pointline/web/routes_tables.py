"""Tables: found cell by cell, followed, cancelled; names suggested for them; a person's verdict on a cell."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify
from pydantic import BaseModel

from exactquote.page import Page
from pointline.export.records import cell_json
from pointline.pipeline.suggest import suggest
from pointline.pipeline.table_names import MOST_CELLS, closed_up
from pointline.store.cell_records import StoredCell
from pointline.web.bodies_work import SuggestBody, TableBody, VerdictBody
from pointline.web.endpoints import STREAM, Endpoint, endpoint
from pointline.web.idempotency import once
from pointline.web.long_work import private_among, references, session_of
from pointline.web.problems import Problem
from pointline.web.routes_work import REFUSALS, WorkRoutes
from pointline.web.service import KeptPage, Service
from pointline.web.streams import client_gone
from pointline.web.tabled import TableWork, table_work_json
from pointline.web.views_history import CellView
from pointline.web.views_tables import (
    CellEvent,
    SuggestionView,
    TableDoneEvent,
    TableErrorEvent,
    TableProgressEvent,
    TableView,
)

_EVENTS: dict[str, type[BaseModel]] = {
    "progress": TableProgressEvent,
    "cell": CellEvent,
    "done": TableDoneEvent,
    "error": TableErrorEvent,
}


def routes(service: Service) -> Blueprint:
    """The routes, around ``service``."""
    blueprint = Blueprint("tables", __name__)
    work = WorkRoutes(
        service,
        TableWork,
        "tables",
        table_work_json,
        TableView,
        _EVENTS,
        "Ask for the table again with its session_id; cells that were found are taken up.",
    )

    @blueprint.post("/v1/tables")
    @endpoint(
        Endpoint(
            "Find every field of every item in pages",
            {200: (STREAM,), 202: TableView},
            body=TableBody,
            problems=REFUSALS,
            idempotent=True,
            description="Cells are kept as they are found. The same pages asked again with the same model in the same"
            f" session take up the cells that are there. {work.described}",
            events=_EVENTS,
        )
    )
    def tables(body: TableBody) -> Response:
        return once(service.keys, lambda: work.begun(_table(service, body), stream=body.stream), work.again)

    @blueprint.post("/v1/tables/suggest")
    @endpoint(
        Endpoint(
            "Items and fields that the structure of pages suggests",
            {200: SuggestionView},
            body=SuggestBody,
            problems=(400, 404, 413, 415, 422),
            idempotent=True,
        )
    )
    def suggested(body: SuggestBody) -> Response:
        def work_out() -> Response:
            found = references(service, body.pages)
            names = suggest([one.page if isinstance(one, KeptPage) else _opened(service, one) for one in found])
            return jsonify(items=list(names.items), fields=list(names.fields))

        return once(service.keys, work_out)

    @blueprint.get("/v1/cells/<cell_id>")
    @endpoint(Endpoint("A cell", {200: CellView}, problems=(404, 503)))
    def cell(cell_id: str) -> Response:
        return jsonify(cell_json(_known(service.history().cell(cell_id))))

    @blueprint.put("/v1/cells/<cell_id>/verdict")
    @endpoint(
        Endpoint(
            "Put a person's verdict on a cell",
            {200: CellView},
            body=VerdictBody,
            problems=(400, 404, 413, 415, 422, 503, 507),
            description="The verdict that it replaces is kept with the cell.",
        )
    )
    def verdict(cell_id: str, body: VerdictBody) -> Response:
        return jsonify(cell_json(_known(service.history().override_verdict(cell_id, body.verdict, body.why))))

    @blueprint.delete("/v1/cells/<cell_id>/verdict")
    @endpoint(
        Endpoint(
            "Take a person's verdict back",
            {200: CellView},
            problems=(404, 503, 507),
            description="What it replaced stands again. A cell that no person judged is answered as it is.",
        )
    )
    def no_verdict(cell_id: str) -> Response:
        return jsonify(cell_json(_known(service.history().withdraw_verdict(cell_id))))

    work.register(blueprint)
    return blueprint


def _opened(service: Service, address: str) -> Page:
    page, notes = service.opener(address, client_gone())
    service.pages.put(page, notes=notes)
    return page


def _table(service: Service, body: TableBody) -> TableWork:
    items, fields = closed_up(body.items), closed_up(body.fields)
    if len(items) * len(fields) > MOST_CELLS:
        raise Problem(
            422,
            "body",
            "The body does not fit",
            f"{len(items)} items by {len(fields)} fields are more than {MOST_CELLS} cells.",
            "Make two tables of it.",
        )
    found = references(service, body.pages)
    private = body.private or private_among(found)
    return TableWork(
        service=service,
        items=items,
        fields=fields,
        references=found,
        seconds=body.seconds,
        attempts=body.attempts,
        session=session_of(service, body.session_id, private=private),
        private=private,
        keep=body.keep or not body.stream,
        unattended=body.unattended,
    )


def _known(found: StoredCell | None) -> StoredCell:
    if found is None:
        raise Problem(404, "cell", "No such cell", "There is no cell with this id (any more).", "List the cells.")
    return found
