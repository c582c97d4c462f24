"""The labelled set that ships with the project: pages with questions, and lines with claims, all made up for it."""

from __future__ import annotations

import hashlib
import re
import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from typing import Any

from exactquote.page import CapturedBlock, Page
from exactquote.units import Unit
from pointline.pipeline.judge import Evidence

PAGES, CLAIMS = "qualify-pages.toml", "qualify-claims.toml"


@dataclass(frozen=True)
class ItemPage:
    """A short page: one line a block, a heading where the line begins with ``# ``."""

    name: str
    lang: str
    title: str
    url: str
    lines: tuple[str, ...]

    @cached_property
    def page(self) -> Page:
        """The page as the pipeline reads it."""
        return self.without(None)

    def without(self, place: int | None) -> Page:
        """The page with one of its lines taken away."""
        blocks = [
            CapturedBlock(line.removeprefix("# "), "heading", 2) if line.startswith("# ") else CapturedBlock(line)
            for i, line in enumerate(self.lines)
            if i != place
        ]
        return Page.from_blocks(blocks, url=self.url, title=self.title, lang=self.lang)

    def unit(self, place: int) -> Unit:
        """The line at a place of the list."""
        found = [unit for unit in self.page.units if unit.block == place]
        if len(found) != 1:
            raise ValueError(f"{self.name}: line {place} is {len(found)} units")
        return found[0]


@dataclass(frozen=True, slots=True)
class PointItem:
    """A question with the place of its line (``None``: the page does not say), and what a claim about it must hold."""

    page: ItemPage
    question: str
    line: int | None
    must: tuple[tuple[str, ...], ...] = ()
    must_not: str = ""

    def missing(self, claim: str) -> bool:
        """Whether a value that the claim must hold is in it in none of its forms."""
        text = _plain(claim)
        return any(not any(_holds(text, _plain(form)) for form in group) for group in self.must)

    def turned(self, claim: str) -> bool:
        """Whether the claim holds what would turn this line into something else."""
        return bool(self.must_not) and re.search(_plain(self.must_not), _plain(claim)) is not None


@dataclass(frozen=True, slots=True)
class ClaimItem:
    """A claim about a line. ``group`` is the number of the line; ``fault`` the kind of fault, empty when supported."""

    group: int
    lang: str
    claim: str
    seen: Evidence
    supported: bool
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Items:
    """The whole set; ``sha256`` is that of its two files, so that figures can be compared."""

    points: tuple[PointItem, ...]
    claims: tuple[ClaimItem, ...]
    sha256: str

    def elsewhere(self, item: PointItem) -> ItemPage:
        """Another page in the language of a question."""
        pages = list(dict.fromkeys(other.page for other in self.points if other.page.lang == item.page.lang))
        return pages[(pages.index(item.page) + 1) % len(pages)]


def load_items() -> Items:
    """Read the set that is part of the package."""
    folder = resources.files("pointline") / "data"
    pages, claims = ((folder / name).read_bytes() for name in (PAGES, CLAIMS))
    return items_of(tomllib.loads(pages.decode()), tomllib.loads(claims.decode()), pages + b"\0" + claims)


def items_of(pages: Mapping[str, Any], claims: Mapping[str, Any], content: bytes = b"") -> Items:
    """Make a set of parsed files; ``content`` is what its hash is taken of."""
    points = tuple(_point(_page(page), asked) for page in pages["page"] for asked in page["questions"])
    judged = tuple(item for group, line in enumerate(claims["line"]) for item in _claims(group, line))
    return Items(points, judged, hashlib.sha256(content).hexdigest())


def _page(page: Mapping[str, Any]) -> ItemPage:
    return ItemPage(page["id"], page["lang"], page["title"], page["url"], tuple(page["lines"]))


def _point(page: ItemPage, asked: Mapping[str, Any]) -> PointItem:
    line = asked["line"] if asked["line"] >= 0 else None
    must = tuple(tuple(group) for group in asked.get("must", ()))
    return PointItem(page, asked["ask"], line, must, asked.get("must_not", ""))


def _claims(group: int, line: Mapping[str, Any]) -> list[ClaimItem]:
    seen = Evidence(
        line["line"], line["before"], line["after"], tuple(line["headings"]), title=line["title"], url=line["url"]
    )
    supported = [ClaimItem(group, line["lang"], claim, seen, True) for claim in line["yes"]]
    return supported + [ClaimItem(group, line["lang"], claim, seen, False, fault) for fault, claim in line["no"]]


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _holds(text: str, form: str) -> bool:
    """Whether a form stands in a text; a number in no longer number."""
    before = r"(?<!\d)(?<!\d[.,])" if form[:1].isdigit() else ""
    after = r"(?!\d)(?![.,]\d)" if form[-1:].isdigit() else ""
    return re.search(before + re.escape(form) + after, text) is not None
