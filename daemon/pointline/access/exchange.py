"""The daemon's side of pairing: two messages each way, one exchange at a time.

1. The extension sends its nonce and a label; the daemon answers with its own nonce and its share (see ``pake``).
2. The extension sends its share and its proof. A false proof costs one of the tries, written down before it is looked
   at. After a good one the daemon keeps the pairing and answers with its id and its own proof.

Both then hold the same token, which was never sent. Refusals are :class:`PairingRefused` with one of the reasons below.
"""

from __future__ import annotations

import hmac
import secrets
import threading
import time
from dataclasses import dataclass, replace
from typing import Literal

from pointline.access import pake
from pointline.access.pairings import Pairing, PairingBook, new_id, new_pairing
from pointline.access.proofs import new_nonce
from pointline.access.window import State, Window, WindowFile

Reason = Literal["no_window", "pending", "expired", "locked", "used", "unknown", "wrong_code"]
PENDING = 15.0
"""Seconds that the second message may take."""


class PairingRefused(Exception):
    """Pairing did not come about; ``tries`` are left."""

    def __init__(self, reason: Reason, tries: int = 0) -> None:
        super().__init__(reason)
        self.reason: Reason = reason
        self.tries = tries


@dataclass(frozen=True, slots=True)
class Exchange:
    """An exchange under way, between the two messages. ``nonces``: the extension's, then the daemon's."""

    id: str
    window: Window
    host: str
    origin: str
    label: str
    nonces: tuple[str, str]
    exponent: int
    share: str
    until: float


class PairingDesk:
    """Where extensions are paired. Safe to use from several threads."""

    def __init__(self, book: PairingBook, windows: WindowFile) -> None:
        self._book = book
        self._windows = windows
        self._pending: Exchange | None = None
        self._done: tuple[str, ...] = ()
        self._lock = threading.Lock()

    def start(self, *, host: str, origin: str, nonce: str, label: str) -> Exchange:
        """Answer the first message."""
        with self._lock:
            window = self._open_window()
            pending = self._pending
            if pending is not None and pending.window.id == window.id and time.monotonic() < pending.until:
                raise PairingRefused("pending", window.tries)
            nonces = (nonce, new_nonce())
            exponent = pake.secret()
            share = pake.share(pake.generator(window.code, host, origin, *nonces), exponent)
            until = time.monotonic() + PENDING
            self._pending = Exchange(secrets.token_hex(8), window, host, origin, label, nonces, exponent, share, until)
            return self._pending

    def finish(self, name: str, *, host: str, origin: str, share: str, proof: str) -> tuple[Pairing, str]:
        """Answer the second message: the pairing, kept already, and the daemon's proof."""
        with self._lock:
            if name in self._done:
                raise PairingRefused("used")
            exchange = self._pending
            if exchange is None or exchange.id != name or (exchange.host, exchange.origin) != (host, origin):
                self._open_window()
                raise PairingRefused("unknown")
            self._pending = None
            self._done = (*self._done[-20:], name)
            self._open_window()
            before = self._windows.change(exchange.window.id, _one_try_less)
            if reason := "expired" if before is None else _why_not(before):
                raise PairingRefused(reason)
            key = pake.shared_key(
                share,
                exchange.exponent,
                host=host,
                origin=origin,
                nonces=exchange.nonces,
                shares=(share, exchange.share),
            )
            if key is None or not hmac.compare_digest(pake.client_proof(key).encode(), proof.encode()):
                left = before.tries - 1 if before else 0
                raise PairingRefused("wrong_code" if left else "locked", left)
            pairing = new_pairing(pake.agreed_token(key), origin, exchange.label, new_id())
            self._book.add(pairing)
            self._windows.change(exchange.window.id, lambda window: replace(window, state="paired", pairing=pairing.id))
            return pairing, pake.daemon_proof(key, pairing.id)

    def _open_window(self) -> Window:
        window = self._windows.read()
        reason = "no_window" if window is None else _why_not(window)
        if window is None or reason:
            raise PairingRefused(reason or "no_window")
        return window


def _why_not(window: Window) -> Reason | None:
    ended: dict[State, Reason] = {"locked": "locked", "paired": "used", "closed": "no_window"}
    return ended.get(window.state) or ("expired" if window.expired else None)


def _one_try_less(window: Window) -> Window:
    """Taken before the proof is looked at, so that nobody gains a try by ending the daemon."""
    if window.state != "open" or window.expired:
        return window
    left = window.tries - 1
    return replace(window, tries=left, state="open" if left else "locked")
