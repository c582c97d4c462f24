"""What a server of OpenAI's interface can answer that is no answer, each with what the person can do about it."""

from __future__ import annotations

from typing import Any

from .base import EngineError
from .loopback import Address

KEY_VARIABLE = "POINTLINE_OPENAI_KEY"


class NoList(EngineError):
    """The server does not list its models. mlx_lm.server fails to where there is no download cache: an empty page."""

    def __init__(self, message: str) -> None:
        super().__init__(
            message,
            "Check the address; it usually ends with /v1. mlx_lm.server has no list where there is no Hugging Face "
            "cache (a 404, a web page or nothing at /v1/models): name its model as the server was given it, with "
            "--model FOLDER_OR_NAME.",
        )


class StatusError(EngineError):
    """An answer other than 200. ``status`` is its number, ``said`` what the server wrote, ``body`` that as JSON."""

    def __init__(self, status: int, said: str, body: Any, message: str, action: str) -> None:
        super().__init__(message, action)
        self.status = status
        self.said = said
        self.body = body

    @property
    def too_long(self) -> bool:
        """Whether the server says that the chat is longer than the model reads (llama.cpp, OpenAI, vLLM)."""
        error = self.body.get("error") if isinstance(self.body, dict) else None
        marks = [str(error.get(key, "")) for key in ("type", "code")] if isinstance(error, dict) else []
        return self.status in (400, 413, 422) and "context" in " ".join([*marks, self.said]).lower()


def explained(status: int, address: Address) -> tuple[str, str]:
    """What an answer with this status means, and what the person can do about it."""
    at = f"The server at {address.origin}"
    if status in (401, 403):
        return f"{at} wants a key ({status})", f"Set {KEY_VARIABLE} to the server's key."
    if status == 404:
        return (
            f"{at} does not find what was asked for (404)",
            "Check the address (it usually ends with /v1) and --model.",
        )
    if status in (429, 503):
        return f"{at} is busy or still loading its model ({status})", "Wait until it is ready, and ask again."
    if status >= 500:
        return f"{at} failed ({status})", "Look at the server's own log, and start it again if need be."
    return f"{at} refused the request ({status})", "Look at the server's own log; it may be too old for this."
