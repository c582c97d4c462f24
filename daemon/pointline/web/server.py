"""Run the application on waitress: loopback unless told otherwise, bounded bodies and connections."""

from __future__ import annotations

import errno
import ipaddress
import logging
import socket
from collections.abc import Callable
from functools import partial
from typing import Any

import waitress.server
from flask import Flask

from pointline.errors import BadInput
from pointline.web.app import LARGEST_BODY
from pointline.web.connections import CONNECTIONS, IDLE_SECONDS, MOST_CONNECTIONS, channel_class, close_overdue
from pointline.web.guard import Access
from pointline.web.metrics import metrics_of

HOST = "127.0.0.1"
THREADS = 12
"""A stream holds one thread; no more than ``asks.MOST_READERS`` are read at once, so that short requests always find
one."""
_OF_THE_SERVER = 2
"""What waitress counts as connections besides: the listening socket and the one that wakes it."""


class Listener:
    """The bound socket: known port before the application is made, so that the exact Host can be checked."""

    def __init__(self, port: int, host: str = HOST, *, not_private: bool = False) -> None:
        """Bind to ``host``, an IP address.

        Raises :class:`BadInput` when the port is taken or not allowed, or when others could reach ``host`` and
        ``not_private`` does not say that this is wanted.
        """
        address = _address(host, not_private)
        self.is_private = address.is_loopback
        self.host = str(address)
        self.socket = socket.socket(socket.AF_INET6 if address.version == 6 else socket.AF_INET, socket.SOCK_STREAM)
        try:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self.socket.bind((self.host, port))
            self.socket.listen(CONNECTIONS)
        except OSError as error:
            self.socket.close()
            raise _unbound(error, self.host, port) from None
        self.port: int = self.socket.getsockname()[1]
        self._name = f"[{self.host}]" if address.version == 6 else self.host

    @property
    def url(self) -> str:
        """The daemon's address."""
        return f"http://{self._name}:{self.port}"

    @property
    def hosts(self) -> frozenset[str]:
        """The exact Host headers that are ours."""
        names = {self._name, "localhost"} if self.is_private else {self._name}
        hosts = {f"{name}:{self.port}" for name in names}
        if self.port == 80:  # which clients leave out
            hosts |= names
        return frozenset(hosts)


def run(app: Flask, listener: Listener, access: Access, *, ready: Callable[[], None]) -> None:
    """Serve until interrupted (``KeyboardInterrupt`` or ``SystemExit`` of a signal handler); calls ``ready`` once
    requests are taken."""
    logging.getLogger("waitress").setLevel(logging.ERROR)
    server: Any = waitress.server.create_server(
        app,
        sockets=[listener.socket],
        threads=THREADS,
        ident=None,
        max_request_body_size=LARGEST_BODY + 1,
        # Bodies hold pages: they stay in memory and are not spooled to a file.
        inbuf_overflow=4 * LARGEST_BODY,
        outbuf_overflow=4 * LARGEST_BODY,
        channel_request_lookahead=1,
        channel_timeout=IDLE_SECONDS,
        cleanup_interval=1,
        connection_limit=MOST_CONNECTIONS + _OF_THE_SERVER,
        asyncore_use_poll=True,  # select() fails on descriptors above 1,023
        clear_untrusted_proxy_headers=True,
    )
    metrics = metrics_of(app)
    server.channel_class = channel_class(access.check, metrics.connection, metrics.problem)
    server.maintenance = partial(close_overdue, server)
    ready()
    try:
        server.run()
    finally:
        server.close()


def _address(host: str, not_private: bool) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    try:
        address = ipaddress.ip_address("127.0.0.1" if host == "localhost" else host)
    except ValueError:
        raise BadInput(
            "host", f"{host} is no IP address.", f"Give an address such as {HOST}, or leave it out."
        ) from None
    if address.is_unspecified:
        raise BadInput(
            "host",
            f"{host} stands for every address of this machine, and the daemon answers to one only.",
            "Name the one address that shall be reachable.",
        )
    if not address.is_loopback and not not_private:
        raise BadInput(
            "host",
            f"{host} can be reached from other machines: pages and answers would cross the network unencrypted.",
            "Leave --host out, or add --not-private if you know that this is what you want.",
        )
    return address


def _unbound(error: OSError, host: str, port: int) -> BadInput:
    if error.errno == errno.EADDRINUSE:
        return BadInput(
            "port",
            f"Port {port} is taken, perhaps by a daemon that is running already.",
            "Stop it, or choose another with --port N.",
        )
    if error.errno == errno.EADDRNOTAVAIL:
        return BadInput("host", f"{host} is no address of this machine.", "Leave --host out, or name one that is.")
    return BadInput(
        "port", f"Port {port} cannot be used: {error.strerror}.", "Choose another with --port N (1024 to 65535)."
    )
