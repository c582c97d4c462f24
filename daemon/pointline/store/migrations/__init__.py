"""Migrations of the store, run by Alembic when it is opened."""
