"""Work under way (questions, tables, checks): each runs in a thread of its own while it has its turn on the engine, and
leaves a log of events that readers follow.

What was acknowledged counts: a question is in the store before its stream begins, and its answer before the last event
is sent. A question ends once; whoever ends it first (its answer, a failure, or a cancel) decides how.
"""

from __future__ import annotations

import contextvars
import logging
import threading
import time
import uuid
from collections.abc import Callable
from typing import Literal, TypeVar

from pointline.engine.base import Engine, EngineCancelled
from pointline.pipeline.open_pages import OpenPages
from pointline.pipeline.record import Json
from pointline.web.asked import Ask
from pointline.web.metrics import Metrics
from pointline.web.problems import Problem, as_problem, cancelled, forgotten, stopping, too_many_read
from pointline.web.recording import Recorder
from pointline.web.turns import Turns
from pointline.web.warm import settle
from pointline.web.work import State, Work

log = logging.getLogger("pointline.web")

Kind = TypeVar("Kind", bound=Work)

RETAINED = 300.0
"""Seconds for which the events of a question that has ended can still be read."""
MOST_ENDED = 128
"""Questions that have ended whose events are kept, the newest."""
MOST_BYTES = 16_000_000
"""Bytes of events of questions that have ended."""
MOST_READERS = 8
"""Streams read at once, each of which holds a thread of the server: five questions queue, the rest take streams up
again."""
MOST_OF_ONE = 3
"""Streams of one question read at once."""


