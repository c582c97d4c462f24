"""Who may use this daemon: tokens at rest, pairing by a short code, proofs, one daemon per data folder.

Nothing here speaks HTTP or prints: ``web`` and ``cli`` both use it. It may import ``pointline.errors`` and
``pointline.home`` only. Everything it keeps lies in ``POINTLINE_HOME/access`` (0700), in files of mode 0600 that are
written whole or not at all; the database has no part in it, so that access can be taken back when that is broken.
"""
