"""The labelled values that caveats are measured with: ``data/caveats.toml``, made up for it, half of them traps."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any, cast

from exactquote import read_html
from exactquote.page import Page
from exactquote.units import Unit
from exactquote.verdicts import CAVEATS, Code

FILE = "caveats.toml"
PLACE = "https://caveats.example/"


@dataclass(frozen=True, slots=True)
class Also:
    """Another item of the session, and a part of the line that was given for it."""

    item: str
    line: str


@dataclass(frozen=True, slots=True)
class CaveatItem:
    """A value with what a careful reader would have to know about it.

    ``page`` is the page it was quoted from, ``now`` the same page when it is opened again, if it is. ``line`` is a part
    of the value's line; ``wanted`` the codes with a part of the line that each should point at, empty where it is about
    no text. ``trap`` is the code that an item without any looks like, empty for the others. ``framed`` is the field
    asked in other words.
    """

    name: str
    page: Page
    item: str
    field: str
    value: str
    line: str
    wanted: Mapping[Code, str]
    trap: str = ""
    others: tuple[Page, ...] = ()
    now: Page | None = None
    also: Also | None = None
    framed: str = ""

    @property
    def unit(self) -> Unit:
        """The value's line. Raises :class:`ValueError` when no line, or more than one text, holds it."""
        return line_with(self.page, self.line)


def line_with(page: Page, part: str) -> Unit:
    """The first line that has these words. Raises :class:`ValueError` when there is none."""
    for unit in page.units:
        if part in " ".join(unit.text(page.text).split()):
            return unit
    raise ValueError(f"no line of {page.title!r} has {part!r}")


def load_items() -> tuple[tuple[CaveatItem, ...], str]:
    """The items that are part of the package, and the hash of their file."""
    data = (resources.files("pointline") / "data" / FILE).read_bytes()
    return items_of(tomllib.loads(data.decode())), hashlib.sha256(data).hexdigest()


def items_of(given: Mapping[str, Any]) -> tuple[CaveatItem, ...]:
    """The items of a parsed file. Raises :class:`ValueError` for a code that is not in the registry."""
    return tuple(_item(one) for one in given["item"])


def _item(one: Mapping[str, Any]) -> CaveatItem:
    unknown = set(one["caveats"]) - set(CAVEATS)
    if unknown:
        raise ValueError(f"{one['name']}: no caveat is called {min(unknown)!r}")
    url = PLACE + one["name"]
    page = read_html(one["html"], url=url)
    before = read_html(one["before"], url=url) if "before" in one else None
    also = Also(one["also"], one.get("also_line", one["line"])) if "also" in one else None
    return CaveatItem(
        name=one["name"],
        page=before or page,
        item=one["item"],
        field=one["field"],
        value=one["value"],
        line=one["line"],
        wanted=cast(Mapping[Code, str], one["caveats"]),
        trap=one.get("trap", ""),
        others=(read_html(one["other"], url=f"{url}/other"),) if "other" in one else (),
        now=page if before is not None else None,
        also=also,
        framed=one.get("framed", ""),
    )
