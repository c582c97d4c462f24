"""Further pages of a question, and the turn of a thread that verified a claim's line before."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from pointline.store.columns import AnyText

revision = "v0005"
down_revision: str | None = "v0004"


def upgrade() -> None:
    """Add the table and the column; questions kept before have one page."""
    op.add_column("claims", sa.Column("from_turn", sa.Integer(), nullable=True))
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "ask_pages",
        sa.Column("ask_id", AnyText, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("page_id", number, nullable=False),
        sa.ForeignKeyConstraint(["ask_id"], ["asks.id"], name="fk_ask_pages_ask_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["page_id"], ["pages.id"], name="fk_ask_pages_page_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("ask_id", "position", name="pk_ask_pages"),
    )
    op.create_index("ix_ask_pages_page_id", "ask_pages", ["page_id"])
