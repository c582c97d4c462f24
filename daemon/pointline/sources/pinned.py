"""``urllib`` over :class:`~pointline.sources.reach.Reach`: every connection of a fetch, each redirect's too, is checked
before it is made."""

from __future__ import annotations

import http.client
import ssl
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

from pointline.sources.addresses import is_local_name, is_public, literal, read_address
from pointline.sources.reach import Reach, Unreachable

MOST_REDIRECTS = 10


class Way:
    """The way of one fetch: what may still be reached, and whether the machine reached last is a public one.

    Where it has come to a public machine, only public machines come after: no page of the internet leads into this
    network, not even for the person who typed its address.
    """

    def __init__(self, reach: Reach) -> None:
        self.reach = reach
        self.public = reach.public_only

    def open(self, host: str, port: int) -> Any:
        """Connect. Raises :class:`Unreachable`, OSError."""
        connection, address = self.reach.open(host, port)
        if is_public(address):
            self.public = True
            self.reach = self.reach.guarded()
        return connection


class _Connection(http.client.HTTPConnection):
    way: Way

    def connect(self) -> None:
        self.sock = self.way.open(self.host, self.port)
        self.sock.settimeout(self.timeout)


class _SecureConnection(_Connection):
    default_port = http.client.HTTPS_PORT
    trust: ssl.SSLContext

    def connect(self) -> None:
        super().connect()
        self.sock = self.trust.wrap_socket(self.sock, server_hostname=self.host)


class _Handler(urllib.request.HTTPHandler, urllib.request.HTTPSHandler):
    def __init__(self, way: Way) -> None:
        super().__init__()
        self._way = way
        self._trust = ssl.create_default_context()

    def http_open(self, req: urllib.request.Request) -> Any:
        if req.has_proxy():
            return super().http_open(req)
        return self.do_open(self._made(_Connection), req)

    def https_open(self, req: urllib.request.Request) -> Any:
        if _is_proxied(req):
            return super().https_open(req)
        return self.do_open(self._made(_SecureConnection), req)

    def _made(self, kind: type[_Connection]) -> Any:
        def make(host: str, **options: Any) -> _Connection:
            connection = kind(host, timeout=options["timeout"])
            connection.way = self._way
            if isinstance(connection, _SecureConnection):
                connection.trust = self._trust
            return connection

        return make


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects to http and https only; elsewhere (ftp, file) nobody asked to go."""

    max_redirections = MOST_REDIRECTS

    def __init__(self, way: Way, visit: Callable[[str], None]) -> None:
        self._way = way
        self._visit = visit

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        try:
            return super().redirect_request(req, fp, code, msg, headers, self._allowed(req, newurl))
        except BaseException:
            fp.close()
            raise

    def _allowed(self, request: urllib.request.Request, url: str) -> str:
        if not url.lower().startswith(("http://", "https://")):
            raise urllib.error.URLError("it leads to an address that is not http or https")
        target = read_address(url)
        try:
            self._rules(request).check_name(target.host)
        except Unreachable as error:
            raise urllib.error.URLError(error) from None
        self._visit(target.href)
        return target.href

    def _rules(self, request: urllib.request.Request) -> Reach:
        """Behind a proxy nobody knows which machine answered: a name that may be public counts as public."""
        host = read_address(request.full_url).host
        address = literal(host)
        seems_public = not is_local_name(host) and (address is None or is_public(address))
        return self._way.reach.guarded() if _is_proxied(request) and seems_public else self._way.reach


def _is_proxied(request: urllib.request.Request) -> bool:
    return request.has_proxy() or bool(getattr(request, "_tunnel_host", None))


def opener(way: Way, visit: Callable[[str], None]) -> urllib.request.OpenerDirector:
    """Build what fetches along a way; ``visit`` is asked before each redirect is followed.

    The proxy of the environment is only used for what a person typed: behind it, addresses cannot be checked.
    """
    handlers: list[Any] = [_Handler(way), _Redirects(way, visit)]
    if way.reach.public_only:
        handlers.append(urllib.request.ProxyHandler({}))
    made = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler() if not way.reach.public_only else None,
        urllib.request.UnknownHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
        *handlers,
    ):
        if handler is not None:
            made.add_handler(handler)
    return made