class AskDesk:
    """Takes questions, runs them, and knows those under way and those that ended lately."""

    def __init__(
        self,
        engine: Engine,
        turns: Turns | None = None,
        *,
        recorder: Recorder | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        self.engine = engine
        self.open_pages = OpenPages(engine)
        self.turns = turns or Turns()
        self.openings = Turns(waiting=2)
        """The queue of what needs no model, but opens many addresses."""
        self.recorder = recorder or Recorder(None)
        self.metrics = metrics or Metrics()
        self._read_is_due = False
        self._settled = False
        self._stopping = False
        self._readers = 0
        self._work: dict[str, Work] = {}
        self._threads: set[threading.Thread] = set()
        self._lock = threading.Lock()

    def start(self, ask: Kind) -> Kind:
        """Record and queue a question or other work; raises the 429 problem when too many wait."""
        ask.turn = ask.take_place(self)
        try:
            ask.begun(self)
        except BaseException:
            ask.turn.leave()
            raise
        ask.session = ask.session or uuid.uuid4().hex
        context = contextvars.copy_context()
        name = f"{ask.word}-{ask.id[:8]}"
        thread = threading.Thread(target=context.run, args=(self._run, ask), name=name, daemon=True)
        with self._lock:
            self._prune()
            self._work[ask.id] = ask
            self._threads.add(thread)
        thread.start()
        return ask

    def get(self, kind: type[Kind], work_id: str) -> Kind | None:
        """Work of this kind that is under way, or that ended lately."""
        with self._lock:
            self._prune()
            found = self._work.get(work_id)
        return found if isinstance(found, kind) else None

    def cancel(self, kind: type[Work], work_id: str) -> bool:
        """End work of this kind at once, and stop the engine as soon as it looks; False when there is none.

        Nothing changes for what has ended.
        """
        with self._lock:
            found = self._work.get(work_id)
        if not isinstance(found, kind):
            return False
        self._cancel(found)
        return True

    def forget(self, which: Callable[[Work], bool], gone: Callable[[Work], bool] | None = None) -> None:
        """Forget the work that has ended and is meant, and break off what is under way and ``gone``: its readers are
        told, and nothing of it is read or kept any more. What the model has read of pages goes, too."""
        with self._lock:
            work = list(self._work.values())
        meant = [one for one in work if (which(one) if one.ended is not None else gone is not None and gone(one))]
        with self._lock:
            for one in meant:
                self._work.pop(one.id, None)
        for one in meant:
            if one.ended is None:
                self._forget_running(one)
        with self._lock:
            self._read_is_due = True
            if not self._threads:
                self._give_back_what_was_read()

    def _forget_running(self, work: Work) -> None:
        work.forgotten = True
        work.cancelled.set()
        if work.end():
            self._say_problem(work, forgotten(), "cancelled")

    def _give_back_what_was_read(self) -> None:
        """For who has the turn, or when nobody has."""
        if self._read_is_due:
            self._read_is_due = False
            self.open_pages.close()

    def under_way(self) -> int:
        """How many questions are being answered or wait."""
        with self._lock:
            return sum(not ask.over for ask in self._work.values())

    def cancel_all(self) -> None:
        """Cancel every question under way, without waiting; safe in a signal handler."""
        self._stopping = True
        for ask in list(self._work.values()):
            ask.cancelled.set()

    def close(self, seconds: float = 5.0) -> None:
        """Cancel everything and wait for the threads."""
        self.cancel_all()
        with self._lock:
            threads = list(self._threads)
        until = time.monotonic() + seconds
        for thread in threads:
            thread.join(max(0.0, until - time.monotonic()))
        if not any(thread.is_alive() for thread in threads):
            self.open_pages.close()

    def joined(self, ask: Work) -> None:
        """Somebody reads the events of this question; raises the 429 problem when too many read."""
        with self._lock:
            if self._readers >= MOST_READERS or ask.listeners >= MOST_OF_ONE:
                raise too_many_read(MOST_READERS, MOST_OF_ONE)
            self._readers += 1
            ask.listeners += 1

    def left(self, ask: Work) -> None:
        """A reader is gone; when it was the last, the question is cancelled unless it was to be kept."""
        with self._lock:
            self._readers -= 1
            ask.listeners -= 1
            alone = ask.listeners <= 0
        if alone and not ask.keep:
            self._cancel(ask)

    def _cancel(self, ask: Work) -> None:
        ask.cancelled.set()
        if ask.end():
            self._say_problem(ask, cancelled(), "cancelled")

    def _run(self, ask: Work) -> None:
        started = time.monotonic()
        outcome = "cancelled"
        try:
            outcome = ask.carry_out(self)
        except EngineCancelled:
            ask.broken_off(self, "cancelled", "")
            if ask.end():
                # Nobody asked for it: a reader is told that the daemon goes.
                self._say_problem(ask, stopping() if self._stopping else cancelled(), "cancelled")
        except Exception as error:
            problem = as_problem(error)
            outcome = "cancelled" if ask.cancelled.is_set() else f"error {problem.code}"
            if problem.code == "internal":
                log.exception("%s %s failed", ask.word, ask.id)
            ended: Literal["cancelled", "failed"] = "cancelled" if ask.cancelled.is_set() else "failed"
            ask.broken_off(self, ended, problem.detail)
            if ask.end():
                self._say_problem(ask, problem, "failed")
        finally:
            if ask.turn is not None:
                if ask.turn.place == 0:
                    self._give_back_what_was_read()
                ask.turn.leave()
            ask.let_go()
            with self._lock:
                self._threads.discard(threading.current_thread())
                if ask.forgotten:
                    self._work.pop(ask.id, None)
        if not self._settled and outcome in ("answered", "none"):
            self._settled = True
            settle()
        if isinstance(ask, Ask):
            self.metrics.asked(outcome.split(" ")[0], time.monotonic() - started)
        log.info("%s %s: %s in %.2f s", ask.word, ask.id, outcome, time.monotonic() - started)

    def _say_problem(self, ask: Work, problem: Problem, state: State) -> None:
        self.close_work(ask, state, "error", problem.document())

    def close_work(self, ask: Work, state: State, name: str, data: Json) -> None:
        """Tell the last event; only for who has claimed the end."""
        ask.state, ask.ended = state, time.monotonic()
        ask.told(name, data, last=True)

    def _prune(self) -> None:
        ended = sorted((ask for ask in self._work.values() if ask.ended is not None), key=lambda ask: -(ask.ended or 0))
        kept = 0
        for count, ask in enumerate(ended):
            kept += ask.events.bytes
            late = time.monotonic() - (ask.ended or 0) > RETAINED
            if late or count >= MOST_ENDED or (kept > MOST_BYTES and count > 0):
                self._work.pop(ask.id, None)
