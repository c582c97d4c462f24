"""The data directory: where models, marks of trust and stored cells live. One environment variable moves it."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from pointline.errors import BadInput

HOME_VARIABLE = "POINTLINE_HOME"
_PRIVATE = 0o700  # Tokens and kept pages lie below: nobody else on the machine may read them.


class HomeError(BadInput):
    """The data directory cannot be made or written."""

    def __init__(self, message: str) -> None:
        super().__init__("home_unusable", message, f"Set {HOME_VARIABLE} to a folder that you can write.")


def home() -> Path:
    """Return the data directory, made with mode 0700 when it was not there.

    It is ``POINTLINE_HOME`` when that is set, else the platform's own place for user data.
    Raises :class:`HomeError` when it cannot be made or written.
    """
    path = home_path()
    try:
        if not path.is_dir():
            path.mkdir(mode=_PRIVATE, parents=True, exist_ok=True)
            path.chmod(_PRIVATE)  # mkdir's mode is cut by the umask
    except (OSError, ValueError) as error:
        raise HomeError(f"The data directory {path} cannot be made: {_reason(error)}.") from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise HomeError(f"The data directory {path} cannot be written.")
    return path


def home_path() -> Path:
    """Return where the data directory is or would be, without making it."""
    moved = os.environ.get(HOME_VARIABLE, "")
    if not moved:
        return platformdirs.user_data_path("pointline", appauthor=False)
    try:
        return Path(moved).expanduser().absolute()
    except RuntimeError as error:  # "~nobody" that is not a user here
        raise HomeError(f"{HOME_VARIABLE}={moved} is not a place: {error}.") from error


def _reason(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)
