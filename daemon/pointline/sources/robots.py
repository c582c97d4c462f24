"""Whether a site lets programs read an address when nobody sits before them: robots.txt by RFC 9309, read by Protego.

The person's own question about an address they gave is no unattended run, and asks nobody.
"""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urljoin

from protego import Protego

from exactquote.encoding import decode
from pointline.errors import BadInput
from pointline.sources.fetch import AGENT, Fetching, HttpStatus, fetch

LARGEST = 512 * 1024
"""Bytes of a robots.txt that are looked at (RFC 9309, 2.5, asks for 500 KiB at least)."""


class Robots:
    """The rules of the sites that one run meets; each site is asked once."""

    def __init__(self, how: Fetching) -> None:
        self._how = replace(how, visit=_anything, agent=AGENT)
        self._known: dict[str, Protego | None] = {}

    def visit(self, url: str) -> None:
        """Raise :class:`BadInput` (``robots``) when the site does not want this address read by programs."""
        place = urljoin(url, "/robots.txt")
        if url == place:
            return
        if place not in self._known:
            self._known[place] = self._ask(place)
        rules = self._known[place]
        if rules is not None and rules.can_fetch(url, AGENT):
            return
        why = "does not let programs read it" if rules is not None else "cannot be asked now whether programs may"
        raise BadInput(
            "robots",
            f"{url} is not opened in an unattended run: its site {why} (robots.txt).",
            "Open the page yourself and ask there, or ask for it interactively.",
        )

    def _ask(self, place: str) -> Protego | None:
        """Return the rules of a site: none at all when there is no such file, None when it cannot be asked."""
        try:
            found = fetch(place, LARGEST, self._how)
        except HttpStatus as error:
            # 4xx: no rules. 5xx: nobody knows, so nothing may be read (RFC 9309, 2.3.1.3 and 2.3.1.4).
            return Protego.parse("") if error.status < 500 and error.status != 429 else None
        except BadInput:
            return None
        return Protego.parse(decode(found.data[:LARGEST], "utf-8").text)


def _anything(_url: str) -> None:
    pass
