"""Alembic's environment: the connection and its transaction come from :mod:`pointline.store.migrate`."""

from __future__ import annotations

from alembic import context

from pointline.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite alters a table by making it anew.
)
with context.begin_transaction():
    context.run_migrations()
