"""Declarative shadow roots: parse events put in the order in which a browser shows them.

The first ``template`` with ``shadowrootmode`` in an element that can be a host is what that host shows; in others it is
an ordinary template (DOM Standard, "valid shadow host name"; HTML Standard, start tag ``template``). The host's other
children are shown where the template has a ``slot`` for them, else not at all (DOM Standard, "finding flattened
slottables").
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from exactquote.attributes import is_shadow_root
from exactquote.markup import names
from exactquote.walk import Walk

_DEEPEST = 12
"""Hosts inside what hosts show, to this depth; deeper ones are read as they stand. Bounds the work, done at each."""
_HOSTS = names("article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span")
_CUSTOM = re.compile(r"[a-z][^\s/>]*-[^\s/>]*")
_RESERVED = names(
    """annotation-xml color-profile font-face font-face-src font-face-uri font-face-format font-face-name
    missing-glyph"""
)
"""Names with a hyphen that are of SVG and MathML, not of custom elements."""
_TRACE = re.compile("shadowrootmode", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Event:
    """A start (``attributes`` is not None), an end (``text`` is None) or character data."""

    name: str
    attributes: Mapping[str, str] | None = None
    text: str | None = None


@dataclass(slots=True)
class _Host:
    """A host whose end has not come: its template's events, and its other children's by the slot they ask for."""

    depth: int
    root: list[_Event] = field(default_factory=list)
    slotted: dict[str, list[_Event]] = field(default_factory=dict)
    in_root: bool = True
    slot: str = ""
    inner: int = 0
    """Open elements inside the host: 1 inside the template or a child."""


@dataclass(slots=True)
class _Open:
    """An open element of the walk: in how many hosts' contents it stands, and whether it may get a shadow root."""

    depth: int = 0
    may_host: bool = False


def can_host(name: str) -> bool:
    """Tell an element that may have a shadow root (by its name in lower case) from one that may not."""
    return name in _HOSTS or (_CUSTOM.fullmatch(name) is not None and name not in _RESERVED)


def has_shadow_roots(text: str) -> bool:
    """Tell whether the source of a page may hold declarative shadow roots."""
    return _TRACE.search(text) is not None


class Compose:
    """Target of the parse events of a page with shadow roots; hands them on to a walk in the order they are shown."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._open = [_Open()]
        self._host: _Host | None = None
        self._waiting: deque[tuple[_Event, int]] = deque()

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Enter an element."""
        self._take(_Event(tag, dict(attributes)))

    def end(self, tag: str) -> None:
        """Leave an element."""
        self._take(_Event(tag))

    def data(self, data: str) -> None:
        """Take character data."""
        self._take(_Event("", text=data))

    def comment(self, text: str) -> None:
        """Pass over a comment."""

    def pi(self, target: str, data: str | None = None) -> None:
        """Pass over a processing instruction."""

    def close(self) -> None:
        """End of the document, as the parser sees it."""

    def _take(self, event: _Event) -> None:
        self._step(event, None)
        while self._waiting:
            self._step(*self._waiting.popleft())

    def _step(self, event: _Event, depth: int | None) -> None:
        """Hand one event on, or keep it for its host; ``depth`` is known for events that come from a host."""
        host = self._host
        if host is not None:
            self._keep(host, event)
        elif event.text is not None:
            self._walk.data(event.text)
        elif event.attributes is None:
            self._open.pop()
            self._walk.end(event.name)
        else:
            parent, name, attributes = self._open[-1], event.name.lower(), event.attributes
            depth = parent.depth if depth is None else depth
            if name == "template" and is_shadow_root(attributes):
                if parent.may_host and depth < _DEEPEST:
                    parent.may_host = False
                    self._host = _Host(depth + 1, inner=1)
                    return
                if not parent.may_host:
                    attributes = {}  # an ordinary template, which is not shown
            self._open.append(_Open(depth, can_host(name)))
            self._walk.start(event.name, attributes)

    def _keep(self, host: _Host, event: _Event) -> None:
        """Keep an event of a host's content; when the host ends, line up what it shows."""
        if event.text is None and event.attributes is None:
            host.inner -= 1
            if host.inner < 0:
                self._host = None
                shown = [*((shown, host.depth) for shown in _composed(host)), (event, host.depth)]
                self._waiting.extendleft(reversed(shown))
                return
            if host.in_root and host.inner == 0:
                host.in_root = False
                return
        elif event.attributes is not None:
            if not host.in_root and host.inner == 0:
                host.slot = event.attributes.get("slot", "")
            host.inner += 1
        if host.in_root:
            host.root.append(event)
        else:
            in_child = host.inner > 0 or event.text is None
            host.slotted.setdefault(host.slot if in_child else "", []).append(event)


def _composed(host: _Host) -> Iterator[_Event]:
    """Yield what a host shows: its shadow root, with its children in the first slot of their name."""
    inside = 0  # open elements within a shadow root of a host in this one, whose slots are its own
    filled = 0  # open elements within a slot that was filled, whose own content is not shown
    for event in host.root:
        opens = event.attributes is not None
        closes = not opens and event.text is None
        if inside or (opens and event.name.lower() == "template"):
            inside += opens - closes
        elif filled:
            filled += opens - closes
            if filled:
                continue
        elif event.attributes is not None and event.name.lower() == "slot":
            given = host.slotted.pop(event.attributes.get("name", ""), None)
            if given is not None:
                yield event
                yield from given
                filled = 1
                continue
        yield event
