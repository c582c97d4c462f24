"""The API's OpenAPI 3.1 description, generated from the declared endpoints and their pydantic models.

pydantic's JSON Schemas are OpenAPI 3.1's own dialect, so the components are what ``models_json_schema`` gives, and the
paths are Flask's own route table. The libraries that decorate Flask routes were tried and left: spectree (3.0) knows
only JSON answers and reads a stream to its end to check it; flask-openapi (5.0) writes 3.2 through schema classes of
its own, answers misfits as a JSON list instead of a problem document, and wants the application to be its own class.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flask import Flask
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema
from werkzeug.routing import Rule

from pointline import __version__
from pointline.web import views
from pointline.web.endpoints import STREAM, Endpoint, declared_of
from pointline.web.idempotency import HEADER as IDEMPOTENCY_KEY
from pointline.web.idempotency import KEY
from pointline.web.problems import MEDIA_TYPE

Json = dict[str, Any]

_EVENTS: dict[str, type[BaseModel]] = {
    "progress": views.ProgressEvent,
    "claim": views.ClaimEvent,
    "done": views.DoneEvent,
    "error": views.ErrorEvent,
}
_ALWAYS = (403, 500)
_REF = "#/components/schemas/{model}"
_DESCRIPTION = (
    "Ask the page you are reading; every claim points at one exact line of it. Offsets are UTF-16 units of the page's"
    " text unless a record says code_point."
)
_TITLES = {
    200: "Done", 201: "Kept", 202: "Accepted", 204: "Done, with no body", 400: "Cannot be read",
    401: "No or a wrong token", 403: "Host or origin refused", 404: "Not here", 409: "Under way", 410: "Expired",
    413: "Too large", 415: "Not JSON", 422: "Does not fit", 423: "Locked", 429: "Busy; see Retry-After",
    500: "Failed", 503: "Not available", 507: "The disk is full",
}  # fmt: skip
_HEADERS: dict[str, Json] = {
    IDEMPOTENCY_KEY: {
        "type": "string",
        "pattern": f"^{KEY.pattern}$",
        "description": "A request sent again with it is answered as before, and not done again, for a day. The keys of"
        " questions are kept, unless they are private; those of pages, tables, checks and rechecks end with the daemon:"
        " after that, send a table or check again with its session_id: what is kept there is taken up, not doubled.",
    },
    "Last-Event-ID": {"type": "string", "pattern": "^[0-9]{1,9}$"},
}


def document(app: Flask) -> str:
    """The description of ``app`` as JSON text; made once."""
    made: str | None = app.extensions.get("pointline-openapi")
    if made is None:
        made = app.extensions["pointline-openapi"] = json.dumps(describe(app))
    return made


def describe(app: Flask) -> Json:
    """The description of ``app`` as plain values."""
    paths: dict[str, Json] = {}
    models: dict[type[BaseModel], None] = dict.fromkeys((*_EVENTS.values(), views.ProblemView))
    for rule, method, declared in operations(app):
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        paths.setdefault(path, {})[method.lower()] = _operation(rule, method, declared)
        given = (declared.body, *declared.answers.values(), *(declared.events or {}).values())
        models |= dict.fromkeys(model for model in given if isinstance(model, type))
    # The default mode fits both directions: bodies may leave defaults out, and what is sent is required in the views.
    _, schemas = models_json_schema([(model, "validation") for model in models], ref_template=_REF)
    return {
        "openapi": "3.1.1",
        "info": {"title": "Pointline", "version": __version__, "description": _DESCRIPTION},
        "security": [{"token": []}],
        "paths": dict(sorted(paths.items())),
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": schemas["$defs"],
        },
    }


def operations(app: Flask) -> Iterator[tuple[Rule, str, Endpoint]]:
    """Every declared operation of ``app``: its route, method and declaration."""
    for rule in app.url_map.iter_rules():
        declared = declared_of(app.view_functions[rule.endpoint])
        if declared is not None:
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                yield rule, method, declared


def _operation(rule: Rule, method: str, declared: Endpoint) -> Json:
    statuses = {*declared.problems, *_ALWAYS, *(() if declared.open else (401,))}
    if declared.idempotent:
        statuses |= {400, 409, 422}
    problems = {str(status): _problem(status) for status in statuses}
    answers = {
        str(status): _answer(status, what, declared.events or _EVENTS) for status, what in declared.answers.items()
    }
    found: Json = {
        "operationId": re.sub(r"\W+", "_", f"{method.lower()}{rule.rule}").strip("_"),
        "summary": declared.summary,
        "parameters": list(_parameters(rule, declared)),
        "responses": dict(sorted({**problems, **answers}.items())),
    }
    if declared.description:
        found["description"] = declared.description
    if declared.body is not None:
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": _ref(declared.body)}}}
    if declared.open:
        found["security"] = []
    return found


def _parameters(rule: Rule, declared: Endpoint) -> Iterator[Json]:
    for name in sorted(rule.arguments):
        schema = {"type": "string", "pattern": "^[0-9A-Za-z_-]{1,64}$"}
        yield {"name": name, "in": "path", "required": True, "schema": schema}
    if declared.query is not None:
        given = declared.query.model_json_schema()
        for name, schema in given["properties"].items():
            needed = name in given.get("required", ())
            yield {"name": name, "in": "query", "required": needed, "schema": _plain(schema)}
    for name in (*declared.headers, *((IDEMPOTENCY_KEY,) if declared.idempotent else ())):
        yield {"name": name, "in": "header", "required": False, "schema": _HEADERS[name]}


def _plain(schema: Json) -> Json:
    """A query parameter's schema: one that may be null may be left out, as a query has no null."""
    options = schema.get("anyOf")
    if options is None:
        return schema
    kept = next(option for option in options if option.get("type") != "null")
    return {**kept, **{key: value for key, value in schema.items() if key not in ("anyOf", "default")}}


def _answer(status: int, what: type[BaseModel] | Sequence[str] | None, events: Mapping[str, type[BaseModel]]) -> Json:
    found = _described(status)
    if isinstance(what, type):
        found["content"] = {"application/json": {"schema": _ref(what)}}
    elif what is not None:
        found["content"] = {kind: {"schema": _unmodelled(kind, events)} for kind in what}
    return found


def _unmodelled(kind: str, events: Mapping[str, type[BaseModel]]) -> Json:
    """The schema of what has no model: any JSON, a text, or each event of a stream (as OpenAPI 3.1 has no more)."""
    if kind == STREAM:
        return {"oneOf": [_event(name, model) for name, model in events.items()]}
    return {} if kind.endswith("json") else {"type": "string"}


def _event(name: str, model: type[BaseModel]) -> Json:
    data = {"type": "string", "contentMediaType": "application/json", "contentSchema": _ref(model)}
    number = {"type": "string", "pattern": "^[1-9][0-9]*$"}
    properties = {"id": number, "event": {"const": name}, "data": data}
    return {"type": "object", "required": list(properties), "properties": properties}


def _problem(status: int) -> Json:
    found = _described(status)
    found["content"] = {MEDIA_TYPE: {"schema": _ref(views.ProblemView)}}
    if status == 429:
        found["headers"]["Retry-After"] = {"schema": {"type": "integer", "minimum": 1}}
    return found


def _described(status: int) -> Json:
    named = {"description": "Stands in the log too.", "schema": {"type": "string"}}
    return {"description": _TITLES[status], "headers": {"X-Request-Id": named}}


def _ref(model: type[BaseModel]) -> Json:
    return {"$ref": _REF.format(model=model.__name__)}
