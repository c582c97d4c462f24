"""Open an address in the system's browser and read what it shows, with the extension's own walker.

The browser starts for one page, without profile, credentials or stored state, and ends with it. Nothing is clicked.
All it asks of the network goes through a :class:`~pointline.sources.gateway.Gateway`, which checks every connection;
the routes below only save work and keep scripts from what a page need not do to be read.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from contextlib import suppress

from pointline.sources.fetch import Document, slow
from pointline.sources.gateway import Gateway
from pointline.sources.opened import Cancelled, Opened, OpeningCancelled
from pointline.sources.visit import BrowserFailed, Rendering, Visit

STARTING = 45.0
"""Seconds in which the browser must have started."""
MOST_BROWSERS = 2
"""Browsers of this process at a time; more wait for their turn."""
_ARGUMENTS = (
    "--proxy-bypass-list=<-loopback>",
    # Names are resolved by the gateway alone: the browser itself finds none.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--disable-quic",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy",
    "--dns-prefetch-disable",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-pings",
    "--mute-audio",
    "--disable-gpu",
    "--js-flags=--max-old-space-size=1024",
)
_running = threading.BoundedSemaphore(MOST_BROWSERS)


def render(address: str, how: Rendering, document: Document | None = None) -> Opened | str:
    """Open ``address`` and walk what is shown; ``document`` is its HTML if it was fetched already.

    Returns the address of the document instead when it turns out to be none that a browser shows as a page (a PDF).
    Raises :class:`BadInput` (``http-status``, ``timeout``, ``unreachable``, ``private-address``, ``scheme``,
    ``too-large`` and those of ``how.visit``), :class:`BrowserFailed`, :class:`OpeningCancelled`.
    """
    result: list[Opened | str | BaseException] = []
    left = threading.Event()

    def stopped() -> bool:
        return left.is_set() or (how.cancel is not None and how.cancel())

    def work() -> None:
        # A thread of its own: the caller's may be running an event loop.
        try:
            result.append(asyncio.run(_watched(address, how, document, stopped)))
        except BaseException as error:
            result.append(error)

    with _Turn(how.cancel):
        thread = threading.Thread(target=work, name="pointline-browser")
        thread.start()
        try:
            thread.join()
        finally:
            left.set()
            thread.join()
    [outcome] = result
    if isinstance(outcome, BaseException):
        raise outcome
    return outcome


class _Turn:
    """One of the few browsers that may run."""

    def __init__(self, cancel: Cancelled | None) -> None:
        self._cancel = cancel

    def __enter__(self) -> None:
        while not _running.acquire(timeout=0.2):
            if self._cancel is not None and self._cancel():
                raise OpeningCancelled

    def __exit__(self, *_error: object) -> None:
        _running.release()


async def _watched(address: str, how: Rendering, document: Document | None, stopped: Cancelled) -> Opened | str:
    """Run the opening; break it off when the person does, and when the browser hangs."""
    opening = asyncio.ensure_future(_open(address, how, document))
    until = time.monotonic() + STARTING + how.patience.whole
    while not opening.done():
        stop = stopped()
        if stop or time.monotonic() > until:
            opening.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await opening
            if stop:
                raise OpeningCancelled
            raise slow(address)
        await asyncio.wait({opening}, timeout=0.2)
    return await opening


async def _open(address: str, how: Rendering, document: Document | None) -> Opened | str:
    from playwright.async_api import Error, async_playwright

    with Gateway(how.reach) as gateway:
        try:
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(
                    executable_path=how.executable,
                    args=list(_ARGUMENTS),
                    proxy={"server": gateway.address, "username": gateway.user, "password": gateway.password},
                    # Root cannot have Chromium's sandbox; that is how containers run.
                    chromium_sandbox=os.name != "posix" or os.geteuid() != 0,
                    timeout=STARTING * 1000,
                )
                try:
                    context = await browser.new_context(accept_downloads=False, service_workers="block")
                    return await Visit(address, how, document, gateway.traffic).read(context)
                finally:
                    await browser.close()
        except Error as error:
            raise BrowserFailed(str(error.message).strip().partition("\n")[0] or "it broke off") from None
