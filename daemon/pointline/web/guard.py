"""Who may talk to the daemon: Host and Origin first (403), then the token (401), then the content type (415).

Threats T1 to T4 of the threat table: under DNS rebinding only the exact Host can tell, so it is compared as a whole,
port included. A web page's Origin is never let in; an extension's is bound to the token: that of a pairing when it is
paired, that of this run by its first use. No CORS header is ever sent, and no request for one (OPTIONS) is answered.

The same :func:`refusal` is asked twice: by the server as soon as the headers are there, so that a refused body is never
kept, and before a handler is looked up.
"""

from __future__ import annotations

import hmac
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from flask import Flask, g, request

from pointline.access.exchange import PairingDesk
from pointline.access.pairings import Pairing, PairingBook
from pointline.access.proofs import hello_key, new_token, token_hash
from pointline.errors import Failure
from pointline.web.problems import Problem, stopping

OPEN_PATHS = frozenset({"/healthz"})
HELLO_PATH = "/v1/hello"
PAIR_PATH = re.compile(r"/v1/pair(?:/\w+)?")
EXTENSION = re.compile(r"(?:chrome|moz|safari-web)-extension://[\w-]+")
RUN = "run"
"""The id under which the token of this run says hello."""
READING = frozenset({"GET", "HEAD"})
LARGEST_BARE_BODY = 8192
"""Bytes that a request without a token may send."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What of a request decides whether it may pass. ``host`` is the raw header, '' when there was none."""

    method: str
    path: str
    host: str
    origin: str | None
    authorization: str
    content_type: str = "application/json"

    @property
    def bare(self) -> bool:
        """Whether the request is one of those that need no token, because they are how one comes by it or checks it."""
        return self.path in OPEN_PATHS or self.path == HELLO_PATH or PAIR_PATH.fullmatch(self.path) is not None


@dataclass
class Access:
    """The hosts this daemon answers to, the token of this run and the origin that used it first, the paired extensions.

    ``token`` may be '' for a run without one.
    """

    hosts: frozenset[str]
    token: str = field(default_factory=new_token)
    origin: str | None = None
    book: PairingBook | None = None
    desk: PairingDesk | None = None
    stopping: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def check(self, asked: Asked) -> str:
        """Return who asks ('run', a pairing's id, or '' without a token), or raise the :class:`Problem` met."""
        if asked.host not in self.hosts:
            raise _forbidden("This address is not the daemon's own.")
        if asked.origin is not None and not EXTENSION.fullmatch(asked.origin):
            raise _forbidden("Web pages may not talk to the daemon.")
        if asked.method == "OPTIONS":
            raise _forbidden("The daemon answers no other origin, and so no question whether it would.")
        who = "" if asked.bare else self._who(asked)
        if asked.method not in READING and asked.method != "DELETE":
            if asked.content_type.partition(";")[0].strip().lower() != "application/json":
                raise _not_json()
            if self.stopping:
                raise stopping()
        return who

    def hello_key(self, name: str) -> bytes | None:
        """The key with which the daemon proves itself to the pairing ``name``, or to who has this run's token."""
        if name == RUN:
            return hello_key(self.token) if self.token else None
        pairing = self._looked_up(lambda book: book.get(name))
        return bytes.fromhex(pairing.hello_key) if pairing else None

    def paired(self) -> int | None:
        """How many extensions are paired; None when that cannot be read."""
        try:
            return len(self.book.all()) if self.book else 0
        except Failure:
            return None

    def _who(self, asked: Asked) -> str:
        scheme, _, given = asked.authorization.partition(" ")
        token = given.strip() if scheme.lower() == "bearer" else ""
        # Both are looked at in any case and by their hashes, so that the time says nothing.
        of_run = hmac.compare_digest(token_hash(token), token_hash(self.token)) and bool(self.token)
        pairing = self._looked_up(lambda book: book.with_token(token))
        if pairing is not None:
            # Browsers leave the Origin out where a request only reads; everything else must name it.
            if asked.origin != pairing.origin and not (asked.origin is None and asked.method in READING):
                raise _forbidden("This token belongs to another extension.")
            if self.book:
                self.book.touch(pairing)
            return pairing.id
        if not of_run:
            raise unauthorized()
        if asked.origin is not None:
            self._bind(asked.origin)
        return RUN

    def _looked_up(self, how: Callable[[PairingBook], Pairing | None]) -> Pairing | None:
        try:
            return how(self.book) if self.book else None
        except Failure as error:
            raise Problem(500, error.code, "The pairings cannot be read", str(error), error.action) from None

    def _bind(self, origin: str) -> None:
        with self._lock:
            if self.origin is None:
                self.origin = origin
            elif self.origin != origin:
                raise _forbidden("This token is in use by another extension.")


def unauthorized() -> Problem:
    """The one refusal for everything that comes without the right secret: it tells nothing apart."""
    return Problem(
        401,
        "token",
        "The token is missing or wrong",
        "Every request but /healthz needs the token of a paired extension, or the one that 'pointline serve' printed.",
        "Run 'pointline pair' and type the code into the panel, or paste the start-up line of 'pointline serve'.",
    )


def install(app: Flask, access: Access) -> None:
    """Check every request of ``app`` before its handler is even looked up."""

    @app.before_request
    def guard() -> None:
        g.who = access.check(
            Asked(
                request.method,
                request.path,
                request.environ.get("HTTP_HOST", ""),
                request.environ.get("HTTP_ORIGIN"),
                request.headers.get("Authorization", ""),
                request.content_type or "",
            )
        )


def _forbidden(detail: str) -> Problem:
    return Problem(
        403,
        "forbidden",
        "Refused",
        detail,
        "Use the address that 'pointline serve' printed, from the extension that was paired or used it first.",
    )


def _not_json() -> Problem:
    return Problem(
        415,
        "content-type",
        "JSON is needed",
        "The content type is not application/json.",
        "Send JSON with content type application/json.",
    )
