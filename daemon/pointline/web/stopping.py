"""Ending the daemon on a signal: it takes nothing new, gives what is under way some seconds, cancels the rest, goes.

A second signal ends it at once; what the store has acknowledged is on disk by then.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Protocol

log = logging.getLogger("pointline.serve")

GRACE = 5.0
"""Seconds that questions under way may take to finish."""
FLUSH = 3.0
"""Seconds for streams to say that they were cancelled."""
SIGNALLED = 128


class Desk(Protocol):
    """What of the asks' desk is needed here."""

    def under_way(self) -> int:
        """How many questions are being answered or wait."""

    def cancel_all(self) -> None:
        """Cancel them, without waiting."""


class Stopper:
    """Handles SIGTERM and SIGINT of the main thread, which the server runs in."""

    def __init__(self, desk: Desk, *, grace: float = GRACE, stopping: Callable[[], None]) -> None:
        """``stopping`` is called at the first signal: from then on nothing new is to be taken."""
        self._desk = desk
        self._grace = grace
        self._stopping = stopping
        self._thread: threading.Thread | None = None
        self._done = False

    def install(self) -> None:
        """Handle the signals from now on."""
        signal.signal(signal.SIGTERM, self._handle)
        signal.signal(signal.SIGINT, self._handle)

    def _handle(self, number: int, _frame: object) -> None:
        if self._done:
            raise SystemExit(0)
        if self._thread is not None:
            os.write(2, b"Ended at once.\n")
            os._exit(SIGNALLED + number)
        self._stopping()
        self._thread = threading.Thread(target=self._finish, name="stopping", daemon=True)
        self._thread.start()

    def _finish(self) -> None:
        under_way = self._desk.under_way()
        words = f", up to {self._grace:g} s for {under_way} question(s)" if under_way else ""
        log.info("stopping%s; again ends at once", words)
        self._wait(self._grace)
        if self._desk.under_way():
            log.info("cancelling %d question(s)", self._desk.under_way())
            self._desk.cancel_all()
            self._wait(FLUSH)
        time.sleep(0.05)  # the last events are on their way out of the server's loop
        self._done = True
        main = threading.main_thread().ident
        if main is not None:
            signal.pthread_kill(main, signal.SIGTERM)  # wakes the server's loop, where a mere flag would wait

    def _wait(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while self._desk.under_way() and time.monotonic() < until:
            time.sleep(0.05)
