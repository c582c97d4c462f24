"""The shelf of captured pages: bounded, least recently used out first."""

from __future__ import annotations

from exactquote.page import CapturedBlock, Page
from pointline.store.pages import PageShelf


def page(text: str) -> Page:
    return Page.from_blocks([CapturedBlock(text)])


def test_pages_are_found_by_their_id() -> None:
    shelf = PageShelf()
    first = page("one")
    key = shelf.put(first)
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


def test_the_same_text_in_another_place_or_form_is_another_page() -> None:
    shelf = PageShelf()
    blocks = [CapturedBlock("Toll"), CapturedBlock("5 euros")]
    pages = [
        Page.from_blocks(blocks, url="https://a.example/"),
        Page.from_blocks(blocks, url="https://b.example/"),
        Page.from_blocks([CapturedBlock("Toll", "heading", 1), blocks[1]], url="https://a.example/"),
    ]
    keys = [shelf.put(one) for one in pages]
    assert len({one.sha256 for one in pages}) == 1
    assert [shelf.get(key) for key in keys] == pages
