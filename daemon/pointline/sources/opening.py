"""Open an http or https address: fetched and checked first; if it is HTML, shown in the browser and read there."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urldefrag, urlsplit
from urllib.request import getproxies, proxy_bypass

from pointline.errors import BadInput
from pointline.sources.addresses import Target, read_address
from pointline.sources.browsers import find_browser
from pointline.sources.documents import LARGEST, open_bytes, with_text
from pointline.sources.fetch import Document, Fetching, HttpStatus, fetch
from pointline.sources.opened import Cancelled, Opened, SourceNote
from pointline.sources.reach import Reach
from pointline.sources.robots import Robots
from pointline.sources.sniff import sort_of
from pointline.sources.visit import HTML, BrowserFailed, Rendering

_MAY_BE_THE_AGENT = frozenset({403, 406, 429, 503})
"""Answers that some servers give to whatever is no browser. (Worth a second look only when a person asked.)"""


def open_address(
    address: str,
    *,
    public_only: bool = False,
    unattended: bool = False,
    browser: bool = True,
    cancel: Cancelled | None = None,
    reach: Reach | None = None,
) -> Opened:
    """Open an address and read it as the extension would; without a browser, as HTML without its scripts, and say so.

    ``public_only``: for addresses that came over the API; this machine and its network are never reached. Otherwise
    what was typed is opened wherever it leads, but no public page leads from there into this network. ``unattended``:
    nobody sits before it, so robots.txt is honoured. ``reach`` stands for the network in tests.

    Raises :class:`BadInput` (``address``, ``scheme``, ``private-address``, ``robots``, ``http-status``, ``timeout``,
    ``cut-off``, ``unreachable``, ``too-large``, ``empty``, ``binary``, ``no-text``, ``pdf-locked``, ``pdf-broken``),
    :class:`~pointline.sources.opened.OpeningCancelled`.
    """
    target = read_address(address)
    network = reach or Reach(public_only=public_only)
    if public_only:
        network = network.guarded()
    how = Fetching(network, cancel=cancel)
    if unattended:
        how = replace(how, visit=Robots(how).visit)
    behind_proxy = not network.public_only and _goes_through_proxy(target)
    program = find_browser() if browser and not behind_proxy else None
    try:
        document = fetch(address, LARGEST, how)
    except HttpStatus as error:
        if program is None or unattended or error.status not in _MAY_BE_THE_AGENT:
            raise
        return _shown_or(error, target.href, _rendering(program, network, how), how)
    if not _is_html(document):
        return _read(document, cancel)
    if program is None:
        return _without_browser(document, _why(browser, behind_proxy), cancel)
    # Bytes that give no page at all (too large, empty) are refused before a browser is started for them.
    try:
        rendering = _rendering(program, network.guarded() if document.public else network, how)
        return _rendered(_with_fragment(document.url, target.href), rendering, how, document)
    except BrowserFailed as error:
        return _without_browser(document, f"The browser failed ({error})", cancel)


def _rendering(program: str, reach: Reach, how: Fetching) -> Rendering:
    return Rendering(program, reach, LARGEST, how.visit, how.cancel)


def _shown_or(error: HttpStatus, address: str, rendering: Rendering, how: Fetching) -> Opened:
    """Ask again with the browser itself; if that fails too, the first answer stands."""
    try:
        return _rendered(address, rendering, how, None)
    except (BrowserFailed, HttpStatus):
        raise error from None


def _rendered(address: str, rendering: Rendering, how: Fetching, document: Document | None) -> Opened:
    from pointline.sources.rendering import render

    if document is not None:
        _refuse_what_is_no_page(document)
    shown = render(address, rendering, document)
    if isinstance(shown, str):
        return _read(fetch(shown, LARGEST, replace(how, reach=rendering.reach)), how.cancel)
    return Opened(with_text(shown.page, shown.page.url), shown.notes)


def _refuse_what_is_no_page(document: Document) -> None:
    if len(document.data) > LARGEST or not document.data.strip():
        _read(document, None)


def _read(document: Document, cancel: Cancelled | None) -> Opened:
    return open_bytes(
        document.data,
        name=document.url,
        url=document.url,
        content_type=document.content_type,
        charset=document.charset,
        cancel=cancel,
    )


def _without_browser(document: Document, why: str, cancel: Cancelled | None) -> Opened:
    try:
        opened = _read(document, cancel)
    except BadInput as error:
        if error.code != "no-text":
            raise
        raise BadInput("no-text", f"{error} {why}, so its scripts were not run.", error.action) from None
    note = SourceNote("no_browser", f"{why}, so the page was read without running its scripts: parts may miss.")
    return replace(opened, notes=(*opened.notes, note))


def _why(wanted: bool, behind_proxy: bool) -> str:
    if behind_proxy:
        return "This machine reaches the web through a proxy"
    return "No browser was found (chromium)" if wanted else "No browser was wanted"


def _is_html(document: Document) -> bool:
    """Whether a browser shows it as HTML."""
    media_type = document.content_type.partition(";")[0].strip().lower()
    if media_type and media_type not in HTML:
        return False
    return sort_of(document.data, name=urlsplit(document.url).path, content_type=media_type) == "html"


def _with_fragment(url: str, typed: str) -> str:
    fragment = urldefrag(typed)[1]
    return f"{url}#{fragment}" if fragment and "#" not in url else url


def _goes_through_proxy(target: Target) -> bool:
    return bool(getproxies().get(target.scheme)) and not proxy_bypass(target.host)
