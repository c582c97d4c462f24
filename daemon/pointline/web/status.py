"""``/v1/status``: all that runs here and where, for who has the token. What can only be known by whoever started the
daemon is given to the application as :class:`Surroundings`; nothing of a page, question or answer is in it."""

from __future__ import annotations

import shutil
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from pointline import __version__
from pointline.logs import log_bytes
from pointline.pipeline.record import Json
from pointline.store.errors import StoreError
from pointline.store.store import Store
from pointline.web.guard import Access
from pointline.web.metrics import resident_bytes
from pointline.web.service import Service

PROTOCOL = 1


@dataclass(frozen=True, slots=True)
class Qualification:
    """What was measured of the model in use; figures are None where that part was not measured. ``outdated``: why they
    may no longer hold, as half a sentence, or None."""

    date: str
    pointing_r1: float | None = None
    judge_auroc: float | None = None
    judge_calibration_error: float | None = None
    outdated: str | None = None


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The data folder, the log, the matrix library and the model's qualification; '' or None where there is none."""

    data_folder: Path | None = None
    log_file: Path | None = None
    blas: str = ""
    qualification: Qualification | None = None


def status_json(service: Service, access: Access, around: Surroundings) -> Json:
    """The state of this moment as ``StatusView`` says. A store or pairings that cannot be read are said, not raised."""
    info = service.engine.info
    known = around.qualification
    return {
        "version": __version__,
        "protocol": PROTOCOL,
        "engine": info.engine,
        "model": info.name,
        "context_tokens": info.context_tokens,
        "may_state": info.may_state,
        "may_judge": info.may_judge,
        "strategy": info.strategy,
        "qualification": None if known is None else asdict(known),
        "blas": around.blas,
        "asks_under_way": service.desk.under_way(),
        "queue": service.desk.turns.waiting(),
        "queue_places": service.desk.turns.places,
        "pages": len(service.pages),
        "pairings": access.paired(),
        "store": _store_json(service.store),
        "data_folder": None if around.data_folder is None else str(around.data_folder),
        "free_bytes": _free_bytes(around.data_folder),
        "log": _log_json(around.log_file),
        "uptime_seconds": round(time.monotonic() - service.started, 1),
        "memory_bytes": int(resident_bytes()),
        "stopping": access.stopping,
    }


def _store_json(store: Store | None) -> Json:
    found: Json = {"kept": store is not None, "place": None, "retention_days": None, "keep_page_text": None}
    found |= {"records": None, "problem": None}
    if store is None:
        return found
    found["place"] = store.place
    try:
        chosen = store.settings()
        return {**found, **asdict(chosen), "records": asdict(store.held())}
    except StoreError as error:
        return {**found, "problem": f"{error} {error.action}"}


def _log_json(path: Path | None) -> Json | None:
    if path is None:
        return None
    try:
        return {"path": str(path), "bytes": log_bytes()}
    except OSError:
        return {"path": str(path), "bytes": None}


def _free_bytes(folder: Path | None) -> int | None:
    try:
        return None if folder is None else shutil.disk_usage(folder).free
    except OSError:
        return None
