"""docs/reference/api.md: every operation and every shape of the localhost API, read from its OpenAPI description."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pointline.engine.scripted import ScriptedEngine
from pointline.web.app import create_app
from pointline.web.asks import AskDesk
from pointline.web.guard import Access
from pointline.web.openapi import describe

Json = dict[str, Any]
HEAD = """# The localhost API

Written by `./scripts/docs` from the daemon's own OpenAPI 3.1 description (`GET /v1/openapi.json`). {description}

Host and Origin are checked before anything else (403), then the token (401): `Authorization: Bearer TOKEN`, but for the
operations marked *open*. Errors are RFC 9457 problem documents with one `action` to take. To try it:

```
pointline serve --port 8765            # its first line is {{"url", "token"}}
curl -H "Authorization: Bearer TOKEN" http://127.0.0.1:8765/v1/status
```
"""


def text() -> str:
    """The whole page."""
    engine = ScriptedEngine()
    desk = AskDesk(engine)
    try:
        app = create_app(engine, Access(hosts=frozenset({"127.0.0.1:8765"}), token="unused"), desk=desk)
        found = describe(app)
    finally:
        desk.close()
        engine.close()
    return "\n".join(_page(found)).rstrip() + "\n"


def _page(found: Json) -> Iterator[str]:
    yield HEAD.format(description=found["info"]["description"])
    yield from ("| operation | what it does |", "|---|---|")
    for path, method, operation in _operations(found):
        yield f"| [`{method} {path}`](#{operation['operationId'].lower()}) | {_cell(operation['summary'])} |"
    yield "\n# Operations\n"
    for path, method, operation in _operations(found):
        yield from _operation(path, method, operation)
    yield "# Shapes\n"
    for name, schema in sorted(found["components"]["schemas"].items()):
        yield from _schema(name, schema)


def _operations(found: Json) -> Iterator[tuple[str, str, Json]]:
    for path, methods in found["paths"].items():
        for method, operation in methods.items():
            yield path, method.upper(), operation


def _operation(path: str, method: str, operation: Json) -> Iterator[str]:
    yield f'<a id="{operation["operationId"].lower()}"></a>\n'
    yield f"## `{method} {path}`\n"
    yield operation["summary"].rstrip(".") + (". *Open.*" if operation.get("security") == [] else ".") + "\n"
    if operation.get("description"):
        yield operation["description"] + "\n"
    for each in operation["parameters"]:
        needed = ", required" if each["required"] else ""
        says = (
            f". {each['schema']['description']}" if each["in"] == "header" and "description" in each["schema"] else ""
        )
        yield f"* `{each['name']}` ({each['in']}{needed}): {_kind(each['schema'])}{says}"
    body = operation.get("requestBody")
    if body is not None:
        yield f"* body: {_kind(body['content']['application/json']['schema'])}"
    for status, answer in operation["responses"].items():
        if int(status) < 400:
            kinds = "; ".join(f"`{kind}` {_kind(what['schema'])}" for kind, what in answer.get("content", {}).items())
            yield f"* {status} {answer['description']}" + (f": {kinds}" if kinds else "")
    problems = ", ".join(status for status in operation["responses"] if int(status) >= 400)
    yield f"* problems: {problems}\n"


def _schema(name: str, schema: Json) -> Iterator[str]:
    yield f'<a id="{name.lower()}"></a>\n'
    yield f"## {name}\n"
    if schema.get("description"):
        yield " ".join(schema["description"].split()) + "\n"
    if "properties" not in schema:
        yield f"{_kind(schema)}\n"
        return
    yield from ("| key | what | |", "|---|---|---|")
    for key, what in schema["properties"].items():
        said = what.get("description", "")
        needed = "" if key in schema.get("required", ()) else "may be left out"
        note = ". ".join(part for part in (said.rstrip("."), needed) if part)
        yield f"| `{key}` | {_cell(_kind(what))} | {_cell(note)} |"
    yield ""


def _kind(schema: Json) -> str:
    """One schema in a few words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    for key, word in (("anyOf", " or "), ("oneOf", " or "), ("allOf", " and ")):
        if key in schema:
            return word.join(_kind(each) for each in schema[key])
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return ", ".join(f"`{each}`" for each in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    event = schema.get("properties", {}).get("event", {}).get("const")
    if event is not None:
        return f"event `{event}` with {_kind(schema['properties']['data']['contentSchema'])}"
    if schema.get("type") == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_kind(schema['additionalProperties'])}"
    return f"{schema.get('type', 'any JSON')}{_limits(schema)}"


def _limits(schema: Json) -> str:
    words = {"minimum": "≥ {}", "maximum": "≤ {}", "exclusiveMinimum": "> {}", "minLength": "at least {} long",
             "maxLength": "at most {} long", "pattern": "`{}`"}  # fmt: skip
    said = [form.format(schema[key]) for key, form in words.items() if key in schema]
    return f" ({', '.join(said)})" if said else ""


def _cell(given: str) -> str:
    return " ".join(given.split()).replace("|", "\\|")
