"""What is kept, and for how long.

``pages``: captured pages, in memory only, the least recently used dropped first. ``store``: sessions, questions with
their claims and lines, cells and settings, in one SQLite file of ``POINTLINE_HOME`` (or the PostgreSQL that
``POINTLINE_DATABASE_URL`` names); frozen dataclasses (``records``) go in and come out. What belongs to a private window
is never written, page text only when the person says so, and what is forgotten leaves nothing behind in the files.

This room may import ``exactquote``, the plain values of ``pointline.pipeline.answer`` and
``pointline.pipeline.cells``, ``pointline.errors`` and
``pointline.home``; it alone knows SQLAlchemy and Alembic. It knows nothing of models or the web.

SQLAlchemy Core, not its ORM: rows become frozen dataclasses in one place, nothing is loaded lazily, no object is bound
to a connection, and an answer with all its lines goes in as a handful of bulk inserts in one transaction.
"""
