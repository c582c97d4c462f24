"""PDF to a page: each block knows its page of the document. The reading is done in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from exactquote.capture import page_from_wire
from pointline.errors import BadInput
from pointline.sources.opened import Cancelled, Opened, OpeningCancelled, SourceNote

LONGEST = 120.0
"""Seconds in which a PDF must have been read."""
MOST_CHARACTERS = 20_000_000
_GLANCE = 0.2
_COMMAND = ("-P", "-m", "pointline.sources.pdf_worker")
_MANY_UNMAPPED = 0.02


@dataclass(frozen=True, slots=True)
class _Read:
    capture: dict[str, Any]
    pages: int
    empty: tuple[int, ...]
    unmapped: int
    characters: int


def read_pdf(data: bytes, *, name: str, url: str = "", cancel: Cancelled | None = None) -> Opened:
    """Read a PDF; a place in it is a page number (``Block.page``, from 1) and a span of the page text.

    Raises :class:`BadInput` (``pdf-locked``, ``pdf-broken``, ``too-large``, ``timeout``, ``no-text`` for a scan),
    :class:`OpeningCancelled`.
    """
    read = _worked(data, name, cancel)
    page = page_from_wire({**read.capture, "url": url})
    if not page.text.strip():
        pages = "1 page" if read.pages == 1 else f"{read.pages} pages"
        raise BadInput(
            "no-text",
            f"{name} is a PDF of {pages} without text (0 characters): it holds pictures of pages, as a scanner makes.",
            "Put text behind the pictures with a text recognition program (such as ocrmypdf), and give that file.",
        )
    notes: list[SourceNote] = []
    if read.empty:
        one = len(read.empty) == 1
        which = f"Page {_ranges(read.empty)} has" if one else f"Pages {_ranges(read.empty)} have"
        notes.append(
            SourceNote(
                "pages_without_text", f"{which} no text and {'was' if one else 'were'} not read ({read.pages} pages)."
            )
        )
    if read.unmapped > _MANY_UNMAPPED * read.characters:
        notes.append(
            SourceNote(
                "unmapped_text",
                f"The fonts of this PDF do not say which letters {read.unmapped} of {read.characters} characters are: "
                "its text may be wrong.",
            )
        )
    return Opened(page, tuple(notes))


def _worked(data: bytes, name: str, cancel: Cancelled | None) -> _Read:
    until = time.monotonic() + LONGEST
    # A file, not a pipe: Popen.communicate forgets its input when it is asked again after a timeout.
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.seek(0)
        worker = subprocess.Popen(
            [sys.executable, *_COMMAND, str(MOST_CHARACTERS)],
            stdin=file,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    with worker:
        try:
            while True:
                with suppress(subprocess.TimeoutExpired):
                    answer, _ = worker.communicate(timeout=_GLANCE)
                    break
                if cancel is not None and cancel():
                    raise OpeningCancelled
                if time.monotonic() > until:
                    raise BadInput(
                        "timeout", f"{name} could not be read in {LONGEST:.0f} s.", "Give the pages you need as a file."
                    )
        except BaseException:
            worker.kill()
            raise
    # Without an answer, the file broke the reader, or was more than it may hold.
    said: dict[str, Any] = json.loads(answer) if worker.returncode == 0 and answer else {"refused": "broken"}
    if "refused" in said:
        raise _refused(str(said["refused"]), name)
    return _Read(said["capture"], said["pages"], tuple(said["empty"]), said["unmapped"], said["characters"])


def _refused(code: str, name: str) -> BadInput:
    if code == "locked":
        return BadInput(
            "pdf-locked", f"{name} is a PDF that opens with a password only.", "Save a copy without it, and give that."
        )
    if code == "large":
        return BadInput(
            "too-large", f"{name} is a PDF that is too large to read whole.", "Give the pages you need as a file."
        )
    return BadInput(
        "pdf-broken",
        f"{name} begins as a PDF, but cannot be read as one.",
        "Download it again, or print it to a new PDF.",
    )


def _ranges(numbers: Sequence[int]) -> str:
    """Write numbers as people do: 3, 5–7."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
