"""The API's edge: code points inside, UTF-16 units outside; converted here and nowhere else."""

from __future__ import annotations

import json
from typing import Any

from exactquote.offsets import Utf16Map

__all__ = ["Utf16Map", "event"]


def event(name: str, data: dict[str, Any]) -> bytes:
    """One server-sent event; the data is one line of ASCII JSON, so that nothing on a page can break the framing."""
    return f"event: {name}\ndata: {json.dumps(data)}\n\n".encode("ascii")
