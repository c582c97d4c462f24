"""The shelf of captured pages: bounded, least recently used out first."""

from __future__ import annotations

from exactquote.page import CapturedBlock, Page
from pointline.store.pages import PageShelf


def page(text: str) -> Page:
    return Page.from_blocks([CapturedBlock(text)])


def test_pages_are_found_by_their_hash() -> None:
    shelf = PageShelf()
    first = page("one")
    key = shelf.put(first)
    assert key == first.sha256
    assert shelf.get(key) is first
    assert shelf.get("none") is None


def test_the_least_recently_used_goes_first() -> None:
    shelf = PageShelf(largest_total=30)
    a, b = shelf.put(page("a" * 10)), shelf.put(page("b" * 10))
    assert shelf.get(a)
    c = shelf.put(page("c" * 15))
    assert shelf.get(b) is None
    assert shelf.get(a)
    assert shelf.get(c)


def test_one_page_over_the_bound_stays_alone() -> None:
    shelf = PageShelf(largest_total=5)
    shelf.put(page("x"))
    large = shelf.put(page("y" * 50))
    assert shelf.get(large)
    assert len(shelf) == 1


def test_the_same_page_is_kept_once() -> None:
    shelf = PageShelf(largest_total=25)
    for _ in range(5):
        key = shelf.put(page("a" * 10))
    other = shelf.put(page("b" * 10))
    assert len(shelf) == 2
    assert shelf.get(key)
    assert shelf.get(other)
