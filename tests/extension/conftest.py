"""Both browsers, the site they read, and the scripts that are put into its pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from e2e import browsers
from e2e.content_scripts import put_in
from e2e.drivers import ChromiumDriver, Driver, FirefoxDriver
from e2e.site import Site


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    with Site() as served:
        yield served


@pytest.fixture(scope="session", params=["chromium", "firefox"])
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    name: str = request.param
    binary = browsers.chromium() if name == "chromium" else browsers.firefox()
    if binary is None:
        pytest.skip(f"no {name} on this machine: install it, or name it in POINTLINE_{name.upper()}")
    started: Driver = ChromiumDriver(binary) if name == "chromium" else FirefoxDriver(binary)
    yield started
    started.close()


@pytest.fixture(scope="session")
def scripts() -> Callable[[Driver], None]:
    """Put the content scripts into the page that the driver shows."""
    return put_in
