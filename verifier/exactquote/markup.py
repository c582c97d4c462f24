"""Names that the walk knows: elements left out, elements that end a block, kinds (``WALK.md``, "Elements")."""

from __future__ import annotations

from exactquote.page import BlockKind, MarkKind


def names(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())


WHITE_SPACE = " \t\n\r\f"
"""What counts as white space in HTML; no-break and other Unicode spaces are ordinary characters."""

BLANK = WHITE_SPACE + "".join(
    map(chr, [0xA0, 0x1680, *range(0x2000, 0x200C), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF])
)
"""A block of nothing else is no block."""

SKIPPED = names(
    """script style template noscript head title meta link iframe frame frameset noframes noembed object embed applet
    audio video canvas img picture map textarea input select datalist progress meter rp rt"""
)
SKIPPED_IN_SVG = names("title desc metadata defs symbol clippath mask pattern marker")
SKIPPED_IN_MATH = names("annotation annotation-xml")

COUNTED = {
    **dict.fromkeys(names("script style noscript template"), "scripts"),
    **dict.fromkeys(names("iframe frame frameset object embed"), "frames"),
    **dict.fromkeys(names("img canvas video picture"), "images"),
    **dict.fromkeys(names("textarea input select"), "form_fields"),
}
"""Under which key of ``not_read`` a skipped element is counted."""

NOT_READ = ("hidden", "frames", "images", "form_fields", "scripts")

OPEN_VOID = names("embed source track wbr bgsound keygen")
"""Elements that HTML leaves without content or end tag, and libxml2 leaves open: what follows them is not theirs."""

REPLACED = names("""iframe object embed applet audio video canvas img picture textarea input select progress meter""")
"""Skipped elements that take up room in a line: no number is read across them."""

BLOCKS = names(
    """address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption
    figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol p plaintext pre
    search section summary table tbody td tfoot th thead tr ul xmp"""
)

PREFORMATTED = names("pre listing xmp plaintext")

KINDS: dict[str, BlockKind] = {
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "heading"),
    **dict.fromkeys(("td", "th"), "cell"),
    **dict.fromkeys(("caption", "figcaption"), "caption"),
    **dict.fromkeys(PREFORMATTED, "code"),
    "li": "list_item",
    "dt": "term",
    "dd": "definition",
    "blockquote": "quote",
}

RAISED = {"sup": "^", "sub": "_"}
"""Elements that leave a mark, with the character that stands for entering one if numbers would meet there."""

APART = names("button del s strike")
"""Elements that set what they hold apart from the text around: no number is read across their edges."""

MATH_EDGES = {"msup": ("^",), "msub": ("_",), "msubsup": ("_", "^"), "mfrac": ("/",)}
"""Inside ``math``: what stands for entering the second (third) child of an element, if numbers would meet there."""

MATH_MARKS: dict[str, MarkKind] = {"^": "sup", "_": "sub"}
"""The mark over the child that such a character stands before."""
