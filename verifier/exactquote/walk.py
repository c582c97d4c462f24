"""The walk of ``WALK.md`` over the parse events of saved HTML. Nothing here recurses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from exactquote.attributes import MOST_SPAN, is_hidden, is_shadow_root, is_until_found, span_of, visibility_of
from exactquote.builder import BlockBuilder
from exactquote.context import Context, Frame, Row, Table
from exactquote.markup import (
    APART,
    BLOCKS,
    COUNTED,
    KINDS,
    MATH_EDGES,
    MATH_MARKS,
    NOT_READ,
    OPEN_VOID,
    RAISED,
    REPLACED,
    SKIPPED,
    SKIPPED_IN_MATH,
    SKIPPED_IN_SVG,
)
from exactquote.page import CapturedBlock, Cell

_END = "paragraph-end"
PARAGRAPH_END = f"<{_END}></{_END}>"
"""Put behind every ``</p>`` of a page on which some have no start (see :mod:`exactquote.html`): ends the block."""
_NO_ATTRIBUTES: dict[str, str] = {}
_SKIPPED_IN = {"svg": SKIPPED_IN_SVG, "math": SKIPPED_IN_MATH}


class Walk:
    """Target of the parse events (lxml's parser target interface: start, end, data, comment, pi, close)."""

    def __init__(self, *, parted: bool = False) -> None:
        """Begin; ``parted`` says that :data:`PARAGRAPH_END` stands in the source."""
        self.builder = BlockBuilder()
        self._parted = parted
        self.not_read = dict.fromkeys(NOT_READ, 0)
        self.lang = ""
        self._title: list[str] | None = None
        self._frames = [Frame(Context())]
        self._written = Context()
        """The context in which the block that is being built got its first text."""
        self._cells: list[Frame] = []
        self._tables = 0
        self._skip = 0
        self._in_title = False

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Enter an element."""
        if self._skip:
            self._skip += 1
            return
        name = tag.lower()
        attributes = attributes or _NO_ATTRIBUTES  # lxml's empty mapping is slow to ask
        parent = self._frames[-1]
        context = parent.context
        if self._left_out(name, attributes, context):
            if name in OPEN_VOID:
                self._frames.append(Frame(context))
            else:
                self._skip = 1
            return
        if name == "br":
            self._line_break(context)
        frame = Frame(self._inside(name, attributes, parent))
        if name in BLOCKS or (self._parted and name == _END) or (name == "text" and context.foreign == "svg"):
            self._end_block()
            frame.block = True
            if name in ("td", "th") and frame.context.cell is not context.cell:
                frame.used = False
                self._cells.append(frame)
        if name in RAISED or name in APART:
            self.builder.edge(RAISED.get(name, " "))
            frame.raised = True
        if "mw-editsection" in attributes.get("class", "").split():
            frame.mark = self.builder.open("reference")
        elif name in RAISED:
            frame.mark = self.builder.open("sup" if name == "sup" else "sub")
        elif name == "a":
            frame.mark = self.builder.open(None)
        if frame.context.foreign == "math":
            self._math_edge(name, parent, frame)
        if name == "details" and "open" not in attributes:
            frame.details = context
        if name == "html" and not self.lang:
            self.lang = (attributes.get("lang") or attributes.get("xml:lang") or "").strip()
        self._frames.append(frame)

    def end(self, tag: str) -> None:  # noqa: ARG002 - the interface is lxml's
        """Leave an element."""
        if self._skip:
            self._skip -= 1
            if not self._skip:
                self._in_title = False
            return
        frame = self._frames.pop()
        if frame.block:
            self._end_block()
            if not frame.used:
                self._empty_cell(frame.context)
            if self._cells and self._cells[-1] is frame:
                self._cells.pop()
        if frame.mark is not None:
            self.builder.close(frame.mark)
        if frame.raised:
            self.builder.edge(" ")
        elif frame.math:
            self.builder.edge(" ", plain=True)

    def data(self, data: str) -> None:
        """Take character data."""
        if self._parted and PARAGRAPH_END in data:
            data = data.replace(PARAGRAPH_END, "")  # in a title or another element whose text is raw
            if not data:
                return
        if self._skip:
            if self._in_title and self._title is not None:
                self._title.append(data)
            return
        context = self._frames[-1].context
        if context.invisible or context.head:
            return
        if self.builder.empty:
            self._written = context
        if context.preformatted:
            self.builder.add_preformatted(data)
        else:
            self.builder.add(data)

    def comment(self, text: str) -> None:
        """Pass over a comment: it parts nothing."""

    def pi(self, target: str, data: str | None = None) -> None:
        """Pass over a processing instruction."""

    def close(self) -> None:
        """End of the document, as the parser sees it."""

    def finish(self) -> None:
        """End the last block."""
        self._end_block()

    @property
    def title(self) -> str:
        """The document's title, white space collapsed."""
        return " ".join("".join(self._title or ()).split())

    def _left_out(self, name: str, attributes: Mapping[str, str], context: Context) -> bool:
        """Tell whether an element is left out with all it contains, and count it."""
        if name == "title" and not context.foreign and self._title is None:
            self._title = []
            self._in_title = True
            return True
        hidden = is_hidden(name, attributes)
        if name in SKIPPED and not (name == "head" or (name == "template" and is_shadow_root(attributes))):
            # A hidden form field was never there to be read.
            if context.head or (name == "input" and attributes.get("type", "").lower() == "hidden"):
                return True
            if name in COUNTED:
                self.not_read[COUNTED[name]] += 1
            if name in REPLACED and not (hidden or context.invisible):
                self.builder.edge(" ")
            return True
        if hidden:
            self.not_read["hidden"] += 1
            return True
        return name in _SKIPPED_IN.get(context.foreign, ())

    def _inside(self, name: str, attributes: Mapping[str, str], parent: Frame) -> Context:
        """Return the context inside an element."""
        context = parent.context
        if parent.details is not None and name == "summary":
            context = replace(context, collapsed=parent.details.collapsed)
            parent.details = None
        kind = KINDS.get(name)
        if kind == "cell":
            context = self._enter_cell(name, attributes, context)
        elif kind == "heading":
            context = replace(context, kind=kind, level=int(name[1]))
        elif kind is not None:
            context = replace(context, kind=kind, level=None, preformatted=context.preformatted or kind == "code")
        elif name == "table":
            context = replace(context, table=Table(self._tables), row=None)
            self._tables += 1
        elif name == "tr" and context.table is not None:
            table = context.table
            context = replace(context, row=Row(table.number, table.rows))
            table.rows += 1
        elif name in ("svg", "math"):
            context = replace(context, foreign=name)
        elif name == "foreignobject":
            context = replace(context, foreign="")
        elif name == "head":
            context = replace(context, head=True)
        elif name == "body":
            context = replace(context, head=False)
        if (name == "details" and "open" not in attributes) or is_until_found(attributes):
            context = replace(context, collapsed=True)
        if "style" in attributes:
            visibility = visibility_of(name, attributes)
            if visibility in ("hidden", "collapse") and not context.invisible:
                self.not_read["hidden"] += 1
                context = replace(context, invisible=True)
            elif visibility == "visible" and context.invisible:
                context = replace(context, invisible=False)
        return context

    def _enter_cell(self, name: str, attributes: Mapping[str, str], context: Context) -> Context:
        """Give a ``td`` or ``th`` its place; without table and row above it, it is an ordinary block."""
        row = context.row
        if row is None:
            return context
        cell = Cell(
            table=row.table,
            row=row.number,
            index=row.cells,
            colspan=span_of(attributes.get("colspan")),
            rowspan=span_of(attributes.get("rowspan"), zero=MOST_SPAN),
            header=name == "th",
        )
        row.cells += 1
        return replace(context, kind="cell", level=None, cell=cell)

    def _line_break(self, context: Context) -> None:
        if context.head:
            return
        if self.builder.empty:
            self._written = context
        self.builder.line_break(preformatted=context.preformatted)

    def _math_edge(self, name: str, parent: Frame, frame: Frame) -> None:
        """Keep numbers apart that stand above, below or beside one another in a formula."""
        edges = MATH_EDGES.get(parent.math, ())
        child = parent.children
        parent.children += 1
        frame.math = name
        if not 1 <= child <= len(edges):
            self.builder.edge(" ", plain=True)
            return
        frame.raised = True
        self.builder.edge(edges[child - 1])
        if frame.mark is None and edges[child - 1] in MATH_MARKS:
            frame.mark = self.builder.open(MATH_MARKS[edges[child - 1]])

    def _end_block(self) -> None:
        context = self._written
        if self.builder.flush(context.kind, context.level, context.cell, context.collapsed):
            for frame in reversed(self._cells):
                if frame.context.cell is context.cell:
                    frame.used = True
                    break

    def _empty_cell(self, context: Context) -> None:
        """Keep the place of a cell without text, so that the columns beside and below it are counted right."""
        cell = context.cell
        if cell is not None and (cell.colspan > 1 or cell.rowspan > 1):
            self.builder.blocks.append(CapturedBlock("", "cell", cell=cell))
