"""What clients may send: the one definition of each request body, checked before anything is done with it."""

from __future__ import annotations

from typing import Any, TypeVar

from flask import request
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pointline.pipeline.answer import Wanted
from pointline.pipeline.question import LONGEST_QUESTION
from pointline.web.problems import Problem

Body = TypeVar("Body", bound=BaseModel)


class SelectionBody(BaseModel):
    """A part of the page, in UTF-16 units of its text."""

    model_config = ConfigDict(extra="forbid")
    start: int = Field(ge=0)
    end: int = Field(ge=0)


class AskBody(BaseModel):
    """``POST /v1/asks``."""

    model_config = ConfigDict(extra="forbid")
    page_id: str
    question: str = Field(min_length=1, max_length=LONGEST_QUESTION)
    selection: SelectionBody | None = None
    max_claims: int = Field(default=3, ge=1, le=50)
    seconds: float = Field(default=120.0, gt=0, le=3600, allow_inf_nan=False)
    attempts: int = Field(default=3, ge=1, le=10)
    max_tokens: int = Field(default=400, ge=1, le=20_000)
    strategy: Wanted = "auto"


class PageBody(BaseModel):
    """``POST /v1/pages``: a capture (``blocks``, see WALK.md), or the ``html`` or ``text`` of a page."""

    model_config = ConfigDict(extra="forbid")
    url: str = Field(default="", max_length=20_000)
    title: str = Field(default="", max_length=20_000)
    lang: str = Field(default="", max_length=100)
    blocks: list[Any] | None = None
    html: str | None = None
    text: str | None = None
    not_read: dict[str, int] = Field(default_factory=dict)


def read_body(kind: type[Body]) -> Body:
    """The request's JSON as ``kind``; raises a 400 problem for what is no JSON and a 422 problem that names the first
    wrong field."""
    try:
        given = request.get_json(silent=True)
    except RecursionError:
        given = None
    if given is None:
        raise Problem(400, "json", "The body is not JSON", "The body cannot be read as JSON.", "Send one JSON object.")
    try:
        return kind.model_validate(given)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "body"
        raise Problem(422, "body", "The body does not fit", f"{where}: {first['msg']}", f"Correct {where}.") from None
