"""What clients may send for tables, checks of a memo, sources opened again, and verdicts of a person."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pointline.checks.memo import MOST_CHARACTERS
from pointline.pipeline.table_names import LONGEST_NAME
from pointline.pipeline.tables import ATTEMPTS, SECONDS
from pointline.web.bodies import UNATTENDED, Given, Id, SelectionBody

PageRef = Annotated[
    str,
    Field(
        max_length=20_000,
        pattern=r"^([0-9a-zA-Z_-]{1,64}|[hH][tT][tT][pP][sS]?://\S+)$",
        description="A page_id, or an http(s) address to open (never a private one).",
    ),
]
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME, pattern=r"\S")]


class WorkBody(Given):
    """What all long work has in common."""

    keep: bool = Field(
        default=False,
        description="Go on when the reader is gone; the stream can be taken up again. Otherwise it is cancelled when"
        " its last reader leaves. What was done is kept in both cases.",
    )
    stream: bool = Field(
        default=True,
        description="Answer with the event stream. When false, answer 202 at once, and go on as with keep.",
    )
    unattended: bool = Field(default=False, description=UNATTENDED)


class TableBody(WorkBody):
    """``POST /v1/tables``: items × fields over pages."""

    pages: list[PageRef] = Field(min_length=1, max_length=50)
    items: list[Name] = Field(min_length=1, max_length=1_000, description="What the rows are about.")
    fields: list[Name] = Field(min_length=1, max_length=1_000, description="What is wanted of every item.")
    seconds: float = Field(
        default=SECONDS, gt=0, le=3600, allow_inf_nan=False, description="Time to look for the line of one cell."
    )
    attempts: int = Field(default=ATTEMPTS, ge=1, le=3)
    session_id: Id | None = Field(
        default=None,
        description="The session to keep the cells in; else a new one. Cells of the same pages and model that are"
        " there already are taken up instead of being found again.",
    )
    private: bool = Field(default=False, description="Nothing of this table is ever written to disk.")


class SuggestBody(Given):
    """``POST /v1/tables/suggest``: pages to read items and fields from."""

    pages: list[PageRef] = Field(min_length=1, max_length=50)


class CheckBody(WorkBody):
    """``POST /v1/checks``: a text whose claims are looked up in what it cites, or in the pages given."""

    text: str = Field(min_length=1, max_length=MOST_CHARACTERS, pattern=r"\S")
    format: Literal["auto", "markdown", "html", "plain"] = "auto"
    against: list[PageRef] = Field(
        default_factory=list,
        max_length=50,
        description="Pages for claims that cite nothing, or nothing that opens.",
    )
    base: str = Field(
        default="",
        max_length=20_000,
        pattern=r"^([hH][tT][tT][pP][sS]?://\S+)?$",
        description="The text's own http(s) address, which its links are relative to.",
    )
    selection: SelectionBody | None = Field(
        default=None,
        description="The part of the first page of `against` that the text was selected in: its lines are no evidence"
        " for it. Needs a page that was sent, not an address.",
    )
    strict: bool = Field(default=False, description="Count uncertain claims as failed, too.")
    session_id: Id | None = Field(default=None, description="The session to keep the claims in; else a new one.")
    private: bool = Field(default=False, description="Nothing of this check is ever written to disk.")


class RecheckBody(WorkBody):
    """``POST /v1/sessions/{id}/recheck``: may be ``{}``."""


class VerdictBody(Given):
    """``PUT /v1/cells/{id}/verdict``: a person's own verdict; what it replaces is kept."""

    verdict: Literal["confirmed", "caveated", "uncertain", "mismatch"]
    why: str = Field(default="", max_length=4_000)
