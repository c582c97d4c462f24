"""Connections: which are let go when they are idle, slow or stalled, and which make room when there are too many.

waitress stops accepting at its ``connection_limit`` until somebody leaves, so that a few dozen sockets that say nothing
keep everybody out; and it waits for a socket to be writable before it closes it, which that of a client that reads
nothing never is. So here a new connection takes the place of the one that does least, and whoever must go is shut down
and not only marked. A connection whose request is being answered is never taken for another (threat T10).
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from waitress.channel import HTTPChannel

from pointline.web.wire import Gate, Parser

CONNECTIONS = 64
"""Connections beyond which a new one takes the place of an idle one."""
MOST_CONNECTIONS = 2 * CONNECTIONS
"""Connections, all with requests under way, at which no more are accepted for the time being."""
HEADER_SECONDS, BODY_SECONDS = 10.0, 60.0
IDLE_SECONDS = 60
"""Seconds for which a connection may lie idle, or not read what is sent to it."""

Told = Callable[[str], None]


class Channel(HTTPChannel):  # type: ignore[misc]
    """One connection."""

    parser_class = Parser
    told: Told
    """Hears why a connection was let go: ``idle``, ``slow``, ``stalled`` or ``crowded``."""
    will_close: bool
    _began: float | None = None

    def __init__(self, server: Any, *given: Any, **more: Any) -> None:
        super().__init__(server, *given, **more)
        make_room(server, self)

    def received(self, data: bytes) -> bool:
        """Take bytes, and know when the request that they belong to began."""
        if self.request is None:
            self._began = time.time()
        return bool(super().received(data))

    def faults(self, now: float) -> str:
        """Why this connection is to be let go, '' when it is not."""
        silent = self.last_activity < now - self.adj.channel_timeout
        if self.total_outbufs_len:
            return "stalled" if silent else ""
        if self.requests:
            return ""
        if self.request is None:
            first = self._began is None and now - self.creation_time > HEADER_SECONDS
            return "idle" if silent or first else ""
        most = BODY_SECONDS if self.request.headers_finished else HEADER_SECONDS
        late = self._began is not None and now - self._began > most
        return "slow" if silent or late else ""

    def rank(self) -> tuple[int, float] | None:
        """How little is lost with this connection, the least first; None while a request is answered or sent."""
        if self.requests or self.total_outbufs_len or self.will_close or self.close_when_flushed:
            return None
        waits = 2 if self.request is not None else 0 if self._began is None else 1
        return waits, self.last_activity

    def let_go(self, why: str) -> None:
        """End this connection; to be called in the server's thread."""
        if self.will_close:
            return
        self.will_close = True
        with suppress(OSError, AttributeError):  # gone by itself
            self.socket.shutdown(socket.SHUT_RDWR)
        self.told(why)


def close_overdue(server: Any, now: float) -> None:
    """Let go who is idle, slow or stalled: what waitress's ``maintenance`` does, and more."""
    for channel in list(server.active_channels.values()):
        if why := channel.faults(now):
            channel.let_go(why)


def make_room(server: Any, new: Channel) -> None:
    """Let go the connection that does least when ``new`` is one too many; none when all are at work."""
    others = [channel for channel in list(server.active_channels.values()) if channel is not new]
    if sum(not channel.will_close for channel in others) < CONNECTIONS:
        return
    ranked = [(rank, channel) for channel in others if (rank := channel.rank()) is not None]
    if ranked:
        min(ranked, key=lambda one: one[0])[1].let_go("crowded")


def channel_class(gate: Gate, told: Told, refused: Told) -> type[Channel]:
    """The class of the connections of a server whose guard is ``gate``; ``told`` hears why connections are let go,
    ``refused`` the code of every refusal that the application never sees."""
    parser = type("GatedParser", (Parser,), {"gate": staticmethod(gate), "refused": staticmethod(refused)})
    return type("GatedChannel", (Channel,), {"parser_class": parser, "told": staticmethod(told)})
