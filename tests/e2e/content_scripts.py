"""The extension's content scripts, as the list of ``extension/content/files.js`` has them."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from e2e.drivers import Driver

CONTENT = Path(__file__).parents[2] / "extension" / "content"


def listed(name: str) -> list[str]:
    """Return a list of file names (``WALK_FILES`` or ``PAINT_FILES``), in the order in which they are put in."""
    source = (CONTENT / "files.js").read_text(encoding="utf-8")
    found = re.search(rf"{name} = (\[[^\]]*\]);", source)
    if found is None:
        raise LookupError(f"content/files.js has no list {name}")
    names: list[str] = json.loads(found[1])
    return names


@cache
def sources() -> tuple[str, ...]:
    """Return the scripts' texts."""
    names = listed("WALK_FILES") + listed("PAINT_FILES")
    return tuple((CONTENT / name).read_text(encoding="utf-8") for name in names)


def put_in(driver: Driver) -> None:
    """Put the content scripts into the page that the driver shows."""
    driver.run("\n".join(sources()))
