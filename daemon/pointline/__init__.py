"""Pointline: ask the page you are reading; every claim carries one exact line of it.

Rooms, and what each may import: ``engine`` (models; nothing of the others), ``pipeline`` (typed steps; the engine
protocol and ``exactquote``), ``sources`` (files and addresses become pages; ``exactquote``), ``store`` (what is kept;
``exactquote`` and the plain values of an answer), ``web`` (the localhost API; pipeline, sources, store, engine) and
``cli`` (the same functions in a terminal; all of them). ``exactquote`` is the pure library under ``verifier/`` and
imports none of this.
``tests/test_arrows.py`` holds these arrows.
"""

__version__ = "0.1.0"
