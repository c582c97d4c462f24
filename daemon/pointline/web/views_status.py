"""What the daemon says of itself, as JSON: ``/healthz`` and ``/v1/status``."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from pointline.web.views import View


class HealthView(View):
    """Name and protocol version, and nothing else."""

    name: Literal["pointline"]
    protocol: int


class QualificationView(View):
    """What ``pointline model qualify`` measured of this model; null where a part was not measured."""

    date: str
    pointing_r1: float | None
    judge_auroc: float | None
    judge_calibration_error: float | None
    outdated: str | None = Field(
        description="Why these figures may no longer hold, as half a sentence; null: nothing speaks against them."
    )


class RecordsView(View):
    """How many of each are kept."""

    sessions: int
    asks: int
    claims: int
    cells: int
    pages: int


class StoreView(View):
    """Whether a history is kept, where, how long, and how much of it there is."""

    kept: bool
    place: str | None = Field(description="The database's file or address; without its password.")
    retention_days: int | None = Field(description="Days after which all is forgotten; null: never.")
    keep_page_text: bool | None
    records: RecordsView | None
    problem: str | None = Field(description="Why it cannot be read now, and what to do about that.")


class LogView(View):
    """The log file, and the bytes of it and of its older ones."""

    path: str
    bytes: int | None


class StatusView(View):
    """What runs here."""

    version: str
    protocol: int
    engine: str
    model: str
    context_tokens: int
    may_state: bool
    may_judge: bool
    strategy: str
    qualification: QualificationView | None = Field(description="Null: never measured, or by no model folder.")
    blas: str = Field(description="The matrix library in use.")
    asks_under_way: int
    queue: int = Field(description="Questions that wait behind the one being answered.")
    queue_places: int = Field(description="Questions that may wait; the next is refused with 429.")
    pages: int = Field(description="Pages held in memory.")
    pairings: int | None = Field(description="Paired browsers; null when that cannot be read.")
    store: StoreView
    data_folder: str | None
    free_bytes: int | None = Field(description="Free on the disk of the data folder.")
    log: LogView | None
    uptime_seconds: float
    memory_bytes: int
    stopping: bool = Field(description="Finishing what is under way; nothing new is taken.")
