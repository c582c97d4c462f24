"""The 57 hard cases of painting, one page each in ``cases/``, called by the names of the files.

A page says in its head what a reader or a model would quote from it (``<meta name=quote>``), and what must not be found
there (``<meta name=not-quotable>``).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from lxml import html

FOLDER = Path(__file__).parent / "cases"


@dataclass(frozen=True, slots=True)
class HardCase:
    """A page, what can be quoted from it, and what cannot."""

    name: str
    body: bytes
    quotes: tuple[str, ...]
    not_quotable: tuple[str, ...]


def hard_cases() -> list[HardCase]:
    """Return the cases, sorted by name."""
    return [_read(path) for path in sorted(FOLDER.glob("*.html"))]


def _read(path: Path) -> HardCase:
    body = path.read_bytes()
    tree = html.fromstring(body.decode("utf-8"))

    def given(name: str) -> tuple[str, ...]:
        return tuple(str(meta.get("content")) for meta in tree.iter("meta") if meta.get("name") == name)

    return HardCase(path.stem, body, given("quote"), given("not-quotable"))
