"""Where in its line the value of a cell stands, and what a caveat says beside its code."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0004"
down_revision: str | None = "v0003"


def upgrade() -> None:
    """Add the columns; what was kept before has neither."""
    op.add_column("cells", sa.Column("value_spans", sa.Text(), nullable=True))
    op.add_column("caveats", sa.Column("detail", sa.Text(), nullable=True))
