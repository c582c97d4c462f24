"""Server-sent events: the framing of what ``POST /v1/asks`` streams."""

from __future__ import annotations

import json
from typing import Any


def event(name: str, data: dict[str, Any]) -> bytes:
    """One server-sent event; the data is one line of ASCII JSON, so that nothing on a page can break the framing."""
    return f"event: {name}\ndata: {json.dumps(data)}\n\n".encode("ascii")
