"""A server of OpenAI's chat interface on this machine: which models it has, how much they read, and what they write.

What a server says of itself is asked once: the models (``GET /models``), the context (llama.cpp's ``/props``, Ollama's
``/api/ps``, LM Studio's ``/api/v0/models``, ``max_model_len`` of vLLM) and whether it counts tokens (``/tokenize`` of
llama.cpp and vLLM). Nobody but the server at the given address is asked, and every answer is bounded.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .base import EngineCancelled, EngineError, ModelMissing
from .loopback import Address, loopback_address, shown
from .loopback_http import Limits, Watch, cut_off, exchange, pieces
from .openai_faults import KEY_VARIABLE, NoList, StatusError, explained
from .openai_wire import Garbled, Lines, Piece, ServerSays, error_text, read_piece, whole_characters

URL_VARIABLE = "POINTLINE_OPENAI_URL"
DEFAULT_URL = "http://127.0.0.1:8080/v1"
DEFAULT_CONTEXT = 8192
OLLAMA_CONTEXT = 4096
"""What Ollama gives a model of which nobody said more; it cuts longer prompts without a word."""

_ASKING = Limits(first=10.0, silence=10.0, whole=20.0)
_LARGEST = 4 << 20
_AFTERWARDS = 5.0
"""Seconds to wait for the counts after an answer has ended."""


def url_in_use() -> str:
    """The address in ``POINTLINE_OPENAI_URL``, else the default one."""
    return os.environ.get(URL_VARIABLE) or DEFAULT_URL


def key_in_use() -> str | None:
    """The key in ``POINTLINE_OPENAI_KEY``, if there is one."""
    return os.environ.get(KEY_VARIABLE)


@dataclass(frozen=True, slots=True)
class Served:
    """A model of a server; ``context`` is None when the server does not say."""

    id: str
    context: int | None

    @property
    def name(self) -> str:
        """The id, or the last part of one that is a path: where a person keeps models is not for a report. Without
        characters that a terminal would obey."""
        return shown(Path(self.id).name if Path(self.id).is_absolute() else self.id)


class Server:
    """The server at ``url``. Nothing is asked before a method is called.

    Raises :class:`~pointline.engine.loopback.NotLoopback` for an address off this machine. ``key`` is sent as a bearer
    token to this server only, and shown nowhere.
    """

    def __init__(self, url: str, *, key: str | None = None, limits: Limits | None = None) -> None:
        self.address = loopback_address(url)
        self._key = (key or "").strip()
        self._limits = limits or Limits()
        if not self._key.isascii() or not self._key.isprintable():
            raise EngineError(f"The key in {KEY_VARIABLE} holds characters that no key has.", "Set it again.")

    def models(self) -> list[Served]:
        """The models that the server names, in its order. Raises :class:`EngineError`, :class:`NoList` among them."""
        try:
            found = self._json("GET", self.address.below("/models"))
        except StatusError as error:
            if error.status not in (404, 405, 500, 501):
                raise
            raise NoList(str(error)) from None
        data = found.get("data") if isinstance(found, dict) else None
        if not isinstance(data, list):
            raise NoList(f"What answers at {self.address.url} is not a server of OpenAI's interface.")
        entries = [entry for entry in data if isinstance(entry, dict) and isinstance(entry.get("id"), str)]
        return [Served(entry["id"], _entry_context(entry)) for entry in entries]

    def find(self, wanted: str | None) -> Served:
        """The model called ``wanted``, or the first one. Raises :class:`ModelMissing` when it is not served."""
        try:
            models = self.models()
        except NoList:
            if wanted is None:
                raise
            return Served(wanted, self._context(Served(wanted, None)))
        if not models:
            raise ModelMissing(f"The server at {self.address.url} has no model.", "Load one into the server first.")
        if wanted is None:
            # mlx_lm.server names every model in the download cache first, and the folder it was started with last.
            folders = [model for model in models if _is_folder(model.id)]
            chosen = folders[-1] if folders else self._loaded(models)
        else:
            names = {wanted, f"{wanted}:latest"}
            with contextlib.suppress(OSError, ValueError):
                names.add(str(Path(wanted).resolve()))
            fitting = [model for model in models if model.id in names]
            if not fitting:
                raise ModelMissing(
                    f"The server at {self.address.url} has no model called {wanted!r}.",
                    f"It has: {', '.join(shown(model.id) for model in models[:8])}{' …' if len(models) > 8 else ''}.",
                )
            chosen = fitting[0]
        return Served(chosen.id, self._context(chosen))

    def _loaded(self, models: list[Served]) -> Served:
        """The first model; on LM Studio, which names all that were downloaded, the first that is loaded and writes."""
        states = {entry["id"]: entry for entry in self._entries("/api/v0/models", "data", "id")}
        writing = [m for m in models if states.get(m.id, {}).get("type") not in ("embeddings", "embedding")] or models
        return next((m for m in writing if states.get(m.id, {}).get("state") == "loaded"), writing[0])

    def _context(self, model: Served) -> int | None:
        props = self._maybe("GET", "/props")
        settings = props.get("default_generation_settings") if isinstance(props, dict) else None
        if isinstance(settings, dict) and (found := _positive(settings.get("n_ctx"))):
            return found
        for entry in self._entries("/api/ps", "models", "name"):
            if entry["name"] == model.id and (found := _positive(entry.get("context_length"))):
                return found
        version = self._maybe("GET", "/api/version")
        if isinstance(version, dict) and set(version) == {"version"}:
            return OLLAMA_CONTEXT
        for entry in self._entries("/api/v0/models", "data", "id"):
            if entry["id"] == model.id and (found := _positive(entry.get("loaded_context_length"))):
                return found
        return model.context

    def count(self, model: str, text: str) -> int | None:
        """Tokens of a text as the server counts them, or None when it does not count."""
        # llama.cpp reads "content", vLLM "model" and "prompt"; both pass over what they do not know.
        body = {"content": text, "prompt": text, "model": model, "add_special": False, "add_special_tokens": False}
        found = self._maybe("POST", "/tokenize", body)
        tokens = found.get("tokens") if isinstance(found, dict) else None
        return len(tokens) if isinstance(tokens, list) else None

    def stream(self, body: bytes, most: int, check: Callable[[], None]) -> Generator[Piece, None, None]:
        """Ask for an answer and give its pieces as they come; closing the iterator closes the connection.

        ``most`` bounds the bytes of the whole answer; ``check`` raises to stop, and is asked every tenth of a second.
        Raises :class:`StatusError` and :class:`EngineError`; :class:`CutOff` when the answer ends in the middle.
        """
        address = self.address.below("/chat/completions")
        watch = Watch(self._limits, check)
        ended = False
        with exchange("POST", address, watch, body=body, headers=self._headers()) as response:
            if response.status != 200:
                raise self._failed(response.status, b"".join(pieces(response, address, _LARGEST)))
            kind = response.headers.get("Content-Type", "").lower()
            arriving = pieces(response, address, most)
            try:
                for payload in [_whole(arriving, kind)] if "json" in kind or "html" in kind else _payloads(arriving):
                    if payload == "[DONE]":
                        return
                    piece = read_piece(payload)
                    watch.begin()
                    yield piece
                    if piece.finish is not None and not ended:
                        ended = True
                        watch.hasten(_AFTERWARDS)  # the counts come now, or not at all
            except Garbled as error:
                raise EngineError(
                    self._hide(f"The server at {self.address.origin} sent something else than an answer: {error}."),
                    "Check that it is a server of OpenAI's interface, and that nothing changes what it sends.",
                ) from None
            except ServerSays as error:
                raise EngineError(
                    self._hide(f"The server failed while it wrote: {error}."), "Look at the server's own log."
                ) from None
            except EngineCancelled:
                raise
            except EngineError:
                if not ended:  # what comes after the answer may be late or missing
                    raise
        if not ended:
            raise cut_off(self.address)

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._key}"} if self._key else {}

    def _hide(self, text: str) -> str:
        return text.replace(self._key, "•••") if self._key else text

    def _json(self, method: str, address: Address, body: Mapping[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(whole_characters(dict(body))).encode("ascii")
        with exchange(method, address, Watch(_ASKING), body=data, headers=self._headers()) as response:
            answer = b"".join(pieces(response, address, _LARGEST))
            if response.status != 200:
                raise self._failed(response.status, answer)
        try:
            return json.loads(answer)
        except (ValueError, RecursionError):
            message = f"What answers at {address.url} is not a server of OpenAI's interface: it does not send JSON."
            raise NoList(message) from None

    def _maybe(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """What the server says at ``path`` beside its ``/v1``, or None: not every server has it."""
        try:
            return self._json(method, self.address.root().below(path), body)
        except EngineCancelled:
            raise
        except EngineError:
            return None

    def _entries(self, path: str, key: str, name: str) -> list[dict[str, Any]]:
        found = self._maybe("GET", path)
        entries = found.get(key) if isinstance(found, dict) else None
        if not isinstance(entries, list):
            return []
        return [entry for entry in entries if isinstance(entry, dict) and isinstance(entry.get(name), str)]

    def _failed(self, status: int, answer: bytes) -> StatusError:
        text = self._hide(answer.decode("utf-8", "replace"))  # some servers repeat the key that they refuse
        body: Any = text[:2000]
        with contextlib.suppress(ValueError, RecursionError):
            body = json.loads(text)
        said = error_text(body)
        message, action = explained(status, self.address)
        return StatusError(status, said, body, f"{message}: {said}" if said else f"{message}.", action)


def _whole(arriving: Iterator[bytes], kind: str) -> str:
    """An answer in one piece, from a server that does not stream."""
    if "html" in kind:
        raise Garbled("a web page")
    return b"".join(arriving).decode("utf-8", "replace")


def _payloads(arriving: Iterator[bytes]) -> Iterator[str]:
    lines = Lines()
    for data in arriving:
        yield from lines.feed(data)
    with contextlib.suppress(Garbled):  # half a line says nothing; the caller sees that nothing ended the answer
        for payload in lines.end():
            if payload != "[DONE]":
                read_piece(payload)
            yield payload


def _entry_context(entry: Mapping[str, Any]) -> int | None:
    """What an entry of ``/models`` says of the context: vLLM, others, and llama.cpp (as loaded, not as trained)."""
    meta = entry.get("meta")
    places = [entry.get("max_model_len"), entry.get("context_length"), entry.get("context_window")]
    if isinstance(meta, dict):
        places.append(meta.get("n_ctx"))
    return next((found for place in places if (found := _positive(place))), None)


def _is_folder(name: str) -> bool:
    try:
        return Path(name).is_absolute() and Path(name).is_dir()
    except (OSError, ValueError):  # too long for a path, or with a NUL in it
        return False


def _positive(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 1 << 31 else None
