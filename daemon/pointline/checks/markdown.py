"""Markdown to HTML, so that memos in Markdown and in HTML are read by one walk.

markdown-it-py follows CommonMark (its tests are CommonMark's own), has tables and, with mdit-py-plugins of the same
maintainers, footnotes and front matter; it is small, has one dependency, and is what Jupyter and Rich read Markdown
with. A reference that is its own label ([1]) and every mention of a footnote keep their brackets: without them a mark
would be read as a figure, and two sentences with a mark between them as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin


def to_html(text: str) -> str:
    """Render Markdown with tables and footnotes; HTML in it stays. Any string will do."""
    return str(_reader().render(text.replace("\x00", "\ufffd")))


@cache
def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": True, "store_labels": True}).enable(["table", "strikethrough"])
    reader.use(footnote_plugin).use(front_matter_plugin)
    reader.core.ruler.push("marks", _bracket_marks)
    return reader


def _bracket_marks(state: StateCore) -> None:
    for token in state.tokens:
        _bracket(token.children or ())


def _bracket(inline: Sequence[Token]) -> None:
    for token in inline:
        if token.type == "footnote_ref":
            token.meta["subId"] = 0  # a second mention reads [1], as the first does, not [1:1]
    for opened, held, closed in zip(inline, inline[1:], inline[2:], strict=False):
        own_label = opened.type == "link_open" and opened.meta.get("label", "").casefold() == held.content.casefold()
        if own_label and held.type == "text" and closed.type == "link_close" and held.content.isalnum():
            held.content = f"[{held.content}]"
