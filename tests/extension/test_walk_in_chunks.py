"""The walk in chunks: what one go gives; a page that goes on meanwhile; one time of the page even when it changes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from e2e.drivers import Driver
from e2e.site import Site

pytestmark = pytest.mark.browser

Show = Callable[[str], None]
MANY = "<div class=row><p>The <b>quay</b> is <a href=#x>deep</a>.</p><span>very</span></div>" * 5000


@pytest.fixture
def page(driver: Driver, site: Site, scripts: Callable[[Driver], None]) -> Show:
    def show(body: str) -> None:
        driver.goto(site.put("/chunks", f"<!doctype html><meta charset=utf-8><title>Chunks</title><body>{body}"))
        scripts(driver)

    return show


def test_it_gives_what_one_go_gives(driver: Driver, page: Show) -> None:
    page(MANY)
    same = """async () => {
      const [whole, parts] = [pointline.walk(), await pointline.walkInChunks()];
      return [JSON.stringify(whole.page) === JSON.stringify(parts.page), whole.text === parts.text, whole.text.length];
    }"""
    assert driver.evaluate(same) == [True, True, 5000 * len("The quay is deep.\nvery\n") - 1]


def test_the_page_goes_on_meanwhile(driver: Driver, page: Show) -> None:
    page(MANY)
    ticks = """async () => {
      let ticks = 0;
      const channel = new MessageChannel();
      channel.port1.onmessage = () => { ticks += 1; channel.port2.postMessage(null); };
      channel.port2.postMessage(null);
      await pointline.walkInChunks();
      channel.port1.close();
      return ticks;
    }"""
    assert driver.evaluate(ticks) >= 2


CHANGES = {
    "what comes next is removed": "document.querySelectorAll('.row').forEach((row, at) => at % 2 && row.remove())",
    "drawn anew": "document.body.innerHTML = document.body.innerHTML.replaceAll('quay', 'mole')",
    "never at rest": "setInterval(() => document.querySelector('p').append('.'), 0)",
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_page_that_changes_is_read_as_it_was_at_one_time(change: str, driver: Driver, page: Show) -> None:
    page(MANY)
    driver.page_script(f"document.addEventListener('change-now', () => {{ {CHANGES[change]} }}, {{ once: true }})")
    same = """async () => {
      const begin = pointline.begin;
      let rounds = 0;
      pointline.begin = (options) => {
        const walking = begin(options);
        const go = walking.go;
        walking.go = (until) => {
          rounds += 1;
          const done = go(until);
          if (rounds === 1) queueMicrotask(() => document.dispatchEvent(new Event('change-now')));
          return done;
        };
        return walking;
      };
      const parts = await pointline.walkInChunks();
      pointline.begin = begin;
      const plain = (text) => text.replaceAll('.', '');
      return [plain(parts.text) === plain(pointline.walk().text), parts.runs.every((run) => run.node.isConnected)];
    }"""
    assert driver.evaluate(same) == [True, True]
