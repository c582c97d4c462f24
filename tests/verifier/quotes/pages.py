"""Small pages for the quote tests."""

from __future__ import annotations

from exactquote.page import CapturedBlock, Cell, Mark, Page
from exactquote.quotes import locate


def page(*blocks: str | CapturedBlock, lang: str = "") -> Page:
    """Make a page of blocks; a string is a paragraph."""
    return Page.from_blocks([CapturedBlock(b) if isinstance(b, str) else b for b in blocks], lang=lang)


def code(text: str) -> CapturedBlock:
    """Make a preformatted block."""
    return CapturedBlock(text, "code")


def row(*cells: str, number: int = 0) -> list[CapturedBlock]:
    """Make the cells of one table row."""
    return [CapturedBlock(text, "cell", None, Cell(0, number, index)) for index, text in enumerate(cells)]


def marked(text: str, kind: str = "reference", *, around: str = "{}") -> CapturedBlock:
    """Make a paragraph; what stands between the two characters of ``around`` gets a mark, and they go."""
    plain: list[str] = []
    marks: list[Mark] = []
    start = 0
    for character in text:
        if character == around[0]:
            start = len(plain)
        elif character == around[1]:
            marks.append(Mark(start, len(plain), kind))  # type: ignore[arg-type]
        else:
            plain.append(character)
    return CapturedBlock("".join(plain), "paragraph", None, None, tuple(marks))


def how(on: Page | str | CapturedBlock, quote: str) -> str:
    """Return status, or for an exact quote its fold."""
    result = locate(on if isinstance(on, Page) else page(on), quote)
    return result.fold or result.status if result.status == "exact" else result.status


def found(on: Page | str | CapturedBlock, quote: str) -> bool:
    """Tell whether a quote is found."""
    return locate(on if isinstance(on, Page) else page(on), quote).found
