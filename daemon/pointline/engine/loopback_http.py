"""One HTTP exchange with a server on this machine: no proxies, no lookup of names, cancelled in a tenth of a second.

``http.client`` reads the answer (its head, chunks and lengths) through a socket that looks up from waiting
every :data:`TICK` seconds and asks its :class:`Watch` whether to go on; closing the socket is what stops the server.
"""

from __future__ import annotations

import http.client
import io
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .base import EngineError
from .loopback import Address, redirected

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

TICK = 0.1
"""Seconds between two looks at whether the call was cancelled."""
_REDIRECTS = 3
_CONNECT = 5.0


class NotRunning(EngineError):
    """Nothing listens at the address."""


class CutOff(EngineError):
    """The connection ended before the answer did, or what came was not HTTP."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds that a server may take to begin its answer, be silent in it, and take for all of it.

    ``first`` is long: reading a page on a slow machine takes minutes, and not every server sends signs of life.
    """

    first: float = 600.0
    silence: float = 120.0
    whole: float = 1800.0


class Watch:
    """Whether to go on: asks ``check``, which raises to stop, and compares the clock with the limits."""

    def __init__(self, limits: Limits, check: Callable[[], None] = lambda: None) -> None:
        self._limits = limits
        self._check = check
        self._started = self._heard = time.monotonic()
        self._begun = False

    def heard(self) -> None:
        """Bytes came."""
        self._heard = time.monotonic()

    def begin(self) -> None:
        """The answer has begun; a head and signs of life come before that from some servers."""
        self._begun = True

    def hasten(self, seconds: float) -> None:
        """Allow this much more, whatever the limits were."""
        self._limits = Limits(seconds, seconds, time.monotonic() - self._started + seconds)

    def look(self) -> None:
        """Raise what ``check`` raises, or :class:`EngineError` when a limit has passed."""
        self._check()
        now = time.monotonic()
        if now - self._started > self._limits.whole:
            raise _too_slow(f"did not finish within {self._limits.whole:g} seconds")
        if now - self._heard > (self._limits.silence if self._begun else self._limits.first):
            waited = f"{now - self._heard:.0f} seconds"
            raise _too_slow(f"fell silent for {waited}" if self._begun else f"said nothing for {waited}")


def _too_slow(what: str) -> EngineError:
    return EngineError(f"The server {what}.", "See what it is doing, or ask with a smaller model or a shorter page.")


class _Wire(io.RawIOBase):
    """The socket as a raw stream; :meth:`makefile` is what ``http.client`` asks of a socket."""

    def __init__(self, sock: socket.socket, watch: Watch) -> None:
        super().__init__()
        self._sock = sock
        self._watch = watch
        sock.settimeout(TICK)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        while True:
            self._watch.look()
            try:
                count = self._sock.recv_into(buffer)
            except TimeoutError:
                continue
            if count:
                self._watch.heard()
            return count

    def send(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            self._watch.look()
            try:
                rest = rest[self._sock.send(rest) :]
            except TimeoutError:
                continue

    def makefile(self, *_: Any, **__: Any) -> io.BufferedReader:
        return io.BufferedReader(self)


@contextmanager
def exchange(
    method: str, address: Address, watch: Watch, *, body: bytes | None = None, headers: Mapping[str, str] | None = None
) -> Iterator[http.client.HTTPResponse]:
    """Ask, and give the answer once its head has come; the connection is closed at the end, and when anything raises.

    Redirects are followed on this machine only, at most three, and ``Authorization`` goes to the first server alone.
    Raises :class:`NotRunning`, :class:`~pointline.engine.loopback.NotLoopback`, :class:`CutOff`, :class:`EngineError`
    for a limit that has passed, and what the watch's check raises.
    """
    given = dict(headers or {})
    first = address
    for _ in range(_REDIRECTS + 1):
        sock = _connect(address, watch)
        try:
            response = _ask(sock, method, address, watch, body, given)
            location = response.headers.get("Location")
            if not (300 <= response.status < 400 and location):
                yield response
                return
            if method != "GET" and response.status not in (307, 308):
                raise EngineError(
                    f"The server at {first.url} answered with a redirect ({response.status}), not an answer.",
                    "Give the address that the server's own documents name, such as http://127.0.0.1:8080/v1.",
                )
            target = redirected(address, location)
            if target.origin != address.origin:
                given.pop("Authorization", None)
            address = target
        finally:
            sock.close()
    raise EngineError(f"The server at {first.url} redirects without end.", "Check the address with --server.")


def _connect(address: Address, watch: Watch) -> socket.socket:
    refused: OSError | None = None
    for host in address.hosts:
        watch.look()
        sock = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
        try:
            sock.settimeout(_CONNECT)
            sock.connect((host, address.port))
            return sock
        except (OSError, OverflowError) as error:
            sock.close()
            refused = error if isinstance(error, OSError) else OSError(str(error))
        except BaseException:
            sock.close()
            raise
    why = "" if isinstance(refused, ConnectionRefusedError) else f" ({refused})"
    raise NotRunning(
        f"No server answers at {address.origin}{why}.",
        "Start one, for example `mlx_lm.server --model FOLDER --port 8080` or `llama-server -m FILE.gguf --port 8080`, "
        "or give the address of yours with --server (Ollama: http://127.0.0.1:11434/v1, LM Studio: "
        "http://127.0.0.1:1234/v1).",
    )


def _ask(
    sock: socket.socket, method: str, address: Address, watch: Watch, body: bytes | None, headers: Mapping[str, str]
) -> http.client.HTTPResponse:
    lines = {"Host": f"{address.name}:{address.port}", "Connection": "close", "User-Agent": "pointline"} | dict(headers)
    if body is not None:
        lines |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
    head = f"{method} {address.path or '/'} HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in lines.items()) + "\r\n"
    wire = _Wire(sock, watch)
    with _plainly(address):
        # A server may refuse a body before it has read it: its answer says why.
        with suppress(BrokenPipeError, ConnectionResetError):
            wire.send(head.encode("latin-1") + (body or b""))
        response = http.client.HTTPResponse(wire, method=method)  # type: ignore[arg-type]
        response.begin()
        return response


@contextmanager
def _plainly(address: Address) -> Iterator[None]:
    """Turn what goes wrong on the way into :class:`CutOff`."""
    try:
        yield
    except (http.client.IncompleteRead, http.client.RemoteDisconnected, OSError):
        raise cut_off(address) from None
    except (http.client.HTTPException, ValueError):
        raise CutOff(
            f"What answers at {address.origin} does not speak HTTP.", "Check the port; another program may have it."
        ) from None


def cut_off(address: Address) -> CutOff:
    """The error of a connection that ended too early."""
    return CutOff(
        f"The server at {address.origin} dropped the connection before its answer was whole.",
        "Look at the server's own log (out of memory is the usual reason), start it again, and ask again.",
    )


def pieces(response: http.client.HTTPResponse, address: Address, most: int) -> Iterator[bytes]:
    """The body as it comes.

    Raises :class:`EngineError` after ``most`` bytes and :class:`CutOff` when it is not whole.
    """
    total = 0
    while True:
        with _plainly(address):
            piece = response.read1(1 << 16)
        if not piece:
            break
        total += len(piece)
        yield piece
        if total > most:
            raise EngineError(
                f"The server at {address.origin} sent more than {most} bytes for one answer.",
                "Something is wrong with the server: start it again, or use another.",
            )
    if response.length:  # http.client does not mind when fewer bytes come than were announced
        raise cut_off(address)
