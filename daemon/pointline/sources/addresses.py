"""Addresses: how they are read, and which machines they may lead to when nobody at this machine typed them.

Pure: nothing here asks the network. Addresses are read by the URL standard (ada-url), as a browser reads them, so that
``0x7f000001``, ``2130706433`` and ``127.1`` are all seen as what they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

import ada_url

from pointline.errors import BadInput

IpAddress = IPv4Address | IPv6Address
PORTS = {"http": 80, "https": 443}

_NOT_PUBLIC_4 = tuple(
    IPv4Network(network)
    for network in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
        "168.63.129.16/32",
    )
)  # fmt: skip
"""IANA's registry of special IPv4 addresses, multicast, and the one public address at which a cloud (Azure) keeps its
service for the machines in it."""
_GLOBAL_6 = IPv6Network("2000::/3")
_NAT64 = IPv6Network("64:ff9b::/96")
_NOT_PUBLIC_6 = tuple(IPv6Network(network) for network in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"))
"""Of the global unicast addresses: protocols (Teredo among them), documentation, 6to4."""
_LOCAL_NAMES = ("localhost", "local", "internal", "home.arpa", "lan", "intranet", "onion")
"""Top-level names that never are in the public DNS (RFC 6761, 6762, 8375, 9476 and ICANN's private-use name)."""


@dataclass(frozen=True, slots=True)
class Target:
    """An http or https address, read: ``href`` is its normal form, ``host`` without brackets."""

    href: str
    scheme: str
    host: str
    port: int


def read_address(address: str) -> Target:
    """Read an address as a browser does. Raises :class:`BadInput` for what is none, not http(s), or has a password."""
    try:
        href = ada_url.URL(address.strip()).href
        parts = urlsplit(href)
        scheme, host, port = parts.scheme, parts.hostname or "", parts.port
    except ValueError:
        raise BadInput("address", f"{address} is not an address.", "Check it for a slip of the pen.") from None
    if scheme not in PORTS:
        raise BadInput(
            "scheme", f"Addresses that begin with {scheme}: are not opened.", "Give an http or https address."
        )
    if not host:
        raise BadInput("address", f"{address} is not an address.", "Check it for a slip of the pen.")
    if parts.username is not None or parts.password is not None:
        raise BadInput(
            "credentials",
            "The address holds a name or password, which is not sent anywhere.",
            "Leave it out; a page behind a login is best saved in a browser and given as a file.",
        )
    return Target(href, scheme, host, PORTS[scheme] if port is None else port)


def literal(host: str) -> IpAddress | None:
    """Return the IP address that a host is written as; None for a name."""
    try:
        return ip_address(host.strip("[]"))
    except ValueError:
        return None


def is_public(address: IpAddress) -> bool:
    """Tell whether anyone on the internet may be asked at this address: not this machine, not this network.

    IPv4 inside IPv6 (mapped, 6to4, Teredo) is refused as a whole; behind NAT64 the IPv4 address decides.
    """
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _NOT_PUBLIC_4)
    if address.scope_id is not None:
        return False
    if address in _NAT64:
        return is_public(IPv4Address(int(address) & 0xFFFFFFFF))
    return address in _GLOBAL_6 and not any(address in network for network in _NOT_PUBLIC_6)


def is_local_name(host: str) -> bool:
    """Tell names that only mean something on this machine or its network: ``localhost``, ``printer``, ``nas.local``."""
    name = host.rstrip(".").lower()
    last = name.rpartition(".")[2]
    return literal(host) is None and ("." not in name or last in _LOCAL_NAMES)
