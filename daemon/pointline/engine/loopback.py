"""Addresses of servers on this machine, and of no other: a page must not leave it (DESIGN section 1).

Names are never looked up: ``localhost`` means 127.0.0.1 and ::1, whatever a hosts file or a resolver says, and an
address in figures must be a loopback one. So neither DNS nor a redirect can lead elsewhere.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import quote, urljoin, urlsplit

from .base import EngineError

_LOCALHOST = ("127.0.0.1", "::1")


class NotLoopback(EngineError):
    """The address leads, or may lead, off this machine."""


@dataclass(frozen=True, slots=True)
class Address:
    """A place on this machine: ``hosts`` are the IP addresses to try in turn, ``path`` has no slash at its end."""

    name: str
    hosts: tuple[str, ...]
    port: int
    path: str

    @property
    def origin(self) -> str:
        """Scheme, host and port, as they stand in an address."""
        return f"http://{self.name}:{self.port}"

    @property
    def url(self) -> str:
        """The whole address."""
        return self.origin + self.path

    def below(self, path: str) -> Address:
        """The place at ``path`` (which begins with a slash) below this one."""
        return Address(self.name, self.hosts, self.port, self.path + path)

    def root(self) -> Address:
        """The place above ``/v1``, where servers keep what is not of OpenAI's interface."""
        return Address(self.name, self.hosts, self.port, self.path.removesuffix("/v1"))


def loopback_address(url: str) -> Address:
    """Read ``url``. Raises :class:`NotLoopback` when it is not an http address of this machine."""
    example = "Give an address such as http://127.0.0.1:8080/v1."
    text = url.strip()
    if "://" not in text:
        raise NotLoopback(f"{shown(url)} is not an address.", example)
    try:
        parts = urlsplit(text)
        name, port = parts.hostname or "", parts.port
    except ValueError:
        raise NotLoopback(f"{shown(url)} is not an address.", example) from None
    if parts.username is not None or parts.password is not None:
        raise NotLoopback(
            "The address of the server holds a user name or a password.",
            "Leave it out, and set POINTLINE_OPENAI_KEY if the server asks for a key.",
        )
    hosts = _hosts(name)
    if not hosts:
        raise NotLoopback(
            f"{shown(name or url)} is not this machine: what a page says must not leave it, so only servers on "
            "127.0.0.1, ::1 or localhost are used.",
            "Run the server on this machine (or forward its port to this one), and give that address.",
        )
    if parts.scheme != "http":
        raise NotLoopback(f"{shown(url)} is not an http address.", example)
    name = f"[{hosts[0]}]" if ":" in hosts[0] else name
    return Address(name, hosts, 80 if port is None else port, quote(parts.path.rstrip("/"), safe="/%~:@!$&'()*+,;="))


def redirected(address: Address, location: str) -> Address:
    """Where a redirect of ``address`` leads. Raises :class:`NotLoopback` when that is not this machine."""
    try:
        target = urljoin(address.url, location)
        query = urlsplit(target).query
        found = loopback_address(target)
    except (NotLoopback, ValueError):
        raise NotLoopback(
            f"The server at {address.origin} sends us on to {shown(location)}, which is not this machine: "
            "what a page says must not leave it.",
            "Give the address of a server that answers by itself.",
        ) from None
    return found.below(f"?{quote(query, safe='/%~:@!$&()*+,;=?')}") if query else found


def _hosts(name: str) -> tuple[str, ...]:
    if name.lower() == "localhost":
        return _LOCALHOST
    try:
        ip = ipaddress.ip_address(name)
    except ValueError:
        return ()
    mapped = getattr(ip, "ipv4_mapped", None)
    ip = mapped if mapped is not None else ip
    # A scope ("::1%eth0") would name an interface; loopback needs none.
    return (str(ip),) if ip.is_loopback and "%" not in name else ()


def shown(text: str) -> str:
    """Text of others, short and without control characters, for a message on a terminal."""
    kept = "".join(char if char.isprintable() else "·" for char in text[:200])
    return kept if len(text) <= 200 else kept + "…"
