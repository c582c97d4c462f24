"""What the attributes of one element say to the walk: hidden, folded away, how many rows and columns."""

from __future__ import annotations

import re
from collections.abc import Mapping

from exactquote.markup import WHITE_SPACE, names

_REVEALED = frozenset({"html", "body"})
"""Pages that hide these wait for a script to show them, and no script runs here."""


_COMMENT_OR_STRING = re.compile(
    r"""/\*.*?(?:\*/|\Z)|(["'])(?:\\.|(?!\1)[^\\\n\r\f])*(?:\1|\\?\Z|(?=[\n\r\f]))""", re.DOTALL
)
_ESCAPE = re.compile(r"\\(?:([0-9a-f]{1,6})(?:\r\n|[ \t\n\r\f])?|([^\n\r\f]))", re.IGNORECASE | re.DOTALL)
_PARTS = re.compile(r"\\.|[(\[{]|[)\]}]|;", re.DOTALL)
_IMPORTANT = re.compile(r"![ \t\n\r\f]*important\Z", re.IGNORECASE)

_WIDE = names("inherit initial unset revert revert-layer")
_KEYWORDS = {
    "display": _WIDE
    | names(
        """none contents block inline flow flow-root table flex grid ruby math list-item inline-block inline-table
        inline-flex inline-grid table-row-group table-header-group table-footer-group table-row table-cell
        table-column-group table-column table-caption ruby-base ruby-text ruby-base-container ruby-text-container
        -webkit-box -webkit-inline-box -webkit-flex -webkit-inline-flex"""
    ),
    "visibility": _WIDE | {"visible", "hidden", "collapse"},
    "content-visibility": _WIDE | {"visible", "hidden", "auto"},
}
"""Values of the properties that hide; a declaration with another value is passed over, as in a browser."""


def declarations(style: str) -> dict[str, str]:
    """Read what an inline style says of the properties that hide, as ``{property: value}`` in lower case.

    ``!important`` wins, then the last. Follows CSS Syntax Level 3 as far as comments, strings, brackets and escapes.
    """
    found: dict[str, tuple[bool, str]] = {}
    for declaration in _split(_COMMENT_OR_STRING.sub(_blank, style)):
        name, colon, value = declaration.partition(":")
        if not colon:
            continue
        name, value = _word(name), value.strip(WHITE_SPACE)
        keywords = _KEYWORDS.get(name)
        if keywords is None:
            continue
        plain = _IMPORTANT.sub("", value)
        important = plain != value
        value = " ".join(_word(plain).split())
        valid = "var(" in value or (bool(value) and keywords.issuperset(value.split()))
        if valid and (important or not found.get(name, (False, ""))[0]):
            found[name] = (important, value)
    return {name: value for name, (_, value) in found.items()}


def _blank(found: re.Match[str]) -> str:
    """Put a space for a comment and a string that says nothing for a string: both part what stands beside them."""
    return " " if found[0].startswith("/*") else '""'


def _split(style: str) -> list[str]:
    """Split a style at the semicolons that stand in no brackets."""
    out: list[str] = []
    start = depth = 0
    for found in _PARTS.finditer(style):
        if found[0] == ";":
            if not depth:
                out.append(style[start : found.start()])
                start = found.end()
        elif found[0] in "([{":
            depth += 1
        elif found[0] in ")]}":
            depth = max(depth - 1, 0)
    out.append(style[start:])
    return out


def _word(text: str) -> str:
    """Read the escapes of a name or keyword; lower case, without white space around it."""
    return _ESCAPE.sub(_character, text.strip(WHITE_SPACE)).lower()


def _character(found: re.Match[str]) -> str:
    if found[1] is None:
        return found[2]
    number = int(found[1], 16)
    return chr(number) if 0 < number < 0x110000 else "\ufffd"


def is_until_found(attributes: Mapping[str, str]) -> bool:
    """Tell text that is folded away until a search finds it."""
    return attributes.get("hidden", "").strip().lower() == "until-found"


def is_hidden(name: str, attributes: Mapping[str, str]) -> bool:
    """Tell whether an element is hidden, as far as attributes and inline style say."""
    if name in _REVEALED:
        return False
    if "hidden" in attributes and not is_until_found(attributes):
        return True
    style = attributes.get("style")
    if style:
        declared = declarations(style)
        if declared.get("display") == "none" or declared.get("content-visibility") == "hidden":
            return True
    return name == "dialog" and "open" not in attributes


def visibility_of(name: str, attributes: Mapping[str, str]) -> str | None:
    """Return the ``visibility`` that the inline style gives an element, if any."""
    return None if name in _REVEALED else declarations(attributes.get("style", "")).get("visibility")


def is_shadow_root(attributes: Mapping[str, str]) -> bool:
    """Tell a declarative shadow root, which a browser shows, from a template, which it does not."""
    return attributes.get("shadowrootmode", "").strip().lower() in ("open", "closed")


MOST_SPAN = 1000
"""As HTML clips ``colspan``."""


def span_of(value: str | None, *, zero: int = 1) -> int:
    """Read ``colspan`` or ``rowspan``: at least 1, at most 1000; ``zero``: what 0 means (all rows below)."""
    digits = ""
    for character in (value or "").strip(WHITE_SPACE):
        if not ("0" <= character <= "9"):
            break
        digits += character
    return min(int(digits[:6] or "1") or zero, MOST_SPAN)
