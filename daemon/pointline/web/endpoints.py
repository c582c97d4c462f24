"""How an endpoint is declared: what it takes and gives, once, for the check of requests and for the description."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any

from pydantic import BaseModel

from pointline.web.bodies import read_body, read_query

View = Callable[..., Any]

STREAM = "text/event-stream"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One operation. ``answers``: by status, the model of the JSON, the media types of anything else, or None for no
    body. ``problems``: statuses of the problem documents that are its own. ``events``: by name, the models of the data
    in its stream; those of a question when left out."""

    summary: str
    answers: Mapping[int, type[BaseModel] | tuple[str, ...] | None]
    body: type[BaseModel] | None = None
    query: type[BaseModel] | None = None
    problems: tuple[int, ...] = ()
    headers: tuple[str, ...] = ()
    idempotent: bool = False
    open: bool = False
    description: str = ""
    events: Mapping[str, type[BaseModel]] | None = None


def endpoint(declared: Endpoint) -> Callable[[View], View]:
    """Declare a view; its body and query are read and checked, and passed as ``body`` and ``query``."""

    def decorate(view: View) -> View:
        @wraps(view)
        def checked(**given: Any) -> Any:
            if declared.body is not None:
                given["body"] = read_body(declared.body)
            if declared.query is not None:
                given["query"] = read_query(declared.query)
            return view(**given)

        checked.endpoint = declared  # type: ignore[attr-defined]
        return checked

    return decorate


def declared_of(view: View) -> Endpoint | None:
    """What was declared of a view function."""
    return getattr(view, "endpoint", None)
