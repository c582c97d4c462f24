# ruff: noqa: ARG002 - both databases keep the same values, so no method asks which one it is.
"""Column types that keep any string and any moment the same way in SQLite and PostgreSQL."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, Dialect, Text
from sqlalchemy.types import TypeDecorator

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_ESCAPE = "\x10"
_RARE = re.compile("[\x00\x10\ud800-\udfff]")
_ESCAPED = re.compile("\x10([0-9a-f]{4})")


def escaped(text: str) -> str:
    """``text`` without NUL (PostgreSQL refuses it) and lone surrogates (they have no UTF-8); :func:`unescaped` undoes
    it."""
    return _RARE.sub(lambda match: f"{_ESCAPE}{ord(match[0]):04x}", text)


def unescaped(text: str) -> str:
    """The string that :func:`escaped` was given."""
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)


class AnyText(TypeDecorator[str]):
    """A string of any characters."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else escaped(value)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> str | None:
        return None if value is None else unescaped(value)


class Json(TypeDecorator[Any]):
    """Plain values as JSON text in ASCII, so that no character needs the database's help."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any | None, dialect: Dialect) -> str | None:
        return None if value is None else json.dumps(value, separators=(",", ":"))

    def process_result_value(self, value: Any | None, dialect: Dialect) -> Any:
        return None if value is None else json.loads(value)


class Moment(TypeDecorator[datetime]):
    """A moment as whole microseconds since 1970 in UTC: it sorts, and is the same in both databases."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        return None if value is None else microseconds(value)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        return None if value is None else moment(value)


def microseconds(value: datetime) -> int:
    """Microseconds since 1970 of an aware ``value``."""
    return (value - _EPOCH) // timedelta(microseconds=1)


def moment(value: int) -> datetime:
    """The moment, in UTC, that is ``value`` microseconds after 1970."""
    return _EPOCH + timedelta(microseconds=value)
