"""The errors that a person can do something about: what is wrong, and one thing to do about it."""

from __future__ import annotations


class BadInput(Exception):
    """Something given cannot be worked with.

    ``code`` is stable and machine-readable, ``action`` is one sentence.
    """

    def __init__(self, code: str, message: str, action: str) -> None:
        super().__init__(message)
        self.code = code
        self.action = action


class Failure(Exception):
    """Something that should work did not, and nothing that was given is to blame: exit code 1.

    ``code`` is stable and machine-readable, ``action`` is one sentence.
    """

    def __init__(self, code: str, message: str, action: str) -> None:
        super().__init__(message)
        self.code = code
        self.action = action
