"""The caveats of claims, each with its own line."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from pointline.store.columns import Json

revision = "v0006"
down_revision: str | None = "v0005"


def upgrade() -> None:
    """Add the column; claims kept before have no caveats noted."""
    op.add_column("claims", sa.Column("caveats", Json, nullable=True))
