"""``Idempotency-Key`` on POST: a request sent again is answered as before and not done again.

After the IETF draft draft-ietf-httpapi-idempotency-key-header: the same key with another body is a 422 problem, a key
whose first request is still being worked on a 409. What was refused is not remembered, so that it can be sent again. A
key belongs to who sent it, to one method and one path.

Answers are remembered for a day. Those about pages are in memory only, as the pages are, and may be private; so are
those of tables, checks and rechecks, whose sessions hold what was done: sent again with their session they take it up.
A question is remembered by its id: in the store, unless it is private or there is none, so that a client that sends it
again after the daemon was killed does not ask twice.
"""

from __future__ import annotations

import hashlib
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from flask import Response, g, request

from pointline.store.store import Store
from pointline.web.problems import Problem

KEPT = 24 * 3600.0
"""Seconds for which a key is remembered."""
MOST = 2_000
"""Keys remembered; the oldest go first."""
MOST_BYTES = 8_000_000
"""Bytes of answers remembered."""
LONGEST_KEY = 255
KEY = re.compile(rf"[!-~]{{1,{LONGEST_KEY}}}")
"""What a key may be, as the description of the API says; a space at an end would be lost on the wire."""
HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
ID_HEADERS = ("X-Ask-Id", "X-Table-Id", "X-Check-Id", "X-Recheck-Id")
"""One of them is in a response that streams, or says where to read on: its value is what is remembered."""


@dataclass(slots=True)
class _Entry:
    body: str
    at: float
    answer: Answer | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What is sent again: status, content type and bytes; of a question, its id in the bytes."""

    status: int
    content_type: str
    data: bytes


class Keys:
    """The keys of one application. Safe to use from several threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._entries: OrderedDict[str, _Entry] = OrderedDict()
        self._clock = clock
        self._lock = threading.Lock()

    def reserve(self, key: str, body: str) -> Answer | None:
        """Take ``key`` for a request with this hash of a body, or return what was answered before.

        Raises the 409 and 422 problems. Whoever got None says :meth:`answered` or :meth:`released`.
        """
        with self._lock:
            self._prune()
            entry = self._entries.get(key)
            if entry is None:
                self._entries[key] = _Entry(body, self._clock())
                return None
        if entry.body != body:
            raise _conflict()
        if entry.answer is None:
            raise _under_way()
        return entry.answer

    def answered(self, key: str, answer: Answer) -> None:
        """Remember what was answered."""
        with self._lock:
            if key in self._entries:
                self._entries[key].answer = answer

    def released(self, key: str) -> None:
        """Forget a key whose request was refused or failed."""
        with self._lock:
            self._entries.pop(key, None)

    def clear(self) -> None:
        """Forget every key that was answered."""
        with self._lock:
            for key in [key for key, entry in self._entries.items() if entry.answer is not None]:
                del self._entries[key]

    def _prune(self) -> None:
        over = sum(len(entry.answer.data) for entry in self._entries.values() if entry.answer) - MOST_BYTES
        for key, entry in list(self._entries.items()):
            late = self._clock() - entry.at > KEPT
            if not late and len(self._entries) <= MOST and over <= 0:
                return
            if entry.answer is not None:
                over -= len(entry.answer.data)
                del self._entries[key]


def once(
    keys: Keys,
    work: Callable[[], Response],
    again: Callable[[Answer], Response] | None = None,
    store: Store | None = None,
) -> Response:
    """Do ``work`` for this request, or answer as its key was answered before (through ``again``, if given).

    With a ``store`` the key is remembered there; the answer must then be that to a question.
    """
    given = request.headers.get(HEADER)
    if given is None:
        return work()
    key, body = _scoped(given), hashlib.sha256(request.get_data()).hexdigest()
    before = keys.reserve(key, body) if store is None else _reserved(store, key, body)
    if before is not None:
        response = again(before) if again else Response(before.data, before.status, content_type=before.content_type)
        response.headers[REPLAYED] = "true"
        return response
    try:
        response = work()
    except BaseException:
        keys.released(key) if store is None else store.released(key)
        raise
    ask_id = next((response.headers[name] for name in ID_HEADERS if name in response.headers), None)
    if store is None:
        data = response.get_data() if ask_id is None else ask_id.encode()
        keys.answered(key, Answer(response.status_code, response.content_type or "", data))
    else:
        store.answered(key, response.status_code, ask_id or "")
    return response


def _reserved(store: Store, key: str, body: str) -> Answer | None:
    found = store.idempotent(key, f"{request.method} {request.path}", body)
    if found.outcome == "conflict":
        raise _conflict()
    if found.outcome == "under_way":
        raise _under_way()
    return None if found.outcome == "fresh" else Answer(found.status, "", found.body.encode())


def _conflict() -> Problem:
    return Problem(
        422,
        "idempotency-key",
        "This key was used for another request",
        f"{HEADER}: the first request with this key had another body.",
        "Use a new key for a new request.",
    )


def _under_way() -> Problem:
    return Problem(
        409,
        "under-way",
        "This request is being worked on",
        f"{HEADER}: the first request with this key has not been answered yet.",
        "Send it again in a second.",
        retry_after=1,
    )


def _scoped(given: str) -> str:
    if not KEY.fullmatch(given):
        raise Problem(
            400, "idempotency-key", "This key cannot be used",
            f"{HEADER}: is empty, too long, or holds a space or other characters than printable ASCII.",
            f"Use 1 to {LONGEST_KEY} printable ASCII characters without spaces, such as a UUID.",
        )  # fmt: skip
    whole = "\n".join((str(g.get("who", "")), request.method, request.path, given))
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()
