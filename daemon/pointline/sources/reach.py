"""Which machines may be reached for a page, and the one way to reach them: resolve once, check, connect to what was
checked.

A name can mean another machine a second later (DNS rebinding). So nothing that fetches for us resolves names itself:
Python's own fetches and every request of the browser come through :meth:`Reach.open`.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from ipaddress import ip_address

from pointline.sources.addresses import IpAddress, is_local_name, is_public, literal

CONNECTING = 10.0
"""Seconds to wait for one machine to take a connection."""

Resolve = Callable[[str, int], Sequence[str]]
"""(host, port) to IP addresses; raises OSError."""
Connect = Callable[[str, int, float], socket.socket]
"""(IP address, port, seconds) to a connected socket; raises OSError."""


class Unreachable(OSError):
    """The machine may not be reached from here; the message says why."""


def system_resolve(host: str, port: int) -> list[str]:
    """Ask the system for the addresses of a name, in the system's order."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError:
        raise OSError("it is not a name of a machine") from None
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def system_connect(address: str, port: int, seconds: float) -> socket.socket:
    """Connect to an IP address."""
    return socket.create_connection((address, port), seconds)


@dataclass(frozen=True, slots=True)
class Reach:
    """What may be reached. ``public_only`` bars this machine and its network, whatever name leads there.

    ``resolve`` and ``connect`` stand for the network, so that tests can put a public name on a local server; what is
    public is not theirs to say.
    """

    public_only: bool = True
    resolve: Resolve = system_resolve
    connect: Connect = system_connect

    def guarded(self) -> Reach:
        """The same network, public machines only."""
        return replace(self, public_only=True)

    def check_name(self, host: str) -> None:
        """Refuse what can be refused without asking the DNS. Raises :class:`Unreachable`."""
        if not self.public_only:
            return
        address = literal(host)
        if is_local_name(host) or (address is not None and not is_public(address)):
            raise Unreachable(f"{host} is this machine or a machine of its own network")

    def addresses(self, host: str, port: int) -> list[IpAddress]:
        """Resolve a host, once, and check all of what comes. Raises :class:`Unreachable`, OSError."""
        self.check_name(host)
        address = literal(host)
        found = [address] if address is not None else [ip_address(text) for text in self.resolve(host, port)]
        if not found:
            raise OSError("it has no address")
        # One bad address among good ones is how a rebinding name begins: then none is used.
        if self.public_only and not all(is_public(each) and not _is_own(each) for each in found):
            raise Unreachable(f"{host} leads to this machine or a machine of its own network")
        return found

    def open(self, host: str, port: int, seconds: float = CONNECTING) -> tuple[socket.socket, IpAddress]:
        """Connect to a host, at an address that was checked; return it too. Raises :class:`Unreachable`, OSError."""
        last: OSError = OSError("it has no address")
        for address in self.addresses(host, port):
            try:
                return self.connect(str(address), port, seconds), address
            except OSError as error:
                last = error
        raise last


def _is_own(address: IpAddress) -> bool:
    """Tell whether a public address is this machine's own: the system would then speak from it. Nothing is sent."""
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((str(address), 9))
        return bool(ip_address(str(probe.getsockname()[0]).partition("%")[0]) == address)
    return False
