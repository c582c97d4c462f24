"""Engines by name."""

from __future__ import annotations

from .base import Engine, EngineError

ENGINES = ("mlx", "openai", "scripted")


def make_engine(
    name: str, *, model: str | None = None, server: str | None = None, context_tokens: int | None = None
) -> Engine:
    """Make the engine called ``name``; the caller closes it.

    ``model`` is, for ``mlx``, the name of a fetched model or a folder (default: the one in use); for ``openai``, a
    model of the server (default: its first); for ``scripted``, the path of a script. ``server`` is the address of the
    ``openai`` engine's server (default: ``POINTLINE_OPENAI_URL``, else http://127.0.0.1:8080/v1; the key is
    ``POINTLINE_OPENAI_KEY``) and ``context_tokens`` how much it reads, where it does not say.
    Raises :class:`EngineError` for an unknown name and :class:`ModelMissing` for a model that is not here.
    """
    if name != "openai" and (server is not None or context_tokens is not None):
        raise EngineError(f"The {name} engine has no server.", "Add --engine openai to use one.")
    # Imported here, so that the command line starts without MLX.
    if name == "mlx":
        from .mlx_engine import MLXEngine
        from .mlx_here import require_mlx
        from .model_settings import default_model
        from .models import find_model

        folder = find_model(model or default_model())
        require_mlx()
        return MLXEngine(folder)
    if name == "openai":
        from .openai_engine import OpenAIEngine
        from .openai_server import key_in_use, url_in_use

        return OpenAIEngine(server or url_in_use(), model=model, key=key_in_use(), context_tokens=context_tokens)
    if name == "scripted":
        from .scripted import Script, ScriptedEngine

        return ScriptedEngine(Script.load(model))
    raise EngineError(f"There is no engine called {name!r}.", f"Choose one of: {', '.join(ENGINES)}.")
