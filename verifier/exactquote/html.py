"""Saved HTML to a page, without a browser: the walk of ``WALK.md`` over lxml's parse events.

The parser hands out events instead of a tree, because libxml2 stops building a tree at 2,048 open elements and silently
drops all later text; its events have no such limit.
"""

from __future__ import annotations

import re

from lxml import etree

from exactquote.encoding import Decoded, decode, repair
from exactquote.markup import WHITE_SPACE
from exactquote.page import Page
from exactquote.shadow import Compose, has_shadow_roots
from exactquote.walk import PARAGRAPH_END, Walk

if etree.LXML_VERSION < (6, 0) or etree.LIBXML_VERSION < (2, 14):
    raise ImportError(
        f"exactquote needs lxml >= 6.0 on libxml2 >= 2.14 (older ones do not split HTML as browsers do); found lxml "
        f"{etree.__version__} on libxml2 {'.'.join(map(str, etree.LIBXML_VERSION))}. "
        f"Install the wheel: pip install --force-reinstall 'lxml>=6.0'"
    )


_STRAY = re.compile(r"</p(?=[\s/>])[^>]*>", re.IGNORECASE)
_STRAY_BREAK = re.compile(r"</br(?=[\s/>])[^>]*>", re.IGNORECASE)


def read_html(data: bytes | str, *, url: str = "", charset: str | None = None) -> Page:
    """Read saved HTML as a page.

    ``charset`` is what the transport said (the HTTP header), if it said anything. Any input is read; what is not HTML
    gives a page with little or no text. Offsets are code points. Bytes whose encoding had to be guessed, or that could
    not be decoded, leave the count ``unsure_characters`` in ``not_read``.
    """
    decoded = Decoded(repair(data), "") if isinstance(data, str) else decode(data, charset)
    text = decoded.text
    walk, strays = _walk(text)
    if strays:
        # Browsers make an empty paragraph of an end tag </p> without a start, and a line break of </br>; libxml2 makes
        # nothing of them and would glue what stands on either side.
        text = _STRAY_BREAK.sub("<br>", _STRAY.sub(rf"\g<0>{PARAGRAPH_END}", text))
        walk, _ = _walk(text, parted=True)
    not_read = walk.not_read
    if decoded.unsure:
        not_read = {**not_read, "unsure_characters": decoded.unsure}
    return Page.from_blocks(walk.builder.blocks, url=url, title=walk.title, lang=walk.lang, not_read=not_read)


def _walk(text: str, *, parted: bool = False) -> tuple[Walk, bool]:
    """Walk a text; return the walk and whether the parser met a stray ``</p>`` or ``</br>``."""
    walk = Walk(parted=parted)
    strays = False
    if text.strip(WHITE_SPACE):
        target = Compose(walk) if has_shadow_roots(text) else walk
        parser = etree.HTMLParser(target=target, encoding="utf-8", huge_tree=True)
        etree.fromstring(text.encode("utf-8"), parser)
        strays = any(
            entry.type == etree.ErrorTypes.ERR_TAG_NAME_MISMATCH and entry.message.endswith((" : p", " : br"))
            for entry in parser.error_log
        )
    walk.finish()
    return walk, strays
