"""Sessions, pages, questions with their claims and lines, cells with their caveats, settings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0001"
down_revision: str | None = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "pages",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("lang", sa.Text(), nullable=False),
        sa.Column("characters", sa.Integer(), nullable=False),
        sa.Column("captured_at", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pages")),
        sa.UniqueConstraint("key", name=op.f("uq_pages_key")),
    )
    op.create_index(op.f("ix_pages_host"), "pages", ["host"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
    )
    op.create_index(op.f("ix_sessions_created_at_id"), "sessions", ["created_at", "id"], unique=False)
    op.create_table(
        "settings",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_settings")),
    )
    op.create_table(
        "asks",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("page_id", NUMBER, nullable=False),
        sa.Column("thread", sa.Text(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("selection_start", sa.Integer(), nullable=True),
        sa.Column("selection_end", sa.Integer(), nullable=True),
        sa.Column("wanted", sa.Text(), nullable=False),
        sa.Column("idempotency_key", sa.Text(), nullable=True),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("problem", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=True),
        sa.Column("engine", sa.Text(), nullable=True),
        sa.Column("model", sa.Text(), nullable=True),
        sa.Column("strategy", sa.Text(), nullable=True),
        sa.Column("read_share", sa.Double(), nullable=True),
        sa.Column("none", sa.Boolean(), nullable=True),
        sa.Column("nearest", sa.Text(), nullable=True),
        sa.Column("notes", sa.Text(), nullable=True),
        sa.Column("stats", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "status IN ('running', 'done', 'failed', 'cancelled', 'interrupted')", name=op.f("ck_asks_status")
        ),
        sa.ForeignKeyConstraint(["page_id"], ["pages.id"], name=op.f("fk_asks_page_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name=op.f("fk_asks_session_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_asks")),
    )
    op.create_index(op.f("ix_asks_created_at_id"), "asks", ["created_at", "id"], unique=False)
    op.create_index(op.f("ix_asks_page_id"), "asks", ["page_id"], unique=False)
    op.create_index(op.f("ix_asks_session_id_created_at_id"), "asks", ["session_id", "created_at", "id"], unique=False)
    op.create_index(op.f("ix_asks_thread"), "asks", ["thread"], unique=False)
    op.create_table(
        "cells",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("run", sa.Text(), nullable=False),
        sa.Column("item", sa.Text(), nullable=False),
        sa.Column("field", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=True),
        sa.Column("source_url", sa.Text(), nullable=False),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("source_title", sa.Text(), nullable=False),
        sa.Column("page_sha256", sa.Text(), nullable=False),
        sa.Column("quote", sa.Text(), nullable=True),
        sa.Column("spans", sa.Text(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("line_before", sa.Text(), nullable=False),
        sa.Column("line_after", sa.Text(), nullable=False),
        sa.Column("heading_path", sa.Text(), nullable=False),
        sa.Column("deep_link", sa.Text(), nullable=False),
        sa.Column("verdict", sa.String(length=16), nullable=False),
        sa.Column("verdict_source", sa.String(length=16), nullable=False),
        sa.Column("score", sa.Double(), nullable=True),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("engine", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("replaced", sa.Text(), nullable=False),
        sa.CheckConstraint(
            "verdict IN ('confirmed', 'caveated', 'uncertain', 'mismatch')", name=op.f("ck_cells_verdict")
        ),
        sa.CheckConstraint("verdict_source IN ('rules', 'evaluator', 'person')", name=op.f("ck_cells_verdict_source")),
        sa.CheckConstraint("score >= 0 AND score <= 1", name=op.f("ck_cells_score")),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name=op.f("fk_cells_session_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_cells")),
    )
    op.create_index(op.f("ix_cells_created_at_id"), "cells", ["created_at", "id"], unique=False)
    op.create_index(op.f("ix_cells_host"), "cells", ["host"], unique=False)
    op.create_index(
        op.f("ix_cells_session_id_created_at_id"), "cells", ["session_id", "created_at", "id"], unique=False
    )
    op.create_table(
        "caveats",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("cell_id", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("line", sa.Text(), nullable=True),
        sa.Column("source_url", sa.Text(), nullable=False),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("page_sha256", sa.Text(), nullable=False),
        sa.Column("spans", sa.Text(), nullable=False),
        sa.Column("line_before", sa.Text(), nullable=False),
        sa.Column("line_after", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["cell_id"], ["cells.id"], name=op.f("fk_caveats_cell_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_caveats")),
        sa.UniqueConstraint("cell_id", "position", name=op.f("uq_caveats_cell_id_position")),
    )
    op.create_index(op.f("ix_caveats_code"), "caveats", ["code"], unique=False)
    op.create_index(op.f("ix_caveats_host"), "caveats", ["host"], unique=False)
    op.create_table(
        "claims",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("ask_id", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("verdict", sa.String(length=16), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.Column("support_flags", sa.Text(), nullable=False),
        sa.Column("flags", sa.Text(), nullable=False),
        sa.Column("score", sa.Double(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["ask_id"], ["asks.id"], name=op.f("fk_claims_ask_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_claims")),
        sa.UniqueConstraint("ask_id", "position", name=op.f("uq_claims_ask_id_position")),
    )
    op.create_table(
        "withheld",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("ask_id", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("quote", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["ask_id"], ["asks.id"], name=op.f("fk_withheld_ask_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_withheld")),
        sa.UniqueConstraint("ask_id", "position", name=op.f("uq_withheld_ask_id_position")),
    )
    op.create_table(
        "lines",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("claim_id", NUMBER, nullable=False),
        sa.Column("page_id", NUMBER, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("quote", sa.Text(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("spans", sa.Text(), nullable=False),
        sa.Column("line_spans", sa.Text(), nullable=False),
        sa.Column("line_before", sa.Text(), nullable=False),
        sa.Column("line_after", sa.Text(), nullable=False),
        sa.Column("heading_path", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("fold", sa.String(length=16), nullable=True),
        sa.Column("flags", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["claim_id"], ["claims.id"], name=op.f("fk_lines_claim_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["page_id"], ["pages.id"], name=op.f("fk_lines_page_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lines")),
        sa.UniqueConstraint("claim_id", "position", name=op.f("uq_lines_claim_id_position")),
    )
    op.create_index(op.f("ix_lines_page_id"), "lines", ["page_id"], unique=False)
