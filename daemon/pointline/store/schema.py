"""The tables. Migrations make them (``migrations/versions``); a test holds both together.

Everything that hangs on a session, question, claim or cell goes with it (``ON DELETE CASCADE``), so nothing can be half
forgotten.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    UniqueConstraint,
)

from pointline.store.columns import AnyText, Json, Moment

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)
NUMBER = BigInteger().with_variant(Integer(), "sqlite")
"""SQLite counts a primary key up by itself only when it is called INTEGER."""


def _of(target: str) -> ForeignKey:
    return ForeignKey(target, ondelete="CASCADE")


sessions = Table(
    "sessions",
    metadata,
    Column("id", AnyText, primary_key=True),
    Column("title", AnyText, nullable=False),
    Column("created_at", Moment, nullable=False),
    Index(None, "created_at", "id"),
)

# ``key`` is the hash of text and address: an address may be too long for an index of PostgreSQL.
pages = Table(
    "pages",
    metadata,
    Column("id", NUMBER, primary_key=True),
    Column("key", String(64), nullable=False),
    Column("sha256", String(64), nullable=False),
    Column("url", AnyText, nullable=False),
    Column("host", AnyText, nullable=False),
    Column("title", AnyText, nullable=False),
    Column("lang", AnyText, nullable=False),
    Column("characters", Integer, nullable=False),
    Column("captured_at", Moment, nullable=False),
    Column("text", AnyText),
    UniqueConstraint("key"),
    Index(None, "host"),
)

asks = Table(
    "asks",
    metadata,
    Column("id", AnyText, primary_key=True),
    Column("session_id", AnyText, _of("sessions.id"), nullable=False),
    Column("page_id", NUMBER, _of("pages.id"), nullable=False),
    Column("thread", AnyText, nullable=False),
    Column("question", AnyText, nullable=False),
    Column("selection_start", Integer),
    Column("selection_end", Integer),
    Column("wanted", AnyText, nullable=False),
    Column("idempotency_key", AnyText),
    Column("status", String(16), nullable=False),
    Column("problem", AnyText, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("finished_at", Moment),
    Column("engine", AnyText),
    Column("model", AnyText),
    Column("strategy", AnyText),
    Column("read_share", Double),
    Column("none", Boolean),
    Column("nearest", Json),
    Column("notes", Json),
    Column("stats", Json),
    CheckConstraint("status IN ('running', 'done', 'failed', 'cancelled', 'interrupted')", name="status"),
    Index(None, "session_id", "created_at", "id"),
    Index(None, "created_at", "id"),
    Index(None, "page_id"),
    Index(None, "thread"),
)

ask_pages = Table(
    "ask_pages",
    metadata,
    Column("ask_id", AnyText, _of("asks.id"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("page_id", NUMBER, _of("pages.id"), nullable=False),
    Index(None, "page_id"),
)

claims = Table(
    "claims",
    metadata,
    Column("id", NUMBER, primary_key=True),
    Column("ask_id", AnyText, _of("asks.id"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("text", AnyText, nullable=False),
    Column("verdict", String(16), nullable=False),
    Column("facts", Json, nullable=False),
    Column("support_flags", Json, nullable=False),
    Column("flags", Json, nullable=False),
    Column("score", Double),
    Column("attempts", Integer, nullable=False),
    Column("from_turn", Integer),
    Column("caveats", Json),
    UniqueConstraint("ask_id", "position"),
)

lines = Table(
    "lines",
    metadata,
    Column("id", NUMBER, primary_key=True),
    Column("claim_id", NUMBER, _of("claims.id"), nullable=False),
    Column("page_id", NUMBER, _of("pages.id"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("quote", AnyText, nullable=False),
    Column("line", AnyText, nullable=False),
    Column("spans", Json, nullable=False),
    Column("line_spans", Json, nullable=False),
    Column("line_before", AnyText, nullable=False),
    Column("line_after", AnyText, nullable=False),
    Column("heading_path", Json, nullable=False),
    Column("kind", AnyText, nullable=False),
    Column("status", String(16), nullable=False),
    Column("fold", String(16)),
    Column("flags", Json, nullable=False),
    Column("page_number", Integer),
    UniqueConstraint("claim_id", "position"),
    Index(None, "page_id"),
)

withheld = Table(
    "withheld",
    metadata,
    Column("id", NUMBER, primary_key=True),
    Column("ask_id", AnyText, _of("asks.id"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("text", AnyText, nullable=False),
    Column("quote", AnyText, nullable=False),
    Column("reason", AnyText, nullable=False),
    Column("attempts", Integer, nullable=False),
    UniqueConstraint("ask_id", "position"),
)

cells = Table(
    "cells",
    metadata,
    Column("id", AnyText, primary_key=True),
    Column("session_id", AnyText, _of("sessions.id"), nullable=False),
    Column("run", AnyText, nullable=False),
    Column("item", AnyText, nullable=False),
    Column("field", AnyText, nullable=False),
    Column("value", AnyText),
    Column("source_url", AnyText, nullable=False),
    Column("host", AnyText, nullable=False),
    Column("source_title", AnyText, nullable=False),
    Column("page_sha256", AnyText, nullable=False),
    Column("quote", AnyText),
    Column("spans", Json, nullable=False),
    Column("line", AnyText, nullable=False),
    Column("line_before", AnyText, nullable=False),
    Column("line_after", AnyText, nullable=False),
    Column("heading_path", Json, nullable=False),
    Column("deep_link", AnyText, nullable=False),
    Column("verdict", String(16), nullable=False),
    Column("verdict_source", String(16), nullable=False),
    Column("score", Double),
    Column("why", AnyText, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("engine", AnyText, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("replaced", Json, nullable=False),
    Column("value_spans", Json),
    CheckConstraint("verdict IN ('confirmed', 'caveated', 'uncertain', 'mismatch')", name="verdict"),
    CheckConstraint("verdict_source IN ('rules', 'evaluator', 'person')", name="verdict_source"),
    CheckConstraint("score >= 0 AND score <= 1", name="score"),
    Index(None, "session_id", "created_at", "id"),
    Index(None, "created_at", "id"),
    Index(None, "host"),
)

caveats = Table(
    "caveats",
    metadata,
    Column("id", NUMBER, primary_key=True),
    Column("cell_id", AnyText, _of("cells.id"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("code", AnyText, nullable=False),
    Column("line", AnyText),
    Column("source_url", AnyText, nullable=False),
    Column("host", AnyText, nullable=False),
    Column("page_sha256", AnyText, nullable=False),
    Column("spans", Json, nullable=False),
    Column("line_before", AnyText, nullable=False),
    Column("line_after", AnyText, nullable=False),
    Column("detail", AnyText),
    UniqueConstraint("cell_id", "position"),
    Index(None, "code"),
    Index(None, "host"),
)

settings = Table(
    "settings",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("value", Json, nullable=False),
)

idempotency = Table(
    "idempotency",
    metadata,
    Column("key", AnyText, primary_key=True),
    Column("request", AnyText, nullable=False),
    Column("body_hash", String(128), nullable=False),
    Column("status", Integer),
    Column("body", AnyText),
    Column("created_at", Moment, nullable=False),
    Index(None, "created_at"),
)
