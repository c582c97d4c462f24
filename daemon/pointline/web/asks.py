"""``POST /v1/asks``: a question becomes a stream of events; ``DELETE /v1/asks/{id}`` or closing the stream cancels
it."""

from __future__ import annotations

import logging
import queue
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from exactquote.offsets import Utf16Map
from exactquote.page import Page
from pointline.engine.base import Engine, EngineCancelled
from pointline.pipeline.answer import Claim, Progress, Question
from pointline.pipeline.ask import Event
from pointline.pipeline.ask import ask as ask_page
from pointline.pipeline.open_pages import OpenPages
from pointline.pipeline.record import answer_json, claim_json
from pointline.web.events import event
from pointline.web.problems import Problem, as_problem
from pointline.web.turns import Turns

log = logging.getLogger("pointline.web")

QUIET = 0.25
"""Seconds between looks whether the client is still there; also how late a cancel may be noticed."""

HEARTBEAT = 10.0
"""Seconds of silence after which a comment is sent, so that nobody in between closes the stream."""


@dataclass
class Ask:
    """One question being answered: its events so far go through ``events``; None ends them."""

    page: Page
    question: Question
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    cancelled: threading.Event = field(default_factory=threading.Event)
    events: queue.SimpleQueue[bytes | None] = field(default_factory=queue.SimpleQueue)


class AskDesk:
    """Takes questions, runs each in a thread of its own while it has its turn on the engine, and knows those under
    way."""

    def __init__(self, engine: Engine, turns: Turns | None = None) -> None:
        self._engine = engine
        self._open_pages = OpenPages(engine)
        self._turns = turns or Turns()
        self._under_way: dict[str, Ask] = {}
        self._threads: set[threading.Thread] = set()
        self._lock = threading.Lock()

    def start(self, page: Page, question: Question) -> Ask:
        """Queue a question; raises the 429 problem when too many wait."""
        turn = self._turns.join()
        ask = Ask(page, question)
        thread = threading.Thread(target=self._run, args=(ask, turn), name=f"ask-{ask.id[:8]}", daemon=True)
        with self._lock:
            self._under_way[ask.id] = ask
            self._threads.add(thread)
        thread.start()
        return ask

    def cancel(self, ask_id: str) -> bool:
        """Cancel a question under way; False when there is none with this id."""
        with self._lock:
            ask = self._under_way.get(ask_id)
        if ask is None:
            return False
        ask.cancelled.set()
        return True

    def under_way(self) -> int:
        """How many questions are being answered or wait."""
        with self._lock:
            return len(self._under_way)

    def cancel_all(self) -> None:
        """Cancel every question under way, without waiting; safe in a signal handler."""
        for ask in list(self._under_way.values()):
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
            self._open_pages.close()

    def _run(self, ask: Ask, turn: Any) -> None:
        offsets = Utf16Map(ask.page.text)

        def send(name: str, data: dict[str, Any]) -> None:
            ask.events.put(event(name, data))

        def told(found: Event) -> None:
            if isinstance(found, Progress):
                send("progress", {"ask_id": ask.id, "step": found.step, "message": found.message, "share": found.share})
            elif isinstance(found, Claim):
                send("claim", {"ask_id": ask.id, **claim_json(found, offsets.utf16)})

        started = time.monotonic()
        try:
            told(Progress("queued", "Waiting for the model"))
            turn.wait(ask.cancelled.is_set, lambda place: told(Progress("queued", f"Waiting: place {place}")))
            answer = ask_page(
                ask.page,
                ask.question,
                self._engine,
                on_event=told,
                cancel=ask.cancelled.is_set,
                open_pages=self._open_pages,
            )
            send("done", {"ask_id": ask.id, **answer_json(answer, offsets.utf16)})
            outcome = "none" if answer.none else f"claims: {len(answer.claims)}"
        except EngineCancelled:
            stopped = Problem(499, "cancelled", "Stopped", "The question was cancelled.", "Ask again when you like.")
            send("error", {"ask_id": ask.id, **stopped.document()})
            outcome = "cancelled"
        except Exception as error:
            problem = as_problem(error)
            if problem.code == "internal":
                log.exception("ask %s failed", ask.id)
            send("error", {"ask_id": ask.id, **problem.document()})
            outcome = f"error {problem.code}"
        finally:
            turn.leave()
            with self._lock:
                self._under_way.pop(ask.id, None)
                self._threads.discard(threading.current_thread())
            ask.events.put(None)
        log.info("ask %s: %s in %.2f s", ask.id, outcome, time.monotonic() - started)


def stream(ask: Ask, gone: Callable[[], bool]) -> Iterator[bytes]:
    """The events of ``ask`` as they come.

    Closing this generator, or ``gone()``, cancels the question.
    """
    last = time.monotonic()
    try:
        while True:
            try:
                found = ask.events.get(timeout=QUIET)
            except queue.Empty:
                if gone():
                    return
                if time.monotonic() - last > HEARTBEAT:
                    last = time.monotonic()
                    yield b": still here\n\n"
                continue
            if found is None:
                return
            last = time.monotonic()
            yield found
    finally:
        # After the last event this changes nothing; before it, nobody is listening any more.
        ask.cancelled.set()
