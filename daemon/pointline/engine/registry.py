"""Engines by name."""

from __future__ import annotations

from .base import Engine, EngineError

ENGINES = ("mlx", "scripted")


def make_engine(name: str, *, model: str | None = None) -> Engine:
    """Make the engine called ``name``; the caller closes it.

    ``model`` is, for ``mlx``, the name of a fetched model or a folder (default: the one in use); for ``scripted``, the
    path of a script. Raises :class:`EngineError` for an unknown name and :class:`ModelMissing` for a model that is not
    here.
    """
    # Imported here, so that the command line starts without MLX.
    if name == "mlx":
        from .mlx_engine import MLXEngine
        from .model_settings import default_model
        from .models import find_model

        return MLXEngine(find_model(model or default_model()))
    if name == "scripted":
        from .scripted import Script, ScriptedEngine

        return ScriptedEngine(Script.load(model))
    raise EngineError(f"There is no engine called {name!r}.", f"Choose one of: {', '.join(ENGINES)}.")
