"""The site of an address, as it is compared when a site is forgotten."""

from __future__ import annotations

import re

import ada_url

from pointline.errors import BadInput

_LONGEST = 255  # RFC 1035: a longer one cannot be reached, and is too long for an index of PostgreSQL.


def host_of(url: str) -> str:
    """The host of an address in lower-case ASCII, without port; "" for what has none."""
    try:
        host = str(ada_url.parse_url(url)["hostname"]).rstrip(".")
    except (ValueError, UnicodeError):
        return ""
    return host if len(host) <= _LONGEST else ""


def site_of(given: str) -> str:
    """The host that a person means by ``given``: a host, or an address on it.

    Raises :class:`~pointline.errors.BadInput`.
    """
    given = given.strip()
    host = host_of(given if "://" in given else f"https://{given}")
    if not host:
        raise BadInput("site", f"{given!r} is not a site.", "Name a host, such as example.org.")
    return host


def names_host(text: str, host: str) -> bool:
    """Whether ``text`` names ``host`` or a host below it, not merely a longer name that ends or begins with it."""
    pattern = rf"(?<![\w-])(?<![\w-]\.)(?:[\w-]+\.)*{re.escape(host)}(?![\w-])(?!\.[\w-])"
    return re.search(pattern, text, re.IGNORECASE) is not None
