"""Who may talk to the daemon: Host and Origin before anything else (403), then the token (401).

Threats T1 to T4 of the threat table: under DNS rebinding only the exact Host can tell, so it is compared as a whole,
port included. A web page's Origin is never let in; an extension's is bound to the token by the token's first use. No
CORS header is ever sent.
"""

from __future__ import annotations

import hmac
import re
import secrets
import threading
from dataclasses import dataclass, field

from flask import Flask, request

from pointline.web.problems import Problem

OPEN_PATHS = frozenset({"/healthz"})
EXTENSION = re.compile(r"(?:chrome|moz|safari-web)-extension://[\w-]+")


@dataclass
class Access:
    """The token of this run, the hosts it answers to, and the origin that used it first."""

    hosts: frozenset[str]
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    origin: str | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def check(self, host: str, origin: str | None, authorization: str, path: str) -> None:
        """Raise the :class:`Problem` that a request meets, or let it pass.

        ``host`` is the raw header, '' when there was none.
        """
        if host not in self.hosts:
            raise _forbidden("This address is not the daemon's own.")
        if origin is not None and not EXTENSION.fullmatch(origin):
            raise _forbidden("Web pages may not talk to the daemon.")
        if path in OPEN_PATHS:
            return
        scheme, _, given = authorization.partition(" ")
        if scheme.lower() != "bearer" or not hmac.compare_digest(given.strip().encode(), self.token.encode()):
            raise Problem(
                401,
                "token",
                "The token is missing or wrong",
                "Every request but /healthz needs the token that 'pointline serve' printed.",
                "Copy the start-up line of 'pointline serve' into the panel's connection form.",
            )
        if origin is not None:
            self._bind(origin)

    def _bind(self, origin: str) -> None:
        with self._lock:
            if self.origin is None:
                self.origin = origin
            elif self.origin != origin:
                raise _forbidden("This token is in use by another extension.")


def _forbidden(detail: str) -> Problem:
    return Problem(
        403,
        "forbidden",
        "Refused",
        detail,
        "Use the address that 'pointline serve' printed, from the extension that used it first.",
    )


def install(app: Flask, access: Access) -> None:
    """Check every request of ``app`` before its handler is even looked up."""

    @app.before_request
    def guard() -> None:
        access.check(
            request.environ.get("HTTP_HOST", ""),
            request.environ.get("HTTP_ORIGIN"),
            request.headers.get("Authorization", ""),
            request.path,
        )
        if request.method in ("POST", "PUT", "PATCH") and request.mimetype != "application/json":
            raise Problem(
                415,
                "content-type",
                "JSON is needed",
                "The content type is not application/json.",
                "Send JSON with content type application/json.",
            )
