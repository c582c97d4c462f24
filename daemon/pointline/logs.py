"""What the daemon writes down: JSON lines in ``POINTLINE_HOME/logs`` (0600, rotated), and short lines on its terminal.

Page text, questions, model output and tokens are never logged. Exceptions are the way by which they could get in, as
their messages quote what they failed on: of an exception only its type and the places in the code are written, unless
``debug`` says that messages may be written too. A log that cannot be written stops nothing.
"""

from __future__ import annotations

import json
import logging
import logging.handlers
import os
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from types import TracebackType
from typing import Any

from pointline.access import files
from pointline.home import home_path

FOLDER, FILE = "logs", "daemon.jsonl"
LARGEST, KEPT = 5_000_000, 4
"""Bytes of one file, and how many older ones are kept."""

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The request that is being answered in this thread; '' outside of one."""

ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class _Lines(logging.Formatter):
    """One JSON object a line; what was given as ``extra={"fields": {...}}`` stands beside the message."""

    def __init__(self, debug: bool) -> None:
        super().__init__()
        self._debug = debug

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON."""
        line: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if found := getattr(record, "request_id", ""):
            line["request"] = found
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["exception"] = described(record.exc_info, messages=self._debug)
        return json.dumps(line, default=str)


class _Terminal(logging.Formatter):
    """A line for a person; an exception by type and place here too."""

    def __init__(self, debug: bool) -> None:
        super().__init__("%(asctime)s %(message)s")
        self._debug = debug

    def formatException(self, ei: ExceptionInfo) -> str:
        """An exception without what it quotes."""
        return "\n".join(described(ei, messages=self._debug))

    def format(self, record: logging.LogRecord) -> str:
        """The record as text; never the text that another formatter kept of an exception."""
        record.exc_text = None
        text = super().format(record)
        record.exc_text = None
        return text


class _File(logging.handlers.RotatingFileHandler):
    """A rotated file that only its owner may read, and that a full disk does not turn into a failure."""

    _told = False

    def _open(self) -> Any:
        flags = os.O_WRONLY | os.O_APPEND
        return os.fdopen(files.open_private(Path(self.baseFilename), flags), "a", encoding="utf-8")

    def handleError(self, _record: logging.LogRecord) -> None:
        """Say once that the log cannot be written."""
        if not self._told:
            self._told = True
            error = sys.exc_info()[1]
            reason = getattr(error, "strerror", None) or type(error).__name__
            print(f"The log {self.baseFilename} cannot be written: {reason}. Free some space.", file=sys.stderr)

    def close(self) -> None:
        """Close the file, written or not."""
        with suppress(OSError):
            super().close()


def described(found: ExceptionInfo, *, messages: bool = False) -> list[str]:
    """An exception by type and the places in the code that it went through, the latest last."""
    kind, error, trace = found
    if kind is None:
        return []
    lines = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(trace)]
    return [*lines, f"{kind.__name__}: {error}" if messages else kind.__name__]


def log_path() -> Path:
    """Where the daemon's log is or would be."""
    return home_path() / FOLDER / FILE


def log_bytes() -> int:
    """Bytes of all log files."""
    return sum(path.stat().st_size for path in log_path().parent.glob(f"{FILE}*"))


@contextmanager
def logging_to_home(*, debug: bool = False) -> Iterator[Path]:
    """Log to the data folder and to standard error until the block ends; gives the log's path.

    Raises ``HomeError`` or ``DiskFull`` when the log cannot be opened.
    """
    path = files.folder(FOLDER) / FILE
    try:
        file = _File(path, maxBytes=LARGEST, backupCount=KEPT, encoding="utf-8")
    except OSError as error:
        raise files.unwritable(path, error) from error
    file.setFormatter(_Lines(debug))
    terminal = logging.StreamHandler(sys.stderr)
    terminal.setFormatter(_Terminal(debug))
    root = logging.getLogger()
    before = root.level
    for handler in (file, terminal):
        handler.addFilter(_with_request)
        root.addHandler(handler)
    # The root stays quiet, as libraries log what they handle; only our own rooms speak.
    ours = logging.getLogger("pointline")
    own = ours.level
    ours.setLevel(logging.DEBUG if debug else logging.INFO)
    root.setLevel(logging.WARNING)
    try:
        yield path
    finally:
        ours.setLevel(own)
        root.setLevel(before)
        for handler in (file, terminal):
            root.removeHandler(handler)
            handler.close()


def _with_request(record: logging.LogRecord) -> bool:
    record.request_id = request_id.get()
    return True
