"""Reading an address that came over the API: public machines only, and stopped when nobody waits any more."""

from __future__ import annotations

from collections.abc import Callable

from exactquote.page import Page
from pointline.engine.base import EngineCancelled
from pointline.pipeline.answer import Note, notes_of
from pointline.sources.opened import OpeningCancelled
from pointline.sources.opening import open_address
from pointline.web.problems import Problem


def open_public(
    address: str, cancelled: Callable[[], bool], *, unattended: bool = False
) -> tuple[Page, tuple[Note, ...]]:
    """The page at an http(s) address of the public web, with notes on how it was read.

    ``unattended``: nobody waits for it, so the site's robots.txt is honoured.
    Raises :class:`~pointline.errors.BadInput`, and ``EngineCancelled`` when it was stopped.
    """
    try:
        opened = open_address(address, public_only=True, unattended=unattended, cancel=cancelled)
    except OpeningCancelled:
        raise EngineCancelled("The question was cancelled while its address was read.") from None
    return opened.page, notes_of(opened.notes)


def web_address(found: list[str]) -> str | None:
    """The one http(s) address among those of a question; None without any. Raises the 422 problem for several."""
    named = list(dict.fromkeys(address for address in found if address.lower().startswith(("http://", "https://"))))
    if len(named) > 1:
        raise Problem(
            422, "addresses", "Which page is meant?", f"The question holds {len(named)} addresses.",
            "Ask about one page at a time.",
        )  # fmt: skip
    return named[0] if named else None
