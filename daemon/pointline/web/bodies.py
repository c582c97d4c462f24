"""What clients may send: the one definition of each request body and query, checked before anything is done with it,
and the source of the API's description."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeVar

from flask import request
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from pointline.pipeline.answer import Wanted
from pointline.pipeline.question import LONGEST_QUESTION
from pointline.web.problems import Problem

Body = TypeVar("Body", bound=BaseModel)

Id = Annotated[str, Field(pattern=r"^[0-9a-zA-Z_-]{1,64}$", description="An id as the daemon gave it.")]


UNATTENDED = (
    "Nobody waits for this: a program does it by itself. Then sites' robots.txt is honoured for every address that is"
    " opened."
)


class Given(BaseModel):
    """A JSON body: nothing is taken for what it is not (``true`` for one day)."""

    model_config = ConfigDict(extra="forbid", strict=True)


def _digits(given: Any) -> Any:
    """A number as clients write one: ``1_0`` and `` 1`` are none, whatever Python says."""
    if isinstance(given, str) and not re.fullmatch("[0-9]{1,9}", given):
        raise ValueError("Input should be a whole number")
    return given


def _no_number(given: Any) -> Any:
    """``1`` equals ``True`` in Python, but not in JSON."""
    if not isinstance(given, bool | None):
        raise ValueError("Input should be true")
    return given


class SelectionBody(Given):
    """A part of the page, in UTF-16 units of its text."""

    start: int = Field(ge=0)
    end: int = Field(ge=0)


class FollowUpBody(Given):
    """``POST /v1/threads/{id}/asks``: a further question in a thread.

    It is answered from the pages anew: of earlier turns it knows the questions and the verified lines, and nothing that
    a model wrote.
    """

    page_id: Id | None = Field(default=None, description="A page to read; else those of the thread are read again.")
    page_ids: list[Id] = Field(
        default_factory=list, max_length=50, description="More pages to read at once; a claim names its own."
    )
    question: str = Field(min_length=1, max_length=LONGEST_QUESTION, pattern=r"\S")
    selection: SelectionBody | None = None
    max_claims: int = Field(default=3, ge=1, le=50)
    seconds: float = Field(default=120.0, gt=0, le=3600, allow_inf_nan=False)
    attempts: int = Field(default=3, ge=1, le=3)
    max_tokens: int = Field(default=400, ge=1, le=20_000)
    strategy: Wanted = "auto"
    gather: bool = Field(default=False, description="Show all lines verified so far in the thread, then new ones.")
    probe: bool = Field(
        default=False, description="Ask as put, as a believer would and as a sceptic would, and compare."
    )
    private: bool = Field(default=False, description="Nothing of this question is ever written to disk.")
    keep: bool = Field(
        default=False,
        description="Go on when the reader is gone; the stream can be taken up again. Otherwise a question is"
        " cancelled when its last reader leaves.",
    )
    stream: bool = Field(
        default=True,
        description="Answer with the event stream. When false, answer 202 at once; the question is kept as with"
        " keep, and its events are read at /v1/asks/{id}/events.",
    )


class AskBody(FollowUpBody):
    """``POST /v1/asks``: a question about a page that was sent, or one that holds an http(s) address to read."""

    page_id: Id | None = Field(
        default=None, description="May be left out when the question holds an address: then that is read."
    )
    session_id: Id | None = Field(default=None, description="The session to record it in; else a new one.")


class PageBody(Given):
    """``POST /v1/pages``: a capture (``blocks``, see WALK.md), the ``html`` or ``text`` of a page, or only the ``url``
    of one to open (http and https, never private addresses)."""

    url: str = Field(default="", max_length=20_000)
    title: str = Field(default="", max_length=20_000)
    lang: str = Field(default="", max_length=100)
    blocks: list[Any] | None = None
    html: str | None = None
    text: str | None = None
    not_read: dict[str, int] = Field(default_factory=dict)
    private: bool = Field(default=False, description="From a private window: nothing of it is ever written to disk.")
    keep_text: bool | None = Field(
        default=None,
        description="Keep the text with the questions that are asked about it; as the settings say when left out.",
    )
    unattended: bool = Field(default=False, description=UNATTENDED)


class VerifyBody(Given):
    """``POST /v1/verify``: quotes to look for on a page. No model is used."""

    page_id: Id
    quotes: list[Annotated[str, Field(min_length=1, max_length=4_000, pattern=r"\S")]] = Field(
        min_length=1, max_length=50
    )


class ForgetBody(Given):
    """``POST /v1/forget``: exactly one of them."""

    everything: Annotated[Literal[True] | None, BeforeValidator(_no_number)] = None
    site: str | None = Field(default=None, min_length=1, max_length=2_000, description="A host, or an address on it.")
    older_than_days: float | None = Field(default=None, ge=0, le=36_500, allow_inf_nan=False)


class SettingsBody(Given):
    """``PUT /v1/settings``: all that is chosen for the history."""

    retention_days: int | None = Field(
        ge=1, le=36_500, strict=True, description="Days after which everything is forgotten; null: never."
    )
    keep_page_text: bool = Field(
        strict=True, description="Keep the text of a page with the questions about it, where a page does not say."
    )


class _Query(BaseModel):
    """Parameters, which come as strings."""

    model_config = ConfigDict(extra="forbid")


class ListQuery(_Query):
    """Where to go on in a list, and how much of it to give."""

    limit: Annotated[int, BeforeValidator(_digits)] = Field(default=50, ge=1, le=200)
    cursor: str | None = Field(default=None, min_length=1, max_length=1_000)


class AsksQuery(ListQuery):
    """Questions of a session or thread."""

    thread: Id | None = None


class CellsQuery(ListQuery):
    """Which cells, and in which order: by time the newest first, by score the weakest first."""

    session: Id | None = None
    run: str | None = Field(default=None, max_length=200)
    item: str | None = Field(default=None, max_length=2_000)
    field: str | None = Field(default=None, max_length=2_000)
    verdict: Literal["confirmed", "caveated", "uncertain", "mismatch"] | None = None
    caveat: str | None = Field(default=None, max_length=100)
    domain: str | None = Field(default=None, min_length=1, max_length=300)
    sort: Literal["time", "score"] = "time"


class ExportQuery(_Query):
    """In which form to export."""

    format: Literal["json", "csv", "md", "html", "jsonld"] = "json"


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
        raise _misfit(error, "body") from None


def read_query(kind: type[Body]) -> Body:
    """The request's query as ``kind``; raises a 422 problem that names the first wrong parameter."""
    given = {name: values[0] if len(values) == 1 else values for name, values in request.args.lists()}
    try:
        return kind.model_validate(given)
    except ValidationError as error:
        raise _misfit(error, "query") from None


def _misfit(error: ValidationError, what: str) -> Problem:
    first = error.errors(include_input=False, include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or what
    return Problem(422, what, f"The {what} does not fit", f"{where}: {first['msg']}", f"Correct {where}.")
