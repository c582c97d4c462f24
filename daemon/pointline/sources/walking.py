"""Run the extension's walker in a page, in a world of its own, as the extension does.

Scripts of the page can change the page, not the walk.
"""

from __future__ import annotations

import json
import re
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Page

MOST_BLOCKS = 200_000
_WORLD = "pointline"


class WalkFailed(Exception):
    """The walk broke off; the message says why."""


def script(name: str) -> str:
    """Return a script that ships with this package; all but ``covered.js`` are the extension's own."""
    return (resources.files("pointline.sources") / name).read_text(encoding="utf-8")


def walker() -> str:
    """Return the extension's walker: the files that its list names, one after the other. They are classic scripts."""
    listed = re.search(r"WALK_FILES = (\[[^\]]*\]);", script("files.js"))
    if listed is None:
        raise WalkFailed("files.js does not list the files of the walker")
    return "\n".join(script(name) for name in json.loads(listed[1]))


async def walk(context: BrowserContext, page: Page, most: int) -> tuple[str, bool, list[str]]:
    """Walk what the page shows. Returns the capture as JSON, whether a layer lies over the page, and the names of the
    places that a link can lead to.

    The capture is empty when it would be longer than ``most`` UTF-16 units, or has more than :data:`MOST_BLOCKS`
    blocks. Raises :class:`WalkFailed` and Playwright's errors.
    """
    walk = f"""(() => {{
      const {{ page }} = pointline.walk();
      const json = page.blocks.length > {MOST_BLOCKS} ? '' : JSON.stringify(page);
      const named = [...document.querySelectorAll('[id], a[name]')];
      const names = named.flatMap((one) => [one.id, one.getAttribute('name')]).filter(Boolean).map(String);
      return [json.length > {most} ? '' : json, {script("covered.js").strip().rstrip(";")}, names];
    }})()"""
    session = await context.new_cdp_session(page)
    world = await _world(session)
    await _evaluate(session, world, walker())
    json_text, covered, names = await _evaluate(session, world, walk)
    return str(json_text), bool(covered), list(map(str, names))


async def _world(session: CDPSession) -> int:
    """Make a world of the page's main frame in which no script of the page runs."""
    tree = await session.send("Page.getFrameTree")
    frame = tree["frameTree"]["frame"]["id"]
    made = await session.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": _WORLD})
    return int(made["executionContextId"])


async def _evaluate(session: CDPSession, world: int, expression: str) -> Any:
    answer = await session.send(
        "Runtime.evaluate", {"expression": expression, "contextId": world, "returnByValue": True}
    )
    if "exceptionDetails" in answer:
        what = answer["exceptionDetails"].get("exception", {}).get("description", "an error")
        raise WalkFailed(f"the walk broke off: {str(what).partition(chr(10))[0]}")
    return answer["result"].get("value")
