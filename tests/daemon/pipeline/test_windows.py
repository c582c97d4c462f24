"""Windows: a page of any length in pieces that fit, the same whatever is asked, and nothing lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from exactquote.page import Page
from exactquote.plaintext import read_text
from pointline.engine.scripted import count_tokens
from pointline.pipeline.rank import in_context, lines_with_words
from pointline.pipeline.windows import Window, best_first, cut_windows


def page_of(lines: list[str]) -> Page:
    return read_text("\n\n".join(lines))


def cut(page: Page, room: int) -> list[Window]:
    units = lines_with_words(page)
    return cut_windows(units, [in_context(page, unit) for unit in units], room=room, count=count_tokens, per_line=1)


def test_a_page_that_fits_is_one_window() -> None:
    page = page_of([f"Gate {n} opens at seven." for n in range(20)])
    assert [len(window.units) for window in cut(page, 1000)] == [20]


def test_a_long_page_is_cut_into_windows_about_equally_full() -> None:
    page = page_of([f"Gate {n} opens at seven." for n in range(50)])
    sizes = [len(window.units) for window in cut(page, 130)]
    assert sum(sizes) == 50
    assert len(sizes) == 3
    assert min(sizes) > 10


def test_a_line_that_alone_is_too_long_is_shown_cut_and_kept_whole() -> None:
    page = page_of(["word " * 90 + "end.", "Short line."])
    windows = cut(page, 50)
    assert count_tokens(windows[0].lines[0]) <= 50
    assert windows[0].units[0].text(page.text).endswith("end.")


@given(st.lists(st.integers(1, 30), min_size=1, max_size=60), st.integers(5, 80))
def test_every_line_is_in_exactly_one_window_in_page_order_and_windows_fit(words: list[int], room: int) -> None:
    page = page_of([" ".join(f"w{n}x{i}" for i in range(size)) for n, size in enumerate(words)])
    windows = cut(page, room)
    assert [unit.start for window in windows for unit in window.units] == [u.start for u in lines_with_words(page)]
    for window in windows:
        if len(window.lines) > 1:
            assert sum(count_tokens(line) + 1 for line in window.lines) <= room


def test_the_window_with_the_best_line_comes_first() -> None:
    page = page_of([f"Gate {n} opens at seven." for n in range(50)])
    windows = cut(page, 130)
    order = [windows[2].units[0], windows[0].units[0]]
    assert [windows.index(window) for window in best_first(windows, order)] == [2, 0, 1]
