"""What the extension captured, checked field by field: wire JSON (``WALK.md``, "What comes out") to captured blocks.

Marks come in UTF-16 units of their block and leave in code points. The texts are taken as they are; only a lone
surrogate, which no text may hold, becomes U+FFFD, which is as long.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, get_args

from exactquote.offsets import Utf16Map
from exactquote.page import BlockKind, CapturedBlock, Cell, Mark, MarkKind, Page

_KINDS = frozenset(get_args(BlockKind))
_MARKS = frozenset(get_args(MarkKind))
_SURROGATE = re.compile("[\ud800-\udfff]")
_BLOCK_KEYS = frozenset({"text", "kind", "level", "cell", "marks", "collapsed", "page"})
_CELL_KEYS = frozenset({"table", "row", "index", "colspan", "rowspan", "header"})
_MARK_KEYS = frozenset({"start", "end", "kind"})
_PAGE_KEYS = frozenset({"url", "title", "lang", "blocks", "not_read"})
_MOST = 10_000_000
"""No count of a page is larger."""


class CaptureError(ValueError):
    """A field of a capture is missing or wrong; the message begins with its path: ``blocks[3].marks[0].end``."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"{path or 'capture'}: {problem}")
        self.path = path


def page_from_wire(value: object) -> Page:
    """Read ``{url, title, lang, blocks, not_read}`` as a page. Raises :class:`CaptureError`."""
    fields = _object(value, "", _PAGE_KEYS)
    counts = _object(fields.get("not_read", {}), "not_read", None)
    return Page.from_blocks(
        blocks_from_wire(fields.get("blocks")),
        url=_text(fields.get("url", ""), "url"),
        title=_text(fields.get("title", ""), "title"),
        lang=_text(fields.get("lang", ""), "lang"),
        not_read={name: _count(count, f"not_read.{name}") for name, count in counts.items()},
    )


def blocks_from_wire(value: object, path: str = "blocks") -> list[CapturedBlock]:
    """Read the list of blocks; ``path`` is what errors call it. Raises :class:`CaptureError`."""
    return [_block(item, f"{path}[{number}]") for number, item in enumerate(_list(value, path))]


def _block(value: object, path: str) -> CapturedBlock:
    fields = _object(value, path, _BLOCK_KEYS)
    if "text" not in fields:
        raise CaptureError(f"{path}.text", "is missing")
    text = _text(fields["text"], f"{path}.text")
    kind = fields.get("kind", "paragraph")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise CaptureError(f"{path}.kind", f"must be one of {', '.join(sorted(_KINDS))}")
    level = None
    if fields.get("level") is not None:
        level = _count(fields["level"], f"{path}.level", 1, 6)
    cell = None if fields.get("cell") is None else _cell(fields["cell"], f"{path}.cell")
    if not text and cell is None:
        raise CaptureError(f"{path}.text", "must not be empty")
    return CapturedBlock(
        text=text,
        kind=kind,  # type: ignore[arg-type]
        level=level,
        cell=cell,
        marks=_marks(fields.get("marks"), text, f"{path}.marks"),
        collapsed=_flag(fields.get("collapsed", False), f"{path}.collapsed"),
        page=None if fields.get("page") is None else _count(fields["page"], f"{path}.page", 1),
    )


def _cell(value: object, path: str) -> Cell:
    fields = _object(value, path, _CELL_KEYS)
    for name in ("table", "row", "index"):
        if name not in fields:
            raise CaptureError(f"{path}.{name}", "is missing")
    return Cell(
        table=_count(fields["table"], f"{path}.table"),
        row=_count(fields["row"], f"{path}.row"),
        index=_count(fields["index"], f"{path}.index"),
        colspan=_count(fields.get("colspan", 1), f"{path}.colspan", 1, 1000),
        rowspan=_count(fields.get("rowspan", 1), f"{path}.rowspan", 1, 1000),
        header=_flag(fields.get("header", False), f"{path}.header"),
    )


def _marks(value: object, text: str, path: str) -> tuple[Mark, ...]:
    if value is None:
        return ()
    items = _list(value, path)
    if not items:
        return ()
    offsets = Utf16Map(text)
    marks: list[Mark] = []
    for number, item in enumerate(items):
        here = f"{path}[{number}]"
        fields = _object(item, here, _MARK_KEYS)
        ends: list[int] = []
        for name in ("start", "end"):
            if name not in fields:
                raise CaptureError(f"{here}.{name}", "is missing")
            end = _count(fields[name], f"{here}.{name}", 0, offsets.utf16_length)
            if not offsets.is_boundary(end):
                raise CaptureError(f"{here}.{name}", "must not lie inside a character")
            ends.append(offsets.code_point(end))
        if ends[0] >= ends[1]:
            raise CaptureError(f"{here}.end", "must lie after start")
        kind = fields.get("kind")
        if not isinstance(kind, str) or kind not in _MARKS:
            raise CaptureError(f"{here}.kind", f"must be one of {', '.join(sorted(_MARKS))}")
        marks.append(Mark(ends[0], ends[1], kind))  # type: ignore[arg-type]
    return tuple(marks)


def _object(value: object, path: str, keys: frozenset[str] | None) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise CaptureError(path, "must be an object")
    for key in value:
        if not isinstance(key, str) or (keys is not None and key not in keys):
            shown = str(key).encode("ascii", "backslashreplace").decode()[:40]
            raise CaptureError(f"{path}.{shown}" if path else shown, "is not a field of a capture")
    return value


def _list(value: object, path: str) -> Sequence[Any]:
    if not isinstance(value, list):
        raise CaptureError(path, "must be a list")
    return value


def _text(value: object, path: str) -> str:
    if not isinstance(value, str):
        raise CaptureError(path, "must be a string")
    return value if value.isascii() else _SURROGATE.sub("\ufffd", value)


def _count(value: object, path: str, least: int = 0, most: int = _MOST) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise CaptureError(path, "must be a whole number")
    if not least <= value <= most:
        raise CaptureError(path, f"must be from {least} to {most}")
    return value


def _flag(value: object, path: str) -> bool:
    if not isinstance(value, bool):
        raise CaptureError(path, "must be true or false")
    return value
