"""The page of a paginated document that a line stands on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0003"
down_revision: str | None = "v0002"


def upgrade() -> None:
    """Add the column; lines kept before have none."""
    op.add_column("lines", sa.Column("page_number", sa.Integer(), nullable=True))
