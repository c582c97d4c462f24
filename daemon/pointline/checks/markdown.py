"""Markdown to HTML, so that memos in Markdown and in HTML are read by one walk.

markdown-it-py follows CommonMark (its tests are CommonMark's own), has tables and, with mdit-py-plugins of the same
maintainers, footnotes and front matter; it is small, has one dependency, and is what Jupyter and Rich read Markdown
with.
"""

from __future__ import annotations

from functools import cache

from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin


def to_html(text: str) -> str:
    """Render Markdown with tables and footnotes; HTML in it stays. Any string will do."""
    return str(_reader().render(text.replace("\x00", "\ufffd")))


@cache
def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    return reader.use(footnote_plugin).use(front_matter_plugin)
