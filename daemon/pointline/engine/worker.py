"""The one thread that owns a model and its caches: MLX arrays and streams belong to the thread that made them.

Other threads hand over functions and get plain values, or the exception, back.
"""

from __future__ import annotations

import atexit
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from .base import Cancelled, EngineCancelled, EngineError

T = TypeVar("T")
Check = Callable[[], None]
"""Called between tokens and chunks; raises :class:`EngineCancelled` when the call is to stop."""


class Worker:
    """A thread that runs one call at a time, in the order they came. :meth:`close` ends and joins it.

    ``at_end`` is the last thing the thread does. A worker that nobody closed is closed when the process ends.
    """

    def __init__(self, name: str, at_end: Callable[[], object] = lambda: None) -> None:
        self._at_end = at_end
        self._calls: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()
        atexit.register(self.close)

    def _run(self) -> None:
        while (item := self._calls.get()) is not None:
            future, call = item
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(call())
            except BaseException as error:
                future.set_exception(error)
            # Nothing of a call may live on until the next one: it holds arrays.
            del item, future, call
        self._at_end()

    def call(self, function: Callable[[Check], T], cancel: Cancelled | None = None) -> T:
        """Run ``function`` in the thread and return what it returns or raise what it raises.

        ``function`` gets a check to call between steps. A caller that is interrupted (Ctrl-C) cancels its call.
        Raises :class:`EngineError` when the worker was closed.
        """
        gone = threading.Event()

        def check() -> None:
            if gone.is_set() or (cancel is not None and cancel()):
                raise EngineCancelled("The call was cancelled.")

        def run() -> T:
            check()
            return function(check)

        future: Future[T] = Future()
        with self._lock:
            if self._closed:
                raise EngineError("The engine was closed.", "Make a new engine.")
            self._calls.put((future, run))
        try:
            return future.result()
        except BaseException:
            gone.set()
            raise

    def close(self) -> None:
        """Finish the calls that were handed over, and join the thread. May be called twice."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._calls.put(None)
        atexit.unregister(self.close)
        if threading.current_thread() is not self._thread:
            self._thread.join()
