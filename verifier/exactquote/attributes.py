"""What the attributes of one element say to the walk: hidden, folded away, how many rows and columns."""

from __future__ import annotations

from collections.abc import Mapping

from exactquote.markup import WHITE_SPACE

_REVEALED = frozenset({"html", "body"})
"""Pages that hide these wait for a script to show them, and no script runs here."""


def declarations(style: str) -> dict[str, str]:
    """Read an inline style as ``{property: value}``, lower case, later ones winning; ``!important`` is left off.

    Comments, strings and escapes are not understood: the properties asked for take none.
    """
    found: dict[str, str] = {}
    for declaration in style.lower().split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            found[name.strip()] = value.partition("!")[0].strip()
    return found


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


def span_of(value: str | None) -> int:
    """Read ``colspan`` or ``rowspan``: at least 1, at most 1000 (as HTML clips ``colspan``)."""
    digits = ""
    for character in (value or "").strip(WHITE_SPACE):
        if not ("0" <= character <= "9"):
            break
        digits += character
    return min(max(int(digits[:6] or "1"), 1), 1000)
