"""One page in a browser that is running: load it, wait until it is quiet, walk it."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urldefrag, urlsplit

from exactquote.capture import CaptureError, page_from_wire
from pointline.errors import BadInput
from pointline.sources.anchors import remember
from pointline.sources.fetch import Document, HttpStatus, barred, slow
from pointline.sources.gateway import Traffic
from pointline.sources.opened import Cancelled, Opened, SourceNote
from pointline.sources.reach import Reach
from pointline.sources.walking import MOST_BLOCKS, WalkFailed, walk

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page, Request, Response, Route, WebSocketRoute

HTML = ("text/html", "application/xhtml+xml")
_SKIPPED = frozenset({"image", "media", "font", "texttrack", "ping", "cspviolationreport", "eventsource"})
"""What the text of a page does not need. Images are counted, not loaded."""
_PREPARED = """
for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport']) delete globalThis[name];
const attachShadow = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (init) { return attachShadow.call(this, {...init, mode: 'open'}); };
"""
"""Before any script of a page: nothing that talks past the gateway; and shadow roots are open, because only an
extension may look into closed ones."""
_NOT_PASSED_ON = frozenset({"content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive"})
_MOST_MOVES = 5
"""Times that a page may lead on to another by script."""
_GLANCE = 0.05


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a page is waited for, in seconds."""

    document: float = 30.0
    """Until its HTML is there."""
    load: float = 15.0
    """Then, until what it embeds is there."""
    quiet: float = 5.0
    """Then, until it asks the network for nothing more."""
    walk: float = 20.0
    """For reading it."""

    @property
    def whole(self) -> float:
        """All of it."""
        return self.document + self.load + self.quiet + self.walk


class BrowserFailed(Exception):
    """The browser did not start or broke; the message says how. The page may be readable without it."""


@dataclass(frozen=True, slots=True)
class Rendering:
    """How to open a page: the browser, what may be reached, whom to ask before each address, when to stop."""

    executable: str
    reach: Reach
    largest: int
    """UTF-16 units of the capture as JSON."""
    visit: Callable[[str], None]
    cancel: Cancelled | None = None
    patience: Patience = Patience()


class Visit:
    """One page being opened; ``document`` is its HTML if it was fetched already, and is then not asked for again."""

    def __init__(self, address: str, how: Rendering, document: Document | None, traffic: Traffic) -> None:
        self._address = address
        self._how = how
        self._document = document
        self._traffic = traffic
        self._page: Page | None = None
        self._refused: BadInput | None = None
        self._shown: Response | None = None
        self._leading = address
        """Where the page was told to go last."""
        self._pending: set[Request] = set()

    async def read(self, context: BrowserContext) -> Opened | str:
        """Load and walk. Raises as :func:`pointline.sources.rendering.render` says, and Playwright's errors."""
        await context.add_init_script(f"(() => {{{_PREPARED}}})()")
        await context.route("**/*", self._route)
        await context.route_web_socket("**/*", _close_socket)
        self._page = page = await context.new_page()
        page.on("request", self._begin)
        page.on("requestfinished", self._end)
        page.on("requestfailed", self._end)
        page.on("response", self._remember)
        context.on("page", _close_popup)
        if not await self._load(page):
            return self._shown.url if self._shown else self._address
        notes = await self._settle(page)
        if self._refused is not None:
            raise self._refused
        await self._check(page)
        if self._shown is not None and not _is_html(self._shown):
            return self._shown.url
        return await self._walk(context, page, notes)

    async def _load(self, page: Page) -> bool:
        """Go there; tell whether there is a page, and not a document to save."""
        from playwright.async_api import Error, TimeoutError

        try:
            wait = self._how.patience.document * 1000
            self._shown = await page.goto(self._address, wait_until="domcontentloaded", timeout=wait) or self._shown
        except TimeoutError:
            raise slow(self._address) from None
        except Error as error:
            if self._refused is not None:
                raise self._refused from None
            self._check_host(self._leading)
            if "net::ERR_ABORTED" in error.message or "ownload is starting" in error.message:
                return False
            raise
        return True

    async def _settle(self, page: Page) -> list[SourceNote]:
        """Wait until the page asks for nothing more, and leads nowhere else."""
        from playwright.async_api import TimeoutError

        patience = self._how.patience
        loading = False
        for _ in range(_MOST_MOVES):
            try:
                await page.wait_for_load_state("load", timeout=patience.load * 1000)
                await page.wait_for_load_state("networkidle", timeout=patience.quiet * 1000)
            except TimeoutError:
                loading = True
            until = time.monotonic() + patience.load
            if not self._pending:
                break
            while self._pending and time.monotonic() < until:
                await asyncio.sleep(_GLANCE)
        if not loading and not self._pending:
            return []
        return [SourceNote("still_loading", "The page was still loading; what it showed by then was read.")]

    async def _check(self, page: Page) -> None:
        """Refuse a page that is the server's error, or none of http."""
        self._check_host(self._leading)
        if urlsplit(page.url).scheme not in ("http", "https"):
            raise BrowserFailed(f"the page led to {page.url[:40]}")
        if self._shown is not None and self._shown.status >= 400:
            raise HttpStatus(self._address, self._shown.status, self._shown.status_text)
        if urldefrag(page.url)[0] != urldefrag(self._address)[0]:
            await asyncio.to_thread(self._how.visit, page.url)

    def _check_host(self, url: str) -> str:
        """Raise what the gateway found wrong with a host."""
        host = urlsplit(url).hostname or ""
        if host in self._traffic.refused:
            raise barred(self._address, self._traffic.refused[host])
        if host in self._traffic.silent:
            reason = self._traffic.silent[host]
            message = f"{self._address} cannot be reached: {reason}."
            raise BadInput("unreachable", message, "Check the address and the connection.")
        return host

    async def _walk(self, context: BrowserContext, page: Page, notes: list[SourceNote]) -> Opened:
        most = self._how.largest
        try:
            async with asyncio.timeout(self._how.patience.walk):
                json_text, covered, names = await walk(context, page, most)
        except TimeoutError:
            raise slow(self._address) from None
        except WalkFailed as error:
            raise BrowserFailed(str(error)) from None
        if not json_text:
            raise BadInput(
                "too-large",
                f"The page is larger than {most // 2**20} MB or {MOST_BLOCKS} blocks.",
                "Save the part you need as a page of its own, and give that.",
            )
        try:
            found = page_from_wire(json.loads(json_text))
        except (CaptureError, ValueError) as error:
            raise BrowserFailed(f"the walk gave no page: {error}") from None
        if self._traffic.full:
            notes.append(SourceNote("not_all_loaded", "The page wanted more data than one may cost: parts may miss."))
        if covered:
            notes.append(
                SourceNote(
                    "covered", "A layer lies over the page, as for consent or signing in; what it covers was read."
                )
            )
        remember(found, names)
        return Opened(found, tuple(notes))

    def _begin(self, request: Request) -> None:
        if self._leads(request):
            self._leading = request.url
            self._pending.add(request)

    def _end(self, request: Request) -> None:
        self._pending.discard(request)

    def _remember(self, response: Response) -> None:
        if self._leads(response.request):
            self._shown = response

    def _leads(self, request: Request) -> bool:
        """Tell whether a request is for the page itself, not for a part of it."""
        from playwright.async_api import Error

        with suppress(Error):  # requests of workers have no frame
            return self._page is not None and request.is_navigation_request() and request.frame == self._page.main_frame
        return False

    async def _route(self, route: Route) -> None:
        from playwright.async_api import Error

        with suppress(Error):  # the page is gone
            request = route.request
            if request.resource_type in _SKIPPED:
                await route.abort()
            elif not self._leads(request):
                await route.continue_()
            elif self._is_document(request):
                document, self._document = self._document, None
                assert document is not None
                await route.fulfill(status=200, headers=_headers(document), body=document.data)
            elif await self._may_visit(request.url):
                await route.continue_()
            else:
                await route.abort("blockedbyclient")

    def _is_document(self, request: Request) -> bool:
        document = self._document
        return (
            document is not None and request.method == "GET" and urldefrag(request.url)[0] == urldefrag(document.url)[0]
        )

    async def _may_visit(self, url: str) -> bool:
        try:
            await asyncio.to_thread(self._how.visit, url)
        except BadInput as error:
            self._refused = error
            return False
        return True


def _headers(document: Document) -> dict[str, str]:
    kept: dict[str, str] = {}
    for name, value in document.headers:
        name = name.lower()
        if name not in _NOT_PASSED_ON:
            kept[name] = f"{kept[name]}{chr(10) if name == 'set-cookie' else ', '}{value}" if name in kept else value
    # Untyped, but HTML by its look: said, so that the browser need not guess.
    kept.setdefault("content-type", "text/html")
    return kept


def _is_html(response: Response) -> bool:
    media_type = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    return not media_type or media_type in HTML


async def _close_popup(popup: Page) -> None:
    from playwright.async_api import Error

    with suppress(Error):
        await popup.close()


async def _close_socket(socket: WebSocketRoute) -> None:
    await socket.close()
